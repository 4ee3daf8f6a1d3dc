/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The processes that have a file of the module open: readers, and who is about to write. A hit of
 * theirs does not act, or a line could keep its own removal away.
 *
 * A small table of process ids, which handlers look through without a lock. A process that finds
 * it full is not in it. The kernel gives an id anew only when its process is gone, whose files
 * are closed then.
 */
#ifndef KPCTL_HIT_TOOLS_H
#define KPCTL_HIT_TOOLS_H

#include <linux/types.h>

/* At open and at release; the place in the table, or -1. */
int kpctl_tools_add(void);
void kpctl_tools_remove(int place);

/* In handlers. */
bool kpctl_tools_have(pid_t tgid);

#endif /* KPCTL_HIT_TOOLS_H */
