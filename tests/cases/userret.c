// SPDX-License-Identifier: GPL-2.0
/*
 * userret COMMAND...: a program whose calls return, or do not, in known numbers.
 *
 *	where NAME	the offset of a function in the program's own file
 *	twice N A	calls twice(A), which returns 2 * A, N times
 *	depth N D	calls depth(D), which calls itself D times, N times
 *	jump N		calls jumper(0), jumper(1), ... N times; those of odd numbers do not
 *			return, as they call longjmp()
 *	jump2 A B	calls jumper(A), then jumper(B) from the same place
 *	tail N		calls before(7), which ends by a jump to behind(7), N times
 *	threads N M	N threads call depth(20) M times each
 *	fork N		calls forks() N times: a child is made in it, and returns from it, too
 *	ends N		N threads end in ends()
 *	exec N		calls execs(N), in which the program starts itself anew with N - 1, down to 0
 *	together N	N threads are in together() at the same time
 *	wait FILE	calls waits(), which returns when FILE is there
 *	slow MS		calls slow(MS), which sleeps
 *	fill FILE	calls fill(BUFFER), which writes into a buffer; the buffer, what is returned and
 *			the second argument are in pages that have not been touched yet
 */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "where.h"

#define PAGE	4096

static volatile unsigned long sink;
static __thread jmp_buf back;
static pthread_barrier_t barrier;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

__attribute__((noipa)) long twice(long a)
{
	return 2 * a;
}

__attribute__((noipa)) long depth(long n)
{
	long below = n ? depth(n - 1) : 0;

	sink += n;
	return below + 1;
}

__attribute__((noipa)) long jumper(long n)
{
	sink += n;
	if (n % 2)
		longjmp(back, 1);
	return n;
}

/* What a compiler makes of `return behind(a);` */
long before(long a);
asm(".text\n.type before, @function\nbefore:\n\tnop\n\tjmp behind\n.size before, . - before");

__attribute__((noipa, used)) long behind(long a)
{
	sink += a;
	return a + 1;
}

__attribute__((noipa)) int forks(void)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	return pid;
}

__attribute__((noipa)) long ends(long n)
{
	sink += n;
	pthread_exit(NULL);
}

__attribute__((noipa)) long execs(long n)
{
	char less[24];

	if (n <= 0)
		return n;
	snprintf(less, sizeof(less), "%ld", n - 1);
	execl("/proc/self/exe", "userret", "exec", less, NULL);
	die("execl");
	return n;
}

__attribute__((noipa)) void together(void)
{
	pthread_barrier_wait(&barrier);
}

__attribute__((noipa)) void waits(const char *file)
{
	struct stat st;

	while (stat(file, &st))
		usleep(10000);
}

__attribute__((noipa)) void slow(long ms)
{
	usleep(1000 * ms);
}

__attribute__((noipa)) const char *fill(char *to, const char *from, const char *other)
{
	strcpy(to, "filled in");
	sink += (unsigned long)from;
	return other;
}

static void where(const char *name)
{
	static const struct {
		const char *name;
		const void *at;
	} places[] = {
		{ "twice", twice }, { "depth", depth }, { "jumper", jumper }, { "before", before },
		{ "behind", behind }, { "forks", forks }, { "ends", ends }, { "together", together },
		{ "waits", waits }, { "slow", slow }, { "fill", fill },
		{ "execs", execs },
	};
	size_t i;

	for (i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (!strcmp(name, places[i].name))
			printf("0x%lx\n", offset_of(places[i].at));
}

/* Each call is made from the same depth of the stack. */
__attribute__((noipa)) static void jump(long n)
{
	if (!setjmp(back))
		jumper(n);
}

static void fork_in_calls(long n)
{
	while (n--)
		if (!forks())
			_exit(0);
	while (wait(NULL) > 0)
		;
}

static void *do_depth(void *times)
{
	long n = (long)times;

	while (n--)
		depth(20);
	return NULL;
}

static void *do_end(void *n)
{
	ends((long)n);
	return NULL;
}

static void *do_together(void *nothing)
{
	together();
	return nothing;
}

static void threads(long n, void *(*run)(void *arg), long arg)
{
	pthread_t t[64];
	long i;

	for (i = 0; i < n && i < 64; i++)
		if (pthread_create(&t[i], NULL, run, (void *)arg))
			die("pthread_create");
	while (i--)
		pthread_join(t[i], NULL);
}

/* A private mapping of the file, of which nothing has been read. */
static char *fresh(const char *file)
{
	int fd = open(file, O_RDONLY);
	char *at;

	if (fd < 0)
		die(file);
	at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (at == MAP_FAILED)
		die("mmap");
	return at;
}

static int run(const char *what, long n, long m, const char *one)
{
	long i;

	if (!strcmp(what, "where"))
		where(one);
	else if (!strcmp(what, "twice"))
		while (n--)
			twice(m);
	else if (!strcmp(what, "depth"))
		while (n--)
			depth(m);
	else if (!strcmp(what, "jump"))
		for (i = 0; i < n; i++)
			jump(i);
	else if (!strcmp(what, "jump2")) {
		jump(n);
		jump(m);
	} else if (!strcmp(what, "tail"))
		while (n--)
			before(7);
	else if (!strcmp(what, "threads"))
		threads(n, do_depth, m);
	else if (!strcmp(what, "fork"))
		fork_in_calls(n);
	else if (!strcmp(what, "ends"))
		threads(n, do_end, 0);
	else if (!strcmp(what, "exec"))
		execs(n);
	else if (!strcmp(what, "together")) {
		pthread_barrier_init(&barrier, NULL, n);
		threads(n, do_together, 0);
	} else if (!strcmp(what, "wait"))
		waits(one);
	else if (!strcmp(what, "slow"))
		slow(n);
	else if (!strcmp(what, "fill"))
		fill(fresh(one), fresh(one), fresh(one));
	else
		return 2;
	return 0;
}

int main(int argc, char **argv)
{
	const char *one = argc > 2 ? argv[2] : "";

	return argc < 2 ? 2 : run(argv[1], strtol(one, NULL, 0),
				  argc > 3 ? strtol(argv[3], NULL, 0) : 0, one);
}
