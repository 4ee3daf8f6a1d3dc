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
 * So for each module the place where its last function begins is kept here, for
 * those who ask for a name before they know its address. A name means it if the
 * module's symbol table says so: `cleanup_module` is another name of what most
 * modules end with.
 *
 * A module that is just coming can be found by name a moment before we are told.
 * MOD:SYM waits for that (plant.c); for a bare SYM the moment is made as short
 * as can be: we are told first of all.
 */
#ifndef KPCTL_PLACE_TEXT_END_H
#define KPCTL_PLACE_TEXT_END_H

#include <linux/types.h>

struct module;

struct kpctl_text_end {
	unsigned long base;
	bool entry_is_safe;	/* its entry is on ftrace */
};

int kpctl_text_end_init(void);
void kpctl_text_end_exit(void);

/*
 * Does a module's text end with this symbol, by any of its names? mod may be empty: the
 * kernel then takes any of those that do, so *u is the one that is least safe.
 */
bool kpctl_text_end_symbol(const char *mod, const char *sym, struct kpctl_text_end *u);

/* Must addr not be tried? 1, 0, or -ENOMEM; for any address, known symbol or not. */
int kpctl_text_end_addr(unsigned long addr);

#endif /* KPCTL_PLACE_TEXT_END_H */
