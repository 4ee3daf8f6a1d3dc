// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "place/excluded_list.h"
#include "place/place.h"
#include "base/text.h"

/* So many are named for each reason in few words. */
#define NAMED_MAX	4

int kpctl_excluded_list_add(struct kpctl_excluded_list *list, unsigned long ip, const char *why)
{
	u32 room = max(2 * list->room, 16u);
	struct kpctl_left *more;

	if (list->nr == list->room) {
		more = kvmalloc_array(room, sizeof(*more), GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
		if (!more)
			return -ENOMEM;
		if (list->nr)
			memcpy(more, list->left, list->nr * sizeof(*more));
		kvfree(list->left);
		list->left = more;
		list->room = room;
	}
	list->left[list->nr++] = (struct kpctl_left){ ip, why };
	return 0;
}

static int by_ip(const void *a, const void *b)
{
	const struct kpctl_left *x = a, *y = b;

	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

/* Ascending, and each once. */
void kpctl_excluded_list_order(struct kpctl_excluded_list *list)
{
	u32 i, n = 0;

	sort(list->left, list->nr, sizeof(*list->left), by_ip, NULL);
	for (i = 0; i < list->nr; i++)
		if (!n || list->left[i].ip != list->left[n - 1].ip)
			list->left[n++] = list->left[i];
	list->nr = n;
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
		kpctl_place_name(list->left[i].ip, text);
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

static void sum_up_reason(const struct kpctl_excluded_list *list, u32 first, struct kpctl_text *text)
{
	const char *why = list->left[first].why;
	u32 i, n = 0;

	for (i = first; i < list->nr; i++) {
		if (list->left[i].why != why || n++ >= NAMED_MAX)
			continue;
		kpctl_text_printf(text, n > 1 ? ", " : "");
		kpctl_place_name(list->left[i].ip, text);
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
