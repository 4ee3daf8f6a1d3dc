// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpdump: the last events of a dead machine, out of a dump of its memory: as text, or as a
 * recording, which kpread -r prints in every format.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "kpdump.h"

enum { EXIT_WHOLE, EXIT_USAGE, EXIT_REFUSED, EXIT_TORN };

struct options {
	const char *dump, *out, *symbols;
	unsigned int session;
	bool has_session;
};

static const char usage_text[] =
	"usage: kpdump [-o FILE.kpr] [-s SYMBOLS] [-S SESSION] DUMP\n"
	"\n"
	"Prints the events that kprobectl's rings held when the machine died.\n"
	"\n"
	"  -o FILE     writes a recording instead, for kpread -r; - is standard output\n"
	"  -s SYMBOLS  System.map, a copy of /proc/kallsyms, or vmlinux of that kernel\n"
	"  -S SESSION  of a program with a session of its own; 1, the main one, without it\n"
	"\n"
	"DUMP: ELF or kdump of QEMU, libvirt or kdump, makedumpfile's, /proc/kcore, an\n"
	"image of the memory, LiME's. Status: 0 whole, 1 usage, 2 nothing, 3 torn.\n";

static int usage_error(const char *what, const char *arg)
{
	fprintf(stderr, "kpdump: %s%s%s\nTry kpdump --help.\n", what, arg ? ": " : "", arg ? arg : "");
	return EXIT_USAGE;
}

/* -1: go on; else the status */
static int parse_options(int argc, char **argv, struct options *o)
{
	static const struct option longs[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	char *end;
	int c;

	while ((c = getopt_long(argc, argv, "ho:s:S:V", longs, NULL)) != -1) {
		switch (c) {
		case 'h':
			fputs(usage_text, stdout);
			return EXIT_WHOLE;
		case 'V':
			printf("kpdump %s\n", KPROBECTL_VERSION);
			return EXIT_WHOLE;
		case 'o':
			o->out = optarg;
			break;
		case 's':
			o->symbols = optarg;
			break;
		case 'S':
			errno = 0;
			o->session = strtoul(optarg, &end, 10);
			o->has_session = true;
			if (errno || *end || end == optarg)
				return usage_error("-S wants a number", optarg);
			break;
		default:
			fprintf(stderr, "Try kpdump --help.\n");
			return EXIT_USAGE;
		}
	}
	if (optind + 1 != argc)
		return usage_error(optind == argc ? "which dump?" : "one dump at a time", NULL);
	o->dump = argv[optind];
	return -1;
}

/* A line that is written again, on a terminal. */
static void show_page(uint64_t addr)
{
	static unsigned int n;

	if (n++ % 65536 || !isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "\rkpdump: looking for the anchor, at %llu MiB",
		(unsigned long long)(addr >> 20));
}

static void hide_progress(void)
{
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r\33[K");
}

static int refuse(const char *what, const char *name, const char *why)
{
	fprintf(stderr, "kpdump: %s%s%s: %s.\n", what, name ? " " : "", name ? name : "", why);
	return EXIT_REFUSED;
}

/* The sessions that have rings, in words, but for the one that is written. */
static void tell_others(const struct kpr_dump *d, unsigned int but)
{
	unsigned int i, k;

	for (i = 0; i < d->nr_rings; i++) {
		if (d->rings[i].note.session == but)
			continue;
		for (k = 0; k < i && d->rings[k].note.session != d->rings[i].note.session; k++)
			;
		if (k < i)
			continue;
		if (d->rings[i].note.session)
			fprintf(stderr, "kpdump: session %u has rings, too: -S %u.\n",
				d->rings[i].note.session, d->rings[i].note.session);
		else
			fprintf(stderr, "kpdump: what \"do print\" had for the kernel log is there: -S 0.\n");
	}
}

/* What is missing, a sentence each. True: something is. */
static bool explain(const struct kpr_dump *d, unsigned int session, const struct kpr_dump_seen *seen)
{
	bool is_torn = seen->torn || seen->corrupt;
	unsigned int i;

	if (d->nr_anchors > 1)
		fprintf(stderr, "kpdump: the memory has %u anchors: this is the last module that was loaded.\n",
			d->nr_anchors);
	if (d->is_cut)
		fprintf(stderr, "kpdump: the row of notes ends at its note %u: there may be more events and rings.\n",
			d->nr_notes);
	if (d->anchor.unnoted)
		fprintf(stderr, "kpdump: of %llu events or rings there is no note, for want of memory.\n",
			(unsigned long long)d->anchor.unnoted);
	if (seen->torn)
		fprintf(stderr, "kpdump: %u rings cannot be read: the dump lacks their first page, or it makes no sense.\n",
			seen->torn);
	if (seen->corrupt)
		fprintf(stderr, "kpdump: %llu bytes of the rings make no sense: what stood there is not told.\n",
			(unsigned long long)seen->corrupt);
	for (i = 0; i < d->nr_rings; i++) {
		if (d->rings[i].note.session != session || !d->rings[i].missing)
			continue;
		fprintf(stderr, "kpdump: CPU %u: the dump lacks %u pages of the ring.\n",
			d->rings[i].note.cpu, d->rings[i].missing);
		is_torn = true;
	}
	return is_torn || d->is_cut || d->anchor.unnoted;
}

/* Text: the recording is read as kpread reads one. 0, or what kept it from being written: -errno. */
static int print_recording(int fd)
{
	struct kpr_replay *rp;
	struct kpr_buf b = { 0 };
	struct kpr_item item;
	int ret = kpr_replay_open(&rp);

	if (ret)
		return ret;
	ret = kpr_replay_add(rp, fd, "the dump");
	if (!ret)
		ret = kpr_replay_start(rp);
	while (!ret && (ret = kpr_replay_next(rp, &item)) > 0) {
		ret = kpr_stream_format(kpr_replay_stream(rp), &item, &b);
		if (!ret && fwrite(b.data, 1, b.len, stdout) != b.len)
			ret = -errno;
		b.len = 0;
	}
	kpr_buf_free(&b);
	kpr_replay_close(rp);
	return !ret && fflush(stdout) ? -errno : ret;
}

static int open_out(const struct options *o)
{
	if (!o->out)
		return memfd_create("recording", MFD_CLOEXEC);
	if (!strcmp(o->out, "-"))
		return dup(STDOUT_FILENO);
	return open(o->out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

static int write_out(struct kpr_dump *d, const struct options *o, const char *symbols)
{
	struct kpr_dump_seen seen = { 0 };
	int fd = open_out(o), ret;

	if (fd < 0)
		return refuse("cannot create", o->out, strerror(errno));
	ret = kpr_dump_record(d, o->session, symbols, fd, &seen);
	if (ret == -ENOENT)
		refuse("session", o->has_session ? "of that number" : "1", "it had no rings: no event, and no reader");
	else if (ret)
		refuse("cannot write", o->out, strerror(-ret));
	tell_others(d, o->session);
	if (!ret && !o->out) {
		ret = print_recording(fd);	/* which closes it */
		if (ret && ret != -EPIPE)	/* whoever reads a pipe may have enough of it */
			refuse("cannot write", "the text", strerror(-ret));
	} else if (close(fd) && !ret) {
		ret = refuse("cannot write", o->out, strerror(errno));
	}
	if (ret) {
		explain(d, o->session, &seen);
		return EXIT_REFUSED;
	}
	fprintf(stderr, "%llu events of %s, Linux %s\n", (unsigned long long)seen.events,
		d->anchor.host, d->anchor.release);
	return explain(d, o->session, &seen) ? EXIT_TORN : EXIT_WHOLE;
}

static int read_symbols(const struct kpr_dump *d, const struct options *o, char **symbols)
{
	int ret = o->symbols ? symbols_read(o->symbols, d->anchor.known, symbols) : 0;

	if (ret == -ENOENT)
		return refuse("no use of", o->symbols, "it has no vprintk, by which it could be placed");
	if (ret == -EPROTO)
		return refuse("no use of", o->symbols, "it is no System.map, no kallsyms and no vmlinux");
	return ret ? refuse("cannot read", o->symbols, strerror(-ret)) : 0;
}

static int run(const struct options *o, const struct kpr_memory *m)
{
	struct kpr_dump *d;
	char *symbols = NULL;
	int ret = kpr_dump_open(m, show_page, &d);

	hide_progress();
	if (ret == -ENOENT)
		return refuse("in", o->dump, "there is no kprobectl: no page of it has the anchor of a module that was loaded");
	if (ret)
		return refuse("cannot read", o->dump, strerror(-ret));
	ret = read_symbols(d, o, &symbols);
	if (!ret)
		ret = write_out(d, o, symbols);
	free(symbols);
	kpr_dump_close(d);
	return ret;
}

/* A file that whoever wrote it did not finish, after what was in it. */
static int tell_cut(int status)
{
	fprintf(stderr, "kpdump: the dump is cut: the end of its file is missing.\n");
	return status == EXIT_WHOLE ? EXIT_TORN : status;
}

int main(int argc, char **argv)
{
	struct options o = { .session = 1 };
	struct kpr_memory m;
	const char *why;
	bool is_cut;
	int ret = parse_options(argc, argv, &o), fd;

	if (ret >= 0)
		return ret;
	signal(SIGPIPE, SIG_IGN);
	fd = open(o.dump, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return refuse("cannot open", o.dump, strerror(errno));
	ret = memory_open(&m, fd, &why, &is_cut);
	if (ret)
		ret = refuse("cannot read", o.dump, why ? why : ret == -EPROTO ? "it is no dump" : strerror(-ret));
	else
		ret = run(&o, &m);
	if (is_cut)
		ret = tell_cut(ret);
	memory_close(&m);
	close(fd);
	return ret;
}
