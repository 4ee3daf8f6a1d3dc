#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Integrity lockdown closes the debugfs files that can be written, not the device;
# confidentiality closes everything. Under either no line is taken, or switched on, that acts.
# not: rt, because PREEMPT_RT changes nothing in lockdown
# cmdline: lsm=lockdown
# turns: yes

. ./lib.sh
plan 34
setup
rm_module kprobectl
insmod /kprobectl.ko governor=0 act=skip
C=/sys/kernel/config/kprobectl
[ ! -e /drivers/configfs.ko ] || insmod /drivers/configfs.ko
mount -t configfs none /sys/kernel/config
insmod /kprobectl_configfs.ko
mkdir $C/a
named_end() {
	rmdir $C/a
	rmmod kprobectl_configfs
	umount /sys/kernel/config
	[ ! -e /drivers/configfs.ko ] || rmmod configfs
} 2>/dev/null
trap 'named_end; teardown' EXIT

L=/sys/kernel/security/lockdown
mount -t securityfs security /sys/kernel/security 2>/dev/null
like "the kernel can be locked down" "$(cat $L)" '\[none\]*'
spec 'p:before kpt_add do emit, count'
e=$D/events/kprobes/before
exec 3<$D/helpers 4<>$D/control 5<>$D/tracing_on 6<>$D/buffer_size_kb 7<>$e/enable 8<>$e/filter 9<>$e/hist
is "they work" "$(echo '$pid > 1' 2>&1 >&8; echo 'p:x kpt_ret' 2>&1 >&4; echo '-:x' 2>&1 >&4; cat <&7)" 1
is "unlocked: a session" "$(dev write 'p:s/x kpt_add')" "write OK"

spec 'p:act/p kpt_ret if $pid == 1 do skip(1)!' 'p:act/dump kpt_ret if $pid == 1 do dump'
act=$(cat $D/events/act/p/id) dump=$(cat $D/events/act/dump/id)
echo 0 >$D/events/act/enable
is "unlocked: a line that acts, switched on and off" "$(dev attach switch $act 1 switch $act 0 | xargs)" \
	"attach OK switch OK switch OK"

echo integrity >$L
like "integrity" "$(cat $L)" '*\[integrity\]*'
like "control is closed" "$(put $D/control 'p:x kpt_add')" "open EPERM"
ok "what is only read is not" [ "$(prof kprobes/before hits)" = 0 ]
is "the device works" "$(dev write 'p:s/x kpt_add' records | tr '\n' ';')" "write OK;0;"
like "integrity: no line that acts" "$(dev write 'p:s/x kpt_ret if $pid == 1 do skip(1)!' view 1 read | xargs -0)" \
	"*write EPERM*skip changes how the kernel runs, and the kernel is locked down*"
is "... but dump" "$(dev write 'p:s/x kpt_ret if $pid == 1 do dump')" "write OK"
is "... none that was off is switched on" "$(dev attach switch $act 1 switch $dump 1 | xargs)" \
	"attach OK switch EPERM switch OK"
like "... which error_log explains" "$(dev attach view 1 read | grep -A1 'kernel is locked down' | tail -n 1)" \
	"*Command: p:act/p *"
dev attach write '-:act/p' write '-:act/dump' >/dev/null
is "so do files of configfs" "$(put $C/a/control 'p:s/x kpt_add') $(cat $C/a/control)" \
	"OK p:s/x kpt_add"
is "it can do what control did" "$(dev attach write 'p:main kpt_ret' read | tail -n 1)" \
	"p:kprobes/main kpt_ret"
is "and see it" "$(dev attach view 3 read | awk 'NR > 2 { print $1 }' | tr '\n' ' ')" \
	"event kprobes/before kprobes/main "

rm -f /tmp/enough
(until [ -e /tmp/enough ]; do sleep 0.2; echo x; done) >/dev/null &
caller=$!
timeout 60 kpread -x 'p:s/x vfs_write' -n 1 >$out 2>$err
: >/tmp/enough
is "so can kpread" $(lines x) 1
wait $caller

# Descriptors from before, of the device and, but for integrity, of the files
rm -f /tmp/stop /tmp/dev.out
dev say open wait /tmp/stop write 'p:s/late kpt_add' write '-:s/late' view 1 read map 0 attach \
	buffer 8192 tracing 0 switch 16 0 symbol 0 >/tmp/dev.out &
late=$!
await open /tmp/dev.out
# One whose probes wait for a module; what it has mapped it can go on reading
rm -f /tmp/stop.1 /tmp/stop.2 /tmp/parked
dev say open write 'f:s/set overlay:*' write 'p:s/one overlay:ovl_fill_super' records \
	wait /tmp/stop.1 mapped wait /tmp/stop.2 mapped >/tmp/parked &
parked=$!
await open /tmp/parked
signed=/drivers/overlay.ko
if [ -e $signed ]; then
	insmod $signed
	rmmod overlay
	: >/tmp/stop.1
	await '[1-9].*' /tmp/parked
	ok "a module comes: probes that waited for it are hit" [ $(sed -n 5p /tmp/parked) -gt 0 ]
else
	: >/tmp/stop.1
	skip "a module comes: probes that waited for it are hit" "no signed module is here"
fi

echo confidentiality >$L
like "confidentiality" "$(cat $L)" '*\[confidentiality\]*'
: >/tmp/stop
wait $late
is "the device from before: nothing but EPERM" "$(sed 1d /tmp/dev.out | sed 's/.* //' | sort -u)" \
	EPERM
is "to each step" $(wc -l </tmp/dev.out) 11
is "a write to each file from before" "$(for n in 4 5 6 7 8 9; do
	echo 0 2>&1 >&$n; done | sed 's/.*: //' | sort | uniq -c | tr -s ' ')" " 6 Operation not permitted"
is "a read of each" "$(for n in 3 4 5 6 7 8 9; do cat 2>&1 <&$n; done | sed 's/.*: //' | sort |
	uniq -c | tr -s ' ')" " 7 Operation not permitted"
exec 3<&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
if [ -e $signed ]; then
	ok "a signed module still loads" insmod $signed
	: >/tmp/stop.2
	wait $parked
	is "nothing is planted in it" "$(sed -n 6p /tmp/parked)" 0
else
	skip "a signed module still loads" "no signed module is here"
	skip "nothing is planted in it" "no signed module is here"
fi
is "the device does not open" "$(dev write 'p:s/x kpt_add')" "open EPERM"
like "nor control" "$(put $D/control 'p:x kpt_add')" "*EPERM"
is "kpread is refused" "$(timeout 20 kpread -t 1 >/dev/null 2>$err; echo $?)" 2
ok "in one sentence" [ $(wc -l <$err) = 1 ]
is "a file of configfs is not written" "$(put $C/a/control 'p:s/y kpt_add')" EPERM
is "nor read" "$(for f in control profile; do cat $C/a/$f 2>&1; done | grep -c 'not permitted')" 2
no "no session is made" mkdir $C/b 2>/dev/null
ok "one that is there can be removed" rmdir $C/a
ok "and the module" rmmod kprobectl_configfs
ok "no probe came of it" [ "$(grep -c 'kpt_' /sys/kernel/debug/kprobes/list 2>/dev/null)" -le 2 ]
named_end
finish
