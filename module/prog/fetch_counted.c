// SPDX-License-Identifier: GPL-2.0
/*
 * Arrays that are as long as the hit says: strings up to a NULL pointer, numbers as many as
 * another argument says. Their slots lead to the elements, which begin at a multiple of 8:
 *
 *	counted	    elements, each of the type's width
 *	list	    a slot for each string | the strings, with a space behind each, a NUL behind
 *		    the last
 *
 * So a list's strings are one text for readers that know no lists.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include <linux/kprobectl.h>

#include "prog/fetch.h"
#include "prog/fetch_direct.h"
#include "prog/fetch_mem.h"

/* Length 0 with an offset: there are no elements; without: these could not be read. */
static __always_inline void put_loc(u32 *slot, u32 at, u32 len, u32 flags)
{
	slot[0] = len << 16 | at;
	slot[1] = flags;
}

/* Zeros up to a multiple of 8, as far as there is room. */
static __always_inline u32 pad_place(u8 *rec, u32 at, u32 limit)
{
	for (; at % 8 && at < limit; at++)
		rec[at] = 0;
	return at;
}

/* The address of the array, or of the pointers. */
static __always_inline bool find_array(const struct kpctl_arg *arg, const struct kpctl_site *site,
				       u64 *at)
{
	if (!kpctl_fetch_address(arg, site, arg->nderef - 1, at))
		return false;
	*at += arg->deref[arg->nderef - 1].off;
	return true;
}

/* Counted arrays */

/* How many elements the array is to have; false: the number could not be read. */
static __always_inline bool read_count(const struct kpctl_fetch *fetch,
				       const struct kpctl_arg *arg, const u8 *rec, u64 *n)
{
	const u64 *mask = (const u64 *)(rec + fetch->fault);

	*n = *(const u64 *)(rec + arg->count_slot);
	if (arg->count_signed && (s64)*n < 0)
		*n = 0;
	return !fetch->fault || !(mask[arg->count_index / 64] >> arg->count_index % 64 & 1);
}

static notrace u32 put_counted(const struct kpctl_fetch *fetch, const struct kpctl_arg *arg,
			       const struct kpctl_site *site, u8 *rec, u32 at, u32 limit)
{
	u32 *slot = (u32 *)(rec + arg->slot), start = pad_place(rec, at, limit), flags = 0, bytes;
	u64 n, from;

	if (!read_count(fetch, arg, rec, &n) || !find_array(arg, site, &from)) {
		put_loc(slot, 0, 0, 0);
		return start;
	}
	if (n > (limit - start) / arg->size) {
		n = (limit - start) / arg->size;
		flags = KPCTL_STR_CUT;
	}
	bytes = n * arg->size;
	if (bytes && !kpctl_mem_read(rec + start, from, bytes, arg->deref[arg->nderef - 1].how)) {
		memset(rec + start, 0, bytes);
		put_loc(slot, 0, 0, 0);
		return start;
	}
	if (arg->adjust && arg->fill != KPCTL_FILL_SIGN)
		adjust_array(arg, rec + start, n);
	put_loc(slot, start, bytes, flags);
	return start + bytes;
}
NOKPROBE_SYMBOL(put_counted);

/* Lists */

/* Up to max pointers in front of a NULL; false: not even the first could be read. */
static __always_inline bool read_pointers(const struct kpctl_arg *arg,
					  const struct kpctl_site *site, u64 *to, u32 max,
					  u32 *n, u32 *flags)
{
	u64 at, pointer;

	if (!find_array(arg, site, &at))
		return false;
	for (*n = 0;; to[(*n)++] = pointer, at += 8) {
		if (!kpctl_mem_word(at, 8, arg->deref[arg->nderef - 1].how, &pointer)) {
			*flags |= KPCTL_STR_CUT;
			return *n;
		}
		if (!pointer)
			return true;
		if (*n == max) {
			*flags |= KPCTL_STR_CUT;
			return true;
		}
	}
}

/* The string of each pointer, whose place the string's slot takes. *n: how many had room. */
static __always_inline u32 put_strings(const struct kpctl_arg *arg, u64 *pointers, u32 *n,
				       u8 *rec, u32 at, u32 limit, u32 *flags)
{
	u32 i, len, cut;

	for (i = 0; i < *n && at < limit; i++) {
		cut = 0;
		len = kpctl_fetch_copy_string(rec + at, pointers[i], limit - at, arg->user, &cut);
		put_loc((u32 *)&pointers[i], len ? at : 0, len, cut);
		at += len;
		if (len)
			rec[at - 1] = ' ';
	}
	if (i < *n) {
		memset(&pointers[i], 0, (*n - i) * sizeof(*pointers));
		*flags |= KPCTL_STR_CUT;
		*n = i;
	}
	return at;
}

static notrace u32 put_list(const struct kpctl_arg *arg, const struct kpctl_site *site, u8 *rec,
			    u32 at, u32 limit)
{
	u32 *slot = (u32 *)(rec + arg->slot), start = pad_place(rec, at, limit), flags = 0, n, text;
	u64 *pointers = (u64 *)(rec + start);

	put_loc(slot, 0, 0, 0);
	put_loc(slot + 2, 0, 0, 0);
	if (start == limit) {	/* not even room for the text's NUL */
		put_loc(slot, start, 0, KPCTL_STR_CUT);
		return start;
	}
	if (!read_pointers(arg, site, pointers,
			   min_t(u32, (limit - start - 1) / 8, KPCTL_LIST_MAX), &n, &flags))
		return start;
	text = start + 8 * n;
	at = put_strings(arg, pointers, &n, rec, text, limit, &flags);
	if (at == text)
		at++;
	rec[at - 1] = 0;
	put_loc(slot, start, 8 * n, flags);
	put_loc(slot + 2, text, at - text, flags);
	return at;
}
NOKPROBE_SYMBOL(put_list);

notrace noinline u32 kpctl_fetch_counted(const struct kpctl_fetch *fetch,
					 const struct kpctl_arg *arg,
					 const struct kpctl_site *site, u8 *rec, u32 at, u32 limit)
{
	if (arg->make == KPCTL_MAKE_LIST)
		return put_list(arg, site, rec, at, limit);
	return put_counted(fetch, arg, site, rec, at, limit);
}
NOKPROBE_SYMBOL(kpctl_fetch_counted);
