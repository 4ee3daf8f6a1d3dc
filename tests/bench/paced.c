// SPDX-License-Identifier: GPL-2.0
/*
 * paced CPUS RATE MS: a thread on each CPU but the first, of CPUS, calls getppid() for MS
 * milliseconds, all of them together RATE times a second: a batch each millisecond, and no batch
 * is made up for. RATE 0: without a pause. Prints how many calls they made, and how many a second
 * that were.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MS	1000000ull

static uint64_t begun, until, batch;
static uint64_t calls[64];

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* Until the next millisecond begins; one that has begun meanwhile is left out. */
static void pause_a_bit(void)
{
	uint64_t at = now() + MS - (now() - begun) % MS;
	struct timespec t = { .tv_sec = at / 1000000000, .tv_nsec = at % 1000000000 };

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

static void *caller(void *arg)
{
	unsigned long cpu = (unsigned long)arg;
	cpu_set_t set;
	uint64_t i;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		exit(1);
	while (now() < until) {
		for (i = 0; i < (batch ? batch : 1000); i++)
			syscall(SYS_getppid);
		calls[cpu] += i;
		if (batch)
			pause_a_bit();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned long cpus = argc == 4 ? strtoul(argv[1], NULL, 10) : 0, cpu;
	uint64_t sum = 0, took;
	pthread_t t[64];

	if (cpus < 2 || cpus > 64)
		return 2;
	batch = strtoull(argv[2], NULL, 10) / 1000 / (cpus - 1);
	begun = now();
	until = begun + strtoull(argv[3], NULL, 10) * MS;
	for (cpu = 1; cpu < cpus; cpu++)
		if (pthread_create(&t[cpu], NULL, caller, (void *)cpu))
			return 1;
	for (cpu = 1; cpu < cpus; cpu++) {
		pthread_join(t[cpu], NULL);
		sum += calls[cpu];
	}
	took = now() - begun;
	printf("%llu %llu\n", (unsigned long long)sum,
	       (unsigned long long)(sum * 1e9 / took));
	return 0;
}
