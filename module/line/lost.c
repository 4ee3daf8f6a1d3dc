// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/*
 * The reader that a loss belongs to. Each CPU has one counter of all records dropped so
 * far. On this counter's line:
 *
 *   0 ........ base ............. attach .............. now
 *     told to       no reader            this reader's
 *     the last      attached             losses
 *     reader
 */
#include "line/sys.h"
#include "line/line_int.h"

void kpr_lost_init(struct kpr_lost *l, uint64_t base, uint64_t attach)
{
	*l = (struct kpr_lost){ .attach = attach };
	l->base = base < attach ? base : attach;
	l->seen = l->base;
}

static uint64_t account(struct kpr_lost *l, uint64_t total)
{
	uint64_t count = total - l->seen;
	uint64_t before = 0;

	if (l->seen < l->attach)
		before = (total < l->attach ? total : l->attach) - l->seen;
	l->before += before;
	l->ours += count - before;
	l->seen = total;
	return count;
}

/*
 * A first total below base was written before the last reader left, and the last reader left
 * that record unread: records were lost here, but nobody knows how many. A first total equal
 * to base repeats a loss that the last reader was told at its end.
 */
enum kpr_lost_mark kpr_lost_see(struct kpr_lost *l, uint64_t total, uint64_t *count)
{
	bool first = !l->any;

	l->any = true;
	if (first && total < l->base) {
		l->seen = total;
		l->before_more = true;
		return KPR_LOST_UNKNOWN;
	}
	if (total <= l->seen)
		return KPR_LOST_NONE;
	*count = account(l, total);
	return KPR_LOST_COUNT;
}

void kpr_lost_end(struct kpr_lost *l, uint64_t total)
{
	if (total > l->seen)
		account(l, total);
}
