// SPDX-License-Identifier: LGPL-2.1-only
/* Names of tasks that run now. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "kpr_int.h"

void kpr_comm_ask(const struct kpr_comm *c, uint32_t tid, char name[17])
{
	char path[64];
	ssize_t n;
	int fd;

	if (!c->proc)
		return;
	snprintf(path, sizeof(path), "%s/%u/comm", c->proc, tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	n = read(fd, name, 16);
	close(fd);
	if (n > 0)
		name[name[n - 1] == '\n' ? n - 1 : n] = '\0';
}
