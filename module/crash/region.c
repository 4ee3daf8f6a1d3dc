// SPDX-License-Identifier: GPL-2.0
#include <linux/bitmap.h>
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/compat.h"
#include "crash/layout.h"
#include "crash/region.h"

#define REGION_MIN	(256u << 10)
#define REGION_MAX	(1u << 30)
#define NOTES_PART	8		/* one in so many pages */
#define UNIT		64u		/* of the notes' memory */

char *kpctl_persist;

static struct {
	char *start;
	size_t size;
	unsigned long pages, first_page;	/* behind the notes */
	unsigned long *used_pages;
	unsigned long units;
	unsigned long *used_units;
} region;
static DEFINE_MUTEX(region_lock);

/* A header of LiME's, by which a reader knows where the bytes stood. */
struct lime {
	__u32 magic, version;
	__u64 first, last;
	__u64 reserved;
};

static void *last;
static size_t last_size;

/* What was before */

static bool is_anchor(const struct kpctl_anchor *a)
{
	return !memcmp(a->magic, KPCTL_ANCHOR_MAGIC, sizeof(a->magic)) &&
	       a->version == KPCTL_ANCHOR_VERSION && a->self == virt_to_phys((void *)a) &&
	       a->sum == kpctl_anchor_sum(a);
}

static int keep_last(void)
{
	struct lime head = { .magic = 0x4c694d45, .version = 1 };

	if (!is_anchor((void *)region.start))
		return 0;
	last_size = sizeof(head) + region.size;
	last = kvmalloc(last_size, GFP_KERNEL | __GFP_NOWARN);
	if (!last)
		return -ENOMEM;
	head.first = virt_to_phys(region.start);
	head.last = head.first + region.size - 1;
	memcpy(last, &head, sizeof(head));
	memcpy(last + sizeof(head), region.start, region.size);
	return 0;
}

const void *kpctl_region_last(size_t *size)
{
	*size = last ? last_size : 0;
	return last;
}

/* The region */

static int find_region(void)
{
	phys_addr_t start, size;
	int ret = kpctl_reserved_memory(kpctl_persist, &start, &size);

	if (ret == -EOPNOTSUPP)
		pr_err("kprobectl: persist: this kernel has no reserve_mem=, which Linux 6.12 has\n");
	else if (ret)
		pr_err("kprobectl: persist: no memory is reserved by this name: reserve_mem=SIZE:4096:%s on the kernel's command line does that\n",
		       kpctl_persist);
	if (ret)
		return ret;
	if (size < REGION_MIN || size > REGION_MAX || (start | size) % PAGE_SIZE) {
		pr_err("kprobectl: persist: the memory has to be of whole pages, 256 KiB to 1 GiB\n");
		return -EINVAL;
	}
	region.start = phys_to_virt(start);
	region.size = size;
	return 0;
}

static int make_maps(void)
{
	region.pages = region.size / PAGE_SIZE;
	region.first_page = 1 + region.pages / NOTES_PART;
	region.units = (region.first_page - 1) * (PAGE_SIZE / UNIT);
	region.used_pages = bitmap_zalloc(region.pages, GFP_KERNEL);
	region.used_units = bitmap_zalloc(region.units, GFP_KERNEL);
	if (!region.used_pages || !region.used_units)
		return -ENOMEM;
	bitmap_set(region.used_pages, 0, region.first_page);
	return 0;
}

int kpctl_region_init(void)
{
	int ret = 0;

	if (!kpctl_persist || !*kpctl_persist)
		return 0;
	ret = find_region() ?: keep_last() ?: make_maps();
	if (ret)
		kpctl_region_exit();
	else
		memset(region.start, 0, PAGE_SIZE);
	return ret;
}

void kpctl_region_exit(void)
{
	bitmap_free(region.used_pages);
	bitmap_free(region.used_units);
	kvfree(last);
	last = NULL;
	memset(&region, 0, sizeof(region));
}

bool kpctl_region_is_there(void)
{
	return region.start;
}

void *kpctl_region_first(void)
{
	return region.start;
}

/* Its memory */

struct page *kpctl_region_page(void)
{
	unsigned long i;

	mutex_lock(&region_lock);
	i = find_first_zero_bit(region.used_pages, region.pages);
	if (i < region.pages)
		__set_bit(i, region.used_pages);
	mutex_unlock(&region_lock);
	if (i >= region.pages)
		return NULL;
	memset(region.start + i * PAGE_SIZE, 0, PAGE_SIZE);
	return virt_to_page(region.start + i * PAGE_SIZE);
}

bool kpctl_region_give_page(struct page *page)
{
	const char *at = page_address(page);

	if (!region.start || at < region.start || at >= region.start + region.size)
		return false;
	mutex_lock(&region_lock);
	__clear_bit((at - region.start) / PAGE_SIZE, region.used_pages);
	mutex_unlock(&region_lock);
	return true;
}

static char *unit_at(unsigned long i)
{
	return region.start + PAGE_SIZE + i * UNIT;
}

void *kpctl_region_note(size_t size)
{
	unsigned long n = DIV_ROUND_UP(size, UNIT), i;

	mutex_lock(&region_lock);
	i = bitmap_find_next_zero_area(region.used_units, region.units, 0, n, 0);
	if (i < region.units)
		bitmap_set(region.used_units, i, n);
	mutex_unlock(&region_lock);
	return i < region.units ? memset(unit_at(i), 0, n * UNIT) : NULL;
}

void kpctl_region_give_note(void *note, size_t size)
{
	mutex_lock(&region_lock);
	bitmap_clear(region.used_units, ((char *)note - unit_at(0)) / UNIT,
		     DIV_ROUND_UP(size, UNIT));
	mutex_unlock(&region_lock);
}
