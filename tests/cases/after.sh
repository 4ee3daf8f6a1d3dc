#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# $after(VALUE): values before and after the probed instruction, in functions whose instructions
# are known; what an instruction that faults becomes; conditions, actions, refusals, other probes
# at the place; that each hit has one fate, whatever happens to the event meanwhile.
# on: newest oldest, because an exception of an instruction is served alike on 6.12 and rt
# kcsan: yes
# takes: 60
# timeout: 1200

. ./lib.sh
plan 114
setup

# both EVENT NAME...: these fields of its records, a record a line
both() {
	local e=$1 n
	shift
	for n in "$@"; do field $n $e >/tmp/field.$n; done
	(cd /tmp && paste -d ' ' $(printf 'field.%s ' "$@"))
}

address() { awk -v s="$1" '$3 == s { print $1; exit }' /proc/kallsyms; }
at=$((0x$(address kpt_after)))

# Refusals
refused 'p:x kpt_after+3 a=$after' EINVAL ''
refused 'p:x kpt_after+3 a=$after(%ax' EINVAL ''
refused 'p:x kpt_after+3 a=$after(%ax)x' EINVAL x
refused 'p:x kpt_after+3 a=$after($after(%ax))' EINVAL '$after(%ax))'
refused 'p:x kpt_after+3 a=$after($pid)' EINVAL '$pid)'
like "... by its sentence" "$(last_error)" \
	"*: \$pid cannot stand in \$after(...): write it without, or take there what the instruction may change, *"
refused 'p:x kpt_after+3 a=$after($arg1)' EINVAL '$arg1)'
refused 'p:x kpt_after+3 a=$after(%ax) s=$stacktrace' EINVAL 's=$stacktrace'
refused 'p:x kpt_after+3 a=$after(%ax) n=%si s=+0(%di):u8[n]' EINVAL 's=+0(%di):u8[n]'
refused 'r:x kpt_add a=$after(%ax)' EINVAL '$after(%ax)'
refused 'f:x kpt_add a=$after(%ax)' EINVAL '$after(%ax)'
like "... which says where it is for" "$(last_error)" \
	"*: \$after(...) is for p at an instruction of the kernel, f here has no instruction behind it: write p SYM+OFFS"
refused 't:x sched_switch a=$after($arg1)' EINVAL '$after($arg1)'
refused 'i:x 1s a=$after(%ax)' EINVAL '$after(%ax)'
refused 'p:x /bin/sh:0x1000 a=$after(%ax)' EINVAL '$after(%ax)'
refused 'p:x kpt_add b=%ax a=$after(%ax)' EINVAL '$after(%ax)'
next=$(last_error | sed 's/.*take the next place, kpt:kpt_add+//')
ok "at ftrace's call, with the next place: +$next" [ "$next" = 5 -o "$next" = 9 ]
refused "p:x 0x$(address kpt_add) a=\$after(%ax)" EINVAL '$after(%ax)'
like "... by its address too" "$(last_error)" "*: take the next place, 0x$(address kpt_add | cut -c1-13)*"
refused 'p:x kpt_add if $after(%ax) > 1' EINVAL '$after(%ax)'
is "nothing is left of them" "$(cat $D/control)" ""
spec "p:x kpt:kpt_add+$next a=\$after(%ip)" 'p:y kpt_insns b=%ax a=$after(%ax)'
run call add 1 2
run call insns 40 2
collect
is "the next place is one" "$(lines x)" 1
is "so is an entry without ftrace" "$(field a y)" 0x28
clear_all

# Values
spec 'p:add kpt_after+3 b=%ax a=$after(%ax) ip=$after(%ip) n=%dx pid=$pid t=\"text" k=\7:u8 fn=$func' \
	'p:push kpt_after+7 b=%sp a=$after(%sp) t=$after($stack0) u=$after(+0(%sp)) v=+0($after(%sp))' \
	'p:call kpt_after+8 b=%cx a=$after(%cx) to=$after(%ip):symbol ret=$after($stack0) sp=%sp sq=$after(%sp)' \
	'p:pop kpt_after+13 a=$after(%ax) b=$stack0 sp=%sp sq=$after(%sp) c=$after(%cx)' \
	'p:load kpt_after+14 b=+0(%di) w=+8(%di) a=$after(%cx)' \
	'p:jz kpt_after+20 a=$after(%ip) n=%dx' \
	'p:store kpt_after+25 b=@kpt_after_out a=$after(@kpt_after_out) x=$after(@kpt_after_out):u8 y=@kpt_after_out:b4@0/8'
run call after 0 0 7
run call after 0 0 0
is "mode" "$(for e in add push call jz; do prof kprobes/$e mode; done)" "after
after
after
after"
collect
is "complete" $rc 0
is "add: before, after, where it goes on" "$(both add b a ip)" \
	"0x7 0xc $(printf 0x%x $((at + 7)))
0x0 0x5 $(printf 0x%x $((at + 7)))"
is "what it does not change" "$(both add n pid t k)" "0x7 $$ \"text\" 7
0x0 $$ \"text\" 7"
like "\$func is the place" "$(field fn add | sort -u)" "kpt_after+0x3/0x*"
is "the record's place" "$(grep -c ': add: (kpt_after+0x3/0x' $out)" 2
is "push: the stack goes down" "$(both push b a | while read b a; do echo $((b - a)); done)" "8
8"
is "... and has the word" "$(both push t u v)" "0xc 0xc 0xc
0x5 0x5 0x5"
like "call: where it leads" "$(field to call | sort -u)" "kpt_after_leaf+0x0/0x*"
is "... and returns to" "$(field ret call | sort -u)" "$(printf 0x%x $((at + 13)))"
is "... by one word more" "$(both call sp sq | while read b a; do echo $((b - a)); done)" "8
8"
is "pop" "$(both pop a b c)" "0xc 0xc 0x77
0x5 0x5 0x77"
is "mov: from memory" "$(both load b a)" "0x1002 0x1002
0x1002 0x1002"
is "jz: on, and taken" "$(both jz a n)" "$(printf 0x%x $((at + 22))) 0x7
$(printf 0x%x $((at + 25))) 0x0"
is "mov: to memory" "$(field a store)" "0x100e
0x5"
is "... before" "$(field b store | sed -n 2p)" 0x100e
is "... in parts" "$(both store x y | sed -n 2p)" "5 14"
for e in add push call pop load jz store; do ok "ledger of $e" ledger kprobes/$e; done
clear_all

# An instruction that faults: with a second pointer it begins again, without one it is given up
spec 'p:f kpt_after+14 di=%di b=+0(%di) a=$after(%cx)' 'p:plain kpt_after+17 cx=%cx'
run call after 1 1 1
run call after 1 0 1
run call after 0 0 1
collect
is "begun again: one record" "$(both f b a)" "0x1003 0x1003
0x1002 0x1002"
is "by the hit that ended" "$(prof kprobes/f hits) $(prof kprobes/f emitted) $(prof kprobes/f never)" "4 2 2"
is "none is in flight" "$(prof kprobes/f inflight)" 0
is "the calls went on as without" "$(field cx plain)" "0x1003
0x1002"
run call after 1 0 1 x1000
is "each is counted" "$(prof kprobes/f hits) $(prof kprobes/f never)" "1004 1002"
ok "ledger" ledger kprobes/f
run call after 1 0 1
echo 0 >$D/events/kprobes/f/enable
is "off: none is in flight" "$(prof kprobes/f hits) $(prof kprobes/f never) $(prof kprobes/f inflight)" "1005 1003 0"
echo 1 >$D/events/kprobes/f/enable
run call after 0 0 1
is "on again" "$(prof kprobes/f hits) $(prof kprobes/f emitted) $(prof kprobes/f never)" "1006 3 1003"
run call after 1 0 1
clear_all
ok "removed with one left: its fate is known" stats_ledger
collect

# Conditions, actions
spec 'p:late kpt_after+3 b=%ax a=$after(%ax) if a > 7' \
	'p:early kpt_after+3 b=%ax a=$after(%ax) if b == 3' \
	'p:mixed kpt_after+3 b=%ax if b < 9 && $after(%ax) > 6 || $pid == 1' \
	'p:two kpt_after+14 a=$after(%cx) if +0(%di) == $after(%cx) && $comm != "none"' \
	'p:sum kpt_after+3 do sum($after(%ax)) by $after(%ax), %ax' \
	'p:hist kpt_after+3 if $after(%ax) != 5 do hist($after(%ax))' \
	'p:first kpt_after+3 n=$after(%ax) do start by $after(%ax)' \
	'p:last kpt_after+13 since first by $after(%ax) m=n:u8'
for n in 0 1 2 3 4 9; do run call after 0 0 $n; done
collect
is "decided after it" "$(both late b a)" "0x3 0x8
0x4 0x9
0x9 0xe"
is "decided before it" "$(both early b a)" "0x3 0x8"
is "some of both" "$(field b mixed)" "0x2
0x3
0x4"
is "two values, of both moments" "$(lines two)" 6
is "refused before it is not kept" \
	"$(prof kprobes/early filtered) $(prof kprobes/mixed filtered) $(prof kprobes/late filtered)" "5 3 3"
like "a table of both" "$(cat $D/events/kprobes/sum/hist)" "*14*9*"
like "a histogram" "$(cat $D/events/kprobes/hist/hist)" "*= 5 *"
is "spans: by what there is after it" "$(field m last)" "5
6
7
8
9
14"
is "... each has found its start" "$(prof kprobes/last unmatched)" 0
for e in late early mixed two sum hist first last; do ok "ledger of $e" ledger kprobes/$e; done
is "a filter" "$(put $D/events/kprobes/late/filter '$after(%ax) == 6')" OK
run call after 0 0 1
run call after 0 0 2
collect
is "... decides" "$(both late b a)" "0x1 0x6"
clear_all
spec 'p:x kpt_after+3 b=%ax'
gives "no filter adds it" EINVAL $D/events/kprobes/x/filter '$after(%ax) == 6'
like "... says why" "$(last_error)" "*: the event was planted without \$after(...), which a filter cannot add: *"
clear_all

# Strings, arrays, what is many words: kept over the instruction
many='' n=0
while [ $n -lt 20 ]; do many="$many v$n=+$((n % 3 * 8))(%di)" n=$((n + 1)); done
spec "p:m kpt_after+14 a=\$after(%cx) d=+0(%di):x64[1] s=+6(+16(%di)):string t=\$after(+0(+16(+16(%di)))):string \
c=\$comm bad=+0(%cx):u8 worse=\$after(+0(%dx)):u8 u=\$ustacktrace $many"
run call after 0 0 1
collect
is "an array" "$(field d m)" "{0x1002}"
is "a string before, one after" "$(grep -c ': m: .* s="inner" t="text in struct" c="' $out)" 1
is "unreadable before, and after" "$(both m bad worse)" "(fault) (fault)"
is "many words" "$(both m v0 v3 v18)" "0x1002 0x1002 0x1002"
ok "ledger" ledger kprobes/m
clear_all

# Two probes at one place: with a second handler none of them is a jump
steps=$(awk '$1 == "steps_mov" { print $2 }' $KPT/places)
spec "p:one $steps b=%ax"
n=0
while [ "$(prof kprobes/one mode)" != optimized ] && [ $n -lt 1200 ]; do sleep 0.1; n=$((n + 1)); done
is "alone it is optimized" "$(prof kprobes/one mode)" optimized
spec "p:two $steps a=\$after(%ax):u32" "p:three $steps a=\$after(%ip)"
is "with another it is not" "$(for e in one two three; do prof kprobes/$e mode; done)" "int3
after
after"
run call steps 1 x10
collect
is "all have each hit" "$(lines one) $(lines two) $(lines three)" "10 10 10"
is "values" "$(field a two | sort -u)" 4660
put $D/control '-:kprobes/two' >/dev/null
run call steps 1 x10
is "one of them goes" "$(prof kprobes/one emitted) $(prof kprobes/three emitted)" "20 20"
put $D/control '-:kprobes/three' >/dev/null
n=0
while [ "$(prof kprobes/one mode)" != optimized ] && [ $n -lt 1200 ]; do sleep 0.1; n=$((n + 1)); done
is "the jump comes back" "$(prof kprobes/one mode)" optimized
clear_all
collect

# Under fire: on and off, other conditions, its module, ours
. ./storm.inc
storm 1 1
arm() {
	spec 'p:f/seq kpt:kpt_insns+3 b=%ax a=$after(%ax)' 'p:f/plain kpt:kpt_insns+3 b=%ax' \
		'p:f/sum kpt:kpt_insns+12 if %si > 1 do count by $after(%ax)' \
		'p:f/fault kpt:kpt_after+14 b=+0(%di) a=$after(%cx)'
}
arm
load insns run call insns 1 2 x300
load more run call insns 3 4 x300
load faults run call after 1 1 1 x300
load given_up run call after 1 0 1 x300
load looks cat $D/profile
n=0 wrong=0
while [ $n -lt 10 ]; do
	for e in seq sum fault; do
		echo 0 >$D/events/f/$e/enable
		# without a fault each first handler has its second
		[ $e = fault ] || [ "$(prof f/$e never)$(prof f/$e inflight)" = 00 ] || wrong=$((wrong + 1))
		ledger f/$e || wrong=$((wrong + 1))
		echo 1 >$D/events/f/$e/enable
	done
	echo "a > $n" >$D/events/f/seq/filter
	put $D/control '-:f/plain' >/dev/null
	spec 'p:f/plain kpt:kpt_insns+3 b=%ax'
	n=$((n + 1))
done
calm
echo 0 >$D/events/enable
is "off, under fire: what began has ended" $wrong 0
ok "ledgers" ledger
ok "what faulted is counted" [ "$(prof f/fault never)" -gt 0 -a "$(prof f/fault emitted)$(prof f/fault lost)" != 00 ]
diag "$(cat $D/profile)"
collect
is "each record has both moments" \
	"$(both seq b a | while read b a; do echo $((a - b)); done | sort -u)" 5
echo 1 >$D/events/enable
load insns run call insns 1 2 x300
load faults run call after 1 1 1 x300
n=0 failed=0
while [ $n -lt 5 ]; do
	clear_all
	unloads kprobectl || failed=$((failed + 1))
	insmod /kprobectl.ko governor=$((n % 2)) || failed=$((failed + 1))
	arm || failed=$((failed + 1))
	until [ "$(prof f/seq hits)" -gt 10 -a "$(prof f/fault hits)" -gt 10 ]; do sleep 0.02; done
	n=$((n + 1))
done
unloads kprobectl || failed=$((failed + 1))
calm
is "kprobectl comes and goes while they are hit" $failed 0
insmod /kprobectl.ko governor=0
arm
rm_module kpt
is "parked without their module" "$(prof f/seq mode)" parked
insmod /kmod/kpt.ko
run call insns 1 2 x10
is "and back" "$(prof f/seq emitted) $(prof f/seq mode)" "10 after"
clear_all
ok "the ledger of all that were" stats_ledger

# With the governor, which times both handlers, or the first alone where there is no second
rm_module kprobectl
insmod /kprobectl.ko governor=1
arm
run call insns 1 2 x4000
run call after 1 1 1 x4000
run call after 1 0 1 x4000
echo 0 >$D/events/enable
diag "$(cat $D/profile)"
ok "ledgers with the governor" ledger
is "taken or left out, all are counted" "$(prof f/seq hits) $(prof f/fault hits)" "4000 12000"
finish
