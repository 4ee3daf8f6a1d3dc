// SPDX-License-Identifier: GPL-2.0
/*
 * TARGET := NUMBER ('us' | 'ms' | 's')
 *         | NUMBER 'hz' ['cycles']
 *
 * A period is listed in the largest unit of which it is a multiple: equal periods are listed
 * alike. A rate makes the line one of samples, which are taken on every CPU.
 */
#include "spec/parse.h"

#define PERIOD_MIN	100000ull		/* ns */
#define PERIOD_MAX	3600000000000ull
#define RATE_MAX	10000ull		/* of which PERIOD_MIN is the period */
#define PERIOD_FORM	"100us to 3600s (us, ms, s), or 1hz to 10000hz"

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

	if (spec->kind == KPCTL_KIND_S) {
		kpctl_spec_put(&out, "%lluhz", (unsigned long long)spec->num);
		return;
	}
	while (spec->num % period_units[i].ns)
		i++;
	kpctl_spec_put(&out, "%llu%s", (unsigned long long)(spec->num / period_units[i].ns),
		       period_units[i].name);
}

/* The word `cycles` behind the number, which belongs to a rate alone. */
static int parse_cycles(struct kpctl_parse *ps)
{
	struct kpctl_span more = *ps->behind, word;

	if (!kpctl_spec_scan_word(&more, &word) || !span_is(word, "cycles"))
		return 0;
	if (ps->out->kind != KPCTL_KIND_S)
		return spec_refuse(ps, CYCLES_OF_TIMER, word.p);
	ps->out->cycles_column = word.p - ps->line;
	*ps->behind = more;
	return 0;
}

int kpctl_spec_target_period(struct kpctl_parse *ps, struct kpctl_span word)
{
	struct kpctl_span unit = word;
	u64 num, ns, min = PERIOD_MIN, max = PERIOD_MAX;

	if (word.p == word.end)
		return spec_refuse(ps, NO_TARGET, word.p, "period", PERIOD_FORM);
	ps->out->target_column = word.p - ps->line;
	if (kpctl_spec_scan_lead(&unit, 0, &num))
		return spec_refuse(ps, BAD_TARGET, word.p, SPAN_QUOTE(word), "period", PERIOD_FORM);
	ns = period_unit(unit);
	if (span_is(unit, "hz")) {
		ps->out->kind = KPCTL_KIND_S;
		ns = 1;
		min = 1;
		max = RATE_MAX;
	}
	if (!ns)
		return spec_refuse(ps, BAD_TARGET, unit.p, SPAN_QUOTE(word), "period", PERIOD_FORM);
	if (num > max / ns || num * ns < min)
		return spec_refuse(ps, BAD_TARGET, word.p, SPAN_QUOTE(word), "period", PERIOD_FORM);
	ps->out->num = num * ns;
	put_period(ps->out);
	return parse_cycles(ps);
}
