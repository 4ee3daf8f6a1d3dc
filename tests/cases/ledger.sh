#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every hit has one fate, and every start of a span one end, whatever is done to its event
# meanwhile: at rest the sums are exact and hits are calls, and while all runs no figure falls
# or is too high.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 80
# kcsan: yes
# timeout: 500

. ./lib.sh
plan 68
setup

E=$D/events/kprobes
cpu1=/sys/devices/system/cpu/cpu1/online

# Sampling: profile and stats, over and over, until sampled looks at what was read

sampling() {
	rm -f /tmp/enough
	(while [ ! -e /tmp/enough ]; do
		cat $D/profile $D/stats
		sleep 0.02
	done) >/tmp/samples &
	sampler=$!
}

# No count falls, none is below zero, and no hit has two fates.
sampled() {
	touch /tmp/enough
	wait $sampler
	awk 'function wrong(what) { if (++bad < 10) print "sample " n ": " what ": " $0 }
		function rises(id, v) {
			if (v < last[id] || v > 1e15) wrong(id " after " last[id])
			last[id] = v
		}
		function closed(id, i, sum) {
			sum = v["inflight"] + 0
			if (sum > 1e15) wrong("below zero in flight")
			for (i = 1; i <= nr; i++) {
				rises(id " " name[i], v[name[i]] + 0)
				if (name[i] != "hits" && name[i] != "nested") sum += v[name[i]]
			}
			for (i = 1; i <= spans; i++)
				rises(id " " of_span[i], v[of_span[i]] + 0)
			if (sum > v["hits"] + 0) wrong("more fates than hits")
		}
		BEGIN { nr = split("hits emitted aggregated filtered lost missed nested off norcu never throttled unmatched", name, " ")
			spans = split("starts ended replaced stale full dropped", of_span, " ") }
		$1 == "event" { n++; for (i = 1; i <= NF; i++) k[$i] = i; events = 1; next }
		$1 == "cpu" { events = 0; next }
		events { for (c in k) v[c] = $(k[c]); closed($1); next }
		$1 == "total" {
			for (i = 2; i <= NF; i++) { split($i, kv, "="); v[kv[1]] = kv[2] }
			closed($1); next }
		$1 ~ /^[0-9]/ { for (i = 2; i <= 4; i++) rises("cpu " $1 " column " i, $i + 0) }
		END { print n " samples"; exit bad || n < 3 }' /tmp/samples
}

# At rest

columns="hits emitted aggregated filtered lost missed nested off norcu never throttled unmatched \
	inflight starts ended open replaced stale full dropped"
# totals and sums: of stats, and of all lines of profile
totals() { for c in $columns; do echo $c=$(total $c); done; }
sums() {
	awk -v names="$columns" 'NR == 1 { for (i = 1; i <= NF; i++) k[$i] = i; next }
		{ for (c in k) s[c] += $(k[c]) }
		END { n = split(names, name, " "); for (i = 1; i <= n; i++) print name[i] "=" s[name[i]] }' \
		$D/profile
}

# mark, since COLUMN: the totals, and how much one has risen since
mark() { totals >/tmp/mark; }
since() { echo $(($(total $1) - $(sed -n "s/^$1=//p" /tmp/mark))); }

# made FUNCTION: its calls, those before kpt was loaded anew included
: >/tmp/made
made() { echo $(($(calls $1) + $(awk -v f=$1 '$1 == f { n = $2 } END { print n + 0 }' /tmp/made))); }

# What should have been a hit and was not, or the other way round; of interrupts kprobes
# skips some, and says so, or says less.
uncounted() {
	for p in seq:seq seq_r:seq odd:seq late:seq early:seq from:seq to:seq grow:sleep fixed:sleep ends:exit mid:insns; do
		h=$(prof kprobes/${p%:*} hits)
		[ "$h" = $(made ${p#*:}) ] || echo "${p%:*}: $h of $(made ${p#*:})"
	done
	for p in tick tick_r look; do
		h=$(($(prof kprobes/$p hits) + $(prof kprobes/$p nested)))
		[ $h -le $(made hardirq) ] || echo "$p: $h of $(made hardirq)"
	done
}

# rest TEXT: nothing runs; all that must hold then
rest() {
	run timer stop
	ok "$1: each ledger is closed" ledger
	ok "$1: the session's too" stats_ledger
	is "$1: hits are calls" "$(uncounted)" ""
	run timer start 1000
}

# What goes on meanwhile

flood_on() {
	rm -f /tmp/stop
	(while [ ! -e /tmp/stop ]; do run flood 300; run call insns 1 2 x20; done) &
	flood=$!
}

flood_off() {
	touch /tmp/stop
	wait $flood
}

burst() { run sleepers $1 $2 burst; run sleepers wait; }

switch() {
	for e in sw sw_r sw_from sw_to; do
		echo 0 >$E/$e/enable
		echo 1 >$E/$e/enable
	done
}

filters() {
	put $E/odd/filter "i & $1"
	put $E/late/filter "\$retval & $1 && \$lat < 1000s"
	put $E/early/filter "\$arg2 & $1 || \$comm == \"nobody\""
	put $E/from/filter "i & $1 || i > 100"
	put $E/to/filter "i & $1 && \$lat < 1000s"
} >>/tmp/filters

stop_and_go() {
	echo 0 >$D/tracing_on
	sleep 0.05
	echo 1 >$D/tracing_on
}

resize() {
	echo 16 >$D/buffer_size_kb
	echo 256 >$D/buffer_size_kb
}

off_and_on() {
	echo 0 >$cpu1
	sleep 0.05
	echo 1 >$cpu1
}

# A start has key i and an end takes key i / 2: that of an earlier call, so some stay open, and
# for the 300 keys of a flood there is room for 64.
spec 'p:seq kpt_seq i=$arg2' 'r:seq_r kpt_seq' \
	'p:odd kpt_seq i=$arg2:u32 if i & 1' 'r:late kpt_seq if $retval & 1' \
	'r:early kpt_seq if $arg2 & 1' 'p:sw kpt_seq' 'r:sw_r kpt_seq' \
	'p:tick kpt_hardirq n=$arg1' 'r:tick_r kpt_hardirq' \
	'r:grow kpt_sleep ms=$arg1:u32' 'r16:fixed kpt_sleep' 'r64:ends kpt_exit' \
	'p:mid kpt_insns+12 ax=%ax' \
	'p:from kpt_seq i=$arg2:u64 do start by i size=64 within=1ms' \
	'r:to kpt_seq i since from by $arg2:b8@1/64' 'p:look kpt_hardirq while from by $arg1:b8@0/64' \
	'p:sw_from kpt_seq do start by $arg2' 'p:sw_to kpt_seq since sw_from by $arg2:b8@1/64 do count'

# What a reader says of its own time, not of what was before
echo 16 >$D/buffer_size_kb
run flood 100
run exit 3
collect -e none
mark
reading
kill -STOP $kpread_pid	# a slow machine's flood does not outrun it
run flood 1000
kill -CONT $kpread_pid
burst 60 10
n=0
while [ "$(since never)" = 0 ] && [ $n -lt 100 ]; do
	run exit 30
	n=$((n + 1))
done
echo 0 >$D/tracing_on
before=$(calls seq)
run flood 10
while_off=$(($(calls seq) - before))
echo 1 >$D/tracing_on
collect
diag "$(cat $err)"
# said WHAT: the number in front of it in the summary, if it is there
said() {
	set -- $(tail -n 1 $err | grep -o "[0-9]* $1" | head -n 1)
	echo ${1:-0}
}
is "a reader's time: its events are those emitted" "$(said events)" $(since emitted)
is "... and all of them lines" "$(grep -c ' \[[0-9]*\] ' $out)" \
	$(($(since emitted) + $(grep -c MISSED $out)))
is "... lost" "$(said lost)" $(since lost)
is "... missed" "$(said missed)" $(since missed)
is "... filtered" "$(said filtered)" $(since filtered)
is "... while tracing was off" "$(said 'while tracing was off')" $(since off)
is "... in flight now" "$(said 'in flight')" $(total inflight)
is "... never returned" "$(said 'never returned')" $(since never)
ok "... none of these is nothing" [ $(since lost) -gt 0 -a $(since missed) -gt 0 -a \
	$(since filtered) -gt 0 -a $(since off) -gt 0 -a $(total inflight) -gt 0 -a $(since never) -gt 0 ]
is "... together they are the hits" $(since hits) $(($(said events) + $(said lost) + $(said missed) + \
	$(said filtered) + $(said 'while tracing was off') + $(since never) + $(since inflight) + \
	$(since aggregated) + $(since unmatched)))
is "stats has what it was when the reader came" \
	"$(reading -e none; sed -n 's/^attach //p' $D/stats; collect)" "$(sed -n 's/^total //p' $D/stats)"
is "... and only while there is one" "$(grep -c attach $D/stats)" 0
run timer start 1000
echo 256 >$D/buffer_size_kb

sampling
run flood 1000
run call insns 1 2 x200
rest "flood"
is "flood: each event's condition, exactly" \
	"$(for e in odd late early; do prof kprobes/$e filtered; done)" \
	"$(for e in odd late early; do echo $((($(calls seq) - while_off) / 2)); done)"
ok "flood: interrupts came" [ "$(prof kprobes/tick hits)" -gt 0 ]

flood_on
for i in 1 2 3; do switch; done
flood_off
rest "switched off and on"

flood_on
burst 2000 10
flood_off
rest "growth"
ok "growth: it has grown" [ "$(prof kprobes/grow maxactive)" -gt 128 ]
ok "growth: the fixed one beside it has not" [ "$(prof kprobes/fixed maxactive)" = 16 -a \
	"$(prof kprobes/fixed missed)" -gt "$(prof kprobes/grow missed)" ]
is "growth: none is left in flight" "$(prof kprobes/grow inflight) $(prof kprobes/fixed inflight)" \
	"0 0"

if [ -e $cpu1 ]; then
	flood_on
	burst 200 200 &
	for i in 1 2; do off_and_on; done
	wait $!
	flood_off
	rest "a CPU off and on"
	echo 0 >$cpu1
	rest "a CPU off"
	echo 1 >$cpu1
else
	for i in 1 2 3 4 5 6; do skip "a CPU off and on" "no second CPU that can be taken off"; done
fi

run exit 100
rest "tasks that end inside"
is "... each is known to be gone, or as good as in flight" \
	"$(($(prof kprobes/ends never) + $(prof kprobes/ends inflight) + $(prof kprobes/ends missed) + \
	$(prof kprobes/ends off)))" "$(made exit)"

flood_on
for i in 1 2; do filters 2; filters 1; done
flood_off
rest "other conditions"
is "... each was taken" "$(sort -u /tmp/filters)" OK

flood_on
for i in 1 2 3; do stop_and_go; done
flood_off
rest "tracing off and on"

flood_on
for i in 1 2; do resize; done
flood_off
rest "resized"

# All of it at once
flood_on
run sleepers 300 300 burst
for i in 1 2; do
	switch &
	pids=$!
	(filters 2; filters 1) &
	pids="$pids $!"
	stop_and_go
	resize
	[ ! -e $cpu1 ] || off_and_on
	wait $pids
done
run sleepers wait
run exit 10
flood_off
rest "all of it at once"
run timer stop
ok "... something was lost" [ "$(total lost)" -gt 0 ]
# How many are pushed out or find no room is a question of speed.
diag "$(total stale) spans pushed out, $(total full) without room"
ok "... spans of each end" [ $(total ended) -gt 0 -a $(total open) -gt 0 -a $(total replaced) -gt 0 ]
is "nothing was removed: stats is the sum of profile" "$(totals)" "$(sums)"

# Removed with calls inside. Only those are in flight at the mark and at the end: the timer,
# whose calls one would be seen in, comes and goes between the two.
run sleepers 300 10 held
mark
inside=$(($(prof kprobes/grow inflight) + $(prof kprobes/fixed inflight)))
run timer start 1000
flood_on
open=$(prof kprobes/sw_from open)
spec '-:grow' '-:fixed' '-:sw_r' '-:sw_to' '-:sw_from'
flood_off
run timer stop
ok "removed with calls inside: there were some" [ $inside -ge 16 ]
is "... they count as never returned" "$(since never)" $inside
is "... and are in flight no more" "$(since inflight)" -$inside
ok "... what was open is dropped" [ $open -gt 0 -a $(since dropped) -gt 0 ]
run sleepers wait
is "... not even when they return" "$(since never)" $inside
ok "... each ledger is closed" ledger
ok "... the session's too, with the removed ones" stats_ledger

# The module goes, with tasks that have ended inside of it, and comes again
run timer start 1000
run exit 20
run sleepers 20 500
says "while all that ran, no figure was wrong" sampled
run timer stop
mark
inside=$(prof kprobes/ends inflight)
cp $KPT/counts /tmp/made
ok "its module goes" rmmod kpt
is "... nothing is in flight" "$(total inflight)" 0
is "... what never came back is known as that" "$(since never)" $inside
ok "... each ledger is closed" ledger
ok "... the session's too" stats_ledger
insmod /kmod/kpt.ko
sampling
run timer start 1000
flood_on
run exit 5
filters 2
flood_off
clear_all
run timer stop
ok "and all are removed: the session's ledger is closed" stats_ledger
is "... nothing is in flight" "$(total inflight)" 0
says "... no figure was wrong" sampled
finish
