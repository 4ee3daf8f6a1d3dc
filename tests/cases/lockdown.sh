#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Integrity lockdown closes the debugfs files that can be written, not the device;
# confidentiality closes everything.
# kernels: 6.1 6.12
# cmdline: lsm=lockdown

. ./lib.sh
plan 16
setup

L=/sys/kernel/security/lockdown
mount -t securityfs security /sys/kernel/security 2>/dev/null
like "the kernel can be locked down" "$(cat $L)" '\[none\]*'
spec 'p:before kpt_add'
is "unlocked: a session" "$(dev write 'p:s/x kpt_add')" "write OK"

echo integrity >$L
like "integrity" "$(cat $L)" '*\[integrity\]*'
like "control is closed" "$(put $D/control 'p:x kpt_add')" "open EPERM"
ok "what is only read is not" [ "$(prof kprobes/before hits)" = 0 ]
is "the device works" "$(dev write 'p:s/x kpt_add' records | tr '\n' ';')" "write OK;0;"
is "it can do what control did" "$(dev attach write 'p:main kpt_ret' read | tail -n 1)" "p:kprobes/main kpt_ret"
is "and see it" "$(dev attach view 3 read | awk 'NR > 2 { print $1 }' | tr '\n' ' ')" \
	"event kprobes/before kprobes/main "

rm -f /tmp/stop /tmp/dev.out
dev say open wait /tmp/stop write 'p:s/late kpt_add' view 1 read >/tmp/dev.out &
await open /tmp/dev.out
echo confidentiality >$L
like "confidentiality" "$(cat $L)" '*\[confidentiality\]*'
: >/tmp/stop
wait $!
ok "a descriptor from before: no new probe" grep -q 'write EPERM' /tmp/dev.out
ok "with the sentence" grep -q 'error: the kernel is locked down' /tmp/dev.out
is "the device does not open" "$(dev write 'p:s/x kpt_add')" "open EPERM"
like "nor control" "$(put $D/control 'p:x kpt_add')" "*EPERM"
is "kpread is refused" "$(timeout 20 kpread -t 1 >/dev/null 2>$err; echo $?)" 2
ok "in one sentence" [ $(wc -l <$err) = 1 ]
ok "no probe came of it" [ "$(grep -c 'kpt_' /sys/kernel/debug/kprobes/list 2>/dev/null)" -le 2 ]
finish
