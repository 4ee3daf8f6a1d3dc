/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who is called what, as far as this CPU's stream has said so.
 *
 * A small direct-mapped cache per CPU and set of rings. A hit costs three 8-byte
 * compares, of the thread id with the generation and of the name. An entry is
 * believed without a second look only if its generation is the set's: a reader that
 * comes or goes raises that, so a late reader learns every name anew, and exec or
 * prctl are seen because the name is compared. So does what else there is to be told
 * (ring/preamble.h), and then names are still good that are of a generation since the last
 * reader came or went.
 *
 * Only this CPU touches its cache, but its writers nest. The tag is cleared first
 * and set last, so a nested writer finds an entry half made invalid; at worst
 * a name is told twice.
 */
#ifndef KPCTL_RING_COMM_H
#define KPCTL_RING_COMM_H

#include <linux/compiler.h>
#include <linux/kprobectl.h>
#include <linux/sched.h>

#define KPCTL_COMM_SLOTS	64

struct kpctl_comm {
	u64 comm[2];
	u64 tag;		/* generation (0: invalid) and tid (0: an idle task) */
};

/* As if no name had been told, whatever the tid. */
#define KPCTL_COMM_NONE		(~0ull << 31)

static __always_inline u64 kpctl_comm_tag(u32 generation, u32 tid)
{
	return (u64)generation << 32 | tid;
}

static __always_inline struct kpctl_comm *kpctl_comm_slot(struct kpctl_comm *cache, u32 tid)
{
	return &cache[tid % KPCTL_COMM_SLOTS];
}

static __always_inline void kpctl_comm_read(u64 comm[2])
{
	BUILD_BUG_ON(TASK_COMM_LEN != 2 * sizeof(u64));
	comm[0] = READ_ONCE(((u64 *)current->comm)[0]);
	comm[1] = READ_ONCE(((u64 *)current->comm)[1]);
}

static __always_inline bool kpctl_comm_known(const struct kpctl_comm *slot, u32 tid,
					     const u64 comm[2], u32 generation)
{
	return READ_ONCE(slot->tag) == kpctl_comm_tag(generation, tid) &&
	       READ_ONCE(slot->comm[0]) == comm[0] && READ_ONCE(slot->comm[1]) == comm[1];
}

/* Not older than that? Generations are compared as jiffies are. */
static __always_inline bool kpctl_comm_known_since(const struct kpctl_comm *slot, u32 tid,
						   const u64 comm[2], u32 since)
{
	u32 generation = READ_ONCE(slot->tag) >> 32;

	return generation && (s32)(generation - since) >= 0 &&
	       kpctl_comm_known(slot, tid, comm, generation);
}

/* Is it the one of the fast path, and the task's name where it stands? */
static __always_inline bool kpctl_comm_is(const struct kpctl_comm *slot, u64 tag,
					  const struct task_struct *task)
{
	const u64 *comm = (const u64 *)task->comm;

	/*
	 * Each is read once, as there is no use of it but this, and without READ_ONCE() by
	 * the same instruction that compares. What interrupts us and learns is of the same
	 * task; a name that another changes meanwhile is looked at again by the next hit.
	 */
	return likely(data_race(slot->tag) == tag) &&
	       likely(data_race(slot->comm[0]) == data_race(comm[0])) &&
	       likely(data_race(slot->comm[1]) == data_race(comm[1]));
}

static __always_inline void kpctl_comm_learn(struct kpctl_comm *slot, u32 tid,
					     const u64 comm[2], u32 generation)
{
	WRITE_ONCE(slot->tag, 0);
	barrier();
	WRITE_ONCE(slot->comm[0], comm[0]);
	WRITE_ONCE(slot->comm[1], comm[1]);
	barrier();
	WRITE_ONCE(slot->tag, kpctl_comm_tag(generation, tid));
}

/* The record that tells it; rec has sizeof(struct kpctl_rec_comm) bytes. */
void kpctl_comm_write(u8 *rec, u64 time, u32 tid, const u64 comm[2]);

#endif /* KPCTL_RING_COMM_H */
