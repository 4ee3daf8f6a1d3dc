#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# do return(V), skip, signal, dump, panic: what callers get, limits, picks, who is spared, refusals,
# what profile and the records say. The hits are of `acted`, a process of its own.
# kcsan: yes
# takes: 40

. ./lib.sh
plan 86
load() { insmod /kprobectl.ko governor=0 "$@"; }	# as setup, with the parameter
trap teardown EXIT
rm -f /tmp/stop /tmp/attached
insmod /kmod/kpt.ko
insmod /kmod/kpt_force.ko

# sentence LINE: why it was refused
sentence() {
	clear_errors
	put $D/control "$1" >/dev/null
	last_error
}
# who N: what N calls of getppid() of `acted` gave, V for the value of a line
who() { acted getppid $1 | sed 's/^4242$/V/; s/^77$/V/; s/^[0-9].*/-/' | tr '\n' ' '; }
tainted() { [ $(($(cat /proc/sys/kernel/tainted) >> 6 & 1)) = 1 ]; }	# TAINT_USER

# Off
load
for act in 'return(0)!' 'skip(0)!' 'signal(SIGUSR1)' panic; do
	case $act in
	return*) line="r:x/y kpt_ret if \$pid == 1 do $act" ;;
	*) line="p:x/y kpt_ret if \$pid == 1 do $act" ;;
	esac
	gives "off: $act" EPERM $D/control "$line"
done
ok "... which error_log explains" grep -q 'panic is off: load the module with act=panic' $D/error_log
was_tainted=$(tainted && echo yes)
spec 'p:x/dump kpt_ret do dump'
is "dump alone needs no parameter" "$(tail -n 1 $D/control)" 'p:x/dump kpt_ret do dump'
is "... and taints nothing" "$(tainted && echo yes)" "$was_tainted"
rm_module kprobectl
no "a word that is none" insmod /kprobectl.ko act=return,jump
no "... and nothing is loaded" [ -d /sys/module/kprobectl ]
load act=return,signal
gives "some of them: skip" EPERM $D/control 'p:x/y kpt_ret if $pid == 1 do skip(0)!'
gives "some of them: return" OK $D/control 'r:x/y kpt_ret if $pid == 1 do return(0)!'
ok "the first line taints the kernel" tainted
ok "... and stands in its log" sh -c "dmesg | grep -q 'kprobectl: x/y acts on what it hits: return(0)!'"
rm_module kprobectl

load act=return,skip,signal,panic
is "the parameter can be read" "$(cat /sys/module/kprobectl/parameters/act)" return,skip,signal,panic

# return(V)
spec 'r:a/ret sys:getppid was=$retval:s64 if $comm == "acted" do emit, return(4242) limit=3'
is "return(V): three callers get it, then none" "$(who 5)" "V V V - - "
is "acted, suppressed" "$(prof a/ret acted) $(prof a/ret suppressed)" "3 2"
ok "the ledger is closed" ledger a/ret
grep ': ret: ' $D/trace >/tmp/lines
is "each record has the old value" "$(grep -c 'was=[0-9]' /tmp/lines) $(grep -c was=4242 /tmp/lines)" "5 0"
is "... and says whether its hit acted" "$(grep -c 'ACTED' /tmp/lines)" 3
is "... which were the first" "$(grep -n ACTED /tmp/lines | cut -d: -f1 | tr '\n' ' ')" "1 2 3 "
echo 0 >$D/events/a/ret/enable
echo 1 >$D/events/a/ret/enable
is "switched on again, the limit is new" "$(who 4)" "V V V - "
clear_all
spec 'f:a/fret __x64_sys_getppid%return if $comm == "acted" do return(-EPERM)'
is "by f, an error" "$(acted getppid 1)" -1
clear_all
spec 'r:a/eio vfs_read if $comm == "acted" && $arg3 == 1 do return(-EIO) first 2'
echo text >/tmp/read
is "reads of one process fail" "$(acted read /tmp/read 3 | tr '\n' ' ')" "-5 -5 1 "
is "... and no others" "$(head -c 1 /tmp/read | wc -c)" 1
clear_all

# skip
spec 'p:a/skip sys:getppid if $comm == "acted" do skip(77)'
is "skip(V)" "$(who 2)" "V V "
is "... on ftrace" "$(prof a/skip mode)" ftrace
is "acted" "$(prof a/skip acted)" 2
clear_all
spec 'f:a/skipf kpt_ret if $comm == "acted" do skip(1)!'
before=$(calls ret)
acted kpt call ret 5 x3
is "by f: the body does not run" "$(calls ret) $(prof a/skipf acted)" "$before 3"
clear_all
acted kpt call ret 5 x3
is "... and does again" "$(calls ret)" $((before + 3))
spec 'p:a/each kpt_ret if $comm == "acted" do skip(1)! 1 in 4'
before=$(calls ret)
acted kpt call ret 5 x12
is "1 in 4 of 12" "$(($(calls ret) - before)) $(prof a/each acted) $(prof a/each suppressed)" "9 3 0"
clear_all
spec 'p:a/many kpt_ret if $comm == "acted" do skip(1)!'
before=$(calls ret)
acted kpt call ret 5 x250
is "100 without limit=" "$(($(calls ret) - before)) $(prof a/many acted) $(prof a/many suppressed)" "150 100 150"
clear_all
spec 'p:a/while kpt_ret if $comm == "acted" do skip(1)! limit=1000000 for=3s'
acted kpt call ret 5 x1
sleep 4
before=$(calls ret)
acted kpt call ret 5 x7
is "for= ends it" "$(($(calls ret) - before)) $(prof a/while acted)" "7 1"
clear_all

# Both CPUs at once
# $1 is the limit: so many of 40,000 act
both() {
	spec "p:a/both kpt_seq if \$arg2 < 1000000 do skip(1)! limit=$1 for=600s"
	run reset
	run flood 20000
	diag "$(prof a/both hits) hits, $(calls seq) bodies"
	[ $(prof a/both acted) = $1 -a $(calls seq) = $(($(prof a/both hits) - $1)) ] &&
		[ $(prof a/both suppressed) = $(calls seq) -a $(prof a/both hits) = $((20000 * cpus)) ]
}
cpus=$(grep -c ^processor /proc/cpuinfo)
for limit in 1 1000 20000; do
	ok "limit=$limit of a flood of all CPUs: exactly so many" both $limit
	clear_all
done

# The tools' own
spec 'p:a/self kpt_ret if $pid > 1 do skip(1)!'
before=$(calls ret)
run call ret 5 x2
is "the writer's process is spared" "$(($(calls ret) - before)) $(prof a/self suppressed)" "2 2"
exec 8<$D/profile
clear_all
sh -c "echo 'p:a/other kpt_ret if \$pid > 1 do skip(1)!' >>$D/control"
before=$(calls ret)
run call ret 5 x2
is "and one with a file of ours open" "$(($(calls ret) - before))" 2
exec 8<&-
run call ret 5 x2
is "... until it closes it" "$(($(calls ret) - before)) $(prof a/other acted)" "2 2"
# spared FILE: while it is open here no hit of two acts, and then both
spared() {
	local was=$(prof a/other acted) open then
	exec 8<$1
	run call ret 5 x2
	open=$(($(prof a/other acted) - was))
	exec 8<&-
	run call ret 5 x2
	then=$(($(prof a/other acted) - was))
	[ "$open $then" = "0 2" ] || diag "$1: $open, $then"
	[ "$open $then" = "0 2" ]
}
clear_all
sh -c "echo 'p:a/other kpt_ret if \$pid > 1 do count, skip(1)! limit=1000000 for=600s' >>$D/control"
files=$(find $D -type f) n=0 bad=0
for f in $files /dev/kprobectl; do
	n=$((n + 1))
	spared $f || bad=$((bad + 1))
done
ok "so it is with each file: the directory's, the events', a group's, an event's, the device" [ $n -ge 23 ]
is "... of $n files" $bad 0
clear_all
# What put(1) writes to debugfs is kept away: not from our files
sh -c "echo 'p:a/away vfs_write if \$comm == \"put\" && file->f_inode->i_sb->s_magic == 0x64626720 do skip(-EIO) limit=1000000 for=600s' >>$D/control"
is "writes are kept away from other files" "$(put $KPT/run 'call ret 5') $(prof a/away acted)" "EIO 1"
for f in tracing_on events/enable events/a/enable events/a/away/enable; do
	is "not from $f" "$(put $D/$f 0) $(cat $D/$f)" "OK 0"
	put $D/$f 1 >/dev/null
	is "... nor back" "$(cat $D/$f)" 1
done
is "what is written with no file of ours still is" "$(put $KPT/run 'call ret 5')" EIO
gives "nor from control" OK $D/control '-:a/away'

# A condition stays
spec 'p:a/cond kpt_ret if $comm == "acted" do skip(1)!'
gives "a filter is not taken away" EINVAL $D/events/a/cond/filter none
gives "... but replaced" OK $D/events/a/cond/filter '$comm == "other"'
gives "... nor by a line that is to act on all" EINVAL $D/events/a/cond/filter 0
like "... which error_log explains" "$(last_error)" \
	'*a line with skip needs a condition: write another one here, or remove the line'
clear_all

# Locked down, since the lines were written
F=/sys/kernel/debug/kpt_force
locked='kprobectl: error: skip changes how the kernel runs, and the kernel is locked down'
spec 'p:l/off kpt_ret if $comm == "acted" do skip(1)!' 'p:l/p kpt_last:kpt_last_end if $pid > 1 do skip(1)!' \
	'f:l/f kpt_last:kpt_last_end if $pid > 1 do skip(1)!' 'p:l/dump kpt_ret if $pid == 1 do dump'
echo 0 >$D/events/l/off/enable
echo 0 >$D/events/l/dump/enable
echo security_locked_down -1 _acts >$F
is "locked down: a new line" "$(sentence 'p:l/new kpt_ret if $pid == 1 do skip(1)!')" "$locked"
clear_errors
gives "... one that is off is not switched on" EPERM $D/events/l/off/enable 1
is "... which error_log explains" "$(last_error)" "$locked"
gives "... nor gets another condition" EPERM $D/events/l/off/filter '$pid > 1'
is "... which error_log explains" "$(last_error)" "$locked"
before=$(calls ret)
acted kpt call ret 5 x2
is "... nothing is skipped" "$(($(calls ret) - before)) $(prof l/off mode)" "2 off"
gives "... but dump is" OK $D/events/l/dump/enable 1
clear_errors
insmod /kmod/kpt_last.ko
is "... nor one planted that waited for a module" "$(prof l/p mode) $(prof l/f mode)" "refused refused"
is "... which error_log explains, of each" "$(grep -A1 "$locked" $D/error_log | grep -o 'Command: .:l/.' | sort -u | xargs)" \
	"Command: f:l/f Command: p:l/p"
rmmod kpt_last
echo >$F
gives "over: it is on again" OK $D/events/l/off/enable 1
insmod /kmod/kpt_last.ko
is "... they are planted" "$(prof l/off mode) $(prof l/p mode) $(prof l/f mode)" "ftrace ftrace ftrace"
clear_all
rmmod kpt_last

# signal
spec 'p:a/sig kpt_ret if $comm == "acted" do signal(SIGUSR1)'
is "signal: one, though there are five hits" "$(acted signals call ret 5 x5)" 1
is "acted, suppressed" "$(prof a/sig acted) $(prof a/sig suppressed)" "1 4"
clear_all
spec 'p:a/irq kpt_hardirq do count, signal(SIGURG) limit=1000000'
run timer start 1000
until_ok interrupted
run timer stop
is "in an interrupt nobody gets one" "$(prof a/irq acted)" 0
ok "... though it was hit" [ "$(prof a/irq suppressed)" -gt 0 ]
clear_all

# dump
spec 'p:a/dump kpt_c if $comm == "acted" do dump limit=1'
acted kpt call a 1 x2
until_ok sh -c "dmesg | grep -q 'kprobectl: a/dump: hit by acted-'"
ok "dump: the stack in the kernel log" sh -c "dmesg | sed -n '/a.dump: hit by acted/,\$p' | grep -q 'kpt_b+0x'"
is "one of two" "$(prof a/dump acted) $(prof a/dump suppressed)" "1 1"
clear_all

# The idle task is nobody's tool: what interrupts it acts.
spec 'p:a/idle kpt_hardirq if $pid == 0 do dump limit=1'
acted_once() { [ "$(prof a/idle acted)" = 1 ]; }
run timer start 1000
ok "dump: of an interrupt of the idle task" until_ok acted_once
run timer stop
clear_all

# Refusals that need a kernel
like "not at ftrace's call" "$(sentence 'p:a/no kpt_insns+5 if $pid == 1 do skip(0)!')" '*at the entry*'
like "nor where ftrace has none" "$(sentence 'p:a/no kpt_insns if $pid == 1 do skip(0)!')" \
	'*ftrace has no call at the entry of kpt_insns*'
like "a lock" "$(sentence 'p:a/no mutex_unlock if $pid == 1 do skip')" '*may take or give back a lock*'
like "... ! says I know, and BTF that nothing is returned" \
	"$(sentence 'p:a/no mutex_unlock if $pid == 1 do skip(1)!')" '*returns nothing*'
like "no condition" "$(sentence 'r:a/no kpt_ret do return(0)')" '*write a condition before do*'
like "a set" "$(sentence 'f:a/no kpt_* if $pid == 1 do skip(0)')" '*one function by its name*'
like "never returns" "$(sentence 'p:a/no do_exit if $pid == 1 do skip')" '*never returns*'

# Modules come and go, and unload under fire
spec 'p:a/mod kpt_ret if $comm == "acted" do skip(1)! limit=1000000 for=600s'
rm_module kpt
insmod /kmod/kpt.ko
before=$(calls ret)
acted kpt call ret 5 x2
is "the module came back" "$(($(calls ret) - before)) $(prof a/mod acted)" "0 2"
(while [ ! -e /tmp/stop ]; do acted kpt call ret 5 x2000; done) &
pid=$!
fired() { [ "$(prof b/fire acted)" -gt 0 ]; }
n=0 cold=0
while [ $n -lt 10 ]; do
	spec "f:b/fire kpt_ret if \$comm == \"acted\" do skip(1)! limit=1000000 for=600s"
	until_ok fired || cold=$((cold + 1))
	echo '-:b/fire' >>$D/control
	n=$((n + 1))
done
is "lines come and go under fire, each hit by it" "$n $cold" "10 0"
ok "unload under fire" rm_module kprobectl
: >/tmp/stop
wait $pid
rm -f /tmp/stop
before=$(calls ret)
acted kpt call ret 5 x2
is "nothing is skipped any more" "$(($(calls ret) - before))" 2
ok "nothing is left of the module" [ ! -d /sys/module/kprobectl ]
rm_module kpt
rm_module kpt_force
ok "nor of kpt" [ ! -d /sys/module/kpt ]
finish
