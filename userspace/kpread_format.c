// SPDX-License-Identifier: GPL-2.0-only
/* -f, -o, -F and --time: the choice of a format, and which of its callbacks gets what. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "kpread.h"

static const struct named_format {
	const char *name, *help;
	const struct format *format;
} formats[] = {
#define X(id, name, help) { #name, help, &format_##id },
	KPREAD_FORMATS(X)
#undef X
};

#define NR_FORMATS	(sizeof(formats) / sizeof(formats[0]))

__attribute__((noreturn))
static void list(void)
{
	const struct named_format *f;

	for (f = formats; f < formats + NR_FORMATS; f++)
		printf("%-9s  %s\n", f->name, f->help);
	exit(EXIT_COMPLETE);
}

static const struct format *find(const char *name, size_t len)
{
	const struct named_format *f;

	for (f = formats; f < formats + NR_FORMATS; f++)
		if (strlen(f->name) == len && !memcmp(name, f->name, len))
			return f->format;
	return NULL;
}

int format_choose(struct output *out, const char *arg)
{
	size_t len = strcspn(arg, "=");
	const struct format *format;

	if (!strcmp(arg, "help"))
		list();
	format = find(arg, len);
	if (!format)
		return usage_error("-f wants one of" KPREAD_FORMAT_NAMES " help", arg);
	out->format = format;
	if (!arg[len])
		return 0;
	if (!format->option)
		return usage_error("-f: this format has no options", arg);
	return format->option(arg + len + 1);
}

int format_choose_time(struct output *out, const char *arg)
{
	static const char * const names[] = {
		[KPR_TIME_MONO] = "mono", [KPR_TIME_WALL] = "wall",
		[KPR_TIME_ISO] = "iso", [KPR_TIME_DELTA] = "delta",
	};
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(arg, names[i]))
			continue;
		out->time = i;
		return 0;
	}
	return usage_error("--time wants one of mono wall iso delta", arg);
}

int output_check_options(const struct output *out)
{
	if (out->format == &format_text)
		return 0;
	if (out->layout)
		return usage_error("-F is for -f text alone", NULL);
	if (out->time != KPR_TIME_MONO)
		return usage_error("--time is for -f text alone", NULL);
	return 0;
}

/*
 * Whoever reads a folder takes all that is in it for part of the trace, also what another run has
 * left. No file is taken away, as it may be somebody's.
 */
static int make_folder(const char *path)
{
	const struct dirent *entry;
	int ret = 0;
	DIR *dir;

	if (!mkdir(path, 0700))
		return 0;
	dir = errno == EEXIST ? opendir(path) : NULL;
	if (!dir)
		return -errno;
	while (!ret && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			ret = -ENOTEMPTY;
	closedir(dir);
	return ret;
}

/* A trace has addresses of the kernel and data of all users: only its owner may read it. */
static int create(struct output *out)
{
	if (out->format->takes_folder)
		return make_folder(out->path);
	out->fd = open(out->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	return out->fd < 0 ? -errno : 0;
}

static uint64_t realtime(void)
{
	uint64_t now = kpr_now();
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec - now;
}

int output_open(struct output *out)
{
	int ret;

	if (!out->clock)
		out->realtime = realtime();
	if (out->format->is_binary && !out->path && isatty(out->fd))
		return usage_error("-f: this format is no text: name a file by -o", NULL);
	ret = out->format->check ? out->format->check(out) : 0;
	if (ret && ret != -EINVAL)
		fprintf(stderr, "kpread: cannot begin: %s.\n", strerror(-ret));
	if (ret || !out->path)
		return ret;
	ret = create(out);
	if (ret)
		fprintf(stderr, "kpread: cannot create %s: %s.\n", out->path, strerror(-ret));
	return ret == -EINVAL ? -EIO : ret;
}

int output_begin(struct output *out)
{
	return out->format->begin ? out->format->begin(out) : 0;
}

int output_item(struct output *out, const struct kpr_item *item)
{
	int ret = item->kind == KPR_EVENT ? out->format->event(out, item) :
					    out->format->mark(out, item);

	if (!ret && (out->tty || out->buf.len >= OUTPUT_FLUSH_AT))
		ret = output_flush(out);
	return ret;
}

int output_end(struct output *out, const struct summary *s)
{
	int ret = out->format->end ? out->format->end(out, s) : 0;

	return ret ? ret : output_flush(out);
}
