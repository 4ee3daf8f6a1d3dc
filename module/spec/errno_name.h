/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * Errors by name, for the type errno.
 *
 * Pure: the parser, the module's texts and the reader's library all use it.
 */
#ifndef KPCTL_SPEC_ERRNO_NAME_H
#define KPCTL_SPEC_ERRNO_NAME_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#endif

/* The name of -v, as ENOENT of -2; NULL: v is no error. */
const char *kpctl_errno_name(long long v);
/* The number of a name, as 2 of ENOENT; 0: the text is no name of an error. */
int kpctl_errno_number(const char *text, size_t len);

#endif /* KPCTL_SPEC_ERRNO_NAME_H */
