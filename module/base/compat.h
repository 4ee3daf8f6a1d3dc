/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between kernels, which no other file knows: one wrapper per kernel API, with
 * the same signature in each branch. base/kernel_has.sh asks the kernel's headers what there
 * is; a version number stands only where nothing can be asked.
 */
#ifndef KPCTL_BASE_COMPAT_H
#define KPCTL_BASE_COMPAT_H

#include <linux/version.h>
#include "base/kernel_has.h"

#include <linux/context_tracking_state.h>
#include <linux/cpumask.h>
#include <linux/ftrace.h>
#include <linux/hrtimer.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/rethook.h>
#include <linux/sched/coredump.h>
#include <linux/timekeeping.h>
#include <linux/timer.h>
#include <linux/uprobes.h>
#include <linux/workqueue.h>
#if KPCTL_HAS_EXEC_STATE
#include <linux/sched/exec_state.h>
#endif
#if KPCTL_HAS_OBJPOOL
#include <linux/objpool.h>
#endif
#if KPCTL_HAS_LINUX_UNALIGNED
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#include "base/word.h"

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "kprobectl needs Linux 6.1 or later"
#endif

static inline void kpctl_vma_flags(struct vm_area_struct *vma, vm_flags_t set,
				   vm_flags_t clear)
{
#if KPCTL_HAS_VM_FLAGS_MOD
	vm_flags_mod(vma, set, clear);
#else
	vma->vm_flags = (vma->vm_flags | set) & ~clear;
#endif
}

/* One range of a module's text: nr 0 stays, nr 1 is init's text, which is freed after init. */
static inline bool kpctl_module_text(const struct module *mod, int nr,
				     unsigned long *start, unsigned long *size)
{
#if KPCTL_HAS_MODULE_MEMORY
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
 * Bytes that n return instances of this size take. In an objpool each possible CPU has its
 * share of the instances, and a ring of pointers with room for all n; share and ring
 * together are rounded up to whole pages.
 */
static inline u64 kpctl_instances_memory(u32 n, size_t size)
{
#if KPCTL_HAS_OBJPOOL
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

/* Does the kernel check that a function which is called by a pointer has the caller's prototype? */
#define KPCTL_CALLS_ARE_CHECKED	(IS_ENABLED(CONFIG_CFI) || IS_ENABLED(CONFIG_CFI_CLANG))

/*
 * Levels that the kernel adds to preempt_count() on its way to a tracepoint's handler. From 6.13
 * on, none at the tracepoints of system calls: the count then has no levels to take off.
 */
#define KPCTL_TRACEPOINT_LEVELS	(LINUX_VERSION_CODE < KERNEL_VERSION(7, 0, 0) ? 1u : 0u)

/* Levels that our handlers of tracepoints add, where the kernel may leave preemption on. */
#define KPCTL_POINT_LEVELS	(LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0) ? 0u : 1u)

/* The handler that a rethook calls at a return; the ip of regs is where the function returns to. */
#if KPCTL_HAS_RETHOOK_ADDRESS
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

/* Has preempt_count() any of these bits? */
#ifdef kpctl_arch_cpu_has32
#if KPCTL_HAS_PCPU_HOT
#define kpctl_preempt_count_has(bits)	kpctl_word_cpu_has32(pcpu_hot.preempt_count, bits)
#else
#define kpctl_preempt_count_has(bits)	kpctl_word_cpu_has32(__preempt_count, bits)
#endif
#else
#define kpctl_preempt_count_has(bits)	((preempt_count() & (bits)) != 0)
#endif

/* `current`, read again: no register that the compiler keeps across the call has the value. */
#ifdef kpctl_arch_current_again
#if KPCTL_HAS_PCPU_HOT
#define KPCTL_CURRENT_TASK	pcpu_hot.current_task
#elif KPCTL_HAS_CURRENT_TASK
#define KPCTL_CURRENT_TASK	current_task
#else
#error "kprobectl cannot find the variable behind `current` in this kernel (module/base/compat.h)"
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
#if !KPCTL_HAS_CT_RCU_WATCHING
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
 * versions from 6.1 to 7.3. At loading, probe/ftrace_hash.c checks the layout.
 */
struct kpctl_ftrace_hash {
	unsigned long size_bits;
	struct hlist_head *buckets;
	unsigned long count;
};

/* May processes of the same user look into the current task? A kernel thread has no memory. */
static inline bool kpctl_current_is_dumpable(void)
{
#if KPCTL_HAS_EXEC_STATE
	bool yes;

	rcu_read_lock();
	yes = READ_ONCE(rcu_dereference(current->exec_state)->dumpable) == TASK_DUMPABLE_OWNER;
	rcu_read_unlock();
	return current->mm && yes;
#else
	return current->mm && get_dumpable(current->mm) == SUID_DUMP_USER;
#endif
}

/* A moment, as cycles and in CLOCK_MONOTONIC; false: the wall clock was set meanwhile. */
static inline bool kpctl_clock_snapshot(struct system_time_snapshot *snap, u64 *ns)
{
#if KPCTL_HAS_CLOCK_SNAPSHOT_ID
	ktime_get_snapshot_id(CLOCK_MONOTONIC, snap);
	*ns = ktime_to_ns(snap->systime);
	return true;
#elif KPCTL_HAS_CLOCK_SNAPSHOT
	ktime_t off = ktime_mono_to_any(0, TK_OFFS_REAL);

	ktime_get_snapshot(snap);
	*ns = ktime_to_ns(ktime_sub(snap->real, off));
	return off == ktime_mono_to_any(0, TK_OFFS_REAL);
#else
#error "kprobectl cannot read cycles and time together in this kernel (module/base/compat.h)"
#endif
}

/* The workqueue of no CPU, for work that may run on any. */
static inline struct workqueue_struct *kpctl_unbound_wq(void)
{
#if KPCTL_HAS_DFL_WQ
	return system_dfl_wq;
#else
	return system_unbound_wq;
#endif
}

static inline void kpctl_hrtimer_setup(struct hrtimer *timer,
				       enum hrtimer_restart (*fn)(struct hrtimer *),
				       clockid_t clock, enum hrtimer_mode mode)
{
#if KPCTL_HAS_HRTIMER_SETUP
	hrtimer_setup(timer, fn, clock, mode);
#else
	hrtimer_init(timer, clock, mode);
	timer->function = fn;
#endif
}

/* The page of the task's own memory, whose lock is held; 1: there it is, with a reference. */
static inline long kpctl_get_user_page(unsigned long at, struct page **page)
{
#if KPCTL_HAS_GUP_WITHOUT_VMAS
	return get_user_pages(at, 1, 0, page);
#else
	return get_user_pages(at, 1, 0, page, NULL);
#endif
}

/* A probe in a program. kpctl_uprobe_unregistered() follows the last that is taken out. */
static inline int kpctl_uprobe_register(struct inode *inode, loff_t at, loff_t ref,
					struct uprobe_consumer *consumer, struct uprobe **handle)
{
#if KPCTL_HAS_UPROBE_HANDLE
	*handle = uprobe_register(inode, at, ref, consumer);
	return PTR_ERR_OR_ZERO(*handle);
#else
	*handle = NULL;
	return uprobe_register_refctr(inode, at, ref, consumer);
#endif
}

static inline void kpctl_uprobe_unregister(struct inode *inode, loff_t at,
					   struct uprobe_consumer *consumer, struct uprobe *handle)
{
#if KPCTL_HAS_UPROBE_HANDLE
	uprobe_unregister_nosync(handle, consumer);
#else
	uprobe_unregister(inode, at, consumer);
#endif
}

/* Handlers of probes that were taken out have ended. */
static inline void kpctl_uprobe_unregistered(void)
{
#if KPCTL_HAS_UPROBE_HANDLE
	uprobe_unregister_sync();
#endif
}

#if KPCTL_HAS_UPROBE_DATA
#define KPCTL_UPROBE_HANDLER(name, consumer, regs)	\
	int name(struct uprobe_consumer *consumer, struct pt_regs *regs, __u64 *data)
#define KPCTL_UPROBE_RETURN(name, consumer, regs)	\
	int name(struct uprobe_consumer *consumer, unsigned long func, struct pt_regs *regs, \
		 __u64 *data)
#else
#define KPCTL_UPROBE_HANDLER(name, consumer, regs)	\
	int name(struct uprobe_consumer *consumer, struct pt_regs *regs)
#define KPCTL_UPROBE_RETURN(name, consumer, regs)	\
	int name(struct uprobe_consumer *consumer, unsigned long func, struct pt_regs *regs)
#endif

#if KPCTL_HAS_UPROBE_FILTER_OF_MM
#define KPCTL_UPROBE_FILTER(name, consumer, mm)		\
	bool name(struct uprobe_consumer *consumer, struct mm_struct *mm)
#else
#define KPCTL_UPROBE_FILTER(name, consumer, mm)		\
	bool name(struct uprobe_consumer *consumer, enum uprobe_filter_ctx ctx, struct mm_struct *mm)
#endif

/* What a handler answers at a call whose return nobody waits for. Older kernels have no such word. */
#ifdef UPROBE_HANDLER_IGNORE
#define KPCTL_UPROBE_NO_RETURN	UPROBE_HANDLER_IGNORE
#else
#define KPCTL_UPROBE_NO_RETURN	0
#endif

/* Has the task as many calls open as the kernel remembers? This call's return is lost then. */
static __always_inline bool kpctl_uprobe_is_too_deep(const struct task_struct *task)
{
#ifdef CONFIG_UPROBES
	return task->utask && task->utask->depth >= MAX_URETPROBE_DEPTH;
#else
	return false;
#endif
}

/* What the kernel remembers of a task's calls whose returns are probed, the innermost first. */
struct kpctl_uprobe_call {
	const struct return_instance *next;
	u64 stack;		/* where the return address stands */
	u64 ip;			/* what stood there */
};

#ifdef CONFIG_UPROBES
#define KPCTL_UPROBE_CALLS_MAX	MAX_URETPROBE_DEPTH
static __always_inline const struct return_instance *kpctl_uprobe_calls(const struct task_struct *task)
{
	const struct uprobe_task *utask = READ_ONCE(task->utask);
	const struct return_instance *first;

	/* a task that ends frees the struct before the pointer to the struct is cleared */
	if (likely(!utask) ||
	    copy_from_kernel_nofault(&first, &utask->return_instances, sizeof(first)))
		return NULL;
	return first;
}

/* False: it cannot be read. */
static __always_inline bool kpctl_uprobe_read_call(const struct return_instance *call,
						   struct kpctl_uprobe_call *to)
{
	return !copy_from_kernel_nofault(&to->next, &call->next, sizeof(to->next)) &&
	       !copy_from_kernel_nofault(&to->stack, &call->stack, sizeof(to->stack)) &&
	       !copy_from_kernel_nofault(&to->ip, &call->orig_ret_vaddr, sizeof(to->ip));
}
#else
#define KPCTL_UPROBE_CALLS_MAX	0
#define kpctl_uprobe_calls(task)	NULL
#define kpctl_uprobe_read_call(call, to)	false
#endif

static inline void kpctl_timer_stop(struct timer_list *timer)
{
#if KPCTL_HAS_TIMER_SHUTDOWN
	timer_shutdown_sync(timer);
#else
	del_timer_sync(timer);
#endif
}

/* Memory that the kernel's command line has reserved by a name. -ENOENT: none; -EOPNOTSUPP */
static inline int kpctl_reserved_memory(const char *name, phys_addr_t *start, phys_addr_t *size)
{
#if KPCTL_HAS_RESERVE_MEM
	return reserve_mem_find_by_name(name, start, size) ? 0 : -ENOENT;
#else
	return -EOPNOTSUPP;
#endif
}

/* What kprobectl_configfs.ko may use of kprobectl.ko. Namespaces of symbols are texts since 6.13. */
#if KPCTL_HAS_WORD_NAMESPACE
#define KPCTL_NAMESPACE	KPROBECTL
#else
#define KPCTL_NAMESPACE	"KPROBECTL"
#endif
#define KPCTL_EXPORT(symbol)	EXPORT_SYMBOL_NS_GPL(symbol, KPCTL_NAMESPACE)

/*
 * The function graph tracer's stack of a task's replaced return addresses: entries of
 * KPCTL_GRAPH_STEP bytes from task->ret_stack up, of which the newest is the last. An entry has
 * the place on the stack at KPCTL_GRAPH_RETP, the address that was there at KPCTL_GRAPH_RET.
 * Since 6.11 what is between the addresses varies in length: each word may be the place.
 */
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
#define KPCTL_GRAPH_BY_WORDS						\
	__builtin_types_compatible_p(typeof_member(struct task_struct, ret_stack), unsigned long *)
#define KPCTL_GRAPH_STEP						\
	(KPCTL_GRAPH_BY_WORDS ? sizeof(long) : sizeof(struct ftrace_ret_stack))
#define KPCTL_GRAPH_RETP						\
	(KPCTL_GRAPH_BY_WORDS ? 0 : (long)offsetof(struct ftrace_ret_stack, retp))
#define KPCTL_GRAPH_RET							\
	((long)offsetof(struct ftrace_ret_stack, ret) -			\
	 (KPCTL_GRAPH_BY_WORDS ? (long)offsetof(struct ftrace_ret_stack, retp) : 0))
#define KPCTL_GRAPH_MOST						\
	(KPCTL_GRAPH_BY_WORDS ? 4096 / (int)sizeof(long) : FTRACE_RETFUNC_DEPTH)

/* How many entries there are by task->curr_ret_stack; not more than there can be. */
static inline u32 kpctl_graph_entries(s32 curr)
{
	s32 n = KPCTL_GRAPH_BY_WORDS ? curr : curr + 1;

	return n < 0 || n > KPCTL_GRAPH_MOST ? 0 : n;
}
#endif

#endif /* KPCTL_BASE_COMPAT_H */
