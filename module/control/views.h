/* SPDX-License-Identifier: GPL-2.0 */
/* The contents of the text files, for debugfs and the device alike. */
#ifndef KPCTL_CONTROL_VIEWS_H
#define KPCTL_CONTROL_VIEWS_H

#include <linux/types.h>

struct kpctl_session;
struct kpctl_text;

/* Write one view of a session, of enum kpctl_view. Takes session->lock. */
void kpctl_views_show(struct kpctl_session *s, u32 view, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEWS_H */
