/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The offsets by which the names of files are found: %pd, %pD and their like. Outside of the
 * kernel the offsets of one common build are used, so that tests mean the same everywhere.
 */
#ifndef KPCTL_SPEC_DENTRY_H
#define KPCTL_SPEC_DENTRY_H

#ifdef __KERNEL__
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/mount.h>
#include <linux/path.h>

#define KPCTL_DENTRY_NAME	offsetof(struct dentry, d_name.name)
#define KPCTL_DENTRY_PARENT	offsetof(struct dentry, d_parent)
#define KPCTL_FILE_DENTRY	offsetof(struct file, f_path.dentry)
#define KPCTL_FILE_PATH		offsetof(struct file, f_path)
#define KPCTL_PATH_MOUNT	offsetof(struct path, mnt)
#define KPCTL_PATH_DENTRY	offsetof(struct path, dentry)
#define KPCTL_MOUNT_ROOT	offsetof(struct vfsmount, mnt_root)
#else
#define KPCTL_DENTRY_NAME	((size_t)0x28)
#define KPCTL_DENTRY_PARENT	((size_t)0x18)
#define KPCTL_FILE_DENTRY	((size_t)0x98)
#define KPCTL_FILE_PATH		((size_t)0x90)
#define KPCTL_PATH_MOUNT	((size_t)0)
#define KPCTL_PATH_DENTRY	((size_t)8)
#define KPCTL_MOUNT_ROOT	((size_t)0)
#endif

#endif /* KPCTL_SPEC_DENTRY_H */
