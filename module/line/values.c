// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* Arguments as tracefs prints them: NAME=VALUE, an array as {VALUE,VALUE}. */
#include "line/sys.h"
#include "line/decode.h"
#include "line/line_int.h"
#include "line/put.h"
#include "spec/symbolic.h"

/* Room for an integer's text and a comma, or for a word in parentheses. */
#define WORD_ROOM	24

/* Makes room for n bytes, which may move the buffer and l->p. */
static int room_for(struct kpr_line *l, size_t n)
{
	int ret;

	l->b->len = l->p - l->b->data;
	ret = kpr_buf_room(l->b, l->rest + n);
	l->p = l->b->data + l->b->len;
	return ret;
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

/* A slot's number, or an element's. */
static inline char *put_integer(char *p, const struct kpr_field *f, uint64_t v)
{
	if (f->form == KPCTL_FORM_HEX)
		return kpr_put_hex(p, kpr_unsigned(f, v));
	switch (f->form) {
	case KPCTL_FORM_DEC:	return kpr_put_dec(p, kpr_unsigned(f, v));
	case KPCTL_FORM_SIGNED:	return kpr_put_signed(p, kpr_signed(f, v));
	case KPCTL_FORM_CHAR:	return put_char(p, kpr_unsigned(f, v));
	case KPCTL_FORM_NS:	return kpr_put_duration(p, kpr_unsigned(f, v));
	case KPCTL_FORM_CGROUP:	return kpr_put_dec(p, kpr_unsigned(f, v));
	}
	*p++ = '?';
	return p;
}

static int line_symbol(struct kpr_line *l, uint64_t addr)
{
	unsigned int len;
	const char *text = kpr_syms_get(l->syms, addr, true, &len);

	if (room_for(l, len))
		return -ENOMEM;
	l->p = kpr_put(l->p, text, len);
	return 0;
}

/* A path, which anybody can have given any name; of a cgroup that is not known the number. */
static int line_cgroup(struct kpr_line *l, uint64_t id)
{
	unsigned int len = 0;
	const char *path = kpr_cgroup_get(l->syms, id, &len);

	if (room_for(l, path ? 4 * (size_t)len + 2 : WORD_ROOM))
		return -ENOMEM;
	if (!path) {
		l->p = kpr_put_dec(l->p, id);
		return 0;
	}
	*l->p++ = '"';
	l->p = kpr_put_escaped(l->p, (const unsigned char *)path, len);
	*l->p++ = '"';
	return 0;
}

static int put_frame(struct kpr_line *l, const struct kpr_value *stack, unsigned int n)
{
	unsigned int len;
	const char *text = kpr_syms_frame(l->syms, stack, n, true, &len);

	if (room_for(l, len))
		return -ENOMEM;
	l->p = kpr_put(l->p, text, len);
	return 0;
}

static int line_symbolic(struct kpr_line *l, const struct kpr_field *f, uint64_t v)
{
	bool is_signed = kpctl_form_is_signed(f->form);

	if (room_for(l, KPCTL_SYMBOLIC_TEXT))
		return -ENOMEM;
	l->p = kpctl_symbolic_of(f->form)->put(l->p, is_signed ? kpr_signed(f, v) :
								 (int64_t)kpr_unsigned(f, v));
	return 0;
}

/* An enum's value: its name, or the number. */
static int put_named(struct kpr_line *l, const struct kpr_field *f, uint64_t v)
{
	bool is_signed = kpctl_form_is_signed(f->form);
	unsigned int len;
	const char *name = kpr_name_of(f, is_signed ? kpr_signed(f, v) :
						      (int64_t)kpr_unsigned(f, v), &len);

	if (room_for(l, name ? len : WORD_ROOM))
		return -ENOMEM;
	l->p = name ? kpr_put(l->p, name, len) : put_integer(l->p, f, v);
	return 0;
}

static int line_address(struct kpr_line *l, const struct kpr_value *v)
{
	if (room_for(l, KPCTL_ADDRESS_TEXT))
		return -ENOMEM;
	l->p = kpctl_address_of(v->form)->put(l->p, v->data);
	return 0;
}

static int line_string(struct kpr_line *l, const struct kpr_value *v)
{
	char *p;

	if (room_for(l, 4 * (size_t)v->nr))
		return -ENOMEM;
	p = l->p;
	*p++ = '"';
	p = kpr_put_escaped(p, v->data, v->nr);
	*p++ = '"';
	l->p = v->cut ? PUT(p, "...") : p;
	return 0;
}

/* A value that is neither an integer nor one by its name. */
static int put_value(struct kpr_line *l, const struct kpr_value *v)
{
	switch (v->kind) {
	case KPR_VALUE_STRING:
		return line_string(l, v);
	case KPR_VALUE_ADDRESS:
		return line_address(l, v);
	case KPR_VALUE_FAULT:
		l->p = PUT(l->p, "(fault)");
		return 0;
	case KPR_VALUE_CORRUPT:
		l->p = kpr_put_corrupt(l->p);
		return 0;
	default:
		*l->p++ = '?';
		return 0;
	}
}

/* A single value, or an array's element. */
static int put_element(struct kpr_line *l, const struct kpr_field *f, const unsigned char *at)
{
	struct kpr_value v;

	if (f->form == KPCTL_FORM_SYMBOL)
		return line_symbol(l, kpr_load(at, 8));
	if (f->form == KPCTL_FORM_CGROUP)
		return line_cgroup(l, kpr_load(at, 8));
	if (f->nr_names && f->form < KPCTL_FORM_SYMBOL)
		return put_named(l, f, kpr_load(at, f->width));
	if (f->form < KPCTL_FORM_SYMBOL) {
		l->p = put_integer(l->p, f, kpr_load(at, f->width));
		return 0;
	}
	if (kpctl_form_is_symbolic(f->form))
		return line_symbolic(l, f, kpr_load(at, f->width));
	v.form = f->form;
	kpr_decode_at(l->item->rec, f, at, &v);
	return put_value(l, &v);
}

static int line_array(struct kpr_line *l, const struct kpr_field *f)
{
	const unsigned char *at;
	struct kpr_value v;
	unsigned int i;

	kpr_decode_array(l->item->rec, f, &v);
	if (v.kind != KPR_VALUE_ARRAY)
		return put_value(l, &v);
	*l->p++ = '{';
	for (i = 0, at = v.data; i < v.nr; i++, at += f->width) {
		if (room_for(l, WORD_ROOM))
			return -ENOMEM;
		if (i)
			*l->p++ = ',';
		if (put_element(l, f, at))
			return -ENOMEM;
	}
	*l->p++ = '}';
	if (v.cut)
		l->p = PUT(l->p, "...");
	return 0;
}

/* Fields */

KPR_RARE
static char *put_slot(char *p, const struct kpr_item *it, unsigned int i)
{
	const struct kpr_field *f = &it->event->fields[i];
	uint64_t v;

	if (!kpr_slot(it->rec, f->offset, &v))
		return kpr_put_corrupt(p);
	if (kpr_faulted(it, i))
		return PUT(p, "(fault)");
	return put_integer(p, f, v);
}

static int put_other(struct kpr_line *l, unsigned int i)
{
	const struct kpr_field *f = &l->item->event->fields[i];
	struct kpr_value v;

	if (!kpr_has_value(l->item, i, &v.kind))
		return put_value(l, &v);
	if (f->count || f->is_counted)
		return line_array(l, f);
	return put_element(l, f, (const unsigned char *)l->item->rec + f->offset);
}

/* Not inlined: the code for other values would slow integers down. */
__attribute__((__noinline__))
static int put_labelled(struct kpr_line *l, unsigned int i)
{
	const struct kpr_field *f = &l->item->event->fields[i];

	if (kpctl_form_is_stack(f->form))
		return 0;
	l->p = kpr_put_label(l->p, f);
	return put_other(l, i);
}

/* p stands for l->p, and stays in a register while integers are printed. */
int kpr_put_fields(struct kpr_line *l)
{
	const struct kpr_item *it = l->item;
	const struct kpr_field *f = it->event->fields;
	unsigned int i, nr = it->event->nr_fields;
	bool sound = kpr_sound(it);
	char *p = l->p;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++, f++) {
		if (f->is_integer && sound) {
			p = kpr_put_label(p, f);
			p = put_integer(p, f, kpr_load((const char *)it->rec + f->offset, 8));
		} else if (f->is_integer) {
			p = kpr_put_label(p, f);
			p = put_slot(p, it, i);
		} else {
			l->p = p;
			ret = put_labelled(l, i);
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

static int put_frames(struct kpr_line *l, const struct kpr_value *stack)
{
	unsigned int n;

	for (n = 0; n < stack->nr; n++) {
		l->p = PUT(l->p, " => ");
		if (put_frame(l, stack, n))
			return -ENOMEM;
		*l->p++ = '\n';
	}
	return stack->cut ? put_note(l, "...") : 0;
}

static void decode_stack(const struct kpr_line *l, const struct kpr_field *f, struct kpr_value *v)
{
	uint64_t slot;

	v->kind = KPR_VALUE_CORRUPT;
	if (kpr_slot(l->item->rec, f->offset, &slot))
		kpr_decode_data(l->item->rec, f, slot, v);
}

static int line_stack(struct kpr_line *l, const struct kpr_field *f)
{
	struct kpr_value v = { 0 };

	decode_stack(l, f, &v);
	if (v.kind == KPR_VALUE_STACK)
		return put_frames(l, &v);
	return put_note(l, v.kind == KPR_VALUE_FAULT ? "(fault)" : "(corrupt)");
}

/* Does the stack need its name? Yes, with several stacks, or with a name chosen by the user. */
static bool is_named(const struct kpr_event *ev, const struct kpr_field *f)
{
	static const char usual[] = "ustacktrace";
	const char *name = usual + (f->form == KPCTL_FORM_STACK);

	return ev->nr_stacks > 1 || f->name_len != strlen(name) ||
	       memcmp(f->name, name, f->name_len);
}

int kpr_put_stacks(struct kpr_line *l)
{
	const struct kpr_event *ev = l->item->event;
	const struct kpr_field *f = ev->fields;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < ev->nr_fields && !ret; i++, f++) {
		if (!kpctl_form_is_stack(f->form))
			continue;
		if (is_named(ev, f)) {
			*l->p++ = ' ';
			l->p = kpr_put(l->p, f->name, f->name_len);
			l->p = PUT(l->p, ":\n");
		}
		ret = line_stack(l, f);
	}
	return ret;
}

/* One value */

static int put_joined(struct kpr_line *l, const struct kpr_value *stack)
{
	unsigned int n;

	for (n = 0; n < stack->nr; n++) {
		if (n)
			*l->p++ = ';';
		if (put_frame(l, stack, n))
			return -ENOMEM;
	}
	if (stack->cut)
		l->p = PUT(l->p, ";...");
	return 0;
}

int kpr_put_value(struct kpr_line *l, unsigned int i)
{
	const struct kpr_field *f = &l->item->event->fields[i];
	struct kpr_value v = { 0 };

	if (f->is_integer) {
		l->p = put_slot(l->p, l->item, i);
		return 0;
	}
	if (!kpctl_form_is_stack(f->form))
		return put_other(l, i);
	decode_stack(l, f, &v);
	return v.kind == KPR_VALUE_STACK ? put_joined(l, &v) : put_value(l, &v);
}
