// SPDX-License-Identifier: GPL-2.0
/*
 * perhit [CALLS]: how many ns one call of getppid() takes. Where the emulator lets the
 * clock go on by one nanosecond with each instruction, that is how many instructions.
 * The second argument of the call is a string of 20 bytes, for probes that fetch one.
 *
 * The figure is that of the cheapest of 20 rounds. Timer ticks, and the kernel threads
 * that a tick starts, add 0.3 to 2 instructions to each call of a long loop, by where the
 * loop begins between two ticks. A round is shorter than a tick's period, so that some
 * rounds see no tick: the cheapest one is the same in each boot, to the instruction.
 *
 * A round has 1,024 calls. That is how often the governor looks at a hit and has it
 * timed (governor.h), once the calls in front of the first round have shown it how many
 * hits there are: so its share is in every round. What comes less often than once in
 * 1,024 hits is in no figure.
 *
 * With PERHIT=rename in the environment it is prctl(PR_SET_NAME) instead, which hits the
 * tracepoint task_rename.
 *
 * With PERHIT=user it is a call of a function of this program, place(), which begins with a nop;
 * `perhit where` prints the function's place in the file.
 *
 * With PERHIT=store it is a write to a file of the module kpt, which stores a number into
 * kpt_watched: a watchpoint's hit.
 *
 * With CALLS there is one round of so many, and nothing in front of it.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "../cases/where.h"

#define WARM	2048
#define CALLS	1024
#define ROUNDS	20

/* A string is read by chunks that end on a boundary of 32 bytes. The text ends at such a boundary. */
static const struct {
	char before[11];
	char text[21];
} block __attribute__((aligned(32))) = { .text = "ABCDEFGHIJKLMNOPQRST" };

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void call(int calls)
{
	for (int i = 0; i < calls; i++)
		syscall(SYS_getppid, block.text);
}

static void rename_self(int calls)
{
	for (int i = 0; i < calls; i++)
		syscall(SYS_prctl, PR_SET_NAME, "perhit");
}

long place(long n);
asm(".text\n.globl place\n.type place, @function\nplace:\n\tnop\n\tmov %rdi, %rax\n\tret\n"
    ".size place, . - place");

static void call_place(int calls)
{
	for (int i = 0; i < calls; i++)
		place(i);
}

static void store(int calls)
{
	int fd = open("/sys/kernel/debug/kpt/run", O_WRONLY);

	for (int i = 0; i < calls; i++)
		if (write(fd, "store task 1", 12) != 12) {
			perror("store");
			exit(1);
		}
	close(fd);
}

static void (*chosen(void))(int calls)
{
	const char *what = getenv("PERHIT");

	if (!what)
		return call;
	if (!strcmp(what, "store"))
		return store;
	return strcmp(what, "user") ? rename_self : call_place;
}

int main(int argc, char **argv)
{
	int calls = argc > 1 ? atoi(argv[1]) : CALLS, rounds = argc > 1 ? 1 : ROUNDS;
	uint64_t begun, took, least = UINT64_MAX;
	void (*hit)(int calls) = chosen();

	if (argc > 1 && !strcmp(argv[1], "where")) {
		printf("0x%lx\n", offset_of(place));
		return 0;
	}
	if (argc == 1)
		hit(WARM);
	while (rounds--) {
		begun = now();
		hit(calls);
		took = now() - begun;
		if (took < least)
			least = took;
	}
	printf("%.0f\n", (double)least / calls);
	return 0;
}
