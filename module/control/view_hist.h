/* SPDX-License-Identifier: GPL-2.0 */
/* Aggregates as text: for people, and a line for each key for programs. */
#ifndef KPCTL_CONTROL_VIEW_HIST_H
#define KPCTL_CONTROL_VIEW_HIST_H

struct kpctl_event;
struct kpctl_text;

void kpctl_view_hist(struct kpctl_event *ev, struct kpctl_text *text);
/* As KPCTL_VIEW_HISTS has it. */
void kpctl_aggr_list(struct kpctl_event *ev, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEW_HIST_H */
