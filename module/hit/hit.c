// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "aggr/aggr.h"
#include "base/arch.h"
#include "hit/act.h"
#include "hit/call.h"
#include "hit/hit.h"
#include "hit/print.h"
#include "prog/helper.h"
#include "ring/preamble.h"
#include "hit/recursion.h"

DEFINE_PER_CPU(u8[KPCTL_LEVELS], kpctl_busy);

notrace noinline u32 kpctl_hit_context_slow(unsigned int preempt, unsigned long flags,
					    u64 int3_at)
{
	unsigned int pc = kpctl_arch_probed_count(preempt, int3_at), depth = pc & PREEMPT_MASK;
	u32 ctx = 0;

	if (!kpctl_arch_irqs_on(flags))
		ctx |= KPCTL_CTX_IRQS_OFF;
	ctx |= kpctl_hit_resched();
	if (pc & NMI_MASK)
		ctx |= KPCTL_CTX_NMI;
	if (pc & HARDIRQ_MASK)
		ctx |= KPCTL_CTX_HARDIRQ;
	if (softirq_count() & SOFTIRQ_OFFSET)
		ctx |= KPCTL_CTX_SOFTIRQ;
	if (softirq_count() & ~SOFTIRQ_OFFSET)
		ctx |= KPCTL_CTX_BH_OFF;
	depth = depth ? depth - 1 : 0;
	return ctx | min(depth, 15u) << KPCTL_CTX_PREEMPT_SHIFT;
}
NOKPROBE_SYMBOL(kpctl_hit_context_slow);

/*
 * A CPU that goes offline runs its irq_works a last time while probes still hit on that
 * CPU; an irq_work queued later would never run, and irq_work_sync() would wait for ever. So
 * no irq_work is queued once the CPU is no longer active: wake_at is set to 0, and the next
 * commit there asks again. For the CPU's last events sleeping readers are woken when the
 * CPU is off (session/cpu_offline.c).
 */
notrace noinline void kpctl_hit_wake(struct kpctl_cpu *c)
{
	if (likely(cpu_active(raw_smp_processor_id())))
		irq_work_queue(&c->wake);
	else
		WRITE_ONCE(c->ring.wake_at, 0);
}
NOKPROBE_SYMBOL(kpctl_hit_wake);

/*
 * A note, with the current task's name in front: the task may never write another record.
 * The caller fills the note in, and commits. NULL: no room.
 */
static notrace void *begin_note(struct kpctl_cpu *c, u16 id, u16 size)
{
	struct kpctl_reservation res;
	u32 tid = current->pid, due;
	struct kpctl_rec *rec;
	u64 comm[2];

	kpctl_comm_read(comm);
	due = KPCTL_PREAMBLE_NAME | kpctl_preamble_due(c, kpctl_comm_slot(c->comm, tid), tid, comm);
	if (!kpctl_ring_reserve(&c->ring, kpctl_preamble_size(due) + size, &res))
		return NULL;
	rec = (void *)kpctl_preamble_write(c, res.rec, res.time, due, tid, comm);
	rec->time = res.time;
	rec->id = id;
	rec->size_ctx = size;
	rec->ctx_tid = tid;
	return rec;
}
NOKPROBE_SYMBOL(begin_note);

/* Notes may fill half of the ring: beyond, a note would take an event's room, or be lost. */
static __always_inline bool has_room_for_notes(const struct kpctl_cpu *c)
{
	return kpctl_ring_fill(&c->ring) <= c->ring.size / 2;
}

static notrace bool write_missed(struct kpctl_cpu *c, u32 event, u64 total, u32 count)
{
	struct kpctl_rec_missed *rec = begin_note(c, KPCTL_REC_MISSED, sizeof(*rec));

	if (!rec)
		return false;
	rec->total = total;
	rec->count = count;
	rec->event = event;
	if (kpctl_ring_commit(&c->ring))
		kpctl_hit_wake(c);
	return true;
}
NOKPROBE_SYMBOL(write_missed);

/*
 * A missed call: its return will not be seen. The stream is told at once, but in a flood of
 * misses only now and then.
 */
notrace noinline void kpctl_hit_missed(struct kpctl_target *target, struct kpctl_count *count)
{
	struct kpctl_cpu *c = this_cpu_ptr(READ_ONCE(target->stream->rings)->cpu);
	u64 now = kpctl_clock_ns(), total;
	u32 n;

	local_inc(&count->missed);
	kpctl_stream_count_missed(target->stream);
	if (!has_room_for_notes(c) ||
	    !kpctl_missed_tell(&count->told, &count->missed, now, &total, &n))
		return;
	kpctl_missed_told(&count->told, now, total, write_missed(c, target->id, total, n));
}
NOKPROBE_SYMBOL(kpctl_hit_missed);

notrace noinline bool kpctl_hit_throttled(struct kpctl_target *target, u32 one_in, u64 total)
{
	struct kpctl_cpu *c = this_cpu_ptr(READ_ONCE(target->stream->rings)->cpu);
	struct kpctl_rec_throttled *rec;

	if (!has_room_for_notes(c))
		return false;
	rec = begin_note(c, KPCTL_REC_THROTTLED, sizeof(*rec));
	if (!rec)
		return false;
	rec->total = total;
	rec->one_in = one_in;
	rec->event = target->id;
	if (kpctl_ring_commit(&c->ring))
		kpctl_hit_wake(c);
	return true;
}
NOKPROBE_SYMBOL(kpctl_hit_throttled);

static notrace void stop_recording(struct kpctl_target *target, const struct kpctl_prog *prog)
{
	struct kpctl_cpu *c = this_cpu_ptr(READ_ONCE(target->stream->rings)->cpu);
	struct kpctl_rec_stopped *rec;

	if (!kpctl_stop_now(target->stream, target->id, prog->stop_after))
		return;
	rec = begin_note(c, KPCTL_REC_STOPPED, sizeof(*rec));
	if (!rec)
		return;
	rec->after = prog->stop_after;
	rec->event = target->id;
	if (kpctl_ring_commit(&c->ring))
		kpctl_hit_wake(c);
}
NOKPROBE_SYMBOL(stop_recording);

static notrace noinline void call_helpers(const struct kpctl_hit *hit,
					  const struct kpctl_site *made)
{
	const struct kpctl_prog *prog = hit->prog;
	struct kpctl_site site;
	u64 unused;
	u32 i;

	if (!made)
		kpctl_hit_site(hit, hit->lat, &site);
	for (i = 0; i < prog->ncalls; i++)
		kpctl_helper_run(prog->call[i], made ?: &site, &unused);
}
NOKPROBE_SYMBOL(call_helpers);

notrace noinline void kpctl_hit_act(const struct kpctl_hit *hit, const struct kpctl_site *made)
{
	const struct kpctl_prog *prog = hit->prog;
	u32 mask = prog->changes ? kpctl_act_decide(hit, made) : 0;
	u32 marks = mask ? KPCTL_CTX_ACTED : 0;

	if (prog->emit)
		kpctl_hit_record_marked(hit, made, marks);
	else
		local_inc(&hit->count->aggregated);
	if (prog->ncalls)
		call_helpers(hit, made);
	if (prog->prints)
		kpctl_hit_print(hit, made, marks);
	if (prog->stops)
		stop_recording(hit->target, prog);
	if (mask)
		kpctl_act_do(hit, mask);
}
NOKPROBE_SYMBOL(kpctl_hit_act);

notrace noinline void kpctl_hit_parts(const u8 *kept, u64 lat, struct kpctl_site *site)
{
	const struct kpctl_call *call = container_of(kept, struct kpctl_call, kept[0]);

	site->parts_known = &site->parts;
	if (!call->prog->split_of_task)
		kpctl_offcpu_end(&call->split, lat, &site->parts);
	else if (!kpctl_task_parts(&call->marked, lat, &site->parts))
		site->parts_known = KPCTL_PARTS_UNKNOWN;
}
NOKPROBE_SYMBOL(kpctl_hit_parts);

/* Room that a nested writer's record already stands behind stays with rec, zeroed. */
notrace noinline u32 kpctl_hit_trim(struct kpctl_ring *ring, struct kpctl_reservation res,
				    u8 *rec, u32 len)
{
	u32 before = rec - res.rec;
	u32 kept = kpctl_ring_trim(ring, &res, before + len) - before;

	if (unlikely(kept > len))
		memset(rec + len, 0, kept - len);
	return kept;
}
NOKPROBE_SYMBOL(kpctl_hit_trim);

/* Clearing replaces all tables at once, so `aggrs` is read once. */
notrace noinline void kpctl_hit_aggregate(struct kpctl_target *target,
					  const struct kpctl_prog *prog,
					  struct pt_regs *regs, const u8 *kept, u64 func,
					  u64 caller, u64 lat)
{
	/* Pairs with the store-release in event_aggr.c. */
	struct kpctl_aggrs *aggrs = smp_load_acquire(&target->aggrs);
	struct kpctl_site site;
	u32 i;

	kpctl_site_init(&site, regs, kept, func, caller, lat);
	if (unlikely(prog->wants_split))
		kpctl_hit_parts(kept, lat, &site);
	for (i = 0; i < prog->naggrs; i++)
		kpctl_aggr_hit(&prog->aggr[i], &aggrs->aggr[i], &site);
}
NOKPROBE_SYMBOL(kpctl_hit_aggregate);
