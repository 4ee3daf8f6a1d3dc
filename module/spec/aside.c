// SPDX-License-Identifier: GPL-2.0
/*
 * What is kept of a start, as a record:
 *
 *	fault mask | a slot or more for each argument | strings, stacks
 *
 * The mask is there if there are arguments, whether they can be unreadable or not: so all
 * starts with the same arguments are laid out alike.
 */
#include "spec/parse.h"

int kpctl_aside_has(const struct kpctl_arg_spec *arg)
{
	return !arg->counted;
}

/* What stands behind the slots: elements that are strings, or frames and a gap in front of them. */
static u32 room_behind(const struct kpctl_arg_spec *arg)
{
	if (kpctl_type_is_stack(arg->type))
		return 8 * KPCTL_ASIDE_FRAMES + 8;
	return KPCTL_ASIDE_STRING * (arg->count ? arg->count : 1);
}

u32 kpctl_aside_slot(const struct kpctl_spec *spec, u32 arg)
{
	u32 i, at = (spec->nargs + 63) / 64 * 8;

	for (i = 0; i < arg; i++)
		if (kpctl_aside_has(&spec->arg[i]))
			at += kpctl_arg_slot_size(&spec->arg[i]);
	return at;
}

u32 kpctl_aside_size(const struct kpctl_spec *spec)
{
	u32 i, size = kpctl_aside_slot(spec, spec->nargs), behind = 0;

	for (i = 0; i < spec->nargs; i++)
		if (kpctl_aside_has(&spec->arg[i]) && kpctl_arg_is_behind(&spec->arg[i]))
			behind += room_behind(&spec->arg[i]);
	if (size < KPCTL_ASIDE_MAX && size + behind > KPCTL_ASIDE_MAX)
		return KPCTL_ASIDE_MAX;
	return size + behind;
}

static const struct kpctl_arg_spec *key_of(const struct kpctl_spec *spec,
					   const struct kpctl_do *act, u32 i)
{
	u8 nr = act->start.key[i];

	return nr < KPCTL_ARGS_MAX ? &spec->arg[nr] : &act->operand[nr - KPCTL_ARGS_MAX];
}

/* The arguments have the same types already: they share an event. */
int kpctl_aside_same(const struct kpctl_spec *a, const struct kpctl_do *act_a,
		     const struct kpctl_spec *b, const struct kpctl_do *act_b)
{
	int starts_a = act_a && act_a->starts, starts_b = act_b && act_b->starts;
	u32 i;

	if (starts_a != starts_b)
		return 0;
	if (!starts_a)
		return 1;
	if (act_a->start.nkeys != act_b->start.nkeys || act_a->once != act_b->once ||
	    act_a->start.entries != act_b->start.entries || act_a->within != act_b->within)
		return 0;
	for (i = 0; i < act_a->start.nkeys; i++)
		if (!kpctl_since_same_key(key_of(a, act_a, i), key_of(b, act_b, i)))
			return 0;
	for (i = 0; i < a->nargs; i++)
		if (!kpctl_arg_reads_memory(&a->arg[i]) != !kpctl_arg_reads_memory(&b->arg[i]))
			return 0;
	return 1;
}
