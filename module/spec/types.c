// SPDX-License-Identifier: GPL-2.0
/* Types by number. */
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

u32 kpctl_arg_slot_size(const struct kpctl_arg_spec *arg)
{
	if (!arg->count)
		return 8;
	if (kpctl_type_is_string(arg->type))
		return 8 * arg->count;	/* a __data_loc each, aligned */
	return (arg->count * kpctl_type_size(arg->type) + 7) & ~7u;
}
