// SPDX-License-Identifier: GPL-2.0
/*
 * From spec to program: the record, the values kept at entry for the return, aggregates.
 * Single values are in prog/compile_value.c, the condition in prog/compile_filter.c.
 */
#include "prog/compile.h"
#include "prog/scratch.h"

/* Layout of records */

void kpctl_layout_make(struct kpctl_layout *layout, const struct kpctl_spec *spec, u16 fixed)
{
	u32 i;

	memset(layout, 0, sizeof(*layout));
	layout->slots = fixed;
	for (i = 0; i < spec->nargs; i++) {
		const struct kpctl_arg_spec *as = &spec->arg[i];

		if (kpctl_arg_reads_memory(as) && !kpctl_arg_is_behind(as))
			layout->fault = fixed;
		if (kpctl_arg_is_behind(as))
			layout->nstrings += as->count ?: 1;
	}
	if (layout->fault)
		layout->slots += 8 * DIV_ROUND_UP(spec->nargs, 64);
	layout->size = layout->slots;
	for (i = 0; i < spec->nargs; i++)
		layout->size += kpctl_arg_slot_size(&spec->arg[i]);
}

/* The record */

static bool is_plain(const struct kpctl_arg *arg)
{
	return arg->make == KPCTL_MAKE_WORD && arg->load == KPCTL_LOAD_REG && !arg->adjust &&
	       !arg->nderef;
}

/* The leading arguments that are whole registers go into a list of their own. */
static void split_plain(struct kpctl_fetch *fetch, struct kpctl_arg *arg, u32 n)
{
	fetch->arg = arg;
	fetch->nargs = n;
	for (; fetch->nargs && is_plain(fetch->arg); fetch->arg++, fetch->nargs--)
		fetch->plain[fetch->nplain++] = fetch->arg->num;
}

/* Where the record has the number of the array's elements: arguments are stored in turn. */
static void find_count(const struct kpctl_compiler *c, struct kpctl_arg *arg,
		       const struct kpctl_arg_spec *as)
{
	const struct kpctl_arg *from = &c->prog->args[as->count_arg];

	if (as->counted != KPCTL_COUNTED_ARG)
		return;
	arg->count_slot = from->slot;
	arg->count_index = from->index;
	arg->count_signed = kpctl_type_is_signed(c->spec->arg[as->count_arg].type);
}

static int compile_record(struct kpctl_compiler *c, u16 fixed)
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
		ret = kpctl_prog_value(c, &first[i], &c->spec->arg[i], kpctl_prog_moment(c->spec));
		if (ret)
			return ret;
		first[i].index = i;
		first[i].slot = at;
		find_count(c, &first[i], &c->spec->arg[i]);
		at += kpctl_arg_slot_size(&c->spec->arg[i]);
	}
	c->nargs = i;
	fetch->slots = layout.slots;
	fetch->size = layout.size;
	fetch->fault = layout.fault;
	fetch->nfault = layout.fault ? layout.slots - layout.fault : 0;
	fetch->nstrings = layout.nstrings;
	fetch->str_cap = U16_MAX;
	fetch->frame_cap = KPCTL_STACK_FRAMES;
	split_plain(fetch, first, i);
	return 0;
}

/* Aggregates */

static int compile_aggr_operand(struct kpctl_compiler *c, u8 nr, const struct kpctl_arg **out)
{
	const struct kpctl_arg_spec *as = kpctl_do_operand(c->spec, c->act, nr);

	c->prog->aggr_wants_lat |= kpctl_src_is_span(as->src);
	return kpctl_prog_operand(c, as, kpctl_prog_moment(c->spec), out);
}

static int compile_aggr(struct kpctl_compiler *c, const struct kpctl_aggr_spec *as,
			struct kpctl_aggr_operands *take)
{
	u32 i;
	int ret = 0;

	take->action = as->action;
	take->nkeys = as->nkeys;
	take->key_size = kpctl_key_size(c->spec, c->act, as);
	if (kpctl_action_has_value(as->action))
		ret = compile_aggr_operand(c, as->value, &take->value);
	for (i = 0; !ret && i < as->nkeys; i++) {
		ret = compile_aggr_operand(c, as->key[i], &take->key[i]);
		take->room[i] = kpctl_key_room(kpctl_do_operand(c->spec, c->act, as->key[i]));
	}
	return ret;
}

/* Spans */

static int compile_key(struct kpctl_compiler *c, const u8 *key, u8 nkeys,
		       struct kpctl_aggr_operands *take)
{
	const struct kpctl_arg_spec *as;
	u32 i;
	int ret = 0;

	take->nkeys = nkeys;
	take->key_size = 8;
	for (i = 0; !ret && i < nkeys; i++) {
		as = kpctl_do_operand(c->spec, c->act, key[i]);
		ret = kpctl_prog_operand(c, as, kpctl_prog_moment(c->spec), &take->key[i]);
		take->room[i] = kpctl_key_room(as);
		take->key_size += take->room[i] ?: 8;
	}
	return ret ?: take->key_size > KPCTL_KEY_SMALL ? kpctl_scratch_need() : 0;
}

/* The record's arguments once more, at the places that spec/aside.c gives them. */
static void compile_aside(struct kpctl_compiler *c, struct kpctl_arg *to)
{
	struct kpctl_fetch *aside = &c->prog->aside;
	u32 i, n = 0;

	for (i = 0; i < c->spec->nargs; i++) {
		if (!kpctl_aside_has(&c->spec->arg[i]))
			continue;
		to[n] = c->prog->args[i];
		to[n++].slot = kpctl_aside_slot(c->spec, i);
		if (kpctl_arg_is_behind(&c->spec->arg[i]))
			aside->nstrings++;
	}
	aside->slots = kpctl_aside_slot(c->spec, 0);
	aside->nfault = aside->slots;
	aside->size = kpctl_aside_slot(c->spec, c->spec->nargs);
	aside->str_cap = KPCTL_ASIDE_STRING;
	aside->frame_cap = KPCTL_ASIDE_FRAMES;
	split_plain(aside, to, n);
}

static int compile_spans(struct kpctl_compiler *c)
{
	struct kpctl_prog *prog = c->prog;
	const struct kpctl_since *since;
	u32 i;
	int ret = 0;

	prog->nsinces = c->spec->nsinces;
	for (i = 0; !ret && i < prog->nsinces; i++) {
		since = &c->spec->extra->since[i];
		prog->takes[i] = since->takes;
		ret = compile_key(c, since->key, since->nkeys, &prog->since[i]);
		if (!ret && !since->takes)
			ret = kpctl_scratch_need();
	}
	prog->starts = c->act && c->act->starts;
	if (ret || !prog->starts)
		return ret;
	compile_aside(c, c->aside);
	return compile_key(c, c->act->start.key, c->act->start.nkeys, &prog->start);
}

static int compile_act(struct kpctl_compiler *c)
{
	struct kpctl_prog *prog = c->prog;
	u32 i;
	int ret;

	prog->emit = !c->act || c->act->emit;
	prog->stops = c->act && c->act->stops;
	prog->stop_after = c->act ? c->act->stop_after : 0;
	prog->prints = c->act && c->act->prints;
	prog->print_most = c->act ? c->act->print_most : 0;
	ret = kpctl_prog_do_calls(c);
	if (ret)
		return ret;
	prog->changes = c->act && c->act->nacts;
	for (i = 0; prog->changes && i < c->act->nacts; i++)
		prog->skips |= c->act->acts[i].act == KPCTL_ACT_SKIP;
	prog->acts = prog->stops || prog->prints || prog->ncalls || prog->changes;
	for (i = 0; c->act && i < c->act->naggrs; i++) {
		ret = compile_aggr(c, &c->act->aggr[i], &prog->aggr[i]);
		if (ret)
			return ret;
		prog->naggrs++;
	}
	prog->more = prog->naggrs || prog->acts;
	return 0;
}

/* Values kept at entry */

static void start_entry(struct kpctl_compiler *c, u32 max)
{
	struct kpctl_fetch *entry = &c->prog->entry;

	if (kpctl_prog_moment(c->spec) != ON_RETURN)
		return;
	entry->nfault = 8 * DIV_ROUND_UP(max, 64);
	entry->size = entry->slots = entry->nfault;
	entry->str_cap = KPCTL_KEPT_STRING;
	entry->frame_cap = KPCTL_STACK_FRAMES;
}

static void finish_entry(struct kpctl_compiler *c)
{
	struct kpctl_fetch *entry = &c->prog->entry;
	bool faults = false;
	u32 i;

	split_plain(entry, c->entry, c->kept_bits);
	c->prog->entry_more = entry->nargs || c->prog->wants_split;
	for (i = 0; i < c->kept_bits; i++)
		faults |= c->entry[i].nderef && !c->entry[i].is_string;
	if (!faults)
		entry->nfault = 0;	/* no value looks at the mask */
	c->prog->kept_size = entry->size + min_t(u32, entry->nstrings * KPCTL_KEPT_STRING,
						 KPCTL_KEPT_STRINGS);
}

/* Memory */

static u32 noperands(const struct kpctl_compiler *c)
{
	u32 n = c->cond ? 2 * c->cond->ntests : 0, i;

	for (i = 0; c->act && i < c->act->naggrs; i++)
		n += kpctl_action_has_value(c->act->aggr[i].action) + c->act->aggr[i].nkeys;
	for (i = 0; c->act && i < c->act->ncalls; i++)
		n += c->act->call[i].nvalues;
	for (i = 0; i < c->spec->nsinces; i++)
		n += c->spec->extra->since[i].nkeys;
	return c->act && c->act->starts ? n + c->act->start.nkeys : n;
}

/* An upper bound: a value is compiled three times at most, as early, kept and late. */
static u32 count_derefs(const struct kpctl_compiler *c)
{
	u32 i, n = noperands(c) * (KPCTL_DEREF_MAX + 1);

	for (i = 0; i < c->spec->nargs; i++)
		n += c->spec->arg[i].nderef + 1;
	if (kpctl_prog_has_helper(c))
		n += (c->spec->nargs + noperands(c)) * KPCTL_CALL_VALUES * (KPCTL_DEREF_MAX + 2);
	return 3 * n + 1;
}

static struct kpctl_prog *alloc_prog(struct kpctl_compiler *c, u32 max)
{
	struct kpctl_prog *prog = kvzalloc(sizeof(*prog), GFP_KERNEL_ACCOUNT);
	u32 ntests = c->cond ? c->cond->ntests : 0;

	if (!prog)
		return NULL;
	prog->args = kvcalloc(2 * max + noperands(c) + c->spec->nargs + 1, sizeof(*prog->args),
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

/* noinline: a part that the compiler splits off would have the same name. */
noinline void kpctl_prog_free(struct kpctl_prog *prog)
{
	if (!prog)
		return;
	kvfree(prog->args);
	kvfree(prog->derefs);
	kvfree(prog->texts);
	kvfree(prog->filter.test);
	kvfree(prog->strings);
	kpctl_cgroup_free(prog->cgroups);
	kpctl_helper_put(prog->helpers);
	kvfree(prog);
}

static int compile(struct kpctl_compiler *c, u32 max, u16 fixed)
{
	int ret;

	start_entry(c, max);
	c->prog->spans = c->spec->nsinces || (c->act && c->act->starts);
	ret = compile_record(c, fixed) ?: kpctl_prog_filter(c) ?: compile_act(c) ?:
	      compile_spans(c);
	if (!ret)
		finish_entry(c);
	c->prog->nargs = c->nargs;
	return ret;
}

int kpctl_prog_make(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
		    const struct kpctl_do *act, u16 fixed, struct kpctl_prog **out,
		    struct kpctl_err *err)
{
	struct kpctl_compiler *c = kvzalloc(sizeof(*c), GFP_KERNEL);
	int ret = -ENOMEM;
	u32 max;

	if (!c)
		goto no_memory;
	c->spec = spec;
	c->cond = cond && cond->ntests ? cond : NULL;
	c->act = act;
	c->err = err;
	max = spec->nargs + noperands(c);
	if (kpctl_prog_has_helper(c))
		max *= KPCTL_CALL_VALUES;
	c->prog = alloc_prog(c, max);
	if (!c->prog)
		goto no_memory;
	c->entry = c->prog->args + max + noperands(c);
	c->aside = c->entry + max;
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
	return kpctl_err_no_memory(err);
}
