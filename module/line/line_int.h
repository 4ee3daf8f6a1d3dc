/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/* What the sources of this folder know of each other. */
#ifndef KPCTL_LINE_LINE_INT_H
#define KPCTL_LINE_LINE_INT_H

#include "line/line.h"
#include "spec/address.h"
#include "spec/types.h"

/* events.c */

/* A letter, a digit or '_', whatever the locale. */
static inline bool kpr_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* names.c */

/*
 * Gives the field the names of a list VALUE=NAME,... up to the first that is out of order, or is
 * no name. Takes them from *spare, which has one for each '=' of the list.
 */
void kpr_names_parse(struct kpr_field *f, const char *list, struct kpr_name **spare);
const char *kpr_name_of(const struct kpr_field *f, int64_t value, unsigned int *len);

/* lost.c: the records that one CPU dropped, and when */

struct kpr_lost {
	uint64_t base;		/* total when the last reader left */
	uint64_t attach;	/* total when this reader attached */
	uint64_t seen;		/* total known so far */
	bool any;		/* a lost record was seen */
	uint64_t before, ours;	/* drops up to attach, drops since */
	bool before_more;	/* `before` is a least */
};

enum kpr_lost_mark {
	KPR_LOST_NONE,		/* no new drops */
	KPR_LOST_COUNT,
	KPR_LOST_UNKNOWN,	/* a gap of unknown size */
};

void kpr_lost_init(struct kpr_lost *l, uint64_t base, uint64_t attach);

/* Takes in the total of a lost record. */
enum kpr_lost_mark kpr_lost_see(struct kpr_lost *l, uint64_t total, uint64_t *count);

/* Takes in the counter's last value, once the ring has no more records. */
void kpr_lost_end(struct kpr_lost *l, uint64_t total);

/* ring.c: one CPU's records */

struct kpr_ring {
	/* set once */
	const struct kpctl_meta *meta;
	struct kpctl_consumer *consumer;
	const uint8_t *data;
	uint64_t size;
	unsigned int cpu;
	bool marked;		/* each stamp says which clock made the stamp */
	struct kpctl_clock clock;	/* the line from raw stamps to ns; mult 0: no line yet */
	/*
	 * Of a ring whose records come from elsewhere, when all are read: makes data, pos and
	 * head those of the next records. Returns as kpr_ring_peek(). NULL: a mapped ring.
	 */
	int (*feed)(struct kpr_ring *r);
	void *feed_arg;
	/* positions */
	uint64_t pos;		/* the next record */
	uint64_t head;		/* meta->head as last loaded: records before it are whole */
	uint64_t end;		/* reading stops here: kpr_ring_finish() */
	uint64_t stored;	/* the tail that the kernel knows */
	/* merge.c */
	const struct kpctl_rec *cur;	/* the record at pos; NULL in the heap: corruption */
	uint64_t time;		/* stamp of cur in ns, never less than the stamp before */
	bool queued;		/* in the heap */
	/* stream.c */
	uint64_t skipped;	/* bytes skipped by the corruption being reported */
	uint64_t lost_end;	/* meta->lost at kpr_ring_finish() */
	struct kpr_lost lost;
};

/*
 * `meta` is the start of len mapped bytes. -EPROTO: the meta page makes no sense. A tail
 * that makes no sense is put right by skipping all unread records; the first
 * kpr_ring_peek() then returns -EBADMSG.
 */
int kpr_ring_init(struct kpr_ring *r, const void *meta, size_t len,
		  struct kpctl_consumer *consumer);

/* A ring that is fed. `meta` has what is to be known of it, without sizes. */
void kpr_ring_init_fed(struct kpr_ring *r, const struct kpctl_meta *meta,
		       struct kpctl_consumer *consumer, int (*feed)(struct kpr_ring *r), void *arg);

/* The position before which records are published, as far as this reader goes. */
uint64_t kpr_ring_published(const struct kpr_ring *r);

/* Tells the kernel the position now. */
void kpr_ring_commit(struct kpr_ring *r);

/* kpr_ring_peek() where no whole record is known to stand at pos. */
int kpr_ring_peek_on(struct kpr_ring *r);

/*
 * Makes r->cur the record at pos. Returns 1; 0: no record is published; -EBADMSG: the bytes
 * at pos are no record, and the r->skipped bytes up to head were skipped.
 */
static inline int kpr_ring_peek(struct kpr_ring *r)
{
	const struct kpctl_rec *rec;

	if (r->pos == r->head)
		return kpr_ring_peek_on(r);
	rec = (const void *)(r->data + (r->pos & (r->size - 1)));
	if (KPCTL_REC_SIZE(rec) < sizeof(*rec) || KPCTL_REC_SIZE(rec) > r->head - r->pos)
		return kpr_ring_peek_on(r);
	r->cur = rec;
	return 1;
}

/* Takes in what r->cur, a clock or lost record, says of the clock. */
void kpr_ring_take_clock(struct kpr_ring *r);

/*
 * The stamp of r->cur in ns of CLOCK_MONOTONIC; 0: unknown. Must be called once for each
 * record, in order, as clock records are taken in here.
 */
static inline uint64_t kpr_ring_time(struct kpr_ring *r)
{
	if (!r->marked)
		return r->cur->time;
	if (r->cur->id == KPCTL_REC_CLOCK || r->cur->id == KPCTL_REC_LOST)
		kpr_ring_take_clock(r);
	return kpctl_stamp_ns(&r->clock, r->cur->time);
}

/* Steps over r->cur. The kernel is told whenever a quarter of the ring has been read. */
static inline void kpr_ring_advance(struct kpr_ring *r)
{
	r->pos += KPCTL_REC_SIZE(r->cur);
	if (r->pos - r->stored >= r->size / 4)
		kpr_ring_commit(r);
}

/* The number of bytes published and unread. */
uint64_t kpr_ring_fill(const struct kpr_ring *r);

/* Makes reading stop at the head that is published now. */
void kpr_ring_finish(struct kpr_ring *r);

/* merge.c: all rings, by time */

/* The time that a stamped record may stay unpublished; see merge.c. */
#define KPR_GRACE_NS		10000000ull
/* The same while a ring is more than half full: waiting would lose records. */
#define KPR_GRACE_PRESSED_NS	500000ull
/* The longest sleep while records are held back: a ring may fill up. */
#define KPR_HOLD_NS		2000000ull

struct kpr_merge_node {
	uint64_t time;
	unsigned int ring;
};

struct kpr_merge {
	struct kpr_ring *rings;
	unsigned int nr;
	struct kpr_merge_node *heap;	/* rings with an unread record or a corruption to report */
	unsigned int nr_heap;
	uint64_t horizon;	/* all records stamped before this time are published */
	bool final;		/* the last pass: no record is held back */
	struct kpr_ring *last;	/* the ring whose record was given last */
};

int kpr_merge_init(struct kpr_merge *m, struct kpr_ring *rings, unsigned int nr);
void kpr_merge_exit(struct kpr_merge *m);
void kpr_merge_pass(struct kpr_merge *m, uint64_t now);
/* The same for rings that are fed, and all records stamped before the horizon. */
void kpr_merge_horizon(struct kpr_merge *m, uint64_t horizon);
void kpr_merge_finish(struct kpr_merge *m);
/* The ring whose cur is the next record; NULL: no record may be given yet. */
struct kpr_ring *kpr_merge_next(struct kpr_merge *m);
/* Steps over the record given last. */
void kpr_merge_release(struct kpr_merge *m);
/* The time to sleep, as kpr_stream_wait() returns it. */
uint64_t kpr_merge_wait(const struct kpr_merge *m, uint64_t now);

/* events.c: ids to descriptions */

struct kpr_events {
	struct kpr_event **by_id;
	uint64_t *retry;	/* by id without a description: the time of the next request */
	unsigned int end;	/* ids from here on have no description */
	unsigned int garbage;	/* lines not understood so far */
};

int kpr_events_init(struct kpr_events *e);
void kpr_events_exit(struct kpr_events *e);
/* Takes in the view's text; ids that the text leaves out keep their description. 0 or -ENOMEM. */
int kpr_events_parse(struct kpr_events *e, const char *text, size_t len);

static inline struct kpr_event *kpr_events_get(const struct kpr_events *e, uint16_t id)
{
	return e->by_id[id];
}

/* comm.c: tids to names */

#define KPR_COMM_PAGES		65536	/* of 64 tids: all 22 bits */
#define KPR_COMM_PAGES_MAX	4096	/* in use at a time: 4 MB */

#define KPR_PREFIXES		64

/* format.c: the columns before the time, of a task in one state on one CPU. */
struct kpr_prefix {
	uint32_t ctx_tid;
	uint16_t ctx;		/* the bits of it in size_ctx */
	uint16_t len;		/* 0: free */
	unsigned int cpu;
	uint64_t changes;	/* kpr_comm.changes when it was made */
	char text[64];
};

struct kpr_comm {
	struct kpr_comm_page *page[KPR_COMM_PAGES];
	unsigned int used;
	unsigned int victim;
	const char *proc;	/* "/proc"; NULL: nobody knows more than the stream */
	uint64_t changes;	/* grows when a name that was given out is another one */
	struct kpr_prefix prefix[KPR_PREFIXES];
};

void kpr_comm_init(struct kpr_comm *c, const char *proc);
void kpr_comm_exit(struct kpr_comm *c);
/* `name` has at most 16 bytes, padded with NULs. */
void kpr_comm_set(struct kpr_comm *c, uint32_t tid, const char *name);
/* The same for a task without a name: what /proc once said of it. */
void kpr_comm_offer(struct kpr_comm *c, uint32_t tid, const char *name);
/* A name that was set: into `name`, without a NUL. False: none was. */
bool kpr_comm_has(struct kpr_comm *c, uint32_t tid, char name[15]);
/*
 * What the system says of a task: into `name`, with a NUL, which stays as it is if nobody knows.
 * The module asks the kernel, a program /proc.
 */
void kpr_comm_ask(const struct kpr_comm *c, uint32_t tid, char name[17]);
/* The name, not NUL-terminated, at most 15 bytes; valid until the next call. */
const char *kpr_comm_get(struct kpr_comm *c, uint32_t tid, unsigned int *len);

#define KPR_PLACES		64

/* format.c: an event's name and the place of one of its records, as a line has them. */
struct kpr_place {
	uint64_t serial;	/* of the description */
	uint64_t addr, func;	/* of the record; 0: it has none */
	uint32_t age;		/* kpr_syms.age when it was made */
	uint32_t len;		/* 0: free */
	char text[128];
};

/* Addresses to names: the kernel's own function, or what a program knows. */
#ifdef __KERNEL__
#include "line/kernel_syms.h"
#else
#include "syms.h"
#endif

/* times.c: the text of an item's time */

struct kpr_times {
	enum kpr_time how;
	uint64_t realtime;	/* CLOCK_REALTIME - CLOCK_MONOTONIC */
	uint64_t before;	/* the time put last; 0: none */
	/* KPR_TIME_MONO: the text of a second, which the times from `from` on are in */
	uint64_t from;
	char seconds[24];
	unsigned int seconds_len;	/* 0: none yet */
	/* the second of `day`, broken up by the C library, which is slow */
	uint64_t second;
	char day[32];
	unsigned int day_len;
};

/* Writes at most KPR_TIME_TEXT bytes at p, and returns the end. */
char *kpr_put_time(char *p, struct kpr_times *t, uint64_t ns);
/* The same by KPR_TIME_WALL and KPR_TIME_ISO, which the module does not have. */
char *kpr_put_real_time(char *p, struct kpr_times *t, uint64_t ns);

/* format.c */

int kpr_format(const struct kpr_item *item, struct kpr_comm *comm, struct kpr_syms *syms,
	       struct kpr_times *times, struct kpr_buf *b);
/* kpr_stream_value() and kpr_stream_place() */
int kpr_format_value(const struct kpr_item *item, unsigned int i, struct kpr_syms *syms,
		     struct kpr_buf *b);
int kpr_format_place(const struct kpr_item *item, struct kpr_syms *syms, struct kpr_buf *b);

/* stream.c */

typedef int (*kpr_events_text_fn)(void *arg, char **text, size_t *len);

struct kpr_stream {
	struct kpr_ring *rings;
	unsigned int nr;
	struct kpr_merge merge;
	struct kpr_events events;
	struct kpr_comm comm;
	struct kpr_syms syms;
	struct kpr_times times;
	kpr_events_text_fn events_text;
	void *arg;
	bool ticked;		/* kpr_syms_tick() was called in this pass */
	uint64_t now;		/* time of this pass */
	uint64_t newest;	/* the largest stamp given */
	uint64_t corrupt, undescribed, late;
};

/* A pass of a recording, which knows its horizon. */
void kpr_stream_horizon(struct kpr_stream *st, uint64_t horizon);

/* `rings` belongs to the stream, also on failure; the caller unmaps the memory of the rings. */
int kpr_stream_new(struct kpr_ring *rings, unsigned int nr, kpr_events_text_fn fn, void *arg,
		   struct kpr_stream **out);

#endif /* KPCTL_LINE_LINE_INT_H */
