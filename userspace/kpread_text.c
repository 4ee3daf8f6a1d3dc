// SPDX-License-Identifier: GPL-2.0-only
/* -f text: the library's lines, or columns of the user's own; marks between them. */
#include <errno.h>
#include <string.h>
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

static struct kpr_buf lines;	/* of an item, before the host is put in front of each */

static int put_line(struct output *out, const char *line, size_t len)
{
	size_t host = strlen(out->host);
	char *p;

	if (kpr_buf_room(&out->buf, host + 1 + len))
		return -ENOMEM;
	p = out->buf.data + out->buf.len;
	memcpy(p, out->host, host);
	p[host] = ' ';
	memcpy(p + host + 1, line, len);
	out->buf.len += host + 1 + len;
	return 0;
}

__attribute__((noinline))
static int put_with_host(struct output *out, const struct kpr_item *item)
{
	const char *line, *end, *nl;
	int ret;

	lines.len = 0;
	ret = kpr_stream_format(out->stream, item, &lines);
	end = lines.data + lines.len;
	for (line = lines.data; !ret && line < end; line = nl + 1) {
		nl = memchr(line, '\n', end - line);
		ret = put_line(out, line, nl + 1 - line);
	}
	return ret;
}

__attribute__((noinline))
static int put_in_columns(struct output *out, const struct kpr_item *item)
{
	if (out->host && !columns_have_host() && put_line(out, "", 0))
		return -ENOMEM;
	return columns_put(out, item);
}

static inline int put_item(struct output *out, const struct kpr_item *item)
{
	if (out->host)
		return put_with_host(out, item);
	return kpr_stream_format(out->stream, item, &out->buf);
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	if (out->layout && item->event)
		return put_in_columns(out, item);
	return put_item(out, item);
}

/* What is missing, in colour, behind which the line ends. */
static int put_mark(struct output *out, const struct kpr_item *item)
{
	const char *on = colour(out->fd, COLOUR_WRONG), *off = colour(out->fd, COLOUR_NONE);
	int ret;

	if (!*on)
		return put_item(out, item);
	ret = buf_put(&out->buf, on, strlen(on));
	if (!ret)
		ret = put_item(out, item);
	if (ret)
		return ret;
	out->buf.len--;
	ret = buf_put(&out->buf, off, strlen(off));
	return ret ? ret : buf_put(&out->buf, "\n", 1);
}

static int put_end(struct output *out, const struct summary *s)
{
	(void)s;
	if (out->layout)
		columns_close();
	kpr_buf_free(&lines);
	return 0;
}

const struct format format_text = {
	.is_lines = true,
	.takes_text = true,
	.check = check,
	.begin = put_begin,
	.event = put_event,
	.mark = put_mark,
	.end = put_end,
};
