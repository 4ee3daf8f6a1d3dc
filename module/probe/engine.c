// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/security.h>

#include "probe/engine.h"
#include "probe/event.h"
#include "spec/errors.h"

const struct kpctl_field kpctl_fields_of_place[] = {
	{ "ip", "__probe_ip" },
	{ }
};

const struct kpctl_field kpctl_fields_of_span[] = {
	{ "ip", "__probe_ip" },
	{ "lat", "__probe_lat" },
	{ }
};

const struct kpctl_field kpctl_fields_of_call[] = {
	{ "func", "__probe_func" },
	{ "retip", "__probe_ret_ip" },
	{ "lat", "__probe_lat" },
	{ }
};

static const struct kpctl_engine *const engines[] = {
#define X(id, letter, flags, target, ret, suffix, end, engine, ...) &kpctl_engine_##engine,
	KPCTL_KINDS(X)
#undef X
};

int kpctl_engine_may(const struct kpctl_event *ev, struct kpctl_err *err)
{
	if (!security_locked_down(LOCKDOWN_KPROBES))
		return 0;
	kpctl_err_fill(err, LOCKDOWN, ev->spec->target_column);
	return -EPERM;
}

const struct kpctl_engine *kpctl_engine_of(unsigned int kind)
{
	return kind < ARRAY_SIZE(engines) ? engines[kind] : NULL;
}
