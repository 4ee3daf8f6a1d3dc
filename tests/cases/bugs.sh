#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A bug of each kind is reported: what finds nothing in the other cases does look.
# not: stock rt, because it shows that kernels which watch themselves do
# kcsan: yes
# cmdline: panic_on_warn=0 kasan_multi_shot kpctl.provokes=bugs

. ./bugs.inc

if debugging; then
	plan 12
	begin_bugs
	# first: each of those behind them may switch lockdep off
	reported rcu-unlocked 'WARNING: suspicious RCU usage'
	reported lock-order 'WARNING: possible circular locking dependency'
	reported use-after-free 'KASAN: \(slab-\)*use-after-free in use_after_free'
	reported out-of-bounds 'KASAN: slab-out-of-bounds in out_of_bounds'
	reported vmalloc-out-of-bounds 'KASAN: vmalloc-out-of-bounds in vmalloc_out_of_bounds'
	reported array-index 'UBSAN: array-index-out-of-bounds'
	reported shift 'UBSAN: shift-out-of-bounds'
	reported sleep-atomic 'BUG: sleeping function called from invalid context'
	reported processor-id 'BUG: using smp_processor_id() in preemptible'
	reported list-twice 'list_add double add'
	reported timer-again 'ODEBUG: init active'
	(echo leak >$B)	# by a task whose stack goes
	echo scan >/sys/kernel/debug/kmemleak
	sleep 6
	echo scan >/sys/kernel/debug/kmemleak
	ok "leak" grep -q 'leak+0x.*kpt_bug' /sys/kernel/debug/kmemleak
	echo clear >/sys/kernel/debug/kmemleak
else
	plan 1
	begin_bugs
	reported race 'BUG: KCSAN: data-race in race'
fi
end_bugs
