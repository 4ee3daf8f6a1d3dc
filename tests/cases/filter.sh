#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Conditions: what they let through, when they are asked, and that they change
# without a torn moment.
# on: newest, because conditions are one code everywhere
# timeout: 300
# takes: 50

. ./lib.sh
. ./counts.inc
plan 84
setup

F=$D/events/kprobes

# through TEXT EXPR WANT: the values of a that pass, of kpt_add(a, b)
through() {
	spec "p:t kpt_add a=\$arg1 s=\$arg1:s64 w=\$arg1:u8 b=\$arg2 if $2"
	for a in 0 1 2 3 0xff 0x100 -1; do run call add $a 2; done
	collect -e t
	is "$1" "$(field a t | tr '\n' ' ')" "$3"
	clear_all
}
through "==" 'a == 1' "0x1 "
through "!=" 'a != 1' "0x0 0x2 0x3 0xff 0x100 0xffffffffffffffff "
through "< is unsigned" 'a < 2' "0x0 0x1 "
through "> is unsigned" 'a > 0xff' "0x100 0xffffffffffffffff "
through "<=" 'a <= 1' "0x0 0x1 "
through ">=" 'a>=0x100' "0x100 0xffffffffffffffff "
through "signed <" 's < 1' "0x0 0xffffffffffffffff "
through "signed against a negative number" 's == -1' "0xffffffffffffffff "
through "signed >=" 's >= -1 && s <= 0' "0x0 0xffffffffffffffff "
through "a narrow type sees its bits" 'w == 0' "0x0 0x100 "
through "&" 'a & 1' "0x1 0x3 0xff 0xffffffffffffffff "
through "! and &" '!(a & 1)' "0x0 0x2 0x100 "
through "||" 'a == 1 || a == 3' "0x1 0x3 "
through "&& binds tighter" 'a == 0 || a == 1 && b == 3' "0x0 "
through "parentheses" '(a == 0 || a == 1) && b == 3' ""
through "De Morgan" '!(a == 0 || a > 2)' "0x1 0x2 "
through "two operands" 'a == b' "0x2 "
through "suffixes" 'a >= 1K' "0xffffffffffffffff "
through "a variable" '$arg1 == 1 && $pid != 0' "0x1 "
through "a register" '%di:s8 < 0' "0xff 0xffffffffffffffff "
through "\$comm" "\$comm == \"$(cat /proc/$$/comm)\" && a == 1" "0x1 "
through "another \$comm" '$comm != "sh" && $comm ~ "nobody*"' ""

# Strings
strings() {
	spec "p:t kpt_str s=+0(\$arg1):string if $2"
	for s in hello empty edge null; do run call str $s; done
	collect -e t
	is "$1" "$(field s t | tr '\n' ' ')" "$3"
	clear_all
}
strings "string ==" 's == "edge"' '"edge" '
strings "string !=, an unreadable one is neither" 's != "edge" && s != "hello, world"' '"" '
strings "negated, an unreadable one is neither" '!(s == "edge")' '"hello, "" '
strings "glob" 's ~ "h*w?rld"' '"hello, '
strings "glob, set and negation" '!(s ~ "[a-f]*")' '"hello, "" '
strings "the empty one" 's == ""' '"" '
strings "without an argument of it" '+0($arg1):string ~ "*dg*"' '"edge" '

# Each hit has a fate
spec 'p:led kpt_add if $arg1 & 1' 'r:ledr kpt_add if $retval & 1'
for a in 1 2 3 4 5; do run call add $a 0; done
is "p: filtered is counted" "$(prof kprobes/led emitted) $(prof kprobes/led filtered)" "3 2"
is "r: filtered is counted" "$(prof kprobes/ledr emitted) $(prof kprobes/ledr filtered)" "3 2"
ok "p: the ledger is closed" ledger kprobes/led
ok "r: the ledger is closed" ledger kprobes/ledr
clear_all
collect

# At a return: before the call where that can be, so that it takes no instance
spec 'r4:early kpt_sleep if $arg1 == 1' 'r4:half kpt_sleep if $arg1 == 1 && $retval > 0' \
	'r4:late kpt_sleep if $retval == 1'
run sleepers 40 10 burst
run sleepers wait
is "decided at entry: all refused, none missed" \
	"$(prof kprobes/early filtered) $(prof kprobes/early missed)" "40 0"
is "in part decided at entry: the same" \
	"$(prof kprobes/half filtered) $(prof kprobes/half missed)" "40 0"
ok "decided at return: it takes instances" [ $(prof kprobes/late missed) -gt 0 ]
for e in early half late; do ok "$e: the ledger is closed" ledger kprobes/$e; done
clear_all
spec 'r:or kpt_add a=$arg1 if $arg1 == 1 || $retval == 12'
run call add 1 1
run call add 2 10
run call add 3 10
collect -e or
is "one side is known at entry, the other at return" "$(field a or | tr '\n' ' ')" "0x1 0x2 "
clear_all

# Durations. A machine that stands still for a while makes a short call a slow one.
spec 'r:slow kpt_spin if $lat > 250ms' 'r:fast kpt_spin if $lat < 250ms'
run call spin 5 x20
run call spin 300000 x3
collect
n=$(lines slow)
ok "\$lat > 250ms: the slow ones" [ $n -ge 3 -a $n -lt 23 ]
is "... the others are filtered" "$(prof kprobes/slow filtered)" $((23 - n))
is "\$lat < 250ms: the fast ones" "$(lines fast)" $((23 - n))
less() { field lat $1 | lat_ns | awk '$1 < 250e6 { n++ } END { print n + 0 }'; }
is "... none of them shows more, and no slow one less" "$(less fast) $(less slow)" "$((23 - n)) 0"
clear_all

# The file
spec 'p:f kpt_add a=$arg1' 'r:g kpt_sleep'
is "filter reads none" "$(cat $F/f/filter)" none
gives "filter is set" OK $F/f/filter 'a  ==  1'
is "... and reads as written, spaces folded" "$(cat $F/f/filter)" 'a == 1'
like "... control lists it" "$(grep :kprobes/f $D/control)" '* a=$arg1 if a == 1'
run call add 1 1
run call add 2 1
is "... and it works" "$(prof kprobes/f emitted) $(prof kprobes/f filtered)" "1 1"
gives "a bad one" EINVAL $F/f/filter 'a == '
like "... is explained" "$(last_error)" 'kprobectl: error: *'
is "... with a caret" "$(tail -n 1 $D/error_log)" "               ^"
is "... and changes nothing" "$(cat $F/f/filter)" 'a == 1'
gives "0 takes it away" OK $F/f/filter 0
is "... it reads none" "$(cat $F/f/filter)" none
gives "too many values to keep" E2BIG $F/g/filter \
	'$retval == 1 || $arg1 == 1 || $arg2 == 1 || $arg3 == 1 || $arg4 == 1 || $arg5 == 1 || $arg6 == 1 || $arg7 == 1 || $arg8 == 1 || $arg9 == 1'
like "... is explained" "$(last_error)" '*values kept at entry*'
gives "as many as there is room for" OK $F/g/filter \
	'$retval == 1 || $arg1 == 1 || $arg2 == 1 || $arg3 == 1 || $arg4 == 1 || $arg5 == 1 || $arg6 == 1 || $arg7 == 1'
spec 'p:mid kpt_insns+12'
gives "an argument where there is none" EINVAL $F/mid/filter '%di > 2 && $arg1 > 3'
like "... is explained" "$(last_error)" "*holds only at a function's entry*"
gives "longer than a line" E2BIG $F/f/filter "$(head -c 5000 /dev/zero | tr '\0' x)"
clear_all
collect

# Calls in flight return under the condition they entered under
spec 'r:fly kpt_sleep a=$arg1:u32 if $arg1 == 40 || $retval == 7'
run sleepers 5 40 held
gives "changed while calls are inside" OK $F/fly/filter '$arg1 == 30'
run sleepers 4 30
run sleepers 3 20
run sleepers wait
collect -e fly
is "they return under the old one" "$(field a fly | grep -c '^40$')" 5
is "... and new calls under the new one" \
	"$(field a fly | grep -vc '^40$') $(field a fly | grep -c '^30$')" "4 4"
is "the others are filtered" "$(prof kprobes/fly filtered)" 3
ok "the ledger is closed" ledger kprobes/fly
clear_all

# Calls inside under so many earlier ones that no more are kept
spec 'r:many fifo_open if $retval > 0'
mkfifo /tmp/fifo
cat /tmp/fifo &
while [ "$(prof kprobes/many inflight)" != 1 ]; do sleep 0.05; done
for i in $(seq 64); do put $F/many/filter "\$arg1 > $i || \$retval > 0"; done | sort | uniq -c >/tmp/said
is "changed 64 times while a call is inside" "$(tr -s ' ' </tmp/said)" " 64 OK"
clear_errors
gives "once more" EBUSY $F/many/filter '$arg1 > 1000'
like "... is explained" "$(last_error)" '*calls are still inside under 64 earlier filters*'
is "... and changes nothing" "$(cat $F/many/filter)" '$arg1 > 64 || $retval > 0'
: >/tmp/fifo
wait $!
gives "it has returned" OK $F/many/filter '$arg1 > 1000'
ok "the ledger is closed" ledger kprobes/many
rm /tmp/fifo
clear_all

# What control lists can be written to it again
long="p:long kpt_add"
for i in $(seq 100); do long="$long argument_with_a_long_name_$i=\$arg1:u64"; done
spec "$long"
gives "a line that would be too long" E2BIG $F/long/filter \
	"$(for i in $(seq 20); do printf 'argument_with_a_long_name_1 == 1234567890 || '; done)\$arg1 == 1"
like "... is explained" "$(last_error)" "*line has more than 4096 bytes*"
clear_all

# Parked: what a condition names need not be there yet
spec 'p:away absent_module:f s=@absent_data'
gives "the filter of a parked event" OK $F/away/filter '$pid == 1'
like "... is kept" "$(grep away $D/control)" '* if $pid == 1'
clear_all

# Flipped while short calls return: a call may still look at the program it had
spec 'r:short kpt_a v=$arg1:u32 $comm if $arg1 & 1 || $retval:s64 < 0'
rm -f /tmp/stop
(while [ ! -e /tmp/stop ]; do
	put $F/short/filter '$arg1 & 2 || $comm == "nobody" || $retval > 9'
	put $F/short/filter 'v > 3'
done) >/dev/null &
flipper=$!
run flood 30000 nested
touch /tmp/stop
wait $flipper
ok "short calls, flipped meanwhile: the ledger is closed" ledger kprobes/short
clear_all
collect		# the ring is to be empty for what follows
rm -f /tmp/stop

# Flipped under a flood: each hit passes one of the two, none passes neither. One in 16 passes, as
# a flood goes on until it was flipped, and all that passes is kept.
: >/tmp/flips
few='i & 4 && i & 8 && i & 16'
spec "p:flip kpt_seq i=\$arg2:u32 if i & 1 && $few" \
	"r:flipr kpt_seq i=\$arg2:u32 if i & 1 && \$retval:s64 >= 0 && $few"
reading -e 'flip*'
(while [ ! -e /tmp/stop ]; do
	put $F/flip/filter "i & 2 && $few" && put $F/flipr/filter "i & 2 && \$retval >= 0 && $few" &&
		put $F/flip/filter "i & 1 && $few" &&
		put $F/flipr/filter "i & 1 && \$retval >= 0 && $few" || break
	echo >>/tmp/flips
done) >/dev/null &
flipper=$!
flipped() { [ $(wc -l </tmp/flips) -ge 2 ]; }
flood_until 100000 flipped
touch /tmp/stop
wait $flipper
collect
torn() {
	awk -v e=": $1: " 'index($0, e) { sub(/.* i=/, ""); if ($1 % 32 < 28 || $1 % 4 == 0) n++ }
		END { print n + 0 }' $out
}
ok "it was flipped" flipped
is "p: none passed neither" "$(torn flip)" 0
is "r: none passed neither" "$(torn flipr)" 0
ok "both saw events" [ $(lines flip) -gt 100 -a $(lines flipr) -gt 100 ]
ok "p: the ledger is closed" ledger kprobes/flip
ok "r: the ledger is closed" ledger kprobes/flipr
is "p: every call was counted" "$(prof kprobes/flip hits)" "$(calls seq)"
finish
