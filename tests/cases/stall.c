// SPDX-License-Identifier: GPL-2.0
/*
 * stall: reads from standard input into memory whose page nobody ever brings, as who has
 * borrowed a descriptor may do on purpose. It hangs in that read until it is killed.
 */
#include <stdio.h>
#include "never.h"

int main(void)
{
	void *p = never_there();

	if (!p) {
		perror("stall");
		return 2;
	}
	if (pread(0, p, 1, 0) < 0)
		perror("stall: read");
	return 1;
}
