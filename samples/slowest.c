// SPDX-License-Identifier: LGPL-2.1-only
/*
 * slowest FUNCTION SECONDS: the three calls of a kernel function that took longest in this time,
 * each with its task, its duration, and who called.
 *
 *	cc -o slowest slowest.c $(pkg-config --cflags --libs libkprobectl)
 */
#include <kprobectl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct call {
	uint64_t lat;
	char text[1024];
} slowest[4];		/* by duration; the last one is the newest */

static void take(const struct kpctl_event *ev)
{
	struct call c = { 0 }, *at = &slowest[3];
	const uint64_t *frames;
	size_t len;
	int i, nr;

	if (kpctl_u64(ev, "$lat", &c.lat) || c.lat <= slowest[2].lat)
		return;
	nr = kpctl_stack(ev, "stacktrace", &frames);
	for (i = len = 0; i < nr && i < 8 && len < sizeof(c.text); i++)
		len += snprintf(c.text + len, sizeof(c.text) - len, "\t%s\n",
				kpctl_symbol(ev, frames[i]));
	for (; at > slowest && at[-1].lat < c.lat; at--)
		*at = at[-1];
	*at = c;
}

int main(int argc, char **argv)
{
	struct kpctl_session *s = kpctl_new();
	const struct kpctl_event *ev;
	char line[256];
	time_t end;
	int i;

	snprintf(line, sizeof(line), "r:slow %s $stacktrace", argc == 3 ? argv[1] : "");
	if (!s || kpctl_open(s, KPCTL_OWN) || kpctl_add(s, line)) {
		fprintf(stderr, "slowest: %s\n", kpctl_error(s));
		return 1;
	}
	for (end = time(NULL) + atoi(argv[2]); time(NULL) < end && kpctl_wait(s, 100) >= 0;)
		while (kpctl_next(s, &ev) > 0)
			take(ev);
	for (i = 0; i < 3 && slowest[i].lat; i++)
		printf("%.6fs\n%s", slowest[i].lat / 1e9, slowest[i].text);
	kpctl_free(s);
	return 0;
}
