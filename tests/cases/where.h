/* SPDX-License-Identifier: GPL-2.0 */
/* Where a test's program has its functions, for lines that name places in its file. */
#ifndef CASES_WHERE_H
#define CASES_WHERE_H

#include <stdio.h>
#include <stdlib.h>

/* The offset in the file of an address of this program, as the kernel has mapped it. */
static inline unsigned long offset_of(const void *at)
{
	unsigned long begin, end, off, addr = (unsigned long)at, found = 0;
	FILE *f = fopen("/proc/self/maps", "r");
	char line[512];

	if (!f) {
		perror("/proc/self/maps");
		exit(1);
	}
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %*s %lx", &begin, &end, &off) == 3 &&
		    addr >= begin && addr < end)
			found = addr - begin + off;
	fclose(f);
	return found;
}

#endif /* CASES_WHERE_H */
