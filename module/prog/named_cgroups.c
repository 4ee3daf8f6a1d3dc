// SPDX-License-Identifier: GPL-2.0
/*
 * PATH is a cgroup's path in the hierarchy of v2, as /proc/PID/cgroup has it behind 0::, from the
 * root that the writer sees; or the path of a cgroup's directory, in any hierarchy that is
 * mounted where the writer looks.
 *
 * A path can lead through an automount or a server that does not answer, so a lookup can take for
 * ever. The lookup is made before session->lock is taken, for which modules that come and go
 * wait. What was found is kept with the condition. So a condition that is compiled again when its
 * module comes means the cgroup that its writer meant, not one of the task that loads the module.
 *
 * The list is written by the one task that makes it, and read alone after that; users come and go
 * under different sessions' locks.
 */
#include <linux/cgroup.h>
#include <linux/ctype.h>
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernfs.h>
#include <linux/mm.h>
#include <linux/magic.h>
#include <linux/namei.h>
#include <linux/overflow.h>
#include <linux/path.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "prog/named_cgroups.h"

#ifdef CONFIG_CGROUPS

struct named {
	struct named *next;
	struct cgroup *cgrp;	/* with a reference */
	char path[];
};

struct kpctl_named_cgroups {
	refcount_t users;
	struct named *first;
};

/* The cgroup whose directory that is, with a reference. */
static struct cgroup *get_of_dir(const char *name)
{
	struct cgroup *cgrp = NULL;
	struct kernfs_node *kn;
	struct path path;
	unsigned long magic;

	if (kern_path(name, LOOKUP_FOLLOW | LOOKUP_DIRECTORY, &path))
		return NULL;
	magic = path.dentry->d_sb->s_magic;
	if (magic == CGROUP_SUPER_MAGIC || magic == CGROUP2_SUPER_MAGIC) {
		kn = d_inode(path.dentry)->i_private;
		rcu_read_lock();
		cgrp = rcu_dereference(*(struct cgroup __rcu __force **)&kn->priv);
		if (cgrp && !css_tryget(&cgrp->self))
			cgrp = NULL;
		rcu_read_unlock();
	}
	path_put(&path);
	return cgrp;
}

static struct cgroup *get_of_path(const char *path)
{
	struct cgroup *cgrp = cgroup_get_from_path(path);

	return IS_ERR(cgrp) ? get_of_dir(path) : cgrp;
}

static struct kpctl_named_cgroups *named_alloc(void)
{
	struct kpctl_named_cgroups *named = kzalloc(sizeof(*named), GFP_KERNEL_ACCOUNT);

	if (named)
		refcount_set(&named->users, 1);
	return named;
}

/* Adds the cgroup of this path, if there is one, to *named, which is made for the first. */
static int add_path(struct kpctl_named_cgroups **named, const char *path)
{
	struct cgroup *cgrp = get_of_path(path);
	struct named *n;

	if (!cgrp)
		return 0;
	n = kmalloc(struct_size(n, path, strlen(path) + 1), GFP_KERNEL_ACCOUNT);
	if (n && !*named)
		*named = named_alloc();
	if (!n || !*named) {
		kfree(n);
		css_put(&cgrp->self);
		return -ENOMEM;
	}
	n->cgrp = cgrp;
	strcpy(n->path, path);
	n->next = (*named)->first;
	(*named)->first = n;
	return 0;
}

/* Does the word `in` stand in front of `at`? */
static bool is_behind_in(const char *text, const char *at)
{
	while (at > text && isspace(at[-1]))
		at--;
	return at - text >= 3 && at[-1] == 'n' && at[-2] == 'i' && isspace(at[-3]);
}

/*
 * Copies the string that begins at *at, a quotation mark, without its marks and backslashes, and
 * moves *at behind it. spec/parse_cond_operand.c says what is a string; one that has no end is
 * refused there.
 */
static void take_string(const char **at, const char *end, char *to)
{
	const char *p = *at + 1;

	for (; p < end && *p != '"'; p++) {
		if (*p == '\\' && p + 1 < end)
			p++;
		*to++ = *p;
	}
	*to = 0;
	*at = p < end ? p + 1 : end;
}

struct kpctl_named_cgroups *kpctl_named_cgroups_find(const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	struct kpctl_named_cgroups *named = NULL;
	char *path = NULL;
	bool is_path;
	int ret = 0;

	while (!ret && (p = memchr(p, '"', end - p))) {
		path = path ?: kvmalloc(len + 1, GFP_KERNEL);
		if (!path) {
			ret = -ENOMEM;
			break;
		}
		is_path = is_behind_in(text, p);
		take_string(&p, end, path);
		if (is_path && path[0] == '/')
			ret = add_path(&named, path);
	}
	kvfree(path);
	if (!ret)
		return named;
	kpctl_named_cgroups_put(named);
	return ERR_PTR(ret);
}

void kpctl_named_cgroups_get(struct kpctl_named_cgroups *named)
{
	if (named)
		refcount_inc(&named->users);
}

void kpctl_named_cgroups_put(struct kpctl_named_cgroups *named)
{
	struct named *n, *next;

	if (!named || !refcount_dec_and_test(&named->users))
		return;
	for (n = named->first; n; n = next) {
		next = n->next;
		css_put(&n->cgrp->self);
		kfree(n);
	}
	kfree(named);
}

struct cgroup *kpctl_named_cgroups_at(const struct kpctl_named_cgroups *named, const char *path)
{
	struct named *n = named ? named->first : NULL;

	while (n && strcmp(n->path, path))
		n = n->next;
	if (!n)
		return NULL;
	css_get(&n->cgrp->self);
	return n->cgrp;
}

#else /* !CONFIG_CGROUPS */

struct kpctl_named_cgroups *kpctl_named_cgroups_find(const char *text, size_t len)
{
	return NULL;
}

void kpctl_named_cgroups_get(struct kpctl_named_cgroups *named)
{
}

void kpctl_named_cgroups_put(struct kpctl_named_cgroups *named)
{
}

struct cgroup *kpctl_named_cgroups_at(const struct kpctl_named_cgroups *named, const char *path)
{
	return NULL;
}

#endif
