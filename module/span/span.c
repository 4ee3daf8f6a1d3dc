// SPDX-License-Identifier: GPL-2.0
/* The table's operations in handlers; span.h says why they are right. */
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/sched.h>

#include "base/hash.h"
#include "ring/clock.h"
#include "span/span.h"

/* The set of a key, and the fingerprint of the key's tags. */
struct place {
	u64 *tag;
	u32 first;	/* number of the set's first way */
	u64 print;
};

static __always_inline struct place place_of(const struct kpctl_spans *s,
					     const struct kpctl_span_key *key)
{
	u64 h = kpctl_hash_words(s->seed, key->word, key->words);
	u32 set = h & s->set_mask;

	return (struct place){
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

	for (i = 0; i < key->words; i++)
		if (READ_ONCE(entry->word[i]) != key->word[i])
			return false;
	return true;
}

static __always_inline bool claim_way(const struct kpctl_spans *s, const struct place *p, u32 i,
				      u64 seen, struct kpctl_span_claim *claim)
{
	u64 busy = (seen & ~KPCTL_SPAN_STATE) | KPCTL_SPAN_BUSY;

	/* A full barrier: what was read of the entry was read before, claim 2. */
	if (cmpxchg(&p->tag[i], seen, busy) != seen)
		return false;
	claim->tag = &p->tag[i];
	claim->entry = way_entry(s, p->first + i);
	claim->was = seen;
	return true;
}

static __always_inline void free_way(const struct kpctl_span_claim *claim)
{
	/* Pairs with the load-acquires of searches: the owner has read, then others write. */
	smp_store_release(claim->tag, (claim->was & KPCTL_SPAN_VERSION) | KPCTL_SPAN_FREE);
}

/* Starts */

enum found { NOT_FOUND, FOUND, FOUND_AND_STAYS };

/* A span that is open for the key: taken for the new start, or with `once` left alone. */
static __always_inline enum found find_open(struct kpctl_spans *s, const struct place *p,
					    const struct kpctl_span_key *key,
					    struct kpctl_span_claim *claim)
{
	u64 seen;
	u32 i;

	for (i = 0; i < KPCTL_SPAN_WAYS; i++) {
		seen = READ_ONCE(p->tag[i]);
		if (likely(!looks_like(seen, p->print)))
			continue;
		/* Pairs with the store-release in kpctl_span_publish(). */
		seen = smp_load_acquire(&p->tag[i]);
		if (!looks_like(seen, p->print) || !way_has_key(way_entry(s, p->first + i), key))
			continue;
		if (!s->once) {
			if (claim_way(s, p, i, seen, claim))
				return FOUND;
			continue;
		}
		smp_rmb();	/* the key, then the tag again: claim 2 */
		if (READ_ONCE(p->tag[i]) == seen)
			return FOUND_AND_STAYS;
	}
	return NOT_FOUND;
}

static __always_inline bool find_free(const struct kpctl_spans *s, const struct place *p,
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

/* The set is full: the oldest of its spans is pushed out, if that is older than `within`. */
static notrace noinline bool push_out(const struct kpctl_spans *s, const struct place *p, u64 now,
				      struct kpctl_span_claim *claim)
{
	u64 seen, age, most = 0, tag = 0;
	u32 i, oldest = KPCTL_SPAN_WAYS;

	for (i = 0; i < KPCTL_SPAN_WAYS; i++) {
		seen = smp_load_acquire(&p->tag[i]);
		if (state_of(seen) != KPCTL_SPAN_OPEN)
			continue;
		age = kpctl_clock_between(READ_ONCE(way_entry(s, p->first + i)->stamp), now);
		/* what seems older than the clock itself has begun behind us */
		if (age <= most || (s64)age < 0)
			continue;
		most = age;
		oldest = i;
		tag = seen;
	}
	return oldest < KPCTL_SPAN_WAYS && most > s->within &&
	       claim_way(s, p, oldest, tag, claim);
}
NOKPROBE_SYMBOL(push_out);

static __always_inline void fill_entry(struct kpctl_span_entry *entry,
				       const struct kpctl_span_key *key, u64 now)
{
	const u64 *comm = (const u64 *)current->comm;
	u32 i;

	WRITE_ONCE(entry->stamp, now);
	WRITE_ONCE(entry->tid, current->pid);
	WRITE_ONCE(entry->comm[0], READ_ONCE(comm[0]));
	WRITE_ONCE(entry->comm[1], READ_ONCE(comm[1]));
	for (i = 0; i < key->words; i++)
		WRITE_ONCE(entry->word[i], key->word[i]);
}

notrace noinline bool kpctl_span_begin(struct kpctl_spans *s, const struct kpctl_span_key *key,
				       u64 now, struct kpctl_span_claim *claim)
{
	struct kpctl_span_cpu *c = this_cpu_ptr(s->cpu);
	struct place p = place_of(s, key);
	enum found found;

	local_inc(&c->starts);
	found = find_open(s, &p, key, claim);
	if (unlikely(found != NOT_FOUND)) {
		local_inc(&c->replaced);
		if (found == FOUND_AND_STAYS)
			return false;
	} else if (unlikely(!find_free(s, &p, claim))) {
		if (!push_out(s, &p, now, claim)) {
			local_inc(&c->full);
			return false;
		}
		local_inc(&c->stale);
	}
	fill_entry(claim->entry, key, now);
	return true;
}
NOKPROBE_SYMBOL(kpctl_span_begin);

notrace noinline void kpctl_span_publish(const struct kpctl_spans *s,
					 const struct kpctl_span_key *key,
					 const struct kpctl_span_claim *claim)
{
	u64 print = kpctl_hash_words(s->seed, key->word, key->words) & KPCTL_SPAN_PRINT;

	/* Pairs with the load-acquires of searches: the entry, then the tag. */
	smp_store_release(claim->tag, print | next_version(claim->was) | KPCTL_SPAN_OPEN);
}
NOKPROBE_SYMBOL(kpctl_span_publish);

notrace noinline void kpctl_span_refuse(struct kpctl_spans *s)
{
	struct kpctl_span_cpu *c = this_cpu_ptr(s->cpu);

	local_inc(&c->starts);
	local_inc(&c->full);
}
NOKPROBE_SYMBOL(kpctl_span_refuse);

/* Ends */

/* Of two spans of one key, both ours, the one that counts stays in *claim: claim 5. */
static notrace noinline void choose_one(struct kpctl_spans *s, struct kpctl_span_claim *claim,
					const struct kpctl_span_claim *other)
{
	bool is_later = (s64)(other->entry->stamp - claim->entry->stamp) > 0;

	if (is_later != s->once) {
		free_way(claim);
		*claim = *other;
	} else {
		free_way(other);
	}
	local_inc(&this_cpu_ptr(s->cpu)->replaced);
}
NOKPROBE_SYMBOL(choose_one);

notrace noinline bool kpctl_span_take(struct kpctl_spans *s, const struct kpctl_span_key *key,
				      struct kpctl_span_claim *claim)
{
	struct place p = place_of(s, key);
	struct kpctl_span_claim other;
	bool taken = false;
	u64 seen;
	u32 i;

	for (i = 0; i < KPCTL_SPAN_WAYS; i++) {
		seen = READ_ONCE(p.tag[i]);
		if (likely(!looks_like(seen, p.print)))
			continue;
		/* Pairs with the store-release in kpctl_span_publish(). */
		seen = smp_load_acquire(&p.tag[i]);
		if (!looks_like(seen, p.print) || !way_has_key(way_entry(s, p.first + i), key))
			continue;
		if (likely(!taken))
			taken = claim_way(s, &p, i, seen, claim);
		else if (claim_way(s, &p, i, seen, &other))
			choose_one(s, claim, &other);
	}
	return taken;
}
NOKPROBE_SYMBOL(kpctl_span_take);

notrace noinline void kpctl_span_give_back(const struct kpctl_span_claim *claim)
{
	smp_store_release(claim->tag, claim->was);
}
NOKPROBE_SYMBOL(kpctl_span_give_back);

notrace noinline void kpctl_span_end(struct kpctl_spans *s, const struct kpctl_span_claim *claim)
{
	free_way(claim);
	local_inc(&this_cpu_ptr(s->cpu)->ended);
}
NOKPROBE_SYMBOL(kpctl_span_end);

/* Looks */

/* Of an entry whose owner, if it has one by now, writes it meanwhile. */
static __always_inline void copy_span_words(u64 *to, const void *from, u32 bytes)
{
	const u64 *word = from;
	u32 i;

	for (i = 0; i < bytes / 8; i++)
		to[i] = data_race(READ_ONCE(word[i]));
}

/* Is what has been read of the entry whole, as the tag `seen` says of it? */
static __always_inline bool was_whole(const u64 *tag, u64 seen)
{
	smp_rmb();	/* the entry, then the tag again: claim 2 */
	return READ_ONCE(*tag) == seen;
}

notrace noinline bool kpctl_span_look(const struct kpctl_spans *s, const struct kpctl_span_key *key,
				      u64 *to)
{
	const struct kpctl_span_entry *entry;
	struct place p = place_of(s, key);
	u64 seen;
	u32 i;

	for (i = 0; i < KPCTL_SPAN_WAYS; i++) {
		/* Pairs with the store-release in kpctl_span_publish(). */
		seen = smp_load_acquire(&p.tag[i]);
		entry = way_entry(s, p.first + i);
		if (likely(!looks_like(seen, p.print)) || !way_has_key(entry, key))
			continue;
		to[0] = READ_ONCE(entry->stamp);
		copy_span_words(to + 1, kpctl_span_kept(s, entry), s->kept_size);
		if (was_whole(&p.tag[i], seen))
			return true;
	}
	return false;
}
NOKPROBE_SYMBOL(kpctl_span_look);

bool kpctl_span_copy(const struct kpctl_spans *s, u32 nr, u64 *to)
{
	const u64 *tag = &s->set[nr / KPCTL_SPAN_WAYS].tag[nr % KPCTL_SPAN_WAYS];
	/* Pairs with the store-release in kpctl_span_publish(). */
	u64 seen = smp_load_acquire(tag);

	if (state_of(seen) != KPCTL_SPAN_OPEN)
		return false;
	copy_span_words(to, way_entry(s, nr), s->entry_size);
	return was_whole(tag, seen);
}
