/* SPDX-License-Identifier: GPL-2.0 */
/* w: memory that is watched. */
#ifndef KPCTL_PROBE_WATCH_H
#define KPCTL_PROBE_WATCH_H

/* Before the first event, behind the last. 0 or an errno. */
int kpctl_watch_init(void);
void kpctl_watch_exit(void);

#endif /* KPCTL_PROBE_WATCH_H */
