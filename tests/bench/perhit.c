// SPDX-License-Identifier: GPL-2.0
/*
 * perhit: 20,000 calls of getppid(), and what one took in ns. Where the emulator
 * lets the clock go on by one nanosecond with each instruction, that is how many
 * instructions.
 */
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define WARM	2000
#define CALLS	20000

int main(void)
{
	struct timespec a, b;
	int i;

	for (i = 0; i < WARM; i++)
		syscall(SYS_getppid);
	clock_gettime(CLOCK_MONOTONIC_RAW, &a);
	for (i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	clock_gettime(CLOCK_MONOTONIC_RAW, &b);
	printf("%.0f\n", ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) / CALLS);
	return 0;
}
