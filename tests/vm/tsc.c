// SPDX-License-Identifier: GPL-2.0
/*
 * tsc: how often the time stamp counter counts in a second, in thousands. The counter of an
 * emulated machine is the host's. Its kernel would compare the counter with timers of the
 * emulator, which are late on a busy host: clocks then went four to twenty times as fast as time.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#define TRIES	1000

struct moment {
	int64_t ns;
	uint64_t count;
};

static int64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}

/* Both clocks at one moment: of many looks the one that nothing came into. */
static struct moment look(void)
{
	struct moment m, best = { 0 };
	int64_t shortest = INT64_MAX, took;
	int i;

	for (i = 0; i < TRIES; i++) {
		m.ns = now();
		m.count = __rdtsc();
		took = now() - m.ns;
		if (took >= shortest)
			continue;
		shortest = took;
		best = m;
	}
	return best;
}

int main(void)
{
	struct moment a = look(), b;

	nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
	b = look();
	printf("%.0f\n", (b.count - a.count) * 1e6 / (b.ns - a.ns));
	return 0;
}
