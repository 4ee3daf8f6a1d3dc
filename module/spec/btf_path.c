// SPDX-License-Identifier: GPL-2.0
/*
 * Steps through objects by the names of their members, and what is found at the end.
 *
 * A bit field is read as a number of 1, 2, 4 or 8 bytes, the smallest that holds all of it at
 * its alignment. A packed one, which none holds so, is read as 8 bytes from its own first byte.
 */
#include "spec/btf.h"

void kpctl_btf_start(struct kpctl_btf_cursor *c, const struct kpctl_btf *b, u32 type)
{
	memset(c, 0, sizeof(*c));
	c->b = b;
	c->type = type;
	kpctl_btf_bare(b, &c->type);
}

static const struct kpctl_btf_type *type_at(const struct kpctl_btf_cursor *c)
{
	return kpctl_btf_type(c->b, c->type);
}

static void set_type(struct kpctl_btf_cursor *c, u32 type)
{
	c->type = type;
	kpctl_btf_bare(c->b, &c->type);
}

/* Members */

struct found {
	const struct kpctl_btf_member *member;
	u64 bit;		/* from the outermost struct's start */
	u32 width;
};

/* A struct within others, and how far its members have been looked at. */
struct level {
	u32 type;
	u32 next;
	u64 bit;
};

/* One look at the topmost level: its next member, or none is left. */
static const struct kpctl_btf_member *next_member(const struct kpctl_btf *b, struct level *l,
						  struct found *found)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, l->type);
	const struct kpctl_btf_member *m;

	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION)) ||
	    l->next >= kpctl_btf_vlen(t))
		return NULL;
	m = (const struct kpctl_btf_member *)kpctl_btf_parts(t) + l->next++;
	found->member = m;
	found->bit = l->bit + kpctl_btf_member_bit(t, m, &found->width);
	return m;
}

/*
 * The member of this name, depth first, also of structs and unions without a name. Each
 * struct is a level of an explicit stack. A hostile type that contains itself ends at the
 * looks, of which each costs one.
 */
static int find_member(const struct kpctl_btf_cursor *c, const char *text, size_t len,
		       struct found *found)
{
	struct level level[KPCTL_BTF_NEST_MAX] = { { .type = c->type } };
	const struct kpctl_btf_member *m;
	int top = 0, looks;

	for (looks = 0; top >= 0 && looks < 1 << 16; looks++) {
		m = next_member(c->b, &level[top], found);
		if (!m) {
			top--;
		} else if (m->name) {
			if (kpctl_btf_name_is(c->b, m->name, text, len))
				return 1;
		} else if (top + 1 < KPCTL_BTF_NEST_MAX) {
			level[++top] = (struct level){ .type = m->type, .bit = found->bit };
			kpctl_btf_bare(c->b, &level[top].type);
		}
	}
	return 0;
}

/* 0: no number of 8 bytes or less holds the field. */
static int to_bits(struct kpctl_btf_cursor *c, const struct found *found)
{
	u64 size = kpctl_btf_size(c->b, found->member->type);
	u64 bit = found->bit;

	if (size != 1 && size != 2 && size != 4 && size != 8)
		return 0;
	while (size < 8 && bit % (8 * size) + found->width > 8 * size)
		size *= 2;
	if (bit % (8 * size) + found->width <= 8 * size) {
		c->off += bit / (8 * size) * size;
		c->bit = bit % (8 * size);
	} else if (bit % 8 + found->width <= 64) {
		c->off += bit / 8;
		c->bit = bit % 8;
	} else {
		return 0;
	}
	c->bits = found->width;
	c->container = size;
	return 1;
}

enum kpctl_btf_wrong kpctl_btf_to_member(struct kpctl_btf_cursor *c, const char *text, size_t len)
{
	const struct kpctl_btf_type *t = type_at(c);
	struct found found;

	if (c->bits)
		return KPCTL_BTF_BEHIND_BITS;
	if (!t)
		return KPCTL_BTF_IS_VOID;
	if (kpctl_btf_is(t, KPCTL_BTF_KIND(PTR)))
		return KPCTL_BTF_IS_POINTER;
	if (kpctl_btf_is(t, KPCTL_BTF_KIND(FWD)))
		return KPCTL_BTF_DECLARED;
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION)))
		return KPCTL_BTF_NO_STRUCT;
	if (!find_member(c, text, len, &found))
		return KPCTL_BTF_NO_MEMBER;
	if (found.width ? !to_bits(c, &found) : found.bit % 8)
		return KPCTL_BTF_ODD_MEMBER;
	if (!found.width)
		c->off += found.bit / 8;
	set_type(c, found.member->type);
	return KPCTL_BTF_FINE;
}

/* Pointers and elements */

enum kpctl_btf_wrong kpctl_btf_follow(struct kpctl_btf_cursor *c)
{
	const struct kpctl_btf_type *t = type_at(c);

	if (c->bits)
		return KPCTL_BTF_BEHIND_BITS;
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PTR)))
		return KPCTL_BTF_NO_POINTER;
	c->off = 0;
	set_type(c, t->ref);
	return KPCTL_BTF_FINE;
}

/* Arrays of no element, or of one, at the end of structs are often longer than they say. */
enum kpctl_btf_wrong kpctl_btf_to_element(struct kpctl_btf_cursor *c, u64 n)
{
	const struct kpctl_btf_type *t = type_at(c);
	const struct kpctl_btf_array *a;
	s64 size;

	if (c->bits)
		return KPCTL_BTF_BEHIND_BITS;
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(ARRAY)))
		return KPCTL_BTF_NO_ARRAY;
	a = kpctl_btf_parts(t);
	size = kpctl_btf_size(c->b, a->type);
	if (size <= 0)
		return KPCTL_BTF_NO_ARRAY;
	if ((a->nr > 1 && n >= a->nr) || n > (u64)KPCTL_BTF_SIZE_MAX / size)
		return KPCTL_BTF_BAD_INDEX;
	c->off += n * size;
	set_type(c, a->type);
	return KPCTL_BTF_FINE;
}

/* Types */

/* The type of a number of `bytes`; -EINVAL: there is none. */
static int number_type(u32 bytes, int is_signed, enum kpctl_type *type)
{
	static const enum kpctl_type types[][2] = {
		{ KPCTL_TYPE_U8, KPCTL_TYPE_S8 }, { KPCTL_TYPE_U16, KPCTL_TYPE_S16 },
		{ KPCTL_TYPE_U32, KPCTL_TYPE_S32 }, { KPCTL_TYPE_U64, KPCTL_TYPE_S64 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		if (bytes != 1u << i)
			continue;
		*type = types[i][!!is_signed];
		return 0;
	}
	return -EINVAL;
}

/* The word behind an integer: its encoding in the highest byte, its width in the lowest. */
#define INT_SIGNED	(1u << 24)
#define INT_BOOL	(4u << 24)

static u32 int_word(const struct kpctl_btf_type *t)
{
	u32 word;

	memcpy(&word, kpctl_btf_parts(t), sizeof(word));
	return word;
}

static int scalar_type(const struct kpctl_btf_type *t, enum kpctl_type *type)
{
	switch (t ? kpctl_btf_kind(t) : KPCTL_BTF_VOID) {
	case KPCTL_BTF_PTR:
		*type = KPCTL_TYPE_X64;
		return 0;
	case KPCTL_BTF_INT:
		return number_type(t->ref, int_word(t) & INT_SIGNED, type);
	case KPCTL_BTF_ENUM:
	case KPCTL_BTF_ENUM64:
		return number_type(t->ref, kpctl_btf_flag(t), type);
	default:
		return -EINVAL;
	}
}

/* char, be it signed (to Linux 6.1) or not (since 6.2); bool is a byte, too, and no text. */
static int is_char(const struct kpctl_btf *b, const struct kpctl_btf_type *t)
{
	return kpctl_btf_is(t, KPCTL_BTF_KIND(INT)) && t->ref == 1 &&
	       !(int_word(t) & INT_BOOL) && kpctl_btf_name_is(b, t->name, "char", 4);
}

int kpctl_btf_default_type(const struct kpctl_btf_cursor *c, enum kpctl_type *type, u32 *count)
{
	const struct kpctl_btf_type *t = type_at(c), *element;
	const struct kpctl_btf_array *a;
	u32 id;

	*count = 0;
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(ARRAY)))
		return scalar_type(t, type);
	a = kpctl_btf_parts(t);
	id = a->type;
	element = kpctl_btf_bare(c->b, &id);
	if (is_char(c->b, element)) {
		*type = KPCTL_TYPE_STRING;
		return 0;
	}
	if (!a->nr || a->nr > KPCTL_ARRAY_MAX)
		return -EINVAL;
	*count = a->nr;
	return scalar_type(element, type);
}

u32 kpctl_btf_enum_at(const struct kpctl_btf_cursor *c)
{
	const struct kpctl_btf_type *t = type_at(c);
	const struct kpctl_btf_array *a;
	u32 id = c->type;

	if (kpctl_btf_is(t, KPCTL_BTF_KIND(ARRAY))) {
		a = kpctl_btf_parts(t);
		id = a->type;
		t = kpctl_btf_bare(c->b, &id);
	}
	return kpctl_btf_is(t, KPCTL_BTF_KIND(ENUM) | KPCTL_BTF_KIND(ENUM64)) ? id : 0;
}
