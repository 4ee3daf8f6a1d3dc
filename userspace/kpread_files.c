// SPDX-License-Identifier: GPL-2.0-only
/*
 * -r: the files of recordings. What cannot be read at any position, a pipe, and what zstd has
 * compressed become a file in $TMPDIR that has no name any more.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "dump.h"
#include "kpread.h"

int files_add(struct files *f, const char *path)
{
	const char **p = realloc(f->path, (f->nr + 1) * sizeof(*p));

	if (!p) {
		fprintf(stderr, "kpread: no memory.\n");
		return -ENOMEM;
	}
	p[f->nr++] = path;
	f->path = p;
	return 0;
}

/* An open file without a name, or -errno. */
static int open_unnamed(void)
{
	const char *dir = getenv("TMPDIR");
	char *path;
	int fd;

	if (asprintf(&path, "%s/kpread-XXXXXX", dir && *dir ? dir : "/tmp") < 0)
		return -ENOMEM;
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		fd = -errno;
	else
		unlink(path);
	free(path);
	return fd;
}

/* Copies all that fd has to an unnamed file. Its descriptor, or -errno. */
static int copy(int fd)
{
	static char buf[64 << 10];
	int to = open_unnamed(), ret = 0;
	ssize_t n = 1;

	while (to >= 0 && n && !ret) {
		n = read(fd, buf, sizeof(buf));
		if (n > 0)
			ret = write_fully(to, buf, n);
		else if (n < 0 && errno != EINTR)
			ret = -errno;
	}
	if (ret)
		close(to);
	return ret ? ret : to;
}

/* zstd's output on an unnamed file. Its descriptor, or -errno; -ENOEXEC: there is no zstd. */
static int unzip(int fd)
{
	int to = open_unnamed(), status = 0;
	pid_t pid;

	if (to < 0)
		return to;
	pid = fork();
	if (!pid) {
		dup2(fd, 0);
		dup2(to, 1);
		execlp("zstd", "zstd", "-dcq", NULL);
		_exit(127);
	}
	if (pid > 0)
		waitpid(pid, &status, 0);
	if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127) {
		close(to);
		return -ENOEXEC;
	}
	/* what has come up to an error is read */
	return to;
}

static bool is_zipped(int fd)
{
	static const unsigned char magic[4] = { 0x28, 0xb5, 0x2f, 0xfd };
	unsigned char head[4];

	return pread(fd, head, sizeof(head), 0) == sizeof(head) && !memcmp(head, magic, 4);
}

/* The descriptor becomes one for which pread() works: it, another, or -errno. */
static int make_readable(int fd)
{
	struct stat st;
	int to = fd;

	/* files of the kernel have a size of 0 and bytes */
	if (lseek(fd, 0, SEEK_CUR) < 0 || (!fstat(fd, &st) && !st.st_size))
		to = copy(fd);
	if (to != fd)
		close(fd);
	if (to < 0 || !is_zipped(to))
		return to;
	lseek(to, 0, SEEK_SET);
	fd = to;
	progress_say("decompressing");
	to = unzip(fd);
	progress_hide();
	close(fd);
	return to;
}

static int open_recording(const char *path)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) :
				     fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) && S_ISDIR(st.st_mode)) {
		close(fd);
		return -EISDIR;
	}
	return make_readable(fd);
}

/* Status 3 is that of a recording which is not whole. True: this memory is not. */
static bool tell_missing(const struct kpr_dump *d, const struct kpr_dump_seen *seen)
{
	if (d->is_cut)
		fprintf(stderr, "kpread: the row of notes ends at its note %u: there may be more events and rings.\n",
			d->nr_notes);
	if (d->anchor.unnoted)
		fprintf(stderr, "kpread: of %llu events or rings there is no note, for want of memory.\n",
			(unsigned long long)d->anchor.unnoted);
	if (seen->torn)
		fprintf(stderr, "kpread: %u rings cannot be read: their first page makes no sense.\n",
			seen->torn);
	if (seen->corrupt)
		fprintf(stderr, "kpread: %llu bytes of the rings make no sense: what stood there is not told.\n",
			(unsigned long long)seen->corrupt);
	return d->is_cut || d->anchor.unnoted || seen->torn || seen->corrupt;
}

/*
 * Memory that outlived a reboot becomes the recording that it would have been. *bad counts those
 * that are not whole.
 */
static int record_memory(int fd, unsigned int *bad)
{
	struct kpr_dump *d = NULL;
	struct kpr_memory m;
	struct kpr_dump_seen seen;
	int to = open_unnamed(), ret;

	if (to < 0)
		return to;
	ret = kpr_image_open(&m, fd);
	if (!ret)
		ret = kpr_dump_open(&m, NULL, &d);
	if (!ret)
		ret = kpr_dump_record(d, KPR_DUMP_MAIN, NULL, to, &seen);
	if (!ret)
		*bad += tell_missing(d, &seen);
	kpr_dump_close(d);
	kpr_image_close(&m);
	if (!ret)
		return to;
	close(to);
	return ret;
}

static int open_file(const char *path, unsigned int *bad)
{
	int fd = open_recording(path), to;

	if (fd < 0 || !kpr_image_is_ranges(fd))
		return fd;
	to = record_memory(fd, bad);
	close(fd);
	return to;
}

static void explain(const char *path, int err)
{
	char text[KPR_SENTENCE];

	if (strcmp(path, FILES_LAST) || (err != ENOENT && err != EPROTO))
		fprintf(stderr, "kpread: %s\n", kpr_explain_add(err, path, text));
	else if (err == ENOENT)
		fprintf(stderr, "kpread: no memory is kept over a reboot: start the kernel with reserve_mem=SIZE:4096:NAME, and load the module with persist=NAME.\n");
	else
		fprintf(stderr, "kpread: the boot before this one has left nothing: its module had no event, or the machine does not keep its memory.\n");
}

static int add(struct files *f, struct kpr_replay *rp, const char *path)
{
	int fd = open_file(path, &f->bad);

	return fd < 0 ? fd : kpr_replay_add(rp, fd, path);
}

int files_open(struct files *f, struct kpr_replay **out)
{
	unsigned int i, nr = 0;
	int ret = kpr_replay_open(out), one = 0;

	for (i = 0; i < f->nr && !ret; i++) {
		one = add(f, *out, f->path[i]);
		if (one)
			explain(f->path[i], -one);
		nr += !one;
		f->bad += one && one != -EEXIST;
		if (one == -ENOMEM)
			ret = one;
	}
	if (!ret && !nr)
		return one ? one : -ENOENT;
	return ret ? ret : kpr_replay_start(*out);
}

bool files_explain(const struct files *f, const struct kpr_replay *rp)
{
	struct kpr_replay_state s;
	char text[KPR_SENTENCE];
	bool is_broken = f->bad;
	unsigned int i, n;

	for (i = 0; kpr_replay_file(rp, i, &s); i++) {
		for (n = 0; kpr_explain_state(&s, n, text); n++)
			fprintf(stderr, "kpread: %s\n", text);
		is_broken |= kpr_replay_is_broken(&s);
	}
	return is_broken;
}

uint64_t files_began(const struct kpr_replay *rp)
{
	struct kpr_machine m;
	uint64_t began = UINT64_MAX;
	unsigned int i;

	for (i = 0; kpr_replay_machine(rp, i, &m); i++)
		if (m.realtime < began)
			began = m.realtime;
	return began;
}
