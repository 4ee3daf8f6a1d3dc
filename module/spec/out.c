// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>

#include "spec/out.h"

void kpctl_spec_put(struct kpctl_out *out, const char *fmt, ...)
{
	size_t room = out->len < out->size ? out->size - out->len : 0;
	va_list args;

	va_start(args, fmt);
	out->len += vsnprintf(room ? out->buf + out->len : NULL, room, fmt, args);
	va_end(args);
}
