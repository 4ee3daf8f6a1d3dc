/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A spec as one line of text that shows every field, for tests to compare:
 *
 *	p kprobes/p_foo_4 foo+4 t2 o5 e2 [arg1=%di reg:112 x64 c8]
 *
 * t, o, m, e, a, d, c: columns of target, offset, MAXACTIVE, event, the $argN that
 * asks for an entry, what follows a name to remove (l: its length), argument; left
 * out where they are 0 or without columns. An argument shows its derefs in the
 * order they are carried out, u in front for user memory, with a | behind those
 * that are done at a call's entry; [N] for arrays, bW@O for bit fields, wN for names. A filter
 * follows as its text, its operands and its tests:
 *
 *	if{n > 1} [=$pid ...] 0:n GT 1 y n
 *
 * left side, comparison, right side, where to go when it holds and when not. So do
 * the actions, their operands with their names, and the text of each table:
 *
 *	do{count by pid,n} [pid=$pid ...] count by $pid,n 4096 'count by pid,n'
 *
 * Nothing is said where nothing is done but to emit and none of it was written.
 */
#ifndef SPEC_DUMP_H
#define SPEC_DUMP_H

#include <stdio.h>

#include "spec/enum.h"

#define SPEC_DUMP_MAX 65536

struct spec_dump {
	char text[SPEC_DUMP_MAX];
	size_t len;
};

#define dump_put(d, ...)						\
	((d)->len += snprintf((d)->text + (d)->len,			\
			      sizeof((d)->text) - (d)->len, __VA_ARGS__))

static void dump_column(struct spec_dump *d, char what, unsigned int column,
			int columns)
{
	if (columns && column)
		dump_put(d, " %c%u", what, column);
}

static void dump_arg(struct spec_dump *d, const struct kpctl_arg_spec *arg,
		     int columns)
{
	static const char * const src[] = {
		[KPCTL_SRC_REG] = "reg", [KPCTL_SRC_ARG] = "arg",
		[KPCTL_SRC_STACK] = "stack",
		[KPCTL_SRC_STACK_ADDR] = "stackaddr",
		[KPCTL_SRC_RETVAL] = "retval", [KPCTL_SRC_COMM] = "comm",
		[KPCTL_SRC_ADDR] = "addr", [KPCTL_SRC_SYM] = "sym",
		[KPCTL_SRC_SYM_ADDR] = "symaddr", [KPCTL_SRC_CURRENT] = "current",
		[KPCTL_SRC_IMM] = "imm", [KPCTL_SRC_TEXT] = "text",
		[KPCTL_SRC_STARTED] = "started", [KPCTL_SRC_TIME] = "time",
		[KPCTL_SRC_IN_CGROUP] = "incgroup",
#define X(id, name, type, moment) [KPCTL_SRC_##id] = name,
		KPCTL_VARS(X)
#undef X
	};
	static const char * const how[] = {
		[KPCTL_DEREF_KERNEL] = "", [KPCTL_DEREF_USER] = "u", [KPCTL_DEREF_CPU] = "cpu",
	};
	unsigned int i;

	dump_put(d, " [%s=%s %s:%s", arg->name, arg->text, src[arg->src],
		 arg->sym);
	if (arg->num || !arg->sym[0])
		dump_put(d, "%s%lld", arg->sym[0] && arg->num > 0 ? "+" : "",
			 arg->num);
	if (arg->src == KPCTL_SRC_STARTED)
		dump_put(d, "@%u.%u%s", arg->since, arg->kept_bit, arg->kept_fault ? "?" : "");
	for (i = 0; i <= arg->nderef; i++) {
		if (arg->at_entry && i == arg->nentry)
			dump_put(d, " |");
		if (i < arg->nderef)
			dump_put(d, " %s%+lld", how[arg->deref[i].how],
				 arg->deref[i].off);
	}
	dump_put(d, " %s", kpctl_type_name(arg->type));
	if (arg->counted)
		dump_put(d, arg->counted == KPCTL_COUNTED_ARG ? "[#%u]" : "[]", arg->count_arg);
	else if (arg->count)
		dump_put(d, "[%u]", arg->count);
	if (arg->walk)
		dump_put(d, " w%u", arg->walk);
	if (arg->after)
		dump_put(d, " after");
	if (arg->call[0])
		dump_put(d, " call %s(%u:%s", arg->call, arg->call_values,
			 kpctl_type_name(arg->call_type));
	for (i = 1; i < arg->call_values; i++)
		dump_put(d, ",#%u", arg->call_more[i - 1]);
	if (arg->call[0])
		dump_put(d, ")");
	if (arg->bits)
		dump_put(d, " b%u@%u", arg->bits, arg->bit);
	if (arg->names)
		dump_put(d, " enum %s", kpctl_enum_own(arg->names));
	dump_column(d, 'c', arg->column, columns);
	dump_put(d, "]");
}

static void dump_operand(struct spec_dump *d, const struct kpctl_spec *spec,
			 const struct kpctl_arg_spec *operand, u8 index)
{
	if (index < KPCTL_ARGS_MAX)
		dump_put(d, "%s", spec->arg[index].name);
	else
		dump_put(d, "%s", operand[index - KPCTL_ARGS_MAX].text);
}

static void dump_exit(struct spec_dump *d, u8 to)
{
	if (to == KPCTL_COND_YES)
		dump_put(d, " y");
	else if (to == KPCTL_COND_NO)
		dump_put(d, " n");
	else
		dump_put(d, " %u", to);
}

static void dump_address(struct spec_dump *d, const struct kpctl_test *t, const u8 *bytes)
{
	unsigned int i;

	for (i = 0; i < t->text_len; i++)
		dump_put(d, "%02x", bytes[i]);
	dump_put(d, "/%llu", t->num);
}

static void dump_test(struct spec_dump *d, const struct kpctl_spec *spec,
		      const struct kpctl_cond *cond, unsigned int i)
{
	static const char * const cmp[] = {
		[KPCTL_CMP_EQ] = "EQ", [KPCTL_CMP_NE] = "NE",
		[KPCTL_CMP_LT] = "LT", [KPCTL_CMP_GE] = "GE",
		[KPCTL_CMP_GT] = "GT", [KPCTL_CMP_LE] = "LE",
		[KPCTL_CMP_BITS] = "BITS", [KPCTL_CMP_NOBITS] = "NOBITS",
		[KPCTL_CMP_GLOB] = "GLOB", [KPCTL_CMP_NOGLOB] = "NOGLOB",
		[KPCTL_CMP_SAME] = "SAME", [KPCTL_CMP_OTHER] = "OTHER",
		[KPCTL_CMP_NET] = "NET", [KPCTL_CMP_NONET] = "NONET",
	};
	const struct kpctl_test *t = &cond->test[i];

	dump_put(d, " %u:", i);
	dump_operand(d, spec, cond->operand, t->left);
	dump_put(d, " %s%s ", t->is_signed ? "s" : "", cmp[t->cmp]);
	if (t->right_is_operand)
		dump_operand(d, spec, cond->operand, t->right);
	else if (t->cmp >= KPCTL_CMP_NET)
		dump_address(d, t, (const u8 *)cond->strings + t->text);
	else if (t->cmp >= KPCTL_CMP_GLOB)
		dump_put(d, "'%.*s'", t->text_len, cond->strings + t->text);
	else
		dump_put(d, "%lld", (s64)t->num);
	dump_exit(d, t->on_true);
	dump_exit(d, t->on_false);
}

static void dump_cond(struct spec_dump *d, const struct kpctl_spec *spec,
		      const struct kpctl_cond *cond, int columns)
{
	unsigned int i;

	if (!cond->ntests)
		return;
	dump_put(d, " if{%s}", cond->text);
	dump_column(d, 'c', cond->column, columns);
	for (i = 0; i < cond->noperands; i++)
		dump_arg(d, &cond->operand[i], columns);
	for (i = 0; i < cond->ntests; i++)
		dump_test(d, spec, cond, i);
}

static void dump_aggr(struct spec_dump *d, const struct kpctl_spec *spec,
		      const struct kpctl_do *act,
		      const struct kpctl_aggr_spec *aggr)
{
	unsigned int i;

	dump_put(d, " %s", kpctl_action_name(aggr->action));
	if (kpctl_action_has_value(aggr->action)) {
		dump_put(d, "(");
		dump_operand(d, spec, act->operand, aggr->value);
		dump_put(d, ")");
	}
	for (i = 0; i < aggr->nkeys; i++) {
		dump_put(d, "%s", i ? "," : " by ");
		dump_operand(d, spec, act->operand, aggr->key[i]);
	}
	dump_put(d, " %u", aggr->entries);
	if (aggr->top)
		dump_put(d, " top %u", aggr->top);
	dump_put(d, " '%.*s'", aggr->text_len, act->text + aggr->text);
}

static void dump_start(struct spec_dump *d, const struct kpctl_spec *spec,
		       const struct kpctl_do *act)
{
	unsigned int i;

	if (!act->starts)
		return;
	dump_put(d, " start");
	for (i = 0; i < act->start.nkeys; i++) {
		dump_put(d, "%s", i ? "," : " by ");
		dump_operand(d, spec, act->operand, act->start.key[i]);
	}
	dump_put(d, " %u within %llu%s", act->start.entries, act->within,
		 act->once ? " once" : "");
}

static void dump_call(struct spec_dump *d, const struct kpctl_spec *spec,
		      const struct kpctl_do *act, const struct kpctl_do_call *call, int columns)
{
	unsigned int i;

	dump_put(d, " call %s(", call->name);
	for (i = 0; i < call->nvalues; i++) {
		dump_put(d, "%s", i ? "," : "");
		dump_operand(d, spec, act->operand, call->value[i]);
	}
	dump_put(d, ")");
	dump_column(d, 'c', call->column, columns);
}

static void dump_acts(struct spec_dump *d, const struct kpctl_do *act)
{
	const struct kpctl_act_spec *as;

	for (as = act->acts; as < act->acts + act->nacts; as++) {
		dump_put(d, " %s", kpctl_act_name(as->act));
		if (as->has_value)
			dump_put(d, "(%lld)", as->value);
		dump_put(d, "%s %u%s %llu", as->sure ? "!" : "", as->limit,
			 as->per_second ? "/s" : "", as->within);
		if (as->one_in)
			dump_put(d, " 1in%u", as->one_in);
		if (as->first)
			dump_put(d, " first%u", as->first);
	}
}

static void dump_do(struct spec_dump *d, const struct kpctl_spec *spec,
		    const struct kpctl_do *act, int columns)
{
	unsigned int i;

	if (!act->text[0] && !act->column && act->emit && !act->naggrs && !act->noperands && !act->stops && !act->prints && !act->ncalls && !act->nacts)
		return;
	if (act->text[0])
		dump_put(d, " do{%s}", act->text);
	dump_column(d, 'c', act->column, columns);
	for (i = 0; i < act->noperands; i++)
		dump_arg(d, &act->operand[i], columns);
	if (act->emit)
		dump_put(d, " emit");
	if (act->stops)
		dump_put(d, " stop(%u)", act->stop_after);
	if (act->prints)
		dump_put(d, " print(%u)", act->print_most);
	for (i = 0; i < act->ncalls; i++)
		dump_call(d, spec, act, &act->call[i], columns);
	dump_acts(d, act);
	for (i = 0; i < act->naggrs; i++)
		dump_aggr(d, spec, act, &act->aggr[i]);
	dump_start(d, spec, act);
}

static void dump_sinces(struct spec_dump *d, const struct kpctl_spec *spec)
{
	unsigned int i, k;

	for (i = 0; i < spec->nsinces; i++) {
		const struct kpctl_since *since = &spec->extra->since[i];

		dump_put(d, " %u:%s %s/%s", i, since->takes ? "since" : "while", since->group,
			 since->event);
		for (k = 0; k < since->nkeys; k++) {
			dump_put(d, "%s", k ? "," : " by ");
			dump_operand(d, spec, spec->act.operand, since->key[k]);
		}
	}
}

/* The text of the target, and what it means. */
static void dump_watched(struct spec_dump *d, const struct kpctl_spec *spec, int columns)
{
	const struct kpctl_watch_spec *watch = &spec->watch;

	dump_put(d, " %s %s ", spec->sym, watch->reads ? "rw" : "w");
	if (spec->is_addr)
		dump_put(d, "0x%llx", (unsigned long long)spec->addr);
	else
		dump_put(d, "%s{%.*s}%+lld", spec->mod, watch->sym_len, spec->sym + watch->sym,
			 (long long)watch->off);
	dump_put(d, " len%u", watch->len);
	dump_column(d, 'w', watch->column, columns);
}

static void dump_spec(struct spec_dump *d, const struct kpctl_spec *spec,
		      int columns)
{
	unsigned int i;

	d->len = 0;
	d->text[0] = '\0';
	if (spec->verb == KPCTL_VERB_DEL)
		dump_put(d, "del");
	else
		dump_put(d, "%c%s", kpctl_kind_letter(spec->kind), kpctl_kind_suffix(spec->kind));
	if (spec->has_maxactive)
		dump_put(d, "%u", spec->maxactive);
	dump_put(d, " %s/%s", spec->group, spec->event);
	if (spec->verb == KPCTL_VERB_ADD && kpctl_kind_is_data(spec->kind))
		dump_watched(d, spec, columns);
	else if (spec->is_addr)
		dump_put(d, " 0x%llx", spec->addr);
	else if (spec->verb == KPCTL_VERB_ADD && !kpctl_kind_is_place(spec->kind))
		dump_put(d, " %s", spec->sym);
	else if (spec->sym[0])
		dump_put(d, " %s%s%s+%llu", spec->mod, spec->mod[0] ? ":" : "",
			 spec->sym, spec->off);
	if (spec->is_sys)
		dump_put(d, " sys");
	if (spec->cycles_column)
		dump_put(d, " cycles");
	if (spec->num)
		dump_put(d, " =%llu", spec->num);
	if (spec->user_ref)
		dump_put(d, " ref%llu", spec->user_ref);
	dump_column(d, 't', spec->target_column, columns);
	dump_column(d, 'o', spec->off_column, columns);
	dump_column(d, 'm', spec->maxactive_column, columns);
	dump_column(d, 'e', spec->event_column, columns);
	dump_column(d, 'a', spec->entry_column, columns);
	dump_column(d, 'i', spec->after_column, columns);
	dump_column(d, 'd', spec->del_column, columns);
	dump_column(d, 'l', spec->del_len, columns);
	for (i = 0; i < spec->nargs; i++)
		dump_arg(d, &spec->arg[i], columns);
	dump_cond(d, spec, &spec->cond, columns);
	if (spec->nsinces)
		dump_put(d, " since{%s}", spec->extra->since_text);
	dump_do(d, spec, &spec->act, columns);
	dump_sinces(d, spec);
	if (spec->mark_column)
		dump_put(d, " #{%s}", spec->extra->mark);
	dump_column(d, 'c', spec->mark_column, columns);
}

#endif /* SPEC_DUMP_H */
