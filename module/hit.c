// SPDX-License-Identifier: GPL-2.0
#include <linux/hardirq.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include "comm.h"
#include "hit.h"
#include "ring_mem.h"
#include "session.h"

/* Context */

/*
 * An int3 is delivered like an NMI, so under one the count says NMI and hard
 * interrupt once each for that. A true NMI that runs into an optimized probe
 * says so too; the byte in place tells the two apart.
 */
static __always_inline unsigned int without_int3(const struct kpctl_hit *hit, unsigned int pc)
{
	u8 insn;

	if (likely(!(pc & NMI_MASK)))
		return pc;
	if (copy_from_kernel_nofault(&insn, (void *)hit->ev->addr, 1) || insn != 0xcc)
		return pc;
	return pc - NMI_OFFSET - HARDIRQ_OFFSET;
}

/*
 * The context that was probed, not ours: interrupts as its flags had them, and
 * one level of preempt_disable() less, which each way into a handler adds.
 */
static __always_inline u32 context(const struct kpctl_hit *hit)
{
	unsigned int pc = without_int3(hit, hit->preempt), depth = pc & PREEMPT_MASK;
	u32 ctx = 0;

	if (!(hit->regs->flags & X86_EFLAGS_IF))
		ctx |= KPCTL_CTX_IRQS_OFF;
	if (tif_need_resched())
		ctx |= KPCTL_CTX_NEED_RESCHED;
	if (pc & NMI_MASK)
		ctx |= KPCTL_CTX_NMI;
	if (pc & HARDIRQ_MASK)
		ctx |= KPCTL_CTX_HARDIRQ;
	if (softirq_count()) {
		if (softirq_count() & SOFTIRQ_OFFSET)
			ctx |= KPCTL_CTX_SOFTIRQ;
		if (softirq_count() & ~SOFTIRQ_OFFSET)
			ctx |= KPCTL_CTX_BH_OFF;
	}
	depth = depth ? depth - 1 : 0;
	return ctx | min(depth, 15u) << KPCTL_CTX_PREEMPT_SHIFT;
}

/* Records */

static __always_inline void write_fixed(const struct kpctl_hit *hit, u8 *rec, u64 time)
{
	u64 *slot = (u64 *)(rec + sizeof(struct kpctl_rec));
	int i;

	for (i = 0; i < hit->nr_fixed; i++)
		slot[i] = hit->fixed[i];
	if (hit->timed)
		slot[i] = time - hit->since;
}

/*
 * An event with strings reserves the most they can take, writes them once into
 * place, and gives the rest back. When a nested writer stands behind it already
 * the rest stays and is zeroed.
 */
static notrace noinline u32 trim(struct kpctl_ring *ring, struct kpctl_reservation *res,
				 u8 *rec, u32 len)
{
	u32 before = rec - res->rec;
	u32 kept = kpctl_ring_trim(ring, res, before + len) - before;

	memset(rec + len, 0, kept - len);
	return kept;
}
NOKPROBE_SYMBOL(trim);

notrace void kpctl_hit_record(struct kpctl_hit *hit)
{
	struct kpctl_event *ev = hit->ev;
	struct kpctl_session *s = ev->session;
	struct kpctl_rings *rings = READ_ONCE(s->rings);
	u32 tid = current->pid, len, str_max, generation;
	struct kpctl_reservation res;
	struct kpctl_comm *name;
	struct kpctl_cpu *c;
	struct kpctl_rec *rec;
	u64 comm[2];
	bool known;

	if (unlikely(!READ_ONCE(s->tracing_on))) {
		local_inc(&hit->count->off);
		return;
	}
	c = this_cpu_ptr(rings->cpu);
	generation = READ_ONCE(c->generation);
	name = kpctl_comm_slot(c->comm, tid);
	kpctl_comm_read(comm);
	known = !tid || kpctl_comm_known(name, tid, comm, generation);
	str_max = ev->fetch.nstrings ? rings->str_max : 0;
	len = ev->fetch.size + str_max + (known ? 0 : sizeof(struct kpctl_rec_comm));

	if (unlikely(!kpctl_ring_reserve(&c->ring, len, &res))) {
		local_inc(&hit->count->lost);
		if (res.wake)
			irq_work_queue(&c->wake);
		return;
	}
	rec = (void *)res.rec;
	if (unlikely(!known)) {
		kpctl_comm_write(res.rec, res.time, tid, comm);
		kpctl_comm_learn(name, tid, comm, generation);
		rec = (void *)(res.rec + sizeof(struct kpctl_rec_comm));
	}
	write_fixed(hit, (u8 *)rec, res.time);
	len = kpctl_fetch_run(&ev->fetch, hit->regs, hit->entry, (u8 *)rec, str_max);
	if (str_max)
		len = trim(&c->ring, &res, (u8 *)rec, len);
	rec->time = res.time;
	rec->id = ev->id;
	rec->size = len;
	rec->ctx_tid = tid | context(hit) << KPCTL_TID_BITS;
	local_inc(&hit->count->emitted);
	if (unlikely(kpctl_ring_commit(&c->ring)))
		irq_work_queue(&c->wake);
}
NOKPROBE_SYMBOL(kpctl_hit_record);
