// SPDX-License-Identifier: GPL-2.0
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/kprobectl.h>

#include "control/access.h"
#include "control/command.h"
#include "control/debugfs.h"
#include "control/debugfs_events.h"
#include "control/number.h"
#include "crash/region.h"
#include "hit/tools.h"
#include "prog/helper.h"
#include "session/session.h"
#include "base/text.h"
#include "control/view_file.h"
#include "control/views.h"

static struct dentry *root;

/* The text files: control, error_log, check, profile, stats */

static int text_open(struct inode *inode, struct file *file)
{
	struct kpctl_view_file *tf;
	int ret;

	ret = kpctl_may_open(file);
	if (ret)
		return ret;
	tf = kmalloc(sizeof(*tf), GFP_KERNEL_ACCOUNT);
	if (!tf)
		return -ENOMEM;
	kpctl_tools_add(file);
	kpctl_view_file_init(tf, (unsigned long)inode->i_private, file);
	if (tf->view == KPCTL_VIEW_CONTROL && (file->f_mode & FMODE_WRITE) &&
	    (file->f_flags & O_TRUNC))
		kpctl_command_clear(kpctl_main);
	file->private_data = tf;
	return 0;
}

static int text_release(struct inode *inode, struct file *file)
{
	kpctl_tools_remove(file);
	kpctl_view_file_free(file->private_data);
	kfree(file->private_data);
	return 0;
}

static ssize_t text_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	return kpctl_view_file_read(file->private_data, kpctl_main, buf, count, ppos, true);
}

static ssize_t text_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	return kpctl_view_file_write(file->private_data, kpctl_main, file, buf, count);
}

static const struct file_operations text_fops = {
	.owner = THIS_MODULE,
	.open = text_open,
	.release = text_release,
	.read = text_read,
	.write = text_write,
	.llseek = default_llseek,
};

/* trace and trace_pipe: records, for whom the device would let map them */

static int trace_open(struct inode *inode, struct file *file)
{
	return kpctl_may_read(file) ?: text_open(inode, file);
}

static const struct file_operations trace_fops = {
	.owner = THIS_MODULE,
	.open = trace_open,
	.release = text_release,
	.read = text_read,
	.llseek = default_llseek,
};

/* Whoever opens it is the session's reader. */
static int pipe_open(struct inode *inode, struct file *file)
{
	int ret = trace_open(inode, file);

	if (ret)
		return ret;
	ret = kpctl_view_file_begin(file->private_data, kpctl_main);
	if (ret)
		text_release(inode, file);
	return ret ?: stream_open(inode, file);
}

static ssize_t pipe_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	loff_t pos = 0;

	return kpctl_view_file_read(file->private_data, kpctl_main, buf, count, &pos,
				    !(file->f_flags & O_NONBLOCK));
}

static __poll_t pipe_poll(struct file *file, poll_table *wait)
{
	return kpctl_view_file_poll(file->private_data, kpctl_main, file, wait);
}

static const struct file_operations pipe_fops = {
	.owner = THIS_MODULE,
	.open = pipe_open,
	.release = text_release,
	.read = pipe_read,
	.poll = pipe_poll,
};

/* The files that hold one number; the inode's i_private is the enum kpctl_number. */

static int number_open(struct inode *inode, struct file *file)
{
	int ret = kpctl_may_open(file);

	file->private_data = inode->i_private;
	if (!ret)
		kpctl_tools_add(file);
	return ret;
}

/* Of files that have nothing but their place among the tools. */
static int plain_release(struct inode *inode, struct file *file)
{
	kpctl_tools_remove(file);
	return 0;
}

static enum kpctl_number number_in(const struct file *file)
{
	return (unsigned long)file->private_data;
}

static ssize_t number_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	u64 val = kpctl_number_get(kpctl_main, number_in(file));
	int ret = kpctl_may_look();
	char text[24];

	return ret ?: simple_read_from_buffer(buf, count, ppos, text,
				       scnprintf(text, sizeof(text), "%llu\n", val));
}

static ssize_t number_write(struct file *file, const char __user *buf, size_t count,
			    loff_t *ppos)
{
	u64 val;
	int ret;

	ret = kpctl_may_control(file) ?: kstrtou64_from_user(buf, count, 0, &val);
	if (!ret)
		ret = kpctl_number_set(kpctl_main, number_in(file), val);
	return ret ?: count;
}

static const struct file_operations number_fops = {
	.owner = THIS_MODULE,
	.open = number_open,
	.release = plain_release,
	.read = number_read,
	.write = number_write,
	.llseek = default_llseek,
};

/* Functions of other modules, of no session */

static int helpers_open(struct inode *inode, struct file *file)
{
	struct kpctl_text *text;
	int ret = kpctl_may_open(file);

	if (ret)
		return ret;
	text = kzalloc(sizeof(*text), GFP_KERNEL_ACCOUNT);
	if (!text)
		return -ENOMEM;
	kpctl_tools_add(file);
	kpctl_helper_show(text);
	file->private_data = text;
	return 0;
}

static ssize_t helpers_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	const struct kpctl_text *text = file->private_data;
	ssize_t len = text->err ?: kpctl_may_look();
	char *piece;

	if (!len)
		len = kpctl_text_piece(text, *ppos, count, &piece);
	return len > 0 ? kpctl_text_hand_out(piece, len, buf, ppos) : len;
}

static int helpers_release(struct inode *inode, struct file *file)
{
	kpctl_tools_remove(file);
	kpctl_text_free(file->private_data);
	kfree(file->private_data);
	return 0;
}

static const struct file_operations helpers_fops = {
	.owner = THIS_MODULE,
	.open = helpers_open,
	.release = helpers_release,
	.read = helpers_read,
	.llseek = default_llseek,
};

static bool view_file(const char *name, umode_t mode, unsigned long view,
		      const struct file_operations *fops)
{
	return !IS_ERR(debugfs_create_file(name, mode, root, (void *)view, fops));
}

static bool text_file(const char *name, umode_t mode, unsigned long view)
{
	return view_file(name, mode, view, &text_fops);
}

static bool number_file(const char *name, enum kpctl_number number)
{
	return view_file(name, 0600, number, &number_fops);
}

/* What the boot before this one left in memory that outlives it: records, addresses among them. */

static int last_open(struct inode *inode, struct file *file)
{
	int ret = kpctl_may_open(file) ?: (kpctl_shows_addresses(file) ? 0 : -EPERM);

	if (!ret)
		kpctl_tools_add(file);
	return ret;
}

static ssize_t last_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	int ret = kpctl_may_read(file);
	const void *bytes;
	size_t size;

	bytes = kpctl_region_last(&size);
	return ret ?: simple_read_from_buffer(buf, count, ppos, bytes, size);
}

static const struct file_operations last_fops = {
	.owner = THIS_MODULE,
	.open = last_open,
	.release = plain_release,
	.read = last_read,
	.llseek = default_llseek,
};

int kpctl_debugfs_init(void)
{
	root = debugfs_create_dir("kprobectl", NULL);
	if (IS_ERR(root)) {
		bool failed = PTR_ERR(root) == -ENOMEM;

		root = NULL;
		return failed ? -ENOMEM : 0;
	}
	if (!kpctl_event_dirs_init(root) ||
	    !text_file("control", 0600, KPCTL_VIEW_CONTROL) ||
	    !text_file("error_log", 0600, KPCTL_VIEW_ERRORS) ||
	    !text_file("check", 0600, KPCTL_VIEW_CHECK) ||
	    !text_file("profile", 0400, KPCTL_VIEW_PROFILE) ||
	    !text_file("stats", 0400, KPCTL_VIEW_STATS) ||
	    !text_file("stopped", 0400, KPCTL_VIEW_STOPPED) ||
	    !view_file("helpers", 0400, 0, &helpers_fops) ||
	    !view_file("trace", 0400, KPCTL_VIEW_TRACE, &trace_fops) ||
	    !view_file("trace_pipe", 0400, KPCTL_VIEW_TRACE_PIPE, &pipe_fops) ||
	    (kpctl_region_is_there() && !view_file("last", 0400, 0, &last_fops)) ||
	    !number_file("tracing_on", KPCTL_NUMBER_TRACING) ||
	    !number_file("overwrite", KPCTL_NUMBER_OVERWRITE) ||
	    !number_file("buffer_size_kb", KPCTL_NUMBER_BUFFER)) {
		kpctl_debugfs_exit();
		return -ENOMEM;
	}
	kpctl_main->has_dirs = true;
	return 0;
}

void kpctl_debugfs_exit(void)
{
	debugfs_remove(root);
	root = NULL;
}
