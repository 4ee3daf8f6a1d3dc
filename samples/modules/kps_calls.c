// SPDX-License-Identifier: GPL-2.0
/*
 * A kretprobe with an entry handler, private data and maxactive: calls of a function that return
 * something, how long the longest took, and what that one had been given.
 *
 *	insmod kps_calls.ko symbol=vfs_read maxactive=32
 *	cat /sys/module/kps_calls/parameters/{calls,missed,longest,argument,result}
 *
 * The line of kprobectl that does the same, with a table of durations beside the longest:
 *
 *	r32:calls vfs_read a=$arg1 ret=$retval if $retval != 0 do emit, hist($lat)
 *
 * What the line does and this module does not: its instances grow, so that no call is missed
 * when more tasks are inside than somebody has guessed; and `open` lists calls that have not returned.
 */
#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/spinlock.h>

static char *symbol = "vfs_read";
module_param(symbol, charp, 0444);
static int maxactive = 32;
module_param(maxactive, int, 0444);
MODULE_PARM_DESC(maxactive, "calls that may be inside at once; more of them are missed");

/* Private data: each call in flight has its own, so the return knows of its very entry. */
struct inside {
	u64 since;
	unsigned long argument;
};

static atomic64_t calls;

/*
 * Three words that belong together. A handler must not wait for a lock, as it may have interrupted
 * the holder: raw_spin_trylock() never waits, and one longest that is lost to another CPU is no
 * harm in a sample. It is not good enough for a count.
 */
static DEFINE_RAW_SPINLOCK(longest_lock);
static u64 longest, argument, result;

/*
 * At the entry. A value other than 0 says that the return is of no interest: then the instance is
 * free at once, and the return is not seen. Of arguments the return knows nothing, as registers
 * have been used for other things by then: keep here what is needed there.
 */
static int notrace entered(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct inside *in = (struct inside *)ri->data;

	in->argument = regs_get_kernel_argument(regs, 0);
	in->since = ktime_get_mono_fast_ns();	/* safe in an NMI, which ktime_get() is not */
	return 0;
}
NOKPROBE_SYMBOL(entered);

static int notrace returned(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct inside *in = (struct inside *)ri->data;
	u64 lat = ktime_get_mono_fast_ns() - in->since;

	if (!regs_return_value(regs))
		return 0;
	atomic64_inc(&calls);
	if (lat <= READ_ONCE(longest) || !raw_spin_trylock(&longest_lock))
		return 0;
	if (lat > longest) {
		WRITE_ONCE(longest, lat);
		WRITE_ONCE(argument, in->argument);
		WRITE_ONCE(result, regs_return_value(regs));
	}
	raw_spin_unlock(&longest_lock);
	return 0;
}
NOKPROBE_SYMBOL(returned);

static struct kretprobe probe = {
	.entry_handler = entered,
	.handler = returned,
	.data_size = sizeof(struct inside),
};

static int get_calls(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld\n", (long long)atomic64_read(kp->arg));
}

static const struct kernel_param_ops calls_ops = { .get = get_calls };
module_param_cb(calls, &calls_ops, &calls, 0444);

/* Calls that found no free instance: their returns were not seen, and no count above has them. */
static int get_missed(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%d\n", READ_ONCE(*(int *)kp->arg));
}

static const struct kernel_param_ops missed_ops = { .get = get_missed };
module_param_cb(missed, &missed_ops, &probe.nmissed, 0444);

static int get_word(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld\n", (long long)READ_ONCE(*(u64 *)kp->arg));
}

static const struct kernel_param_ops word_ops = { .get = get_word };
module_param_cb(longest, &word_ops, &longest, 0444);
module_param_cb(argument, &word_ops, &argument, 0444);
module_param_cb(result, &word_ops, &result, 0444);

static int __init begin(void)
{
	probe.kp.symbol_name = symbol;
	probe.maxactive = maxactive;
	return register_kretprobe(&probe);
}

/* Calls may still be inside: the kernel sees to it that they return without our handler. */
static void __exit end(void)
{
	unregister_kretprobe(&probe);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Sample: calls and their durations, by a kretprobe");
