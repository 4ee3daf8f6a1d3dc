/* SPDX-License-Identifier: GPL-2.0 */
/* Commands: the lines that are written to a session's text files are carried out. */
#ifndef KPCTL_CONTROL_COMMAND_H
#define KPCTL_CONTROL_COMMAND_H

#include <linux/types.h>

struct kpctl_session;

/*
 * Run the lines of a text; a line adds or removes events. Stops at the first bad line and
 * logs the refusal in the session's error log; the lines before it stay carried out.
 */
int kpctl_command_run(struct kpctl_session *s, const char *text, size_t len);
void kpctl_command_clear(struct kpctl_session *s);
/* Lines GRP/EVENT EXPR, as the device takes them: each line replaces an event's condition. */
int kpctl_command_filters(struct kpctl_session *s, const char *text, size_t len);
/* Lines GRP/EVENT: the aggregates of each of the events begin anew. */
int kpctl_command_clear_hists(struct kpctl_session *s, const char *text, size_t len);

void kpctl_command_clear_errors(struct kpctl_session *s);

#endif /* KPCTL_CONTROL_COMMAND_H */
