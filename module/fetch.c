// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/kprobectl.h>

#include "comm.h"
#include "compat.h"
#include "fetch.h"
#include "place.h"
#include "spec/errors.h"

/* Compiling */

static const u8 arg_regs[] = {
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
};

/* $argN at entry: a register, or a word above the return address. */
static void compile_argument(struct kpctl_arg *arg, s64 n)
{
	if (n <= ARRAY_SIZE(arg_regs)) {
		arg->load = KPCTL_LOAD_REG;
		arg->num = arg_regs[n - 1];
	} else {
		arg->load = KPCTL_LOAD_STACK;
		arg->num = n - ARRAY_SIZE(arg_regs);
	}
}

/* At a return $argN is what it was at entry; the same one is kept once. */
static void compile_entry(struct kpctl_fetch *fetch, struct kpctl_arg *arg, s64 n)
{
	struct kpctl_arg keep = {};
	u16 i;

	compile_argument(&keep, n);
	for (i = 0; i < fetch->nentry; i++)
		if (fetch->entry[i].load == keep.load && fetch->entry[i].num == keep.num)
			break;
	if (i == fetch->nentry)
		fetch->entry[fetch->nentry++] = keep;
	arg->load = KPCTL_LOAD_ENTRY;
	arg->num = i;
}

static int compile_source(struct kpctl_fetch *fetch, struct kpctl_arg *arg,
			  const struct kpctl_spec *spec, const struct kpctl_arg_spec *as,
			  struct kpctl_err *err)
{
	unsigned long addr;

	arg->num = as->num;
	switch (as->src) {
	case KPCTL_SRC_REG:
		arg->load = KPCTL_LOAD_REG;
		return 0;
	case KPCTL_SRC_ARG:
		if (spec->kind == KPCTL_KIND_R)
			compile_entry(fetch, arg, as->num);
		else
			compile_argument(arg, as->num);
		return 0;
	case KPCTL_SRC_STACK:
		arg->load = KPCTL_LOAD_STACK;
		return 0;
	case KPCTL_SRC_STACK_ADDR:
		arg->load = KPCTL_LOAD_REG;
		arg->num = offsetof(struct pt_regs, sp);
		return 0;
	case KPCTL_SRC_RETVAL:
		arg->load = KPCTL_LOAD_REG;
		arg->num = offsetof(struct pt_regs, ax);
		return 0;
	case KPCTL_SRC_COMM:
		arg->load = KPCTL_LOAD_COMM;
		return 0;
	case KPCTL_SRC_SYM:
		if (kpctl_place_data(as->sym, &addr)) {
			kpctl_err_fill(err, NO_DATA_SYMBOL, as->column, as->sym);
			return -ENOENT;
		}
		arg->num = addr + as->num;
		fallthrough;
	case KPCTL_SRC_ADDR:
	case KPCTL_SRC_IMM:
		arg->load = KPCTL_LOAD_CONST;
		return 0;
	}
	return -EINVAL;
}

static bool reads_memory(const struct kpctl_arg_spec *as)
{
	return as->nderef || as->src == KPCTL_SRC_ADDR || as->src == KPCTL_SRC_SYM;
}

static int compile_arg(struct kpctl_fetch *fetch, struct kpctl_arg *arg,
		       const struct kpctl_spec *spec, const struct kpctl_arg_spec *as,
		       u16 *nderef, struct kpctl_err *err)
{
	int ret = compile_source(fetch, arg, spec, as, err);

	if (ret)
		return ret;
	arg->type = as->type;
	arg->shift = 64 - 8 * kpctl_type_size(as->type);
	arg->is_signed = as->type >= KPCTL_TYPE_S8 && as->type <= KPCTL_TYPE_S64;
	arg->is_string = kpctl_type_is_string(as->type);
	arg->first_deref = *nderef;
	/* @ADDR is a constant with a memory access behind it */
	if (as->src == KPCTL_SRC_ADDR || as->src == KPCTL_SRC_SYM)
		fetch->deref[(*nderef)++] = (struct kpctl_deref){};
	memcpy(&fetch->deref[*nderef], as->deref, as->nderef * sizeof(*as->deref));
	*nderef += as->nderef;
	arg->nderef = *nderef - arg->first_deref;
	arg->plain = arg->load == KPCTL_LOAD_REG && !arg->nderef && !arg->shift &&
		     !arg->is_string;
	return 0;
}

static u32 count_derefs(const struct kpctl_spec *spec)
{
	u32 i, n = 0;

	for (i = 0; i < spec->nargs; i++)
		n += spec->arg[i].nderef + 1;
	return n;
}

void kpctl_fetch_lay_out(struct kpctl_fetch *fetch, const struct kpctl_spec *spec, u16 fixed)
{
	u32 i;

	memset(fetch, 0, sizeof(*fetch));
	fetch->slots = fixed;
	for (i = 0; i < spec->nargs; i++) {
		if (reads_memory(&spec->arg[i]) && !kpctl_type_is_string(spec->arg[i].type))
			fetch->fault = fixed;
		fetch->nstrings += kpctl_type_is_string(spec->arg[i].type);
	}
	if (fetch->fault)
		fetch->slots += 8 * DIV_ROUND_UP(spec->nargs, 64);
	fetch->size = fetch->slots + 8 * spec->nargs;
}

int kpctl_fetch_compile(struct kpctl_fetch *fetch, const struct kpctl_spec *spec, u16 fixed,
			struct kpctl_err *err)
{
	u16 nderef = 0;
	u32 i;
	int ret = -ENOMEM;

	kpctl_fetch_lay_out(fetch, spec, fixed);
	/* one array for the arguments and, behind them, what entry keeps */
	fetch->arg = kvcalloc(2 * spec->nargs + 1, sizeof(*fetch->arg), GFP_KERNEL_ACCOUNT);
	fetch->deref = kvcalloc(count_derefs(spec) + 1, sizeof(*fetch->deref),
				GFP_KERNEL_ACCOUNT);
	if (!fetch->arg || !fetch->deref) {
		kpctl_err_fill(err, NO_MEMORY, 0);
		goto err_free;
	}
	fetch->nargs = spec->nargs;
	fetch->entry = fetch->arg + spec->nargs;
	for (i = 0; i < spec->nargs; i++) {
		ret = compile_arg(fetch, &fetch->arg[i], spec, &spec->arg[i], &nderef, err);
		if (ret)
			goto err_free;
	}
	return 0;

err_free:
	kpctl_fetch_free(fetch);
	return ret;
}

void kpctl_fetch_free(struct kpctl_fetch *fetch)
{
	kvfree(fetch->arg);
	kvfree(fetch->deref);
	memset(fetch, 0, sizeof(*fetch));
}

/* Running */

static __always_inline u64 load(const struct kpctl_arg *arg, struct pt_regs *regs,
				const u64 *entry)
{
	switch (arg->load) {
	case KPCTL_LOAD_REG:
		return *(u64 *)((u8 *)regs + arg->num);
	case KPCTL_LOAD_ENTRY:
		return entry[arg->num];
	case KPCTL_LOAD_STACK:
		return regs_get_kernel_stack_nth(regs, arg->num);
	default:
		return arg->num;
	}
}

/* An address below the kernel's half is the user's, whatever the spec calls it. */
static __always_inline long read_mem(void *to, u64 from, size_t size, bool user)
{
	if (user || from < TASK_SIZE_MAX)
		return copy_from_user_nofault(to, (void __user *)from, size);
	return copy_from_kernel_nofault(to, (void *)from, size);
}

/* The value of an argument that reads memory; false: not readable. */
static notrace noinline bool load_memory(const struct kpctl_fetch *fetch,
					 const struct kpctl_arg *arg, struct pt_regs *regs,
					 const u64 *entry, u64 *value)
{
	const struct kpctl_deref *d = &fetch->deref[arg->first_deref];
	const struct kpctl_deref *last = d + arg->nderef - 1;
	u64 v = load(arg, regs, entry);

	for (; d < last; d++)
		if (read_mem(&v, v + d->off, sizeof(v), d->user))
			return false;
	*value = 0;
	return !read_mem(value, v + d->off, 8 - arg->shift / 8, d->user);
}
NOKPROBE_SYMBOL(load_memory);

static __always_inline u64 narrow(const struct kpctl_arg *arg, u64 v)
{
	if (arg->is_signed)
		return (s64)(v << arg->shift) >> arg->shift;
	return v << arg->shift >> arg->shift;
}

/* Strings */

#define CHUNK	32

/* Up to and with the first NUL; 0: none. What is behind n bytes is not NUL. */
static __always_inline u32 find_nul(const u64 *words, u32 n)
{
	const u64 ones = 0x0101010101010101ull;
	u32 at;
	u64 z;

	for (at = 0; at < n; at += 8, words++) {
		z = (*words - ones) & ~*words & (ones << 7);
		if (z)
			return at + __ffs(z) / 8 + 1;
	}
	return 0;
}

static __always_inline void put(u8 *to, const u64 *words, u32 n)
{
	u32 i;

	for (; n >= 8; n -= 8, to += 8, words++)
		put_unaligned(*words, (u64 *)to);
	for (i = 0; i < n; i++)
		to[i] = ((const u8 *)words)[i];
}

/*
 * Copy a string in one bounded pass, by chunks that end on a 32-byte boundary
 * of the source and so never cross a page: what is readable is read up to the
 * page that is not there. At most max bytes with the NUL; returns how many, 0
 * for an address that cannot be read at all.
 */
static notrace noinline u32 copy_string(u8 *to, u64 from, u32 max, bool user, u32 *flags)
{
	u64 chunk[CHUNK / 8];
	u32 len = 0, n, end;

	while (len < max) {
		n = min_t(u32, CHUNK - (from & (CHUNK - 1)), max - len);
		chunk[0] = chunk[1] = chunk[2] = chunk[3] = ~0ull;
		if (read_mem(chunk, from, n, user)) {
			if (!len)
				return 0;
			break;
		}
		end = find_nul(chunk, n);
		put(to + len, chunk, end ?: n);
		if (end)
			return len + end;
		len += n;
		from += n;
	}
	/* no NUL within reach: the last byte makes room for one */
	if (len == max)
		len--;
	to[len] = 0;
	*flags |= KPCTL_STR_CUT;
	return len + 1;
}
NOKPROBE_SYMBOL(copy_string);

static __always_inline u32 copy_comm(u8 *to, u32 max)
{
	u64 comm[2];
	u32 n;

	kpctl_comm_read(comm);
	n = min_t(u32, find_nul(comm, sizeof(comm)) ?: sizeof(comm), max);
	put(to, comm, n);
	to[n - 1] = 0;
	return n;
}

/* One string argument: its bytes at rec + at, its slot's two words. */
static notrace noinline u32 fetch_string(const struct kpctl_fetch *fetch,
					 const struct kpctl_arg *arg, struct pt_regs *regs,
					 const u64 *entry, u8 *rec, u32 *slot, u32 at, u32 max)
{
	const struct kpctl_deref *d = &fetch->deref[arg->first_deref];
	u32 len = 0, flags = 0;
	u64 v, i;

	if (!max) {
		flags = KPCTL_STR_CUT;
	} else if (arg->load == KPCTL_LOAD_COMM) {
		len = copy_comm(rec + at, max);
	} else {
		v = load(arg, regs, entry);
		for (i = 1; i < arg->nderef; i++, d++)
			if (read_mem(&v, v + d->off, sizeof(v), d->user))
				goto out;
		len = copy_string(rec + at, v + d->off, max, d->user ||
				  arg->type == KPCTL_TYPE_USTRING, &flags);
	}
out:
	slot[0] = len << 16 | (len ? at : 0);
	slot[1] = flags;
	return len;
}
NOKPROBE_SYMBOL(fetch_string);

notrace noinline u32 kpctl_fetch_slow(const struct kpctl_fetch *fetch,
				      const struct kpctl_arg *arg, struct pt_regs *regs,
				      const u64 *entry, u8 *rec, u32 at, u32 max)
{
	u32 i = arg - fetch->arg;
	u64 *slot = (u64 *)(rec + fetch->slots) + i, v;

	if (arg->is_string)
		return fetch_string(fetch, arg, regs, entry, rec, (u32 *)slot, at, max);
	if (!arg->nderef) {
		*slot = narrow(arg, load(arg, regs, entry));
		return 0;
	}
	if (load_memory(fetch, arg, regs, entry, &v)) {
		*slot = narrow(arg, v);
	} else {
		*slot = 0;
		((u64 *)(rec + fetch->fault))[i / 64] |= 1ull << (i % 64);
	}
	return 0;
}
NOKPROBE_SYMBOL(kpctl_fetch_slow);

notrace void kpctl_fetch_entry(const struct kpctl_fetch *fetch, struct pt_regs *regs, u64 *entry)
{
	u16 i;

	for (i = 0; i < fetch->nentry; i++)
		entry[i] = load(&fetch->entry[i], regs, NULL);
}
NOKPROBE_SYMBOL(kpctl_fetch_entry);
