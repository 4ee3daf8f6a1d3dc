// SPDX-License-Identifier: GPL-2.0-only
/* -x: lines for a session of kpread's own, whose probes end with kpread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kpread.h"
#include "program.h"

int lines_add(struct lines *l, const char *text)
{
	const char **line = realloc(l->line, (l->nr + 1) * sizeof(*line));

	if (!line) {
		fprintf(stderr, "kpread: no memory.\n");
		return -ENOMEM;
	}
	line[l->nr++] = text;
	l->line = line;
	return 0;
}

/* The module's text, with its carets, which stand alone in their lines, in colour. */
static void put_refusal(const char *text, size_t len)
{
	const char *end = text + len, *nl;

	for (; text < end; text = nl) {
		nl = memchr(text, '\n', end - text);
		nl = nl ? nl + 1 : end;
		if (text[strspn(text, " ")] == '^')
			fprintf(stderr, "%s%.*s%s\n", colour(STDERR_FILENO, COLOUR_WRONG),
				(int)strcspn(text, "\n"), text, colour(STDERR_FILENO, COLOUR_NONE));
		else
			fwrite(text, 1, nl - text, stderr);
	}
}

/* Prints the module's sentence from KPCTL_VIEW_ERRORS, or explain_open() without a sentence. */
static void explain(struct kpr_session *s, int err)
{
	char *text;
	size_t len;

	if (kpr_view_read(s, KPCTL_VIEW_ERRORS, &text, &len)) {
		explain_open(err);
		return;
	}
	kpr_text_clean(text, len);
	if (len)
		put_refusal(text, len);
	else
		explain_open(err);
	free(text);
}

static int write_lines(struct kpr_session *s, const char *text, size_t len)
{
	char *line = malloc(len + 2);
	int ret = -ENOMEM;

	if (line) {
		memcpy(line, text, len);
		line[len++] = '\n';
		line[len] = '\0';
		ret = kpr_view_write(s, KPCTL_VIEW_CONTROL, line, len);
		free(line);
	}
	if (ret)
		explain(s, -ret);
	return ret;
}

/* As the module shows a refusal. */
static int refuse_name(const char *line, size_t len, const struct kpr_program_err *err)
{
	fprintf(stderr, "kpread: %s\n  %.*s\n  %s%*s^%s\n", err->text, (int)len, line,
		colour(STDERR_FILENO, COLOUR_WRONG), (int)err->column, "",
		colour(STDERR_FILENO, COLOUR_NONE));
	return -EINVAL;
}

/* Names of places in programs are looked up here, all others by the module. */
static int plant_line(struct kpr_session *s, const char *line, size_t len)
{
	struct kpr_program_err err;
	char *lines;
	int ret = kpr_program_lines(line, len, &lines, &err);

	if (ret == -ENOMEM)
		explain(s, -ret);
	else if (ret)
		ret = refuse_name(line, len, &err);
	else if (lines)
		ret = write_lines(s, lines, strlen(lines));
	else
		ret = write_lines(s, line, len);
	free(lines);
	return ret;
}

/* Plants the text of one -x, which may be several lines: "a\nb". */
static int plant(struct kpr_session *s, const char *text)
{
	size_t len;
	int ret;

	do {
		len = strcspn(text, "\n");
		ret = plant_line(s, text, len);
		text += len;
	} while (!ret && *text++);
	return ret;
}

int lines_plant(const struct lines *l, struct kpr_session *s)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < l->nr && !ret; i++)
		ret = plant(s, l->line[i]);
	return ret;
}
