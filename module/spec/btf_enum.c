// SPDX-License-Identifier: GPL-2.0
/* Tables of enums' values. A name that is no identifier is left out: texts are made of names. */
#include "spec/btf.h"
#include "spec/enum.h"
#ifdef __KERNEL__
#include <linux/sort.h>
#else
#include <stdlib.h>
#endif

/* A value in the types: of 8 bytes in an ENUM64, else of 4. */
struct value {
	const char *name;
	s64 value;
};

static struct value read_value(const struct kpctl_btf *b, const struct kpctl_btf_type *t, u32 i)
{
	u32 words = kpctl_btf_kind(t) == KPCTL_BTF_ENUM64 ? 3 : 2, word[3] = { 0 };

	memcpy(word, (const u8 *)kpctl_btf_parts(t) + 4 * words * i, 4 * words);
	return (struct value){
		.name = kpctl_btf_name(b, word[0]),
		.value = words == 3 ? (s64)((u64)word[2] << 32 | word[1]) :
			 kpctl_btf_flag(t) ? (s32)word[1] : (s64)word[1],
	};
}

static int is_name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_identifier(const char *s)
{
	if (!is_name_start(*s))
		return 0;
	while (is_name_start(*s) || (*s >= '0' && *s <= '9'))
		s++;
	return !*s;
}

/* The enum's own name, which stands in sentences. */
static const char *own_name(const struct kpctl_btf *b, const struct kpctl_btf_type *t)
{
	const char *name = t->name ? kpctl_btf_name(b, t->name) : "";

	return is_identifier(name) ? name : "";
}

/* How many values have a name that is one, and the bytes of all names. */
static u32 count_values(const struct kpctl_btf *b, const struct kpctl_btf_type *t, u32 *text)
{
	u32 i, n = 0;

	*text = strlen(own_name(b, t)) + 1;
	for (i = 0; i < kpctl_btf_vlen(t) && *text <= KPCTL_ENUM_TEXT_MAX; i++) {
		struct value v = read_value(b, t, i);

		if (!is_identifier(v.name))
			continue;
		*text += strlen(v.name) + 1;
		n++;
	}
	return n;
}

u32 kpctl_enum_size(const struct kpctl_btf *b, u32 id)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, id);
	u32 n, text;

	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(ENUM) | KPCTL_BTF_KIND(ENUM64)) ||
	    kpctl_btf_vlen(t) > KPCTL_ENUM_VALUES_MAX)
		return 0;
	n = count_values(b, t, &text);
	if (!n || text > KPCTL_ENUM_TEXT_MAX)
		return 0;
	return sizeof(struct kpctl_enum) + n * sizeof(struct kpctl_enum_value) + text;
}

static int by_value(const void *a, const void *b)
{
	const struct kpctl_enum_value *v = a, *w = b;

	if (v->value != w->value)
		return v->value < w->value ? -1 : 1;
	return v->nr < w->nr ? -1 : v->nr > w->nr;
}

/* Copies a name to the end of the table; returns its offset. */
static u32 keep_name(struct kpctl_enum *e, const char *name)
{
	u32 at = e->size, len = strlen(name) + 1;

	memcpy((char *)e + at, name, len);
	e->size += len;
	return at;
}

void kpctl_enum_fill(struct kpctl_enum *e, const struct kpctl_btf *b, u32 id)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, id);
	u32 i, text, n = 0;

	e->n = count_values(b, t, &text);
	e->size = sizeof(*e) + e->n * sizeof(e->value[0]);
	keep_name(e, own_name(b, t));
	for (i = 0; i < kpctl_btf_vlen(t) && n < e->n; i++) {
		struct value v = read_value(b, t, i);

		if (!is_identifier(v.name))
			continue;
		e->value[n] = (struct kpctl_enum_value){ v.value, keep_name(e, v.name), n };
		n++;
	}
	sort(e->value, e->n, sizeof(e->value[0]), by_value, NULL);
}

const char *kpctl_enum_name(const struct kpctl_enum *e, s64 value)
{
	u32 low = 0, high = e->n, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (e->value[mid].value < value)
			low = mid + 1;
		else
			high = mid;
	}
	return low < e->n && e->value[low].value == value ? kpctl_enum_text(e, low) : NULL;
}

int kpctl_enum_find(const struct kpctl_enum *e, const char *text, size_t len, s64 *value)
{
	u32 i;

	for (i = 0; i < e->n; i++) {
		const char *name = kpctl_enum_text(e, i);

		if (strncmp(name, text, len) || name[len])
			continue;
		*value = e->value[i].value;
		return 0;
	}
	return -ENOENT;
}

/* Does the name end with the text, as NO_SOCKET does for REASON_NO_SOCKET? */
static int ends_with(const char *name, const char *text, size_t len)
{
	size_t all = strlen(name);

	return all > len && !memcmp(name + all - len, text, len);
}

const char *kpctl_enum_near(const struct kpctl_enum *e, const char *text, size_t len)
{
	u32 i;

	for (i = 0; i < e->n; i++)
		if (ends_with(kpctl_enum_text(e, i), text, len))
			return kpctl_enum_text(e, i);
	return kpctl_enum_text(e, 0);
}

int kpctl_enum_same(const struct kpctl_enum *e, const struct kpctl_enum *other)
{
	if (!e || !other)
		return e == other;
	return e->size == other->size && !memcmp(e, other, e->size);
}
