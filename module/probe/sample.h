/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KPCTL_PROBE_SAMPLE_H
#define KPCTL_PROBE_SAMPLE_H

/* The state of CPU hotplug that all sampling events follow: before any event, and after all. */
int kpctl_sample_init(void);
void kpctl_sample_exit(void);

#endif /* KPCTL_PROBE_SAMPLE_H */
