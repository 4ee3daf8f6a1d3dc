// SPDX-License-Identifier: GPL-2.0
/*
 * perhit [CALLS]: 20,000 calls of getppid(), and what one took in ns. Where the emulator
 * lets the clock go on by one nanosecond with each instruction, that is how many
 * instructions. What it hands over is a string of 20 bytes, for whoever looks.
 * 2,000 calls come before, or none where CALLS is given.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define WARM	2000
#define CALLS	20000
#define TEXT	"ABCDEFGHIJKLMNOPQRST"

int main(int argc, char **argv)
{
	int warm = argc > 1 ? 0 : WARM, calls = argc > 1 ? atoi(argv[1]) : CALLS, i;
	struct timespec a, b;

	for (i = 0; i < warm; i++)
		syscall(SYS_getppid, TEXT);
	clock_gettime(CLOCK_MONOTONIC_RAW, &a);
	for (i = 0; i < calls; i++)
		syscall(SYS_getppid, TEXT);
	clock_gettime(CLOCK_MONOTONIC_RAW, &b);
	printf("%.0f\n", ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) / calls);
	return 0;
}
