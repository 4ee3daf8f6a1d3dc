// SPDX-License-Identifier: GPL-2.0
/* A reader inside the kernel that believes nothing. */
#include <linux/kernel.h>

#include "kpt_nest.h"

/*
 * A lost record stands in front of the first record after its gap; where
 * writers nest it may stand on the other side of the nested ones.
 */
#define NEST_LATE 8

/*
 * An NMI in the midst of the timekeeper's update reads a clock that is behind by
 * a few ns. A stamp taken too early is behind by a whole writer's work. On the hpet an
 * NMI reads the device, while others may be given what another CPU read a while
 * ago: what comes behind an NMI's record is counted apart.
 */
#define NEST_CLOCK_NS 500

static void check_gaps(struct nest_cpu *nest)
{
	if (nest->gaps <= nest->told)
		nest->unexplained = 0;
	else if (++nest->unexplained > NEST_LATE)
		nest->late++;
}

static void check_event(struct nest_cpu *nest, const struct nest_rec *rec)
{
	int level = rec->hdr.id - KPCTL_REC_FIRST_EVENT;
	u32 i, words = nest_words(rec->seq), len = sizeof(*rec) + words * 8;

	/* Trimmed or not: then zeroes follow. */
	if ((rec->hdr.size_ctx != len && rec->hdr.size_ctx != len + nest_extra(rec->seq)) ||
	    rec->hdr.ctx_tid != level) {
		nest->torn++;
		return;
	}
	for (i = 0; i < (KPCTL_REC_SIZE(&rec->hdr) - sizeof(*rec)) / 8; i++) {
		if (rec->word[i] != (i < words ? nest_word(rec->seq, level, i) : 0)) {
			nest->torn++;
			return;
		}
	}
	nest->seen[level]++;
	if (rec->seq <= nest->last_seq[level]) {
		nest->disorder++;
		return;
	}
	nest->gaps += rec->seq - nest->last_seq[level] - 1;
	nest->last_seq[level] = rec->seq;
	check_gaps(nest);
}

static void check_lost(struct nest_cpu *nest, const struct kpctl_rec_lost *rec)
{
	if (rec->hdr.size_ctx != sizeof(*rec) || rec->total < nest->told)
		nest->torn++;
	else
		nest->told = rec->total;
}

/* Returns the record's size, or 0 when the stream cannot be followed. */
static u32 check_record(struct nest_cpu *nest, const struct kpctl_rec *rec, u64 left)
{
	if (rec->size_ctx < sizeof(*rec) || rec->size_ctx % 8 || rec->size_ctx > left) {
		nest->torn++;
		return 0;
	}
	if (rec->time + NEST_CLOCK_NS < nest->last_time) {
		if (nest->after_nmi)
			nest->nmi_back++;
		else
			nest->time_back++;
	}
	nest->after_nmi = rec->id == NEST_ID(NEST_NMI);
	if (rec->time < nest->last_time)
		nest->most_back = max(nest->most_back, nest->last_time - rec->time);
	nest->last_time = rec->time;
	if (rec->id == KPCTL_REC_LOST)
		check_lost(nest, (const void *)rec);
	else if (rec->id >= NEST_ID(0) && rec->id < NEST_ID(NEST_LEVELS))
		check_event(nest, (const void *)rec);
	else
		nest->torn++;
	return KPCTL_REC_SIZE(rec);
}

bool nest_read(struct nest_cpu *nest, u64 budget)
{
	/* Pairs with the release by which the outermost writer publishes. */
	u64 head = smp_load_acquire(&nest->meta->head), start = nest->tail;
	u32 size;

	if (head < nest->tail || head - nest->tail > nest->size) {
		nest->torn++;
		return false;
	}
	while (nest->tail != head && budget--) {
		size = check_record(nest, nest->data + (nest->tail & (nest->size - 1)),
				    head - nest->tail);
		if (!size) {
			nest->tail = head;
			break;
		}
		nest->tail += size;
	}
	/* Pairs with the writer's read of the position: our reads come first. */
	smp_store_release(&nest->consumer->tail, nest->tail);
	return nest->tail != start;
}
