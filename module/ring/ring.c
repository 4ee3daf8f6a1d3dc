// SPDX-License-Identifier: GPL-2.0
/*
 * The protocol
 *
 * Writers on one CPU nest like a stack: task, softirq, hardirq, NMI. Who comes
 * later runs to its end before the one below goes on. Each
 *
 *   enters    nest++
 *   reserves  reads head, sees whether there is room, stamps, moves head by cmpxchg
 *   fills     a lost record if one is due, then the caller its own
 *   leaves    nested: says that publishing is owed, nest--
 *             outermost: publishes head and lost, nest = 0, looks at owed
 *
 * What holds, and why
 *
 *  1. Whole: what lies before meta->head is filled. Only the outermost writer
 *     publishes, and only when its own filling is done; it read head while
 *     nest was 1, so everybody who came above it has filled and left.
 *  2. Soon: with nobody inside, meta->head is head and meta->lost is lost. A
 *     writer that finds somebody below it when it leaves sets owed. The
 *     outermost looks at owed after nest = 0: who came before that is seen
 *     there, who came after it was outermost and published itself. A writer
 *     that was refused leaves like all others, it owes the same.
 *  3. meta->head and meta->lost never go back: they are read and stored under
 *     one hold of nest == 1, in which nobody else stores them.
 *  4. Stamps never fall from one position to the next: the stamp was taken
 *     while head stood at pos, as the cmpxchg proves. Nobody else's reservation
 *     lies in between; head never comes back to an old value, since a trim
 *     leaves at least 8 bytes standing. That is all for the raw counter, which
 *     does not fall on a CPU (clock.h). Should the other clock step back, the
 *     newest of its stamps so far is taken instead: whoever stands before us set
 *     last to its own stamp before it moved head, and we read last after head.
 *     Stamps of the two are not compared; one change of clock is one seam.
 *  5. Losses: lost is read in the same window, so the totals in lost records
 *     never go back along the stream either, and a total counts what was
 *     dropped before its own place and nothing dropped after it. lost_told is
 *     only ever set to the total of a lost record already reserved: equal to
 *     lost means that it has been told before this place. An older value put
 *     there by an interrupted writer costs one lost record that repeats a
 *     total. publish reads head before lost, so no total before meta->head
 *     is above meta->lost. Hence: differences seen by the reader, plus
 *     meta->lost less the last total, are exactly the drops.
 *  6. Nothing unread is overwritten: end - tail <= size with a tail that is
 *     never ahead of the reader's own. tail moves only forward, only to values
 *     found good (a multiple of 8, not behind itself, not ahead of meta->head),
 *     and only by cmpxchg, since an interrupter may have moved it further.
 *     With a reader that lies, tail still is between 0 and meta->head, which is
 *     all that keeps us inside the buffer; and even that is not needed, because
 *     positions become addresses under the mask only.
 *  7. Nobody waits. A turn of any loop is taken again only for an interrupter
 *     that came in during it.
 *
 *  8. limit is what spares the common case a look at tail, lost and lost_told: it
 *     is at most tail + size, and below zero from before a loss is counted until
 *     that is told. Only an outermost writer opens it, so who drops is never
 *     interrupted by one who does; and it opens what it found before it saw that
 *     all is told, if nobody closed it again: no two closings are alike.
 *
 * nest needs no care beyond local_t: each interrupter puts it back.
 *
 * Barriers, as pairs with the reader's in userspace:
 *
 *   writer:  records, meta->lost, store-release meta->head (publish)
 *   reader:  load-acquire meta->head, records, meta->lost
 *   reader:  records read, store-release consumer->tail
 *   writer:  load-acquire consumer->tail (look), records written over
 *
 * Waking: who sleeps, a poller, has found nothing to read and put into wake_at
 * the next position that may be published. Its owner is called a waiter here:
 * pollers, the wake-up work that a writer asks for, and a timer.
 *
 *   poller   nothing unread: arm (await); if that changed wake_at, start the
 *            timer, or put it off, to a whole delay from now. Something: start
 *            the timer if that does not run; for who waits for an edge, reads
 *            all and asks again only when woken
 *   writer   publishes, passes wake_at: takes it (NO_WAKE), asks for the work
 *   work     half a ring unread: wakes. Less: arms for half a ring if nobody
 *            else has armed (more), and starts the timer if that does not run
 *   timer    anything unread: wakes. Else as a poller: arms, and again
 *
 *  9. What is published while a poller sleeps wakes it: at once, or when the
 *     timer looks. Let meta->head have moved, all be quiet, and nobody have
 *     woken. The last to store wake_at was
 *     - a taker. It asked for the work, which woke or left a timer to look.
 *     - the work: it left a timer to look.
 *     - a poller or the timer, who then looks again after a whole delay.
 *     So a timer looked last. It found nothing unread and wake_at at or before
 *     the next position, and left both. The writer that published after that
 *     look saw this wake_at or a later one when it had published, and took it.
 *     What is armed lies behind meta->head, not behind what is reserved: who is
 *     inside publishes no more than that, and would reach no such position. And
 *     a taker may have put NO_WAKE over what a poller had armed once it had read
 *     all: then the work arms for half a ring, and the timer for the next again.
 * 10. The writer stores meta->head and loads wake_at; a processor may do the
 *     load first, and only a full barrier in every commit would hinder it.
 *     None is there: the waiter stores wake_at and looks again at meta->head a
 *     whole delay (a tick at least) later, when that store was long to be seen
 *     by whoever loads wake_at, and what a load was done before of is in memory.
 *     That is why a timer that runs already is not enough for who has armed.
 *
 * Overwriting
 *
 * The ring may keep the newest records instead of the oldest. There is no reader to wait for:
 * whoever finds no room moves tail over the oldest records (drop_oldest), and then takes the
 * room like all others. meta->tail is where the oldest record begins that is left,
 * meta->overwritten counts the events that were in front of tail.
 *
 * 11. Whole, from meta->tail to meta->head, at every moment. tail moves from the beginning of a
 *     record to the beginning of another, by one cmpxchg over all that was walked: if the cmpxchg
 *     succeeds, nobody has moved tail since the walk began, so nobody has written over what was
 *     walked. tail never passes meta->head: an interrupted writer's record is not walked, and
 *     not written over. With all that is published gone, and no room still, the new record is
 *     dropped and counted. tail is stored before anything is written over, and limit is opened
 *     after that. A snapshot reads tail, head, the bytes, then tail again: what lies behind the
 *     last tail was not written over meanwhile.
 *
 * All are checked, step by step and under these names, by the models ring.pml, ring_wake.pml
 * and ring_order.pml, and on this code by tests/unit/ring_*.
 */
#include "ring/ring.h"
#include <linux/build_bug.h>
#include <linux/kprobes.h>
#include <asm/page.h>

static_assert(sizeof(struct kpctl_rec) == 16);
static_assert(sizeof(struct kpctl_rec_lost) == 24);
static_assert(sizeof(struct kpctl_rec_comm) == 32);
static_assert(sizeof(struct kpctl_meta) == 168);
/* Positions are local_t, so that needs 64 bits. */
static_assert(sizeof(local_t) == sizeof(u64));

void kpctl_ring_init(struct kpctl_ring *ring, void *data, u64 size,
		     struct kpctl_meta *meta, struct kpctl_consumer *consumer,
		     u32 cpu)
{
	ring->data = data;
	ring->size = size;
	ring->mask = size - 1;
	ring->meta = meta;
	ring->consumer = consumer;
	ring->max_len8 = size / 2 / 8;
	ring->wake_at = KPCTL_RING_NO_WAKE;
	local_set(&ring->max_nest, 1);
	local_set(&ring->limit, S64_MIN);	/* no drop leaves that there */

	meta->magic = KPCTL_MAGIC;
	meta->abi = KPCTL_ABI_VERSION;
	meta->size = sizeof(*meta);
	meta->cpu = cpu;
	meta->clock = KPCTL_CLOCK_MARKED;
	meta->data_size = size;
	meta->data_offset = PAGE_SIZE;
}

void kpctl_ring_overwrite(struct kpctl_ring *ring, void (*forgot)(struct kpctl_ring *ring))
{
	ring->overwrites = true;
	ring->forgot = forgot;
	ring->nobody.tail = 1;		/* no position: kpctl_ring_refuse_fast() never refuses */
	ring->consumer = &ring->nobody;
	ring->meta->features |= KPCTL_FEATURE_OVERWRITES;
}

/*
 * A stamp of CLOCK_MONOTONIC that is not below any such taken before it on this
 * CPU, even if the clock is. 0: an interrupter stamped meanwhile, so head is to be
 * read again.
 */
kpctl_keeps_registers notrace noinline u64 kpctl_ring_stamp_mono(struct kpctl_ring *ring)
{
	u64 last = local_read(&ring->last);
	u64 now = kpctl_clock_read_mono();

	if (unlikely(now < last))
		return last;
	return local_cmpxchg(&ring->last, last, now) == last ? now : 0;
}
NOKPROBE_SYMBOL(kpctl_ring_stamp_mono);

/*
 * It looks full: where is the reader now, and does that make room up to end?
 *
 * Each is read once, and seen first: an interrupter may come, look and move
 * tail up, and against that a position read before it would look like a lie.
 * meta->head stands still, as we are inside and not publishing.
 */
static notrace bool has_room_after_look(struct kpctl_ring *ring, u64 end)
{
	u64 seen = local_read(kpctl_ring_tail(ring));
	/* Pairs with the reader's store-release: its reads come before our writes. */
	u64 tail = smp_load_acquire(&ring->consumer->tail);
	u64 head = READ_ONCE(ring->meta->head);

	if (unlikely((tail & 7) || tail - seen > head - seen))
		/* Ours to write: counting there keeps it exact and rising. */
		local_inc((local_t *)&ring->meta->bad_tail);
	else
		local_cmpxchg(kpctl_ring_tail(ring), seen, tail);
	return end - local_read(kpctl_ring_tail(ring)) <= ring->size;
}
NOKPROBE_SYMBOL(has_room_after_look);

/*
 * Walks from a record to the first that begins at goal or behind it, and no further than `head`;
 * counts events. Where an interrupter has written over what is walked, the sizes found may be any:
 * the walk ends all the same, and nobody uses its result.
 */
static notrace u64 walk_records(const struct kpctl_ring *ring, u64 from, u64 goal, u64 head,
				u64 *events)
{
	const struct kpctl_rec *rec;
	u64 n = 0, at = from;
	u32 size;

	while (at < goal && at < head) {
		rec = (const void *)(ring->data + (at & ring->mask));
		size = KPCTL_REC_SIZE(rec);
		if (size < sizeof(*rec) || size % 8 || size > head - at)
			break;
		n += rec->id >= KPCTL_REC_FIRST_EVENT;
		at += size;
	}
	*events = n;
	return at;
}
NOKPROBE_SYMBOL(walk_records);

/*
 * An eighth of the ring goes at a time, so that most records find room without a look; of a large
 * ring less, as a handler walks over all that goes.
 */
#define DROP_MOST	(16u << 10)

static notrace noinline bool drop_oldest(struct kpctl_ring *ring, u64 end)
{
	u64 spare = ring->size / 8 < DROP_MOST ? ring->size / 8 : DROP_MOST;
	u64 goal = end - ring->size + spare, head, tail, to, events;
	local_t *at = kpctl_ring_tail(ring);

	do {
		tail = local_read(at);
		/* meta->head stands still, as we are inside and not publishing */
		head = READ_ONCE(ring->meta->head);
		to = walk_records(ring, tail, goal, head, &events);
	} while (local_cmpxchg(at, tail, to) != tail);
	/* Pairs with the reader of a snapshot: tail, then what is written over. */
	smp_wmb();
	local_add(events, (local_t *)&ring->meta->overwritten);
	if (to != tail && ring->forgot)
		ring->forgot(ring);
	return end - local_read(at) <= ring->size;
}
NOKPROBE_SYMBOL(drop_oldest);

static __always_inline bool makes_room(struct kpctl_ring *ring, u64 end)
{
	return ring->overwrites ? drop_oldest(ring, end) : has_room_after_look(ring, end);
}

/* Put the lost record at pos; returns where the caller's bytes begin. */
static notrace noinline u64 write_lost(struct kpctl_ring *ring, u64 pos, u64 time, u64 lost)
{
	struct kpctl_rec_lost *rec = (void *)(ring->data + (pos & ring->mask));

	WRITE_ONCE(ring->lost_told, lost);
	rec->hdr.time = time;
	rec->hdr.id = KPCTL_REC_LOST;
	rec->hdr.size_ctx = sizeof(*rec);
	rec->hdr.ctx_tid = 0;
	rec->total = lost;
	return pos + sizeof(*rec);
}
NOKPROBE_SYMBOL(write_lost);

/* From here on nobody has to look, as long as there is room and nothing to tell. */
static notrace noinline void open(struct kpctl_ring *ring)
{
	long was = local_read(&ring->limit);

	if (local_read(&ring->nest) != 1 || local_read(&ring->lost) != READ_ONCE(ring->lost_told))
		return;
	local_cmpxchg(&ring->limit, was, local_read(kpctl_ring_tail(ring)) + ring->size);
}
NOKPROBE_SYMBOL(open);

/* Does a reader wait for a position up to this one? Whoever asks must wake it. */
static __always_inline bool take_wake(struct kpctl_ring *ring, u64 pos)
{
	if (likely(pos < READ_ONCE(ring->wake_at)))
		return false;
	WRITE_ONCE(ring->wake_at, KPCTL_RING_NO_WAKE);
	return true;
}

/* Count a refusal and leave like everybody: publishing may be owed. */
static notrace bool commit_drop(struct kpctl_ring *ring)
{
	local_set(&ring->limit, -1 - local_read(&ring->lost));
	local_inc(&ring->lost);
	return kpctl_ring_commit(ring);
}
NOKPROBE_SYMBOL(commit_drop);

/* No room: the reader is awaited, whatever position it waits for. */
static notrace bool drop_full(struct kpctl_ring *ring)
{
	u64 fill = local_read(&ring->head) - local_read(kpctl_ring_tail(ring));
	bool wake = take_wake(ring, KPCTL_RING_NO_WAKE - 1);

	if (fill > READ_ONCE(ring->max_fill))
		WRITE_ONCE(ring->max_fill, fill);
	return commit_drop(ring) || wake;
}
NOKPROBE_SYMBOL(drop_full);

/* The whole of it; nest is counted already. */
notrace noinline bool kpctl_ring_reserve_slow(struct kpctl_ring *ring, u32 len,
					      struct kpctl_reservation *res)
{
	u64 pos, end, time, lost;

	if (unlikely(kpctl_ring_bad_len(ring, len))) {
		res->wake = commit_drop(ring);
		return false;
	}
	if (kpctl_ring_refuse_fast(ring, len)) {
		res->wake = kpctl_ring_commit(ring);
		return false;
	}
	for (;;) {
		pos = local_read(&ring->head);
		lost = local_read(&ring->lost);
		end = pos + len;
		if (lost != READ_ONCE(ring->lost_told))
			end += sizeof(struct kpctl_rec_lost);
		if (end - local_read(kpctl_ring_tail(ring)) > ring->size &&
		    !makes_room(ring, end)) {
			res->wake = drop_full(ring);
			return false;
		}
		if (unlikely(!kpctl_ring_stamp(ring, &time)))
			continue;
		if (likely(local_cmpxchg(&ring->head, pos, end) == pos))
			break;
	}
	if (end - pos != len)
		pos = write_lost(ring, pos, time, lost);
	open(ring);
	kpctl_ring_grant(ring, res, pos, end, time);
	return true;
}
NOKPROBE_SYMBOL(kpctl_ring_reserve_slow);

/* Interrupters came while we published. Theirs is published, or is here. */
static notrace noinline u64 publish_again(struct kpctl_ring *ring)
{
	u64 head;

	do {
		local_set(&ring->nest, 1);
		/* Before head is read: who sets it from now on is seen below. */
		WRITE_ONCE(ring->owed, 0);
		barrier();
		head = kpctl_ring_publish(ring);
	} while (READ_ONCE(ring->owed));
	return head;
}
NOKPROBE_SYMBOL(publish_again);

/* Only nested writers come here, so nobody else needs to look how deep it is. */
static notrace noinline bool leave_nested(struct kpctl_ring *ring)
{
	long nest = local_read(&ring->nest);
	long max = local_read(&ring->max_nest), was;

	while (nest > max) {
		was = local_cmpxchg(&ring->max_nest, max, nest);
		if (was == max)
			break;
		max = was;
	}
	WRITE_ONCE(ring->owed, 1);
	local_dec(&ring->nest);
	return false;
}
NOKPROBE_SYMBOL(leave_nested);

/*
 * Not published yet: somebody is below us, and nest says so. Else we have left, and
 * who comes now puts nest back to 0.
 */
notrace noinline bool kpctl_ring_commit_rest(struct kpctl_ring *ring)
{
	u64 head;

	if (local_read(&ring->nest))
		return leave_nested(ring);
	head = READ_ONCE(ring->owed) ? publish_again(ring) : READ_ONCE(ring->meta->head);
	return take_wake(ring, head);
}
NOKPROBE_SYMBOL(kpctl_ring_commit_rest);

/* Tail first: the head read after it is never behind an honest one. */
static u64 unread(const struct kpctl_ring *ring, u64 *head)
{
	u64 tail = smp_load_acquire(&ring->consumer->tail);
	u64 fill;

	*head = READ_ONCE(ring->meta->head);
	if (ring->overwrites)	/* nobody is to read it */
		return 0;
	fill = *head - tail;
	return fill < ring->size ? fill : ring->size;
}

notrace u64 kpctl_ring_fill(const struct kpctl_ring *ring)
{
	u64 head;

	return unread(ring, &head);
}
NOKPROBE_SYMBOL(kpctl_ring_fill);

static void note_fill(struct kpctl_ring *ring, u64 fill)
{
	if (fill > READ_ONCE(ring->max_fill))
		WRITE_ONCE(ring->max_fill, fill);
}

u64 kpctl_ring_await(struct kpctl_ring *ring, bool *armed)
{
	u64 head, fill = unread(ring, &head);

	note_fill(ring, fill);
	if (!fill && READ_ONCE(ring->wake_at) > head + 1) {
		/* Behind what is published: who is inside may reach no further. */
		WRITE_ONCE(ring->wake_at, head + 1);
		*armed = true;
	}
	return fill;
}

bool kpctl_ring_more(struct kpctl_ring *ring)
{
	u64 head, fill = unread(ring, &head);

	note_fill(ring, fill);
	if (fill >= ring->size / 2)
		return true;
	/* Whoever has armed it meanwhile knows better. */
	cmpxchg(&ring->wake_at, KPCTL_RING_NO_WAKE, head - fill + ring->size / 2);
	return false;
}
