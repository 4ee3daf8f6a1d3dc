/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where actions may stand that act on what was hit, on the kernel of btf_kernel.h: by kind,
 * by condition, by what the function returns, by its name. The actions' own grammar is in the
 * table of spec_do.h. Code 0: the line is taken. `typed`: there are types.
 */
#ifndef SPEC_ACT_H
#define SPEC_ACT_H

#include "spec/skip_risk.h"

static const struct {
	const char *line;
	unsigned int typed, code, column;
} act_lines[] = {
	/* kinds */
	{ "r probe if $pid == 1 do return(0)", 1, 0, 0 },
	{ "p probe%return if $pid == 1 do return(0)", 1, 0, 0 },
	{ "f probe%return if $pid == 1 do return(-ENOMEM)", 1, 0, 0 },
	{ "p probe if $pid == 1 do return(0)", 1, KPCTL_E_ACT_NOT_RETURN, 24 },
	{ "f probe if $pid == 1 do return(0)", 1, KPCTL_E_ACT_NOT_RETURN, 24 },
	{ "t hit if $pid == 1 do return(0)", 1, KPCTL_E_ACT_NOT_RETURN, 22 },
	{ "r /bin/x:0x10 if $pid == 1 do return(0)", 1, KPCTL_E_ACT_NOT_RETURN, 30 },
	{ "p probe if $pid == 1 do skip(0)", 1, 0, 0 },
	{ "f probe if $pid == 1 do skip(0)", 1, 0, 0 },
	{ "r probe if $pid == 1 do skip(0)", 1, KPCTL_E_ACT_NOT_ENTRY, 24 },
	{ "p probe+4 if $pid == 1 do skip(0)!", 1, KPCTL_E_ACT_NOT_ENTRY, 26 },
	{ "p 0xffffffff81000000 if $pid == 1 do skip(0)!", 1, KPCTL_E_ACT_NOT_ENTRY, 37 },
	{ "p /bin/x:0x10 if $pid == 1 do skip(0)!", 1, KPCTL_E_ACT_NOT_ENTRY, 30 },
	{ "t hit if $pid == 1 do skip!", 1, KPCTL_E_ACT_NOT_ENTRY, 22 },
	{ "i 10ms do signal(9)", 1, KPCTL_E_ACT_NO_TASK, 10 },
	{ "i 99hz do emit, signal(9)", 1, KPCTL_E_ACT_NO_TASK, 16 },
	{ "t hit do signal(9), dump, panic", 0, 0, 0 },
	{ "i 10ms do dump, panic", 0, 0, 0 },
	{ "p /bin/x:0x10 do signal(SIGSTOP)", 0, 0, 0 },
	/* a condition */
	{ "r probe do return(0)", 1, KPCTL_E_ACT_NO_COND, 11 },
	{ "p probe do emit, skip(0)!", 1, KPCTL_E_ACT_NO_COND, 17 },
	{ "p probe do dump", 0, 0, 0 },
	/* one function */
	{ "f sk_* if $pid == 1 do skip(0)!", 1, KPCTL_E_ACT_ONE_FUNCTION, 23 },
	{ "f probe,number if $pid == 1 do skip(0)!", 1, KPCTL_E_ACT_ONE_FUNCTION, 31 },
	{ "f pr?be%return if $pid == 1 do return(0)", 1, KPCTL_E_ACT_ONE_FUNCTION, 31 },
	/* what it returns */
	{ "r none if $pid == 1 do return(0)", 1, KPCTL_E_ACT_VOID, 23 },
	{ "p none if $pid == 1 do skip", 1, 0, 0 },
	{ "p none if $pid == 1 do skip(1)", 1, KPCTL_E_ACT_VOID, 23 },
	{ "p probe if $pid == 1 do skip", 1, KPCTL_E_ACT_NOT_VOID, 24 },
	{ "r number if $pid == 1 do return(0)", 1, 0, 0 },
	{ "r is_so if $pid == 1 do return(0)", 1, 0, 0 },
	{ "r paint if $pid == 1 do return(1)", 1, 0, 0 },
	{ "r give_pair if $pid == 1 do return(0)!", 1, KPCTL_E_ACT_BAD_TYPE, 28 },
	{ "r give_big if $pid == 1 do return(0)!", 1, KPCTL_E_ACT_BAD_TYPE, 27 },
	{ "r give_double if $pid == 1 do return(0)!", 1, KPCTL_E_ACT_BAD_TYPE, 30 },
	{ "r give_union if $pid == 1 do return(0)!", 1, KPCTL_E_ACT_BAD_TYPE, 29 },
	{ "f give_big if $pid == 1 do skip(0)!", 1, KPCTL_E_ACT_BAD_TYPE, 27 },
	{ "f give_big if $pid == 1 do skip", 1, KPCTL_E_ACT_BAD_TYPE, 27 },
	/* nobody knows */
	{ "r probe if $pid == 1 do return(0)", 0, KPCTL_E_ACT_NO_TYPES, 24 },
	{ "r probe if $pid == 1 do return(0)!", 0, 0, 0 },
	{ "r nobody if $pid == 1 do return(0)", 1, KPCTL_E_ACT_NO_TYPES, 25 },
	{ "p twice if $pid == 1 do skip(0)", 1, KPCTL_E_ACT_NO_TYPES, 24 },
	{ "p mod:probe if $pid == 1 do skip(0)", 1, KPCTL_E_ACT_NO_TYPES, 28 },
	{ "p mod:probe if $pid == 1 do skip(0)!", 1, 0, 0 },
	{ "f mod:probe if $pid == 1 do skip(0)!", 1, 0, 0 },
	{ "r 0xffffffff81000000 if $pid == 1 do return(0)", 1, KPCTL_E_ACT_NO_TYPES, 37 },
	{ "r 0xffffffff81000000 if $pid == 1 do return(0)!", 1, 0, 0 },
	/* system calls return a long on every kernel */
	{ "p sys:getppid if $pid == 1 do skip(-EPERM)", 0, 0, 0 },
	{ "p sys:getppid if $pid == 1 do skip", 0, KPCTL_E_ACT_NOT_VOID, 30 },
	{ "p __x64_sys_flock if $pid == 1 do skip(-38)", 0, 0, 0 },
	{ "r __x64_sys_flock if $pid == 1 do return(-38)", 0, 0, 0 },
	{ "f sys:getppid if $pid == 1 do skip(0)", 0, 0, 0 },
	{ "p sys:fork if $pid == 1 do skip(-EAGAIN)", 0, 0, 0 },
	{ "p sys:exit if $pid == 1 do skip(0)", 0, KPCTL_E_ACT_RISK, 27 },
	{ "p __x64_sys_exit_group if $pid == 1 do skip(0)", 0, KPCTL_E_ACT_RISK, 39 },
	{ "f sys:exit_group if $pid == 1 do skip(0)", 0, KPCTL_E_ACT_RISK, 33 },
	{ "f __x64_sys_rt_sigreturn if $pid == 1 do skip(0)", 0, KPCTL_E_ACT_RISK, 41 },
	{ "p sys:rt_sigreturn if $pid == 1 do skip(0)", 0, KPCTL_E_ACT_RISK, 35 },
	{ "p sys:rt_sigreturn if $pid == 1 do skip(0)!", 0, 0, 0 },
	{ "r sys:exit if $pid == 1 do return(0)", 0, 0, 0 },
	/* names */
	{ "p take_lock if $pid == 1 do skip(0)", 1, KPCTL_E_ACT_RISK, 28 },
	{ "f take_lock if $pid == 1 do skip(0)", 1, KPCTL_E_ACT_RISK, 28 },
	{ "f mod:take_lock if $pid == 1 do skip(0)", 1, KPCTL_E_ACT_RISK, 32 },
	{ "p take_lock if $pid == 1 do skip(0)!", 1, 0, 0 },
	{ "r take_lock if $pid == 1 do return(0)", 1, 0, 0 },
};

static const struct {
	const char *sym, *risk;		/* the risk's first letters; NULL: none */
} act_names[] = {
	{ "vfs_read", NULL }, { "__x64_sys_getppid", NULL }, { "clock_nanosleep", NULL },
	{ "getname", NULL }, { "input_event", NULL }, { "block_dev", NULL }, { "update_rq", NULL },
	{ "do_exit", "never returns" }, { "panic", "never returns" },
	{ "do_exit_now", NULL }, { "__x64_sys_exit", "never returns" }, { "exit", NULL },
	{ "__x64_sys_exit_group", "never returns" }, { "__ia32_sys_exit", "never returns" },
	{ "__x64_sys_rt_sigreturn", "puts a program back" }, { "__ia32_sys_sigreturn", "puts a program back" },
	{ "__ia32_compat_sys_rt_sigreturn", "puts a program back" },
	{ "__x64_sys_uretprobe", "puts a program back" }, { "__x64_sys_uprobe", NULL },
	{ "__x64_sys_get_mempolicy", NULL }, { "__x64_sys_clone3", NULL }, { "__x64_sys_vfork", NULL },
	{ "mutex_lock", "may take or give back a lock" },
	{ "_raw_spin_lock_irqsave", "may take or give back a lock" },
	{ "down", "may take or give back a lock" }, { "up_read", "may take or give back a lock" },
	{ "inode_unlock.isra.0", "may take or give back a lock" },
	{ "unlock.cold", "may take or give back a lock" },
	{ "kobject_get", "may take or give back a ref" }, { "put_page", "may take or give back a ref" },
	{ "try_module_get", "may take or give back a ref" },
	{ "irqentry_enter", "belongs to how" }, { "schedule_timeout", "belongs to how" },
	{ "rcu_read_unlock_special", "belongs to how" },
};

#define ACT_TESTS	(ARRAY_SIZE(act_lines) + ARRAY_SIZE(act_names) + 1)

static const char *check_act_line(unsigned int i)
{
	const char *line = act_lines[i].line;
	static struct kpctl_spec spec;
	struct kpctl_err err;

	if (act_lines[i].code)
		return check_illegal(line, strlen(line), act_lines[i].code, act_lines[i].column);
	if (parse_exact(line, strlen(line), &spec, &err))
		return say("refused at %u: %s", err.column, err.text);
	return spec.act.nacts ? check_listing(&spec) : "nothing acts";
}

static const char *check_act_name(unsigned int i)
{
	const char *risk = kpctl_skip_risk(act_names[i].sym), *want = act_names[i].risk;

	if (!want || !risk)
		return want || risk ? say("got %s", risk ?: "none") : NULL;
	return strncmp(risk, want, strlen(want)) ? say("got %s", risk) : NULL;
}

/* Refusals leave no trace in the rest of the parse: a value's type is looked up as before. */
static const char *check_act_types(void)
{
	static const char line[] = "r probe ret=$retval if $retval == 0 do return(1), hist($arg2)";
	static struct kpctl_spec spec;
	struct kpctl_err err;

	if (parse_exact(line, strlen(line), &spec, &err))
		return say("refused at %u: %s", err.column, err.text);
	return err.code || err.column || err.text[0] ? "a refusal is left" : NULL;
}

static void test_acts(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(act_lines); i++) {
		test_names = act_lines[i].typed ? &made_names : NULL;
		ktap_unless(check_act_line(i), "acts, %s: %s", act_lines[i].typed ? "types" : "no types",
			    act_lines[i].line);
	}
	for (i = 0; i < ARRAY_SIZE(act_names); i++)
		ktap_unless(check_act_name(i), "skip: %s", act_names[i].sym);
	test_names = &made_names;
	ktap_unless(check_act_types(), "acts: types, no refusal");
	test_names = NULL;
}

#endif /* SPEC_ACT_H */
