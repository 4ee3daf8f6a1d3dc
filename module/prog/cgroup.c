// SPDX-License-Identifier: GPL-2.0
/*
 * `$cgroup in "PATH"`: is the task that hits in this cgroup, or in one below it?
 *
 * The writer's task has looked PATH up before (prog/named_cgroups.c). A program holds a reference
 * until the program goes. So the pointer stays good, and is no other cgroup's: a cgroup that is
 * removed has no tasks any more, and the condition is false from then on; one that is made anew
 * under the same path is another.
 *
 * At a hit the task's set of cgroups (struct css_set) is asked. Preemption is off, a read side of
 * RCU, and no lock is taken: another CPU may move the task at the same time.
 *
 *	V2	set->dfl_cgrp. Set and cgroup are freed by RCU.
 *	SUBSYS	of v1 with a controller: set->subsys[]. By RCU, too.
 *	LINKS	a named hierarchy without controllers: the set's list of links, of which the
 *		kernel frees one the moment that its last user goes, without RCU, and whose struct
 *		is private to it. Each read is one that cannot fault. A link must lead back to
 *		the set, and the task must have the same set afterwards: it has kept its links
 *		alive meanwhile. Otherwise the look is taken again, and at last the answer is no.
 *		Planting tries that with the task that plants.
 *
 * The answer is that of one moment between the hit's first and last instruction.
 */
#include <linux/cgroup.h>
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "prog/cgroup.h"
#include "prog/fetch_mem.h"
#include "prog/named_cgroups.h"

#ifdef CONFIG_CGROUPS

#define LINKS_MAX	64	/* hierarchies */
#define TURNS_MAX	4

enum { BY_V2, BY_SUBSYS, BY_LINKS };

/* As kernel/cgroup/cgroup-internal.h has it. */
struct link {
	struct cgroup *cgrp;
	struct css_set *cset;
	struct list_head cset_link;	/* of the cgroup's */
	struct list_head cgrp_link;	/* of the set's */
};

/* At hits */

static __always_inline struct css_set *current_set(void)
{
	return rcu_dereference_sched_check(current->cgroups, true);
}

static __always_inline bool read_kernel_word(const void *from, u64 *to)
{
	return kpctl_mem_kernel_word((u64)from, 8, to);
}

#define READ_MEMBER(p, member, to)	read_kernel_word(&(p)->member, to)

/* cgroup_is_descendant() of a cgroup that may be none any more. */
static notrace bool is_below(const struct cgroup *cgrp, const struct cgroup *top)
{
	u64 level, at;

	if (!kpctl_mem_kernel_word((u64)&cgrp->level, sizeof(cgrp->level), &level) ||
	    (s32)level < top->level)
		return false;
	return read_kernel_word(&cgrp->ancestors[top->level], &at) && at == (u64)top;
}
NOKPROBE_SYMBOL(is_below);

/* 1: below, 0: not; -1: the list changed under the look, or is no such list. */
static notrace int look_at_links(const struct css_set *set, const struct cgroup *top)
{
	u64 at, owner, cgrp, root;
	const struct link *link;
	u32 i;

	if (!READ_MEMBER(set, cgrp_links.next, &at))
		return -1;
	for (i = 0; i < LINKS_MAX && at != (u64)&set->cgrp_links; i++) {
		link = container_of((struct list_head *)at, struct link, cgrp_link);
		if (!READ_MEMBER(link, cset, &owner) || owner != (u64)set ||
		    !READ_MEMBER(link, cgrp, &cgrp) ||
		    !READ_MEMBER((struct cgroup *)cgrp, root, &root))
			return -1;
		if (root == (u64)top->root)
			return is_below((struct cgroup *)cgrp, top);
		if (!READ_MEMBER(link, cgrp_link.next, &at))
			return -1;
	}
	return i < LINKS_MAX ? 0 : -1;
}
NOKPROBE_SYMBOL(look_at_links);

/* As above, of a set that the task had from the first read to the last. */
static notrace int look_until_same(const struct cgroup *top)
{
	const struct css_set *set;
	u32 turn;
	int ret;

	for (turn = 0; turn < TURNS_MAX; turn++) {
		set = current_set();
		ret = look_at_links(set, top);
		smp_rmb();	/* the links, then whether the task still holds them */
		if (ret >= 0 && set == current_set())
			return ret;
	}
	return -1;
}
NOKPROBE_SYMBOL(look_until_same);

notrace noinline bool kpctl_cgroup_has_current(const struct kpctl_cgroup *cg)
{
	switch (cg->by) {
	case BY_V2:
		return cgroup_is_descendant(current_set()->dfl_cgrp, cg->cgrp);
	case BY_SUBSYS:
		return cgroup_is_descendant(current_set()->subsys[cg->subsys]->cgroup, cg->cgrp);
	default:
		return look_until_same(cg->cgrp) == 1;
	}
}
NOKPROBE_SYMBOL(kpctl_cgroup_has_current);

/* When a line is planted */

/* How the tasks of its hierarchy are looked up; false: they cannot be. */
static bool find_way(struct kpctl_cgroup *cg)
{
	const struct cgroup_root *root = cg->cgrp->root;
	int way;

	if (root == &cgrp_dfl_root) {
		cg->by = BY_V2;
		return true;
	}
	if (root->subsys_mask) {
		cg->by = BY_SUBSYS;
		cg->subsys = __ffs(root->subsys_mask);
		return true;
	}
	cg->by = BY_LINKS;
	preempt_disable();
	way = look_until_same(&((struct cgroup_root *)root)->cgrp);	/* every task is below the root */
	preempt_enable();
	return way == 1;
}

/* One that was made after its path was looked up, while the line waited for its module. */
static struct cgroup *get_of_v2(const char *path)
{
	struct cgroup *cgrp = cgroup_get_from_path(path);

	return IS_ERR(cgrp) ? NULL : cgrp;
}

int kpctl_cgroup_use(const struct kpctl_named_cgroups *named, const char *path,
		     struct kpctl_cgroup **use)
{
	struct kpctl_cgroup *cg = kzalloc(sizeof(*cg), GFP_KERNEL_ACCOUNT);

	if (!cg)
		return -ENOMEM;
	cg->cgrp = kpctl_named_cgroups_at(named, path) ?: get_of_v2(path);
	if (!cg->cgrp) {
		kfree(cg);
		return -ENOENT;
	}
	if (!find_way(cg)) {
		kpctl_cgroup_free(cg);
		return -EOPNOTSUPP;
	}
	*use = cg;
	return 0;
}

void kpctl_cgroup_free(struct kpctl_cgroup *list)
{
	struct kpctl_cgroup *next;

	for (; list; list = next) {
		next = list->next;
		css_put(&list->cgrp->self);
		kfree(list);
	}
}

#else /* !CONFIG_CGROUPS */

notrace bool kpctl_cgroup_has_current(const struct kpctl_cgroup *cg)
{
	return false;
}
NOKPROBE_SYMBOL(kpctl_cgroup_has_current);

int kpctl_cgroup_use(const struct kpctl_named_cgroups *named, const char *path,
		     struct kpctl_cgroup **use)
{
	return -ENOENT;
}

void kpctl_cgroup_free(struct kpctl_cgroup *list)
{
}

#endif
