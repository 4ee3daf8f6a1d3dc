// SPDX-License-Identifier: GPL-2.0
/*
 * A kprobe at a function's entry: how often it is called, and the sum of its first argument.
 *
 *	insmod kps_entry.ko symbol=vfs_read
 *	cat /sys/module/kps_entry/parameters/calls /sys/module/kps_entry/parameters/sum
 *
 * The line of kprobectl that does the same, for any function and without a compiler:
 *
 *	p:entry vfs_read do count, sum($arg1)
 *
 * What the line does and this module does not: it says why a place is refused, waits for a module
 * that is not loaded yet, has 64 bits of sum that do not wrap, and costs less at each hit, as its
 * counters are those of a CPU.
 */
#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/ptrace.h>

static char *symbol = "vfs_read";
module_param(symbol, charp, 0444);
MODULE_PARM_DESC(symbol, "the function to probe");

/* Handlers run on all CPUs at once. An atomic counter is right, if not the quickest. */
static atomic64_t calls;
static atomic64_t sum;

/*
 * The handler. The kernel calls it with preemption off, in whatever context the function is called:
 * a task, an interrupt, an NMI. It must not sleep, and must not take a lock that the probed code
 * may hold. At an entry the registers have the arguments; further on the compiler uses them for
 * other things.
 *
 * notrace and NOKPROBE_SYMBOL() keep other probes out of the handler itself.
 */
static int notrace entered(struct kprobe *p, struct pt_regs *regs)
{
	atomic64_inc(&calls);
	atomic64_add(regs_get_kernel_argument(regs, 0), &sum);
	return 0;	/* go on with the probed instruction; anything else: we have changed regs->ip */
}
NOKPROBE_SYMBOL(entered);

static struct kprobe probe = { .pre_handler = entered };

/* Files of /sys/module/kps_entry/parameters, which are read by these. */
static int get_counter(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld\n", (long long)atomic64_read(kp->arg));
}

static const struct kernel_param_ops counter_ops = { .get = get_counter };
module_param_cb(calls, &counter_ops, &calls, 0444);
module_param_cb(sum, &counter_ops, &sum, 0444);

static int __init begin(void)
{
	probe.symbol_name = symbol;	/* by name: register_kprobe() looks the address up */
	return register_kprobe(&probe);
}

/* unregister_kprobe() returns when no handler runs any more: what it used may go. */
static void __exit end(void)
{
	unregister_kprobe(&probe);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Sample: calls of a function, counted by a kprobe");
