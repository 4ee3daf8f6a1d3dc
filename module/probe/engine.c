// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>

#include "probe/engine.h"

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
