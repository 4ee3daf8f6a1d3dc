// SPDX-License-Identifier: GPL-2.0
/*
 * ustack COMMAND...: a program whose functions keep frame pointers.
 *
 *	where NAME	the offset of a function in the program's own file
 *	call N FILE	main calls outer, outer middle, middle inner and ask, N times; then it waits
 *			until FILE is there
 *	thread FILE	the same in a thread, once
 *	busy FILE	main calls busily, and that busy, which works until FILE is there
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "where.h"

#pragma GCC optimize("no-omit-frame-pointer")

static volatile unsigned long sink;

/* Asking for the frame makes the compiler set one up, which it leaves out where nothing is called. */
#define HAVE_FRAME()	(sink += (unsigned long)__builtin_frame_address(0))

__attribute__((noipa)) long inner(long n)
{
	HAVE_FRAME();
	return n + 1;
}

/* A system call made by a function that has a frame. */
__attribute__((noipa)) long ask(void)
{
	long ret;

	HAVE_FRAME();
	asm volatile("syscall" : "=a" (ret) : "0" (SYS_getppid) : "rcx", "r11", "memory");
	sink += ret;
	return ret;
}

__attribute__((noipa)) long middle(long n)
{
	long below = inner(n);

	return below + (ask() > 0);
}

__attribute__((noipa)) long outer(long n)
{
	return middle(n) + 1;
}

static void where(const char *name)
{
	printf("0x%lx\n", offset_of(!strcmp(name, "inner") ? (void *)inner :
				    !strcmp(name, "middle") ? (void *)middle : (void *)outer));
}

/* As long as the program runs, its addresses have names. */
static void wait_for(const char *file)
{
	struct stat st;

	while (stat(file, &st))
		usleep(10000);
}

/* Hardly ever outside of these instructions. */
__attribute__((noipa)) void busy(const char *file)
{
	struct stat st;
	long turns;

	while (stat(file, &st))
		for (turns = 3000000; turns; turns--)
			asm volatile("" : "+r" (turns));
}

__attribute__((noipa)) void busily(const char *file)
{
	busy(file);
	HAVE_FRAME();
}

static void *in_thread(void *nothing)
{
	sink += outer(1);
	return nothing;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "", *one = argc > 2 ? argv[2] : "";
	pthread_t t;
	long n;

	if (!strcmp(what, "where")) {
		where(one);
	} else if (!strcmp(what, "call")) {
		for (n = strtol(one, NULL, 0); n > 0; n--)
			sink += outer(n);
		wait_for(argc > 3 ? argv[3] : "/");
	} else if (!strcmp(what, "thread")) {
		if (pthread_create(&t, NULL, in_thread, NULL) || pthread_join(t, NULL))
			return 1;
		wait_for(one);
	} else if (!strcmp(what, "busy")) {
		busily(one);
	} else {
		return 2;
	}
	return 0;
}
