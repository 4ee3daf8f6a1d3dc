// SPDX-License-Identifier: GPL-2.0
/*
 * Forbids kpt_last to come, when those who listen with a higher priority have been told that
 * it does: only these are told then that it goes.
 */
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

static int module_changed(struct notifier_block *nb, unsigned long what, void *data)
{
	const struct module *mod = data;

	return what == MODULE_STATE_COMING && !strcmp(mod->name, "kpt_last") ?
	       notifier_from_errno(-EPERM) : NOTIFY_DONE;
}

static struct notifier_block notifier = {
	.notifier_call = module_changed,
};

static int __init kpt_veto_init(void)
{
	return register_module_notifier(&notifier);
}

static void __exit kpt_veto_exit(void)
{
	unregister_module_notifier(&notifier);
}

module_init(kpt_veto_init);
module_exit(kpt_veto_exit);
MODULE_DESCRIPTION("kprobectl tests: forbids a module to come");
MODULE_LICENSE("GPL");
