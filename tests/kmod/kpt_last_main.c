// SPDX-License-Identifier: GPL-2.0
/*
 * A module whose last function would make a 6.12 kernel read past the module's
 * text when a probe on it is prepared for optimization: kallsyms takes the last
 * function to reach to the end of its page, and behind that is a hole.
 *
 * One of its functions is one that no probe may stand in, as its author says; ftrace
 * can trace it all the same.
 *
 * No __exit here: .exit.text would come after the last function. While the parameter
 * "linger" is set, the module is just being unloaded, and does not come to an end of it.
 */
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/module.h>

unsigned long kpt_last_fn(unsigned long v);

static unsigned long value = 41;
module_param(value, ulong, 0400);

static int linger;
module_param(linger, int, 0600);

static noinline __used unsigned long kpt_last_barred(unsigned long v)
{
	return kpt_last_fn(v);
}
NOKPROBE_SYMBOL(kpt_last_barred);

static unsigned long kpt_last_once __initdata = 7;	/* freed when this is over */

static int __init kpt_last_init(void)
{
	value = kpt_last_fn(value);
	WRITE_ONCE(kpt_last_once, READ_ONCE(kpt_last_once) + 1);
	return 0;
}

static void kpt_last_end(void)
{
	while (READ_ONCE(linger))
		msleep(10);
}

module_init(kpt_last_init);
module_exit(kpt_last_end);
MODULE_DESCRIPTION("kprobectl tests: the last function of a module's text");
MODULE_LICENSE("GPL");
