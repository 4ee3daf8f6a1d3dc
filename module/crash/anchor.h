/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The anchor and its notes, crash/layout.h: kept for who reads the machine's memory after its
 * death, and for the panic itself.
 *
 * Notes are made and dropped in tasks, under a mutex of this file. Reading takes no lock.
 */
#ifndef KPCTL_CRASH_ANCHOR_H
#define KPCTL_CRASH_ANCHOR_H

#include <linux/types.h>

#include "crash/layout.h"

struct kpctl_notes;
struct page;

/* build_id: in hex, or empty. Before all notes. 0 or -ENOMEM. */
int kpctl_anchor_init(const char *build_id);
/* All notes have been dropped. */
void kpctl_anchor_exit(void);

/*
 * A payload becomes notes, which belong to the caller. NULL: no memory; the anchor counts the
 * payloads that a dump lacks.
 */
struct kpctl_notes *kpctl_note_text(enum kpctl_note_type type, const char *text, size_t len);
/* A ring and the pages of its data; ring->pages is filled in. */
struct kpctl_notes *kpctl_note_ring(struct kpctl_note_ring *ring, struct page **pages,
				    unsigned int nr);
/* NULL: nothing. */
void kpctl_notes_drop(struct kpctl_notes *notes);

/*
 * The first note, and the note behind another: in any context, while no task can drop notes, as
 * in a panic. NULL: the row has ended, or the next note makes no sense.
 */
const struct kpctl_note *kpctl_note_first(void);
const struct kpctl_note *kpctl_note_next(const struct kpctl_note *note);

#endif /* KPCTL_CRASH_ANCHOR_H */
