// SPDX-License-Identifier: GPL-2.0
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "control/debugfs_enable.h"
#include "control/debugfs_event_files.h"
#include "control/debugfs_events.h"
#include "session/event.h"
#include "session/session.h"

static struct dentry *events_root;

/* events/GRP, which exists as long as an event of the group has a directory. */
struct kpctl_group_dir {
	struct list_head node;		/* groups */
	struct dentry *dentry;
	unsigned int nr_events;
	char name[KPCTL_NAME_MAX];
};

static LIST_HEAD(groups);	/* under kpctl_main->dirs */

static struct kpctl_group_dir *group_get(const char *name)
{
	struct kpctl_group_dir *g;

	lockdep_assert_held(&kpctl_main->dirs);
	list_for_each_entry(g, &groups, node)
		if (!strcmp(g->name, name))
			goto found;
	g = kzalloc(sizeof(*g), GFP_KERNEL_ACCOUNT);
	if (!g)
		return NULL;
	strscpy(g->name, name, sizeof(g->name));
	g->dentry = debugfs_create_dir(name, events_root);
	if (!kpctl_enable_file_make(g->dentry, g->name)) {
		debugfs_remove(g->dentry);
		kfree(g);
		return NULL;
	}
	list_add(&g->node, &groups);
found:
	g->nr_events++;
	return g;
}

static void group_put(struct kpctl_group_dir *g)
{
	lockdep_assert_held(&kpctl_main->dirs);
	if (--g->nr_events)
		return;
	debugfs_remove(g->dentry);
	list_del(&g->node);
	kfree(g);
}

/* The directory of another probe of the same event, or NULL if there is no other. */
static struct kpctl_event_dir *shared_dir(const struct kpctl_event *ev)
{
	struct kpctl_event *other;

	list_for_each_entry(other, &kpctl_main->events, node)
		if (other != ev && other->dir &&
		    kpctl_event_is_called(other, ev->spec->group, ev->spec->event))
			return other->dir;
	return NULL;
}

static struct kpctl_event_dir *make_dir(const struct kpctl_event *ev, int *ret)
{
	struct kpctl_event_dir *dir = kzalloc(sizeof(*dir), GFP_KERNEL_ACCOUNT);

	*ret = -ENOMEM;
	if (!dir)
		return NULL;
	dir->group = group_get(ev->spec->group);
	if (!dir->group) {
		kfree(dir);
		return NULL;
	}
	kref_init(&dir->ref);
	strscpy(dir->group_name, ev->spec->group, sizeof(dir->group_name));
	strscpy(dir->name, ev->spec->event, sizeof(dir->name));
	dir->dentry = debugfs_create_dir(dir->name, dir->group->dentry);
	*ret = kpctl_event_files_make(dir);	/* fails as well if the directory was not made */
	return dir;
}

/* The file `enable` stands beside the directories of groups, and beside those of events. */
static bool name_is_taken(const struct kpctl_spec *spec)
{
	return !strcmp(spec->group, KPCTL_ENABLE_FILE) || !strcmp(spec->event, KPCTL_ENABLE_FILE);
}

int kpctl_event_dir_add(struct kpctl_event *ev)
{
	int ret = 0;

	lockdep_assert_held(&kpctl_main->dirs);
	lockdep_assert_held(&kpctl_main->lock);
	if (name_is_taken(ev->spec))
		return -EEXIST;
	ev->dir = shared_dir(ev) ?: make_dir(ev, &ret);
	if (ev->dir)
		ev->dir->nr_probes++;
	return ret;
}

void kpctl_event_dir_drop(struct kpctl_event *ev, struct list_head *dirs)
{
	lockdep_assert_held(&ev->session->dirs);
	lockdep_assert_held(&ev->session->lock);
	if (ev->dir && !--ev->dir->nr_probes)
		list_add_tail(&ev->dir->node, dirs);
	ev->dir = NULL;
}

void kpctl_event_dir_remove(struct kpctl_event_dir *dir)
{
	lockdep_assert_not_held(&kpctl_main->lock);
	debugfs_remove(dir->dentry);
	group_put(dir->group);
	kpctl_event_dir_put(dir);
}

bool kpctl_event_dirs_init(struct dentry *root)
{
	events_root = debugfs_create_dir("events", root);
	return !IS_ERR(events_root) && kpctl_enable_file_make(events_root, NULL);
}
