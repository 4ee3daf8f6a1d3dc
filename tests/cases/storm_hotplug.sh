#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# CPUs go and come back, in any order, under floods of calls and of interrupts at p, r, f and
# f %return, at tables and at spans, while a reader reads and events and sessions come and go.
# on: newest, because hotplug runs on two kernels
# takes: 10
# smp: 4
# timeout: 900
# long: 1800

. ./lib.sh
. ./flood.inc
. ./storm.inc
plan 16
setup
storm 10 200
online() { echo /sys/devices/system/cpu/cpu$1/online; }
sum_of() { local s=0 f; for f; do s=$((s + $(calls $f))); done; echo $s; }
seen() { echo $(($(prof kprobes/$1 hits) + $(prof kprobes/$1 nested))); }

if [ ! -e $(online 1) ]; then
	for i in $(seq 16); do skip "hotplug" "no CPU that can be taken off"; done
	finish
	exit
fi

# A CPU is taken off or brought back; meanwhile, now and then, something else changes.
switched=0 refused=0
switch_cpu() {
	dice 3
	local file=$(online $((1 + dice)))
	echo $((1 - $(cat $file))) >$file && switched=$((switched + 1)) || refused=$((refused + 1))
	dice 4
	case $dice in
	0) spec 'p:more kpt_c' 'f:many kpt_*' && spec '-:more' '-:many' || refused=$((refused + 1)) ;;
	1) dev write 'p:s/x kpt_c' write 'f:s/y kpt_*' map 0 map 3 | grep -v OK >>/tmp/refused ;;
	2) echo 0 >$D/events/kprobes/shy/enable && echo 1 >$D/events/kprobes/shy/enable ;;
	esac
}

echo 64 >$D/buffer_size_kb
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2' 'r:seq_r kpt_seq' 'p:irq kpt_hardirq n=$arg1' \
	'f:set kpt_[abc] a=$arg1' 'f:out kpt_[abc]%return ret=$retval' \
	'f:sum kpt_seq,kpt_b do count by $cpu' 'r:lat kpt_a do hist($lat)' 'p:shy kpt_c c=$comm' \
	'p:span/in kpt_a do start by tid' 'p:span/out kpt_c since span/in by tid do hist($lat)'
: >/tmp/refused
run reset
with_reader 200
load flood run flood 300
load nested run flood 150 nested
run timer start 1000
n=0
while [ $n -lt $rounds ]; do
	switch_cpu
	n=$((n + 1))
done
run timer stop
calm
echo 0 >$(online 3) 2>/dev/null	# what it has counted counts
read_end

diag "$switched times on or off, $(loaded flood) and $(loaded nested) floods, $(sum_of seq a b c hardirq) calls"
is "each CPU went and came as told, events and sessions too" \
	"$switched $refused $(cat /tmp/refused)" "$rounds 0 "
ok "floods ran meanwhile" [ $(loaded flood) -gt 0 -a $(loaded nested) -gt 0 ]
is "p: each call" "$(prof kprobes/seq hits)" "$(calls seq)"
is "r: each call" "$(prof kprobes/seq_r hits)" "$(calls seq)"
is "f: each call" "$(seen set)" "$(sum_of a b c)"
is "f%return: each call" "$(seen out)" "$(sum_of a b c)"
is "a count: each call" "$(seen sum)" "$(sum_of seq b)"
is "a histogram: each call" "$(prof kprobes/lat hits)" "$(calls a)"
is "a span of each call" "$(prof span/in starts) $(prof span/in ended)" "$(calls a) $(calls a)"
is "... to its own end" "$(prof span/out hits) $(prof span/out unmatched)" "$(calls c) 0"
ok "p in interrupts: no more than there were" \
	[ $(($(prof kprobes/irq hits) + $(prof kprobes/irq nested))) -le $(calls hardirq) ]
ok "all ledgers" ledger
is "all that was emitted was read, of events that came and went too" \
	$(($(value_of seq) + $(value_of irq) + $(value_of other))) "$(total emitted)"
is "what was lost was told" "$(value_of lost)" "$(total lost)"
is "nothing torn, no stamp goes back" "$(value_of torn) $(value_of back)" "0 0"
clear_all
for n in 1 2 3; do echo 1 >$(online $n); done 2>/dev/null
ok "nothing is left" nothing_left
finish
