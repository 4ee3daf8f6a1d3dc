#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kprobectl is loaded and unloaded, with events of all kinds armed and hit on all CPUs, while
# readers and owners of sessions come and go: it says busy or goes, and leaves nothing. At the
# end, with all of them armed, hits are calls and each ledger is closed.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 70
# timeout: 900
# long: 1800

. ./lib.sh
. ./storm.inc
plan 24
setup
storm 1 50
sampled() { [ "$(prof last/rate hits)" -gt 0 -a "$(prof last/tick hits)" -gt 0 ]; }
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
		"r:u/call $deep n=\$arg1 o=\$oncpu do emit, count by \$ustacktrace" \
		'p:last/after kpt_insns+12 b=%ax a=$after(%ax)' \
		'i:last/rate 99hz f=$func s=$stacktrace' 'i:last/tick 10ms do count by $cpu' \
		'w:last/watch w@kpt:kpt_watched:8 old=$old new=$value' \
		'p:last/call kpt_seq i=$arg2 s=call:kpt_sum($arg1,i,i):u64 do emit, call(kpt_tell)' \
		'r:last/return kpt_ret if $arg1 == 5 do count, return(6)! limit=1000000' \
		'p:last/skip kpt_deref if $pid > 1 do skip(1)! 1 in 2 limit=1000000' \
		'p:last/group kpt_b if $cgroup in "/"' 'p:last/sys sys:getppid' \
		'p:last/stop kpt_c if $pid == 1 do stop' \
		'p:last/own kpt_insns st=$stacktrace($current)' \
		't:last/woken sched_wakeup do count by $stacktrace($arg1)' \
		'p:last/signal kpt_ret if $arg1 == 5 do count, signal(SIGURG) limit=1000000' \
		'p:last/dump kpt_ret if $arg1 == 5 do count, dump limit=2'
}

# Who comes and goes. Without the module all of them fail at once.
reads() { timeout 3 kpread -n 100 | grep -q .; }
owns() { dev write 'p:o/p kpt_c' write 'r:o/r kpt_c' write 'f:o/f kpt_[abc]' map 0 records | grep -q '^[0-9]'; }
acts() { run call ret 5 x$1; run call deref x$1; run call insns 1 2 x$1; }
looks() { cat $D/profile $D/stats $D/events/*/*/hist; }

# kpt's loads are for all the time, the others for the storm
load flood run flood 60
load nested run flood 30 nested
load stores run store crew 20
load acts acts 20
load asleep run sleepers 3 30
load deep userret depth 20 30
run timer start 1000

# comes: with the module whose functions lines call
comes() { insmod /kprobectl.ko governor=0 act=return,skip,signal && insmod /kmod/kpt_helper.ko; }

round() {
	comes || { failed=$((failed + 1)); return; }
	arm || failed=$((failed + 1))
	dice 4
	sleep 0.$dice
	rmmod kpt_helper 2>/dev/null && failed=$((failed + 1))	# a line holds it, and it kprobectl
	spec '-:last/call'
	until_ok rmmod kpt_helper || failed=$((failed + 1))
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
diag "$busy times busy; $(loaded reader) readers, $(loaded owner) sessions, $(loaded looker) looks," \
	"$(loaded flood) and $(loaded nested) floods, $(sum_of seq a b c hardirq sleep) calls"
is "$((n + 1)) times there and gone" $failed 0
is "nothing was left by any" $left 0
ok "floods ran" [ $(loaded flood) -gt 0 -a $(loaded nested) -gt 0 ]
ok "readers came" [ $(loaded reader) -gt 0 ]
ok "owners of sessions too" [ $(loaded owner) -gt 0 ]
ok "and who looked at files" [ $(loaded looker) -gt 0 ]
# The rounds are few, and caches grow with the processes beside: a MiB lost in each round shows.
no_leak "$n loads" "$before" 1500 2500

# And it works as ever, all of it at once. Who writes a line is spared what it does: not the subshell.
comes
echo 16384 >$D/buffer_size_kb	# a slow machine is long at it, and is sampled meanwhile
arm
run reset
run timer start 1000
(acts 40) &
run flood 200
run flood 100 nested
run store crew 20
wait $!
run timer stop
stored=$((20 * $(grep -c ^processor /proc/cpuinfo)))
is "each call" "$(prof kprobes/seq hits) $(prof kprobes/seq_r hits) $(prof kprobes/set hits)" \
	"$(calls seq) $(calls seq) $(sum_of a b c)"
is "... after an instruction" "$(prof last/after hits) $(prof last/after missed)" "40 0"
is "... with functions of another module" "$(prof last/call hits)" "$(calls seq)"
is "... each of which ran" "$(awk '{ print $1, $2 }' /sys/kernel/debug/kpt_helper | grep -E '^kpt_(sum|tell) ' | xargs)" \
	"kpt_sum $(calls seq) kpt_tell $(calls seq)"
is "... that gets another value" "$(prof last/return hits) $(prof last/return acted)" "40 40"
is "... that is skipped, every other one" "$(calls deref) $(prof last/skip acted)" "20 20"
is "... that has a signal sent" "$([ $(prof last/signal acted) -gt 0 ] && prof last/signal hits)" 40
is "... and its stack told" "$(prof last/dump hits) $(prof last/dump acted)" "40 2"
is "... with a task's stack" "$(prof last/own hits) $(prof last/own emitted)" "40 40"
is "... of a group" "$(prof last/group hits) $(prof last/group filtered)" "$(calls b) 0"
is "each store" "$(prof last/watch hits)" $stored
is "each span" "$(prof span/in starts) $(prof span/in ended) $(prof span/out unmatched)" \
	"$(calls a) $(calls a) 0"
ok "tasks are woken up, and run" [ "$(prof wk/up starts)" -gt 0 -a "$(prof wk/up ended)" -gt 0 ]
echo 0 >$D/events/wk/enable	# the scheduler never rests
ok "all ledgers" ledger
echo 0 >$D/tracing_on
collect
# (an interrupt's hit in the middle of another is missed, and is in no record)
is "and it is read, each record of it" "$(tail -n 1 $err | grep -o '[0-9]* events' | head -n 1), $(total lost) lost" \
	"$(total emitted) events, 0 lost"
(while :; do :; done) &
ok "samples and ticks come" until_ok sampled
kill $!
clear_all
rmmod kpt_helper
ok "nothing is left" nothing_left
finish
