#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Real NMIs: hits of every kind in them, records and counts written over those that a
# task, a softirq or an interrupt is just writing.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 15
# cmdline: panic_on_warn=0
# warns: objpool
# timeout: 900
# long: 1800

# Linux 6.12 warns, once, where an NMI's return puts back its instance in the
# midst of another's putting back (objpool.h: a stale tail, which it then reads again).
# That may be: all counts must be right all the same, and no other warning passes.

. ./lib.sh
. ./flood.inc
. ./storm.inc
plan 41
dmesg -n 1		# the console is what the host looks for trouble in
setup
storm 3 60
sum_of() { local s=0 f; for f; do s=$((s + $(calls $f))); done; echo $s; }
# seen EVENT: its hits and what was skipped of it
seen() { echo $(($(prof kprobes/$1 hits) + $(prof kprobes/$1 nested))); }

# One at a time
spec 'f:set kpt_nmi,kpt_nmi_leaf n=$arg1:u64' 'f:out kpt_nmi%return ret=$retval:u64' \
	'p:probe kpt_nmi_leaf n=$arg1:u64' 'r:back kpt_nmi_leaf ret=$retval:u64'
reading -a	# they come in the midst of kpread as well
run nmi 20
collect
n=$(calls nmi)
ok "NMIs came" [ $n -ge 20 ]
is "a set: each call" "$(lines set)" $((2 * n))
is "... and each says that it was in an NMI" "$(grep -c '\] ..[zZ]. .*: set: (' $out)" $((2 * n))
is "a set's returns" "$(lines out)" $n
is "a kprobe" "$(lines probe)" $n
is "a kretprobe" "$(lines back)" $n
is "arguments" "$(args set | sort -u | wc -l)" $n
is "and what was returned" \
	"$(field ret out | sort -n | tail -n 1) $(field ret back | sort -n | tail -n 1)" \
	"$((n + 10)) $n"
is "complete" $rc 0
ok "ledgers" ledger
clear_all

# nmi_storm SIZE SLOW: over writers of all contexts, with a reader beside them
nmi_storm() {
	echo $1 >$D/buffer_size_kb
	spec 'p:seq kpt_seq cpu=$arg1 i=$arg2' 'p:irq kpt_hardirq n=$arg1' \
		'f:set kpt_seq,kpt_nmi,kpt_hardirq,kpt_softirq a=$arg1 who=$comm' \
		'f:out kpt_seq,kpt_nmi%return ret=$retval' \
		'f2:tight kpt_seq,kpt_nmi%return ret=$retval' \
		'f:sum kpt_seq,kpt_nmi_leaf,kpt_hardirq do count by $func, hist($arg1)' \
		'f:few kpt_seq,kpt_nmi if $arg1 >= 100'
	run reset
	with_reader $2
	load flood run flood 300
	run timer start 700
	n=0
	while [ $n -lt $rounds ]; do
		run nmi 150
		run softirq 5
		n=$((n + 1))
	done
	run timer stop
	calm
	read_end
	nmi_exact "$1 KiB"
	clear_all
}

nmi_exact() {
	diag "$(calls nmi) NMIs, $(sum_of seq hardirq softirq) other calls; deepest" \
		"$(awk 'NR > 1 && $1 ~ /^[0-9]/ { print $6 }' $D/stats | sort -n | tail -n 1)"
	is "$1: a set: each call" "$(seen set)" "$(sum_of seq nmi hardirq softirq)"
	is "$1: returns: each call" "$(seen out)" "$(sum_of seq nmi)"
	is "$1: of few instances: each call" "$(seen tight)" "$(sum_of seq nmi)"
	is "$1: aggregates: each call" "$(seen sum)" "$(sum_of seq nmi_leaf hardirq)"
	is "$1: with a condition: each call" "$(seen few)" "$(sum_of seq nmi)"
	skipped=0
	for e in set out tight sum few; do skipped=$((skipped + $(prof kprobes/$e nested))); done
	is "$1: an NMI skips nothing and is not skipped" $skipped 0
	is "$1: kprobes in tasks: each call" "$(prof kprobes/seq hits)" "$(calls seq)"
	ok "$1: all ledgers" ledger
	emitted=0 lost=0
	for e in seq irq set out tight few; do
		emitted=$((emitted + $(prof kprobes/$e emitted)))
		lost=$((lost + $(prof kprobes/$e lost)))
	done
	is "$1: all that was emitted was read" \
		$(($(value_of seq) + $(value_of irq) + $(value_of other))) \
		$emitted
	is "$1: what was lost was told" "$(value_of lost)" $lost
	is "$1: nothing torn, no gap unsaid" "$(value_of torn) $(value_of late)" "0 0"
	ok "$1: NMIs came while others wrote" \
		[ $(awk 'NR > 1 && $1 ~ /^[0-9]/ { print $6 }' $D/stats | sort -n | tail -n 1) -ge 2 ]
}

nmi_storm 1024 200
nmi_storm 8 3000
ok "the small rings lost some" [ $lost -gt 0 ]

# Rings that give up the oldest, while others write: what a snapshot has is whole
nmi_overwrites() {
	local gone
	echo 8 >$D/buffer_size_kb
	echo 1 >$D/overwrite
	spec 'p:seq kpt_seq cpu=$arg1 i=$arg2' 'f:set kpt_nmi,kpt_nmi_leaf n=$arg1:u64'
	run reset
	load flood run flood 300
	n=0
	while [ $n -lt $rounds ]; do
		run nmi 150
		n=$((n + 1))
	done
	calm
	kpread --snapshot >$out 2>/tmp/summary
	gone=$(awk '/^[0-9]/ { n += $8 } END { print n + 0 }' $D/stats)
	no "overwriting: nothing makes no sense" grep -q 'corrupt\|order' /tmp/summary
	is "... each is there, or was overwritten" $(($(lines seq) + $(lines set) + gone)) \
		$(($(prof kprobes/seq emitted) + $(prof kprobes/set emitted)))
	ok "... which most were" [ $gone -gt 1000 ]
	is "... none was lost" "$(prof kprobes/seq lost) $(prof kprobes/set lost)" "0 0"
	is "... each NMI is counted" "$(seen set)" "$(sum_of nmi nmi_leaf)"
	ok "... all ledgers" ledger
	clear_all
	echo 0 >$D/overwrite
}
nmi_overwrites
finish
