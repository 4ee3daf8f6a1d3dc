// SPDX-License-Identifier: GPL-2.0
#include <linux/compiler.h>

#include "kpt_same.h"

static noinline unsigned long kpt_same(unsigned long v)
{
	barrier();
	return v + 2;
}

unsigned long kpt_same_other(unsigned long v)
{
	return kpt_same(v) + 1;
}
