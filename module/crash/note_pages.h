/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory for notes where no region keeps them over a reboot: pages that are no part of a larger
 * piece, shared by small notes. kmalloc() may take several pages for one, and of such a piece
 * makedumpfile up to 1.7.9 leaves out pages where it reads a dump of Linux 7.1 and later: it does
 * not know them as the kernel's, and takes them for a user's. A page of its own it keeps.
 *
 * All functions are for tasks.
 */
#ifndef KPCTL_CRASH_NOTE_PAGES_H
#define KPCTL_CRASH_NOTE_PAGES_H

#include <linux/types.h>

/* The largest note: a page, less what a page says of itself. */
#define KPCTL_NOTE_ROOM		4032u

/* Zeroed, of at most KPCTL_NOTE_ROOM bytes; NULL: no memory. */
void *kpctl_note_pages_take(size_t size);
/* `size` as it was taken. */
void kpctl_note_pages_give(void *note, size_t size);

#endif /* KPCTL_CRASH_NOTE_PAGES_H */
