/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments as a short program: compiled once from a spec, run at every hit.
 * Running it never allocates, sleeps, faults or loops without bound.
 *
 * A record of an event with fetch.size bytes and strings behind them:
 *
 *   header | fixed slots of the kind | fault mask | a slot per argument | strings
 *
 * The fault mask is there only when an argument reads memory: bit I is set when
 * argument I could not be read (its slot is 0 then).
 */
#ifndef KPCTL_FETCH_H
#define KPCTL_FETCH_H

#include <linux/ptrace.h>
#include <linux/types.h>

#include "spec/spec.h"

/* Where a value comes from; the spec's sources boiled down. */
enum kpctl_load {
	KPCTL_LOAD_REG,		/* num: offset in pt_regs */
	KPCTL_LOAD_ENTRY,	/* num: index of a value kept at entry */
	KPCTL_LOAD_STACK,	/* num: word of the stack */
	KPCTL_LOAD_CONST,	/* num */
	KPCTL_LOAD_COMM,
};

struct kpctl_arg {
	u8 load;		/* enum kpctl_load */
	u8 type;		/* enum kpctl_type */
	u8 nderef;		/* in fetch->deref, from first_deref on */
	u8 shift;		/* 64 - width of the type */
	u16 first_deref;
	bool plain;		/* 64 bits straight from a register */
	bool is_signed;
	bool is_string;
	s64 num;
};

struct kpctl_fetch {
	u16 nargs;
	u16 slots;		/* offset of the first argument's slot */
	u16 fault;		/* offset of the fault mask, 0: none */
	u16 size;		/* bytes without strings */
	u16 nstrings;
	u16 nentry;		/* values to keep at entry */
	struct kpctl_deref *deref;
	struct kpctl_arg *arg;
	struct kpctl_arg *entry;	/* what to keep at entry */
};

/* Only the offsets: what a record will look like. */
void kpctl_fetch_lay_out(struct kpctl_fetch *fetch, const struct kpctl_spec *spec, u16 fixed);

/*
 * Compile; fixed is where the kind's fixed slots end. Looks up @SYM, so it runs
 * anew whenever the event is planted.
 */
int kpctl_fetch_compile(struct kpctl_fetch *fetch, const struct kpctl_spec *spec, u16 fixed,
			struct kpctl_err *err);
void kpctl_fetch_free(struct kpctl_fetch *fetch);

/* At entry of a call whose return will be seen. */
void kpctl_fetch_entry(const struct kpctl_fetch *fetch, struct pt_regs *regs, u64 *entry);

/* One argument that is not plain. Returns the bytes of string it wrote at rec + at. */
u32 kpctl_fetch_slow(const struct kpctl_fetch *fetch, const struct kpctl_arg *arg,
		     struct pt_regs *regs, const u64 *entry, u8 *rec, u32 at, u32 max);

/*
 * Fill the slots of rec, and strings behind them up to str_max bytes. Returns
 * the record's length, a multiple of 8.
 */
static __always_inline u32 kpctl_fetch_run(const struct kpctl_fetch *fetch,
					   struct pt_regs *regs, const u64 *entry, u8 *rec,
					   u32 str_max)
{
	const struct kpctl_arg *arg = fetch->arg, *end = arg + fetch->nargs;
	u64 *slot = (u64 *)(rec + fetch->slots);
	u32 len = fetch->size, limit = len + str_max, at;

	if (unlikely(fetch->fault))
		for (at = fetch->fault; at < fetch->slots; at += 8)
			*(u64 *)(rec + at) = 0;
	for (; arg < end; arg++, slot++) {
		if (likely(arg->plain))
			*slot = *(u64 *)((u8 *)regs + arg->num);
		else
			len += kpctl_fetch_slow(fetch, arg, regs, entry, rec, len, limit - len);
	}
	/* without strings len is a multiple of 8 already */
	for (; unlikely(len % 8); len++)
		rec[len] = 0;
	return len;
}

#endif /* KPCTL_FETCH_H */
