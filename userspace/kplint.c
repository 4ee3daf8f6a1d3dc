// SPDX-License-Identifier: GPL-2.0-only
/*
 * kplint [--btf FILES] [FILE]...: the control file's verdict on lines, without a kernel: the module's
 * own parser and sentences, in the layout of compilers' messages. Questions that only a
 * kernel can answer (does a symbol exist, may a probe stand there) are left out; the
 * `check` file answers them. Names of parameters and members are
 * looked up in the types of --btf; --resolve prints the lines without names.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kplint.h"
#include "program.h"

enum {
	EXIT_FINE,
	EXIT_REFUSED,
	EXIT_USAGE,
};

static struct kpctl_spec spec;		/* too large for a stack */
static struct kpctl_names *names;	/* NULL: no --btf */
static int resolves;

/* Complaints are the output, unless that is lines. */
static void complain(const char *file, unsigned long number, const char *line, size_t len,
		     const struct kpctl_err *err)
{
	FILE *to = resolves ? stderr : stdout;
	size_t i;

	fprintf(to, "%s:%lu:%u: %s\n  ", file, number, err->column + 1u, err->text);
	for (i = 0; i < len; i++)	/* a tab is one column, as in error_log */
		putc(line[i] >= ' ' && line[i] <= '~' ? line[i] : line[i] == '\t' ? ' ' : '.', to);
	fprintf(to, "\n  %*s^\n", err->column, "");
}

static int resolve(const char *line, size_t len, struct kpctl_err *err)
{
	const char *text = resolve_line(names, &spec, line, len, err);

	if (!text)
		return 0;
	starts_add(&spec);
	puts(text);
	return 1;
}

/* Returns 1 if the line is fine, else 0 with *err filled in. */
static int lint_plain(const char *line, size_t len, struct kpctl_err *err)
{
	static struct kpctl_names starts_alone;
	struct kpctl_names *known = names ? names : &starts_alone;

	known->start = starts_find;
	if (resolves)
		return resolve(line, len, err);
	if (kpctl_spec_parse_named(line, len, known, &spec, err))
		return !err->code;
	starts_add(&spec);
	return spec.verb == KPCTL_VERB_DEL || !kpctl_names_check_mark(names, &spec, err);
}

/* The module knows no names of places in programs. */
static int lint_lines(const char *lines, struct kpctl_err *err)
{
	size_t len;
	int fine = 1;

	for (; fine && *lines; lines += len + !!lines[len]) {
		len = strcspn(lines, "\n");
		fine = lint_plain(lines, len, err);
	}
	err->column = 0;	/* it would be that of another line */
	return fine;
}

static int lint_line(const char *line, size_t len, struct kpctl_err *err)
{
	struct kpr_program_err why;
	char *lines;
	int fine, ret = kpr_program_lines(line, len, &lines, &why);

	if (ret) {
		err->column = ret == -EINVAL ? why.column : 0;
		snprintf(err->text, sizeof(err->text), "%s",
			 ret == -EINVAL ? why.text : strerror(-ret));
		return 0;
	}
	fine = lines ? lint_lines(lines, err) : lint_plain(line, len, err);
	free(lines);
	return fine;
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

	starts_forget();
	while ((len = getline(&line, &size, f)) >= 0) {
		if (len && line[len - 1] == '\n')
			len--;
		number++;
		if (lint_line(line, len, &err))
			continue;
		complain(file, number, line, len, &err);
		fine = 0;
	}
	if (ferror(f)) {
		fprintf(stderr, "kplint: %s: %s\n", file, strerror(errno));
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
	fprintf(stderr, "usage: kplint [--btf FILES] [--resolve [--build-id ID]] [FILE]...\n"
		"       kplint [--btf FILES] -L GLOB | -t STRUCT\n"
		"Says what is wrong with the probe lines of FILE, or of standard input.\n"
		"  --btf FILE[:MOD=FILE]...\n"
		"             where names of parameters and members are looked up: a kernel's\n"
		"             vmlinuz, vmlinux or /sys/kernel/btf/vmlinux, and the same of modules\n"
		"  --resolve  prints the lines without names, for kernels that have no types\n"
		"  --build-id ID\n"
		"             the kernel's build-id, where the file of its types has none\n"
		"  --syscalls DIR\n"
		"             where names of system calls' parameters are looked up: a kernel's\n"
		"             events/syscalls of tracefs, or a copy\n"
		"  -L GLOB    lists functions with their parameters instead\n"
		"  -t STRUCT  lists members of a struct, or of one in it: file.f_path\n"
		"             (--resolve, -L, -t without --btf: of the running kernel)\n");
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

static int start_resolving(const char *build_id)
{
	if (!have_types())
		return 0;
	resolves = 1;
	if (!build_id || types_set_build_id(names, build_id))
		return 1;
	fprintf(stderr, "kplint: %s: a build-id has 16 to 40 hex digits\n", build_id);
	return 0;
}

struct options {
	const char *glob, *type, *build_id;
	int resolve;
};

static int parse_option(struct options *o, int opt)
{
	switch (opt) {
	case 'L':
		o->glob = optarg;
		return 1;
	case 't':
		o->type = optarg;
		return 1;
	case 'r':
		o->resolve = 1;
		return 1;
	case 'i':
		o->build_id = optarg;
		return 1;
	case 's':
		syscalls_dir = optarg;
		return 1;
	case 'b':
		names = types_open(optarg);
		return names != NULL;
	}
	usage(opt == 'h' ? EXIT_FINE : EXIT_USAGE);
	return 0;
}

static int act(const struct options *o, int argc, char **argv)
{
	if (o->resolve && !start_resolving(o->build_id))
		return EXIT_USAGE;
	if (!o->glob && !o->type)
		return lint_files(argc, argv);
	if (!have_types())
		return EXIT_USAGE;
	return (o->glob ? list_functions(names, o->glob) : list_struct(names, o->type)) ?
		EXIT_FINE : EXIT_REFUSED;
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "btf", required_argument, NULL, 'b' },
		{ "build-id", required_argument, NULL, 'i' },
		{ "syscalls", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ "resolve", no_argument, NULL, 'r' },
		{ 0 },
	};
	struct options o = { 0 };
	int opt, lists;

	while ((opt = getopt_long(argc, argv, "hL:t:", longs, NULL)) != -1)
		if (!parse_option(&o, opt))
			return opt == 'h' ? EXIT_FINE : EXIT_USAGE;
	lists = !!o.glob + !!o.type;
	if (lists + o.resolve > 1 || (lists && optind < argc) || (o.build_id && !o.resolve))
		return usage(EXIT_USAGE);
	return act(&o, argc, argv);
}
