// SPDX-License-Identifier: LGPL-2.1-only
/*
 * watch LINE... | watch -r FILE...: plants probe lines and prints their events until Ctrl-C; or
 * prints the events of recordings. In the end it says whether that was all.
 *
 *	cc -o watch watch.c $(pkg-config --cflags --libs libkprobectl)
 */
#include <errno.h>
#include <kprobectl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	stop = sig;
}

static int print_events(struct kpctl_session *s)
{
	const struct kpctl_event *ev;
	int ret;

	while ((ret = kpctl_next(s, &ev)) > 0)
		fputs(kpctl_event_line(ev), stdout);
	fflush(stdout);
	return ret ? ret : kpctl_wait(s, 200);
}

static int run(struct kpctl_session *s, int is_replay, char **args)
{
	struct kpctl_totals t = { .size = sizeof(t) };
	int ret = is_replay ? 0 : kpctl_open(s, KPCTL_OWN);

	for (; *args && !ret; args++)
		ret = is_replay ? kpctl_replay(s, *args) : kpctl_add(s, *args);
	while (!stop && (ret >= 0 || ret == -EINTR))
		ret = print_events(s);
	if (stop && !kpctl_finish(s))		/* the rest: what has come up to now */
		ret = print_events(s);
	if (ret != -ENODATA || kpctl_totals(s, &t))
		return 1;
	fprintf(stderr, "%llu events, %s%llu missing\n", (unsigned long long)t.events,
		t.at_least ? "at least " : "", (unsigned long long)t.missing);
	return 0;
}

int main(int argc, char **argv)
{
	struct kpctl_session *s = kpctl_new();
	int is_replay = argc > 1 && !strcmp(argv[1], "-r");
	int ret = s ? signal(SIGINT, on_signal), run(s, is_replay, argv + 1 + is_replay) : 1;

	if (ret)
		fprintf(stderr, "watch: %s\n", kpctl_error(s));
	kpctl_free(s);
	return ret;
}
