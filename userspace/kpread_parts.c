// SPDX-License-Identifier: GPL-2.0-only
/*
 * -w, -C, -G, -W and -Z: the files of a recording. Without -C and -G it is one file of the name
 * that was given. The parts of a longer one have a number behind that name. zstd compresses a
 * part that is closed, one at a time, while the next ones are written.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "kpread.h"

static bool is_stdout(const struct parts *p)
{
	return !strcmp(p->path, "-");
}

static bool is_many(const struct parts *p)
{
	return p->size || p->seconds;
}

int parts_set_size(struct parts *p, const char *arg)
{
	static const struct {
		char letter;
		uint64_t bytes;
	} units[] = { { '\0', 1000000 }, { 'k', 1 << 10 }, { 'm', 1 << 20 }, { 'g', 1 << 30 } };
	unsigned int i;
	uint64_t n;
	char *end;

	errno = 0;
	n = strtoull(arg, &end, 10);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if ((*end | 0x20) == (units[i].letter | 0x20))
			break;
	if (*arg < '0' || *arg > '9' || errno || !n || n > 1000000000 || i == 4 ||
	    (*end && end[1]))
		return usage_error("-C wants a number of million bytes, or one with k, m or g behind it", arg);
	p->size = n * units[i].bytes;
	return 0;
}

int parts_check(const struct parts *p)
{
	if (p->keep && !is_many(p))
		return usage_error("-W wants parts, by -C or -G", NULL);
	if (is_stdout(p) && (is_many(p) || p->is_zipped))
		return usage_error("-w - writes one stream: -C, -G and -Z want a file", NULL);
	return 0;
}

const char *parts_name(const struct parts *p, unsigned int n)
{
	static char *name;

	if (!is_many(p))
		return p->path;
	free(name);
	if (asprintf(&name, "%s.%06u", p->path, n) < 0)
		name = NULL;
	return name ? name : p->path;
}

static void remove_part(const struct parts *p, unsigned int n)
{
	const char *name = parts_name(p, n);
	char *zipped;

	unlink(name);
	if (p->is_zipped && asprintf(&zipped, "%s.zst", name) >= 0) {
		unlink(zipped);
		free(zipped);
	}
}

/* zstd */

/* In a group of its own: the terminal's Ctrl-C is for kpread. 0: it could not be started. */
static pid_t run_zstd(const char *option, const char *name)
{
	pid_t pid = fork();
	int fd;

	if (pid)
		return pid > 0 ? pid : 0;
	setpgid(0, 0);
	fd = open("/dev/null", O_RDWR);
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);
	if (nice(19) == -1)
		errno = 0;		/* a part that is compressed sooner is none the worse */
	execlp("zstd", "zstd", "-qf", option, name, NULL);
	_exit(127);
}

static bool is_done(pid_t pid, bool wait, bool *is_good)
{
	pid_t ended = pid;
	int status = 1;

	while (pid && (ended = waitpid(pid, &status, wait ? 0 : WNOHANG)) < 0 && errno == EINTR)
		;
	if (pid && !ended)
		return false;
	*is_good = pid && WIFEXITED(status) && !WEXITSTATUS(status);
	return true;
}

void parts_zip(struct parts *p, bool wait)
{
	bool is_good;

	while (p->is_zipped && p->zipped < p->nr - (p->fd >= 0)) {
		if (wait)
			progress_say("compressing");
		if (!p->pid)
			p->pid = run_zstd("--rm", parts_name(p, p->zipped));
		if (!is_done(p->pid, wait, &is_good))
			return;
		p->unzipped += !is_good;
		p->pid = 0;
		p->zipped++;
	}
}

/* Part n is not to be kept, in whatever state it is. */
static void drop(struct parts *p, unsigned int n)
{
	bool is_good;

	if (p->is_zipped && p->zipped <= n) {
		if (p->pid) {
			kill(p->pid, SIGKILL);
			is_done(p->pid, true, &is_good);
			p->pid = 0;
		}
		p->zipped = n + 1;
	}
	remove_part(p, n);
}

/* Parts */

int parts_start(const struct parts *p)
{
	bool is_good;

	if (is_stdout(p) && isatty(STDOUT_FILENO))
		return usage_error("-w -: a recording is no text: name a file", NULL);
	if (!p->is_zipped || (is_done(run_zstd("-V", NULL), true, &is_good) && is_good))
		return 0;
	fprintf(stderr, "kpread: -Z wants the program zstd, which is not there: install zstd.\n");
	return -ENOENT;
}

/* A recording has addresses of the kernel and data of all users: only its owner may read it. */
int parts_next(struct parts *p)
{
	const char *name;
	int ret;

	if (p->keep && p->nr >= p->keep)
		drop(p, p->nr - p->keep);
	name = parts_name(p, p->nr);
	if (is_stdout(p))
		p->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		p->fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (p->fd < 0) {
		ret = -errno;
		progress_hide();
		fprintf(stderr, "kpread: cannot create %s: %s.\n", name, strerror(-ret));
		return ret;
	}
	p->nr++;
	p->began = kpr_now();
	return 0;
}

bool parts_is_full(const struct parts *p, uint64_t size, uint64_t now)
{
	return (p->size && size >= p->size) || (p->seconds && now - p->began >= p->seconds);
}

int parts_close(struct parts *p)
{
	int ret = p->fd >= 0 && close(p->fd) ? -errno : 0;

	p->fd = -1;
	return ret;
}
