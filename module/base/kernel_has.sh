#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kernel_has.sh COMPILER FLAG...: asks the kernel's headers what the kernel has, by pieces of
# C that compile only if the kernel has it, and prints the answers as a header. A version
# number says less: distributions take parts of later versions into older ones.
#
# A question is a line in base/compat.h, too, which is the only file that uses the answers.

set -u
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# compiles: does the C of the standard input?
compiles() {
	cat >"$dir/q.c"
	"$@" -Werror -Wno-unused -Wno-missing-prototypes -Wno-missing-declarations \
		-c -o "$dir/q.o" "$dir/q.c" >"$dir/said" 2>&1
}

# ask NAME: has the kernel what the C of the standard input uses?
ask() {
	name=$1
	shift
	if compiles "$@"; then
		echo "#define KPCTL_HAS_$name 1"
	else
		echo "#define KPCTL_HAS_$name 0"
	fi
}

# An answer means something only if what is right compiles, and what is wrong does not.
if ! echo '#include <linux/module.h>' | compiles "$@"; then
	cat "$dir/said" >&2
	echo "kprobectl: the compiler cannot compile even an include of the kernel's headers" >&2
	exit 1
fi
if echo '#include <linux/module.h>
	int f(void) { return kpctl_no_kernel_has_this(); }' | compiles "$@"; then
	echo "kprobectl: the compiler compiles what no kernel has" >&2
	exit 1
fi

# Later kernels may well work, and questions without an answer stop the build.
compiles "$@" <<'C' || echo "kprobectl: this kernel is newer than 7.3, the newest it has been tested on" >&2
#include <linux/version.h>
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 4, 0)
#error
#endif
C

echo '/* What this kernel has, as base/kernel_has.sh found out. */'

ask VM_FLAGS_MOD "$@" <<'C'
#include <linux/mm.h>
void f(struct vm_area_struct *vma) { vm_flags_mod(vma, 0, 0); }
C

# Since 6.11, for modules.
ask RESERVE_MEM "$@" <<'C'
#include <linux/mm.h>
int f(const char *name, phys_addr_t *p) { return reserve_mem_find_by_name(name, p, p); }
C

# Before 6.12 it is asm/unaligned.h.
ask LINUX_UNALIGNED "$@" <<'C'
#include <linux/types.h>
#include <linux/unaligned.h>
int f(const void *p) { return get_unaligned((const int *)p); }
C

# A namespace of symbols is a word, else a text.
ask WORD_NAMESPACE "$@" <<'C'
#include <linux/module.h>
MODULE_IMPORT_NS(KPCTL_SOME_NAMESPACE);
C

ask MODULE_MEMORY "$@" <<'C'
#include <linux/module.h>
void *f(struct module *mod) { return mod->mem[MOD_TEXT].base; }
C

# The return instances of a rethook lie in an objpool, else in a list.
ask OBJPOOL "$@" <<'C'
#include <linux/rethook.h>
int f(struct rethook *rh) { return rh->pool.nr_objs; }
C

# A rethook's handler gets the return address, too.
ask RETHOOK_ADDRESS "$@" <<'C'
#include <linux/rethook.h>
static void f(struct rethook_node *node, void *data, unsigned long at, struct pt_regs *regs) {}
rethook_handler_t handler = f;
C

# The variable behind `current`
ask PCPU_HOT "$@" <<'C'
#include <linux/percpu.h>
#include <linux/sched.h>
#include <asm/current.h>
void *f(void) { return this_cpu_read(pcpu_hot.current_task); }
C
ask CURRENT_TASK "$@" <<'C'
#include <linux/percpu.h>
#include <linux/sched.h>
#include <asm/current.h>
void *f(void) { return this_cpu_read(current_task); }
C

# In asm, a variable of this CPU gets its segment from us; else the compiler writes it.
ask PERCPU_PLAIN "$@" <<'C'
#include <linux/percpu.h>
DECLARE_PER_CPU(char, x);
void f(void) { asm volatile("cmpb $0, %%gs:%[x]" : : [x] "m" (x)); }
C

ask CT_RCU_WATCHING "$@" <<'C'
#include <linux/context_tracking_state.h>
int x = CT_RCU_WATCHING;
C

ask TIMER_SHUTDOWN "$@" <<'C'
#include <linux/timer.h>
void f(struct timer_list *t) { timer_shutdown_sync(t); }
C

# The workqueue of no CPU; the log complains of who uses its older name.
ask DFL_WQ "$@" <<'C'
#include <linux/workqueue.h>
struct workqueue_struct *f(void) { return system_dfl_wq; }
C

ask HRTIMER_SETUP "$@" <<'C'
#include <linux/hrtimer.h>
static enum hrtimer_restart fn(struct hrtimer *t) { return HRTIMER_NORESTART; }
void f(struct hrtimer *t) { hrtimer_setup(t, fn, CLOCK_MONOTONIC, HRTIMER_MODE_REL); }
C

# Pages of a task are had without their areas.
ask GUP_WITHOUT_VMAS "$@" <<'C'
#include <linux/mm.h>
long f(struct page **page) { return get_user_pages(0, 1, 0, page); }
C

# Registering gives a handle, and takes out without waiting.
ask UPROBE_HANDLE "$@" <<'C'
#include <linux/uprobes.h>
struct uprobe *f(struct inode *i, struct uprobe_consumer *c) { return uprobe_register(i, 0, 0, c); }
C

# A handler gets a word of the call's, too.
ask UPROBE_DATA "$@" <<'C'
#include <linux/uprobes.h>
static int f(struct uprobe_consumer *c, struct pt_regs *regs, __u64 *data) { return 0; }
struct uprobe_consumer consumer = { .handler = f };
C

# Whether a process is probed depends on its memory, and not on the occasion.
ask UPROBE_FILTER_OF_MM "$@" <<'C'
#include <linux/uprobes.h>
static bool f(struct uprobe_consumer *c, struct mm_struct *mm) { return true; }
struct uprobe_consumer consumer = { .filter = f };
C

# Who may look into a task stands in the task, else in its memory.
ask EXEC_STATE "$@" <<'C'
#include <linux/sched.h>
#include <linux/sched/exec_state.h>
int f(void) { return current->exec_state->dumpable == TASK_DUMPABLE_OWNER; }
C

ask CLOCK_SNAPSHOT_ID "$@" <<'C'
#include <linux/ktime.h>
void f(struct system_time_snapshot *snap) { ktime_get_snapshot_id(CLOCK_MONOTONIC, snap); }
C
ask CLOCK_SNAPSHOT "$@" <<'C'
#include <linux/ktime.h>
u64 f(struct system_time_snapshot *snap) { ktime_get_snapshot(snap); return snap->real; }
C
