// SPDX-License-Identifier: GPL-2.0
/* The table's operations in handlers; span.h says why they are right. */
#include <linux/kprobes.h>

#include "ring/clock.h"
#include "span/find.h"

/* Starts */

/* The set is full: the oldest of its spans is pushed out, if that is older than `within`. */
notrace noinline bool kpctl_span_push_out(const struct kpctl_spans *s,
					  const struct kpctl_span_place *p, u64 now,
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
NOKPROBE_SYMBOL(kpctl_span_push_out);

notrace noinline bool kpctl_span_begin(struct kpctl_spans *s, const struct kpctl_span_key *key,
				       u64 now, struct kpctl_span_claim *claim)
{
	return kpctl_span_open(s, key, now, claim);
}
NOKPROBE_SYMBOL(kpctl_span_begin);

notrace noinline void kpctl_span_publish(const struct kpctl_span_claim *claim)
{
	kpctl_span_show(claim);
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
notrace noinline void kpctl_span_choose(struct kpctl_spans *s, struct kpctl_span_claim *claim,
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
NOKPROBE_SYMBOL(kpctl_span_choose);

notrace noinline bool kpctl_span_take(struct kpctl_spans *s, const struct kpctl_span_key *key,
				      struct kpctl_span_claim *claim)
{
	return kpctl_span_get_out(s, key, claim);
}
NOKPROBE_SYMBOL(kpctl_span_take);

notrace noinline void kpctl_span_give_back(const struct kpctl_span_claim *claim)
{
	smp_store_release(claim->tag, claim->was);
}
NOKPROBE_SYMBOL(kpctl_span_give_back);

notrace noinline void kpctl_span_end(struct kpctl_spans *s, const struct kpctl_span_claim *claim)
{
	kpctl_span_finish(s, claim);
}
NOKPROBE_SYMBOL(kpctl_span_end);

/* Looks */

/* The entry may have got an owner by now, who writes into the entry meanwhile. */
static __always_inline void copy_span_words(u64 *to, const void *from, u32 bytes)
{
	const u64 *word = from;
	u32 i;

	for (i = 0; i < bytes / 8; i++)
		to[i] = data_race(READ_ONCE(word[i]));
}

/* Was the entry whole while it was read? Its tag is still `seen` then. */
static __always_inline bool was_whole(const u64 *tag, u64 seen)
{
	smp_rmb();	/* the entry, then the tag again: claim 2 */
	return READ_ONCE(*tag) == seen;
}

notrace noinline bool kpctl_span_look(const struct kpctl_spans *s, const struct kpctl_span_key *key,
				      u64 *to, struct kpctl_span_mark *mark)
{
	/* Pairs with the store-release in kpctl_spans_mark(). */
	const struct kpctl_span_mark *marks = smp_load_acquire(&s->marks);
	const struct kpctl_span_entry *entry;
	struct kpctl_span_place p = place_of(s, key);
	u64 seen;
	u32 i;

	for (i = 0; i < KPCTL_SPAN_WAYS; i++) {
		/* Pairs with the store-release in kpctl_span_show(). */
		seen = smp_load_acquire(&p.tag[i]);
		entry = way_entry(s, p.first + i);
		if (likely(!looks_like(seen, p.print)) || !way_has_key(entry, key))
			continue;
		to[0] = READ_ONCE(entry->stamp);
		copy_span_words(to + 1, kpctl_span_kept(s, entry), s->kept_size);
		if (marks)
			copy_span_words(mark->word, &marks[p.first + i], sizeof(*mark));
		if (was_whole(&p.tag[i], seen))
			return true;
	}
	return false;
}
NOKPROBE_SYMBOL(kpctl_span_look);

bool kpctl_span_copy(const struct kpctl_spans *s, u32 nr, u64 *to)
{
	const u64 *tag = &s->set[nr / KPCTL_SPAN_WAYS].tag[nr % KPCTL_SPAN_WAYS];
	/* Pairs with the store-release in kpctl_span_show(). */
	u64 seen = smp_load_acquire(tag);

	if (state_of(seen) != KPCTL_SPAN_OPEN)
		return false;
	copy_span_words(to, way_entry(s, nr), s->entry_size);
	return was_whole(tag, seen);
}
