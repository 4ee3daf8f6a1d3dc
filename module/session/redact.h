/* SPDX-License-Identifier: GPL-2.0 */
/* Kernel addresses in a text, for readers to whom the kernel would not show them. */
#ifndef KPCTL_SESSION_REDACT_H
#define KPCTL_SESSION_REDACT_H

#include <linux/types.h>

/* Digits of numbers that can be addresses become 0; the text keeps its length. */
void kpctl_redact_addresses(char *text, size_t len);

#endif /* KPCTL_SESSION_REDACT_H */
