/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The actions of `do` that add hits up: the parser, the error sentences, the hit path's
 * dispatch, the text for people and the reader are made of this table. A new action is
 * a line here and a file, aggr/NAME.c.
 *
 *	X(ID, NAME, VALUE, COLUMNS, ORDER)
 *
 *	VALUE	1: the action is written NAME(X), X a number; 0: NAME
 *	COLUMNS	columns of the text besides count and key: KPCTL_SHOW_* of show/show.h
 *	ORDER	COUNT or SUM: the column by which rows are sorted, largest first
 */
#ifndef KPCTL_SPEC_ACTIONS_H
#define KPCTL_SPEC_ACTIONS_H

#ifdef __KERNEL__
#include <linux/string.h>
#else
#include "spec/host.h"
#endif

#define KPCTL_ACTIONS(X)						\
	X(COUNT, count, 0, KPCTL_SHOW_SHARE, COUNT)			\
	X(HIST, hist, 1, KPCTL_SHOW_SUM | KPCTL_SHOW_AVERAGE |		\
		KPCTL_SHOW_PERCENTILES | KPCTL_SHOW_MAX, SUM)		\
	X(STATS, stats, 1, KPCTL_SHOW_SUM | KPCTL_SHOW_AVERAGE |	\
		KPCTL_SHOW_MIN | KPCTL_SHOW_MAX, SUM)			\
	X(SUM, sum, 1, KPCTL_SHOW_SUM | KPCTL_SHOW_SHARE, SUM)

enum kpctl_action_id {
#define X(id, name, value, columns, order) KPCTL_ACTION_##id,
	KPCTL_ACTIONS(X)
#undef X
	KPCTL_ACTION_NR,
};

/* All actions as ", count, hist(VALUE)...", for sentences. */
#define KPCTL_ACTION_FORM_0(name)	", " #name
#define KPCTL_ACTION_FORM_1(name)	", " #name "(VALUE)"
#define KPCTL_ACTION_FORM(id, name, value, columns, order) KPCTL_ACTION_FORM_##value(name)
#define KPCTL_ACTION_FORMS		KPCTL_ACTIONS(KPCTL_ACTION_FORM)

static inline const char *kpctl_action_name(unsigned int action)
{
	static const char * const names[] = {
#define X(id, name, value, columns, order) #name,
		KPCTL_ACTIONS(X)
#undef X
	};

	return names[action];
}

static inline int kpctl_action_has_value(unsigned int action)
{
	static const unsigned char has[] = {
#define X(id, name, value, columns, order) value,
		KPCTL_ACTIONS(X)
#undef X
	};

	return has[action];
}

/* The action of a name; KPCTL_ACTION_NR: no action has the name. */
static inline unsigned int kpctl_action_find(const char *name, size_t len)
{
	unsigned int i;

	for (i = 0; i < KPCTL_ACTION_NR; i++)
		if (strlen(kpctl_action_name(i)) == len && !memcmp(kpctl_action_name(i), name, len))
			break;
	return i;
}

#endif /* KPCTL_SPEC_ACTIONS_H */
