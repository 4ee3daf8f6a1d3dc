// SPDX-License-Identifier: GPL-2.0
/*
 * syscall [-i] NR [ARG]...: makes the system call, and prints what it returns. -i: by int $0x80,
 * as a 32-bit program; where the kernel has no such entry the program is killed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long call_32(long nr, const long *arg)
{
	long ret;

	asm volatile("int $0x80" : "=a"(ret)
		     : "a"(nr), "b"(arg[0]), "c"(arg[1]), "d"(arg[2]) : "memory", "r8", "r9",
		       "r10", "r11");
	return (int)ret;
}

int main(int argc, char **argv)
{
	int is_32 = argc > 1 && !strcmp(argv[1], "-i"), i;
	long arg[6] = { 0 }, nr, ret;

	argv += 1 + is_32;
	if (!argv[0])
		return 2;
	nr = strtol(argv[0], NULL, 0);
	for (i = 0; i < 6 && argv[1 + i]; i++)
		arg[i] = strtoul(argv[1 + i], NULL, 0);
	ret = is_32 ? call_32(nr, arg) :
		      syscall(nr, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
	printf("%ld\n", ret);
	return 0;
}
