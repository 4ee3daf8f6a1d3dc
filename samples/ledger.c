// SPDX-License-Identifier: LGPL-2.1-only
/*
 * ledger [FILE]: what became of the hits of each event of the main session, or of a recording,
 * and whether each hit has one fate; then what aggregates have most of.
 *
 *	cc -o ledger ledger.c $(pkg-config --cflags --libs libkprobectl)
 */
#include <kprobectl.h>
#include <stdio.h>

static void print_ledgers(const struct kpctl_ledgers *l)
{
	const char *event, *column;
	unsigned int i, k;
	uint64_t n;

	for (i = 0; (event = kpctl_ledger_event(l, i)); i++) {
		printf("%s:", event);
		for (k = 0; (column = kpctl_ledger_column(k)); k++)
			if (!kpctl_ledger_count(l, i, column, &n) && n)
				printf(" %s=%llu", column, (unsigned long long)n);
		if (kpctl_ledger_open(l, i))
			printf(" open=%lld", (long long)kpctl_ledger_open(l, i));
		putchar('\n');
	}
}

static void print_aggrs(const struct kpctl_aggrs *a)
{
	struct kpctl_aggr aggr = { .size = sizeof(aggr) };
	struct kpctl_key key = { .size = sizeof(key) };
	unsigned int i, k;

	for (i = 0; !kpctl_aggr(a, i, &aggr); i++, aggr.size = sizeof(aggr)) {
		printf("%s %s: %u keys\n", aggr.event, aggr.text, aggr.keys);
		for (k = 0; k < 5 && !kpctl_key(a, i, k, &key); k++, key.size = sizeof(key))
			printf("%10llu  %s\n", (unsigned long long)key.count, key.text);
	}
}

int main(int argc, char **argv)
{
	struct kpctl_session *s = kpctl_new();
	struct kpctl_ledgers *l = NULL;
	struct kpctl_aggrs *a = NULL;
	int ret = !s || (argc > 1 ? kpctl_replay(s, argv[1]) : kpctl_open(s, KPCTL_LOOK));

	if (!ret && !(ret = kpctl_ledgers_read(s, 0, &l)))
		print_ledgers(l);
	if (!ret && !(ret = kpctl_aggrs_read(s, 0, &a)))
		print_aggrs(a);
	if (ret)
		fprintf(stderr, "ledger: %s\n", kpctl_error(s));
	kpctl_ledgers_free(l);
	kpctl_aggrs_free(a);
	kpctl_free(s);
	return !!ret;
}
