// SPDX-License-Identifier: GPL-2.0
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/arch.h"
#include "place/build_id.h"
#include "place/kernel_btf.h"
#include "place/syscalls.h"
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

	ret = kpctl_trial_find("", "__start_BTF", &start) ?:
	      kpctl_trial_find("", "__stop_BTF", &stop);
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

static int refuse_types(int ret, const char *mod, struct kpctl_err *err)
{
	const u16 column = err->column;

	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (*mod) {
		kpctl_err_fill(err, NO_BTF_OF_MODULE, column, mod);
		return kpctl_err_errno(KPCTL_E_NO_BTF_OF_MODULE);
	}
	kpctl_err_fill(err, NO_BTF, column);
	return kpctl_err_errno(KPCTL_E_NO_BTF);
}

static int types_of_module(struct kpctl_kernel_btf *kb, const char *mod, const struct kpctl_btf **b)
{
	bool coming = kb->coming && !strcmp(kb->coming, mod);
	struct kpctl_module_btf *mb;
	int ret;

	for (mb = kb->modules; mb && strcmp(mb->mod, mod); mb = mb->next)
		;
	if (!mb) {
		ret = kpctl_module_btf_read(mod, coming, &kb->btf, &mb);
		if (ret)
			return ret;
		mb->next = kb->modules;
		kb->modules = mb;
	}
	*b = &mb->btf;
	return 0;
}

static int types(struct kpctl_names *names, const char *mod, const struct kpctl_btf **b,
		 struct kpctl_err *err)
{
	struct kpctl_kernel_btf *kb = container_of(names, struct kpctl_kernel_btf, names);
	int ret = kb->index ? 0 : read_types(kb);

	if (ret)
		return refuse_types(ret, "", err);
	*b = &kb->btf;
	if (*mod)
		ret = types_of_module(kb, mod, b);
	return ret ? refuse_types(ret, mod, err) : 0;
}

static int module_of_symbol(const char *sym, char *mod)
{
	struct kpctl_where *w;
	unsigned long addr;
	int ret;

	ret = kpctl_trial_find("", sym, &addr);
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

static int home(struct kpctl_names *names, const char *sym, char *mod, struct kpctl_err *err)
{
	const u16 column = err->column;
	int ret = module_of_symbol(sym, mod);

	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (ret) {
		kpctl_err_fill(err, NO_SYMBOL, column, sym);
		return kpctl_err_errno(KPCTL_E_NO_SYMBOL);
	}
	return 0;
}

/* What was built without a build-id has another one than any line. */
static int build_id(struct kpctl_names *names, const char *mod, char *id)
{
	int ret = *mod ? kpctl_build_id_of_module(mod, id) : kpctl_build_id_of_kernel(id);

	if (ret == -ENODEV)
		return -ENOENT;
	if (ret != -ENOENT)
		return ret;
	strcpy(id, "none");
	return 0;
}

static int values_of(struct kpctl_names *names, const struct kpctl_btf *b, u32 id,
		     const struct kpctl_enum **e, struct kpctl_err *err)
{
	struct kpctl_kernel_btf *kb = container_of(names, struct kpctl_kernel_btf, names);

	return kpctl_enum_table_find(&kb->enums, b, id, e) ? kpctl_err_no_memory(err) : 0;
}

void kpctl_kernel_btf_init(struct kpctl_kernel_btf *kb)
{
	memset(kb, 0, sizeof(*kb));
	kb->names.types = types;
	kb->names.home = home;
	kb->names.build_id = build_id;
	kb->names.syscall = kpctl_syscall_read;
	kb->names.each_syscall = kpctl_syscall_each;
	kb->names.values = values_of;
}

void kpctl_kernel_btf_free(struct kpctl_kernel_btf *kb)
{
	struct kpctl_module_btf *mb;

	while ((mb = kb->modules)) {
		kb->modules = mb->next;
		kpctl_module_btf_free(mb);
	}
	kpctl_enum_tables_free(&kb->enums);
	kvfree(kb->index);
	kb->index = NULL;
}

/*
 * The types have each variable's offset in the section, and one variable is exported, so that
 * its address says where the section begins.
 */
int kpctl_kernel_btf_of_cpu(const char *sym, unsigned long *addr)
{
	static const char section[] = ".data..percpu";
	struct kpctl_kernel_btf kb;
	u32 off, known;
	int ret;

	kpctl_kernel_btf_init(&kb);
	ret = read_types(&kb) ?: kpctl_btf_var_offset(&kb.btf, section, sym, &off) ?:
	      kpctl_btf_var_offset(&kb.btf, section, KPCTL_ARCH_OF_CPU, &known);
	if (!ret)
		*addr = kpctl_arch_of_cpu() - known + off;
	kpctl_kernel_btf_free(&kb);
	return ret;
}
