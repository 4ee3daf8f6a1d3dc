/* SPDX-License-Identifier: GPL-2.0 */
/* Aggregates as text: tables for people, and one line per key for programs. */
#ifndef KPCTL_CONTROL_VIEW_HIST_H
#define KPCTL_CONTROL_VIEW_HIST_H

struct kpctl_event;
struct kpctl_text;

void kpctl_view_hist(struct kpctl_event *ev, struct kpctl_text *text);
/* The lines of KPCTL_VIEW_HISTS for one event. */
void kpctl_aggr_list(struct kpctl_event *ev, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEW_HIST_H */
