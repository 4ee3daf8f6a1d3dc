/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * The rings and descriptions of a dead machine, out of its memory (module/crash/layout.h), and a
 * recording of them. Nothing in the memory is trusted: not that it is a kernel's, nor that what
 * looks like ours was ever written by the module.
 */
#ifndef KPR_DUMP_H
#define KPR_DUMP_H

#include "crash/layout.h"
#include "recording.h"

/* Physical memory, as far as a file has it. */
struct kpr_memory {
	/* All n bytes or none: 0, or -errno. */
	int (*read)(void *arg, uint64_t addr, void *to, size_t n);
	/* Makes *addr the start of the first page, of 4096 bytes, there or behind; false: none. */
	bool (*next)(void *arg, uint64_t *addr);
	void *arg;
};

#define KPR_DUMP_PAGE	4096u
#define KPR_DUMP_END	(1ull << 52)	/* no physical address of an x86 is beyond */
#define KPR_DUMP_MAIN	1u	/* kpctl_note_ring.session */

struct kpr_dump_ring {
	struct kpctl_note_ring note;
	void *map;			/* meta page, data, data again; NULL: not read yet */
	size_t map_len;
	unsigned int missing;		/* pages of data that the memory does not have */
	bool *is_missing;		/* of each of them */
};

struct kpr_dump {
	const struct kpr_memory *memory;
	struct kpctl_anchor anchor;
	unsigned int nr_anchors;	/* that were found; the newest is taken */
	uint64_t looked_at;		/* pages */
	bool is_cut;			/* the row of notes ends at one that is none */
	unsigned int nr_notes;
	struct kpr_buf events, lines;	/* texts, as of the views */
	struct kpr_buf places;		/* addresses and their symbols */
	struct kpr_dump_ring *rings;
	unsigned int nr_rings, cap_rings;
	struct kpr_dump_pages *pages;	/* notes of PAGES */
	unsigned int nr_pages, cap_pages;
};

/* dump_image.c: bare memory */

int kpr_image_open(struct kpr_memory *m, int fd);	/* -EPROTO: neither LiME's nor whole pages */
void kpr_image_close(struct kpr_memory *m);
bool kpr_image_is_ranges(int fd);			/* of LiME's form? */

/* dump_walk.c */

/* `seen` is told of each page that is looked at, for a progress; NULL: nobody is. */
int kpr_dump_open(const struct kpr_memory *memory, void (*seen)(uint64_t addr),
		  struct kpr_dump **out);	/* -ENOENT: no anchor */
void kpr_dump_close(struct kpr_dump *d);
/* The physical address of page i of the owner's data; 0: no note says it. */
uint64_t kpr_dump_page(const struct kpr_dump *d, uint64_t owner, uint64_t i);

/* dump_rings.c */

/* Reads a ring. 0, -EPROTO: it makes no sense; -EIO: the memory lacks its head; -ENOMEM */
int kpr_dump_read_ring(const struct kpr_dump *d, struct kpr_dump_ring *ring);
void kpr_dump_free_ring(struct kpr_dump_ring *ring);

/* dump_record.c */

struct kpr_dump_seen {
	uint64_t events;
	uint64_t corrupt;	/* bytes of rings that made no sense */
	unsigned int torn;	/* rings that could not be read */
};

/*
 * A recording of a session's rings, all of which are read. `symbols`: the text of a kallsyms of
 * that machine, or NULL. 0, -ENOENT: the session has no rings; -errno. *seen is filled in in
 * any case.
 */
int kpr_dump_record(struct kpr_dump *d, unsigned int session, const char *symbols, int fd,
		    struct kpr_dump_seen *seen);

#endif /* KPR_DUMP_H */
