#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The parameter panic_lines while the machine lives; tests/vm/crash has what it prints.
# smoke: yes
# on: newest oldest, because 6.12 differs from 7.3 in nothing that it meets
# takes: 10
# turns: yes

. ./lib.sh
plan 13
setup
rmmod kprobectl
insmod /kprobectl.ko panic_lines=20
P=/sys/module/kprobectl/parameters/panic_lines

# vmalloced: kB of memory of that kind
vmalloced() { awk '$1 == "VmallocUsed:" { print $2 }' /proc/meminfo; }
refused() { ! echo "$1" >$P; } 2>/dev/null

is "given to insmod" "$(cat $P)" 20
is "root alone may read and write it" "$(stat -c %a $P)" 600
for n in 10001 -1 x 1x; do ok "refused: $n" refused $n; done
is "... and it stays" "$(cat $P)" 20
with=$(vmalloced)
echo 0 >$P
ok "0 gives the memory back" [ $(($with - $(vmalloced))) -gt 4096 ]
spec 'p:seq kpt_seq i=$arg2:u64'
for n in 1 10000 0 7 7 0 300; do
	echo $n >$P
	run call add 1 1
done
is "written again and again while the module is used" "$(cat $P)" 300
rmmod kprobectl
ok "the module goes with it" [ ! -d /sys/module/kprobectl ]
fails() { ! insmod /kprobectl.ko panic_lines=10001; } 2>/dev/null
ok "insmod refuses it as well" fails
fails() { ! insmod /kprobectl.ko persist=nowhere; } 2>/dev/null
ok "memory that is not kept over a reboot is refused" fails
is "... and said" "$(dmesg | sed -n 's/.*kprobectl: persist: \(no memory is reserved by this name\|this kernel has no reserve_mem=\).*/said/p' | sort -u)" said
finish
