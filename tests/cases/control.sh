#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The control file's habits are those of kprobe_events.
# smoke: yes
# on: newest, because the control file is one code everywhere, and difftest runs on each kernel
# not: rt, because PREEMPT_RT changes nothing in files and grammar
# takes: 15
# turns: yes

. ./lib.sh
plan 76
setup

list() { cat $D/control; }
names() { sed 's/^[pr0-9]*:\([^ ]*\) .*/\1/' $D/control | tr '\n' ' '; }

is "empty at first" "$(list)" ""

# Truncate, append, remove
gives "add" OK $D/control 'p:one kpt_add'
gives "append" OK $D/control 'p:two kpt_add'
is "both are there, in order" "$(names)" "kprobes/one kprobes/two "
is "opening with truncation clears" "$(put -t $D/control 'p:three kpt_add')" OK
is "only the new one" "$(names)" "kprobes/three "
: >$D/control
is "truncating alone clears" "$(list)" ""
spec 'p:g1/a kpt_add' 'p:g1/b kpt_add' 'p:g2/a kpt_add' 'p:c kpt_add'
gives "remove by group and name" OK $D/control '-:g1/a'
is "only that one" "$(names)" "g1/b g2/a kprobes/c "
gives "remove by name alone, any group" OK $D/control '-:a'
is "the other a" "$(names)" "g1/b kprobes/c "
gives "remove a whole group" OK $D/control '-:g1/'
is "gone" "$(names)" "kprobes/c "
gives "remove what is not there" ENOENT $D/control '-:nobody'
gives "remove from a group that is not there" ENOENT $D/control '-:nogroup/c'
clear_all

# Reading gives back what can be written
spec 'p:g/p kpt_add a=$arg1 b=%si:u32 c=+8($stack):x64' 'r16:g/r kpt_ret v=$retval:s64' \
	'p:g/off kpt:kpt_insns+7 %ax s=$stack2' 'p:g/ret kpt_str%return s=+0($arg1):string' \
	'p:g/sym kpt_add d=@kpt_data m=@kpt_data-8 i=\0x10 c=$comm' \
	'p:g/deep kpt_deref v=+0(+8(+16(-24($arg1)))):s32 u=+u0($arg1):ustring' \
	'p:g/gone nosuchmodule:nosuchfunction a=$arg1' 'p kpt_add' 'r kpt_ret' \
	'p kpt_insns+12 %di' 'r kpt_spin'
list >/tmp/first
is "eleven lines" $(wc -l </tmp/first) 11
clear_all
is "cleared" "$(list)" ""
is "the listing can be written in one write" "$(put $D/control </tmp/first)" OK
list >/tmp/second
ok "and lists the same, byte for byte" cmp -s /tmp/first /tmp/second
diag "$(cat /tmp/second)"
is "names made up like tracefs's" "$(names | tr ' ' '\n' | tail -n 2 | tr '\n' ' ')" \
	"kprobes/p_kpt_insns_12 kprobes/r_kpt_spin_0 "
is "a truncating write of it" "$(put -t $D/control </tmp/first)" OK
ok "the same again" sh -c "cat $D/control | cmp -s - /tmp/first"
clear_all

# Several lines, comments, blanks
is "several lines, comments, blank lines" "$(printf '%s\n' '# a comment' '' 'p:x kpt_add' \
	'   ' '  # another' 'p:y kpt_ret # and one behind' '	p:z	kpt_str ' | put $D/control)" OK
is "three events" "$(names)" "kprobes/x kprobes/y kprobes/z "
clear_all
is "no newline at the end" "$(put -n $D/control 'p:x kpt_add')" OK
is "taken" "$(names)" "kprobes/x "
clear_all
is "a bad line in the middle" "$(printf '%s\n' 'p:x kpt_add' 'p:bad kpt_add a=$nonsense' \
	'p:y kpt_ret' | put $D/control)" EINVAL
is "what stood before it is applied, what stands behind is not" "$(names)" "kprobes/x "
ok "the error says which line" grep -q '^  Command: p:bad kpt_add a=\$nonsense$' $D/error_log
ok "its number too" grep -q 'line 2' $D/error_log
clear_all

# A probe has a list of functions, too: of the one place
spec 'p:x kpt_insns+12'
is "the place in a function" "$(cat $D/events/kprobes/x/functions)" "kpt_insns+0xc [kpt]"
clear_all

# Duplicates
spec 'p:x kpt_add'
gives "a name twice, with other arguments" EEXIST $D/control 'p:x kpt_ret a=$arg1'
gives "the same name in another group" OK $D/control 'p:other/x kpt_ret'
is "the first is unharmed" "$(list | head -n 1)" "$(list | grep kprobes/x)"
clear_all
gives "the same line again is a second event" OK $D/control 'p:one/x kpt_add'
gives "on the same place" OK $D/control 'p:two/x kpt_add'
run call add 1 2
is "each has the hit" "$(prof one/x hits) $(prof two/x hits)" "1 1"
clear_all

# Limits
long() { printf '%*s' $1 '' | tr ' ' "${2:-a}"; }
like "a line of 4095 bytes is read" "$(put $D/control "p:x kpt_add # $(long 4080)")" "OK"
clear_all
gives "4096 bytes are too many" E2BIG $D/control "p:x kpt_add # $(long 4084)"
gives "100,000 too" E2BIG $D/control "p:x kpt_add # $(long 100000)"
is "nothing came of it" "$(list)" ""
gives "event name of 63" OK $D/control "p:$(long 63 e) kpt_add"
like "of 64" "$(put $D/control "p:$(long 64 f) kpt_add")" "E*"
like "group name of 64" "$(put $D/control "p:$(long 64 g)/x kpt_add")" "E*"
gives "argument name of 32" OK $D/control "p:arg32 kpt_add $(long 32)=\$arg1"
like "of 33" "$(put $D/control "p:arg33 kpt_add $(long 33)=\$arg1")" "E*"
args=$(for i in $(seq 128); do printf ' a%d=%%ax' $i; done)
gives "128 arguments" OK $D/control "p:args128 kpt_add$args"
like "129 arguments" "$(put $D/control "p:args129 kpt_add$args b=%ax")" "E*"
gives "maxactive 4096" OK $D/control "r4096:max kpt_add"
like "maxactive 65537" "$(put $D/control "r65537:max2 kpt_add")" "E*"
like "maxactive of a p" "$(put $D/control "p5:max3 kpt_add")" "E*"
clear_all

# Switches
spec 'p:x kpt_add' 'p:y kpt_add'
echo 0 >$D/events/kprobes/x/enable
run call add 1 2 x5
echo 1 >$D/events/kprobes/x/enable
run call add 1 2 x7
is "enable: off for five calls" "$(prof kprobes/x emitted) $(prof kprobes/y emitted)" "7 12"
ok "ledger of the one switched off" ledger kprobes/x
echo 0 >$D/tracing_on
run call add 1 2 x3
is "tracing_on: 0 stops all" "$(prof kprobes/x emitted) $(prof kprobes/y emitted)" "7 12"
echo 1 >$D/tracing_on
run call add 1 2
is "1 goes on" "$(prof kprobes/x emitted) $(prof kprobes/y emitted)" "8 13"
like "enable takes no 2" "$(put $D/events/kprobes/x/enable 2)" EINVAL
clear_all

# Switches of many: as in tracefs
all() { cat $D/events/enable $D/events/$1/enable | tr -d '\n'; }
is "no events" "$(cat $D/events/enable)" "?"
spec 'p:one/x kpt_add' 'p:one/y kpt_add' 'p:one/y kpt_ret' 'p:two/x kpt_add'
is "all of them are on" "$(all one)" 11
echo 0 >$D/events/one/x/enable
is "one of a group is off" "$(all one)$(all two)" XXX1
echo 0 >$D/events/one/enable
is "the group is off" "$(all one)$(all two)" X0X1
run call add 1 2 x3
is "... and so its events, both probes of one" \
	"$(echo $(prof one/x hits) $(prof one/y hits) $(prof two/x hits))" "0 0 0 3"
echo 0 >$D/events/enable
is "all are off" "$(all one)$(all two)" 0000
run call add 1 2
is "... and are not hit" "$(prof two/x hits)" 3
echo 1 >$D/events/enable
is "all are on again" "$(all one)$(all two)" 1111
run call add 1 2
is "... and are hit" \
	"$(echo $(prof one/x hits) $(prof one/y hits) $(prof two/x hits))" "1 1 0 4"
gives "no 2" EINVAL $D/events/enable 2
gives "... for a group neither" EINVAL $D/events/one/enable 2
is "... and nothing is changed" "$(all one)" 11
exec 9>$D/events/one/enable
spec '-:one/'
no "a group that is gone" sh -c 'echo 0 >&9' 2>/dev/null
exec 9>&-
is "... its directory too" "$(ls $D/events | tr '\n' ' ')" "enable two "
spec 'p:one/x kpt_add'
is "a group of that name again" "$(all one)" 11
gives "a group named as the file" EEXIST $D/control 'p:enable/x kpt_add'
like "... is told why" "$(cat $D/error_log)" "*'enable' is a file*"
gives "an event" EEXIST $D/control 'p:one/enable kpt_add'
is "... and nothing came of it" "$(ls $D/events $D/events/one | tr '\n' ' ')" \
	"$D/events: enable one two  $D/events/one: enable x "
is "the device has no such file" "$(dev write 'p:enable/enable kpt_add')" "write OK"
finish
