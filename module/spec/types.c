// SPDX-License-Identifier: GPL-2.0
/* Types by number. */
#include "spec.h"
#include "types.h"

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
