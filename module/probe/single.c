// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include <linux/rcupdate.h>

#include "probe/engine.h"
#include "probe/event.h"
#include "place/module_list.h"
#include "probe/single.h"
#include "place/place.h"
#include "spec/errors.h"

static struct kprobe *kprobe_of(const struct kpctl_event *ev)
{
	return ev->engine->kprobe((struct kpctl_event *)ev);
}

void kpctl_single_taken_out(struct kpctl_event **ev, int n)
{
	bool any = false;
	int i;

	for (i = 0; i < n; i++) {
		if (likely(kprobe_of(ev[i])->addr))
			continue;
		/* kprobes cannot find the kprobe by address, but may run it from a list */
		WRITE_ONCE(kprobe_of(ev[i])->pre_handler, NULL);
		ev[i]->stuck = true;
		any = true;
	}
	if (any)
		synchronize_rcu();	/* running handlers of stuck events end */
}

/* The event's `skip`, or NULL. */
static const struct kpctl_act_spec *skip_of(const struct kpctl_event *ev)
{
	u32 i;

	for (i = 0; ev->act && i < ev->act->nacts; i++)
		if (ev->act->acts[i].act == KPCTL_ACT_SKIP)
			return &ev->act->acts[i];
	return NULL;
}

int kpctl_single_find(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret = kpctl_place_guard(ev->spec, err);

	if (ret == -ENOENT)
		return kpctl_place_explain(ev->spec, ret, err);
	if (!ret && ev->spec->entry_column)
		ret = kpctl_place_need_entry(ev->spec, ev->spec->entry_column, err);
	if (!ret && ev->spec->after_column)
		ret = kpctl_place_need_insn(ev->spec, ev->spec->after_column, err);
	if (!ret && skip_of(ev))
		ret = kpctl_place_need_ftrace(ev->spec, skip_of(ev)->column, err);
	return ret;
}

int kpctl_single_may(const struct kpctl_event *ev, struct kpctl_err *err)
{
	return kpctl_place_guard_name(ev->spec, err);
}

int kpctl_single_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	return kpctl_place_explain(ev->spec, ret, err);
}

bool kpctl_single_waits(const struct kpctl_event *ev)
{
	return ev->spec->mod[0] && kpctl_module_list_state(ev->spec->mod) != KPCTL_MOD_LIVE;
}

int kpctl_single_arm(struct kpctl_event *ev)
{
	return enable_kprobe(kprobe_of(ev));
}

void kpctl_single_disarm(struct kpctl_event *ev)
{
	disable_kprobe(kprobe_of(ev));
}

u32 kpctl_single_functions(const struct kpctl_event *ev)
{
	return ev->state != KPCTL_PARKED;
}

unsigned long kpctl_single_addr(const struct kpctl_event *ev)
{
	return (unsigned long)kprobe_of(ev)->addr;
}

unsigned long kpctl_single_function(const struct kpctl_event *ev, u32 i)
{
	return kpctl_single_addr(ev);
}

const char *kpctl_single_mode(const struct kpctl_event *ev)
{
	return kpctl_place_mode(kprobe_of(ev));
}

u64 kpctl_single_nested(const struct kpctl_event *ev)
{
	return READ_ONCE(kprobe_of(ev)->nmissed);
}

bool kpctl_single_is_gone(const struct kpctl_event *ev)
{
	return kprobe_of(ev)->flags & KPROBE_FLAG_GONE;
}
