// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Arguments as tracefs prints them: NAME=VALUE, an array as {VALUE,VALUE}.
 * Offsets and lengths come from a description and a record that are not
 * trusted: a value that does not lie in its record is printed as (corrupt).
 */
#include <errno.h>
#include <string.h>
#include "kpr_int.h"
#include "put.h"

/* Room for an integer's text and a comma, or for a word in parentheses. */
#define WORD_ROOM	24

/* Makes room for n bytes, which may move the buffer and l->p. */
static int make_room(struct kpr_line *l, size_t n)
{
	int ret;

	l->b->len = l->p - l->b->data;
	ret = kpr_buf_room(l->b, l->rest + n);
	l->p = l->b->data + l->b->len;
	return ret;
}

/* Do n bytes at `offset` lie in the record, behind the header? */
static bool within(const struct kpctl_rec *rec, size_t offset, size_t n)
{
	return offset >= sizeof(*rec) && offset + n <= rec->size;
}

/* Values of fixed length */

/*
 * A character comes from probed memory: escaped as in a string, but in single quotes, so the
 * single quote is escaped and the double quote is not.
 */
static char *put_char(char *p, unsigned char c)
{
	*p++ = '\'';
	if (c == '\'')
		p = PUT(p, "\\'");
	else if (c == '"')
		*p++ = c;
	else
		p = kpr_put_escaped(p, &c, 1);
	*p++ = '\'';
	return p;
}

/* A slot's number; bytes of the slot beyond the field's width are cut off. */
static char *put_integer(char *p, const struct kpr_field *f, uint64_t v)
{
	unsigned int shift = 64 - 8 * f->width;

	v <<= shift;
	switch (f->form) {
	case KPCTL_FORM_DEC:	return kpr_put_dec(p, v >> shift);
	case KPCTL_FORM_SIGNED:	return kpr_put_signed(p, (int64_t)v >> shift);
	case KPCTL_FORM_HEX:	return kpr_put_hex(p, v >> shift);
	case KPCTL_FORM_CHAR:	return put_char(p, v >> shift);
	case KPCTL_FORM_NS:	return kpr_put_duration(p, v >> shift);
	}
	*p++ = '?';
	return p;
}

static int put_symbol(struct kpr_line *l, uint64_t addr)
{
	unsigned int len;
	const char *text = kpr_syms_get(l->syms, addr, true, &len);

	if (make_room(l, len))
		return -ENOMEM;
	l->p = kpr_put(l->p, text, len);
	return 0;
}

static int put_address(struct kpr_line *l, const struct kpr_field *f, const void *at)
{
	if (make_room(l, KPCTL_ADDRESS_TEXT))
		return -ENOMEM;
	l->p = kpctl_address_of(f->form)->put(l->p, at);
	return 0;
}

/* Strings */

/*
 * The bytes that a __data_loc word points at; NULL: not in the record. A length of 0 is a
 * fault and left to the caller.
 */
static const unsigned char *locate(const struct kpctl_rec *rec, uint32_t loc)
{
	if (!within(rec, loc & 0xffff, loc >> 16))
		return NULL;
	return (const unsigned char *)rec + (loc & 0xffff);
}

static int put_string(struct kpr_line *l, uint64_t v)
{
	const unsigned char *s = locate(l->item->rec, v);
	uint32_t flags = v >> 32, len = (uint32_t)v >> 16;
	char *p;

	if (!len || !s) {
		l->p = len ? kpr_put_corrupt(l->p) : PUT(l->p, "(fault)");
		return 0;
	}
	len = strnlen((const char *)s, len);
	if (make_room(l, 4 * (size_t)len))
		return -ENOMEM;
	p = l->p;
	*p++ = '"';
	p = kpr_put_escaped(p, s, len);
	*p++ = '"';
	l->p = flags & KPCTL_STR_CUT ? PUT(p, "...") : p;
	return 0;
}

/* Arrays */

/* An element as a slot would hold the value, but without sign extension. */
static uint64_t load(const void *at, unsigned int width)
{
	uint64_t v = 0;

	memcpy(&v, at, width);
	return v;
}

static int put_element(struct kpr_line *l, const struct kpr_field *f, const void *at)
{
	uint64_t v;

	if (kpctl_form_is_address(f->form))
		return put_address(l, f, at);
	v = load(at, f->width);
	switch (f->form) {
	case KPCTL_FORM_SYMBOL:
		return put_symbol(l, v);
	case KPCTL_FORM_TEXT:
	case KPCTL_FORM_NAME:
		return put_string(l, v);
	}
	l->p = put_integer(l->p, f, v);
	return 0;
}

static int put_array(struct kpr_line *l, const struct kpr_field *f)
{
	const char *at = (const char *)l->item->rec + f->offset;
	unsigned int i, width = f->width;

	if (f->count > KPR_ARRAY_MAX ||
	    !within(l->item->rec, f->offset, (f->count * width + 7) & ~7)) {
		l->p = kpr_put_corrupt(l->p);
		return 0;
	}
	for (i = 0; i < f->count; i++, at += width) {
		if (make_room(l, WORD_ROOM))
			return -ENOMEM;
		*l->p++ = i ? ',' : '{';
		if (put_element(l, f, at))
			return -ENOMEM;
	}
	*l->p++ = '}';
	return 0;
}

/* Fields */

/* Could the field not be read? The mask has a bit, as no integer is free for the purpose. */
static bool faulted(const struct kpr_item *it, unsigned int field)
{
	uint64_t mask;

	return it->event->fault >= 0 &&
	       kpr_slot(it->rec, it->event->fault + field / 64 * 8, &mask) &&
	       mask >> field % 64 & 1;
}

/* Is the value a single integer? format.c has made room for integers. */
static bool is_integer(const struct kpr_field *f)
{
	return f->form < KPCTL_FORM_SYMBOL && !f->count;
}

static char *put_slot(char *p, const struct kpr_item *it, unsigned int i)
{
	const struct kpr_field *f = &it->event->fields[i];
	uint64_t v;

	if (!kpr_slot(it->rec, f->offset, &v))
		return kpr_put_corrupt(p);
	if (faulted(it, i))
		return PUT(p, "(fault)");
	return put_integer(p, f, v);
}

/* Not inlined: the code for other values would slow integers down. */
__attribute__((noinline))
static int put_other(struct kpr_line *l, unsigned int i)
{
	const struct kpr_field *f = &l->item->event->fields[i];
	bool fault = faulted(l->item, i);
	const char *at = (const char *)l->item->rec + f->offset;

	if (f->form == KPCTL_FORM_STACK)
		return 0;
	l->p = kpr_put_label(l->p, f);
	if (f->count && !fault)
		return put_array(l, f);
	if (!f->count && !within(l->item->rec, f->offset, (f->width + 7) & ~7))
		l->p = kpr_put_corrupt(l->p);
	else if (fault)
		l->p = PUT(l->p, "(fault)");
	else
		return put_element(l, f, at);
	return 0;
}

/* p stands for l->p, and stays in a register while integers are printed. */
int kpr_put_fields(struct kpr_line *l)
{
	const struct kpr_item *it = l->item;
	const struct kpr_field *f = it->event->fields;
	unsigned int i, nr = it->event->nr_fields;
	char *p = l->p;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++, f++) {
		if (is_integer(f)) {
			p = kpr_put_label(p, f);
			p = put_slot(p, it, i);
		} else {
			l->p = p;
			ret = put_other(l, i);
			p = l->p;
		}
	}
	l->p = p;
	return ret;
}

/*
 * Stacks. The room that format.c made for a field is enough for a line with the field's name
 * and a line with a word; each frame makes room for itself.
 */

/* A short word in place of a frame. */
static int put_note(struct kpr_line *l, const char *word)
{
	l->p = PUT(l->p, " => ");
	l->p = kpr_put(l->p, word, strlen(word));
	*l->p++ = '\n';
	return 0;
}

static int put_frames(struct kpr_line *l, const unsigned char *at, size_t nr)
{
	for (; nr--; at += 8) {
		l->p = PUT(l->p, " => ");
		if (put_symbol(l, load(at, 8)))
			return -ENOMEM;
		*l->p++ = '\n';
	}
	return 0;
}

static int put_stack(struct kpr_line *l, const struct kpr_field *f)
{
	const unsigned char *frames;
	uint32_t len;
	uint64_t v;
	int ret;

	if (!kpr_slot(l->item->rec, f->offset, &v))
		return put_note(l, "(corrupt)");
	len = (uint32_t)v >> 16;
	if (!len)
		return put_note(l, "(fault)");
	frames = locate(l->item->rec, v);
	if (!frames || len % 8)
		return put_note(l, "(corrupt)");
	ret = put_frames(l, frames, len / 8);
	if (!ret && v >> 32 & KPCTL_STR_CUT)
		ret = put_note(l, "...");
	return ret;
}

/* Does the stack need its name? Yes, with several stacks, or with a name chosen by the user. */
static bool is_named(const struct kpr_event *ev, const struct kpr_field *f)
{
	static const char usual[] = "stacktrace";

	return ev->nr_stacks > 1 || f->name_len != sizeof(usual) - 1 ||
	       memcmp(f->name, usual, f->name_len);
}

int kpr_put_stacks(struct kpr_line *l)
{
	const struct kpr_event *ev = l->item->event;
	const struct kpr_field *f = ev->fields;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < ev->nr_fields && !ret; i++, f++) {
		if (f->form != KPCTL_FORM_STACK)
			continue;
		if (is_named(ev, f)) {
			*l->p++ = ' ';
			l->p = kpr_put(l->p, f->name, f->name_len);
			l->p = PUT(l->p, ":\n");
		}
		ret = put_stack(l, f);
	}
	return ret;
}
