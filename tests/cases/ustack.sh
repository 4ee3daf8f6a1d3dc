#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# $ustacktrace: the frames of a program that keeps frame pointers, from its own places, from the
# kernel, and behind return probes; their names, live, in recordings and in tables.
# on: newest oldest, because PREEMPT_RT changes nothing in it that userret does not meet
# takes: 15

. ./lib.sh
plan 27
setup
reads_live
U=$(which ustack)
at() { echo $U:$($U where $1); }
# names: of the frames of the first stack, the innermost first, without offsets
names() { sed -n 's/^ => \([a-z_0-9]*\)+.*\[ustack\]$/\1/p' ${1:-$out} | head -n ${2:-4} | tr '\n' ' '; }

# called N COMMAND...: the program stays until N stacks have been printed, as its addresses have
# names no longer
called() {
	local n=$1
	shift
	rm -f /tmp/go
	$U "$@" /tmp/go &
	user=$!
	while [ "$(grep -c ': [a-z]*: (' $out)" -lt $n ]; do sleep 0.02; done
	: >/tmp/go
	wait $user
}

spec "p:u/inner $(at inner) \$ustacktrace"
reading
called 2 call 2
collect
is "at a function's first instruction" "$(names)" "inner middle outer main "
is "each hit has its stack" "$(grep -c '^ => inner+0x0/' $out)" 2
ok "each hit has one fate" ledger u/inner
like "format" "$(cat $D/events/u/inner/format)" '*field:__data_loc unsigned long*ustacktrace;*'
clear_all

spec "p:k/ask sys:getppid \$ustacktrace if \$comm == \"ustack\""
reading
called 1 call 1
collect
is "in the kernel, of the program that called" "$(names)" "ask middle outer main "
clear_all

# ... of each kind. A function's return is in the same system call.
for line in "p __x64_sys_getppid" "r __x64_sys_getppid" "f __x64_sys_getppid" \
	"f __x64_sys_getppid%return" "r sys:getppid"; do
	spec "${line%% *}:k/ask ${line#* } \$ustacktrace if \$comm == \"ustack\""
	reading
	called 1 call 1
	collect
	is "$line" "$(names)" "ask middle outer main "
	clear_all
done

spec "r:u/inner $(at inner) \$ustacktrace"
reading
called 1 call 1
collect
is "at a return" "$(names $out 3)" "middle outer main "
clear_all

spec "r:u/outer $(at outer)" "r:u/middle $(at middle)" "p:u/inner $(at inner) \$ustacktrace"
reading
called 1 call 1
collect
is "return addresses that return probes have replaced" "$(names)" "inner middle outer main "
clear_all

spec "p:k/ask sys:getppid \$ustacktrace \$stacktrace if \$comm == \"ustack\""
reading
called 1 thread
collect
is "in a thread" "$(names $out 3)" "ask middle outer "
ok "with two stacks each has its name" grep -q '^ ustacktrace:$' $out
clear_all

# Recorded, and read when the program has gone
spec "p:u/inner $(at inner) \$ustacktrace"
kpread -w /tmp/rec &
rec=$!
reads $rec
rm -f /tmp/go
$U call 3 /tmp/go &
user=$!
while [ "$(kpread -r /tmp/rec 2>/dev/null | grep -c ': inner: (')" -lt 3 ]; do sleep 0.1; done
: >/tmp/go
wait $user
kill -INT $rec
wait $rec
kpread -r /tmp/rec >/tmp/replayed
is "a recording has the names" "$(names /tmp/replayed)" "inner middle outer main "
is "... of each record" "$(grep -c '^ => main+' /tmp/replayed)" 3
kpread -r /tmp/rec -f folded >/tmp/folded
like "folded" "$(cat /tmp/folded)" "ustack;*main;outer;middle;inner 3"
ok "json" sh -c "kpread -r /tmp/rec -f json | grep -q '\"ustacktrace\":\[\"inner+0x0/'"
clear_all

# As a key
spec "p:u/inner $(at inner) do count by \$ustacktrace"
rm -f /tmp/go
$U call 3 /tmp/go &
user=$!
hits() { [ "$(prof u/inner hits)" = 3 ]; }
until hits; do sleep 0.02; done
kpread hist >/tmp/hist
like "a key: names" "$(tr '\n' ' ' </tmp/hist)" '*inner+0x0/0x*middle+0x*outer+0x*main+0x*'
is "... all hits have one" "$(grep -c 'inner+0x0/' /tmp/hist)" 1
like "the module tells process and addresses" "$(cat $D/events/u/inner/hist)" "*\[$user\]*0x*"
: >/tmp/go
wait $user
clear_all

# A thread of the kernel, a program without frame pointers, and what is refused
spec "t:k/work workqueue_execute_start \$ustacktrace if \$ppid == 2"
reading
worked() { [ "$(prof k/work emitted)" -gt 0 ]; }
until worked; do sleep 0.1; done
collect
is "a thread of the kernel has no program" "$(sed -n 's/^ => //p' $out | sort -u)" "(fault)"
clear_all
spec "p:k/add kpt_add \$ustacktrace"
reading
run call add 1 1
collect
like "a program without frames: where it is" "$(sed -n 's/^ => //p' $out | head -n 1)" '?*'
clear_all
refused "p kpt_add \$ustacktrace:u64" EINVAL u64
refused "p kpt_add if \$ustacktrace == 1" EINVAL '$ustacktrace'
finish
