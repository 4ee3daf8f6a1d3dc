// SPDX-License-Identifier: GPL-2.0
/*
 * Two functions called kpt_same, and one, kpt_add, whose name kpt has, too. Written to the
 * parameter "call", "one", "other" and "add" have one of the three called.
 */
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include "kpt_same.h"

static unsigned long sum;

static noinline unsigned long kpt_same(unsigned long v)
{
	barrier();
	return v + 1;
}

static noinline unsigned long kpt_add(unsigned long v)
{
	barrier();
	return v + 4;
}

static int call_set(const char *name, const struct kernel_param *kp)
{
	if (sysfs_streq(name, "one"))
		sum += kpt_same(sum) + 1;
	else if (sysfs_streq(name, "other"))
		sum += kpt_same_other(sum);
	else if (sysfs_streq(name, "add"))
		sum += kpt_add(sum) + 1;
	else
		return -EINVAL;
	return 0;
}

static const struct kernel_param_ops call_ops = { .set = call_set };
module_param_cb(call, &call_ops, NULL, 0200);

MODULE_DESCRIPTION("kprobectl tests: functions that share a name");
MODULE_LICENSE("GPL");
