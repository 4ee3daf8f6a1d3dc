/* SPDX-License-Identifier: GPL-2.0 */
/* snprintf() into a buffer that may be too short; len is the whole text's length. */
#ifndef KPCTL_SPEC_OUT_H
#define KPCTL_SPEC_OUT_H

#include "spec/spec.h"

struct kpctl_out {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3)
void kpctl_spec_put(struct kpctl_out *out, const char *fmt, ...);

#endif /* KPCTL_SPEC_OUT_H */
