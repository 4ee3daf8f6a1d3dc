// SPDX-License-Identifier: LGPL-2.1-only
/* Fields by name, as values. */
#include <errno.h>
#include <string.h>
#include "api.h"
#include "kpr_int.h"
#include "spec/symbolic.h"

/* The offset of a field that all events of the kind have; -1: it is none. */
static int own_offset(const struct kpr_event *ev, const char *name)
{
	if (!strcmp(name, "$lat"))
		return ev->lat;
	if (!strcmp(name, "$ip"))
		return ev->ip;
	if (!strcmp(name, "$func"))
		return ev->func;
	if (!strcmp(name, "$retip"))
		return ev->retip;
	return -1;
}

static bool has_fields(const struct kpctl_event *ev)
{
	return ev->item.kind == KPR_EVENT && ev->item.event;
}

/* The number of the field, or -ENOENT. Of several of one name it is the first. */
static int find(const struct kpctl_event *ev, const char *name)
{
	size_t len = strlen(name);
	const struct kpr_field *f;
	unsigned int i;

	if (!has_fields(ev))
		return -ENOENT;
	f = ev->item.event->fields;
	for (i = 0; i < ev->item.event->nr_fields; i++)
		if (f[i].name_len == len && !memcmp(f[i].name, name, len))
			return i;
	return -ENOENT;
}

static int own(const struct kpctl_event *ev, const char *name, struct kpctl_field *f)
{
	int at = has_fields(ev) ? own_offset(ev->item.event, name) : -1;

	if (at < 0)
		return -ENOENT;
	if (!kpr_own(&ev->item, at, &f->number))
		return -EBADMSG;
	f->kind = KPCTL_FIELD_UNSIGNED;
	return 0;
}

/* Texts of numbers that have names; NULL: it has none, or there is no memory. */
static const char *name_of(const struct kpctl_event *ev, unsigned int i, const struct kpr_value *v)
{
	char text[KPCTL_SYMBOLIC_TEXT];
	const char *name = NULL;
	unsigned int len = 0;

	if (v->form == KPCTL_FORM_SYMBOL) {
		name = kpr_stream_symbol(ev->stream, v->u, true, &len);
	} else if (v->form == KPCTL_FORM_CGROUP) {
		name = kpr_stream_cgroup(ev->stream, v->u, &len);
	} else if (kpctl_form_is_symbolic(v->form)) {
		len = kpctl_symbolic_of(v->form)->put(text, v->s) - text;
		name = text;
	} else {
		name = kpr_name(&ev->item, i, v, &len);
	}
	return name ? kpr_take_text(&ev->s->chunks, name, len) : NULL;
}

static int take_number(const struct kpctl_event *ev, unsigned int i, const struct kpr_value *v,
		       struct kpctl_field *f)
{
	f->kind = v->kind == KPR_VALUE_SIGNED ? KPCTL_FIELD_SIGNED : KPCTL_FIELD_UNSIGNED;
	f->number = v->u;
	f->text = name_of(ev, i, v);
	f->length = f->text ? strlen(f->text) : 0;
	return 0;
}

static int take_string(const struct kpctl_event *ev, const void *bytes, size_t n,
		       struct kpctl_field *f)
{
	f->kind = KPCTL_FIELD_STRING;
	f->text = kpr_take_text(&ev->s->chunks, bytes, n);
	f->length = n;
	return f->text ? 0 : -ENOMEM;
}

static int take_address(const struct kpctl_event *ev, const struct kpr_value *v,
			struct kpctl_field *f)
{
	char text[KPR_ADDRESS_TEXT];

	return take_string(ev, text, kpr_address(v, text), f);
}

static int take_stack(const struct kpctl_event *ev, const struct kpr_value *v,
		      struct kpctl_field *f)
{
	uint64_t *frames = kpr_take(&ev->s->chunks, 8ull * v->nr);
	unsigned int n;

	if (!frames)
		return -ENOMEM;
	for (n = 0; n < v->nr; n++)
		frames[n] = kpr_frame(v, n);
	f->kind = KPCTL_FIELD_STACK;
	f->frames = frames;
	f->length = v->nr;
	return 0;
}

static int take(const struct kpctl_event *ev, unsigned int i, const struct kpr_value *v,
		struct kpctl_field *f)
{
	switch (v->kind) {
	case KPR_VALUE_UNSIGNED:
	case KPR_VALUE_SIGNED:
		return take_number(ev, i, v, f);
	case KPR_VALUE_ADDRESS:
		return take_address(ev, v, f);
	case KPR_VALUE_STRING:
		f->cut = v->cut;
		return take_string(ev, v->data, v->nr, f);
	case KPR_VALUE_STACK:
		f->cut = v->cut;
		return take_stack(ev, v, f);
	case KPR_VALUE_ARRAY:
		f->kind = KPCTL_FIELD_ARRAY;
		f->cut = v->cut;
		f->length = v->nr;
		return 0;
	case KPR_VALUE_FAULT:
		return -EFAULT;
	case KPR_VALUE_CORRUPT:
		return -EBADMSG;
	case KPR_VALUE_UNKNOWN:
		break;
	}
	return -EINVAL;
}

static int get(const struct kpctl_event *ev, const char *name, struct kpctl_field *f)
{
	struct kpr_value v;
	int i;

	*f = (struct kpctl_field){ 0 };
	if (*name == '$')
		return own(ev, name, f);
	i = find(ev, name);
	if (i < 0)
		return i;
	kpr_value(&ev->item, i, &v);
	return take(ev, i, &v, f);
}

int kpctl_field(const struct kpctl_event *ev, const char *name, struct kpctl_field *f)
{
	struct kpctl_field got;
	int ret = get(ev, name, &got);

	return ret ? ret : kpr_hand_out(f, &got, sizeof(got));
}

int kpctl_element(const struct kpctl_event *ev, const char *name, unsigned int n,
		  struct kpctl_field *f)
{
	struct kpctl_field got = { 0 };
	struct kpr_value v;
	int i = find(ev, name), ret;

	if (i < 0)
		return i;
	kpr_value(&ev->item, i, &v);
	if (v.kind != KPR_VALUE_ARRAY) {
		ret = take(ev, i, &v, &got);
		return ret ? ret : -EINVAL;
	}
	if (n >= v.nr)
		return -ERANGE;
	kpr_element(&ev->item, i, n, &v);
	ret = take(ev, i, &v, &got);
	return ret ? ret : kpr_hand_out(f, &got, sizeof(got));
}

/* A number alone, which needs no text. */
static int number(const struct kpctl_event *ev, const char *name, struct kpr_value *v)
{
	struct kpctl_field f;
	int i, ret;

	if (*name == '$') {
		ret = own(ev, name, &f);
		*v = (struct kpr_value){ .kind = KPR_VALUE_UNSIGNED, .u = f.number };
		return ret;
	}
	i = find(ev, name);
	if (i < 0)
		return i;
	kpr_value(&ev->item, i, v);
	if (v->kind == KPR_VALUE_UNSIGNED || v->kind == KPR_VALUE_SIGNED)
		return 0;
	return v->kind == KPR_VALUE_FAULT ? -EFAULT : v->kind == KPR_VALUE_CORRUPT ? -EBADMSG : -EINVAL;
}

int kpctl_u64(const struct kpctl_event *ev, const char *name, uint64_t *to)
{
	struct kpr_value v;
	int ret = number(ev, name, &v);

	if (ret)
		return ret;
	if (v.kind == KPR_VALUE_SIGNED && v.s < 0)
		return -ERANGE;
	*to = v.u;
	return 0;
}

int kpctl_s64(const struct kpctl_event *ev, const char *name, int64_t *to)
{
	struct kpr_value v;
	int ret = number(ev, name, &v);

	if (ret)
		return ret;
	if (v.kind == KPR_VALUE_UNSIGNED && v.u > INT64_MAX)
		return -ERANGE;
	*to = v.s;
	return 0;
}

int kpctl_string(const struct kpctl_event *ev, const char *name, const char **text)
{
	struct kpctl_field f;
	int ret = get(ev, name, &f);

	if (ret)
		return ret;
	if (f.kind != KPCTL_FIELD_STRING)
		return -EINVAL;
	*text = f.text;
	return f.length;
}

int kpctl_stack(const struct kpctl_event *ev, const char *name, const uint64_t **frames)
{
	struct kpctl_field f;
	int ret = get(ev, name, &f);

	if (ret)
		return ret;
	if (f.kind != KPCTL_FIELD_STACK)
		return -EINVAL;
	*frames = f.frames;
	return f.length;
}

const char *kpctl_text(const struct kpctl_event *ev, const char *name)
{
	struct kpr_buf *b = &ev->s->line;
	int i = find(ev, name);

	b->len = 0;
	if (i < 0 || kpr_stream_value(ev->stream, &ev->item, i, b))
		return NULL;
	return kpr_take_text(&ev->s->chunks, b->data, b->len);
}

const char *kpctl_symbol(const struct kpctl_event *ev, uint64_t address)
{
	unsigned int len;
	const char *text = kpr_stream_symbol(ev->stream, address, true, &len);

	return kpr_take_text(&ev->s->chunks, text, len);
}

const char *kpctl_field_name(const struct kpctl_event *ev, unsigned int i)
{
	const struct kpr_field *f;

	if (!has_fields(ev) || i >= ev->item.event->nr_fields)
		return NULL;
	f = &ev->item.event->fields[i];
	return kpr_take_text(&ev->s->chunks, f->name, f->name_len);
}
