// SPDX-License-Identifier: GPL-2.0
/*
 * PERIOD := NUMBER ('us' | 'ms' | 's')
 *
 * A period is listed in the largest unit of which it is a multiple: equal periods are listed
 * alike.
 */
#include "spec/parse.h"

#define PERIOD_MIN	100000ull		/* ns */
#define PERIOD_MAX	3600000000000ull
#define PERIOD_FORM	"a number and us, ms or s, from 100us to 3600s"

static const struct {
	const char *name;
	u64 ns;
} period_units[] = {
	{ "s", 1000000000 },
	{ "ms", 1000000 },
	{ "us", 1000 },
};

/* The length of a unit in ns; 0: no unit. */
static u64 period_unit(struct kpctl_span name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(period_units); i++)
		if (span_is(name, period_units[i].name))
			return period_units[i].ns;
	return 0;
}

static void put_period(struct kpctl_spec *spec)
{
	struct kpctl_out out = { spec->sym, sizeof(spec->sym), 0 };
	size_t i = 0;

	while (spec->num % period_units[i].ns)
		i++;
	kpctl_spec_put(&out, "%llu%s", (unsigned long long)(spec->num / period_units[i].ns),
		       period_units[i].name);
}

int kpctl_spec_target_period(struct kpctl_parse *ps, struct kpctl_span word)
{
	struct kpctl_span unit = word;
	u64 num, ns;

	if (word.p == word.end)
		return spec_refuse(ps, NO_TARGET, word.p, "period", PERIOD_FORM);
	ps->out->target_column = word.p - ps->line;
	if (kpctl_spec_scan_lead(&unit, 0, &num))
		return spec_refuse(ps, BAD_TARGET, word.p, SPAN_QUOTE(word), "period", PERIOD_FORM);
	ns = period_unit(unit);
	if (!ns)
		return spec_refuse(ps, BAD_TARGET, unit.p, SPAN_QUOTE(word), "period", PERIOD_FORM);
	if (num > PERIOD_MAX / ns || num * ns < PERIOD_MIN)
		return spec_refuse(ps, BAD_TARGET, word.p, SPAN_QUOTE(word), "period", PERIOD_FORM);
	ps->out->num = num * ns;
	put_period(ps->out);
	return 0;
}
