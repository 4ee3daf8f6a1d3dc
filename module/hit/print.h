/* SPDX-License-Identifier: GPL-2.0 */
/*
 * `do print`: a hit's line goes to the kernel log, too, and from there to the serial console,
 * netconsole, pstore, journald.
 *
 * A handler prints nothing: the probed code may hold the console's lock, or be the console. It
 * writes the record once more, into rings of this file's own, of which a kernel thread
 * (control/print_log.c) is the reader.
 *
 * Of each event at most as many hits a second are printed as its line says. How many were left
 * out is told in the rings, as of throttled hits: before the first that is left out of a second,
 * without a number, and before the next that is printed, with it.
 */
#ifndef KPCTL_HIT_PRINT_H
#define KPCTL_HIT_PRINT_H

#include <linux/types.h>

#include "ring/stream.h"

struct kpctl_hit;
struct kpctl_site;
struct task_struct;

/* What a struct kpctl_rec_throttled of these rings has as one_in. */
#define KPCTL_PRINT_LEFT_OUT	0	/* total: so many since the last line */
#define KPCTL_PRINT_FULL	1	/* no more in this second */

extern struct kpctl_stream kpctl_print_stream;
/* The thread that prints; its own hits are not printed, or each line would make the next. */
extern struct task_struct *kpctl_print_task;

/* In a handler; made, marks: as in kpctl_hit_record_marked(). */
void kpctl_hit_print(const struct kpctl_hit *hit, const struct kpctl_site *made, u32 marks);

/*
 * Before an event with `print` is planted, under its session's lock: the rings are made, and
 * `start` is called once, which sets kpctl_print_task. 0 or -errno.
 */
int kpctl_print_need(void);
/* At init, and when no event is left. */
void kpctl_print_init(int (*start)(void));
void kpctl_print_exit(void);
/* As kpctl_sessions_tell() and kpctl_sessions_look(), of these rings. */
void kpctl_print_tell(void);
void kpctl_print_look(void);

#endif /* KPCTL_HIT_PRINT_H */
