#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# top=N, time(TIME): tables that are emptied while hits come; tests/unit/aggr_keep.h has what is kept.
# on: newest, because tables are one code everywhere
# takes: 15

. ./lib.sh
plan 30
setup

# Key lines as programs get them: all keys that are kept, and those since
keys() { dev attach view 8 read | grep -c '^key'; }
head_of() { dev attach view 8 read | grep '^aggr'; }
rows() { sed -n '/^count/,/^$/p' $D/events/$1/hist | grep -c 'tid: '; }
# all_in EVENT [BEFORE]: each hit since then is in a row, or other, or could not be read
all_in() {
	local hits=$(($(prof $1 aggregated) - ${2:-0}))
	is "$1: each hit is in one place" \
		"$(awk '/^total:/ { print $2 - $5 - $10 - $13, $2 }' $D/events/$1/hist | sort -u)" "0 $hits"
}

# Refusals
clear_errors
is "no number" "$(put $D/control 'p kpt_add do count by $arg1 top=x')" EINVAL
like "... says so" "$(last_error)" "*'x' is not a number: write top=N*"
is "more than there is room for" "$(put $D/control 'p kpt_add do count by $arg1 size=4 top=5')" EINVAL
is "without a key" "$(put $D/control 'p kpt_add do count top=5')" EINVAL
clear_errors

# A round: a key with much, then 3400 that nobody has had: three quarters of 4096 are 3072.
spec 't:c/n kpt_point do count by $arg2:s32, $tid top=5, hist($arg1)' \
	't:c/s kpt_point do sum($arg1) by $arg2:s32, $tid top=3'
is "it is listed" "$(grep -c 'top=5' $D/control)" 1
of_n=$(prof c/n memory) of_s=$(prof c/s memory)
is "no keys yet" "$(keys)" 0
run call point 3 77 x500
run points 1700
grew() { [ $(prof $1 memory) -gt $2 ]; }
ok "it was emptied" until_ok grew c/n $of_n
ok "... and the other" until_ok grew c/s $of_s
all_in c/n
is "nothing has been pushed out" "$(keys)" $((2 * 3401 + 1))
run call point 3 77 x500
run points 1700
pushed() { [ $(keys) -lt $((2 * 6801 + 1)) ]; }
ok "it was emptied again: some were pushed out" until_ok pushed
all_in c/n
all_in c/s
is "as many rows as asked for" "$(rows c/n)" 5
like "first is what had most" "$(sed -n '/^count/{n;p;}' $D/events/c/n/hist | head -n 1)" " *1000 *: 77, tid: $$"
is "what is left of others" "$(grep -c 'other: hits of all keys but the 5 that are kept' $D/events/c/n/hist)" 1
like "of sums: the first" "$(sed -n '/^count/{n;p;}' $D/events/c/s/hist)" " *1000 *3000 *: 77, tid: $$"
is "the histogram beside it lacks nothing" \
	"$(grep -c "^total: $(prof c/n aggregated) hits = $(prof c/n aggregated) in 1 entry" $D/events/c/n/hist)" 1

# Programs
kpread hist -e c/n >/tmp/hist
is "kpread has as many rows" "$(grep -c 'tid: ' /tmp/hist)" 5
like "... and the same sentence" "$(grep '^other' /tmp/hist)" "other: hits of all keys but the 5 that are kept"

# By time: rows are in its order, and whole
clear_all
spec 't:d/t kpt_point do count by time(1s)' 't:d/e kpt_point a=$arg1'
run call point 1 2 x5
sleep 1.1
run call point 1 2 x7
sed -n 's/^ *\([0-9]*\) .*time(1s): \(.*\)/\2 \1/p' $D/events/d/t/hist >/tmp/rows
ok "by time: a row for each second" [ $(wc -l </tmp/rows) -ge 2 ]
says "in its order" sort -c -n /tmp/rows
is "whole seconds" "$(grep -vc '^[0-9]*\.000000 ' /tmp/rows)" 0
collect
is "records beside the rows" $(lines e) 12
is "the same as of records, but for those at the edge" "$(sed -n 's/.* \([0-9]*\)\.[0-9]*: e: .*/\1/p' $out |
	awk 'NR == FNR { t[$1 + 0] = 1; next } !(($1 in t) || ($1 - 1 in t) || ($1 + 1 in t))' /tmp/rows - )" ""
all_in d/t
clear_all
spec 't:d/t kpt_point do hist($arg1) by time(1us), $arg2:s32 size=64'
for i in 1 2 3 4; do run points 300; done
all_in d/t
is "what is kept" "$(grep -c 'time(1us): ' $D/events/d/t/hist | awk '{ print ($1 >= 32) }')" 1
clear_all
spec 't:c/n kpt_point do count by $arg2:s32, $tid top=5, hist($arg1)'

# Anew, and under fire
echo >$D/events/c/n/hist
is "cleared: nothing is kept" "$(head_of | awk '$3 == "c/n" && $4 == 0 { print $6 }')" 0
hits=$(prof c/n aggregated)
for i in 1 2 3 4 5 6; do run points 1500; done
all_in c/n $hits
clear_all
collect
finish
