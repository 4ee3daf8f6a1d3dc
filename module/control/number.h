/* SPDX-License-Identifier: GPL-2.0 */
/* The files of a session that hold one number, for debugfs and configfs alike. */
#ifndef KPCTL_CONTROL_NUMBER_H
#define KPCTL_CONTROL_NUMBER_H

#include <linux/types.h>

struct kpctl_session;

enum kpctl_number {
	KPCTL_NUMBER_TRACING,
	KPCTL_NUMBER_BUFFER,		/* in KiB */
	KPCTL_NUMBER_OVERWRITE,
	KPCTL_NUMBER_OWNER,		/* a uid of the first user namespace */
};

u64 kpctl_number_get(const struct kpctl_session *s, enum kpctl_number number);
/* 0, -EINVAL, or what the change was refused with. The caller has asked who may. */
int kpctl_number_set(struct kpctl_session *s, enum kpctl_number number, u64 val);

#endif /* KPCTL_CONTROL_NUMBER_H */
