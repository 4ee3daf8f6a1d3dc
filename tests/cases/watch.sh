#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# w: each access to watched memory is a hit, once, with what was there before and what is there
# now, and with who made it, from each context and CPU; what cannot be watched is refused.
# on: newest oldest rt, because of perf 6.12 has what 7.3 has
# kcsan: yes
# takes: 90
# timeout: 900

. ./lib.sh
plan 137
setup kpt kpt_force
N=40
F=/sys/kernel/debug/kpt_force
forced() { echo "$*" >$F; }
gives_in() { echo >$F; }
addr_of() { awk -v s="$1" -v m="[$2]" '$3 == s && $4 == m { print "0x" $1 }' /proc/kallsyms; }
kpt=$(addr_of kpt_watched kpt)
# n: how many numbers have been stored so far
n=0
stores() { run store $1 $2; n=$((n + $2)); }
# turned_down LINE ERRNO CARET PATTERN: with this sentence, and nothing is there
turned_down() {
	refused "$1" "$2" "$3"
	like "... because" "$(last_error)" "kprobectl: error: $4"
}

# A machine that reports nothing, found out at the first use
forced perf_bp_event 0 hw_breakpoint
turned_down 'w:x w@kpt:kpt_watched:8' EOPNOTSUPP kpt:kpt_watched:8 \
	"this machine takes watchpoints and reports no access, as a trial *"
ok "... as a trial has shown" [ $(cat $F) -gt 0 ]
gives_in
is "nothing is left of it" "$(cat $D/control)" ""

# What the kernel says no to
forced perf_event_create_kernel_counter -1
gives "whom the kernel does not let watch its memory" EPERM $D/control 'w:x w@kpt:kpt_watched:8'
like "... a sentence" "$(last_error)" "*CAP_SYS_ADMIN alone*"
forced perf_event_create_kernel_counter -12
turned_down 'w:x w@kpt:kpt_watched:8' ENOMEM w:x "out of memory*"
forced perf_event_create_kernel_counter -22 '[kprobectl]' 2	# the trial, and one CPU
turned_down 'w:x w@kpt:kpt_watched:8' EINVAL kpt:kpt_watched:8 \
	"the kernel refuses to watch w@kpt:kpt_watched:8, error -22: *"
gives_in

# Each write, once
spec 'w:t/a w@kpt:kpt_watched:8 old=$old:u64 new=$value:u64 at=$addr cpu=$cpu fn=$func by=$caller st=$stacktrace'
is "it is planted" "$(prof t/a mode)" watching
is "where" "$(cat $D/events/t/a/functions)" "kpt_watched [kpt]:8"
is "the listing" "$(cat $D/control)" \
	'w:t/a w@kpt:kpt_watched:8 old=$old:u64 new=$value:u64 at=$addr cpu=$cpu fn=$func by=$caller st=$stacktrace'
for from in task softirq hardirq ipi crew; do
	run store $from $N
done
run store load 5
cpus=$(grep -c ^processor /proc/cpuinfo)
all=$((3 * N + (cpus - 1) * N + cpus * N))
collect
diag "$(grep -m 3 ': a: ' $out)"
is "each is a hit" "$(prof t/a hits)" $all
is "complete" $rc 0
is "each was found" "$(field new a | sort -n | uniq | wc -l) $(field new a | sort -n | tail -n 1)" "$all $all"
is "each after the one before" \
	"$(grep ': a: ' $out | sed 's/.* old=\([0-9]*\) new=\([0-9]*\) .*/\1 \2/' | awk '$2 != $1 + 1' | wc -l)" 0
is "at its address" "$(field at a | sort -u)" "$kpt"
is "by tasks" "$(field fn a | grep -c '^kpt_store+')" $((N + cpus * N))
is "... in their context" "$(grep ': a: (kpt_store+' $out | grep 'kpt_watch_run' | grep -c '\] \.[.nlbpNLB]\.\.  *[0-9]')" $N
is "by softirqs" "$(field fn a | grep -c '^kpt_store_softirq+')" $N
is "... in theirs" "$(grep ': a: (kpt_store_softirq+' $out | grep -c '\] d.s')" $N
is "by interrupts" "$(field fn a | grep -c '^kpt_store_hardirq+')" $N
is "... in theirs" "$(grep ': a: (kpt_store_hardirq+' $out | grep -c '\] d.[hH]')" $N
# an idle CPU may call it without an interrupt, but not with interrupts on
is "by other CPUs, interrupted" "$(grep ': a: (kpt_store_ipi+' $out | grep -c '\] d')" $(((cpus - 1) * N))
is "the place is \$func" "$(grep -c ': a: (\([^ ]* \[kpt\]\)) .* fn=\1 ' $out)" $all
is "the caller is who called" "$(field by a | sed 's/+.*//' | sort | uniq -c | awk '{ print $2, $1 }' | sort | tr '\n' ' ')" \
	"kpt_watch_run $N store_next $((2 * N + (cpus - 1) * N + cpus * N)) "
is "the stack begins there" "$(awk '/: a: / { at = 0 } /^ => / && ++at == 1 && /kpt_store/' $out | grep -c .)" $all
is "on each CPU" "$(grep ': a: (kpt_store+' $out | grep -v by=kpt_watch_run | tr ' ' '\n' | sed -n 's/^cpu=//p' | sort | uniq -c | awk '{ print $1 }' | sort -u)" $N
ok "ledger" ledger t/a
n=$all

# Off and on
echo 0 >$D/events/t/a/enable
is "off" "$(prof t/a mode)" off
stores task 3
is "no hit while it is off" "$(prof t/a hits)" $all
echo 1 >$D/events/t/a/enable
stores task 1
collect
is "on: what is there was looked at anew" "$(grep ': a: ' $out | sed 's/.* old=\([0-9]*\) new=\([0-9]*\) .*/\1 \2/')" "$((n - 1)) $n"
clear_all

# Reads, and the same value again. No access here meets two events: of several watchpoints that
# an instruction meets, the emulator reports but one.
spec 'w:t/w w@kpt:kpt_watched:8'
stores task 2
run store same 3
run store load 4
is "writes" "$(prof t/w hits)" 5
clear_all
spec "w:t/rw @$kpt:8" 'w:t/low rw@kpt:kpt_watched_bytes'
is "what is not given" "$(cat $D/control)" "w:t/rw rw@$kpt:8
w:t/low rw@kpt:kpt_watched_bytes:4"
stores task 2
run store same 3
run store load 4
is "reads as well" "$(prof t/rw hits)" 9
cat $D/control >/tmp/first
clear_all
is "the lines can be written again" "$(put $D/control </tmp/first)" OK
ok "and are the same" sh -c "cat $D/control | cmp -s - /tmp/first"
gives "the same once more" EEXIST $D/control "w:t/rw rw@$kpt:8"
gives "one of two in an event goes by its target" OK $D/control 'w:t/rw w@kpt:kpt_watched_bytes+4:4'
gives "... this one" OK $D/control '-:t/rw w@kpt:kpt_watched_bytes+4:4'
is "... the other stays" "$(grep t/rw $D/control)" "w:t/rw rw@$kpt:8"
clear_all

# Lengths
spec 'w:l/one w@kpt:kpt_watched_bytes+3:1 $old $value' 'w:l/two w@kpt:kpt_watched_bytes+4:2 $old $value s=$value:s16 b=$value:b4@8/16' \
	'w:l/four w@kpt:kpt_watched_bytes+8 $old $value'
hits() { echo "$(prof l/one hits) $(prof l/two hits) $(prof l/four hits)"; }
run bytes 3 1 0xa3
is "a byte" "$(hits)" "1 0 0"
run bytes 2 2 0xb3b2
is "a byte of two" "$(hits)" "2 0 0"
run bytes 5 1 0xfe
run bytes 6 1 1
is "a byte of a word" "$(hits)" "2 1 0"
run bytes 4 4 0x07060504
is "a long one is one access" "$(hits)" "2 2 0"
run bytes 12 4 0x12345678
is "behind the end" "$(hits)" "2 2 0"
run bytes 8 8 0x8877665544332211
is "one that is longer" "$(hits)" "2 2 1"
collect
is "each its bytes: one" "$(args one | tr '\n' ';')" "old=0x0 value=0xa3;old=0xa3 value=0xb3;"
is "... two" "$(args two | tr '\n' ';')" "old=0x0 value=0xfe00 s=-512 b=14;old=0xfe00 value=0x504 s=1284 b=5;"
is "... four" "$(args four)" "old=0x0 value=0x44332211"
clear_all
spec 'w:l/eight w@kpt:kpt_watched_bytes+8:8 $old $value'
run bytes 12 4 0
run bytes 8 1 0xff
run bytes 7 1 0xff
collect
is "... eight" "$(args eight | tr '\n' ';')" \
	"old=0x8877665544332211 value=0x44332211;old=0x44332211 value=0x443322ff;"
clear_all

# Values, conditions, actions
run point
spec 'w:v/p w@kpt:kpt_watched_pointer:8 magic=+0($value):x64 neg=+24($value):s64 was=+0($old):x64 r=%ip f=$value:symbol'
run point
collect
is "what the new pointer points at" "$(args p | sed 's/ r=.*//')" "magic=0x1002 neg=-3 was=0x1002"
is "registers are those behind the access" "$(grep -c ': p: (kpt_[^)]*) .* r=0xffff' $out)" 1
clear_all
spec 'w:v/c w@kpt:kpt_watched:8 if $old != $value do count by func'
stores task 4
run store same 3
stores hardirq 2
is "a condition" "$(prof v/c filtered) $(prof v/c aggregated)" "3 6"
like "who wrote it, in one line" "$(cat $D/events/v/c/hist)" "*4 *func: kpt_store+0x* [[]kpt[]]*2 *func: kpt_store_hardirq+*= 6 in 2 entries*"
ok "ledger" ledger v/c
clear_all
spec 'w:v/f w@kpt:kpt_watched:8'
stores task 9
is "a filter that looks at the memory, later" "$(put $D/events/v/f/filter '$old == '$((n + 1)))" OK
stores task 3
is "... finds it" "$(prof v/f filtered) $(prof v/f emitted)" "2 10"
is "... none that looks" "$(put $D/events/v/f/filter 0)" OK
stores task 1
is "... all pass" "$(prof v/f emitted)" 11
ok "ledger" ledger v/f
clear_all
spec 'w:v/d w@kpt:kpt_watched:8 n=$value:u64 do start by $value' 'p:v/e kpt_load since v/d by @kpt_watched:u64 do emit, hist($lat)'
stores task 2
run store load 1
collect
is "a span from the write to the read" "$(prof v/d starts) $(prof v/d ended) $(args e | sed 's/ *lat=.*//')" "2 1 "
clear_all

# Refusals
refused 'w:x r@kpt:kpt_watched' EINVAL r@kpt:kpt_watched
refused 'w:x w@kpt:kpt_watched:3' EINVAL 3
turned_down 'w:x w@0x1000' EINVAL 0x1000 "'0x1000' is an address of programs*"
refused 'p:x kpt_add a=$value' EINVAL '$value'
turned_down 'w:x w@kpt:kpt_watched+1:8' EINVAL kpt:kpt_watched+1:8 "w@kpt:kpt_watched+1:8 does not begin at a multiple of 8*"
turned_down 'w:x w@0x8000000000000000:8' EINVAL 0x8000000000000000:8 "* is no address of the kernel's memory"
turned_down 'w:x w@no_such_variable' ENOENT no_such_variable "no such symbol: no_such_variable*"
turned_down 'w:x w@kpt:no_such_variable' ENOENT kpt:no_such_variable "no such symbol: no_such_variable*"
turned_down 'w:x rw@kpt:kpt_add:1' EINVAL kpt:kpt_add:1 "* is code, which the kernel *"
turned_down 'w:x w@vfs_read:1' EINVAL vfs_read:1 "* is code, which the kernel *"
turned_down 'w:x w@boot_command_line:8' EINVAL boot_command_line:8 "* was the boot's*"
turned_down 'w:x w@runqueues:8' EINVAL runqueues:8 "* is a variable that each CPU has for itself*"
turned_down 'w:x w@0xfffffd0000000000:8 $value' EFAULT 0xfffffd0000000000:8 "* cannot be read: there is no memory"
turned_down 'w:x w@0xfffffe0000000000:8' EINVAL 0xfffffe0000000000:8 "the kernel refuses to watch *, error -22: *"
gives "memory that is not there yet" OK $D/control 'w:x w@0xfffffd0000000000:8'
clear_all

# As many as there are
spec "w:f/a w@kpt:kpt_watched_bytes:1" "w:f/b w@kpt:kpt_watched_bytes+1:1" "w:f/c w@kpt:kpt_watched_bytes+2:1" \
	"w:f/d w@kpt:kpt_watched_bytes+3:1"
is "four fit" "$(grep -c . $D/control)" 4
turned_down 'w:x w@kpt:kpt_watched:8' ENOSPC kpt:kpt_watched:8 "all 4 watchpoints of a CPU are in use*"
echo 0 >$D/events/f/b/enable
gives "one that is off takes none" OK $D/control 'w:f/e w@kpt:kpt_watched:8'
clear_errors
gives "... and cannot be on again" ENOSPC $D/events/f/b/enable 1
like "... which is said" "$(last_error)" "*all 4 watchpoints of a CPU are in use*"
is "... and is off" "$(prof f/b mode)" off
put $D/control '-:f/e' >/dev/null
gives "... until there is one" OK $D/events/f/b/enable 1
clear_all

# CPUs
cpu1=/sys/devices/system/cpu/cpu1/online
if [ -e $cpu1 ]; then
	spec 'w:c/w w@kpt:kpt_watched:8 do count by cpu'
	echo 0 >$cpu1
	run store crew 5
	is "a CPU is gone" "$(prof c/w hits)" 5
	ok "... and comes" sh -c "echo 1 >$cpu1"
	run store crew 5
	is "it is watched" "$(prof c/w hits)" 15
	echo 0 >$cpu1
	clear_all
	spec 'w:c/late w@kpt:kpt_watched:8 do count by cpu'
	echo 1 >$cpu1
	run store crew 5
	like "made while it was away, too" "$(cat $D/events/c/late/hist)" "*5 *cpu: [01]*5 *cpu: [01]*= 10 in 2 entries*"
	echo 0 >$cpu1
	forced perf_event_create_kernel_counter -28
	ok "it comes where there is no room" sh -c "echo 1 >$cpu1"
	gives_in
	run store crew 5
	is "... and is not watched" "$(prof c/late hits)" 15
	is "... which is said" "$(prof c/late mode)" partial
	echo 0 >$cpu1 && echo 1 >$cpu1
	run store crew 5
	is "... until it comes again" "$(prof c/late mode) $(prof c/late hits)" "watching 25"
	echo 0 >$cpu1
	clear_all
	echo 1 >$cpu1
else
	for i in 1 2 3 4 5 6 7 8; do skip "CPUs" "no second CPU that can be taken off"; done
fi

# Modules
spec 'w:m/a w@kpt_last:value:8 old=$old:u64 new=$value:u64' 'w:m/init w@kpt_last:kpt_last_once:8 $old $value fn=$func:symstr'
is "what is not there waits" "$(prof m/a mode) $(prof m/init mode)" "parked parked"
insmod /kmod/kpt_last.ko
is "it comes" "$(prof m/a mode)" watching
is "... its init is seen" "$(prof m/a hits) $(prof m/init hits)" "1 1"
is "... whose data are gone" "$(prof m/init mode)" parked
last=$(addr_of value kpt_last)
spec "w:m/at w@$last:8"
rmmod kpt_last
is "it goes" "$(prof m/a mode) $(prof m/at mode)" "parked gone"
spec 'w:m/x w@kpt:kpt_watched_bytes:1' 'w:m/y w@kpt:kpt_watched_bytes+4:2' 'w:m/z w@kpt:kpt_watched_bytes+8:4'
insmod /kmod/kpt_last.ko
is "it comes back" "$(prof m/a mode) $(prof m/a hits) $(prof m/at mode)" "watching 2 gone"
like "... with room for one of two" "$(prof m/init mode)" refused
like "... which is said" "$(last_error)" "*all 4 watchpoints of a CPU are in use*"
collect
is "what it found there" "$(args a | sed 's/new=.*//' | sort -u)" "old=41 "
like "... who wrote it" "$(args init)" 'old=0x7 value=0x8 fn="kpt_last_init+0x*'

rmmod kpt_last
if grep -q ' security_locked_down$' /proc/kallsyms; then
	forced security_locked_down -1
	insmod /kmod/kpt_last.ko
	gives_in
	is "locked down: what comes is not watched" "$(prof m/a mode) $(prof m/a hits)" "refused 2"
	rmmod kpt_last
else
	skip "locked down" "this kernel has no lockdown"
fi
clear_all

# Under fire: rmmod, again and again
fires() { [ $(prof q/w hits) -gt $1 ]; }
(while [ ! -e /tmp/enough ]; do run store crew 500; done) &
flood=$!
bad=0 i=0
while [ $i -lt 4 ]; do
	spec 'w:q/w w@kpt:kpt_watched:8 $old $value $stacktrace' 'w:q/j rw@jiffies:8 do count by func' \
		'p:q/p kpt_store' 'f:q/f kpt_store* $stacktrace'
	until_ok fires 0 || bad=$((bad + 1))
	rm_module kprobectl || bad=$((bad + 1))
	insmod /kprobectl.ko governor=$((i % 2)) || bad=$((bad + 1))
	i=$((i + 1))
done
spec 'w:q/w w@kpt:kpt_watched:8 $old $value $stacktrace'
until_ok fires 500
touch /tmp/enough
wait $flood
rm /tmp/enough
is "loaded and unloaded under fire" $bad 0
ok "ledger, throttled or not" ledger q/w
diag "$(cat $D/profile)"
clear_all
ok "the ledger of all that were" stats_ledger
finish
