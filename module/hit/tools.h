/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The processes that have a file of the module open: readers, and who is about to write. A hit of
 * theirs does not act, or a line could keep its own removal away.
 *
 * A small table of open files, those of debugfs and of the device, with their openers' process
 * ids, which handlers look through without a lock. A file that finds the table full is not in it.
 * The kernel gives an id anew only when its process is gone, whose files are closed then, but for
 * those that a child has inherited.
 */
#ifndef KPCTL_HIT_TOOLS_H
#define KPCTL_HIT_TOOLS_H

#include <linux/types.h>

struct file;

/* Each open() that succeeds, and the release() of the same file. */
void kpctl_tools_add(const struct file *file);
void kpctl_tools_remove(const struct file *file);

/* In handlers. */
bool kpctl_tools_have(pid_t tgid);

#endif /* KPCTL_HIT_TOOLS_H */
