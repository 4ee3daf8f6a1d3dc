// SPDX-License-Identifier: GPL-2.0
/*
 * From spec to program.
 *
 * A value is compiled for one of three moments: the hit of a `p`, the entry of
 * a call, its return. What a spec wants from the entry is compiled twice: for
 * the entry, where it goes into what is kept, and for the return, where it comes
 * from there and the rest of its derefs is done.
 */
#ifdef __KERNEL__
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>

#include "place.h"
#endif
#include <linux/kprobectl.h>

#include "prog.h"
#include "spec/errors.h"

enum moment {
	ON_HIT,
	ON_ENTRY,
	ON_RETURN,
};

struct compiler {
	struct kpctl_prog *prog;
	const struct kpctl_spec *spec;
	const struct kpctl_cond *cond;
	const struct kpctl_do *act;
	struct kpctl_err *err;
	/* what is used of the program's arrays */
	u32 nargs, nderefs, ntexts;
	u8 kept_bits;			/* values kept so far */
	struct kpctl_arg *entry;	/* the first of them */
	struct kpctl_arg_spec part;	/* scratch: what of an argument is kept */
};

static const u8 arg_regs[] = {
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
};

/* Layout of records */

static bool reads_memory(const struct kpctl_arg_spec *as)
{
	return as->nderef || as->src == KPCTL_SRC_ADDR || as->src == KPCTL_SRC_SYM;
}

static bool is_string(const struct kpctl_arg_spec *as)
{
	return kpctl_type_is_string(as->type);
}

void kpctl_layout_make(struct kpctl_layout *layout, const struct kpctl_spec *spec, u16 fixed)
{
	u32 i;

	memset(layout, 0, sizeof(*layout));
	layout->slots = fixed;
	for (i = 0; i < spec->nargs; i++) {
		const struct kpctl_arg_spec *as = &spec->arg[i];

		if (reads_memory(as) && !is_string(as))
			layout->fault = fixed;
		if (is_string(as))
			layout->nstrings += as->count ?: 1;
	}
	if (layout->fault)
		layout->slots += 8 * DIV_ROUND_UP(spec->nargs, 64);
	layout->size = layout->slots;
	for (i = 0; i < spec->nargs; i++)
		layout->size += kpctl_arg_slot_size(&spec->arg[i]);
}

/* One value */

/* $argN at entry: a register, or a word above the return address. */
static void load_argument(struct kpctl_arg *arg, s64 n)
{
	if (n <= ARRAY_SIZE(arg_regs)) {
		arg->load = KPCTL_LOAD_REG;
		arg->num = arg_regs[n - 1];
	} else {
		arg->load = KPCTL_LOAD_STACK;
		arg->num = n - ARRAY_SIZE(arg_regs);
	}
}

static int load_from(struct kpctl_arg *arg, enum kpctl_load base, s64 offset)
{
	arg->load = base;
	arg->num = offset;
	return 0;
}

static int load_part(struct compiler *c, struct kpctl_arg *arg, s64 offset)
{
	c->prog->wants_split = true;
	return load_from(arg, KPCTL_LOAD_SITE, offset);
}

/* A number of 32 bits: read in place where the type cuts off what is behind it. */
static int load_task(struct kpctl_arg *arg, const struct kpctl_arg_spec *as, s64 offset,
		     enum kpctl_load wide)
{
	if (kpctl_type_size(as->type) > 4)
		return load_from(arg, wide, 0);
	return load_from(arg, KPCTL_LOAD_TASK, offset);
}

static int load_symbol(struct compiler *c, struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	unsigned long addr;

	if (kpctl_place_data(as->sym, &addr)) {
		kpctl_err_fill(c->err, NO_DATA_SYMBOL, as->column, as->sym);
		return -ENOENT;
	}
	arg->load = KPCTL_LOAD_CONST;
	arg->num = addr + as->num;
	return 0;
}

static bool stands_at_entry(const struct kpctl_spec *spec)
{
	return !spec->is_addr && !spec->off;
}

static int load_source(struct compiler *c, struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	static const u8 plain[] = {
		[KPCTL_SRC_STACK] = KPCTL_LOAD_STACK, [KPCTL_SRC_ADDR] = KPCTL_LOAD_CONST,
		[KPCTL_SRC_IMM] = KPCTL_LOAD_CONST, [KPCTL_SRC_UID] = KPCTL_LOAD_UID,
		[KPCTL_SRC_CPU] = KPCTL_LOAD_CPU, [KPCTL_SRC_CGROUP] = KPCTL_LOAD_CGROUP,
	};

	arg->num = as->num;
	switch (as->src) {
	case KPCTL_SRC_REG:
		return load_from(arg, KPCTL_LOAD_REG, as->num);
	case KPCTL_SRC_STACK_ADDR:
		return load_from(arg, KPCTL_LOAD_REG, offsetof(struct pt_regs, sp));
	case KPCTL_SRC_RETVAL:
		return load_from(arg, KPCTL_LOAD_REG, offsetof(struct pt_regs, ax));
	case KPCTL_SRC_LAT:
		return load_from(arg, KPCTL_LOAD_SITE, offsetof(struct kpctl_site, lat));
	case KPCTL_SRC_ONCPU:
		return load_part(c, arg, offsetof(struct kpctl_site, parts.oncpu));
	case KPCTL_SRC_BLOCKED:
		return load_part(c, arg, offsetof(struct kpctl_site, parts.blocked));
	case KPCTL_SRC_RUNQ:
		return load_part(c, arg, offsetof(struct kpctl_site, parts.runq));
	case KPCTL_SRC_FUNC:
		return load_from(arg, KPCTL_LOAD_SITE, offsetof(struct kpctl_site, func));
	case KPCTL_SRC_PID:
		return load_task(arg, as, offsetof(struct task_struct, tgid), KPCTL_LOAD_PID);
	case KPCTL_SRC_TID:
		return load_task(arg, as, offsetof(struct task_struct, pid), KPCTL_LOAD_TID);
	case KPCTL_SRC_ARG:
		load_argument(arg, as->num);
		return 0;
	case KPCTL_SRC_SYM:
		return load_symbol(c, arg, as);
	case KPCTL_SRC_CALLER:
		arg->load = KPCTL_LOAD_CALLER;
		arg->num = stands_at_entry(c->spec);
		return 0;
	default:
		if (as->src < ARRAY_SIZE(plain))
			arg->load = plain[as->src];
		return 0;
	}
}

/*
 * The derefs from the first one on; @ADDR is a constant with one of its own, which
 * a value that was kept has behind it.
 */
static void add_derefs(struct compiler *c, struct kpctl_arg *arg, const struct kpctl_arg_spec *as,
		       u32 first)
{
	struct kpctl_deref *d = &c->prog->derefs[c->nderefs];

	arg->deref = d;
	if (arg->load != KPCTL_LOAD_KEPT &&
	    (as->src == KPCTL_SRC_ADDR || as->src == KPCTL_SRC_SYM))
		*d++ = (struct kpctl_deref){ .user = as->type == KPCTL_TYPE_USTRING && !as->count };
	memcpy(d, &as->deref[first], (as->nderef - first) * sizeof(*d));
	d += as->nderef - first;
	arg->nderef = d - arg->deref;
	c->nderefs += arg->nderef;
}

static void cut_out(struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	u32 width = 8 * arg->size;

	arg->is_signed = kpctl_type_is_signed(as->type);
	if (as->bits) {
		arg->lshift = 64 - (as->bits + as->bit);
		arg->rshift = 64 - as->bits;
		/* a register is wider than the container, memory is read in its width */
		arg->adjust = as->bits < (arg->make == KPCTL_MAKE_WORD ? 64 : width);
	} else {
		arg->lshift = arg->rshift = 64 - width;
		/* memory is read in its own width, so only a sign is left to do */
		arg->adjust = width < 64 && (arg->make == KPCTL_MAKE_WORD || arg->is_signed);
	}
}

static void make_string(struct compiler *c, struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	char *text;

	arg->user = as->type == KPCTL_TYPE_USTRING;
	arg->make = as->count ? KPCTL_MAKE_STRINGS : KPCTL_MAKE_STRING;
	if (as->type == KPCTL_TYPE_STACK) {
		arg->make = KPCTL_MAKE_STACK;
	} else if (as->type == KPCTL_TYPE_SYMSTR) {
		arg->make = KPCTL_MAKE_SYMSTR;
	} else if (as->src == KPCTL_SRC_COMM) {
		arg->make = KPCTL_MAKE_COMM;
	} else if (as->src == KPCTL_SRC_TEXT) {
		text = c->prog->texts[c->ntexts++];
		strcpy(text, as->sym);
		arg->text = text;
		arg->make = KPCTL_MAKE_TEXT;
	}
}

/* How a value becomes what its type says, where nothing of it was kept. */
static void make_value(struct compiler *c, struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	arg->size = is_string(as) ? 8 : kpctl_type_size(as->type);
	arg->count = as->count;
	if (is_string(as)) {
		arg->is_string = true;
		make_string(c, arg, as);
		return;
	}
	if (as->count)
		arg->make = KPCTL_MAKE_ARRAY;
	else
		arg->make = arg->nderef ? KPCTL_MAKE_MEM : KPCTL_MAKE_WORD;
	cut_out(arg, as);
}

static u8 signed_or_not(const struct kpctl_arg *arg)
{
	return arg->is_signed && arg->size == 4 ? KPCTL_QUICK_S32 : KPCTL_QUICK_NO;
}

static const u8 unsigned_of[] = {
	[1] = KPCTL_QUICK_U8, [2] = KPCTL_QUICK_U16, [4] = KPCTL_QUICK_U32,
	[8] = KPCTL_QUICK_U64,
};

/* A value of a register, of the task, or of a word that is kept and was not read. */
static void find_quick(struct kpctl_arg *arg)
{
	if (arg->load >= KPCTL_LOAD_BASES || arg->may_fault)
		return;
	if (arg->make == KPCTL_MAKE_WORD) {
		arg->quick = KPCTL_QUICK_WORD;
	} else if (arg->make == KPCTL_MAKE_MEM && arg->nderef == 1 && !arg->deref->user) {
		arg->quick = arg->adjust ? signed_or_not(arg) : unsigned_of[arg->size];
		arg->off = arg->deref->off;
	}
}

static int compile_here(struct compiler *c, struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	int ret = load_source(c, arg, as);

	if (ret)
		return ret;
	add_derefs(c, arg, as, 0);
	make_value(c, arg, as);
	find_quick(arg);
	return 0;
}

/* What is kept at entry */

/* Is the whole of it done at entry, or is a word kept and derefs are left? */
static bool kept_whole(const struct kpctl_arg_spec *as)
{
	return as->nentry == as->nderef &&
	       (as->count || (is_string(as) && as->type != KPCTL_TYPE_SYMSTR));
}

static bool same_word(const struct kpctl_arg *a, const struct kpctl_arg *b)
{
	return a->make == KPCTL_MAKE_WORD && b->make == KPCTL_MAKE_WORD && a->load == b->load &&
	       a->num == b->num && !a->adjust && !b->adjust;
}

/* Which part of the argument belongs to the entry, as an argument of its own. */
static void take_part(struct compiler *c, const struct kpctl_arg_spec *as)
{
	c->part = *as;
	c->part.at_entry = 0;
	c->part.nderef = as->nentry;
	c->part.nentry = 0;
	/* read in its own width at the last step; a word that is kept stays whole */
	if (!kept_whole(as) && (as->nentry < as->nderef || !reads_memory(&c->part) ||
				as->type == KPCTL_TYPE_SYMSTR)) {
		c->part.type = KPCTL_TYPE_X64;
		c->part.count = 0;
		c->part.bits = 0;
	}
}

/* Have it kept; *kept is the entry's argument. Words are kept once. */
static int keep(struct compiler *c, const struct kpctl_arg_spec *as, const struct kpctl_arg **kept)
{
	struct kpctl_arg *arg = &c->entry[c->kept_bits];
	struct kpctl_fetch *entry = &c->prog->entry;
	u32 i;
	int ret;

	take_part(c, as);
	ret = compile_here(c, arg, &c->part);
	if (ret)
		return ret;
	for (i = 0; i < c->kept_bits; i++) {
		if (!same_word(&c->entry[i], arg))
			continue;
		*kept = &c->entry[i];
		memset(arg, 0, sizeof(*arg));
		return 0;
	}
	arg->index = c->kept_bits++;
	arg->slot = entry->size;
	entry->size += kpctl_arg_slot_size(&c->part);
	if (arg->is_string)
		entry->nstrings += arg->count ?: 1;
	*kept = arg;
	return 0;
}

static int compile_kept(struct compiler *c, struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	const struct kpctl_arg *kept;
	int ret = keep(c, as, &kept);

	if (ret)
		return ret;
	arg->load = KPCTL_LOAD_KEPT;
	arg->num = kept->slot;
	arg->may_fault = kept->nderef != 0 && !kept->is_string;
	arg->fault_bit = kept->index;
	if (kept_whole(as)) {
		arg->make = KPCTL_MAKE_KEPT;
		arg->size = kept->size;
		arg->count = kept->count;
		arg->is_string = kept->is_string;
		return 0;
	}
	add_derefs(c, arg, as, as->nentry);
	if (!arg->nderef && reads_memory(as) && as->type != KPCTL_TYPE_SYMSTR) {
		arg->make = KPCTL_MAKE_WORD;	/* cut out at entry */
		arg->size = kpctl_type_size(as->type);
	} else {
		make_value(c, arg, as);
	}
	find_quick(arg);
	return 0;
}

static int compile_value(struct compiler *c, struct kpctl_arg *arg,
			 const struct kpctl_arg_spec *as, enum moment when)
{
	memset(arg, 0, sizeof(*arg));
	if (when == ON_RETURN && as->at_entry)
		return compile_kept(c, arg, as);
	return compile_here(c, arg, as);
}

static enum moment moment_of(const struct kpctl_spec *spec)
{
	return spec->kind == KPCTL_KIND_R ? ON_RETURN : ON_HIT;
}

/* The record */

static bool is_plain(const struct kpctl_arg *arg)
{
	return arg->make == KPCTL_MAKE_WORD && arg->load == KPCTL_LOAD_REG && !arg->adjust;
}

/* The first arguments that are whole registers have a list of their own. */
static void split_plain(struct kpctl_fetch *fetch, struct kpctl_arg *arg, u32 n)
{
	fetch->arg = arg;
	fetch->nargs = n;
	for (; fetch->nargs && is_plain(fetch->arg); fetch->arg++, fetch->nargs--)
		fetch->plain[fetch->nplain++] = fetch->arg->num;
}

static int compile_record(struct compiler *c, u16 fixed)
{
	struct kpctl_fetch *fetch = &c->prog->fetch;
	struct kpctl_arg *first = c->prog->args;
	struct kpctl_layout layout;
	u16 at;
	u32 i;
	int ret;

	kpctl_layout_make(&layout, c->spec, fixed);
	at = layout.slots;
	for (i = 0; i < c->spec->nargs; i++) {
		ret = compile_value(c, &first[i], &c->spec->arg[i], moment_of(c->spec));
		if (ret)
			return ret;
		first[i].index = i;
		first[i].slot = at;
		at += kpctl_arg_slot_size(&c->spec->arg[i]);
	}
	c->nargs = i;
	fetch->slots = layout.slots;
	fetch->size = layout.size;
	fetch->fault = layout.fault;
	fetch->nfault = layout.fault ? layout.slots - layout.fault : 0;
	fetch->nstrings = layout.nstrings;
	fetch->str_cap = U16_MAX;
	split_plain(fetch, first, i);
	return 0;
}

/* The condition */

static const struct kpctl_arg_spec *operand_of(const struct compiler *c, u8 nr)
{
	if (nr < KPCTL_ARGS_MAX)
		return &c->spec->arg[nr];
	return &c->cond->operand[nr - KPCTL_ARGS_MAX];
}

/* Known before the call, and the same then as at its return? */
static bool is_early(const struct compiler *c, const struct kpctl_arg_spec *as)
{
	if (c->spec->kind != KPCTL_KIND_R)
		return false;
	if (as->at_entry)
		return as->nentry == as->nderef;
	if (as->nderef)
		return false;
	return as->src == KPCTL_SRC_PID || as->src == KPCTL_SRC_TID ||
	       as->src == KPCTL_SRC_FUNC || as->src == KPCTL_SRC_CALLER ||
	       as->src == KPCTL_SRC_IMM || as->src == KPCTL_SRC_TEXT;
}

static bool is_early_test(const struct compiler *c, const struct kpctl_test *t)
{
	return is_early(c, operand_of(c, t->left)) &&
	       (!t->right_is_operand || is_early(c, operand_of(c, t->right)));
}

static int compile_operand(struct compiler *c, const struct kpctl_arg_spec *as,
			   enum moment when, const struct kpctl_arg **out)
{
	struct kpctl_arg *arg = &c->prog->args[c->nargs++];

	*out = arg;
	return compile_value(c, arg, as, when);
}

static int compile_operands(struct compiler *c, const struct kpctl_test *t, enum moment when,
			    const struct kpctl_arg **left, const struct kpctl_arg **right)
{
	const struct kpctl_arg_spec *as = operand_of(c, t->left);
	int ret = compile_operand(c, as, when, left);

	c->prog->filter.wants_lat |= kpctl_src_is_lat(as->src);
	if (ret || !t->right_is_operand)
		return ret;
	as = operand_of(c, t->right);
	c->prog->filter.wants_lat |= kpctl_src_is_lat(as->src);
	return compile_operand(c, as, when, right);
}

static int compile_test(struct compiler *c, const struct kpctl_test *t,
			struct kpctl_filter_test *out)
{
	struct kpctl_filter *filter = &c->prog->filter;
	int ret = 0;

	out->cmp = t->cmp;
	out->is_signed = t->is_signed;
	out->on_true = t->on_true;
	out->on_false = t->on_false;
	out->num = t->num;
	out->text = c->prog->strings + t->text;
	out->text_len = t->text_len;
	if (is_early_test(c, t))
		ret = compile_operands(c, t, ON_ENTRY, &out->early_left, &out->early_right);
	if (!ret && filter->late)
		ret = compile_operands(c, t, moment_of(c->spec), &out->left, &out->right);
	if (!ret && t->cmp >= KPCTL_CMP_GLOB)
		ret = kpctl_filter_need_text();
	return ret;
}

/* A condition that is decided at entry is not asked again at the return. */
static int compile_filter(struct compiler *c)
{
	struct kpctl_filter *filter = &c->prog->filter;
	u32 i;
	int ret;

	if (!c->cond)
		return 0;
	for (i = 0; i < c->cond->ntests; i++) {
		if (is_early_test(c, &c->cond->test[i]))
			filter->early = true;
		else
			filter->late = true;
	}
	for (i = 0; i < c->cond->ntests; i++) {
		ret = compile_test(c, &c->cond->test[i], &filter->test[i]);
		if (ret)
			return ret;
	}
	filter->ntests = i;
	return 0;
}

/* Aggregates */

static int compile_aggr_operand(struct compiler *c, u8 nr, const struct kpctl_arg **out)
{
	const struct kpctl_arg_spec *as = kpctl_do_operand(c->spec, c->act, nr);

	c->prog->aggr_wants_lat |= kpctl_src_is_lat(as->src);
	return compile_operand(c, as, moment_of(c->spec), out);
}

static int compile_aggr(struct compiler *c, const struct kpctl_aggr_spec *as,
			struct kpctl_aggr_take *take)
{
	u16 at = 8;
	u32 i;
	int ret = 0;

	take->is_hist = as->is_hist;
	take->nkeys = as->nkeys;
	take->key_size = kpctl_key_size(c->spec, c->act, as);
	if (as->is_hist)
		ret = compile_aggr_operand(c, as->value, &take->value);
	for (i = 0; !ret && i < as->nkeys; i++) {
		ret = compile_aggr_operand(c, as->key[i], &take->key[i]);
		take->room[i] = kpctl_key_room(kpctl_do_operand(c->spec, c->act, as->key[i]));
		take->at[i] = at;
		at += take->room[i] ?: 8;
	}
	return ret;
}

static int compile_act(struct compiler *c)
{
	struct kpctl_prog *prog = c->prog;
	u32 i;
	int ret;

	prog->emit = !c->act || c->act->emit;
	for (i = 0; c->act && i < c->act->naggrs; i++) {
		ret = compile_aggr(c, &c->act->aggr[i], &prog->aggr[i]);
		if (ret)
			return ret;
		prog->naggrs++;
	}
	return 0;
}

/* What entry keeps */

static void start_entry(struct compiler *c, u32 max)
{
	struct kpctl_fetch *entry = &c->prog->entry;

	if (moment_of(c->spec) != ON_RETURN)
		return;
	entry->nfault = 8 * DIV_ROUND_UP(max, 64);
	entry->size = entry->slots = entry->nfault;
	entry->str_cap = KPCTL_KEPT_STRING;
}

static void finish_entry(struct compiler *c)
{
	struct kpctl_fetch *entry = &c->prog->entry;
	bool faults = false;
	u32 i;

	split_plain(entry, c->entry, c->kept_bits);
	c->prog->entry_more = entry->nargs || c->prog->wants_split;
	for (i = 0; i < c->kept_bits; i++)
		faults |= c->entry[i].nderef && !c->entry[i].is_string;
	if (!faults)
		entry->nfault = 0;	/* nobody looks at it */
	c->prog->kept_size = entry->size + min_t(u32, entry->nstrings * KPCTL_KEPT_STRING,
						 KPCTL_KEPT_STRINGS);
}

/* Memory */

static u32 noperands(const struct compiler *c)
{
	u32 n = c->cond ? 2 * c->cond->ntests : 0, i;

	for (i = 0; c->act && i < c->act->naggrs; i++)
		n += c->act->aggr[i].is_hist + c->act->aggr[i].nkeys;
	return n;
}

/* Nothing is compiled more than three times: early, kept, late. */
static u32 count_derefs(const struct compiler *c)
{
	u32 i, n = noperands(c) * (KPCTL_DEREF_MAX + 1);

	for (i = 0; i < c->spec->nargs; i++)
		n += c->spec->arg[i].nderef + 1;
	return 3 * n + 1;
}

static struct kpctl_prog *alloc(struct compiler *c, u32 max)
{
	struct kpctl_prog *prog = kvzalloc(sizeof(*prog), GFP_KERNEL_ACCOUNT);
	u32 ntests = c->cond ? c->cond->ntests : 0;

	if (!prog)
		return NULL;
	prog->args = kvcalloc(2 * max + noperands(c) + 1, sizeof(*prog->args),
			      GFP_KERNEL_ACCOUNT);
	prog->derefs = kvcalloc(count_derefs(c), sizeof(*prog->derefs),
				GFP_KERNEL_ACCOUNT);
	prog->texts = kvcalloc(3 * max + 1, sizeof(*prog->texts), GFP_KERNEL_ACCOUNT);
	prog->filter.test = kvcalloc(ntests + 1, sizeof(*prog->filter.test), GFP_KERNEL_ACCOUNT);
	prog->strings = kvzalloc(c->cond ? c->cond->nstrings + 1 : 1, GFP_KERNEL_ACCOUNT);
	if (prog->args && prog->derefs && prog->texts && prog->filter.test && prog->strings)
		return prog;
	kpctl_prog_free(prog);
	return NULL;
}

void kpctl_prog_free(struct kpctl_prog *prog)
{
	if (!prog)
		return;
	kvfree(prog->args);
	kvfree(prog->derefs);
	kvfree(prog->texts);
	kvfree(prog->filter.test);
	kvfree(prog->strings);
	kvfree(prog);
}

static int compile(struct compiler *c, u32 max, u16 fixed)
{
	int ret;

	start_entry(c, max);
	ret = compile_record(c, fixed) ?: compile_filter(c) ?: compile_act(c);
	if (!ret)
		finish_entry(c);
	return ret;
}

int kpctl_prog_make(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
		    const struct kpctl_do *act, u16 fixed, struct kpctl_prog **out,
		    struct kpctl_err *err)
{
	struct compiler *c = kvzalloc(sizeof(*c), GFP_KERNEL);
	int ret = -ENOMEM;
	u32 max;

	if (!c)
		goto no_memory;
	c->spec = spec;
	c->cond = cond && cond->ntests ? cond : NULL;
	c->act = act;
	c->err = err;
	max = spec->nargs + noperands(c);
	c->prog = alloc(c, max);
	if (!c->prog)
		goto no_memory;
	c->entry = c->prog->args + max + noperands(c);
	if (c->cond)
		memcpy(c->prog->strings, c->cond->strings, c->cond->nstrings);
	ret = compile(c, max, fixed);
	if (ret) {
		kpctl_prog_free(c->prog);
		if (ret == -ENOMEM)
			goto no_memory;
	} else {
		*out = c->prog;
	}
	kvfree(c);
	return ret;

no_memory:
	kvfree(c);
	kpctl_err_fill(err, NO_MEMORY, 0);
	return -ENOMEM;
}
