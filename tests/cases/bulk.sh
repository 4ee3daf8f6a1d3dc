#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Many probes are taken out together: silent at once, and then as many grace periods
# as few take, whichever way they go. Who waits for one is counted by tracefs.
# on: newest, because the module asks for the same waits everywhere
# not: rt, because its grace periods are those of 6.1
# takes: 90
# timeout: 600

. ./lib.sh
plan 25
setup
# when a module goes; what watches locks and memory waits for itself then
most=10
! debugging || most=15

# Kernels differ in which of the last two a set's end has to wait for.
echo 'p:bulk/sync synchronize_rcu' >$T/kprobe_events
for kind in tasks tasks_rude; do
	echo "p:bulk/sync synchronize_rcu_$kind" >>$T/kprobe_events
done 2>/dev/null
echo 1 >$T/events/bulk/sync/enable
ok "grace periods can be counted" grep -q . $T/events/bulk/sync/id

# waits COMMAND...: runs it; how often a task of its waited, in $n
waits() {
	echo >$T/trace
	sh -c 'echo $$ >/tmp/pid; exec "$@"' sh "$@"
	n=$(grep -c -- "-$(cat /tmp/pid) .*: sync: " $T/trace)
}

# specs KIND N GROUP: so many probes, at kpt's functions whose names only one has
specs() {
	awk -v k=$1 -v n=$2 -v g=$3 '
		/\[kpt\]$/ && $1 ~ /^kpt_[a-z]+$/ && !had[$1]++ { f[++m] = $1 }
		END {
			for (i = 0; n; i++) {
				name = f[i % m + 1]
				if (had[name] > 1)
					continue
				printf "%s:%s/e%d kpt:%s\n", k, g, i, name
				n--
			}
		}' $T/available_filter_functions
}
armed() { grep -c '^kpt_' $T/enabled_functions; }
plant() { specs $1 $2 $3 >/tmp/specs; cat /tmp/specs >>$D/control; }
remove() { waits put $D/control "-:$1/" >/dev/null; }

for kind in p r; do
	plant $kind 6 few
	plant $kind 40 many
	is "$kind: all are there" "$(grep -c " ftrace " $D/profile)" 46
	remove few
	few=$n
	remove many
	diag "$kind: 6 probes: $few, 40 probes: $n"
	is "$kind: 40 probes take the grace periods that 6 take" $n $few
	ok "... and that is a few" [ $n -ge 1 -a $n -le 3 ]
	is "... and they are gone" "$(grep -c . $D/control) $(armed)" "0 0"
done

# A set of a thousand is one thing
for set in 'few kpt_add' 'many acpi_*,pci_*,tcp_*,ip6*'; do
	name=${set% *}
	waits put $D/control "f:$name/set ${set#* }" >/dev/null
	eval "plant_$name=$n"
	functions=$(prof $name/set functions)
	in_kernel=$(wc -l <$T/enabled_functions)
	remove $name
	eval "gone_$name=$n"
	diag "a set of $functions: waits $(eval "echo \$plant_$name") times and $n times"
done
ok "a set of more than a thousand functions, and all of them hooked" \
	[ $functions -gt 1000 -a $in_kernel -ge $functions ]
is "... is planted and goes with what a set of one takes" "$plant_many $gone_many" \
	"$plant_few $gone_few"
ok "... and that is a few" [ $gone_few -ge 1 -a $gone_few -le 6 ]
is "... and nothing is left but what counts" \
	"$(grep -c . $D/control) $(wc -l <$T/enabled_functions)" \
	"0 $(grep -c . $T/kprobe_events)"

# With the module that they stand in
goes() {
	plant p $1 a
	plant r $1 b
	waits rmmod kpt
	insmod /kmod/kpt.ko
	is "the module came and went: planted again" "$(grep -c ' ftrace ' $D/profile)" $(($1 * 2))
	clear_all
}
goes 3
few=$n
goes 20
diag "its module goes: 3 + 3 probes: $few, 20 + 20 probes: $n"
is "a module goes: 40 probes take the grace periods that 6 take" $n $few
ok "... and that is some, and few" [ $n -ge 1 -a $n -le $most ]

# With the descriptor that owns them
closes() {
	specs p $1 a >/tmp/a
	specs r $1 b >/tmp/b
	waits sh -c 'exec 3<>/dev/kprobectl
		cat /tmp/a >&3; cat /tmp/b >&3; grep -c "^kpt_" /sys/kernel/tracing/enabled_functions >/tmp/armed
		exec 3>&-'
	is "a session's probes" "$(($(cat /tmp/armed) > 0)) $(armed)" "1 0"
}
closes 3
few=$n
closes 20
diag "its descriptor closes: 3 + 3 probes: $few, 20 + 20 probes: $n"
is "a descriptor closes: 40 probes take the grace periods that 6 take" $n $few
ok "... and that is some, and few" [ $n -ge 1 -a $n -le 10 ]

# With kprobectl
unloads() {
	plant p $1 a
	plant r $1 b
	waits rmmod kprobectl
	insmod /kprobectl.ko governor=0
}
unloads 3
few=$n
unloads 20
diag "kprobectl goes: 3 + 3 probes: $few, 20 + 20 probes: $n"
is "kprobectl goes: 40 probes take the grace periods that 6 take" $n $few
ok "... and that is some, and few" [ $n -ge 1 -a $n -le $most ]
echo 0 >$T/events/bulk/sync/enable
echo >$T/kprobe_events

# Silent before the first is out: of a call none is told by one and not by another
# that is taken out much later. A host that stops the CPU just between the two looks the
# same, hence three attempts; sets that are silenced one by one are never together.
together() {
	spec 'f:sets/a kpt_add' 'f:sets/b kpt_add%return' 'f:sets/c kpt_add' \
		'f:sets/d kpt_add%return'
	rm -f /tmp/stop
	(while [ ! -e /tmp/stop ]; do run call add 3 4 x5; done) &
	calls=$!
	reading
	while [ "$(prof sets/d hits)" -lt 50 ]; do sleep 0.02; done
	echo '-:sets/' >>$D/control
	touch /tmp/stop
	wait $calls
	collect
	diag "$(for e in a b c d; do lines $e; done | tr '\n' ' ')"
	awk -v a=$(lines a) -v d=$(lines d) 'BEGIN { exit a - d > 5 || d - a > 5 }'
}
ok "sets that go together fall silent together" eval 'together || together || together'
is "and are gone" "$(grep -c . $D/control) $(armed)" "0 0"
finish
