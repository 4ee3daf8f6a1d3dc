#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Of another task: $stacktrace(TASK), $comm(TASK), the type task. Where a task sleeps that another
# wakes, whatever hooked its returns; and addresses that are no task's.
# on: newest oldest rt, because 6.12 unwinds as 7.3 does
# kcsan: yes
# takes: 60
# timeout: 900

. ./lib.sh
plan 65
setup

# frames EVENT [N]: of its Nth record, the functions' names in a line
frames() {
	awk -v e=": $1: (" -v n="${2:-1}" '
		/^ => / { if (on) { sub(/\+.*/, "", $2); printf "%s ", $2 } next }
		/^ [a-z]*:$/ { next }	# a stack by its name
		{ on = 0 } index($0, e) && ++i == n { on = 1 }' $out
}
# had_slept EVENT: of how many sleepers a record shows where they sleep. There may be other records
# of each: a new thread waits for its start, on PREEMPT_RT for a lock, and who is awake again may
# lose the CPU there.
had_slept() {
	local n=0
	while [ $n -lt $(lines $1) ]; do
		n=$((n + 1))
		case $(frames $1 $n) in
		$slept) grep ": $1: (" $out | sed -n "${n}p" | grep -o '"sleeper/[0-9]*"' | head -n 1 ;;
		esac
	done | sort -u | wc -l
}
# sleepers_seen EVENT N: N threads sleep and are woken, again until all were seen asleep: on a busy
# machine one may lose the CPU on its way to sleep, and be woken there
sleepers_seen() {
	local tries=0
	until [ $tries -ge 30 ]; do
		tries=$((tries + 1))
		run sleepers $2 20
		run sleepers wait
		collect
		[ "$(had_slept $1)" != $2 ] || break
	done
}
# kernel_says PID: the same of a task, as the kernel has it: without the scheduler's own
kernel_says() { sed 's/^\[<0>\] //; s/[+ ].*//' /proc/$1/stack | tr '\n' ' '; }
# asleep: a process that sleeps until `awake`, its number in $pid, its address in $task
asleep() {
	spec 'p:who kpt_mixed cur=$current'
	sh -c 'echo call mixed 1 1 >/sys/kernel/debug/kpt/run; exec sleep 100000' &
	pid=$!
	until_ok grep -q hrtimer_nanosleep /proc/$pid/stack
	collect
	task=$(field cur who)
	put $D/control '-:who' >/dev/null
}
awake() {
	kill $pid
	wait $pid
} 2>/dev/null
# looked ADDRESS: what is said of the address
looked() {
	spec 'p:look kpt_add t=$arg1:task c=$comm($arg1) st=$stacktrace($arg1)'
	run call add $1 1
	collect
	put $D/control '-:look' >/dev/null
}
nap='__schedule schedule *hrtimer_nanosleep *entry_SYSCALL_64_after_hwframe '
slept='__schedule schedule *kpt_sleep sleeper kthread ret_from_fork*'

# A task that sleeps
asleep
theirs=$(kernel_says $pid)
looked $task
like "asleep: name and number" "$(args look)" "t=\"sleep/$pid\" c=\"sleep\"*"
like "asleep: where" "$(frames look)" "$nap"
like "... the kernel says the same, but for what is of the scheduler" "$(frames look)" "__schedule *$theirs"
plain=$(frames look)
spec 'p:c kpt_add if $comm($arg1) == "sleep"' 'p:d kpt_add if $comm($arg1) != "sleep"' \
	"p:e kpt_add if \$arg1:task ~ \"slee*/$pid\""
run call add $task 1
is "in conditions" "$(prof kprobes/c emitted) $(prof kprobes/d emitted) $(prof kprobes/e emitted)" "1 0 1"
collect
clear_all
awake

# ... and whose returns are hooked: by us, by us and the function graph tracer, in both orders
graph() {
	[ $1 = off ] || echo hrtimer_nanosleep >$T/set_ftrace_filter
	[ $1 = on ] && echo function_graph >$T/current_tracer && return
	echo nop >$T/current_tracer
	echo >$T/set_ftrace_filter
}
hooks() { spec 'r:h1 hrtimer_nanosleep' 'r:h2 hrtimer_nanosleep' 'f:h3 hrtimer_nanosleep%return'; }
seen_hooked() {
	asleep
	looked $task
	is "$1: the same stack" "$(frames look)" "$plain"
	awake
	clear_all
}
hooks
seen_hooked "hooked returns"
if grep -qw function_graph $T/available_tracers 2>/dev/null; then
	graph on
	seen_hooked "the graph tracer"
	hooks
	seen_hooked "the graph tracer, then ours"
	graph off
	hooks
	graph on
	seen_hooked "ours, then the graph tracer"
	graph off
else
	for i in 1 2 3; do skip "the graph tracer" "this kernel has none"; done
fi

# In the hit of who wakes it
spec 't:w sched_wakeup t=$arg1:task c=$comm($arg1) st=$stacktrace($arg1) by=$comm if $comm($arg1) == "sleeper"'
sleepers_seen w 3
is "woken: each had slept there" "$(had_slept w)" 3
is "woken: whose" "$(args w | grep -c '^t="sleeper/[0-9]*" c="sleeper"')" "$(lines w)"
# Records in which a task wakes itself. One sleeper may wake another: a timer's interrupt comes
# to whatever task runs.
by_itself() { sed -n 's/^ *sleeper-\([0-9]*\) .*: w: (.* t="sleeper\/\1" .*/&/p' $out; }
is "woken: by somebody else" "$(by_itself)" ""
clear_all
hist() { cat $D/events/$1/hist; }
rows() { hist $1 | grep -c 'kpt_sleep+'; }
tries=0
until [ $tries -ge 30 ]; do	# as in sleepers_seen
	tries=$((tries + 1))
	spec 't:k sched_wakeup if $comm($arg1) == "sleeper" do count by $arg1:task, $comm($arg1), $stacktrace($arg1)' \
		't:b sched_wakeup if $comm($arg1) == "sleeper" do count by $comm($arg1), $stacktrace($arg1)'
	run sleepers 3 20
	run sleepers wait
	each=$(rows kprobes/k) place=$(rows kprobes/b)
	hist kprobes/k >/tmp/keys
	clear_all
	[ "$each $place" != "3 1" ] || break
done
is "as keys: three tasks" $each 3
like "as keys: the name and the number" "$(cat /tmp/keys)" '*"sleeper/[0-9]*"*'
is "as a key: one place" $place 1

# Where the scheduler goes from one to the other
spec 't:sw sched_switch p=$arg2:task n=$arg3:task ps=$stacktrace($arg2) if $comm($arg2) == "sleeper"' \
	't:own sched_switch st=$stacktrace if $comm == "sleeper"' \
	't:next sched_switch n=$arg3:task st=$stacktrace($arg3) if $comm($arg3) == "sleeper"'
sleepers_seen next 1
like "a switch: who leaves" "$(args sw | head -n 1)" 'p="sleeper/[0-9]*" n="*/[0-9]*"*'
is "... its stack is the hit's" "$(frames sw)" "$(frames own)"
like "... up to who made it" "$(frames sw)" "*kthread *"
is "a switch: who comes had slept there" "$(had_slept next)" 1
clear_all

# Both ways of a pair, each of which wakes the other
spec 't:p sched_wakeup if $comm == "member" && $comm($arg1) == "member" do count by $stacktrace($arg1)'
run split turns 200 4
ok "pairs: each turn is there" [ $(prof kprobes/p aggregated) -gt 400 ]
like "pairs: where" "$(hist kprobes/p)" '*kpt_turn+*'
no "pairs: no trampoline, and nothing of ours" sh -c "grep -qE 'rethook|return_to_handler|kpctl' $D/events/kprobes/p/hist"
ok "pairs: the ledger is closed" ledger
clear_all

# Runs: there is no stack. The hog may be off its CPU for a moment, so it is asked until it is not.
spec 'p:who kpt_mixed cur=$current'
taskset 2 sh -c 'echo call mixed 1 1 >/sys/kernel/debug/kpt/run; : >/tmp/hogs; while :; do :; done' 2>/dev/null &
hog=$!
until_ok [ -e /tmp/hogs ]
collect
task=$(field cur who)
clear_all
spec 'p:look kpt_add st=$stacktrace($arg1)' 'p:name kpt_add c=$comm($arg1)'
asked() {
	run call add $task 1 x50
	collect
	grep -q '(fault)' $out
}
if [ "$task" ]; then
	ok "it runs: no stack" until_ok asked
	is "it runs: a name" "$(field c name | sort -u)" '"sh"'
else
	for i in 1 2; do skip "it runs" "there is one CPU alone"; done
fi
kill -9 $hog
wait $hog 2>/dev/null
clear_all

# Has gone
spec 'p:who kpt_exit cur=$current'
run exit 3
collect
gone=$(field cur who)
clear_all
usleep 100000
spec 'p:look kpt_add t=$arg1:task st=$stacktrace($arg1) if $comm($arg1) != "" || $tid > 0'
for task in $gone; do run call add $task 1; done
collect
is "has gone: is asked about" "$(lines look)" 3
no "has gone: has no stack" grep -q '^ => .*kpt_exit' $out
clear_all

# The idle task, and that of each CPU; kernel threads; who asks
idle=$(awk '$3 == "init_task" { print "0x" $1 }' /proc/kallsyms)
looked $idle
like "the idle task" "$(args look)" 't="swapper*/0" c="swapper*'
spec 'p:own kpt_add t=$current:task c=$comm($current) st=$stacktrace($current)' 'p:st kpt_add $stacktrace'
run call add 1 1
collect
like "who asks" "$(args own)" "t=\"sh/$$\" c=\"sh\"*"
is "... has the hit's stack" "$(frames own)" "$(frames st)"
clear_all
spec 'r:ret kpt_add t=$entry($arg1):task st=$stacktrace($arg1) c=$entry($comm($arg1)) d=$comm($arg1)'
asleep
run call add $task 1
collect
is "at a return: of the entry's task" "$(args ret)" "t=\"sleep/$pid\" c=\"sleep\" d=\"sleep\""
like "... its stack" "$(frames ret)" "$nap"
awake
clear_all

# No task's address. The kernel is what it was.
text=$(awk '$3 == "_stext" { print "0x" $1 }' /proc/kallsyms)
add=$(awk '$3 == "kpt_add" { print "0x" $1; exit }' /proc/kallsyms)
jiffies=$(awk '$3 == "jiffies_64" { print "0x" $1 }' /proc/kallsyms)
spec 'p:g kpt_add st=$stacktrace($arg1)' 'p:far kpt_add do count by $stacktrace(+8(+0($arg1))), $arg1:task'
n=0
for a in 0 1 8 4095 -1 -8 -4096 0x7ffffffff000 0x800000000000 0x8000dead00000000 \
	0xffff7fffffffffff 0xffff800000000000 0xffff888000000000 0xffffc90000000000 \
	0xdead000000000100 0xffffffffff600000 0xfffffffffffff000 $text $add $jiffies \
	$((idle + 8)) $((idle + 1)) $((idle - 64)) $((idle + 4096)); do
	run call add $a 1
	n=$((n + 1))
done
collect
is "garbage: each is asked about" "$(lines g) $(prof kprobes/far aggregated)" "$n $n"
is "garbage: none has a stack" "$(grep -c '(fault)' $out) $(grep -c '^ => .*+0x' $out)" "$n 0"
clear_all

# By the types
if [ -e /sys/kernel/btf/vmlinux ]; then
	spec 't:n sched_wakeup p:task by=$comm st=$stacktrace(p) if $comm(p) == "sleeper" do emit, count by $stacktrace(p), $comm(p)'
	sleepers_seen n 1
	like "by name" "$(args n | tail -n 1)" 'p="sleeper/[0-9]*" by="*"*'
	is "... where" "$(had_slept n)" 1
	clear_all
	spec 't:c sched_wakeup a=$stacktrace(p->group_leader) b=$comm((task_struct)$arg1->real_parent)'
	is "members, and casts" "$(grep -c sched_wakeup $D/control)" 1
	clear_all
	refused 'p:x vfs_read a=$stacktrace(file)' EINVAL 'file)'
	refused 'p:x vfs_read a=$comm(count)' EINVAL 'count)'
	refused 'p:x vfs_read a=$stacktrace($arg1)' EINVAL '$stacktrace($arg1)'
	refused 'p:x vfs_read a=$arg2:task' EINVAL '$arg2:task'
	refused 'p:x vfs_read a=buf:task' EINVAL buf:task
	like "... and what it is about" "$(last_error)" '*is no pointer to a struct task_struct*'
	is "a word that may be one" "$(put $D/control 'p:x vfs_read a=$stacktrace($arg3)')" OK
	clear_all
else
	for i in $(seq 15); do skip "by the types" "this kernel has none"; done
fi

refused 'p:x kpt_add a=$stacktrace($arg1' EINVAL ''
refused 'p:x kpt_add a=+0($comm($arg1))' EINVAL '$comm($arg1))'
refused 'p:x kpt_add a=+0($stacktrace($arg1))' EINVAL '$stacktrace($arg1))'
refused 'p:x kpt_add a=$stacktrace($arg1):u64' EINVAL u64
refused 'p:x kpt_add a=$comm($arg1):u64' EINVAL u64
refused 'r:x kpt_add a=$entry($stacktrace($arg1))' EINVAL '$stacktrace($arg1))'
refused 'p:x kpt_add if $stacktrace($arg1) == 1' EINVAL '$stacktrace($arg1)'
refused 'p:x /bin/sh:0 a=$stacktrace($arg1)' EINVAL '$stacktrace($arg1)'

# Lines that come and go under it
run split turns 500 4 &
load=$!
for i in $(seq 5); do
	spec 't:f1 sched_wakeup do count by $stacktrace($arg1), $comm($arg1)' \
		't:f2 sched_switch do count by $stacktrace($arg3)' 't:f3 sched_wak* st=$stacktrace($arg1)'
	usleep 20000
	clear_all
done
wait $load
ok "under load: the ledger is closed" stats_ledger
finish
