/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a probe may stand, and why not.
 *
 * kallsyms_lookup_name() is not for modules, so everything known here comes
 * from sprint_symbol() (address to name) and from trial registrations (name to
 * address: register_kprobe() fills in the address even when it refuses).
 */
#ifndef KPCTL_PLACE_PLACE_H
#define KPCTL_PLACE_PLACE_H

#include "spec/spec.h"

struct kprobe;

/* Address of a symbol that need not be code: @SYM. 0, -ENOENT or -ENOMEM. */
int kpctl_place_data(const char *sym, unsigned long *addr);

/* Refuses a place that, by its name, is none where a function is entered. Tries it. */
int kpctl_place_need_entry(const struct kpctl_spec *spec, u16 column, struct kpctl_err *err);

/* Why a probe, or its return, on that function of the kernel would end the machine. */
const char *kpctl_place_forgotten(const char *sym, bool returns);

/*
 * Before a registration: is it safe to try, and allowed? 0, or a refusal in
 * *err. Where the symbol is not known at all this returns -ENOENT.
 */
int kpctl_place_guard(const struct kpctl_spec *spec, struct kpctl_err *err);
/* The part of it that tries nothing: for a place that is not there yet. */
int kpctl_place_guard_name(const struct kpctl_spec *spec, struct kpctl_err *err);

/* After a registration that failed with ret: find out why. Returns an errno. */
int kpctl_place_explain(const struct kpctl_spec *spec, int ret, struct kpctl_err *err);

/* The instruction that stands at a probe's place as it is now. */
const char *kpctl_place_mode(const struct kprobe *kp);

/* What came of a trial, for `check`. */
struct kpctl_found {
	unsigned long addr;
	const char *how;	/* as kpctl_place_mode() would say it */
	bool returns;		/* an r can stand there, too */
};
/* Guard, trial and explanation in one, for a place that is there. 0 or an errno. */
int kpctl_place_try(const struct kpctl_spec *spec, struct kpctl_found *found,
		    struct kpctl_err *err);

#endif /* KPCTL_PLACE_PLACE_H */
