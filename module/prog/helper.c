// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of other modules: registered, found, counted. prog/helper.h has the invariant.
 *
 * Bad input: a module that hands over nonsense gets -EINVAL. A module that goes without
 * unregistering cannot be told from one that stays; the kernel then warns of nothing, as with any
 * other callback.
 */
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/compat.h"
#include "base/text.h"
#include "prog/helper_of.h"

static DEFINE_MUTEX(helpers_lock);	/* the list, and `uses`; inside of a session's lock */
static LIST_HEAD(helpers);

static struct kpctl_helper_of *find_helper(const char *name)
{
	struct kpctl_helper_of *of;

	lockdep_assert_held(&helpers_lock);
	list_for_each_entry(of, &helpers, node)
		if (!strcmp(of->name, name))
			return of;
	return NULL;
}

/* noinline: a part that the compiler splits off would have another name. */
static noinline void drop_helper(struct kpctl_helper_of *of)
{
	lockdep_assert_held(&helpers_lock);
	if (--of->uses)
		return;
	free_percpu(of->count);
	kfree(of);
}

/* Registering */

static bool is_helper_name(const char *name)
{
	size_t len = name ? strnlen(name, KPCTL_CALL_NAME_MAX) : 0, i;

	for (i = 0; i < len; i++)
		if (!(name[i] == '_' || (name[i] >= '0' && name[i] <= '9' && i) ||
		      ((name[i] | 0x20) >= 'a' && (name[i] | 0x20) <= 'z')))
			return false;
	return len && len < KPCTL_CALL_NAME_MAX;
}

static bool is_helper(const struct kpctl_helper *helper)
{
	const u32 all = KPCTL_IN_TASK | KPCTL_IN_SOFTIRQ | KPCTL_IN_HARDIRQ | KPCTL_IN_NMI;

	return helper && helper->owner && helper->run && is_helper_name(helper->name) &&
	       helper->contexts && !(helper->contexts & ~all) &&
	       helper->values <= KPCTL_CALL_VALUES;
}

static struct kpctl_helper_of *make_helper(const struct kpctl_helper *helper)
{
	struct kpctl_helper_of *of = kzalloc(sizeof(*of), GFP_KERNEL);

	if (!of)
		return NULL;
	of->count = alloc_percpu(struct kpctl_helper_count);
	if (!of->count) {
		kfree(of);
		return NULL;
	}
	of->run = helper->run;
	of->contexts = helper->contexts;
	of->helper = helper;
	of->owner = helper->owner;
	of->values = helper->values;
	of->uses = 1;
	strscpy(of->name, helper->name, sizeof(of->name));
	return of;
}

int kpctl_helper_register(const struct kpctl_helper *helper)
{
	struct kpctl_helper_of *of;
	int ret = 0;

	if (!is_helper(helper))
		return -EINVAL;
	mutex_lock(&helpers_lock);
	of = find_helper(helper->name) ? ERR_PTR(-EEXIST) : make_helper(helper);
	if (IS_ERR_OR_NULL(of))
		ret = of ? PTR_ERR(of) : -ENOMEM;
	else
		list_add_tail(&of->node, &helpers);
	mutex_unlock(&helpers_lock);
	return ret;
}
KPCTL_EXPORT(kpctl_helper_register);

/* The grace period is waited for without the lock: lines that come meanwhile find nothing. */
void kpctl_helper_unregister(const struct kpctl_helper *helper)
{
	struct kpctl_helper_of *of, *found = NULL;

	mutex_lock(&helpers_lock);
	list_for_each_entry(of, &helpers, node)
		if (of->helper == helper)
			found = of;
	if (found) {
		list_del(&found->node);
		found->helper = NULL;
		WRITE_ONCE(found->run, NULL);	/* hits read it once, with preemption off */
	}
	mutex_unlock(&helpers_lock);
	if (!found)
		return;
	synchronize_rcu();
	mutex_lock(&helpers_lock);
	drop_helper(found);
	mutex_unlock(&helpers_lock);
}
KPCTL_EXPORT(kpctl_helper_unregister);

/* Programs */

/*
 * A reference is had of a module whose init is over alone: one whose init fails is freed, whatever
 * references it has.
 */
static bool hold_owner(struct module *owner)
{
	return READ_ONCE(owner->state) == MODULE_STATE_LIVE && try_module_get(owner);
}

static int take_helper(const char *name, struct kpctl_helper_use *use, u32 *takes)
{
	struct kpctl_helper_of *of = find_helper(name);

	lockdep_assert_held(&helpers_lock);
	if (!of)
		return -ENOENT;
	*takes = of->values;
	if (of->values != use->nvalues)
		return -EINVAL;
	if (!hold_owner(of->owner))
		return -ENOENT;
	of->uses++;
	use->of = of;
	return 0;
}

int kpctl_helper_get(const char *name, u32 nvalues, struct kpctl_helper_use **use, u32 *takes)
{
	struct kpctl_helper_use *new = kzalloc(sizeof(*new), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!new)
		return -ENOMEM;
	new->nvalues = nvalues;
	mutex_lock(&helpers_lock);
	ret = take_helper(name, new, takes);
	mutex_unlock(&helpers_lock);
	if (ret)
		kfree(new);
	else
		*use = new;
	return ret;
}

void kpctl_helper_put(struct kpctl_helper_use *list)
{
	struct kpctl_helper_use *next;

	for (; list; list = next) {
		next = list->next;
		mutex_lock(&helpers_lock);
		module_put(list->of->owner);
		drop_helper(list->of);
		mutex_unlock(&helpers_lock);
		kfree(list);
	}
}

/* The file `helpers` */

static void show_contexts(u32 contexts, struct kpctl_text *text)
{
	static const char * const names[] = { "task", "softirq", "hardirq", "nmi" };
	const char *comma = " ";
	u32 i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!(contexts & 1u << i))
			continue;
		kpctl_text_printf(text, "%s%s", comma, names[i]);
		comma = ",";
	}
}

static void show_helper(const struct kpctl_helper_of *of, struct kpctl_text *text)
{
#define X(name) u64 name = 0;
	KPCTL_HELPER_COUNTS(X)
#undef X
	int cpu;

	for_each_possible_cpu(cpu) {
		const struct kpctl_helper_count *count = per_cpu_ptr(of->count, cpu);

#define X(name) name += local_read(&count->name);
		KPCTL_HELPER_COUNTS(X)
#undef X
	}
	kpctl_text_printf(text, "%s %s %u %u", of->name, module_name(of->owner), of->values,
			  of->uses - 1);
	show_contexts(of->contexts, text);
#define X(name) kpctl_text_printf(text, " %llu", name);
	KPCTL_HELPER_COUNTS(X)
#undef X
	kpctl_text_printf(text, "\n");
}

void kpctl_helper_show(struct kpctl_text *text)
{
	struct kpctl_helper_of *of;

#define X(name) " " #name
	kpctl_text_printf(text, "function module values uses contexts" KPCTL_HELPER_COUNTS(X) "\n");
#undef X
	mutex_lock(&helpers_lock);
	list_for_each_entry(of, &helpers, node)
		show_helper(of, text);
	mutex_unlock(&helpers_lock);
}
