// SPDX-License-Identifier: GPL-2.0
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "base/text.h"
#include "control/access.h"
#include "control/debugfs_event_files.h"
#include "control/hist_reader.h"
#include "control/view_format.h"
#include "control/view_functions.h"
#include "control/view_hist.h"
#include "control/view_open.h"
#include "hit/tools.h"
#include "probe/engine.h"
#include "session/event.h"
#include "session/event_aggr.h"
#include "session/event_prog.h"
#include "session/plant.h"
#include "session/redact.h"
#include "session/session.h"

/*
 * An event's files. An open file holds a reference on the directory's struct, since an open
 * file can outlive the directory. Opening is safe because the removal of a file waits for
 * opens under way.
 *
 * Removal does not wait for operations on open files: they touch user memory, which may never
 * come if a descriptor is in bad hands. Operations that find the event by its name stand
 * between begin() and end() and touch no user memory there. Removal waits for end(), and the
 * name cannot be used again before the removal is over.
 *
 * An operation is about all probes that are in the directory at that moment; a text that is
 * read in pieces is the text of the moment of the first piece.
 */
struct event_file {
	struct kpctl_event_dir *dir;
	bool hides;		/* addresses are redacted: the opener may not see them */
	/* the members below, against threads that share the file; as in control/view_file.h */
	struct mutex lock;
	struct kpctl_text text;
	struct kpctl_hist_reader hists;		/* the file `hist`, instead of `text` */
};

static struct kpctl_event_dir *dir_of(const struct file *file)
{
	const struct event_file *ef = file->private_data;

	return ef->dir;
}

/* 0: the file exists, and stays until end(). -EIO: the file has been removed. */
static int begin(const struct file *file) { return debugfs_file_get(file->f_path.dentry); }
static void end(const struct file *file) { debugfs_file_put(file->f_path.dentry); }

static int is_there(const struct file *file)
{
	int ret = begin(file);

	if (!ret)
		end(file);
	return ret;
}

static void dir_release(struct kref *ref)
{
	kfree(container_of(ref, struct kpctl_event_dir, ref));
}

void kpctl_event_dir_put(struct kpctl_event_dir *dir)
{
	kref_put(&dir->ref, dir_release);
}

static int event_open(struct inode *inode, struct file *file)
{
	struct event_file *ef;
	int ret = kpctl_may_open(file);

	if (ret)
		return ret;
	ef = kzalloc(sizeof(*ef), GFP_KERNEL_ACCOUNT);
	if (!ef)
		return -ENOMEM;
	ef->dir = inode->i_private;
	kref_get(&ef->dir->ref);
	ef->hides = !kpctl_shows_addresses(file);
	mutex_init(&ef->lock);
	kpctl_hist_reader_init(&ef->hists, &kpctl_hist_shown);
	file->private_data = ef;
	kpctl_tools_add(file);
	return 0;
}

/*
 * Keys and values are the data that records carry, addresses among them: reading needs the
 * same permissions.
 */
static int hist_open(struct inode *inode, struct file *file)
{
	int ret = file->f_mode & FMODE_READ ? kpctl_may_read(file) : 0;

	if (!ret && (file->f_mode & FMODE_READ) && !kpctl_shows_addresses(file))
		ret = -EPERM;
	return ret ?: event_open(inode, file);
}

static int event_release(struct inode *inode, struct file *file)
{
	struct event_file *ef = file->private_data;

	kpctl_tools_remove(file);
	kpctl_event_dir_put(ef->dir);
	kpctl_text_free(&ef->text);
	kpctl_hist_reader_reset(&ef->hists);
	kfree(ef);
	return 0;
}

#define for_each_probe(ev, of)						\
	list_for_each_entry(ev, &kpctl_main->events, node)		\
		if ((ev)->dir == (of))

static void show_enable(struct kpctl_event *ev, struct kpctl_text *text)
{
	if (!text->len)		/* all probes of the name have the same value */
		kpctl_text_printf(text, "%d\n", ev->want_on);
}

static void show_id(struct kpctl_event *ev, struct kpctl_text *text)
{
	kpctl_text_printf(text, "%u\n", ev->target.id);
}

static void show_filter(struct kpctl_event *ev, struct kpctl_text *text)
{
	kpctl_text_printf(text, "%s\n", ev->cond ? ev->cond->text : "none");
}

static int take_event_snapshot(struct event_file *ef,
			       void (*show)(struct kpctl_event *ev, struct kpctl_text *text))
{
	struct kpctl_event *ev;
	int ret = -ENODEV;	/* the event was removed while the file was open */

	kpctl_text_reset(&ef->text);
	mutex_lock(&kpctl_main->lock);
	for_each_probe(ev, ef->dir) {
		show(ev, &ef->text);
		ret = ef->text.err;
	}
	mutex_unlock(&kpctl_main->lock);
	if (ret)
		kpctl_text_reset(&ef->text);
	else if (ef->hides)
		kpctl_redact_addresses(ef->text.buf, ef->text.len);
	return ret;
}

static ssize_t text_piece(struct event_file *ef, loff_t pos, size_t count, char **piece,
			  void (*show)(struct kpctl_event *ev, struct kpctl_text *text))
{
	ssize_t ret = 0;

	if (!pos || !ef->text.len)
		ret = take_event_snapshot(ef, show);
	return ret ?: kpctl_text_piece(&ef->text, pos, count, piece);
}

static int begin_hist(struct event_file *ef)
{
	struct kpctl_event *ev;
	int ret = -ENODEV;	/* as in take_event_snapshot() */

	kpctl_hist_reader_begin(&ef->hists);
	mutex_lock(&kpctl_main->lock);
	for_each_probe(ev, ef->dir) {
		ret = kpctl_hist_reader_add(&ef->hists, ev);
		if (ret)
			break;
	}
	mutex_unlock(&kpctl_main->lock);
	if (!ret && list_empty(&ef->hists.sources))
		kpctl_text_printf(&ef->hists.text,
				  "no aggregates: the event's line has no `do` with count, hist(X), sum(X) or stats(X)\n");
	return ret;
}

static ssize_t hist_piece(struct event_file *ef, loff_t pos, size_t count, char **piece)
{
	ssize_t ret = 0;

	if (!pos || !ef->hists.begun)
		ret = begin_hist(ef);
	return ret ?: kpctl_hist_reader_piece(&ef->hists, pos, count, piece);
}

static ssize_t event_read(struct file *file, char __user *buf, size_t count, loff_t *ppos,
			  ssize_t (*piece_of)(struct event_file *ef, loff_t pos, size_t count,
					      char **piece))
{
	struct event_file *ef = file->private_data;
	ssize_t ret = kpctl_may_look() ?: is_there(file);
	char *piece = NULL;

	if (ret)
		return ret;
	mutex_lock(&ef->lock);
	ret = piece_of(ef, *ppos, count, &piece);
	mutex_unlock(&ef->lock);
	return kpctl_text_hand_out(piece, ret, buf, ppos);
}

static ssize_t enable_write(struct file *file, const char __user *buf, size_t count,
			    loff_t *ppos)
{
	struct kpctl_event *ev;
	bool on;
	int ret, done = -ENODEV;

	ret = kpctl_may_control(file) ?: is_there(file) ?: kstrtobool_from_user(buf, count, &on);
	if (ret)
		return ret;
	mutex_lock(&kpctl_main->lock);
	for_each_probe(ev, dir_of(file)) {
		done = kpctl_plant_switch(ev, on);
		ret = ret ?: done;
	}
	mutex_unlock(&kpctl_main->lock);
	return done == -ENODEV ? done : ret ?: count;
}

static ssize_t filter_write(struct file *file, const char __user *buf, size_t count,
			    loff_t *ppos)
{
	struct kpctl_event_dir *dir = dir_of(file);
	char *text;
	int ret;

	ret = kpctl_may_control(file);
	if (ret)
		return ret;
	if (count > KPCTL_LINE_MAX)
		return -E2BIG;
	text = memdup_user_nul(buf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = begin(file);
	if (!ret) {
		ret = kpctl_event_filter(kpctl_main, dir->group_name, dir->name, text, count);
		end(file);
	}
	kfree(text);
	return ret ?: count;
}

/* A write of any text makes the aggregates begin anew. */
static ssize_t hist_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	struct kpctl_event_dir *dir = dir_of(file);
	int ret = kpctl_may_control(file) ?: begin(file);

	if (ret)
		return ret;
	mutex_lock(&kpctl_main->lock);
	ret = kpctl_event_clear_aggrs(kpctl_main, dir->group_name, dir->name);
	mutex_unlock(&kpctl_main->lock);
	end(file);
	return ret ?: count;
}

/* The files whose text is made as a whole */
#define EVENT_TEXT(name)							\
static ssize_t name##_piece(struct event_file *ef, loff_t pos, size_t count,	\
			    char **piece)					\
{										\
	return text_piece(ef, pos, count, piece, show_##name);			\
}
#define show_format kpctl_view_format
EVENT_TEXT(enable)
EVENT_TEXT(filter)
EVENT_TEXT(format)
EVENT_TEXT(id)

#define EVENT_FOPS(name, opener, writer)					\
static ssize_t name##_read(struct file *file, char __user *buf, size_t count,	\
			   loff_t *ppos)					\
{										\
	return event_read(file, buf, count, ppos, name##_piece);		\
}										\
static const struct file_operations name##_fops = {				\
	.owner = THIS_MODULE,							\
	.open = opener,								\
	.release = event_release,						\
	.read = name##_read,							\
	.write = writer,							\
	.llseek = default_llseek,						\
}
EVENT_FOPS(enable, event_open, enable_write);
EVENT_FOPS(filter, event_open, filter_write);
EVENT_FOPS(hist, hist_open, hist_write);
EVENT_FOPS(id, event_open, NULL);
EVENT_FOPS(format, event_open, NULL);

static void show_left_out(const struct kpctl_event *ev, struct kpctl_text *text)
{
	if (ev->engine->left_out)
		ev->engine->left_out(ev, text);
}

/* Lists of functions are long and take time: a list is made once, when its file is opened. */
static int list_open(struct inode *inode, struct file *file,
		     void (*show)(const struct kpctl_event *ev, struct kpctl_text *text))
{
	struct kpctl_event_dir *dir = inode->i_private;
	struct kpctl_text *text;
	struct kpctl_event *ev;
	int ret = kpctl_may_open(file);

	if (ret)
		return ret;
	text = kzalloc(sizeof(*text), GFP_KERNEL_ACCOUNT);
	if (!text)
		return -ENOMEM;
	kpctl_tools_add(file);
	mutex_lock(&kpctl_main->lock);
	for_each_probe(ev, dir)
		show(ev, text);
	mutex_unlock(&kpctl_main->lock);
	if (!kpctl_shows_addresses(file))
		kpctl_redact_addresses(text->buf, text->len);
	file->private_data = text;
	return 0;
}

/* Counts by function name are open to readers of `profile`; list_open() redacts addresses. */
static int functions_open(struct inode *inode, struct file *file)
{
	return list_open(inode, file, kpctl_view_functions);
}

static int left_out_open(struct inode *inode, struct file *file)
{
	return list_open(inode, file, show_left_out);
}

/* What is open has keys and arguments, the data that records carry, as in the file `hist`. */
static int open_open(struct inode *inode, struct file *file)
{
	int ret = kpctl_may_read(file);

	if (!ret && !kpctl_shows_addresses(file))
		ret = -EPERM;
	return ret ?: list_open(inode, file, kpctl_view_open);
}

static int list_release(struct inode *inode, struct file *file)
{
	struct kpctl_text *text = file->private_data;

	kpctl_tools_remove(file);
	kpctl_text_free(text);
	kfree(text);
	return 0;
}

static ssize_t list_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct kpctl_text *text = file->private_data;
	int ret = text->err ?: kpctl_may_look() ?: is_there(file);

	if (ret)
		return ret;
	return simple_read_from_buffer(buf, count, ppos, text->buf, text->len);
}

static const struct file_operations functions_fops = {
	.owner = THIS_MODULE,
	.open = functions_open,
	.release = list_release,
	.read = list_read,
	.llseek = default_llseek,
};

static const struct file_operations left_out_fops = {
	.owner = THIS_MODULE,
	.open = left_out_open,
	.release = list_release,
	.read = list_read,
	.llseek = default_llseek,
};

static const struct file_operations open_fops = {
	.owner = THIS_MODULE,
	.open = open_open,
	.release = list_release,
	.read = list_read,
	.llseek = default_llseek,
};

static const struct {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
} event_files[] = {
	{ "enable", 0600, &enable_fops },
	{ "filter", 0600, &filter_fops },
	{ "format", 0400, &format_fops },
	{ "functions", 0400, &functions_fops },
	{ "hist", 0600, &hist_fops },
	{ "id", 0400, &id_fops },
	{ "left_out", 0400, &left_out_fops },
	{ "open", 0400, &open_fops },
};

int kpctl_event_files_make(struct kpctl_event_dir *dir)
{
	struct dentry *file;
	int i;

	for (i = 0; i < ARRAY_SIZE(event_files); i++) {
		file = debugfs_create_file_unsafe(event_files[i].name, event_files[i].mode,
						  dir->dentry, dir, event_files[i].fops);
		if (IS_ERR(file))
			return PTR_ERR(file);
	}
	return 0;
}
