/* SPDX-License-Identifier: GPL-2.0 */
/* A text that grows while it is written; what every readable file is made of. */
#ifndef KPCTL_BASE_TEXT_H
#define KPCTL_BASE_TEXT_H

#include <linux/stdarg.h>
#include <linux/types.h>

struct kpctl_text {
	char *buf;
	size_t len, size;
	int err;		/* sticky: -ENOMEM, and what follows is dropped */
};

__printf(2, 3)
void kpctl_text_printf(struct kpctl_text *text, const char *fmt, ...);
__printf(2, 0)
void kpctl_text_vprintf(struct kpctl_text *text, const char *fmt, va_list args);
/*
 * A copy of what read() at pos gets of it, for the reader's memory, which is touched under
 * no lock: it may be long in coming. Its length, and in *piece to be kvfree()d what there
 * is; or -EINVAL, -ENOMEM.
 */
ssize_t kpctl_text_piece(const struct kpctl_text *text, loff_t pos, size_t count, char **piece);
/* Gives it to the reader, and frees it. len: what kpctl_text_piece() said. */
ssize_t kpctl_text_hand_out(char *piece, ssize_t len, char __user *buf, loff_t *pos);
void kpctl_text_reset(struct kpctl_text *text);
void kpctl_text_free(struct kpctl_text *text);

#endif /* KPCTL_BASE_TEXT_H */
