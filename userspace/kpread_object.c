// SPDX-License-Identifier: GPL-2.0-only
/* JSON that is made of items, for the formats that have JSON in them. */
#include <string.h>
#include "kpread_object.h"
#include "spec/types.h"

/* The keys of ABOUT. */
enum why {
	WHY_CUT,
	WHY_FAULT,
	WHY_CORRUPT,
	WHY_UNKNOWN,
	/* with a value each: */
	WHY_NAMES,
	WHY_RAW,
	NR_WHY,
};

/* The contents of ABOUT's keys, gathered while values are written. */
static struct kpr_buf about[NR_WHY];

void object_init(struct object *o, struct output *out, const struct kpr_item *item)
{
	unsigned int why;

	*o = (struct object){
		.stream = out->stream, .item = item, .to = &out->buf, .element = -1,
	};
	for (why = 0; why < NR_WHY; why++)
		about[why].len = 0;
}

/* Text */

void object_comma(struct object *o, bool first)
{
	if (!first)
		PUT(o, ",");
}

void object_number(struct object *o, uint64_t v)
{
	char text[20];

	object_put(o, text, kpr_put_dec(text, v) - text);
}

static void put_signed(struct object *o, int64_t v)
{
	char text[20];

	object_put(o, text, kpr_put_signed(text, v) - text);
}

static void put_hex(struct object *o, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";

	object_put(o, (char []){ hex[c >> 4], hex[c & 15] }, 2);
}

/* Can the byte stand in a string as it is? */
static inline bool is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* Is the character at s one of U+0080..9F? These are UTF-8, and kpr_utf8() says no. */
static bool is_c1(const unsigned char *s, size_t n)
{
	return n > 1 && s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0;
}

/*
 * A character that is_plain() refuses; returns its bytes, or 0 for a byte that is not UTF-8.
 * Control characters are escaped, also those beyond ASCII.
 */
static unsigned int put_char(struct object *o, const unsigned char *s, size_t n)
{
	unsigned int len = *s < 0x80 ? 1 : is_c1(s, n) ? 2 : kpr_utf8(s, n);

	if (!len) {
		PUT(o, "\\ufffd");
	} else if (*s == '"' || *s == '\\') {
		object_put(o, (char []){ '\\', *s }, 2);
	} else if (*s < 0x80 || is_c1(s, n)) {
		PUT(o, "\\u00");
		put_hex(o, s[len - 1]);
	} else {
		object_put(o, (const char *)s, len);
	}
	return len;
}

bool object_inside(struct object *o, const char *text, size_t n)
{
	const unsigned char *s = (const unsigned char *)text, *end = s + n, *plain;
	bool is_utf8 = true;
	unsigned int len;

	while (s < end) {
		for (plain = s; s < end && is_plain(*s); s++)
			;
		object_put(o, (const char *)plain, s - plain);
		if (s == end)
			break;
		len = put_char(o, s, end - s);
		is_utf8 &= len > 0;
		s += len ? len : 1;
	}
	return is_utf8;
}

bool object_text(struct object *o, const void *text, size_t n)
{
	bool is_utf8;

	PUT(o, "\"");
	is_utf8 = object_inside(o, text, n);
	PUT(o, "\"");
	return is_utf8;
}

void object_key(struct object *o, const char *key)
{
	PUT(o, ",\"");
	object_put(o, key, strlen(key));
	PUT(o, "\":");
}

void object_pair(struct object *o, const char *key, uint64_t v)
{
	object_key(o, key);
	object_number(o, v);
}

void object_pair_or_null(struct object *o, const char *key, bool is_known, uint64_t v)
{
	object_key(o, key);
	if (is_known)
		object_number(o, v);
	else
		PUT(o, "null");
}

/* Names of values */

/* The name of the argument, without quotes. */
static void put_name(struct object *o)
{
	const struct kpr_field *f = &o->item->event->fields[o->arg];

	object_inside(o, f->name, f->name_len);
	if (f->is_unique)
		return;
	PUT(o, "#");
	object_number(o, o->arg + 1);
}

static void put_about_name(struct object *o)
{
	PUT(o, "\"");
	if (o->own) {
		PUT(o, "$");
		object_put(o, o->own, strlen(o->own));
	} else {
		put_name(o);
	}
	if (o->element >= 0) {
		PUT(o, "[");
		object_number(o, o->element);
		PUT(o, "]");
	}
	PUT(o, "\"");
}

/* Adds the value to a key of ABOUT; `bytes`, if any, stand behind its name. */
static void note(struct object *o, enum why why, const unsigned char *bytes, size_t n)
{
	struct kpr_buf *output = o->to;

	o->to = &about[why];
	object_comma(o, !o->to->len);
	put_about_name(o);
	if (bytes) {
		PUT(o, ":\"");
		for (; n--; bytes++)
			put_hex(o, *bytes);
		PUT(o, "\"");
	}
	o->to = output;
}

/* Adds the name that the number has. */
static void note_name(struct object *o, const struct kpr_value *v)
{
	struct kpr_buf *output = o->to;
	unsigned int len;
	const char *name = o->own ? NULL : kpr_name(o->item, o->arg, v, &len);

	if (!name)
		return;
	note(o, WHY_NAMES, NULL, 0);
	o->to = &about[WHY_NAMES];
	PUT(o, ":\"");
	object_put(o, name, len);
	PUT(o, "\"");
	o->to = output;
}

static void put_null(struct object *o, enum why why)
{
	PUT(o, "null");
	note(o, why, NULL, 0);
}

void object_about(struct object *o)
{
	static const char * const keys[NR_WHY] = { "cut", "fault", "corrupt", "unknown", "names", "raw" };
	unsigned int why;

	for (why = 0; why < NR_WHY; why++) {
		if (!about[why].len)
			continue;
		object_key(o, keys[why]);
		object_put(o, why >= WHY_NAMES ? "{" : "[", 1);
		object_put(o, about[why].data, about[why].len);
		object_put(o, why >= WHY_NAMES ? "}" : "]", 1);
	}
}

/* Values */

static void put_symbol(struct object *o, uint64_t addr, bool offset)
{
	unsigned int len;
	const char *text = kpr_stream_symbol(o->stream, addr, offset, &len);

	object_text(o, text, len);
}

static void put_string(struct object *o, const unsigned char *s, size_t n)
{
	if (!object_text(o, s, n))
		note(o, WHY_RAW, s, n);
}

static void put_unsigned(struct object *o, const struct kpr_value *v)
{
	unsigned char c = v->u;

	if (v->form == KPCTL_FORM_CHAR)
		put_string(o, &c, 1);
	else if (v->form == KPCTL_FORM_SYMBOL)
		put_symbol(o, v->u, true);
	else
		object_number(o, v->u);
}

static void put_address(struct object *o, const struct kpr_value *v)
{
	char text[KPR_ADDRESS_TEXT];

	object_text(o, text, kpr_address(v, text));
}

static void put_stack(struct object *o, const struct kpr_value *v)
{
	unsigned int n;

	PUT(o, "[");
	for (n = 0; n < v->nr; n++) {
		object_comma(o, !n);
		put_symbol(o, kpr_frame(v, n), true);
	}
	PUT(o, "]");
}

/* Any value but an array. */
static void put_single(struct object *o, const struct kpr_value *v)
{
	if (v->cut)
		note(o, WHY_CUT, NULL, 0);
	note_name(o, v);
	switch (v->kind) {
	case KPR_VALUE_UNSIGNED:	put_unsigned(o, v); break;
	case KPR_VALUE_SIGNED:		put_signed(o, v->s); break;
	case KPR_VALUE_ADDRESS:		put_address(o, v); break;
	case KPR_VALUE_STRING:		put_string(o, v->data, v->nr); break;
	case KPR_VALUE_STACK:		put_stack(o, v); break;
	case KPR_VALUE_FAULT:		put_null(o, WHY_FAULT); break;
	case KPR_VALUE_CORRUPT:		put_null(o, WHY_CORRUPT); break;
	default:			put_null(o, WHY_UNKNOWN);
	}
}

static void put_array(struct object *o, const struct kpr_value *array)
{
	struct kpr_value v;
	unsigned int n;

	if (array->cut)
		note(o, WHY_CUT, NULL, 0);
	PUT(o, "[");
	for (n = 0; n < array->nr; n++) {
		object_comma(o, !n);
		o->element = n;
		kpr_element(o->item, o->arg, n, &v);
		put_single(o, &v);
	}
	o->element = -1;
	PUT(o, "]");
}

void object_value(struct object *o, unsigned int i)
{
	struct kpr_value v;

	o->arg = i;
	kpr_value(o->item, i, &v);
	if (v.kind == KPR_VALUE_ARRAY)
		put_array(o, &v);
	else
		put_single(o, &v);
}

void object_fields(struct object *o)
{
	unsigned int i;

	for (i = 0; i < o->item->event->nr_fields; i++) {
		object_comma(o, !i);
		o->arg = i;
		PUT(o, "\"");
		put_name(o);
		PUT(o, "\":");
		object_value(o, i);
	}
}

/* Values of the kind of probe itself */

void object_own(struct object *o, const char *name, int offset, char form)
{
	uint64_t v;

	if (offset < 0)
		return;
	object_key(o, name);
	o->own = name;
	if (!kpr_own(o->item, offset, &v))
		put_null(o, WHY_CORRUPT);
	else if (form == 'n')
		object_number(o, v);
	else
		put_symbol(o, v, form == 's');
	o->own = NULL;
}
