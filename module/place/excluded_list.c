// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/growing.h"
#include "base/text.h"
#include "place/excluded_list.h"
#include "place/where.h"

/* How many functions kpctl_excluded_list_sum_up() names for each reason. */
#define NAMED_MAX	4

int kpctl_excluded_list_add(struct kpctl_excluded_list *list, unsigned long ip, const char *why)
{
	int ret = kpctl_growing_room(&list->left, list->nr, &list->room, GFP_KERNEL_ACCOUNT);

	if (!ret)
		list->left[list->nr++] = (struct kpctl_left){ ip, why };
	return ret;
}

static int by_ip(const void *a, const void *b)
{
	const struct kpctl_left *x = a, *y = b;

	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

/* In ascending order, and each function once. */
void kpctl_excluded_list_order(struct kpctl_excluded_list *list)
{
	list->nr = kpctl_growing_order(list->left, list->nr, sizeof(*list->left), by_ip);
}

void kpctl_excluded_list_free(struct kpctl_excluded_list *list)
{
	kvfree(list->left);
	memset(list, 0, sizeof(*list));
}

void kpctl_excluded_list_show(const struct kpctl_excluded_list *list, struct kpctl_text *text)
{
	u32 i;

	for (i = 0; i < list->nr; i++) {
		kpctl_where_name(list->left[i].ip, text);
		kpctl_text_printf(text, ": %s\n", list->left[i].why);
		cond_resched();
	}
}

static bool is_first_of_reason(const struct kpctl_excluded_list *list, u32 nr)
{
	u32 i;

	for (i = 0; i < nr; i++)
		if (list->left[i].why == list->left[nr].why)
			return false;
	return true;
}

static void sum_up_reason(const struct kpctl_excluded_list *list, u32 first,
			  struct kpctl_text *text)
{
	const char *why = list->left[first].why;
	u32 i, n = 0;

	for (i = first; i < list->nr; i++) {
		if (list->left[i].why != why || n++ >= NAMED_MAX)
			continue;
		kpctl_text_printf(text, n > 1 ? ", " : "");
		kpctl_where_name(list->left[i].ip, text);
	}
	if (n > NAMED_MAX)
		kpctl_text_printf(text, " and %u more", n - NAMED_MAX);
	kpctl_text_printf(text, " (%s)", why);
}

void kpctl_excluded_list_sum_up(const struct kpctl_excluded_list *list, struct kpctl_text *text)
{
	const char *sep = "; left out: ";
	u32 i;

	for (i = 0; i < list->nr; i++) {
		if (!is_first_of_reason(list, i))
			continue;
		kpctl_text_printf(text, "%s", sep);
		sum_up_reason(list, i, text);
		sep = ", ";
	}
}
