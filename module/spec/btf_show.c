// SPDX-License-Identifier: GPL-2.0
/*
 * C writes a type from its name outwards: `*` and `const` on the left, `[N]` and parameters on
 * the right, and round what has a `*` on its left, parentheses. BTF refers from the outermost
 * part to the inner ones, so a declaration grows round the name while the references are
 * followed, until a type with a name is there to stand in front.
 *
 *	NAME -> PTR		*NAME
 *	     -> ARRAY of 3	(*NAME)[3]
 *	     -> INT		int (*NAME)[3]
 */
#include "spec/btf_show.h"

#define PARAMS_DEPTH	2	/* functions in the parameters of functions */
#define LOOKS_MAX	65536	/* members of a listing */

/* A declaration as it grows; what has no room is left out, and noted. */
struct decl {
	char text[KPCTL_BTF_DECL_MAX];
	size_t len;
	int is_cut;
};

static void put_left(struct decl *d, const char *text)
{
	size_t len = strlen(text);

	if (d->len + len >= sizeof(d->text)) {
		d->is_cut = 1;
		return;
	}
	memmove(d->text + len, d->text, d->len + 1);
	memcpy(d->text, text, len);
	d->len += len;
}

static void put_right(struct decl *d, const char *text)
{
	size_t len = strlen(text);

	if (d->len + len >= sizeof(d->text)) {
		d->is_cut = 1;
		return;
	}
	memcpy(d->text + d->len, text, len + 1);
	d->len += len;
}

static void enclose_pointer(struct decl *d)
{
	if (d->text[0] != '*')
		return;
	put_left(d, "(");
	put_right(d, ")");
}

static void put_array(struct decl *d, const struct kpctl_btf_type *t)
{
	const struct kpctl_btf_array *a = kpctl_btf_parts(t);
	struct kpctl_out out;
	char nr[16];

	out = (struct kpctl_out){ nr, sizeof(nr), 0 };
	kpctl_spec_put(&out, "[%u]", a->nr);
	enclose_pointer(d);
	put_right(d, nr);
}

/* const and the like, in front of a type, or on a pointer's right */
#define QUALIFIER_MAX	24

/* An array and its elements may both be const: C has the word once. */
static void note_qualifier(char *q, const char *word)
{
	if (!strstr(q, word) && strlen(q) + strlen(word) < QUALIFIER_MAX)
		memcpy(q + strlen(q), word, strlen(word) + 1);
}

static void put_pointer(struct decl *d, char *q)
{
	char star[QUALIFIER_MAX + 1] = "*";
	size_t len = strlen(q);

	memcpy(star + 1, q, len + 1);
	if (len && !d->len)
		star[len] = '\0';	/* no name comes behind the qualifier */
	put_left(d, star);
	q[0] = '\0';
}

static const char *tag_of(const struct kpctl_btf_type *t)
{
	switch (kpctl_btf_kind(t)) {
	case KPCTL_BTF_STRUCT:
		return "struct ";
	case KPCTL_BTF_UNION:
		return "union ";
	case KPCTL_BTF_FWD:
		return kpctl_btf_flag(t) ? "union " : "struct ";
	case KPCTL_BTF_ENUM:
	case KPCTL_BTF_ENUM64:
		return "enum ";
	default:
		return "";
	}
}

/* The type that has a name, or none: what the declaration ends with on its left. */
static void put_base(struct decl *d, const struct kpctl_btf *b, const struct kpctl_btf_type *t,
		     const char *q)
{
	const char *name = t ? kpctl_btf_name(b, t->name) : "void";

	if (d->len)
		put_left(d, " ");
	put_left(d, *name ? name : "{ ... }");
	if (t)
		put_left(d, tag_of(t));
	put_left(d, q);
}

static void put_params(struct decl *d, const struct kpctl_btf *b, const struct kpctl_btf_type *t,
		       int depth);

/* One part of the type; 0: the part had a name, and the declaration is complete. */
static int put_type_part(struct decl *d, const struct kpctl_btf *b, u32 *type, char *q, int depth)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, *type);

	switch (t ? kpctl_btf_kind(t) : KPCTL_BTF_VOID) {
	case KPCTL_BTF_PTR:
		put_pointer(d, q);
		break;
	case KPCTL_BTF_ARRAY:
		put_array(d, t);
		*type = ((const struct kpctl_btf_array *)kpctl_btf_parts(t))->type;
		return 1;
	case KPCTL_BTF_PROTO:
		enclose_pointer(d);
		put_params(d, b, t, depth);
		break;
	case KPCTL_BTF_CONST:
		note_qualifier(q, "const ");
		break;
	case KPCTL_BTF_VOLATILE:
		note_qualifier(q, "volatile ");
		break;
	case KPCTL_BTF_RESTRICT:
	case KPCTL_BTF_TYPE_TAG:
		break;
	default:
		put_base(d, b, t, q);
		return 0;
	}
	*type = t->ref;
	return 1;
}

/* Types that refer to themselves end the declaration, as a chain that is too long. */
static void declare(struct decl *d, const struct kpctl_btf *b, u32 type, const char *name,
		    int depth)
{
	char q[QUALIFIER_MAX] = "";
	int i;

	d->text[0] = '\0';
	d->len = 0;
	d->is_cut = 0;
	put_right(d, name);
	for (i = 0; i < KPCTL_BTF_CHAIN_MAX; i++)
		if (!put_type_part(d, b, &type, q, depth))
			return;
	d->is_cut = 1;
}

static void put_param(struct decl *d, const struct kpctl_btf *b, const struct kpctl_btf_param *p,
		      int depth)
{
	struct decl param;

	if (!p->type) {
		put_right(d, "...");
		return;
	}
	declare(&param, b, p->type, kpctl_btf_name(b, p->name), depth);
	put_right(d, param.text);
	d->is_cut |= param.is_cut;
}

static void put_params(struct decl *d, const struct kpctl_btf *b, const struct kpctl_btf_type *t,
		       int depth)
{
	const struct kpctl_btf_param *p = kpctl_btf_parts(t);
	u32 i, n = depth < PARAMS_DEPTH ? kpctl_btf_vlen(t) : 0;

	put_right(d, "(");
	if (kpctl_btf_vlen(t) && !n)
		put_right(d, "...");
	for (i = 0; i < n && !d->is_cut; i++) {
		if (i)
			put_right(d, ", ");
		put_param(d, b, &p[i], depth + 1);
	}
	put_right(d, ")");
}

static void put_declared(struct kpctl_out *out, const struct kpctl_btf *b, u32 type,
			 const char *name)
{
	struct decl d;

	declare(&d, b, type, name, 0);
	kpctl_spec_put(out, d.is_cut ? "%s ..." : "%s", d.text);
}

/* Functions */

void kpctl_btf_show_proto(const struct kpctl_btf *b, u32 proto, u32 hidden, const char *name,
			  struct kpctl_out *out)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, proto);
	const struct kpctl_btf_param *p;
	u32 i;

	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PROTO)))
		return;
	p = kpctl_btf_parts(t);
	kpctl_spec_put(out, "%s(", name);
	for (i = hidden; i < kpctl_btf_vlen(t); i++) {
		if (i > hidden)
			kpctl_spec_put(out, ", ");
		if (p[i].type && i < KPCTL_BTF_PARAMS_MAX)
			put_declared(out, b, p[i].type, kpctl_btf_name(b, p[i].name));
		else
			kpctl_spec_put(out, "...");
		if (i >= KPCTL_BTF_PARAMS_MAX)
			break;
	}
	kpctl_spec_put(out, ")");
	if (hidden)
		return;		/* a tracepoint: nobody sees what a handler returns */
	kpctl_spec_put(out, " -> ");
	put_declared(out, b, t->ref, "");
}

void kpctl_btf_show_type(const struct kpctl_btf *b, u32 type, struct kpctl_out *out)
{
	put_declared(out, b, type, "");
}

/* Members */

void kpctl_btf_list(struct kpctl_btf_listing *l, const struct kpctl_btf_cursor *c)
{
	l->b = c->b;
	l->top = 0;
	l->left = LOOKS_MAX;
	l->level[0] = (struct kpctl_btf_listed){ .type = c->type };
}

static void put_listed(struct kpctl_out *out, const struct kpctl_btf *b,
		       const struct kpctl_btf_member *m, u64 bit, u32 width)
{
	char at[40];
	struct kpctl_out where = { at, sizeof(at), 0 };
	struct kpctl_out name;
	char text[KPCTL_BTF_DECL_MAX];

	kpctl_spec_put(&where, "+%llu", (unsigned long long)(bit / 8));
	if (width)
		kpctl_spec_put(&where, ".%u", (unsigned int)(bit % 8));
	kpctl_spec_put(out, "%-7s ", at);
	name = (struct kpctl_out){ text, sizeof(text), 0 };
	kpctl_spec_put(&name, width ? "%s:%u" : "%s", kpctl_btf_name(b, m->name), width);
	put_declared(out, b, m->type, text);
}

/* The next member of the topmost struct; NULL: it has no more. */
static const struct kpctl_btf_member *next_listed(struct kpctl_btf_listing *l, u64 *bit, u32 *width)
{
	struct kpctl_btf_listed *top = &l->level[l->top];
	const struct kpctl_btf_type *t = kpctl_btf_type(l->b, top->type);
	const struct kpctl_btf_member *m;

	if (!l->left || !kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION)) ||
	    top->next >= kpctl_btf_vlen(t))
		return NULL;
	l->left--;
	m = (const struct kpctl_btf_member *)kpctl_btf_parts(t) + top->next++;
	*bit = top->bit + kpctl_btf_member_bit(t, m, width);
	return m;
}

/* Goes into a struct without a name, which is a member without a name. */
static int enter(struct kpctl_btf_listing *l, const struct kpctl_btf_member *m, u64 bit)
{
	u32 type = m->type;

	if (m->name || l->top == KPCTL_BTF_NEST_MAX - 1 ||
	    !kpctl_btf_is(kpctl_btf_bare(l->b, &type),
			  KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION)))
		return 0;
	l->level[++l->top] = (struct kpctl_btf_listed){ .type = type, .bit = bit };
	return 1;
}

int kpctl_btf_list_next(struct kpctl_btf_listing *l, struct kpctl_out *out)
{
	const struct kpctl_btf_member *m;
	u32 width;
	u64 bit;

	for (;;) {
		m = next_listed(l, &bit, &width);
		if (m && !enter(l, m, bit)) {
			put_listed(out, l->b, m, bit, width);
			return 1;
		}
		if (!m && !l->top--)
			return 0;
	}
}
