/* SPDX-License-Identifier: LGPL-2.1-only */
/* The library's internal header, one object per file; not for users of the library. */
#ifndef KPR_INT_H
#define KPR_INT_H

#include "kpr.h"
#include "spec/address.h"
#include "spec/types.h"

/* file.c */

/* Reads from fd's position to the end of the file; *text ends in a NUL that *len leaves out. */
int kpr_read_fd(int fd, char **text, size_t *len);
int kpr_read_file(const char *path, char **text, size_t *len);

/*
 * lend.c, borrow.c: what goes over the socket between a lender of descriptors and a borrower.
 * The borrower sends a struct kpr_ask; the answer is a struct kpr_lent_note, with a descriptor
 * for each view. With the ring, the first descriptor is attached to the main session.
 */

#define KPR_LEND_MAGIC		0x444c504bu	/* "KPLD" in memory */
#define KPR_LEND_VIEWS(X) X(EVENTS) X(STATS) X(PROFILE) X(HISTS) X(OPEN)
#define KPR_LENT_ONE(view)	+ 1
#define KPR_LENT_MAX		(0 KPR_LEND_VIEWS(KPR_LENT_ONE))

struct kpr_ask {
	uint32_t magic;
	uint32_t ring;		/* 1: be the main session's reader; 0: views alone */
};

struct kpr_lent_note {
	uint32_t magic;
	int32_t err;		/* -errno, with no descriptor */
	uint32_t nr;
	uint32_t view[KPR_LENT_MAX];	/* enum kpctl_view, KPCTL_VIEW_MAIN or'ed in */
};

struct kpr_lent {
	unsigned int nr;
	int fd[KPR_LENT_MAX];
	uint32_t view[KPR_LENT_MAX];
};

void kpr_lent_close(struct kpr_lent *lent);

/* session.c */

/* A session by descriptors that another process opened. On success they belong to it. */
int kpr_session_lent(struct kpr_session **out, const struct kpr_lent *lent);
/* Makes the descriptor stand for a view, before it is handed on. */
int kpr_view_choose(struct kpr_session *s, uint32_t view);

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

/* words.c: lines of numbers and words, cut up in place */

/*
 * The line at *at, ended by a NUL; *at moves behind the line. NULL: no more lines. *whole is
 * false for a line without a newline, which was cut off, and for a line with a NUL inside.
 */
char *kpr_take_line(char **at, char *end, bool *whole);
/* The word up to the next space or the end, ended by a NUL; NULL: no word. */
char *kpr_take_word(char **at);
/* A decimal number, a negative number with a minus; false: no number, or too large. */
bool kpr_take_u64(char **at, uint64_t *v);
/* Steps over the character c; false: *at points to another character. */
bool kpr_take_char(char **at, char c);
/* Room for one element more in an array of n elements, which doubles; NULL: no memory. */
void *kpr_grow(void *array, size_t n, size_t size);

/* hists.c */

/* Is v < w, for values of the aggregate? */
bool kpr_aggr_less(const struct kpr_aggr *a, uint64_t v, uint64_t w);
/* Are sums modulo 2^64? Else a sum stops at the end of 64 bits. */
bool kpr_aggr_sum_wraps(const struct kpr_aggr *a);
/* For qsort(): keys by count, descending; keys of equal count by text. */
int kpr_key_order(const void *a, const void *b);

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
	if (KPCTL_REC_SIZE(rec) < sizeof(*rec) || rec->size_ctx & 4 ||
	    KPCTL_REC_SIZE(rec) > r->head - r->pos)
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
/* The name, not NUL-terminated, at most 15 bytes; valid until the next call. */
const char *kpr_comm_get(struct kpr_comm *c, uint32_t tid, unsigned int *len);

/* syms.c: addresses to names */

struct kpr_sym {
	uint64_t addr;
	uint32_t name;		/* offset in text */
	uint32_t mod;		/* offset of "MOD]"; 0: of no module */
	uint32_t order;		/* line in the file: of aliases the first wins */
	bool absolute;		/* a number and no place: no address has this name */
};

#define KPR_SYM_CACHE		4096
#define KPR_SYM_CACHED		112

struct kpr_sym_cached {
	uint64_t addr;
	uint32_t age;		/* kpr_syms.age at the lookup */
	uint16_t len;		/* 0: free */
	uint16_t name_len;	/* bytes of the name, without the offset */
	char text[KPR_SYM_CACHED];
};

/*
 * Asks the kernel for a symbol: "sym+0xoff/0xsize [mod]" without a NUL into `text`, which has
 * room for KPR_SYM_TEXT_MAX bytes. Returns the length; 0: the kernel knows no symbol there;
 * -errno.
 */
typedef int (*kpr_sym_ask_fn)(void *arg, uint64_t addr, char *text);

/* The same of a program; 0: nobody knows. */
typedef unsigned int (*kpr_user_ask_fn)(void *arg, uint32_t pid, uint64_t addr, char *text);

#define KPR_PLACES		64

/* format.c: an event's name and the place of one of its records, as a line has them. */
struct kpr_place {
	uint64_t serial;	/* of the description */
	uint64_t addr, func;	/* of the record; 0: it has none */
	uint32_t age;		/* kpr_syms.age when it was made */
	uint32_t len;		/* 0: free */
	char text[128];
};

struct kpr_syms {
	kpr_sym_ask_fn ask;	/* NULL: the file is the only source */
	void *ask_arg;
	const char *kallsyms, *modules;	/* paths */
	const char *proc;	/* where processes are asked */
	kpr_user_ask_fn ask_user;	/* NULL: /proc and files are asked */
	struct kpr_procs *procs;	/* NULL: no address of a program has come yet */
	bool loaded, hidden;	/* a read of kallsyms was tried; its addresses are all zeros */
	char *text;
	struct kpr_sym *sym;
	size_t nr;
	uint64_t now;
	uint64_t checked;	/* time of the last read of `modules` */
	uint64_t loaded_at;	/* time of the last read of `kallsyms` */
	uint64_t backoff;	/* ns until a miss may cause the next load */
	uint64_t modules_hash;
	uint64_t aged;		/* time when age grew last */
	uint32_t age;		/* cached names of another age are looked up again */
	struct kpr_sym_cached *cache;
	struct kpr_place place[KPR_PLACES];
	char *line;		/* text of the symbol being looked up */
};

/* the kernel's 512 bytes for a name, and a module's name, offset, size, brackets */
#define KPR_SYM_TEXT_MAX	700

int kpr_syms_init(struct kpr_syms *s, const char *kallsyms, const char *modules);
void kpr_syms_exit(struct kpr_syms *s);
/*
 * Uses `ask` from now on, if `ask` can answer. Else the file is read here, and not in the
 * middle of the first burst of events: reading takes a tenth of a second.
 */
void kpr_syms_start(struct kpr_syms *s, kpr_sym_ask_fn ask, void *arg, uint64_t now);
/* Called once per pass that has events: the clock for ages and checks. */
void kpr_syms_tick(struct kpr_syms *s, uint64_t now);
/* A number that changes, within a second, when modules come and go; after kpr_syms_tick(). */
uint64_t kpr_syms_modules(struct kpr_syms *s);
/* The text (malloc'ed, NUL behind len) belongs to s, or is freed on failure. 0 or -ENOMEM. */
int kpr_syms_parse(struct kpr_syms *s, char *text, size_t len);
/*
 * The text of an address: "sym+0xoff/0xsize [mod]", without `offset` "sym"; "0xADDR" if no
 * symbol is known. Valid until the next call.
 */
const char *kpr_syms_look_up(struct kpr_syms *s, uint64_t addr, bool offset, unsigned int *len);

/*
 * user_syms.c: the text of an address of a program: "sym+0xoff/0xsize [file]", or "path+0xoff";
 * all else is as in kpr_syms_look_up().
 */
const char *kpr_user_get(struct kpr_syms *s, uint32_t pid, uint64_t addr, bool offset,
			 unsigned int *len);
void kpr_user_exit(struct kpr_syms *s);
/*
 * user_keys.c: names in a text of KPCTL_VIEW_HISTS, which is replaced (malloc'ed, NUL behind
 * len). 0 or -ENOMEM, and the text is as it was.
 */
int kpr_user_keys(struct kpr_syms *syms, char **text, size_t *len);

/* Where the address is cached, if it is. */
static inline struct kpr_sym_cached *kpr_sym_slot(const struct kpr_syms *s, uint64_t addr)
{
	return &s->cache[addr * 0x9e3779b97f4a7c15ull >> 32 & (KPR_SYM_CACHE - 1)];
}

static inline const char *kpr_syms_get(struct kpr_syms *s, uint64_t addr, bool offset,
				       unsigned int *len)
{
	const struct kpr_sym_cached *c = kpr_sym_slot(s, addr);

	if (!c->len || c->addr != addr || c->age != s->age)
		return kpr_syms_look_up(s, addr, offset, len);
	*len = offset ? c->len : c->name_len;
	return c->text;
}

/* The text of frame n of a stack. */
static inline const char *kpr_syms_frame(struct kpr_syms *s, const struct kpr_value *stack,
					 unsigned int n, bool offset, unsigned int *len)
{
	uint64_t addr = kpr_frame(stack, n);

	return stack->pid ? kpr_user_get(s, stack->pid, addr, offset, len) :
			    kpr_syms_get(s, addr, offset, len);
}

/* The length of a symbol's text without the offset; a file's name can have a '+'. */
unsigned int kpr_sym_name_len(const char *text, unsigned int len);

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
/* Other paths than those in /proc, for tests. */
void kpr_stream_paths(struct kpr_stream *st, const char *proc, const char *kallsyms,
		      const char *modules);

/* The stream of a session's rings, as kpr_stream_new() has it. */
int kpr_stream_of(struct kpr_session *s, struct kpr_ring *rings, unsigned int nr,
		  struct kpr_stream **out);

/* session.c */

unsigned int kpr_session_nr_rings(const struct kpr_session *s);
/* Maps ring i for reading alone: its meta page and its data, *len bytes. NULL: see errno. */
void *kpr_session_map_look(const struct kpr_session *s, unsigned int i, size_t *len);
int kpr_session_rings(struct kpr_session *s, struct kpr_ring **rings, unsigned int *nr);
/* A kpr_sym_ask_fn whose `arg` is the session. */
int kpr_session_symbol(void *arg, uint64_t addr, char *text);

#endif /* KPR_INT_H */
