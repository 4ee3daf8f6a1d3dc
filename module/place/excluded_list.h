/* SPDX-License-Identifier: GPL-2.0 */
/* What the patterns of a set match and is not in it, with the reason of each. */
#ifndef KPCTL_LEFT_OUT_H
#define KPCTL_LEFT_OUT_H

#include <linux/types.h>

struct kpctl_text;

struct kpctl_left_out {
	struct kpctl_left {
		unsigned long ip;
		const char *why;	/* not owned; the same for the same reason */
	} *left;			/* ascending, once it is in order */
	u32 nr, room;
};

int kpctl_left_out_add(struct kpctl_left_out *list, unsigned long ip, const char *why);
void kpctl_left_out_order(struct kpctl_left_out *list);
void kpctl_left_out_free(struct kpctl_left_out *list);

/* A line for each: NAME, [MODULE], and the reason. */
void kpctl_left_out_show(const struct kpctl_left_out *list, struct kpctl_text *text);
/* All of it in a few words: "; left out: NAME, NAME and N more (REASON), ..." */
void kpctl_left_out_sum_up(const struct kpctl_left_out *list, struct kpctl_text *text);

#endif /* KPCTL_LEFT_OUT_H */
