// SPDX-License-Identifier: GPL-2.0
/*
 * userprog COMMAND...: a program with functions of known names, arguments and counts.
 *
 *	where NAME		the offset in its own file of a function, or of `watched`
 *	add N A B		calls add(A, B) N times
 *	seven N			calls seven(1, ..., 7) N times
 *	text STRING		calls text(STRING)
 *	absent FILE		maps FILE anew and calls text() with its start, which is in no page yet
 *	absent2 FILE		the same, and the string begins 4 bytes before the second page
 *	list FILE		calls list() with pointers to strings, the second in FILE
 *	never			calls text() with memory that nobody ever brings
 *	bad ADDRESS		calls text(ADDRESS)
 *	threads N M		N threads call add() M times each
 *	forks N M		N processes do
 *	watched			prints the counter that a probe's REF counts up
 *	note N			passes a place that has a note, with N; prints whether it is watched
 *	until FILE		calls add(1, 2) until FILE is there, prints how often
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "never.h"
#include "where.h"

#define PAGE	4096

/* A counter of who watches, as USDT has it: two bytes in a page that is the process's own. */
volatile unsigned short watched __attribute__((section(".data"))) = 0;

/* What a function got goes somewhere: no call is left out. */
static volatile unsigned long sink;

__attribute__((noipa)) void add(long a, long b)
{
	sink += a + b;
}

__attribute__((noipa)) void seven(long a, long b, long c, long d, long e, long f, long g)
{
	sink += a + b + c + d + e + f + g;
}

__attribute__((noipa)) void text(const char *s)
{
	sink += (unsigned long)s;
}

__attribute__((noipa)) void list(const char *const *s)
{
	sink += (unsigned long)s;
}

/* A place that has a name, as sys/sdt.h of systemtap makes them */
volatile unsigned short noted __attribute__((section(".probes"))) = 0;

asm(".pushsection .stapsdt.base,\"aG\",\"progbits\",.stapsdt.base,comdat\n"
    ".weak _.stapsdt.base\n"
    ".hidden _.stapsdt.base\n"
    "_.stapsdt.base: .space 1\n"
    ".popsection");

__attribute__((noipa)) void note(int a, long b, const char *s)
{
	asm volatile("990:	nop\n"
		     ".pushsection .note.stapsdt,\"?\",\"note\"\n"
		     ".balign 4\n"
		     ".4byte 992f-991f, 994f-993f, 3\n"
		     "991:	.asciz \"stapsdt\"\n"
		     "992:	.balign 4\n"
		     "993:	.8byte 990b, _.stapsdt.base, noted\n"
		     ".asciz \"mine\"\n"
		     ".asciz \"noted\"\n"
		     ".asciz \"-4@%0 -8@%1 8@%2\"\n"
		     "994:	.balign 4\n"
		     ".popsection" : : "r" (a), "r" (b), "r" (s));
}

/* A place at which somebody else's breakpoint stands: the kernel refuses another. */
void taken(void);
asm(".text\n.type taken, @function\ntaken:\n\tint3\n\tret\n.size taken, . - taken");

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void where(const char *name)
{
	const void *at = !strcmp(name, "add") ? (void *)add :
			 !strcmp(name, "seven") ? (void *)seven :
			 !strcmp(name, "text") ? (void *)text :
			 !strcmp(name, "list") ? (void *)list :
			 !strcmp(name, "taken") ? (void *)taken : (void *)&watched;

	printf("0x%lx\n", offset_of(at));
}

/* A private mapping of the file, of which nothing has been read. */
static char *fresh(const char *file)
{
	int fd = open(file, O_RDONLY);
	char *at;

	if (fd < 0)
		die(file);
	at = mmap(NULL, 2 * PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	if (at == MAP_FAILED)
		die("mmap");
	return at;
}

static void add_times(long n, long a, long b)
{
	while (n--)
		add(a, b);
}

static void *thread(void *times)
{
	add_times((long)times, 1, 2);
	return NULL;
}

static void threads(long n, long times)
{
	pthread_t t[64];
	long i;

	for (i = 0; i < n && i < 64; i++)
		if (pthread_create(&t[i], NULL, thread, (void *)times))
			die("pthread_create");
	while (i--)
		pthread_join(t[i], NULL);
}

static void forks(long n, long times)
{
	long i;

	for (i = 0; i < n; i++)
		if (!fork()) {
			add_times(times, 1, 2);
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
}

static void until(const char *file)
{
	struct stat st;
	long n = 0;

	while (stat(file, &st)) {
		add_times(100, 1, 2);
		n += 100;
	}
	printf("%ld\n", n);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "", *one = argc > 2 ? argv[2] : "";
	long n = strtol(one, NULL, 0), m = argc > 3 ? strtol(argv[3], NULL, 0) : 0;

	if (!strcmp(what, "where"))
		where(one);
	else if (!strcmp(what, "add"))
		add_times(n, m, argc > 4 ? strtol(argv[4], NULL, 0) : 0);
	else if (!strcmp(what, "seven"))
		while (n--)
			seven(1, 2, 3, 4, 5, 6, 7);
	else if (!strcmp(what, "text"))
		text(one);
	else if (!strcmp(what, "absent"))
		text(fresh(one));
	else if (!strcmp(what, "absent2"))
		text(fresh(one) + PAGE - 4);
	else if (!strcmp(what, "list"))
		list((const char *const []){ "first", fresh(one), NULL });
	else if (!strcmp(what, "never"))
		text(never_there() ?: (die("userfaultfd"), NULL));
	else if (!strcmp(what, "bad"))
		text((const char *)strtoul(one, NULL, 0));
	else if (!strcmp(what, "threads"))
		threads(n, m);
	else if (!strcmp(what, "forks"))
		forks(n, m);
	else if (!strcmp(what, "watched"))
		printf("%u\n", watched);
	else if (!strcmp(what, "note")) {
		note(n, 7, "some text");
		printf("%u\n", noted);
	} else if (!strcmp(what, "until"))
		until(one);
	else
		return 2;
	return 0;
}
