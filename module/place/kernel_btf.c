// SPDX-License-Identifier: GPL-2.0
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "place/kernel_btf.h"
#include "place/place.h"
#include "place/trial.h"
#include "place/where.h"
#include "spec/errors.h"

/*
 * __start_BTF and __stop_BTF are symbols of a kernel that has types. No kernel that lacks one
 * of them has types to read: with CONFIG_KALLSYMS_ALL off data has no symbols either.
 */
static int read_types(struct kpctl_kernel_btf *kb)
{
	unsigned long start, stop;
	size_t room;
	int ret;

	ret = kpctl_place_data("__start_BTF", &start) ?: kpctl_place_data("__stop_BTF", &stop);
	if (ret)
		return ret;
	room = start < stop ? kpctl_btf_room((void *)start, stop - start) : 0;
	if (!room)
		return -ENOENT;
	kb->index = kvmalloc(room, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!kb->index)
		return -ENOMEM;
	if (!kpctl_btf_init(&kb->btf, NULL, (void *)start, stop - start, kb->index))
		return 0;
	kpctl_kernel_btf_free(kb);
	return -ENOENT;
}

/* The module of the function, if it is one's: modules have types of their own. */
static int module_of(const struct kpctl_spec *spec, char *mod)
{
	struct kpctl_where *w;
	unsigned long addr;
	int ret;

	strscpy(mod, spec->mod, KPCTL_MOD_MAX);
	if (*mod)
		return 0;
	ret = kpctl_trial_find("", spec->sym, &addr);
	if (ret)
		return ret;
	w = kmalloc(sizeof(*w), GFP_KERNEL_ACCOUNT);
	if (!w)
		return -ENOMEM;
	if (kpctl_where_is(addr, w))
		strscpy(mod, w->mod, KPCTL_MOD_MAX);
	kfree(w);
	return 0;
}

static int find(struct kpctl_names *names, const struct kpctl_spec *spec, struct kpctl_err *err)
{
	struct kpctl_kernel_btf *kb = container_of(names, struct kpctl_kernel_btf, names);
	char mod[KPCTL_MOD_MAX];
	u16 column = err->column;
	int ret = 0;

	if (!kb->index)
		ret = read_types(kb);
	if (ret == -ENOENT) {
		kpctl_err_fill(err, NO_BTF, column);
		return kpctl_err_errno(KPCTL_E_NO_BTF);
	}
	mod[0] = '\0';
	if (!ret && !kpctl_kind_is_set(spec->kind))
		ret = module_of(spec, mod);
	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (ret) {		/* planting says so with the place's own column */
		kpctl_err_fill(err, NO_SYMBOL, spec->target_column, spec->sym);
		return kpctl_err_errno(KPCTL_E_NO_SYMBOL);
	}
	if (*mod) {
		kpctl_err_fill(err, NAME_IN_MODULE, column, mod);
		return kpctl_err_errno(KPCTL_E_NAME_IN_MODULE);
	}
	names->btf = &kb->btf;
	return kpctl_names_find_function(names, spec, err);
}

void kpctl_kernel_btf_init(struct kpctl_kernel_btf *kb)
{
	memset(kb, 0, sizeof(*kb));
	kb->names.find = find;
}

void kpctl_kernel_btf_free(struct kpctl_kernel_btf *kb)
{
	kvfree(kb->index);
	kb->index = NULL;
}
