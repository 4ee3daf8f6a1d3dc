/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The modules that are loaded. Modules cannot call find_module(), but all of them are on
 * one list, on which THIS_MODULE is as well.
 */
#ifndef KPCTL_PLACE_MODULE_LIST_H
#define KPCTL_PLACE_MODULE_LIST_H

#include <linux/module.h>

/*
 * The live module after prev (NULL: the first), with a reference; NULL at the end. The
 * reference on prev is dropped. kprobectl itself is left out, and so are modules that
 * are not live: a reference does not keep a module whose init fails. A caller that stops
 * before the end puts the last module itself. Modules that come or go meanwhile may be
 * met or not.
 */
struct module *kpctl_module_list_next(struct module *prev);

/* The live module of the name, with a reference; NULL: there is none. */
struct module *kpctl_module_list_get(const char *name);

enum kpctl_modstate {
	KPCTL_MOD_ABSENT,
	KPCTL_MOD_COMING,
	KPCTL_MOD_LIVE,
	KPCTL_MOD_GOING,
};
enum kpctl_modstate kpctl_module_list_state(const char *name);

/* Is addr in the text (not the init text) of a module that is live now? */
bool kpctl_module_list_stays(unsigned long addr);

/* Does the module of the function at base forbid kprobes in it? kprobectl does. */
bool kpctl_module_list_no_probes(unsigned long base);

/*
 * Puts the addresses of the functions called sym into addr, as many as there is room for:
 * of the module called name, or with "" of all modules, that are live or coming. Returns
 * how many such functions there are.
 */
u32 kpctl_module_list_functions(const char *name, const char *sym, unsigned long *addr, u32 room);

/* Is addr in the text of some module? */
bool kpctl_module_list_text(unsigned long addr);

/* Is addr in memory of a module that is freed when the module's init is over? */
bool kpctl_module_list_in_init(unsigned long addr);

/* Is from in the text of a module, and end, the address behind a function, beyond that text? */
bool kpctl_module_list_ends_text(unsigned long from, unsigned long end);

#endif /* KPCTL_PLACE_MODULE_LIST_H */
