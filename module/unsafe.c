// SPDX-License-Identifier: GPL-2.0
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "modlist.h"
#include "compat.h"
#include "place.h"
#include "unsafe.h"

/* The longest instruction: what the optimizer may read behind a function. */
#define REACH	16

struct entry {
	struct list_head node;
	const struct module *mod;	/* compared, never followed */
	struct kpctl_unsafe u;
	char mod_name[MODULE_NAME_LEN];
	char sym[KSYM_NAME_LEN];
};

static LIST_HEAD(entries);
static DEFINE_MUTEX(entries_lock);	/* entries */

static bool readable_behind(const struct kpctl_where *w)
{
	u8 buf[REACH];

	return !copy_from_kernel_nofault(buf, (void *)(w->base + w->size), sizeof(buf));
}

/* Is there an ftrace spot at addr, or behind the 4 bytes of an endbr64? */
static bool on_ftrace(const struct module *mod, unsigned long addr)
{
#ifdef CONFIG_DYNAMIC_FTRACE
	unsigned int i;

	for (i = 0; i < mod->num_ftrace_callsites; i++)
		if (mod->ftrace_callsites[i] == addr || mod->ftrace_callsites[i] == addr + 4)
			return true;
#endif
	return false;
}

static struct entry *entry_for(const struct module *mod, int nr)
{
	unsigned long start, size;
	struct kpctl_where *w;
	struct entry *e = NULL;

	if (!kpctl_module_text(mod, nr, &start, &size))
		return NULL;
	w = kmalloc(sizeof(*w), GFP_KERNEL);
	if (!w)
		return ERR_PTR(-ENOMEM);
	if (kpctl_where_is(start + size - 1, w) && !readable_behind(w)) {
		e = kzalloc(sizeof(*e), GFP_KERNEL);
		if (e) {
			e->mod = mod;
			e->u.base = w->base;
			e->u.entry_is_safe = on_ftrace(mod, w->base);
			strscpy(e->mod_name, mod->name, sizeof(e->mod_name));
			strscpy(e->sym, w->sym, sizeof(e->sym));
		} else {
			e = ERR_PTR(-ENOMEM);
		}
	}
	kfree(w);
	return e;
}

/*
 * Without memory for an entry the place is still refused by address; only a
 * bare name can then slip through, and such a machine has other worries.
 */
void kpctl_unsafe_module_coming(struct module *mod)
{
	struct entry *e;
	int nr;

	for (nr = 0; nr < 2; nr++) {
		e = entry_for(mod, nr);
		if (IS_ERR_OR_NULL(e))
			continue;
		mutex_lock(&entries_lock);
		list_add_tail(&e->node, &entries);
		mutex_unlock(&entries_lock);
	}
}

void kpctl_unsafe_module_going(const struct module *mod)
{
	struct entry *e, *next;

	mutex_lock(&entries_lock);
	list_for_each_entry_safe(e, next, &entries, node) {
		if (e->mod != mod)
			continue;
		list_del(&e->node);
		kfree(e);
	}
	mutex_unlock(&entries_lock);
}

bool kpctl_unsafe_symbol(const char *mod, const char *sym, struct kpctl_unsafe *u)
{
	bool found = false;
	struct entry *e;

	mutex_lock(&entries_lock);
	list_for_each_entry(e, &entries, node) {
		if (strcmp(e->sym, sym) || (*mod && strcmp(e->mod_name, mod)))
			continue;
		*u = e->u;
		found = true;
		break;
	}
	mutex_unlock(&entries_lock);
	return found;
}

static bool entry_is_safe(unsigned long base)
{
	bool safe = false;
	struct entry *e;

	mutex_lock(&entries_lock);
	list_for_each_entry(e, &entries, node)
		if (e->u.base == base)
			safe = e->u.entry_is_safe;
	mutex_unlock(&entries_lock);
	return safe;
}

bool kpctl_unsafe_addr(unsigned long addr)
{
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	bool unsafe;

	if (!w)
		return true;
	unsafe = kpctl_where_is(addr, w) && w->mod[0] && !readable_behind(w) &&
		 !((addr == w->base || addr == w->base + 4) && entry_is_safe(w->base));
	kfree(w);
	return unsafe;
}

int kpctl_unsafe_init(void)
{
	struct module *mod = NULL;

	/* each is held while it is looked at, so nothing here can be freed */
	while ((mod = kpctl_modlist_next(mod)))
		kpctl_unsafe_module_coming(mod);
	kpctl_unsafe_module_coming(THIS_MODULE);
	return 0;
}

void kpctl_unsafe_exit(void)
{
	struct entry *e, *next;

	list_for_each_entry_safe(e, next, &entries, node)
		kfree(e);
	INIT_LIST_HEAD(&entries);
}
