// SPDX-License-Identifier: GPL-2.0
/* Numbers and arrays. Strings are in fetch_string.c, stacks in fetch_stack.c. */
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "prog/fetch.h"
#include "prog/fetch_direct.h"
#include "prog/fetch_mem.h"

u64 kpctl_kernel_start __ro_after_init;

void kpctl_fetch_init(void)
{
	kpctl_kernel_start = kpctl_arch_kernel_start();
}

static __always_inline u64 load(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	if (likely(arg->load < KPCTL_LOAD_BASES))
		return word(arg, site);
	return kpctl_fetch_load(arg, site);
}

/* Was the kept value unreadable at entry, at the start? */
static __always_inline bool was_fault(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	const u64 *mask;

	if (!arg->may_fault)
		return false;
	mask = (const u64 *)site->base[arg->load];
	return mask[arg->fault_bit / 64] >> arg->fault_bit % 64 & 1;
}

/* Loads the value and follows the first n derefs, each of which reads a word. */
static __always_inline bool follow(const struct kpctl_arg *arg, const struct kpctl_site *site,
				   u32 n, u64 *value)
{
	const struct kpctl_deref *d = arg->deref;
	u64 v = load(arg, site);

	if (unlikely(was_fault(arg, site)))
		return false;
	for (; n; n--, d++)
		if (unlikely(!kpctl_mem_step(v + d->off, d->how, &v)))
			return false;
	*value = v;
	return true;
}

notrace noinline bool kpctl_fetch_general(const struct kpctl_arg *arg,
					  const struct kpctl_site *site, u64 *value)
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
		if (unlikely(!kpctl_mem_word(v + last->off, arg->size, last->how, &v)))
			return false;
	}
	*value = adjust(arg, v);
	return true;
}
NOKPROBE_SYMBOL(kpctl_fetch_general);

notrace noinline bool kpctl_fetch_number(const struct kpctl_arg *arg,
					 const struct kpctl_site *site, u64 *value)
{
	return likely(load_direct(arg, site, value)) || kpctl_fetch_general(arg, site, value);
}
NOKPROBE_SYMBOL(kpctl_fetch_number);

notrace noinline bool kpctl_fetch_address(const struct kpctl_arg *arg,
					  const struct kpctl_site *site, u32 nderef, u64 *value)
{
	return follow(arg, site, nderef, value);
}
NOKPROBE_SYMBOL(kpctl_fetch_address);

notrace noinline bool kpctl_fetch_array(const struct kpctl_arg *arg,
					const struct kpctl_site *site, u8 *to)
{
	const struct kpctl_deref *last = &arg->deref[arg->nderef - 1];
	u32 bytes = arg->count * arg->size;
	u64 at;

	*(u64 *)(to + (bytes - 1) / 8 * 8) = 0;		/* padding of the last word */
	if (!follow(arg, site, arg->nderef - 1, &at) ||
	    !kpctl_mem_read(to, at + last->off, bytes, last->how)) {
		memset(to, 0, round_up(bytes, 8));
		return false;
	}
	if (arg->adjust && arg->fill != KPCTL_FILL_SIGN)
		adjust_array(arg, to, arg->count);
	return true;
}
NOKPROBE_SYMBOL(kpctl_fetch_array);

notrace bool kpctl_fetch_kept_array(const struct kpctl_arg *arg, const struct kpctl_site *site,
				    u8 *to)
{
	memcpy(to, site->base[arg->load] + arg->num, round_up(arg->count * arg->size, 8));
	return !was_fault(arg, site);
}
NOKPROBE_SYMBOL(kpctl_fetch_kept_array);
