#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Readers that die, stall, lie and map what they should not.
# on: newest, because kpread is one program everywhere
# not: rt, because PREEMPT_RT changes nothing in mappings; stalled and wake run there
# kcsan: yes

. ./lib.sh
. ./flood.inc
plan 67
setup

attach() {
	rm -f /tmp/stop /tmp/attached
	hostile $1 >/tmp/hostile &
	hostile=$!
	while [ ! -e /tmp/attached ] && kill -0 $hostile; do sleep 0.05; done
}

# exact TEXT: hits are kpt's calls, and every hit has one fate
exact() {
	is "$1: hits are kpt's calls" "$(prof kprobes/seq hits)" "$(calls seq)"
	ok "$1: ledger" ledger kprobes/seq
}

# fine TEXT: the next reader gets a whole stream
fine() {
	collect
	run call seq 0 x50
	collect
	is "$1: the next reader reads all" "$(lines seq) $rc" "50 0"
}

echo 16 >$D/buffer_size_kb
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2'
run reset

attach read
run flood 20000 &
flood=$!
sleep 0.2
kill -9 $hostile
wait $hostile
wait $flood
exact "killed in the midst of reading"
fine "killed"

attach stall
run flood 5000
exact "stalled"
kill -9 $hostile
wait $hostile
fine "stalled"

attach garbage
run flood 50000
sleep 1
: >/tmp/stop
wait $hostile
exact "liar"
ok "lies are counted" [ "$(cat /tmp/hostile)" -gt 0 ]
is "in stats too" "$(percpu bad_tail)" "$(cat /tmp/hostile)"
fine "liar"

# One step back, where a writer finds the ring full and somebody waits
spec 'p:add kpt_add'
attach back
wait $hostile
is "a step back is no room: the writer says so, counts it, wakes" "$(cat /tmp/hostile)" \
	"refused 1 lost 1 woken 1"
ok "... ledger" ledger kprobes/add
spec '-:add'
fine "a step back"

# Who reads the main session
attach stall
is "a second reader of the main session" "$(dev attach)" "attach EBUSY"
is "kpread says so" "$(timeout 20 kpread -t 1 >/dev/null 2>/tmp/busy; echo $?)" 2
ok "in a sentence" [ $(wc -l </tmp/busy) = 1 -a -s /tmp/busy ]
kill -9 $hostile
wait $hostile
is "free again" "$(dev attach)" "attach OK"

# Mappings
helper 49 mapper
finish
