#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# $lat: never less than the call took seen from inside, never more than it took seen
# from around it, also nested, recursive, and ending on another CPU than it began on.
# on: newest, because fret runs on two kernels, and hooked on each
# kcsan: yes
# timeout: 300
# takes: 15

. ./lib.sh
plan 32
setup

echo 4096 >$D/buffer_size_kb

# values EVENT: of each of its lines the thread, its arguments and lat, without names
values() {
	sed -n "s/^ *\([^ ]*\) .*: $1: ([^)]*) */\1 /p" $out | sed 's/ [a-z]*=/ /g'
}

# all TEXT EVENT AWK: holds for every line, whose values are $1, $2 ...; and there are some
all() {
	values $2 >/tmp/values
	says "$1" awk "function no() { if (++bad < 5) print; }
		function sane(ns) { return ns >= 0 && ns < 3600e9 }
		$3
		END { exit bad || !NR }" /tmp/told /tmp/values
}
: >/tmp/told

# From inside and from around: the same clock, one nanosecond counts
spec 'r:timed kpt_timed i=$arg1:u64 ns=$lat:u64' \
	'p:told kpt_told i=$arg1:u64 in=$arg2:u64 around=$arg3:u64' \
	'r:slow kpt_timed i=$arg1:u64 ns=$lat:u64 if $lat > 1ms' \
	'r:fast kpt_timed i=$arg1:u64 ns=$lat:u64 if $lat <= 1ms' \
	'r:long kpt_timed i=$arg1:u64 ns=$lat:u64 if $arg2 > 5 && $lat > 1ms' \
	'r:none kpt_timed if $lat > 1000s'
run timer start 1000
run timed 160 3000
run timer stop
collect
n=$(calls timed)
is "every call is a line" "$n $(lines timed) $(lines told) $rc" "320 $n $n 0"
values told >/tmp/told
known='FNR == NR { in_[$2] = $3; around[$2] = $4; next }'
all "inside <= lat <= around" timed "$known !(\$2 in in_) || \$3 < in_[\$2] || \$3 > around[\$2] { no() }"
all "... two probes on one function" slow "$known !(\$2 in in_) || \$3 < in_[\$2] || \$3 > around[\$2] { no() }"
# cut after three decimals
all "what is printed is the same" timed "$known
	{ unit = \$4 ~ /[0-9]s\$/ ? 1e9 : \$4 ~ /ms\$/ ? 1e6 : \$4 ~ /us\$/ ? 1e3 : 1
	off = \$3 - \$4 * unit }
	off < -0.5 || off > unit / 1000 { no() }"

# A condition on it. What is between the two bounds may be on either side.
all "\$lat > 1ms: none is shorter" slow "$known \$3 <= 1e6 || around[\$2] <= 1e6 { no() }"
all "... none that was longer is left out" slow "$known { seen[\$2] = 1 }
	END { for (i in in_) if (in_[i] > 1e6 && !(i in seen)) { print i; bad = 1 } }"
is "... the others are filtered, to the last" "$(prof kprobes/slow filtered)" $((n - $(lines slow)))
all "\$lat <= 1ms: none is longer" fast "$known \$3 > 1e6 || in_[\$2] > 1e6 { no() }"
all "... none that was shorter is left out" fast "$known { seen[\$2] = 1 }
	END { for (i in in_) if (around[i] <= 1e6 && !(i in seen)) { print i; bad = 1 } }"
is "... the others are filtered, to the last" "$(prof kprobes/fast filtered)" $((n - $(lines fast)))
is "with a part that is known at the entry: the calls of 3 ms" \
	"$(lines long) $(prof kprobes/long filtered)" "$((n / 8)) $((n - n / 8))"
is "none passes" "$(lines none) $(prof kprobes/none filtered)" "0 $n"
ok "each ledger is closed" ledger
clear_all
: >/tmp/told

# Nested, on all CPUs, with interrupts
spec 'r:c kpt_c n=$retval:u64 ns=$lat:u64' 'r:b kpt_b n=$retval:u64 ns=$lat:u64' \
	'r:a kpt_a n=$retval:u64 ns=$lat:u64' 'r:irq kpt_hardirq n=$arg1 ns=$lat:u64' 'p:in kpt_c'
run timer start 500
hit_by_irq() { run flood 300 nested; [ $(prof kprobes/irq emitted) -gt 0 ]; }
until_ok hit_by_irq
run timer stop
collect
n=$(calls a)
is "nested: every call is a line" "$(lines c) $(lines b) $(lines a) $rc" "$n $n $n 0"
sed -n 's/^ *\([^ ]*\) .*: \([abc]\): .* n=\([0-9]*\) ns=\([0-9]*\) .*/\1 \2 \3 \4/p' $out >/tmp/nest
says "... the inner one first, and none longer than the one around it" awk '
	$2 == "c" { v[$1] = $3; at[$1] = "c"; ns[$1] = $4; next }
	{ want = $2 == "b" ? "c" : "b"; more = $2 == "b" ? 10 : 100
	if (at[$1] != want || $3 != v[$1] + more || $4 < ns[$1]) { print; bad = 1 }
	at[$1] = $2; v[$1] = $3; ns[$1] = $4 }
	END { exit bad || !NR }' /tmp/nest
all "... in an interrupt" irq '!sane($3) { no() }'
ok "... each ledger is closed" ledger
clear_all

# Recursive
spec 'r:rec kpt_recurse d=$arg1:u64 ns=$lat:u64'
run deep 50 40
collect
is "recursive: every call is a line" "$(lines rec) $rc" "$(calls recurse) 0"
is "... that is" "$(calls recurse)" $((2 * 50 * 41))
all "... from the innermost out, none longer than the one around it" rec '
	$2 != (($1 in last) ? (last[$1] + 1) % 41 : 0) || ($2 && $3 < ns[$1]) || !sane($3) { no() }
	{ last[$1] = $2; ns[$1] = $3 }'
clear_all
spec 'r8:rec kpt_recurse d=$arg1:u64 ns=$lat:u64'
run reset
run call recurse 200
collect
is "deeper than there are instances: the outer ones, and the others are missed" \
	"$(values rec | cut -d' ' -f2 | tr '\n' ' ')$(prof kprobes/rec missed)" \
	"193 194 195 196 197 198 199 200 193"
all "... none longer than the one around it" rec '$3 < ns || !sane($3) { no() } { ns = $3 }'
clear_all

# To another CPU in the middle of it
moved='r:moved kpt_wander from=$entry($cpu) to=$cpu ns=$lat:u64 in=$retval:u64'
if [ -e /sys/devices/system/cpu/cpu1 ]; then
	spec "$moved"
	run wander 20 30
	collect
	is "moved while asleep: every call is a line" $(lines moved) 20
	all "... and ends elsewhere" moved '$2 == $3 { no() }'
	all "... it is as long as the call" moved '$4 < $5 || $4 < 30e6 || !sane($4) { no() }'
	run wander 50 0
	collect
	is "moved while it runs: every call is a line" $(lines moved) 50
	all "... and ends elsewhere" moved '$2 == $3 { no() }'
	all "... it is as long as the call" moved '$4 < $5 || !sane($4) { no() }'
	clear_all

	spec 'r:nap kpt_nap from=$entry($cpu) to=$cpu ns=$lat:u64 in=$retval:u64'
	for from in 1 2 1 2; do	# a mask
		n=$(prof kprobes/nap hits)
		taskset $from sh -c "echo call nap 500 >$KPT/run" &
		while [ "$(prof kprobes/nap hits)" = $n ] && kill -0 $!; do sleep 0.02; done
		taskset -p $((3 - from)) $! >/dev/null
		wait $!
	done
	collect
	is "a task that is moved from outside: 4 lines" $(lines nap) 4
	all "... as long as it slept" nap '$4 < $5 || $4 < 500e6 || !sane($4) { no() }'
	clear_all
else
	for i in 1 2 3 4 5 6 7 8; do skip "moved" "one CPU"; done
fi

# The clock on the wall is another one
spec 'r:nap kpt_nap ns=$lat:u64 in=$retval:u64'
for days in +864000 -864000; do
	run call nap 500 &
	while [ "$(prof kprobes/nap inflight)" = 0 ] && kill -0 $!; do sleep 0.02; done
	date -s "$(date -d @$(($(date +%s) $days)) '+%Y-%m-%d %H:%M:%S')" >/dev/null
	wait $!
done
collect
is "the wall's clock ten days forth and back: two lines" $(lines nap) 2
all "... as long as it slept" nap '$2 < $3 || $2 < 500e6 || !sane($2) { no() }'
finish
