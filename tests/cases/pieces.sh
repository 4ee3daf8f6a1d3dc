#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A table of very many rows (in make test-long, a million) is read in pieces: all of it, as
# it was at the first piece, though its event is cleared or removed meanwhile.
# on: newest, because tables are read by one code everywhere
# takes: 10
# timeout: 300
# long: 1800

. ./lib.sh
plan 18
setup

F=$D/events/kprobes/t/hist
each=5000
! long || each=500000
cpus=$(grep -c ^processor /proc/cpuinfo)
rows=$((each * cpus))
HISTS=$((8 | 0x80000000))	# KPCTL_VIEW_HISTS | KPCTL_VIEW_MAIN
SPEC='p:t kpt_seq c=$arg1:u64 i=$arg2:u64 do count by c, i size='$rows

# whole TEXT FILE: each key stands in FILE once, with a count of 1. Of a million keys a few
# find no place near their own, and are counted as other.
whole() {
	set -- "$1" "$2" $(awk '/  c: / { n++; if ($1 == 1 && !had[$0]++) m++ } END { print n, m }' $2)
	is "$1: each row once" $3 $4
	other=$((rows - $3))
	like "$1: the total" "$(grep ^total: $2)" "total: $rows hits = $3 in * entries + $other other *"
	ok "... and hardly any is missing" [ $other -ge 0 -a $other -lt 20 ]
}

# fill TEXT: the event, with a hit for each row
fill() {
	spec "$SPEC"
	run reset
	run flood $each
	is "$1: all rows have a hit" "$(prof kprobes/t hits) $(prof kprobes/t aggregated)" "$rows $rows"
}

fill "file"
cat $F >/tmp/all
whole "file" /tmp/all
bytes=$(wc -c </tmp/all)
diag "$rows rows, $bytes bytes"
ok "... which is more than is made at once" [ $bytes -gt 300000 ]
sed -n 's/.*  c: \([0-9]*\), i: \([0-9]*\)$/\1 \2/p' /tmp/all >/tmp/keys
ok "... and ascending" sort -c -k1,1n -k2,2n /tmp/keys
dd if=$F of=/tmp/bits bs=7777 2>/dev/null
ok "... the same in small reads" cmp /tmp/all /tmp/bits
dd if=$F bs=1 skip=200001 count=99 2>/dev/null >/tmp/got
tail -c +200002 /tmp/all | head -c 99 >/tmp/want
ok "... the same at a place far behind" cmp /tmp/want /tmp/got

# Cleared between two pieces
exec 7<$F
dd bs=1000 count=1 <&7 2>/dev/null >/tmp/first
echo >$F
run flood 10
cat /tmp/first - <&7 >/tmp/old
exec 7<&-
ok "cleared meanwhile: what was begun ends as it was" cmp /tmp/all /tmp/old
like "... and the next who reads has the new" "$(grep ^total: $F)" "total: $((10 * cpus)) hits *"
clear_all

# The device: its event is removed between two pieces
rm -f /tmp/stop /tmp/dev.out
fill "device"
dev view $HISTS read | sed 1d >/tmp/all
ok "device: so many lines" [ $(grep -c ^key /tmp/all) -gt $((rows - 20)) ]
bytes=$(wc -c </tmp/all)
dev view $HISTS from 0 1000 /tmp/first say begun wait /tmp/stop from 1000 $bytes /tmp/rest \
	from $bytes 10 /tmp/end from 5 10 /tmp/back from 0 10 /tmp/again >/tmp/dev.out &
reader=$!
await begun /tmp/dev.out
clear_all
is "the event is gone" "$(cat $D/control)" ""
is "... and its name can be had again" "$(put $D/control 'p:t kpt_add')" OK
: >/tmp/stop
wait $reader
cat /tmp/first /tmp/rest >/tmp/got
ok "removed meanwhile: what was begun ends as it was" cmp /tmp/all /tmp/got
is "... then there is no more" "$(wc -c </tmp/end)" 0
is "position 0 begins anew: no event of now has a table" "$(wc -c </tmp/again)" 0
is "what the reader says" "$(tr '\n' ';' </tmp/dev.out)" \
	"view OK;from OK;begun;from OK;from OK;from ESPIPE;from OK;"
finish
