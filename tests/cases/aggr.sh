#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# count, hist(X), stats(X), sum(X) of `do`: the same numbers as from a stream, to the
# unit, and every hit in exactly one place.
# on: newest, because tables are one code everywhere, and top and span run on 6.1
# takes: 70
# timeout: 600

. ./lib.sh
plan 85
setup

F=$D/events/kprobes

# same TEXT EVENT INDEX: its aggregate against /tmp/in, see histcheck.c
same() {
	histcheck kprobes/$2 $3 </tmp/in >/tmp/same
	rc=$?
	diag "$2 $3: $(cat /tmp/same)"
	is "$1" $rc 0
}

# column NAME EVENT: the values of NAME, and a tab
column() { field $1 $2 | sed 's/$/\t/'; }
# with_key VALUE KEY EVENT [TEXT]: VALUE, a tab, and "TEXT: KEY"
with_key() { field $1 $3 >/tmp/v; field $2 $3 | sed "s/^/${4:-$2}: /" | paste /tmp/v -; }

aggregated() { prof kprobes/$1 aggregated; }

# Two events on one function, a flood from every CPU: one streams, the other adds up
echo 16384 >$D/buffer_size_kb
spec 'p:s kpt_seq cpu=$arg1:u64 i=$arg2:u64' \
	'p:a kpt_seq cpu=$arg1:u64 i=$arg2:u64 do count, count by cpu, hist(i), hist(i) by cpu, comm'
is "listed as it was written" "$(tail -n 1 $D/control)" \
	'p:kprobes/a kpt_seq cpu=$arg1:u64 i=$arg2:u64 do count, count by cpu, hist(i), hist(i) by cpu, comm'
run reset
run flood 5000
collect -e s
is "the stream is complete" $rc 0
n=$(calls seq)
is "each call is in the aggregates" "$(aggregated a) $(prof kprobes/a emitted)" "$n 0"
ok "the ledger is closed" ledger kprobes/a
field i s | sed 's/.*/0\t/' >/tmp/in
same "count" a 0
with_key cpu cpu s >/tmp/in
same "count by a number" a 1
column i s >/tmp/in
same "hist" a 2
grep ': s: (' $out | sed 's/^ *\(.*\)-[0-9]* .*cpu=\([0-9]*\) i=\([0-9]*\).*/\3\tcpu: \2, comm: \1/' >/tmp/in
same "hist by a number and a name" a 3
like "hist: the text says how many" "$(cat $F/a/hist)" "*: $n hits*"
ok "memory is in profile" [ $(prof kprobes/a memory) -gt 100000 ]
clear_all
echo 1024 >$D/buffer_size_kb

# Returns: one event does both, so both see one duration
spec 'r:l kpt_a ns=$lat:u64 v=$retval:u64 do emit, hist($lat), hist(v) by pid, comm, count by func'
run flood 3000 nested
collect
is "emit and aggregates: emitted" "$(prof kprobes/l emitted) $(aggregated l)" "$(prof kprobes/l hits) 0"
ok "... and the ledger is closed" ledger kprobes/l
column ns l >/tmp/in
same "hist(\$lat)" l 0
sed -n 's/^ *\(.*\)-\([0-9]*\) .*: l: .* v=\([0-9]*\).*/\3\tpid: \2, comm: \1/p' $out >/tmp/in
same "hist(\$retval) by who" l 1
like "count by func" "$(grep 'func: ' $F/l/hist)" " *6000 *func: kpt_a+0x*"
clear_all

# All of the numbers
spec 'p:w kpt_ret v=$arg1:u64 do emit, hist(v)' 'p:i kpt_ret v=$arg1:s64 do emit, hist(v)' \
	'p:b kpt_ret v=$arg1:s8 do emit, hist(v), count by v'
for v in 0 1 31 32 63 64 65 127 128 1000 123456789 0x7fffffffffffffff 0x8000000000000000 \
		0xfffffffffffffffe -1 -2 -63 -64 -65 -1000 -123456789; do
	run call ret $v x3
done
collect
column v w >/tmp/in
same "u64, all of them" w 0
column v i >/tmp/in
same "s64, below zero too" i 0
column v b >/tmp/in
same "s8" b 0
with_key v v b >/tmp/in
same "count by a signed number" b 1
clear_all

# stats: the same of streams, at the ends of what 64 bits hold, and beyond them
spec 'p:w kpt_ret v=$arg1:u64 do emit, stats(v), sum(v), stats(v) by $comm, $cpu size=8' \
	'p:i kpt_ret v=$arg1:s64 do emit, stats(v), sum(v)' \
	'p:b kpt_ret v=$arg1:s8 do emit, stats(v) by v, sum(v) by v' \
	'r:t kpt_ret ns=$lat:u64 do emit, stats($lat), stats(ns) by $retval:s32'
for v in 5 0 9 1000; do run call ret $v; done
collect
for e in w i; do
	column v $e >/tmp/in
	same "stats: $e" $e 0
	same "sum: $e" $e 1
done
field ns t | sed 's/$/\t/' >/tmp/in
same "stats(\$lat)" t 0
is "stats: the text has its columns" "$(sed -n 3p $F/w/hist | tr -s ' ')" "count sum avg min max"
is "... and its numbers" "$(sed -n 4p $F/w/hist | tr -s ' ')" " 4 1014 253 0 1000"
is "kpread hist prints the same" "$(kpread hist -e t | sed 's/^# .*//' | grep .)" "$(sed 's/^# .*//' $F/t/hist | grep .)"
for e in w i b t; do echo >$F/$e/hist; done
for v in 0x7fffffffffffffff 0x7fffffffffffffff 0x7fffffffffffffff -1 -2 -128 -128; do
	run call ret $v
done
collect
for e in w i; do
	column v $e >/tmp/in
	same "stats, beyond 64 bits: $e" $e 0
	same "sum, beyond 64 bits: $e" $e 1
done
with_key v v b >/tmp/in
same "stats by a signed number" b 0
same "sum by a signed number" b 1
like "stats: a sum beyond 64 bits is the end, and says so" "$(sed -n 4p $F/w/hist)" "* ~15.999E*"
like "... with a sign" "$(sed -n 4p $F/i/hist)" "* ~7.999E*"
clear_all

# Strings: what can be read, what is cut, what cannot
spec 'p:t kpt_str s=+0($arg1):string do emit, count by s' 'p:u kpt_str do count by +0($arg1):string, $arg1:u8'
for s in hello empty edge over hole null wild; do run call str $s x2; done
run call str long
collect
is "strings: hits" "$(aggregated u) $(prof kprobes/t emitted)" "15 15"
like "a string" "$(cat $F/t/hist)" '*s: "hello, world"*'
like "the empty one" "$(cat $F/t/hist)" '*s: ""*'
like "one that cannot be read is a key too" "$(grep 's: (fault)' $F/t/hist)" "*6*"
like "one that is cut says so" "$(cat $F/t/hist)" '*s: "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"...*'
like "written out as a key" "$(cat $F/u/hist)" '*"hello, world"*'
ok "... the ledger is closed" ledger kprobes/u
clear_all

# Stacks
spec 'p:k kpt_c do count by $stacktrace, count by $caller' \
	'p:keys kpt_c v=$arg1:u64 do count by $stacktrace, v, $comm'
run call a 77 x7
run flood 5 nested
is "two stacks" "$(grep -c 'stacktrace:' $F/k/hist)" 2
like "... with their frames" "$(cat $F/k/hist)" "*kpt_c+0x*kpt_b+0x*kpt_a+0x*"
is "... each with its hits" "$(histcheck kprobes/k 0 </dev/null | sed -n 's/.* hits: \([0-9]*\) instead.*/\1/p' | tr '\n' ' ')" "10 7 "
is "... in front of other keys" \
	"$(grep -c ", v: 77, comm: $(cat /proc/$$/comm)\$" $F/keys/hist)" 1
like "... and one caller" "$(grep 'caller: ' $F/k/hist)" " *17 *caller: kpt_b+0x*"
clear_all

# As many keys as there can be
spec 'p:six kpt_add a=$arg1:u64 b=$arg2:u64 do count by a, b, uid, tid, comm, $func, sum(b) by comm, a, uid, b, $stacktrace, pid'
for a in 1 1 2; do run call add $a 7; done
six="uid: 0, tid: [0-9]*, comm: $(cat /proc/$$/comm), func: kpt_add+0x.*"
is "six keys" "$(for a in 1 2; do sed -n "s/^ *\([0-9]*\) .*a: $a, b: 7, $six/\1/p" $F/six/hist; done | tr '\n' ' ')" \
	"2 1 "
is "... a stack among them" "$(grep -c ', pid: [0-9]*$' $F/six/hist)" 2
gives "... and no more" E2BIG $D/control 'p:seven kpt_add do count by $arg1, $arg2, uid, tid, comm, $func, cpu'
clear_all

# Values that cannot be read
spec 'p:m kpt_str do hist(+0($arg1):u32)'
for s in hello null wild hello; do run call str $s; done
like "a value that cannot be read is told" "$(cat $F/m/hist)" "*4 hits*2 unreadable*"
ok "... and in the ledger" ledger kprobes/m
clear_all

# Little room
spec 'p:o kpt_ret v=$arg1:u64 do count by v size=4, hist(v) by v size=2'
for v in 1 2 3 4 5 6 7 8; do run call ret $v x2; done
like "what has no room is other" "$(cat $F/o/hist)" "*16 hits*8 other*"
is "... and the rest is there" "$(grep -c '  v: [1-4]$' $F/o/hist)" 6
is "... all are aggregated" "$(aggregated o)" 16
clear_all

# Conditions come first
spec 'p:c kpt_ret v=$arg1:u64 if v & 1 do count by v' 'r:d kpt_ret if $retval > 4 do count'
for v in 1 2 3 4 5 6; do run call ret $v; done
is "if: refused ones are not in it" "$(aggregated c) $(prof kprobes/c filtered)" "3 3"
is "... at a return" "$(aggregated d) $(prof kprobes/d filtered)" "2 4"
is "listed with both" "$(head -n 1 $D/control)" 'p:kprobes/c kpt_ret v=$arg1:u64 if v & 1 do count by v'
echo 'v == 6' >$F/c/filter
for v in 1 6; do run call ret $v; done
is "another condition" "$(aggregated c) $(prof kprobes/c filtered)" "4 4"
echo 0 >$D/tracing_on
run call ret 6
is "tracing off: not in it" "$(aggregated c) $(prof kprobes/c off)" "4 1"
echo 1 >$D/tracing_on
ok "the ledger is closed" ledger kprobes/c
cp $D/control /tmp/list
clear_all
cat /tmp/list >$D/control
is "the list can be written again" "$(cat $D/control)" "$(cat /tmp/list)"
clear_all

# Clearing
spec 'p:z kpt_seq do count by $arg1, hist($arg2)'
run flood 1000
echo >$F/z/hist
like "cleared" "$(cat $F/z/hist)" "*0 hits*"
run reset
run flood 500
like "... and begun anew" "$(cat $F/z/hist)" "*: $(calls seq) hits*: $(calls seq) hits*"
(while [ ! -e /tmp/stop ]; do echo >$F/z/hist; cat $F/z/hist; done >/dev/null) &
clearer=$!
for i in 1 2; do run flood 20000; done
: >/tmp/stop
wait $clearer
ok "cleared and read under a flood: the ledger is closed" ledger kprobes/z
echo >$F/z/hist
run reset
run flood 100
like "... and it counts" "$(cat $F/z/hist)" "*: $(calls seq) hits*"
rm -f /tmp/stop
cat $F/z/hist >/tmp/whole
exec 3<$F/z/hist
dd bs=16 count=1 <&3 >/tmp/pieces 2>/dev/null
run flood 50
cat <&3 >>/tmp/pieces
exec 3<&-
is "read in pieces it is as it was at the first one" "$(cat /tmp/pieces)" "$(cat /tmp/whole)"
clear_all

# Interrupts in the middle, on both CPUs
spec 'p:x kpt_seq do count by $cpu, hist($arg2) by $arg1, stats($arg2:s64)' 'p:y kpt_hardirq do count by $comm, hist($arg1)' \
	'r:ry kpt_hardirq do hist($lat) by $cpu'
run reset
run timer start 300
flood_interrupted 20000
run timer stop
is "with interrupts: each call is in it" "$(aggregated x)" "$(calls seq)"
# what kprobes skipped is a lower bound
ok "... interrupts hit too" [ $(aggregated y) -gt 0 -a \
	$(($(aggregated y) + $(prof kprobes/y nested))) -le $(calls hardirq) ]
for e in x y ry; do ok "$e: the ledger is closed" ledger kprobes/$e; done
like "totals are the event's hits" "$(cat $F/x/hist)" "*: $(aggregated x) hits*: $(aggregated x) hits*"
like "... of the interrupt's event" "$(cat $F/y/hist)" "*: $(aggregated y) hits*: $(aggregated y) hits*"
like "... of its return" "$(cat $F/ry/hist)" "*: $(aggregated ry) hits*"
clear_all

# Events come and go under a flood, every other one once it is hit; one that waits for
# its module
before=$(total aggregated)
(round=0
while [ ! -e /tmp/stop ]; do
	spec 'p:g kpt_seq do count by $arg2 size=64, hist($arg2) by $cpu'
	round=$((round + 1))
	until [ $((round % 2)) = 0 -o -e /tmp/stop ] || [ "$(prof kprobes/g hits)" -gt 0 ]; do
		sleep 0.01
	done
	spec '-:g'
done) &
adder=$!
some_counted() { [ $(total aggregated) -gt $before ]; }
flood_until 40000 some_counted
: >/tmp/stop
wait $adder
rm -f /tmp/stop
ok "made and removed under a flood" some_counted
clear_all
rmmod kpt
spec 'p:late kpt:kpt_ret do count by $arg1:u64'
like "parked: no hits yet" "$(cat $F/late/hist)" "*0 hits*"
insmod /kmod/kpt.ko
run call ret 5 x3
like "its module came" "$(cat $F/late/hist)" "*arg1*5*3 hits*"
rmmod kpt
like "its module went: what was counted stays" "$(cat $F/late/hist)" "*3 hits*"
insmod /kmod/kpt.ko
run call ret 5 x3
like "... and is added to" "$(cat $F/late/hist)" "*6 hits*"
clear_all

# Memory
gives "more than there is" ENOMEM $D/control 'p:big kpt_ret do count by $stacktrace size=1048576'
like "... and the refusal says what to do" "$(last_error)" "*MiB*size=N*"
i=0
while [ $i -lt 100 ]; do
	spec 'p:mem kpt_ret do hist($arg1) by $arg2, $arg3 size=20000' '-:mem'
	i=$((i + 1))
done
ok "memory comes back" spec 'p:mem kpt_ret do hist($arg1) by $arg2, $arg3 size=20000'
clear_all
spec 'p:none kpt_ret'
like "an event without any" "$(cat $F/none/hist)" "no aggregates*"
ok "... is cleared without an error" sh -c "echo >$F/none/hist"

finish
