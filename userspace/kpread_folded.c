// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f folded: lines for flame graphs, at the end:
 *
 *	COMM;FRAME;FRAME COUNT
 *
 * With folded=lat the number is the sum of the durations in ns. What is missing of the trace
 * stands in lines of its own, "[lost 1628] 1628"; with folded=lat as 1 ns, so that it is seen.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_stacks.h"

static bool wants_lat;

static int option(const char *text)
{
	if (strcmp(text, "lat"))
		return usage_error("-f folded has one option, folded=lat", text);
	wants_lat = true;
	return 0;
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	return stacks_add(out, item, wants_lat);
}

static int put_mark(struct output *out, const struct kpr_item *item)
{
	(void)out;
	stacks_mark(item);
	return 0;
}

static int put_line(struct output *out, const struct stack *s)
{
	uint64_t n = !wants_lat ? s->count : s->is_missing ? 1 : s->lat;
	char *p;

	if (kpr_buf_room(&out->buf, s->len + 24))
		return -ENOMEM;
	p = out->buf.data + out->buf.len;
	memcpy(p, s->text, s->len);
	p += s->len;
	*p++ = ' ';
	p = kpr_put_dec(p, n);
	*p++ = '\n';
	out->buf.len = p - out->buf.data;
	return out->buf.len < OUTPUT_FLUSH_AT ? 0 : output_write(out);
}

static int put_end(struct output *out, const struct summary *s)
{
	unsigned int nr, i;
	struct stack **all = stacks_sorted(s, &nr);
	int ret = all ? 0 : -ENOMEM;

	for (i = 0; !ret && i < nr; i++)
		ret = put_line(out, all[i]);
	free(all);
	stacks_free();
	wants_lat = false;
	return ret;
}

const struct format format_folded = {
	.option = option,
	.event = put_event,
	.mark = put_mark,
	.end = put_end,
};
