#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Rings that keep the newest events: snapshots are whole and in order, end with the last event,
# disturb nobody, and with what was overwritten are all that was written.
# on: newest oldest rt, because it rests on the ring
# kcsan: yes
# takes: 20

. ./lib.sh
plan 43
setup
O=$D/overwrite
# What follows each other stands in one ring, then.
taskset -p 1 $$ >/dev/null

# snapshot [OPTION]...: into $out; the summary is $summary
snapshot() {
	kpread --snapshot "$@" >$out 2>/tmp/summary
	rc=$?
	summary=$(cat /tmp/summary)
}
# overwritten: so many events, by stats
overwritten() { awk '/^[0-9]/ { n += $8 } END { print n + 0 }' $D/stats; }
# in_order EVENT: i rises by one from line to line of each CPU
in_order() {
	sed -n "s/.* \[\([0-9]*\)\] .*: $1: .* i=\([0-9]*\).*/\1 \2/p" $out | awk '
		$1 in last && $2 != last[$1] + 1 { print "# CPU " $1 ": " last[$1] ", " $2; bad = 1 }
		{ last[$1] = $2 } END { exit bad || !NR }'
}

is "the oldest are kept to begin with" "$(cat $O)" 0
gives "2 is refused" EINVAL $O 2
echo 4 >$D/buffer_size_kb
gives "the newest from now on" OK $O 1
is "reads back" "$(cat $O)" 1
kpread -t 0.1 2>/tmp/said
is "a reader that would take events out is refused" $? 2
like "... and told what to do" "$(cat /tmp/said)" "*overwrite is 1*kpread --snapshot*"
snapshot
like "a snapshot of nothing" "$summary" "0 events, 0 lost, 0 missed: complete"

spec 'p:seq kpt_seq i=$arg2:u64'
run call seq 0 x10
snapshot
is "few events: all" "$(lines seq) $rc" "10 0"
ok "... in order" in_order seq
run call seq 0 x2000
snapshot
cp $out /tmp/first
n=$(lines seq)
ok "many events: some" [ $n -gt 10 -a $n -lt 2000 ]
ok "... in order" in_order seq
is "... to the last" "$(field i seq | tail -n 1)" 1999
is "... with the others all there were" $((n + $(overwritten))) 2010
like "... which it says" "$summary" "$n events, 0 lost, 0 missed: complete*; $(overwritten) overwritten before these*"
is "each has its task's name" "$(grep -c '<\.\.\.>' $out)" 0
ok "another is the same" sh -c "kpread --snapshot 2>/dev/null | cmp - /tmp/first"
is "nothing was lost" "$(prof kprobes/seq emitted) $(prof kprobes/seq lost)" "2010 0"
ok "the ledger is closed" ledger kprobes/seq
snapshot -f json
is "as json" "$(grep -c '"event":"kprobes/seq"' $out)" $n

# Names: a task whose name was told long ago
run call seq 0 x1
(run call seq 0 x500)
run call seq 0 x500
snapshot
is "a name that was overwritten is told again" "$(grep -c '<\.\.\.>' $out)" 0
clear_all

# While it goes on, on all CPUs, from interrupts too
spec 'p:flood kpt_seq n=$arg1:u64' 'p:irq kpt_hardirq'
run timer start 1000
run flood 20000 &
bad=0 taken=0
while [ -d /proc/$! ] || [ $taken -lt 5 ]; do
	snapshot
	taken=$((taken + 1))
	case $summary in	# hits that kprobes left out as nested make it incomplete
	*corrupt* | *order*) bad=$((bad + 1)); diag "$summary" ;;
	*", 0 lost, 0 missed: "*) ;;
	*) bad=$((bad + 1)); diag "$summary" ;;
	esac
	[ $taken -lt 200 ] || break
done
wait
run timer stop
is "$taken snapshots under a flood: whole" $bad 0
snapshot -a
all=$(($(prof kprobes/flood emitted) + $(prof kprobes/irq emitted) + 2010 + 1001))
is "what is there and what was overwritten is all" \
	$(($(grep -c ': \(flood\|irq\): ' $out) + $(overwritten))) $all
is "nothing was lost" "$(prof kprobes/flood lost) $(prof kprobes/irq lost)" "0 0"
for e in flood irq; do ok "$e: the ledger is closed" ledger kprobes/$e; done
clear_all

# Strings, which give room back
spec 'p:str kpt_seq i=$arg2:u64 s=@kpt_text:string t=@kpt_text:string'
run call seq 0 x300
snapshot
ok "strings: in order" in_order str
is "... to the last" "$(field i str | tail -n 1)" 299
is "... whole" "$(field s str | sort -u | wc -l)" 1
clear_all

# Other sizes, and back
gives "8 KiB" OK $D/buffer_size_kb 8
spec 'p:seq kpt_seq i=$arg2:u64'
run call seq 0 x2000
snapshot
ok "a ring twice as large has more" [ $(lines seq) -gt $((n * 3 / 2)) ]
before=$(overwritten)
here=$(lines seq)
gives "the oldest again" OK $O 0
is "what was there counts as overwritten" $(($(overwritten) - before)) $here
snapshot
is "... and is gone" "$(lines seq)" 0
run call seq 0 x20
reading
gives "a reader is there: busy" EBUSY $O 1
snapshot
like "a snapshot beside it" "$summary" "*, 0 lost, 0 missed: *"
run call seq 0 x20
collect
is "the reader has all" "$(lines seq) $rc" "40 0"
snapshot
ok "what was read may still be there, and no more" [ $(lines seq) -le 40 ]
gives "the newest again" OK $O 1
clear_all

# Descriptors: one that looks cannot give records back; a session of one's own
is "who looks maps no consumer's page" "$(dev look map 0 look)" "look OK
map EPERM
look EBUSY"
is "who reads cannot come" "$(dev attach)" "attach EOPNOTSUPP"
is "an own session, and busy while it is mapped" "$(dev overwrite 1 map 0 overwrite 0)" "overwrite OK
map OK
overwrite EBUSY"
is "no other value" "$(dev overwrite 2)" "overwrite EINVAL"

rmmod kprobectl
insmod /kprobectl.ko governor=0 overwrite=1
is "as a parameter of the module" "$(cat $O)" 1
finish
