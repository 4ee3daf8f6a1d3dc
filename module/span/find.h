/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Opening a span and taking it, inline, for hit/spans.c and for the functions of span.c;
 * span.h says why they are right.
 */
#ifndef KPCTL_SPAN_FIND_H
#define KPCTL_SPAN_FIND_H

#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>

#include "base/hash.h"
#include "base/word.h"
#include "span/span.h"

/* The set of a key, and the fingerprint of the key's tags. */
struct kpctl_span_place {
	u64 *tag;
	u32 first;	/* number of the set's first way */
	u64 print;
};

static __always_inline struct kpctl_span_place place_of(const struct kpctl_spans *s,
							const struct kpctl_span_key *key)
{
	u64 h = kpctl_hash_words(s->seed, key->word, key->words);
	u32 set = h & s->set_mask;

	return (struct kpctl_span_place){
		.tag = s->set[set].tag, .first = set * KPCTL_SPAN_WAYS,
		.print = h & KPCTL_SPAN_PRINT,
	};
}

static __always_inline struct kpctl_span_entry *way_entry(const struct kpctl_spans *s, u32 way)
{
	return (void *)(s->entries + (size_t)way * s->entry_size);
}

static __always_inline u64 state_of(u64 tag)
{
	return tag & KPCTL_SPAN_STATE;
}

static __always_inline u64 next_version(u64 tag)
{
	return (tag + KPCTL_SPAN_STEP) & KPCTL_SPAN_VERSION;
}

/* May way i have the key? One comparison with memory, of the tag's upper half. */
static __always_inline bool way_may_have(const struct kpctl_span_place *p, int i)
{
	return unlikely(kpctl_word_is32((const u32 *)&p->tag[i] + 1, p->print >> 32));
}

/*
 * The last way that may have the key; -1: no way has. Two instructions a way. Starts take the
 * first free way, so a search meets few ways in front of most keys.
 */
static __always_inline int last_way_of(const struct kpctl_span_place *p)
{
	int i;

#pragma GCC unroll 8
	for (i = KPCTL_SPAN_WAYS - 1; i >= 0; i--)
		if (way_may_have(p, i))
			break;
	return i;
}

/* Is it an open span of this fingerprint? */
static __always_inline bool looks_like(u64 tag, u64 print)
{
	return (tag & (KPCTL_SPAN_PRINT | KPCTL_SPAN_STATE)) == (print | KPCTL_SPAN_OPEN);
}

/* What another writes meanwhile may make the answer wrong: claim 2. */
static __always_inline bool way_has_key(const struct kpctl_span_entry *entry,
					const struct kpctl_span_key *key)
{
	u32 i;

	if (__builtin_constant_p(key->words) && key->words == 2)
		return READ_ONCE(entry->word[0]) == key->word[0] &&
		       READ_ONCE(entry->word[1]) == key->word[1];
	for (i = 0; i < key->words; i++)
		if (READ_ONCE(entry->word[i]) != key->word[i])
			return false;
	return true;
}

static __always_inline bool claim_way(const struct kpctl_spans *s,
				      const struct kpctl_span_place *p, u32 i, u64 seen,
				      struct kpctl_span_claim *claim)
{
	u64 busy = (seen & ~KPCTL_SPAN_STATE) | KPCTL_SPAN_BUSY;

	/* A full barrier: what was read of the entry was read before, claim 2. */
	if (cmpxchg(&p->tag[i], seen, busy) != seen)
		return false;
	claim->tag = &p->tag[i];
	claim->entry = way_entry(s, p->first + i);
	claim->was = seen;
	claim->print = p->print;
	return true;
}

static __always_inline void free_way(const struct kpctl_span_claim *claim)
{
	/* Pairs with the load-acquires of searches: the owner has read, then others write. */
	smp_store_release(claim->tag, (claim->was & KPCTL_SPAN_VERSION) | KPCTL_SPAN_FREE);
}

/* Starts */

enum kpctl_span_found { KPCTL_SPAN_NONE, KPCTL_SPAN_TAKEN, KPCTL_SPAN_STAYS };

/* A span that is open for the key: taken for the new start, or with `once` left alone. */
static __always_inline enum kpctl_span_found
find_open(struct kpctl_spans *s, const struct kpctl_span_place *p,
	  const struct kpctl_span_key *key, struct kpctl_span_claim *claim)
{
	u64 seen;
	int i;

	for (i = last_way_of(p); unlikely(i >= 0); i--) {
		if (!way_may_have(p, i))
			continue;
		/* Pairs with the store-release in kpctl_span_show(). */
		seen = smp_load_acquire(&p->tag[i]);
		if (!looks_like(seen, p->print) || !way_has_key(way_entry(s, p->first + i), key))
			continue;
		if (!s->once) {
			if (claim_way(s, p, i, seen, claim))
				return KPCTL_SPAN_TAKEN;
			continue;
		}
		smp_rmb();	/* the key, then the tag again: claim 2 */
		if (READ_ONCE(p->tag[i]) == seen)
			return KPCTL_SPAN_STAYS;
	}
	return KPCTL_SPAN_NONE;
}

static __always_inline bool find_free(const struct kpctl_spans *s,
				      const struct kpctl_span_place *p,
				      struct kpctl_span_claim *claim)
{
	u64 seen;
	u32 i;

	for (i = 0; i < KPCTL_SPAN_WAYS; i++) {
		seen = READ_ONCE(p->tag[i]);
		if (state_of(seen) == KPCTL_SPAN_FREE && claim_way(s, p, i, seen, claim))
			return true;
	}
	return false;
}

/* span.c: the set is full; and two spans of one key. */
bool kpctl_span_push_out(const struct kpctl_spans *s, const struct kpctl_span_place *p, u64 now,
			 struct kpctl_span_claim *claim);
void kpctl_span_choose(struct kpctl_spans *s, struct kpctl_span_claim *claim,
		       const struct kpctl_span_claim *other);

/* By copies: the address of no local is taken, so that a hit has them in registers. */
static __always_inline bool make_span_room(const struct kpctl_spans *s, struct kpctl_span_place p,
				      u64 now, struct kpctl_span_claim *claim)
{
	struct kpctl_span_claim got;

	if (!kpctl_span_push_out(s, &p, now, &got))
		return false;
	*claim = got;
	return true;
}

static __always_inline struct kpctl_span_claim choose_copy(struct kpctl_spans *s,
							   struct kpctl_span_claim claim,
							   struct kpctl_span_claim other)
{
	kpctl_span_choose(s, &claim, &other);
	return claim;
}

static __always_inline void fill_entry(struct kpctl_span_entry *entry,
				       const struct kpctl_span_key *key, u64 now)
{
	const u64 *comm = (const u64 *)current->comm;
	u32 i;

	WRITE_ONCE(entry->stamp, now);
	WRITE_ONCE(entry->tid, current->pid);
	WRITE_ONCE(entry->comm[0], READ_ONCE(comm[0]));
	WRITE_ONCE(entry->comm[1], READ_ONCE(comm[1]));
	if (__builtin_constant_p(key->words) && key->words == 2) {
		WRITE_ONCE(entry->word[0], key->word[0]);
		WRITE_ONCE(entry->word[1], key->word[1]);
		return;
	}
	for (i = 0; i < key->words; i++)
		WRITE_ONCE(entry->word[i], key->word[i]);
}

static __always_inline bool kpctl_span_open(struct kpctl_spans *s,
					    const struct kpctl_span_key *key, u64 now,
					    struct kpctl_span_claim *claim)
{
	struct kpctl_span_cpu *c = this_cpu_ptr(s->cpu);
	struct kpctl_span_place p = place_of(s, key);
	enum kpctl_span_found found;

	local_inc(&c->starts);
	found = find_open(s, &p, key, claim);
	if (unlikely(found != KPCTL_SPAN_NONE)) {
		local_inc(&c->replaced);
		if (found == KPCTL_SPAN_STAYS)
			return false;
	} else if (unlikely(!find_free(s, &p, claim))) {
		if (!make_span_room(s, p, now, claim)) {
			local_inc(&c->full);
			return false;
		}
		local_inc(&c->stale);
	}
	fill_entry(claim->entry, key, now);
	return true;
}

static __always_inline void kpctl_span_show(const struct kpctl_span_claim *claim)
{
	/* Pairs with the load-acquires of searches: the entry, then the tag. */
	smp_store_release(claim->tag, claim->print | next_version(claim->was) | KPCTL_SPAN_OPEN);
}

/* Ends */

static __always_inline bool kpctl_span_get_out(struct kpctl_spans *s,
					       const struct kpctl_span_key *key,
					       struct kpctl_span_claim *claim)
{
	struct kpctl_span_place p = place_of(s, key);
	struct kpctl_span_claim other;
	bool taken = false;
	u64 seen;
	int i;

	for (i = last_way_of(&p); i >= 0; i--) {
		if (!way_may_have(&p, i))
			continue;
		/* Pairs with the store-release in kpctl_span_show(). */
		seen = smp_load_acquire(&p.tag[i]);
		if (!looks_like(seen, p.print) || !way_has_key(way_entry(s, p.first + i), key))
			continue;
		if (likely(!taken))
			taken = claim_way(s, &p, i, seen, claim);
		else if (claim_way(s, &p, i, seen, &other))
			*claim = choose_copy(s, *claim, other);
	}
	return taken;
}

static __always_inline void kpctl_span_finish(struct kpctl_spans *s,
					      const struct kpctl_span_claim *claim)
{
	free_way(claim);
	local_inc(&this_cpu_ptr(s->cpu)->ended);
}

#endif /* KPCTL_SPAN_FIND_H */
