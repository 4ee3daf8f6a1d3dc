// SPDX-License-Identifier: GPL-2.0
/*
 * Which hits act: module/hit/act_limit.h as it is, by tables, and a long run of hits whose
 * number and times are known, compared with counting by hand.
 */
#include <stdbool.h>
#include <string.h>

#include "hit/act_limit.h"
#include "ktap.h"

#define S	KPCTL_ACT_SECOND

static const struct {
	u32 one_in, first;
	u64 nr;
	int picks;
} picks[] = {
	{ 0, 0, 1, 1 }, { 0, 0, ~0ull, 1 },
	{ 1, 0, 1, 1 }, { 3, 0, 1, 0 }, { 3, 0, 2, 0 }, { 3, 0, 3, 1 }, { 3, 0, 4, 0 }, { 3, 0, 6, 1 },
	{ 0, 2, 1, 1 }, { 0, 2, 2, 1 }, { 0, 2, 3, 0 }, { 0, 2, 1ull << 32, 0 },
	{ 1000000000, 0, 1000000000, 1 }, { 1000000000, 0, 999999999, 0 },
};

static const struct {
	u64 within, begun, now;
	int over;
} ends[] = {
	{ 0, 1, ~0ull, 0 },		/* no end */
	{ S, 0, 5 * S, 0 },		/* none has acted */
	{ S, 5 * S, 5 * S, 0 }, { S, 5 * S, 6 * S - 1, 0 }, { S, 5 * S, 6 * S, 1 },
	{ S, 5 * S, 7 * S, 1 },
	{ S, 5 * S, 5 * S - 1, 0 },	/* another CPU's clock is a little behind */
	{ S, 5 * S, 0, 0 },
};

static const struct {
	u32 limit;
	u8 per_second;
	u64 used, now;
	int may;
	u64 next;
} limits[] = {
	{ 1, 0, 0, 0, 1, 1 }, { 1, 0, 1, 0, 0, 2 }, { 100, 0, 99, 7 * S, 1, 100 },
	{ 100, 0, 100, 7 * S, 0, 101 },
	{ 2, 1, 0, 0, 1, 1 },
	{ 2, 1, 0, 7 * S, 1, 7ull << 32 | 1 },
	{ 2, 1, 7ull << 32 | 1, 7 * S + 1, 1, 7ull << 32 | 2 },
	{ 2, 1, 7ull << 32 | 2, 8 * S - 1, 0, 7ull << 32 | 3 },
	{ 2, 1, 7ull << 32 | 2, 8 * S, 1, 8ull << 32 | 1 },
	{ 1, 1, 0xffffffffull << 32 | 1, 0x100000000ull * S, 1, 1 },	/* seconds wrap */
};

static void test_tables(void)
{
	struct kpctl_act_spec as;
	unsigned int i;
	u64 next;
	int may;

	for (i = 0; i < ARRAY_SIZE(picks); i++) {
		as = (struct kpctl_act_spec){ .one_in = picks[i].one_in, .first = picks[i].first };
		ktap_ok(!!kpctl_act_picks(&as, picks[i].nr) == picks[i].picks,
			"1 in %u, first %u: hit %llu", as.one_in, as.first, picks[i].nr);
	}
	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		as = (struct kpctl_act_spec){ .within = ends[i].within };
		ktap_ok(!!kpctl_act_is_over(&as, ends[i].begun, ends[i].now) == ends[i].over,
			"for=%llu from %llu: at %llu", as.within, ends[i].begun, ends[i].now);
	}
	for (i = 0; i < ARRAY_SIZE(limits); i++) {
		as = (struct kpctl_act_spec){ .limit = limits[i].limit,
					      .per_second = limits[i].per_second };
		may = kpctl_act_may(&as, limits[i].used, limits[i].now, &next);
		ktap_ok(!!may == limits[i].may && (!may || next == limits[i].next),
			"limit=%u%s: %llu used, at %llu", as.limit, as.per_second ? "/s" : "",
			limits[i].used, limits[i].now);
	}
}

/* A hit each 3 ms for 20 s: how many act in the end. */
static unsigned int run(const struct kpctl_act_spec *as)
{
	u64 now, used = 0, begun = 0, next, nr = 0;
	unsigned int acted = 0;

	for (now = S; now < 21 * S; now += 3000000) {
		nr++;
		if (!kpctl_act_picks(as, nr) || kpctl_act_is_over(as, begun, now) ||
		    !kpctl_act_may(as, used, now, &next))
			continue;
		used = next;
		begun = begun ?: now;
		acted++;
	}
	return acted;
}

static void test_run(const char *what, struct kpctl_act_spec as, unsigned int want)
{
	unsigned int got = run(&as);

	if (got != want)
		ktap_diag("%u acted, want %u", got, want);
	ktap_ok(got == want, "%s", what);
}

int main(void)
{
	ktap_plan(ARRAY_SIZE(picks) + ARRAY_SIZE(ends) + ARRAY_SIZE(limits) + 7);
	test_tables();
	/* 6,667 hits, 334 of them in the first second */
	test_run("limit=100", (struct kpctl_act_spec){ .limit = 100 }, 100);
	test_run("limit=1000000", (struct kpctl_act_spec){ .limit = 1000000 }, 6667);
	test_run("limit=5/s", (struct kpctl_act_spec){ .limit = 5, .per_second = 1 }, 100);
	test_run("for=3s", (struct kpctl_act_spec){ .limit = 1000000, .within = 3 * S }, 1000);
	test_run("1 in 10", (struct kpctl_act_spec){ .limit = 1000000, .one_in = 10 }, 666);
	test_run("first 7", (struct kpctl_act_spec){ .limit = 1000000, .first = 7 }, 7);
	test_run("1 in 100, limit=3/s, for=2s",
		 (struct kpctl_act_spec){ .limit = 3, .per_second = 1, .one_in = 100, .within = 2 * S }, 7);
	return ktap_done();
}
