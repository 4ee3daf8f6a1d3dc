/* SPDX-License-Identifier: GPL-2.0 */
/* What is written to a session's text files, carried out. */
#ifndef KPCTL_CONTROL_COMMAND_H
#define KPCTL_CONTROL_COMMAND_H

#include <linux/types.h>

struct kpctl_session;

/*
 * Run the lines of a text: each adds or removes. Stops at the first bad one,
 * which is in the error log then; what came before it stays.
 */
int kpctl_command_run(struct kpctl_session *s, const char *text, size_t len);
void kpctl_command_clear(struct kpctl_session *s);
/* Lines GRP/EVENT EXPR, as the device takes them: each replaces a condition. */
int kpctl_command_filters(struct kpctl_session *s, const char *text, size_t len);
/* Lines GRP/EVENT: the aggregates of these begin anew. */
int kpctl_command_clear_hists(struct kpctl_session *s, const char *text, size_t len);

void kpctl_command_clear_errors(struct kpctl_session *s);

#endif /* KPCTL_CONTROL_COMMAND_H */
