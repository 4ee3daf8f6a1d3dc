// SPDX-License-Identifier: GPL-2.0
/*
 * kprobectl_configfs: sessions with a name, as directories of configfs.
 *
 *	mkdir /sys/kernel/config/kprobectl/NAME		makes a session
 *	NAME/control, ...				control/named.h has the files
 *	rmdir /sys/kernel/config/kprobectl/NAME		ends it
 *
 * The invariant: a session lives from make_item() to the release of its item, and no file
 * operation or descriptor of the device is at the session when it is freed.
 *
 *   who is there			is kept off the end by
 *   -------------------------------------------------------------------------------------
 *   read or write of a file		configfs: rmdir waits for it (frag_sem), and a file that
 *					is still open says ENOENT from then on
 *   descriptor of the device		configfs_depend_item(): rmdir says EBUSY
 *   kpctl_namer.find(), in between	a reference to the item; the module stays as find() is
 *					called under a lock that kpctl_named_unregister() takes
 *   unloading of this module		configfs: each directory and each open file holds it
 *   unloading of kprobectl.ko		this module uses its symbols
 *
 * drop_item() cannot refuse, so the refusal has to come before: configfs_rmdir() of
 * fs/configfs/dir.c says -EBUSY where s_dependent_count is not 0, and tags the directory as
 * dropping under the same spinlock under which configfs_depend_item() passes over directories
 * that are so tagged. One of the two comes first.
 *
 * Locks: configfs calls make_item() under the parent's inode lock and su_mutex, release()
 * under the inode lock alone, the files' operations under frag_sem for reading. The locks of
 * a session are taken inside of these. find() takes su_mutex, then the inode lock of configfs's
 * root, and is called under no lock of a session.
 *
 * A line of `control` whose PATH leads into configfs is looked up inside of frag_sem, as the
 * files that other modules have in configfs do with paths: while the directory itself is being
 * removed, that look-up and the rmdir can wait for each other.
 */
#include <linux/configfs.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/compat.h"
#include "control/named.h"

/* What configfs takes of one read, and, with a NUL behind it, of one write. */
#define PAGE_TEXT	4096

struct session_dir {
	struct config_item item;
	struct kpctl_named named;
	struct mutex lock;		/* handed */
	struct list_head handed;	/* struct handed_text.node */
};

static struct session_dir *session_dir_of(struct config_item *item)
{
	return container_of(item, struct session_dir, item);
}

/* Files of a page */

/* The lines that fit, and one that says how many did not. Of a page the text has more. */
static ssize_t show_cut(const char *text, size_t len, char *page)
{
	char note[64];
	size_t fits, rest = 0, i, n;

	for (fits = PAGE_TEXT - sizeof(note); fits && text[fits - 1] != '\n'; fits--)
		;
	for (i = fits; i < len; i++)
		rest += text[i] == '\n';
	n = scnprintf(note, sizeof(note), "# %zu more line%s: kpread --view has all\n", rest,
		      rest == 1 ? "" : "s");
	memcpy(page, text, fits);
	memcpy(page + fits, note, n);
	return fits + n;
}

static ssize_t show_page(struct config_item *item, u32 what, char *page)
{
	char *text = NULL;
	ssize_t len = kpctl_named_read(&session_dir_of(item)->named, what, &text);

	if (len > PAGE_TEXT)
		len = show_cut(text, len, page);
	else if (len > 0)
		memcpy(page, text, len);
	kvfree(text);
	return len;
}

/* A write that fills the page may be the beginning of a longer one: the writer comes back. */
static ssize_t store_page(struct config_item *item, u32 what, const char *page, size_t len)
{
	return kpctl_named_write(&session_dir_of(item)->named, what, page, len, len >= PAGE_TEXT - 1);
}

#define PAGE_FILE(name, mode, what)							\
	static ssize_t show_##name(struct config_item *item, char *page)		\
	{										\
		return show_page(item, what, page);					\
	}										\
	static ssize_t store_##name(struct config_item *item, const char *page, size_t len) \
	{										\
		return store_page(item, what, page, len);				\
	}										\
	static struct configfs_attribute file_##name = {				\
		.ca_name = #name,							\
		.ca_owner = THIS_MODULE,						\
		.ca_mode = mode,							\
		.show = show_##name,							\
		.store = store_##name,							\
	};
KPCTL_NAMED_PAGES(PAGE_FILE)

/*
 * Files of any length. For one read(), configfs calls twice in a row: without a buffer for the
 * length, then with a buffer of just that length, which is not cleared and is handed out to the
 * last byte. The text may have changed in between, so the first call's text is kept for the
 * second. Both calls are the same task's.
 */
struct handed_text {
	struct list_head node;
	struct task_struct *task;	/* who comes back for it; compared, and nothing else */
	char *text;
	size_t len;
};

static void free_handed(struct handed_text *h)
{
	if (!h)
		return;
	kvfree(h->text);
	kfree(h);
}

/* What this task's first call has left. A call that had no second has left it for the next. */
static struct handed_text *take_handed(struct session_dir *dir)
{
	struct handed_text *h, *found = NULL;

	mutex_lock(&dir->lock);
	list_for_each_entry(h, &dir->handed, node)
		if (h->task == current) {
			list_del(&h->node);
			found = h;
			break;
		}
	mutex_unlock(&dir->lock);
	return found;
}

static ssize_t begin_text(struct session_dir *dir, u32 what)
{
	struct handed_text *h = kzalloc(sizeof(*h), GFP_KERNEL_ACCOUNT);
	ssize_t len;

	free_handed(take_handed(dir));
	if (!h)
		return -ENOMEM;
	len = kpctl_named_read(&dir->named, what, &h->text);
	if (len <= 0) {
		free_handed(h);
		return len;
	}
	h->task = current;
	h->len = len;
	mutex_lock(&dir->lock);
	list_add(&h->node, &dir->handed);
	mutex_unlock(&dir->lock);
	return len;
}

static ssize_t read_whole(struct config_item *item, u32 what, void *buf, size_t size)
{
	struct session_dir *dir = session_dir_of(item);
	struct handed_text *h;
	ssize_t len = -EIO;

	if (!buf)
		return begin_text(dir, what);
	h = take_handed(dir);
	if (h && h->len == size) {
		memcpy(buf, h->text, size);
		len = size;
	}
	free_handed(h);
	return len;
}

#define TEXT_FILE(name, mode, what)							\
	static ssize_t read_##name(struct config_item *item, void *buf, size_t size)	\
	{										\
		return read_whole(item, what, buf, size);				\
	}										\
	static struct configfs_bin_attribute file_##name = {				\
		.cb_attr = {								\
			.ca_name = #name,						\
			.ca_owner = THIS_MODULE,					\
			.ca_mode = mode,						\
		},									\
		.read = read_##name,							\
	};
KPCTL_NAMED_TEXTS(TEXT_FILE)

/* Directories */

#define PAGE_ATTR(name, mode, what)	&file_##name,
#define TEXT_ATTR(name, mode, what)	&file_##name,
static struct configfs_attribute *page_files[] = { KPCTL_NAMED_PAGES(PAGE_ATTR) NULL };
static struct configfs_bin_attribute *text_files[] = { KPCTL_NAMED_TEXTS(TEXT_ATTR) NULL };

static void release_dir(struct config_item *item)
{
	struct session_dir *dir = session_dir_of(item);
	struct handed_text *h, *next;

	list_for_each_entry_safe(h, next, &dir->handed, node)
		free_handed(h);
	kpctl_named_free(&dir->named);
	kfree(dir);
}

static struct configfs_item_operations dir_ops = {
	.release = release_dir,
};

static const struct config_item_type dir_type = {
	.ct_owner = THIS_MODULE,
	.ct_item_ops = &dir_ops,
	.ct_attrs = page_files,
	.ct_bin_attrs = text_files,
};

/* Names that a command line, a file name and a terminal take as they are. */
static int check_name(const char *name)
{
	size_t i;

	for (i = 0; name[i]; i++) {
		if (i == KPCTL_SESSION_NAME_MAX - 1)
			return -ENAMETOOLONG;
		if (!isascii(name[i]) || (!isalnum(name[i]) && !strchr("_.-", name[i])))
			return -EINVAL;
	}
	return isalnum(name[0]) || name[0] == '_' ? 0 : -EINVAL;
}

static struct config_item *make_session_dir(struct config_group *group, const char *name)
{
	struct session_dir *dir;
	int ret = check_name(name);

	if (ret)
		return ERR_PTR(ret);
	dir = kzalloc(sizeof(*dir), GFP_KERNEL_ACCOUNT);
	if (!dir)
		return ERR_PTR(-ENOMEM);
	ret = kpctl_named_make(&dir->named);
	if (ret) {
		kfree(dir);
		return ERR_PTR(ret);
	}
	mutex_init(&dir->lock);
	INIT_LIST_HEAD(&dir->handed);
	config_item_init_type_name(&dir->item, name, &dir_type);
	return &dir->item;
}

static struct configfs_group_operations top_ops = {
	.make_item = make_session_dir,
};

static const struct config_item_type top_type = {
	.ct_owner = THIS_MODULE,
	.ct_group_ops = &top_ops,
};

static struct configfs_subsystem subsystem = {
	.su_group.cg_item = {
		.ci_namebuf = "kprobectl",
		.ci_type = &top_type,
	},
};

/* The device looks for a name */

static struct config_item *get_item(const char *name)
{
	struct config_item *item;

	mutex_lock(&subsystem.su_mutex);
	item = config_group_find_item(&subsystem.su_group, name);
	mutex_unlock(&subsystem.su_mutex);
	return item;
}

static struct kpctl_named *find_dir(const char *name)
{
	struct config_item *item = get_item(name);
	int ret;

	if (!item)
		return ERR_PTR(-ENOENT);
	ret = configfs_depend_item(&subsystem, item);
	config_item_put(item);	/* what depends on a directory keeps its item */
	return ret ? ERR_PTR(ret) : &session_dir_of(item)->named;
}

static void put_dir(struct kpctl_named *named)
{
	configfs_undepend_item(&container_of(named, struct session_dir, named)->item);
}

static const struct kpctl_namer namer_of_dirs = {
	.owner = THIS_MODULE,
	.find = find_dir,
	.put = put_dir,
};

/*
 * The directory is the last step, as nothing may fail once somebody can make a session. Until
 * then find() finds none.
 */
static int __init begin_names(void)
{
	int ret;

	config_group_init(&subsystem.su_group);
	mutex_init(&subsystem.su_mutex);
	kpctl_named_register(&namer_of_dirs);
	ret = configfs_register_subsystem(&subsystem);
	if (ret)
		kpctl_named_unregister();
	return ret;
}

/* The kernel calls this with no directory left. */
static void __exit end_names(void)
{
	kpctl_named_unregister();
	configfs_unregister_subsystem(&subsystem);
}

module_init(begin_names);
module_exit(end_names);
MODULE_IMPORT_NS(KPCTL_NAMESPACE);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("sessions of kprobectl with a name, made by mkdir in configfs");
