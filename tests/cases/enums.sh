#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Enums by the names of their values: as text, in json, by libtraceevent, in tables and in
# conditions; in the kernel's own functions, and by a type that the line gives.
# on: newest, because enums are read by one code everywhere, and discover runs on each kernel
# takes: 15
# timeout: 600
# turns: yes

. ./lib.sh

if [ ! -e /sys/kernel/btf/vmlinux ]; then
	plan 3
	setup
	refused 'p:x kpt_ret a=$arg1:enum(hrtimer_mode)' EINVAL 'hrtimer_mode)'
	like "... that there are no types" "$(last_error)" "*this kernel has no types*"
	finish
	exit
fi
plan 40
setup

# A type that the line gives: signs, gaps, 64 bits
spec 'p:e kpt_ret a=$arg1:enum(cpuhp_state) b=$arg1:s32 c=$arg1:enum(skb_drop_reason) d=$arg1:enum(perf_callchain_context)'
like "the line is listed as it was written" "$(cat $D/control)" '*a=$arg1:enum(cpuhp_state) b=$arg1:s32 *'
for v in -1 0 2 77777 -128; do run call ret $v; done
collect
is "a value with a sign" "$(field a e | head -n 2)" "CPUHP_INVALID
CPUHP_OFFLINE"
is "a value without a name" "$(field a e | sed -n '4,5p' | tr '\n' ' ')$(field c e | sed -n 4p)" "77777 -128 77777"
is "an integer's type beside it" "$(field b e | tr '\n' ' ')" "-1 0 2 77777 -128 "
is "a value of 64 bits" "$(field d e | sed -n 5p)" PERF_CONTEXT_KERNEL
cat $D/control >/tmp/list
clear_all
cat /tmp/list >$D/control
is "what is listed is taken again" "$(cat $D/control)" "$(cat /tmp/list)"
clear_all

# libtraceevent, and its texts
# libtraceevent prints a value without a name in hexadecimal: all of these have one
spec 'p:e kpt_ret a=$arg1:enum(cpuhp_state) b=$arg1:s64 if $arg1:s32 > -2' \
	'p:wide kpt_ret d=$arg1:enum(perf_callchain_context) if $arg1:s32 < -2'
like "format has the names" "$(cat $D/events/kprobes/e/format)" \
	'*a=%s*__print_symbolic(REC->a, {4294967295, "CPUHP_INVALID"}, {0, "CPUHP_OFFLINE"}*'
spec 'p:sig kpt_ret s=$arg1:signal c=$arg1:cap n=$arg1:u8 if $arg1 == 9'
for v in -1 0 -128 9; do run call ret $v; done
helper 3 tepcheck 2000
clear_all

# Arrays: by name here, as numbers in format
spec 'p:arr kpt_types a=+20($arg1):enum(hrtimer_mode)[2] b=+16($arg1):enum(hrtimer_mode)[1]'
run call types
is "elements" "$(collect; args arr)" "a={2147483648,4294967295} b={HRTIMER_MODE_ABS}"
clear_all

# Parameters, members that are bit fields, what a function returns
mkdir -p /tmp/enum.mnt
spec 'p:fs vfs_parse_fs_param key=param->key:string type=param->type n=param->type:u32 why=fc->purpose if param->type == fs_value_is_string' \
	'p:not vfs_parse_fs_param if param->type != fs_value_is_string do count by param->type'
mount -t tmpfs -o size=1m source.enum /tmp/enum.mnt
umount /tmp/enum.mnt
collect
like "a bit field" "$(args fs | head -n 1)" 'key="source" type=fs_value_is_string n=2 why=FS_CONTEXT_FOR_MOUNT'
clear_all
spec 'r:wake hrtimer_wakeup $retval n=$retval:s32'
usleep 2000
collect
is "what a function returns" "$(args wake | sort -u | head -n 1)" "arg1=HRTIMER_NORESTART n=0"
clear_all

# Conditions, tables
spec 'p:yes kpt_ret if $arg1:enum(cpuhp_state) == CPUHP_INVALID || $arg1:enum(cpuhp_state) == CPUHP_OFFLINE do count' \
	'p:by kpt_ret s=$arg1:enum(cpuhp_state) if s < CPUHP_ONLINE do count by s, count by $arg1:enum(hrtimer_mode), hist(s)'
for v in -1 0 0 -1 1 -128; do run call ret $v; done
is "names in a condition" "$(prof kprobes/yes aggregated) $(prof kprobes/yes filtered)" "4 2"
like "names as keys: of an argument" "$(cat $D/events/kprobes/by/hist)" "*s: CPUHP_OFFLINE*"
like "... with a sign" "$(cat $D/events/kprobes/by/hist)" "*s: CPUHP_INVALID*"
like "... without a name" "$(cat $D/events/kprobes/by/hist)" "*s: -128*"
like "... of a value of its own" "$(cat $D/events/kprobes/by/hist)" "*enum(hrtimer_mode): HRTIMER_MODE_REL*"
like "... for programs" "$(kpread hist)" "*s: CPUHP_INVALID*"
echo 's == CPUHP_INVALID' >$D/events/kprobes/by/filter
run call ret -1
run call ret 0
is "in the file filter, without the types" "$(prof kprobes/by filtered)" 1
no "... where a wrong one is refused" eval "echo 's == CPUHP_NOSUCH' >$D/events/kprobes/by/filter 2>/dev/null"
like "... with what there is" "$(last_error)" "*nor a value of enum cpuhp_state*"
clear_all

# Packets that are dropped, as the kernel's own tracepoint has them
reasons() { sed 's/.*reason[:=] *\([A-Z_0-9]*\).*/\1/; s/^SKB_DROP_REASON_//' | sort | uniq -c; }
echo 1 >$T/events/skb/kfree_skb/enable
spec 't:drop kfree_skb reason if reason == SKB_DROP_REASON_NO_SOCKET' \
	't:net/why kfree_skb do count by reason'
answers udp
echo 0 >$T/events/skb/kfree_skb/enable
collect
grep 'kfree_skb: .*reason: NO_SOCKET' $T/trace | reasons >/tmp/theirs
grep ': drop: ' $out | reasons >/tmp/ours
like "packets are dropped, and why" "$(cat /tmp/ours)" "*NO_SOCKET*"
is "... as tracefs has it" "$(cat /tmp/ours)" "$(cat /tmp/theirs)"
like "... in a table" "$(cat $D/events/net/why/hist)" "*reason: SKB_DROP_REASON_NO_SOCKET*"
echo >$T/trace
clear_all

# json, for programs
spec 'p:j kpt_ret a=$arg1:enum(cpuhp_state)'
run call ret -1
run call ret -77
collect -f json
like "json: the number, and its name" "$(grep '"args":{"a":-1}' $out)" '*"names":{"a":"CPUHP_INVALID"}}'
no "... and none without" grep -q '"args":{"a":-77}.*names' $out
clear_all

# One event, two probes: the same enum
spec 'p:two kpt_ret a=$arg1:enum(cpuhp_state)' 'p:two kpt_add a=$arg1:enum(cpuhp_state)'
is "two probes of one enum" "$(grep -c two $D/control)" 2
refused 'p:two kpt_seq a=$arg1:s32' EEXIST 'a=$arg1:s32'
clear_all

# A module's enum, and the module that goes and comes back
if [ -e /drivers/overlay.ko ]; then
	insmod /drivers/overlay.ko
	spec 'p:ov ovl_lookup a=\1:enum(ovl_xattr) b=\0:enum(overlay:ovl_xattr)'
	mkdir -p /tmp/low1 /tmp/low2 /tmp/over
	: >/tmp/low1/enums.over
	overlay() { mount -t overlay -o lowerdir=/tmp/low1:/tmp/low2 enums /tmp/over; }
	overlay
	ls /tmp/over/enums.over >/dev/null
	collect
	like "a module's enum" "$(args ov | head -n 1)" "a=OVL_XATTR_* b=OVL_XATTR_*"
	umount /tmp/over && rmmod overlay
	is "... parked while it is away" "$(prof kprobes/ov mode)" parked
	insmod /drivers/overlay.ko
	overlay
	ls /tmp/over/enums.over >/dev/null
	collect
	like "... and back again" "$(args ov | head -n 1)" "a=OVL_XATTR_* b=OVL_XATTR_*"
	clear_all
	umount /tmp/over && rmmod overlay
else
	for t in 1 2 3; do skip "in a module" "this kernel has no overlay.ko"; done
fi

# Refusals
refused 'p:x kpt_ret a=$arg1:enum(nosuch)' EINVAL 'nosuch)'
refused 'p:x kpt_ret a=$arg1:enum()' EINVAL 'enum()'
refused 'p:x kpt_ret if $arg1:enum(cpuhp_state) == INVALID' EINVAL INVALID
like "... what may have been meant" "$(last_error)" "*as CPUHP_INVALID*"
finish
