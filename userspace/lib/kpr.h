/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * libkprobectl: sessions of /dev/kprobectl, their text files, their records.
 *
 * Errors are -errno. The library never prints, exits, or starts a thread; a session with
 * its stream is for one thread at a time. The library needs libc only.
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

#include "line/line.h"

#ifdef __cplusplus
extern "C" {
#endif

#define KPR_DEVICE	"/dev/kprobectl"

/* Sessions */

struct kpr_session;

/*
 * Opens a new session. -EPROTO: the module speaks another ABI, or its KPCTL_IOC_INFO makes
 * no sense; all other errors are those of open() and ioctl().
 */
int kpr_open(struct kpr_session **out);

/*
 * Lends descriptors of the main session to the process at the other end of a connected
 * unix socket: answers one request of kpr_borrow(). 0: they were sent. What the borrower gets
 * can read, and nothing else (SECURITY.md). A borrower that says nothing is given 5 s.
 */
int kpr_lend(int socket);

/*
 * Opens a session by descriptors that a lender at the socket `path` hands out, for who may not
 * open the device: of the main session alone. With `ring` it is the main session's reader
 * already, otherwise only views can be read. Other errors than those of kpr_open() and
 * kpr_attach(): those of connect(), and -EPROTO, no lender is there.
 */
int kpr_borrow(struct kpr_session **out, const char *path, bool ring);

/*
 * Makes s the main session's reader. -EBUSY: the main session has a reader. -EOPNOTSUPP: the
 * main session keeps the newest events, which are read by snapshots.
 */
int kpr_attach(struct kpr_session *s);
/* Makes s one that looks at the main session, for snapshots. There may be any number. */
int kpr_look(struct kpr_session *s);
/*
 * Makes s stand for the session of this name: its reader, or one that looks at it, of which there
 * may be any number. -ENOENT: there is none; -EACCES: it is another user's; else as kpr_attach().
 */
int kpr_choose(struct kpr_session *s, const char *name, bool looks);
/* The session keeps the newest events from now on, or the oldest. -EBUSY: it is being read. */
int kpr_set_overwrite(struct kpr_session *s, bool on);
bool kpr_overwrites(const struct kpr_session *s);	/* as of kpr_open(), or of kpr_look() */

/* Bytes of each ring, a power of two. -EBUSY: rings are mapped. */
int kpr_set_buffer(struct kpr_session *s, uint64_t bytes);
/* The session's tracing_on. */
int kpr_set_tracing(struct kpr_session *s, bool on);
/* Switches an event of the session on or off. */
int kpr_switch(struct kpr_session *s, uint16_t id, bool on);

/* Unmaps the rings too: a stream of the session must be closed first. */
void kpr_close(struct kpr_session *s);

/* A descriptor for poll(): POLLIN when the rings have records to read. */
int kpr_fd(const struct kpr_session *s);

/*
 * Reads a whole text file. The caller frees *text, which ends in a NUL that *len does not
 * count. `view` is an enum kpctl_view, and may have KPCTL_VIEW_MAIN or'ed in.
 */
int kpr_view_read(struct kpr_session *s, uint32_t view, char **text, size_t *len);

/* Writes by one write(). A short write is -EIO; KPCTL_VIEW_ERRORS has the reasons. */
int kpr_view_write(struct kpr_session *s, uint32_t view, const void *text, size_t len);

/*
 * The number behind KEY= in the line that starts with WORD, as in STATS. -ENOENT: no such
 * line or key.
 */
int kpr_text_value(const char *text, const char *word, const char *key, uint64_t *value);

/* The module's word on a line that was refused */
struct kpr_refusal {
	const char *text;		/* the sentence */
	unsigned int column;	/* of the line, from 0 */
};

/*
 * The last word on the line in `log`, the text of KPCTL_VIEW_ERRORS. The function cuts `log` up,
 * so that the sentence ends in a NUL. False: the log has no word on the line.
 */
bool kpr_refusal_find(char *log, const char *line, size_t len, struct kpr_refusal *r);

/* Aggregates: KPCTL_VIEW_HISTS parsed */

struct kpr_bucket {
	uint64_t low, high;	/* both ends belong to the bucket */
	uint64_t count;
};

struct kpr_key {
	const char *text;	/* ';' separates frames of a stack; may be empty */
	uint64_t count;
	uint64_t sum;		/* hist: modulo 2^64; others stop at the end of 64 bits */
	uint64_t max;
	bool max_about;		/* of an interval: the end of max's bucket */
	bool min_about;		/* of an interval: no less than the first bucket's low */
	unsigned int nr_buckets;
	struct kpr_bucket *buckets;	/* ascending */
};

struct kpr_aggr {
	uint16_t id;		/* of the event */
	const char *action;	/* "count", "hist", ...; also actions newer than this library */
	bool is_signed;		/* low, high, max and sum are signed numbers */
	bool is_ns;		/* low, high, max and sum are durations */
	const char *event;	/* GRP/EVENT */
	unsigned int index;	/* among the event's aggregates */
	const char *text;	/* "hist($lat) by $comm" */
	uint64_t hits;
	uint64_t other;		/* hits whose key found no room */
	uint64_t unread;	/* hits whose value or key could not be read */
	uint64_t generation;	/* changes when the aggregate begins anew */
	unsigned int entries, max_entries;
	unsigned int nr_keys;
	struct kpr_key *keys;	/* by count, descending; more than max_entries: kpr_hists_cut() */
};

/* All aggregates of a session; a struct of zeros is empty. */
struct kpr_hists {
	unsigned int nr;
	struct kpr_aggr *aggrs;
	unsigned int garbage;	/* lines not understood */
	/* memory that the aggregates point into */
	char *text;
	struct kpr_key *keys;
	struct kpr_bucket *buckets;
	size_t nr_keys, nr_buckets;
};

/* The text (malloc'ed, NUL behind len) belongs to h, also on failure. 0 or -ENOMEM. */
int kpr_hists_parse(struct kpr_hists *h, char *text, size_t len);
void kpr_hists_free(struct kpr_hists *h);

/*
 * Leaves of an aggregate with top=N the N keys with most; all others become `other`. It comes
 * after kpr_hists_delta(), which needs all keys.
 */
void kpr_hists_cut(struct kpr_hists *h);

/*
 * The aggregates of an interval: those of `to`, less the hits of `from`. No number goes
 * below zero: an aggregate or key that began anew keeps all hits that it has in `to`. *out
 * points into `to`, and is valid as long as `to`. 0 or -ENOMEM.
 */
int kpr_hists_delta(const struct kpr_hists *from, const struct kpr_hists *to,
		    struct kpr_hists *out);

/*
 * Joins all keys of an aggregate into *all; the caller frees all->buckets. max_about is set
 * if a key has it. 0 or -ENOMEM.
 */
int kpr_aggr_join(const struct kpr_aggr *aggr, struct kpr_key *all);

/* The ledger: KPCTL_VIEW_PROFILE parsed */

struct kpr_ledger {
	const char *event;	/* GRP/EVENT */
	const char *mode;
	uint16_t id;		/* of the event. Numbers that the module does not tell are 0 */
#define KPR_COLUMN(name) uint64_t name;
	KPCTL_LEDGER(KPR_COLUMN)
	KPCTL_SPANS(KPR_COLUMN)	/* of the spans that the event starts; `open` is a state */
	KPCTL_ACT_COUNTS(KPR_COLUMN)
#undef KPR_COLUMN
	/* states, no counts */
	uint64_t inflight, maxactive, memory, functions;
};

/* The ledgers of all events; a struct of zeros is empty. */
struct kpr_profile {
	unsigned int nr;
	struct kpr_ledger *ledgers;
	unsigned int garbage;
	char *text;
};

/* The rules for text, errors and lifetime are those of kpr_hists_parse() and kpr_hists_delta(). */
int kpr_profile_parse(struct kpr_profile *p, char *text, size_t len);
void kpr_profile_free(struct kpr_profile *p);
/*
 * The ledgers of an interval. inflight and other states stay as in `to`. Events
 * without an id are identified by their name, events of one name by their order.
 */
int kpr_profile_delta(const struct kpr_profile *from, const struct kpr_profile *to,
		      struct kpr_profile *out);
/* A number by its column's name. False: there is no such column. */
bool kpr_ledger_value(const struct kpr_ledger *l, const char *column, uint64_t *v);
/* The name of column i, from 0; NULL: there are no more. */
const char *kpr_ledger_column(unsigned int i);
/* Hits less all fates. */
int64_t kpr_ledger_open(const struct kpr_ledger *l);

/* What is open: KPCTL_VIEW_OPEN parsed */

struct kpr_open_field {
	const char *name, *value;
};

struct kpr_open {
	const char *event;	/* GRP/EVENT */
	uint64_t age;		/* ns */
	const char *tid, *comm;
	const char *func;	/* of a set's call; "" */
	unsigned int nr_fields;
	struct kpr_open_field *fields;	/* keys of a span, then arguments */
};

/* All that a session has open, by event, oldest first; a struct of zeros is empty. */
struct kpr_opens {
	unsigned int nr;
	struct kpr_open *open;
	unsigned int garbage;	/* lines not understood */
	/* memory that these point into */
	char *text;
	struct kpr_open_field *fields;
	size_t nr_fields;
};

/* The rules for text, errors and lifetime are those of kpr_hists_parse(). */
int kpr_opens_parse(struct kpr_opens *o, char *text, size_t len);
void kpr_opens_free(struct kpr_opens *o);
/* The value of the first field of this name; NULL: there is none. */
const char *kpr_open_field(const struct kpr_open *open, const char *name);

/* The sum of all ledgers: KPCTL_VIEW_STATS */

/* The fates of a session's hits since its reader attached; without a reader, of all its hits. */
struct kpr_counts {
	bool known;		/* the view has them all */
#define KPR_COUNT(name) uint64_t name;
	KPCTL_LEDGER(KPR_COUNT)
	KPCTL_SPANS(KPR_COUNT)	/* open: now; 0 where the module knows no spans */
#undef KPR_COUNT
	uint64_t inflight;	/* now */
};

/* Adds the fates that the text of the view has. */
void kpr_counts_add(struct kpr_counts *c, const char *text);
void kpr_counts_read(struct kpr_counts *c, struct kpr_session *s);

/* Maps the rings: once in a session's life. */
int kpr_stream_open(struct kpr_session *s, struct kpr_stream **out);

struct kpr_snapshot;

/*
 * Copies what the rings hold, of a session that looks or of an own one; takes nothing out. The
 * stream ends with the copy: kpr_stream_finish(), then kpr_stream_next().
 */
int kpr_snapshot_open(struct kpr_session *s, struct kpr_snapshot **out);
void kpr_snapshot_close(struct kpr_snapshot *s);
/* Belongs to the snapshot. */
struct kpr_stream *kpr_snapshot_stream(const struct kpr_snapshot *s);
/* Events that were overwritten before it, ever. */
uint64_t kpr_snapshot_overwritten(const struct kpr_snapshot *s);

/* CLOCK_MONOTONIC in ns. */
uint64_t kpr_now(void);

/*
 * The number of events that were asked for and are not there. *least: more may be missing, as a
 * part was not counted.
 */
uint64_t kpr_missing(const struct kpr_totals *t, const struct kpr_counts *c, bool *least);

/* Recordings: the stream in a file */

struct kpr_record;

/* Maps the rings, as kpr_stream_open() does, whose place a record takes. */
int kpr_record_open(struct kpr_session *s, struct kpr_record **out);
void kpr_record_close(struct kpr_record *w);

enum {
	KPR_RECORD_OWN	= 1 << 0,	/* the session's lines are the caller's own */
	KPR_RECORD_KALLSYMS = 1 << 1,	/* all of the kernel's symbols, some megabytes */
};

/*
 * Begins a file: `fd` stays the caller's. Called again, the next part of the recording
 * begins, and the file before must have been finished. 0 or -errno.
 */
int kpr_record_begin(struct kpr_record *w, int fd, unsigned int flags);
/*
 * Copies what the rings have to the file. 2: much has come, and more may be there; 1: some;
 * 0: nothing, wait with poll(); -errno of writing: the file ends with its last whole block,
 * and the rings keep what is not in it.
 */
int kpr_record_pass(struct kpr_record *w, uint64_t now);
/*
 * The last pass, to the records that are published at this moment. The recording is at its
 * end, and the rings are.
 */
int kpr_record_last(struct kpr_record *w, uint64_t now);
/* Ends the file: counts, aggregates, and a word that says why: "stopped". 0 or -errno. */
int kpr_record_finish(struct kpr_record *w, const char *why);
/* Bytes of the file so far. */
uint64_t kpr_record_size(const struct kpr_record *w);
/* The number of events in all files, and what became of others. */
uint64_t kpr_record_events(const struct kpr_record *w);
void kpr_record_totals(const struct kpr_record *w, struct kpr_totals *totals);

struct kpr_replay;

int kpr_replay_open(struct kpr_replay **out);
void kpr_replay_close(struct kpr_replay *rp);
/*
 * Adds a file, all of them before kpr_replay_start(); `name` is for kpr_replay_file(). The
 * descriptor, for which pread() works, belongs to the replay from now on, also on failure.
 * -EPROTO: it is no recording, or has no beginning. -EEXIST: it has been added.
 */
int kpr_replay_add(struct kpr_replay *rp, int fd, const char *name);
/*
 * Sorts the files. Those that follow each other become one stream; streams are merged by
 * CLOCK_REALTIME.
 */
int kpr_replay_start(struct kpr_replay *rp);
/* As kpr_stream_next(); -ENOMEM. */
int kpr_replay_next(struct kpr_replay *rp, struct kpr_item *item);
/*
 * The stream of the last item, for kpr_stream_format() and the like: what it says is recorded.
 * If kpr_replay_next() has given none, the first stream; NULL: it could not be begun.
 */
struct kpr_stream *kpr_replay_stream(const struct kpr_replay *rp);
/* The process of a thread of that stream; 0: unknown. */
uint32_t kpr_replay_process(const struct kpr_replay *rp, uint32_t tid);
void kpr_replay_totals(const struct kpr_replay *rp, struct kpr_totals *totals);
/* How many bytes of all files have been read so far, and how many there are. */
void kpr_replay_progress(const struct kpr_replay *rp, uint64_t *bytes, uint64_t *all);

/* A stream: from 0 in the order of files. Times are of its machine. */
struct kpr_machine {
	const char *host;
	const char *boot;		/* boot_id of its kernel; empty: unknown */
	uint64_t monotonic, realtime, boottime;	/* one moment of its beginning */
	uint64_t end;			/* CLOCK_MONOTONIC at its end; 0: has not been read */
	uint32_t reader;		/* the thread that recorded */
	unsigned int part;		/* of its first file */
	bool own;			/* KPR_RECORD_OWN */
	bool is_dump;			/* kpdump's: of a dead machine, which had no time to count */
};

/* False: there is no such stream. */
bool kpr_replay_machine(const struct kpr_replay *rp, unsigned int i, struct kpr_machine *m);
/* The number of the last item's stream. */
unsigned int kpr_replay_which(const struct kpr_replay *rp);
/*
 * A view of stream i as it was at the beginning or, with `end`, at the end: EVENTS, STATS,
 * PROFILE, HISTS; CONTROL as it was at the beginning. As kpr_view_read(); -ENOENT: the recording
 * does not have it; -EBADMSG: it is damaged there.
 */
int kpr_replay_view(struct kpr_replay *rp, unsigned int i, bool end, uint32_t view, char **text,
		    size_t *len);

/* The text of /proc/kallsyms as stream i began. As kpr_replay_view(). */
int kpr_replay_kallsyms(struct kpr_replay *rp, unsigned int i, char **text, size_t *len);

/* What a file was like, once kpr_replay_next() has returned 0. */
struct kpr_replay_state {
	const char *name;
	unsigned int version;		/* of the format */
	bool newer;			/* ... which is newer than this library */
	bool ended;			/* it has an end */
	bool follows;			/* another part than this one should stand before it */
	uint64_t cut;			/* bytes of a block whose end is missing */
	uint64_t skipped;		/* bytes that are no blocks */
	uint64_t bad;			/* blocks whose checksum is wrong */
	uint64_t unknown;		/* blocks of types newer than this library */
};

bool kpr_replay_file(const struct kpr_replay *rp, unsigned int i, struct kpr_replay_state *s);
/* Is anything missing that was recorded? */
bool kpr_replay_is_broken(const struct kpr_replay_state *s);

/* The counts of all machines, from the first of their files to the end. */
void kpr_counts_replay(struct kpr_counts *sum, struct kpr_replay *rp);

/* Errors as sentences, written to `text` of KPR_SENTENCE bytes, which is returned */

#define KPR_SENTENCE	1024

/* err: the positive errno of kpr_open() or kpr_attach() */
const char *kpr_explain_open(int err, char *text);
/* err: the positive errno of kpr_borrow() */
const char *kpr_explain_lender(int err, const char *path, char *text);
/* err: the positive errno of kpr_choose() */
const char *kpr_explain_name(int err, const char *name, char *text);
/* err: the positive errno of kpr_replay_add() */
const char *kpr_explain_add(int err, const char *name, char *text);
/* Sentence n, from 0, on a file that is not whole; NULL: there are no more. */
const char *kpr_explain_state(const struct kpr_replay_state *s, unsigned int n, char *text);

/* Values: what an item holds, for formats of the caller's own */

/*
 * Are the slots of all numbers (kpr_field.is_integer) of an event in its record, and could all
 * of its fields be read? Then kpr_number() may be asked, which is quicker than kpr_value().
 */
bool kpr_is_sound(const struct kpr_item *item);

/* The number of such a field: of KPCTL_FORM_SIGNED, an int64_t's bits. */
static inline uint64_t kpr_number(const struct kpr_item *item, const struct kpr_field *f,
				  bool is_signed)
{
	unsigned int shift = 64 - 8 * f->width;
	uint64_t v;

	__builtin_memcpy(&v, (const char *)item->rec + f->offset, 8);
	return is_signed ? (uint64_t)((int64_t)(v << shift) >> shift) : v << shift >> shift;
}

/* The value of field i of an event; item->event must not be NULL. */
void kpr_value(const struct kpr_item *item, unsigned int i, struct kpr_value *v);
/* Element n of field i, of which kpr_value() said KPR_VALUE_ARRAY. */
void kpr_element(const struct kpr_item *item, unsigned int i, unsigned int n, struct kpr_value *v);
/* The name of a value of field i, an enum's; NULL: it has none. */
const char *kpr_name(const struct kpr_item *item, unsigned int i, const struct kpr_value *v,
		     unsigned int *len);
/* One of the kind's own fields: kpr_event.ip and the like. False: not in the record. */
bool kpr_own(const struct kpr_item *item, int offset, uint64_t *v);

/* The bytes that the text of an address can have. */
#define KPR_ADDRESS_TEXT	48
/* The text of a KPR_VALUE_ADDRESS, without a NUL; returns the length. */
unsigned int kpr_address(const struct kpr_value *v, char *text);

#ifdef __cplusplus
}
#endif

#endif /* KPR_H */
