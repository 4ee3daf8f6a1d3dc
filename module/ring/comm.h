/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cache of task names that this CPU's stream has told: a small direct-mapped cache
 * per CPU and set of rings.
 *
 * A hit compares three words of 8 bytes: the tag, which is thread id and generation,
 * and the two halves of the name. The name is compared because exec and prctl change it.
 *
 * An entry whose generation is the set's needs no second look. Two things raise the
 * generation of the set:
 *
 *   a reader comes or goes     all names are told again, so that a late reader
 *                              learns each of them
 *   a new clock state is due   a name told since the last reader came or went is
 *   (ring/preamble.h)          still valid (names_since in ring/ring_mem.h)
 *
 * Only this CPU touches its cache, but the writers on a CPU nest. A writer clears the tag
 * first and sets the tag last, so an interrupter finds an invalid entry, never half of
 * one; at worst a name is told twice.
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

/*
 * The tag that no entry has, whatever the thread id. As kpctl_cpu.told the tag says that
 * tracing is off: no hit passes the fast path then.
 */
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

/* Was the name told in generation `since` or later? Generations wrap, as jiffies do. */
static __always_inline bool kpctl_comm_known_since(const struct kpctl_comm *slot, u32 tid,
						   const u64 comm[2], u32 since)
{
	u32 generation = READ_ONCE(slot->tag) >> 32;

	return generation && (s32)(generation - since) >= 0 &&
	       kpctl_comm_known(slot, tid, comm, generation);
}

/* Does the entry have this tag and the present name of the task? For the fast path. */
static __always_inline bool kpctl_comm_is(const struct kpctl_comm *slot, u64 tag,
					  const struct task_struct *task)
{
	const u64 *comm = (const u64 *)task->comm;

	/*
	 * Each word is read once, by the instruction that compares it: READ_ONCE() would cost
	 * an instruction more. An interrupter that learns a name learns the name of the same
	 * task; a name that another CPU changes meanwhile is compared again by the next hit.
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

/* Write the record that tells the name; rec has sizeof(struct kpctl_rec_comm) bytes. */
void kpctl_comm_write(u8 *rec, u64 time, u32 tid, const u64 comm[2]);

#endif /* KPCTL_RING_COMM_H */
