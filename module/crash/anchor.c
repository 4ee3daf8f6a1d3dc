// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/utsname.h>

#include "crash/anchor.h"
#include "crash/note_pages.h"
#include "crash/region.h"

/*
 * A note, with the kernel's pointers in front; both lie in one page. The first note of a call is
 * the caller's struct kpctl_notes.
 */
struct kept {
	struct list_head node;		/* kept_notes, in the order of `next` */
	struct kept *more;		/* of the same caller */
	struct kpctl_note note;
	__u8 payload[];
};

static struct kpctl_anchor *anchor;
static DEFINE_MUTEX(notes_lock);	/* all below, and the order of the notes */
static LIST_HEAD(kept_notes);
static u64 owners;

/* Where the address stands of the note of `k`. */
static __u64 *link_to(struct kept *k)
{
	return k->node.prev == &kept_notes ? &anchor->first : &list_prev_entry(k, node)->note.next;
}

/* The notes of one caller come with one store, in front of all others. */
static void link_all(struct kept *first)
{
	struct list_head *at = &kept_notes;
	struct kept *k;

	lockdep_assert_held(&notes_lock);
	for (k = first; k; k = k->more) {
		k->note.next = k->more ? k->more->note.self : anchor->first;
		list_add(&k->node, at);
		at = &k->node;
	}
	smp_store_release(&anchor->first, first->note.self);
}

/* The notes of one caller go with one store: no other caller's note stands between two of them. */
static void unlink_all(struct kept *first)
{
	struct kept *k = first;

	lockdep_assert_held(&notes_lock);
	while (k->more)
		k = k->more;
	WRITE_ONCE(*link_to(first), k->note.next);
	for (k = first; k; k = k->more)
		list_del(&k->node);
}

/* A region has all notes: after a reboot a row that leaves the region would end there. */
static void *note_memory(size_t size)
{
	return kpctl_region_is_there() ? kpctl_region_note(size) : kpctl_note_pages_take(size);
}

static size_t size_of(size_t payload)
{
	return sizeof(struct kept) + ALIGN(payload, 8);
}

static void free_note(struct kept *k)
{
	if (kpctl_region_is_there())
		kpctl_region_give_note(k, size_of(k->note.size));
	else
		kpctl_note_pages_give(k, size_of(k->note.size));
}

static struct kept *make_note(enum kpctl_note_type type, const void *payload, size_t size,
			      const struct kpctl_note *like)
{
	struct kept *k = note_memory(size_of(size));

	BUILD_BUG_ON(sizeof(*k) + KPCTL_NOTE_BYTES > KPCTL_NOTE_ROOM);
	if (!k)
		return NULL;
	k->note = *like;
	k->note.magic = KPCTL_NOTE_MAGIC;
	k->note.self = virt_to_phys(&k->note);
	k->note.type = type;
	k->note.size = size;
	memcpy(k->payload, payload, size);
	k->note.sum = kpctl_note_sum(&k->note);
	return k;
}

static void free_all(struct kept *k)
{
	struct kept *more;

	for (; k; k = more) {
		more = k->more;
		free_note(k);
	}
}

/* A payload of any size, in front of `behind`. NULL: no memory, and `behind` is freed. */
static struct kept *make_notes(enum kpctl_note_type type, const void *payload, size_t size,
			       u64 owner, struct kept *behind)
{
	struct kpctl_note like = {
		.owner = owner, .count = DIV_ROUND_UP(size, KPCTL_NOTE_BYTES),
	};
	struct kept *k;
	size_t at;

	for (like.index = like.count; like.index--; behind = k) {
		at = (size_t)like.index * KPCTL_NOTE_BYTES;
		k = make_note(type, payload + at, min_t(size_t, size - at, KPCTL_NOTE_BYTES), &like);
		if (!k) {
			free_all(behind);
			return NULL;
		}
		k->more = behind;
	}
	return behind;
}

static struct kpctl_notes *put_in(struct kept *k)
{
	lockdep_assert_held(&notes_lock);
	if (anchor && k)
		link_all(k);
	else if (anchor)
		anchor->unnoted++;
	return (struct kpctl_notes *)k;
}

struct kpctl_notes *kpctl_note_text(enum kpctl_note_type type, const char *text, size_t len)
{
	struct kpctl_notes *notes;

	mutex_lock(&notes_lock);
	notes = put_in(make_notes(type, text, len, ++owners, NULL));
	mutex_unlock(&notes_lock);
	return notes;
}

static u64 *addresses_of(struct page **pages, unsigned int nr)
{
	u64 *at = kvmalloc_array(nr, sizeof(*at), GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	unsigned int i;

	for (i = 0; at && i < nr; i++)
		at[i] = page_to_phys(pages[i]);
	return at;
}

struct kpctl_notes *kpctl_note_ring(struct kpctl_note_ring *ring, struct page **pages,
				    unsigned int nr)
{
	u64 *at = addresses_of(pages, nr);
	struct kpctl_notes *notes;
	struct kept *k = NULL;

	mutex_lock(&notes_lock);
	ring->pages = ++owners;
	if (at)
		k = make_notes(KPCTL_NOTE_PAGES, at, nr * sizeof(*at), ring->pages, NULL);
	if (k)
		k = make_notes(KPCTL_NOTE_RING, ring, sizeof(*ring), ++owners, k);
	notes = put_in(k);
	mutex_unlock(&notes_lock);
	kvfree(at);
	return notes;
}

void kpctl_notes_drop(struct kpctl_notes *notes)
{
	struct kept *k = (struct kept *)notes;

	if (!k)
		return;
	mutex_lock(&notes_lock);
	if (anchor)
		unlink_all(k);
	mutex_unlock(&notes_lock);
	free_all(k);
}

/* Reading */

static const struct kpctl_note *note_at(u64 addr)
{
	const struct kpctl_note *note;

	if (!addr || addr % 8 || !pfn_valid(addr >> PAGE_SHIFT))
		return NULL;
	note = phys_to_virt(addr);
	return note->magic == KPCTL_NOTE_MAGIC && note->self == addr &&
	       note->size <= KPCTL_NOTE_BYTES && note->sum == kpctl_note_sum(note) ? note : NULL;
}

const struct kpctl_note *kpctl_note_first(void)
{
	return anchor ? note_at(smp_load_acquire(&anchor->first)) : NULL;
}

const struct kpctl_note *kpctl_note_next(const struct kpctl_note *note)
{
	return note_at(READ_ONCE(note->next));
}

/* The anchor */

static void fill_in(struct kpctl_anchor *a, const char *build_id)
{
	a->version = KPCTL_ANCHOR_VERSION;
	a->size = sizeof(*a);
	a->self = virt_to_phys(a);
	a->page_size = PAGE_SIZE;
	a->nr_cpus = num_possible_cpus();
	a->known = (unsigned long)vprintk;
	a->monotonic = ktime_get_ns();
	a->realtime = ktime_get_real_ns();
	a->boottime = ktime_get_boottime_ns();
	strscpy(a->release, init_utsname()->release, sizeof(a->release));
	strscpy(a->host, init_utsname()->nodename, sizeof(a->host));
	strscpy(a->build_id, build_id, sizeof(a->build_id));
	a->sum = kpctl_anchor_sum(a);
	/* A scan finds an anchor by the magic alone: all else is written before. */
	barrier();
	memcpy(a->magic, KPCTL_ANCHOR_MAGIC, sizeof(a->magic));
}

int kpctl_anchor_init(const char *build_id)
{
	struct kpctl_anchor *a = kpctl_region_first() ?: (void *)get_zeroed_page(GFP_KERNEL);

	BUILD_BUG_ON(sizeof(*a) % 8 || sizeof(struct kpctl_note) % 8);
	if (!a)
		return -ENOMEM;
	fill_in(a, build_id);
	anchor = a;
	return 0;
}

void kpctl_anchor_exit(void)
{
	struct kpctl_anchor *a = anchor;

	WARN_ON_ONCE(!list_empty(&kept_notes));
	anchor = NULL;
	if (!a)
		return;
	memset(a->magic, 0, sizeof(a->magic));
	if (!kpctl_region_is_there())
		free_page((unsigned long)a);
}
