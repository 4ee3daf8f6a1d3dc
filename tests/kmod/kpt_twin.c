// SPDX-License-Identifier: GPL-2.0
/*
 * A module that ends as kpt_last does, by name: but here the function has an ftrace
 * location, so that a probe at its entry is safe.
 */
#include <linux/module.h>

unsigned long kpt_last_fn(unsigned long v);

noinline unsigned long kpt_last_fn(unsigned long v)
{
	return v + 1;
}

MODULE_DESCRIPTION("kprobectl tests: a function's name that another module has, too");
MODULE_LICENSE("GPL");
