/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * libkprobectl: sessions of /dev/kprobectl, their text files, their records.
 *
 * Errors are -errno. Nothing here prints, exits, or starts a thread; one
 * session and what belongs to it is for one thread at a time. Needs libc only.
 *
 * A reader:
 *
 *	kpr_open(&s); kpr_attach(s); kpr_stream_open(s, &st);
 *	for (;;) {
 *		kpr_stream_pass(st, kpr_now());
 *		while (kpr_stream_next(st, &item) > 0)
 *			kpr_stream_format(st, &item, &buf);
 *		... wait: kpr_stream_wait() says for how long and on what
 *	}
 *	kpr_stream_finish(st); ... the rest; kpr_stream_totals(st, &totals);
 */
#ifndef KPR_H
#define KPR_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <linux/kprobectl.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KPR_DEVICE	"/dev/kprobectl"

/* Sessions */

struct kpr_session;

/*
 * A session of one's own. -EPROTO: the module speaks another ABI, or what it
 * says about itself makes no sense; all others are open()'s and ioctl()'s.
 */
int kpr_open(struct kpr_session **out);

/* Become the main session's reader. -EBUSY: it has one. */
int kpr_attach(struct kpr_session *s);

/* Also unmaps the rings: close what was opened on the session first. */
void kpr_close(struct kpr_session *s);

/* For poll(): POLLIN when records are to be read. */
int kpr_fd(const struct kpr_session *s);

/*
 * A whole text file; *text is to be freed and ends in a NUL not counted. view is
 * one of enum kpctl_view, and may have KPCTL_VIEW_MAIN or'ed into it.
 */
int kpr_view_read(struct kpr_session *s, uint32_t view, char **text, size_t *len);

/* One write(). A short one is -EIO; the reasons stand in KPCTL_VIEW_ERRORS. */
int kpr_view_write(struct kpr_session *s, uint32_t view, const void *text, size_t len);

/*
 * The number behind KEY= in the line that starts with WORD: how STATS gives
 * its totals. -ENOENT: no such line or key.
 */
int kpr_text_value(const char *text, const char *word, const char *key, uint64_t *value);

/*
 * What a terminal should not get, replaced by a question mark: control characters
 * other than newline and tab, and bytes that are not UTF-8.
 */
void kpr_text_clean(char *text, size_t len);

/* Aggregates: KPCTL_VIEW_HISTS parsed */

struct kpr_bucket {
	uint64_t low, high;	/* both are in it */
	uint64_t count;
};

struct kpr_key {
	const char *text;	/* frames of a stack apart by ';'; may be empty */
	uint64_t count;
	uint64_t sum;		/* of a histogram modulo 2^64, else as much as 64 bits hold */
	uint64_t max;
	bool max_about;		/* of an interval: the end of max's bucket */
	bool min_about;		/* of an interval: no less than the first bucket's low */
	unsigned int nr_buckets;
	struct kpr_bucket *buckets;	/* ascending */
};

struct kpr_aggr {
	uint16_t id;		/* the event's */
	const char *action;	/* "count", "hist", ...: one may be newer than this library */
	bool is_signed;		/* low, high, max and sum are to be read as signed */
	bool is_ns;		/* they are durations */
	const char *event;	/* GRP/EVENT */
	unsigned int index;	/* of the event's aggregates */
	const char *text;	/* "hist($lat) by $comm" */
	uint64_t hits;
	uint64_t other;		/* no room for their key */
	uint64_t unread;	/* value or key could not be read */
	uint64_t generation;	/* changes when it begins anew */
	unsigned int entries, max_entries;
	unsigned int nr_keys;
	struct kpr_key *keys;	/* by count, descending */
};

/* All zero is an empty one. */
struct kpr_hists {
	unsigned int nr;
	struct kpr_aggr *aggrs;
	unsigned int garbage;	/* lines not understood */
	/* what these point into */
	char *text;
	struct kpr_key *keys;
	struct kpr_bucket *buckets;
	size_t nr_keys, nr_buckets;
};

/* Takes over text (malloc'ed, NUL behind len), also on failure. 0 or -ENOMEM. */
int kpr_hists_parse(struct kpr_hists *h, char *text, size_t len);
void kpr_hists_free(struct kpr_hists *h);

/*
 * What came between two times: those of to, with what they have more than in
 * from. Nothing is ever negative: what began anew has all it has now. Good as
 * long as to is. 0 or -ENOMEM.
 */
int kpr_hists_delta(const struct kpr_hists *from, const struct kpr_hists *to,
		    struct kpr_hists *out);

/*
 * All keys' values as one; all->buckets is to be freed. max_about if one is.
 * 0 or -ENOMEM.
 */
int kpr_aggr_join(const struct kpr_aggr *aggr, struct kpr_key *all);

/* The ledger: KPCTL_VIEW_PROFILE parsed */

struct kpr_ledger {
	const char *event;	/* GRP/EVENT */
	const char *mode;
	uint16_t id;		/* the event's; 0 when the module does not say, as all these */
#define KPR_COLUMN(name) uint64_t name;
	KPCTL_LEDGER(KPR_COLUMN)
#undef KPR_COLUMN
	uint64_t inflight;
};

/* All zero is an empty one. */
struct kpr_profile {
	unsigned int nr;
	struct kpr_ledger *ledgers;
	unsigned int garbage;
	char *text;
};

/* As with kpr_hists_. */
int kpr_profile_parse(struct kpr_profile *p, char *text, size_t len);
void kpr_profile_free(struct kpr_profile *p);
/*
 * inflight is no count of what came, and stays what it is. Events without an id
 * are known by their name, those of one name by their order.
 */
int kpr_profile_delta(const struct kpr_profile *from, const struct kpr_profile *to,
		      struct kpr_profile *out);

/* Event descriptions: KPCTL_VIEW_EVENTS parsed */

#define KPR_ARRAY_MAX	64	/* elements */

struct kpr_field {
	const char *label;	/* " NAME=", not NUL-terminated */
	uint16_t label_len;
	uint16_t offset;	/* of the slot, or the array */
	uint8_t form;		/* enum kpctl_form, module/spec/types.h */
	uint8_t width;		/* bytes of a number, of an element */
	uint8_t count;		/* of an array's elements; 0: it is none */
};

struct kpr_event {
	uint16_t id;
	char kind;		/* 'p', 'r', ... */
	uint8_t tag;		/* the caller's; 0 in a new description */
	bool gone;
	const char *group, *name;
	uint16_t name_len;
	/* offsets of the kind's own fields, or -1 */
	int ip, func, retip, lat;
	int fault;		/* of a mask, bit N: field N could not be read */
	bool lat_named;		/* an argument is called lat: that one is shown */
	size_t room;		/* of the labels, and a number or word for each */
	unsigned int nr_fields, nr_stacks;
	const struct kpr_field *fields;
};

/* The stream */

enum kpr_kind {
	KPR_EVENT,
	KPR_LOST,		/* records were dropped here: count, 0 is unknown */
	KPR_CORRUPT,		/* count bytes made no sense and were skipped */
	KPR_MISSED,		/* count calls of event have no return: none was free */
	KPR_THROTTLED,		/* 1 in one_in hits of event is taken; count left out so far */
};

struct kpr_item {
	enum kpr_kind kind;
	unsigned int cpu;
	uint64_t time;		/* never smaller than the same CPU's last one */
	uint64_t count;
	uint32_t one_in;
	/* events; good until the next kpr_stream_ call */
	const struct kpctl_rec *rec;
	struct kpr_event *event;	/* NULL: not described */
};

struct kpr_totals {
	uint64_t lost;		/* while we read; without a finish: up to where we read */
	uint64_t before;	/* dropped before we came */
	bool before_more;	/* ... and more, not known how many */
	uint64_t missed;	/* calls without a return probe while we read */
	uint64_t missed_before;	/* ... and since the reader before us left */
	uint64_t corrupt;	/* bytes skipped */
	uint64_t undescribed;	/* events shown without a description */
	uint64_t late;		/* records that came after their turn */
};

/* Text that grows; all zero is an empty one. */
struct kpr_buf {
	char *data;
	size_t len, cap;
};

/* Room for n more bytes behind len, or -ENOMEM. */
int kpr_buf_room(struct kpr_buf *b, size_t n);
void kpr_buf_free(struct kpr_buf *b);

struct kpr_stream;

#define KPR_WAIT_POLL	UINT64_MAX

/* Maps the rings: once in a session's life. */
int kpr_stream_open(struct kpr_session *s, struct kpr_stream **out);
void kpr_stream_close(struct kpr_stream *st);

/* CLOCK_MONOTONIC in ns. */
uint64_t kpr_now(void);

/*
 * Look at all rings. now is the clock, read before this call: it decides how
 * far the merge may go (merge.c).
 */
void kpr_stream_pass(struct kpr_stream *st, uint64_t now);

/*
 * The next item in order of time: 1; 0 when this pass has no more; -ENOMEM. Each
 * call gives back the item before it to the kernel, in batches.
 */
int kpr_stream_next(struct kpr_stream *st, struct kpr_item *item);

/*
 * After a 0: how many ns to sleep until the next pass can go on, or
 * KPR_WAIT_POLL: nothing is unread, wait with poll().
 */
uint64_t kpr_stream_wait(const struct kpr_stream *st, uint64_t now);

/*
 * The last pass: what is published at this moment and no more, so it ends even
 * under a flood. Call kpr_stream_next() until it says 0.
 */
void kpr_stream_finish(struct kpr_stream *st);

/*
 * The item given last was the last one wanted: give back everything up to it,
 * and nothing behind it. The next reader finds the rest.
 */
void kpr_stream_stop(struct kpr_stream *st);

void kpr_stream_totals(const struct kpr_stream *st, struct kpr_totals *totals);

/*
 * One item as a line of tracefs's `trace`, newline included, and a line for each
 * frame of its stacks. 0 or -ENOMEM.
 */
int kpr_stream_format(struct kpr_stream *st, const struct kpr_item *item, struct kpr_buf *b);

#ifdef __cplusplus
}
#endif

#endif /* KPR_H */
