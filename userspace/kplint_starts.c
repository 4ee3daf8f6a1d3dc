// SPDX-License-Identifier: GPL-2.0-only
/* Events that start spans: of the lines of a file, those that stand before the one that names them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kplint.h"

struct starter {
	struct starter *next;
	struct kpctl_spec spec;
};

static struct starter *starters;

void starts_forget(void)
{
	struct starter *s;

	while ((s = starters)) {
		starters = s->next;
		free(s);
	}
}

void starts_add(const struct kpctl_spec *spec)
{
	struct starter *s;

	if (spec->verb != KPCTL_VERB_ADD || !spec->act.starts)
		return;
	s = malloc(sizeof(*s));
	if (!s) {
		perror("kplint");
		exit(2);
	}
	s->spec = *spec;
	s->next = starters;
	starters = s;
}

int starts_find(struct kpctl_names *names, const char *group, const char *event,
		struct kpctl_start *start)
{
	struct starter *s;

	(void)names;
	for (s = starters; s; s = s->next) {
		if (strcmp(s->spec.group, group) || strcmp(s->spec.event, event))
			continue;
		start->spec = &s->spec;
		start->act = &s->spec.act;
		return 0;
	}
	return -ENOENT;
}
