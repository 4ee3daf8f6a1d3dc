// SPDX-License-Identifier: GPL-2.0
/* A record's arguments one after the other, except the plain ones (whole registers). */
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "prog/fetch.h"
#include "prog/fetch_direct.h"
#include "prog/fetch_mem.h"

static __always_inline void note_fault(const struct kpctl_fetch *fetch,
				       const struct kpctl_arg *arg, u8 *rec)
{
	((u64 *)(rec + fetch->fault))[arg->index / 64] |= 1ull << arg->index % 64;
}

/* Arrays, strings and stacks. Returns the offset for the next string. */
static notrace noinline u32 fetch_other(const struct kpctl_fetch *fetch,
					const struct kpctl_arg *arg,
					const struct kpctl_site *site, u8 *rec, u32 at, u32 limit)
{
	bool fine;

	if (arg->make != KPCTL_MAKE_ARRAY && (arg->make != KPCTL_MAKE_KEPT || arg->is_string))
		return kpctl_fetch_strings(fetch, arg, site, rec, at, limit);
	if (arg->make == KPCTL_MAKE_ARRAY)
		fine = kpctl_fetch_array(arg, site, rec + arg->slot);
	else
		fine = kpctl_fetch_kept_array(arg, site, rec + arg->slot);
	if (!fine)
		note_fault(fetch, arg, rec);
	return at;
}
NOKPROBE_SYMBOL(fetch_other);

notrace noinline u32 kpctl_fetch_rest(const struct kpctl_fetch *fetch,
				      const struct kpctl_site *site, u8 *rec, u32 limit)
{
	const struct kpctl_arg *arg = fetch->arg, *end = arg + fetch->nargs;
	u32 len = fetch->size, i;
	u64 v;

	for (i = 0; i < fetch->nfault; i += 8)
		*(u64 *)(rec + fetch->fault + i) = 0;
	do {
		if (likely(load_direct(arg, site, &v))) {
			*(u64 *)(rec + arg->slot) = v;
		} else if (arg->make > KPCTL_MAKE_MEM) {
			len = fetch_other(fetch, arg, site, rec, len, limit);
		} else {
			*(u64 *)(rec + arg->slot) = 0;
			if (!kpctl_fetch_general(arg, site, (u64 *)(rec + arg->slot)))
				note_fault(fetch, arg, rec);
		}
	} while (++arg < end);
	if (len % 8) {	/* zeros up to the end of the last word, which the record owns */
		*(u64 *)(rec + round_down(len, 8)) &= ~(~0ull << 8 * (len % 8));
		len = round_up(len, 8);
	}
	return len;
}
NOKPROBE_SYMBOL(kpctl_fetch_rest);
