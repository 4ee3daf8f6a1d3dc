/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * Memory, strings and limits by the names of the C library, in the module too. There an
 * allocation may sleep; who may not sleep has an arena.
 */
#ifndef KPCTL_LINE_SYS_H
#define KPCTL_LINE_SYS_H

#ifdef __KERNEL__

#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "line/kernel_arena.h"

#define UINT16_MAX	U16_MAX
#define UINT64_MAX	U64_MAX
#define INT64_MAX	S64_MAX

#define malloc(size)	kpr_arena_malloc(size)
#define calloc(n, size)	kpr_arena_calloc(n, size)
#define free(p)		kpr_arena_free(p)

#else

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#endif

#endif /* KPCTL_LINE_SYS_H */
