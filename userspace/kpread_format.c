// SPDX-License-Identifier: GPL-2.0-only
/* -f: the choice of a format, and which of its callbacks gets what. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread.h"

static const struct named_format {
	const char *name, *help;
	const struct format *format;
} formats[] = {
#define X(name, help) { #name, help, &format_##name },
	KPREAD_FORMATS(X)
#undef X
};

#define NR_FORMATS	(sizeof(formats) / sizeof(formats[0]))

__attribute__((noreturn))
static void list(void)
{
	const struct named_format *f;

	for (f = formats; f < formats + NR_FORMATS; f++)
		printf("%-8s  %s\n", f->name, f->help);
	exit(EXIT_COMPLETE);
}

int format_choose(struct output *out, const char *name)
{
	const struct named_format *f;

	if (!strcmp(name, "help"))
		list();
	for (f = formats; f < formats + NR_FORMATS; f++) {
		if (strcmp(name, f->name))
			continue;
		out->format = f->format;
		return 0;
	}
	return usage_error("-f wants one of" KPREAD_FORMAT_NAMES " help", name);
}

int output_begin(struct output *out)
{
	return out->format->begin ? out->format->begin(out) : 0;
}

int output_item(struct output *out, const struct kpr_item *item)
{
	int ret = item->kind == KPR_EVENT ? out->format->event(out, item) :
					    out->format->mark(out, item);

	if (!ret && (out->tty || out->buf.len >= OUTPUT_FLUSH_AT))
		ret = output_flush(out);
	return ret;
}

int output_end(struct output *out, const struct summary *s)
{
	int ret = out->format->end ? out->format->end(out, s) : 0;

	return ret ? ret : output_flush(out);
}
