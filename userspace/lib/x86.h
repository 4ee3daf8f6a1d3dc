/* SPDX-License-Identifier: LGPL-2.1-only */
#ifndef KPR_X86_H
#define KPR_X86_H

#include <stdbool.h>
#include <stddef.h>

#define KPR_X86_MAX	15	/* bytes of the longest instruction */

/* The bytes of the 64-bit instruction that begins there; 0: none does, or it is not known here. */
size_t kpr_x86_length(const unsigned char *at, size_t len);

#endif /* KPR_X86_H */
