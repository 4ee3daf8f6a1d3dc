/* SPDX-License-Identifier: GPL-2.0 */
/* The contents of the text files, for debugfs and the device alike. */
#ifndef KPCTL_CONTROL_VIEWS_H
#define KPCTL_CONTROL_VIEWS_H

#include <linux/types.h>

struct kpctl_hist_reader;
struct kpctl_session;
struct kpctl_text;

/* Both take session->lock. */

/* Adds the tables of all events, for KPCTL_VIEW_HISTS. 0 or -ENOMEM. */
int kpctl_views_hists(struct kpctl_session *s, struct kpctl_hist_reader *r);
/* Writes any other view of a session, of enum kpctl_view. */
void kpctl_views_show(struct kpctl_session *s, u32 view, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEWS_H */
