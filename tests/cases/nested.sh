#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Hits that kprobes skips because another probe is being handled: counted for the
# events that were armed then, as "at least"; and hits where RCU does not watch. No
# trace with one of either is complete.
# on: newest oldest, because load, ledger and pool meet what PREEMPT_RT changes
# smoke: yes
# takes: 10

. ./lib.sh
plan 46
setup

# nested EVENT...: their columns
nested() { for e; do echo -n "$(prof kprobes/$e nested) "; done; }

spec 'p:irq kpt_irqwork' 'r:ret kpt_irqwork' 'p:idle kpt_irqwork' 'p:other kpt_add'
echo 0 >$D/events/kprobes/idle/enable
reading
ok "7 interrupts in another probe's handler" put $KPT/run 'skip 7'
is "... each called what is probed" "$(calls irqwork)" 7
is "... and no probe saw it" "$(prof kprobes/irq hits) $(prof kprobes/ret hits)" "0 0"
is "nested, where something was skipped" "$(nested irq ret)" "7 7 "
is "... not where the event is off, nor elsewhere" "$(nested idle other)" "0 0 "
is "... the sum in stats" "$(total nested)" 14
for e in irq ret; do ok "it is beside the ledger of $e, not in it" ledger kprobes/$e; done
collect
is "kpread: incomplete" $rc 3
is "... by at least so many, and why" "$(tail -n 1 $err)" \
	"0 events, 0 lost, 0 missed: incomplete by at least 14: at least 14 nested in another probe's handler"

# The next reader has its own time
reading
run irqwork 3
collect
is "what was skipped before is not the next reader's" $rc 0
is "... all it should see is there" "$(lines irq) $(lines ret)" "3 3"
reading
ok "5 interrupts in a return probe's handler" put $KPT/run 'skip 5 return'
is "nested" "$(nested irq ret idle)" "12 12 0 "
collect
like "incomplete by those alone" "$(tail -n 1 $err)" \
	"*: incomplete by at least 10: at least 10 nested*"

# Between two readers
run skip 2
collect
is "skipped with nobody reading: complete" $rc 0
is "... but counted" "$(nested irq ret)" "14 14 "

# Switched
echo 1 >$D/events/kprobes/idle/enable
is "switched on: nothing of what was before" "$(nested idle)" "0 "
run skip 3
is "... from then on it counts" "$(nested irq idle)" "17 3 "
echo 0 >$D/events/kprobes/idle/enable
run skip 4
is "switched off: it stays" "$(nested irq idle)" "21 3 "
echo 1 >$D/events/kprobes/idle/enable
run skip 1
is "and on again" "$(nested irq idle)" "22 4 "

# Tracing stopped, the event's own filter: kprobes asks neither
echo 0 >$D/tracing_on
run skip 1
echo 1 >$D/tracing_on
is "with tracing off too" "$(nested irq)" "23 "

# Removed
clear_all
sum=$(total nested)
is "the session keeps what removed events had" "$sum" $((23 + 23 + 5))
spec 'p:irq kpt_irqwork' 'p:keep kpt_irqwork'
reading
run skip 6
spec '-:irq'
is "removed in between: the sum stays" "$(total nested)" $((sum + 12))
collect
like "... and its reader hears of it" "$(tail -n 1 $err)" \
	"*: incomplete by at least 12: at least 12 nested*"
reading
clear_all
collect
is "... the next one does not" $rc 0

# Parked and planted anew
spec 'p:m/irq kpt:kpt_irqwork' 'r:m/ret kpt:kpt_irqwork'
run skip 5
rmmod kpt
is "its module goes: it keeps what it had" "$(prof m/irq nested) $(prof m/ret nested)" "5 5"
insmod /kmod/kpt.ko
is "... comes again: the same" "$(prof m/irq nested) $(prof m/ret nested)" "5 5"
run skip 2
is "... and goes on" "$(prof m/irq nested) $(prof m/ret nested)" "7 7"
clear_all

# A session of its own
is "another session's events count for it alone" \
	"$(dev write 'p:s/irq kpt_irqwork' put $KPT/run 'skip 4' view 4 read |
	tr ' ' '\n' | sed -n 's/^nested=//p') $(total nested)" "4 $((sum + 12 + 14))"

# Under a handler of our own: a flood of hits, a timer that comes in between
spec 'p:seq kpt_seq $stacktrace' 'r:seq_r kpt_seq $stacktrace' 'p:tick kpt_hardirq' \
	'r:tick_r kpt_hardirq'
run reset
reading -e tick
run timer start 200
n=0
while [ "$(prof kprobes/tick nested)" = 0 ] && [ $n -lt 200 ]; do
	run flood 500
	n=$((n + 1))
done
run timer stop
collect
diag "$n floods; $(grep tick $D/profile)"
ok "interrupts came into our own handlers" [ "$(prof kprobes/tick nested)" -gt 0 ]
is "... no probe in a task misses anything" "$(prof kprobes/seq hits) $(nested seq seq_r)" \
	"$(calls seq) 0 0 "
for e in tick tick_r; do
	ok "... $e: hits and those skipped are not above the calls" \
		[ $(($(prof kprobes/$e hits) + $(prof kprobes/$e nested))) -le "$(calls hardirq)" ]
done
for e in seq seq_r tick tick_r; do ok "... the ledger of $e" ledger kprobes/$e; done
like "... and kpread says so" "$(tail -n 1 $err)" \
	"*at least $(($(prof kprobes/tick nested) + $(prof kprobes/tick_r nested))) nested*"
clear_all

# Idle, on its way to sleep: on 6.12 nothing there can be probed any more
reading -e none
if put $D/control 'p:idle default_idle' | grep -q OK; then
	spec 'r:idle_r default_idle'
	n=0
	while [ "$(prof kprobes/idle_r norcu)" = 0 ] && [ $n -lt 200 ]; do
		sleep 0.05
		n=$((n + 1))
	done
	for e in idle idle_r; do echo 0 >$D/events/kprobes/$e/enable; done
	collect
	ok "where RCU does not watch: hits" [ "$(prof kprobes/idle hits)" -gt 0 -a \
		"$(prof kprobes/idle_r hits)" -gt 0 ]
	for e in idle idle_r; do
		is "... nothing is touched" "$(prof kprobes/$e norcu)" "$(prof kprobes/$e hits)"
		ok "... the ledger of $e" ledger kprobes/$e
	done
	n=$(($(prof kprobes/idle norcu) + $(prof kprobes/idle_r norcu)))
	is "... and the trace is incomplete by so many" "$(tail -n 1 $err)" \
		"0 events, 0 lost, 0 missed: incomplete by $n: $n where RCU was not watching"
	collect
	is "... not the next one" $rc 0
else
	collect
	for i in 1 2 3 4 5 6 7; do skip "where RCU does not watch" "default_idle cannot be probed"; done
fi
finish
