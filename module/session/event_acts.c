// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/panic.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hit/act.h"
#include "session/event.h"
#include "session/event_acts.h"
#include "session/redact.h"
#include "session/session.h"
#include "spec/errors.h"

static bool warned;	/* the kernel's log has the first line that acts */
static DEFINE_MUTEX(warned_lock);

/*
 * Lockdown's integrity is about who may change the running kernel, of which a write by a debugger
 * is the nearest. What reads alone is asked about elsewhere (control/access.h).
 */
static int check_acts(const struct kpctl_do *act, struct kpctl_err *err)
{
	u32 i;

	for (i = 0; i < act->nacts; i++) {
		const struct kpctl_act_spec *as = &act->acts[i];
		const char *name = kpctl_act_name(as->act);

		if (!kpctl_act_is_allowed(as->act)) {
			kpctl_err_fill(err, ACT_OFF, as->column, name, name);
			return -EPERM;
		}
		if (as->act != KPCTL_ACT_DUMP && security_locked_down(LOCKDOWN_DBG_WRITE_KERNEL)) {
			kpctl_err_fill(err, ACT_LOCKED, as->column, name);
			return -EPERM;
		}
	}
	return 0;
}

static bool changes_kernel(const struct kpctl_do *act)
{
	return act->nacts > 1 || act->acts[0].act != KPCTL_ACT_DUMP;
}

/* Once a load of the module: what goes wrong from now on may be our doing. */
static void tell_kernel_log(const struct kpctl_acting *acting, const struct kpctl_do *act)
{
	char *text = kstrdup(act->text, GFP_KERNEL);

	if (text)
		kpctl_redact_addresses(text, strlen(text));
	mutex_lock(&warned_lock);
	if (!warned) {
		warned = true;
		pr_warn("kprobectl: %s acts on what it hits: %s\n", acting->name, text ?: "do ...");
		add_taint(TAINT_USER, LOCKDEP_STILL_OK);
	}
	mutex_unlock(&warned_lock);
	kfree(text);
}

int kpctl_event_make_acts(struct kpctl_event *ev, struct kpctl_err *err)
{
	struct kpctl_acting *acting;
	int ret;

	lockdep_assert_held(&ev->session->lock);
	if (!ev->act || !ev->act->nacts)
		return 0;
	ret = check_acts(ev->act, err);
	if (ret)
		return ret;
	acting = kzalloc(sizeof(*acting), GFP_KERNEL_ACCOUNT);
	if (!acting)
		return kpctl_err_no_memory(err);
	/* the default name of an event can have the address, and anybody may read the log */
	kpctl_redact_addresses(acting->name, scnprintf(acting->name, sizeof(acting->name), "%s/%s",
						       ev->spec->group, ev->spec->event));
	scnprintf(acting->panic, sizeof(acting->panic), "kprobectl: do panic of %s", acting->name);
	acting->writer = current->tgid;
	acting->n = ev->act->nacts;
	memcpy(acting->act, ev->act->acts, sizeof(acting->act));
	ev->target.acting = acting;
	if (changes_kernel(ev->act))
		tell_kernel_log(acting, ev->act);
	return 0;
}

int kpctl_event_check_acts(const struct kpctl_event *ev, struct kpctl_err *err)
{
	lockdep_assert_held(&ev->session->lock);
	return ev->target.acting ? check_acts(ev->act, err) : 0;
}

void kpctl_event_free_acts(struct kpctl_event *ev)
{
	kfree(ev->target.acting);
}

void kpctl_event_begin_acts(struct kpctl_event *ev)
{
	lockdep_assert_held(&ev->session->lock);
	if (ev->target.acting)
		kpctl_acting_begin(ev->target.acting);
}

int kpctl_event_check_no_cond(const struct kpctl_event *ev, struct kpctl_err *err)
{
	u32 i;

	for (i = 0; ev->act && i < ev->act->nacts; i++) {
		const u8 act = ev->act->acts[i].act;

		if (act != KPCTL_ACT_RETURN && act != KPCTL_ACT_SKIP)
			continue;
		kpctl_err_fill(err, ACT_FILTER, 0, kpctl_act_name(act));
		return -EINVAL;
	}
	return 0;
}
