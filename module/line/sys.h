/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * Memory, strings and limits by the names of the C library, in the module too. There an
 * allocation may sleep; who may not sleep uses what has been allocated before.
 */
#ifndef KPCTL_LINE_SYS_H
#define KPCTL_LINE_SYS_H

#ifdef __KERNEL__

#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#define UINT16_MAX	U16_MAX
#define UINT64_MAX	U64_MAX
#define INT64_MAX	S64_MAX

#define malloc(size)	kvmalloc(size, GFP_KERNEL_ACCOUNT | __GFP_NOWARN)
#define calloc(n, size)	kvcalloc(n, size, GFP_KERNEL_ACCOUNT | __GFP_NOWARN)
#define free(p)		kvfree(p)

#else

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#endif

#endif /* KPCTL_LINE_SYS_H */
