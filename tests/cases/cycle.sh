#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# 10,000 sessions come and go and leave nothing behind; sizes of rings.
# kernels: 6.1 6.12

. ./lib.sh
plan 12
setup

# What the kernel holds in kB: its allocators' figures, and all that is not free.
settled() {
	echo 3 >/proc/sys/vm/drop_caches
	sleep 0.5
	awk '/^(Slab|VmallocUsed|Percpu):/ { s += $2 } /^MemTotal:/ { t = $2 }
		/ nr_free_pages / || / count: / { f += $2 * 4 }
		END { print s, t - f }' /proc/meminfo /proc/zoneinfo
}

helper 5 cycle sizes
helper 1 cycle 2000		# whatever grows at first
run reset
before=$(settled)
helper 1 cycle 8000
after=$(settled)
diag "kB before: $before, after: $after"
set -- $before $after
ok "the allocators hold no more" [ $(($3 - $1)) -lt 400 ]
ok "no more memory is taken" [ $(($4 - $2)) -lt 1000 ]
is "each call was made" "$(calls add)" 160
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
ok "rmmod: no session is left" rmmod kprobectl
finish
