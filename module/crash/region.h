/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that outlives a reboot, where the machine keeps it: a region that the kernel's command
 * line has reserved by a name (reserve_mem=SIZE:ALIGN:NAME), in each boot at the same place. Of
 * its pages the first is the anchor's, some are the notes', the others the main session's rings'.
 *
 * What the boot before has left there is copied when the module is loaded, in front of the first
 * use. All functions are for tasks.
 */
#ifndef KPCTL_CRASH_REGION_H
#define KPCTL_CRASH_REGION_H

#include <linux/types.h>

struct page;

extern char *kpctl_persist;	/* the module parameter; NULL or empty: no region */

/* 0, or -errno, and the log says why. Without the parameter 0 and no region. */
int kpctl_region_init(void);
/* All pages and notes have been given back. */
void kpctl_region_exit(void);

/* The page for the anchor, zeroed; NULL: there is no region. */
void *kpctl_region_first(void);
bool kpctl_region_is_there(void);

/* A page, zeroed; NULL: none is left. */
struct page *kpctl_region_page(void);
/* Memory for a note, zeroed; NULL: none is left. */
void *kpctl_region_note(size_t size);
/* False: the page is not the region's, and nothing happens. */
bool kpctl_region_give_page(struct page *page);
void kpctl_region_give_note(void *note, size_t size);

/*
 * The region as the boot before left it, in LiME's form: a header, then the bytes. NULL: no anchor
 * of this module was there. Valid until kpctl_region_exit().
 */
const void *kpctl_region_last(size_t *size);

#endif /* KPCTL_CRASH_REGION_H */
