/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The entry that a hit belongs to, inline: each action has a function of its own, so the
 * compiler knows whether the action has a value. Runs in handlers; preemption is off.
 */
#ifndef KPCTL_AGGR_FIND_H
#define KPCTL_AGGR_FIND_H

#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "aggr/aggr.h"
#include "base/hash.h"

/* Slots or cells that are looked at before a hit is counted as `other`. */
#define KPCTL_AGGR_PROBES	32

#define KPCTL_NO_ENTRY		(~0u)

/* aggr.c: the rare cases. */
u32 kpctl_aggr_take_text(const struct kpctl_aggr_operands *take, u32 i,
			 const struct kpctl_site *site, u64 *head, u64 *to);
u32 kpctl_aggr_fill(struct kpctl_aggr *a, struct kpctl_aggr_slot *slot, u64 tag, const u64 *key,
		    u32 words);
u32 kpctl_aggr_find_big(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
			const struct kpctl_site *site);

/* Stores the hit's key at `key` and returns the number of words. */
static __always_inline u32 kpctl_aggr_take_key(const struct kpctl_aggr_operands *take,
					       const struct kpctl_site *site, u64 *key)
{
	u32 i, n = 1;
	u64 v;

	key[0] = 0;
	for (i = 0; i < take->nkeys; i++) {
		if (unlikely(take->room[i])) {
			n += kpctl_aggr_take_text(take, i, site, key, key + n);
			continue;
		}
		if (unlikely(!kpctl_fetch_number(take->key[i], site, &v))) {
			key[0] |= KPCTL_KEY_FAULT(i);
			v = 0;
		}
		key[n++] = v;
	}
	return n;
}

static __always_inline u32 kpctl_aggr_find_key(struct kpctl_aggr *a, const u64 *key, u32 words)
{
	u32 i;
	u64 h = kpctl_hash_words(a->seed, key, words), seen;
	u64 tag = (h & ~KPCTL_SLOT_FLAGS) | KPCTL_SLOT_TAKEN;
	struct kpctl_aggr_slot *slot;

	for (i = 0; i < KPCTL_AGGR_PROBES; i++) {
		slot = &a->slot[((h >> 16) + i) & a->slot_mask];
		/* Pairs with the store-release in kpctl_aggr_fill(). */
		seen = smp_load_acquire(&slot->tag);
		if (unlikely(!seen)) {
			if (atomic_read(&a->nr_entries) >= a->max_entries)
				break;
			seen = cmpxchg(&slot->tag, 0, tag);
			if (!seen)
				return kpctl_aggr_fill(a, slot, tag, key, words);
			/* another writer took the slot first, maybe for the same key */
			seen = smp_load_acquire(&slot->tag);
		}
		if (likely(seen == (tag | KPCTL_SLOT_WHOLE)) &&
		    likely(kpctl_hash_same_words((u64 *)(a->keys +
							 (size_t)slot->entry * a->key_size),
						 key, words)))
			return slot->entry;
	}
	return KPCTL_NO_ENTRY;
}

/*
 * The entry of a hit, and the hit's value unless `value` is NULL. KPCTL_NO_ENTRY: the hit
 * has been counted as `other` or `unread`, and nothing is left to do.
 */
static __always_inline u32 kpctl_aggr_find(const struct kpctl_aggr_operands *take,
					   struct kpctl_aggr *a, struct kpctl_aggr_cpu *c,
					   const struct kpctl_site *site, u64 *value)
{
	u64 key[KPCTL_KEY_SMALL / 8];
	u32 entry;

	if (value && unlikely(!kpctl_fetch_number(take->value, site, value))) {
		local_inc(&c->unread);
		return KPCTL_NO_ENTRY;
	}
	if (!take->nkeys)
		return 0;
	if (unlikely(take->key_size > KPCTL_KEY_SMALL))
		entry = kpctl_aggr_find_big(take, a, site);
	else
		entry = kpctl_aggr_find_key(a, key, kpctl_aggr_take_key(take, site, key));
	if (unlikely(entry == KPCTL_NO_ENTRY))
		local_inc(&c->other);
	return entry;
}

#endif /* KPCTL_AGGR_FIND_H */
