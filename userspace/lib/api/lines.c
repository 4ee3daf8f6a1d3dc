// SPDX-License-Identifier: LGPL-2.1-only
/* Lines: adding, removing, switching. What the module says of a line becomes the sentence. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api.h"
#include "kpr_int.h"
#include "program.h"

static uint32_t view_of(const struct kpctl_session *s, uint32_t view)
{
	return s->which == KPCTL_LOOK ? view | KPCTL_VIEW_MAIN : view;
}

/* The module's sentence on the line, or that of the error. Returns `err`. */
static int refuse(struct kpctl_session *s, int err, const char *line, size_t len)
{
	struct kpr_refusal r;
	char *log;
	size_t n;

	if (kpr_view_read(s->live, view_of(s, KPCTL_VIEW_ERRORS), &log, &n))
		return kpr_fail_sys(s, err, "the line is refused");
	kpr_text_clean(log, n);
	if (kpr_refusal_find(log, line, len, &r)) {
		kpr_fail(s, err, "%s", r.text);
		s->column = r.column + 1;
	} else {
		kpr_fail_sys(s, err, "the line is refused");
	}
	free(log);
	return err;
}

/* Writes the line with a newline behind it, as a whole. 0 or -errno. */
static int write_line(struct kpctl_session *s, const char *line, size_t len)
{
	char *text = malloc(len + 1);
	int ret = -ENOMEM;

	if (text) {
		memcpy(text, line, len);
		text[len] = '\n';
		ret = kpr_view_write(s->live, view_of(s, KPCTL_VIEW_CONTROL), text, len + 1);
	}
	free(text);
	return ret;
}

/* The line, or those that stand for it: names of places in programs are looked up here. */
static int add_line(struct kpctl_session *s, const char *line, size_t len)
{
	struct kpr_program_err err;
	char *lines;
	int ret = kpr_program_lines(line, len, &lines, &err);

	if (ret == -EINVAL) {
		kpr_fail(s, ret, "%s", err.text);
		s->column = err.column + 1;
	} else if (ret) {
		kpr_fail_sys(s, ret, "the line is refused");
	} else {
		ret = write_line(s, lines ? lines : line, lines ? strlen(lines) : len);
		if (ret)
			refuse(s, ret, lines ? lines : line, lines ? strlen(lines) : len);
		if (lines)
			s->column = 0;	/* it is that of a line which the caller does not know */
	}
	free(lines);
	return ret;
}

int kpctl_add(struct kpctl_session *s, const char *line)
{
	size_t len = strcspn(line, "\n");
	int ret = kpr_want_live(s);

	if (ret)
		return ret;
	if (line[len] && line[len + 1])
		return kpr_fail(s, -EINVAL, "these are several lines: add one at a time.");
	return add_line(s, line, len);
}

int kpctl_remove(struct kpctl_session *s, const char *event)
{
	char line[512];
	int ret = kpr_want_live(s), n;

	if (ret)
		return ret;
	n = snprintf(line, sizeof(line), "-:%s", event);
	if (n >= (int)sizeof(line) || strchr(event, '\n'))
		return kpr_fail(s, -EINVAL, "this is no name of an event.");
	ret = write_line(s, line, n);
	if (ret == -ENOENT)
		return kpr_fail(s, ret, "there is no event %s.", event);
	return ret ? refuse(s, ret, line, n) : 0;
}

/* Is it the event's name, with its group or without? */
static bool is_named(const struct kpr_event *ev, const char *name)
{
	const char *slash = strchr(name, '/');
	size_t group = slash ? slash - name : 0;

	if (slash && (strlen(ev->group) != group || memcmp(ev->group, name, group)))
		return false;
	return !strcmp(ev->name, slash ? slash + 1 : name);
}

/* Switches all events of the name that the view describes. The number of them, or -errno. */
static int switch_all(struct kpctl_session *s, const struct kpr_events *e, const char *name, bool on)
{
	const struct kpr_event *ev;
	unsigned int id;
	int nr = 0, ret;

	for (id = KPCTL_REC_FIRST_EVENT; id <= UINT16_MAX; id++) {
		ev = kpr_events_get(e, id);
		if (!ev || ev->gone || !is_named(ev, name))
			continue;
		ret = kpr_switch(s->live, id, on);
		if (ret)
			return ret;
		nr++;
	}
	return nr;
}

static int switch_named(struct kpctl_session *s, const char *text, size_t len, const char *name,
			bool on)
{
	struct kpr_events events;
	int ret = kpr_events_init(&events);

	if (ret)
		return ret;
	ret = kpr_events_parse(&events, text, len);
	if (!ret)
		ret = switch_all(s, &events, name, on);
	kpr_events_exit(&events);
	return ret;
}

int kpctl_enable(struct kpctl_session *s, const char *event, int on)
{
	int ret = kpr_want_steer(s);
	char *text;
	size_t len;

	if (!ret)
		ret = kpr_api_view(s, 0, KPCTL_VIEW_EVENTS, &text, &len);
	if (ret)
		return ret;
	ret = switch_named(s, text, len, event, on);
	free(text);
	if (!ret)
		return kpr_fail(s, -ENOENT, "there is no event %s.", event);
	return ret < 0 ? kpr_fail_sys(s, ret, "cannot switch the event") : 0;
}

int kpctl_tracing(struct kpctl_session *s, int on)
{
	int ret = kpr_want_steer(s);

	return ret ? ret : kpr_fail_sys(s, kpr_set_tracing(s->live, on), "cannot switch tracing");
}

int kpctl_buffer(struct kpctl_session *s, size_t bytes)
{
	int ret = kpr_want_steer(s);

	if (ret)
		return ret;
	ret = kpr_set_buffer(s->live, bytes);
	if (ret == -EBUSY)
		return kpr_fail(s, ret, "the rings are in use: set their size before events are read.");
	if (ret == -EINVAL)
		return kpr_fail(s, ret, "%zu bytes are no size of a ring: a power of two, from a page on.", bytes);
	return kpr_fail_sys(s, ret, "cannot set the size of rings");
}
