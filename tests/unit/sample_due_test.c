// SPDX-License-Identifier: GPL-2.0
/*
 * sample_due.h beside timers that are ours: which samples come late, which the timer passes
 * over, and which a pause keeps away. What the code says was missed is what the timers left out.
 */
#include <stdlib.h>

#include "probe/sample_due.h"
#include "ktap.h"

#define PERIOD		100000ull	/* ns */
#define TICK		4000000ull
#define SAMPLES		20000
#define START		1000000000ull

static struct kpctl_sample_due d;
static u64 now;

static void fresh(bool by_clock)
{
	d = (struct kpctl_sample_due){ .period = PERIOD, .pause = 2 * TICK, .by_clock = by_clock };
	now = START;
	srandom(1);
}

static u64 most(u64 n)
{
	return random() % (n + 1);
}

/* A clock's timer, as hrtimers are: it fires at whole periods, and forgets those gone by. */
static u64 run_timer(u64 first_late)
{
	u64 due = now + PERIOD, left_out = 0, n;
	int i;

	for (i = 0; i < SAMPLES; i++) {
		now = due + (i ? most(most(20) ? PERIOD - 1 : 9 * PERIOD) : first_late);
		kpctl_sample_came(&d, now, false);
		n = (now - due) / PERIOD;
		left_out += i ? n : 0;
		due += (n + 1) * PERIOD;
	}
	return left_out;
}

static void test_late(void)
{
	u64 left_out;

	fresh(true);
	left_out = run_timer(0);
	ktap_ok(left_out > 1000 && d.missed == left_out, "late samples: %llu of %llu were missed",
		(unsigned long long)d.missed, (unsigned long long)left_out);
	fresh(true);
	left_out = run_timer(PERIOD - 1);
	ktap_ok(d.missed == left_out || d.missed + 1 == left_out,
		"the first one late as well: %llu of %llu", (unsigned long long)d.missed,
		(unsigned long long)left_out);
}

/* A busy CPU: so many samples after each tick, and a timer that begins anew at the next one. */
static void test_paused(bool by_clock, unsigned int in_tick)
{
	u64 tick = now, got = 0, expected;
	unsigned int i;

	fresh(by_clock);
	for (tick = now; got < SAMPLES; tick += TICK) {
		now = tick;
		for (i = 1; i <= in_tick; i++) {
			now += PERIOD;
			kpctl_sample_came(&d, now, i == in_tick);
			got++;
		}
	}
	expected = (now - START) / PERIOD;
	ktap_ok(d.missed == expected - got, "%s, paused after %u samples: missed %llu of %llu",
		by_clock ? "the clock" : "cycles", in_tick, (unsigned long long)d.missed,
		(unsigned long long)(expected - got));
}

/* Paused, then idle without ticks for seconds. */
static void test_idle(void)
{
	fresh(true);
	kpctl_sample_came(&d, now, true);
	now += 1000 * TICK;
	kpctl_sample_came(&d, now, false);
	ktap_ok(d.missed == 2 * TICK / PERIOD, "an idle CPU: two ticks of a pause count, %llu",
		(unsigned long long)d.missed);
	now += PERIOD;
	kpctl_sample_came(&d, now, false);
	ktap_ok(d.missed == 2 * TICK / PERIOD, "... and it is over");
}

static void test_cycles(void)
{
	int i;

	fresh(false);
	for (i = 0; i < SAMPLES; i++) {
		now += most(20 * PERIOD);
		kpctl_sample_came(&d, now, false);
	}
	ktap_ok(!d.missed, "cycles come when they come: %llu missed", (unsigned long long)d.missed);
}

/* Disarmed and armed: the time between is nobody's. */
static void test_anew(void)
{
	fresh(true);
	kpctl_sample_came(&d, now, false);
	d.due = 0;
	now += 1000 * TICK;
	kpctl_sample_came(&d, now, false);
	ktap_ok(!d.missed, "a counter made anew has missed nothing before");
}

int main(void)
{
	ktap_plan(8);
	test_late();
	test_paused(true, 4);
	test_paused(false, 7);
	test_idle();
	test_cycles();
	test_anew();
	return ktap_done();
}
