#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the virtual machine of make bench: instructions per hit above the bare call,
# ours beside those of ftrace's kprobe events in the same boot.

D=/sys/kernel/debug/kprobectl
T=/sys/kernel/tracing

ours() {
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
echo 16384 >$D/buffer_size_kb
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
rmmod kprobectl
