// SPDX-License-Identifier: GPL-2.0
#ifdef __KERNEL__
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#endif

#include <linux/kprobectl.h>

#include "aggr/aggr.h"
#include "aggr/add.h"
#include "prog/scratch.h"

/* Slots and cells that are looked at before a hit is given up as one of `other`. */
#define PROBES		32

#define NO_ENTRY	(~0u)

static_assert(KPCTL_KEY_SIZE_MAX <= KPCTL_SCRATCH_SIZE);

/* Keys */

/* The part's words, put at to; returns how many. */
static notrace u32 take_text(const struct kpctl_aggr_operands *take, u32 i,
			     const struct kpctl_site *site, u64 *head, u64 *to)
{
	u32 flags = 0, len, words;

	if (take->key[i]->make == KPCTL_MAKE_STACK) {
		words = kpctl_fetch_stack(site, to, KPCTL_KEY_FRAMES, &flags);
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
NOKPROBE_SYMBOL(take_text);

/* Returns how many words it has. */
static __always_inline u32 take_key(const struct kpctl_aggr_operands *take,
				    const struct kpctl_site *site, u64 *key)
{
	u32 i, n = 1;
	u64 v;

	key[0] = 0;
	for (i = 0; i < take->nkeys; i++) {
		if (unlikely(take->room[i])) {
			n += take_text(take, i, site, key, key + n);
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

static __always_inline u64 hash(u64 h, const u64 *key, u32 words)
{
	u32 i;

	for (i = 0; i < words; i++) {
		h = (h ^ key[i]) * 0x9e3779b97f4a7c15ull;
		h ^= h >> 32;
	}
	return h;
}

static __always_inline bool same(const u64 *a, const u64 *b, u32 words)
{
	u32 i;

	for (i = 0; i < words; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

/*
 * The slot is ours to fill in; without an entry it stays as it is, for nobody. An entry's
 * words are zero until then, so what is behind a short key is.
 */
static notrace noinline u32 fill(struct kpctl_aggr *a, struct kpctl_aggr_slot *slot, u64 tag,
				 const u64 *key, u32 words)
{
	u32 entry = atomic_inc_return(&a->nr_entries) - 1;

	if (entry >= a->max_entries) {
		atomic_dec(&a->nr_entries);
		return NO_ENTRY;
	}
	memcpy(a->keys + (size_t)entry * a->key_size, key, 8 * words);
	slot->entry = entry;
	/* Pairs with the load-acquire in find() and in aggr/rows.c: all of it. */
	smp_store_release(&slot->tag, tag | KPCTL_SLOT_WHOLE);
	return entry;
}
NOKPROBE_SYMBOL(fill);

static __always_inline u32 find_entry(struct kpctl_aggr *a, const u64 *key, u32 words)
{
	u32 i;
	u64 h = hash(a->seed, key, words), tag = (h & ~KPCTL_SLOT_FLAGS) | KPCTL_SLOT_TAKEN, seen;
	struct kpctl_aggr_slot *slot;

	for (i = 0; i < PROBES; i++) {
		slot = &a->slot[((h >> 16) + i) & a->slot_mask];
		/* Pairs with the store-release in fill(). */
		seen = smp_load_acquire(&slot->tag);
		if (unlikely(!seen)) {
			if (atomic_read(&a->nr_entries) >= a->max_entries)
				break;
			seen = cmpxchg(&slot->tag, 0, tag);
			if (!seen)
				return fill(a, slot, tag, key, words);
			/* somebody was faster, maybe with the same key */
			seen = smp_load_acquire(&slot->tag);
		}
		if (likely(seen == (tag | KPCTL_SLOT_WHOLE)) &&
		    likely(same((u64 *)(a->keys + (size_t)slot->entry * a->key_size), key, words)))
			return slot->entry;
	}
	return NO_ENTRY;
}

/* Counters */

static __always_inline local_t *find_cell(struct kpctl_aggr *a, struct kpctl_aggr_cpu *c, u32 entry,
					  u32 bucket)
{
	u32 name = 1 + (entry << KPCTL_CELL_BUCKET_BITS | bucket);
	u32 at = (name * 0x9e3779b1u) >> a->cell_shift, mask = kpctl_aggr_cells(a) - 1, i, seen;

	for (i = 0; i < PROBES; i++, at = (at + 1) & mask) {
		seen = READ_ONCE(c->cell[at]);
		if (unlikely(!seen))
			seen = cmpxchg_local(&c->cell[at], 0, name) ?: name;
		if (likely(seen == name))
			return &c->cell_count[at];
	}
	return NULL;
}

static __always_inline void add_value(struct kpctl_aggr *a, struct kpctl_aggr_cpu *c, u32 entry,
				      u64 v)
{
	u32 bucket = kpctl_aggr_bucket(a, v);
	local_t *count;

	if (a->nkeys) {
		count = find_cell(a, c, entry, bucket);
		if (unlikely(!count)) {
			local_inc(&c->other);
			return;
		}
	} else {
		count = &c->bucket[bucket];
	}
	kpctl_aggr_count(a, c, count, entry, v);
}

static __always_inline void add_hit(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
				struct kpctl_aggr_cpu *c, const struct kpctl_site *site, u64 *key)
{
	u32 entry = 0;
	u64 v = 0;

	if (take->is_hist && unlikely(!kpctl_fetch_number(take->value, site, &v))) {
		local_inc(&c->unread);
		return;
	}
	if (take->nkeys) {
		entry = find_entry(a, key, take_key(take, site, key));
		if (unlikely(entry == NO_ENTRY)) {
			local_inc(&c->other);
			return;
		}
	}
	if (take->is_hist)
		add_value(a, c, entry, v);
	else
		local_inc(&c->count[entry]);
}

static notrace noinline void add_big(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
				     struct kpctl_aggr_cpu *c, const struct kpctl_site *site)
{
	u64 *key = kpctl_scratch_enter();

	if (likely(key))
		add_hit(take, a, c, site, key);
	else
		local_inc(&c->other);
	kpctl_scratch_leave();
}
NOKPROBE_SYMBOL(add_big);

notrace noinline void kpctl_aggr_hit(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
				     const struct kpctl_site *site)
{
	struct kpctl_aggr_cpu *c = this_cpu_ptr(a->cpu);
	u64 key[KPCTL_KEY_SMALL / 8];

	if (unlikely(take->key_size > KPCTL_KEY_SMALL))
		add_big(take, a, c, site);
	else
		add_hit(take, a, c, site, key);
}
NOKPROBE_SYMBOL(kpctl_aggr_hit);
