// SPDX-License-Identifier: LGPL-2.1-only
/*
 * What is open: KPCTL_VIEW_OPEN parsed, as uapi/linux/kprobectl.h describes the view. A line of
 * another form is counted and skipped.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"

void kpr_opens_free(struct kpr_opens *o)
{
	free(o->open);
	free(o->fields);
	free(o->text);
	*o = (struct kpr_opens){ 0 };
}

const char *kpr_open_field(const struct kpr_open *open, const char *name)
{
	unsigned int i;

	for (i = 0; i < open->nr_fields; i++)
		if (!strcmp(open->fields[i].name, name))
			return open->fields[i].value;
	return NULL;
}

/* Parsing */

/* What stands up to the next tab; NULL: there is no more. */
static char *take_column(char **at)
{
	char *column = *at, *tab;

	if (!column)
		return NULL;
	tab = strchr(column, '\t');
	*at = tab ? tab + 1 : NULL;
	if (tab)
		*tab = '\0';
	return column;
}

static bool take_field(char **at, struct kpr_open_field *field)
{
	char *column = take_column(at), *is = column ? strchr(column, '=') : NULL;

	if (!is || is == column)
		return false;
	*is = '\0';
	*field = (struct kpr_open_field){ column, is + 1 };
	return true;
}

/* Fields go behind those of the lines before. */
static bool parse_open(struct kpr_opens *o, const char *event, char *line)
{
	struct kpr_open *open = &o->open[o->nr];
	struct kpr_open_field *field = o->fields + o->nr_fields;
	char *numbers = take_column(&line);
	uint64_t tid;

	*open = (struct kpr_open){ .event = event, .fields = field };
	if (!kpr_take_u64(&numbers, &open->age) || !kpr_take_char(&numbers, ' '))
		return false;
	open->tid = numbers;
	if (!kpr_take_u64(&numbers, &tid) || *numbers)
		return false;
	open->comm = take_column(&line);
	open->func = take_column(&line);
	if (!open->func)
		return false;
	while (line)
		if (!take_field(&line, &field[open->nr_fields++]))
			return false;
	o->nr_fields += open->nr_fields;
	o->nr++;
	return true;
}

/* ID GRP/EVENT; NULL: it is none. */
static const char *parse_event(char *line)
{
	uint64_t id;
	char *event;

	if (!kpr_take_u64(&line, &id) || !kpr_take_char(&line, ' '))
		return NULL;
	event = kpr_take_word(&line);
	return event && strchr(event, '/') && !*line ? event : NULL;
}

static int alloc_opens(struct kpr_opens *o, const char *text, size_t len)
{
	size_t lines = 1, tabs = 1, i;

	for (i = 0; i < len; i++) {
		lines += text[i] == '\n';
		tabs += text[i] == '\t';
	}
	o->open = calloc(lines, sizeof(*o->open));
	o->fields = calloc(tabs, sizeof(*o->fields));
	return o->open && o->fields ? 0 : -ENOMEM;
}

int kpr_opens_parse(struct kpr_opens *o, char *text, size_t len)
{
	char *at = text, *end = text + len, *line;
	const char *event = NULL;
	bool in_block = false, whole;

	*o = (struct kpr_opens){ .text = text };
	if (alloc_opens(o, text, len)) {
		kpr_opens_free(o);
		return -ENOMEM;
	}
	while ((line = kpr_take_line(&at, end, &whole))) {
		if (whole && !*line) {
			in_block = false;
		} else if (!in_block) {
			in_block = true;
			event = whole ? parse_event(line) : NULL;
			o->garbage += !event;
		} else if (!whole || !event || !parse_open(o, event, line)) {
			o->garbage++;
		}
	}
	return 0;
}
