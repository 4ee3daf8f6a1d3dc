// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments whose bytes stand behind the slots: strings, names of addresses,
 * stack traces.
 */
#include <linux/bitops.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "ring/comm.h"
#include <linux/kprobectl.h>

#include "prog/fetch.h"
#include "prog/fetch_mem.h"
#include "spec/sock.h"
#include "spec/task.h"

#define CHUNK	32

/* Not 0 if a byte is NUL; the lowest bit set is then the top bit of the first NUL byte. */
static __always_inline u64 nuls(u64 word)
{
	const u64 ones = 0x0101010101010101ull;

	return (word - ones) & ~word & (ones << 7);
}

/* Bytes up to the first NUL and with it; 0: no NUL. The bytes behind n are never NUL. */
static __always_inline u32 find_nul(const u64 *words, u32 n)
{
	u32 at;
	u64 z;

	for (at = 0; at < n; at += 8, words++) {
		z = nuls(*words);
		if (z)
			return at + __ffs(z) / 8 + 1;
	}
	return 0;
}

static __always_inline void put_words(u8 *to, const u64 *words, u32 n)
{
	u32 i;

	for (; n >= 8; n -= 8, to += 8, words++)
		put_unaligned(*words, (u64 *)to);
	for (i = 0; i < n; i++)
		to[i] = ((const u8 *)words)[i];
}

/*
 * The first part of a kernel string, read by aligned words, which never cross a page, for
 * as long as a word can be loaded and `to` has room for a whole word. True if the NUL has
 * been copied; otherwise *len bytes of the string are there. The bytes that a word stores
 * behind *len are zeros or ones, never more of the kernel's memory.
 */
static __always_inline bool copy_words(u8 *to, u64 from, u32 max, u32 *len)
{
	u32 skip = from % 8;
	u64 word, z;

	for (from -= skip; max - *len >= 8 && kpctl_mem_is_kernel(from); from += 8) {
		word = KPCTL_LOAD(u64, from, fault);
		/* the first word: the bytes before the string are shifted out, 0xff fills up */
		word = word >> 8 * skip | ~(~0ull >> 8 * skip);
		z = nuls(word);
		if (z) {
			put_unaligned(word & (((z & -z) >> 7) - 1), (u64 *)(to + *len));
			*len += __ffs(z) / 8 + 1;
			return true;
		}
		put_unaligned(word, (u64 *)(to + *len));
		*len += 8 - skip;
		skip = 0;
	}
fault:
	return false;
}

/*
 * One bounded pass, by chunks that end on a 32-byte boundary of the source and so never cross
 * a page: a string that runs into a missing page is copied up to that page.
 */
notrace noinline u32 kpctl_fetch_copy_string(u8 *to, u64 from, u32 max, bool user, u32 *flags)
{
	u64 chunk[CHUNK / 8];
	u32 len = 0, n, end;

	if (!user && copy_words(to, from, max, &len))
		return len;
	from += len;
	while (len < max) {
		n = min_t(u32, CHUNK - (from & (CHUNK - 1)), max - len);
		chunk[0] = chunk[1] = chunk[2] = chunk[3] = ~0ull;
		if (!kpctl_mem_read(chunk, from, n, user)) {
			if (!len)
				return 0;
			break;
		}
		end = find_nul(chunk, n);
		put_words(to + len, chunk, end ?: n);
		if (end)
			return len + end;
		len += n;
		from += n;
	}
	/* no NUL found: a full buffer gives up its last byte for the NUL */
	if (len == max)
		len--;
	to[len] = 0;
	*flags |= KPCTL_STR_CUT;
	return len + 1;
}
NOKPROBE_SYMBOL(kpctl_fetch_copy_string);

/* A text in the module's memory, of `len` bytes without the NUL, cut off at `max`. */
static u32 copy_text(u8 *to, const char *text, u32 len, u32 max, u32 *flags)
{
	if (len >= max) {
		len = max - 1;
		*flags |= KPCTL_STR_CUT;
	}
	memcpy(to, text, len);
	to[len] = 0;
	return len + 1;
}

static notrace u32 copy_comm(u8 *to, u32 max, u32 *flags)
{
	u64 comm[2];
	u32 n;

	kpctl_comm_read(comm);
	n = find_nul(comm, sizeof(comm)) ?: sizeof(comm);
	return copy_text(to, (const char *)comm, n - 1, max, flags);
}
NOKPROBE_SYMBOL(copy_comm);

/* A symbol as tracefs prints it: "name+0x1/0x2 [mod]", or the number. */
static notrace noinline u32 copy_symbol(u8 *to, u64 addr, u32 max, u32 *flags)
{
	char name[KSYM_SYMBOL_LEN];

	return copy_text(to, name, sprint_symbol(name, addr), max, flags);
}
NOKPROBE_SYMBOL(copy_symbol);

/* A string that entry, or a start, kept: the slot at offset `at` of the kept record leads to the bytes. */
static notrace u32 copy_kept(const u8 *kept, u32 at, u8 *to, u32 max, u32 *flags)
{
	const u32 *slot = (const u32 *)(kept + at);
	u32 len = slot[0] >> 16;

	*flags |= slot[1];
	if (!len)
		return 0;
	return copy_text(to, (const char *)kept + (slot[0] & 0xffff), len - 1, max, flags);
}
NOKPROBE_SYMBOL(copy_kept);

notrace noinline u32 kpctl_fetch_kept_stack(const struct kpctl_arg *arg,
					    const struct kpctl_site *site, u64 *to, u32 max,
					    u32 *flags)
{
	const u8 *kept = site->base[arg->load];
	const u32 *slot = (const u32 *)(kept + arg->num);
	u32 n = (slot[0] >> 16) / 8;

	*flags |= slot[1];
	if (n > max) {
		n = max;
		*flags |= KPCTL_STR_CUT;
	}
	memcpy(to, kept + (slot[0] & 0xffff), 8 * n);
	return n;
}
NOKPROBE_SYMBOL(kpctl_fetch_kept_stack);

/* Element i of an array of strings, or the single string. */
static notrace u32 copy_element(const struct kpctl_arg *arg, const struct kpctl_site *site, u32 i,
				u8 *to, u32 max, u32 *flags)
{
	const struct kpctl_deref *last = &arg->deref[arg->nderef - 1];
	u64 at;

	if (!arg->nderef) {	/* the line gives the address */
		at = arg->num;
		return i ? 0 : kpctl_fetch_copy_string(to, at, max, arg->user, flags);
	}
	if (!kpctl_fetch_address(arg, site, arg->nderef - 1, &at))
		return 0;
	at += last->off;
	if (arg->make == KPCTL_MAKE_STRINGS &&
	    !kpctl_mem_word(at + 8 * i, 8, last->how, &at))
		return 0;
	return kpctl_fetch_copy_string(to, at, max, arg->user, flags);
}
NOKPROBE_SYMBOL(copy_element);

/* The last step comes to the struct where the walk begins. */
static notrace noinline u32 copy_path(const struct kpctl_arg *arg, const struct kpctl_site *site,
				      u8 *to, u32 max, u32 *flags)
{
	u64 at;

	if (!kpctl_fetch_address(arg, site, arg->nderef - 1, &at))
		return 0;
	return kpctl_fetch_path(at + arg->deref[arg->nderef - 1].off, arg->walk, to, max, flags);
}
NOKPROBE_SYMBOL(copy_path);

static notrace noinline u32 copy_sock(const struct kpctl_arg *arg, const struct kpctl_site *site,
				      u8 *to, u32 max, u32 *flags)
{
	char text[KPCTL_SOCK_TEXT];
	u32 len;
	u64 at;

	if (!kpctl_fetch_address(arg, site, arg->nderef - 1, &at))
		return 0;
	len = kpctl_fetch_sock(at + arg->deref[arg->nderef - 1].off, text);
	return len ? copy_text(to, text, len, max, flags) : 0;
}
NOKPROBE_SYMBOL(copy_sock);

static notrace noinline u32 copy_task(const struct kpctl_arg *arg, const struct kpctl_site *site,
				      u8 *to, u32 max, u32 *flags)
{
	char text[KPCTL_TASK_TEXT];
	u32 len;
	u64 at;

	if (!kpctl_fetch_address(arg, site, arg->nderef - 1, &at))
		return 0;
	len = kpctl_fetch_task(at + arg->deref[arg->nderef - 1].off, arg->walk, text);
	return len ? copy_text(to, text, len - 1, max, flags) : 0;
}
NOKPROBE_SYMBOL(copy_task);

static notrace u32 copy_any(const struct kpctl_arg *arg, const struct kpctl_site *site, u32 i,
			    u8 *to, u32 max, u32 *flags)
{
	u64 v;

	switch (arg->make) {
	case KPCTL_MAKE_STRING:
	case KPCTL_MAKE_STRINGS:
		return copy_element(arg, site, i, to, max, flags);
	case KPCTL_MAKE_COMM:
		return copy_comm(to, max, flags);
	case KPCTL_MAKE_TEXT:
		return copy_text(to, arg->text, strlen(arg->text), max, flags);
	case KPCTL_MAKE_SYMSTR:
		if (!kpctl_fetch_address(arg, site, arg->nderef, &v))
			return 0;
		return copy_symbol(to, v, max, flags);
	case KPCTL_MAKE_KEPT:
		return copy_kept(site->base[arg->load], arg->num + 8 * i, to, max, flags);
	}
	if (likely(arg->make == KPCTL_MAKE_PATH))
		return copy_path(arg, site, to, max, flags);
	return arg->make == KPCTL_MAKE_SOCK ? copy_sock(arg, site, to, max, flags) :
					      copy_task(arg, site, to, max, flags);
}
NOKPROBE_SYMBOL(copy_any);

/* A value of an address type (spec/address.h), which is a word or an array. */
static notrace u32 copy_address(const struct kpctl_arg *arg, const struct kpctl_site *site, u8 *to)
{
	bool fine;
	u64 v;

	if (arg->make <= KPCTL_MAKE_MEM) {
		fine = kpctl_fetch_number(arg, site, &v);
		put_unaligned(v, (u64 *)to);
		return fine ? arg->size : 0;
	}
	if (arg->make == KPCTL_MAKE_ARRAY)
		fine = kpctl_fetch_array(arg, site, to);
	else
		fine = kpctl_fetch_kept_array(arg, site, to);
	return fine ? arg->size : 0;
}
NOKPROBE_SYMBOL(copy_address);

notrace noinline u32 kpctl_fetch_text(const struct kpctl_arg *arg, const struct kpctl_site *site,
				      u8 *to, u32 max, u32 *flags)
{
	if (unlikely(!arg->is_string))
		return copy_address(arg, site, to);
	return copy_any(arg, site, 0, to, max, flags);
}
NOKPROBE_SYMBOL(kpctl_fetch_text);

/* Return addresses are words: aligned, with zeros in the gap in front. */
static notrace u32 put_stack(const struct kpctl_fetch *fetch, const struct kpctl_arg *arg,
			     const struct kpctl_site *site, u8 *rec, u32 at, u32 limit)
{
	u32 *slot = (u32 *)(rec + arg->slot);
	u32 pad = -at & 7, flags = 0, n = 0;

	if (at + pad + 8 <= limit) {
		for (; at % 8; at++)
			rec[at] = 0;
		n = kpctl_fetch_frames(arg, site, (u64 *)(rec + at),
				       min_t(u32, (limit - at) / 8, fetch->frame_cap), &flags);
	} else {
		flags = KPCTL_STR_CUT;
	}
	slot[0] = n ? n * 8 << 16 | at : 0;
	slot[1] = flags;
	return at + n * 8;
}
NOKPROBE_SYMBOL(put_stack);

/*
 * Most strings are in kernel memory, at a constant address or at one that a word at an
 * offset from a base points to: *from. False: the string takes the general path.
 */
static __always_inline bool is_plain_text(const struct kpctl_arg *arg,
					  const struct kpctl_site *site,
					  u64 *from)
{
	if (arg->make != KPCTL_MAKE_STRING || arg->user || arg->nderef != 1 || arg->may_fault)
		return false;
	if (arg->load < KPCTL_LOAD_BASES)
		*from = get_unaligned((const u64 *)(site->base[arg->load] + arg->num));
	else if (arg->load == KPCTL_LOAD_CONST)
		*from = arg->num;
	else
		return false;
	*from += arg->deref[0].off;
	return true;
}

static notrace noinline u32 fetch_any(const struct kpctl_fetch *fetch,
				      const struct kpctl_arg *arg,
				      const struct kpctl_site *site, u8 *rec, u32 at, u32 limit)
{
	u32 *slot = (u32 *)(rec + arg->slot), i, n = arg->count ?: 1, len, flags, max;

	if (arg->make >= KPCTL_MAKE_STACK) {
		if (unlikely(arg->make != KPCTL_MAKE_STACK))
			return kpctl_fetch_counted(fetch, arg, site, rec, at, limit);
		return put_stack(fetch, arg, site, rec, at, limit);
	}
	for (i = 0; i < n; i++, slot += 2) {
		max = min_t(u32, limit - at, fetch->str_cap);
		flags = len = 0;
		if (max)
			len = copy_any(arg, site, i, rec + at, max, &flags);
		else
			flags = KPCTL_STR_CUT;
		slot[0] = len << 16 | (len ? at : 0);
		slot[1] = flags;
		at += len;
	}
	return at;
}
NOKPROBE_SYMBOL(fetch_any);

notrace noinline u32 kpctl_fetch_strings(const struct kpctl_fetch *fetch,
					 const struct kpctl_arg *arg,
					 const struct kpctl_site *site, u8 *rec, u32 at, u32 limit)
{
	u32 *slot = (u32 *)(rec + arg->slot), len = 0;
	u64 from;

	if (!is_plain_text(arg, site, &from) ||
	    !copy_words(rec + at, from, min_t(u32, limit - at, fetch->str_cap), &len))
		return fetch_any(fetch, arg, site, rec, at, limit);
	slot[0] = len << 16 | at;
	slot[1] = 0;
	return at + len;
}
NOKPROBE_SYMBOL(kpctl_fetch_strings);
