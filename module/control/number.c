// SPDX-License-Identifier: GPL-2.0
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "control/number.h"
#include "ring/ring_mem.h"
#include "session/session.h"

u64 kpctl_number_get(const struct kpctl_session *s, enum kpctl_number number)
{
	switch (number) {
	case KPCTL_NUMBER_TRACING:
		return READ_ONCE(s->want_tracing);
	case KPCTL_NUMBER_BUFFER:
		return READ_ONCE(s->ring_size) >> 10;
	case KPCTL_NUMBER_OVERWRITE:
		return READ_ONCE(s->overwrites);
	case KPCTL_NUMBER_OWNER:
		return from_kuid(&init_user_ns, READ_ONCE(s->owner));
	}
	return 0;
}

/* Any size may be written, as in tracefs; rings get the next power of two. */
static int set_buffer_kb(struct kpctl_session *s, u64 val)
{
	if (!val || val > KPCTL_RING_MAX >> 10)
		return -EINVAL;
	return kpctl_session_resize(s, max_t(u64, roundup_pow_of_two(val << 10), KPCTL_RING_MIN));
}

static int set_owner(struct kpctl_session *s, u64 val)
{
	kuid_t owner = make_kuid(&init_user_ns, val);

	if (val > U32_MAX || !uid_valid(owner))
		return -EINVAL;
	WRITE_ONCE(s->owner, owner);
	return 0;
}

int kpctl_number_set(struct kpctl_session *s, enum kpctl_number number, u64 val)
{
	switch (number) {
	case KPCTL_NUMBER_TRACING:
		if (val > 1)
			return -EINVAL;
		kpctl_session_tracing(s, val);
		return 0;
	case KPCTL_NUMBER_BUFFER:
		return set_buffer_kb(s, val);
	case KPCTL_NUMBER_OVERWRITE:
		return val > 1 ? -EINVAL : kpctl_session_overwrite(s, val);
	case KPCTL_NUMBER_OWNER:
		return set_owner(s, val);
	}
	return -EINVAL;
}
