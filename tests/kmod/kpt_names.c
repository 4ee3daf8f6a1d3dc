// SPDX-License-Identifier: GPL-2.0
/*
 * What printk makes of the file that `call path` was last called with:
 * /sys/kernel/debug/kpt/names gives it as `TYPE TEXT` lines, and d_path()'s text.
 */
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "kpt.h"

static char text[8 * PAGE_SIZE], whole[PAGE_SIZE];

static void write_down(struct file *file)
{
	struct dentry *dentry = file->f_path.dentry;
	const char *path = d_path(&file->f_path, whole, sizeof(whole));
	int n = 0;

	n += scnprintf(text + n, sizeof(text) - n, "pd %pd\npd2 %pd2\npd3 %pd3\npd4 %pd4\n",
		       dentry, dentry, dentry, dentry);
	n += scnprintf(text + n, sizeof(text) - n, "pD %pD\npD2 %pD2\npD3 %pD3\npD4 %pD4\n",
		       file, file, file, file);
	scnprintf(text + n, sizeof(text) - n, "d_path %s\n", IS_ERR(path) ? "" : path);
}

int kpt_names_call(const char *path)
{
	struct file *file = filp_open(path, O_RDONLY | O_NONBLOCK, 0);

	if (IS_ERR(file))
		return PTR_ERR(file);
	write_down(file);
	kpt_path(file->f_path.dentry, file);
	filp_close(file, NULL);
	return 0;
}

static int names_show(struct seq_file *m, void *unused)
{
	seq_puts(m, text);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(names);

const struct file_operations *kpt_names_fops = &names_fops;
