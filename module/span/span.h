/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Open spans: what `do start` has put aside of a hit, under keys, until a hit of another
 * event takes it out (`since`) or looks at it (`while`).
 *
 *	                      tags, a cache line for each set
 *	key --> hash --> set  [ fingerprint | version | state ] x 8
 *	                        |
 *	                        +--> entry: stamp, task, key, the start's arguments
 *
 * The table is made with the event and never grows. Starts and ends come from any CPU and any
 * context, NMI included, without a lock; a search looks at the 8 ways of one set and waits for
 * nobody. A way's tag says what holds for its entry:
 *
 *	FREE	nobody's
 *	BUSY	whoever moved the tag to BUSY owns the entry, writes and reads it at leisure
 *	OPEN	a span that anybody may look at, and that one cmpxchg takes
 *
 *	          begin                 publish
 *	 FREE ------------> BUSY <------------------> OPEN
 *	   ^                 |    take, begin again,
 *	   +-----------------+    push out; give back
 *	          end
 *
 * The claims, which tests/unit/span_schedules.c tries in all schedules:
 *
 *   1  Only the move of a tag from FREE or OPEN to BUSY gives the right to write its entry, and
 *      that move is a cmpxchg: two never own an entry.
 *   2  The version rises whenever an entry is published, so an OPEN tag that is what it was
 *      stands for an entry that is what it was: a key, compared before the cmpxchg that takes
 *      the way, was whole if the cmpxchg succeeds; a copy was whole if the tag is read as
 *      before afterwards. (A tag given back bears its old version: its entry is the old one.)
 *   3  An entry's content is written before the release that publishes it, and read behind an
 *      acquire.
 *   4  No way stays BUSY: its owner runs to its end, with preemption off. A search passes over
 *      a BUSY way. So who interrupts an owner, or comes in the same moment from another CPU,
 *      finds the owner's key not open.
 *   5  Two starts of one key at the same moment can both find no open span, and open one each.
 *      An end takes all that are open for its key: one is its span, the others are `replaced`.
 *   6  Each start has one end: starts = ended + open + replaced + stale + full, once nobody is
 *      BUSY. The counters are per CPU, each raised by one instruction that is atomic against
 *      that CPU's interrupts; `open` is counted in the table itself.
 */
#ifndef KPCTL_SPAN_SPAN_H
#define KPCTL_SPAN_SPAN_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/refcount.h>
#include <linux/types.h>
#include <asm/local.h>

#include <linux/kprobectl.h>

#ifndef KPCTL_SPAN_WAYS
#define KPCTL_SPAN_WAYS		8
#endif

/* A tag: fingerprint of the key in the upper half, then the version, then the state. */
#define KPCTL_SPAN_FREE		0ull
#define KPCTL_SPAN_BUSY		1ull
#define KPCTL_SPAN_OPEN		2ull
#define KPCTL_SPAN_STATE	3ull
#define KPCTL_SPAN_VERSION	0xfffffffcull
#define KPCTL_SPAN_STEP		4ull		/* from one version to the next */
#ifndef KPCTL_SPAN_PRINT
#define KPCTL_SPAN_PRINT	0xffffffff00000000ull
#endif

/* Of one cache line. */
struct kpctl_span_set {
	u64 tag[KPCTL_SPAN_WAYS];
};

struct kpctl_span_entry {
	u64 stamp;		/* of the start */
	u64 tid;		/* the task that started it, and its name then */
	u64 comm[2];
	u64 word[];		/* the key; at spans->kept_at what is kept of the start */
};

/*
 * What a start notes of its task beside the entry, for $oncpu and the like: the words are those
 * of struct kpctl_task_mark. They belong to whoever owns the entry.
 */
struct kpctl_span_mark {
	u64 word[3];
};

/* Counters of a CPU, written by the CPU alone. */
struct kpctl_span_cpu {
#define X(name) local_t name;
	KPCTL_SPAN_COUNTS(X)
#undef X
};

struct kpctl_spans {
	struct kpctl_span_set *set;
	u8 *entries;		/* entry_size bytes for each way */
	u32 set_mask;
	u32 entry_size;
	u32 kept_at;		/* offset in an entry */
	u32 kept_size;
	bool once;		/* the first start of a key stays, else the newest */
	u64 seed;		/* of the hash */
	u64 within;		/* ns; a span older than that may be pushed out */
	struct kpctl_span_cpu __percpu *cpu;
	struct kpctl_span_mark *marks;	/* of each way; NULL: nobody asks for them */
	unsigned long pages;	/* taken from the budget */
	refcount_t refs;	/* of events: those that start spans here, those that use them */
};

/* The key of a hit. */
struct kpctl_span_key {
	const u64 *word;
	u32 words;
};

/* A way that is ours. */
struct kpctl_span_claim {
	struct kpctl_span_entry *entry;
	u64 *tag;
	u64 was;		/* the tag as we found it */
	u64 print;		/* of the key, at its place in a tag */
};

/* In handlers; preemption is off. */

/*
 * Opens a span at the stamp `now`. True: it is ours; the caller fills in what is kept of the
 * start and publishes it. False: it has been counted, and nothing is left to do.
 */
bool kpctl_span_begin(struct kpctl_spans *s, const struct kpctl_span_key *key, u64 now,
		      struct kpctl_span_claim *claim);
void kpctl_span_publish(const struct kpctl_span_claim *claim);
/* A start whose key could not be read: counted, as `full`. */
void kpctl_span_refuse(struct kpctl_spans *s);

/* Takes the key's span. True: it is ours until it is ended, or given back. False: none is open. */
bool kpctl_span_take(struct kpctl_spans *s, const struct kpctl_span_key *key,
		     struct kpctl_span_claim *claim);
void kpctl_span_give_back(const struct kpctl_span_claim *claim);
void kpctl_span_end(struct kpctl_spans *s, const struct kpctl_span_claim *claim);

/*
 * Copies the stamp of the key's span, what is kept of its start, and its mark, if there are marks.
 * False: none is open.
 */
bool kpctl_span_look(const struct kpctl_spans *s, const struct kpctl_span_key *key, u64 *to,
		     struct kpctl_span_mark *mark);

static __always_inline const u8 *kpctl_span_kept(const struct kpctl_spans *s, const void *entry)
{
	return (const u8 *)entry + s->kept_at;
}

/* The mark of a way that is ours; NULL: there are no marks. */
static __always_inline struct kpctl_span_mark *
kpctl_span_mark_of(const struct kpctl_spans *s, const struct kpctl_span_claim *claim)
{
	/* Pairs with the store-release in kpctl_spans_mark(). */
	struct kpctl_span_mark *marks = smp_load_acquire(&s->marks);

	return unlikely(marks) ? &marks[claim->tag - s->set->tag] : NULL;
}

static __always_inline u8 *kpctl_span_room(const struct kpctl_spans *s,
					   const struct kpctl_span_claim *claim)
{
	return (u8 *)claim->entry + s->kept_at;
}

/* For commands */

/* The counters, summed over CPUs, and the spans that are open. */
struct kpctl_span_sum {
#define X(name) u64 name;
	KPCTL_SPANS(X)
#undef X
};

static inline u32 kpctl_span_ways(const struct kpctl_spans *s)
{
	return (s->set_mask + 1) * KPCTL_SPAN_WAYS;
}

/* Copies the entry of way `nr`, of entry_size bytes. False: it is not open. */
bool kpctl_span_copy(const struct kpctl_spans *s, u32 nr, u64 *to);

/* span_mem.c. NULL: no memory, or more than the budget has left. */
struct kpctl_spans *kpctl_spans_alloc(u32 size, u32 key_size, u32 kept_size, u64 within, bool once);
u64 kpctl_spans_planned(u32 size, u32 key_size, u32 kept_size);	/* its bytes */
struct kpctl_spans *kpctl_spans_get(struct kpctl_spans *s);
/* From now on starts note their tasks; under the lock of the table's owner. False: no memory. */
bool kpctl_spans_mark(struct kpctl_spans *s);
/* Frees all ways, while no hit uses the table. Returns how many were open; none has an end. */
u32 kpctl_spans_empty(struct kpctl_spans *s);
void kpctl_spans_put(struct kpctl_spans *s);	/* NULL is fine */
void kpctl_spans_sum(const struct kpctl_spans *s, struct kpctl_span_sum *sum);
void kpctl_span_sum_add(struct kpctl_span_sum *to, const struct kpctl_span_sum *sum);

#endif /* KPCTL_SPAN_SPAN_H */
