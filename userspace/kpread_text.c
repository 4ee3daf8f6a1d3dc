// SPDX-License-Identifier: GPL-2.0-only
/* -f text: the library's lines, or columns of the user's own; marks between them. */
#include "kpread.h"

static int check(struct output *out)
{
	kpr_stream_set_time(out->stream, out->time, out->realtime);
	return out->layout ? columns_open(out) : 0;
}

static int put_begin(struct output *out)
{
	return out->layout ? columns_title(out) : 0;
}

static int put_item(struct output *out, const struct kpr_item *item)
{
	return kpr_stream_format(out->stream, item, &out->buf);
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	return out->layout && item->event ? columns_put(out, item) : put_item(out, item);
}

static int put_end(struct output *out, const struct summary *s)
{
	(void)s;
	if (out->layout)
		columns_close();
	return 0;
}

const struct format format_text = {
	.takes_text = true,
	.check = check,
	.begin = put_begin,
	.event = put_event,
	.mark = put_item,
	.end = put_end,
};
