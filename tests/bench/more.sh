# SPDX-License-Identifier: GPL-2.0
# What one argument more costs: seven of a kind against three of them.

. /tests/bench/lib.sh

of_ours() {
	empty_ring
	echo "$1" >$D/control
	perhit
	: >$D/control
}

of_ftrace() {
	echo "$1" >$T/kprobe_events
	echo 1 >$T/events/kprobes/enable
	perhit
	echo 0 >$T/events/kprobes/enable
	echo >$T/kprobe_events
	echo >$T/trace
}

more() {
	three="p $FN $2 $2 $2"
	seven="$three $2 $2 $2 $2"
	own=$((($(of_ours "$seven") - $(of_ours "$three")) / 4))
	row "$1" $own
	peer "ftrace" $((($(of_ftrace "$seven") - $(of_ftrace "$three")) / 4))
}

insmod /kprobectl.ko governor=1000
echo 16384 >$T/buffer_size_kb
row "instructions for one argument more" "" ratio
more "a register, %di" %di
more "a narrow one, %di:s32" %di:s32
more "a word of memory, +112(%di)" '+112(%di)'
more "a narrow one, +112(%di):u32" '+112(%di):u32'
more "two pointers deep, +0(+0(%sp))" '+0(+0(%sp))'
more "an array, +0(%di):x64[4]" '+0(%di):x64[4]'
rmmod kprobectl
