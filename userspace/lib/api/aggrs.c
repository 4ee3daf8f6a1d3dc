// SPDX-License-Identifier: LGPL-2.1-only
/* Aggregates, as they were when they were read. */
#include <errno.h>
#include <stdlib.h>
#include "api.h"

struct kpctl_aggrs {
	struct kpr_hists hists;
};

int kpctl_aggrs_read(struct kpctl_session *s, unsigned int machine, struct kpctl_aggrs **out)
{
	struct kpctl_aggrs *a = calloc(1, sizeof(*a));
	char *text;
	size_t len;
	int ret;

	*out = NULL;
	if (!a)
		return kpr_fail_sys(s, -ENOMEM, "cannot read aggregates");
	ret = kpr_api_view(s, machine, KPCTL_VIEW_HISTS, &text, &len);
	if (!ret) {
		kpr_text_clean(text, len);
		ret = kpr_fail_sys(s, kpr_hists_parse(&a->hists, text, len),
				   "cannot read aggregates");
	}
	if (ret) {
		free(a);
		return ret;
	}
	kpr_hists_cut(&a->hists);
	*out = a;
	return 0;
}

void kpctl_aggrs_free(struct kpctl_aggrs *a)
{
	if (a)
		kpr_hists_free(&a->hists);
	free(a);
}

int kpctl_aggr(const struct kpctl_aggrs *a, unsigned int i, struct kpctl_aggr *to)
{
	const struct kpr_aggr *from = &a->hists.aggrs[i];
	struct kpctl_aggr out;

	if (i >= a->hists.nr)
		return -ENOENT;
	out = (struct kpctl_aggr){
		.event = from->event, .action = from->action, .text = from->text,
		.is_signed = from->is_signed, .is_ns = from->is_ns, .hits = from->hits,
		.other = from->other, .unread = from->unread, .keys = from->nr_keys,
	};
	return kpr_hand_out(to, &out, sizeof(out));
}

static const struct kpr_key *find_key(const struct kpctl_aggrs *a, unsigned int i, unsigned int k)
{
	if (i >= a->hists.nr || k >= a->hists.aggrs[i].nr_keys)
		return NULL;
	return &a->hists.aggrs[i].keys[k];
}

int kpctl_key(const struct kpctl_aggrs *a, unsigned int i, unsigned int k, struct kpctl_key *to)
{
	const struct kpr_key *key = find_key(a, i, k);
	struct kpctl_key out;

	if (!key)
		return -ENOENT;
	out = (struct kpctl_key){
		.text = key->text, .count = key->count, .sum = key->sum, .max = key->max,
		.buckets = key->nr_buckets,
	};
	return kpr_hand_out(to, &out, sizeof(out));
}

int kpctl_bucket(const struct kpctl_aggrs *a, unsigned int i, unsigned int k, unsigned int b,
		 struct kpctl_bucket *to)
{
	const struct kpr_key *key = find_key(a, i, k);
	struct kpctl_bucket out;

	if (!key || b >= key->nr_buckets)
		return -ENOENT;
	out = (struct kpctl_bucket){
		.low = key->buckets[b].low, .high = key->buckets[b].high,
		.count = key->buckets[b].count,
	};
	return kpr_hand_out(to, &out, sizeof(out));
}
