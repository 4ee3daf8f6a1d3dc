// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "base/arch.h"
#include "base/growing.h"
#include "place/excluded.h"
#include "place/kernel_text.h"
#include "place/module_list.h"
#include "place/place.h"
#include "place/trial.h"
#include "place/where.h"

/* More than any kernel has; about 1,500 are usual with distributions. */
#define RANGES_MAX	65536

static const struct {
	const char *name, *why;
} named[] = {
#define X(name, why) { name, why },
	KPCTL_ARCH_EXCLUDED(X)
#undef X
};

static const char no_probes[] = "the kernel lets no probe stand there";

struct extent {
	unsigned long start, end;
};

struct kpctl_excluded {
	bool returns;
	u32 nr, room;
	struct extent *range;	/* ascending */
};

/* The kernel's list */

static int exclude(struct kpctl_excluded *ex, unsigned long start, unsigned long end)
{
	int ret = kpctl_growing_room(&ex->range, ex->nr, &ex->room, GFP_KERNEL);

	if (!ret)
		ex->range[ex->nr++] = (struct extent){ start, end };
	return ret;
}

/* Copies with care: where the symbol is not the list, the memory may hold anything. */
#define COPY(to, from) copy_from_kernel_nofault(&(to), from, sizeof(to))

static int read_list(struct kpctl_excluded *ex, const struct list_head *head)
{
	struct kprobe_blacklist_entry entry;
	const struct list_head *pos = head, *next;
	struct list_head at;
	int ret;

	if (COPY(at, head))
		return -EIO;
	for (next = at.next; next != head; pos = next, next = entry.list.next) {
		if (COPY(entry, list_entry(next, struct kprobe_blacklist_entry, list)) ||
		    entry.list.prev != pos || entry.start_addr > entry.end_addr ||
		    ex->nr == RANGES_MAX)
			return -EIO;
		if (kpctl_arch_is_module(entry.start_addr))
			break;
		if (!kpctl_kernel_text_has(entry.start_addr) &&
		    !kpctl_kernel_text_had(entry.start_addr))
			return -EIO;
		ret = exclude(ex, entry.start_addr, entry.end_addr);
		if (ret)
			return ret;
	}
	return ex->nr ? 0 : -EIO;
}

static int by_start(const void *a, const void *b)
{
	const struct extent *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* Sorts and joins the ranges: none overlaps another, so a binary search finds the one. */
static void order_excluded(struct kpctl_excluded *ex)
{
	struct extent *r = ex->range;
	u32 i, n = 0;

	sort(r, ex->nr, sizeof(*r), by_start, NULL);
	for (i = 1; i < ex->nr; i++) {
		if (r[i].start <= r[n].end)
			r[n].end = max(r[n].end, r[i].end);
		else
			r[++n] = r[i];
	}
	ex->nr = n + 1;
}

static int read_kernels(struct kpctl_excluded *ex)
{
	unsigned long head;
	int ret;

	ret = kpctl_trial_find("", "kprobe_blacklist", &head);
	if (ret)
		return ret == -ENOMEM ? ret : -EIO;
	ret = read_list(ex, (const struct list_head *)head);
	if (!ret)
		order_excluded(ex);
	return ret;
}

static bool lists_address(const struct kpctl_excluded *ex, unsigned long addr)
{
	u32 low = 0, high = ex->nr, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (addr < ex->range[mid].start)
			high = mid;
		else if (addr >= ex->range[mid].end)
			low = mid + 1;
		else
			return true;
	}
	return false;
}

/* For others */

struct kpctl_excluded *kpctl_excluded_get(bool returns, int *ret)
{
	struct kpctl_excluded *ex = kzalloc(sizeof(*ex), GFP_KERNEL);

	*ret = -ENOMEM;
	if (!ex)
		return NULL;
	ex->returns = returns;
	*ret = returns ? read_kernels(ex) : 0;
	if (!*ret)
		return ex;
	kpctl_excluded_put(ex);
	return NULL;
}

void kpctl_excluded_put(struct kpctl_excluded *ex)
{
	if (!ex)
		return;
	kvfree(ex->range);
	kfree(ex);
}

const char *kpctl_excluded_why(const struct kpctl_excluded *ex, const struct kpctl_where *w,
			       unsigned long ip)
{
	const char *why;
	u32 i;

	for (i = 0; !w->mod[0] && i < ARRAY_SIZE(named); i++)
		if (!strcmp(w->sym, named[i].name))
			return named[i].why;
	if (!ex->returns)
		return NULL;
	if (!w->mod[0] && kpctl_arch_switches_stacks(w->sym))
		return "it is entered by one task and left by another";
	why = w->mod[0] ? NULL : kpctl_place_forgotten(w->sym, true);
	if (why)
		return why;
	if (w->mod[0] ? kpctl_module_list_no_probes(w->base) : lists_address(ex, ip))
		return no_probes;
	return NULL;
}
