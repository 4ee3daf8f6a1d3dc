/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments as a short program: compiled once from a spec, run at every hit.
 * A run never allocates, sleeps, faults or loops without bound.
 *
 * A record of an event with fetch.size bytes and strings behind them:
 *
 *   header | fixed slots of the kind | fault mask | values | strings, stacks
 *
 * A value takes a slot of 8 bytes, an array as many slots as it needs. A record has
 * a fault mask only if an argument reads memory: bit I is set when argument I
 * could not be read (the value is 0 then).
 *
 * The values that a return probe keeps of a call's entry are a record too, without a
 * header and with the mask at the start, in the instance's private data. What a `p` with
 * $after(...) keeps of the moment before the instruction is the same, in the event's slot of the
 * CPU (probe/after.h).
 */
#ifndef KPCTL_PROG_FETCH_H
#define KPCTL_PROG_FETCH_H

#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/types.h>

#include "spec/spec.h"

#define KPCTL_KEPT_STRING	256	/* bytes of a string kept at entry */
#define KPCTL_KEPT_STRINGS	3072	/* bytes of all strings kept at entry */
#define KPCTL_STACK_FRAMES	128	/* of a stack trace */

/* The place that a value is loaded from; fewer kinds than the spec has sources. */
enum kpctl_load {
	KPCTL_LOAD_REG,		/* num: offset in pt_regs */
	KPCTL_LOAD_KEPT,	/* num: offset in the record kept at entry */
	KPCTL_LOAD_SITE,	/* num: offset in struct kpctl_site */
	KPCTL_LOAD_TASK,	/* num: offset in struct task_struct */
	KPCTL_LOAD_SPAN,	/* num: offset in what is kept of a start; one for each since, while */
	KPCTL_LOAD_SPAN_1,
	KPCTL_LOAD_SPAN_2,
	KPCTL_LOAD_SPAN_3,
	KPCTL_LOAD_BASES,	/* up to here num is an offset from a base */
	KPCTL_LOAD_CONST = KPCTL_LOAD_BASES,	/* num */
	KPCTL_LOAD_STACK,	/* num: word of the stack */
	KPCTL_LOAD_TIME,	/* num: ns; the present in whole ones of it */
	/* the module's variables, in the order of the sources from KPCTL_SRC_VARS on */
#define X(id, name, type, moment) KPCTL_LOAD_##id,
	KPCTL_VARS(X)	/* CALLER: num: the probe stands at the function's entry; CGROUP: num: 0,
			 * or a struct kpctl_cgroup, and the value is whether the task is in it */
#undef X
};

/*
 * call:NAME(...), num: a struct kpctl_helper_use. $lat is a word of the site, and its number is free
 * here; one more of them would lengthen the switch for all.
 */
#define KPCTL_LOAD_HELPER	KPCTL_LOAD_LAT

/* How a loaded word becomes the value. */
enum kpctl_make {
	KPCTL_MAKE_WORD,	/* the word is the value */
	KPCTL_MAKE_MEM,		/* a number in memory, read by the last deref */
	KPCTL_MAKE_ARRAY,	/* also a single block, which does not fit into a word */
	KPCTL_MAKE_STRING,
	KPCTL_MAKE_STRINGS,	/* an array of strings */
	KPCTL_MAKE_SYMSTR,
	KPCTL_MAKE_COMM,
	KPCTL_MAKE_TEXT,
	KPCTL_MAKE_KEPT,	/* a copy of the array or string that entry kept */
	KPCTL_MAKE_PATH,	/* a string made of the names of dentries */
	KPCTL_MAKE_SOCK,	/* a string made of a socket's ends */
	KPCTL_MAKE_TASK,	/* a string made of a task's name */
	KPCTL_MAKE_STACK,	/* from here on: as many words or elements as there are */
	KPCTL_MAKE_LIST,	/* strings, up to a NULL pointer */
	KPCTL_MAKE_COUNTED,	/* an array, as long as another argument says */
};

/*
 * Most arguments that are no whole registers are a word at an offset from a base, or a
 * number in memory at that word. load_direct() fetches these values inline. The general
 * path takes twice as many instructions, most of them for finding out what is to be done.
 */
enum kpctl_direct {
	KPCTL_DIRECT_NO,
	KPCTL_DIRECT_U64,	/* a u64 in memory */
	KPCTL_DIRECT_U32,
	KPCTL_DIRECT_WORD,
	KPCTL_DIRECT_S32,
	KPCTL_DIRECT_U8,
	KPCTL_DIRECT_U16,
};

/* The bits in front of a value after it was cut out of 64 bits. */
enum kpctl_fill {
	KPCTL_FILL_ZERO,
	KPCTL_FILL_SIGN,
	KPCTL_FILL_SWAP,	/* zero, and the value's bytes reversed */
};

struct kpctl_arg {
	u8 direct;		/* enum kpctl_direct */
	u8 make;		/* enum kpctl_make */
	u8 load;		/* enum kpctl_load */
	u8 size;		/* bytes of a value, of an element */
	u8 adjust;		/* lshift and rshift have work to do */
	u8 lshift, rshift;	/* to cut a value out of 64 bits */
	u8 fill;		/* enum kpctl_fill */
	u8 user;		/* string: the bytes are in user memory; stack: not one of here and now */
	u8 nderef;
	u8 count;		/* elements of an array */
	u8 is_string;		/* kept: as strings, not as bytes */
	u8 may_fault;		/* kept: bit fault_bit of the entry's mask tells of a fault */
	u8 fault_bit;
	u8 index;		/* of the argument, in the fault mask */
	u8 walk;		/* what is made: enum kpctl_walk */
	u16 slot;		/* offset in the record */
	u16 count_slot;		/* counted: that of the argument with the number of elements */
	u8 count_index;		/* counted: of that argument, in the fault mask */
	u8 count_signed;
	bool early;		/* of a call's condition, and fetched at the entry alone */
	s64 num;
	s64 off;		/* direct: offset of the only deref */
	const struct kpctl_deref *deref;
	const char *text;	/* KPCTL_MAKE_TEXT */
};

/* The layout of a record: the same for all plantings of an event. */
struct kpctl_layout {
	u16 slots;		/* offset of the first value */
	u16 fault;		/* offset of the fault mask, 0: none */
	u16 size;		/* bytes without strings */
	u16 nstrings;		/* strings and stacks behind the values */
};

struct kpctl_fetch {
	u16 nplain;		/* leading arguments that are whole registers */
	u16 nargs;		/* the other arguments */
	u16 size;		/* as in the layout */
	u16 fault;
	u16 nfault;		/* bytes of the fault mask */
	u16 str_cap;		/* most bytes of one string */
	u16 frame_cap;		/* most frames of one stack */
	u16 slots;
	u16 nstrings;
	struct kpctl_arg *arg;
	u8 plain[KPCTL_ARGS_MAX];	/* offsets in pt_regs */
};

/* No address at all, so that what is read there is a fault. */
#define KPCTL_NO_ADDRESS	(1ul << 63)
#define KPCTL_PARTS_UNKNOWN	((const struct kpctl_parts *)KPCTL_NO_ADDRESS)

/* Where a call's time went, at its end: the three add up to the call's time. */
struct kpctl_parts {
	u64 oncpu, blocked, runq;
};

/* Of a hit of watched memory, in the place of what a call's entry has kept. */
struct kpctl_watched {
	u64 fault;		/* a mask: bit 0, the value could not be read */
	u64 value;		/* there now, with prog->wants_watched */
	u64 old;		/* there at the hit before, likewise */
	u64 addr;
};

/* Everything that a value can be fetched from. */
struct kpctl_site {
	union {
		struct {
			struct pt_regs *regs;
			const u8 *kept;	/* r, at return: the record kept at entry; w: kpctl_watched */
			const struct kpctl_site *site;	/* points to itself */
			struct task_struct *task;
			const u8 *span[KPCTL_SINCES_MAX];	/* what is kept of starts */
		};
		const u8 *base[KPCTL_LOAD_BASES];	/* the same pointers, by enum kpctl_load */
	};
	u64 func;		/* where the probe stands */
	u64 caller;		/* r, at return: the return address, else 0 */
	u64 lat;		/* r, at return: the call's time in ns; the span's; else 0 */
	struct kpctl_parts parts;	/* of lat, with prog->wants_split */
	const struct kpctl_parts *parts_known;	/* with prog->split_of_task: &parts, or UNKNOWN */
	u64 result;		/* of a function of another module, see prog/helper.h */
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
 * Stores the arguments that are not plain, of which there must be at least one (nargs):
 * values into their slots, strings behind the slots up to the offset `limit`. Returns
 * the record's length, a multiple of 8.
 */
u32 kpctl_fetch_rest(const struct kpctl_fetch *fetch, const struct kpctl_site *site, u8 *rec,
		     u32 limit);

/* One argument that is a number, for a filter; false: unreadable. */
bool kpctl_fetch_number(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *value);
/*
 * One argument that is a string: up to `max` bytes, the NUL included. Returns the number
 * of bytes, 0 for an unreadable string. A string that was cut off adds KPCTL_STR_CUT to
 * *flags. An argument that is an address type: all its bytes, whatever `max`; `to` has
 * room for them up to the end of a word.
 */
u32 kpctl_fetch_text(const struct kpctl_arg *arg, const struct kpctl_site *site, u8 *to, u32 max,
		     u32 *flags);

/* fetch_stack.c: return addresses, the frame of the probe's place first. Returns their number. */
u32 kpctl_fetch_stack(const struct kpctl_site *site, u64 *to, u32 max, u32 *flags);
/*
 * fetch_user_stack.c: the task's number as a process, then addresses of its program, the
 * innermost first. at_entry: the registers are those of a function's first instruction.
 */
u32 kpctl_fetch_user_stack(const struct kpctl_site *site, bool at_entry, u64 *to, u32 max,
			   u32 *flags);
/* fetch_task_stack.c: of the task at the argument's address; 0: it runs, or is none. */
u32 kpctl_fetch_task_stack(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *to,
			   u32 max, u32 *flags);

/* fetch_string.c: frames that a start has kept. */
u32 kpctl_fetch_kept_stack(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *to,
			   u32 max, u32 *flags);

/* Of an argument with KPCTL_MAKE_STACK; one that was kept is at an offset from a base */
static __always_inline u32 kpctl_fetch_frames(const struct kpctl_arg *arg,
					      const struct kpctl_site *site, u64 *to, u32 max,
					      u32 *flags)
{
	if (likely(!arg->user))
		return kpctl_fetch_stack(site, to, max, flags);
	if (arg->walk)
		return kpctl_fetch_task_stack(arg, site, to, max, flags);
	if (arg->load < KPCTL_LOAD_BASES)
		return kpctl_fetch_kept_stack(arg, site, to, max, flags);
	return kpctl_fetch_user_stack(site, arg->num, to, max, flags);
}
u64 kpctl_fetch_caller(const struct kpctl_site *site);
u64 kpctl_fetch_true_caller(const struct pt_regs *regs);

/*
 * Plain arguments are whole registers, as most arguments are. The last eight are stored
 * without a loop's overhead: three instructions and a compare each.
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
