#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kprobectl is loaded and unloaded, with probes of all kinds armed and hit, while
# readers and owners of sessions come and go: it says busy or goes, and leaves nothing.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 70
# timeout: 900
# long: 1800

. ./lib.sh
. ./storm.inc
plan 11
setup
storm 1 50
sum_of() { local s=0 f; for f; do s=$((s + $(calls $f))); done; echo $s; }
rm_module kprobectl

deep=$(which userret):$(userret where depth)	# a function of a program, and a task in it
arm() {
	spec 'p:seq kpt_seq cpu=$arg1 i=$arg2' 'r:seq_r kpt_seq ret=$retval' 'p:mid kpt_insns+12' \
		'p:irq kpt_hardirq' 'f:set kpt_[abc] c=$comm' 'f:out kpt_[abc]%return ret=$retval' \
		'f:sum kpt_seq,kpt_b do count by $cpu' 'r:lat kpt_a do hist($lat)' \
		'r:slept kpt_sleep $oncpu' 'p:late later:later' \
		'p:span/in kpt_a do start by tid size=64' \
		'r:span/out kpt_a since span/in by tid o=$oncpu do emit, hist($lat) by $cpu top=4' \
		't:wk/up sched_wakeup do start by $arg1 within=1ms' \
		't:wk/run sched_switch since wk/up by $arg3 do count by time(100ms)' \
		"p:u/in $deep do start by tid" "r:u/out $deep since u/in by tid l=\$lat b=\$blocked" \
		"r:u/call $deep n=\$arg1 o=\$oncpu do emit, count by \$ustacktrace"
}

# Who comes and goes. Without the module all of them fail at once.
reads() { timeout 3 kpread -n 100 | grep -q .; }
owns() { dev write 'p:o/p kpt_c' write 'r:o/r kpt_c' write 'f:o/f kpt_[abc]' map 0 records | grep -q '^[0-9]'; }
looks() { cat $D/profile $D/stats $D/events/*/*/hist; }

# kpt's loads are for all the time, the others for the storm
load flood run flood 60
load nested run flood 30 nested
load asleep run sleepers 3 30
load deep userret depth 20 30
run timer start 1000

round() {
	insmod /kprobectl.ko governor=0 || { failed=$((failed + 1)); return; }
	arm || failed=$((failed + 1))
	dice 4
	sleep 0.$dice
	unloads kprobectl || failed=$((failed + 1))
	nothing_left || left=$((left + 1))
}

all_came() { [ $(loaded reader) -gt 0 -a $(loaded owner) -gt 0 -a $(loaded looker) -gt 0 ]; }

failed=0 left=0
round
settled >/dev/null
before=$(settled)
load reader reads
load owner owns
load looker looks
# more rounds, should nobody have had the time to come in that many
n=0
while [ $n -lt $rounds ] || { ! all_came && [ $n -lt $((rounds * 10)) ]; }; do
	round
	n=$((n + 1))
done
calm
run timer stop
run sleepers wait
after=$(back_to $before)
diag "$busy times busy; $(loaded reader) readers, $(loaded owner) sessions, $(loaded looker) looks," \
	"$(loaded flood) and $(loaded nested) floods, $(sum_of seq a b c hardirq sleep) calls"
is "$((n + 1)) times there and gone" $failed 0
is "nothing was left by any" $left 0
ok "floods ran" [ $(loaded flood) -gt 0 -a $(loaded nested) -gt 0 ]
ok "readers came" [ $(loaded reader) -gt 0 ]
ok "owners of sessions too" [ $(loaded owner) -gt 0 ]
ok "and who looked at files" [ $(loaded looker) -gt 0 ]
# The rounds are few, and caches grow with the processes beside: a MiB lost in each round shows.
no_leak "$n loads" "$before" "$after" 1500 2500

# And it works as ever
insmod /kprobectl.ko governor=0
arm
run reset
run flood 200
run flood 100 nested
is "each call" "$(prof kprobes/seq hits) $(prof kprobes/seq_r hits) $(prof kprobes/set hits)" \
	"$(calls seq) $(calls seq) $(sum_of a b c)"
ok "all ledgers" ledger
collect
is "and it is read" $rc 0
clear_all
ok "nothing is left" nothing_left
finish
