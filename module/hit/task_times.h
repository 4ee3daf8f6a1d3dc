/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Off-CPU times of tasks, added up from one moment to another that no call's instance joins: of
 * spans, and of calls in programs.
 *
 *	start     kpctl_task_mark() notes the sums of the current task
 *	end       kpctl_task_parts() has what was added since; in the same task alone
 *
 * A table has an entry for each task that was ever marked, until the task is freed. The hooks of
 * probe/offcpu.c look up each task that is switched or woken up.
 *
 *   - The CPU that switches a task changes the entry's sums, with interrupts off. A handler that
 *     reads the sums runs in the task, so no CPU switches the task meanwhile. An NMI in the
 *     middle of a switch may read one sum new and the other old.
 *   - A way is claimed by cmpxchg, filled in, then published with the task's address. An
 *     interrupter of a claim may claim a second way for the same task. So a mark bears the number
 *     of its way, and the hooks go on through the whole set.
 *   - A task's address may come again after the task was freed, ways are used again, and so are
 *     tables: the entry's number differs each time.
 *   - No room: the mark says so, and its end has no parts.
 */
#ifndef KPCTL_HIT_TASK_TIMES_H
#define KPCTL_HIT_TASK_TIMES_H

#include <linux/types.h>

struct kpctl_parts;
struct task_struct;

/* The sums of a task at a moment. */
struct kpctl_task_mark {
	u64 id;			/* of the task's entry, see task_times.c; 0: the sums are not known */
	u64 blocked, runq;
};

/* In handlers, with preemption off. */
void kpctl_task_mark(struct kpctl_task_mark *mark);
/* What the time of `lat` ns since the mark was spent on. False: another task's, or not known. */
bool kpctl_task_parts(const struct kpctl_task_mark *mark, u64 lat, struct kpctl_parts *parts);

/* For the hooks of the scheduler, with interrupts off. */
bool kpctl_task_times_on(void);
void kpctl_task_times_switch(struct task_struct *prev, struct task_struct *next, u64 now,
			     bool ready);
void kpctl_task_times_woken(struct task_struct *task, u64 now);
void kpctl_task_times_freed(struct task_struct *task);

/*
 * The table: made before the hooks are in, freed when the hooks are out. Handlers may run all the
 * while: free waits for those that have found the table. May sleep.
 */
int kpctl_task_times_alloc(void);
void kpctl_task_times_free(void);

#endif /* KPCTL_HIT_TASK_TIMES_H */
