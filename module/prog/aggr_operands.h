/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The value and the keys that an aggregate takes of a hit, compiled; part of a program.
 *
 * A key is a row of words: first the word of faults (KPCTL_KEY_FAULT, KPCTL_KEY_CUT),
 * then the parts, packed one behind the other:
 *
 *   number           one word; 0 if the number could not be read
 *   block            its bytes, zeros up to the end of a word
 *   string           its bytes and NUL, zeros up to the end of a word
 *   stack            a word for each frame, then a zero unless all frames are used
 *   block, string or stack that could not be read: no word at all
 *
 * So no key is the beginning of another key, and comparing as many words as one of two keys
 * has is enough. The tables have room for the longest key.
 */
#ifndef KPCTL_PROG_AGGR_OPERANDS_H
#define KPCTL_PROG_AGGR_OPERANDS_H

#include "prog/fetch.h"
#include "spec/sock.h"
#include "spec/task.h"

#define KPCTL_KEY_TEXT		64	/* bytes of a string that is a key, NUL included */
#define KPCTL_KEY_COMM		16
#define KPCTL_KEY_FRAMES	KPCTL_ASIDE_FRAMES	/* of a stack */
#define KPCTL_KEY_SMALL		(8 + 8 * KPCTL_KEYS_MAX)	/* bytes on a handler's stack */
/* Most bytes of a key. */
#define KPCTL_KEY_SIZE_MAX	(8 + KPCTL_KEYS_MAX * 8 * KPCTL_KEY_FRAMES)

/* The first word of a key: part i could not be read; part i was cut off. */
#define KPCTL_KEY_FAULT(i)	(1ull << (i))
#define KPCTL_KEY_CUT(i)	(256ull << (i))

struct kpctl_aggr_operands {
	u8 action;		/* enum kpctl_action_id */
	u8 nkeys;
	u16 key_size;		/* most bytes of a key, a multiple of 8 */
	u16 room[KPCTL_KEYS_MAX];	/* of a string, stack or block, 0: a number */
	/* one cache line has everything that a hit needs, with up to three keys */
	const struct kpctl_arg *value;
	const struct kpctl_arg *key[KPCTL_KEYS_MAX];
};

/* Most bytes of a string, stack or block of this type; 0: a number. */
static inline u16 kpctl_key_room(const struct kpctl_arg_spec *as)
{
	if (kpctl_type_is_stack(as->type))
		return 8 * KPCTL_KEY_FRAMES;
	if (as->walk == KPCTL_WALK_TASK)
		return KPCTL_TASK_TEXT;
	if (as->src == KPCTL_SRC_COMM || as->walk == KPCTL_WALK_COMM)
		return KPCTL_KEY_COMM;
	if (as->walk == KPCTL_WALK_SOCK)	/* what is cut off could tell two apart */
		return KPCTL_SOCK_TEXT;
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
