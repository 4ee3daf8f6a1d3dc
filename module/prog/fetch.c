// SPDX-License-Identifier: GPL-2.0
/* Numbers and arrays. Strings are in fetch_string.c, stacks in fetch_stack.c. */
#ifdef __KERNEL__
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <asm/cpufeature.h>
#endif

#include "prog/fetch.h"
#include "prog/fetch_mem.h"

u64 kpctl_kernel_start __ro_after_init;

void kpctl_fetch_init(void)
{
	kpctl_kernel_start = cpu_feature_enabled(X86_FEATURE_LA57) ? ~0ull << 56 : ~0ull << 47;
}

/* The word that has a base; one in the task may lie across two. */
static __always_inline u64 word(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	return get_unaligned((const u64 *)(site->base[arg->load] + arg->num));
}

static __always_inline u64 load(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	if (likely(arg->load < KPCTL_LOAD_BASES))
		return word(arg, site);
	return kpctl_fetch_load(arg, site);
}

static __always_inline u64 adjust(const struct kpctl_arg *arg, u64 v)
{
	if (likely(!arg->adjust))
		return v;
	v <<= arg->lshift;
	return arg->is_signed ? (u64)((s64)v >> arg->rshift) : v >> arg->rshift;
}

/* Did it fail to be read at entry? */
static __always_inline bool was_fault(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	const u64 *mask = (const u64 *)site->kept;

	return arg->may_fault && mask[arg->fault_bit / 64] >> arg->fault_bit % 64 & 1;
}

/* A value all of whose derefs are words: what a last step then reads at. */
static __always_inline bool follow(const struct kpctl_arg *arg, const struct kpctl_site *site,
				   u32 n, u64 *value)
{
	const struct kpctl_deref *d = arg->deref;
	u64 v = load(arg, site);

	if (unlikely(was_fault(arg, site)))
		return false;
	for (; n; n--, d++)
		if (unlikely(!kpctl_mem_word(v + d->off, 8, d->user, &v)))
			return false;
	*value = v;
	return true;
}

/* Where the memory behind it is; false: not in the kernel. */
static __always_inline bool cut_field(const struct kpctl_arg *arg, const struct kpctl_site *site,
				  u64 *from)
{
	*from = word(arg, site) + arg->off;
	return kpctl_mem_is_kernel(*from);
}

/*
 * false: not for us, or not readable. In the order of what is met most, and each
 * with a path of its own: what two of them shared would cost both a jump.
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

static notrace noinline bool number(const struct kpctl_arg *arg, const struct kpctl_site *site,
				   u64 *value)
{
	const struct kpctl_deref *last;
	u64 v;

	if (arg->make != KPCTL_MAKE_MEM) {
		if (unlikely(!follow(arg, site, arg->nderef, &v)))
			return false;
	} else {
		if (unlikely(!follow(arg, site, arg->nderef - 1, &v)))
			return false;
		last = &arg->deref[arg->nderef - 1];
		if (unlikely(!kpctl_mem_word(v + last->off, arg->size, last->user, &v)))
			return false;
	}
	*value = adjust(arg, v);
	return true;
}

NOKPROBE_SYMBOL(number);

notrace noinline bool kpctl_fetch_number(const struct kpctl_arg *arg,
					 const struct kpctl_site *site, u64 *value)
{
	return likely(load_direct(arg, site, value)) || number(arg, site, value);
}
NOKPROBE_SYMBOL(kpctl_fetch_number);

notrace noinline bool kpctl_fetch_address(const struct kpctl_arg *arg,
					  const struct kpctl_site *site, u32 nderef, u64 *value)
{
	return follow(arg, site, nderef, value);
}
NOKPROBE_SYMBOL(kpctl_fetch_address);

/* Cut each element of a bit field out of its container, in place. */
static void adjust_array(const struct kpctl_arg *arg, u8 *to)
{
	u32 i;
	u64 v;

	for (i = 0; i < arg->count; i++, to += arg->size) {
		v = 0;
		memcpy(&v, to, arg->size);
		v = v << arg->lshift >> arg->rshift;
		memcpy(to, &v, arg->size);
	}
}

static notrace noinline bool fetch_array(const struct kpctl_arg *arg,
					 const struct kpctl_site *site, u8 *to)
{
	const struct kpctl_deref *last = &arg->deref[arg->nderef - 1];
	u32 bytes = arg->count * arg->size;
	u64 at;

	*(u64 *)(to + (bytes - 1) / 8 * 8) = 0;		/* what pads it */
	if (!follow(arg, site, arg->nderef - 1, &at) ||
	    !kpctl_mem_read(to, at + last->off, bytes, last->user)) {
		memset(to, 0, round_up(bytes, 8));
		return false;
	}
	if (arg->adjust && !arg->is_signed)
		adjust_array(arg, to);
	return true;
}
NOKPROBE_SYMBOL(fetch_array);

static notrace bool fetch_kept_array(const struct kpctl_arg *arg, const struct kpctl_site *site,
				     u8 *to)
{
	memcpy(to, site->kept + arg->num, round_up(arg->count * arg->size, 8));
	return !was_fault(arg, site);
}
NOKPROBE_SYMBOL(fetch_kept_array);

static __always_inline void note_fault(const struct kpctl_fetch *fetch,
				       const struct kpctl_arg *arg, u8 *rec)
{
	((u64 *)(rec + fetch->fault))[arg->index / 64] |= 1ull << arg->index % 64;
}

/* All but numbers. Returns where the next string goes. */
static notrace noinline u32 fetch_other(const struct kpctl_fetch *fetch,
					const struct kpctl_arg *arg,
					const struct kpctl_site *site, u8 *rec, u32 at, u32 limit)
{
	bool fine;

	if (arg->make != KPCTL_MAKE_ARRAY && (arg->make != KPCTL_MAKE_KEPT || arg->is_string))
		return kpctl_fetch_strings(fetch, arg, site, rec, at, limit);
	if (arg->make == KPCTL_MAKE_ARRAY)
		fine = fetch_array(arg, site, rec + arg->slot);
	else
		fine = fetch_kept_array(arg, site, rec + arg->slot);
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
			if (!number(arg, site, (u64 *)(rec + arg->slot)))
				note_fault(fetch, arg, rec);
		}
	} while (++arg < end);
	if (len % 8) {	/* the rest of the last word, which is the record's */
		*(u64 *)(rec + round_down(len, 8)) &= ~(~0ull << 8 * (len % 8));
		len = round_up(len, 8);
	}
	return len;
}
NOKPROBE_SYMBOL(kpctl_fetch_rest);
