/* SPDX-License-Identifier: GPL-2.0 */
/* A text that grows while it is written; the content of every readable file is such a text. */
#ifndef KPCTL_BASE_TEXT_H
#define KPCTL_BASE_TEXT_H

#include <linux/stdarg.h>
#include <linux/types.h>

struct kpctl_text {
	char *buf;
	size_t len, size;
	int err;		/* sticky: after -ENOMEM all further text is dropped */
};

__printf(2, 3)
void kpctl_text_printf(struct kpctl_text *text, const char *fmt, ...);
__printf(2, 0)
void kpctl_text_vprintf(struct kpctl_text *text, const char *fmt, va_list args);
/*
 * Copy the bytes that read() at pos gets into *piece, for kpctl_text_hand_out(). The caller
 * holds the text's lock for the copy alone: the reader's memory is touched under no lock,
 * since a page fault there may take long. Returns the length, or -EINVAL or -ENOMEM; *piece
 * is NULL unless the length is above 0.
 */
ssize_t kpctl_text_piece(const struct kpctl_text *text, loff_t pos, size_t count, char **piece);
/* Hand the piece out to the reader, and free it. len: what kpctl_text_piece() returned. */
ssize_t kpctl_text_hand_out(char *piece, ssize_t len, char __user *buf, loff_t *pos);
void kpctl_text_reset(struct kpctl_text *text);
void kpctl_text_free(struct kpctl_text *text);

#endif /* KPCTL_BASE_TEXT_H */
