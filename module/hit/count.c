// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "hit/count.h"

/*
 * Ends are read before beginnings (and hits, which comes before every fate,
 * last of all), so that a call that runs meanwhile shows up as in flight and
 * never as a negative number.
 */
void kpctl_count_sum(const struct kpctl_count __percpu *count, struct kpctl_sum *sum)
{
	int cpu;

	memset(sum, 0, sizeof(*sum));
#define ADD(name) \
	for_each_possible_cpu(cpu) \
		sum->name += local_read(&per_cpu_ptr(count, cpu)->name)
	ADD(emitted);
	ADD(aggregated);
	ADD(filtered);
	ADD(lost);
	ADD(off);
	ADD(missed);
	ADD(norcu);
	ADD(throttled);
	ADD(busy);
	ADD(never);
	ADD(returned);
	smp_rmb();	/* no partner: only keeps the order said above */
	ADD(hooked);
	smp_rmb();
	ADD(hits);
#undef ADD
	if (sum->hooked > sum->returned + sum->never)
		sum->inflight = sum->hooked - sum->returned - sum->never;
}

void kpctl_sum_add(struct kpctl_sum *to, const struct kpctl_sum *sum)
{
#define X(name) to->name += sum->name;
	KPCTL_COUNTS(X)
#undef X
	to->inflight += sum->inflight;
	to->nested += sum->nested;
}
