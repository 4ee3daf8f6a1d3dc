#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Without debugfs the device does everything.
# not: rt, because PREEMPT_RT changes nothing in files
# cmdline: debugfs=off

. ./lib.sh
plan 9

ok "there is no debugfs" [ ! -e /sys/kernel/debug/kprobes ]
ok "the module loads" insmod /kprobectl.ko
ok "no control file" [ ! -e $D ]
is "a session" "$(dev write 'p:s/x vfs_read n=$arg3' read | tr '\n' ';')" \
	'write OK;p:s/x vfs_read n=$arg3;'
ok "its records" [ "$(dev write 'p:s/x vfs_write n=$arg3' say something records | tail -n 1)" -gt 0 ]
is "the main session, by attaching" "$(dev attach write 'p:x vfs_write n=$arg3' read | tail -n 1)" \
	'p:kprobes/x vfs_write n=$arg3'
timeout 30 kpread -n 5 >$out 2>$err &
reader=$!
n=0
while kill -0 $reader 2>/dev/null && [ $n -lt 200 ]; do echo x >/dev/null; sleep 0.05; n=$((n + 1)); done
is "kpread reads it" $(lines x) 5
dev attach write '-:x' >/dev/null
(for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2; echo x; done) >/dev/null &
caller=$!
timeout 30 kpread -x 'p:own/x vfs_write' -n 1 >$out 2>$err
is "it plants its own" $(lines x) 1
wait $caller
ok "rmmod" goes kprobectl
finish
