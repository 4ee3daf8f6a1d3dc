/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The condition of an event, run before anything is reserved for a hit.
 *
 * A return probe runs the condition at the call's entry if a test is early (known before
 * the call, `early`), and at the return if a test is not (`late`). Entry decides the early
 * tests and takes all others to hold. Negation stands in the tests alone, so a condition
 * that fails in this way would fail at the return too, for all values of the late tests. So
 * a refused call takes no instance.
 */
#ifndef KPCTL_PROG_FILTER_H
#define KPCTL_PROG_FILTER_H

#include "prog/fetch.h"

#define KPCTL_FILTER_TEXT	1024	/* bytes of a string that a test looks at */

struct kpctl_filter_test {
	u8 cmp;				/* enum kpctl_cmp */
	u8 is_signed;
	u8 on_true, on_false;		/* as in struct kpctl_test */
	u16 text_len;
	const struct kpctl_arg *left, *right;	/* right NULL: num, or text */
	/* r: the operands as entry fetches them; early_left NULL: a late test */
	const struct kpctl_arg *early_left, *early_right;
	u64 num;
	const char *text;
};

struct kpctl_filter {
	u8 ntests;			/* 0: all hits pass */
	bool early;			/* r: run at entry */
	bool late;			/* run at a hit, at a return */
	bool wants_lat;			/* late: a test uses $lat or a part of $lat */
	struct kpctl_filter_test *test;
};

bool kpctl_filter_run(const struct kpctl_filter *filter, const struct kpctl_site *site, bool early);

#endif /* KPCTL_PROG_FILTER_H */
