#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kpread -w and -r: what is recorded reads as it would have read live; recorders that are
# killed, run out of disk, change files in a flood; counts that close.
# on: newest, because kpread is one program everywhere
# not: rt, because PREEMPT_RT changes nothing in what kpread reads
# takes: 60
# timeout: 600
# long: 900

. ./lib.sh
plan 52
setup

rec=/tmp/rec
mkdir $rec

# status COMMAND...: its exit status; what it says is in $out and $err
status() {
	timeout 60 "$@" >$out 2>$err
	echo $?
}

# plain FILE: its lines without what differs from one session to the next: times, and
# whether a switch is due, as a tick may come between the two sessions' probes
plain() { sed -E 's/(\[[0-9]{3}\] .)[^ ]/\1./; s/ +[0-9]+\.[0-9]{6}: /: /; s/ lat=[^ ]*//' $1; }

# await_file FILE PID: until the recorder has written to it
await_file() {
	while [ ! -s $1 ] && kill -0 $2 2>/dev/null; do sleep 0.02; done
}

# peak PID: the most memory that it has had, in kB
peak() { sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' /proc/$1/status; }

# The same calls, live and recorded: every type, strings, stacks, faults
lines='p:x/types kpt_types n=\3:s8 a=+0($arg1):x8[n] b=+8($arg1):s16[n] c=+16($arg1):be32[n] d=+0($arg1):ip4[n] e=+48($arg1):char[n] f=+96($arg1):symbol[n] j=@0:u64[n] l=+88($arg1):b4@4/8[n]
p:x/more kpt_types a=+16($arg1):u32[4] b=+32($arg1):s64 c=+48($arg1):char d=+96($arg1):symbol e=+0($arg1):mac g=$arg1:errno h=$arg1:oflags i=$comm
p:x/list kpt_types a=+56($arg1):string[] b=@0:string[] d=+56($arg1):string[3]
p:x/str kpt_str s=+0($arg1):string
p:x/ustr kpt_ustr s=+u0($arg1):ustring
p:x/bad kpt_deref v=+0(+0($arg1)) s=+0(+0($arg1)):string ok=\7
p:x/stack kpt_c $stacktrace $caller
r:x/ret kpt_ret v=$retval:s64
r:x/add kpt_add a=$arg1 b=$arg2:u8 v=$retval'
kpread -x "$lines" >$out 2>$err &
live=$!
kpread -w $rec/x -x "$lines" 2>/tmp/w.err &
recorder=$!
reads $live
reads $recorder
# all on one CPU: between CPUs a reader may give a late record late
taskset -p 1 $$ >/dev/null
run call types x3
for s in hello empty edge hole null wild over long; do run call str $s; done
for s in hello empty edge over hole kernel; do run call ustr $s; done
run call deref
run call a 1 x2
run call ret -5
run call add 3 4 x20
taskset -p 3 $$ >/dev/null
kill -TERM $live $recorder
wait $live
is "live: status" $? 0
wait $recorder
is "recorded: status" $? 0
like "recorded: how many" "$(cat /tmp/w.err)" "* events, 0 lost, 0 missed: complete*"
plain $out >/tmp/live
ok "there is much of it" [ "$(wc -l </tmp/live)" -gt 50 ]
is "replayed: status" "$(status kpread -r $rec/x)" 0
plain $out >/tmp/replayed
says "the same lines as live" diff /tmp/live /tmp/replayed
is "as many as were recorded" "$(sed 's/ .*//' $err)" "$(sed 's/ .*//' /tmp/w.err)"

# Formats, of which the unit tests have what they say
n=$(sed 's/ .*//' $err)
is "-f json" "$(status kpread -r $rec/x -f json) $(grep -c '"type":"event"' $out)" "0 $n"
rm -rf /tmp/csv
is "-f csv" "$(status kpread -r $rec/x -f csv -o /tmp/csv) $(wc -l </tmp/csv/x.add.csv)" "0 21"
for f in folded chrome tree perfetto pprof; do
	is "-f $f" "$(status kpread -r $rec/x -f $f -o /tmp/$f) $(grep -ac kpt_ret /tmp/$f | sed 's/[1-9][0-9]*/some/')" "0 some"
done
rm -rf /tmp/ctf
is "-f ctf" "$(status kpread -r $rec/x -f ctf -o /tmp/ctf) $(grep -c 'x:add' /tmp/ctf/metadata)" "0 1"
kpread -r $rec/x >$out 2>/dev/null
at=$(sed -n 's/.* \([0-9]*\.[0-9]*\): ret: .*/\1/p' $out)
kpread -r $rec/x --to $at >/tmp/before 2>/dev/null
kpread -r $rec/x --from $at >/tmp/after 2>/dev/null
is "--from and --to are two halves" "$(cat /tmp/before /tmp/after | cmp - $out; wc -l </tmp/before | sed 's/[1-9][0-9]*/some/') $(head -n 1 /tmp/after | grep -c ': ret: ')" "some 1"

# Aggregates and counts, as at the end
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2' 'p:sum kpt_add do count by $arg1:u64' 'r:h kpt_nap do hist($lat)'
reading -w $rec/sums
run call add 5 1 x7
run call add 6 1 x3
run call nap 1 x4
collect
kpread hist >/tmp/hist
kpread stat >/tmp/stat
is "hist -r" "$(status kpread hist -r $rec/sums) $(diff $out /tmp/hist)" "0 "
is "stat -r" "$(status kpread stat -r $rec/sums) $(diff $out /tmp/stat)" "0 "
ok "... there is some" grep -q '^total: 10 hits' /tmp/hist
clear_all
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2'

# Lost on the way
echo 4 >$D/buffer_size_kb
reading -w $rec/lost
kill -STOP $kpread_pid
run flood 500
kill -CONT $kpread_pid
collect
lost=$(prof kprobes/seq lost)
is "lost while the recorder was stopped: status" $rc 3
like "how many" "$(tail -n 1 $err)" "* $lost lost, 0 missed: incomplete*"
is "replayed: the same" "$(status kpread -r $rec/lost) $(sed 's/;.*//' $err)" "3 $(kpread -r $rec/lost 2>&1 >/dev/null | sed 's/;.*//')"
is "each hit is recorded or lost" $(($(lines seq) + lost)) "$(calls seq)"
is "... and so says the ledger" "$(lines seq)" "$(prof kprobes/seq emitted)"

# A flood in parts: reserved is recorded, and the rest is lost
echo 64 >$D/buffer_size_kb
clear_all
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2'
run reset
reading -w $rec/part -C 200k
parts_there() { [ -e $rec/part.000005 ]; }
flood_until 2000 parts_there
memory=$(peak $kpread_pid)
collect
ok "in parts: there are several" [ -s $rec/part.000003 ]
is "... read together: status" "$(status kpread -r $rec/part.*)" $rc
lost=$(prof kprobes/seq lost)
is "reserved is recorded" "$(lines seq)" "$(prof kprobes/seq emitted)"
is "recorded and lost are all" $(($(lines seq) + lost)) "$(calls seq)"
like "... and said" "$(tail -n 1 $err)" "$(lines seq) events, $lost lost, *"
mv $rec/part.000002 /tmp/part
is "one is missing: status" "$(status kpread -r $rec/part.*)" 3
ok "... which is said" grep -q 'the part before .*part.000003 is missing' $err
mv /tmp/part $rec/part.000002
is "a part alone: status" "$(status kpread -r $rec/part.000002 | sed 's/3/0/')" 0
ok "... its events are named" [ "$(lines seq)" -gt 0 -a "$(grep -c 'not described' $out)" = 0 ]
ok "memory of the recorder: $memory kB" [ "$memory" -lt 16384 ]

# The reader stands still in the middle of its output
mkfifo /tmp/fifo
kpread -r $rec/part.* >/tmp/fifo 2>/dev/null &
player=$!
exec 3</tmp/fifo
dd bs=1k count=1000 of=/dev/null <&3 2>/dev/null
memory=$(peak $player)
cat <&3 >/dev/null
exec 3<&-
wait $player
ok "memory of the replay: $memory kB" [ "$memory" -gt 0 -a "$memory" -lt 16384 ]

run reset
reading -w $rec/few -C 100k -W 2
few_there() { [ -e $rec/few.000003 ]; }
flood_until 2000 few_there
collect
is "-W 2: two files stay" "$(ls $rec/few.* | wc -l)" 2
ok "... which can be read" [ "$(status kpread -r $rec/few.*)" -lt 4 -a "$(lines seq)" -gt 0 ]

# Many, in make test-long a million: each once, those of a task in their order
many=30000
! long || many=1000000
clear_all
echo 1024 >$D/buffer_size_kb
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2:u64'
run reset
reading -w $rec/many
many_there() { [ "$(prof kprobes/seq emitted)" -ge $many ]; }
flood_until 10000 many_there
memory=$(peak $kpread_pid)
collect
lost=$(prof kprobes/seq lost)
n=$(prof kprobes/seq emitted)
# in_order: how many lines, and how many that do not follow what their task wrote before
in_order() {
	awk '/: seq: \(/ {
			i = substr($NF, 3) + 0
			n++
			wrong += $1 in last && i <= last[$1]
			last[$1] = i
		}
		END { print n + 0, wrong + 0 }'
}
is "many: each is in the file, in order" "$(kpread -r $rec/many 2>$err | in_order)" "$n 0"
is "... recorded and lost are all" $((n + lost)) "$(calls seq)"
like "... and said" "$(tail -n 1 $err)" "$n events, $lost lost, *"
ok "... memory of the recorder: $memory kB" [ "$memory" -lt 16384 ]
rm $rec/many
clear_all
echo 64 >$D/buffer_size_kb
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2'

# Killed at any moment, in make test-long a hundred times
killed=0 read=0 said=0 wrong=0
kills=15
! long || kills=100
while [ $killed -lt $kills ]; do
	rm -f $rec/k
	kpread -w $rec/k 2>/dev/null &
	victim=$!
	await_file $rec/k $victim
	was=$(stat -c %s $rec/k)
	run flood 200 &
	flood=$!
	while [ "$(stat -c %s $rec/k)" -lt $((was + 2000 + killed * 100)) ] && kill -0 $flood 2>/dev/null; do :; done
	kill -KILL $victim
	wait $victim 2>/dev/null
	wait $flood
	killed=$((killed + 1))
	[ "$(status kpread -r $rec/k)" = 3 ] && read=$((read + 1))
	grep -q 'k has no end\|k ends in the middle' $err && said=$((said + 1))
	grep -v ': seq: (\|LOST' $out >/tmp/strange && wrong=$((wrong + 1))
done
is "killed again and again: read each time" $read $kills
is "... with a sentence" $said $kills
is "... and nothing strange in it" $wrong 0
collect

# The disk is full: what is not in the file stays for the next reader
mkdir /tmp/disk
mount -t tmpfs -o size=128k none /tmp/disk
clear_all
echo 1024 >$D/buffer_size_kb
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2'
run reset
reading -w /tmp/disk/rec
await_file /tmp/disk/rec $kpread_pid
# what one pass brings is smaller than the disk
while kill -0 $kpread_pid 2>/dev/null; do
	was=$(stat -c %s /tmp/disk/rec)
	run flood 200
	while [ "$(stat -c %s /tmp/disk/rec)" = $was ] && kill -0 $kpread_pid 2>/dev/null; do sleep 0.02; done
done
wait $kpread_pid
is "a full disk: status" $? 3
kpread_pid=
ok "... in a sentence" grep -q '^kpread: cannot write /tmp/disk/rec: No space left on device.' $err
is "... it reads back: status" "$(status kpread -r /tmp/disk/rec)" 3
got=$(lines seq)
ok "... much of it" [ $got -gt 400 ]
collect
is "the rest is there for the next reader" $((got + $(lines seq) + $(prof kprobes/seq lost))) "$(calls seq)"
umount /tmp/disk
clear_all

# Elsewhere: no module, no rights
chmod 755 $rec
chmod 644 $rec/x
teardown
is "without the module, as nobody: status" "$(status caps -u 65534 all kpread -r $rec/x) $(grep -v complete $err)" "0 "
plain $out >/tmp/replayed
says "... the same lines" diff /tmp/live /tmp/replayed

if command -v zstd >/dev/null; then
	zstd -q $rec/x -o /tmp/x.zst
	is "compressed" "$(status kpread -r /tmp/x.zst; plain $out | diff - /tmp/live)" 0
else
	is "compressed, without zstd: refused" "$(printf '\050\265\057\375abcd' >/tmp/x.zst; status kpread -r /tmp/x.zst)" 2
fi
finish
