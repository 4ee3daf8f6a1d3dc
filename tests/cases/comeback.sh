#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Names by the types of a module that goes and comes back as another build: values are found
# where they are then; what cannot be had in the form that readers know is refused.
# not: rt, because PREEMPT_RT changes nothing in types
# takes: 20
# timeout: 600
# turns: yes

. ./lib.sh

if [ ! -e /sys/kernel/btf/vmlinux ]; then
	plan 1
	skip "a module that comes back" "this kernel has no types"
	finish
	exit
fi
plan 45
setup kpt
rmmod kpt

# load OFFSET BYTES [PARAM...]: kpt, as if built with these types (retype.c)
load() {
	[ ! -d /sys/module/kpt ] || rmmod kpt
	retype /kmod/kpt.ko /tmp/kpt.ko "$@" && insmod /tmp/kpt.ko
}
echo x >/tmp/x
# use: calls of known values; each file read has its own at offsets 0 and 24
use() {
	run call add 3 4
	run call deref
	dd if=/tmp/x of=/dev/null bs=777 count=1 2>/dev/null
	collect
}
modes() { for e in place member ret set kernel; do echo -n "$(prof m/$e mode) "; done; }
# same EVENT: do v and the field of this name of the same event say the same?
same() { args $1 | sed -n "s/.*\bv=\([^ ]*\) .*\b$2=\1\b.*/same/p"; }
failed() { grep "error: .*$1" $D/error_log | wc -l; }

ok "with types" load 0 8 a b
spec 'p:m/place kpt_add first=a second=b' 'p:m/member kpt:kpt_deref v=shape->value:x64' \
	'r:m/ret kpt:kpt_add v=$retval first=a' 'f:m/set kpt:kpt_a*,kpt:kpt_deref v=a' \
	'p:m/kernel vfs_read v=(kpt:kpt_shape)file->value:x64 at0=+0(file):x64 at24=+24(file):x64 if count == 777'
cat $D/control >/tmp/listing
use
is "parameters" "$(args place)" "first=3 second=4"
is "a member" "$(args member)" "v=0x1000"
is "at a return" "$(args ret)" "v=7 first=3"
is "in a set" "$(args set)" "v=3"
like "... the others are left out" "$(cat $D/events/m/set/left_out)" "*kpt_deref*has no parameter a*"
is "by a cast, in the kernel's function" "$(same kernel at0)" same

# The same types again
planted=$(modes)
ok "as it was" load 0 8 a b
use
is "... so is all else" "$(args place) $(args member) $(args ret) $(args set) $(same kernel at0)" \
	"first=3 second=4 v=0x1000 v=7 first=3 v=3 same"
is "... and planted" "$(modes)" "$planted"

# Members and parameters elsewhere
ok "built anew" load 24 8 b a
use
is "parameters are where they are now" "$(args place)" "first=4 second=3"
is "a member is" "$(args member)" "v=0xffffffffffffffff"
is "at a return" "$(args ret)" "v=7 first=4"
is "in a set" "$(args set)" "v=4"
is "by a cast, in the kernel's function" "$(same kernel at24)" same
is "all are planted" "$(modes)" "$planted"
ok "the listing is the same" sh -c "cat $D/control | cmp -s - /tmp/listing"

# Another type: readers know the event's form
clear_errors
ok "with other types" load 0 4 a b
is "what has another type is refused, what has its own is not" "$(modes)" \
	"refused $(prof m/member mode) refused refused $(prof m/kernel mode) "
no "... that with its own is planted" [ "$(prof m/member mode)" = refused ]
is "... and says so" "$(failed 'has another type in the module that came back')" 3
use
is "... and nothing of it is hit" "$(lines place) $(lines ret) $(lines set)" "0 0 0"
is "... the others go on" "$(args member) $(same kernel at0)" "v=0x1000 same"
ok "the listing is the same" sh -c "cat $D/control | cmp -s - /tmp/listing"

# What is named is not there any more
clear_errors
ok "without a function" load 0 8
is "what names its parameters is refused" "$(prof m/place mode) $(prof m/set mode)" "refused refused"
is "... and says so" "$(failed 'types do not have kpt_add') $(failed 'no function of the set has a parameter')" "2 1"
is "... the others are planted" "$(modes | tr ' ' '\n' | grep -c refused)" 3

# No types at all
clear_errors
rmmod kpt
insmod /kmod/kpt.ko
is "without types all that names them is refused" "$(modes)" "refused refused refused refused refused "
is "... and says so" "$(failed 'module kpt has no types here')" 5
use
is "... and nothing is hit" "$(lines kernel) $(lines member)" "0 0"
insmod /kmod/kpt_last.ko
is "another module changes nothing" "$(modes)" "refused refused refused refused refused "
rmmod kpt_last

# The module comes back as it was
ok "with its types" load 0 8 a b
is "all are planted" "$(modes)" "$planted"
use
is "all have their values" "$(args place) $(args member) $(args ret) $(args set) $(same kernel at0)" \
	"first=3 second=4 v=0x1000 v=7 first=3 v=3 same"
bad=0
for e in place member ret set kernel; do ledger m/$e || bad=$((bad + 1)); done
is "each hit has one fate" $bad 0
rmmod kpt
is "in a module: parked while it is away" "$(modes)" "parked parked parked parked $(prof m/kernel mode) "
clear_all

# A set in two modules, of which the first says where the parameter is
load 0 0 a b
retype /kmod/kpt_twin.ko /tmp/twin.ko 0 0 && insmod /tmp/twin.ko
spec 'f:m/two kpt_twin:*,kpt:kpt_add v=a'
is "a set in two modules" "$(prof m/two functions)" 2
rmmod kpt_twin
rmmod kpt
is "both go" "$(prof m/two mode)" parked
load 0 0 a b
is "one comes while the one that says is away" "$(prof m/two mode) $(prof m/two functions)" "ftrace 1"
run call add 3 4
collect
is "... and is hit" "$(args two)" "v=3"
load 0 8 a b
is "a type of another module's own is not shared" "$(prof m/two functions)" 0
like "... which is said" "$(cat $D/events/m/two/left_out)" ""
insmod /tmp/twin.ko
is "the first comes back" "$(prof m/two functions)" 1
clear_all
rmmod kpt_twin
finish
