/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory of this folder's sources in the module: of the kernel, but for a CPU that may not
 * ask for any, as in a panic. That CPU has a piece of memory that was allocated before, the arena,
 * of which all pieces are taken in a row, and none comes back.
 */
#ifndef KPCTL_LINE_KERNEL_ARENA_H
#define KPCTL_LINE_KERNEL_ARENA_H

#include <linux/types.h>

/* From now on this CPU's memory comes out of these bytes. No other CPU has an arena. */
void kpr_arena_begin(void *memory, size_t size);
void kpr_arena_end(void);

void *kpr_arena_malloc(size_t size);
void *kpr_arena_calloc(size_t n, size_t size);
void kpr_arena_free(const void *p);

#endif /* KPCTL_LINE_KERNEL_ARENA_H */
