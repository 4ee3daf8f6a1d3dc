/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions of other modules that lines of kprobectl call at a hit:
 *
 *	p:x vfs_read n=call:NAME($arg1):u32 do emit, call(NAME, $arg1)
 *
 * run() is called in the handler of a probe: preemption is off, the probed code may hold any lock
 * and may be that of any lock. run() sleeps not, takes no lock, and reads memory that a value
 * points to by copy_from_kernel_nofault() alone. Mark it notrace and NOKPROBE_SYMBOL().
 *
 * A module that is used by a line cannot be unloaded: remove the line first. Register in the
 * module's init as the last that can fail; unregister in its exit. Lines find the function when
 * the module's init is over.
 */
#ifndef KPROBECTL_HELPER_H
#define KPROBECTL_HELPER_H

#include <linux/module.h>
#include <linux/types.h>
#include <linux/version.h>

/* What was hit; run() is called in the contexts that it has, and in others the hit is counted. */
#define KPCTL_IN_TASK		1u
#define KPCTL_IN_SOFTIRQ	2u
#define KPCTL_IN_HARDIRQ	4u
#define KPCTL_IN_NMI		8u

struct pt_regs;

struct kpctl_helper_hit {
	const u64 *value;		/* what the line gives, as many as the function takes */
	const struct pt_regs *regs;	/* of the probed code; of f and t those of arguments alone */
	unsigned long at;		/* where the probe stands */
	unsigned int context;		/* one KPCTL_IN_... */
};

struct kpctl_helper {
	struct module *owner;
	const char *name;		/* letters, digits and _, at most 31 */
	unsigned int contexts;		/* KPCTL_IN_..., or'ed */
	unsigned int values;		/* that it takes, at most 4 */
	/* 0, and *result is the value of call:NAME(...); else there is none: "(fault)" */
	int (*run)(const struct kpctl_helper_hit *hit, u64 *result);
};

/* 0, -EEXIST: another module has the name, -EINVAL, or -ENOMEM. May sleep, as the next. */
int kpctl_helper_register(const struct kpctl_helper *helper);
/* When it returns, run() runs nowhere, and is not called again. */
void kpctl_helper_unregister(const struct kpctl_helper *helper);

/* In a module's source, once. Namespaces of symbols are texts since 6.13. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
#define KPCTL_HELPER_IMPORT()	MODULE_IMPORT_NS(KPROBECTL)
#else
#define KPCTL_HELPER_IMPORT()	MODULE_IMPORT_NS("KPROBECTL")
#endif

#endif /* KPROBECTL_HELPER_H */
