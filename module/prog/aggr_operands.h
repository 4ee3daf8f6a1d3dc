/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What an aggregate takes of a hit, compiled; part of a program.
 *
 * A key is words: its faults, then its parts, one after the other and each as long as
 * it is. A number is a word, a block has zeros up to a word's end; a string ends with its NUL and zeros up to a word's end, a
 * stack with a zero if it has fewer frames than it may have, and what could not be read
 * is no part at all, or a number of 0. So no key is the beginning of another, and two
 * are the same when the words of one are. The tables have room for the longest.
 */
#ifndef KPCTL_PROG_AGGR_OPERANDS_H
#define KPCTL_PROG_AGGR_OPERANDS_H

#include "prog/fetch.h"

#define KPCTL_KEY_TEXT		64	/* bytes of a string that is a key, NUL included */
#define KPCTL_KEY_COMM		16
#define KPCTL_KEY_FRAMES	64	/* of a stack */
#define KPCTL_KEY_SMALL		(8 + 8 * KPCTL_KEYS_MAX)	/* as many bytes fit on a handler's stack */
/* Most bytes of a key. */
#define KPCTL_KEY_SIZE_MAX	(8 + KPCTL_KEYS_MAX * 8 * KPCTL_KEY_FRAMES)

/* What of a key could not be read, or not all of it; its first word. */
#define KPCTL_KEY_FAULT(i)	(1ull << (i))
#define KPCTL_KEY_CUT(i)	(256ull << (i))

struct kpctl_aggr_operands {
	u8 action;		/* enum kpctl_action_id */
	u8 nkeys;
	u16 key_size;		/* the most that it can have, a multiple of 8 */
	u16 room[KPCTL_KEYS_MAX];	/* of a string, stack or block, 0: a number */
	/* with up to three keys all that a hit needs is in one cache line */
	const struct kpctl_arg *value;
	const struct kpctl_arg *key[KPCTL_KEYS_MAX];
};

/* Most bytes of a string, stack or block of this type; 0: it is a number. */
static inline u16 kpctl_key_room(const struct kpctl_arg_spec *as)
{
	if (as->type == KPCTL_TYPE_STACK)
		return 8 * KPCTL_KEY_FRAMES;
	if (as->src == KPCTL_SRC_COMM)
		return KPCTL_KEY_COMM;
	if (kpctl_type_is_block(as->type))
		return kpctl_arg_slot_size(as);
	return kpctl_type_is_string(as->type) ? KPCTL_KEY_TEXT : 0;
}

/* The value or a key of an action. */
static inline const struct kpctl_arg_spec *kpctl_do_operand(const struct kpctl_spec *spec,
							    const struct kpctl_do *act, u8 nr)
{
	return nr < KPCTL_ARGS_MAX ? &spec->arg[nr] : &act->operand[nr - KPCTL_ARGS_MAX];
}

static inline u16 kpctl_key_size(const struct kpctl_spec *spec, const struct kpctl_do *act,
				 const struct kpctl_aggr_spec *as)
{
	u16 size = 8;
	u32 i;

	for (i = 0; i < as->nkeys; i++)
		size += kpctl_key_room(kpctl_do_operand(spec, act, as->key[i])) ?: 8;
	return size;
}

#endif /* KPCTL_PROG_AGGR_OPERANDS_H */
