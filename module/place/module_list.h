/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The modules that are loaded. find_module() is not for modules, but every
 * struct module is on one list with our own.
 */
#ifndef KPCTL_PLACE_MODULE_LIST_H
#define KPCTL_PLACE_MODULE_LIST_H

#include <linux/module.h>

/*
 * The live module after prev (NULL: the first), held with a reference, ours left
 * out; drops the reference on prev. Only live ones: a reference does not keep a
 * module whose init fails. NULL at the end. A caller that stops
 * earlier puts the last one itself. Modules that come or go meanwhile may be
 * met or not.
 */
struct module *kpctl_module_list_next(struct module *prev);

enum kpctl_modstate {
	KPCTL_MOD_ABSENT,
	KPCTL_MOD_COMING,
	KPCTL_MOD_LIVE,
	KPCTL_MOD_GOING,
};
enum kpctl_modstate kpctl_module_list_state(const char *name);

/* Is addr in what stays of a module that is live now? */
bool kpctl_module_list_stays(unsigned long addr);

/* Does its module want no kprobe in the function at base? All of ours is so. */
bool kpctl_module_list_no_probes(unsigned long base);

/*
 * The functions called sym of modules that are live or coming, of the one called name or,
 * with "", of any: into addr, as many as there is room for. How many there are.
 */
u32 kpctl_module_list_functions(const char *name, const char *sym, unsigned long *addr, u32 room);

/* Is addr in the text of some module? */
bool kpctl_module_list_text(unsigned long addr);

#endif /* KPCTL_PLACE_MODULE_LIST_H */
