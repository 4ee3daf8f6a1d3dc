#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The module loads, its files appear, it goes.
# smoke: yes
# timeout: 60
# turns: yes

n=0
result() {
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

echo 1..4
insmod /kprobectl.ko
result $? "insmod"
grep -q '^[0-9a-f]*[1-9a-f][0-9a-f]* . _stext$' /proc/kallsyms
result $? "symbols have addresses"
test -e /sys/kernel/debug/kprobectl/control
result $? "the control file is there"
rmmod kprobectl
result $? "rmmod"
