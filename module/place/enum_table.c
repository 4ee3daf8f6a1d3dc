// SPDX-License-Identifier: GPL-2.0
#include <linux/mm.h>
#include <linux/slab.h>

#include "base/budget.h"
#include "place/enum_table.h"
#include "spec/btf.h"

static struct kpctl_enum_table *table_of(const struct kpctl_enum *e)
{
	return container_of((struct kpctl_enum *)e, struct kpctl_enum_table, values);
}

static struct kpctl_enum_table *new_enum_table(size_t size)
{
	unsigned long pages = DIV_ROUND_UP(size, PAGE_SIZE);
	struct kpctl_enum_table *t;

	if (!kpctl_budget_take(pages))
		return NULL;
	t = kvmalloc(size, GFP_KERNEL_ACCOUNT);
	if (!t) {
		kpctl_budget_give(pages);
		return NULL;
	}
	t->pages = pages;
	refcount_set(&t->refs, 1);
	return t;
}

static void put_table(struct kpctl_enum_table *t)
{
	if (!refcount_dec_and_test(&t->refs))
		return;
	kpctl_budget_give(t->pages);
	kvfree(t);
}

static int add_enum_table(struct kpctl_enum_table **list, const struct kpctl_btf *b, u32 id,
			  u32 size)
{
	struct kpctl_enum_table *t = new_enum_table(offsetof(struct kpctl_enum_table, values) + size);

	if (!t)
		return -ENOMEM;
	t->type = kpctl_btf_type(b, id);
	kpctl_enum_fill(&t->values, b, id);
	t->next = *list;
	*list = t;
	return 0;
}

int kpctl_enum_table_find(struct kpctl_enum_table **list, const struct kpctl_btf *b, u32 id,
			  const struct kpctl_enum **e)
{
	const struct kpctl_btf_type *type = kpctl_btf_type(b, id);
	const struct kpctl_enum_table *t;
	u32 size = kpctl_enum_size(b, id);

	*e = NULL;
	if (!size)
		return 0;
	for (t = *list; t && t->type != type; t = t->next)
		;
	if (!t && add_enum_table(list, b, id, size))
		return -ENOMEM;
	*e = t ? &t->values : &(*list)->values;
	return 0;
}

void kpctl_enum_tables_free(struct kpctl_enum_table **list)
{
	struct kpctl_enum_table *t;

	while ((t = *list)) {
		*list = t->next;
		put_table(t);
	}
}

void kpctl_enum_tables_get(const struct kpctl_arg_spec *arg, u32 n)
{
	for (; n; n--, arg++)
		if (arg->names)
			refcount_inc(&table_of(arg->names)->refs);
}

void kpctl_enum_tables_put(const struct kpctl_arg_spec *arg, u32 n)
{
	for (; n; n--, arg++)
		if (arg->names)
			put_table(table_of(arg->names));
}
