// SPDX-License-Identifier: GPL-2.0
/* A spec written as a line again. */
#include "spec/parse.h"

static void put_target(struct kpctl_out *out, const struct kpctl_spec *spec)
{
	if (spec->is_addr && kpctl_kind_is_place(spec->kind)) {
		kpctl_spec_put(out, " 0x%llx", (unsigned long long)spec->addr);
		return;
	}
	kpctl_spec_put(out, " ");
	if (*kpctl_spec_target_mod(spec))
		kpctl_spec_put(out, "%s:", kpctl_spec_target_mod(spec));
	kpctl_spec_put(out, "%s", kpctl_spec_target_sym(spec));
	if (spec->off)
		kpctl_spec_put(out, "+%llu", (unsigned long long)spec->off);
	kpctl_spec_put(out, "%s%s", kpctl_kind_suffix(spec->kind),
		       spec->cycles_column ? " cycles" : "");
}

static void put_since(struct kpctl_out *out, const struct kpctl_spec *spec)
{
	if (spec->nsinces)
		kpctl_spec_put(out, " %s", spec->extra->since_text);
}

static void put_spec(struct kpctl_out *out, const struct kpctl_spec *spec)
{
	u32 i;

	if (spec->verb == KPCTL_VERB_DEL) {
		kpctl_spec_put(out, "-:%s%s%s", spec->group,
			       spec->group[0] ? "/" : "", spec->event);
		return;
	}
	kpctl_spec_put(out, "%c", kpctl_kind_letter(spec->kind));
	if (spec->has_maxactive)
		kpctl_spec_put(out, "%u", spec->maxactive);
	kpctl_spec_put(out, ":%s/%s", spec->group, spec->event);
	put_target(out, spec);
	for (i = 0; i < spec->nargs; i++)
		kpctl_spec_put(out, " %s=%s", spec->arg[i].name,
			       spec->arg[i].text);
	put_since(out, spec);
}

static void put_cond(struct kpctl_out *out, const char *cond)
{
	if (cond && *cond)
		kpctl_spec_put(out, " if %s", cond);
}

static void put_act(struct kpctl_out *out, const char *act)
{
	if (act && *act)
		kpctl_spec_put(out, " do %s", act);
}

static void put_mark(struct kpctl_out *out, const struct kpctl_spec *spec)
{
	if (spec->mark_column)
		kpctl_spec_put(out, " # for %s", spec->extra->mark);
}

/* The length of the listing, without the NUL. */
size_t kpctl_spec_list_len(const struct kpctl_spec *spec, const char *cond,
			   const char *act)
{
	struct kpctl_out out = { NULL, 0, 0 };

	put_spec(&out, spec);
	put_cond(&out, cond);
	put_act(&out, act);
	put_mark(&out, spec);
	return out.len;
}

int kpctl_spec_print(const struct kpctl_spec *spec, const char *cond,
		     const char *act, char *buf, size_t size)
{
	struct kpctl_out out = { buf, size, 0 };

	put_spec(&out, spec);
	put_cond(&out, cond);
	put_act(&out, act);
	put_mark(&out, spec);
	return out.len < size ? (int)out.len : -E2BIG;
}
