// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/limits.h>

#include "hit/governor.h"

#define GRANT_FIRST	2	/* until 16 hits have been timed, and while 1 in N */
#define GRANT_LEAST	8
#define GRANT_MOST	1024
#define LOOK_EVERY	(4 * NSEC_PER_MSEC)	/* or so */

/* Times */

/* The average without the longest quarter; 0 for less than four times. */
static notrace u32 average(const struct kpctl_governor_times *t)
{
	u32 left[KPCTL_GOVERNOR_TIMES], i, drop, longest, nr = t->nr;
	u64 sum = 0;

	for (i = 0; i < nr; i++) {
		left[i] = t->ns[i];
		sum += left[i];
	}
	for (drop = nr / 4; drop; drop--) {
		longest = 0;
		for (i = 1; i < nr; i++)
			if (left[i] > left[longest])
				longest = i;
		sum -= left[longest];
		left[longest] = 0;
	}
	return nr < 4 ? 0 : sum / (nr - nr / 4);
}
NOKPROBE_SYMBOL(average);

static notrace void note(struct kpctl_governor_times *t, u64 ns)
{
	u32 at = t->next;

	t->ns[at] = ns < U32_MAX ? ns : U32_MAX;
	t->next = (at + 1) % KPCTL_GOVERNOR_TIMES;
	if (t->nr < KPCTL_GOVERNOR_TIMES)
		t->nr++;
	t->cost = average(t);
}
NOKPROBE_SYMBOL(note);

/* Times from before a window without a look say nothing about hits now. */
static notrace void forget(struct kpctl_governor *g)
{
	u32 i;

	for (i = 0; i < KPCTL_GOVERNOR_WORKS; i++) {
		g->times[i].nr = 0;
		g->times[i].next = 0;
		g->times[i].cost = 0;
	}
	g->timed = 0;
}
NOKPROBE_SYMBOL(forget);

/* Windows */

static notrace void begin_window(struct kpctl_governor *g, u64 now,
				 const struct kpctl_governor_done *done)
{
	u32 i;

	g->start = now;
	for (i = 0; i < KPCTL_GOVERNOR_WORKS; i++)
		g->before.nr[i] = done->nr[i];
	g->before.refused = done->refused;
}
NOKPROBE_SYMBOL(begin_window);

/* A handler that was interrupted has counted only part of its work: clip at 0. */
static __always_inline u64 done_since(const struct kpctl_governor *g,
				      const struct kpctl_governor_done *done,
				      enum kpctl_governor_work work)
{
	s64 nr = done->nr[work] - g->before.nr[work];

	return nr > 0 ? nr : 0;
}

/* ns that the window's hits took, or would have taken if none had been refused. */
static notrace u64 wanted_skips(struct kpctl_governor *g, const struct kpctl_governor_done *done)
{
	u64 spent = 0, taken, refused = done->refused - g->before.refused;
	u32 i;

	for (i = 0; i < KPCTL_GOVERNOR_WORKS; i++)
		spent += done_since(g, done, i) * g->times[i].cost;
	if (!refused)
		return spent;
	taken = done_since(g, done, KPCTL_GOVERNOR_KEPT) +
		done_since(g, done, KPCTL_GOVERNOR_OTHER);
	if (taken)
		g->each = spent / taken;
	return spent + refused * g->each;
}
NOKPROBE_SYMBOL(wanted_skips);

/* 1 in N: the lowest power of two above `times`, so that taken hits keep to the share. */
static notrace void throttle(struct kpctl_governor *g, u64 times)
{
	u32 one_in = 2;

	while (one_in <= times && one_in < KPCTL_GOVERNOR_MOST)
		one_in *= 2;
	WRITE_ONCE(g->skips, one_in - 1);
	if (g->skip > g->skips)
		g->skip = g->skips;
}
NOKPROBE_SYMBOL(throttle);

static notrace void take_all(struct kpctl_governor *g)
{
	WRITE_ONCE(g->skips, 0);
	g->skip = 0;
}
NOKPROBE_SYMBOL(take_all);

/*
 * An event that has spent a window's share before the window's end is throttled at once. All
 * hits are taken again only below three quarters of the share: an event on the brink does
 * not go back and forth.
 */
static notrace void judge(struct kpctl_governor *g, u32 percent, u64 now,
			  const struct kpctl_governor_done *done)
{
	u64 elapsed = now - g->start, spent;
	bool over = elapsed >= KPCTL_GOVERNOR_WINDOW;
	u64 share = (over ? elapsed : KPCTL_GOVERNOR_WINDOW) * percent / 100;

	if (g->skips && !over)
		return;
	spent = g->timed < KPCTL_GOVERNOR_TIMES ? 0 : wanted_skips(g, done);
	if (!over && spent <= share)
		return;
	if (spent <= (g->skips ? share / 4 * 3 : share))
		take_all(g);
	else
		throttle(g,
			 spent * 100 / (percent * (elapsed > LOOK_EVERY ? elapsed : LOOK_EVERY)));
	begin_window(g, now, done);
}
NOKPROBE_SYMBOL(judge);

/* Looks */

static notrace enum kpctl_governor_says time_it(struct kpctl_governor *g, u32 grant)
{
	local_set(&g->left, grant);
	if (g->timing)
		return KPCTL_GOVERNOR_TAKE;
	g->timing = true;
	local_set(&g->returns_left, 0);
	return KPCTL_GOVERNOR_TIME;
}
NOKPROBE_SYMBOL(time_it);

static notrace enum kpctl_governor_says now_and_then(struct kpctl_governor *g, u64 since)
{
	if (g->timed < KPCTL_GOVERNOR_TIMES)
		return time_it(g, GRANT_FIRST);
	if (since < LOOK_EVERY)
		g->grant = g->grant < GRANT_MOST / 2 ? 2 * g->grant : GRANT_MOST;
	else if (since > 2 * LOOK_EVERY)
		g->grant /= 2;
	if (g->grant < GRANT_LEAST)
		g->grant = GRANT_LEAST;
	return time_it(g, g->grant);
}
NOKPROBE_SYMBOL(now_and_then);

/*
 * Of N hits one is taken and timed. A timed hit runs again from the start and passes `left`
 * up to twice, hence GRANT_FIRST.
 */
static notrace enum kpctl_governor_says one_in_n(struct kpctl_governor *g)
{
	if (g->skip || g->timing) {
		g->skip -= !!g->skip;
		return KPCTL_GOVERNOR_REFUSE;
	}
	g->skip = g->skips;
	return time_it(g, GRANT_FIRST);
}
NOKPROBE_SYMBOL(one_in_n);

static notrace enum kpctl_governor_says end_window(struct kpctl_governor *g, u32 percent, u64 now,
						   const struct kpctl_governor_done *done)
{
	u64 since = now - g->looked;

	WRITE_ONCE(g->looked, now);
	if (since >= KPCTL_GOVERNOR_WINDOW) {
		take_all(g);
		forget(g);
		g->grant = GRANT_LEAST;
		begin_window(g, now, done);
	} else {
		judge(g, percent, now, done);
	}
	return g->skips ? one_in_n(g) : now_and_then(g, since);
}
NOKPROBE_SYMBOL(end_window);

notrace enum kpctl_governor_says kpctl_governor_look(struct kpctl_governor *g, u32 percent,
						     u64 now,
						     const struct kpctl_governor_done *done)
{
	enum kpctl_governor_says says;

	if (g->looking)
		return g->skips ? KPCTL_GOVERNOR_REFUSE : KPCTL_GOVERNOR_TAKE;
	WRITE_ONCE(g->looking, true);
	barrier();	/* with interrupters: the state is ours once `looking` is set */
	says = end_window(g, percent, now, done);
	barrier();
	WRITE_ONCE(g->looking, false);
	return says;
}
NOKPROBE_SYMBOL(kpctl_governor_look);

notrace void kpctl_governor_timed(struct kpctl_governor *g, enum kpctl_governor_work work, u64 ns)
{
	if (ns) {
		note(&g->times[work], ns);
		if (g->timed < KPCTL_GOVERNOR_TIMES)
			g->timed++;
	}
	if (g->skips)
		local_set(&g->left, 0);		/* look at the next hit */
	barrier();	/* with interrupters: the state is stored before `timing` is false */
	WRITE_ONCE(g->timing, false);
}
NOKPROBE_SYMBOL(kpctl_governor_timed);

notrace void kpctl_governor_look_return(struct kpctl_governor *g)
{
	local_set(&g->returns_left, LONG_MAX);
}
NOKPROBE_SYMBOL(kpctl_governor_look_return);

notrace void kpctl_governor_timed_return(struct kpctl_governor *g, enum kpctl_governor_work work,
					 u64 ns)
{
	note(&g->times[work], ns);
}
NOKPROBE_SYMBOL(kpctl_governor_timed_return);

void kpctl_governor_off(struct kpctl_governor *g)
{
	local_set(&g->left, LONG_MAX);
	local_set(&g->returns_left, LONG_MAX);
}
