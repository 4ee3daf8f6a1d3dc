// SPDX-License-Identifier: GPL-2.0
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/kprobectl.h>

#include "command.h"
#include "control.h"
#include "event.h"
#include "plant.h"
#include "session.h"
#include "text.h"
#include "textfile.h"
#include "views.h"

static struct dentry *root, *events_root;

/* events/GRP, there as long as an event of the group is. */
struct kpctl_group_dir {
	struct list_head node;		/* groups */
	struct dentry *dentry;
	unsigned int nr_events;
	char name[KPCTL_NAME_MAX];
};

static LIST_HEAD(groups);	/* main session's dirs lock */

/* Who opens any of the files below; see session.h for who may do what. */
static int may_open(const struct file *file)
{
	if (security_locked_down(LOCKDOWN_KPROBES))
		return -EPERM;
	return file->f_mode & FMODE_WRITE ? kpctl_may_control(file) : 0;
}

/* The text files: control, error_log, check, profile, stats */

static int text_open(struct inode *inode, struct file *file)
{
	struct kpctl_textfile *tf;
	int ret;

	ret = may_open(file);
	if (ret)
		return ret;
	tf = kmalloc(sizeof(*tf), GFP_KERNEL_ACCOUNT);
	if (!tf)
		return -ENOMEM;
	kpctl_textfile_init(tf, (unsigned long)inode->i_private);
	if (tf->view == KPCTL_VIEW_CONTROL && (file->f_mode & FMODE_WRITE) &&
	    (file->f_flags & O_TRUNC))
		kpctl_command_clear(kpctl_main);
	file->private_data = tf;
	return 0;
}

static int text_release(struct inode *inode, struct file *file)
{
	kpctl_textfile_free(file->private_data);
	kfree(file->private_data);
	return 0;
}

static ssize_t text_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	return kpctl_textfile_read(file->private_data, kpctl_main, buf, count, ppos);
}

static ssize_t text_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	return kpctl_textfile_write(file->private_data, kpctl_main, file, buf, count);
}

static const struct file_operations text_fops = {
	.owner = THIS_MODULE,
	.open = text_open,
	.release = text_release,
	.read = text_read,
	.write = text_write,
	.llseek = default_llseek,
};

/* The files that hold one number; what they do is in their inode. */

struct number {
	u64 (*get)(void);
	int (*set)(u64 val);
};

static u64 tracing_on_get(void)
{
	return READ_ONCE(kpctl_main->want_tracing);
}

static int tracing_on_set(u64 val)
{
	if (val > 1)
		return -EINVAL;
	kpctl_session_tracing(kpctl_main, val);
	return 0;
}

static u64 buffer_size_get(void)
{
	return READ_ONCE(kpctl_main->ring_size) >> 10;
}

/* Any size, as in tracefs; what is made of it is the next power of two. */
static int buffer_size_set(u64 val)
{
	if (!val || val > KPCTL_RING_MAX >> 10)
		return -EINVAL;
	return kpctl_session_resize(kpctl_main, max_t(u64, roundup_pow_of_two(val << 10),
						      KPCTL_RING_MIN));
}

static const struct number tracing_number = { tracing_on_get, tracing_on_set };
static const struct number buffer_number = { buffer_size_get, buffer_size_set };

static int number_open(struct inode *inode, struct file *file)
{
	file->private_data = inode->i_private;
	return may_open(file);
}

static ssize_t number_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	const struct number *n = file->private_data;
	char text[24];

	return simple_read_from_buffer(buf, count, ppos, text,
				       scnprintf(text, sizeof(text), "%llu\n", n->get()));
}

static ssize_t number_write(struct file *file, const char __user *buf, size_t count,
			    loff_t *ppos)
{
	const struct number *n = file->private_data;
	u64 val;
	int ret;

	ret = kpctl_may_control(file) ?: kstrtou64_from_user(buf, count, 0, &val);
	if (!ret)
		ret = n->set(val);
	return ret ?: count;
}

static const struct file_operations number_fops = {
	.owner = THIS_MODULE,
	.open = number_open,
	.read = number_read,
	.write = number_write,
	.llseek = default_llseek,
};

/*
 * An event's files. Open ones hold a reference, since they outlive the event;
 * opening is safe because removing the file waits for it.
 */

static int event_open(struct inode *inode, struct file *file)
{
	int ret = may_open(file);

	if (!ret)
		file->private_data = kpctl_event_get(inode->i_private);
	return ret;
}

static int event_release(struct inode *inode, struct file *file)
{
	kpctl_event_put(file->private_data);
	return 0;
}

static ssize_t enable_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct kpctl_event *ev = file->private_data;

	return simple_read_from_buffer(buf, count, ppos,
				       READ_ONCE(ev->want_on) ? "1\n" : "0\n", 2);
}

static ssize_t enable_write(struct file *file, const char __user *buf, size_t count,
			    loff_t *ppos)
{
	struct kpctl_event *ev = file->private_data;
	bool on;
	int ret;

	ret = kpctl_may_control(file) ?: kstrtobool_from_user(buf, count, &on);
	if (ret)
		return ret;
	mutex_lock(&kpctl_main->lock);
	ret = kpctl_plant_switch(ev, on);
	mutex_unlock(&kpctl_main->lock);
	return ret ?: count;
}

static ssize_t id_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct kpctl_event *ev = file->private_data;
	char id[8];

	return simple_read_from_buffer(buf, count, ppos, id,
				       scnprintf(id, sizeof(id), "%u\n", ev->id));
}

static ssize_t format_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct kpctl_event *ev = file->private_data;
	struct kpctl_text text = {};
	ssize_t ret;

	mutex_lock(&kpctl_main->lock);
	kpctl_views_format(ev, &text);
	mutex_unlock(&kpctl_main->lock);
	ret = text.err ?: simple_read_from_buffer(buf, count, ppos, text.buf, text.len);
	kpctl_text_free(&text);
	return ret;
}

#define EVENT_FOPS(name, reader, writer)			\
static const struct file_operations name = {			\
	.owner = THIS_MODULE,					\
	.open = event_open,					\
	.release = event_release,				\
	.read = reader,						\
	.write = writer,					\
	.llseek = default_llseek,				\
}
EVENT_FOPS(enable_fops, enable_read, enable_write);
EVENT_FOPS(id_fops, id_read, NULL);
EVENT_FOPS(format_fops, format_read, NULL);

/* Directories */

static struct kpctl_group_dir *group_get(const char *name)
{
	struct kpctl_group_dir *g;

	list_for_each_entry(g, &groups, node)
		if (!strcmp(g->name, name))
			goto found;
	g = kzalloc(sizeof(*g), GFP_KERNEL_ACCOUNT);
	if (!g)
		return NULL;
	strscpy(g->name, name, sizeof(g->name));
	g->dentry = debugfs_create_dir(name, events_root);
	list_add(&g->node, &groups);
found:
	g->nr_events++;
	return g;
}

static void group_put(struct kpctl_group_dir *g)
{
	if (--g->nr_events)
		return;
	debugfs_remove(g->dentry);
	list_del(&g->node);
	kfree(g);
}

void kpctl_control_add_event(struct kpctl_event *ev)
{
	struct kpctl_event_dir *dir = kzalloc(sizeof(*dir), GFP_KERNEL_ACCOUNT);

	if (!dir)
		return;
	dir->group = group_get(ev->spec->group);
	if (!dir->group) {
		kfree(dir);
		return;
	}
	dir->ev = kpctl_event_get(ev);
	dir->dentry = debugfs_create_dir(ev->spec->event, dir->group->dentry);
	debugfs_create_file("enable", 0600, dir->dentry, ev, &enable_fops);
	debugfs_create_file("format", 0400, dir->dentry, ev, &format_fops);
	debugfs_create_file("id", 0400, dir->dentry, ev, &id_fops);
	ev->dir = dir;
}

void kpctl_control_remove_dir(struct kpctl_event_dir *dir)
{
	debugfs_remove(dir->dentry);
	group_put(dir->group);
	kpctl_event_put(dir->ev);
	kfree(dir);
}

static void text_file(const char *name, umode_t mode, unsigned long view)
{
	debugfs_create_file(name, mode, root, (void *)view, &text_fops);
}

static void number_file(const char *name, const struct number *number)
{
	debugfs_create_file(name, 0600, root, (void *)number, &number_fops);
}

void kpctl_control_init(void)
{
	root = debugfs_create_dir("kprobectl", NULL);
	if (IS_ERR(root)) {
		root = NULL;
		return;
	}
	events_root = debugfs_create_dir("events", root);
	text_file("control", 0600, KPCTL_VIEW_CONTROL);
	text_file("error_log", 0600, KPCTL_VIEW_ERRORS);
	text_file("check", 0600, KPCTL_VIEW_CHECK);
	text_file("profile", 0400, KPCTL_VIEW_PROFILE);
	text_file("stats", 0400, KPCTL_VIEW_STATS);
	number_file("tracing_on", &tracing_number);
	number_file("buffer_size_kb", &buffer_number);
	kpctl_main->has_dirs = true;
}

void kpctl_control_exit(void)
{
	debugfs_remove(root);
	root = NULL;
}
