// SPDX-License-Identifier: GPL-2.0
#include <linux/kallsyms.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "place/module_list.h"
#include "base/arch.h"
#include "base/compat.h"
#include "place/text_end.h"
#include "place/where.h"

struct entry {
	struct list_head node;
	const struct module *mod;	/* lives as long as the entry */
	bool init;			/* of the init text, which is freed after init */
	struct kpctl_text_end u;
};

static LIST_HEAD(entries);
static DEFINE_MUTEX(entries_lock);	/* entries */

static bool readable_behind(const struct kpctl_where *w)
{
	u8 buf[KPCTL_ARCH_INSN_MAX];	/* what the optimizer may read behind a function */

	return !copy_from_kernel_nofault(buf, (void *)(w->base + w->size), sizeof(buf));
}

/* Is the entry of the function at base a spot of ftrace? */
static bool on_ftrace(const struct module *mod, unsigned long base)
{
#ifdef CONFIG_DYNAMIC_FTRACE
	unsigned int i;

	for (i = 0; i < mod->num_ftrace_callsites; i++)
		if (kpctl_arch_is_entry(base, mod->ftrace_callsites[i]))
			return true;
#endif
	return false;
}

/*
 * The load of a module cannot be put off, and without an entry a bare name would pass the
 * guard and end the machine: so the allocation of these few bytes never fails.
 */
static struct entry *entry_for(const struct module *mod, int nr)
{
	unsigned long start, size;
	struct kpctl_where *w;
	struct entry *e = NULL;

	if (!kpctl_module_text(mod, nr, &start, &size))
		return NULL;
	w = kmalloc(sizeof(*w), GFP_KERNEL | __GFP_NOFAIL);
	if (kpctl_where_is(start + size - 1, w) && !readable_behind(w)) {
		e = kzalloc(sizeof(*e), GFP_KERNEL | __GFP_NOFAIL);
		e->mod = mod;
		e->init = nr;
		e->u.base = w->base;
		e->u.entry_is_safe = on_ftrace(mod, w->base);
	}
	kfree(w);
	return e;
}

static void insert(struct entry *new)
{
	struct entry *e;

	mutex_lock(&entries_lock);
	list_for_each_entry(e, &entries, node) {
		if (e->mod == new->mod && e->u.base == new->u.base) {
			kfree(new);
			goto out;
		}
	}
	list_add_tail(&new->node, &entries);
out:
	mutex_unlock(&entries_lock);
}

static void module_coming(const struct module *mod, int parts)
{
	struct entry *e;
	int nr;

	for (nr = 0; nr < parts; nr++) {
		e = entry_for(mod, nr);
		if (e)
			insert(e);
	}
}

/* The init text of the module is gone, and may soon be the text of another module. */
static void module_live(const struct module *mod)
{
	struct entry *e, *next;

	mutex_lock(&entries_lock);
	list_for_each_entry_safe(e, next, &entries, node) {
		if (e->mod != mod || !e->init)
			continue;
		list_del(&e->node);
		kfree(e);
	}
	mutex_unlock(&entries_lock);
	module_coming(mod, 1);		/* if it was coming before we listened */
}

/*
 * Also of one whose coming somebody behind us has forbidden: then nobody is told but those
 * who knew of it. What is planted in it from here on has no guard and is never hit: its init
 * was forbidden or has failed, or its exit is over.
 */
static void module_going(const struct module *mod)
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

static int text_end_changed(struct notifier_block *nb, unsigned long what, void *data)
{
	if (what == MODULE_STATE_COMING)
		module_coming(data, 2);
	else if (what == MODULE_STATE_LIVE)
		module_live(data);
	else if (what == MODULE_STATE_GOING)
		module_going(data);
	return NOTIFY_DONE;
}

static struct notifier_block notifier = {
	.notifier_call = text_end_changed,
	.priority = INT_MAX,
};

/* Does the module's symbol table have sym as a name of the place? */
static bool is_called(const struct entry *e, const char *sym)
{
	const struct mod_kallsyms *k;
	bool found = false;
	unsigned int i;

	preempt_disable();	/* the whole table goes when init is over */
	k = rcu_dereference_raw(e->mod->kallsyms);
	for (i = 1; k && i < k->num_symtab && !found; i++)
		found = k->symtab[i].st_shndx != SHN_UNDEF &&
			k->symtab[i].st_value == e->u.base &&
			!strcmp(k->strtab + k->symtab[i].st_name, sym);
	preempt_enable();
	return found;
}

bool kpctl_text_end_symbol(const char *mod, const char *sym, struct kpctl_text_end *u)
{
	bool found = false;
	struct entry *e;

	mutex_lock(&entries_lock);
	list_for_each_entry(e, &entries, node) {
		if ((*mod && strcmp(e->mod->name, mod)) || !is_called(e, sym))
			continue;
		if (!found || !e->u.entry_is_safe)
			*u = e->u;
		found = true;
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

int kpctl_text_end_addr(unsigned long addr)
{
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	bool unsafe;

	if (!w)
		return -ENOMEM;
	unsafe = kpctl_where_is(addr, w) && w->mod[0] && !readable_behind(w) &&
		 !((addr == w->base || addr == w->base + 4) && entry_is_safe(w->base));
	kfree(w);
	return unsafe;
}

int kpctl_text_end_init(void)
{
	struct module *mod = NULL;
	int ret;

	/* The notifier first: each module is then met live below, or seen by the notifier. */
	ret = register_module_notifier(&notifier);
	if (ret)
		return ret;
	while ((mod = kpctl_module_list_next(mod)))
		module_coming(mod, 1);
	module_coming(THIS_MODULE, 1);
	return 0;
}

void kpctl_text_end_exit(void)
{
	struct entry *e, *next;

	unregister_module_notifier(&notifier);
	list_for_each_entry_safe(e, next, &entries, node)
		kfree(e);
	INIT_LIST_HEAD(&entries);
}
