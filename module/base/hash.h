/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Keys of tables are rows of words: their hash, and whether two are alike. Whoever compares
 * with a key that is being written sees to it that the answer counts for nothing.
 */
#ifndef KPCTL_BASE_HASH_H
#define KPCTL_BASE_HASH_H

#include <linux/compiler.h>
#include <linux/types.h>

static __always_inline u64 kpctl_hash_words(u64 h, const u64 *key, u32 words)
{
	u32 i;

	for (i = 0; i < words; i++) {
		h = (h ^ key[i]) * 0x9e3779b97f4a7c15ull;
		h ^= h >> 32;
	}
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
