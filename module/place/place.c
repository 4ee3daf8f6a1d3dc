// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "base/arch.h"
#include "spec/errors.h"
#include "spec/names.h"
#include "place/kernel_btf.h"
#include "place/kernel_text.h"
#include "place/module_list.h"
#include "place/place.h"
#include "place/same_name.h"
#include "place/syscalls.h"
#include "place/text_end.h"
#include "place/trial.h"
#include "place/where.h"

/* Names */

static bool has_prefix(const char *name, const char *prefix)
{
	return !strncmp(name, prefix, strlen(prefix));
}

/* Functions that the kernel's list forgets: a probe on one of them ends the machine. */
static const struct {
	const char *name, *why;
	bool returns;		/* only a return probe does */
} forgotten[] = {
#define X(name, why) { name, why },
	KPCTL_ARCH_FORGOTTEN(X)
#undef X
	{ "preempt_schedule_common",
	  "where the kernel preempts everywhere a probe's end calls it, without end" },
	{ "preempt_schedule_notrace",
	  "where the kernel preempts everywhere a return probe's end calls it, without end",
	  true },
	/* kernels with PROVE_RCU, KASAN or KCSAN */
	{ "rcu_read_lock_any_held", "a return probe's end calls it, without end", true },
	{ "rcu_read_lock_held_common", "a return probe's end calls it, without end", true },
	{ "rcu_lockdep_current_cpu_online", "a return probe's end calls it, without end", true },
	{ "__kasan_check_read", "a return probe's end calls it, without end", true },
	{ "__kasan_check_write", "a return probe's end calls it, without end", true },
	{ "__kcsan_check_access", "a return probe's end calls it, without end", true },
};

const char *kpctl_place_forgotten(const char *sym, bool returns)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(forgotten); i++)
		if ((returns || !forgotten[i].returns) && !strcmp(sym, forgotten[i].name))
			return forgotten[i].why;
	return NULL;
}

/* What a symbol's name alone forbids: a code, or KPCTL_E_NONE. */
static unsigned int name_forbids(const char *sym, bool returns)
{
	if (kpctl_place_forgotten(sym, returns))
		return KPCTL_E_DANGEROUS;
	if (returns && kpctl_arch_switches_stacks(sym))
		return KPCTL_E_RETURN_EXCLUDED;
	if (has_prefix(sym, "__SCT__"))
		return KPCTL_E_STATIC_CALL_TRAMP;
	if (has_prefix(sym, "__pfx_") || has_prefix(sym, "__cfi_"))
		return KPCTL_E_PADDING;
	return KPCTL_E_NONE;
}

/* The place as the user wrote it, for sentences. */
static void print_place(const struct kpctl_spec *spec, char *buf, size_t size)
{
	const char *mod = kpctl_spec_target_mod(spec), *sym = kpctl_spec_target_sym(spec);

	if (spec->is_addr)
		scnprintf(buf, size, "0x%llx", spec->addr);
	else if (spec->off)
		scnprintf(buf, size, "%s%s%s+0x%llx", mod, *mod ? ":" : "", sym, spec->off);
	else
		scnprintf(buf, size, "%s%s%s", mod, *mod ? ":" : "", sym);
}

static int refuse(const struct kpctl_spec *spec, unsigned int code, u16 column,
		  struct kpctl_err *err)
{
	char place[81];

	print_place(spec, place, sizeof(place));
	kpctl_err_set(err, code, column, place);
	return kpctl_err_errno(code);
}

/* Refuses a symbol that its name alone forbids; 0 if the name forbids nothing. */
static int guard_symbol(const struct kpctl_spec *spec, const char *sym, u16 column,
			struct kpctl_err *err)
{
	bool returns = kpctl_kind_is_call(spec->kind);
	unsigned int code = name_forbids(sym, returns);
	char place[81];

	if (!code)
		return 0;
	if (code != KPCTL_E_DANGEROUS)
		return refuse(spec, code, column, err);
	print_place(spec, place, sizeof(place));
	kpctl_err_fill(err, DANGEROUS, column, place, kpctl_place_forgotten(sym, returns));
	return kpctl_err_errno(code);
}

int kpctl_place_data(const char *sym, unsigned long *addr)
{
	return kpctl_trial_find("", sym, addr);
}

/* Up to Linux 6.14 the symbols are offsets from 0, of which no probe is tried. */
int kpctl_place_data_of_cpu(const char *sym, unsigned long *addr)
{
	int ret = kpctl_trial_find("", sym, addr);

	return ret == -ENOENT ? kpctl_kernel_btf_of_cpu(sym, addr) : ret;
}

/* Is the place where a function is entered? 1, 0, or -ENOMEM. */
static int is_function_entry(const struct kpctl_spec *spec)
{
	unsigned long base;
	struct kpctl_trial t;
	int ret;

	if (spec->is_addr)
		return 0;
	ret = kpctl_trial_find(spec->mod, spec->sym, &base) ?: kpctl_trial_at(base + spec->off, &t);
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	return !!(t.flags & KPROBE_FLAG_ON_FUNC_ENTRY);
}

int kpctl_place_need_entry(const struct kpctl_spec *spec, u16 column, struct kpctl_err *err)
{
	int ret = is_function_entry(spec);

	if (ret > 0)
		return 0;
	return refuse(spec, ret ? KPCTL_E_NO_MEMORY : KPCTL_E_ARG_NOT_ENTRY, column, err);
}

/* Before a registration */

static bool is_code(const struct kpctl_where *w)
{
	return w->mod[0] ? kpctl_module_list_text(w->addr) : kpctl_kernel_text_has(w->addr);
}

static int guard_addr(const struct kpctl_spec *spec, unsigned long addr, u16 column,
		      struct kpctl_err *err)
{
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	int ret = 0;

	if (!w)
		return refuse(spec, KPCTL_E_NO_MEMORY, column, err);
	if (kpctl_where_is(addr, w)) {
		ret = guard_symbol(spec, w->sym, column, err) ?: kpctl_text_end_addr(addr);
		if (ret == -ENOMEM)
			ret = refuse(spec, KPCTL_E_NO_MEMORY, column, err);
		else if (ret > 0)
			ret = refuse(spec, KPCTL_E_TEXT_END, column, err);
	}
	kfree(w);
	return ret;
}

int kpctl_place_guard_name(const struct kpctl_spec *spec, struct kpctl_err *err)
{
	if (security_locked_down(LOCKDOWN_KPROBES))
		return refuse(spec, KPCTL_E_LOCKDOWN, spec->target_column, err);
	return spec->is_addr ? 0 : guard_symbol(spec, spec->sym, spec->target_column, err);
}

/* Refuses a name that several functions have: the kernel would take the first of them. */
static int guard_unique(const struct kpctl_spec *spec, struct kpctl_err *err)
{
	struct kpctl_same_name same;
	int ret = kpctl_same_name_find(&same, spec->mod, spec->sym);
	char place[81];
	u32 nr = same.nr;

	kpctl_same_name_free(&same);
	if (ret)
		return refuse(spec, KPCTL_E_NO_MEMORY, spec->target_column, err);
	if (nr < 2)
		return 0;
	scnprintf(place, sizeof(place), "%s%s%s", spec->mod, spec->mod[0] ? ":" : "", spec->sym);
	kpctl_err_fill(err, SAME_NAME, spec->target_column, nr, place);
	return kpctl_err_errno(KPCTL_E_SAME_NAME);
}

/* Refuses SYM+off behind the end of the function SYM, which begins at base. */
static int guard_offset(const struct kpctl_spec *spec, unsigned long base, struct kpctl_err *err)
{
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	char place[81];
	int ret = 0;

	if (!w)
		return refuse(spec, KPCTL_E_NO_MEMORY, spec->off_column, err);
	if (kpctl_where_is(base, w) && spec->off >= w->size && is_code(w)) {
		print_place(spec, place, sizeof(place));
		kpctl_err_fill(err, OFFSET_BEYOND, spec->off_column, place, (unsigned int)w->size);
		ret = kpctl_err_errno(KPCTL_E_OFFSET_BEYOND);
	}
	kfree(w);
	return ret;
}

int kpctl_place_guard(const struct kpctl_spec *spec, struct kpctl_err *err)
{
	const u16 column = spec->target_column;
	struct kpctl_text_end u;
	unsigned long base;
	int ret;

	ret = kpctl_place_guard_name(spec, err);
	if (ret)
		return ret;
	if (spec->is_addr)
		return guard_addr(spec, spec->addr, column, err);
	ret = guard_unique(spec, err);
	if (ret)
		return ret;
	if (!spec->off) {
		if (kpctl_text_end_symbol(spec->mod, spec->sym, &u) && !u.entry_is_safe)
			return refuse(spec, KPCTL_E_TEXT_END, column, err);
		return 0;
	}
	ret = kpctl_trial_find(spec->mod, spec->sym, &base);
	if (ret)
		return ret == -ENOMEM ? refuse(spec, KPCTL_E_NO_MEMORY, column, err) : ret;
	return guard_offset(spec, base, err) ?:
	       guard_addr(spec, base + spec->off, spec->off_column, err);
}

/* After a registration that failed */

/* Is the whole function refused, or only this spot? 1, 0, or -ENOMEM. */
static int blacklisted(const struct kpctl_where *w)
{
	unsigned long i, n = clamp_t(unsigned long, w->size, 1, 16);
	struct kpctl_trial t;
	int ret;

	for (i = 0; i < n; i++) {
		ret = kpctl_trial_at(w->base + i, &t);
		if (ret != -EINVAL)
			return ret == -ENOMEM ? ret : 0;
	}
	return 1;
}

static unsigned int why_invalid(const struct kpctl_where *w)
{
	int ret;

	if (!w->mod[0] && kpctl_kernel_text_had(w->addr))
		return KPCTL_E_INIT_CODE;
	if (!is_code(w))
		return KPCTL_E_NOT_CODE;
	ret = blacklisted(w);
	if (ret < 0)
		return KPCTL_E_NO_MEMORY;
	return ret ? KPCTL_E_BLACKLISTED : KPCTL_E_RESERVED_SPOT;
}

/* Why a return probe is refused where a plain probe is not. */
static unsigned int why_no_return(const struct kpctl_trial *t)
{
	return t->flags & KPROBE_FLAG_ON_FUNC_ENTRY ? KPCTL_E_RETURN_EXCLUDED :
						      KPCTL_E_RETURN_NOT_ENTRY;
}

/* The code of the reason. With KPCTL_E_MODULE_GOING, mod is the name of that module. */
static unsigned int why(const struct kpctl_spec *spec, int *ret, char mod[MODULE_NAME_LEN])
{
	struct kpctl_where *w;
	unsigned long addr;
	unsigned int code;
	struct kpctl_trial t;
	int err;

	if (*ret == -ENOMEM)
		return KPCTL_E_NO_MEMORY;
	addr = spec->addr;
	if (!spec->is_addr) {
		err = kpctl_trial_find(spec->mod, spec->sym, &addr);
		if (err)
			return err == -ENOMEM ? KPCTL_E_NO_MEMORY :
			       spec->is_sys ? KPCTL_E_SYS_NO_MATCH : KPCTL_E_NO_SYMBOL;
		addr += spec->off;
	}
	err = kpctl_trial_at(addr, &t);
	if (err == -ENOMEM)
		return KPCTL_E_NO_MEMORY;
	if (!err)
		return kpctl_kind_is_call(spec->kind) && *ret == -EINVAL ?
		       why_no_return(&t) : KPCTL_E_CANNOT_PLANT;
	if (err == -EFAULT)
		return KPCTL_E_TEXT_END;
	*ret = err;
	w = kmalloc(sizeof(*w), GFP_KERNEL);
	if (!w)
		return KPCTL_E_NO_MEMORY;
	if (!kpctl_where_is(addr, w))
		code = KPCTL_E_NOT_CODE;
	else if (err == -EILSEQ)
		code = KPCTL_E_NOT_BOUNDARY;
	else if (err == -EOPNOTSUPP)
		code = KPCTL_E_NOT_STEPPABLE;
	else if (err == -ENOENT)
		code = w->mod[0] && kpctl_module_list_state(w->mod) == KPCTL_MOD_GOING ?
		       KPCTL_E_MODULE_GOING : KPCTL_E_INIT_CODE;
	else if (err == -EINVAL)
		code = why_invalid(w);
	else
		code = KPCTL_E_CANNOT_PLANT;
	strscpy(mod, w->mod, MODULE_NAME_LEN);
	kfree(w);
	return code;
}

int kpctl_place_explain(const struct kpctl_spec *spec, int ret, struct kpctl_err *err)
{
	char place[81], mod[MODULE_NAME_LEN], near[KPCTL_SYS_NAME_MAX];
	unsigned int code = why(spec, &ret, mod);
	u16 column = spec->target_column;

	if (code == KPCTL_E_CANNOT_PLANT) {
		print_place(spec, place, sizeof(place));
		kpctl_err_fill(err, CANNOT_PLANT, column, place, ret);
		return ret;
	}
	if ((code == KPCTL_E_NOT_BOUNDARY || code == KPCTL_E_RETURN_NOT_ENTRY) &&
	    !spec->is_addr && spec->off)
		column = spec->off_column;
	if (code == KPCTL_E_MODULE_GOING) {
		kpctl_err_fill(err, MODULE_GOING, column, mod);
		return kpctl_err_errno(code);
	}
	if (code == KPCTL_E_SYS_NO_MATCH &&
	    kpctl_syscall_find_near(kpctl_spec_target_sym(spec), near)) {
		kpctl_err_fill(err, SYS_NEAR, column, kpctl_spec_target_sym(spec), near);
		return kpctl_err_errno(KPCTL_E_SYS_NEAR);
	}
	return refuse(spec, code, column, err);
}

/* How it is planted */

/*
 * The instruction at the place says whether the kernel lets the probe be hit. The kernel
 * has a switch for kprobes and one for ftrace, and reports success to whoever plants
 * while a switch is off. On a place of ftrace's the call may be there for other users of
 * ftrace alone. A probe on a jump instruction is never optimized to another jump.
 */
const char *kpctl_place_mode(const struct kprobe *kp)
{
	bool ftrace = kp->flags & KPROBE_FLAG_FTRACE;
	kprobe_opcode_t insn;

	if (copy_from_kernel_nofault(&insn, kp->addr, sizeof(insn)))
		return "gone";
	if (!ftrace && insn == kp->opcode)
		return "disarmed";
	if (kpctl_arch_is_breakpoint(insn))	/* ftrace writes one for a moment, too */
		return ftrace ? "ftrace" : "int3";
	if (kpctl_arch_is_call(insn))
		return ftrace ? "ftrace" : "disarmed";
	return kpctl_arch_is_jump(insn) ? "optimized" : "disarmed";
}

static int try_there(const struct kpctl_spec *spec, struct kpctl_trial *t)
{
	unsigned long addr = spec->addr;
	int ret = 0;

	if (!spec->is_addr)
		ret = kpctl_trial_find(spec->mod, spec->sym, &addr);
	return ret ?: kpctl_trial_at(spec->is_addr ? addr : addr + spec->off, t);
}

const char *kpctl_place_how(u32 flags, bool optimizable)
{
	return flags & KPROBE_FLAG_FTRACE ? "ftrace" : optimizable ? "optimized" : "int3";
}

static void note_found(const struct kpctl_trial *t, struct kpctl_found *found)
{
	bool entry = t->flags & KPROBE_FLAG_ON_FUNC_ENTRY;
	char sym[KSYM_SYMBOL_LEN];

	found->addr = t->addr;
	found->how = kpctl_place_how(t->flags, t->optimizable);
	sprint_symbol(sym, t->addr);
	*strchrnul(sym, '+') = 0;
	found->returns = entry && !name_forbids(sym, true);
}

/* The place behind ftrace's call, which is at `call`. */
static int print_next(const struct kpctl_spec *spec, unsigned long call, char *buf, size_t size)
{
	unsigned long next = call + KPCTL_ARCH_CALL_BYTES;
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);

	if (!w)
		return -ENOMEM;
	if (!spec->is_addr && kpctl_where_is(next, w))
		scnprintf(buf, size, "%s%s%s+%lu", w->mod, w->mod[0] ? ":" : "", w->sym,
			  next - w->base);
	else
		scnprintf(buf, size, "0x%lx", next);
	kfree(w);
	return 0;
}

int kpctl_place_need_insn(const struct kpctl_spec *spec, u16 column, struct kpctl_err *err)
{
	char place[81], next[81];
	struct kpctl_trial t;
	int ret = try_there(spec, &t);

	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (ret || !(t.flags & KPROBE_FLAG_FTRACE))
		return 0;
	if (print_next(spec, t.addr, next, sizeof(next)))
		return kpctl_err_no_memory(err);
	print_place(spec, place, sizeof(place));
	kpctl_err_fill(err, AFTER_ON_FTRACE, column, place, next);
	return kpctl_err_errno(KPCTL_E_AFTER_ON_FTRACE);
}

int kpctl_place_need_ftrace(const struct kpctl_spec *spec, u16 column, struct kpctl_err *err)
{
	struct kpctl_trial t;
	char place[81];
	int ret = try_there(spec, &t);

	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (ret || t.flags & KPROBE_FLAG_FTRACE)
		return 0;
	print_place(spec, place, sizeof(place));
	kpctl_err_fill(err, SKIP_NOT_FTRACE, column, place);
	return kpctl_err_errno(KPCTL_E_SKIP_NOT_FTRACE);
}

int kpctl_place_try(const struct kpctl_spec *spec, struct kpctl_found *found,
		    struct kpctl_err *err)
{
	struct kpctl_trial t;
	int ret = kpctl_place_guard(spec, err);

	if (ret && ret != -ENOENT)
		return ret;
	ret = ret ?: try_there(spec, &t);
	if (ret)
		return kpctl_place_explain(spec, ret, err);
	note_found(&t, found);
	return 0;
}
