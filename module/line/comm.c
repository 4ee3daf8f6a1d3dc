// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/*
 * Task names by thread id. The table has two levels, so a lookup is two loads for any
 * number of tasks; pages are recycled in turn once KPR_COMM_PAGES_MAX are in use. Storing
 * a name makes the name harmless: any task may call itself anything, escape sequences and
 * newlines included.
 */
#include "line/sys.h"
#include "line/line_int.h"

#define PAGE_BITS	6
#define PAGE_TIDS	(1u << PAGE_BITS)

/* A name takes 16 bytes as in the kernel; the last byte is length + 1, 0: no name is stored. */
struct kpr_comm_page {
	struct {
		char name[15];
		uint8_t len1;
	} of[PAGE_TIDS];
};

void kpr_comm_init(struct kpr_comm *c, const char *proc)
{
	memset(c, 0, sizeof(*c));
	c->proc = proc;
}

void kpr_comm_exit(struct kpr_comm *c)
{
	unsigned int i;

	for (i = 0; i < KPR_COMM_PAGES; i++)
		free(c->page[i]);
}

static struct kpr_comm_page *recycle(struct kpr_comm *c)
{
	struct kpr_comm_page *page;

	do {
		c->victim = (c->victim + 1) % KPR_COMM_PAGES;
	} while (!c->page[c->victim]);
	page = c->page[c->victim];
	c->page[c->victim] = NULL;
	c->changes++;
	memset(page, 0, sizeof(*page));
	return page;
}

static struct kpr_comm_page *page_of(struct kpr_comm *c, uint32_t tid)
{
	struct kpr_comm_page **slot = &c->page[(tid >> PAGE_BITS) % KPR_COMM_PAGES];

	if (*slot)
		return *slot;
	if (c->used < KPR_COMM_PAGES_MAX) {
		*slot = calloc(1, sizeof(**slot));
		if (*slot) {
			c->used++;
			return *slot;
		}
	}
	if (c->used)
		*slot = recycle(c);
	return *slot;
}

/* One '?' for each byte that is neither printable nor UTF-8. */
static unsigned int sanitize(char *to, const char *from, unsigned int len)
{
	const unsigned char *s = (const void *)from;
	unsigned int i, n;

	for (i = 0; i < len && s[i]; i += n) {
		n = kpr_utf8(s + i, len - i);
		if (n)
			memcpy(to + i, s + i, n);
		else
			to[i] = s[i] >= 0x20 && s[i] < 0x7f ? s[i] : '?';
		n += !n;
	}
	return i;
}

void kpr_comm_set(struct kpr_comm *c, uint32_t tid, const char *name)
{
	struct kpr_comm_page *page = page_of(c, tid);
	unsigned int i = tid % PAGE_TIDS;

	if (!page)
		return;
	c->changes += page->of[i].len1 > 0;
	page->of[i].len1 = sanitize(page->of[i].name, name, 15) + 1;
}

void kpr_comm_offer(struct kpr_comm *c, uint32_t tid, const char *name)
{
	struct kpr_comm_page *page = page_of(c, tid);

	if (page && !page->of[tid % PAGE_TIDS].len1)
		kpr_comm_set(c, tid, name);
}

bool kpr_comm_has(struct kpr_comm *c, uint32_t tid, char name[15])
{
	const struct kpr_comm_page *page = c->page[(tid >> PAGE_BITS) % KPR_COMM_PAGES];
	unsigned int len1 = page ? page->of[tid % PAGE_TIDS].len1 : 0;

	if (len1 > 1)
		memcpy(name, page->of[tid % PAGE_TIDS].name, len1 - 1);
	return len1;
}

/*
 * The name of a task that the stream has not named, as when the task started before this
 * reader. It is asked for once: a missing answer is stored too.
 */
static void ask_name(struct kpr_comm *c, uint32_t tid)
{
	char name[17] = "<...>";

	kpr_comm_ask(c, tid, name);
	kpr_comm_set(c, tid, name);
}

const char *kpr_comm_get(struct kpr_comm *c, uint32_t tid, unsigned int *len)
{
	struct kpr_comm_page *page;

	/* the idle task has the name that tracefs prints, on each CPU */
	if (!tid) {
		*len = 6;
		return "<idle>";
	}
	page = page_of(c, tid);
	if (page && !page->of[tid % PAGE_TIDS].len1)
		ask_name(c, tid);
	if (!page) {
		*len = 5;
		return "<...>";
	}
	*len = page->of[tid % PAGE_TIDS].len1 - 1;
	return page->of[tid % PAGE_TIDS].name;
}
