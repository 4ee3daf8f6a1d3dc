// SPDX-License-Identifier: GPL-2.0
#include <linux/module.h>
#include <linux/notifier.h>

#include "session/event.h"
#include "session/modules.h"
#include "session/plant.h"
#include "session/session.h"
#include "place/text_end.h"

static void for_each_session(const struct module *mod,
			     void (*fn)(struct list_head *events, const struct module *mod))
{
	struct kpctl_session *s;

	mutex_lock(&kpctl_sessions_lock);
	list_for_each_entry(s, &kpctl_sessions, node) {
		mutex_lock(&s->lock);
		fn(&s->events, mod);
		mutex_unlock(&s->lock);
	}
	mutex_unlock(&kpctl_sessions_lock);
}

static int module_changed(struct notifier_block *nb, unsigned long what, void *data)
{
	struct module *mod = data;

	switch (what) {
	case MODULE_STATE_COMING:
		for_each_session(mod, kpctl_plant_module_coming);
		break;
	case MODULE_STATE_LIVE:
		for_each_session(mod, kpctl_plant_module_live);
		break;
	case MODULE_STATE_GOING:
		for_each_session(mod, kpctl_plant_module_going);
		break;
	}
	return NOTIFY_DONE;
}

/*
 * After kprobes and ftrace (priority 0 and above): when a module comes they
 * know its text by now, when it goes they have given up what stands in it.
 */
static struct notifier_block notifier = {
	.notifier_call = module_changed,
	.priority = -1,
};

int kpctl_modules_init(void)
{
	int ret = kpctl_text_end_init();

	if (ret)
		return ret;
	ret = register_module_notifier(&notifier);
	if (ret)
		kpctl_text_end_exit();
	return ret;
}

void kpctl_modules_exit(void)
{
	unregister_module_notifier(&notifier);
	kpctl_text_end_exit();
}
