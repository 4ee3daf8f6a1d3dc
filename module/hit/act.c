// SPDX-License-Identifier: GPL-2.0
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/printk.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "base/compat.h"
#include "hit/act.h"
#include "hit/act_later.h"
#include "hit/act_limit.h"
#include "hit/hit.h"
#include "hit/tools.h"
#include "spec/acts.h"

char *kpctl_act_param;
static u32 allowed = BIT(KPCTL_ACT_DUMP);	/* a mask of enum kpctl_act_id; set at load */

#define IN_INTERRUPT	(KPCTL_CTX_NMI | KPCTL_CTX_HARDIRQ | KPCTL_CTX_SOFTIRQ)

/*
 * Instead of a skipped function's body. At the function's first instruction the return address is
 * on top of the stack, and the stub goes there; it touches no register.
 */
static noinline notrace void skipped_body(void)
{
	barrier();
}
NOKPROBE_SYMBOL(skipped_body);

/* In an interrupt `current` is somebody whom it interrupts, and has hit nothing. */
static __always_inline bool has_task(const struct kpctl_hit *hit)
{
	return !(kpctl_hit_context(hit) & IN_INTERRUPT) &&
	       !(current->flags & (PF_KTHREAD | PF_EXITING)) && current->tgid != 1;
}

/* The tools' own processes: of this event the writer, of all events who has a file open. */
static __always_inline bool is_tool(const struct kpctl_acting *acting)
{
	return current->tgid == acting->writer || kpctl_tools_have(current->tgid);
}

static notrace bool take_limit(const struct kpctl_act_spec *as, struct kpctl_act_state *state)
{
	u64 now = kpctl_clock_ns(), was = atomic64_read(&state->used), next;

	if (kpctl_act_is_over(as, atomic64_read(&state->begun), now))
		return false;
	do {
		if (!kpctl_act_may(as, was, now, &next))
			return false;
	} while (!atomic64_try_cmpxchg(&state->used, (s64 *)&was, next));
	atomic64_cmpxchg(&state->begun, 0, now);
	return true;
}
NOKPROBE_SYMBOL(take_limit);

/* The stack is copied here, from the registers as they are. */
static notrace bool ask_dump(const struct kpctl_hit *hit, const struct kpctl_site *made)
{
	struct kpctl_site site;

	if (!made)
		kpctl_hit_site(hit, hit->lat, &site);
	return kpctl_act_dump(made ?: &site, hit->target->acting->name);
}
NOKPROBE_SYMBOL(ask_dump);

static __always_inline bool ask_later(const struct kpctl_hit *hit, const struct kpctl_site *made,
				      const struct kpctl_act_spec *as)
{
	switch (as->act) {
	case KPCTL_ACT_SIGNAL:
		return kpctl_act_signal(as->value);
	case KPCTL_ACT_DUMP:
		return ask_dump(hit, made);
	default:
		return true;
	}
}

/* A hit that was picked acts, or is suppressed. */
static __always_inline bool acts_now(const struct kpctl_hit *hit, const struct kpctl_site *made,
				     u32 i)
{
	struct kpctl_acting *acting = hit->target->acting;
	const struct kpctl_act_spec *as = &acting->act[i];

	if (is_tool(acting) || (as->act == KPCTL_ACT_SIGNAL && !has_task(hit)))
		return false;
	return take_limit(as, &acting->state[i]) && ask_later(hit, made, as);
}

notrace noinline u32 kpctl_act_decide(const struct kpctl_hit *hit, const struct kpctl_site *made)
{
	struct kpctl_acting *acting = hit->target->acting;
	bool suppressed = false;
	u32 mask = 0, i;

	for (i = 0; i < acting->n; i++) {
		const struct kpctl_act_spec *as = &acting->act[i];

		if (!kpctl_act_picks(as, atomic64_inc_return(&acting->state[i].hits)))
			continue;
		if (acts_now(hit, made, i))
			mask |= BIT(as->act);
		else
			suppressed = true;
	}
	if (mask)
		atomic64_inc(&acting->acted);
	else if (suppressed)
		atomic64_inc(&acting->suppressed);
	return mask;
}
NOKPROBE_SYMBOL(kpctl_act_decide);

notrace noinline void kpctl_act_do(const struct kpctl_hit *hit, u32 mask)
{
	const struct kpctl_acting *acting = hit->target->acting;
	u32 i;

	for (i = 0; i < acting->n; i++) {
		const struct kpctl_act_spec *as = &acting->act[i];

		if (!(mask & BIT(as->act) & (BIT(KPCTL_ACT_RETURN) | BIT(KPCTL_ACT_SKIP))))
			continue;
		if (as->has_value)
			regs_set_return_value(hit->regs, as->value);
		if (as->act == KPCTL_ACT_SKIP)
			instruction_pointer_set(hit->regs, (unsigned long)skipped_body);
	}
	if (mask & BIT(KPCTL_ACT_PANIC))
		nmi_panic(hit->regs, acting->panic);
}
NOKPROBE_SYMBOL(kpctl_act_do);

void kpctl_acting_begin(struct kpctl_acting *acting)
{
	u32 i;

	for (i = 0; i < acting->n; i++) {
		atomic64_set(&acting->state[i].hits, 0);
		atomic64_set(&acting->state[i].used, 0);
		atomic64_set(&acting->state[i].begun, 0);
	}
}

/* What the module was loaded for */

bool kpctl_act_is_allowed(unsigned int act)
{
	return allowed & BIT(act);
}

static unsigned int act_called(const char *word, size_t len)
{
	unsigned int act;

	for (act = 0; act < KPCTL_ACT_NR; act++)
		if (strlen(kpctl_act_name(act)) == len && !memcmp(kpctl_act_name(act), word, len))
			break;
	return act;
}

int kpctl_acts_init(void)
{
	const char *word = kpctl_act_param;
	unsigned int act;
	size_t len;

	kpctl_act_later_init();
	while (word && *word) {
		len = strcspn(word, ",\n");
		act = act_called(word, len);
		if (act == KPCTL_ACT_NR) {
			pr_err("kprobectl: act=%s: '%.*s' is none of return,skip,signal,panic\n",
			       kpctl_act_param, (int)len, word);
			return -EINVAL;
		}
		allowed |= BIT(act);
		word += len + !!word[len];
	}
	return 0;
}

/* A task can be preempted inside of skipped_body(), which is about to go. */
void kpctl_acts_exit(void)
{
	if (kpctl_act_is_allowed(KPCTL_ACT_SKIP))
		synchronize_rcu_tasks();
	kpctl_act_later_exit();
}
