// SPDX-License-Identifier: GPL-2.0-only
/* Functions that kpread's commands share: options, refusals, signals. */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "kpread.h"

void print_help(int opt)
{
	if (opt == 'V')
		printf("kpread %s (ABI %u)\n", KPROBECTL_VERSION, KPCTL_ABI_VERSION);
	else
		fputs(usage_text, stdout);
	exit(EXIT_COMPLETE);
}

int usage_error(const char *what, const char *arg)
{
	fprintf(stderr, "kpread: %s%s%s (see kpread -h)\n", what, arg ? ": " : "", arg ? arg : "");
	return -EINVAL;
}

void *table_reach(void *table, unsigned int *nr, unsigned int i, size_t size)
{
	char *p;

	if (i < *nr)
		return table;
	p = realloc(table, (i + 1) * size);
	if (!p)
		return NULL;
	memset(p + *nr * size, 0, (i + 1 - *nr) * size);
	*nr = i + 1;
	return p;
}

int parse_count(const char *arg, uint64_t max, uint64_t *v)
{
	char *end;

	errno = 0;
	*v = strtoull(arg, &end, 10);
	if (*arg < '0' || *arg > '9' || *end || errno || !*v || *v > max)
		return -EINVAL;
	return 0;
}

int parse_seconds(const char *arg, uint64_t *ns)
{
	char *end;
	double v = strtod(arg, &end);

	if (end == arg || *end || !isfinite(v) || v <= 0 || v > 1e9)
		return -EINVAL;
	*ns = v * NSEC_PER_SEC;
	return 0;
}

/* Refusals: one sentence that says what to do */

void explain_open(int err)
{
	char text[KPR_SENTENCE];

	fprintf(stderr, "kpread: %s\n", kpr_explain_open(err, text));
}

static void explain_lender(int err, const char *path)
{
	char text[KPR_SENTENCE];

	fprintf(stderr, "kpread: %s\n", kpr_explain_lender(err, path, text));
}

bool is_session(const char *where)
{
	return where && !strchr(where, '/');
}

static int open_named(struct kpr_session **out, const char *name, bool ring)
{
	char text[KPR_SENTENCE];
	int ret = kpr_open(out);

	if (ret) {
		explain_open(-ret);
		return ret;
	}
	ret = kpr_choose(*out, name, !ring);
	if (ret)
		fprintf(stderr, "kpread: %s\n", kpr_explain_name(-ret, name, text));
	return ret;
}

int open_lent(struct kpr_session **out, const char *path, bool ring)
{
	int ret;

	if (is_session(path))
		return open_named(out, path, ring);
	ret = path ? kpr_borrow(out, path, ring) : kpr_open(out);

	if (ret && path)
		explain_lender(-ret, path);
	else if (ret)
		explain_open(-ret);
	return ret;
}

/* Signals */

volatile sig_atomic_t stop;

/* A second signal kills kpread, as output may be stuck. */
static void on_signal(int sig)
{
	if (stop) {
		terminal_end();
		signal(sig, SIG_DFL);
		raise(sig);
	}
	stop = sig;
}

void catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
}

int poll_until(struct pollfd *fds, unsigned int nr, uint64_t ns)
{
	struct timespec ts = { ns / NSEC_PER_SEC, ns % NSEC_PER_SEC };
	sigset_t set, old;
	int n = 0;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGWINCH);
	sigaddset(&set, SIGTSTP);
	sigprocmask(SIG_BLOCK, &set, &old);
	if (!stop)
		n = ppoll(fds, nr, &ts, &old);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return n;
}
