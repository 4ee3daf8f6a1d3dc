// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/slab.h>

#include "control/check_parts.h"
#include "place/inside.h"
#include "place/place.h"
#include "place/where.h"
#include "spec/errors.h"

bool kpctl_check_is_inside(const char *line, size_t *len)
{
	size_t n = *len;

	while (n && strchr(" \t\r", line[n - 1]))
		n--;
	if (!n || line[n - 1] != '+')
		return false;
	*len = n - 1;
	return true;
}

/* The listing of a function's places; their number stands in front of them. */
struct listing {
	const struct kpctl_spec *spec;
	struct kpctl_text text;
	struct kpctl_where *where;
	u32 nr;
	/* up to the last place that is no padding */
	u32 real_nr;
	size_t real_len;
};

/* SYM+0xOFF: MODE[, calls FUNCTION] */
static int say_inside(const struct kpctl_inside *place, void *arg)
{
	struct listing *l = arg;
	const struct kpctl_spec *spec = l->spec;

	l->nr++;
	kpctl_text_printf(&l->text, "\t%s%s%s+0x%x: %s", spec->mod, spec->mod[0] ? ":" : "",
			  spec->sym, place->off, place->how);
	if (place->calls && kpctl_where_is(place->calls, l->where))
		kpctl_text_printf(&l->text, ", calls %s", l->where->sym);
	kpctl_text_printf(&l->text, "\n");
	if (!place->is_padding) {
		l->real_nr = l->nr;
		l->real_len = l->text.len;
	}
	return l->text.err;
}

static void say_listing(struct kpctl_check *c, const struct listing *l, int ret)
{
	struct kpctl_found found;
	struct kpctl_err err = {};

	if (ret == -ENOMEM) {
		c->verdict.err = ret;
	} else if (l->real_nr) {
		kpctl_text_printf(&c->verdict, "ok: %u places\n%.*s", l->real_nr,
				  (int)l->real_len, l->text.buf);
	} else if (kpctl_place_try(&c->spec, &found, &err)) {
		kpctl_check_say_refused(&err, &c->verdict);
	} else {
		kpctl_err_fill(&err, INSIDE_NOT_TRIED, c->spec.target_column);
		kpctl_check_say_refused(&err, &c->verdict);
	}
}

void kpctl_check_inside(struct kpctl_check *c)
{
	struct listing l = { .spec = &c->spec };
	struct kpctl_err err = {};
	int ret;

	if (!kpctl_kind_is_place(c->spec.kind) || kpctl_kind_is_call(c->spec.kind) ||
	    c->spec.off || c->spec.is_addr) {
		kpctl_err_fill(&err, INSIDE_OF_ONE, c->spec.target_column);
		kpctl_check_say_refused(&err, &c->verdict);
		return;
	}
	ret = kpctl_place_guard(&c->spec, &err);
	if (ret && ret != -ENOENT) {
		kpctl_check_say_refused(&err, &c->verdict);
		return;
	}
	l.where = kmalloc(sizeof(*l.where), GFP_KERNEL);
	ret = l.where ? kpctl_inside_each(&c->spec, say_inside, &l) : -ENOMEM;
	say_listing(c, &l, ret);
	kpctl_text_free(&l.text);
	kfree(l.where);
}
