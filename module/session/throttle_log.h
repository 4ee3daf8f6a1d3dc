/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel log says, once for each event, that the event was throttled. */
#ifndef KPCTL_SESSION_THROTTLE_LOG_H
#define KPCTL_SESSION_THROTTLE_LOG_H

void kpctl_throttle_log_init(void);
/* Called once no event is left. */
void kpctl_throttle_log_exit(void);

#endif /* KPCTL_SESSION_THROTTLE_LOG_H */
