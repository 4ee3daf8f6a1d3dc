// SPDX-License-Identifier: GPL-2.0
/*
 * named N EVERY: N sessions with names are made, get a probe that is hit (1 in EVERY; the others
 * one that waits for a module), are read, and are removed, a few of them there at a time, and
 * in turn read by their files alone, by a descriptor that looks and by a consumer that reads its
 * record. A result for `helper` of lib.sh.
 */
#include "records.h"

#include <sys/stat.h>

#define TOP		"/sys/kernel/config/kprobectl"
#define AT_A_TIME	10

static int run_fd;
static unsigned long every = 1, real;
static unsigned int bad;

static bool is_real(unsigned long i) { return !(i % every); }

static void wrong(const char *what, unsigned long i)
{
	if (bad++ < 10)
		printf("# session %lu: %s: %s\n", i, what, strerrorname_np(errno));
}

static const char *path(unsigned long i, const char *file)
{
	static char text[128];

	snprintf(text, sizeof(text), TOP "/s%lu%s%s", i, file ? "/" : "", file ? file : "");
	return text;
}

static void put(unsigned long i, const char *file, const char *text)
{
	int fd = open(path(i, file), O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		wrong(file, i);
	close(fd);
}

static void make(unsigned long i)
{
	if (mkdir(path(i, NULL), 0755))
		wrong("mkdir", i);
	put(i, "buffer_size_kb", "4");
	if (!is_real(i))
		put(i, "control", "p:n/x absent:x a=$arg1\n");
	else
		put(i, "control", i % 2 ? "p:n/x kpt_add a=$arg1\n" : "r:n/x kpt_add a=$arg1\n");
}

static unsigned long hits(unsigned long i)
{
	int fd = open(path(i, "profile"), O_RDONLY);
	char text[4096];
	ssize_t n = read(fd, text, sizeof(text) - 1);
	char *line;

	close(fd);
	text[n > 0 ? n : 0] = '\0';
	line = strstr(text, "\nn/x ");
	return line ? strtoul(line + 5, NULL, 10) : 0;
}

static unsigned long records;

static void count(const char *rec)
{
	records += ((const struct kpctl_rec *)rec)->id >= KPCTL_REC_FIRST_EVENT;
}

/* By the device, in either way; the directory cannot go meanwhile. */
static void read_records(unsigned long i, int looks)
{
	struct kpctl_name name = { .flags = looks ? KPCTL_NAME_LOOK : 0 };
	struct rec_session s = { .fd = open("/dev/kprobectl", O_RDWR | O_CLOEXEC) };
	unsigned int r;

	snprintf(name.name, sizeof(name.name), "s%lu", i);
	if (ioctl(s.fd, KPCTL_IOC_SESSION, &name))
		wrong("KPCTL_IOC_SESSION", i);
	session_info(&s);
	if (!rmdir(path(i, NULL)) || errno != EBUSY)
		wrong("rmdir while it is read", i);
	if (!looks) {
		session_map(&s);
		records = 0;
		for (r = 0; r < s.info.nr_rings; r++)
			if (ring_read(&s.ring[r], count))
				wrong("its records", i);
		if (!records)
			wrong("no record", i);
		for (r = 0; r < s.info.nr_rings; r++)
			ring_unmap(&s, r);
	}
	close(s.fd);
}

static void end(unsigned long i)
{
	if (is_real(i) != !!hits(i))
		wrong("its hits", i);
	if (i % 3)
		read_records(i, i % 3 == 1 || !is_real(i));
	real += is_real(i);
	if (rmdir(path(i, NULL)))
		wrong("rmdir", i);
}

static void some(unsigned long from, unsigned long to)
{
	unsigned long i;

	for (i = from; i < to; i++)
		make(i);
	command(run_fd, "call add 1 2");
	for (i = from; i < to; i++)
		end(i);
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 0, number;

	if (argc > 2)
		every = strtoul(argv[2], NULL, 0);
	run_fd = open(RUN, O_WRONLY);
	for (number = 0; number < n; number += AT_A_TIME)
		some(number, number + AT_A_TIME < n ? number + AT_A_TIME : n);
	ktap_ok(n && !bad, "%lu sessions made, read and removed, %lu of them hit", n, real);
	return ktap_done();
}
