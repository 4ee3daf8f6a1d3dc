// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "hit/count.h"

static u64 add_up(const local_t __percpu *counter)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += local_read(per_cpu_ptr(counter, cpu));
	return sum;
}

/*
 * Ends are read before beginnings: `hooked` is read once more after the fates, and `hits`,
 * which handlers raise before any fate, last of all. So a call that runs during the sum
 * shows up as in flight and never as a negative number.
 */
void kpctl_count_sum(const struct kpctl_count __percpu *count, struct kpctl_sum *sum)
{
	memset(sum, 0, sizeof(*sum));
#define ADD(name) sum->name = add_up(&count->name);
	KPCTL_COUNTS(ADD)
	smp_rmb();	/* no partner: keeps the order of reads above */
	ADD(hooked)
	smp_rmb();
	ADD(hits)
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
}
