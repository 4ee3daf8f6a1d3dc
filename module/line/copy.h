/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * Copies of rings, made while the kernel writes on, and streams of them.
 *
 * The kernel moves a ring's tail before it writes over what lies in front of it. So a ring is
 * copied from the tail to the head, then the tail is read again, and what has fallen behind it
 * is left out (ring.c of the module, 11). The copies become the rings of a stream, fed once.
 *
 * Names and the clock are told in the stream, in front of the record that needs them first. Of
 * both, what the oldest records need may be gone: a later record's serves for them.
 */
#ifndef KPCTL_LINE_COPY_H
#define KPCTL_LINE_COPY_H

#include "line/line_int.h"

struct kpr_copy {
	struct kpctl_meta meta;
	struct kpctl_consumer consumer;
	uint8_t *data;
	uint64_t begin, end;	/* of the records in it, for the feed */
	uint64_t whole;		/* where records begin that are not left out; up to `begin` */
	bool fed;
	bool in_place;		/* the data is not the copy's */
};

/*
 * Copies the records of a ring, of `size` bytes of data mapped twice in a row, from position
 * `from` on, or from the ring's tail if that is later. Losses count from the beginning of the
 * ring. 0, -ENOMEM or -EPROTO.
 */
int kpr_copy_make(struct kpr_copy *c, const struct kpctl_meta *meta, const uint8_t *data,
		  uint64_t size, uint64_t from);
/* No copy, for who reads while nobody writes: the records where they lie, from the tail on. */
int kpr_copy_in_place(struct kpr_copy *c, const struct kpctl_meta *meta, uint8_t *data,
		      uint64_t size);
/*
 * Leaves out the records in front of the last n events. Returns the number of events that are
 * left, and has `see`, unless that is NULL, look at each.
 */
uint64_t kpr_copy_keep(struct kpr_copy *c, uint64_t n,
		       void (*see)(void *arg, const struct kpctl_rec *rec), void *arg);
/* The copy becomes the ring. */
void kpr_copy_ring(struct kpr_copy *c, struct kpr_ring *r);
/* Whoever reads such rings learns each task's name: what was told before its first record. */
void kpr_copy_names(const struct kpr_copy *c, struct kpr_comm *comm);
void kpr_copy_free(struct kpr_copy *c);

#endif /* KPCTL_LINE_COPY_H */
