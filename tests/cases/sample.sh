#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# i with a rate: samples on every CPU, of a clock and of cycles, which a PMU of ours counts here
# and whose samples are NMIs that are counted. Shares of functions of known weight, stacks, the
# idle task, what the kernel keeps back, CPUs that go and come, refusals. No verdict is a time:
# samples are waited for, and counted.
# on: newest oldest rt, because perf's inside is different in each
# kcsan: yes
# takes: 60
# timeout: 900

. ./lib.sh
plan 107
setup kpt kpt_force
taskset -p 1 $$ >/dev/null
S=/sys/kernel/debug/kpt_sample/run
clock=/proc/sys/kernel/perf_event_max_sample_rate
cpu1=/sys/devices/system/cpu/cpu1/online

# at_least EVENT COLUMN N: profile says so, within two minutes
at_least() {
	local n=0
	until [ "$(prof $1 $2)" -ge $3 ]; do
		n=$((n + 1))
		[ $n -lt 2400 ] || return 1
		sleep 0.05
	done
}
# at_work PID: it has had a CPU for some ticks
at_work() { awk '{ exit !($14 + $15 >= 5) }' /proc/$1/stat; }
# working COMMAND: kpt_sample does it on CPU 1, again and again; idle_again: no longer
working() {
	rm -f /tmp/stop
	(taskset -p 2 $(sh -c 'echo $PPID') >/dev/null
	while [ ! -e /tmp/stop ]; do echo "$*" >$S; done) &
	worker=$!
	until_ok at_work $worker
}
idle_again() {
	touch /tmp/stop
	wait $worker
	rm /tmp/stop
}
off() { for e; do echo 0 >$D/events/$e/enable; done; }
# in_function EVENT NAME: the hits of its table whose place is in the function
in_function() {
	awk -v f="$2+" '{ for (i = 1; i < NF; i++) if ($i == "func:" && !index($(i + 1), f)) next
		else if ($i == "func:") s += $1 } END { print s + 0 }' $D/events/$1/hist
}
# of_key EVENT TEXT: the hits of rows with the text
of_key() { awk -v t="$2" 'index($0, t) { s += $1 } END { print s + 0 }' $D/events/$1/hist; }
# busy() of ustack, behind the eight bytes that make its frame: before, its caller is in none
in_busy='^ => busy[+]0x([89a-f]|[0-9a-f][0-9a-f]+)/'
# from_busy: the stacks that begin there, and go on as they must
from_busy() {
	awk -v here="$in_busy" '/^ => / { at++ } !/^ => / { at = 0 } at == 1 { busy = $0 ~ here; n += busy }
		busy && at == 2 && /^ => busily\+/ { second++; fine = 1; next }
		busy && at == 3 && fine && /^ => main\+/ { all++ } at != 2 { fine = 0 }
		END { print all + 0 " of " n + 0 }' $out
}
# range NAME: the addresses of a function of kpt_sample
range() {
	awk '$4 == "[kpt_sample]" && $2 ~ /[tT]/ { print $1, $3 }' /proc/kallsyms | sort |
		awk -v f=$1 'at { print "$func >= 0x" at " && $func < 0x" $1; exit } $2 == f { at = $1 }'
}

# Refusals
for rate in 0hz 10001hz 99999999999999999999hz; do
	refused "i:x $rate" EINVAL $rate
done
like "which says what is taken" "$(last_error)" \
	"*: '9999*hz' is not a period: write 100us to 3600s (us, ms, s), or 1hz to 10000hz"
refused 'i:x 99Hz' EINVAL Hz
refused 'i2:x 99hz' EINVAL 2:x
refused 'i:x 99hz a=$arg1' EINVAL '$arg1'
refused 'i:x 99hz cycles if $lat > 1' EINVAL '$lat'
refused 'i:x 10ms cycles' EINVAL cycles
like "cycles of a timer" "$(last_error)" "*: cycles go with a rate on every CPU, such as 99hz: *"
refused 'i:x 99hz cycles c=$cpu' EOPNOTSUPP cycles
like "no PMU" "$(last_error)" "*: cycles cannot be counted here, error -*: there is no PMU, *"
is "nothing is left of them" "$(cat $D/control)" ""

# What the kernel says no to: all counters, and the last CPU's of the clock, which comes when no
# CPU has had one of cycles
F=/sys/kernel/debug/kpt_force
cpus=$(grep -c ^processor /proc/cpuinfo)
for after in 0 $((2 * cpus - 1)); do
	echo perf_event_create_kernel_counter -28 '[kprobectl]' $after >$F
	refused 'i:x 99hz c=$cpu' EINVAL 99hz
	is "no counters, but the first $after" "$(last_error) $(cat $D/control)" \
		"kprobectl: error: the kernel refuses counters that take these samples, error -28 "
	ok "... it was asked" [ $(cat $F) -gt 0 ]
done
echo >$F

# Listing
spec 'i:s/a 0x63hz c=$cpu' 'i 10000hz if $cpu > 4 do count' 'i:s/a 100hz c=$cpu'
is "the lines read back" "$(cat $D/control)" 'i:s/a 99hz c=$cpu
i:kprobes/i_10000hz 10000hz if $cpu > 4 do count
i:s/a 100hz c=$cpu'
is "mode" "$(prof s/a mode | sort -u)" cpu-clock
cat $D/control >/tmp/first
clear_all
is "they can be written again" "$(put $D/control </tmp/first)" OK
ok "and are the same" sh -c "cat $D/control | cmp -s - /tmp/first"
gives "the same rate" EEXIST $D/control 'i:s/a 99hz c=$cpu'
gives "a timer is another kind" EEXIST $D/control 'i:s/a 10ms c=$cpu'
gives "one of two goes by its rate" OK $D/control '-:s/a 99hz'
off s/a
is "off" "$(prof s/a mode)" off
clear_all

insmod /kmod/kpt_sample.ko

# Shares of functions that work for 1, 2 and 5 units, by the number of samples
spec 'i:s/w 997hz if $cpu == 1 do count by func size=65536'
working weigh 2000
enough() {
	light=$(in_function s/w kpt_light) middle=$(in_function s/w kpt_middle)
	heavy=$(in_function s/w kpt_heavy)
	[ $((light + middle + heavy)) -ge 3000 ]
}
ok "3,000 samples of the three" until_ok enough
off s/w
idle_again
enough
diag "$light + $middle + $heavy samples, $(prof s/w nested) missed"
# share WEIGHT GOT: within 4.5 standard deviations of so many samples
share() {
	awk -v p=$1 -v k=$2 -v n=$((light + middle + heavy)) 'BEGIN { p /= 8; d = k - n * p
		exit !(d * d <= 4.5 * 4.5 * n * p * (1 - p)) }'
}
ok "the light one's share" share 1 $light
ok "the middle one's" share 2 $middle
ok "the heavy one's" share 5 $heavy
ok "ledger" ledger s/w
clear_all

# The kernel's stacks
spec "i:s/k 997hz fn=\$func by=\$caller pid=\$pid c=\$cpu i=\$idle st=\$stacktrace if $(range kpt_heavy)"
working weigh 2000
ok "a function of the kernel is sampled" at_least s/k emitted 20
off s/k
idle_again
collect
n=$(prof s/k emitted)
diag "$(grep -A4 -m 1 ': k: ' $out)"
is "complete" $rc 0
is "each is a record, at its place" "$(grep -c ': k: (kpt_heavy+0x[^ ]* \[kpt_sample\]) fn=kpt_heavy+' $out)" $n
is "on the CPU, in the task, which is not idle" \
	"$(field c k | sort -u) $(field pid k | sort -u) $(field i k | sort -u)" "1 $worker 0"
is "the stack begins there, and goes on with \$caller" "$(awk '/: k: / { sub(/.* by=/, ""); by = $1; at = 0 }
	/^ => / { at++; if (at == 1 && /kpt_heavy/) first++; if (at == 2 && $2 == by && /kpt_weigh/) second++ }
	END { print first + 0, second + 0 }' $out)" "$n $n"
is "... and ends where the kernel was entered" \
	"$(grep -c '^ => entry_SYSCALL_64_after_hwframe' $out)" $n
is "its context, not the interrupt's" "$(grep ': k: ' $out | grep -vc '\] \.[.nlbpNLB]\.*  *[0-9]')" 0
ok "ledger" ledger s/k
clear_all

# A program's stacks
reads_live
rm -f /tmp/go
taskset 2 ustack busy /tmp/go &
busy=$!
spec "i:s/u 997hz ip=%ip pid=\$pid st=\$stacktrace us=\$ustacktrace if \$pid == $busy && \$func < 0x800000000000"
reading
ok "a program is sampled" at_least s/u emitted 20
off s/u
sleep 0.5
collect
: >/tmp/go
wait $busy
n=$(prof s/u emitted)
diag "$(grep -A4 -m 1 ': u: ' $out)"
is "each is a record, at its %ip" "$(grep -c ': u: (\(0x[0-9a-f]*\)) ip=\1 ' $out)" $n
is "nothing of the kernel's stack" "$(grep -c '^ => (fault)' $out)" $n
n=$(grep -cE "$in_busy" $out)
ok "most of them where it works" [ $n -ge 10 ]
is "the program's stack" "$(from_busy)" "$n of $n"
ok "ledger" ledger s/u
clear_all

# The idle task
spec 'i:s/busy 997hz do count by pid' 'i:s/all 997hz do count by pid, idle' \
	'i:s/only 997hz if $idle == 1 do count by comm'
ok "an idle CPU is sampled" at_least s/only aggregated 300
off s/busy s/all s/only
is "not where nobody asks for it" "$(of_key s/busy 'pid: 0 ')" 0
is "what is idle is the idle task" \
	"$(of_key s/all 'idle: 1') $(of_key s/only swapper)" \
	"$(of_key s/all 'pid: 0, idle: 1') $(prof s/only aggregated)"
ok "... again and again" [ $(of_key s/all 'idle: 1') -ge 100 ]
for e in busy all only; do
	ok "ledger of $e" ledger s/$e
done
clear_all

# What the kernel keeps back is counted, beside a timer that it lets run
was=$(cat $clock)
echo 1000 >$clock
working weigh 2000
(while [ ! -e /tmp/stop ]; do :; done) &
spinner=$!
spec 'i:s/fast 10000hz if $cpu > 100 || $idle == 1 do count' 'i:s/ref 100us if $cpu > 100 do count'
echo 0 >$D/events/enable
from=$(($(prof s/ref hits) + $(prof s/ref nested)))
before=$(($(prof s/fast hits) + $(prof s/fast nested)))
echo 1 >$D/events/enable
ok "samples come" at_least s/ref hits $((from + 3000))
echo 0 >$D/events/enable
periods=$(($(prof s/ref hits) + $(prof s/ref nested) - from))
samples=$(($(prof s/fast hits) + $(prof s/fast nested) - before))
idle_again
wait $spinner
cpus=$(grep -c '^processor' /proc/cpuinfo)
diag "$periods periods, on $cpus CPUs $samples: $(prof s/fast hits) hits, $(prof s/fast nested) missed"
ok "most are kept back" [ $(prof s/fast nested) -gt $(prof s/fast hits) ]
# a tick that comes late is not made up for: two of a pause count
ok "hits and missed are no more than the clock gives, and most of it" \
	[ $((samples * 10)) -le $((periods * cpus * 11)) -a $((samples * 4)) -ge $((periods * cpus)) ]
ok "ledger" ledger s/fast
clear_all
echo $was >$clock

# The clock's blind spot
spec 'i:s/blind 997hz if $cpu == 1 do count by func size=65536'
working masked 2000
ok "interrupts are off for most of the time" until_ok sh -c \
	"[ \$(awk '/func: kpt_masked\+/ { s += \$1 } END { print s + 0 }' $D/events/s/blind/hist) -ge 50 ]"
off s/blind
idle_again
is "... and then nobody is sampled" "$(in_function s/blind kpt_masked_part)" 0
clear_all
rm_module kpt_sample

# Cycles, whose samples are NMIs that we send
insmod /kmod/kpt_sample.ko pmu=1
spec 'i:s/c 99hz cycles fn=$func pid=$pid c=$cpu i=$idle if $cpu == 1' 'i:s/d 99hz do count' 'i:s/i 99hz do count by idle'
is "cycles, where they can be counted; the clock, where a line asks for \$idle" \
	"$(prof s/c mode) $(prof s/d mode) $(prof s/i mode)" "cycles cycles cpu-clock"
is "read back" "$(cat $D/control | head -n 2)" 'i:s/c 99hz cycles fn=$func pid=$pid c=$cpu i=$idle if $cpu == 1
i:s/d 99hz do count'
gives "... by that it goes" ENOENT $D/control '-:s/c 99hz'
off s/i
is "a condition comes to ask" "$(put $D/events/s/d/filter '$idle == 0') $(prof s/d mode)" "OK cpu-clock"
is "... which 'cycles' does not give in to" "$(put $D/events/s/c/filter '$idle == 0') $(prof s/c mode)" "OK cycles"
clear_all
spec 'i:s/c 99hz cycles fn=$func pid=$pid c=$cpu st=$stacktrace' \
	'i:s/n 99hz cycles do count by func size=65536' 'i:s/m 99hz cycles do count by idle'
working masked 2000
reading
echo nmi 200 >$S
off s/c s/n s/m
is "a sample for each NMI" "$(prof s/m hits)" 200
is "... but those of the idle task, which the worker lets in when it sleeps" \
	"$(prof s/c hits) $(prof s/n hits)" "$(of_key s/m 'idle: 0') $(of_key s/m 'idle: 0')"
idle_again
collect
diag "$(grep -A3 -m 1 'fn=kpt_masked_part' $out)"
ok "also with interrupts off" [ $(in_function s/n kpt_masked_part) -ge 50 ]
is "the same of both" "$(grep -c 'fn=kpt_masked_part+' $out)" $(in_function s/n kpt_masked_part)
is "its context is that of what was interrupted" "$(grep -c '\] [dD][.a-zA-Z]\.[.0-9].*fn=kpt_masked_part+' $out)" \
	$(in_function s/n kpt_masked_part)
is "nothing was in an NMI" "$(grep -c '\] ..[zZ]' $out)" 0
is "its stack" "$(awk '/: c: / { in_it = /fn=kpt_masked_part/; at = 0 } /^ => / && in_it {
	at++; if (at == 1 && /kpt_masked_part/) n++; if (at == 2 && / kpt_masked\+/) n++ } END { print n + 0 }' $out)" \
	$((2 * $(in_function s/n kpt_masked_part)))
is "none was missed" "$(prof s/c nested) $(prof s/n nested)" "0 0"
ok "ledger" ledger s/c
clear_all

# NMIs over the idle task: with $idle and without, of the same NMIs
spec 'i:s/all 99hz cycles do count by idle' 'i:s/busy 99hz cycles do count'
sleep 0.5
before=$(cat ${S%/run}/forgotten)
echo nmi 100 >$S
off s/all s/busy
is "each of them" "$(prof s/all hits)" 100
ok "some of an idle CPU" [ $(of_key s/all 'idle: 1') -ge 10 ]
is "... which are left out where nobody asks" "$(prof s/busy hits)" $(of_key s/all 'idle: 0')
# an idle CPU has no ticks, so that the kernel would take its samples for a burst
is "... and count for no burst" $(($(cat ${S%/run}/forgotten) - before)) $((2 * $(of_key s/all 'idle: 1')))
clear_all

# A program in NMIs
rm -f /tmp/go
taskset 2 ustack busy /tmp/go &
busy=$!
until_ok at_work $busy
spec "i:s/u 99hz cycles us=\$ustacktrace if \$pid == $busy && \$func < 0x800000000000"
reading
echo nmi 50 >$S
off s/u
sleep 0.5
collect
: >/tmp/go
wait $busy
n=$(grep -cE "$in_busy" $out)
ok "a program, too" [ $n -ge 10 ]
is "its stack" "$(from_busy)" "$n of $n"
clear_all

# The kernel pauses a counter of cycles
working weigh 2000
spec 'i:s/p 997hz cycles do count by idle'
echo nmi 20 >$S
is "not yet" "$(prof s/p hits) $(prof s/p nested)" "20 0"
echo pause 5 >$S
echo nmi 1 >$S
off s/p
idle_again
diag "$(prof s/p nested) missed"
ok "what it paused for is counted" [ $(prof s/p hits) = 26 -a $(prof s/p nested) -ge 1 ]
ok "... two ticks at most" [ $(prof s/p nested) -le 100 ]
clear_all

# A CPU that counts no cycles
echo 1 >/sys/module/kpt_sample/parameters/without
spec 'i:s/a 99hz do count by cpu'
is "then the clock" "$(prof s/a mode)" cpu-clock
refused 'i:s/b 99hz cycles' EOPNOTSUPP cycles
clear_all
echo -1 >/sys/module/kpt_sample/parameters/without

if [ -e $cpu1 ]; then
	spec 'i:s/h 99hz cycles do count by cpu'
	echo 0 >$cpu1
	echo 1 >/sys/module/kpt_sample/parameters/without
	now=$(prof s/h nested)
	ok "it comes all the same" sh -c "echo 1 >$cpu1"
	ok "... and what it misses is counted" at_least s/h nested $((now + 20))
	echo 0 >$cpu1
	echo -1 >/sys/module/kpt_sample/parameters/without
	echo 1 >$cpu1
	now=$(prof s/h hits)
	echo nmi 10 >$S
	is "... until it counts" $(($(prof s/h hits) - now <= 10 && $(prof s/h nested) > 0)) 1
	clear_all

	# CPUs go and come under samples
	spec 'i:s/g 997hz do count by cpu, idle' 'i:s/r 997hz c=$cpu st=$stacktrace us=$ustacktrace'
	working weigh 500
	reading -e 's/*'
	bad=0 n=0
	while [ $n -lt 6 ]; do
		echo 0 >$cpu1 || bad=$((bad + 1))
		gone=$(of_key s/g 'cpu: 1') here=$(prof s/g hits)
		at_least s/g hits $((here + 20)) || bad=$((bad + 1))
		[ $(of_key s/g 'cpu: 1') = "$gone" ] || bad=$((bad + 1))
		echo 1 >$cpu1 || bad=$((bad + 1))
		until_ok eval '[ $(of_key s/g "cpu: 1") -gt $gone ]' || bad=$((bad + 1))
		n=$((n + 1))
	done
	is "none of a CPU that is away, and again of one that comes back" $bad 0
	off s/g s/r
	idle_again
	collect
	ok "ledgers" ledger
	clear_all
	# made while the CPU is away
	echo 0 >$cpu1
	spec 'i:s/g 997hz do count by cpu, idle'
	echo 1 >$cpu1
	ok "a CPU that was away when the line came" until_ok eval '[ $(of_key s/g "cpu: 1") -gt 5 ]'
	clear_all
else
	for i in 1 2 3 4 5 6; do skip "a CPU goes" "no second CPU that can be taken off"; done
fi
rm_module kpt_sample

# Removed while it fires, again and again; the module goes and comes
bad=0 n=0
while [ $n -lt 10 ]; do
	spec 'i:s/q 10000hz $comm $stacktrace $ustacktrace $idle' 'i:s/r 9999hz do count by idle, func'
	at_least s/q hits 10 && at_least s/r hits 10 || bad=$((bad + 1))
	put $D/control '-:s/q' >/dev/null
	clear_all
	n=$((n + 1))
done
is "fires each time" $bad 0
ok "the ledger of all that were" stats_ledger
bad=0 n=0
while [ $n -lt 3 ]; do
	spec 'i:s/q 10000hz $comm $stacktrace $ustacktrace $idle' 'i:s/r 9999hz do count by idle, func' \
		'i:s/s 100us do count by idle'
	at_least s/q hits 50 || bad=$((bad + 1))
	rm_module kprobectl && insmod /kprobectl.ko governor=$((n % 2)) || bad=$((bad + 1))
	n=$((n + 1))
done
is "the module goes, and comes" $bad 0
spec 'i:s/q 10000hz $idle'
ok "with a governor" at_least s/q hits 3000
off s/q
ok "ledger" ledger s/q
finish
