/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a probe may stand, and why not.
 *
 * kallsyms_lookup_name() is not for modules, so everything known here comes
 * from sprint_symbol() (address to name) and from trial registrations (name to
 * address: register_kprobe() fills in the address even when it refuses). Some
 * places must not even be tried, see place/text_end.h.
 */
#ifndef KPCTL_PLACE_PLACE_H
#define KPCTL_PLACE_PLACE_H

#include <linux/kallsyms.h>

#include "spec/spec.h"

struct kprobe;
struct kpctl_text;

/* An address, by the symbol that holds it. */
struct kpctl_where {
	unsigned long addr, base, size;
	char sym[KSYM_NAME_LEN];
	char mod[MODULE_NAME_LEN];	/* empty: the kernel itself */
	char buf[KSYM_SYMBOL_LEN];	/* as sprint_symbol() says it */
};

/* How kprobes would plant it. */
enum kpctl_mode {
	KPCTL_MODE_FTRACE,
	KPCTL_MODE_OPTIMIZED,
	KPCTL_MODE_INT3,
};

/* Once at load; needs nothing to be set up before. 0, or -ENOMEM. */
int kpctl_place_init(void);

/*
 * The symbol that holds addr; false if none does. It cannot fail for want of
 * memory: to take a place for one without a symbol could be its end.
 */
bool kpctl_where_is(unsigned long addr, struct kpctl_where *w);

/* The function at addr: NAME[+0xOFF], and [MODULE] behind it. */
void kpctl_place_name(unsigned long addr, struct kpctl_text *text);

/* Address of a symbol that need not be code: @SYM. 0, -ENOENT or -ENOMEM. */
int kpctl_place_data(const char *sym, unsigned long *addr);

/* Refuses a place that, by its name, is none where a function is entered. Tries it. */
int kpctl_place_need_entry(const struct kpctl_spec *spec, u16 column, struct kpctl_err *err);

/* Is it code of the kernel itself? */
bool kpctl_place_in_text(unsigned long addr);

/* Why a probe, or its return, on that function of the kernel would end the machine. */
const char *kpctl_place_forgotten(const char *sym, bool returns);

/* Where functions whose return is hooked return to; 0: not found. */
unsigned long kpctl_place_trampoline(void);

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

/* The whole of `check`: one line, the verdict first. Returns 0 or an errno. */
int kpctl_place_check(const struct kpctl_spec *spec, struct kpctl_text *verdict,
		      struct kpctl_err *err);

#endif /* KPCTL_PLACE_PLACE_H */
