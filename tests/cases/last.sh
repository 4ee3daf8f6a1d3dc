#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Memory that outlives a reboot (persist=) in a boot of which nothing is left, and who may read
# what is. tests/vm/crash has a machine that dies and starts anew.
# on: newest, because 6.1 has no such memory, and 6.12 differs in nothing of it
# not: 6.1 rt debug kcsan, because reserve_mem= is Linux 6.12's, and the command line is stock's
# cmdline: reserve_mem=8M:4096:kept
# takes: 15
# turns: yes

. ./lib.sh
plan 17
setup
rmmod kprobectl
insmod /kprobectl.ko persist=kept
kptr() { echo $1 >/proc/sys/kernel/kptr_restrict; }
refused() { "$@" 2>&1 | sed -n 's/.*: \(.*\)$/\1/p'; }

ok "the module takes the region" [ -e $D/last ]
is "root alone reads what is left" "$(stat -c %a $D/last)" 400
is "nothing is" "$(wc -c <$D/last)" 0
is "kpread --last: status" "$(kpread --last >$out 2>$err; echo $?)" 2
like "... and why" "$(cat $err)" "*has left nothing*"
kptr 1
is "without CAP_SYSLOG no addresses: it does not open" \
	"$(refused caps sys_admin,dac_override cat $D/last)" "Operation not permitted"
is "with it, it does" "$(caps perfmon,syslog cat $D/last 2>&1)" ""
kptr 2
is "nor does it for root where nobody may see addresses" \
	"$(refused cat $D/last)" "Operation not permitted"
kptr 0
is "nor without CAP_PERFMON" "$(refused caps syslog cat $D/last)" "Operation not permitted"

# Rings and notes in that memory, made and given back
spec 'p:l/x kpt_add a=$arg1:u64'
run call add 7 1 x300
collect
is "events go through rings in that memory" "$(lines x)" 300
for kb in 64 128 16 64; do echo $kb >$D/buffer_size_kb; done
run call add 7 1 x50
collect
is "... of any size that fits" "$(lines x)" 50
is "more than there is: refused" "$(echo 4096 2>&1 >$D/buffer_size_kb | grep -c 'annot allocate')" 1
run call add 7 1 x50
collect
is "... and it is as before" "$(lines x)" 50
clear_all
is "a hundred times made and removed" "$(for i in $(seq 100); do
	echo "p:l/e$i kpt_add" >>$D/control || echo $i
	echo "-:l/e$i" >>$D/control || echo $i
done)" ""
rmmod kprobectl
insmod /kprobectl.ko persist=kept
is "a module that went by itself has left nothing" "$(wc -c <$D/last)" 0
rmmod kprobectl
ok "the module goes" [ ! -d /sys/module/kprobectl ]
insmod /kprobectl.ko
ok "without the parameter there is no such file" [ ! -e $D/last ]
finish
