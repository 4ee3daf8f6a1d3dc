// SPDX-License-Identifier: GPL-2.0
/*
 * What a call's stamps add up to: by hand, then against a timeline that knows
 * where the time went, then with a clock that steps back; KTAP.
 */
#include "ktap.h"
#include "hit/offcpu.h"

#define TIMELINES	100000
#define STEPS_MAX	40
#define LENGTH_MAX	1000000

static u64 rnd(u64 n)
{
	static u64 x = 88172645463325252ull;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x % n;
}

/* By hand: "o5 w7 i9" is switched out at 5, woken up at 7, switched in at 9 */

static const struct {
	const char *steps;	/* o: sleeps, p: could go on, w, i */
	u64 lat, oncpu, blocked, runq;
} cases[] = {
	{ "", 100, 100, 0, 0 },
	{ "o10 w40 i60", 100, 50, 30, 20 },
	{ "p10 i60", 100, 50, 0, 50 },
	{ "o10 i60", 100, 50, 50, 0 },			/* nobody saw it woken up */
	{ "p10 w40 i60", 100, 50, 0, 50 },		/* it could go on already */
	{ "o10 w20 w40 i60", 100, 50, 10, 40 },		/* the first one counts */
	{ "o10 w20 i30 p40 i50 o60 w65 i70", 100, 60, 15, 25 },
	{ "o10 w20 i30 o40 i50", 100, 70, 20, 10 },	/* the wake-up was another's */
	{ "p10 i20 o30 i50", 100, 70, 20, 10 },		/* that it was ready was, too */
	{ "i60", 100, 100, 0, 0 },
	{ "w40 i60", 100, 100, 0, 0 },
	{ "o10 w20", 100, 100, 0, 0 },			/* not in again: not added up */
	{ "o10 w20 o40 w50 i60", 100, 80, 10, 10 },
	{ "o10 w20 i30 i60", 100, 80, 10, 10 },
	{ "w5 o10 i60", 100, 50, 50, 0 },		/* before it slept */
	/* the clock steps back */
	{ "o10 w40 i8", 100, 100, 0, 0 },
	{ "p10 i8", 100, 100, 0, 0 },
	{ "o10 w8 i60", 100, 50, 0, 50 },
	{ "o10 w70 i60", 100, 50, 50, 0 },
	{ "o10 w10 i10", 100, 100, 0, 0 },
	/* the duration is less than what was added up */
	{ "o10 w40 i60", 45, 0, 30, 15 },
	{ "o10 w40 i60", 20, 0, 20, 0 },
	{ "o10 w40 i60", 0, 0, 0, 0 },
};

static void step(struct kpctl_offcpu *split, char what, u64 now)
{
	switch (what) {
	case 'o':
	case 'p':
		kpctl_offcpu_out(split, now, what == 'p');
		break;
	case 'w':
		kpctl_offcpu_woken(split, now);
		break;
	case 'i':
		kpctl_offcpu_in(split, now);
	}
}

static bool test_case(size_t i)
{
	/* as another call may have left it */
	struct kpctl_offcpu split = { .out = 3, .ready = 4, .blocked = 5, .runq = 6 };
	struct kpctl_parts parts;
	unsigned long long now;
	const char *p;
	char what;
	int n;

	kpctl_offcpu_start(&split);
	for (p = cases[i].steps; sscanf(p, " %c%llu%n", &what, &now, &n) == 2; p += n)
		step(&split, what, now);
	kpctl_offcpu_end(&split, cases[i].lat, &parts);
	if (parts.oncpu == cases[i].oncpu && parts.blocked == cases[i].blocked &&
	    parts.runq == cases[i].runq)
		return true;
	printf("# %s: %llu, %llu, %llu\n", cases[i].steps, (unsigned long long)parts.oncpu,
	       (unsigned long long)parts.blocked, (unsigned long long)parts.runq);
	return false;
}

static void test_cases(void)
{
	bool fine = true;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		fine &= test_case(i);
	ktap_ok(fine, "stamps by hand");
}

/* A timeline */

static u64 back;	/* how far the clock may be behind */

static u64 clock_at(u64 time)
{
	return back ? time - rnd(back) : time;
}

/* One stretch off the CPU; what came of the time in it. */
static void stretch(struct kpctl_offcpu *split, u64 *time, struct kpctl_parts *want)
{
	u64 asleep = rnd(LENGTH_MAX), ready = rnd(LENGTH_MAX);
	bool sleeps = rnd(3);

	if (!sleeps)
		asleep = 0;
	kpctl_offcpu_out(split, clock_at(*time), !sleeps);
	*time += asleep;
	if (sleeps || rnd(2))
		kpctl_offcpu_woken(split, clock_at(*time));
	if (rnd(4) == 0)
		kpctl_offcpu_woken(split, clock_at(*time + ready / 2));
	*time += ready;
	kpctl_offcpu_in(split, clock_at(*time));
	want->blocked += asleep;
	want->runq += ready;
}

static bool timeline(void)
{
	struct kpctl_offcpu split = { .out = rnd(2), .ready = rnd(2), .blocked = 1, .runq = 1 };
	u64 start = 10 * LENGTH_MAX + rnd(LENGTH_MAX), time = start, lat, sum, n;
	u64 steps = rnd(STEPS_MAX), slack = back * (2 * steps + 2);
	struct kpctl_parts parts, want = { 0 };

	kpctl_offcpu_start(&split);
	for (n = 0; n < steps; n++) {
		time += rnd(LENGTH_MAX);
		stretch(&split, &time, &want);
	}
	time += rnd(LENGTH_MAX);
	lat = time - start;
	want.oncpu = lat - want.blocked - want.runq;
	kpctl_offcpu_end(&split, lat, &parts);
	sum = parts.oncpu + parts.blocked + parts.runq;
	return sum == lat && parts.oncpu <= lat && parts.blocked <= lat && parts.runq <= lat &&
	       parts.oncpu + slack >= want.oncpu && want.oncpu + slack >= parts.oncpu &&
	       parts.blocked + slack >= want.blocked && want.blocked + slack >= parts.blocked &&
	       parts.runq + slack >= want.runq && want.runq + slack >= parts.runq;
}

static void test_timelines(u64 behind, const char *text)
{
	bool fine = true;
	int i;

	back = behind;
	for (i = 0; i < TIMELINES && fine; i++)
		fine = timeline();
	ktap_ok(fine, "%s", text);
}

int main(void)
{
	ktap_plan(3);
	test_cases();
	test_timelines(0, "each part is what the timeline says, to the ns");
	test_timelines(50000, "with a clock that steps back: the whole still adds up");
	return ktap_done();
}
