#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Readers and owners of sessions are killed at any moment, under a flood. With its
# owner gone a session's probes are gone; a dead reader is nobody's hindrance.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 70
# timeout: 900
# long: 1800

. ./lib.sh
. ./storm.inc
plan 14
setup
storm 3 150

# The main session's events, beside all others
echo 16 >$D/buffer_size_kb
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2' 'r:seq_r kpt_seq' 'f:set kpt_seq a=$arg2'

probes() { cat /sys/kernel/debug/kprobes/list $T/enabled_functions | wc -l; }
ours=$(probes)

# owner [STEP]...: a session with p, r, f and f %return, a table and a span, the more the later
# it is killed
owner() {
	: >/tmp/owner		# the last one's was armed, too
	dev write 'p:k/p kpt_b c=$comm' write 'r:k/r kpt_a' write 'f:k/f kpt_[abc]' \
		write 'f:k/fr kpt_[abc]%return do count by $func' map 0 map 1 \
		write 'r:k/slept kpt_sleep' write 'p:k/mid kpt_insns+12' write 'p:k/irq kpt_hardirq' \
		write 'p:k/in kpt_a do start by tid' write 'p:k/out kpt_c since in by tid' \
		records write 'f:k/more kpt_*' records "$@" say armed wait /tmp/never >/tmp/owner 2>&1 &
	victim=$!
}

# The reader of the main session: in poll(), in epoll, or reading without a pause
reader() {
	dice 3
	case $dice in
	0) kpread >/dev/null 2>&1 & ;;
	1) hostile read >/dev/null & ;;
	2) waits edge 100000000 >/dev/null & ;;
	esac
	victim=$!
}

# strike: after 0 to 0.5 s
strike() {
	dice 50
	sleep 0.$((dice / 10))$((dice % 10))
	kill -9 $victim
	wait $victim
}

# What a process leaves behind is over when it is.
kill_owner() {
	owner
	dice 2
	[ $dice = 0 ] || await armed /tmp/owner
	strike
	wrote=$((wrote + $(grep -c 'write OK' /tmp/owner)))
	grep -q armed /tmp/owner && armed=$((armed + 1))
	[ $(probes) = $ours ] || { left=$((left + 1)); diag "left: $(cat /sys/kernel/debug/kprobes/list)"; }
}

kill_reader() {
	reader
	strike
	[ "$(dev attach)" = "attach OK" ] || stuck=$((stuck + 1))
}

wrote=0 armed=0 left=0 stuck=0
run reset
load flood run flood 200
load nested run flood 100 nested
load asleep run sleepers 3 30
load insns run call insns 1 2 x50
run timer start 1000
for n in 1 2 3; do kill_owner; kill_reader; done
calm
settled >/dev/null
before=$(settled)
load flood run flood 200
load nested run flood 100 nested
load asleep run sleepers 3 30
load insns run call insns 1 2 x50
n=0
while [ $n -lt $rounds ]; do
	kill_owner
	kill_reader
	n=$((n + 1))
done
calm

diag "$rounds owners killed, $armed of them when all was armed, after $wrote events in all;" \
	"$(loaded flood) and $(loaded nested) floods"
is "with its owner a session's probes are gone" $left 0
ok "there were some" [ $wrote -gt 0 -a $armed -gt 0 ]
is "when a reader is dead the next one may come" $stuck 0
# The rounds are few, and caches grow with the processes beside: a MiB lost in each round shows.
no_leak "$rounds owners and readers" "$before" 1500 2500

# Another process has the descriptor too: the session ends with the last of them
bad=0 early=0
rm -f /tmp/never
for n in 1 2 3; do
	owner fork
	await armed /tmp/owner
	child=$(cat /proc/$victim/task/$victim/children)
	before=$(probes)
	kill -9 $victim
	wait $victim
	[ $(probes) = $before ] || early=$((early + 1))
	kill -9 $child
	i=0
	while [ $(probes) != $ours ] && [ $i -lt 600 ]; do
		i=$((i + 1))
		sleep 0.05
	done
	[ $(probes) = $ours ] || bad=$((bad + 1))
done
is "of two that have it one is killed: it lives" $early 0
is "the other one too: it is gone" $bad 0

# What the kills left behind: nothing, and everything works
run timer stop
run sleepers wait
is "p: each call all the time" "$(prof kprobes/seq hits)" "$(calls seq)"
is "r: each call" "$(prof kprobes/seq_r hits)" "$(calls seq)"
is "f: each call" "$(($(prof kprobes/set hits) + $(prof kprobes/set nested)))" "$(calls seq)"
ok "all ledgers" ledger
is "half of what all rings may have is free" "$(dev buffer 33554432 map 0)" "buffer OK
map OK"
collect
run call seq 0 x50
collect
is "the next reader reads all" "$(lines seq) $(lines seq_r) $(lines set) $rc" "50 50 50 0"
clear_all
ok "nothing is left" nothing_left
ok "rmmod: nothing is in use" rm_module kprobectl
finish
