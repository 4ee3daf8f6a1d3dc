// SPDX-License-Identifier: GPL-2.0
/*
 * Raw stamps to ns: the slope of a line, the line itself against wide arithmetic, and
 * a clock followed from pair to pair as clock.c does it; KTAP.
 */
#include "ktap.h"

#include "ring/clock_slope.h"

#define ROUNDS		200000
#define YEAR_NS		(365ull * 86400 * 1000000000)

static u64 random_bits(void)
{
	static u64 x = 88172645463325252ull;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x;
}

/* Between two, both included. */
static u64 between(u64 low, u64 high)
{
	return low + random_bits() % (high - low + 1);
}

/* Small ones as often as large ones. */
static u64 any(void)
{
	return random_bits() >> random_bits() % 64;
}

static u64 diff(u64 a, u64 b)
{
	return a > b ? a - b : b - a;
}

/* Slopes */

static const struct {
	u64 raw, ns;
	u32 mult, shift;	/* mult 0: no slope */
} slopes[] = {
	{ 1000, 1000, 1u << 31, 31 },
	{ 1, 1, 1u << 31, 31 },
	{ 2000000000, 1000000000, 1u << 31, 32 },
	{ 3000000000, 1000000000, 1431655765, 32 },
	{ 1ull << 61, 1ull << 61, 1u << 31, 31 },
	{ 16, 1, 1u << 28, 32 },
	{ 1, 500, 500u << 23, 23 },
	{ 0, 0, 0, 0 }, { 0, 1, 0, 0 }, { 1, 0, 0, 0 }, { 0, ~0ull, 0, 0 }, { ~0ull, 0, 0, 0 },
	{ 1, 1000, 0, 0 }, { 1000, 1, 0, 0 }, { 1, ~0ull, 0, 0 }, { ~0ull, 1, 0, 0 },
};

static bool slopes_by_hand(void)
{
	unsigned int i, bad = 0;

	for (i = 0; i < sizeof(slopes) / sizeof(slopes[0]); i++) {
		struct kpctl_clock c = { .raw = 1, .ns = 2, .mult = 3, .shift = 4 };
		bool is = kpctl_pair_slope(&c, slopes[i].raw, slopes[i].ns);

		if (is != !!slopes[i].mult || c.raw != 1 || c.ns != 2 ||
		    c.mult != (is ? slopes[i].mult : 3) || c.shift != (is ? slopes[i].shift : 4)) {
			ktap_diag("%llu/%llu: %d, %u >> %u", slopes[i].raw, slopes[i].ns, is,
				  c.mult, c.shift);
			bad++;
		}
	}
	return !bad;
}

/* Of any two readings: refused, or right to 2^-27 and what bits they have. */
static bool slopes_any(void)
{
	unsigned int i, made = 0;

	for (i = 0; i < ROUNDS; i++) {
		u64 raw = any(), ns = i & 1 ? any() : raw / 4 + any() % (raw | 1);
		struct kpctl_clock c = { 0 };
		long double is, want, off = 0x1p-27L;

		if (!kpctl_pair_slope(&c, raw, ns))
			continue;
		made++;
		is = (long double)c.mult / (1ull << c.shift);
		want = (long double)ns / raw;
		if (ns >> 32)	/* raw is shortened by as much as ns */
			off += 0x1p32L / raw * want;
		if (!c.mult || c.shift > 32 || c.shift < 23 ||
		    is > want * (1 + off) || is < want * (1 - off)) {
			ktap_diag("%llu/%llu: %u >> %u", raw, ns, c.mult, c.shift);
			return false;
		}
	}
	return made > ROUNDS / 4;
}

static bool same_factor(void)
{
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		struct kpctl_clock c = { .mult = any() | 1, .shift = between(23, 32) };
		u64 delta = any() >> 2;
		unsigned __int128 is = (unsigned __int128)delta * kpctl_pair_mult(&c);

		if ((u64)(is >> KPCTL_PAIR_SHIFT) != kpctl_stamp_ns(&c, delta))
			return false;
	}
	return true;
}

/* The line */

static u64 wide(const struct kpctl_clock *c, u64 time)
{
	u64 by = time < c->raw ? c->raw - time : time - c->raw;
	u64 ns = (unsigned __int128)by * c->mult >> c->shift;

	if (time >= c->raw)
		return c->ns + ns;
	return ns < c->ns ? c->ns - ns : 0;
}

static bool line_any(void)
{
	unsigned int i;

	for (i = 0; i < 4 * ROUNDS; i++) {
		struct kpctl_clock c = { any(), any(), any(), between(0, 32) };
		u64 time = any() & ~KPCTL_TIME_MONO;

		if (kpctl_stamp_ns(&c, time) != wide(&c, time)) {
			ktap_diag("%llu by %llu %llu %u %u", time, c.raw, c.ns, c.mult, c.shift);
			return false;
		}
	}
	return true;
}

static bool line_rises(void)
{
	unsigned int i;

	for (i = 0; i < 4 * ROUNDS; i++) {
		struct kpctl_clock c = { between(0, 1ull << 62), between(0, 1ull << 61),
					 random_bits() | 1u << 31, between(31, 32) };
		u64 a = between(0, 1ull << 62), b = a + (any() >> 4);

		if (kpctl_stamp_ns(&c, a) > kpctl_stamp_ns(&c, b))
			return false;
	}
	return true;
}

/* From one reading after another, 80 years long. */
static bool decades(void)
{
	static const u64 mhz[] = { 2, 24, 500, 1000, 1999, 2400, 3000, 4700, 15999 };
	unsigned int i, years;

	for (i = 0; i < sizeof(mhz) / sizeof(mhz[0]); i++) {
		struct kpctl_clock c = { .raw = 1000, .ns = 5 };

		if (!kpctl_pair_slope(&c, mhz[i] * 1000000, 1000000000))
			return false;
		for (years = 1; years <= 80 && years * mhz[i] <= 80 * 1700; years += 13) {
			unsigned __int128 raw = (unsigned __int128)years * YEAR_NS * mhz[i] / 1000;
			u64 is = kpctl_stamp_ns(&c, 1000 + raw), want = 5 + years * YEAR_NS;

			if (diff(is, want) > want >> 27) {
				ktap_diag("%llu MHz, %u years: %llu", mhz[i], years, is);
				return false;
			}
		}
	}
	return true;
}

static bool by_itself(void)
{
	struct kpctl_clock c = { .raw = 1ull << 40, .ns = 7, .mult = 1u << 31, .shift = 31 };
	struct kpctl_clock none = { 0 };

	return kpctl_stamp_ns(&c, c.raw) == 7 && kpctl_stamp_ns(&c, c.raw + 3) == 10 &&
	       kpctl_stamp_ns(&c, c.raw - 3) == 4 && kpctl_stamp_ns(&c, c.raw - 8) == 0 &&
	       kpctl_stamp_ns(&c, 0) == 0 &&
	       kpctl_stamp_ns(&c, 123 | KPCTL_TIME_MONO) == 123 &&
	       kpctl_stamp_ns(&none, 123 | KPCTL_TIME_MONO) == 123 &&
	       kpctl_stamp_ns(&none, 123) == 0;
}

static bool garbage(void)
{
	u64 sum = 0;
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		struct kpctl_clock c = { random_bits(), random_bits(), random_bits(),
					 i & 1 ? random_bits() : any() };

		if (c.shift > 32 && kpctl_stamp_ns(&c, any() & ~KPCTL_TIME_MONO))
			return false;
		sum += kpctl_stamp_ns(&c, random_bits());
	}
	return sum;
}

/* A clock of hz, read as the kernel does: to a ns, rounded somehow */

static u64 hz, began_raw, began_ns;

static u64 reading(u64 raw)
{
	return began_ns + (u64)((unsigned __int128)(raw - began_raw) * 1000000000 / hz) +
	       random_bits() % 2;
}

/* Pairs after 2 ms, 50 ms, then twice a second, each up to a fifth late. */
static void follow(u64 *worst, u64 *back)
{
	static const u64 ms[] = { 2, 50, 50, 500, 500, 500, 500 };
	u64 last_raw = began_raw, last_ns = reading(last_raw), raw, ns, end, t;
	struct kpctl_clock c = { 0 }, before;
	unsigned int i, n;

	for (i = 0; i < sizeof(ms) / sizeof(ms[0]); i++) {
		raw = last_raw + hz / 1000 * ms[i] + random_bits() % (hz / 5000 * ms[i]);
		ns = reading(raw);
		before = c;
		c.raw = raw;
		c.ns = ns;
		if (!kpctl_pair_slope(&c, raw - last_raw, ns - last_ns))
			*worst = ~0ull;
		t = i ? kpctl_stamp_ns(&before, raw) : 0;
		if (t > ns && t - ns > *back)
			*back = t - ns;
		end = hz / 1000 * (i + 1 < sizeof(ms) / sizeof(ms[0]) ? ms[i + 1] : 500) * 6 / 5;
		for (n = 0; n < 20; n++) {
			t = raw + random_bits() % end;
			t = diff(kpctl_stamp_ns(&c, t), reading(t));
			*worst = t > *worst ? t : *worst;
		}
		last_raw = raw;
		last_ns = ns;
	}
}

static void followed(void)
{
	static const u64 khz[] = { 24000, 1000000, 1995379, 2400000, 2893204, 5700000 };
	u64 worst = 0, back = 0;
	unsigned int i, n;

	for (i = 0; i < sizeof(khz) / sizeof(khz[0]); i++) {
		for (n = 0; n < 200; n++) {
			hz = khz[i] * 1000 + random_bits() % 1000;
			began_raw = any() >> 2;
			began_ns = any() >> 8;
			follow(&worst, &back);
		}
	}
	ktap_diag("most off %llu ns, most back at a seam %llu ns", worst, back);
	ktap_ok(worst < 200, "a clock that nobody slews is followed within 200 ns");
	ktap_ok(back < 200, "... and steps back less than that at a seam");
}

int main(void)
{
	ktap_plan(10);
	ktap_ok(slopes_by_hand(), "slopes, by hand");
	ktap_ok(slopes_any(), "a slope is right, or there is none");
	ktap_ok(same_factor(), "the module's factor makes the same of a duration");
	ktap_ok(line_any(), "a line is what wide arithmetic says, before and behind its point");
	ktap_ok(line_rises(), "it never falls");
	ktap_ok(decades(), "decades do not overflow");
	ktap_ok(by_itself(), "the point, around it, below zero, and stamps that are ns");
	ktap_ok(garbage(), "garbage does no harm");
	followed();
	return ktap_done();
}
