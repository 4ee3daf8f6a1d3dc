#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kpread hist and stat: the same numbers as in the files, beside a reader, live.
# smoke: yes
# on: newest, because what kpread reads is the same everywhere
# takes: 25
# turns: yes

. ./lib.sh
plan 34
setup

F=$D/events/kprobes

spec 'p:a kpt_ret v=$arg1:u64 do count by v, hist(v)' 'r:b kpt_ret do hist($lat) by comm' \
	'p:c kpt_add a=$arg1:u64'
for v in 1 2 2 3 3 3 1000000; do run call ret $v; done
run call add 1 2 x5

# Once: what the file says, under the event's name
kpread hist -e a >/tmp/hist 2>/tmp/hist.err
is "hist ends with status 0" $? 0
is "... and says nothing else" "$(cat /tmp/hist.err)" ""
sed 's/^# .*//' $F/a/hist | grep . >/tmp/want
sed 's/^# .*//' /tmp/hist | grep . >/tmp/got
is "hist prints what the event's file holds" "$(cat /tmp/got)" "$(cat /tmp/want)"
is "... for each aggregate" "$(grep '^# ' /tmp/hist | tr '\n' ' ')" "# kprobes/a: count by v # kprobes/a: hist(v) "
like "-e takes globs of group and event" "$(kpread hist -e 'kprobes/[b]' | head -n 1)" "# kprobes/b: hist(\$lat) by comm"
kpread stat >/tmp/stat
is "stat ends with status 0" $? 0
row() { awk -v e="$1" '$1 == e' /tmp/stat; }
is "stat: hits of each event" "$(row kprobes/a | awk '{ print $2 }') $(row kprobes/c | awk '{ print $2, $3 }')" "7 5 5"
is "... and of all of them" "$(row total | awk '{ print $2 }')" 19
like "stat has percentiles where there is a histogram" "$(row kprobes/b)" "kprobes/b *[0-9]*s *[0-9]*s  ftrace"

# Beside a reader, who goes on
reading -e c
kpread hist -e a >/tmp/hist
is "beside a reader: status 0" $? 0
is "... the same" "$(sed 's/^# .*//' /tmp/hist | grep .)" "$(cat /tmp/want)"
run call add 7 8
collect
is "the reader got its events" "$(field a c | tr '\n' ' ')" "1 1 1 1 1 7 "

# Live: what came in each interval
# during WHAT...: what comes behind its first look
during() {
	kpread "$@" >/tmp/live &
	live=$!
	reads $live
}
during hist -e a -i 4 -n 2
run call ret 5 x4
wait $live
is "-i -n: status 0" $? 0
is "as many intervals" "$(grep -c '^--- ' /tmp/live)" 2
is "the first has what came in it" "$(grep '^in ' /tmp/live | head -n 1 | sed 's/.*: \([0-9]*\) hits.*/\1/')" 4
is "... the second nothing" "$(grep '^in ' /tmp/live | tail -n 1 | sed 's/.*: \([0-9]*\) hits.*/\1/')" 0
is "... and what there is so far" "$(grep '^so far' /tmp/live | tail -n 1 | sed 's/.*: \([0-9]*\) hits.*/\1/')" 11
during hist -e a -i 4 -n 1
echo >$F/a/hist
run call ret 6 x2
wait $live
is "cleared meanwhile: what came since" "$(grep '^in ' /tmp/live | head -n 1 | sed 's/.*: \([0-9]*\) hits.*/\1/')" 2
(sleep 0.5; run call ret 6 x3; spec '-:b') &
kpread stat -i 2 -n 1 >/tmp/stat
wait $!
no "removed meanwhile: no negative number" grep -q -- ' -[0-9]' /tmp/stat
clear_all
# What has no buckets to take apart: of an interval the ends are about right
spec 'p:st kpt_ret v=$arg1:u64 do stats(v), sum(v)'
for v in 5 100; do run call ret $v; done
during hist -e st -i 4 -n 1
run call ret 10 x3
run call ret 200
wait $live
is "stats and sum, live: status 0" $? 0
is "stats, live: what came in the interval" "$(grep '^in ' /tmp/live | head -n 1 | sed 's/.*: \([0-9]*\) hits.*/\1/')" 4
like "... its sum, its average, its ends" "$(cat /tmp/live)" "* 230 *57 *~5 *200*"
kpread hist -e st | sed 's/^# .*//' | grep . >/tmp/got
sed 's/^# .*//' $F/st/hist | grep . >/tmp/want
is "... and all of it as in the file" "$(cat /tmp/got)" "$(cat /tmp/want)"
clear_all
kpread hist -i 1 -n 1 >/tmp/live
is "no events: status 0" $? 0
# Keys that are no plain numbers
spec 'p:ch kpt_ret c=$arg1:char do count by c' 'r:ns kpt_ret do count by $lat'
for v in 65 65 10; do run call ret $v; done
is "a character as a key" "$(grep "'A'" $F/ch/hist | awk '{ print $1 }') $(grep -c "'.n'" $F/ch/hist)" "2 1"
kpread hist -e ch | sed 's/^# .*//' >/tmp/got
sed 's/^# .*//' $F/ch/hist >/tmp/want
says "... the same by kpread" diff -B /tmp/want /tmp/got
is "a duration as a key" "$(grep -cE 'lat: [0-9.]+[num]?s$' $F/ns/hist)" "$(sed -n 's/.* in \([0-9]*\) entr.*/\1/p' $F/ns/hist)"
kpread hist -e ns | sed 's/^# .*//' >/tmp/got
sed 's/^# .*//' $F/ns/hist >/tmp/want
says "... the same by kpread, in the same order" diff -B /tmp/want /tmp/got
spec 'p:n kpt_ret n=$arg1:s64 do count by n'
for v in 256 10 -1 9 1 -10 9; do run call ret $v; done
is "rows that count the same stand by their keys" \
	"$(sed -n 's/.* n: \(-*[0-9]*\)$/\1/p' $F/n/hist | tr '\n' ' ')" "9 -10 -1 1 10 256 "
clear_all
spec 'p:d kpt_ret do hist($arg1)'
like "no hits" "$(kpread hist)" "*0 hits*"
no "an unknown option is refused" kpread hist --nosuch
is "... as usage" "$(kpread hist --nosuch 2>/dev/null; echo $?)" 1
no "an interval of nothing is refused" kpread hist -i 0
rmmod kpt
rm_module kprobectl
is "without the module: refused" "$(kpread hist 2>/dev/null; echo $?)" 2
insmod /kprobectl.ko governor=0
insmod /kmod/kpt.ko
finish
