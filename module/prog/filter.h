/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The condition of an event, run before anything is reserved for a hit.
 *
 * A return probe asks it twice. At the call's entry the tests that can be
 * decided there are, all others are taken to hold: since negation stands in
 * the tests alone, a condition refused in this way would be refused at the
 * return too, whatever happens in between. So a refused call takes no instance.
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
	/* r: the same before the call; left NULL: not known before the return */
	const struct kpctl_arg *early_left, *early_right;
	u64 num;
	const char *text;
};

struct kpctl_filter {
	u8 ntests;			/* 0: all hits pass */
	bool early;			/* r: ask at entry */
	bool late;			/* ask at a hit, at a return */
	bool wants_lat;			/* late: it looks at $lat, or at parts of it */
	struct kpctl_filter_test *test;
};

bool kpctl_filter_run(const struct kpctl_filter *filter, const struct kpctl_site *site, bool early);

#endif /* KPCTL_PROG_FILTER_H */
