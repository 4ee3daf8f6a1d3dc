// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that `do skip` leaves alone unless a ! says otherwise. No kernel says of its
 * functions what they do for their callers, so the names are asked.
 *
 *	words	parts of a name between '_': the function takes or gives back something
 *		for its caller, who goes on as if that had happened
 *	starts	of names: code that every entry into the kernel, or every switch of tasks, needs
 *	names	functions that never return: behind the call stands no code, or other code
 *	calls	system calls of which the same is true, in the kernel (exit) or in the program
 *		(rt_sigreturn, uretprobe). Others are not asked: a program that gets an error
 *		has neither lock nor reference of the kernel, and fork() makes no child then
 */
#include "spec/parse.h"
#include "spec/skip_risk.h"

static const char *const lock_words[] = {
	"lock", "unlock", "trylock", "relock", "locked", "spin", "mutex", "rwsem", "down", "up",
	"acquire", "release",
};

static const char *const ref_words[] = {
	"get", "put", "ref", "unref", "refcount", "kref", "grab", "hold", "pin", "unpin", "dget",
	"dput", "iget", "iput", "fget", "fput", "mmget", "mmput", "sock_hold", "igrab", "ihold",
};

static const char *const entry_starts[] = {
	"entry_", "asm_", "exc_", "sysvec_", "irqentry_", "syscall_enter_", "syscall_exit_",
	"do_syscall_", "x64_sys_call", "ret_from_", "exit_to_user_mode", "enter_from_user_mode",
	"irq_enter", "irq_exit", "nmi_enter", "nmi_exit", "common_interrupt", "__schedule",
	"schedule", "preempt_", "__preempt_", "context_switch", "finish_task_switch",
	"__switch_to", "do_idle", "cpuidle_", "default_idle", "rcu_", "__rcu_", "ct_", "percpu_",
};

static const char *const endless[] = {
	"do_exit", "do_group_exit", "make_task_dead", "rewind_stack_and_make_dead", "kthread_exit",
	"kthread_complete_and_exit", "__module_put_and_kthread_exit", "panic", "vpanic",
	"nmi_panic_self_stop", "__stack_chk_fail", "cpu_startup_entry", "start_secondary",
	"rest_init", "start_kernel", "play_dead", "machine_real_restart", "stop_this_cpu",
	"do_task_dead", "ex_handler_msr_mce", "fortify_panic", "__fortify_panic", "usercopy_abort",
};

static const char *const entries_of_calls[] = {
	"__x64_sys_", "__ia32_sys_", "__ia32_compat_sys_",
};

static const char *const endless_calls[] = { "exit", "exit_group" };

static const char *const restoring_calls[] = { "rt_sigreturn", "sigreturn", "uretprobe" };

static int has_word(const char *sym, const char *word)
{
	const size_t len = strlen(word);
	const char *at;

	for (at = sym; (at = strstr(at, word)); at++)
		if ((at == sym || at[-1] == '_') && (!at[len] || at[len] == '_' || at[len] == '.'))
			return 1;
	return 0;
}

static int has_any(const char *sym, const char *const *words, size_t n)
{
	while (n--)
		if (has_word(sym, words[n]))
			return 1;
	return 0;
}

static int begins_as_any(const char *sym, const char *const *starts, size_t n)
{
	while (n--)
		if (!strncmp(sym, starts[n], strlen(starts[n])))
			return 1;
	return 0;
}

static int is_any(const char *sym, const char *const *names, size_t n)
{
	while (n--)
		if (!strcmp(sym, names[n]))
			return 1;
	return 0;
}

const char *kpctl_skip_call_risk(const char *call)
{
	if (is_any(call, endless_calls, ARRAY_SIZE(endless_calls)))
		return "never returns, and no code stands behind its call";
	if (is_any(call, restoring_calls, ARRAY_SIZE(restoring_calls)))
		return "puts a program back to where it was, and no code stands behind its call";
	return NULL;
}

/* NULL: the function is no system call's. */
static const char *call_of_entry(const char *sym)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(entries_of_calls); i++)
		if (!strncmp(sym, entries_of_calls[i], strlen(entries_of_calls[i])))
			return sym + strlen(entries_of_calls[i]);
	return NULL;
}

const char *kpctl_skip_risk(const char *sym)
{
	const char *call = call_of_entry(sym);

	if (call)
		return kpctl_skip_call_risk(call);
	if (is_any(sym, endless, ARRAY_SIZE(endless)))
		return "never returns, and no code stands behind its call";
	if (begins_as_any(sym, entry_starts, ARRAY_SIZE(entry_starts)))
		return "belongs to how the kernel is entered, left, or switches tasks";
	if (has_any(sym, lock_words, ARRAY_SIZE(lock_words)))
		return "may take or give back a lock for its caller";
	if (has_any(sym, ref_words, ARRAY_SIZE(ref_words)))
		return "may take or give back a reference for its caller";
	return NULL;
}
