// SPDX-License-Identifier: GPL-2.0
/*
 * Functions for lines of kprobectl, whose results and counts are known:
 *
 *	kpt_sum		3 values, a + 2 b + 3 c; any context
 *	kpt_tell	no value: the KPCTL_IN_... of the hit, any context
 *	kpt_task	1 value, itself; in tasks alone
 *	kpt_odd		1 value, itself if it is odd, else none; any context
 *
 * The parameter `gone` unregisters kpt_odd while the module stays. /sys/kernel/debug/kpt_helper has
 * how often each has been called, and what bad registrations got.
 */
#include <linux/atomic.h>
#include <linux/debugfs.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "prog/kprobectl_helper.h"

#define ANY	(KPCTL_IN_TASK | KPCTL_IN_SOFTIRQ | KPCTL_IN_HARDIRQ | KPCTL_IN_NMI)

static atomic64_t calls[4];
static int bad[6];
static struct dentry *file;

static int notrace run_sum(const struct kpctl_helper_hit *hit, u64 *result)
{
	atomic64_inc(&calls[0]);
	*result = hit->value[0] + 2 * hit->value[1] + 3 * hit->value[2];
	return 0;
}
NOKPROBE_SYMBOL(run_sum);

static int notrace run_tell(const struct kpctl_helper_hit *hit, u64 *result)
{
	atomic64_inc(&calls[1]);
	*result = hit->context;
	return 0;
}
NOKPROBE_SYMBOL(run_tell);

static int notrace run_task(const struct kpctl_helper_hit *hit, u64 *result)
{
	atomic64_inc(&calls[2]);
	*result = hit->value[0];
	return 0;
}
NOKPROBE_SYMBOL(run_task);

static int notrace run_odd(const struct kpctl_helper_hit *hit, u64 *result)
{
	atomic64_inc(&calls[3]);
	*result = hit->value[0];
	return hit->value[0] & 1 ? 0 : -ENOENT;
}
NOKPROBE_SYMBOL(run_odd);

static const struct kpctl_helper helpers[] = {
	{ THIS_MODULE, "kpt_sum", ANY, 3, run_sum },
	{ THIS_MODULE, "kpt_tell", ANY, 0, run_tell },
	{ THIS_MODULE, "kpt_task", KPCTL_IN_TASK, 1, run_task },
	{ THIS_MODULE, "kpt_odd", ANY, 1, run_odd },
};

static const struct kpctl_helper wrong[] = {
	{ THIS_MODULE, "kpt_sum", ANY, 3, run_sum },	/* is there */
	{ THIS_MODULE, "kpt.x", ANY, 1, run_odd },
	{ THIS_MODULE, "kpt_x", 0, 1, run_odd },
	{ THIS_MODULE, "kpt_x", ANY, 5, run_odd },
	{ THIS_MODULE, "kpt_x", ANY, 1, NULL },
	{ NULL, "kpt_x", ANY, 1, run_odd },
};

static int set_gone(const char *text, const struct kernel_param *kp)
{
	kpctl_helper_unregister(&helpers[3]);
	return 0;
}

static const struct kernel_param_ops gone_ops = { .set = set_gone };
module_param_cb(gone, &gone_ops, NULL, 0200);

static int kpt_helper_show(struct seq_file *m, void *unused)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(helpers); i++)
		seq_printf(m, "%s %lld\n", helpers[i].name, (long long)atomic64_read(&calls[i]));
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		seq_printf(m, "bad%zu %d\n", i, bad[i]);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(kpt_helper);

static int __init kpt_helper_init(void)
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(helpers); i++)
		ret = kpctl_helper_register(&helpers[i]);
	if (ret) {
		while (--i)
			kpctl_helper_unregister(&helpers[i - 1]);
		return ret;
	}
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		bad[i] = kpctl_helper_register(&wrong[i]);
	file = debugfs_create_file("kpt_helper", 0400, NULL, NULL, &kpt_helper_fops);
	return 0;
}

static void __exit kpt_helper_exit(void)
{
	size_t i;

	debugfs_remove(file);
	for (i = 0; i < ARRAY_SIZE(helpers); i++)
		kpctl_helper_unregister(&helpers[i]);
}

module_init(kpt_helper_init);
module_exit(kpt_helper_exit);
KPCTL_HELPER_IMPORT();
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Functions for lines of kprobectl, whose results are known");
