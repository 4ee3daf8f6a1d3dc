/* SPDX-License-Identifier: GPL-2.0 */
/* The reader of the rings of hit/print.h: what `do print` puts into the kernel log. */
#ifndef KPCTL_CONTROL_PRINT_LOG_H
#define KPCTL_CONTROL_PRINT_LOG_H

struct kpctl_session;

void kpctl_print_log_init(void);
/* Before the session is freed: what its events are called is kept for lines still to print. */
void kpctl_print_log_ending(struct kpctl_session *s);
/* No event is left. */
void kpctl_print_log_exit(void);

#endif /* KPCTL_CONTROL_PRINT_LOG_H */
