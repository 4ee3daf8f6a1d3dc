// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* The text of an item's time. */
#include "line/sys.h"
#include "line/line_int.h"
#include "line/put.h"

#define NS_PER_S	1000000000ull

/* Makes the text of the second that the time is in, when it is rounded. */
KPR_RARE
static void turn_second(struct kpr_times *t, uint64_t ns)
{
	uint64_t second = (ns / 1000 + (ns % 1000 >= 500)) / 1000000;
	char *end = kpr_put_padded(t->seconds, second, 5, ' ');

	*end++ = '.';
	t->seconds_len = end - t->seconds;
	t->from = second * NS_PER_S - 500;
}

/* Microseconds, rounded as in the kernel. */
static char *put_mono(char *p, struct kpr_times *t, uint64_t ns)
{
	if (ns - t->from >= NS_PER_S || !t->seconds_len)
		turn_second(t, ns);
	memcpy(p, t->seconds, sizeof(t->seconds));
	return kpr_put_micros(p + t->seconds_len, (ns - t->from) / 1000);
}

/* An item that comes late can be older than the item before. */
KPR_RARE
static char *put_delta(char *p, uint64_t before, uint64_t ns)
{
	bool is_late = ns < before;
	uint64_t us;

	if (!before)
		before = ns;
	us = (is_late ? before - ns : ns - before) / 1000;
	*p++ = is_late ? '-' : '+';
	p = kpr_put_dec(p, us / 1000000);
	*p++ = '.';
	return kpr_put_digits(p, us % 1000000, 6);
}

char *kpr_put_time(char *p, struct kpr_times *t, uint64_t ns)
{
	if (t->how == KPR_TIME_MONO)
		return put_mono(p, t, ns);
	if (t->how != KPR_TIME_DELTA)
		return kpr_put_real_time(p, t, ns);
	p = put_delta(p, t->before, ns);
	t->before = ns;
	return p;
}
