/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places where even a trial registration can crash the machine.
 *
 * Registering a probe makes the optimizer decode the whole function, up to the next
 * symbol. The optimizer takes the last function of a module's text to reach to the end of
 * the page, and an instruction decoded there can run on into the page behind; since 6.4
 * there is no such page. A probe on ftrace's place at the entry is not optimized, and so
 * is safe.
 *
 * So the start of the last function of each module is kept here, for callers that have a
 * name and do not know the address yet. The module's symbol table says which names the
 * function has: `cleanup_module` is another name of the last function of most modules.
 *
 * The kernel finds the symbols of a coming module a moment before the notifier here runs.
 * MOD:SYM waits for the notifier (session/plant.c); for a bare SYM the moment is as short
 * as possible: the notifier runs before all others.
 */
#ifndef KPCTL_PLACE_TEXT_END_H
#define KPCTL_PLACE_TEXT_END_H

#include <linux/types.h>

struct module;

struct kpctl_text_end {
	unsigned long base;
	bool entry_is_safe;	/* ftrace's place is at its entry */
};

int kpctl_text_end_init(void);
void kpctl_text_end_exit(void);

/*
 * Is sym a name of the last function of a module's text? mod may be empty: the kernel
 * then takes any function of that name, so *u is the least safe of them.
 */
bool kpctl_text_end_symbol(const char *mod, const char *sym, struct kpctl_text_end *u);

/* Must addr not be tried? 1, 0, or -ENOMEM; for any address, known symbol or not. */
int kpctl_text_end_addr(unsigned long addr);

#endif /* KPCTL_PLACE_TEXT_END_H */
