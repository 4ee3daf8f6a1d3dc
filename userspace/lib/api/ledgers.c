// SPDX-License-Identifier: LGPL-2.1-only
/* Ledgers, as they were when they were read. */
#include <errno.h>
#include <stdlib.h>
#include "api.h"

struct kpctl_ledgers {
	struct kpr_profile profile;
};

int kpctl_ledgers_read(struct kpctl_session *s, unsigned int machine, struct kpctl_ledgers **out)
{
	struct kpctl_ledgers *l = calloc(1, sizeof(*l));
	char *text;
	size_t len;
	int ret;

	*out = NULL;
	if (!l)
		return kpr_fail_sys(s, -ENOMEM, "cannot read ledgers");
	ret = kpr_api_view(s, machine, KPCTL_VIEW_PROFILE, &text, &len);
	if (!ret) {
		kpr_text_clean(text, len);
		ret = kpr_fail_sys(s, kpr_profile_parse(&l->profile, text, len), "cannot read ledgers");
	}
	if (ret) {
		free(l);
		return ret;
	}
	*out = l;
	return 0;
}

void kpctl_ledgers_free(struct kpctl_ledgers *l)
{
	if (l)
		kpr_profile_free(&l->profile);
	free(l);
}

const char *kpctl_ledger_event(const struct kpctl_ledgers *l, unsigned int i)
{
	return i < l->profile.nr ? l->profile.ledgers[i].event : NULL;
}

const char *kpctl_ledger_mode(const struct kpctl_ledgers *l, unsigned int i)
{
	return i < l->profile.nr ? l->profile.ledgers[i].mode : NULL;
}

int kpctl_ledger_count(const struct kpctl_ledgers *l, unsigned int i, const char *column,
		       uint64_t *n)
{
	if (i >= l->profile.nr || !kpr_ledger_value(&l->profile.ledgers[i], column, n))
		return -ENOENT;
	return 0;
}

int64_t kpctl_ledger_open(const struct kpctl_ledgers *l, unsigned int i)
{
	return i < l->profile.nr ? kpr_ledger_open(&l->profile.ledgers[i]) : 0;
}

const char *kpctl_ledger_column(unsigned int k)
{
	return kpr_ledger_column(k);
}
