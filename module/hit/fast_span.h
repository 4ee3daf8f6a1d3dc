/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fast path of hits that start or end a span whose key is one word, inline; hit/fast.c says
 * which events fit.
 */
#ifndef KPCTL_HIT_FAST_SPAN_H
#define KPCTL_HIT_FAST_SPAN_H

#include "hit/fast.h"
#include "hit/task_times.h"
#include "span/find.h"

static_assert(sizeof(struct kpctl_span_mark) == sizeof(struct kpctl_task_mark));

static __always_inline void kpctl_span_mark_start(const struct kpctl_spans *spans,
						  const struct kpctl_span_claim *claim)
{
	struct kpctl_span_mark *mark = kpctl_span_mark_of(spans, claim);

	if (unlikely(mark))
		kpctl_task_mark((struct kpctl_task_mark *)mark);
}

/* Such a key: its word of faults, and the word. */
#define KEY_OF(word, regs) { 0, kpctl_fast_word(word, regs) }

static __always_inline void fast_start(struct kpctl_count *count, struct pt_regs *regs)
{
	const struct kpctl_fast_path *q = &count->fast;
	const u64 word[2] = KEY_OF(&q->starts, regs);
	const struct kpctl_span_key key = { .word = word, .words = 2 };
	struct kpctl_spans *spans = count->target->starts;
	struct kpctl_span_claim claim;

	if (unlikely(!kpctl_span_open(spans, &key, kpctl_clock(), &claim)))
		return;
	if (spans->kept_size)
		kpctl_fetch_plain(&q->prog->aside, regs, kpctl_span_room(spans, &claim));
	kpctl_span_mark_start(spans, &claim);
	kpctl_span_show(&claim);
}

/* True: the hit has ended its span and passed, and has been added to a table if it was to be. */
static __always_inline bool fast_end(struct kpctl_count *count, struct pt_regs *regs,
				     struct kpctl_span_claim *claim, enum kpctl_fast_outcome *out)
{
	const struct kpctl_fast_path *q = &count->fast;
	const u64 word[2] = KEY_OF(&q->ends, regs);
	const struct kpctl_span_key key = { .word = word, .words = 2 };
	struct kpctl_spans *spans = count->target->since[0];
	u64 lat;

	*out = KPCTL_FAST_DONE;
	if (unlikely(!kpctl_span_get_out(spans, &key, claim))) {
		local_inc(&count->unmatched);
		return false;
	}
	lat = kpctl_clock_between(claim->entry->stamp, kpctl_clock());
	if (q->timed && lat - q->lo > q->span) {
		local_inc(&count->filtered);
		kpctl_span_finish(spans, claim);
		return false;
	}
	if (q->rest) {
		*out = KPCTL_FAST_COUNTED;
		return false;
	}
	if (q->hist)	/* pairs with the store-release in event_aggr.c */
		kpctl_hist_add(&smp_load_acquire(&count->target->aggrs)->aggr[0], lat);
	kpctl_span_finish(spans, claim);
	return true;
}

/* As kpctl_fast_span() in hit/fast.h. */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_span_inline(struct kpctl_count *count, struct pt_regs *regs, struct kpctl_span_claim *claim)
{
	const struct kpctl_fast_path *q = &count->fast;
	/* Pairs with the store-release in kpctl_fast_open(). */
	struct kpctl_cpu *c = smp_load_acquire(&q->tested);
	enum kpctl_fast_outcome out;

	if (unlikely(!c) || unlikely(kpctl_word_is64(&c->told, KPCTL_COMM_NONE)))
		return KPCTL_FAST_NOT_TAKEN;
	kpctl_count_hit(count);
	if (q->ends.width) {
		if (!fast_end(count, regs, claim, &out))
			return out;
	} else if (q->timed && !kpctl_fast_passes(q, regs)) {
		local_inc(&count->filtered);
		return KPCTL_FAST_DONE;
	}
	local_inc(&count->aggregated);
	if (q->starts.width)
		fast_start(count, regs);
	return KPCTL_FAST_DONE;
}

#endif /* KPCTL_HIT_FAST_SPAN_H */
