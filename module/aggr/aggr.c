// SPDX-License-Identifier: GPL-2.0
/* The functions that aggr/find.h calls: text in keys, new keys, long keys. */
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include <linux/kprobectl.h>

#include "aggr/aggr.h"
#include "aggr/find.h"
#include "prog/scratch.h"

static_assert(KPCTL_KEY_SIZE_MAX <= KPCTL_SCRATCH_SIZE);

/* Stores the words of key part i at `to`, its faults at `head`; returns the number of words. */
notrace noinline u32 kpctl_aggr_take_text(const struct kpctl_aggr_operands *take, u32 i,
					  const struct kpctl_site *site, u64 *head, u64 *to)
{
	u32 flags = 0, len, words;

	if (take->key[i]->make == KPCTL_MAKE_STACK) {
		words = kpctl_fetch_frames(take->key[i], site, to, KPCTL_KEY_FRAMES, &flags);
		len = words;
		if (words && words < KPCTL_KEY_FRAMES)
			to[words++] = 0;
	} else {
		len = kpctl_fetch_text(take->key[i], site, (u8 *)to, take->room[i], &flags);
		words = (len + 7) / 8;
		if (len % 8)
			to[words - 1] &= ~(~0ull << 8 * (len % 8));
	}
	if (!len)
		*head |= KPCTL_KEY_FAULT(i);
	if (flags & KPCTL_STR_CUT)
		*head |= KPCTL_KEY_CUT(i);
	return words;
}
NOKPROBE_SYMBOL(kpctl_aggr_take_text);

/*
 * Fills in a slot that the caller has claimed. If no entry is left, the slot stays claimed
 * and is of no use to anybody. The memory of keys is zero at first, so the words behind a
 * short key are zero.
 */
notrace noinline u32 kpctl_aggr_fill(struct kpctl_aggr *a, struct kpctl_aggr_slot *slot, u64 tag,
				     const u64 *key, u32 words)
{
	u32 entry = atomic_inc_return(&a->nr_entries) - 1;

	if (entry >= a->max_entries) {
		atomic_dec(&a->nr_entries);
		return KPCTL_NO_ENTRY;
	}
	memcpy(a->keys + (size_t)entry * a->key_size, key, 8 * words);
	slot->entry = entry;
	/* Pairs with the load-acquires in aggr/find.h and aggr/rows.c: key and entry, then tag. */
	smp_store_release(&slot->tag, tag | KPCTL_SLOT_WHOLE);
	return entry;
}
NOKPROBE_SYMBOL(kpctl_aggr_fill);

/* A key that is too long for a handler's stack. */
notrace noinline u32 kpctl_aggr_find_big(const struct kpctl_aggr_operands *take,
					 struct kpctl_aggr *a, const struct kpctl_site *site)
{
	u64 *key = kpctl_scratch_enter();
	u32 entry = KPCTL_NO_ENTRY;

	if (likely(key))
		entry = kpctl_aggr_find_key(a, key, kpctl_aggr_take_key(take, site, key));
	kpctl_scratch_leave();
	return entry;
}
NOKPROBE_SYMBOL(kpctl_aggr_find_big);
