#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# i: a timer. What it says of what it interrupts, and that each run of it has one fate;
# that it is silent once off, and gone once removed, while it fires. No verdict is a time:
# what is to come is waited for.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# kcsan: yes
# takes: 30
# timeout: 600

. ./lib.sh
plan 81
setup
taskset -p 1 $$ >/dev/null	# the timers' CPU: 0

# at_least EVENT COLUMN N: profile says so, within two minutes
at_least() {
	local n=0
	until [ "$(prof $1 $2)" -ge $3 ]; do
		n=$((n + 1))
		[ $n -lt 2400 ] || return 1
		sleep 0.05
	done
}

# Refusals
refused 'i:x' EINVAL ''
refused 'i:x 99us' EINVAL 99us
like "which says what is taken" "$(last_error)" \
	"*: '99us' is not a period: write 100us to 3600s (us, ms, s), or 1hz to 10000hz"
refused 'i:x 3601s' EINVAL 3601s
refused 'i:x 10' EINVAL ''
refused 'i:x 10min' EINVAL min
refused 'i:x kpt_add' EINVAL kpt_add
refused 'i2:x 1s' EINVAL 2:x
refused 'i:x 1s a=$arg1' EINVAL '$arg1'
refused 'i:x 1s a=+0($retval)' EINVAL '$retval)'
refused 'i:x 1s if $lat > 1' EINVAL '$lat'
refused 'i:x 1s do count by $arg2' EINVAL '$arg2'
is "nothing is left of them" "$(cat $D/control)" ""

# Listing
spec 'i:t/a 1000ms c=$cpu' 'i 250us if $cpu > 4 do count' 'i:t/a 0x7d0ms c=$cpu'
is "the lines read back" "$(cat $D/control)" 'i:t/a 1s c=$cpu
i:kprobes/i_250us 250us if $cpu > 4 do count
i:t/a 2s c=$cpu'
cat $D/control >/tmp/first
clear_all
is "they can be written again" "$(put $D/control </tmp/first)" OK
ok "and are the same" sh -c "cat $D/control | cmp -s - /tmp/first"
gives "the same period" EEXIST $D/control 'i:t/a 2000ms c=$cpu'
gives "another kind" EEXIST $D/control 'p:t/a kpt_add c=$cpu'
gives "one of two goes by its period" OK $D/control '-:t/a 1s'
is "the other stays" "$(grep -c . $D/control) $(grep t/a $D/control)" '2 i:t/a 2s c=$cpu'
is "it stands at no function" "$(prof t/a functions) $(cat $D/events/t/a/functions)" "0 "
is "mode" "$(prof t/a mode)" armed
clear_all

# What it says of a program
sh -c 'while :; do :; done' &
busy=$!
spec "i:t/user 1ms ip=%ip cs=%cs:u64 c=\$cpu pid=\$pid n=\$comm fn=\$func by=\$caller st=\$stacktrace s=\$stack0 \
	if \$pid == $busy && \$func < 0x800000000000"
ok "a program is interrupted" at_least t/user emitted 20
echo 0 >$D/events/t/user/enable
kill $busy
collect
n=$(prof t/user emitted)
is "complete" $rc 0
diag "$(grep -m 2 ': user: ' $out)"
is "each is a record" $(lines user) $n
is "on one CPU" "$(field c user | sort -u)" 0
is "the program's" "$(field pid user | sort -u)" "$busy"
is "... by its name" "$(grep -c '^ *\(.*\)-[0-9]* .*: user: .* n="\1"' $out)" $n
is "its registers: the place is its %ip" \
	"$(grep -c ': user: (\(0x[0-9a-f]*\)) ip=\1 .* fn=\1 ' $out)" $n
is "user mode's %cs" "$(field cs user | sort -u)" 51
is "no caller, nothing of the kernel's stack" \
	"$(field by user | sort -u) $(field s user | sort -u) $(grep '^ => ' $out | sort | uniq -c)" \
	"0x0 0x0 $(printf %7d $n)  => (fault)"
is "its context, not the interrupt's" "$(grep ': user: ' $out | grep -vc '\] \.[.nlbpNLB]\.*  *[0-9]')" 0
ok "ledger" ledger t/user
clear_all

# What it says of the kernel
range=$(awk '$4 == "[kpt]" && $2 ~ /[tT]/ { print $1, $3 }' /proc/kallsyms | sort |
	awk 'at { print "0x" at, "0x" $1; exit } $2 == "kpt_spin" { at = $1 }')
spec "i:t/kern 1ms ip=%ip c=\$cpu pid=\$pid fn=\$func by=\$caller st=\$stacktrace \
	if \$func > ${range% *} && \$func < ${range#* }"
n=0
while [ $n -lt 1000 ] && [ "$(prof t/kern emitted)" -lt 5 ]; do
	run call spin 20000
	n=$((n + 1))
done
ok "a function of the kernel is interrupted" [ "$(prof t/kern emitted)" -ge 5 ]
echo 0 >$D/events/t/kern/enable
collect
n=$(prof t/kern emitted)
diag "$(grep -m 2 ': kern: ' $out)"
is "its place" "$(grep -c ': kern: (kpt_spin+0x[^ ]* \[kpt\]) .* fn=kpt_spin+' $out)" $n
is "in this task, on its CPU" "$(field pid kern | sort -u) $(field c kern | sort -u)" "$$ 0"
is "the stack begins there" \
	"$(awk '/: kern: / { at = 0 } /^ => / && ++at == 1 && /kpt_spin/' $out | grep -c .)" $n
is "... goes on with \$caller" "$(awk '/: kern: / { sub(/.* by=/, ""); by = $1; at = 0 }
	/^ => / && ++at == 2 && $2 == by' $out | grep -c .)" $n
is "... and ends where the kernel was entered" \
	"$(grep -c '^ => entry_SYSCALL_64_after_hwframe' $out)" $n
ok "ledger" ledger t/kern
clear_all

# Fates
echo 4 >$D/buffer_size_kb
spec 'i:t/out 1ms if $cpu > 1000' 'i:t/sum 1ms do count by cpu' 'i:t/rec 1ms s=$stacktrace'
ok "filtered" at_least t/out filtered 20
ok "added up" at_least t/sum aggregated 20
ok "recorded" at_least t/rec emitted 1
ok "lost" at_least t/rec lost 20
echo 0 >$D/tracing_on
ok "off" at_least t/rec off 20
echo 1 >$D/tracing_on
is "the filter replaced" "$(put $D/events/t/out/filter '$cpu == 0')" OK
ok "lets pass" at_least t/out lost 20

# Off is silent, on is not
for e in out rec; do echo 0 >$D/events/t/$e/enable; done
hits=$(prof t/out hits) more=$(prof t/sum hits)
is "off" "$(prof t/out mode)" off
ok "another one goes on" at_least t/sum hits $((more + 50))
is "no hit of what is off" "$(prof t/out hits)" "$hits"
echo 1 >$D/events/t/out/enable
is "on again" "$(prof t/out mode)" armed
ok "hits come again" at_least t/out hits $((hits + 20))
echo 0 >$D/events/enable
for e in out sum rec; do
	ok "ledger of $e" ledger t/$e
done
like "all that was added up, on one CPU" "$(cat $D/events/t/sum/hist)" \
	"*cpu: 0*= $(prof t/sum aggregated) in 1 entry *"
diag "$(cat $D/profile)"
clear_all
collect

# Its CPU goes away
cpu1=/sys/devices/system/cpu/cpu1/online
if [ -e $cpu1 ]; then
	taskset -p 2 $$ >/dev/null
	spec 'i:t/one 1ms if $cpu == 1 do count' 'i:t/two 1ms if $cpu != 1 do count'
	taskset -p 1 $$ >/dev/null
	ok "a timer of CPU 1" at_least t/one aggregated 20
	is "... is there alone" "$(prof t/two aggregated)" 0
	ok "... goes off" sh -c "echo 0 >$cpu1"
	ok "... and the timer fires elsewhere" at_least t/two aggregated 20
	echo 1 >$cpu1
	now=$(prof t/one aggregated) hits=$(prof t/one hits)
	ok "it goes on" at_least t/one hits $((hits + 20))
	is "where it is" "$(prof t/one aggregated)" "$now"
	clear_all
else
	for i in 1 2 3 4 5 6; do skip "a CPU goes" "no second CPU that can be taken off"; done
fi

# Removed while it fires, again and again
bad=0 n=0
while [ $n -lt 20 ]; do
	spec 'i:t/q 100us $comm $stacktrace' 'i:t/r 150us do count by comm, func'
	at_least t/q hits 3 && at_least t/r hits 3 || bad=$((bad + 1))
	put $D/control '-:t/q' >/dev/null
	clear_all
	n=$((n + 1))
done
is "fires each time" $bad 0
is "nothing is left" "$(cat $D/control)" ""
ok "the ledger of all that were" stats_ledger
spec 'i:t/q 100us $comm $stacktrace' 'i:t/r 150us do count by comm, func' 'i:t/s 1s'
ok "they fire" at_least t/q hits 50
ok "the module goes" rm_module kprobectl

# With the governor
ok "and comes" insmod /kprobectl.ko governor=1
spec 'i:t/q 100us $comm $stacktrace'
ok "it fires" at_least t/q hits 3000
diag "$(cat $D/profile)"
echo 0 >$D/events/t/q/enable
ok "ledger" ledger t/q
rm_module kprobectl
finish
