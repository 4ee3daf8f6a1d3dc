// SPDX-License-Identifier: GPL-2.0
/*
 * A kprobe with a post-handler: a register before and after an instruction.
 *
 *	insmod kps_after.ko symbol=SYM offset=3
 *	cat /sys/module/kps_after/parameters/{hits,before,after}
 *
 * The line of kprobectl that does the same (%ax is regs->ax):
 *
 *	p:after SYM+3 before=%ax after=$after(%ax)
 *
 * What the line does and this module does not: it has a record of each hit with both values, and
 * knows when an instruction faults and begins again, in which case the pre-handler runs twice for
 * one post-handler.
 */
#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>

static char *symbol = "vfs_read";
module_param(symbol, charp, 0444);
static unsigned int offset;
module_param(offset, uint, 0444);
MODULE_PARM_DESC(offset, "of an instruction, from the function's start");

static atomic64_t hits;
static atomic64_t last_before;
static atomic64_t last_after;

/*
 * From the pre-handler to the post-handler preemption stays off and the CPU is the same, and
 * kprobes lets no other hit in between run its handlers. So a word for each CPU carries the value
 * over.
 */
static DEFINE_PER_CPU(unsigned long, before);

static int notrace before_it(struct kprobe *p, struct pt_regs *regs)
{
	__this_cpu_write(before, regs_return_value(regs));
	return 0;
}
NOKPROBE_SYMBOL(before_it);

/*
 * Called when the instruction has run. A kprobe with a post-handler is never optimized: it stays an
 * int3, and the instruction is stepped through or emulated. So this costs a few times what
 * a pre-handler does. At an entry where ftrace's call is there is no instruction between the two.
 */
static void notrace after_it(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	atomic64_set(&last_before, __this_cpu_read(before));
	atomic64_set(&last_after, regs_return_value(regs));
	atomic64_inc(&hits);
}
NOKPROBE_SYMBOL(after_it);

static struct kprobe probe = {
	.pre_handler = before_it,
	.post_handler = after_it,
};

static int get_counter(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld\n", (long long)atomic64_read(kp->arg));
}

static const struct kernel_param_ops counter_ops = { .get = get_counter };
module_param_cb(hits, &counter_ops, &hits, 0444);
module_param_cb(before, &counter_ops, &last_before, 0444);
module_param_cb(after, &counter_ops, &last_after, 0444);

static int __init begin(void)
{
	probe.symbol_name = symbol;
	probe.offset = offset;	/* the kernel refuses what is in the midst of an instruction */
	return register_kprobe(&probe);
}

static void __exit end(void)
{
	unregister_kprobe(&probe);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Sample: a register before and after an instruction, by a post-handler");
