// SPDX-License-Identifier: GPL-2.0-only
/* JSON that is made of items, for the formats that have JSON in them. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif
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
static bool has_about;		/* one of them is not empty */

void object_init(struct object *o, struct output *out, const struct kpr_item *item)
{
	unsigned int why;

	*o = (struct object){
		.stream = out->stream, .item = item, .to = &out->buf, .element = -1,
	};
	for (why = 0; has_about && why < NR_WHY; why++)
		about[why].len = 0;
	has_about = false;
}

/* Text */

void object_comma(struct object *o, bool first)
{
	if (!first)
		PUT(o, ",");
}

void object_number(struct object *o, uint64_t v)
{
	if (object_room(o, 20))
		o->to->len = kpr_put_dec(o->to->data + o->to->len, v) - o->to->data;
}

static void put_signed(struct object *o, int64_t v)
{
	if (object_room(o, 20))
		o->to->len = kpr_put_signed(o->to->data + o->to->len, v) - o->to->data;
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

#ifdef __SSE2__

/* A bit for each of 16 bytes that is_plain() refuses: those from 0x80 on are below zero. */
static inline unsigned int refused(const unsigned char *s)
{
	__m128i x = _mm_loadu_si128((const __m128i *)s), bad;

	bad = _mm_or_si128(_mm_cmplt_epi8(x, _mm_set1_epi8(0x20)),
			   _mm_cmpeq_epi8(x, _mm_set1_epi8(0x7f)));
	bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('"')));
	bad = _mm_or_si128(bad, _mm_cmpeq_epi8(x, _mm_set1_epi8('\\')));
	return _mm_movemask_epi8(bad);
}

static bool is_all_plain(const unsigned char *s, size_t n)
{
	const unsigned char *last = s + n - 16;

	if (n < 16)
		return false;
	for (; s < last; s += 16)
		if (refused(s))
			return false;
	return !refused(last);
}

#else

static bool is_all_plain(const unsigned char *s, size_t n)
{
	(void)s, (void)n;
	return false;		/* each byte is looked at */
}

#endif

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

	if (is_all_plain(s, n)) {
		object_put(o, text, n);
		return true;
	}
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

	has_about = true;
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

/* The name that the number has, or NULL. */
static const char *name_of(struct object *o, const struct kpr_value *v, unsigned int *len)
{
	if (o->own)
		return NULL;
	if (v->kind == KPR_VALUE_UNSIGNED && v->form == KPCTL_FORM_CGROUP)
		return kpr_stream_cgroup(o->stream, v->u, len);
	return kpr_name(o->item, o->arg, v, len);
}

static void note_name(struct object *o, const struct kpr_value *v)
{
	struct kpr_buf *output = o->to;
	unsigned int len;
	const char *name = name_of(o, v, &len);

	if (!name)
		return;
	note(o, WHY_NAMES, NULL, 0);
	o->to = &about[WHY_NAMES];
	PUT(o, ":");
	object_text(o, name, len);
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

	for (why = 0; has_about && why < NR_WHY; why++) {
		if (!about[why].len)
			continue;
		object_key(o, keys[why]);
		object_put(o, why >= WHY_NAMES ? "{" : "[", 1);
		object_put(o, about[why].data, about[why].len);
		object_put(o, why >= WHY_NAMES ? "}" : "]", 1);
	}
}

/* Values */

static void put_words(struct object *o, const char *text, unsigned int len)
{
	char *p;

	if (!is_all_plain((const unsigned char *)text, len)) {
		object_text(o, text, len);
	} else if (object_room(o, len + 2 + KPR_WIDE)) {
		p = o->to->data + o->to->len;
		*p = '"';
		*kpr_put_wide(p + 1, text, len) = '"';
		o->to->len += len + 2;
	}
}

static void put_symbol(struct object *o, uint64_t addr, bool offset)
{
	unsigned int len;
	const char *text = kpr_stream_symbol(o->stream, addr, offset, &len);

	put_words(o, text, len);
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
	const char *text;
	unsigned int n, len;

	PUT(o, "[");
	for (n = 0; n < v->nr; n++) {
		object_comma(o, !n);
		text = kpr_stream_frame(o->stream, v, n, true, &len);
		put_words(o, text, len);
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

/* Is the argument "NAME":NUMBER, of an identifier, which needs no escapes? */
static inline bool is_simple(const struct kpr_field *f)
{
	return f->is_integer && f->is_unique && f->form != KPCTL_FORM_CHAR;
}

/*
 * The arguments from i on that are simple, of a record that has them; returns the first that is
 * not. kpr_event.room is for as many bytes as a line has, which are as many here.
 */
static unsigned int put_simple(struct object *o, unsigned int i)
{
	const struct kpr_event *ev = o->item->event;
	const struct kpr_field *f = &ev->fields[i];
	char *p;

	if (!object_room(o, ev->room + KPR_WIDE))
		return ev->nr_fields;
	for (p = o->to->data + o->to->len; i < ev->nr_fields && is_simple(f); i++, f++) {
		*p = ',';
		p += i > 0;
		*p++ = '"';
		p = kpr_put_wide(p, f->name, f->name_len);
		memcpy(p, "\":", 2);
		p += 2;
		if (f->form == KPCTL_FORM_SIGNED)
			p = kpr_put_signed(p, kpr_number(o->item, f, true));
		else
			p = kpr_put_dec(p, kpr_number(o->item, f, false));
	}
	o->to->len = p - o->to->data;
	return i;
}

void object_fields(struct object *o)
{
	const struct kpr_event *ev = o->item->event;
	bool sound = kpr_is_sound(o->item);
	unsigned int i;

	for (i = 0; i < ev->nr_fields; i++) {
		if (sound) {
			i = put_simple(o, i);
			if (i == ev->nr_fields)
				break;
		}
		object_comma(o, !i);
		o->arg = i;
		PUT(o, "\"");
		put_name(o);
		PUT(o, "\":");
		object_value(o, i);
	}
}

/* Values of the kind of probe itself */

void object_put_own(struct object *o, const char *name, int offset, char form)
{
	uint64_t v;

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
