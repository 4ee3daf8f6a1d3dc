// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpload [-r] [-c FILE] [FILE|DIRECTORY]...: plants the lines of probe files, one by one, so
 * that a line that is refused keeps no other line out. A refusal is shown as by a compiler:
 * file, line and column, the kernel's sentence, and the line with a caret.
 *
 * -r removes the events that the lines name; only the module's own parser, which is linked
 * in, knows the names that are made up.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "spec/spec.h"

#define CONTROL		"/sys/kernel/debug/kprobectl/control"
#define DIRECTORY	"/etc/kprobectl.d"
#define COMMAND		"\n  Command: "
#define ERROR		"error: "

enum {
	EXIT_FINE,
	EXIT_REFUSED,
	EXIT_USAGE,
};

static struct kpctl_spec spec;		/* too large for a stack */
static const char *control = CONTROL;
static bool removes;
static int control_fd;

/* The kernel's word on a line: from error_log, which stands beside the control file. */
struct refusal {
	char *text;		/* the sentence, and behind it a NUL */
	unsigned int column;
};

static char *slurp(const char *name)
{
	size_t size = 65536, len = 0;
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	char *buf = malloc(size);
	ssize_t n = 0;

	while (fd >= 0 && buf && len < size - 1 && (n = read(fd, buf + len, size - 1 - len)) > 0)
		len += n;
	if (fd >= 0)
		close(fd);
	if (buf)
		buf[len] = '\0';
	return buf;
}

/* Is what stands at p the line as error_log shows it: what is not printable as dots? */
static bool shows(const char *p, const char *line, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (p[i] != line[i] && (line[i] >= ' ' && line[i] <= '~'))
			return false;
	return p[len] == '\n';
}

/* The last entry of the log that is about the line; false: there is none. */
static bool find_refusal(char *log, const char *line, size_t len, struct refusal *r)
{
	char *p, *entry = NULL, *caret, *start;

	for (p = log; (p = strstr(p, COMMAND)); p++)
		if (shows(p + strlen(COMMAND), line, len))
			entry = p;
	if (!entry)
		return false;
	for (start = entry; start > log && start[-1] != '\n'; start--)
		;
	*entry = '\0';
	caret = strchr(entry + 1, '\n') + 1;
	r->column = strspn(caret, " ") - (strlen(COMMAND) - 1);
	r->text = strstr(start, ERROR);
	r->text = r->text ? r->text + strlen(ERROR) : start;
	return true;
}

static void show_refusal(const char *file, unsigned long number, const char *line, size_t len,
			 int err)
{
	char name[PATH_MAX], *log;
	struct refusal r;
	const char *slash = strrchr(control, '/');
	int dir = slash ? (int)(slash - control) + 1 : 0;

	snprintf(name, sizeof(name), "%.*serror_log", dir, control);
	log = slurp(name);
	if (log && find_refusal(log, line, len, &r))
		fprintf(stderr, "%s:%lu:%u: %s\n  %.*s\n  %*s^\n", file, number, r.column + 1,
			r.text, (int)len, line, (int)r.column, "");
	else
		fprintf(stderr, "%s:%lu: %s\n  %.*s\n", file, number, strerror(err), (int)len, line);
	free(log);
}

/* 1: taken, or nothing to take; 0: refused. */
static int plant(const char *file, unsigned long number, char *line, size_t len)
{
	line[len] = '\n';
	if (write(control_fd, line, len + 1) == (ssize_t)len + 1)
		return 1;
	show_refusal(file, number, line, len, errno);
	return 0;
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
	return write(control_fd, command, n) == n || errno == ENOENT;
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
		fine &= removes ? take_away(line, len) : plant(file, number, line, len);
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
	fprintf(stderr, "usage: kpload [-r] [-c CONTROL] [FILE|DIRECTORY]...\n"
		"Plants the probe lines of FILE (-: standard input), or of the files *.probes of\n"
		"DIRECTORY (" DIRECTORY "). A line that is refused keeps no other out.\n"
		"  -r          removes their events\n"
		"  -c CONTROL  the control file (" CONTROL ")\n");
	return status;
}

int main(int argc, char **argv)
{
	int opt, fine = 1;

	while ((opt = getopt(argc, argv, "rc:h")) != -1) {
		switch (opt) {
		case 'r':
			removes = true;
			break;
		case 'c':
			control = optarg;
			break;
		default:
			return usage(opt == 'h' ? EXIT_FINE : EXIT_USAGE);
		}
	}
	control_fd = open(control, O_WRONLY | O_CLOEXEC | O_APPEND);
	if (control_fd < 0) {
		fprintf(stderr, "kpload: %s: %s%s\n", control, strerror(errno),
			errno == ENOENT ? ": is the module loaded, and debugfs mounted?" : "");
		return EXIT_USAGE;
	}
	if (optind == argc)
		fine = load_any(DIRECTORY);
	for (; optind < argc; optind++)
		fine &= load_any(argv[optind]);
	return fine ? EXIT_FINE : EXIT_REFUSED;
}
