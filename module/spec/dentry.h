/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The offsets by which %pd and %pD find a file's name. Outside of the kernel the offsets
 * of one common build are used, so that tests mean the same everywhere.
 */
#ifndef KPCTL_SPEC_DENTRY_H
#define KPCTL_SPEC_DENTRY_H

#ifdef __KERNEL__
#include <linux/dcache.h>
#include <linux/fs.h>

#define KPCTL_DENTRY_NAME	offsetof(struct dentry, d_name.name)
#define KPCTL_FILE_DENTRY	offsetof(struct file, f_path.dentry)
#else
#define KPCTL_DENTRY_NAME	((size_t)0x28)
#define KPCTL_FILE_DENTRY	((size_t)0x98)
#endif

#endif /* KPCTL_SPEC_DENTRY_H */
