/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The log of the last refusals, in the layout of tracefs's error_log: a sentence, the
 * command, and a caret under the character that the sentence is about.
 */
#ifndef KPCTL_SESSION_ERRLOG_H
#define KPCTL_SESSION_ERRLOG_H

#include "spec/spec.h"

#define KPCTL_ERRLOG_MAX	8

struct kpctl_text;

struct kpctl_refusal {
	u64 time;		/* ns, CLOCK_MONOTONIC */
	u32 line;		/* number of the line in the write, from 1; 0: the only line */
	struct kpctl_err err;
	char *command;		/* owned */
};

struct kpctl_errlog {	/* under session->lock */
	struct kpctl_refusal entry[KPCTL_ERRLOG_MAX];
	u32 next;		/* refusals logged so far; entry[next % MAX] is the oldest */
};

void kpctl_errlog_add(struct kpctl_errlog *log, const struct kpctl_err *err,
		      const char *command, size_t len, u32 line);
void kpctl_errlog_show(const struct kpctl_errlog *log, struct kpctl_text *text);
void kpctl_errlog_clear(struct kpctl_errlog *log);

#endif /* KPCTL_SESSION_ERRLOG_H */
