/* SPDX-License-Identifier: LGPL-2.1-only */
/* The library's own parts, one object per file; not for its users. */
#ifndef KPR_INT_H
#define KPR_INT_H

#include "kpr.h"
#include "spec/address.h"
#include "spec/types.h"

/* file.c */

/* A whole file from where fd stands; *text ends in a NUL not counted. */
int kpr_read_fd(int fd, char **text, size_t *len);
int kpr_read_file(const char *path, char **text, size_t *len);

/* words.c: lines of numbers and words, cut where they stand */

/*
 * The line at *at, ended by a NUL; *at goes behind it. NULL: no more. A line that
 * does not end in a newline was cut, one with a NUL in it is none: *whole says.
 */
char *kpr_take_line(char **at, char *end, bool *whole);
/* The word up to the next space or the end, ended by a NUL; NULL: none. */
char *kpr_take_word(char **at);
/* A decimal number, with a minus if it is one below zero; false: none, or too large. */
bool kpr_take_u64(char **at, uint64_t *v);
/* This character. */
bool kpr_take_char(char **at, char c);
/* An element more in an array that doubles; NULL: no memory. n: how many it has. */
void *kpr_grow(void *array, size_t n, size_t size);

/* hists.c */

/* Of two values of the aggregate: v < w? */
bool kpr_aggr_less(const struct kpr_aggr *a, uint64_t v, uint64_t w);
/* Is a sum modulo 2^64, and not as much of it as 64 bits hold? */
bool kpr_aggr_sum_wraps(const struct kpr_aggr *a);
/* For qsort(): keys with more first, by text where they have the same. */
int kpr_key_order(const void *a, const void *b);

/* lost.c: what one CPU dropped, and when */

struct kpr_lost {
	uint64_t base;		/* the reader before us was told up to here */
	uint64_t attach;	/* we came here */
	uint64_t seen;		/* told so far */
	bool any;
	uint64_t before, ours;
	bool before_more;
};

enum kpr_lost_mark {
	KPR_LOST_NONE,		/* nothing new */
	KPR_LOST_COUNT,
	KPR_LOST_UNKNOWN,	/* a gap, but not how many */
};

void kpr_lost_init(struct kpr_lost *l, uint64_t base, uint64_t attach);

/* A lost record said total. */
enum kpr_lost_mark kpr_lost_see(struct kpr_lost *l, uint64_t total, uint64_t *count);

/* No more records: the counter stands at total. */
void kpr_lost_end(struct kpr_lost *l, uint64_t total);

/* ring.c: one CPU's records */

struct kpr_ring {
	/* set once */
	const struct kpctl_meta *meta;
	struct kpctl_consumer *consumer;
	const uint8_t *data;
	uint64_t size;
	unsigned int cpu;
	bool marked;		/* stamps say of which clock they are */
	struct kpctl_clock clock;	/* what raw ones mean; mult 0: nothing */
	/* positions */
	uint64_t pos;		/* the next record */
	uint64_t head;		/* as last loaded: records before it are whole */
	uint64_t end;		/* never read past this */
	uint64_t stored;	/* tail, as the kernel knows it */
	/* merge.c */
	const struct kpctl_rec *cur;	/* at pos; NULL in the heap: corruption */
	uint64_t time;		/* of cur, in ns, clamped */
	bool queued;
	/* stream.c */
	uint64_t skipped;	/* bytes, by the corruption being reported */
	uint64_t lost_end;
	struct kpr_lost lost;
};

/*
 * meta stands at the start of len mapped bytes. -EPROTO: it makes no sense.
 * A tail that makes no sense is put right by skipping what is unread; the
 * first peek says so.
 */
int kpr_ring_init(struct kpr_ring *r, const void *meta, size_t len,
		  struct kpctl_consumer *consumer);

/*
 * The record at pos into r->cur: 1; 0: none; -EBADMSG: what stands there is no
 * record, r->skipped bytes up to head were skipped.
 */
int kpr_ring_peek(struct kpr_ring *r);

/*
 * What r->cur's stamp is in CLOCK_MONOTONIC ns; 0: that cannot be said. Once for
 * each record and in turn: clock records are taken in here.
 */
uint64_t kpr_ring_time(struct kpr_ring *r);

/* Step over r->cur. Tells the kernel once a quarter of the ring is free. */
void kpr_ring_advance(struct kpr_ring *r);

/* Tell the kernel now. */
void kpr_ring_commit(struct kpr_ring *r);

/* Bytes that are published and unread. */
uint64_t kpr_ring_fill(const struct kpr_ring *r);

/* Stop at what is published now. */
void kpr_ring_finish(struct kpr_ring *r);

/* merge.c: all rings, by time */

/* How long a stamped record may stay unpublished; see merge.c. */
#define KPR_GRACE_NS		10000000ull
/* ... when a ring is more than half full and waiting would lose records */
#define KPR_GRACE_PRESSED_NS	500000ull
/* Never sleep longer than this over records held back: a ring may fill up. */
#define KPR_HOLD_NS		2000000ull

struct kpr_merge_node {
	uint64_t time;
	unsigned int ring;
};

struct kpr_merge {
	struct kpr_ring *rings;
	unsigned int nr;
	struct kpr_merge_node *heap;	/* rings with something to give */
	unsigned int nr_heap;
	uint64_t horizon;	/* every record stamped before it is in sight */
	bool final;
	struct kpr_ring *last;	/* whose record was given last */
};

int kpr_merge_init(struct kpr_merge *m, struct kpr_ring *rings, unsigned int nr);
void kpr_merge_exit(struct kpr_merge *m);
void kpr_merge_pass(struct kpr_merge *m, uint64_t now);
void kpr_merge_finish(struct kpr_merge *m);
/* The ring whose cur is next, or NULL: none, or not yet. */
struct kpr_ring *kpr_merge_next(struct kpr_merge *m);
/* Step over what was given last. */
void kpr_merge_release(struct kpr_merge *m);
/* As kpr_stream_wait(). */
uint64_t kpr_merge_wait(const struct kpr_merge *m, uint64_t now);

/* events.c: ids to descriptions */

struct kpr_events {
	struct kpr_event **by_id;
	uint64_t *retry;	/* per id not described: do not ask again before */
	unsigned int garbage;	/* lines not understood, ever */
};

int kpr_events_init(struct kpr_events *e);
void kpr_events_exit(struct kpr_events *e);
/* Take in the view's text. What it does not mention stays. 0 or -ENOMEM. */
int kpr_events_parse(struct kpr_events *e, const char *text, size_t len);

static inline struct kpr_event *kpr_events_get(const struct kpr_events *e, uint16_t id)
{
	return e->by_id[id];
}

/* comm.c: tids to names */

#define KPR_COMM_PAGES		4096	/* of 1024 tids: all 22 bits */
#define KPR_COMM_PAGES_MAX	1024	/* in use at a time: 16 MB */

struct kpr_comm {
	struct kpr_comm_page *page[KPR_COMM_PAGES];
	unsigned int used;
	unsigned int victim;
	const char *proc;	/* "/proc" */
};

void kpr_comm_init(struct kpr_comm *c, const char *proc);
void kpr_comm_exit(struct kpr_comm *c);
/* name: at most 16 bytes, NUL-padded */
void kpr_comm_set(struct kpr_comm *c, uint32_t tid, const char *name);
/* Not NUL-terminated, at most 15 bytes; good until the next call. */
const char *kpr_comm_get(struct kpr_comm *c, uint32_t tid, unsigned int *len);

/* syms.c: addresses to names */

struct kpr_sym {
	uint64_t addr;
	uint32_t name;		/* offset in text */
	uint32_t mod;		/* offset of "MOD]", 0: none */
	uint32_t order;		/* in the file: the first alias wins */
	bool absolute;		/* a number and no place: never given */
};

#define KPR_SYM_CACHE		4096
#define KPR_SYM_CACHED		112

struct kpr_sym_cached {
	uint64_t addr;
	uint32_t age;		/* the kpr_syms' when it was looked up */
	uint16_t len;		/* 0: free */
	uint16_t name_len;	/* of it without offset */
	char text[KPR_SYM_CACHED];
};

/*
 * Asks the kernel. text: room for KPR_SYM_TEXT_MAX, "sym+0xoff/0xsize [mod]" without
 * a NUL. Its length, 0: it knows of none, or -errno.
 */
typedef int (*kpr_sym_ask_fn)(void *arg, uint64_t addr, char *text);

struct kpr_syms {
	kpr_sym_ask_fn ask;	/* NULL: there is only the file */
	void *ask_arg;
	const char *kallsyms, *modules;	/* paths */
	bool loaded, hidden;
	char *text;
	struct kpr_sym *sym;
	size_t nr;
	uint64_t now;
	uint64_t checked;	/* when modules was read last */
	uint64_t loaded_at;
	uint64_t backoff;	/* ns until a miss may cause the next load */
	uint64_t modules_hash;
	uint64_t aged;		/* when age grew last */
	uint32_t age;
	struct kpr_sym_cached *cache;
	char *line;		/* what is looked up */
};

/* kernel's limit of 512, a module's name, offset, size, brackets */
#define KPR_SYM_TEXT_MAX	700

int kpr_syms_init(struct kpr_syms *s, const char *kallsyms, const char *modules);
void kpr_syms_exit(struct kpr_syms *s);
/*
 * From now on ask is asked if it can answer. Else the file is read, now and not in the
 * middle of the first burst: that takes a tenth of a second.
 */
void kpr_syms_start(struct kpr_syms *s, kpr_sym_ask_fn ask, void *arg, uint64_t now);
/* Once per pass, while events flow. */
void kpr_syms_tick(struct kpr_syms *s, uint64_t now);
/* Takes over text (malloc'ed, NUL behind len). 0 or -ENOMEM. */
int kpr_syms_parse(struct kpr_syms *s, char *text, size_t len);
/*
 * "sym+0xoff/0xsize [mod]", without offset "sym"; or "0xADDR". Good until the next
 * call.
 */
const char *kpr_syms_get(struct kpr_syms *s, uint64_t addr, bool offset, unsigned int *len);

/* format.c */

int kpr_format(const struct kpr_item *item, struct kpr_comm *comm, struct kpr_syms *syms,
	       struct kpr_buf *b);

/* text.c; the rest of it is put.h's */

/* Into p, without a NUL; the end is returned. p: room for 20, or 18 for hex. */
char *kpr_put_dec(char *p, uint64_t v);
char *kpr_put_hex(char *p, uint64_t v);
/* Bytes at s that make one printable character outside of ASCII, or 0. */
unsigned int kpr_utf8(const unsigned char *s, size_t n);

/* stream.c */

typedef int (*kpr_events_text_fn)(void *arg, char **text, size_t *len);

/* rings is taken over, also on failure; the caller unmaps what they point to. */
int kpr_stream_new(struct kpr_ring *rings, unsigned int nr, kpr_events_text_fn fn, void *arg,
		   struct kpr_stream **out);
/* For tests: where /proc is. */
void kpr_stream_paths(struct kpr_stream *st, const char *proc, const char *kallsyms,
		      const char *modules);

/* session.c */

int kpr_session_rings(struct kpr_session *s, struct kpr_ring **rings, unsigned int *nr);
/* A kpr_sym_ask_fn; arg is the session. */
int kpr_session_symbol(void *arg, uint64_t addr, char *text);

#endif /* KPR_INT_H */
