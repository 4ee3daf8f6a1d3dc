// SPDX-License-Identifier: GPL-2.0-only
/*
 * kplint [--btf FILES] [FILE]...: the control file's verdict on lines, without a kernel: the module's
 * own parser and sentences, in the layout of compilers' messages. Questions that only a
 * kernel can answer (does a symbol exist, may a probe stand there) are left out; the
 * `check` file answers them. Names of parameters and members are
 * looked up in the types of --btf.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kplint.h"

enum {
	EXIT_FINE,
	EXIT_REFUSED,
	EXIT_USAGE,
};

static struct kpctl_spec spec;		/* too large for a stack */
static struct kpctl_names *names;	/* NULL: no --btf */

static void complain(const char *file, unsigned long number, const char *line, size_t len,
		     const struct kpctl_err *err)
{
	size_t i;

	printf("%s:%lu:%u: %s\n  ", file, number, err->column + 1u, err->text);
	for (i = 0; i < len; i++)	/* a tab is one column, as in error_log */
		putchar(line[i] >= ' ' && line[i] <= '~' ? line[i] : line[i] == '\t' ? ' ' : '.');
	printf("\n  %*s^\n", err->column, "");
}

/* Returns 1 if all lines of f are fine, else 0. */
static int lint(const char *file, FILE *f)
{
	unsigned long number = 0;
	struct kpctl_err err;
	char *line = NULL;
	size_t size = 0;
	int fine = 1;
	ssize_t len;

	while ((len = getline(&line, &size, f)) >= 0) {
		if (len && line[len - 1] == '\n')
			len--;
		number++;
		if (!kpctl_spec_parse_named(line, len, names, &spec, &err) || !err.code)
			continue;
		complain(file, number, line, len, &err);
		fine = 0;
	}
	free(line);
	return fine;
}

static int lint_file(const char *name)
{
	FILE *f = strcmp(name, "-") ? fopen(name, "r") : stdin;
	int fine;

	if (!f) {
		fprintf(stderr, "kplint: %s: %s\n", name, strerror(errno));
		exit(EXIT_USAGE);
	}
	fine = lint(name, f);
	if (f != stdin)
		fclose(f);
	return fine;
}

static int usage(int status)
{
	fprintf(stderr, "usage: kplint [--btf FILES] [FILE]...\n"
		"       kplint [--btf FILES] -L GLOB | -t STRUCT\n"
		"Says what is wrong with the probe lines of FILE, or of standard input.\n"
		"  --btf FILE[:MOD=FILE]...\n"
		"             where names of parameters and members are looked up: a kernel's\n"
		"             vmlinuz, vmlinux or /sys/kernel/btf/vmlinux, and the same of modules\n"
		"  -L GLOB    lists functions with their parameters instead\n"
		"  -t STRUCT  lists members of a struct, or of one in it: file.f_path\n"
		"             (-L, -t without --btf: of the running kernel)\n");
	return status;
}

/* Are the kernel's types there, from the file or else the running kernel's? */
static int have_types(void)
{
	if (!names)
		names = types_open("/sys/kernel/btf/vmlinux");
	return names != NULL;
}

static int lint_files(int argc, char **argv)
{
	int fine = 1;

	if (optind == argc)
		fine = lint_file("-");
	for (; optind < argc; optind++)
		fine &= lint_file(argv[optind]);
	return fine ? EXIT_FINE : EXIT_REFUSED;
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "btf", required_argument, NULL, 'b' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	const char *glob = NULL, *type = NULL;
	int opt;

	while ((opt = getopt_long(argc, argv, "hL:t:", longs, NULL)) != -1) {
		if (opt == 'L') {
			glob = optarg;
		} else if (opt == 't') {
			type = optarg;
		} else if (opt != 'b') {
			return usage(opt == 'h' ? EXIT_FINE : EXIT_USAGE);
		} else {
			names = types_open(optarg);
			if (!names)
				return EXIT_USAGE;
		}
	}
	if (!glob && !type)
		return lint_files(argc, argv);
	if (optind < argc || (glob && type))
		return usage(EXIT_USAGE);
	if (!have_types())
		return EXIT_USAGE;
	return (glob ? list_functions(names, glob) : list_struct(names, type)) ? EXIT_FINE : EXIT_REFUSED;
}
