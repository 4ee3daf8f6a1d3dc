// SPDX-License-Identifier: GPL-2.0
/*
 * module/base/word.h as it is: built twice, with the machine's instructions and in plain C,
 * and both must say what a comparison of 128 bits says.
 */
#include "base/word.h"
#include "ktap.h"

#define COUNT(a)	(sizeof(a) / sizeof(*(a)))

static const u64 value[] = {
	0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
	0x7fffffffffffffff, 0x8000000000000000, 0xffffffff80000000, ~0ull - 1, ~0ull,
};

static bool same_word(u64 a, u64 b)
{
	local_t word = { (long)a };
	u32 word32 = a;
	u8 word8 = a;

	return kpctl_word_is(&word, b) == (a == b) &&
	       kpctl_word_is32(&word32, b) == ((u32)a == (u32)b) &&
	       kpctl_word_is8(&word8, b) == ((u8)a == (u8)b) &&
	       kpctl_word_is64(&a, b) == (a == b) &&
	       kpctl_word_is_below(&word, b) == ((__int128)(long)a < (long)b) &&
	       kpctl_word_is_above64(&a, b) == ((unsigned __int128)a > b);
}

static bool moves(u64 is, u64 from, u64 to)
{
	local_t word = { (long)is };
	bool moved = kpctl_word_move(&word, from, to);

	return moved == (is == from) && (u64)word.v == (moved ? to : is);
}

/* Constants are operands of their own. */
static bool constants(void)
{
	local_t word = { -1 };
	u64 word64 = ~0ull;
	u32 word32 = 1u << 31;
	u8 word8 = 0x80;

	return kpctl_word_is(&word, -1) && !kpctl_word_is(&word, 0xffffffff) &&
	       kpctl_word_is64(&word64, ~0ull) && kpctl_word_is_above64(&word64, 1) &&
	       !kpctl_word_is64(&word64, ~0ull << 31) && kpctl_word_is_below(&word, 0) &&
	       kpctl_word_is32(&word32, 1u << 31) && kpctl_word_is8(&word8, 0x80);
}

static bool multiplies(u64 a, u64 b)
{
	return kpctl_word_mul_shr(a, b, 32) == (u64)((unsigned __int128)a * b >> 32) &&
	       kpctl_word_mul_shr(a, b, 1) == (u64)((unsigned __int128)a * b >> 1) &&
	       kpctl_word_mul_shr(a, b, 63) == (u64)((unsigned __int128)a * b >> 63);
}

/* What is called; nothing but the result may be different behind it. */

static u64 seen[3];

kpctl_keeps_registers noinline __attribute__((used)) u64 sum_of(u64 a, u64 b, u64 c);
kpctl_keeps_registers u64 sum_of(u64 a, u64 b, u64 c)
{
	seen[0] = a;
	seen[1] = b;
	seen[2] = c;
	return a + 3 * b + 5 * c;
}

static bool calls(u64 a, u64 b, u64 c)
{
	u64 got = KPCTL_CALL_KEEPING(sum_of, a, b, c);

	return got == a + 3 * b + 5 * c && seen[0] == a && seen[1] == b && seen[2] == c;
}

int main(void)
{
	unsigned int bad_same = 0, bad_move = 0, bad_mul = 0, bad_call = 0, i, j, k;

	for (i = 0; i < COUNT(value); i++) {
		for (j = 0; j < COUNT(value); j++) {
			bad_same += !same_word(value[i], value[j]);
			bad_mul += !multiplies(value[i], value[j]);
			for (k = 0; k < COUNT(value); k++) {
				bad_move += !moves(value[i], value[j], value[k]);
				bad_call += !calls(value[i], value[j], value[k]);
			}
		}
	}
	ktap_plan(5);
	ktap_ok(!bad_same, "comparisons");
	ktap_ok(constants(), "... with constants");
	ktap_ok(!bad_move, "moved, or left as it was");
	ktap_ok(!bad_mul, "products");
	ktap_ok(!bad_call, "calls");
	return ktap_done();
}
