// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpload [-r] [FILE|DIRECTORY]...: plants the lines of probe files in the main session, one
 * by one, so that a line that is refused keeps no other line out. A refusal is shown as by a
 * compiler: file, line and column, the kernel's sentence, and the line with a caret.
 *
 * All of it goes through the device: debugfs may be missing, or closed by lockdown.
 *
 * -r removes the events that the lines name; only the module's own parser, which is linked
 * in, knows the names that are made up.
 */
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kpr.h"
#include "program.h"
#include "spec/spec.h"

#define DIRECTORY	"/etc/kprobectl.d"

enum {
	EXIT_FINE,
	EXIT_REFUSED,
	EXIT_USAGE,
};

static struct kpctl_spec spec;		/* too large for a stack */
static struct kpr_session *session;
static bool removes;

static void show_refusal(const char *file, unsigned long number, const char *line, size_t len,
			 int err)
{
	char *log = NULL;
	struct kpr_refusal r;
	size_t n;

	if (kpr_view_read(session, KPCTL_VIEW_ERRORS | KPCTL_VIEW_MAIN, &log, &n))
		log = NULL;
	if (log && kpr_refusal_find(log, line, len, &r))
		fprintf(stderr, "%s:%lu:%u: %s\n  %.*s\n  %*s^\n", file, number, r.column + 1,
			r.text, (int)len, line, (int)r.column, "");
	else
		fprintf(stderr, "%s:%lu: %s\n  %.*s\n", file, number, strerror(err), (int)len, line);
	free(log);
}

static int control(const char *line, size_t len)
{
	return kpr_view_write(session, KPCTL_VIEW_CONTROL | KPCTL_VIEW_MAIN, line, len);
}

/* 1: taken, or nothing to take; 0: refused. */
static int plant(const char *file, unsigned long number, char *line, size_t len)
{
	int ret;

	line[len] = '\n';
	ret = control(line, len + 1);
	if (ret)
		show_refusal(file, number, line, len, -ret);
	return !ret;
}

static int plant_lines(const char *file, unsigned long number, char *lines)
{
	char *next;
	int fine = 1;

	for (; fine && lines; lines = next) {
		next = strchr(lines, '\n');
		fine = plant(file, number, lines, next ? (size_t)(next - lines) : strlen(lines));
		next += !!next;
	}
	return fine;
}

/*
 * The lines that stand for one with the name of a place in a program: *lines, to be freed, or
 * NULL where the line has no such name. 0: refused, and said.
 */
static int look_up(const char *file, unsigned long number, const char *line, size_t len,
		   char **lines)
{
	struct kpr_program_err err;
	int ret = kpr_program_lines(line, len, lines, &err);

	if (ret == -ENOMEM)
		fprintf(stderr, "kpload: no memory.\n");
	else if (ret)
		fprintf(stderr, "%s:%lu:%zu: %s\n  %.*s\n  %*s^\n", file, number, err.column + 1,
			err.text, (int)len, line, (int)err.column, "");
	return !ret;
}

/* Events that are not there any more are no error. */
static int take_away(const char *line, size_t len)
{
	char command[2 * KPCTL_NAME_MAX + 8];
	struct kpctl_err err;
	int n;

	if (kpctl_spec_parse(line, len, &spec, &err) || spec.verb != KPCTL_VERB_ADD)
		return 1;
	n = snprintf(command, sizeof(command), "-:%s/%s\n", spec.group, spec.event);
	n = control(command, n);
	return !n || n == -ENOENT;
}

/* The event's name may be made of the place's. */
static int take_line(const char *file, unsigned long number, char *line, size_t len)
{
	char *lines;
	int fine = look_up(file, number, line, len, &lines);

	if (!fine)
		return 0;
	if (removes)
		fine = take_away(lines ? lines : line, lines ? strcspn(lines, "\n") : len);
	else
		fine = lines ? plant_lines(file, number, lines) : plant(file, number, line, len);
	free(lines);
	return fine;
}

static int load(const char *file, FILE *f)
{
	unsigned long number = 0;
	char *line = NULL;
	size_t size = 0;
	int fine = 1;
	ssize_t len;

	while ((len = getline(&line, &size, f)) >= 0) {
		if (len && line[len - 1] == '\n')
			len--;
		number++;
		fine &= take_line(file, number, line, len);
	}
	if (ferror(f)) {
		fprintf(stderr, "kpload: %s: %s\n", file, strerror(errno));
		fine = 0;
	}
	free(line);
	return fine;
}

static int load_file(const char *name)
{
	FILE *f = strcmp(name, "-") ? fopen(name, "re") : stdin;
	int fine;

	if (!f) {
		fprintf(stderr, "kpload: %s: %s\n", name, strerror(errno));
		return 0;
	}
	fine = load(name, f);
	if (f != stdin)
		fclose(f);
	return fine;
}

/* Of a directory the files *.probes, in the order of their names. */
static int load_directory(const char *name)
{
	char pattern[PATH_MAX];
	int fine = 1;
	glob_t found;
	size_t i;

	snprintf(pattern, sizeof(pattern), "%s/*.probes", name);
	switch (glob(pattern, 0, NULL, &found)) {
	case 0:
		break;
	case GLOB_NOMATCH:
		return 1;
	default:
		fprintf(stderr, "kpload: %s: %s\n", name, strerror(errno));
		return 0;
	}
	for (i = 0; i < found.gl_pathc; i++)
		fine &= load_file(found.gl_pathv[i]);
	globfree(&found);
	return fine;
}

static int load_any(const char *name)
{
	struct stat st;

	if (!stat(name, &st) && S_ISDIR(st.st_mode))
		return load_directory(name);
	return load_file(name);
}

static int usage(int status)
{
	fprintf(stderr, "usage: kpload [-r] [FILE|DIRECTORY]...\n"
		"Plants the probe lines of FILE (-: standard input), or of the files *.probes of\n"
		"DIRECTORY (" DIRECTORY "). A line that is refused keeps no other out.\n"
		"  -r  removes their events\n");
	return status;
}

int main(int argc, char **argv)
{
	char why[KPR_SENTENCE];
	int opt, ret, fine = 1;

	while ((opt = getopt(argc, argv, "rh")) != -1) {
		switch (opt) {
		case 'r':
			removes = true;
			break;
		default:
			return usage(opt == 'h' ? EXIT_FINE : EXIT_USAGE);
		}
	}
	ret = kpr_open(&session);
	if (ret) {
		fprintf(stderr, "kpload: %s\n", kpr_explain_open(-ret, why));
		return EXIT_USAGE;
	}
	if (optind == argc)
		fine = load_any(DIRECTORY);
	for (; optind < argc; optind++)
		fine &= load_any(argv[optind]);
	kpr_close(session);
	return fine ? EXIT_FINE : EXIT_REFUSED;
}
