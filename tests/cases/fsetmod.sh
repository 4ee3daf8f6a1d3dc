#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Sets of functions and modules: parked, joined, left, under a flood too.
# not: rt, because storm_modules runs there
# timeout: 300
# takes: 30

. ./lib.sh
plan 35
setup
AFF=$T/available_filter_functions
in_module() { grep "\[$1\]\$" $AFF | sort; }
# without the addresses that tell kpt's two of one name apart
listed() { sed 's/ 0x[0-9a-f]*\(:\|$\)/\1/' $D/events/$1/functions | sort; }
shown() { echo "$(prof $1 mode) $(prof $1 functions)"; }
ours() { grep -c "$1" $T/enabled_functions; }
rmmod kpt

# All of it in one module
spec 'f:m/a kpt:kpt_[as]*,kpt:!kpt_s* a=$arg1:u64' 'f:m/init kpt:*'
cat $D/control >/tmp/listing
is "absent: parked" "$(shown m/a) $(shown m/init)" "parked 0 parked 0"
is "absent: nothing is hooked" "$(wc -l <$T/enabled_functions)" 0
insmod /kmod/kpt.ko
in_module kpt | grep '^kpt_a' >/tmp/want
listed m/a >/tmp/got
ok "it comes: planted" [ -s /tmp/got ]
ok "what tracefs lists" cmp /tmp/want /tmp/got
is "its init was a hit" "$(prof m/init hits)" 1
in_module kpt >/tmp/want
listed m/init >/tmp/got
ok "and is not in the set any more" cmp /tmp/want /tmp/got
is "nor in the filter" "$(ours 'kpt')" "$(wc -l </tmp/want)"
ok "the listing is the same" sh -c "cat $D/control | cmp -s - /tmp/listing"
run call add 3 4 x5
run call seq 1 x5
collect
is "its calls, but for what is left out" "$(lines a)" 5
ok "armed sets do not hold the module" rmmod kpt
is "it goes: parked" "$(shown m/a) $(shown m/init)" "parked 0 parked 0"
is "it goes: nothing is hooked" "$(wc -l <$T/enabled_functions)" 0
before=$(prof m/init hits)
ls -lR /proc/1 >/dev/null 2>&1
is "an empty set does not hit all functions" "$(prof m/init hits)" $before

# What comes next where it was
insmod /kmod/kpt_last.ko
is "another module comes: nothing of it is hit" \
	"$(prof m/init hits) $(wc -l <$T/enabled_functions)" "$before 0"
rmmod kpt_last
insmod /kmod/kpt.ko
run call add 3 4 x5
collect
is "it comes again: its init and its calls" "$(grep -c ': init: (kpt_init+' $out) $(lines a)" "1 5"
is "the counters go on" "$(prof m/a hits)" 10
clear_all

# Off while it is absent
rmmod kpt
spec 'f:m/a kpt:kpt_add'
echo 0 >$D/events/m/a/enable
insmod /kmod/kpt.ko
run call add 1 2 x3
is "off when it comes: no hits" "$(shown m/a) $(prof m/a hits)" "off 1 0"
echo 1 >$D/events/m/a/enable
run call add 1 2 x3
is "on: hits" "$(prof m/a hits)" 3
clear_all

# Partly in a module, without its name
gives "a pattern that nothing matches now" ENOENT $D/control 'f:m/b kpt_add,kpt_last*'
insmod /kmod/kpt_last.ko
in_module kpt_last >/tmp/last
diag "$(cat /tmp/last)"
spec 'f:m/b kpt_add,kpt_last*' 'f:m/c kpt_add,kpt_last:*'
with=$(prof m/b functions)
rmmod kpt_last
is "a module goes: the others stay" "$(prof m/b functions) $(prof m/c functions)" \
	"$((with - $(wc -l </tmp/last))) 1"
run call add 1 2 x4
# one more: what the module ran when it went
is "and hit" "$(prof m/b hits) $(prof m/c hits)" "5 5"
insmod /kmod/kpt_last.ko
is "it comes again: the same set" "$(prof m/b functions)" $with
rmmod kpt_last
clear_all

# With functions that no set takes: they stay left out, whatever comes and goes
insmod /kmod/kpt_last.ko
spec 'f:m/out kpt_add,kpt_last*,read_hpe*'
cp $D/events/m/out/left_out /tmp/left
diag "$(wc -l </tmp/left) left out"
ok "some are left out" [ -s /tmp/left ]
rmmod kpt_last
says "and still are when a module has come and gone" diff /tmp/left $D/events/m/out/left_out
clear_all

# Coming and going under a flood
spec 'f:m/f kpt_seq,kpt_last:* i=$arg2:u64' 'f:m/all kpt_*,kpt_last:*'
one=$(prof m/f functions)
run reset
rm -f /tmp/stop
(while [ ! -e /tmp/stop ]; do run flood 500; done) &
flood=$!
bad=0
for i in $(seq 10); do
	insmod /kmod/kpt_last.ko || bad=$((bad + 1))
	rmmod kpt_last || bad=$((bad + 1))
done
: >/tmp/stop
wait $flood
is "a module came and went ten times" $bad 0
diag "$(cat $D/profile)"
is "each call under it, and each init and exit" $(($(prof m/f hits) + $(prof m/f nested))) \
	$(($(calls seq) + 20))
is "the set is what it was" "$(prof m/f functions)" "$one"
ok "ledger" ledger m/f
ok "ledger of the other" ledger m/all
collect
clear_all

# Sets come and go while the module does
(while [ ! -e /tmp/stop2 ]; do
	insmod /kmod/kpt_last.ko
	rmmod kpt_last
done) 2>/dev/null &
other=$!
for i in $(seq 15); do
	put $D/control 'f:h/a kpt_last:*' >/dev/null
	put $D/control 'f:h/b *_module,kpt_*' >/dev/null
	put $D/control '-:h/' >/dev/null
done
: >/tmp/stop2
wait $other
rm -f /tmp/stop2
is "15 times in a race: nothing is left" "$(cat $D/control)$(cat $T/enabled_functions)" ""
ok "and the module still loads" insmod /kmod/kpt_last.ko
ok "and goes" rmmod kpt_last

# An open file of the list, and removal
spec 'f:o/a kpt_*'
exec 7<$D/events/o/a/functions
spec '-:o/a'
no "an open list is empty when its event has gone" grep kpt <&7
exec 7<&-
spec 'f:o/a kpt_*'
run call add 1 2
ok "kprobectl goes with a set in it" rm_module kprobectl
is "nothing is hooked" "$(wc -l <$T/enabled_functions)" 0
insmod /kprobectl.ko governor=0
finish
