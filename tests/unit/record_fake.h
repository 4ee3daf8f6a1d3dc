/* SPDX-License-Identifier: GPL-2.0-only */
/* Recordings of rings that a test makes, and what is read of them. */
#ifndef RECORD_FAKE_H
#define RECORD_FAKE_H

#include "reader_fake.h"
#include "recording.h"

#define NR_RINGS	3
#define LATER		(1ull << 60)	/* a pass that holds nothing back */

/*
 * The same rings twice: `live` is read by a stream as kpread reads, `rec` is recorded, both
 * in the same passes. What is put is put into both.
 */
struct twins {
	struct fake live[NR_RINGS], rec[NR_RINGS];
	struct kpr_stream *st;
	struct kpr_record *w;
	struct kpr_buf text;		/* what was read live */
	/* NULL, or what gets the items that are read live, instead of text */
	void (*each)(struct twins *t, const struct kpr_item *item);
	uint64_t now;
	int fd;				/* of the recording */
};

/* What the views say besides EVENTS, which is fake_events. NULL: it cannot be read. */
extern const char *fake_stats, *fake_hists, *fake_profile;
/* A directory for /proc, made when it is first asked for; a task in it. */
const char *fake_proc(void);
void fake_task(uint32_t tid, uint32_t tgid, const char *comm);
void fake_proc_remove(void);

/*
 * `marked`: the rings' stamps are of a counter, of which a unit is 2 ns. `events` is what the
 * view says; those of twins_random() are fake_all.
 */
void twins_start(struct twins *t, bool marked, const char *events);
/* The rings that are recorded, for a recorder that the test does not start; malloc'ed. */
struct kpr_ring *twins_rings(struct twins *t);
extern const char fake_all[];
void twins_stop(struct twins *t);
void twins_event(struct twins *t, unsigned int ring, uint16_t id, uint64_t time, uint32_t ctx_tid,
		 const uint64_t *slots, unsigned int n);
/* Bytes that are no record, of the length of one. */
void twins_garbage(struct twins *t, unsigned int ring);
void twins_pass(struct twins *t);
/* Both to their ends. */
void twins_finish(struct twins *t);
/* Some of everything, in random order, for so many passes, less than `most` in each and ring. */
void twins_random(struct twins *t, unsigned int passes, unsigned int most);

int fake_file(void);
/* What files have: text, until the next call; totals may be NULL. */
const char *replay_text(const int *fd, unsigned int nr, struct kpr_totals *totals,
			struct kpr_replay_state *state);

#endif /* RECORD_FAKE_H */
