#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the virtual machine of make bench: instructions per hit above the bare call,
# ours beside those of ftrace's kprobe events in the same boot.

D=/sys/kernel/debug/kprobectl
T=/sys/kernel/tracing

# A new size is an empty ring: what nobody reads would fill it in time.
ours() {
	echo 8192 >$D/buffer_size_kb
	echo 16384 >$D/buffer_size_kb
	echo "$1" >$D/control
	perhit
	echo >$D/control
}

ftraces() {
	echo "$1" >$T/kprobe_events
	echo 1 >$T/events/kprobes/enable
	perhit
	echo 0 >$T/events/kprobes/enable
	echo >$T/kprobe_events
}

row() {
	printf '%-56s %10d %10d\n' "$1" $(($(ours "$1") - bare)) $(($(ftraces "$1") - bare))
}

sleep 3		# the clock has settled by then
insmod /kprobectl.ko
echo 16384 >$T/buffer_size_kb
perhit >/dev/null
bare=$(perhit)
echo "Linux $(uname -r), clock $(cat /sys/devices/system/clocksource/clocksource0/current_clocksource), a bare call: $bare"
printf '%-56s %10s %10s\n' "instructions per hit above that" kprobectl ftrace
row 'p __x64_sys_getppid'
row 'p __x64_sys_getppid a=%di b=%si c=%dx'
row 'p __x64_sys_getppid s=+0(@saved_command_line):string'
row 'r __x64_sys_getppid ret=$retval'
echo "(our r also measures the duration)"

# What only we have, or, as with conditions, ftrace looks at when the record is written
printf '\n%-56s %10s\n' "instructions per hit" kprobectl
one() {
	printf '%-56s %10d\n' "$1" $(($(ours "$1") - bare))
}
one 'p __x64_sys_getppid if %di == 1'
one 'p __x64_sys_getppid if $pid == 1'
one 'p __x64_sys_getppid if $comm == "nobody"'
one 'r __x64_sys_getppid if $arg1 == 1'
one 'r __x64_sys_getppid if $lat > 1s'

# Added up in the kernel
one 'p __x64_sys_getppid do count'
one 'p __x64_sys_getppid do count by pid'
one 'p __x64_sys_getppid do count by comm'
one 'p __x64_sys_getppid do count by $stacktrace'
one 'p __x64_sys_getppid do hist(%di)'
one 'r __x64_sys_getppid do hist($lat)'
one 'r __x64_sys_getppid do hist($lat) by comm'

# The entry of a set of functions
one 'f __do_sys_getppid'
one 'f __do_sys_getppid $arg1 $arg2 $arg3'
one 'f __do_sys_getppid %di %si %bx'
one 'f __do_sys_getppid if %di == 1'
one 'f __do_sys_getppid do count by $func'

# What one argument more costs: seven of a kind against three of them
printf '\n%-56s %10s %10s\n' "instructions for one argument more" kprobectl ftrace
more() {
	local three="$2 $2 $2"

	set -- "$1" "p __x64_sys_getppid $three" "p __x64_sys_getppid $three $three $2"
	printf '%-56s %10d %10d\n' "$1" $((($(ours "$3") - $(ours "$2")) / 4)) \
		$((($(ftraces "$3") - $(ftraces "$2")) / 4))
}
more "a register, %di" %di
more "a narrow one, %di:s32" %di:s32
more "a word of memory, +112(%di)" '+112(%di)'
more "a narrow one, +112(%di):u32" '+112(%di):u32'
more "two pointers deep, +0(+0(%sp))" '+0(+0(%sp))'
more "an array, +0(%di):x64[4]" '+0(%di):x64[4]'
rmmod kprobectl
