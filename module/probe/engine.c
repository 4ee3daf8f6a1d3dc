// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>

#include "probe/engine.h"

const struct kpctl_field kpctl_fields_of_place[] = {
	{ "ip", "__probe_ip" },
	{ }
};

const struct kpctl_field kpctl_fields_of_call[] = {
	{ "func", "__probe_func" },
	{ "retip", "__probe_ret_ip" },
	{ "lat", "__probe_lat" },
	{ }
};

static const struct kpctl_engine *const engines[] = {
	[KPCTL_KIND_P] = &kpctl_engine_kprobe,
	[KPCTL_KIND_R] = &kpctl_engine_kretprobe,
	[KPCTL_KIND_F] = &kpctl_engine_ftrace,
	[KPCTL_KIND_FRET] = &kpctl_engine_fret,
};

const struct kpctl_engine *kpctl_engine_of(unsigned int kind)
{
	return kind < ARRAY_SIZE(engines) ? engines[kind] : NULL;
}
