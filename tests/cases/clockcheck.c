// SPDX-License-Identifier: GPL-2.0
/*
 * clockcheck: are events' times those of CLOCK_MONOTONIC, as a program reads it right
 * before and right after what the event is of? From the records alone, by what the
 * ABI says. Prints results for `helper` of lib.sh.
 *
 *	clockcheck within CLOCK CALLS	CLOCK, raw or mono, is the only one; 5 lines
 *	clockcheck across FILE		the clock changes, until FILE is there; 6 lines
 */
#include "records.h"

#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <x86intrin.h>

#define BATCH		256
#define WITHIN		1000		/* ns */
#define NAP		2000000		/* ns */

static struct rec_session s;
static struct rec_event point, call, nap;
static int tid;

/* The calls of a batch, by turn. */
static struct span {
	__u64 before, after;
} calls[BATCH], naps[BATCH];
static unsigned int npoint, ncall, nnap;

/* Each ring's stream so far. */
static struct {
	struct kpctl_clock clock;
	__u64 stamp, ns;		/* the last record's */
} rings[RINGS_MAX], *at;

static __u64 raw, mono, fallen, most_back, clock_records, changes, unknown;
static __u64 narrowest = ~0ull, outside, most_outside, lat_wrong, most_lat, missing, total;

static __u64 now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

static __u64 max(__u64 a, __u64 b)
{
	return a > b ? a : b;
}

/* Of one clock no stamp falls; where two meet, and at a seam, times may a little. */
static __u64 time_of(const struct kpctl_rec *h)
{
	__u64 ns;

	if (h->time & KPCTL_TIME_MONO)
		mono++;
	else
		raw++;
	unknown += !(h->time & KPCTL_TIME_MONO) && !at->clock.mult;
	if (!((h->time ^ at->stamp) & KPCTL_TIME_MONO) && h->time < at->stamp)
		fallen++;
	at->stamp = h->time;
	ns = kpctl_stamp_ns(&at->clock, h->time);
	if (ns < at->ns)
		most_back = max(most_back, at->ns - ns);
	at->ns = ns;
	return ns;
}

static void take_clock(const struct kpctl_rec_clock *rec)
{
	clock_records++;
	changes = max(changes, rec->changes);
	if (rec->pair.mult)
		at->clock = rec->pair;
}

static void check_time(const struct span *span, __u64 ns)
{
	__u64 off = ns < span->before ? span->before - ns :
		    ns > span->after ? ns - span->after : 0;

	most_outside = max(most_outside, off);
	outside += off > WITHIN;
}

/* Never more than it took from outside; naps at least as long as they were to be. */
static void check_lat(const struct span *span, __u64 lat, __u64 least)
{
	__u64 around = span->after - span->before;
	__u64 off = lat > around ? lat - around : lat < least ? least - lat : 0;

	most_lat = max(most_lat, off);
	lat_wrong += off > WITHIN;
}

static void one(const char *rec)
{
	const struct kpctl_rec *h = (const void *)rec;
	__u64 ns;

	if (h->id == KPCTL_REC_CLOCK)
		take_clock((const void *)rec);
	ns = time_of(h);
	if ((int)KPCTL_REC_TID(h->ctx_tid) != tid)
		return;
	if (h->id == point.id && npoint < BATCH) {
		check_time(&calls[npoint++], ns);
	} else if (h->id == call.id && ncall < BATCH) {
		check_time(&calls[ncall], ns);
		check_lat(&calls[ncall++], rec_slot(&call, rec, 0), 0);
	} else if (h->id == nap.id && nnap < BATCH) {
		check_time(&naps[nnap], ns);
		check_lat(&naps[nnap++], rec_slot(&nap, rec, 0), NAP);
	}
}

static void read_all(void)
{
	unsigned int r;

	for (r = 0; r < s.info.nr_rings; r++) {
		at = &rings[r];
		if (ring_read(&s.ring[r], one))
			die("a torn record");
	}
}

/*
 * Closer than any event can be: the counter between two readings of the clock, as
 * an event would be converted that came now. Only the narrow ones say much.
 */
static void read_between(void)
{
	struct span span;
	unsigned int i;
	__u64 stamp;

	at = &rings[sched_getcpu() % RINGS_MAX];
	for (i = 0; at->clock.mult && i < 20; i++) {
		span.before = now();
		stamp = __rdtsc();
		span.after = now();
		check_time(&span, kpctl_stamp_ns(&at->clock, stamp));
		if (span.after - span.before < narrowest)
			narrowest = span.after - span.before;
	}
}

static void sleep_once(struct span *span)
{
	struct timespec ts = { .tv_nsec = NAP };

	span->before = now();
	nanosleep(&ts, NULL);
	span->after = now();
}

static void batch(unsigned int naps_wanted)
{
	unsigned int i;

	npoint = ncall = nnap = 0;
	for (i = 0; i < BATCH; i++) {
		calls[i].before = now();
		syscall(SYS_getppid);
		calls[i].after = now();
		if (i < naps_wanted)
			sleep_once(&naps[i]);
	}
	read_all();
	missing += BATCH - npoint + BATCH - ncall + naps_wanted - nnap;
	total += BATCH;
}

/* On the next CPU that there is. */
static void move(void)
{
	static int cpu;
	cpu_set_t set;

	do {
		cpu = (cpu + 1) % CPU_SETSIZE;
		CPU_ZERO(&set);
		CPU_SET(cpu, &set);
	} while (sched_setaffinity(0, sizeof(set), &set));
}

static void start(void)
{
	unsigned int r;

	tid = syscall(SYS_gettid);
	session_open(&s, 1 << 20);
	session_map(&s);
	for (r = 0; r < s.info.nr_rings; r++)
		rings[r].clock = s.ring[r].meta->first_clock;
	command(s.fd, "p:c/point __x64_sys_getppid\n"
		"r:c/call __x64_sys_getppid ns=$lat:u64\n"
		"r:c/nap hrtimer_nanosleep ns=$lat:u64\n");
	event_find(&point, s.fd, "c/point");
	event_find(&call, s.fd, "c/call");
	event_find(&nap, s.fd, "c/nap");
}

static void within(int want_raw, unsigned long n)
{
	__u64 end = now() + 3000000000ull;	/* some seams */

	move();
	while (total < n || now() < end) {
		batch(total % 4096 ? 0 : 8);
		if (want_raw)
			read_between();
		if (total % 2048 == 0)
			move();
	}
	ktap_ok(!missing, "each of %llu calls has its two events", total);
	ktap_ok(want_raw ? raw && !mono : mono && !raw, "stamps are of one clock: %llu raw, %llu not",
		raw, mono);
	ktap_ok(!unknown && !fallen && most_back < 100 &&
		(want_raw ? clock_records > 3 : clock_records <= s.info.nr_rings),
		"on a CPU none falls (times by %llu ns at seams, %llu clock records)",
		most_back, clock_records);
	ktap_ok(!outside && (!want_raw || narrowest < 10 * WITHIN),
		"each time is within a microsecond (most outside: %llu ns, of at least %llu)",
		most_outside, want_raw ? narrowest : 0);
	ktap_ok(!lat_wrong, "each $lat is as long as the call (most off: %llu ns)", most_lat);
}

/*
 * Two clocks differ in what a second is; how much, nobody says: in an emulator it is how long the
 * host lets a CPU wait, 38 ms beside a load. A stamp read as the other clock's is off by seconds.
 */
#define NEAR	1000000000ull

static void across(const char *file)
{
	while (access(file, F_OK)) {
		batch(16);
		move();
	}
	ktap_ok(!missing, "each of %llu calls has its events, naps too", total);
	ktap_ok(raw && mono, "there are stamps of both clocks: %llu raw, %llu not", raw, mono);
	ktap_ok(changes >= 2 && clock_records, "the stream says so: %llu changes, %llu records",
		changes, clock_records);
	ktap_ok(!unknown && !fallen, "on a CPU no stamp of a clock falls");
	ktap_ok(most_back < NEAR && most_outside < NEAR,
		"times are near (most back %llu ns, most outside %llu ns)", most_back, most_outside);
	ktap_ok(most_lat < NEAR, "each $lat is about as long as the call (most off: %llu ns)",
		most_lat);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	start();
	if (!strcmp(argv[1], "across"))
		across(argv[2]);
	else
		within(!strcmp(argv[2], "raw"), strtoul(argv[3], NULL, 0));
	session_close(&s);
	return ktap_done();
}
