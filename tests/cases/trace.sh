#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The files trace and trace_pipe: the bytes that kpread prints, of every type of record; the first
# takes nothing out, the second is a reader like any other.
# on: newest oldest, because 6.12 differs from 7.3 in nothing that it meets
# takes: 20

. ./lib.sh
plan 48
setup
P=$D/trace_pipe
# What follows each other stands in one ring, then.
taskset -p 1 $$ >/dev/null

# of_trace: its lines, into $out
of_trace() { grep -v '^#' $D/trace >$out; }
# same FILE: as $out; else the diagnostics show where they differ
same() { cmp $out $1 || { diff $out $1 | head -n 6; false; }; }
# piped: waits for the reader in the background, and until its file has as many lines as $1
piped() {
	local n=0
	until [ "$(wc -l </tmp/pipe)" -ge $1 ] || [ $n -ge 1200 ]; do
		n=$((n + 1))
		sleep 0.05
	done
	[ $n -lt 1200 ]
}
begin_pipe() {
	cat $P >/tmp/pipe 2>/tmp/pipe.err &
	pipe=$!
	until grep -q '^attach' $D/stats || [ ! -d /proc/$pipe ]; do sleep 0.05; done
}
end_pipe() {
	kill $pipe
	wait $pipe
} 2>/dev/null

# Nothing yet
of_trace
is "nothing yet: only a head" "$(wc -l <$out) $(grep -c '^#' $D/trace)" "0 9"
like "... which counts" "$(head -n 1 $D/trace)" "# events written: 0, overwritten: 0   #P:*"

# Every type, strings, stacks, faults. The third symbol is data of a module, line/kernel.c
spec 'p:x/types kpt_types n=\3:s8 a=+0($arg1):x8[n] b=+8($arg1):s16[n] c=+16($arg1):be32[n] d=+0($arg1):ip4[n] e=+48($arg1):char[n] f=+96($arg1):symbol[2] j=@0:u64[n] l=+88($arg1):b4@4/8[n]' \
	'p:x/more kpt_types a=+16($arg1):u32[4] b=+32($arg1):s64 c=+48($arg1):char d=+96($arg1):symbol e=+0($arg1):mac g=$arg1:errno h=$arg1:oflags i=$comm k=+0($arg1):ip6 m=$arg1:dev o=$arg1:signal q=$arg1:cap' \
	'p:x/list kpt_types a=+56($arg1):string[] b=@0:string[] d=+56($arg1):string[3]' \
	'p:x/str kpt_str s=+0($arg1):string' \
	'p:x/ustr kpt_ustr s=+u0($arg1):ustring' \
	'p:x/bad kpt_deref v=+0(+0($arg1)) s=+0(+0($arg1)):string ok=\7' \
	'p:x/stack kpt_c $stacktrace $caller again=$stacktrace' \
	'r:x/ret kpt_ret v=$retval:s64 t=$lat' \
	'r:x/add kpt_add a=$arg1 b=$arg2:u8 v=$retval' \
	'f:x/set kpt_[ab]%return v=$retval' \
	'p:x/other kpt_types n=\3:s8 a=+0($arg1):be16[n] b=+8($arg1):be64 c=+96($arg1):symstr d=$current:task e=+0($arg1):u8[4]' \
	't:x/tp task_rename a=$arg1 b=$arg2 c=$arg1:task' 'w:x/watch w@kpt:kpt_watched:8 $old $value' \
	'i:x/tick 10ms f=$func'
run call types x3
for s in hello empty edge hole null wild over long; do run call str $s; done
for s in hello empty edge over hole kernel; do run call ustr $s; done
run call deref
run call a 1 x2
run call ret -5
run call add 3 4 x20
sh -c 'echo renamed >/proc/self/comm; :'
run store task 3
ticks() { [ "$(prof x/tick emitted)" != 0 ]; }
until_ok ticks
echo 0 >$D/events/x/tick/enable
echo 0 >$D/events/x/tp/enable	# each program that starts hits it
of_trace
cp $out /tmp/first
ok "something of each" [ $(grep -o ': [a-z]*: (' $out | sort -u | wc -l) = 14 ]
kpread --snapshot >/tmp/snapshot 2>/dev/null
says "the bytes that kpread --snapshot prints" same /tmp/snapshot
of_trace
ok "again the same: nothing is taken out" cmp $out /tmp/first
like "the head counts" "$(head -n 1 $D/trace)" "# events written: $(total emitted), overwritten: 0   #P:*"
dd if=$D/trace bs=1 skip=1 count=20 2>/dev/null >/tmp/piece
is "read byte by byte" "$(cat /tmp/piece)" "$(head -c 21 $D/trace | tail -c 20)"
begin_pipe
ok "trace_pipe has them all" piped $(wc -l </tmp/first)
ok "... the same bytes" cmp /tmp/pipe /tmp/first
is "a second reader" "$(cat $P 2>&1 >/dev/null | sed 's/.*: //')" "Device or resource busy"
kpread -t 0.1 2>/tmp/said >/dev/null
is "kpread beside it" $? 2
gives "the rings stay as they are" EBUSY $D/buffer_size_kb 8
gives "... and what they keep" EBUSY $D/overwrite 1
no "the module does, too" rmmod kprobectl 2>/dev/null
of_trace
is "nothing is left to see" "$(wc -l <$out)" 0
run call add 5 6
ok "a single event comes when it comes" piped $(($(wc -l </tmp/first) + 1))
is "... by its name" "$(tail -n 1 /tmp/pipe | grep -c ': add: (.* a=0x5 b=6 v=0xb')" 1
end_pipe
run call add 7 8 x2
collect
is "the next reader has what came behind it, and no more" "$(lines add) $rc" "2 0"
main_pipe=$((0x80000000 + 15))
is "without waiting: nothing" "$(dev view $main_pipe nonblock from 0 75 /tmp/none | tail -n 1)" "from EAGAIN"
run call add 9 9
# A moment old: until then a record of another CPU could still come before it.
n=0
until dev view $main_pipe nonblock from 0 75 /tmp/none >/dev/null; grep -q . /tmp/none || [ $n -ge 600 ]; do
	n=$((n + 1))
	sleep 0.05
done
is "... or what there is" "$(grep -c ': add: (' /tmp/none)" 1
run call add 9 9
is "poll: a piece of a line is taken, the rest is there, then nothing" \
	"$(dev view $main_pipe poll from 0 10 /tmp/piece poll nonblock from 0 4096 /tmp/rest poll |
		grep poll | tr '\n' ' ')" "poll something poll something poll nothing "
is "... of one line" "$(cat /tmp/piece /tmp/rest | grep -c ': add: (.* a=0x9 b=9 ')" 1
ok "the ledger is closed" ledger x/add
clear_all

# Order between CPUs, and a flood from interrupts
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2:u64' 'p:irq kpt_hardirq'
begin_pipe
run timer start 1000
taskset -p 3 $$ >/dev/null
run flood 300
taskset -p 1 $$ >/dev/null
run timer stop
n=$(($(prof kprobes/seq emitted) + $(prof kprobes/irq emitted)))
ok "a flood: all that was emitted" piped $n
end_pipe
is "... and no more" $(grep -c ': \(seq\|irq\): (' /tmp/pipe) $n
is "... but notes" "$(grep -v ': \(seq\|irq\): (' /tmp/pipe)" ""
sed 's/.* \([0-9]*\.[0-9]*\): .*/\1/' /tmp/pipe >/tmp/times
ok "... in order of time" sort -c -n /tmp/times
no "... each with its task" grep -q '<\.\.\.>' /tmp/pipe
clear_all

# Losses
echo 4 >$D/buffer_size_kb
spec 'p:seq kpt_seq i=$arg2:u64'
run call seq 0 x2000
of_trace
kpread --snapshot >/tmp/snapshot 2>/dev/null
says "a full ring: the bytes that kpread --snapshot prints" same /tmp/snapshot
run call seq 0 x1
begin_pipe
run call seq 0 x1
lost=$(prof kprobes/seq lost)
piped $((2002 - lost))
n=0	# the mark of the loss stands in front of what comes next
until grep -q LOST /tmp/pipe || [ $n -ge 600 ]; do
	n=$((n + 1))
	run call seq 0 x1
	sleep 0.05
done
is "what was lost is said" "$(sed -n 's/^CPU:0 \[LOST \([0-9]*\) EVENTS\]/\1/p' /tmp/pipe)" "$(prof kprobes/seq lost)"
ok "... where nobody read in time" [ $(prof kprobes/seq lost) -gt 1000 ]
end_pipe
collect
clear_all

# The newest kept
gives "the newest" OK $D/overwrite 1
spec 'p:seq kpt_seq i=$arg2:u64'
run call seq 0 x2000
of_trace
kpread --snapshot >/tmp/snapshot 2>/dev/null
says "what is kept: the bytes that kpread --snapshot prints" same /tmp/snapshot
is "... to the last" "$(field i seq | tail -n 1)" 1999
like "... of so many" "$(head -n 1 $D/trace)" "# events written: *, overwritten: $((2000 - $(lines seq)))   #P:*"
is "trace_pipe takes nothing out there" "$(cat $P 2>&1 >/dev/null | sed 's/.*: //')" "Operation not supported"
clear_all
gives "the oldest again" OK $D/overwrite 0

# Through the device: of a session's own
dev write 'p:mine kpt_add a=$arg1' put $KPT/run 'call add 1 2 x3' view 14 read view 15 \
	put $KPT/run 'call add 4 4' tracing 0 say end >/tmp/dev
is "trace of a session's own" "$(grep -c ': mine: (kpt_add+.* a=0x1$' /tmp/dev)" 3
is "... and the device does the rest" "$(tail -n 1 /tmp/dev)" end
dev write 'p:mine kpt_add a=$arg1' map 0 view 15 from 0 100 /tmp/none >/tmp/dev
is "a reader in the kernel: the rings are not mapped" \
	"$(dev write 'p:mine kpt_add a=$arg1' view 15 nonblock from 0 1 /tmp/none map 0 | tail -n 2 | tr '\n' ';')" \
	'from EAGAIN;map EBUSY;'
is "... until another view is shown" \
	"$(dev write 'p:mine kpt_add a=$arg1' view 15 nonblock from 0 1 /tmp/none view 0 map 0 | tail -n 1)" "map OK"
is "mapped already: there is a reader" "$(grep ^from /tmp/dev)" "from EBUSY"
spec 'p:main kpt_add a=$arg1'
run call add 2 2
dev view $((0x80000000 + 14)) read >/tmp/dev
is "trace of the main session" "$(grep -c ': main: (kpt_add+' /tmp/dev)" 1
dev view $main_pipe from 0 75 /tmp/none >/tmp/dev
is "trace_pipe of the main session" "$(grep -c ': main: (kpt_add+' /tmp/none)" 1
of_trace
is "... takes it out" "$(wc -l <$out)" 0

# Addresses are for whom the kernel shows them to
echo 2 >/proc/sys/kernel/kptr_restrict
is "hidden addresses: no trace" "$(cat $D/trace 2>&1 | sed 's/.*: //')" "Operation not permitted"
is "... and no trace_pipe" "$(cat $P 2>&1 | sed 's/.*: //')" "Operation not permitted"
echo 0 >/proc/sys/kernel/kptr_restrict
clear_all
ok "rmmod: nothing is in use" rm_module kprobectl
finish
