/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory for notes where no region keeps the notes over a reboot: single pages, shared by small
 * notes. A dump by makedumpfile has each single page of the kernel. kmalloc() may take a row of
 * pages for its objects; of such rows in Linux 7.1 and later, makedumpfile up to 1.7.9 takes the
 * second page for a user's, and leaves that page out.
 *
 * All functions are for tasks.
 */
#ifndef KPCTL_CRASH_NOTE_PAGES_H
#define KPCTL_CRASH_NOTE_PAGES_H

#include <linux/types.h>

/* The largest note: a page, less the page's own head. */
#define KPCTL_NOTE_ROOM		4032u

/* Zeroed, of at most KPCTL_NOTE_ROOM bytes; NULL: no memory. */
void *kpctl_note_pages_take(size_t size);
/* `size` as it was taken. */
void kpctl_note_pages_give(void *note, size_t size);

#endif /* KPCTL_CRASH_NOTE_PAGES_H */
