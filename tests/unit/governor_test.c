// SPDX-License-Identifier: GPL-2.0
/*
 * governor.c with a clock that is ours: events that cost so much so often, on one CPU,
 * and what of them is taken.
 */
#include <stdlib.h>
#include <string.h>

#include "hit/governor.c"
#include "ktap.h"

#define US		1000ull
#define MS		(1000 * US)
#define TICK		(4 * MS)
#define PERCENT		25u

/* An event on a CPU. */
static struct kpctl_governor g;
static u64 now, hits, taken, refused, looks, spent;
static u64 dear;		/* of so many hits one is kept; 0: all are */
static struct kpctl_governor_done done;
static u32 percent;
static u64 (*stolen)(void);	/* what a timed hit seems to have taken beside */

static void fresh(u32 share)
{
	memset(&g, 0, sizeof(g));
	now = 1000000 * MS;
	hits = taken = refused = looks = spent = dear = 0;
	memset(&done, 0, sizeof(done));
	percent = share;
	stolen = NULL;
	srandom(1);
	if (!share)
		kpctl_governor_off(&g);
}

static bool due(void)
{
	local_dec(&g.left);
	return local_read(&g.left) < 0;
}

static void take(enum kpctl_governor_work work, u64 cost)
{
	hits++;
	taken++;
	done.nr[work]++;
	spent += cost;
	now += cost;
}

/* A handler, as govern.h has it. */
static enum kpctl_governor_says hit(u64 cost)
{
	enum kpctl_governor_work work = dear && random() % dear ? KPCTL_GOVERNOR_OTHER :
		KPCTL_GOVERNOR_KEPT;
	enum kpctl_governor_says says = KPCTL_GOVERNOR_TAKE;
	u64 extra = stolen ? stolen() : 0;

	if (work == KPCTL_GOVERNOR_OTHER)
		cost = 100;
	if (due()) {
		looks++;
		says = kpctl_governor_refuses(&g, now / TICK * TICK) ? KPCTL_GOVERNOR_REFUSE :
			kpctl_governor_look(&g, percent, now / TICK * TICK, &done);
	}
	if (says == KPCTL_GOVERNOR_REFUSE) {
		hits++;
		refused++;
		done.refused++;
		return says;
	}
	if (says == KPCTL_GOVERNOR_TIME) {
		if (due() || due())	/* the quick way, and the general one */
			abort();
		take(work, cost);
		now += extra;
		kpctl_governor_timed(&g, work, cost + extra);
	} else {
		take(work, cost);
	}
	return says;
}

/* For so long: a hit that costs cost, and then gap of something else. */
static void run(u64 ns, u64 cost, u64 gap)
{
	u64 end = now + ns;

	while (now < end) {
		hit(cost);
		now += gap;
	}
}

/* Per thousand of a CPU in what was taken. */
static u64 share(u64 ns, u64 cost, u64 gap)
{
	u64 begin = now, was = spent;

	run(ns, cost, gap);
	return (spent - was) * 1000 / (now - begin);
}

static void calm(void)
{
	static const struct { u64 cost, gap; } some[] = {
		{ 1 * US, 4 * US }, { 50, 200 }, { 100 * US, 400 * US }, { 1 * MS, 5 * MS },
		{ 20 * MS, 90 * MS }, { 10 * US, 2000 * MS },
	};
	unsigned int i;

	for (i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
		fresh(PERCENT);
		run(2000 * MS, some[i].cost, some[i].gap);
		ktap_ok(!refused && taken == hits, "%llu ns every %llu: all of %llu hits",
			some[i].cost, some[i].cost + some[i].gap, (unsigned long long)hits);
	}
	fresh(PERCENT);
	run(1000 * MS, 1 * US, 9 * US);
	ktap_ok(looks < 1000, "1 look in %llu hits", (unsigned long long)(hits / looks));
}

static void storm(u64 cost, u64 gap)
{
	u64 first, later;

	fresh(PERCENT);
	while (!refused && spent < 1000 * MS)
		run(1 * MS, cost, gap);
	first = spent;
	ktap_ok(first <= 27 * MS + 40 * cost,
		"a storm of %llu ns every %llu: throttled after %llu ms of it",
		cost, cost + gap, (unsigned long long)(first / MS));
	run(500 * MS, cost, gap);
	later = share(2000 * MS, cost, gap);
	ktap_ok(later <= 10 * PERCENT && later, "... then it takes %llu of a thousand",
		(unsigned long long)later);
	ktap_ok(taken + refused == hits, "... each of %llu hits was taken or refused",
		(unsigned long long)hits);
}

/* Few of many: filtered are the others. */
static void dear_ones(void)
{
	u64 later;

	fresh(PERCENT);
	dear = 20;
	run(500 * MS, 20 * US, 200);
	later = share(2000 * MS, 20 * US, 200);
	ktap_ok(refused && later <= 13 * PERCENT && later,
		"1 of 20 hits takes long: it takes %llu of a thousand", (unsigned long long)later);
	fresh(PERCENT);
	dear = 20;
	run(2000 * MS, 20 * US, 5 * US);
	ktap_ok(!refused, "... and of 1 in 20, less often, all are taken");
}

/* After a storm. */
static void back(void)
{
	u64 was;

	fresh(PERCENT);
	run(1000 * MS, 20 * US, 2 * US);
	now += 110 * MS;
	was = refused;
	run(1000 * MS, 1 * US, 4 * US);
	ktap_ok(refused == was && taken + refused == hits, "after 0.1 s of nothing every hit is taken");

	fresh(PERCENT);
	run(1000 * MS, 20 * US, 2 * US);
	run(2 * KPCTL_GOVERNOR_WINDOW + 2 * TICK, 20 * US, 200 * US);
	was = refused;
	ktap_ok(was > 0, "less of it, and not nothing: some are still refused");
	run(1000 * MS, 20 * US, 200 * US);
	ktap_ok(refused == was, "... two windows later none is");

	fresh(PERCENT);
	run(1000 * MS, 1 * US, 9 * US);
	run(1000 * MS, 100 * US, 100 * US);
	ktap_ok(refused, "cheap ones that come often, then dear ones: throttled too");

	fresh(PERCENT);
	run(1000 * MS, 20 * US, 2 * US);
	ktap_ok(kpctl_governor_one_in(&g, now) > 1, "others see that it is throttled");
	ktap_ok(kpctl_governor_one_in(&g, now + KPCTL_GOVERNOR_WINDOW + TICK) == 1,
		"... and that it is no more, without a hit");
}

/* On the brink: no going back and forth with each window. */
static void brink(void)
{
	u32 was, changes = 0, i;

	fresh(PERCENT);
	for (i = 0; i < 200; i++) {
		was = g.skips;
		run(50 * MS, 10 * US, 28 * US + random() % (4 * US));
		changes += was != g.skips;
	}
	ktap_ok(changes < 20, "on the brink it changes %u times in 10 s", changes);
}

/* What a hit seems to take and does not. */
static u64 seldom(void)
{
	return random() % 20 ? 0 : 50 * MS;
}

static u64 interrupt(void)
{
	return random() % 10 ? 0 : 30 * US;
}

static void disturbed(void)
{
	fresh(PERCENT);
	stolen = seldom;
	run(60000 * MS, 1 * US, 99 * US);
	ktap_ok(refused * 100 < hits, "1 of 20 timed hits lasts 50 ms longer: %llu of %llu are refused",
		(unsigned long long)refused, (unsigned long long)hits);
	fresh(PERCENT);
	stolen = interrupt;
	run(10000 * MS, 1 * US, 49 * US);
	ktap_ok(!refused, "interrupts in the middle: none is refused");
}

static void nested(void)
{
	enum kpctl_governor_says says;
	u32 i, n = 0;

	fresh(PERCENT);
	says = kpctl_governor_look(&g, percent, now, &done);
	ktap_ok(says == KPCTL_GOVERNOR_TIME, "the first is timed");
	for (i = 0; i < 100; i++)
		n += due() && kpctl_governor_look(&g, percent, now, &done) != KPCTL_GOVERNOR_TAKE;
	ktap_ok(!n, "who comes while one is timed is not");
	kpctl_governor_timed(&g, KPCTL_GOVERNOR_KEPT, 1 * US);
	g.looking = true;
	ktap_ok(kpctl_governor_look(&g, percent, now, &done) == KPCTL_GOVERNOR_TAKE,
		"who comes while one looks is taken");
	g.skips = 3;
	ktap_ok(kpctl_governor_look(&g, percent, now, &done) == KPCTL_GOVERNOR_REFUSE,
		"... or refused, as things stand");
}

static void returns(void)
{
	u32 i;

	fresh(PERCENT);
	for (i = 0; i < 100000; i++) {
		hit(1 * US);
		now += 9 * US;
		done.nr[KPCTL_GOVERNOR_RETURN_KEPT] = taken;
		local_dec(&g.returns_left);
		if (local_read(&g.returns_left) < 0) {
			kpctl_governor_look_return(&g);
			kpctl_governor_timed_return(&g, KPCTL_GOVERNOR_RETURN_KEPT, 9 * US);
		}
	}
	ktap_ok(refused, "returns count: %llu of %llu calls are refused",
		(unsigned long long)refused, (unsigned long long)hits);
}

static void off(void)
{
	fresh(0);
	run(1000 * MS, 20 * US, 0);
	ktap_ok(!refused && !looks, "a share of 0: nobody looks");
}

int main(void)
{
	ktap_plan(39);
	calm();
	storm(20 * US, 2 * US);
	storm(500, 100);
	storm(3 * MS, 1 * US);
	storm(1 * US, 2 * US);
	storm(200 * US, 1 * US);
	dear_ones();
	back();
	brink();
	disturbed();
	nested();
	returns();
	off();
	return ktap_done();
}
