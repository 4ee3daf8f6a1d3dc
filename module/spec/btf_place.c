// SPDX-License-Identifier: GPL-2.0
/*
 * Where a function's parameters are at its entry, by the calling convention of x86-64: each
 * takes the next registers that are free, or a place on the stack.
 *
 *	integers, pointers			a register; none is left: 8 bytes of stack
 *	__int128				two registers, or 16 aligned bytes of stack
 *	float, double				a vector register
 *	struct, union, up to 16 bytes		by halves of 8 bytes, a register for each; too few
 *						are left: all of it on the stack, and what is
 *						left of registers goes to later parameters
 *	the same, not at its alignment, or	on the stack
 *	of more than 16 bytes
 *
 * A function that returns more than 16 bytes has a pointer to where they go as its first
 * parameter, which its prototype does not show.
 */
#include "spec/btf.h"
#include "spec/regs.h"

#define STACK_MAX	4096	/* a place above is nonsense */
#define LOOKS_MAX	1000	/* types looked at for one value; real ones take 20 */

/* What the halves of a value are made of. */
#define HALF_INT	1
#define HALF_VECTOR	2

struct halves {
	u8 half[2];
	u32 align;		/* of the value in memory */
	u32 looks;
};

enum passing {
	PASS_IN_REGS,
	PASS_IN_MEMORY,
	PASS_UNKNOWN,
};

static void align_at_least(struct halves *h, u32 align)
{
	if (align > 16)
		align = 16;
	if (h->align < align)
		h->align = align;
}

/* A number or a pointer of `size` bytes, at a bit of the whole value. */
static enum passing classify_scalar(struct halves *h, u64 bit, u32 size, int is_float)
{
	if (!size)
		return PASS_UNKNOWN;
	align_at_least(h, size);
	if (size > 16 || bit % (8 * size) || bit / 64 > 1)
		return PASS_IN_MEMORY;
	if (is_float && size > 8)
		return PASS_IN_MEMORY;
	h->half[bit / 64] |= is_float ? HALF_VECTOR : HALF_INT;
	if (size == 16)
		h->half[1] |= HALF_INT;
	return PASS_IN_REGS;
}

static enum passing classify_bits(const struct kpctl_btf *b, struct halves *h, u64 bit,
				  u32 width, u32 type)
{
	s64 size = kpctl_btf_size(b, type);
	u64 last = bit + width - 1;

	if (size < 1 || size > 8)
		return PASS_UNKNOWN;
	align_at_least(h, size);
	if (last / 64 > 1)
		return PASS_IN_MEMORY;
	h->half[bit / 64] |= HALF_INT;
	h->half[last / 64] |= HALF_INT;
	return PASS_IN_REGS;
}

static enum passing classify(const struct kpctl_btf *b, struct halves *h, u64 bit, u32 id,
			     int depth);

static enum passing classify_array(const struct kpctl_btf *b, struct halves *h, u64 bit,
				   const struct kpctl_btf_array *a, int depth)
{
	s64 size = kpctl_btf_size(b, a->type);
	enum passing how = PASS_IN_REGS;
	u32 i;

	if (size < 0)
		return PASS_UNKNOWN;
	if (a->nr > 16)
		return PASS_IN_MEMORY;
	for (i = 0; i < a->nr && how == PASS_IN_REGS; i++)
		how = classify(b, h, bit + 8 * size * i, a->type, depth + 1);
	return how;
}

static enum passing classify_members(const struct kpctl_btf *b, struct halves *h, u64 bit,
				     const struct kpctl_btf_type *t, int depth)
{
	const struct kpctl_btf_member *m = kpctl_btf_parts(t);
	enum passing how = PASS_IN_REGS;
	u32 i, at, width;

	for (i = 0; i < kpctl_btf_vlen(t) && how == PASS_IN_REGS; i++, m++) {
		at = kpctl_btf_member_bit(t, m, &width);
		how = width ? classify_bits(b, h, bit + at, width, m->type) :
			      classify(b, h, bit + at, m->type, depth + 1);
	}
	return how;
}

/* Looks at all of a value that begins at a bit of the whole. */
static enum passing classify(const struct kpctl_btf *b, struct halves *h, u64 bit, u32 id,
			     int depth)
{
	const struct kpctl_btf_type *t = kpctl_btf_bare(b, &id);

	if (!t || depth > KPCTL_BTF_NEST_MAX || h->looks++ > LOOKS_MAX)
		return PASS_UNKNOWN;
	switch (kpctl_btf_kind(t)) {
	case KPCTL_BTF_PTR:
		return classify_scalar(h, bit, 8, 0);
	case KPCTL_BTF_INT:
	case KPCTL_BTF_ENUM:
	case KPCTL_BTF_ENUM64:
		return classify_scalar(h, bit, t->ref, 0);
	case KPCTL_BTF_FLOAT:
		return classify_scalar(h, bit, t->ref, 1);
	case KPCTL_BTF_ARRAY:
		return classify_array(b, h, bit, kpctl_btf_parts(t), depth);
	case KPCTL_BTF_STRUCT:
	case KPCTL_BTF_UNION:
		return classify_members(b, h, bit, t, depth);
	default:
		return PASS_UNKNOWN;
	}
}

/* What is taken so far, from the first parameter on. */
struct taken {
	u32 regs;
	u32 stack;		/* bytes behind the return address */
	int lost;		/* a parameter whose size is not known came before */
};

static void take_stack(struct taken *taken, struct kpctl_btf_place *place, u32 size, u32 align)
{
	if (align > 8)
		taken->stack = (taken->stack + align - 1) & ~(align - 1);
	place->where = KPCTL_BTF_STACK;
	place->nr = 8 + taken->stack;
	if (taken->lost || taken->stack > STACK_MAX)
		place->where = KPCTL_BTF_UNKNOWN;
	else
		taken->stack += (size + 7) & ~7u;
}

/* A parameter of one or two halves. Padding travels as an integer does. */
static void take_regs(struct taken *taken, struct kpctl_btf_place *place, u32 size,
		      const struct halves *h)
{
	u32 nr = (size + 7) / 8, ints = 0, i;

	for (i = 0; i < nr; i++)
		ints += h->half[i] != HALF_VECTOR;
	if (!ints) {
		place->where = KPCTL_BTF_VECTOR;
	} else if (ints < nr) {		/* half of it is in a vector register */
		place->where = KPCTL_BTF_UNKNOWN;
		taken->regs += taken->regs < KPCTL_REG_ARGS_NR;
	} else if (taken->regs + nr > KPCTL_REG_ARGS_NR) {
		take_stack(taken, place, size, h->align);
	} else {
		place->where = KPCTL_BTF_REG;
		place->nr = taken->regs;
		place->nregs = nr;
		taken->regs += nr;
	}
}

/* Gives place->type its place, behind what is taken. */
static void place_next(const struct kpctl_btf *b, struct taken *taken,
		       struct kpctl_btf_place *place)
{
	s64 size = kpctl_btf_size(b, place->type);
	struct halves h = { .align = 1 };
	enum passing how;

	if (!size) {
		place->where = KPCTL_BTF_NOWHERE;
		return;
	}
	how = size < 0 ? PASS_UNKNOWN : classify(b, &h, 0, place->type, 0);
	if (how == PASS_UNKNOWN) {
		place->where = KPCTL_BTF_UNKNOWN;
		taken->regs = KPCTL_REG_ARGS_NR;
		taken->lost = 1;
	} else if (how == PASS_IN_MEMORY || size > 16) {
		take_stack(taken, place, size < STACK_MAX ? size : STACK_MAX, h.align);
	} else {
		take_regs(taken, place, size, &h);
	}
}

/* Each parameter's place follows from all before it: a hostile number of them takes for ever. */
static u32 nr_params(const struct kpctl_btf_type *proto)
{
	u32 n = kpctl_btf_vlen(proto);

	return n < KPCTL_BTF_PARAMS_MAX ? n : KPCTL_BTF_PARAMS_MAX;
}

int kpctl_btf_return_place(const struct kpctl_btf *b, u32 proto, struct kpctl_btf_place *place)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, proto);
	struct taken taken = { 0 };

	memset(place, 0, sizeof(*place));
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PROTO)))
		return -EINVAL;
	place->type = t->ref;
	if (place->type)
		place_next(b, &taken, place);
	return 0;
}

int kpctl_btf_param_place(const struct kpctl_btf *b, u32 proto, u32 i,
			  struct kpctl_btf_place *place)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, proto);
	const struct kpctl_btf_param *p;
	struct taken taken = { 0 };
	u32 k;

	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PROTO)))
		return -EINVAL;
	if (i >= nr_params(t))
		return -ENOENT;
	kpctl_btf_return_place(b, proto, place);
	taken.regs = place->where == KPCTL_BTF_STACK;
	p = kpctl_btf_parts(t);
	for (k = 0; k <= i; k++, p++) {
		memset(place, 0, sizeof(*place));
		place->type = p->type;
		place->name = p->name;
		place->where = KPCTL_BTF_UNKNOWN;
		if (p->type)		/* else it is the ... at the end */
			place_next(b, &taken, place);
	}
	return 0;
}

int kpctl_btf_param_find(const struct kpctl_btf *b, u32 proto, const char *text, size_t len)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, proto);
	const struct kpctl_btf_param *p;
	u32 i;

	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PROTO)))
		return -EINVAL;
	p = kpctl_btf_parts(t);
	for (i = 0; i < nr_params(t); i++)
		if (p[i].name && kpctl_btf_name_is(b, p[i].name, text, len))
			return i;
	return -ENOENT;
}
