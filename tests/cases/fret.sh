#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# f %return: the calls of sets of functions. Values, times, conditions, tables, the
# ledger; recursion, interrupts, modules, instances that are too few, and the end.
# on: newest rt, because 6.1 has the code of 6.1-rt, and fset and hooked run there
# takes: 90
# kcsan: yes
# timeout: 600

. ./lib.sh
plan 83
setup
patience

AFF=$T/available_filter_functions
# without the addresses that tell kpt's two of one name apart
listed() { sed 's/ 0x[0-9a-f]*\(:\|$\)/\1/' $D/events/$1/functions | sort; }

# Values: at the entry, at the return, of each function its own
spec 'f:s/a kpt:kpt_*%return a=$arg1 b=$arg2:u64 nine=$entry(+24($stack)):u64 fn=$func ret=$retval:u64' \
	'r:s/r kpt_nine ret=$retval:u64'
is "the line reads back" "$(head -n 1 $D/control)" \
	'f:s/a kpt:kpt_*%return a=$arg1 b=$arg2:u64 nine=$entry(+24($stack)):u64 fn=$func ret=$retval:u64'
is "mode" "$(prof s/a mode)" ftrace
is "functions: as without %return" "$(prof s/a functions)" $(grep -c '^kpt_.*\[kpt\]$' $AFF)
run reset
run call add 1 2 x10
run call a 5 x7
run call nine 1 2 3 4 5 6 7 8 9 x3
run call recurse 4
collect
is "complete" $rc 0
of() { sed -n "s/.*: a: (.* <- kpt_\([a-z0-9_]*\)).*/\1/p" $out | grep -c "^$1\$"; }
is "each function as often as it was called" \
	"$(of add) $(of a) $(of b) $(of c) $(of nine) $(of recurse)" \
	"$(calls add) $(calls a) $(calls b) $(calls c) $(calls nine) $(calls recurse)"
is "that is" "$(of add) $(of a) $(of b) $(of c) $(of nine) $(of recurse)" "10 7 7 7 3 5"
is "hits" $(prof s/a hits) 39
is "arguments and value" "$(grep -c '<- kpt_add).* a=0x1 b=2 .* ret=3 ' $out)" 10
is "one from the stack" "$(grep -c '<- kpt_nine).* nine=9 .* ret=45 ' $out)" 3
is "a kretprobe on one of them says the same" "$(args r | uniq)" "ret=45"
is "\$func is the function" \
	"$(sed -n 's/.*: a: (.* <- \(kpt_[a-z]*\)).* fn=\1+.*/same/p' $out | grep -c same)" 39
is "the inner call ends first" \
	"$(sed -n 's/.*: a: (.* <- kpt_\([abc]\)).*/\1/p' $out | tr -d '\n')" \
	cbacbacbacbacbacbacba
is "recursion: arguments and values" \
	"$(sed -n 's/.*<- kpt_recurse) a=0x\(.\) .*ret=\(.\).*/\1=\2/p' $out | tr '\n' ' ')" \
	"0=0 1=1 2=2 3=3 4=4 "
like "where it returns to" "$(grep '<- kpt_nine)' $out | grep ': a: ' | head -n 1)" \
	"*(*+0x*/0x* <- kpt_nine)*"
is "... as the kretprobe says" \
	"$(sed -n 's/.*: a: (\(.*\) <- kpt_nine).*/\1/p' $out | sort -u)" \
	"$(sed -n 's/.*: r: (\(.*\) <- kpt_nine).*/\1/p' $out | sort -u)"
ok "ledger" ledger s/a
clear_all

# Times: from inside, from outside
spec 'f:s/t kpt_timed,kpt_recurse%return i=$arg1:u64 ns=$lat:u64' \
	'p:s/told kpt_told i=$arg1:u64 in=$arg2:u64 around=$arg3:u64'
run timed 80 3000
collect
sed -n 's/.*: told: ([^)]*) i=\([0-9]*\) in=\([0-9]*\) around=\([0-9]*\).*/\1 \2 \3/p' $out >/tmp/told
sed -n 's/.*: t: ([^)]*) i=\([0-9]*\) ns=\([0-9]*\).*/\1 \2/p' $out >/tmp/times
is "times: a line for each call" "$(wc -l </tmp/times)" "$(calls timed)"
says "inside <= lat <= around" awk 'FNR == NR { i[$1] = $2; a[$1] = $3; next }
	!($1 in i) || $2 < i[$1] || $2 > a[$1] { print; bad = 1 } END { exit bad || !FNR }' /tmp/told /tmp/times
clear_all

# Parts of a time. A timer that was set while the tick was late fires early, or even before the
# task sleeps: one of the sleeps has to be as long as it should, and the parts of all are all.
spec 'f:s/p kpt_s[hl]*%return f=$func on=$oncpu:u64 off=$blocked:u64 q=$runq:u64 ns=$lat:u64'
run call sleep 30 x20
collect
says "what it slept is \$blocked, and all of it the time" awk '
	/: p: / { for (i = 1; i <= NF; i++) { split($i, v, "="); x[v[1]] = v[2] }
		if (x["on"] + x["off"] + x["q"] != x["ns"]) { print; bad = 1 }
		n++; long += x["off"] >= 25e6 }
	END { if (!long) print "none slept for 25 ms"; exit bad || n != 20 || !long }' $out
clear_all

# Conditions: before the call, after it
spec 'f:s/early kpt_add,kpt_ret%return v=$retval if $arg1 == 7' \
	'f:s/late kpt_add,kpt_ret%return v=$retval if $retval > 10' \
	'f:s/func kpt_?%return if $func == $entry($func) && $arg1 > 4'
run call add 7 1 x2
run call add 8 5 x3
run call ret 11
run call a 5 x2
is "at the entry" "$(prof s/early emitted) $(prof s/early filtered)" "2 4"
is "at the return" "$(prof s/late emitted) $(prof s/late filtered)" "4 2"
is "on the function" "$(prof s/func emitted) $(prof s/func filtered)" "6 0"
is "another later" "$(put $D/events/s/early/filter '$arg1 == 8 && $retval == 13')" OK
run call add 8 5 x3
run call add 8 6
is "decides" "$(prof s/early emitted) $(prof s/early filtered)" "5 5"
is "one on a register of the return" "$(put $D/events/s/late/filter '%r15 == %r15')" OK
is "on one of the entry that is not saved" "$(put $D/events/s/late/filter '$entry(%r15) == 1')" \
	EINVAL
like "says so" "$(last_error)" "*remove it and give the filter with the line*"
ok "ledger" ledger
collect
clear_all
spec 'f:s/regs kpt_add%return bx=$entry(%bx) now=%bx di=$entry(%di)'
run call add 5 6
spec 'r:s/kret kpt_add bx=$entry(%bx) now=%bx di=$entry(%di)'
run call add 5 6
collect
is "all registers, where one is named at the entry" "$(args regs | sort -u)" "$(args kret)"
clear_all

# Tables
spec 'f:s/h kpt_add,kpt_?%return do hist($lat) by $func, count by $retval'
run call add 1 2 x10
run call a 5 x4
cat $D/events/s/h/hist >/tmp/hist
rows() { sed -n "s/^ *\([0-9]*\) .* func: $1+.*/\1/p" /tmp/hist; }
is "a table by function" "$(rows kpt_add) $(rows kpt_a) $(rows kpt_b) $(rows kpt_c)" "10 4 4 4"
is "and in the list of functions" "$(listed s/h)" "kpt_a [kpt]: 4
kpt_add [kpt]: 10
kpt_b [kpt]: 4
kpt_c [kpt]: 4"
is "all is in it" "$(prof s/h aggregated)" 22
is "and nothing else" "$(prof s/h emitted)" 0

# A table of times has what took longest on top, and not what was called most
sums() { awk -v k="  $2: " '$2 == "sum" { on = 1; next } NF == 0 { on = 0 } on && index($0, k) {
	sub(".*" k, ""); sub("[+].*", ""); print }' $1; }
spec 'f:s/t kpt_s[hl]*,kpt_add%return do hist($lat) by $func'
run call add 1 2 x100
run call sleep 30 x2
cat $D/events/s/t/hist >/tmp/hist
like "by sum: few that sleep before many that do not" "$(sums /tmp/hist func | tr '\n' ' ')" \
	"kpt_sleep*kpt_add "
kpread hist -e s/t >/tmp/hist
like "... as kpread has it" "$(sums /tmp/hist func | tr '\n' ' ')" "kpt_sleep*kpt_add "
clear_all

# In interrupts, on all CPUs
spec 'f:s/i kpt_hardirq,kpt_seq,kpt_irqwork,kpt_ipi,kpt_softirq%return a=$arg1 do count by $func'
run reset
run timer start 300
flood_interrupted 10000
run irqwork 200
run ipi 200
run softirq 200
run timer stop
is "each call from tasks and interrupts" $(($(prof s/i hits) + $(prof s/i nested))) \
	$(($(calls hardirq) + $(calls seq) + $(calls irqwork) + $(calls ipi) + $(calls softirq)))
is "none was refused, none without an instance" "$(prof s/i nested) $(prof s/i missed)" "0 0"
ok "ledger" ledger s/i
clear_all

# A kprobe's handler that runs into the set, and a set's handler into a kprobe
steps=$(awk '$3 == "kpt_steps" { print $1 }' /proc/kallsyms)
mov=$(awk '$1 == "steps_mov" { print $2 }' $KPT/places)
jumps=/proc/sys/debug/kprobes-optimization
[ ! -e $jumps ] || echo 0 >$jumps
spec "p:s/k kpt_steps+$((mov - 0x$steps)) s=+0(%di):ustring" \
	'f:s/g kpt_ustr,*fault*,fixup_exception,search_e*%return s=+0($arg1):ustring'
if [ -e $jumps ]; then
	is "a probe that is stepped over" "$(prof s/k mode)" int3
else
	skip "a probe that is stepped over" "this kernel cannot be told to make no jumps"
fi
run reset
run call steps 5 x20
run call ustr hole x5
ok "page faults of handlers are not hits of theirs" [ $(prof s/g nested) -gt 0 ]
ok "those of a probe's handler are" [ $(prof s/g hits) -gt 25 ]
is "a probe that faults and steps" "$(prof s/k emitted)" 20
is "each call went on" "$(calls steps)" 20
collect
is "it faulted" "$(args k | uniq)" "s=(fault)"
clear_all
[ ! -e $jumps ] || echo 1 >$jumps

# MAXACTIVE
reading
spec 'f8:s/few kpt_recurse%return d=$arg1:u64'
is "as many as were asked for" "$(prof s/few maxactive) $(head -n 1 $D/control)" \
	"8 f8:s/few kpt_recurse%return d=\$arg1:u64"
run call recurse 20
is "21 calls, 8 instances" "$(prof s/few hits) $(prof s/few emitted) $(prof s/few missed)" "21 8 13"
collect
is "it is incomplete" $rc 3
ok "and told" grep -q "few: \[MISSED" $out
ok "ledger" ledger s/few
clear_all
spec 'f:s/grow kpt_sleep%return'
run sleepers 400 10 burst
run sleepers wait
run sleepers 400 10 burst
run sleepers wait
ok "without: it grows" [ $(prof s/grow maxactive) -ge 400 ]
ok "ledger" ledger s/grow
clear_all

# Threads that end inside
spec 'f:s/x kpt_exit%return'
run exit 5
sleep 1
run exit 5
is "never returned, or still in flight" $(($(prof s/x never) + $(prof s/x inflight))) 10
ok "ledger" ledger s/x
clear_all

# Modules
rmmod kpt
spec 'f:m/a kpt:kpt_a*%return v=$retval' 'f:m/init kpt:*%return'
is "absent: parked" "$(prof m/a mode) $(prof m/a functions)" "parked 0"
insmod /kmod/kpt.ko
grep '\[kpt\]$' $AFF | sort >/tmp/want
listed m/init >/tmp/got
ok "it comes: what tracefs lists" cmp /tmp/want /tmp/got
is "its init was a call that returned" "$(prof m/init hits) $(prof m/init inflight)" "1 0"
run call add 3 4 x5
collect
is "its calls" "$(lines a)" 5
rmmod kpt
is "it goes: parked" "$(prof m/a mode) $(prof m/a functions)" "parked 0"
insmod /kmod/kpt.ko
run call add 3 4 x5
collect
is "it comes again" "$(lines a)" 5
clear_all

# What is left out
spec 'f:o/r *rethook*,*kprobe*,*_nmi_*%return'
awk 'NR == FNR { split($1, r, "-"); at[r[1]] = 1; name[$2] = 1; next }
	$1 ~ /rethook|kprobe|_nmi_/ && $1 in name && !/__ftrace_invalid/ { print $1 }' \
	/sys/kernel/debug/kprobes/blacklist $AFF | sort -u >/tmp/want
sed 's/[: ].*//' $D/events/o/r/left_out | sort -u >/tmp/got
ok "something is left out" [ -s /tmp/got ]
ok "what the kernel lets no probe stand on" cmp /tmp/want /tmp/got
no "and that is not in it" grep -qxFf /tmp/want $D/events/o/r/functions
like "with the reason" "$(head -n 1 $D/events/o/r/left_out)" \
	"*: the kernel lets no probe stand there"
clear_all
is "check" "$(verdict 'kpt_ad*%return')" "ok: 1 function and their returns: ftrace"
is "check: what is left out" "$(verdict 'kretprobe_rethook_h*%return')" \
	"refused: kretprobe_rethook_handler is left out of all sets of returns (the kernel lets no probe stand there): nothing else matches"
like "check: among others" "$(verdict '*_*%return')" "ok: * functions and their returns: ftrace; left out: *more (the kernel lets no probe stand there)*"

refused 'f:x/y nosuch_*%return' ENOENT 'nosuch_*%return'
refused 'f:x/y kpt_add%return,kpt_ret' EINVAL '%return,kpt_ret'
refused 'f0:x/y kpt_add%return' EINVAL '0:x/y'
refused 'f:x/y kretprobe_rethook_handler%return' EINVAL 'kretprobe_rethook_handler%return'
spec 'f:s/a kpt_add'
refused 'f:s/a kpt_ret%return' EEXIST 'f:s/a'
spec 'f:s/b kpt_add%return' 'f:s/b kpt_ret%return'
spec '-:s/b kpt_add%return'
is "one of two lines goes" "$(cat $D/control)" "f:s/a kpt_add
f:s/b kpt_ret%return"
clear_all

# On and off, with calls in flight
spec 'f:e/s kpt_sleep%return'
run sleepers 20 10 held
echo 0 >$D/events/e/s/enable
run call sleep 1
is "off: no hits" "$(prof e/s hits) $(prof e/s inflight)" "20 20"
run sleepers wait
is "the calls that were inside return" "$(prof e/s hits) $(prof e/s emitted) $(prof e/s inflight)" \
	"20 20 0"
echo 1 >$D/events/e/s/enable
run sleepers 20 10 held
n=$(total never)
spec '-:e/s'
is "removed with 20 inside: they never returned" $(($(total never) - n)) 20
run sleepers wait
spec 'f:e/s *,!kpt_s*%return do count' 'f:e/t kpt_sleep%return'
run sleepers 20 10 held
ok "the module goes, with all functions in a set and calls in flight" rm_module kprobectl
run sleepers wait
is "nothing is left" "$(wc -l <$T/enabled_functions)" 0
insmod /kprobectl.ko governor=0
spec 'f:e/s kpt_add%return v=$retval:u64'
run call add 3 4
collect
is "and it comes back" "$(args s)" "v=7"
finish
