/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * libkprobectl: probes in the running Linux kernel, what they see, and recordings of it.
 *
 *	const struct kpctl_event *ev;
 *	uint64_t count;
 *
 *	s = kpctl_new();
 *	if (kpctl_open(s, KPCTL_OWN) || kpctl_add(s, "p:rd vfs_read count=$arg3"))
 *		return fail(kpctl_error(s));
 *	while (kpctl_wait(s, -1) >= 0)
 *		while (kpctl_next(s, &ev) > 0)
 *			if (!kpctl_u64(ev, "count", &count))
 *				...
 *	kpctl_free(s);
 *
 * Errors. Functions that return an int return -errno when they fail. What is to be done about
 * it is a sentence then: kpctl_error(). The library never prints, never exits, and leaves
 * signals alone; a signal ends kpctl_wait() with -EINTR.
 *
 * Ownership. What is yours has a function that frees it: kpctl_free() and two others. All else
 * belongs to the session or to what it was asked of, and lives as long as is said here. An
 * event, and all that it was asked for, lives until the next kpctl_next() or kpctl_finish() of
 * its session. To free NULL does nothing.
 *
 * Threads. The library has no thread of its own, and nothing that sessions share. A session, with
 * all that came of it, is for one thread at a time; sessions are independent of each other.
 * Descriptors are closed on exec. After fork() the child may do nothing with a session.
 *
 * Growth. You set `size` of a struct that you hand over to its sizeof; the library fills in so
 * much of it as both know, and sets the rest to 0. An enum can get new values: treat those that
 * you do not know as you would treat nothing. Functions keep their meaning.
 */
#ifndef KPROBECTL_H
#define KPROBECTL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* "0.9.0": one number for module, library and programs. */
const char *kpctl_version(void);

/* Sessions: of the running kernel, or of recordings */

struct kpctl_session;

/* A session that is not open yet. NULL: no memory, and kpctl_error(NULL) says so. */
struct kpctl_session *kpctl_new(void);

/* Closes the session, and removes the probes of its own. */
void kpctl_free(struct kpctl_session *s);

/* The sentence of the last call that failed; until the next call that fails. Never NULL. */
const char *kpctl_error(const struct kpctl_session *s);

/* The character of the line that the sentence is about, from 1; 0: of no line. */
unsigned int kpctl_error_column(const struct kpctl_session *s);

enum kpctl_which {
	KPCTL_OWN = 0,		/* a session of your own, with lines of its own */
	KPCTL_MAIN = 1,		/* the main session, as its only reader; -EBUSY: it has one */
	KPCTL_LOOK = 2,		/* its lines, ledgers and aggregates, beside any reader */
};

/* Opens a session of the running kernel, for which one must be root, or nearly. */
int kpctl_open(struct kpctl_session *s, enum kpctl_which which);

/*
 * Opens a file that was recorded, instead. Called again, another file of the recording, or
 * another recording, joins in; not after the first event has been read.
 */
int kpctl_replay(struct kpctl_session *s, const char *path);

/* Lines (kprobectl.5) */

/*
 * Adds one line, whose probe is planted, or removes events ("-:GRP/EVENT"). -EINVAL and others:
 * the line is refused. The sentence says what to write instead, kpctl_error_column() where.
 * Names of places in programs, PATH:SYMBOL and so on, are looked up first.
 */
int kpctl_add(struct kpctl_session *s, const char *line);

/* Removes the events of this name, "GRP/EVENT" or "EVENT". -ENOENT: there are none. */
int kpctl_remove(struct kpctl_session *s, const char *event);

/* Switches the events of this name on or off. Not for KPCTL_LOOK. */
int kpctl_enable(struct kpctl_session *s, const char *event, int on);

/* The same of everything at once: hits are counted as `off`. Not for KPCTL_LOOK. */
int kpctl_tracing(struct kpctl_session *s, int on);

/* Bytes of each CPU's ring, a power of two; before events are read. Not for KPCTL_LOOK. */
int kpctl_buffer(struct kpctl_session *s, size_t bytes);

/* Events, in order of time over all CPUs */

struct kpctl_event;

/*
 * The next event. 1: there is one, *ev; 0: there is none now; of a recording, at its end.
 * -EBADMSG: a recording is at its end, and is not whole: the sentence says what it lacks.
 */
int kpctl_next(struct kpctl_session *s, const struct kpctl_event **ev);

/*
 * Once kpctl_next() has returned 0: waits until it can go on, for so many ms; -1: for ever.
 * 1: go on; 0: the time is over; -EINTR: a signal came; -ENODATA: there will be no more, as of
 * recordings, and after kpctl_finish().
 */
int kpctl_wait(struct kpctl_session *s, int ms);

/*
 * The same for loops of your own. After kpctl_delay() sleep for *ms without looking at the
 * descriptor, then go on; -1: poll the descriptor for POLLIN. -EBADF: the session has none.
 */
int kpctl_fd(const struct kpctl_session *s);
int kpctl_delay(struct kpctl_session *s, int *ms);

/* From now on kpctl_next() gives what has come up to now, and then ends. */
int kpctl_finish(struct kpctl_session *s);

/* What an event is. All but hits are remarks of the stream about itself, at their places in it. */
enum kpctl_kind {
	KPCTL_HIT = 0,		/* a probe was hit: it has fields */
	KPCTL_LOST = 1,		/* so many events were lost here, 0: unknown how many */
	KPCTL_CORRUPT = 2,	/* so many bytes made no sense */
	KPCTL_MISSED = 3,	/* so many calls of the event will show no return */
	KPCTL_THROTTLED = 4,	/* so many hits of the event were left out so far */
	KPCTL_STOPPED = 5,	/* a hit of the event stops the recording, so many events later */
};

enum kpctl_kind kpctl_event_kind(const struct kpctl_event *ev);
/* How many, of what is no hit. */
uint64_t kpctl_event_count(const struct kpctl_event *ev);
/* "GRP/EVENT"; "": of none, or of one that nobody describes. */
const char *kpctl_event_name(const struct kpctl_event *ev);
/* ns of CLOCK_MONOTONIC; of CLOCK_REALTIME, by what it was when the session began. */
uint64_t kpctl_event_time(const struct kpctl_event *ev);
uint64_t kpctl_event_realtime(const struct kpctl_event *ev);
unsigned int kpctl_event_cpu(const struct kpctl_event *ev);
/* The thread, and its name. */
uint32_t kpctl_event_tid(const struct kpctl_event *ev);
const char *kpctl_event_comm(const struct kpctl_event *ev);
/* The machine that it is of, from 0: kpctl_machine(). */
unsigned int kpctl_event_machine(const struct kpctl_event *ev);
/* As kpread prints it, newline included, stacks in lines of their own. NULL: no memory. */
const char *kpctl_event_line(const struct kpctl_event *ev);

/*
 * Fields, by the names that the line gave them. "$lat" (ns), "$ip", "$func", "$retip" are
 * fields, too, of the kinds of events that have them.
 *
 * -ENOENT: there is no such field; -EFAULT: it could not be read in the kernel; -EINVAL: it is
 * of another type; -EBADMSG: the record is damaged. These set no sentence.
 */
int kpctl_u64(const struct kpctl_event *ev, const char *name, uint64_t *v);
int kpctl_s64(const struct kpctl_event *ev, const char *name, int64_t *v);
/* A string, or the text of an address: its length. Bytes are as they were; a NUL is behind. */
int kpctl_string(const struct kpctl_event *ev, const char *name, const char **text);
/*
 * Return addresses, the innermost first: their number. Of a program's stack too; the names of its
 * addresses are in kpctl_text(), as an address alone does not say whose it is.
 */
int kpctl_stack(const struct kpctl_event *ev, const char *name, const uint64_t **frames);
/* Any field as the line has it, safe for a terminal. NULL: no such field, or no memory. */
const char *kpctl_text(const struct kpctl_event *ev, const char *name);
/* "vfs_read+0x0/0x2b0", or "0x7f..": what stands at an address of the event. NULL: no memory. */
const char *kpctl_symbol(const struct kpctl_event *ev, uint64_t address);
/* The name of field i, from 0, of those that the line gave it. NULL: there are no more. */
const char *kpctl_field_name(const struct kpctl_event *ev, unsigned int i);

enum kpctl_field_kind {
	KPCTL_FIELD_UNSIGNED = 1,
	KPCTL_FIELD_SIGNED = 2,
	KPCTL_FIELD_STRING = 3,
	KPCTL_FIELD_STACK = 4,
	KPCTL_FIELD_ARRAY = 5,
};

struct kpctl_field {
	size_t size;			/* in: sizeof(struct kpctl_field) */
	enum kpctl_field_kind kind;
	int cut;			/* there was more of it than the record has */
	uint64_t number;		/* cast it to int64_t if it is signed */
	const char *text;		/* of a string; of a number that has a name; or NULL */
	const uint64_t *frames;		/* of a stack; or NULL */
	size_t length;			/* bytes of the text, frames, or elements */
};

/* Any field; element n of one that is an array. -ERANGE: there is none. */
int kpctl_field(const struct kpctl_event *ev, const char *name, struct kpctl_field *f);
int kpctl_element(const struct kpctl_event *ev, const char *name, unsigned int n,
		  struct kpctl_field *f);

/* What is missing */

struct kpctl_totals {
	size_t size;		/* in: sizeof(struct kpctl_totals) */
	uint64_t events;	/* hits that kpctl_next() gave, or that were recorded */
	uint64_t missing;	/* the sum of: */
	uint64_t lost;		/* ... as a ring was full */
	uint64_t missed;	/* ... as no return instance was free */
	uint64_t nested;	/* ... in another probe's handler */
	uint64_t throttled;	/* ... as the event took too much of a CPU */
	uint64_t norcu;		/* ... where RCU was not watching */
	int at_least;		/* missing is a least, or a recording is not whole */
	int reserved;
	/* beside that */
	uint64_t before, missed_before;	/* lost and missed before this reader came */
	uint64_t corrupt;	/* bytes that made no sense */
	uint64_t undescribed, late;	/* events without a description, out of order */
	uint64_t filtered, off, never, inflight;	/* as in ledgers, of all events */
};

/* Since this reader came; of all of a recording, once it is read. */
int kpctl_totals(struct kpctl_session *s, struct kpctl_totals *t);

/* Recording: what comes goes to a file instead of kpctl_next() */

/* Begins to record to a descriptor, which stays yours. Called again, with the next part's. */
int kpctl_record_start(struct kpctl_session *s, int fd);
/* Writes what has come. 1: there may be more; 0: kpctl_wait(). */
int kpctl_record_pass(struct kpctl_session *s);
/* Writes what has come up to now, counts and aggregates, and ends the recording. */
int kpctl_record_stop(struct kpctl_session *s);

/* Of recordings, machine i from 0. -ENOENT: there is none. */
struct kpctl_machine {
	size_t size;		/* in: sizeof(struct kpctl_machine) */
	const char *host;	/* until kpctl_free() */
	const char *boot;	/* boot_id of its kernel; "": unknown */
	uint64_t monotonic, realtime, boottime;	/* clocks at one moment, the beginning, in ns */
};

int kpctl_machine(struct kpctl_session *s, unsigned int i, struct kpctl_machine *m);

/*
 * Ledgers: what became of the hits of each event; in columns "hits", "emitted", ... of
 * kprobectl.4. They are read as they are at this moment; of a recording, at its end. `machine`
 * is 0, if the session is no recording. -ENOENT: a recording that has no end.
 */
struct kpctl_ledgers;

int kpctl_ledgers_read(struct kpctl_session *s, unsigned int machine, struct kpctl_ledgers **out);
void kpctl_ledgers_free(struct kpctl_ledgers *l);
/* "GRP/EVENT" of ledger i, from 0; how its probe stands. NULL: there are no more. */
const char *kpctl_ledger_event(const struct kpctl_ledgers *l, unsigned int i);
const char *kpctl_ledger_mode(const struct kpctl_ledgers *l, unsigned int i);
/* -ENOENT: no such ledger or column. */
int kpctl_ledger_count(const struct kpctl_ledgers *l, unsigned int i, const char *column,
		       uint64_t *n);
/* Hits less all fates: 0, unless hits came while the ledger was read. */
int64_t kpctl_ledger_open(const struct kpctl_ledgers *l, unsigned int i);
/* The name of column k, from 0. NULL: there are no more. */
const char *kpctl_ledger_column(unsigned int k);

/* Aggregates: what `do count`, `do hist` and the like added up in the kernel. Read as ledgers. */
struct kpctl_aggrs;

struct kpctl_aggr {
	size_t size;		/* in: sizeof(struct kpctl_aggr) */
	const char *event;	/* "GRP/EVENT". Texts: until kpctl_aggrs_free() */
	const char *action;	/* "count", "hist", ... */
	const char *text;	/* "hist($lat) by $comm" */
	int is_signed, is_ns;	/* values are signed numbers; durations */
	uint64_t hits;		/* of these the keys have all but: */
	uint64_t other;		/* ... those whose key found no room */
	uint64_t unread;	/* ... those whose key or value could not be read */
	unsigned int keys;
	unsigned int reserved;
};

struct kpctl_key {
	size_t size;		/* in: sizeof(struct kpctl_key) */
	const char *text;	/* "": without `by`; frames of a stack are apart by ';' */
	uint64_t count, sum, max;
	unsigned int buckets;
	unsigned int reserved;
};

struct kpctl_bucket {
	size_t size;		/* in: sizeof(struct kpctl_bucket) */
	uint64_t low, high;	/* both are in it */
	uint64_t count;
};

int kpctl_aggrs_read(struct kpctl_session *s, unsigned int machine, struct kpctl_aggrs **out);
void kpctl_aggrs_free(struct kpctl_aggrs *a);
/* Aggregate i, its key k, by count, that key's bucket b, all from 0. -ENOENT: there is none. */
int kpctl_aggr(const struct kpctl_aggrs *a, unsigned int i, struct kpctl_aggr *aggr);
int kpctl_key(const struct kpctl_aggrs *a, unsigned int i, unsigned int k, struct kpctl_key *key);
int kpctl_bucket(const struct kpctl_aggrs *a, unsigned int i, unsigned int k, unsigned int b,
		 struct kpctl_bucket *bucket);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* KPROBECTL_H */
