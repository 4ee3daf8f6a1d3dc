// SPDX-License-Identifier: GPL-2.0
/* Types by number. */
#include "spec/spec.h"
#include "spec/types.h"

static const struct {
	const char *name;
	u32 size;
} types[KPCTL_TYPE_NR] = {
#define X(id, str, bytes) [KPCTL_TYPE_##id] = { .name = str, .size = bytes },
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

int kpctl_type_is_signed(enum kpctl_type type)
{
	return type >= KPCTL_TYPE_S8 && type <= KPCTL_TYPE_S64;
}

u32 kpctl_arg_slot_size(const struct kpctl_arg_spec *arg)
{
	if (!arg->count)
		return 8;
	if (kpctl_type_is_string(arg->type))
		return 8 * arg->count;	/* a __data_loc each, aligned */
	return (arg->count * kpctl_type_size(arg->type) + 7) & ~7u;
}
