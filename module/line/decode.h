/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * From the bytes of a record to struct kpr_value. Offsets and lengths come from a
 * description and a record that are not trusted: a value that does not lie in its record
 * is KPR_VALUE_CORRUPT.
 *
 * These functions are inline for values.c, which a million events a second go through;
 * decode.c makes the public functions of them.
 */
#ifndef KPCTL_LINE_DECODE_H
#define KPCTL_LINE_DECODE_H

#include "line/sys.h"
#include "line/line_int.h"

/* Do n bytes at `offset` lie in the record, behind the header? */
static inline bool kpr_within(const struct kpctl_rec *rec, size_t offset, size_t n)
{
	return offset >= sizeof(*rec) && offset + n <= KPCTL_REC_SIZE(rec);
}

/* The 8 bytes at an offset of the description; false: they do not lie in the record. */
static inline bool kpr_slot(const struct kpctl_rec *rec, int offset, uint64_t *v)
{
	if (offset < (int)sizeof(*rec) || offset + 8 > (int)KPCTL_REC_SIZE(rec))
		return false;
	memcpy(v, (const char *)rec + offset, 8);
	return true;
}

/* Could the field not be read? The mask has a bit, as no integer is free for the purpose. */
static inline bool kpr_faulted(const struct kpr_item *it, unsigned int field)
{
	uint64_t mask;

	return it->event->fault >= 0 &&
	       kpr_slot(it->rec, it->event->fault + field / 64 * 8, &mask) &&
	       mask >> field % 64 & 1;
}

/* Are all slots of numbers in the record, and has no field a fault? */
static inline bool kpr_sound(const struct kpr_item *it)
{
	unsigned int i;
	uint64_t mask;

	if (KPCTL_REC_SIZE(it->rec) < it->event->need)
		return false;
	for (i = 0; it->event->fault >= 0 && i <= it->event->nr_fields / 64; i++)
		if (!kpr_slot(it->rec, it->event->fault + i * 8, &mask) || mask)
			return false;
	return true;
}

/* An element as a slot would hold the value, but without sign extension. */
static inline uint64_t kpr_load(const void *at, unsigned int width)
{
	uint64_t v = 0;

	memcpy(&v, at, width);
	return v;
}

/* Integers of a slot: bytes beyond the field's width are cut off. */
static inline uint64_t kpr_unsigned(const struct kpr_field *f, uint64_t v)
{
	unsigned int shift = 64 - 8 * f->width;

	return v << shift >> shift;
}

static inline int64_t kpr_signed(const struct kpr_field *f, uint64_t v)
{
	unsigned int shift = 64 - 8 * f->width;

	return (int64_t)(v << shift) >> shift;
}

/* The string, up to its NUL, or the stack that a slot's __data_loc word leads to. */
static inline void kpr_decode_data(const struct kpctl_rec *rec, const struct kpr_field *f,
				   uint64_t slot, struct kpr_value *v)
{
	uint32_t offset = slot & 0xffff, len = (uint32_t)slot >> 16;
	bool is_stack = kpctl_form_is_stack(f->form);

	v->kind = KPR_VALUE_FAULT;
	if (!len)
		return;
	v->kind = KPR_VALUE_CORRUPT;
	if (!kpr_within(rec, offset, len) || (is_stack && len % 8))
		return;
	v->kind = is_stack ? KPR_VALUE_STACK : KPR_VALUE_STRING;
	v->cut = slot >> 32 & KPCTL_STR_CUT;
	v->data = (const unsigned char *)rec + offset;
	/* behind a string of a list there is a space, behind the last one a NUL */
	v->nr = is_stack ? len / 8 : strnlen((const char *)v->data, len - f->is_counted);
	v->pid = 0;
	if (f->form != KPCTL_FORM_USTACK)
		return;
	v->pid = kpr_load(v->data, 8);
	v->data += 8;
	v->nr--;
}

/* The elements of an array, in the field's slots or where its slot leads to. */
static inline void kpr_decode_array(const struct kpctl_rec *rec, const struct kpr_field *f,
				    struct kpr_value *v)
{
	uint32_t offset, len;
	uint64_t slot;

	v->kind = KPR_VALUE_ARRAY;
	v->data = (const unsigned char *)rec + f->offset;
	v->nr = f->count;
	v->cut = false;
	if (!f->is_counted)
		return;
	memcpy(&slot, v->data, 8);
	offset = slot & 0xffff;
	len = (uint32_t)slot >> 16;
	if (!offset && !len)
		v->kind = KPR_VALUE_FAULT;
	else if (!kpr_within(rec, offset, len) || len % f->width)
		v->kind = KPR_VALUE_CORRUPT;
	v->data = (const unsigned char *)rec + offset;
	v->nr = len / f->width;
	v->cut = slot >> 32 & KPCTL_STR_CUT;
}

/* The value of a single field, or of an array's element; its bytes are in the record. */
static inline void kpr_decode_at(const struct kpctl_rec *rec, const struct kpr_field *f,
				 const unsigned char *at, struct kpr_value *v)
{
	if (f->form >= KPCTL_FORM_OTHER) {
		v->kind = KPR_VALUE_UNKNOWN;
	} else if (f->form >= KPCTL_FORM_TEXT) {
		kpr_decode_data(rec, f, kpr_load(at, 8), v);
	} else if (kpctl_form_is_address(f->form)) {
		v->kind = KPR_VALUE_ADDRESS;
		v->data = at;
		v->nr = f->width;
	} else if (kpctl_form_is_signed(f->form)) {
		v->kind = KPR_VALUE_SIGNED;
		v->s = kpr_signed(f, kpr_load(at, f->width));
	} else {
		v->kind = KPR_VALUE_UNSIGNED;
		v->u = kpr_load(at, f->width);
	}
}

/* True: field i has a value, at its offset. False: *kind says why the field has none. */
static inline bool kpr_has_value(const struct kpr_item *it, unsigned int i,
				 enum kpr_value_kind *kind)
{
	const struct kpr_field *f = &it->event->fields[i];
	unsigned int bytes = f->width;

	*kind = KPR_VALUE_CORRUPT;
	if (f->is_counted)
		bytes = 8;
	else if (f->count)
		bytes = f->count <= KPR_ARRAY_MAX ? f->count * f->width : UINT16_MAX;
	if (!kpr_within(it->rec, f->offset, (bytes + 7) & ~7))
		return false;
	*kind = KPR_VALUE_FAULT;	/* one bit of the mask stands for a whole array */
	return !kpr_faulted(it, i);
}

#endif /* KPCTL_LINE_DECODE_H */
