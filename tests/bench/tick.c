// SPDX-License-Identifier: GPL-2.0
/* tick: calls getppid() a thousand times a second, until it is stopped. */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	const struct timespec pause = { .tv_nsec = 1000000 };

	for (;;) {
		syscall(SYS_getppid);
		nanosleep(&pause, NULL);
	}
}
