// SPDX-License-Identifier: GPL-2.0
/*
 * missed.h: every schedule of up to four misses on one CPU that interrupt each
 * other, one after another or nested, with time going on or standing still and with
 * a ring that is full now and then. As in ring_schedules.c: between every two steps
 * stands a choice, and all paths are walked.
 */
#include <string.h>

static void step(void);
#define HOST_STEP()	step()
#include "hit/missed_note.h"
#include "choices.h"

#define LEVELS		3

static struct kpctl_missed m;
static local_t missed;
static u64 now, stream_total, stream_sum, records;
static unsigned int level, left;
static bool live;

static void fail(const char *what)
{
	live = false;
	fail_here(what, "told %llu of %ld", m.told, missed.v);
}

static void expect(bool is, const char *what)
{
	if (!is)
		fail(what);
}

/* The ring takes it or not; either way others may come before and behind. */
static bool write_record(u64 total, u32 count)
{
	bool room = !choose(2);

	step();
	if (room) {
		expect(total > stream_total, "a total that does not rise");
		expect(total - stream_total == count, "count is not the difference of totals");
		expect(total <= (u64)missed.v, "told before it happened");
		stream_total = total;
		stream_sum += count;
		records++;
	}
	step();
	return room;
}

static void miss(void)
{
	u64 at = now += choose(2) * 2 * NSEC_PER_MSEC, total;
	u32 count;

	level++;
	local_inc(&missed);
	if (kpctl_missed_tell(&m, &missed, at, &total, &count))
		kpctl_missed_told(&m, at, total, write_record(total, count));
	level--;
}

static void step(void)
{
	while (live && left && level < LEVELS && choose(2)) {
		left--;
		miss();
	}
}

static unsigned int nested;	/* misses that come in between */

static void run(void)
{
	u64 total;
	u32 count;

	memset(&m, 0, sizeof(m));
	memset(&missed, 0, sizeof(missed));
	now = 10 * NSEC_PER_MSEC;
	stream_total = stream_sum = records = 0;
	left = nested;
	live = true;
	miss();
	live = false;
	left = 0;
	expect(!m.telling.v, "somebody still tells");
	expect(stream_sum == stream_total && m.told == stream_total, "told is not what was told");
	/* the next that may tells of all */
	now += 2 * NSEC_PER_MSEC;
	local_inc(&missed);
	expect(kpctl_missed_tell(&m, &missed, now, &total, &count), "nobody tells any more");
	expect(total == (u64)missed.v && count == total - stream_total, "not all is told");
}

int main(void)
{
	ktap_plan(4);
	for (nested = 0; nested < 4; nested++) {
		walk_paths(run);
		ktap_ok(true, "%u in between: %llu schedules so far", nested, schedules);
	}
	return ktap_done();
}
