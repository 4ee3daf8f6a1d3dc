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
	free(events->text);
	*events = (struct prom_events){ .nr = 0 };
}

/* An event that has name and target of an earlier one gets a number. */
static char *make_target(const struct prom_events *events, const char *name, const char *target)
{
	unsigned int i, nr = 1;
	size_t len = strlen(target);
	char *text;

	for (i = 0; i < events->nr; i++)
		nr += !strcmp(events->event[i].name, name) &&
		      !strncmp(events->event[i].target, target, len) &&
		      (!events->event[i].target[len] || events->event[i].target[len] == ' ');
	if (nr == 1)
		return strdup(target);
	return asprintf(&text, "%s (%u)", target, nr) < 0 ? NULL : text;
}

/* ID STATE KIND GRP/EVENT TARGET ... */
static int add(struct prom_events *events, const struct live *l, char *line)
{
	char *words[5], *save = NULL;
	struct prom_event *ev = realloc(events->event, (events->nr + 1) * sizeof(*ev));
	unsigned int i;

	if (!ev)
		return -ENOMEM;
	events->event = ev;
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		words[i] = strtok_r(i ? NULL : line, " ", &save);
		if (!words[i])
			return 0;
	}
	if (!strcmp(words[1], "gone") || !strchr(words[3], '/') ||
	    !filter_match_name(&l->filter, words[3]))
		return 0;
	ev[events->nr] = (struct prom_event){
		.id = strtoul(words[0], NULL, 10), .kind = *words[2], .name = words[3],
		.target = make_target(events, words[3], words[4]),
	};
	if (!ev[events->nr].target)
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
	if (ret)
		prom_events_free(events);
	return ret;
}

const struct prom_event *prom_event_of_id(const struct prom_events *events, uint16_t id)
{
	unsigned int i;

	for (i = 0; i < events->nr; i++)
		if (events->event[i].id == id)
			return &events->event[i];
	return NULL;
}

const struct prom_event *prom_event_of_name(const struct prom_events *events, const char *name,
					    unsigned int before)
{
	unsigned int i;

	for (i = 0; i < events->nr; i++)
		if (!strcmp(events->event[i].name, name) && !before--)
			return &events->event[i];
	return NULL;
}
