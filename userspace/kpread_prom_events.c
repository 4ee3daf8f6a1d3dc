// SPDX-License-Identifier: GPL-2.0-only
/* kpread prom: the events that there are, each with what tells it from all others. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_prom.h"

void prom_events_free(struct prom_events *events)
{
	while (events->nr)
		free(events->event[--events->nr].target);
	free(events->event);
	free(events->by_id);
	free(events->by_name);
	free(events->text);
	*events = (struct prom_events){ .nr = 0 };
}

/* For qsort() and bsearch() */

static int by_id(const void *va, const void *vb)
{
	const struct prom_event *a = *(const struct prom_event **)va;
	const struct prom_event *b = *(const struct prom_event **)vb;

	return a->id < b->id ? -1 : a->id > b->id;
}

static int by_name(const void *va, const void *vb)
{
	const struct prom_event *a = *(const struct prom_event **)va;
	const struct prom_event *b = *(const struct prom_event **)vb;
	int ret = strcmp(a->name, b->name);

	return ret ? ret : a < b ? -1 : a > b;
}

static int by_target(const void *va, const void *vb)
{
	const struct prom_event *a = *(const struct prom_event **)va;
	const struct prom_event *b = *(const struct prom_event **)vb;
	int ret = strcmp(a->name, b->name);

	if (!ret)
		ret = strcmp(a->target, b->target);
	return ret ? ret : a < b ? -1 : a > b;
}

static bool is_same(const struct prom_event *a, const struct prom_event *b, const char *target)
{
	return !strcmp(a->name, b->name) && !strcmp(target, b->target);
}

/* An event that has name and target of an earlier one gets a number. `sorted` is by_target. */
static int number_targets(const struct prom_event **sorted, unsigned int nr)
{
	const char *target = "";	/* without its number */
	struct prom_event *ev;
	unsigned int i, n = 1;
	char *text;

	for (i = 0; i < nr; i++) {
		ev = (struct prom_event *)sorted[i];
		n = i && is_same(sorted[i - n], ev, target) ? n + 1 : 1;
		if (n == 1) {
			target = ev->target;
			continue;
		}
		if (asprintf(&text, "%s (%u)", ev->target, n) < 0)
			return -ENOMEM;
		free(ev->target);
		ev->target = text;
	}
	return 0;
}

static int sort_events(struct prom_events *events)
{
	unsigned int i, nr = events->nr;
	int ret;

	events->by_id = calloc(nr + 1, sizeof(*events->by_id));
	events->by_name = calloc(nr + 1, sizeof(*events->by_name));
	if (!events->by_id || !events->by_name)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		events->by_id[i] = events->by_name[i] = &events->event[i];
	qsort(events->by_name, nr, sizeof(*events->by_name), by_target);
	ret = number_targets(events->by_name, nr);
	qsort(events->by_name, nr, sizeof(*events->by_name), by_name);
	qsort(events->by_id, nr, sizeof(*events->by_id), by_id);
	return ret;
}

/* Room for another one, twice as much as before. */
static int grow(struct prom_events *events)
{
	unsigned int cap = events->cap ? 2 * events->cap : 64;
	struct prom_event *ev;

	if (events->nr < events->cap)
		return 0;
	ev = realloc(events->event, cap * sizeof(*ev));
	if (!ev)
		return -ENOMEM;
	events->event = ev;
	events->cap = cap;
	return 0;
}

/* ID STATE KIND GRP/EVENT TARGET ... */
static int add(struct prom_events *events, const struct live *l, char *line)
{
	char *words[5], *save = NULL;
	struct prom_event *ev;
	unsigned int i;

	if (grow(events))
		return -ENOMEM;
	ev = &events->event[events->nr];
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		words[i] = strtok_r(i ? NULL : line, " ", &save);
		if (!words[i])
			return 0;
	}
	if (!strcmp(words[1], "gone") || !strchr(words[3], '/') ||
	    !filter_match_name(&l->filter, words[3]))
		return 0;
	*ev = (struct prom_event){
		.id = strtoul(words[0], NULL, 10), .kind = *words[2], .name = words[3],
		.target = strdup(words[4]),
	};
	if (!ev->target)
		return -ENOMEM;
	events->nr++;
	return 0;
}

int prom_events_read(struct prom_events *events, struct live *l)
{
	char *line, *save = NULL;
	size_t len;
	int ret;

	*events = (struct prom_events){ .nr = 0 };
	ret = live_view(l, KPCTL_VIEW_EVENTS, &events->text, &len);
	if (ret)
		return ret;
	for (line = strtok_r(events->text, "\n", &save); line && !ret;
	     line = strtok_r(NULL, "\n", &save))
		ret = add(events, l, line);
	if (!ret)
		ret = sort_events(events);
	if (ret)
		prom_events_free(events);
	return ret;
}

const struct prom_event *prom_event_of_id(const struct prom_events *events, uint16_t id)
{
	const struct prom_event key = { .id = id }, *k = &key, **found;

	found = bsearch(&k, events->by_id, events->nr, sizeof(*events->by_id), by_id);
	return found ? *found : NULL;
}

const struct prom_event *prom_event_of_name(const struct prom_events *events, const char *name,
					    unsigned int before)
{
	unsigned int lo = 0, hi = events->nr, mid;

	while (lo < hi) {	/* the first of the name */
		mid = lo + (hi - lo) / 2;
		if (strcmp(events->by_name[mid]->name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (before >= events->nr - lo || strcmp(events->by_name[lo + before]->name, name))
		return NULL;
	return events->by_name[lo + before];
}
