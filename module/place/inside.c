// SPDX-License-Identifier: GPL-2.0
/*
 * A trial at each byte of the function tells where instructions begin: the kernel decodes the
 * function from its start, and refuses a probe in the middle of an instruction.
 *
 * A probe that was taken waits for a grace period when it is taken out, so probes are taken
 * out many at a time. None of them is ever armed.
 */
#include <linux/kprobes.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "base/arch.h"
#include "place/inside.h"
#include "place/module_list.h"
#include "place/place.h"
#include "place/trial.h"
#include "place/where.h"
#include "spec/spec.h"

#define BATCH		64

struct batch {
	struct kprobe probe[BATCH];
	struct kprobe *taken[BATCH];	/* of probe, those that the kernel took */
	int nr;
};

#define LOOK_BYTES	8	/* of an instruction; what follows may lie behind them */
static_assert(LOOK_BYTES >= KPCTL_ARCH_CALL_BYTES);

/* Unreadable bytes: neither. */
static void look(struct kpctl_inside *place, unsigned long addr)
{
	u8 insn[LOOK_BYTES];

	place->calls = 0;
	place->is_padding = false;
	if (copy_from_kernel_nofault(insn, (void *)addr, sizeof(insn)))
		return;
	place->calls = kpctl_arch_call_target(addr, insn);
	place->is_padding = kpctl_arch_is_padding(insn, sizeof(insn));
}

/* One byte more: a probe there, or none. -ENOMEM, or 0. */
static int try_byte(struct batch *b, unsigned long addr)
{
	struct kprobe *kp = &b->probe[b->nr];
	int ret;

	memset(kp, 0, sizeof(*kp));
	kp->addr = (void *)addr;
	kp->flags = KPROBE_FLAG_DISABLED;
	ret = register_kprobe(kp);
	if (!ret)
		b->taken[b->nr++] = kp;
	return ret == -ENOMEM ? ret : 0;
}

static int tell(const struct batch *b, unsigned long base, kpctl_inside_fn *fn, void *arg)
{
	const struct kprobe *kp;
	struct kpctl_inside place;
	int i, ret = 0;

	for (i = 0; i < b->nr && !ret; i++) {
		kp = b->taken[i];
		/* the kernel moves a probe from an endbr64 to the next instruction */
		if (i && kp->addr == b->taken[i - 1]->addr)
			continue;
		place.off = (unsigned long)kp->addr - base;
		place.how = kpctl_place_how(kp->flags, !list_empty(&kp->list));
		look(&place, (unsigned long)kp->addr);
		if (kp->flags & KPROBE_FLAG_FTRACE)
			place.calls = 0;
		ret = fn(&place, arg);
	}
	return ret;
}

/* Takes out the probes of the batch, after what they say has been told. */
static int end_batch(struct batch *b, unsigned long base, kpctl_inside_fn *fn, void *arg)
{
	int ret = tell(b, base, fn, arg);

	if (b->nr)
		unregister_kprobes(b->taken, b->nr);
	b->nr = 0;
	return ret;
}

static int try_all(struct batch *b, const struct kpctl_where *w, kpctl_inside_fn *fn, void *arg)
{
	unsigned long i;
	int ret = 0, end;

	for (i = 0; i < w->size && !ret; i++) {
		ret = fatal_signal_pending(current) ? -EINTR : try_byte(b, w->base + i);
		if (!ret && b->nr == BATCH)
			ret = end_batch(b, w->base, fn, arg);
		cond_resched();
	}
	end = end_batch(b, w->base, fn, arg);
	return ret ?: end;
}

static int find_function(const struct kpctl_spec *spec, struct kpctl_where *w)
{
	unsigned long addr;
	int ret = kpctl_trial_find(spec->mod, spec->sym, &addr);

	if (ret)
		return ret;
	if (!kpctl_where_is(addr, w))
		return -ENOENT;
	/* The kernel warns of a probe in the last bytes of a module's text, padding as they are. */
	return kpctl_module_list_ends_text(w->base, w->base + w->size) ? -EFAULT : 0;
}

int kpctl_inside_each(const struct kpctl_spec *spec, kpctl_inside_fn *fn, void *arg)
{
	struct batch *b = kzalloc(sizeof(*b), GFP_KERNEL_ACCOUNT);
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	int ret = b && w ? find_function(spec, w) : -ENOMEM;

	if (!ret)
		ret = try_all(b, w, fn, arg);
	kfree(w);
	kfree(b);
	return ret;
}
