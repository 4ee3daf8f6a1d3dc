// SPDX-License-Identifier: GPL-2.0-only
/*
 * kplend: lends descriptors of /dev/kprobectl to the process at the other end of the unix
 * socket that is standard input, and ends. Who may connect to the socket may read what the
 * main session's probes record, and no more. systemd's socket unit starts one for each
 * connection; the borrower is kpread -s.
 *
 * The program needs CAP_SYSLOG and CAP_PERFMON. Without CAP_SYS_ADMIN what it opens can
 * control nothing, whoever gets it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "kpr.h"

int main(int argc, char **argv)
{
	int ret;

	(void)argv;
	if (argc > 1) {
		fprintf(stderr, "usage: kplend, with a connected unix socket as standard input\n");
		return 1;
	}
	ret = kpr_lend(STDIN_FILENO);
	if (!ret)
		return 0;
	fprintf(stderr, "kplend: %s\n",
		ret == -EBUSY ? "the main session has a reader" :
		ret == -ENOTSOCK ? "standard input is no socket" : strerror(-ret));
	return ret == -EBUSY ? 0 : 2;
}
