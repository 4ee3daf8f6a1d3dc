// SPDX-License-Identifier: GPL-2.0
/* The types of arguments, by number. */
#include "spec/spec.h"

static const struct {
	const char *name;
	u8 size;
	u8 form;
	u8 order;
} types[KPCTL_TYPE_NR] = {
#define X(id, name, bytes, order, form, ...) { name, bytes, KPCTL_FORM_##form, \
					       KPCTL_ORDER_##order },
	KPCTL_TYPES(X)
#undef X
};

const char *kpctl_type_name(enum kpctl_type type)
{
	return type < KPCTL_TYPE_NR ? types[type].name : "?";
}

u32 kpctl_type_size(enum kpctl_type type)
{
	return type < KPCTL_TYPE_NR ? types[type].size : 0;
}

enum kpctl_form kpctl_type_form(enum kpctl_type type)
{
	return types[type].form;
}

int kpctl_type_is_swapped(enum kpctl_type type)
{
	return types[type].order != KPCTL_ORDER_HOST;
}

int kpctl_type_is_block(enum kpctl_type type)
{
	u32 size = kpctl_type_size(type);

	return size > 8 || (size & (size - 1));
}

int kpctl_arg_same_array(const struct kpctl_arg_spec *a, const struct kpctl_arg_spec *b)
{
	return a->count == b->count && a->counted == b->counted && a->count_arg == b->count_arg;
}

u32 kpctl_arg_slot_size(const struct kpctl_arg_spec *arg)
{
	u32 n = arg->count ? arg->count : 1;

	if (arg->counted == KPCTL_COUNTED_NULL)
		return 16;	/* a __data_loc of the elements, and one of their text */
	if (arg->counted)
		return 8;
	if (kpctl_type_is_string(arg->type))
		return 8 * n;	/* an aligned __data_loc for each element */
	return (n * kpctl_type_size(arg->type) + 7) & ~7u;
}
