// SPDX-License-Identifier: GPL-2.0-only
/* -f text: the library's lines, marks between them. */
#include "kpread.h"

static int put_item(struct output *out, const struct kpr_item *item)
{
	return kpr_stream_format(out->stream, item, &out->buf);
}

const struct format format_text = {
	.takes_text = true,
	.event = put_item,
	.mark = put_item,
};
