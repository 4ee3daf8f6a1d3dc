// SPDX-License-Identifier: GPL-2.0
#include <linux/build_bug.h>
#include <linux/kprobes.h>

#include "ring/clock.h"
#include "ring/preamble.h"

static_assert(sizeof(struct kpctl_rec_clock) == 48);

notrace noinline u32 kpctl_preamble_due(const struct kpctl_cpu *c, const struct kpctl_comm *slot,
					u32 tid, const u64 comm[2])
{
	u32 due = 0;

	/*
	 * Pairs with the store-release in publish(). The generation that made us look
	 * was read before, and raised after the state was stored.
	 */
	if (smp_load_acquire(&kpctl_clock_state)->id != READ_ONCE(c->clock_told))
		due |= KPCTL_PREAMBLE_CLOCK;
	if (tid && !kpctl_comm_known_since(slot, tid, comm, READ_ONCE(c->names_since)))
		due |= KPCTL_PREAMBLE_NAME;
	return due;
}
NOKPROBE_SYMBOL(kpctl_preamble_due);

static __always_inline void tell_clock(struct kpctl_cpu *c, u8 *rec, u64 time)
{
	const struct kpctl_clock_state *state = smp_load_acquire(&kpctl_clock_state);
	struct kpctl_rec_clock *out = (void *)rec;

	out->hdr.time = time;
	out->hdr.id = KPCTL_REC_CLOCK;
	out->hdr.size_ctx = sizeof(*out);
	out->hdr.ctx_tid = 0;
	out->pair.raw = state->pair.raw;
	out->pair.ns = state->pair.ns;
	out->pair.mult = state->pair.mult;
	out->pair.shift = state->pair.shift;
	out->flags = state->flags;
	out->changes = state->changes;
	WRITE_ONCE(c->clock_told, state->id);
}

notrace noinline u8 *kpctl_preamble_write(struct kpctl_cpu *c, u8 *rec, u64 time, u32 due, u32 tid,
					  const u64 comm[2])
{
	if (due & KPCTL_PREAMBLE_CLOCK) {
		tell_clock(c, rec, time);
		rec += sizeof(struct kpctl_rec_clock);
	}
	if (due & KPCTL_PREAMBLE_NAME) {
		kpctl_comm_write(rec, time, tid, comm);
		rec += sizeof(struct kpctl_rec_comm);
	}
	return rec;
}
NOKPROBE_SYMBOL(kpctl_preamble_write);
