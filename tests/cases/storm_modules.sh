#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Modules with p, r, f and f %return in them, with tables and spans, go and come back, under
# fire and at peace: parked, planted again, every counter kept.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 40
# timeout: 900
# long: 1800

. ./lib.sh
. ./storm.inc
plan 18
setup
storm 4 60
sum_of() { local s=0 f; for f; do s=$((s + $(calls $f))); done; echo $s; }
seen() { echo $(($(prof m/$1 hits) + $(prof m/$1 nested))); }
all="p r mid irq set out sum both slept in end"
modes() { local e; for e in $all; do prof m/$e mode; done | sort | uniq -c | awk '{ printf "%s ", $2 }'; }

spec 'p:m/p kpt:kpt_add a=$arg1' 'r:m/r kpt:kpt_seq ret=$retval' 'p:m/mid kpt:kpt_insns+12' \
	'p:m/irq kpt:kpt_hardirq' \
	'f:m/set kpt:kpt_seq,kpt:kpt_[abc]' 'f:m/out kpt:kpt_seq,kpt:kpt_[abc]%return' \
	'f:m/sum kpt:kpt_[abc] do count by $func' \
	'f:m/both kpt_add,ksys_sync,kpt_last:*' 'r:m/slept kpt:kpt_sleep' \
	'p:m/in kpt:kpt_a do start by tid' 'p:m/end kpt:kpt_c since in by tid'
cat $D/control >/tmp/listing

# At peace: the sums of all lives of kpt are exact
bad_modes=0 left=0 failed=0 change=0
add=0 seq=0 abc=0 a=0 insns=0 slept=0
life() {
	run reset
	dice 40
	run call add 1 2 x$((dice + 1))
	dice 40
	run call insns 1 2 x$((dice + 1))
	run flood $((20 * (dice + 1)))
	run flood $((10 * (dice + 1))) nested
	run sleepers 5 30
	run sleepers wait
	a=$((a + $(calls a)))
	add=$((add + $(calls add))) seq=$((seq + $(calls seq))) abc=$((abc + $(sum_of a b c)))
	insns=$((insns + $(calls insns))) slept=$((slept + $(calls sleep)))
	run timer start 500	# and goes with the module
	unloads kpt || failed=$((failed + 1))
	[ "$(modes)" = "ftrace parked " ] || {
		diag "away: $(modes)"
		bad_modes=$((bad_modes + 1))
	}
	left=$((left + $(cat /sys/kernel/debug/kprobes/list $T/enabled_functions | grep -c kpt_)))
	dice 3
	[ $dice != 0 ] || { echo 0; echo 1; } | while read -r x; do echo $x >$D/events/m/p/enable; done
	dice 3
	[ $dice != 0 ] || { spec 'f:m/new kpt:kpt_*' && spec '-:m/new'; } || change=$((change + 1))
	dice 2
	echo $dice >/proc/sys/debug/kprobes-optimization
	insmod /kmod/kpt.ko || failed=$((failed + 1))
	case $(modes) in
	*parked* | *refused* | *partial*) diag "there: $(modes)"; bad_modes=$((bad_modes + 1)) ;;
	esac
}

n=0
while [ $n -lt $rounds ]; do
	life
	n=$((n + 1))
done
echo 1 >/proc/sys/debug/kprobes-optimization
is "$rounds times gone and back" "$failed $change" "0 0"
is "parked each time, and planted again" $bad_modes 0
is "nothing of it is left in the kernel meanwhile" $left 0
is "p: each call of all its lives" "$(prof m/p hits)" $add
is "in the middle of a function" "$(prof m/mid hits)" $insns
is "r: each call" "$(prof m/r hits)" $seq
is "r: those who slept" "$(prof m/slept hits)" $slept
is "f: each call" "$(seen set)" $((seq + abc))
is "f%return: each call" "$(seen out)" $((seq + abc))
is "aggregates: each call" "$(seen sum)" $abc
is "spans: each call has one, which ends" "$(prof m/in starts) $(prof m/in ended) $(prof m/end unmatched)" \
	"$a $a 0"
ok "all ledgers" ledger
ok "the listing is the same" sh -c "cat $D/control | cmp -s - /tmp/listing"

# Under fire: calls at any moment, and a second module beside it
reading
load flood run flood 200 nested
load adds run call add 1 2 x50
load asleep run sleepers 3 20
load last sh -c 'insmod /kmod/kpt_last.ko && rmmod kpt_last'
failed=0 n=0
there_was() { [ $(loaded flood) -gt 0 -a $(loaded adds) -gt 0 ]; }
while [ $n -lt $rounds ] || { ! there_was && [ $n -lt $((rounds * 10)) ]; }; do
	unloads kpt && insmod /kmod/kpt.ko || failed=$((failed + 1))
	dice 4
	sleep 0.$dice
	n=$((n + 1))
done
calm
collect
diag "$busy times busy; $(loaded flood) floods, $(loaded adds) times calls, $(loaded last) times the other module"
is "under fire: gone and back" $failed 0
ok "and there was fire" there_was
ok "all ledgers" ledger
ok "hits went on" [ $(prof m/p hits) -gt $add ]
unloads kpt
clear_all
ok "nothing is left" nothing_left
insmod /kmod/kpt.ko
finish
