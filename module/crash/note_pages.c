// SPDX-License-Identifier: GPL-2.0
#include <linux/bitmap.h>
#include <linux/build_bug.h>
#include <linux/gfp.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "crash/note_pages.h"

#define UNIT	64u
#define UNITS	(4096u / UNIT)
#define HEAD	1u			/* units of a page's own head */
#define LEAST	2u			/* units of the smallest note */
#define LARGE	(UNITS / 2)		/* units of a note that gets a page of its own */

/* The start of a page. */
struct note_page {
	struct list_head node;		/* with_room; empty: the page has none */
	DECLARE_BITMAP(used, UNITS);
};

static DEFINE_MUTEX(pages_lock);	/* the pages and their list */
static LIST_HEAD(with_room);		/* a row of large notes is not looked through */

static unsigned int units_of(size_t size)
{
	return DIV_ROUND_UP(size, UNIT);
}

static bool page_has_room(const struct note_page *p)
{
	return UNITS - bitmap_weight(p->used, UNITS) >= LEAST;
}

static unsigned int first_gap(const struct note_page *p, unsigned int n)
{
	return bitmap_find_next_zero_area((unsigned long *)p->used, UNITS, HEAD, n, 0);
}

static struct note_page *find_page(unsigned int n)
{
	struct note_page *p;

	lockdep_assert_held(&pages_lock);
	if (n > LARGE)
		return NULL;
	list_for_each_entry(p, &with_room, node)
		if (first_gap(p, n) < UNITS)
			return p;
	return NULL;
}

static struct note_page *make_page(void)
{
	struct note_page *p = (void *)get_zeroed_page(GFP_KERNEL_ACCOUNT | __GFP_NOWARN);

	lockdep_assert_held(&pages_lock);
	if (!p)
		return NULL;
	bitmap_set(p->used, 0, HEAD);
	list_add(&p->node, &with_room);
	return p;
}

static void *take_units(struct note_page *p, unsigned int n)
{
	unsigned int at = first_gap(p, n);

	lockdep_assert_held(&pages_lock);
	bitmap_set(p->used, at, n);
	if (!page_has_room(p))
		list_del_init(&p->node);
	return memset((char *)p + at * UNIT, 0, n * UNIT);
}

void *kpctl_note_pages_take(size_t size)
{
	unsigned int n = units_of(size);
	struct note_page *p;
	void *note = NULL;

	BUILD_BUG_ON(sizeof(struct note_page) > HEAD * UNIT);
	BUILD_BUG_ON(KPCTL_NOTE_ROOM != (UNITS - HEAD) * UNIT || PAGE_SIZE < UNITS * UNIT);
	mutex_lock(&pages_lock);
	p = find_page(n) ?: make_page();
	if (p)
		note = take_units(p, n);
	mutex_unlock(&pages_lock);
	return note;
}

void kpctl_note_pages_give(void *note, size_t size)
{
	struct note_page *p = (void *)((unsigned long)note & PAGE_MASK);
	unsigned int at = ((char *)note - (char *)p) / UNIT;

	mutex_lock(&pages_lock);
	bitmap_clear(p->used, at, units_of(size));
	if (list_empty(&p->node))
		list_add(&p->node, &with_room);
	if (bitmap_weight(p->used, UNITS) == HEAD) {
		list_del(&p->node);
		free_page((unsigned long)p);
	}
	mutex_unlock(&pages_lock);
}
