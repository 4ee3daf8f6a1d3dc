#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Probes in modules: parked, planted, parked again, and planted anew.
# smoke: yes
# not: rt, because storm_modules runs there
# takes: 30

. ./lib.sh
plan 49
setup
rmmod kpt

modes() { for e in entry middle ret early; do echo -n "$(prof m/$e mode) "; done; }
hits() { for e in entry middle ret early; do echo -n "$(prof m/$e hits) "; done; }
use() { run call add 1 2 x3; run call insns 10 3 x3; run call victim 8 x3; }

spec 'p:m/entry kpt:kpt_add a=$arg1:u64' 'p:m/middle kpt:kpt_insns+12 ax=%ax:u64' \
	'r:m/ret kpt:kpt_victim v=$retval:u64' 'p:m/early kpt:kpt_victim'
cat $D/control >/tmp/listing
is "absent: four events in the list" $(wc -l </tmp/listing) 4
is "parked, all" "$(modes)" "parked parked parked parked "
is "no hits" "$(hits)" "0 0 0 0 "
insmod /kmod/kpt.ko
like "the module comes: planted" "$(modes)" "ftrace *t* ftrace ftrace "
ok "the listing is the same" sh -c "cat $D/control | cmp -s - /tmp/listing"
use
collect
is "each call is seen" "$(lines entry) $(lines middle) $(lines ret) $(lines early)" "3 3 3 3"
is "with its values" "$(args entry | head -n 1) $(args middle | head -n 1) $(field v ret | head -n 1)" \
	"a=1 ax=15 9"
is "hits" "$(hits)" "3 3 3 3 "

ok "armed probes do not hold the module" rmmod kpt
is "the module goes: parked" "$(modes)" "parked parked parked parked "
ok "the listing is the same" sh -c "cat $D/control | cmp -s - /tmp/listing"
is "the counters stay" "$(hits)" "3 3 3 3 "
is "nothing of it is left in the kernel" "$(cat /sys/kernel/debug/kprobes/list)" ""

insmod /kmod/kpt.ko
use
collect
is "it comes again: each call is seen" \
	"$(lines entry) $(lines middle) $(lines ret) $(lines early)" "3 3 3 3"
is "the counters go on" "$(hits)" "6 6 6 6 "
is "complete" $rc 0

# Off and on while it is absent
echo 0 >$D/events/m/entry/enable
rmmod kpt
echo 0 >$D/events/m/early/enable
echo 1 >$D/events/m/entry/enable
insmod /kmod/kpt.ko
use
is "switched while parked: it counts when it is planted" \
	"$(prof m/entry emitted) $(prof m/early emitted)" "9 6"
bad=0
for e in entry middle ret early; do ledger m/$e || bad=$((bad + 1)); done
is "four ledgers" $bad 0
clear_all

# A bad place in a module that is not there yet
rmmod kpt
spec 'p:m/nosuch kpt:nosuchfunction' 'p:m/bad kpt:kpt_insns+1' 'p:m/good kpt:kpt_ret'
insmod /kmod/kpt.ko
is "what cannot be planted is refused, the rest is planted" \
	"$(prof m/nosuch mode) $(prof m/bad mode) $(prof m/good mode)" "refused refused ftrace"
ok "and the log says why" grep -q 'middle of an instruction' $D/error_log
clear_all

# Without a module's name it is not parked but refused
rmmod kpt
gives "a symbol of no module" ENOENT $D/control 'p:m/x kpt_add'
insmod /kmod/kpt.ko
gives "and taken when it is there" OK $D/control 'p:m/x kpt_add'
rmmod kpt
is "then it is parked too" "$(prof m/x mode)" parked
insmod /kmod/kpt.ko
is "and planted" "$(prof m/x mode)" ftrace
clear_all

# Calls asleep inside while things go
spec 'r:m/sleep kpt:kpt_sleep' 'p:m/sleep_p kpt:kpt_sleep'
run sleepers 20 10 held
is "20 asleep inside" "$(prof m/sleep_p hits)" 20
ok "the target goes; it waits for them" rmmod kpt
is "they returned, or are counted" $(($(prof m/sleep emitted) + $(prof m/sleep missed) + \
	$(prof m/sleep never) + $(prof m/sleep inflight))) 20
insmod /kmod/kpt.ko
run sleepers 20 10 held
ok "the event goes while they sleep" put $D/control '-:m/sleep'
ok "kprobectl goes while they sleep" rm_module kprobectl
run sleepers wait
is "they woke up" "$(calls sleep)" 20
insmod /kprobectl.ko governor=0
run sleepers 5 300
run sleepers wait
ok "and the next ones too" [ "$(calls sleep)" = 25 ]

# One that is just going: its own exit is not over yet
insmod /kmod/kpt_last.ko linger=1
place=$(sed -n 's/ . kpt_last_but_one\t.*//p' /proc/kallsyms)
rmmod kpt_last &
going=$!
await going /sys/module/kpt_last/initstate
for at in kpt_last_but_one 0x$place; do
	gives "in a module that is going, $at" ENOENT $D/control "p:m/x $at"
	is "... says so" "$(last_error)" \
		"kprobectl: error: module kpt_last is being unloaded: try again when it is gone or loaded again"
	like "... check, too" "$(verdict $at)" "refused: module kpt_last is being unloaded: *"
done
is "by its module's name, check says what comes of it" "$(verdict kpt_last:kpt_last_but_one)" \
	"parked: module kpt_last is being unloaded: the probe is parked and planted when it comes"
gives "... it is taken" OK $D/control 'p:m/p kpt_last:kpt_last_but_one'
gives "... a set, too" OK $D/control 'f:m/f kpt_last:*'
echo 0 >/sys/module/kpt_last/parameters/linger
wait $going
insmod /kmod/kpt_last.ko
is "... both are planted when it comes back" "$(prof m/p functions) $(prof m/f functions)" "1 2"
rmmod kpt_last
clear_all

# One whose coming somebody forbids
insmod /kmod/kpt_veto.ko
no "a module that another forbids does not load" insmod /kmod/kpt_last.ko 2>/dev/null
gives "... nothing of it is looked at" OK $D/control 'p:m/x kpt_add +0(@kpt_data):x8'
gives "... by a name of its own" ENOENT $D/control 'p:m/y kpt_last_fn'
rmmod kpt_veto
ok "... then it loads" insmod /kmod/kpt_last.ko
rmmod kpt_last
clear_all

# Coming and going in a hurry, against adding and removing
(while [ ! -e /tmp/stop ]; do
	insmod /kmod/kpt_last.ko
	rmmod kpt_last
done) 2>/dev/null &
other=$!
n=0
while [ $n -lt 40 ]; do
	put $D/control 'p:h/a kpt_last:cleanup_module' >/dev/null
	put $D/control 'r:h/b kpt_last:init_module' >/dev/null
	put $D/control '-:h/' >/dev/null
	n=$((n + 1))
done
: >/tmp/stop
wait $other
is "40 times in a race: nothing is left" "$(cat $D/control)$(cat /sys/kernel/debug/kprobes/list)" ""
ok "and the module still loads" insmod /kmod/kpt_last.ko
is "the events of a module that came by" "$(put $D/control 'p:h/c kpt_last:cleanup_module')" OK
ok "and goes" rmmod kpt_last
finish
