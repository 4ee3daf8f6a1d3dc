// SPDX-License-Identifier: GPL-2.0
#include <linux/list.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "base/arch.h"
#include "base/compat.h"
#include "place/module_list.h"

/*
 * The list's head is a bare list_head among the kernel's data; struct modules
 * lie in module memory. That tells them apart. The walk goes from our own entry
 * all around, under RCU: a module is freed only a grace period after it left
 * the list, and struct module is part of its memory.
 */
static bool is_head(const struct list_head *pos)
{
	return !kpctl_arch_is_module((unsigned long)pos);
}

static struct list_head *step(struct list_head *pos)
{
	pos = rcu_dereference_raw(pos->next);
	if (is_head(pos))
		pos = rcu_dereference_raw(pos->next);
	return pos;
}

#define for_each_other(mod, pos)					\
	for (pos = step(&THIS_MODULE->list);				\
	     pos != &THIS_MODULE->list &&				\
	     (mod = list_entry(pos, struct module, list), true);	\
	     pos = step(pos))

struct module *kpctl_module_list_next(struct module *prev)
{
	struct list_head *pos;
	struct module *mod;

	preempt_disable();
	/* prev is held, so it is still on the list */
	pos = step(prev ? &prev->list : &THIS_MODULE->list);
	for (; pos != &THIS_MODULE->list; pos = step(pos)) {
		mod = list_entry(pos, struct module, list);
		if (mod->state == MODULE_STATE_LIVE && try_module_get(mod))
			break;
	}
	mod = pos == &THIS_MODULE->list ? NULL : list_entry(pos, struct module, list);
	preempt_enable();
	if (prev)
		module_put(prev);
	return mod;
}

struct module *kpctl_module_list_get(const char *name)
{
	struct module *mod = NULL;

	while ((mod = kpctl_module_list_next(mod)))
		if (!strcmp(mod->name, name))
			return mod;
	return NULL;
}

enum kpctl_modstate kpctl_module_list_state(const char *name)
{
	enum kpctl_modstate state = KPCTL_MOD_ABSENT;
	struct list_head *pos;
	struct module *mod;

	if (!strcmp(name, THIS_MODULE->name))
		return KPCTL_MOD_LIVE;
	preempt_disable();
	for_each_other(mod, pos) {
		if (mod->state == MODULE_STATE_UNFORMED || strcmp(mod->name, name))
			continue;
		state = mod->state == MODULE_STATE_COMING ? KPCTL_MOD_COMING :
			mod->state == MODULE_STATE_GOING ? KPCTL_MOD_GOING : KPCTL_MOD_LIVE;
		break;
	}
	preempt_enable();
	return state;
}

static bool text_has(const struct module *mod, unsigned long addr)
{
	unsigned long start, size;
	int nr;

	for (nr = 0; nr < 2; nr++)
		if (kpctl_module_text(mod, nr, &start, &size) && addr - start < size)
			return true;
	return false;
}

bool kpctl_module_list_stays(unsigned long addr)
{
	unsigned long start, size;
	struct list_head *pos;
	struct module *mod;
	bool found = false;

	preempt_disable();
	for_each_other(mod, pos)
		if (mod->state == MODULE_STATE_LIVE &&
		    kpctl_module_text(mod, 0, &start, &size) && addr - start < size)
			found = true;
	preempt_enable();
	return found;
}

/* Does the module forbid kprobes in its function at base? */
static bool bars_probes(const struct module *mod, unsigned long base)
{
	unsigned int i;

	if (base - (unsigned long)mod->kprobes_text_start < mod->kprobes_text_size ||
	    base - (unsigned long)mod->noinstr_text_start < mod->noinstr_text_size)
		return true;
	for (i = 0; i < mod->num_kprobe_blacklist; i++)
		if (mod->kprobe_blacklist[i] == base)
			return true;
	return false;
}

bool kpctl_module_list_no_probes(unsigned long base)
{
	bool found = text_has(THIS_MODULE, base);
	struct list_head *pos;
	struct module *mod;

	preempt_disable();
	for_each_other(mod, pos)
		if (mod->state != MODULE_STATE_UNFORMED && text_has(mod, base))
			found = bars_probes(mod, base);
	preempt_enable();
	return found;
}

/* Is addr in text of the module that can run? Init text can, while the module is coming. */
static bool is_runnable(const struct module *mod, unsigned long addr)
{
	unsigned long start, size;

	if (kpctl_module_text(mod, 0, &start, &size) && addr - start < size)
		return true;
	return mod->state == MODULE_STATE_COMING && kpctl_module_text(mod, 1, &start, &size) &&
	       addr - start < size;
}

/* Adds behind the first n. The whole symbol table is freed when the module's init is over. */
static u32 functions_of(const struct module *mod, const char *sym, unsigned long *addr, u32 room,
			u32 n)
{
	const struct mod_kallsyms *k = rcu_dereference_raw(mod->kallsyms);
	const Elf_Sym *s;
	unsigned int i;

	for (i = 1; k && i < k->num_symtab; i++) {
		s = &k->symtab[i];
		if (s->st_shndx == SHN_UNDEF || !is_runnable(mod, s->st_value) ||
		    strcmp(k->strtab + s->st_name, sym))
			continue;
		if (n < room)
			addr[n] = s->st_value;
		n++;
	}
	return n;
}

u32 kpctl_module_list_functions(const char *name, const char *sym, unsigned long *addr, u32 room)
{
	struct list_head *pos;
	struct module *mod;
	u32 n = 0;

	rcu_read_lock();
	if (!*name || !strcmp(name, THIS_MODULE->name))
		n = functions_of(THIS_MODULE, sym, addr, room, n);
	for_each_other(mod, pos)
		if ((mod->state == MODULE_STATE_LIVE || mod->state == MODULE_STATE_COMING) &&
		    (!*name || !strcmp(name, mod->name)))
			n = functions_of(mod, sym, addr, room, n);
	rcu_read_unlock();
	return n;
}

bool kpctl_module_list_text(unsigned long addr)
{
	bool found = text_has(THIS_MODULE, addr);
	struct list_head *pos;
	struct module *mod;

	preempt_disable();
	for_each_other(mod, pos)
		if (mod->state != MODULE_STATE_UNFORMED && text_has(mod, addr))
			found = true;
	preempt_enable();
	return found;
}

bool kpctl_module_list_in_init(unsigned long addr)
{
	struct list_head *pos;
	struct module *mod;
	bool found = false;

	preempt_disable();
	for_each_other(mod, pos)
		if (mod->state == MODULE_STATE_COMING && within_module_init(addr, mod))
			found = true;
	preempt_enable();
	return found;
}

bool kpctl_module_list_ends_text(unsigned long from, unsigned long end)
{
	bool found = text_has(THIS_MODULE, from) && !text_has(THIS_MODULE, end);
	struct list_head *pos;
	struct module *mod;

	preempt_disable();
	for_each_other(mod, pos)
		if (mod->state != MODULE_STATE_UNFORMED && text_has(mod, from))
			found = !text_has(mod, end);
	preempt_enable();
	return found;
}
