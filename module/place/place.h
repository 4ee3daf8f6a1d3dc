/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a probe may stand, and why not.
 *
 * Modules cannot call kallsyms_lookup_name(), so all knowledge of symbols comes from
 * sprint_symbol() (address to name) and from trial registrations (name to address:
 * register_kprobe() fills in the address even when it refuses the probe).
 */
#ifndef KPCTL_PLACE_PLACE_H
#define KPCTL_PLACE_PLACE_H

#include "spec/spec.h"

struct kprobe;

/* Address of a symbol that need not be code: @SYM. 0, -ENOENT or -ENOMEM. */
int kpctl_place_data(const char *sym, unsigned long *addr);
/* The same of a variable that each CPU has: the address to which a CPU's offset is added. */
int kpctl_place_data_of_cpu(const char *sym, unsigned long *addr);

/* Refuses a place where no function is entered, which a trial registration shows. */
int kpctl_place_need_entry(const struct kpctl_spec *spec, u16 column, struct kpctl_err *err);

/*
 * Refuses a place where the probe would stand on ftrace's call, and no instruction would be
 * executed between a handler before it and one after it. Places that cannot be found are left to
 * whoever plants the probe.
 */
int kpctl_place_need_insn(const struct kpctl_spec *spec, u16 column, struct kpctl_err *err);

/*
 * Refuses a place where the probe would not stand on ftrace's call: elsewhere the stack may hold
 * more than the return address. Places that cannot be found are left as above.
 */
int kpctl_place_need_ftrace(const struct kpctl_spec *spec, u16 column, struct kpctl_err *err);

/* Why a probe, or its return, on that function of the kernel would end the machine. */
const char *kpctl_place_forgotten(const char *sym, bool returns);

/*
 * Before a registration: is it safe to try, and allowed? 0, or a refusal in
 * *err. Where the symbol is not known at all this returns -ENOENT.
 */
int kpctl_place_guard(const struct kpctl_spec *spec, struct kpctl_err *err);
/* The part of the guard that tries nothing: for a place that is not there yet. */
int kpctl_place_guard_name(const struct kpctl_spec *spec, struct kpctl_err *err);

/* After a registration that failed with ret: find out why. Returns an errno. */
int kpctl_place_explain(const struct kpctl_spec *spec, int ret, struct kpctl_err *err);

/* The column `mode`: how a planted probe is hit now, by the instruction at its place. */
const char *kpctl_place_mode(const struct kprobe *kp);

/* The same of a probe that is not planted, from its flags. */
const char *kpctl_place_how(u32 flags, bool optimizable);

/* The outcome of a trial, for `check`. */
struct kpctl_found {
	unsigned long addr;
	const char *how;	/* as kpctl_place_mode() would say it */
	bool returns;		/* an r can be planted there, too */
};
/* Guard, trial and explanation in one, for a place that is there. 0 or an errno. */
int kpctl_place_try(const struct kpctl_spec *spec, struct kpctl_found *found,
		    struct kpctl_err *err);

#endif /* KPCTL_PLACE_PLACE_H */
