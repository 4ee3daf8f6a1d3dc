/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments as a short program: compiled once from a spec, run at every hit.
 * Running it never allocates, sleeps, faults or loops without bound.
 *
 * A record of an event with fetch.size bytes and strings behind them:
 *
 *   header | fixed slots of the kind | fault mask | values | strings, stacks
 *
 * A value takes a slot of 8 bytes, an array as many as it needs. The fault mask
 * is there only when an argument reads memory: bit I is set when argument I
 * could not be read (its value is 0 then).
 *
 * What a return probe keeps of a call's entry is such a record too, without a
 * header and with a mask at its start, in the instance's private data.
 */
#ifndef KPCTL_PROG_FETCH_H
#define KPCTL_PROG_FETCH_H

#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/types.h>

#include "spec/spec.h"

#define KPCTL_KEPT_STRING	256	/* bytes of a string kept at entry */
#define KPCTL_KEPT_STRINGS	3072	/* of all of them */
#define KPCTL_STACK_FRAMES	128	/* of a stack trace */

/* Where a value comes from; the spec's sources boiled down. */
enum kpctl_load {
	KPCTL_LOAD_REG,		/* num: offset in pt_regs */
	KPCTL_LOAD_KEPT,	/* num: offset in what was kept at entry */
	KPCTL_LOAD_SITE,	/* num: offset in struct kpctl_site */
	KPCTL_LOAD_TASK,	/* num: offset in struct task_struct */
	KPCTL_LOAD_BASES,	/* up to here num is an offset from a base */
	KPCTL_LOAD_CONST = KPCTL_LOAD_BASES,	/* num */
	KPCTL_LOAD_STACK,	/* num: word of the stack */
	/* our own variables, in the order of KPCTL_SRC_VARS and what follows it */
#define X(id, name, type, moment) KPCTL_LOAD_##id,
	KPCTL_VARS(X)	/* CALLER: num: the probe stands at the function's entry */
#undef X
};

/* What becomes of it. */
enum kpctl_make {
	KPCTL_MAKE_WORD,	/* itself */
	KPCTL_MAKE_MEM,		/* what the last deref points at */
	KPCTL_MAKE_ARRAY,	/* also one value that no word holds */
	KPCTL_MAKE_STRING,
	KPCTL_MAKE_STRINGS,	/* an array of them */
	KPCTL_MAKE_SYMSTR,
	KPCTL_MAKE_COMM,
	KPCTL_MAKE_TEXT,
	KPCTL_MAKE_STACK,
	KPCTL_MAKE_KEPT,	/* the same array or string as was kept */
};

/*
 * What most arguments are that are no whole registers: a word that has a base, or
 * the memory behind it. The general path takes twice as many instructions, most of
 * them to find out what there is to do.
 */
enum kpctl_direct {
	KPCTL_DIRECT_NO,
	KPCTL_DIRECT_U64,	/* memory of that type */
	KPCTL_DIRECT_U32,
	KPCTL_DIRECT_WORD,
	KPCTL_DIRECT_S32,
	KPCTL_DIRECT_U8,
	KPCTL_DIRECT_U16,
};

/* What adjusting leaves in front of a value. */
enum kpctl_fill {
	KPCTL_FILL_ZERO,
	KPCTL_FILL_SIGN,
	KPCTL_FILL_SWAP,	/* zero, and the value's bytes the other way round */
};

struct kpctl_arg {
	u8 direct;		/* enum kpctl_direct */
	u8 make;		/* enum kpctl_make */
	u8 load;		/* enum kpctl_load */
	u8 size;		/* bytes of a value, of an element */
	u8 adjust;		/* lshift and rshift have work to do */
	u8 lshift, rshift;	/* to cut a value out of 64 bits */
	u8 fill;		/* enum kpctl_fill */
	u8 user;		/* string: its bytes are the user's */
	u8 nderef;
	u8 count;		/* elements of an array */
	u8 is_string;		/* kept: as strings, not as bytes */
	u8 may_fault;		/* kept: bit fault_bit at entry says it did */
	u8 fault_bit;
	u8 index;		/* of the argument, in the fault mask */
	u16 slot;		/* offset in the record */
	s64 num;
	s64 off;		/* direct: of its only deref */
	const struct kpctl_deref *deref;
	const char *text;	/* KPCTL_MAKE_TEXT */
};

/* What a record looks like: the same for all plantings of an event. */
struct kpctl_layout {
	u16 slots;		/* offset of the first value */
	u16 fault;		/* offset of the fault mask, 0: none */
	u16 size;		/* bytes without strings */
	u16 nstrings;		/* things behind them: strings, stacks */
};

struct kpctl_fetch {
	u16 nplain;		/* first arguments that are whole registers */
	u16 nargs;		/* the others */
	u16 size;		/* as in the layout */
	u16 fault;
	u16 nfault;		/* bytes of the fault mask */
	u16 str_cap;		/* most bytes of one string */
	u16 slots;
	u16 nstrings;
	struct kpctl_arg *arg;
	u8 plain[KPCTL_ARGS_MAX];	/* offsets in pt_regs */
};

/* Where a call's time went, at its end: the three are the whole of it. */
struct kpctl_parts {
	u64 oncpu, blocked, runq;
};

/* What there is to fetch from. */
struct kpctl_site {
	union {
		struct {
			struct pt_regs *regs;
			const u8 *kept;	/* r, at return: what was kept at entry */
			const struct kpctl_site *site;	/* this one */
			struct task_struct *task;
		};
		const u8 *base[KPCTL_LOAD_BASES];	/* the same, by enum kpctl_load */
	};
	u64 func;		/* where the probe stands */
	u64 caller;		/* r, at return: where it goes, else 0 */
	u64 lat;		/* the same, ns */
	struct kpctl_parts parts;	/* of it, with prog->wants_split */
};

static __always_inline void kpctl_site_init(struct kpctl_site *site, struct pt_regs *regs,
					    const u8 *kept, u64 func, u64 caller, u64 lat)
{
	site->regs = regs;
	site->kept = kept;
	site->site = site;
	site->task = current;
	site->func = func;
	site->caller = caller;
	site->lat = lat;
}

void kpctl_fetch_init(void);

void kpctl_layout_make(struct kpctl_layout *layout, const struct kpctl_spec *spec, u16 fixed);

/*
 * Everything but the plain arguments, of which there is at least one (nargs):
 * their values, and strings behind them up to the offset limit. Returns the
 * record's length, a multiple of 8.
 */
u32 kpctl_fetch_rest(const struct kpctl_fetch *fetch, const struct kpctl_site *site, u8 *rec,
		     u32 limit);

/* One argument that is a number, for a filter; false: it cannot be read. */
bool kpctl_fetch_number(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *value);
/*
 * One argument that is a string, up to max bytes, its NUL included: returns how
 * many, 0 if it cannot be read. Adds KPCTL_STR_CUT to *flags. Or one that is an
 * address: its bytes, for which there is room, up to the end of a word.
 */
u32 kpctl_fetch_text(const struct kpctl_arg *arg, const struct kpctl_site *site, u8 *to, u32 max,
		     u32 *flags);

/* fetch_stack.c: an address's own frame first; returns how many. */
u32 kpctl_fetch_stack(const struct kpctl_site *site, u64 *to, u32 max, u32 *flags);
u64 kpctl_fetch_caller(const struct kpctl_site *site);

/*
 * Whole registers, which is what most arguments are. Without a loop's overhead
 * for the last eight: three instructions and a compare each.
 */
static __always_inline void kpctl_fetch_plain(const struct kpctl_fetch *fetch,
					      const struct pt_regs *regs, u8 *rec)
{
	u64 *slot = (u64 *)(rec + fetch->slots);
	const u8 *reg = fetch->plain;
	u32 n = fetch->nplain;

#define PLAIN(i) (slot[i] = *(const u64 *)((const u8 *)regs + reg[i]))
	for (; unlikely(n > 8); n -= 8, slot += 8, reg += 8) {
		PLAIN(0);
		PLAIN(1);
		PLAIN(2);
		PLAIN(3);
		PLAIN(4);
		PLAIN(5);
		PLAIN(6);
		PLAIN(7);
	}
#define UP_TO(i) if (n == (i)) return; PLAIN(i)
	UP_TO(0);
	UP_TO(1);
	UP_TO(2);
	UP_TO(3);
	UP_TO(4);
	UP_TO(5);
	UP_TO(6);
	UP_TO(7);
#undef UP_TO
#undef PLAIN
}

#endif /* KPCTL_PROG_FETCH_H */
