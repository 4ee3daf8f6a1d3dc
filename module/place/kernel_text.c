// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>

#include "place/kernel_text.h"
#include "place/trial.h"

static struct kpctl_extent text, init_text;

struct kpctl_return_hooks kpctl_return_hooks __ro_after_init;

/* The address of a symbol; 0 where no symbol has that name. */
static int find_bound(const char *name, unsigned long *to)
{
	struct kpctl_trial t;
	int ret = kpctl_trial_of(name, &t);

	*to = t.addr;
	return !t.addr && ret == -ENOMEM ? ret : 0;
}

int kpctl_kernel_text_init(void)
{
	return find_bound("_stext", &text.start) ?:
	       find_bound("_etext", &text.end) ?:
	       find_bound("_sinittext", &init_text.start) ?:
	       find_bound("_einittext", &init_text.end) ?:
	       find_bound("arch_rethook_trampoline", &kpctl_return_hooks.rethook) ?:
	       find_bound("return_to_handler", &kpctl_return_hooks.graph);
}

const struct kpctl_extent *kpctl_kernel_text(void)
{
	return &text;
}

bool kpctl_kernel_text_has(unsigned long addr)
{
	return addr >= text.start && addr < text.end;
}

bool kpctl_kernel_text_had(unsigned long addr)
{
	return addr >= init_text.start && addr < init_text.end;
}
