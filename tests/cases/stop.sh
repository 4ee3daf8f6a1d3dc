#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# do stop: recording ends at the hit, or so many events later, to the event; what led to it stays.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# kcsan: yes
# takes: 15

. ./lib.sh
plan 45
setup
taskset -p 1 $$ >/dev/null	# one ring for what follows each other

# until_off: the module's worker has said so
until_off() {
	local n=0
	until [ "$(cat $D/tracing_on)" = 0 ]; do
		n=$((n + 1))
		[ $n -lt 500 ] || return 1
		usleep 20000
	done
}
snapshot() {
	kpread --snapshot "$@" >$out 2>/tmp/summary
	rc=$?
}

is "nothing has stopped" "$(cat $D/stopped)" no
spec 'p:seq kpt_seq i=$arg2:u64' 'p:bad kpt_add a=$arg1 do emit, stop'
is "the line as it was written" "$(tail -n 1 $D/control)" 'p:kprobes/bad kpt_add a=$arg1 do emit, stop'
run call seq 0 x10
run call add 7 7
run call seq 0 x10
ok "at once: recording is off" until_off
snapshot
is "what came before, and the hit" "$(lines seq) $(lines bad)" "10 1"
is "the rest is counted as off" "$(prof kprobes/seq off)" 10
ok "the ledger is closed" ledger kprobes/seq
ok "... of the event that stops" ledger kprobes/bad
like "who stopped it" "$(cat $D/stopped)" "kprobes/bad at *.*, sh-$$, after 0 more events"
is "... in the stream" "$(grep -c ': bad: \[STOPS RECORDING\]$' $out)" 1
is "... behind its hit" "$(grep -n ': bad: ' $out | cut -d: -f1 | tr '\n' ' ')" "11 12 "
snapshot -f json
is "... as json" "$(grep -c '"type":"stopped".*"event":"kprobes/bad".*"after":0' $out)" 1
snapshot -f csv -e bad
is "... as csv" "$(grep -c 'stopped kprobes/bad 0' $out)" 1
run call add 7 7
is "further hits are off as well" "$(prof kprobes/bad off)" 1
gives "recording goes on" OK $D/tracing_on 1
is "... and nothing has stopped" "$(cat $D/stopped)" no
run call seq 0 x5
is "... all is recorded" "$(prof kprobes/seq emitted)" 15
clear_all
collect

# N more events, with the newest kept
echo 4 >$D/buffer_size_kb
echo 1 >$D/overwrite
spec 'p:seq kpt_seq i=$arg2:u64' 'p:bad kpt_add a=$arg1 if a == 9 do emit, stop(5)'
run call seq 0 x3000
run call add 1 1
is "a hit that is refused stops nothing" "$(cat $D/stopped)" no
run call add 9 1
like "five to come" "$(cat $D/stopped)" "kprobes/bad at *, sh-$$, after 5 more events, 5 to come"
is "... while recording is on" "$(cat $D/tracing_on)" 1
run call seq 0 x3
like "two to come" "$(cat $D/stopped)" "*after 5 more events, 2 to come"
run call add 9 1
run call seq 0 x1000
ok "then it is off" until_off
snapshot
is "five more, the second such hit among them" "$(lines seq) $(lines bad)" \
	"$(sed '1,/: bad: (/!d' $out | grep -c ': seq: ' | awk '{ print $1 + 4 }') 2"
is "the last before the hit" "$(sed '/: bad: (/,$d' $out | tail -n 1 | sed 's/.* i=//')" 2999
is "the last of all" "$(field i seq | tail -n 1)" 0
is "in the stream" "$(grep -c 'STOPS RECORDING AFTER 5 MORE EVENTS' $out)" 1
is "the others are off" "$(prof kprobes/seq off)" 999
for e in seq bad; do ok "$e: the ledger is closed" ledger kprobes/$e; done
gives "another size, while stopped" OK $D/buffer_size_kb 8
is "... it stays off" "$(cat $D/tracing_on)" 0
run call seq 0 x5
is "... indeed" "$(prof kprobes/seq off)" 1004
echo 1 >$D/tracing_on
clear_all

# A flood on all CPUs: exactly so many, whoever comes first
spec 'p:seq kpt_seq' 'r:ret kpt_seq $lat' 'f:set kpt_seq' 'p:irq kpt_hardirq'
run timer start 1000
run flood 2000
sum() { local s=0 e; for e in seq ret set irq bad; do s=$((s + $(prof kprobes/$e emitted))); done; echo $s; }
spec 'p:bad kpt_add do stop(1000)'
run flood 20000 &
usleep 300000
before=$(sum)
run call add 1 1
wait
n=0
until [ "$(cat $D/tracing_on)" = 0 ] || [ $n -ge 100 ]; do	# should the flood have been over
	run flood 500
	n=$((n + 1))
done
ok "a flood: it is off" until_off
run timer stop
after=$(sum)
is "no event is recorded any more" "$(run flood 100; sum)" "$after"
ok "... at least so many came after the hit" [ $((after - before)) -ge 1000 ]
for e in seq ret set irq bad; do ok "$e: the ledger is closed" ledger kprobes/$e; done
clear_all
echo 1 >$D/tracing_on

# At returns, at spans, and with an aggregate
spec 'r:ret kpt_add v=$retval if v == 30 do count, emit, stop' 'p:s/in kpt_ret do start by tid' \
	'r:s/out kpt_ret since s/in by tid do stop'
run call add 1 1
run call add 10 20
ok "at a return" until_off
like "... who" "$(cat $D/stopped)" "kprobes/ret at *"
echo 1 >$D/tracing_on
run call ret 3
ok "at the end of a span" until_off
like "... who" "$(cat $D/stopped)" "s/out at *"
ok "all ledgers" ledger
ok "unloading while stopped" rm_module kprobectl
finish
