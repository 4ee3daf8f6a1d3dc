/* SPDX-License-Identifier: GPL-2.0 */
/* Redacts kernel addresses in a text, for readers to whom the kernel would not show any. */
#ifndef KPCTL_SESSION_REDACT_H
#define KPCTL_SESSION_REDACT_H

#include <linux/types.h>

/* The digits of each number that can be an address become 0; the text keeps its length. */
void kpctl_redact_addresses(char *text, size_t len);

#endif /* KPCTL_SESSION_REDACT_H */
