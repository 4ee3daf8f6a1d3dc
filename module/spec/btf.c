// SPDX-License-Identifier: GPL-2.0
#include "spec/btf.h"
#ifdef __KERNEL__
#include <linux/sched.h>
#endif

#define BTF_MAGIC	0xeb9f
/* A kernel has 100,000 types: a search of all lets others run now and then. */
#define BTF_REST	4096

struct btf_header {
	u16 magic;
	u8 version;
	u8 flags;
	u32 header_len;
	u32 types_at;		/* offsets count from the header's end */
	u32 types_len;
	u32 strs_at;
	u32 strs_len;
};

/* The bytes behind a record of this kind; -1: a kind that is not known. */
static s64 bytes_behind(const struct kpctl_btf_type *t)
{
	u32 n = kpctl_btf_vlen(t);

	switch (kpctl_btf_kind(t)) {
	case KPCTL_BTF_INT:
	case KPCTL_BTF_VAR:
	case KPCTL_BTF_DECL_TAG:
		return 4;
	case KPCTL_BTF_ARRAY:
		return sizeof(struct kpctl_btf_array);
	case KPCTL_BTF_STRUCT:
	case KPCTL_BTF_UNION:
		return n * sizeof(struct kpctl_btf_member);
	case KPCTL_BTF_ENUM64:
	case KPCTL_BTF_DATASEC:
		return n * 12;
	case KPCTL_BTF_ENUM:
	case KPCTL_BTF_PROTO:
		return n * sizeof(struct kpctl_btf_param);
	case KPCTL_BTF_PTR:
	case KPCTL_BTF_FWD:
	case KPCTL_BTF_TYPEDEF:
	case KPCTL_BTF_VOLATILE:
	case KPCTL_BTF_CONST:
	case KPCTL_BTF_RESTRICT:
	case KPCTL_BTF_FUNC:
	case KPCTL_BTF_FLOAT:
	case KPCTL_BTF_TYPE_TAG:
		return 0;
	default:
		return -1;
	}
}

static const struct kpctl_btf_type *behind(const struct kpctl_btf_type *t)
{
	return (const void *)((const u8 *)(t + 1) + bytes_behind(t));
}

static int lies_within(u32 at, u32 len, size_t room)
{
	return at <= room && len <= room - at;
}

/* The header, checked, with what it says of the bytes behind it. */
static int read_header(const void *bytes, size_t len, struct btf_header *h)
{
	if (len < sizeof(*h))
		return -EINVAL;
	memcpy(h, bytes, sizeof(*h));
	if (h->magic != BTF_MAGIC || h->version != 1 || h->header_len < sizeof(*h) ||
	    h->header_len > len)
		return -EINVAL;
	len -= h->header_len;
	if (!lies_within(h->types_at, h->types_len, len) ||
	    !lies_within(h->strs_at, h->strs_len, len))
		return -EINVAL;
	return 0;
}

size_t kpctl_btf_room(const void *bytes, size_t len)
{
	struct btf_header h;

	if (read_header(bytes, len, &h))
		return 0;
	return (h.types_len / sizeof(struct kpctl_btf_type) / KPCTL_BTF_STEP + 1) * sizeof(u32);
}

/* Checks all records, notes the place of each 16th, and returns how many there are. */
static int read_records(const struct kpctl_btf *b)
{
	u32 at = 0, n = 0;

	while (at < b->types_len) {
		const struct kpctl_btf_type *t = (const void *)(b->types + at);
		s64 more;

		if (b->types_len - at < sizeof(*t) || n == KPCTL_BTF_TYPES_MAX)
			return -EINVAL;
		more = bytes_behind(t);
		if (more < 0 || b->types_len - at - sizeof(*t) < (u64)more)
			return -EINVAL;
		if (n % KPCTL_BTF_STEP == 0)
			b->index[n / KPCTL_BTF_STEP] = at;
		if (n++ % BTF_REST == 0)
			cond_resched();
		at += sizeof(*t) + more;
	}
	return n;
}

int kpctl_btf_init(struct kpctl_btf *b, const struct kpctl_btf *base, const void *bytes,
		   size_t len, u32 *index)
{
	struct btf_header h;
	int n;

	memset(b, 0, sizeof(*b));
	if (read_header(bytes, len, &h))
		return -EINVAL;
	b->base = base;
	b->types = (const u8 *)bytes + h.header_len + h.types_at;
	b->types_len = h.types_len;
	b->strs = (const char *)bytes + h.header_len + h.strs_at;
	b->strs_len = h.strs_len;
	b->index = index;
	/* The last string ends within the bytes. A module may have no strings of its own. */
	if (h.strs_len ? b->strs[h.strs_len - 1] : !base)
		return -EINVAL;
	n = read_records(b);
	if (n < 0)
		return n;
	b->first = base ? base->end : 1;
	b->first_str = base ? base->first_str + base->strs_len : 0;
	b->end = b->first + n;
	return 0;
}

const struct kpctl_btf_type *kpctl_btf_type(const struct kpctl_btf *b, u32 id)
{
	const struct kpctl_btf_type *t;

	while (b && id < b->first)
		b = b->base;
	if (!b || !id || id >= b->end)
		return NULL;
	id -= b->first;
	t = (const void *)(b->types + b->index[id / KPCTL_BTF_STEP]);
	for (id %= KPCTL_BTF_STEP; id; id--)
		t = behind(t);
	return t;
}

const char *kpctl_btf_name(const struct kpctl_btf *b, u32 name)
{
	while (b && name < b->first_str)
		b = b->base;
	if (!b || name - b->first_str >= b->strs_len)
		return "";
	return b->strs + (name - b->first_str);
}

int kpctl_btf_name_is(const struct kpctl_btf *b, u32 name, const char *text, size_t len)
{
	const char *s = kpctl_btf_name(b, name);

	return !strncmp(s, text, len) && !s[len];
}

const struct kpctl_btf_type *kpctl_btf_bare(const struct kpctl_btf *b, u32 *id)
{
	const u32 chain = KPCTL_BTF_KIND(TYPEDEF) | KPCTL_BTF_KIND(CONST) |
			  KPCTL_BTF_KIND(VOLATILE) | KPCTL_BTF_KIND(RESTRICT) |
			  KPCTL_BTF_KIND(TYPE_TAG);
	const struct kpctl_btf_type *t;
	int n;

	for (n = 0; n < KPCTL_BTF_CHAIN_MAX; n++) {
		t = kpctl_btf_type(b, *id);
		if (!kpctl_btf_is(t, chain))
			return t;
		*id = t->ref;
	}
	return NULL;
}

/* size, so many times; -1: more than any object has. */
static s64 size_times(u64 size, u64 times)
{
	return size && times > KPCTL_BTF_SIZE_MAX / size ? -1 : (s64)(size * times);
}

s64 kpctl_btf_size(const struct kpctl_btf *b, u32 id)
{
	const u32 sized = KPCTL_BTF_KIND(INT) | KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION) |
			  KPCTL_BTF_KIND(ENUM) | KPCTL_BTF_KIND(ENUM64) | KPCTL_BTF_KIND(FLOAT);
	const struct kpctl_btf_array *a;
	const struct kpctl_btf_type *t;
	s64 times = 1;
	int n;

	for (n = 0; n < KPCTL_BTF_CHAIN_MAX; n++) {
		t = kpctl_btf_bare(b, &id);
		if (kpctl_btf_is(t, sized))
			return size_times(t->ref, times);
		if (kpctl_btf_is(t, KPCTL_BTF_KIND(PTR)))
			return size_times(8, times);
		if (!kpctl_btf_is(t, KPCTL_BTF_KIND(ARRAY)))
			return -1;
		a = kpctl_btf_parts(t);
		times = size_times(a->nr, times);
		if (times < 0)
			return -1;
		id = a->type;
	}
	return -1;
}

/* text NULL: whatever the name */
static u32 search_types(const struct kpctl_btf *b, u32 from, const char *text, size_t len, u32 kinds)
{
	const struct kpctl_btf_type *t;
	u32 id;

	if (from < b->first)
		from = b->first;
	t = kpctl_btf_type(b, from);
	for (id = from; id < b->end; id++, t = behind(t)) {
		if (id % BTF_REST == 0)
			cond_resched();
		if (kpctl_btf_is(t, kinds) &&
		    (!text || (t->name && kpctl_btf_name_is(b, t->name, text, len))))
			return id;
	}
	return 0;
}

u32 kpctl_btf_next(const struct kpctl_btf *b, u32 from, u32 kinds)
{
	return search_types(b, from, NULL, 0, kinds);
}

u32 kpctl_btf_find_from(const struct kpctl_btf *b, u32 from, const char *text, size_t len,
			u32 kinds)
{
	return search_types(b, from, text, len, kinds);
}

u32 kpctl_btf_find(const struct kpctl_btf *b, const char *text, size_t len, u32 kinds, u32 *nr)
{
	u32 found = kpctl_btf_find_from(b, 0, text, len, kinds), id;

	*nr = 0;
	for (id = found; id; id = kpctl_btf_find_from(b, id + 1, text, len, kinds))
		++*nr;
	return found;
}

int kpctl_btf_same_layout(const struct kpctl_btf *b, u32 id, u32 other)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, id), *o = kpctl_btf_type(b, other);
	const u32 kinds = KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION);
	const struct kpctl_btf_member *m, *n;
	u32 i;

	if (!kpctl_btf_is(t, kinds) || !kpctl_btf_is(o, kinds) || t->info != o->info ||
	    t->ref != o->ref)	/* their sizes */
		return 0;
	m = kpctl_btf_parts(t);
	n = kpctl_btf_parts(o);
	for (i = 0; i < kpctl_btf_vlen(t); i++)
		if (m[i].offset != n[i].offset ||
		    strcmp(kpctl_btf_name(b, m[i].name), kpctl_btf_name(b, n[i].name)))
			return 0;
	return 1;
}

int kpctl_btf_same_proto(const struct kpctl_btf *b, u32 id, u32 other)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, id), *o = kpctl_btf_type(b, other);

	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PROTO)) || !kpctl_btf_is(o, KPCTL_BTF_KIND(PROTO)))
		return 0;
	return t->info == o->info && t->ref == o->ref &&
	       !memcmp(kpctl_btf_parts(t), kpctl_btf_parts(o), bytes_behind(t));
}

int kpctl_btf_var_offset(const struct kpctl_btf *b, const char *section, const char *var,
			 u32 *off)
{
	const struct kpctl_btf_secinfo *info;
	const struct kpctl_btf_type *t;
	u32 i, nr, id;

	id = kpctl_btf_find(b, section, strlen(section), KPCTL_BTF_KIND(DATASEC), &nr);
	if (!id)
		return -ENOENT;
	info = kpctl_btf_parts(kpctl_btf_type(b, id));
	for (i = kpctl_btf_vlen(kpctl_btf_type(b, id)); i; i--, info++) {
		t = kpctl_btf_type(b, info->type);
		if (!kpctl_btf_is(t, KPCTL_BTF_KIND(VAR)) ||
		    !kpctl_btf_name_is(b, t->name, var, strlen(var)))
			continue;
		*off = info->offset;
		return 0;
	}
	return -ENOENT;
}
