// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "place/text_end.h"
#include "place/trial.h"
#include "place/where.h"

/* The struct kprobe is new each time: a refused one keeps its address and stays refused. */
static int try_probe(const char *name, unsigned int offset, unsigned long addr,
		     struct kpctl_trial *t)
{
	struct kprobe *kp = kzalloc(sizeof(*kp), GFP_KERNEL);
	int ret;

	memset(t, 0, sizeof(*t));
	if (!kp)
		return -ENOMEM;
	kp->symbol_name = name;
	kp->offset = offset;
	kp->addr = (void *)addr;
	kp->flags = KPROBE_FLAG_DISABLED;
	ret = register_kprobe(kp);
	t->addr = (unsigned long)kp->addr;
	t->flags = kp->flags;
	/* the kernel chains a probe only to the optimized probe of the same address */
	t->optimizable = !ret && !list_empty(&kp->list);
	if (!ret)
		unregister_kprobe(kp);
	kfree(kp);
	return ret;
}

int kpctl_trial_at(unsigned long addr, struct kpctl_trial *t)
{
	int unsafe = kpctl_text_end_addr(addr);

	if (!unsafe)
		return try_probe(NULL, 0, addr, t);
	memset(t, 0, sizeof(*t));
	return unsafe < 0 ? unsafe : -EFAULT;
}

int kpctl_trial_of(const char *name, struct kpctl_trial *t)
{
	return try_probe(name, 0, 0, t);
}

int kpctl_trial_entry(const char *sym, unsigned long *base)
{
	struct kpctl_trial t;
	int ret = try_probe(sym, 1, 0, &t);

	*base = t.addr - 1;
	return t.addr ? 0 : ret == -ENOMEM ? ret : -ENOENT;
}

int kpctl_trial_find(const char *mod, const char *sym, unsigned long *base)
{
	struct kpctl_text_end u;
	struct kpctl_where *w;
	struct kpctl_trial t;
	char *name;
	int ret = -ENOMEM;

	if (kpctl_text_end_symbol(mod, sym, &u)) {
		*base = u.base;
		return 0;
	}
	w = kmalloc(sizeof(*w), GFP_KERNEL);
	name = mod[0] ? kasprintf(GFP_KERNEL, "%s:%s", mod, sym) : kstrdup(sym, GFP_KERNEL);
	if (!w || !name)
		goto out;
	ret = kpctl_trial_of(name, &t);
	if (!t.addr) {
		ret = ret == -ENOMEM ? ret : -ENOENT;
		goto out;
	}
	/* behind an endbr64 the address of the probe is not that of the symbol */
	*base = kpctl_where_is(t.addr, w) ? w->base : t.addr;
	ret = 0;
out:
	kfree(name);
	kfree(w);
	return ret;
}
