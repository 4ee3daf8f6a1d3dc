/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A walk over all schedules of a program: between every two of its steps stands a
 * choice, the choices of one run are a path, and the paths are walked one after another
 * until none is left.
 *
 * The program has a fail(), which does not return.
 */
#ifndef CHOICES_H
#define CHOICES_H

#include <stdbool.h>
#include <unistd.h>

#include "ktap.h"

#define MAX_PATH	512

static unsigned char path[MAX_PATH], width[MAX_PATH];
static unsigned int depth, replay;	/* made in this run; of them given beforehand */
static unsigned long long schedules;

static void fail(const char *what);

static unsigned int choose(unsigned int n)
{
	if (n == 1)
		return 0;
	if (depth == MAX_PATH)
		fail("path too long");
	if (depth >= replay)
		path[depth] = 0;
	width[depth] = n;
	return path[depth++];
}

/* The next path; false: that was the last. */
static bool next_path(void)
{
	while (depth && path[depth - 1] + 1 >= width[depth - 1])
		depth--;
	if (!depth)
		return false;
	path[depth - 1]++;
	replay = depth;
	depth = 0;
	return true;
}

/* All paths of run(). */
static void walk_paths(void (*run)(void))
{
	depth = replay = 0;
	do {
		run();
		schedules++;
	} while (next_path());
}

/* Failed: what, in which state, on which path (NUMBER:CHOICE/OF, without those that are 0). */
__attribute__((noreturn, format(printf, 2, 3)))
static void fail_here(const char *what, const char *state, ...)
{
	char text[512];
	va_list args;
	unsigned int i;

	ktap_ok(false, "%s", what);
	va_start(args, state);
	vsnprintf(text, sizeof(text), state, args);
	va_end(args);
	ktap_diag_text(text);
	printf("# path:");
	for (i = 0; i < depth; i++)
		if (path[i])
			printf(" %u:%u/%u", i, path[i], width[i]);
	printf("\n");
	fflush(stdout);
	_exit(1);
}

#endif /* CHOICES_H */
