// SPDX-License-Identifier: GPL-2.0
#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/compat.h"
#include "base/growing.h"
#include "probe/function_set.h"
#include "probe/ftrace_hash.h"
#include "place/module_list.h"
#include "place/excluded.h"
#include "place/same_name.h"
#include "place/syscalls.h"
#include "place/set_names.h"
#include "place/trial.h"
#include "place/where.h"
#include "spec/errors.h"
#include "spec/names.h"
#include "spec/regs.h"

/* A search for the functions of a set. */
struct search {
	struct kpctl_function_set *set;
	const struct kpctl_spec *spec;
	struct kpctl_where *w;		/* scratch */
	struct kpctl_glob glob;		/* the present pattern */
	u32 matched;			/* functions that the pattern has matched */
	bool met;			/* the pattern's module was there to be searched */
	/* the pattern, as the text of a symbol */
	char name[sizeof(KPCTL_SYSCALL_PREFIX) + KPCTL_GLOB_MAX];
	struct kpctl_excluded *never;	/* excluded functions */
	struct kpctl_set_names *names;	/* NULL: the line names no parameters */
};

/* The table */

static int add_function(struct kpctl_function_set *set, unsigned long ip)
{
	int ret = kpctl_growing_room(&set->ip, set->nr, &set->room, GFP_KERNEL_ACCOUNT);

	if (!ret)
		set->ip[set->nr++] = ip;
	return ret;
}

static int by_function(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* Functions ascending, each once. */
static void order_functions(struct kpctl_function_set *set)
{
	set->nr = kpctl_growing_order(set->ip, set->nr, sizeof(*set->ip), by_function);
	kpctl_excluded_list_order(&set->left_out);
}

void kpctl_function_set_free(struct kpctl_function_set *set)
{
	kvfree(set->ip);
	kpctl_excluded_list_free(&set->left_out);
	memset(set, 0, sizeof(*set));
}

/* Functions */

/* Is ip where a function is entered? If so, w has the function's name. */
static bool is_function(unsigned long ip, struct kpctl_where *w)
{
	/* a weak function that was overridden has no symbol: ip is far behind another's then */
	return kpctl_where_is(ip, w) && ip - w->base <= FTRACE_MCOUNT_MAX_OFFSET;
}

/* s->w names a function that a pattern matched: into the set, into left_out, or neither. */
static int take(struct search *s, unsigned long ip, bool is_in_set)
{
	const char *why;
	int ret = 0;

	s->matched++;
	if (!is_in_set)
		return 0;
	why = kpctl_excluded_why(s->never, s->w, ip);
	if (!why && s->names)
		ret = kpctl_set_names_why(s->names, s->w, &why);
	if (ret)
		return ret;
	return why ? kpctl_excluded_list_add(&s->set->left_out, ip, why) : add_function(s->set, ip);
}

static int take_function(struct search *s, unsigned long ip)
{
	return take(s, ip, kpctl_set_has(s->spec->sym, s->w->mod, s->w->sym));
}

static bool glob_is(const struct kpctl_glob *g, const struct kpctl_where *w)
{
	return kpctl_set_glob_is(g, w->sym);
}

/* A function found by the kernel for a pattern, perhaps in a coming or going module. */
static int take_found(unsigned long ip, void *arg)
{
	struct search *s = arg;

	if (!is_function(ip, s->w))
		return 0;
	/* in a module's range: another module was loaded there since; else the filter is wrong */
	if (!glob_is(&s->glob, s->w))
		return s->w->mod[0] ? 0 : -EIO;
	if (s->w->mod[0] && !kpctl_module_list_stays(ip))
		return 0;
	cond_resched();
	return take_function(s, ip);
}

static const char *prefix_of(const struct kpctl_glob *g)
{
	return g->sys ? KPCTL_SYSCALL_PREFIX : "";
}

static int set_glob(struct ftrace_ops *ops, const char *prefix, const struct kpctl_glob *g,
		    int reset, unsigned long *count)
{
	/* a copy, as ftrace_set_filter() writes into its text */
	char *glob = kasprintf(GFP_KERNEL, "%s%.*s", prefix, (int)g->len, g->text);
	int ret = -ENOMEM;

	if (glob)
		ret = ftrace_set_filter(ops, glob, strlen(glob), reset);
	kfree(glob);
	return ret ?: kpctl_ftrace_hash_count(ops, count);
}

/*
 * Without memory for an entry, ftrace leaves out that function and all after it, and still
 * returns 0. Allocations as small as an entry fail only for a task that is being killed, and
 * by fault injection (CONFIG_FAILSLAB). The first is asked of the task. Against the second
 * the pattern is set twice: if entries were missing, the second time adds some.
 */
static int set_whole_glob(struct ftrace_ops *ops, const char *prefix, const struct kpctl_glob *g)
{
	unsigned long once, twice;
	int ret = set_glob(ops, prefix, g, 1, &once);

	twice = once;
	if (!ret && IS_ENABLED(CONFIG_FAILSLAB))
		ret = set_glob(ops, prefix, g, 0, &twice);
	if (ret)
		return ret;
	return once == twice && !fatal_signal_pending(current) ? 0 : -ENOMEM;
}

/* Calls found() for each function that ftrace knows by prefix and pattern. */
static int match_all(struct search *s, const char *prefix,
		     int (*found)(unsigned long ip, void *arg))
{
	struct ftrace_ops *ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	int ret;

	if (!ops)
		return -ENOMEM;
	ret = set_whole_glob(ops, prefix, &s->glob);
	if (!ret)
		ret = kpctl_ftrace_hash_each(ops, found, s);
	else if (ret == -EINVAL)	/* no function matches */
		ret = 0;
	ftrace_free_filter(ops);
	kfree(ops);
	return ret;
}

/* Modules */

static bool in_part(const struct module *mod, int nr, unsigned long ip)
{
	unsigned long start, size;

	return kpctl_module_text(mod, nr, &start, &size) && ip - start < size;
}

/* Call sites of a module's init part stay in the list after init, when the part is freed. */
static bool can_run(const struct module *mod, unsigned long ip)
{
	return in_part(mod, 0, ip) ||
	       (mod->state == MODULE_STATE_COMING && in_part(mod, 1, ip));
}

static int match_module(struct search *s, const struct module *mod,
			bool (*is)(const struct kpctl_glob *g, const struct kpctl_where *w))
{
	unsigned int i;
	unsigned long ip;
	int ret = 0;

	for (i = 0; i < mod->num_ftrace_callsites && !ret; i++) {
		ip = mod->ftrace_callsites[i];
		if (can_run(mod, ip) && is_function(ip, s->w) && (!is || is(&s->glob, s->w)))
			ret = take_function(s, ip);
		cond_resched();
	}
	return ret;
}

/*
 * MOD:GLOB. A module not there, or still coming, joins the set later. Our own module counts
 * as met: our functions cannot be traced, and will not join.
 */
static int match_named(struct search *s)
{
	struct module *mod = NULL;
	int ret = 0;

	s->met = kpctl_set_in_mod(&s->glob, THIS_MODULE->name);
	while ((mod = kpctl_module_list_next(mod))) {
		if (!kpctl_set_in_mod(&s->glob, mod->name))
			continue;
		s->met = true;
		ret = match_module(s, mod, glob_is);
		module_put(mod);
		break;
	}
	return ret;
}

bool kpctl_function_set_awaits(const struct kpctl_glob *g)
{
	char mod[KPCTL_MOD_MAX];

	if (!g->mod_len)
		return false;
	memcpy(mod, g->mod, g->mod_len);
	mod[g->mod_len] = 0;
	return kpctl_module_list_state(mod) != KPCTL_MOD_LIVE;
}

bool kpctl_function_set_waits(const struct kpctl_spec *spec)
{
	struct kpctl_glob g;
	u32 pos = 0;

	while (kpctl_set_next(spec->sym, &pos, &g))
		if (!g.out && !kpctl_function_set_awaits(&g))
			return false;
	return true;
}

/* Other names */

static bool is_exact(const struct kpctl_glob *g)
{
	return strcspn(g->text, "*?[") >= g->len;
}

static bool is_barred(const struct search *s)
{
	struct kpctl_glob g;
	u32 pos = 0;

	while (kpctl_set_next(s->spec->sym, &pos, &g))
		if (g.out && kpctl_set_in_mod(&g, s->w->mod) && glob_is(&g, s->w))
			return true;
	return false;
}

/* The function at ip, of which s->name is an alias, and s->w->sym the name ftrace knows. */
static int take_alias(unsigned long ip, void *arg)
{
	struct search *s = arg;

	if (!is_function(ip, s->w))
		return 0;
	return take(s, ip, !is_barred(s) && kpctl_set_has(s->spec->sym, s->w->mod, s->name));
}

/*
 * A function that is called as one in which a system call is defined: in the set if it is also
 * the system call's entry. A function that the entry calls may have such a name, too.
 */
static int take_defined(unsigned long ip, void *arg)
{
	const size_t len = strlen(KPCTL_SYSCALL_DEFINED);
	struct search *s = arg;
	unsigned long entry;
	int ret;

	if (!is_function(ip, s->w) || s->w->mod[0] || strncmp(s->w->sym, KPCTL_SYSCALL_DEFINED, len))
		return 0;
	scnprintf(s->name, sizeof(s->name), KPCTL_SYSCALL_PREFIX "%s", s->w->sym + len);
	ret = kpctl_trial_entry(s->name, &entry);
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	return entry == s->w->base ? take_alias(ip, s) : 0;
}

/* The function at addr, if ftrace knows the function, and by another name than s->name. */
static int match_alias(struct search *s, unsigned long addr)
{
	struct ftrace_ops *ops;
	int ret;

	if (!kpctl_where_is(addr, s->w) || addr != s->w->base || !strcmp(s->w->sym, s->name))
		return 0;
	ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	if (!ops)
		return -ENOMEM;
	ret = ftrace_set_filter_ip(ops, addr, 0, 1);
	if (!ret)
		ret = kpctl_ftrace_hash_each(ops, take_alias, s);
	else if (ret == -EINVAL || ret == -ENOENT)	/* ftrace does not know addr */
		ret = 0;
	ftrace_free_filter(ops);
	kfree(ops);
	return ret;
}

/*
 * ftrace knows only the first name of a function. A pattern without wildcards also takes
 * functions with the pattern's text as an alias. mod: a module's name, "": all.
 */
static int match_aliases(struct search *s, const char *mod)
{
	struct kpctl_same_name same;
	unsigned long addr;
	int ret;
	u32 i;

	scnprintf(s->name, sizeof(s->name), "%s%.*s", prefix_of(&s->glob), (int)s->glob.len,
		  s->glob.text);
	ret = kpctl_same_name_find(&same, mod, s->name);
	for (i = 0; i < same.nr && !ret; i++)
		ret = match_alias(s, same.addr[i]);
	kpctl_same_name_free(&same);
	/* kpctl_same_name_find() leaves out a name that only one function of the kernel has */
	if (!ret && !s->matched && !*mod) {
		ret = kpctl_trial_find("", s->name, &addr);
		ret = ret ? (ret == -ENOENT ? 0 : ret) : match_alias(s, addr);
	}
	return ret;
}

/* Aliases in a module that joins. */
static int join_aliases(struct search *s, const struct module *mod)
{
	u32 pos = 0;
	int ret = 0;

	while (!ret && kpctl_set_next(s->spec->sym, &pos, &s->glob))
		if (!s->glob.out && is_exact(&s->glob) && kpctl_set_in_mod(&s->glob, mod->name))
			ret = match_aliases(s, mod->name);
	return ret;
}

static void end_search(struct search *s)
{
	kpctl_set_names_put(s->names);
	kpctl_excluded_put(s->never);
	kfree(s->w);
	kfree(s);
}

/* coming: the module whose coming is handled, or NULL */
static struct search *start_search(struct kpctl_function_set *set, const struct kpctl_spec *spec,
				   const char *coming, int *ret)
{
	struct search *s = kzalloc(sizeof(*s), GFP_KERNEL);

	*ret = -ENOMEM;
	if (!s)
		return NULL;
	s->w = kmalloc(sizeof(*s->w), GFP_KERNEL);
	s->set = set;
	s->spec = spec;
	s->never = s->w ? kpctl_excluded_get(kpctl_kind_is_call(spec->kind), ret) : NULL;
	if (s->never)
		s->names = kpctl_set_names_get(spec, coming, ret);
	if (s->never && !*ret)
		return s;
	end_search(s);
	return NULL;
}

int kpctl_function_set_join(struct kpctl_function_set *set, const struct kpctl_spec *spec,
			    const struct module *mod)
{
	u32 before = set->nr, left_before = set->left_out.nr;
	struct search *s;
	int ret;

	s = start_search(set, spec, mod->state == MODULE_STATE_COMING ? mod->name : NULL, &ret);
	if (!s)
		return ret;
	ret = match_module(s, mod, NULL) ?: join_aliases(s, mod);
	if (ret) {
		set->nr = before;
		set->left_out.nr = left_before;
	} else {
		order_functions(set);
	}
	end_search(s);
	return ret ?: set->nr - before;
}

static bool stays(const struct module *mod, bool init_only, unsigned long ip)
{
	return !in_part(mod, 1, ip) && (init_only || !in_part(mod, 0, ip));
}

u32 kpctl_function_set_leave(struct kpctl_function_set *set, const struct module *mod,
			     bool init_only)
{
	struct kpctl_excluded_list *out = &set->left_out;
	u32 i, n = 0, before = set->nr;

	for (i = 0; i < out->nr; i++)
		if (stays(mod, init_only, out->left[i].ip))
			out->left[n++] = out->left[i];
	out->nr = n;
	for (i = 0, n = 0; i < before; i++)
		if (stays(mod, init_only, set->ip[i]))
			set->ip[n++] = set->ip[i];
	set->nr = n;
	return before - n;
}

/* Finding */

static u16 column_of(const struct search *s)
{
	return s->spec->target_column + s->glob.at;
}

static int refuse_glob(const struct search *s, struct kpctl_err *err)
{
	char glob[KPCTL_GLOB_MAX + 1], near[KPCTL_SYS_NAME_MAX];

	scnprintf(glob, sizeof(glob), "%.*s", (int)s->glob.len, s->glob.text);
	if (s->glob.sys && kpctl_syscall_find_near(glob, near))
		kpctl_err_fill(err, SYS_NEAR, column_of(s), glob, near);
	else if (s->glob.sys)
		kpctl_err_fill(err, SYS_NO_MATCH, column_of(s), glob);
	else
		kpctl_err_fill(err, SET_NO_MATCH, column_of(s), glob);
	return -ENOENT;
}

/* The patterns match functions, but the set is empty. */
static int refuse_empty(const struct search *s, struct kpctl_err *err)
{
	const struct kpctl_left *left = s->set->left_out.left;
	bool named;

	if (!s->set->left_out.nr) {
		kpctl_err_fill(err, SET_ALL_OUT, s->spec->target_column);
		return -EINVAL;
	}
	named = kpctl_where_is(left->ip, s->w);	/* false: the function's module is gone */
	kpctl_err_fill(err, SET_LEFT_OUT, s->spec->target_column,
		       named ? s->w->sym : "what these patterns match",
		       kpctl_kind_is_call(s->spec->kind) ? "sets of returns" : "sets",
		       left->why);
	return -EINVAL;
}

static int refuse_errno(const struct search *s, int ret, struct kpctl_err *err)
{
	if (ret == -ENOMEM)
		kpctl_err_fill(err, NO_MEMORY, 0);
	else if (ret == -EIO)
		kpctl_err_fill(err, SET_UNKNOWN, column_of(s));
	else
		kpctl_err_fill(err, SET_KERNEL, column_of(s), ret);
	return ret;
}

static int match(struct search *s)
{
	char mod[KPCTL_MOD_MAX] = "";
	int ret;

	s->matched = 0;
	if (!s->glob.mod_len) {
		ret = match_all(s, prefix_of(&s->glob), take_found);
		if (!ret && s->glob.sys)
			ret = match_all(s, KPCTL_SYSCALL_DEFINED, take_defined);
	} else {
		memcpy(mod, s->glob.mod, s->glob.mod_len);
		/* again, if the module became live after an unsuccessful search */
		do {
			ret = match_named(s);
		} while (!ret && !s->met && !kpctl_function_set_awaits(&s->glob));
	}
	/* a name that the kernel's list lacks may be an alias; that search takes a grace period */
	if (ret || s->matched || !is_exact(&s->glob) || (mod[0] && !s->met))
		return ret;
	return match_aliases(s, mod);
}

static int find_all(struct search *s, struct kpctl_err *err)
{
	u32 pos = 0;
	int ret;

	while (kpctl_set_next(s->spec->sym, &pos, &s->glob)) {
		if (s->glob.out)
			continue;
		ret = match(s);
		if (ret)
			return refuse_errno(s, ret, err);
		if (!s->matched && !kpctl_function_set_awaits(&s->glob))
			return refuse_glob(s, err);
	}
	order_functions(s->set);
	if (s->set->nr)
		return 0;
	return kpctl_function_set_waits(s->spec) ? -ENOENT : refuse_empty(s, err);
}

static int refuse_start(int ret, u16 column, struct kpctl_err *err)
{
	if (ret == -ENOMEM)
		kpctl_err_fill(err, NO_MEMORY, 0);
	else
		kpctl_err_fill(err, SET_NO_LIST, column);
	return ret;
}

int kpctl_function_set_find(struct kpctl_function_set *set, const struct kpctl_spec *spec,
			    struct kpctl_err *err)
{
	struct search *s;
	int ret;

	set->nr = 0;
	set->left_out.nr = 0;
	if (!kpctl_ftrace_hash_works()) {
		kpctl_err_fill(err, SET_UNKNOWN, spec->target_column);
		return -EIO;
	}
	s = start_search(set, spec, NULL, &ret);
	if (!s)
		return refuse_start(ret, spec->target_column, err);
	ret = find_all(s, err);
	if (ret)
		set->nr = 0;
	end_search(s);
	return ret;
}
