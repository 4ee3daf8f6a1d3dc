// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "base/text.h"

#define TEXT_FIRST	4096
#define TEXT_MAX	(64u << 20)
#define PIECE_MAX	(1u << 20)
/* A reader of a long text gets -ENOMEM when memory is short; the OOM killer stays out. */
#define TEXT_GFP	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

static bool grow_text(struct kpctl_text *text, size_t more)
{
	size_t size = max_t(size_t, text->size * 2, TEXT_FIRST);
	char *buf;

	while (size < text->len + more + 1)
		size *= 2;
	if (size > TEXT_MAX)
		return false;
	buf = kvmalloc(size, TEXT_GFP);
	if (!buf)
		return false;
	memcpy(buf, text->buf, text->len);
	kvfree(text->buf);
	text->buf = buf;
	text->size = size;
	return true;
}

void kpctl_text_vprintf(struct kpctl_text *text, const char *fmt, va_list args)
{
	va_list again;
	int n;

	if (text->err)
		return;
	for (;;) {
		size_t room = text->size - text->len;

		va_copy(again, args);
		n = vsnprintf(text->buf ? text->buf + text->len : NULL, room, fmt, again);
		va_end(again);
		if (n < 0 || (size_t)n < room)
			break;
		if (!grow_text(text, n)) {
			text->err = -ENOMEM;
			return;
		}
	}
	text->len += n;
}

void kpctl_text_printf(struct kpctl_text *text, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	kpctl_text_vprintf(text, fmt, args);
	va_end(args);
}

ssize_t kpctl_text_piece(const struct kpctl_text *text, loff_t pos, size_t count, char **piece)
{
	*piece = NULL;
	if (pos < 0)
		return -EINVAL;
	if (pos >= text->len || !count)
		return 0;
	count = min3(count, text->len - (size_t)pos, (size_t)PIECE_MAX);
	*piece = kvmalloc(count, TEXT_GFP);
	if (!*piece)
		return -ENOMEM;
	memcpy(*piece, text->buf + pos, count);
	return count;
}

ssize_t kpctl_text_hand_out(char *piece, ssize_t len, char __user *buf, loff_t *pos)
{
	if (len > 0 && copy_to_user(buf, piece, len))
		len = -EFAULT;
	if (len > 0)
		*pos += len;
	kvfree(piece);
	return len;
}

void kpctl_text_reset(struct kpctl_text *text)
{
	text->len = 0;
	text->err = 0;
}

void kpctl_text_free(struct kpctl_text *text)
{
	kvfree(text->buf);
	memset(text, 0, sizeof(*text));
}
