// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processes by their threads, as a record has the thread alone. /proc is asked at most once a
 * second for a thread, as its number may be given to another thread; a thread that has ended
 * keeps its answer. A recording has its own answers.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kpread.h"

#define CACHE	4096

static struct {
	uint32_t tid, process;
	uint64_t until;
} cached[CACHE];

static const struct kpr_replay *replay;

void tasks_of_replay(const struct kpr_replay *rp)
{
	replay = rp;
}

static uint32_t ask(uint32_t tid)
{
	static const char key[] = "\nTgid:\t";
	char path[64], text[1024];
	const char *at = NULL;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/status", tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n > 0) {
		text[n] = '\0';
		at = strstr(text, key);
	}
	return at ? strtoul(at + sizeof(key) - 1, NULL, 10) : 0;
}

uint32_t task_process(uint32_t tid, uint64_t now)
{
	unsigned int i = tid % CACHE;
	bool is_known = cached[i].tid == tid && cached[i].until;
	uint32_t process;

	if (replay)
		return kpr_replay_process(replay, tid);
	if (!tid || (is_known && now < cached[i].until))
		return is_known ? cached[i].process : 0;
	process = ask(tid);
	if (process || !is_known)
		cached[i].process = process;
	cached[i].tid = tid;
	cached[i].until = now + NSEC_PER_SEC;
	return cached[i].process;
}
