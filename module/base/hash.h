/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Keys of tables are rows of words: their hash, and whether two are alike. Whoever compares
 * with a key that is being written sees to it that the answer counts for nothing.
 */
#ifndef KPCTL_BASE_HASH_H
#define KPCTL_BASE_HASH_H

#include <linux/compiler.h>
#include <linux/types.h>

static __always_inline u64 kpctl_hash_word(u64 h, u64 word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 32;
}

/* Two words, where the compiler knows that there are two, take no loop and no memory. */
static __always_inline u64 kpctl_hash_words(u64 h, const u64 *key, u32 words)
{
	u32 i;

	if (__builtin_constant_p(words) && words == 2)
		return kpctl_hash_word(kpctl_hash_word(h, key[0]), key[1]);
	for (i = 0; i < words; i++)
		h = kpctl_hash_word(h, key[i]);
	return h;
}

static __always_inline bool kpctl_hash_same_words(const u64 *a, const u64 *b, u32 words)
{
	u32 i;

	for (i = 0; i < words; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

#endif /* KPCTL_BASE_HASH_H */
