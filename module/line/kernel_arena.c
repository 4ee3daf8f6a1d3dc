// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "base/budget.h"
#include "line/kernel_arena.h"

/* `cpu` is written last and first: others compare it with their own number, and see no more. */
static struct {
	int cpu;
	char *start, *at, *end;
} arena = { .cpu = -1 };

static bool is_mine(void)
{
	return READ_ONCE(arena.cpu) == raw_smp_processor_id();
}

void kpr_arena_begin(void *memory, size_t size)
{
	arena.start = arena.at = memory;
	arena.end = arena.at + size;
	smp_store_release(&arena.cpu, raw_smp_processor_id());
}

void kpr_arena_end(void)
{
	WRITE_ONCE(arena.cpu, -1);
}

static void *arena_take(size_t size)
{
	char *p = arena.at;

	if (size > arena.end - p)
		return NULL;
	arena.at += ALIGN(size, 16);
	if (arena.at > arena.end)
		arena.at = arena.end;
	return p;
}

void *kpr_arena_malloc(size_t size)
{
	return is_mine() ? arena_take(size) : kvmalloc(size, KPCTL_COPY_GFP);
}

void *kpr_arena_calloc(size_t n, size_t size)
{
	size_t bytes;
	void *p;

	if (!is_mine())
		return kvcalloc(n, size, KPCTL_COPY_GFP);
	p = check_mul_overflow(n, size, &bytes) ? NULL : arena_take(bytes);
	if (p)
		memset(p, 0, bytes);
	return p;
}

void kpr_arena_free(const void *p)
{
	if (!is_mine())
		kvfree(p);
}
