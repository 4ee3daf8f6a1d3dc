/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A spec's target as register_kprobe() takes targets. A target with a name is passed by
 * name: kprobes then looks the name up and takes the module's reference.
 */
#ifndef KPCTL_PROBE_REGISTER_NAME_H
#define KPCTL_PROBE_REGISTER_NAME_H

#include <linux/kernel.h>
#include <linux/slab.h>

#include "spec/spec.h"

struct kpctl_probe_name {
	char *symbol;		/* owned */
	void *addr;
	unsigned int offset;
};

static inline int kpctl_probe_name(const struct kpctl_spec *spec, struct kpctl_probe_name *name)
{
	memset(name, 0, sizeof(*name));
	if (spec->is_addr) {
		name->addr = (void *)(unsigned long)spec->addr;
		return 0;
	}
	name->offset = spec->off;
	name->symbol = spec->mod[0] ? kasprintf(GFP_KERNEL, "%s:%s", spec->mod, spec->sym) :
				      kstrdup(spec->sym, GFP_KERNEL);
	return name->symbol ? 0 : -ENOMEM;
}

static inline void kpctl_probe_name_free(struct kpctl_probe_name *name)
{
	kfree(name->symbol);
}

#endif /* KPCTL_PROBE_REGISTER_NAME_H */
