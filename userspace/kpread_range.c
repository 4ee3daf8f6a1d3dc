// SPDX-License-Identifier: GPL-2.0-only
/*
 * --from and --to: moments of a recording, in the words of the lines that it prints.
 *
 *	TIME	:= SECONDS			of CLOCK_MONOTONIC, as lines have it
 *		 | "+" SECONDS			after the recording's beginning
 *		 | HH:MM:SS			of the day on which it began, or of the next
 *		 | YYYY-MM-DDTHH:MM:SS ["Z"]	here, or in UTC
 *
 * Seconds may have a fraction of up to nine digits.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "kpread.h"

#define HALF_DAY	(12 * 3600 * NSEC_PER_SEC)

/* ".981326" as ns at *at, which moves on; *digits is their number. */
static uint64_t parse_fraction(const char **at, unsigned int *digits)
{
	uint64_t ns = 0, unit = NSEC_PER_SEC;

	*digits = 0;
	if (**at != '.')
		return 0;
	for (++*at; **at >= '0' && **at <= '9' && *digits < 9; ++*at, ++*digits)
		ns += (unit /= 10) * (**at - '0');
	return ns;
}

/* The number of seconds at *at, as ns. */
static int parse_ns(const char **at, uint64_t *ns, unsigned int *digits)
{
	char *end;

	if (**at < '0' || **at > '9')
		return -EINVAL;
	errno = 0;
	*ns = strtoull(*at, &end, 10);
	if (errno || *ns >= UINT64_MAX / NSEC_PER_SEC)
		return -EINVAL;
	*at = end;
	*ns *= NSEC_PER_SEC;
	*ns += parse_fraction(at, digits);
	return 0;
}

/*
 * The lines have microseconds, rounded: what is printed as the moment belongs to it. Who gives
 * more digits has them of -f json.
 */
static int parse_mono(struct when *m, const char *arg)
{
	unsigned int digits;

	m->kind = WHEN_MONO;
	if (parse_ns(&arg, &m->ns, &digits))
		return -EINVAL;
	if (digits <= 6 && m->ns >= 500)
		m->ns -= 500;
	return *arg ? -EINVAL : 0;
}

static int parse_after(struct when *m, const char *arg)
{
	unsigned int digits;

	m->kind = WHEN_AFTER;
	return parse_ns(&arg, &m->ns, &digits) || *arg ? -EINVAL : 0;
}

static int parse_day(struct when *m, const char *arg)
{
	unsigned int digits;
	struct tm tm = { 0 };

	m->kind = WHEN_DAY;
	arg = strptime(arg, "%H:%M:%S", &tm);
	if (!arg)
		return -EINVAL;
	m->ns = (tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec) * NSEC_PER_SEC;
	m->ns += parse_fraction(&arg, &digits);
	return *arg ? -EINVAL : 0;
}

static int parse_date(struct when *m, const char *arg)
{
	struct tm tm = { .tm_isdst = -1 };
	unsigned int digits;
	uint64_t ns;
	time_t t;

	m->kind = WHEN_REAL;
	arg = strptime(arg, "%Y-%m-%dT%H:%M:%S", &tm);
	if (!arg)
		return -EINVAL;
	ns = parse_fraction(&arg, &digits);
	t = *arg == 'Z' ? timegm(&tm) : mktime(&tm);
	if (t < 0 || (uint64_t)t >= UINT64_MAX / NSEC_PER_SEC)
		return -EINVAL;
	m->ns = t * NSEC_PER_SEC + ns;
	return arg[*arg == 'Z'] ? -EINVAL : 0;
}

int when_parse(struct when *m, const char *option, const char *arg)
{
	char what[160];
	int ret;

	if (*arg == '+')
		ret = parse_after(m, arg + 1);
	else if (strchr(arg, 'T'))
		ret = parse_date(m, arg);
	else
		ret = strchr(arg, ':') ? parse_day(m, arg) : parse_mono(m, arg);
	if (!ret)
		return 0;
	snprintf(what, sizeof(what), "%s wants a time: 667254.35, +1.5, 14:04:00 or 2026-11-25T13:04:00Z", option);
	return usage_error(what, arg);
}

/* Midnight before the moment, here. */
static uint64_t midnight(uint64_t real)
{
	time_t t = real / NSEC_PER_SEC;
	struct tm tm = { 0 };

	localtime_r(&t, &tm);
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	return mktime(&tm) * NSEC_PER_SEC;
}

/* A time of the day that was long over when the recording began is one of the next day. */
void when_settle(struct when *m, uint64_t began)
{
	uint64_t day;

	if (m->kind == WHEN_AFTER) {
		m->ns = m->ns > UINT64_MAX - began ? UINT64_MAX : began + m->ns;
	} else if (m->kind == WHEN_DAY) {
		day = midnight(began);
		if (day + m->ns + HALF_DAY < began)
			day = midnight(day + 3 * HALF_DAY);
		m->ns += day;
	} else {
		return;
	}
	m->kind = WHEN_REAL;
}

bool when_is_later(const struct when *m, uint64_t mono, uint64_t real)
{
	return m->kind == WHEN_MONO ? mono < m->ns : real < m->ns;
}
