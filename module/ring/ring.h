/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One CPU's ring: many nested writers on that CPU, one reader anywhere.
 *
 * The ring knows bytes, records' headers and positions; it knows no probes, no
 * sessions and no files. Who owns the memory is said in ring_mem.h. The same
 * source compiles for the host, where the proofs of tests/unit run it. How it
 * works and why it is right stands at the head of ring.c.
 *
 * The caller has preemption off from reserve to commit and stays on the ring's
 * CPU. Everything here may be called from any context, NMI included, and is
 * notrace and on the kprobe blacklist; reserve, trim and commit are inline, so
 * who calls them must be both too.
 */
#ifndef KPCTL_RING_RING_H
#define KPCTL_RING_RING_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <asm/barrier.h>
#include <asm/cmpxchg.h>
#include <asm/local.h>
#include "base/word.h"
#include "ring/clock.h"
#include <linux/kprobectl.h>

#define KPCTL_RING_NO_WAKE	(~0ull)

struct kpctl_ring {
	/* set once by init */
	u8 *data;			/* size bytes, mapped twice in a row */
	u64 size;			/* power of two */
	u64 mask;			/* size - 1 */
	struct kpctl_meta *meta;	/* the reader sees it, nobody but us writes */

	/* this CPU's writers, innermost wins */
	local_t nest;			/* writers inside */
	local_t head;			/* reserved up to here */
	local_t last;			/* newest stamp of CLOCK_MONOTONIC; never goes back */
	local_t limit;			/* who ends above it has to look; see ring.c, 8 */
	local_t lost;			/* records dropped, ever */
	u64 lost_told;			/* what the last lost record said; a hint */
	local_t written;		/* reservations that were granted */
	u32 max_len8;			/* set by init: longest reservation / 8 */
	u32 owed;			/* a nested writer left publishing to us */
	bool overwrites;		/* the newest records are kept, see ring.c, 11 */

	/*
	 * A reader that waits sets this to the position that is worth a
	 * wake-up; the publisher that passes it, or a writer that finds no
	 * room, puts KPCTL_RING_NO_WAKE back and reports it to its caller, so
	 * one wait costs one wake-up. No barrier pairs them: who has armed it
	 * looks again after a while (ring.c, 9 and 10).
	 */
	u64 wake_at;

	/* seldom touched */
	struct kpctl_consumer *consumer;	/* hostile; overwrites: nobody */
	struct kpctl_consumer nobody;
	/* overwrites: the oldest records are gone; in a handler, or NULL */
	void (*forgot)(struct kpctl_ring *ring);
	local_t max_nest;		/* deepest nesting, 1 from the start */
	u64 max_fill;			/* bytes, at wake-ups and drops; a hint */
};

struct kpctl_reservation {
	u8 *rec;			/* the caller's bytes, contiguous */
	u64 time;			/* stamp for every record in them */
	u64 pos, end;			/* private: position of rec, and behind it */
	bool wake;			/* only after a refusal: wake the reader */
};

/*
 * size: a power of two of at least 4096; data: 2 * size bytes; all zeroed.
 * Fills in meta all but features, lost_attach, lost_detach and the missed ones.
 */
void kpctl_ring_init(struct kpctl_ring *ring, void *data, u64 size,
		     struct kpctl_meta *meta, struct kpctl_consumer *consumer,
		     u32 cpu);
/* From now on the newest records are kept; nothing is in the ring yet. */
void kpctl_ring_overwrite(struct kpctl_ring *ring, void (*forgot)(struct kpctl_ring *ring));

/*
 * Where the oldest record is that is kept: the last good position of the reader that was seen,
 * or what overwriting has left. This CPU alone writes it.
 */
static __always_inline local_t *kpctl_ring_tail(const struct kpctl_ring *ring)
{
	return (local_t *)&ring->meta->tail;
}

/* For the reader's side of the kernel, on any CPU: unread bytes, at most size. */
u64 kpctl_ring_fill(const struct kpctl_ring *ring);

/*
 * The waiter's side, on any CPU. Both return what is there to read now.
 *
 * await: unread bytes. None: the next record published is worth a wake-up;
 * where that was not so before, *armed is set, and the caller must look again
 * once a writer that is publishing now is sure to be done (ring.c, 10).
 *
 * more: after a writer reported a wake-up. True: so much that readers should be
 * woken now; false: later, when the ring is half full or a timer has run off.
 */
u64 kpctl_ring_await(struct kpctl_ring *ring, bool *armed);
bool kpctl_ring_more(struct kpctl_ring *ring);

/* The rare turns of what is inline here, nobody else's. */
bool kpctl_ring_reserve_slow(struct kpctl_ring *ring, u32 len, struct kpctl_reservation *res);
bool kpctl_ring_commit_rest(struct kpctl_ring *ring);
kpctl_keeps_registers u64 kpctl_ring_stamp_mono(struct kpctl_ring *ring);

/* Zero, not a multiple of 8 or too long: one rotation tells all three. */
static __always_inline bool kpctl_ring_bad_len(const struct kpctl_ring *ring, u32 len)
{
	u32 x = len - 8;

	return ((x >> 3) | (x << 29)) >= ring->max_len8;
}

static __always_inline void kpctl_ring_grant(struct kpctl_ring *ring,
					     struct kpctl_reservation *res,
					     u64 pos, u64 end, u64 time)
{
	local_inc(&ring->written);
	res->rec = ring->data + (pos & ring->mask);
	res->time = time;
	res->pos = pos;
	res->end = end;
}

/*
 * A stamp that is not below any of its clock taken before it on this CPU. False: an
 * interrupter stamped meanwhile, so head is to be read again.
 */
static __always_inline bool kpctl_ring_stamp(struct kpctl_ring *ring, u64 *time)
{
	if (likely(kpctl_clock_is_raw())) {
		*time = kpctl_clock_read_raw();
		return true;
	}
	*time = KPCTL_CALL_KEEPING(kpctl_ring_stamp_mono, ring);
	return *time;
}

/* Field by field through a copy, so that the caller's own can live in registers. */
static __always_inline bool kpctl_ring_reserve_again(struct kpctl_ring *ring, u32 len,
						     struct kpctl_reservation *res)
{
	struct kpctl_reservation copy = { 0 };
	bool granted = kpctl_ring_reserve_slow(ring, len, &copy);

	res->rec = copy.rec;
	res->time = copy.time;
	res->pos = copy.pos;
	res->end = copy.end;
	res->wake = copy.wake;
	return granted;
}

/*
 * The common case: nothing is to be told, there is room, nobody came in between.
 * nest is counted already, len known to be good. False: nothing has happened, try
 * kpctl_ring_reserve_slow().
 */
static __always_inline bool kpctl_ring_reserve_fast(struct kpctl_ring *ring, u32 len,
						    struct kpctl_reservation *res)
{
	u64 pos = local_read(&ring->head), end = pos + len, time;

	if (unlikely(kpctl_word_is_below(&ring->limit, end)))
		return false;
	if (unlikely(!kpctl_ring_stamp(ring, &time)))
		return false;
	if (unlikely(!kpctl_word_move(&ring->head, pos, end)))
		return false;
	kpctl_ring_grant(ring, res, pos, end, time);
	return true;
}

/*
 * The next most common: it was full, the reader has not moved, nobody waits for it.
 * As above; true: refused and counted, and a commit has to follow.
 */
static __always_inline bool kpctl_ring_refuse_fast(struct kpctl_ring *ring, u32 len)
{
	u64 tail = local_read(kpctl_ring_tail(ring));

	if (!kpctl_word_is_below(&ring->limit, 0) ||
	    /* Nothing is read or written over for it: no barrier. */
	    READ_ONCE(ring->consumer->tail) != tail ||
	    local_read(&ring->head) + len - tail <= ring->size ||
	    READ_ONCE(ring->wake_at) != KPCTL_RING_NO_WAKE)
		return false;
	local_dec(&ring->limit);	/* closed once more, see ring.c, 8 */
	local_inc(&ring->lost);
	return true;
}

/*
 * Room for len bytes (a multiple of 8, at most size / 2). Returns true, and the
 * caller fills [rec, rec + len) with whole records and then must commit; false
 * when there is none: counted as one record lost, nothing to commit, and
 * res->wake says whether a waiting reader should be woken.
 *
 * A lost record, if one is due, is put in front by the ring itself.
 *
 * Inline is the common case; in all others the slow one starts over.
 */
static __always_inline bool kpctl_ring_reserve(struct kpctl_ring *ring, u32 len,
					       struct kpctl_reservation *res)
{
	local_inc(&ring->nest);
	if (unlikely(kpctl_ring_bad_len(ring, len)) ||
	    unlikely(!kpctl_ring_reserve_fast(ring, len, res)))
		return kpctl_ring_reserve_again(ring, len, res);
	return true;
}

/*
 * Give back the end of a reservation: only the first len bytes are used. Works
 * while nobody nested reserved behind it; returns the length that the last
 * record must fill, len or what was reserved (then the caller zeroes the rest).
 */
static __always_inline u32 kpctl_ring_trim(struct kpctl_ring *ring,
					   struct kpctl_reservation *res, u32 len)
{
	u32 whole = res->end - res->pos;
	u64 end = res->pos + len;

	if (unlikely(!len || (len & 7) || len >= whole))
		return whole;
	if (unlikely(local_cmpxchg(&ring->head, res->end, end) != res->end))
		return whole;
	res->end = end;
	return len;
}

/* Only with nest == 1, which is given up. Returns what was published. */
static __always_inline u64 kpctl_ring_publish(struct kpctl_ring *ring)
{
	struct kpctl_meta *meta = ring->meta;
	u64 head = local_read(&ring->head);
	u64 lost = local_read(&ring->lost);

	WRITE_ONCE(meta->lost, lost);
	/* Pairs with the reader's load-acquire: records and lost before head. */
	smp_store_release(&meta->head, head);
	barrier();		/* with interrupters: none may find nest 0 and head old */
	local_set(&ring->nest, 0);
	barrier();		/* with interrupters: look at owed only after that */
	return head;
}

/*
 * Leave, where that is all: nobody below, nobody came in between, nobody waits.
 * False: kpctl_ring_commit_rest() has to follow.
 */
static __always_inline bool kpctl_ring_commit_fast(struct kpctl_ring *ring)
{
	u64 head;

	barrier();		/* with interrupters: filled before nest is given up */
	if (unlikely(!kpctl_word_is(&ring->nest, 1)))
		return false;
	head = kpctl_ring_publish(ring);
	if (unlikely(!kpctl_word_is32(&ring->owed, 0)))
		return false;
	return likely(kpctl_word_is_above64(&ring->wake_at, head));
}

/* Leave. Returns true when a waiting reader should be woken. */
static __always_inline bool kpctl_ring_commit(struct kpctl_ring *ring)
{
	return unlikely(!kpctl_ring_commit_fast(ring)) && kpctl_ring_commit_rest(ring);
}

#endif /* KPCTL_RING_RING_H */
