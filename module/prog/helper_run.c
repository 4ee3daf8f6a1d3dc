// SPDX-License-Identifier: GPL-2.0
/* Functions of other modules, called at hits. Everything here runs in handlers, up to NMI. */
#include <linux/kprobes.h>
#include <linux/preempt.h>

#include "base/arch.h"
#include "prog/helper_of.h"

/* That of the probed code, as far as a handler that came by an exception can tell. */
static __always_inline u32 helper_context(const struct kpctl_helper_use *use,
					  const struct kpctl_site *site)
{
	unsigned int pc = preempt_count();

	if (use->way == KPCTL_WAY_BREAKPOINT)
		pc = kpctl_arch_probed_count(pc, site->func);
	else if (use->way == KPCTL_WAY_WATCHPOINT)
		pc = kpctl_arch_watched_count(pc);
	if (pc & NMI_MASK)
		return KPCTL_IN_NMI;
	if (pc & HARDIRQ_MASK)
		return KPCTL_IN_HARDIRQ;
	return softirq_count() & SOFTIRQ_OFFSET ? KPCTL_IN_SOFTIRQ : KPCTL_IN_TASK;
}

static __always_inline bool take_values(const struct kpctl_helper_use *use,
					const struct kpctl_site *site, u64 *value)
{
	u32 i;

	for (i = 0; i < use->nvalues; i++)
		if (!kpctl_fetch_number(&use->value[i], site, &value[i]))
			return false;
	return true;
}

notrace noinline bool kpctl_helper_run(const struct kpctl_helper_use *use,
				       const struct kpctl_site *site, u64 *result)
{
	struct kpctl_helper_of *of = use->of;
	struct kpctl_helper_count *count = this_cpu_ptr(of->count);
	/* Preemption is off until it returns, for which kpctl_helper_unregister() waits. */
	int (*run)(const struct kpctl_helper_hit *hit, u64 *result) = READ_ONCE(of->run);
	u64 value[KPCTL_CALL_VALUES];
	struct kpctl_helper_hit hit;

	hit.value = value;
	hit.regs = site->regs;
	hit.at = site->func;
	hit.context = helper_context(use, site);
	if (unlikely(!run)) {
		local_inc(&count->gone);
	} else if (unlikely(!(of->contexts & hit.context))) {
		local_inc(&count->context);
	} else if (unlikely(!take_values(use, site, value))) {
		local_inc(&count->unread);
	} else if (unlikely(run(&hit, result))) {
		local_inc(&count->failed);
	} else {
		local_inc(&count->ran);
		return true;
	}
	return false;
}
NOKPROBE_SYMBOL(kpctl_helper_run);

/* A site is a handler's own, on its stack, and each hit inside of it has another. */
notrace noinline u64 kpctl_helper_load(const struct kpctl_helper_use *use,
				       const struct kpctl_site *site)
{
	u64 *result = &((struct kpctl_site *)site)->result;

	return kpctl_helper_run(use, site, result) ? (u64)result : KPCTL_NO_ADDRESS;
}
NOKPROBE_SYMBOL(kpctl_helper_load);
