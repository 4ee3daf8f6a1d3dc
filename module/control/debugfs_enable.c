// SPDX-License-Identifier: GPL-2.0
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "control/access.h"
#include "control/debugfs_enable.h"
#include "hit/tools.h"
#include "session/event.h"
#include "session/plant.h"
#include "session/session.h"

/*
 * An open file has a copy of the group's name and no pointer to the group, since an open file
 * can outlive the group. As with an event's files, opening is safe because the removal of a
 * file waits for opens under way, and removal waits for nothing that touches user memory.
 */
struct enable_file {
	char group[KPCTL_NAME_MAX];	/* empty: all groups */
};

static int enable_all_open(struct inode *inode, struct file *file)
{
	struct enable_file *ef;
	int ret = kpctl_may_open(file);

	if (ret)
		return ret;
	ef = kzalloc(sizeof(*ef), GFP_KERNEL_ACCOUNT);
	if (!ef)
		return -ENOMEM;
	if (inode->i_private)
		strscpy(ef->group, inode->i_private, sizeof(ef->group));
	file->private_data = ef;
	kpctl_tools_add(file);
	return 0;
}

static int enable_all_release(struct inode *inode, struct file *file)
{
	kpctl_tools_remove(file);
	kfree(file->private_data);
	return 0;
}

/* 0, or -EIO if the group's directory has been removed. */
static int group_is_there(const struct file *file)
{
	int ret = debugfs_file_get(file->f_path.dentry);

	if (!ret)
		debugfs_file_put(file->f_path.dentry);
	return ret;
}

#define for_each_of_group(ev, ef)						\
	list_for_each_entry(ev, &kpctl_main->events, node)			\
		if (!(ef)->group[0] || !strcmp((ef)->group, (ev)->spec->group))

/*
 * The state in tracefs's notation:
 *
 *	0	all events are off
 *	1	all events are on
 *	X	some events are on
 *	?	there is no event
 */
static char state_of_all(const struct enable_file *ef)
{
	static const char states[] = { '?', '0', '1', 'X' };
	struct kpctl_event *ev;
	unsigned int seen = 0;

	mutex_lock(&kpctl_main->lock);
	for_each_of_group(ev, ef)
		seen |= 1u << ev->want_on;
	mutex_unlock(&kpctl_main->lock);
	return states[seen];
}

static ssize_t enable_all_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	int ret = kpctl_may_look() ?: group_is_there(file);
	char text[2] = { 0, '\n' };

	if (ret)
		return ret;
	text[0] = state_of_all(file->private_data);
	return simple_read_from_buffer(buf, count, ppos, text, sizeof(text));
}

/* Switch all events; one that fails does not stop the others. Returns the first error, or 0. */
static int switch_all(const struct enable_file *ef, bool on)
{
	struct kpctl_event *ev;
	int ret = 0, one;

	mutex_lock(&kpctl_main->lock);
	for_each_of_group(ev, ef) {
		one = fatal_signal_pending(current) ? -EINTR : kpctl_plant_switch(ev, on);
		ret = ret ?: one;
		if (one == -EINTR)
			break;
		cond_resched();
	}
	mutex_unlock(&kpctl_main->lock);
	return ret;
}

static ssize_t enable_all_write(struct file *file, const char __user *buf, size_t count,
				loff_t *ppos)
{
	bool on;
	int ret;

	ret = kpctl_may_control(file) ?: group_is_there(file) ?:
	      kstrtobool_from_user(buf, count, &on) ?: switch_all(file->private_data, on);
	return ret ?: count;
}

static const struct file_operations enable_all_fops = {
	.owner = THIS_MODULE,
	.open = enable_all_open,
	.release = enable_all_release,
	.read = enable_all_read,
	.write = enable_all_write,
	.llseek = default_llseek,
};

bool kpctl_enable_file_make(struct dentry *dir, const char *group)
{
	return !IS_ERR(debugfs_create_file_unsafe(KPCTL_ENABLE_FILE, 0600, dir, (void *)group,
						  &enable_all_fops));
}
