// SPDX-License-Identifier: GPL-2.0
/*
 * Hits that start spans, end them or look at them.
 *
 * Such a hit does everything here, out of line, so that no other hit pays for it:
 *
 *	since, while	each span is taken, or looked at; if one is missing, those that were
 *			taken are given back, and the hit is `unmatched`
 *	if		with the time since the start, and with the start's arguments
 *	do		tables, then the record, then the hit's own start
 *
 * A span that was taken has ended, whatever the condition says. What is kept of its start
 * stays in the table meanwhile, where it is ours; of a span that is looked at there is a copy.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "aggr/aggr.h"
#include "aggr/find.h"
#include "hit/fast_span.h"
#include "hit/hit.h"
#include "prog/scratch.h"
#include "ring/clock.h"

/* All copies that a line can need fit into one buffer: a stamp, and what is kept. */
#define COPY_WORDS	(1 + KPCTL_ASIDE_MAX / 8)
static_assert(KPCTL_SINCES_MAX * COPY_WORDS * 8 <= KPCTL_SCRATCH_SIZE);

#define KEY_FAULTS	(KPCTL_KEY_FAULT(KPCTL_KEYS_MAX) - 1)

/* What a hit has of spans. */
struct span_hit {
	struct kpctl_hit *hit;
	struct kpctl_site site;
	u32 taken;		/* claims[] in use */
	struct kpctl_span_claim claim[KPCTL_SINCES_MAX];
	struct kpctl_spans *of[KPCTL_SINCES_MAX];
	u64 stamp;		/* of the start of the first since or while */
	const struct kpctl_span_mark *mark;	/* of that start; NULL: it has none */
	struct kpctl_span_mark marked;
};

/* Takes a hit's key; on the stack unless it is long. False: unreadable. */
static __always_inline bool take_span_key(const struct kpctl_aggr_operands *take,
					  const struct kpctl_site *site, u64 *small, u64 *big,
					  struct kpctl_span_key *key)
{
	u64 *word = likely(take->key_size <= KPCTL_KEY_SMALL) ? small : big;

	if (unlikely(!word))
		return false;
	key->word = word;
	key->words = kpctl_aggr_take_key(take, site, word);
	return likely(!(word[0] & KEY_FAULTS));
}

static __always_inline u64 *enter_big(const struct kpctl_aggr_operands *take)
{
	return unlikely(take->key_size > KPCTL_KEY_SMALL) ? kpctl_scratch_enter() : NULL;
}

static __always_inline void leave_big(const struct kpctl_aggr_operands *take)
{
	if (unlikely(take->key_size > KPCTL_KEY_SMALL))
		kpctl_scratch_leave();
}

/* since and while */

/* Another span is ours. */
static __always_inline void note_span(struct span_hit *sh, u32 i,
				      const struct kpctl_span_claim *claim)
{
	struct kpctl_spans *spans = sh->hit->target->since[i];

	sh->claim[sh->taken] = *claim;
	sh->of[sh->taken++] = spans;
	sh->site.span[i] = kpctl_span_kept(spans, claim->entry);
	if (i)
		return;
	sh->stamp = claim->entry->stamp;
	sh->mark = kpctl_span_mark_of(spans, claim);
}

static __always_inline bool take_span(struct span_hit *sh, u32 i, const struct kpctl_span_key *key)
{
	struct kpctl_span_claim claim;

	if (!kpctl_span_take(sh->hit->target->since[i], key, &claim))
		return false;
	note_span(sh, i, &claim);
	return true;
}

static __always_inline bool look_at_span(struct span_hit *sh, u32 i,
					 const struct kpctl_span_key *key, u64 *copies)
{
	struct kpctl_span_mark mark = { .word[0] = 0 };
	u64 *copy = copies + i * COPY_WORDS;

	if (unlikely(!copies) || !kpctl_span_look(sh->hit->target->since[i], key, copy, &mark))
		return false;
	sh->site.span[i] = (const u8 *)(copy + 1);
	if (i)
		return true;
	sh->stamp = copy[0];
	sh->marked = mark;
	sh->mark = &sh->marked;
	return true;
}

static __always_inline bool find_span(struct span_hit *sh, u32 i, u64 *copies)
{
	const struct kpctl_prog *prog = sh->hit->prog;
	const struct kpctl_aggr_operands *take = &prog->since[i];
	u64 small[KPCTL_KEY_SMALL / 8], *big = enter_big(take);
	struct kpctl_span_key key;
	bool found = false;

	if (take_span_key(take, &sh->site, small, big, &key))
		found = prog->takes[i] ? take_span(sh, i, &key) :
					 look_at_span(sh, i, &key, copies);
	leave_big(take);
	return found;
}

/* False: one is not open, and all are as they were. */
static __always_inline bool find_spans(struct span_hit *sh, u64 *copies)
{
	u32 i, n = sh->hit->prog->nsinces;

	for (i = 0; i < n; i++) {
		if (likely(find_span(sh, i, copies)))
			continue;
		while (sh->taken)
			kpctl_span_give_back(&sh->claim[--sh->taken]);
		return false;
	}
	return true;
}

static __always_inline void end_spans(struct span_hit *sh)
{
	while (sh->taken) {
		sh->taken--;
		kpctl_span_end(sh->of[sh->taken], &sh->claim[sh->taken]);
	}
}

/* do start */

static __always_inline void keep_aside(const struct span_hit *sh, u8 *room, u32 size)
{
	const struct kpctl_fetch *aside = &sh->hit->prog->aside;

	kpctl_fetch_plain(aside, sh->hit->regs, room);
	if (aside->nargs)
		kpctl_fetch_rest(aside, &sh->site, room, size);
}

static notrace noinline void start_span(const struct span_hit *sh)
{
	const struct kpctl_aggr_operands *take = &sh->hit->prog->start;
	struct kpctl_spans *spans = sh->hit->target->starts;
	u64 small[KPCTL_KEY_SMALL / 8], *big = enter_big(take);
	struct kpctl_span_claim claim;
	struct kpctl_span_key key;

	if (unlikely(!take_span_key(take, &sh->site, small, big, &key))) {
		kpctl_span_refuse(spans);
	} else if (likely(kpctl_span_begin(spans, &key, kpctl_clock(), &claim))) {
		if (spans->kept_size)
			keep_aside(sh, kpctl_span_room(spans, &claim), spans->kept_size);
		kpctl_span_mark_start(spans, &claim);
		kpctl_span_publish(&claim);
	}
	leave_big(take);
}
NOKPROBE_SYMBOL(start_span);

/* The hit */

static __always_inline void aggregate_spans(const struct span_hit *sh)
{
	const struct kpctl_prog *prog = sh->hit->prog;
	/* Pairs with the store-release in event_aggr.c. */
	struct kpctl_aggrs *aggrs = smp_load_acquire(&sh->hit->target->aggrs);
	u32 i;

	for (i = 0; i < prog->naggrs; i++)
		kpctl_aggr_hit(&prog->aggr[i], &aggrs->aggr[i], &sh->site);
}

/* Of a span, what its task knows; of a call without spans, what its entry noted. */
static notrace noinline void note_parts(struct span_hit *sh)
{
	struct kpctl_hit *hit = sh->hit;

	if (!hit->prog->nsinces)
		kpctl_hit_parts(hit->kept, hit->lat, &sh->site);
	else if (sh->mark &&
		 kpctl_task_parts((const void *)sh->mark, hit->lat, &sh->site.parts))
		sh->site.parts_known = &sh->site.parts;
	else
		sh->site.parts_known = KPCTL_PARTS_UNKNOWN;
}
NOKPROBE_SYMBOL(note_parts);

/* The time since the start of the first span; of a call without spans, since its entry. */
static __always_inline void note_lat(struct span_hit *sh)
{
	struct kpctl_hit *hit = sh->hit;

	if (hit->prog->nsinces)
		hit->lat = kpctl_clock_between(sh->stamp, kpctl_clock());
	else if (hit->timed)
		hit->lat = kpctl_hit_lat(hit, kpctl_clock());
	sh->site.lat = hit->lat;
	if (unlikely(hit->prog->wants_split))
		note_parts(sh);
}

static __always_inline void take_hit(struct span_hit *sh)
{
	const struct kpctl_prog *prog = sh->hit->prog;
	struct kpctl_hit *hit = sh->hit;

	note_lat(sh);
	if (prog->filter.ntests && !kpctl_filter_run(&prog->filter, &sh->site, false)) {
		local_inc(&hit->count->filtered);
		return;
	}
	if (prog->naggrs)
		aggregate_spans(sh);
	if (unlikely(prog->acts))
		kpctl_hit_act(hit, &sh->site);
	else if (prog->emit)
		kpctl_hit_record_at(hit, &sh->site);
	else
		local_inc(&hit->count->aggregated);
	if (prog->starts)
		start_span(sh);
}

static __always_inline bool looks(const struct kpctl_prog *prog)
{
	u32 i;

	for (i = 0; i < prog->nsinces; i++)
		if (!prog->takes[i])
			return true;
	return false;
}

static __always_inline void run_hit(struct kpctl_hit *hit, u64 *copies)
{
	struct span_hit sh;

	sh.hit = hit;
	sh.taken = 0;
	kpctl_site_init(&sh.site, hit->regs, hit->kept, hit->fixed[0],
			hit->timed ? hit->fixed[1] : 0, 0);
	if (hit->claim) {
		note_span(&sh, 0, hit->claim);
	} else if (unlikely(!find_spans(&sh, copies))) {
		local_inc(&hit->count->unmatched);
		return;
	}
	take_hit(&sh);
	end_spans(&sh);
}

notrace noinline void kpctl_hit_spans(struct kpctl_hit *hit)
{
	bool copies = looks(hit->prog);

	run_hit(hit, unlikely(copies) ? kpctl_scratch_enter() : NULL);
	if (unlikely(copies))
		kpctl_scratch_leave();
}
NOKPROBE_SYMBOL(kpctl_hit_spans);

notrace noinline enum kpctl_fast_outcome
kpctl_fast_span(struct kpctl_count *count, struct pt_regs *regs, struct kpctl_span_claim *claim)
{
	return kpctl_fast_span_inline(count, regs, claim);
}
NOKPROBE_SYMBOL(kpctl_fast_span);
