// SPDX-License-Identifier: GPL-2.0
#include <linux/lockdep.h>
#include <linux/types.h>
#include <linux/kprobectl.h>

#include "base/text.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "session/describe.h"
#include "session/event.h"
#include "session/session.h"
#include "spec/enum.h"

static void describe_fixed(const struct kpctl_event *ev, struct kpctl_text *text)
{
	const struct kpctl_field *f;
	u16 at = sizeof(struct kpctl_rec);

	for (f = kpctl_event_fields(ev); f->name; f++, at += 8)
		kpctl_text_printf(text, " $%s@%u", f->name, at);
	if (ev->layout.fault)
		kpctl_text_printf(text, " $fault@%u", ev->layout.fault);
}

/* The names of the enum that the field at this offset is: $names:VALUE=NAME,...@OFFSET */
static void describe_names(const struct kpctl_enum *e, u32 at, struct kpctl_text *text)
{
	char before = ':';
	u32 i;

	kpctl_text_printf(text, " $names");
	for (i = 0; i < e->n; i++) {
		if (!kpctl_enum_is_shown(e, i))
			continue;
		kpctl_text_printf(text, "%c%lld=%s", before, e->value[i].value,
				  kpctl_enum_text(e, i));
		before = ',';
	}
	kpctl_text_printf(text, "@%u", at);
}

void kpctl_event_describe(const struct kpctl_event *ev, const char *state,
			  struct kpctl_text *text)
{
	const struct kpctl_spec *spec = ev->spec;
	u32 i, at = ev->layout.slots;

	lockdep_assert_held(&ev->session->lock);
	kpctl_text_printf(text, "%u %s %c %s/%s ", ev->target.id, state,
			  kpctl_kind_letter(spec->kind), spec->group, spec->event);
	if (!kpctl_kind_is_place(spec->kind))
		kpctl_text_printf(text, "%s%s", spec->sym, kpctl_kind_suffix(spec->kind));
	else if (spec->is_addr)
		kpctl_text_printf(text, "0x%llx", spec->addr);
	else
		kpctl_text_printf(text, "%s%s%s+0x%llx", kpctl_spec_target_mod(spec),
				  *kpctl_spec_target_mod(spec) ? ":" : "",
				  kpctl_spec_target_sym(spec), spec->off);
	describe_fixed(ev, text);
	for (i = 0; i < spec->nargs; at += kpctl_arg_slot_size(&spec->arg[i++])) {
		kpctl_text_printf(text, " %s:%s", spec->arg[i].name,
				  kpctl_type_name(spec->arg[i].type));
		if (spec->arg[i].counted)
			kpctl_text_printf(text, "[]");
		else if (spec->arg[i].count)
			kpctl_text_printf(text, "[%u]", spec->arg[i].count);
		kpctl_text_printf(text, "@%u", at);
		if (spec->arg[i].names)
			describe_names(spec->arg[i].names, at, text);
	}
	kpctl_text_printf(text, "\n");
}
