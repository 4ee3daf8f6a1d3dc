#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Without debugfs the device does everything.
# not: rt, because PREEMPT_RT changes nothing in files
# cmdline: debugfs=off
# turns: yes

. ./lib.sh
plan 22

ok "there is no debugfs" [ ! -e /sys/kernel/debug/kprobes ]
ok "the module loads" insmod /kprobectl.ko
ok "no control file" [ ! -e $D ]
is "a session" "$(dev write 'p:s/x vfs_read n=$arg3' read | tr '\n' ';')" \
	'write OK;p:s/x vfs_read n=$arg3;'
ok "its records" [ "$(dev write 'p:s/x vfs_write n=$arg3' say something records | tail -n 1)" -gt \
	0 ]
is "the main session, by attaching" "$(dev attach write 'p:x vfs_write n=$arg3' read | tail -n 1)" \
	'p:kprobes/x vfs_write n=$arg3'
# What other files have: their views
is "functions" "$(dev write 'f:s/f vfs_read,vfs_write do count by func' view 9 read |
	sed 's/: [0-9]*$//;s/^[0-9]* s/ID s/' | tr '\n' ';')" \
	'write OK;view OK;ID s/f;vfs_read;vfs_write;;'
is "... of two events, apart by an empty line" \
	"$(dev write 'p:s/a vfs_read' write 'p:s/b vfs_write' view 9 read |
	sed 's/^[0-9]* s/ID s/' | tr '\n' ';')" \
	'write OK;write OK;view OK;ID s/a;vfs_read;;ID s/b;vfs_write;;'
like "left_out" "$(dev write 'f:s/f *kprobe*%return' view 10 read | sed 1,2d | tr '\n' ';')" \
	'[0-9]* s/f;*: the kernel lets no probe stand there;*;;'
is "tracing_on" "$(dev view 11 read tracing 0 read | tr '\n' ';')" 'view OK;1;tracing OK;0;'
is "... is not written there" "$(dev view 11 write 0 | tail -n 1)" 'write EINVAL'
is "open: a probe without a way back has nothing" \
	"$(dev write 'p:s/a vfs_read' view 12 read | sed 's/^[0-9]* s/ID s/' | tr '\n' ';')" \
	'write OK;view OK;ID s/a;;'
is "stopped" "$(dev view 13 read | tr '\n' ';')" 'view OK;no;'
like "trace" "$(dev view 14 read | tail -n +2)" "# events written: 0, *TIMESTAMP*"
is "trace_pipe" "$(dev view 15 nonblock from 0 1 /tmp/none | tr '\n' ';')" 'view OK;nonblock OK;from EAGAIN;'
ok "no view behind that" [ "$(dev view 16)" = 'view EINVAL' ]
hists() { grep '^aggr' | cut -d' ' -f6,11 | tr '\n' ' '; }
dev write 'p:s/h vfs_write do count' view 8 say 'one write' read write s/h read >/tmp/hists
ok "clearing an aggregate: it had hits" [ "$(hists </tmp/hists | cut -d' ' -f1)" -ge 1 ]
is "... and begins anew, once" \
	"$(grep -c '^write OK' /tmp/hists) $(hists </tmp/hists | cut -d' ' -f4)" "2 1"
is "... of no event, of no name" "$(dev view 8 write s/none write nonsense | tr '\n' ';')" \
	'view OK;write ENOENT;write EINVAL;'
timeout 60 kpread -n 5 >$out 2>$err &
reader=$!
while kill -0 $reader 2>/dev/null; do echo x >/dev/null; sleep 0.05; done
is "kpread reads it" $(lines x) 5
dev attach write '-:x' >/dev/null
rm -f /tmp/enough
(until [ -e /tmp/enough ]; do sleep 0.2; echo x; done) >/dev/null &
caller=$!
timeout 60 kpread -x 'p:own/x vfs_write' -n 1 >$out 2>$err
: >/tmp/enough
is "it plants its own" $(lines x) 1
wait $caller
ok "rmmod" rm_module kprobectl
finish
