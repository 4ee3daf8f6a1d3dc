/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places where even a trial registration can crash the machine.
 *
 * Registering a probe makes the optimizer decode the whole function, up to the
 * next symbol. The last function of a module's text is taken to reach to the
 * end of the page, and what is decoded there can be an instruction that runs on
 * into the page behind: since 6.4 there is none. A probe on ftrace's own spot
 * at the entry is not optimized, and so is safe.
 *
 * So for each module the symbol its text ends with is kept here, known before
 * anybody asks for it by name.
 */
#ifndef KPCTL_UNSAFE_H
#define KPCTL_UNSAFE_H

#include <linux/types.h>

struct module;

struct kpctl_unsafe {
	unsigned long base;
	bool entry_is_safe;	/* its entry is on ftrace */
};

int kpctl_unsafe_init(void);	/* modules that are there already */
void kpctl_unsafe_exit(void);
void kpctl_unsafe_module_coming(struct module *mod);
void kpctl_unsafe_module_going(const struct module *mod);

/* Does a module's text end with a symbol of this name? mod may be empty. */
bool kpctl_unsafe_symbol(const char *mod, const char *sym, struct kpctl_unsafe *u);

/* Must addr not be tried? For any address, known symbol or not. */
bool kpctl_unsafe_addr(unsigned long addr);

#endif /* KPCTL_UNSAFE_H */
