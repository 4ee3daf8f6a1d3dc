#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# t: tracepoints. Which are in a set, what their records say, that each hit is counted, alone
# and beside ftrace's own events, and that they follow modules.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# not: kcsan, because that kernel lacks BPF_EVENTS, which tells how many arguments there are
# takes: 90
# timeout: 1800
# long: 1800

. ./lib.sh
. ./storm.inc
plan 151
setup
E=$T/events

# names [PATTERN]: the kernel's tracepoints and those of modules by their functions, as
# `functions` writes them
names() { grep "${1:-.}" /tmp/names; }
awk 'sub(/^__traceiter_/, "", $3) { print $3 ($4 ? " " $4 : "") }' /proc/kallsyms | sort >/tmp/names
listed() { sort $D/events/$1/functions; }
# planted SPEC EVENT PATTERN: exactly those are in the set
planted() {
	spec "$1"
	names "$3" >/tmp/want
	listed $2 >/tmp/got
	ok "$1: something is in it" [ -s /tmp/got ]
	says "$1: what the kernel's symbols say" diff /tmp/want /tmp/got
	is "$1: and so many" "$(prof $2 functions)" $(wc -l </tmp/want)
	clear_all
}

# Which are in it
echo 0 >$D/tracing_on	# records of these sets would fill the rings
planted 't:s/a sched_switch' s/a '^sched_switch$'
planted 't:s/a sched_*' s/a '^sched_'
planted 't:s/a sched_*,!sched_[sw]*' s/a '^sched_[^sw]'
planted 't:s/a kpt:*' s/a '\[kpt\]'
planted 't:s/a sched_w*,kpt:*_wide' s/a '^sched_w\|_wide'
planted 't:s/a kpt_point_bare' s/a '^kpt_point_bare'
planted 't:s/a kpt_point_bare_tp' s/a '^kpt_point_bare'
planted 't:s/a kpt_point_wid?_tp' s/a '^kpt_point_wide'
echo 1 >$D/tracing_on

# check
is "check: of the kernel" "$(verdict 't sched_process_exit' | sed 's/ [0-9].*//; q')" \
	"ok: sched_process_exit: tracepoint,"
is "check: of a module" "$(verdict 't kpt_point')" "ok: kpt_point [kpt]: tracepoint, 3 arguments"
is "check: several" "$(verdict 't kpt_point,kpt:*_wide')" "ok: 2 tracepoints
	kpt_point [kpt]: tracepoint, 3 arguments
	kpt_point_wide [kpt]: tracepoint, 8 arguments"
verdict 't *' | sed -n 's/^\t\(.*\): tracepoint, \([0-9]* arguments*\|number of arguments unknown\)$/\1/p' |
	sort >/tmp/got
names >/tmp/want
says "check: all" diff /tmp/want /tmp/got
like "check: without a t it is a place" "$(verdict sched_switch)" "refused: no such symbol*"
like "check: none" "$(verdict 't nosuch*')" "refused: no tracepoint is called nosuch\*: *"
like "check: waits" "$(verdict 't nosuch:x')" "parked: *"
like "check: one word" "$(verdict 't a b')" "refused: one place at a time*"

# Values
collect
spec 't:v/a kpt_point a=$arg1:u64 b=$arg2:s32 x=$arg2 s=+0($arg3):string tid=$tid c=$cpu n=$comm'
run call point 5 -7 x3
collect
is "complete" $rc 0
is "three arguments, and who" "$(args a | sort | uniq -c | sed 's/ c=[0-9]* / /; s/^ *//')" \
	"3 a=5 b=-7 x=0xfffffff9 s=\"text of a point\" tid=$$ n=\"sh\""
is "the place" "$(grep -c ': a: (kpt_point+0x' $out)" 3
ok "ledger" ledger v/a
clear_all
spec 't:v/f kpt_point_wide a=$arg1 b=$arg2 c=$arg3 d=$arg4 e=$arg5'
run call wide 10 20 x4
collect
is "all that come in registers" "$(args f | sort | uniq -c | sed 's/^ *//')" \
	"4 a=0xa b=0xb c=0xc d=0xd e=0xe"
is "the place, written fast" "$(grep -c ': f: (kpt_wide+0x' $out)" 4
clear_all
spec 't:v/w kpt_point_wide a=$arg1:u64 e=$arg5:u64 f=$arg6:u64 g=$arg7:u32 h=$arg8:u64 if $arg8 > 20'
run call wide 10 20 x4
run call wide 10 30 x2
collect
is "those on the stack" "$(args w | sort | uniq -c | sed 's/^ *//')" "2 a=10 e=14 f=15 g=16 h=30"
is "... tell hits apart" "$(prof v/w emitted) $(prof v/w filtered)" "2 4"
clear_all

# Where: alone, and with others at the tracepoint
where='fn=$func by=$caller st=$stacktrace'
spec "t:v/a kpt_point $where"
run call point 1 2
collect
is "alone: \$func" "$(field fn a | sed 's/+.*//')" kpt_point
is "alone: the stack begins there" "$(sed -n 's/^ => \([a-z_]*\)+.*/\1/p' $out | head -n 2 | tr '\n' ' ')" \
	"kpt_point run_write "
like "alone: \$caller is the second of it" "$(field by a)" \
	"$(sed -n 's/^ => \([^ ]*\).*/\1/p' $out | sed -n 2p)"
spec 't:v/b kpt_point a=$arg1'
run call point 1 2
collect
is "with another: \$func, \$caller" "$(field fn a | sed 's/+.*//') $(field by a | sed 's/+.*//')" \
	"__traceiter_kpt_point kpt_point"
is "with another: the stack" "$(sed -n 's/^ => \([a-z_]*\)+.*/\1/p' $out | head -n 3 | tr '\n' ' ')" \
	"__traceiter_kpt_point kpt_point run_write "
is "both are hit" "$(lines a) $(lines b)" "1 1"
is "alone again" "$(put $D/control '-:v/b')" OK
run call point 1 2
collect
is "alone again: \$func" "$(field fn a | sed 's/+.*//')" kpt_point
clear_all

# As ftrace's event has it: values and context. The letter of what waits to be scheduled is left
# out, as another CPU changes it at any time; kernels with a column for lazy ones have two.
lazy=
grep -q '=> need-resched-lazy' $T/trace && lazy=.
theirs() { sed -n "s/.*\] \(.\).$lazy\(..\)[^ ]* [^:]*: \([a-z_]*\): \(.*\)/\3 \1\2 \4/p" $T/trace; }
ours() { sed -n 's/.*\] \(.\).\(..\) [^:]*: \([a-z_]*\): ([^)]*)\(.*\)/\3 \1\2\4/p' $out; }
if [ -d $E/kpt/kpt_point ]; then
	spec 't:v/kpt_point kpt_point a=$arg1:u64 b=$arg2:s32'
	echo 1 >$E/kpt/kpt_point/enable
	run call point 77 -3 x5
	echo 0 >$E/kpt/kpt_point/enable
	theirs >/tmp/want
	collect
	ours >/tmp/got
	says "ftrace's event says the same" diff /tmp/want /tmp/got
	is "... five times" "$(wc -l </tmp/got)" 5
	echo >$T/trace
	clear_all
else
	skip "ftrace's event says the same" "this kernel makes no events of modules"
	skip "... five times" "this kernel makes no events of modules"
fi

# tracefs has lines of this kind from 6.5 on: both take and refuse the same
E2=$T/dynamic_events
if echo 't:d/e task_rename' >$E2 2>/dev/null; then
	echo >$E2
	for line in 't:d/e task_rename' 't task_rename' 't:d/ task_rename $comm' 't:d/e task_rename a=$arg1:x64' \
		't:d/e task_rename $arg1 $arg2' 't:d/e task_rename s=+0($arg2):string' \
		't:d/e task_rename $arg3' 't:d/e task_rename $arg0' \
		't:d/e task_rename $nonsense' 't:d/e task_rename a=$arg1:u9' 't:1/e task_rename' 't:d/e'; do
		theirs=$(put $E2 "$line")
		[ "$theirs" = OK ] || theirs=refused
		ours=$(put $D/control "$line")
		[ "$ours" = OK ] || ours=refused
		is "as tracefs: $line" "$ours" "$theirs"
		echo >$E2
		clear_all
	done
else
	for i in $(seq 12); do skip "as tracefs: $i" "this kernel's tracefs has no such lines"; done
fi

# Too few arguments
spec 't:l/a kpt_point* h=$arg3' 't:l/b kpt_point* if $arg8 > 1' 't:l/c kpt_point* do count by $arg8'
is "left out: from the record's, the condition's and the table's" \
	"$(listed l/a | tr '\n' ' ')$(listed l/b)$(listed l/c)" \
	"kpt_point [kpt] kpt_point_wide [kpt] kpt_point_wide [kpt]kpt_point_wide [kpt]"
is "left out: which, and why" "$(sed 's/_tp / /' $D/events/l/b/left_out)" \
	"kpt_point [kpt]: it has 3 arguments
kpt_point_bare [kpt]: it has 2 arguments"
run call point 1 2 x3
run call wide 1 2 x4
run call bare 1 2 x5
is "left out: is not hit" "$(prof l/a hits) $(prof l/b hits) $(prof l/c hits)" "7 4 4"
collect
clear_all
spec 't:l/a kpt_point* a=$arg1:u64'
is "a filter that takes more than some have" "$(put $D/events/l/a/filter '$arg3 != 0')" EINVAL
like "... says so" "$(last_error)" "*a tracepoint of this event has fewer arguments*"
is "one that all have" "$(put $D/events/l/a/filter '$arg2 == 2')" OK
run call point 1 2 x3
run call bare 1 3 x5
is "... decides" "$(prof l/a emitted) $(prof l/a filtered)" "3 5"
collect
clear_all

# Tables
run reset
spec 't:c/n kpt_point* do count' 't:c/h kpt_point do count by $arg2:s32, hist($arg1)'
run points 500
is "counted on all CPUs" "$(prof c/n aggregated)" $(($(calls point) + $(calls wide)))
ok "... which is something" [ $(calls wide) -ge 500 ]
is "by a key: twice each, once for each CPU" \
	"$(grep -c '^ *2 .*arg2' $D/events/c/h/hist)" 500
ok "ledgers" ledger
clear_all

# On and off
spec 't:o/a kpt_point,kpt_point_wide'
run call point 1 2 x3
echo 0 >$D/events/o/a/enable
run call point 1 2 x5
is "off: no hits" "$(prof o/a hits) $(prof o/a mode) $(prof o/a functions)" "3 off 2"
echo 1 >$D/events/o/a/enable
run call wide 1 2 x2
is "on again" "$(prof o/a hits) $(prof o/a mode)" "5 tracepoint"
spec '-:o/a'
run call point 1 2
collect
is "removed: its records are still read" $(lines a) 5
clear_all

# Fates
echo 4 >$D/buffer_size_kb
spec 't:f/l kpt_point a=$arg1 b=$arg2 s=$stacktrace' 't:f/q kpt_point_wide a=$arg1 b=$arg2'
run reset
run points 2000
is "each hit, lost or not" "$(($(prof f/l hits) + $(prof f/l nested))) $(prof f/q hits)" \
	"$(calls point) $(calls wide)"
ok "some were lost" [ $(prof f/l lost) -gt 0 -a $(prof f/q lost) -gt 0 ]
echo 0 >$D/tracing_on
run call point 1 2 x7
is "off" "$(prof f/l off)" 7
echo 1 >$D/tracing_on
ok "ledgers" ledger
clear_all
collect
echo 1024 >$D/buffer_size_kb

# NMIs and interrupts
if grep -q '__tracepoint_nmi_handler$' /proc/kallsyms; then
	spec 't:n/n nmi_handler r=$arg3:s32' 't:n/p kpt_point a=$arg1'
	run reset
	run nmi 20
	collect
	n=$(lines n)
	ok "NMIs came" [ $n -ge 20 ]
	is "each says that it is one" "$(grep -c '\] ..[zZ]. .*: n: (' $out)" $n
	ok "ledgers" ledger
	clear_all
else
	for what in came says ledgers; do skip "NMIs: $what" "this kernel has no such tracepoint"; done
fi

# asleep: the task waits for us
asleep() {
	local n=0
	until grep -q '^[0-9]* (.*) S ' /proc/$task/stat; do
		n=$((n + 1))
		[ $n -lt 1200 ] || return 1
		sleep 0.05
	done
}

# Contexts: of a task that holds locks or has interrupts off, and of interrupts on top of the
# task. The task is on our CPU: when we see that the task sleeps, it has left the CPU. It runs
# until a timer's interrupt has come.
taskset -p 1 $$ >/dev/null
own="task/task_rename task/task_newtask sched/sched_process_fork sched/sched_wakeup_new sched/sched_switch"
above="irq/softirq_entry timer/hrtimer_expire_entry"
mkfifo /tmp/begin /tmp/end
(
	read x </tmp/begin
	n=0
	while [ $n -lt 200 ] && [ "$(prof c/hrtimer_expire_entry emitted)" = 0 ]; do
		i=0
		while [ $i -lt 3000 ]; do i=$((i + 1)); done
		n=$((n + 1))
	done
	printf other >/proc/self/comm
	(usleep 1000)
	echo >/tmp/end
	read x </tmp/begin
) &
task=$!
ok "a task waits" asleep
for e in $own $above; do
	echo "common_pid == $task" >$E/$e/filter
	echo 1 >$E/$e/enable
	echo "t:c/${e#*/} ${e#*/} if \$tid == $task"
done >/tmp/lines
put $D/control </tmp/lines >/dev/null
echo >$T/trace
echo >/tmp/begin
read x </tmp/end
ok "the task waits again" asleep
for e in $own $above; do echo 0 >$E/$e/enable; echo 0 >$E/$e/filter; done
theirs | cut -d' ' -f 1,2 >/tmp/want
collect
ours | cut -d' ' -f 1,2 >/tmp/got
echo >/tmp/begin
wait $task
echo >$T/trace
clear_all
# In no order: on 7.3 a task can be preempted between ftrace's handler and ours.
for f in want got; do
	grep -E '^(task|sched)_' /tmp/$f | sort >/tmp/$f.own
	grep -vE '^(task|sched)_' /tmp/$f | sort -u >/tmp/$f.above
done
says "contexts of a task's own, one by one, as ftrace has them" diff /tmp/want.own /tmp/got.own
diag "$(sort /tmp/got.own | uniq -c | tr -s '\n ' ' ')"
ok "... with a lock held, and with interrupts off" sh -c 'grep -q " ..[1-9]" /tmp/got.own && grep -q " d" /tmp/got.own'
is "contexts of interrupts: none that ftrace has not" "$(grep -vxFf /tmp/want.above /tmp/got.above)" ""
diag "$(tr '\n' ' ' </tmp/got.above)"
ok "... with an h" grep -q ' .h' /tmp/got.above

# All tracepoints at once, beside ftrace's events, for one task that does a bit of all. The
# task is on our CPU: while we run it does not, and nothing is counted for it.
(
	read x </tmp/begin
	for i in 1 2 3; do
		ls -lR /sys/module >/tmp/load.txt 2>&1
		(sleep 0.01 & kill $! 2>/dev/null; wait) 2>/dev/null
		cat /proc/self/maps /proc/meminfo >>/tmp/load.txt
		dd if=/dev/zero of=/tmp/load.dd bs=64k count=8 2>/dev/null
	done
	echo >/tmp/end
	read x </tmp/begin
) &
task=$!
ok "the task waits" asleep
spec "t:all/set * do count by func size=16"
is "all tracepoints are in one set" "$(prof all/set functions)" "$(names | wc -l)"
names | sed 's/ .*//' | sort -u >/tmp/all
(cd $E && ls -d */*/) | sed 's/.$//' | sort -t / -k 2 >/tmp/events
while read name; do
	echo "t:e/$name $name if \$tid == $task do count"
done </tmp/all >/tmp/lines
put $D/control </tmp/lines >/dev/null
is "each in an event of its own" "$(grep -c ^t:e/ $D/control)" "$(wc -l </tmp/all)"
for e in $(sort -t / -k 2 /tmp/events | awk -F / 'NR == FNR { have[$1] = 1; next }
		$2 in have && $1 ~ /^(sched|signal|task|raw_syscalls|kmem|exceptions|filemap|timer|irq|rcu|mmap)$/ {
			print
		}' /tmp/all -); do
	echo "hist:keys=common_pid:size=128 if common_pid == $task" >$E/$e/trigger 2>/dev/null && echo $e
done >/tmp/beside
diag "$(wc -l </tmp/all) tracepoints, $(wc -l </tmp/beside) events beside them"
ok "ftrace counts there, too" [ $(wc -l </tmp/beside) -gt 50 ]
echo >/tmp/begin
read x </tmp/end
ok "the task waits again" asleep
cp $D/profile /tmp/profile
while read e; do
	echo "${e#*/} $(sed -n 's/^    Hits: //p' $E/$e/hist | awk '{ s += $1 } END { print s + 0 }')"
done </tmp/beside | sort >/tmp/want
while read e; do echo '!hist:keys=common_pid' >$E/$e/trigger 2>/dev/null; done </tmp/beside
# Of what the task itself does both count the same. Interrupts hit inside of handlers: at an
# interrupt's end preempt_count() is the task's again, and the hit is counted as nested; ftrace
# does not say what it leaves out there.
awk 'FNR == 1 { file++ }
	file == 1 { want[$1] = $2; next }
	FNR == 1 { for (i = 1; i <= NF; i++) k[$i] = i; next }
	sub(/^e\//, "", $1) && ($1 in want) {
		n = $(k["aggregated"])
		own = $1 ~ /^(sys_(enter|exit)|task_newtask|sched_process_(fork|wait)|signal_deliver)$/
		if (!own && n + $(k["nested"]) >= want[$1])
			n = want[$1]
		print $1, n
	}' /tmp/want /tmp/profile | sort >/tmp/got
says "each counts what ftrace counts of the task, and no fewer of what interrupts do" diff /tmp/want /tmp/got
ok "many were hit" [ $(awk '$2 > 0' /tmp/want | wc -l) -gt 25 ]
diag "$(awk '$2 > 0' /tmp/want | tr '\n' ' ')"
echo >/tmp/begin
wait $task
clear_all		# while they are armed, hits go on as they are added up
ok "ledger of all" stats_ledger
spec 't:all/all * n=$comm s=$stacktrace'
cat /proc/*/stat >/dev/null 2>&1
ls -lR /sys/module >/dev/null
ok "all with stacks: ledger" sh -c ". ./lib.sh; echo 0 >$D/events/all/all/enable; ledger all/all"
ok "... some were written" [ $(prof all/all emitted) -gt 50 ]
collect
clear_all

# Modules
rmmod kpt
spec 't:m/a kpt:kpt_point* a=$arg1:u64' 't:m/b sched_process_exit,kpt:kpt_point'
gives "a name that nothing has now" ENOENT $D/control 't:m/c kpt_point'
is "absent: parked, or at the others" "$(prof m/a mode) $(prof m/a functions) $(prof m/b functions)" \
	"parked 0 1"
cat $D/control >/tmp/listing
insmod /kmod/kpt.ko
is "it comes: planted" "$(prof m/a mode) $(prof m/a functions) $(prof m/b functions)" "tracepoint 3 2"
says "the listing is the same" diff /tmp/listing $D/control
run call point 9 2 x5
run call bare 9 2 x2
is "hits" "$(prof m/a hits)" 7
spec 't:m/few kpt:* a=$arg8' 't:m/any kpt_point*'
ok "armed, they do not hold the module" rmmod kpt
is "it goes: parked" "$(prof m/a mode) $(prof m/a functions) $(prof m/b functions) $(prof m/any mode)" \
	"parked 0 1 parked"
insmod /kmod/kpt_last.ko
is "another module comes" "$(prof m/a functions)" 0
rmmod kpt_last
insmod /kmod/kpt.ko
is "again: those with enough arguments" "$(cat $D/events/m/few/functions)" "kpt_point_wide [kpt]"
run call wide 9 2 x3
is "again: hits" "$(prof m/a hits) $(prof m/few hits) $(prof m/any hits)" "10 3 3"
ok "ledgers" ledger
collect
is "records of both times" $(lines a) 10
clear_all
rmmod kpt
spec 't:m/off kpt:kpt_point'
echo 0 >$D/events/m/off/enable
insmod /kmod/kpt.ko
run call point 1 2 x3
is "off when it comes: no hits" "$(prof m/off mode) $(prof m/off functions) $(prof m/off hits)" "off 1 0"
echo 1 >$D/events/m/off/enable
run call point 1 2 x3
is "on: hits" "$(prof m/off hits)" 3
clear_all
rmmod kpt
spec 't:m/late kpt:* if $arg3 != 0'
is "parked: a filter that takes more" "$(put $D/events/m/late/filter '$arg8 == 4')" OK
insmod /kmod/kpt.ko
is "... holds when it comes" "$(cat $D/events/m/late/functions)" "kpt_point_wide [kpt]"
clear_all

# Storms: points are hit on all CPUs while events come, go, are off and on, and kprobectl too
run reset
load points run points 200
bad=0
rounds=10
! long || rounds=50
for i in $(seq $rounds); do
	spec "t:s/a kpt_point,kpt_point_wide a=\$arg1 b=\$arg2" 't:s/b kpt_point* h=$arg8 s=$stacktrace' \
		't:s/c kpt_point do count' 't:s/d sched_*,kmem_*,timer_* do count by cpu'
	echo 0 >$D/events/s/a/enable
	echo 1 >$D/events/s/a/enable
	put $D/events/s/a/filter '$arg2 > 10' >/dev/null
	[ $((i % 5)) = 0 ] || spec '-:s/'
	[ $((i % 5)) != 0 ] || { unloads kprobectl && insmod /kprobectl.ko governor=0; } || bad=$((bad + 1))
done
is "events and kprobectl came and went" $bad 0
spec 't:s/x kpt:* a=$arg1'
calm
(while [ ! -e /tmp/stop ]; do
	put $D/control 't:h/a kpt:* a=$arg1' >/dev/null
	put $D/control 't:h/b sched_*,kpt_* a=$arg1' >/dev/null
	put $D/check 't *' >/dev/null
	put $D/control '-:h/' >/dev/null
done) 2>/dev/null &
other=$!
bad=0
# (a search holds each module for a moment, so rmmod is tried again)
for i in $(seq 15); do
	rm_module kpt && insmod /kmod/kpt.ko || bad=$((bad + 1))
	run call point 1 2 x10
done
: >/tmp/stop
wait $other
is "a module came and went fifteen times" $bad 0
ok "ledger" ledger s/x
run reset
hits=$(prof s/x hits)
run points 100
is "... and is hit" "$(($(prof s/x hits) - hits))" $(($(calls point) + $(calls wide)))
clear_all
collect

# Refusals
refused 't:x nosuch' ENOENT nosuch
refused 't:x sched_switch,nosuch_*,kpt_* $arg1' ENOENT 'nosuch_*,kpt_*'
refused 't:x kpt_point a=$arg1 b=$arg4' EINVAL 'b=$arg4'
is "which says how many there are" "$(last_error)" "kprobectl: error: kpt_point has 3 arguments, no \$arg4"
refused 't:x kpt_point if $arg1 > 3 && $arg5 > 3' EINVAL '$arg5'
refused 't:x kpt_point do hist($arg6)' EINVAL '$arg6)'
refused 't:x kpt_point a=%di' EINVAL '%di'
refused 't:x kpt_point a=$stack1' EINVAL '$stack1'
refused 't:x kpt_point a=$retval' EINVAL '$retval'
refused 't:x kpt/kpt_point' EINVAL kpt/kpt_point
refused 't:x kpt_point+4' EINVAL '+4'
refused 't:x kpt_point,!kpt_*' EINVAL 'kpt_point,!kpt_*'
spec 't:x/a kpt_point a=$arg1'
refused 'f:x/a kpt_add a=$arg1' EEXIST f:x/a
refused 't:x/a kpt_point a=$arg1' EEXIST t:x/a
gives "another of its name" OK $D/control 't:x/a kpt_point_wide a=$arg1'
run call point 1 2
run call wide 1 2 x2
is "two lines of one event" "$(prof x/a hits | tr '\n' ' ')" "1 2 "
gives "one goes by its name" OK $D/control '-:x/a kpt_point a=$arg1'
is "the other stays" "$(cat $D/control)" 't:x/a kpt_point_wide a=$arg1'
ok "an armed event does not hold the module" rm_module kprobectl
run call point 1 2 x3
insmod /kprobectl.ko governor=0
finish
