/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that the patterns of a set match and that are not in the set, with reasons. */
#ifndef KPCTL_PLACE_EXCLUDED_LIST_H
#define KPCTL_PLACE_EXCLUDED_LIST_H

#include <linux/types.h>

struct kpctl_text;

struct kpctl_excluded_list {
	struct kpctl_left {
		unsigned long ip;
		const char *why;	/* not owned; equal reasons are equal pointers */
	} *left;			/* ascending, once it is in order */
	u32 nr, room;
};

int kpctl_excluded_list_add(struct kpctl_excluded_list *list, unsigned long ip, const char *why);
void kpctl_excluded_list_order(struct kpctl_excluded_list *list);
void kpctl_excluded_list_free(struct kpctl_excluded_list *list);

/* A line for each: NAME, [MODULE], and the reason. */
void kpctl_excluded_list_show(const struct kpctl_excluded_list *list, struct kpctl_text *text);
/* The list in a few words: "; left out: NAME, NAME and N more (REASON), ..." */
void kpctl_excluded_list_sum_up(const struct kpctl_excluded_list *list, struct kpctl_text *text);

#endif /* KPCTL_PLACE_EXCLUDED_LIST_H */
