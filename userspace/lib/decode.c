// SPDX-License-Identifier: LGPL-2.1-only
/* Fields of events as values, for formats other than kpr_stream_format(). */
#include <string.h>
#include "line/decode.h"
#include "kpr_int.h"

bool kpr_is_sound(const struct kpr_item *item)
{
	return kpr_sound(item);
}

void kpr_value(const struct kpr_item *item, unsigned int i, struct kpr_value *v)
{
	const struct kpr_field *f = &item->event->fields[i];

	*v = (struct kpr_value){ .form = f->form };
	if (!kpr_has_value(item, i, &v->kind))
		return;
	if (f->count || f->is_counted)
		kpr_decode_array(item->rec, f, v);
	else
		kpr_decode_at(item->rec, f, (const unsigned char *)item->rec + f->offset, v);
}

void kpr_element(const struct kpr_item *item, unsigned int i, unsigned int n, struct kpr_value *v)
{
	const struct kpr_field *f = &item->event->fields[i];
	struct kpr_value array;

	*v = (struct kpr_value){ .form = f->form };
	kpr_decode_array(item->rec, f, &array);
	kpr_decode_at(item->rec, f, array.data + n * f->width, v);
}

bool kpr_own(const struct kpr_item *item, int offset, uint64_t *v)
{
	return kpr_slot(item->rec, offset, v);
}

_Static_assert(KPR_ADDRESS_TEXT >= KPCTL_ADDRESS_TEXT, "room for the text of any address");

unsigned int kpr_address(const struct kpr_value *v, char *text)
{
	return kpctl_address_of(v->form)->put(text, v->data) - text;
}

const char *kpr_name(const struct kpr_item *item, unsigned int i, const struct kpr_value *v,
		     unsigned int *len)
{
	if (v->kind != KPR_VALUE_SIGNED && v->kind != KPR_VALUE_UNSIGNED)
		return NULL;
	return kpr_name_of(&item->event->fields[i], v->s, len);
}
