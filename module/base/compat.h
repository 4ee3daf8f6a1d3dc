/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel versions, which no other file mentions: one wrapper per kernel API, with the same
 * signature in each branch.
 */
#ifndef KPCTL_BASE_COMPAT_H
#define KPCTL_BASE_COMPAT_H

#include <linux/version.h>
#include <linux/context_tracking_state.h>
#include <linux/cpumask.h>
#include <linux/ftrace.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/rethook.h>
#include <linux/timer.h>
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#include <linux/objpool.h>
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#include "base/word.h"

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "kprobectl needs Linux 6.1 or later"
#endif
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0) && !defined(KPCTL_UNTESTED)
#error "kprobectl is tested up to Linux 6.12; build with KCFLAGS=-DKPCTL_UNTESTED to try a later one"
#endif

static inline void kpctl_vma_flags(struct vm_area_struct *vma, vm_flags_t set,
				   vm_flags_t clear)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	vm_flags_mod(vma, set, clear);
#else
	vma->vm_flags = (vma->vm_flags | set) & ~clear;
#endif
}

/* One range of a module's text: nr 0 stays, nr 1 is init's text, which is freed after init. */
static inline bool kpctl_module_text(const struct module *mod, int nr,
				     unsigned long *start, unsigned long *size)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)
	const struct module_memory *mem = &mod->mem[nr ? MOD_INIT_TEXT : MOD_TEXT];

	*start = (unsigned long)mem->base;
	*size = mem->size;
#else
	const struct module_layout *layout = nr ? &mod->init_layout : &mod->core_layout;

	*start = (unsigned long)layout->base;
	*size = layout->text_size;
#endif
	return *start && *size;
}

/*
 * Bytes that n return instances of this size take. Since 6.7 each possible CPU has its
 * share of the instances, and a ring of pointers with room for all n; share and ring
 * together are rounded up to whole pages.
 */
static inline u64 kpctl_instances_memory(u32 n, size_t size)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 0)
	u32 cpus = num_possible_cpus();
	u64 share = DIV_ROUND_UP(n, cpus) * ALIGN(size, sizeof(long));
	u64 slot = sizeof(struct objpool_slot) + roundup_pow_of_two(n) * sizeof(void *);

	return cpus * PAGE_ALIGN(slot + share);
#else
	return (u64)n * size;
#endif
}

/*
 * The registers that an ftrace_ops finds saved: all of them if the ftrace_ops asks for that
 * (FTRACE_OPS_FL_SAVE_REGS), else the registers of arguments, and the function's address.
 */
static __always_inline struct pt_regs *kpctl_ftrace_regs(struct ftrace_regs *fregs)
{
#ifdef arch_ftrace_regs
	return &arch_ftrace_regs(fregs)->regs;
#else
	return &fregs->regs;
#endif
}

/* The handler that a rethook calls at a return; the ip of regs is where the function returns to. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 5, 0)
#define KPCTL_RETHOOK_HANDLER(name, node, data, regs)				\
	void name(struct rethook_node *node, void *data, unsigned long ret_addr,	\
		  struct pt_regs *regs)
#define KPCTL_RETHOOK_PASS_ON(to, node, regs)	\
	(to)(node, (node)->rethook->data, instruction_pointer(regs), regs)
#else
#define KPCTL_RETHOOK_HANDLER(name, node, data, regs)				\
	void name(struct rethook_node *node, void *data, struct pt_regs *regs)
#define KPCTL_RETHOOK_PASS_ON(to, node, regs)	(to)(node, (node)->rethook->data, regs)
#endif

/*
 * Does the kernel ask whether RCU is watching before it hands out a return instance? From
 * 6.10 on, only with CONFIG_FTRACE_VALIDATE_RCU_IS_WATCHING. With CONFIG_PROVE_RCU the
 * kernel must not be asked for an instance in vain, as asking alone warns while RCU is not
 * watching.
 */
#define KPCTL_RETHOOK_ASKS_RCU	(LINUX_VERSION_CODE < KERNEL_VERSION(6, 10, 0) && \
				 !IS_ENABLED(CONFIG_PROVE_RCU))

/* `current`, read again: no register that the compiler keeps across the call has the value. */
#ifdef kpctl_arch_current_again
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
#define KPCTL_CURRENT_TASK	pcpu_hot.current_task
#else
#define KPCTL_CURRENT_TASK	current_task
#endif
#define kpctl_current_again()	kpctl_arch_current_again()
#else
#define kpctl_current_again()	current
#endif

/* The flags that tif_need_resched() tests. Kernels with CONFIG_PREEMPT_LAZY have one more. */
#ifdef CONFIG_PREEMPT_LAZY
#define KPCTL_NEED_RESCHED	((1ul << TIF_NEED_RESCHED) | (1ul << TIF_NEED_RESCHED_LAZY))
#else
#define KPCTL_NEED_RESCHED	(1ul << TIF_NEED_RESCHED)
#endif

/*
 * rcu_is_watching(), for callers with preemption off, and without a call: the variable
 * behind the function is exported to modules as well.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
#define CT_RCU_WATCHING	RCU_DYNTICKS_IDX
#endif
static __always_inline bool kpctl_rcu_is_watching(void)
{
#ifdef CONFIG_CONTEXT_TRACKING_IDLE
	return kpctl_word_cpu_has8(context_tracking.state.counter, CT_RCU_WATCHING);
#else
	return rcu_is_watching();
#endif
}

/*
 * The start of struct ftrace_hash of kernel/trace/trace.h, which is the same in all
 * versions from 6.1 to 6.12. At loading, probe/ftrace_hash.c checks the layout.
 */
struct kpctl_ftrace_hash {
	unsigned long size_bits;
	struct hlist_head *buckets;
	unsigned long count;
};

static inline void kpctl_timer_stop(struct timer_list *timer)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
	timer_shutdown_sync(timer);
#else
	del_timer_sync(timer);
#endif
}

#endif /* KPCTL_BASE_COMPAT_H */
