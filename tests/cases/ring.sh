#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The ring: wrapping, full, losses in place, sums under floods, sizes.
# on: oldest middle newest rt, because all else rests on it
# smoke: yes
# kcsan: yes
# takes: 10

. ./lib.sh
. ./flood.inc
plan $((flood_planned + 29))
setup
flood_all

# Nobody reads: the oldest stay, and the first who comes is told of the rest.
echo 4 >$D/buffer_size_kb
spec 'p:seq kpt_seq i=$arg2:u64'
run call seq 0 x1000
kept=$(prof kprobes/seq emitted)
ok "nobody reads: the ring fills" [ "$kept" -gt 0 -a "$kept" -lt 1000 ]
is "and what is over is counted" $((kept + $(prof kprobes/seq lost))) 1000
collect
is "a reader comes: what was kept" $(lines seq) "$kept"
is "the oldest, in order" "$(field i seq | head -n 1) $(field i seq | tail -n 1)" "0 $((kept - 1))"
run call seq 0 x10
collect
is "then the stream goes on" $(lines seq) 10
run call seq 0 x10
collect
is "and is complete for the next reader" "$(lines seq) $rc" "10 0"

# Round and round: many times the ring's size, nothing lost with pauses to read
clear_all
spec 'p:wrap kpt_seq i=$arg2:u64 t=@kpt_text:string'
with_reader 100
for i in 1 2 3 4 5 6 7 8 9 10; do
	run call seq 0 x25
	sleep 0.05
done
read_end
is "wrapping: all read" $(($(value_of other) + $(value_of lost))) 250
is "nothing torn" "$(value_of torn)" 0
clear_all

# Sizes
gives "0 is refused" EINVAL $D/buffer_size_kb 0
gives "no number" EINVAL $D/buffer_size_kb abc
like "more than 64 MiB" "$(put $D/buffer_size_kb 131072)" E*
like "2^63" "$(put $D/buffer_size_kb 9223372036854775808)" E*
like "2^64 + 4" "$(put $D/buffer_size_kb 18446744073709551620)" E*
like "an eighth of memory is the most" "$(put $D/buffer_size_kb 65536)" E*
is "nothing changed" "$(cat $D/buffer_size_kb)" 4
gives "3 is taken" OK $D/buffer_size_kb 3
is "and rounded up" "$(cat $D/buffer_size_kb)" 4
for kb in 8 64 1024; do
	gives "$kb KiB" OK $D/buffer_size_kb $kb
	is "reads back" "$(cat $D/buffer_size_kb)" $kb
done

# While mapped
spec 'p:seq kpt_seq i=$arg2:u64'
rm -f /tmp/stop /tmp/attached
hostile stall &
stalled=$!
while [ ! -e /tmp/attached ]; do sleep 0.05; done
gives "resize while mapped" EBUSY $D/buffer_size_kb 16
is "nothing changed" "$(cat $D/buffer_size_kb)" 1024
kill -9 $stalled
wait $stalled
gives "afterwards" OK $D/buffer_size_kb 16

# A storm of sizes during a flood
run reset
base=$(prof kprobes/seq hits)
rm -f /tmp/stop
(while [ ! -e /tmp/stop ]; do run flood 5000; done) &
flood=$!
bad=0
for n in $(seq 20); do
	echo $((4 << (n % 5))) >$D/buffer_size_kb || bad=$((bad + 1))
done
: >/tmp/stop
wait $flood
is "20 sizes during a flood" $bad 0
is "hits are kpt's calls" $(($(prof kprobes/seq hits) - base)) "$(calls seq)"
ok "ledger" ledger kprobes/seq
finish
