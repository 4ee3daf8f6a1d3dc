/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module parameter panic_lines: a panic prints the last events of all sessions. With 0, the
 * default, nothing in the path of a panic is touched.
 */
#ifndef KPCTL_CONTROL_PANIC_LOG_H
#define KPCTL_CONTROL_PANIC_LOG_H

/* The parameter may be given to insmod, before there is anything to print. 0 or -ENOMEM. */
int kpctl_panic_log_init(void);
void kpctl_panic_log_exit(void);

#endif /* KPCTL_CONTROL_PANIC_LOG_H */
