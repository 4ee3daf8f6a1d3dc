#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Return instances: as many as were asked for, or as many as there are calls in
# flight; and that no call is without one unnoticed.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 80
# kcsan: yes
# timeout: 300

. ./lib.sh
plan 44
setup

# burst N MS: N threads enter at once, and come back in another order when all are inside
burst() { run sleepers $1 $2 burst; run sleepers wait; }
# figures EVENT: hits, emitted, missed
figures() { echo "$(prof $1 hits) $(prof $1 emitted) $(prof $1 missed)"; }

reading
spec 'r:grow kpt_sleep ms=$arg1:u32' 'r16:fixed kpt_sleep ms=$arg1:u32'
is "without MAXACTIVE: what it begins with" "$(prof kprobes/grow maxactive)" 128
is "with: what was asked for" "$(prof kprobes/fixed maxactive)" 16
start=$(prof kprobes/grow memory)
ok "its memory is in profile" [ $start -gt 0 ]
burst 2000 10
missed=$(prof kprobes/grow missed)
is "the first burst: every call is one or the other" "$(figures kprobes/grow)" \
	"2000 $((2000 - missed)) $missed"
ok "growth: the ledger is closed" ledger kprobes/grow
ok "fixed: the ledger is closed" ledger kprobes/fixed
is "the fixed one has 16 of them" "$(figures kprobes/fixed)" "2000 16 1984"
ok "it has grown" [ $(prof kprobes/grow maxactive) -ge 2000 ]
ok "... and its memory with it" [ $(prof kprobes/grow memory) -gt $((start * 8)) ]
is "the fixed one has not" "$(prof kprobes/fixed maxactive)" 16
for i in 1 2 3; do
	burst 2000 10
	is "burst $i after that: none is missed" "$(prof kprobes/grow missed)" $missed
	ok "... the ledger is closed" ledger kprobes/grow
done
is "the fixed one misses the same each time" "$(figures kprobes/fixed)" "8000 64 7936"
collect
is "no return is seen twice or lost on the way" "$(lines grow) $(lines fixed)" \
	"$((8000 - missed)) 64"
no "none has a shorter duration than it slept" sh -c "grep ': grow: .* lat=[0-9.]*[un]s$' $out"
like "the summary says how many" "$(cat $err)" "* $((missed + 7936)) missed: incomplete by *"
told=$(sed -n 's/.*: fixed: \[MISSED \([0-9]*\) CALLS\]$/\1/p' $out | awk '{ s += $1 } END { print s + 0 }')
ok "the stream tells of the misses ($told of 7936)" [ $told -gt 0 -a $told -le 7936 ]
clear_all
is "with the event the memory goes" "$(grep -c . $D/control)" 0

# The stream: in place, with whose and how many
reading
spec 'r2:two kpt_sleep'
run sleepers 2 10 held
run sleepers 1 10
sleep 0.1
run sleepers 3 10
run sleepers wait
collect
is "four calls too many" "$(figures kprobes/two)" "6 2 4"
is "... told before the returns of the others" \
	"$(grep ': two: ' $out | sed 's/.*: two: //; s/ .*//' | head -n 1)" "[MISSED"
told=$(sed -n 's/.*: two: \[MISSED \([0-9]*\) CALLS\]$/\1/p' $out | awk '{ s += $1 } END { print s + 0 }')
ok "... by number ($told)" [ $told -ge 2 -a $told -le 4 ]
ok "... with the thread that called" grep -q 'sleeper-[0-9]* .*: two: \[MISSED' $out
clear_all

# The limit
echo 256 >/sys/module/kprobectl/parameters/pool_max
spec 'r:small kpt_sleep'
burst 1000 10
burst 1000 10
is "pool_max holds" "$(prof kprobes/small maxactive)" 256
ok "... what is above it is missed" [ $(prof kprobes/small missed) -gt 0 ]
ok "... and counted" ledger kprobes/small
clear_all
echo 65536 >/sys/module/kprobectl/parameters/pool_max

# Growth while it is switched, filtered, and while readers come and go
spec 'r:busy kpt_sleep ms=$arg1:u32 if $arg1 & 1 || $retval > 20'
(while [ ! -e /tmp/stop ]; do
	put $D/events/kprobes/busy/enable 0
	put $D/events/kprobes/busy/enable 1
	put $D/events/kprobes/busy/filter 'ms > 0'
	put $D/events/kprobes/busy/filter '$arg1 & 1 || $retval > 20'
done) >/dev/null &
switcher=$!
for i in 1 2 3 4; do burst 500 $((i * 13)); done
touch /tmp/stop
wait $switcher
put $D/events/kprobes/busy/enable 1 >/dev/null
burst 100 10
ok "switched and filtered meanwhile: the ledger is closed" ledger kprobes/busy
is "... nothing is in flight" "$(prof kprobes/busy inflight)" 0
clear_all
collect

# Removed with calls inside, of all pools
spec 'r:gone kpt_sleep'
burst 600 50
run sleepers 600 10 held
is "calls are in flight" "$(prof kprobes/gone inflight)" 600
clear_all
ok "they are removed with it" [ ! -s $D/control ]
run sleepers wait
is "... and counted as never returned" "$(total never)" 600
spec 'r:again kpt_sleep'
burst 600 50
is "the next one is not confused" "$(prof kprobes/again hits)" 600
ok "... its ledger is closed" ledger kprobes/again

# Threads that end inside, under growth
spec 'r:ends kpt_exit'
run exit 300
ok "threads that end inside: the ledger is closed" ledger kprobes/ends
is "... each is in flight or known to be gone" \
	"$(($(prof kprobes/ends never) + $(prof kprobes/ends inflight) + $(prof kprobes/ends missed)))" 300
clear_all

# On several CPUs at once, with an event in interrupt context beside it
spec 'r:fl kpt_a' 'r:fc kpt_c' 'p:irq kpt_hardirq'
run timer start 500
run flood 30000 nested
run timer stop
for e in fl fc irq; do ok "flood: the ledger of $e is closed" ledger kprobes/$e; done
is "flood: every call was counted, or skipped by kprobes" \
	"$(($(prof kprobes/fl hits) + $(prof kprobes/fl nested) >= $(calls a)))" 1
clear_all
collect

# CPUs that go away and come back
if echo 0 >/sys/devices/system/cpu/cpu1/online 2>/dev/null; then
	echo 1 >/sys/devices/system/cpu/cpu1/online
	spec 'r:hot kpt_sleep'
	run sleepers 800 10 held
	echo 0 >/sys/devices/system/cpu/cpu1/online
	run sleepers 400 100
	echo 1 >/sys/devices/system/cpu/cpu1/online
	run sleepers wait
	ok "hotplug: the ledger is closed" ledger kprobes/hot
	is "hotplug: nothing is in flight" "$(prof kprobes/hot inflight)" 0
	clear_all
else
	skip "hotplug: the ledger is closed" "CPU 1 cannot be taken out"
	skip "hotplug: nothing is in flight" "CPU 1 cannot be taken out"
fi
finish
