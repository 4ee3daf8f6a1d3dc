#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# An event that would eat the machine is throttled, and not the machine: that is to be
# seen, what it leaves out is counted, and it comes back. No verdict is a time.
# on: newest, because hits are counted by one code everywhere
# takes: 20
# timeout: 600

. ./lib.sh
plan 47

# One of a hundred parts of a CPU: a machine that is starved has that much.
governor=1
setup
reads_live
patience

cpus=$(grep -c ^processor /proc/cpuinfo)

is_throttled() { [ "$(prof $1 mode)" = throttled ]; }
is_not_throttled() { [ "$(prof $1 mode)" != throttled ]; }
has_throttled() { [ "$(prof $1 throttled)" -gt ${2:-0} ]; }

storm_on() {
	rm -f /tmp/stop
	(while [ ! -e /tmp/stop ]; do run flood 5000; done) &
	storm=$!
}

storm_off() {
	touch /tmp/stop
	wait $storm
}

# logged EVENT: how often the kernel log says that it is throttled
logged() { dmesg | sed '1,/kpctl: case governor begins/d' | grep -c "kprobectl: $1 takes more than"; }
has_logged() { [ $(logged $1) -gt 0 ]; }

# A storm of an event whose hits take long, with a reader there
spec 'p:storm kpt_seq i=$arg2 s=$stacktrace'
reading
storm_on
ok "a storm: its event is throttled" until_ok is_throttled kprobes/storm
ok "... the kernel log says so" until_ok has_logged kprobes/storm
ok "... the stream says so" until_ok grep -q ': storm: \[THROTTLED: 1 IN [0-9]*, ' $out
before=$(prof kprobes/storm throttled)
ok "... goes on, and so does leaving out" until_ok has_throttled kprobes/storm $((before + 20000))
storm_off
ok "the storm is over: it is throttled no more" until_ok is_not_throttled kprobes/storm
is "hits are calls" "$(prof kprobes/storm hits)" $(calls seq)
ok "the ledger is closed" ledger kprobes/storm
is "stats has the same" "$(total throttled)" "$(prof kprobes/storm throttled)"
diag "$(sed -n 2p $D/profile)"
ok "most of the storm was left out" \
	[ $(($(prof kprobes/storm throttled) * 2)) -gt $(prof kprobes/storm hits) ]

# Less than 32 hits of a CPU, and after a while without any, say nothing of what the
# event takes, however slow they are.
sleep 0.3
left=$(prof kprobes/storm throttled)
taken=$(($(prof kprobes/storm emitted) + $(prof kprobes/storm lost)))
run call seq 0 x20
run flood 5
is "back: every hit is taken again" \
	"$(($(prof kprobes/storm emitted) + $(prof kprobes/storm lost) - taken))" \
	$((20 + 5 * cpus))
is "... none was left out since" "$(prof kprobes/storm throttled)" "$left"

# told_of_end: the last that the stream has said of each CPU, once there is room to say it
told_of_end() {
	run flood 1
	sleep 0.2
	grep -o '\[[0-9]*\] .*: storm: \[[A-Z][^]]*\]' $out | awk '{ last[$1] = $0 }
		END { for (c in last) { n++; if (last[c] !~ /NOT THROTTLED ANY MORE/) exit 1 }; exit !n }'
}
ok "... the stream says so, of each CPU" until_ok told_of_end
left=$(prof kprobes/storm throttled)
collect
diag "$(cat $err)"
is "kpread: incomplete" $rc 3
like "... since so many were throttled" "$(tail -n 1 $err)" \
	"*$left throttled because their event took too much of a CPU*"
is "the log has it once" "$(logged kprobes/storm)" 1
clear_all

# Twice, and still said once
spec 'p:again kpt_seq s=$stacktrace do count by s'
for i in 1 2; do
	before=$(prof kprobes/again throttled)
	storm_on
	ok "aggregates, storm $i: throttled" until_ok has_throttled kprobes/again $((before + 1000))
	storm_off
	ok "... and back" until_ok is_not_throttled kprobes/again
done
ok "... the log has it" until_ok has_logged kprobes/again
is "... once" "$(logged kprobes/again)" 1
ok "... the ledger is closed" ledger kprobes/again
clear_all

# One that is called by its address
addr=$(sed -n 's/^\([0-9a-f]*\) . kpt_seq\t.*/\1/p' /proc/kallsyms)
like "kpt_seq has an address" "$addr" 'ffff????????????'
spec "p 0x$addr s=\$stacktrace do count by s"
storm_on
ok "an event called by its address: the log has it" until_ok has_logged kprobes/p_0x0000000000000000
storm_off
is "... and not the address" "$(dmesg | grep -c $addr)" 0
clear_all

# Nothing but the note of it is in the stream
spec 'p:again kpt_seq s=$stacktrace do count by s'
waits edge 1 sh -c 'for i in $(seq 40); do echo flood 5000 >/sys/kernel/debug/kpt/run; done' >/tmp/said
diag "$(cat /tmp/said)"
ok "... a reader that sleeps is woken by the note of it" \
	[ "$(sed -n 's/^events //p' /tmp/said)" -ge 1 ]
clear_all

# storms TEXT EVENT: of other kinds, whose record is plain registers too
storms() {
	storm_on
	ok "$1: throttled" until_ok has_throttled $2 5000
	storm_off
	ok "$1: each hit has one fate" ledger $2
	diag "$(grep "^$2 " $D/profile)"
	ok "$1: and back" until_ok is_not_throttled $2
	clear_all
}

spec 'r:calls kpt_seq ret=$retval'
storms r kprobes/calls
spec 'f:set/set kpt_seq* $arg2'
storms f set/set
spec 'f:set/calls kpt_seq*%return $retval'
storms 'f %return' set/calls
spec 'f:set/set kpt_seq* do count' 'f:set/other kpt_seq* $arg2'
storms 'f, not alone at its function' set/other
spec 'p:plain kpt_seq i=$arg2'
storms 'p, the quick way' kprobes/plain

# A shell's loop, and what it takes, in clock ticks of itself and its children
work() {
	sh -c 'i=0
	while [ $i -lt 15 ]; do
		cat /proc/self/status /proc/self/maps >/dev/null
		i=$((i + 1))
	done
	set -- $(cat /proc/$$/stat)
	echo $((${14} + ${15} + ${16} + ${17}))'
}

eater() { spec 'f:set/eater *kmem_cache*,vfs_*,_raw_spin_*,mutex_*,do_*,filemap_* do count by $stacktrace'; }

eater
work >/dev/null
hits=$(prof set/eater hits)
left=$(prof set/eater throttled)
with=$(work)
hits=$(($(prof set/eater hits) - hits))
left=$(($(prof set/eater throttled) - left))
ok "what a shell does, all of it watched: most is left out" [ $((left * 2)) -gt $hits ]
clear_all
rm_module kprobectl
insmod /kprobectl.ko governor=0
eater
work >/dev/null
without=$(work)
# no verdict: who else runs on the host has a say in what a tick is
diag "$left of $hits hits; a shell's loop takes $with ticks with the governor, $without without"
is "0: none is left out" "$(prof set/eater throttled)" 0
clear_all
spec 'p:storm kpt_seq s=$stacktrace'
run flood 3000
is "... nor in a storm" "$(prof kprobes/storm throttled) $(prof kprobes/storm mode)" "0 ftrace"
is "... all are taken" "$(($(prof kprobes/storm emitted) + $(prof kprobes/storm lost)))" \
	$((3000 * cpus))
clear_all
rm_module kprobectl

# A budget that is none
insmod /kprobectl.ko governor=20000
spec 'p:plain kpt_seq'
is "more than that is none: it takes what 100 CPUs are" \
	"$(cat /sys/module/kprobectl/parameters/governor)" 10000
run flood 100
is "... all are taken" "$(prof kprobes/plain emitted)" $((100 * cpus))
finish
