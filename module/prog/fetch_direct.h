/* SPDX-License-Identifier: GPL-2.0 */
/* The values of most arguments, fetched inline: see enum kpctl_direct. */
#ifndef KPCTL_PROG_FETCH_DIRECT_H
#define KPCTL_PROG_FETCH_DIRECT_H

#include <linux/swab.h>

#include "prog/fetch.h"
#include "prog/fetch_mem.h"

/* The word at an offset from a base; unaligned, as a word of the task may lie across two. */
static __always_inline u64 word(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	return get_unaligned((const u64 *)(site->base[arg->load] + arg->num));
}

static __always_inline u64 adjust(const struct kpctl_arg *arg, u64 v)
{
	if (likely(!arg->adjust))
		return v;
	v <<= arg->lshift;
	if (arg->fill == KPCTL_FILL_ZERO)
		return v >> arg->rshift;
	return arg->fill == KPCTL_FILL_SIGN ? (u64)((s64)v >> arg->rshift) : swab64(v);
}

/* Cuts each element of a bit field out of its container, or swaps it, in place. */
static __always_inline void adjust_array(const struct kpctl_arg *arg, u8 *to, u32 n)
{
	u64 v;

	for (; n; n--, to += arg->size) {
		v = 0;
		memcpy(&v, to, arg->size);
		v = adjust(arg, v);
		memcpy(to, &v, arg->size);
	}
}

/* *from: the address that the word and its offset lead to; false: not in the kernel. */
static __always_inline bool cut_field(const struct kpctl_arg *arg, const struct kpctl_site *site,
				      u64 *from)
{
	*from = word(arg, site) + arg->off;
	return kpctl_mem_is_kernel(*from);
}

/*
 * False: the general path is to fetch the value, or to find that it is unreadable. The cases
 * stand in the order of their frequency and share no code: shared code would cost a jump.
 */
static __always_inline bool load_direct(const struct kpctl_arg *arg, const struct kpctl_site *site,
					u64 *value)
{
	u64 from;

	if (likely(arg->direct == KPCTL_DIRECT_U64)) {
		if (!cut_field(arg, site, &from))
			return false;
		*value = KPCTL_LOAD(u64, from, fault);
		return true;
	}
	if (likely(arg->direct == KPCTL_DIRECT_U32)) {
		if (!cut_field(arg, site, &from))
			return false;
		*value = KPCTL_LOAD(u32, from, fault);
		return true;
	}
	if (arg->direct == KPCTL_DIRECT_WORD) {
		*value = adjust(arg, word(arg, site));
		return true;
	}
	if (arg->direct == KPCTL_DIRECT_NO || !cut_field(arg, site, &from))
		return false;
	if (arg->direct == KPCTL_DIRECT_S32)
		*value = (s64)KPCTL_LOAD(s32, from, fault);
	else if (arg->direct == KPCTL_DIRECT_U8)
		*value = KPCTL_LOAD(u8, from, fault);
	else
		*value = KPCTL_LOAD(u16, from, fault);
	return true;
fault:
	return false;
}

#endif /* KPCTL_PROG_FETCH_DIRECT_H */
