#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# not: rt, because fret runs there, whose sets are planted by the same code
# f: sets of functions. Which are in them, what their records say, that each call
# is counted, alone and beside kprobes and ftrace's own tracer.
# on: newest oldest, because 6.12 differs from 7.3 in nothing that it meets
# takes: 70
# kcsan: yes
# timeout: 400
# turns: yes

. ./lib.sh
plan 114
setup

AFF=$T/available_filter_functions

# known EXPR: names of functions that can be traced, by an awk condition
known() { awk "$1 { print }" /tmp/known | sort; }
# without the addresses that tell kpt's two of one name apart
listed() { sed 's/ 0x[0-9a-f]*\(:\|$\)/\1/' $D/events/$1/functions | sort; }
# planted SPEC EVENT EXPR: exactly those are in the set
planted() {
	spec "$1"
	known "$3" >/tmp/want
	listed $2 >/tmp/got
	ok "$1: something is in it" [ -s /tmp/got ]
	ok "$1: what tracefs lists" cmp /tmp/want /tmp/got
	is "$1: and so many" "$(prof $2 functions)" $(wc -l </tmp/want)
	clear_all
}

# Which are in it. The kernel takes seconds to make its list.
grep -v __ftrace_invalid_address__ $AFF >/tmp/known
echo 0 >$D/tracing_on	# records of these sets would fill the rings
planted 'f:s/a vfs_*' s/a '/^vfs_/'
planted 'f:s/a vfs_*,!vfs_read' s/a '/^vfs_/ && $1 != "vfs_read"'
planted 'f:s/a !vfs_[rw]*,vfs_*' s/a '/^vfs_[^rw]/'
planted 'f:s/a ksys_[!a-q]*,kpt_?,*_recurse,!ksys_sync' s/a \
	'/^ksys_[^a-q]/ && $1 != "ksys_sync" || $1 ~ /^kpt_.$/ || $1 ~ /_recurse$/'
planted 'f:s/a kpt:*' s/a '/\[kpt\]$/'
planted 'f:s/a kpt:*,kpt:!*_s*,vfs_read' s/a '/\[kpt\]$/ && $1 !~ /_s/ || $1 == "vfs_read"'
planted 'f:s/a kpt_twin' s/a '$1 == "kpt_twin"'
planted 'f:s/a *_sync*,!*fs*' s/a '$1 ~ /_sync/ && $1 !~ /fs/'
echo 1 >$D/tracing_on

# What its records say
spec 'f:s/a kpt:kpt_* a=$arg1 b=$arg2:u64 nine=$stack3:u64 fn=$func'
like "mode" "$(prof s/a mode)" ftrace
is "the line reads back" "$(cat $D/control)" \
	'f:s/a kpt:kpt_* a=$arg1 b=$arg2:u64 nine=$stack3:u64 fn=$func'
run reset
run call add 1 2 x10
run call a 5 x7
run call nine 1 2 3 4 5 6 7 8 9 x3
run call recurse 4
collect
is "complete" $rc 0
of() { sed -n "s/.*: a: (kpt_\([a-z0-9_]*\)+.*/\1/p" $out | grep -c "^$1\$"; }
is "each function as often as it was called" \
	"$(of add) $(of a) $(of b) $(of c) $(of nine) $(of recurse)" \
	"$(calls add) $(calls a) $(calls b) $(calls c) $(calls nine) $(calls recurse)"
is "that is" "$(of add) $(of a) $(of b) $(of c) $(of nine) $(of recurse)" "10 7 7 7 3 5"
is "and no other" $(prof s/a hits) 39
is "arguments" "$(grep -c '(kpt_add.*a=0x1 b=2 ' $out)" 10
is "one from the stack" "$(grep -c '(kpt_nine.* nine=9 ' $out)" 3
is "\$func is the function" \
	"$(sed -n 's/.*: a: (\(kpt_[a-z]*\)+.* fn=\1+.*/same/p' $out | grep -c same)" 39
ok "ledger" ledger s/a
clear_all

# Its list of functions, counted
run reset
spec 'f:s/n kpt:kpt_?,kpt_add,kpt_nine do emit, count by pid, func, count by func' \
	'p:s/p kpt_add do count by $func' 'f:s/o kpt_add do count by func, pid' \
	'f:s/q kpt:kpt_?,kpt_add,kpt_nine do count by func size=2' \
	'f:s/u kpt_add do hist(+0($arg1)) by func'
run call add 1 2 x10
run call a 5 x7
# of FUNCTION [EVENT]: its calls in that list
of() { sed -n "s/^kpt_$1 \[kpt\]: //p" $D/events/${2:-s/n}/functions; }
is "functions: each with its calls" "$(of add) $(of a) $(of b) $(of c) $(of nine)" \
	"$(calls add) $(calls a) $(calls b) $(calls c) $(calls nine)"
is "that is, and of one that nobody called" "$(of add) $(of a) $(of b) $(of nine)" "10 7 7 0"
is "one whose count has other keys too is a list" "$(listed s/o)" "kpt_add [kpt]"
like "of a probe" "$(listed s/p)" "kpt_add [[]kpt]: 10"
is "what the table had no room for may be anybody's" "$(of add s/q) $(of a s/q) $(of nine s/q)" \
	"10+ 7+ 0+"
is "... and so may what could not be read" "$(of add s/u)" "0+"
is "begun anew" "$(put $D/events/s/n/hist 1) $(of add)" "OK 0"
collect
clear_all

# A condition on the function
at=$(awk '$3 == "kpt_b" { print "0x" $1 }' /proc/kallsyms)
spec "f:s/b kpt_?,kpt_add if \$func >= $at && \$func < $at + 8" 2>/dev/null ||
	spec "f:s/b kpt_?,kpt_add if \$func >= $at && \$func <= $(printf '0x%x' $((at + 4)))"
run call a 5 x4
run call add 1 2
is "if \$func" "$(prof s/b emitted) $(prof s/b filtered)" "4 9"
collect
clear_all

# Registers that are only there when asked for: as a probe at the same place has them
regs='bx=%bx r12=%r12 r13=%r13 r14=%r14 r15=%r15 r10=%r10 r11=%r11 di=%di cs=%cs sp=%sp'
spec "p:s/p kpt_add $regs" "f:s/f kpt_add $regs"
run call add 11 22 x5
collect
is "all registers" "$(args f)" "$(args p)"
is "... five times" "$(args f | grep -c di=0xb)" 5
clear_all
spec "f:s/f kpt_add bx=%bx"
run call add 11 22 x5
spec "p:s/p kpt_add bx=%bx"
run call add 11 22 x5
collect
is "and alone on the function" "$(args f | sort -u)" "$(args p | sort -u)"
clear_all
spec 'f:s/f kpt_add a=$arg1'
is "a condition set later on a register that is not saved" \
	"$(put $D/events/s/f/filter '%bx == 1')" EINVAL
like "says so" "$(last_error)" "*remove it and give the filter with the line*"
is "one that is" "$(put $D/events/s/f/filter '%di == 7')" OK
run call add 7 1 x2
run call add 8 1 x3
is "decides" "$(prof s/f emitted) $(prof s/f filtered)" "2 3"
clear_all
spec 'f:s/f kpt_add a=$arg1 if %bx != %bx'
is "with the line it may be on any" "$(put $D/events/s/f/filter '%r15 == %r15')" OK
run call add 7 1 x2
is "and decides" "$(prof s/f emitted) $(prof s/f filtered)" "2 0"
clear_all

# On and off
in_filter() { grep -c '^kpt_' $T/enabled_functions; }
spec 'f:s/a kpt_add,kpt_ret'
is "in ftrace's list" $(in_filter) 2
run call add 1 2 x3
echo 0 >$D/events/s/a/enable
is "off: not in it" $(in_filter) 0
run call add 1 2 x5
is "off: no hits" $(prof s/a hits) 3
is "off: mode" $(prof s/a mode) off
is "off: it knows its functions" "$(prof s/a functions)" 2
echo 1 >$D/events/s/a/enable
run call add 1 2 x2
is "on again" "$(prof s/a hits) $(prof s/a mode)" "5 ftrace"
spec '-:s/a'
is "removed: not in it" $(in_filter) 0
collect
is "its records are still read" $(lines a) 5

# Others on the same functions
spec 'f:s/one kpt_a*,kpt_b' 'f:s/two kpt_b,kpt_c,kpt_add' 'p:s/p kpt_b' 'r:s/r kpt_b v=$retval'
echo kpt_b >$T/set_ftrace_filter
echo function >$T/current_tracer
run call a 1 x6
run call add 1 2 x2
grep -c 'kpt_b <-' $T/trace >/tmp/traced
echo nop >$T/current_tracer
is "two sets that overlap" "$(prof s/one hits) $(prof s/two hits)" "14 14"
is "a probe and a return probe on the same function" "$(prof s/p hits) $(prof s/r emitted)" "6 6"
is "and ftrace's own tracer" $(cat /tmp/traced) 6
echo >$T/set_ftrace_filter
echo >$T/trace
run call a 1 x6
is "which goes: nothing changes" "$(prof s/one hits) $(prof s/two hits) $(prof s/p hits)" "26 26 12"
spec '-:s/one'
run call a 1
is "one set goes: the other stays" "$(prof s/two hits) $(prof s/p hits)" "28 13"
bad=0
for e in two p r; do ledger s/$e || bad=$((bad + 1)); done
is "ledgers" $bad 0
collect
clear_all

# The context is that of the call, alone on a function or not. For an interrupt how
# deep, and in what, it finds a CPU is not known: only that interrupts are off. The letter of
# what waits to be scheduled (n, l and others) is left out: another CPU changes it at any time.
flags() {
	sed -n "s/.*\] \(.\).\(..\) .*: $1: (kpt_\([a-z]*\)+.*/\3 \1.\2/p" $out |
		awk '$1 == "ipi" { $2 = tolower(substr($2, 1, 1)) } $1 == "softirq" { $2 = substr($2, 3, 1) }
			{ print }' | sort | uniq -c | sed 's/^ *//' | tr '\n' ';'
}
contexts() {
	run call add 1 2 x20
	run softirq 20
	run ipi 20
	collect
	flags $1
}
spec 'f:s/f kpt_add,kpt_softirq,kpt_ipi'
alone=$(contexts f)
clear_all
spec 'p:s/p kpt_add' 'p:s/p kpt_softirq' 'p:s/p kpt_ipi'
probes=$(contexts p)
spec 'f:s/f kpt_add,kpt_softirq,kpt_ipi'
is "context: alone as beside probes" "$alone" "$(contexts f)"
is "context: as probes see it" "$alone" "$probes"
like "context: a task, an interrupt, a softirq" "$alone" "20 add ....;20 ipi d;20 softirq s;"
clear_all

# From interrupts: nothing that a kprobe's handler would have to skip
spec 'f:s/i kpt_hardirq,kpt_seq,kpt_irqwork,kpt_ipi'
run reset
run timer start 300
flood_interrupted 20000
run irqwork 200
run ipi 200
run timer stop
is "each call from tasks and interrupts" $(($(prof s/i hits) + $(prof s/i nested))) \
	$(($(calls hardirq) + $(calls seq) + $(calls irqwork) + $(calls ipi)))
is "none of them was refused" $(prof s/i nested) 0
ok "ledger" ledger s/i
clear_all
collect		# how many calls there were is a question of speed: the rings may be full

# What a handler itself runs into
spec 'f:s/g kpt_ustr,fixup_exception s=+0($arg1):ustring'
run call ustr hole x5
ok "it is counted as nested" [ $(prof s/g nested) -ge 5 ]
ok "ledger" ledger s/g
is "and in stats" $(total nested) $(prof s/g nested)
collect
is "a fault inside of a handler is no hit" "$(grep -c ': g: (kpt_ustr.*s=(fault)' $out)" 5
clear_all

# Many
spec 'f:s/many s*,t*'
known '/^[st]/' >/tmp/want
listed s/many >/tmp/got
is "more than 1,000 functions" "$(prof s/many functions)" $(wc -l </tmp/want)
ok "they are" [ $(wc -l </tmp/want) -ge 1000 ]
ok "ledger of 1,000" [ "$(prof s/many hits)" -gt 0 ]
spec '-:s/many'
is "out again" "$(wc -l <$T/enabled_functions)" 0

# check
is "check: how many" "$(verdict 'kpt_ad*')" "ok: 1 function: ftrace"
is "check: what is left out" "$(verdict 'read_hpet*')" \
	"refused: read_hpet is left out of all sets (the clock of all records; it holds a lock): nothing else matches"
like "check: what is left out among others" "$(verdict 'read_*')" \
	"ok: * functions: ftrace; left out: *read_hpet (the clock*"
like "check: nothing" "$(verdict 'nosuch*')" \
	"refused: no function that can be traced is called nosuch\**"
like "check: waits" "$(verdict 'nosuch:*')" "parked: *"

refused 'f:x/y nosuch_*' ENOENT 'nosuch_*'
refused 'f:x/y kpt_add,nosuch_*,kpt_ret $arg1' ENOENT 'nosuch_*,kpt_ret'
refused 'f:x/y kpt:vfs_*' ENOENT 'kpt:vfs_*'
refused 'f:x/y kpt_add,!kpt_*' EINVAL 'kpt_add,!kpt_*'
refused 'f:x/y read_hpet' EINVAL read_hpet
refused 'f:x/y !kpt_add' EINVAL '!kpt_add'
refused 'f:x/y kpt_add+4' EINVAL '+4'
refused 'f16:x/y kpt_add' EINVAL '16:x/y'
refused 'f:x/y kpt_add $retval' EINVAL '$retval'
off=$(put /proc/sys/kernel/ftrace_enabled 0)
if [ "$off" != OK ]; then
	for what in errno caret; do skip "f while function tracing is off: $what" "this kernel keeps it on"; done
else
	refused 'f:x/y kpt_add' EBUSY f:x/y
	echo 1 >/proc/sys/kernel/ftrace_enabled
	off=EBUSY
fi
spec 'f:s/a kpt_add'
is "function tracing cannot be turned off under a set" "$(put /proc/sys/kernel/ftrace_enabled 0)" "$off"
refused 'p:s/a kpt_add' EEXIST 'p:s/a'
refused 'f:s/a kpt_add' EEXIST 'f:s/a'
spec 'f:s/a kpt_ret'
run call add 1 2
run call ret 1
is "two lines of one event" "$(prof s/a hits | tr '\n' ' ')" "1 1 "
is "its functions" "$(listed s/a | tr '\n' ' ')" "kpt_add [kpt] kpt_ret [kpt] "
spec '-:s/a kpt_add'
is "one of them goes" "$(cat $D/control)" 'f:s/a kpt_ret'

ok "an armed set does not hold the module" rm_module kprobectl
is "nothing is left" "$(wc -l <$T/enabled_functions)" 0
insmod /kprobectl.ko governor=0
finish
