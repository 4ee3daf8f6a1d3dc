// SPDX-License-Identifier: LGPL-2.1-only
/* Times of day, which the C library knows; all others are made by line/times.c. */
#include <string.h>
#include <time.h>
#include "kpr_int.h"
#include "line/put.h"

#define NS_PER_S	1000000000ull

static void break_up(struct kpr_times *t, uint64_t second)
{
	bool is_wall = t->how == KPR_TIME_WALL;
	time_t time = second;
	struct tm tm = { 0 };

	if (is_wall)
		localtime_r(&time, &tm);
	else
		gmtime_r(&time, &tm);
	t->day_len = strftime(t->day, sizeof(t->day), is_wall ? "%H:%M:%S" : "%Y-%m-%dT%H:%M:%S",
			      &tm);
	t->second = second;
}

/* Cut and not rounded: a rounded time could be in the next second. */
char *kpr_put_real_time(char *p, struct kpr_times *t, uint64_t ns)
{
	ns += t->realtime;
	if (!t->day_len || ns / NS_PER_S != t->second)
		break_up(t, ns / NS_PER_S);
	p = kpr_put(p, t->day, t->day_len);
	*p++ = '.';
	p = kpr_put_digits(p, ns % NS_PER_S / 1000, 6);
	if (t->how == KPR_TIME_ISO)
		*p++ = 'Z';
	return p;
}
