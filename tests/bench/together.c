// SPDX-License-Identifier: GPL-2.0
/*
 * together CPUS CALLS [ROUNDS]: so many processors, each making CALLS calls of getppid()
 * at the same time. Prints how many calls a second all of them made together, in the
 * best of ROUNDS (1). An emulator with the plugin lines.c is told of each call.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "together.h"

static pthread_barrier_t gate;
static long calls, rounds = 1;

static volatile char *at(unsigned long addr)
{
	return (volatile char *)addr;
}

static void *caller(void *arg)
{
	unsigned long cpu = (unsigned long)arg;
	volatile char *mine = at(TOGETHER_CALLS + cpu * TOGETHER_LINE);
	cpu_set_t set;
	long i, round;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		exit(1);
	for (round = 0; round < rounds; round++) {
		pthread_barrier_wait(&gate);
		for (i = 0; i < calls; i++) {
			syscall(SYS_getppid);
			*mine = 0;
		}
		pthread_barrier_wait(&gate);
	}
	return NULL;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

/* Sleeps while they call. */
static double one_round(void)
{
	double since;

	*at(TOGETHER_BEGIN) = 0;
	since = now();
	pthread_barrier_wait(&gate);
	pthread_barrier_wait(&gate);
	since = now() - since;
	*at(TOGETHER_END) = 0;
	return since;
}

int main(int argc, char **argv)
{
	unsigned long cpus = argc > 2 ? strtoul(argv[1], NULL, 0) : 0, cpu;
	double best = 0, took;
	long round;
	pthread_t t;

	calls = argc > 2 ? atol(argv[2]) : 0;
	rounds = argc > 3 ? atol(argv[3]) : 1;
	if (!cpus || cpus > TOGETHER_CPUS || calls < 1 || rounds < 1)
		return 2;
	if (mmap((void *)TOGETHER_AT, TOGETHER_SIZE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_POPULATE, -1, 0) == MAP_FAILED)
		return 1;
	pthread_barrier_init(&gate, NULL, cpus + 1);
	for (cpu = 0; cpu < cpus; cpu++)
		if (pthread_create(&t, NULL, caller, (void *)cpu))
			return 1;
	for (round = 0; round < rounds; round++) {
		took = one_round();
		if (!round || took < best)
			best = took;
	}
	printf("%.0f\n", cpus * calls / best);
	return 0;
}
