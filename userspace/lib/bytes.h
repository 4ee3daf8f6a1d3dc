/* SPDX-License-Identifier: LGPL-2.1-only */
/* A piece of a file in memory, whose numbers are not to be trusted. */
#ifndef KPR_BYTES_H
#define KPR_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
	const unsigned char *at;
	size_t len;
};

/* Do so many bytes lie there? */
static inline int bytes_have(const struct bytes *b, uint64_t at, uint64_t len)
{
	return at <= b->len && len <= b->len - at;
}

#endif /* KPR_BYTES_H */
