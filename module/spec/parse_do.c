// SPDX-License-Identifier: GPL-2.0
/*
 *	ACTIONS := ACTION [',' ACTION]...
 *	ACTION  := 'emit' | 'stop' [ '(' N ')' ] | 'print' [ '(' N ')' ] | START
 *	         | 'call' '(' FUNCTION [',' OPERAND]... ')'
 *	         | ACT, see parse_act.c
 *	         | NAME [ '(' OPERAND ')' ] [BY] [SIZE]
 *	START   := 'start' BY [SIZE] ['within=' TIME] ['once']
 *	NAME    := an action of spec/actions.h, which says whether NAME has an OPERAND
 *	BY      := 'by' KEY [',' KEY]...
 *	KEY     := OPERAND | 'time(' TIME ')', the first alone
 *	SIZE    := 'size=' N
 *	TOP     := 'top=' N
 *	OPERAND := see parse_operand.c; our own variables and comm also without their $,
 *	           if no argument of the event has that name
 *
 * White space is free between the parts. Behind a key's comma comes an action if the next
 * word is `emit`, `stop`, `print`, `call(` or an ACT's, or a NAME that is followed by a '(' if NAME
 * has an OPERAND.
 * Any other word there is a key.
 */
#include "spec/parse.h"

struct act_parse {
	struct kpctl_parse *ps;
	struct kpctl_do *act;
	struct kpctl_operands ops;
	struct kpctl_span all;
	struct kpctl_span rest;	/* white space in front is skipped after each step */
	const char *end;	/* of the part taken last */
};

static void take_do(struct act_parse *a, const char *to)
{
	a->end = to;
	a->rest.p = to;
	span_skip_space(&a->rest);
}

static int is_at(struct act_parse *a, char c)
{
	return a->rest.p < a->rest.end && *a->rest.p == c;
}

/* The word up to white space or a comma. */
static struct kpctl_span do_word_of(struct kpctl_span rest)
{
	struct kpctl_span word = span_until(rest, rest.p);

	while (word.end < rest.end && *word.end != ',' && !char_is_space(*word.end))
		word.end++;
	return word;
}

/* The word up to white space, a comma or a '('. */
static struct kpctl_span name_of(struct kpctl_span rest)
{
	struct kpctl_span word = do_word_of(rest);
	const char *brace = span_find(word, '(');

	return brace ? span_until(word, brace) : word;
}

/* The action (enum kpctl_action_id) at the start of rest; KPCTL_ACTION_NR: no action. */
static unsigned int action_at(struct kpctl_span rest)
{
	struct kpctl_span name = name_of(rest);
	unsigned int action = kpctl_action_find(name.p, span_len(name));

	if (action == KPCTL_ACTION_NR)
		return action;
	if (!kpctl_action_has_value(action))
		return name.end == do_word_of(rest).end ? action : KPCTL_ACTION_NR;
	rest.p = name.end;
	span_skip_space(&rest);
	return span_skip(&rest, "(") ? action : KPCTL_ACTION_NR;
}

/* An argument may be called `start`: the action has a `by`. */
static int is_start(struct kpctl_span rest)
{
	struct kpctl_span word = do_word_of(rest);

	if (!span_is(word, "start"))
		return 0;
	rest.p = word.end;
	span_skip_space(&rest);
	return span_is(do_word_of(rest), "by");
}

static int is_stop(struct kpctl_span rest)
{
	return span_is(name_of(rest), "stop");
}

static int is_print(struct kpctl_span rest)
{
	return span_is(name_of(rest), "print");
}

/* An argument may be called `call`: the action has a '(' at once. */
static int is_do_call(struct kpctl_span rest)
{
	return span_skip(&rest, "call(");
}

static int is_action(struct kpctl_span rest)
{
	return span_is(do_word_of(rest), "emit") || is_stop(rest) || is_print(rest) ||
	       is_start(rest) || is_do_call(rest) || kpctl_act_at(rest) != KPCTL_ACT_NR ||
	       action_at(rest) != KPCTL_ACTION_NR;
}

static int is_size(struct kpctl_span rest)
{
	return span_skip(&rest, "size=");
}

/*
 * Stores the operand's number in *index, and the operand itself in *arg. A new operand's name
 * is its text without a $.
 */
static int parse_do_operand(struct act_parse *a, struct kpctl_span word, u8 *index,
			    const struct kpctl_arg_spec **arg)
{
	struct kpctl_do *act = a->act;
	unsigned int n = act->noperands;
	struct kpctl_out name = { act->operand[n].name, KPCTL_ARG_NAME_MAX, 0 };
	int ret = kpctl_operand_parse(&a->ops, word, index);

	if (ret)
		return ret;
	*arg = kpctl_operand_arg(&a->ops, *index);
	take_do(a, word.end);
	if (n == act->noperands)
		return 0;
	span_skip(&word, "$");
	kpctl_spec_put(&name, "%.*s", (int)span_len(word), word.p);
	return 0;
}

/* (OPERAND) */
static int parse_value(struct act_parse *a, struct kpctl_aggr_spec *aggr)
{
	const char *name = kpctl_action_name(aggr->action);
	const struct kpctl_arg_spec *arg;
	struct kpctl_span word;
	int ret;

	take_do(a, a->rest.p + 1);
	word = kpctl_operand_word(a->rest, ",");
	if (word.p == word.end)
		return spec_refuse(a->ps, DO_NO_VALUE, word.p, name, name);
	ret = parse_do_operand(a, word, &aggr->value, &arg);
	if (ret)
		return ret;
	if (!kpctl_arg_is_number(arg))
		return spec_refuse(a->ps, DO_BAD_VALUE, word.p, SPAN_QUOTE(word), name);
	if (!is_at(a, ')'))
		return spec_refuse(a->ps, DO_NOT_CLOSED, a->rest.p, name, name);
	take_do(a, a->rest.p + 1);
	return 0;
}

int kpctl_spec_scan_time(struct kpctl_span s, u64 *ns)
{
	int ret = kpctl_spec_scan_lead(&s, 0, ns);
	u64 unit = s.p < s.end && s.end[-1] == 's' ? kpctl_cond_unit(s.p, span_len(s)) : 0;

	return ret || !unit || !*ns || __builtin_mul_overflow(*ns, unit, ns) || *ns >> 63;
}

static int is_time(struct kpctl_span rest)
{
	return span_skip(&rest, "time(");
}

/* The operand of this text; a new one is still empty. */
static struct kpctl_arg_spec *operand_called(struct act_parse *a, struct kpctl_span text)
{
	struct kpctl_do *act = a->act;
	struct kpctl_arg_spec *arg = act->operand;

	while (arg < act->operand + act->noperands && !span_is(text, arg->name))
		arg++;
	if (arg == act->operand + act->noperands) {
		memset(arg, 0, sizeof(*arg));
		act->noperands++;
	}
	return arg;
}

/* time(TIME), of an action that adds up. */
static int parse_time(struct act_parse *a, struct kpctl_aggr_spec *aggr)
{
	struct kpctl_span word = kpctl_operand_word(a->rest, ","), time = word;
	struct kpctl_arg_spec *arg;
	u64 ns;

	span_skip(&time, "time(");
	if (aggr->nkeys)
		return spec_refuse(a->ps, DO_TIME_FIRST, word.p, SPAN_QUOTE(word));
	if (span_len(word) >= KPCTL_ARG_NAME_MAX || word.end[-1] != ')')
		return spec_refuse(a->ps, DO_BAD_TIME, time.p, SPAN_QUOTE(word));
	time.end--;
	if (kpctl_spec_scan_time(time, &ns) || ns < 1000)
		return spec_refuse(a->ps, DO_BAD_TIME, time.p, SPAN_QUOTE(word));
	arg = operand_called(a, word);
	arg->src = KPCTL_SRC_TIME;
	arg->type = KPCTL_TYPE_U64;
	arg->num = ns;
	arg->column = word.p - a->ps->line;
	memcpy(arg->name, word.p, span_len(word));
	memcpy(arg->text, word.p, span_len(word));
	aggr->key[aggr->nkeys++] = KPCTL_ARGS_MAX + (arg - a->act->operand);
	aggr->by_time = 1;
	take_do(a, word.end);
	return 0;
}

static int parse_key(struct act_parse *a, struct kpctl_aggr_spec *aggr)
{
	struct kpctl_span word = kpctl_operand_word(a->rest, ",");
	const struct kpctl_arg_spec *arg;
	u8 *key = &aggr->key[aggr->nkeys];
	int ret;

	if (is_time(a->rest) && aggr != &a->act->start)
		return parse_time(a, aggr);
	if (word.p == word.end || is_size(a->rest))
		return spec_refuse(a->ps, DO_NO_KEY, word.p);
	if (aggr->nkeys == KPCTL_KEYS_MAX)
		return spec_refuse(a->ps, DO_TOO_MANY_KEYS, word.p, KPCTL_KEYS_MAX);
	ret = parse_do_operand(a, word, key, &arg);
	if (ret)
		return ret;
	if (arg->count)
		return spec_refuse(a->ps, DO_KEY_ARRAY, word.p, SPAN_QUOTE(word));
	if (memchr(aggr->key, *key, aggr->nkeys))
		return spec_refuse(a->ps, DO_KEY_TWICE, word.p, SPAN_QUOTE(word));
	aggr->nkeys++;
	return 0;
}

/* Takes a comma, unless an action follows the comma. */
static int next_key(struct act_parse *a)
{
	struct kpctl_span behind = a->rest;

	if (!span_skip(&behind, ","))
		return 0;
	span_skip_space(&behind);
	if (is_action(behind))
		return 0;
	take_do(a, a->rest.p + 1);
	return 1;
}

static int parse_by(struct act_parse *a, struct kpctl_aggr_spec *aggr)
{
	struct kpctl_span word = do_word_of(a->rest);
	int ret;

	if (!span_is(word, "by"))
		return 0;
	take_do(a, word.end);
	do
		ret = parse_key(a, aggr);
	while (!ret && next_key(a));
	return ret;
}

static int parse_size(struct act_parse *a, struct kpctl_aggr_spec *aggr)
{
	struct kpctl_span num = do_word_of(a->rest);
	u64 val;
	int ret;

	if (!span_skip(&num, "size="))
		return 0;
	ret = kpctl_spec_scan_u64(num, 0, &val);
	if (ret == -EINVAL)
		return spec_refuse(a->ps, DO_BAD_SIZE, num.p, SPAN_QUOTE(num));
	if (ret || !val || val > KPCTL_ENTRIES_MAX)
		return spec_refuse(a->ps, DO_SIZE_RANGE, num.p, SPAN_QUOTE(num),
				   KPCTL_ENTRIES_MAX);
	aggr->entries = val;
	take_do(a, num.end);
	return 0;
}

/* Stores 0 in aggr->top where there is none. */
static int parse_top(struct act_parse *a, struct kpctl_aggr_spec *aggr, struct kpctl_span *text)
{
	u64 val;
	int ret;

	*text = do_word_of(a->rest);
	if (!span_skip(text, "top="))
		return 0;
	ret = kpctl_spec_scan_u64(*text, 0, &val);
	if (ret == -EINVAL)
		return spec_refuse(a->ps, DO_BAD_TOP, text->p, SPAN_QUOTE(*text));
	if (!aggr->nkeys)
		return spec_refuse(a->ps, DO_TOP_NO_KEY, text->p);
	if (aggr->by_time)
		return spec_refuse(a->ps, DO_TOP_TIME, text->p);
	if (ret || !val || val > KPCTL_ENTRIES_MAX)
		return spec_refuse(a->ps, DO_TOP_RANGE, text->p, SPAN_QUOTE(*text),
				   KPCTL_ENTRIES_MAX);
	aggr->top = val;
	take_do(a, text->end);
	return 0;
}

/* size= and top=, in any order. */
static int parse_room(struct act_parse *a, struct kpctl_aggr_spec *aggr)
{
	int is_sized = is_size(a->rest), ret = parse_size(a, aggr);
	struct kpctl_span top;

	if (!ret)
		ret = parse_top(a, aggr, &top);
	if (!ret && !is_sized) {
		is_sized = is_size(a->rest);
		ret = parse_size(a, aggr);
	}
	if (ret)
		return ret;
	if (!is_sized && aggr->top > aggr->entries)
		aggr->entries = aggr->top;
	if (aggr->top > aggr->entries)
		return spec_refuse(a->ps, DO_TOP_RANGE, top.p, SPAN_QUOTE(top), aggr->entries);
	return 0;
}

/* The offset in act->text of the position `at` in the line. */
static unsigned int text_offset(const struct act_parse *a, const char *at)
{
	return kpctl_spec_scan_fold(span_until(a->all, at), NULL, 0);
}

static int check_new(struct act_parse *a, const struct kpctl_aggr_spec *aggr,
		     const char *at)
{
	const struct kpctl_aggr_spec *other;

	for (other = a->act->aggr; other < aggr; other++)
		if (other->action == aggr->action &&
		    other->value == aggr->value && other->nkeys == aggr->nkeys &&
		    !memcmp(other->key, aggr->key, sizeof(aggr->key)))
			return spec_refuse(a->ps, DO_SAME, at);
	return 0;
}

/* Parses any action but emit. */
static int parse_aggr(struct act_parse *a)
{
	struct kpctl_do *act = a->act;
	struct kpctl_aggr_spec *aggr = &act->aggr[act->naggrs];
	const char *start = a->rest.p;
	int ret = 0;

	if (act->naggrs == KPCTL_AGGRS_MAX)
		return spec_refuse(a->ps, DO_TOO_MANY, start, KPCTL_AGGRS_MAX);
	memset(aggr, 0, sizeof(*aggr));
	aggr->entries = KPCTL_ENTRIES_DEFAULT;
	aggr->action = action_at(a->rest);
	take_do(a, name_of(a->rest).end);
	if (kpctl_action_has_value(aggr->action))
		ret = parse_value(a, aggr);
	if (!ret)
		ret = parse_by(a, aggr);
	if (ret)
		return ret;
	aggr->text = text_offset(a, start);
	aggr->text_len = text_offset(a, a->end) - aggr->text;
	ret = parse_room(a, aggr);
	if (aggr->top)
		aggr->text_len = text_offset(a, a->end) - aggr->text;
	if (!ret)
		ret = check_new(a, aggr, start);
	if (!ret)
		act->naggrs++;
	return ret;
}

static int parse_within(struct act_parse *a, struct kpctl_span text)
{
	u64 ns;

	if (kpctl_spec_scan_time(text, &ns))
		return spec_refuse(a->ps, START_BAD_WITHIN, text.p, SPAN_QUOTE(text));
	a->act->within = ns;
	take_do(a, text.end);
	return 0;
}

static int parse_start_options(struct act_parse *a)
{
	struct kpctl_span word;
	int ret = 0;

	while (!ret && a->rest.p < a->rest.end && !is_at(a, ',')) {
		word = do_word_of(a->rest);
		if (is_size(word)) {
			ret = parse_size(a, &a->act->start);
		} else if (span_skip(&word, "within=")) {
			ret = parse_within(a, word);
		} else if (span_is(word, "once")) {
			a->act->once = 1;
			take_do(a, word.end);
		} else {
			break;
		}
	}
	return ret;
}

static int parse_do_start(struct act_parse *a)
{
	struct kpctl_do *act = a->act;
	int ret;

	if (act->starts)
		return spec_refuse(a->ps, START_TWICE, a->rest.p);
	act->starts = 1;
	act->start.entries = KPCTL_ENTRIES_DEFAULT;
	act->within = KPCTL_WITHIN_DEFAULT;
	take_do(a, a->rest.p + strlen("start"));
	ret = parse_by(a, &act->start);
	if (!ret)
		ret = parse_start_options(a);
	if (!ret && kpctl_aside_size(a->ps->spec) > KPCTL_ASIDE_MAX)
		return spec_refuse(a->ps, START_TOO_BIG, a->all.p,
				   kpctl_aside_size(a->ps->spec), KPCTL_ASIDE_MAX);
	return ret;
}

static int parse_emit(struct act_parse *a)
{
	if (a->act->emit)
		return spec_refuse(a->ps, DO_EMIT_TWICE, a->rest.p);
	a->act->emit = 1;
	take_do(a, a->rest.p + strlen("emit"));
	if (span_is(do_word_of(a->rest), "by") || is_size(a->rest))
		return spec_refuse(a->ps, DO_EMIT_BY, a->rest.p);
	return 0;
}

/*
 * NAME or NAME(N), of which *n is N, and stays as it is without. Returns where N is wrong; NULL: all
 * is well.
 */
static const char *take_number(struct act_parse *a, const char *name, u32 most, u32 *n)
{
	struct kpctl_span word = do_word_of(a->rest), num = word;
	u64 val;

	span_skip(&num, name);
	take_do(a, word.end);
	if (num.p == num.end)
		return NULL;
	if (!span_skip(&num, "(") || num.p == num.end || num.end[-1] != ')')
		return num.p;
	num.end--;
	if (kpctl_spec_scan_u64(num, 10, &val) || !val || val > most)
		return num.p;
	*n = val;
	return NULL;
}

static int parse_stop(struct act_parse *a)
{
	struct kpctl_span word = do_word_of(a->rest);
	const char *wrong;

	if (a->act->stops)
		return spec_refuse(a->ps, DO_STOP_TWICE, word.p);
	a->act->stops = 1;
	wrong = take_number(a, "stop", KPCTL_STOP_MAX, &a->act->stop_after);
	if (wrong)
		return spec_refuse(a->ps, DO_BAD_STOP, wrong, SPAN_QUOTE(word), KPCTL_STOP_MAX);
	return 0;
}

static int parse_print(struct act_parse *a)
{
	struct kpctl_span word = do_word_of(a->rest);
	const char *wrong;

	if (a->act->prints)
		return spec_refuse(a->ps, DO_PRINT_TWICE, word.p);
	a->act->prints = 1;
	a->act->print_most = KPCTL_PRINT_USUAL;
	wrong = take_number(a, "print", KPCTL_PRINT_MAX, &a->act->print_most);
	if (wrong)
		return spec_refuse(a->ps, DO_BAD_PRINT, wrong, SPAN_QUOTE(word), KPCTL_PRINT_MAX);
	return 0;
}

static int parse_do_call_value(struct act_parse *a, struct kpctl_do_call *call)
{
	struct kpctl_span word = kpctl_operand_word(a->rest, ",");
	const struct kpctl_arg_spec *arg;
	int ret;

	if (call->nvalues == KPCTL_CALL_VALUES)
		return spec_refuse(a->ps, CALL_TOO_MANY, word.p, KPCTL_CALL_VALUES);
	if (word.p == word.end)
		return spec_refuse(a->ps, DO_CALL_NO_VALUE, word.p);
	ret = parse_do_operand(a, word, &call->value[call->nvalues], &arg);
	if (ret)
		return ret;
	if (!kpctl_arg_is_number(arg))
		return spec_refuse(a->ps, CALL_NOT_NUMBER, word.p, SPAN_QUOTE(word));
	call->nvalues++;
	return 0;
}

/* FUNCTION is no value: it ends where a value would. */
static int parse_do_call(struct act_parse *a)
{
	struct kpctl_do_call *call = &a->act->call[a->act->ncalls];
	struct kpctl_span name;
	int ret;

	if (a->act->ncalls == KPCTL_CALLS_MAX)
		return spec_refuse(a->ps, DO_CALLS_MANY, a->rest.p, KPCTL_CALLS_MAX);
	memset(call, 0, sizeof(*call));
	take_do(a, a->rest.p + strlen("call("));
	name = kpctl_operand_word(a->rest, ",");
	ret = kpctl_spec_check_call_name(a->ps, name);
	if (ret)
		return ret;
	kpctl_spec_scan_copy(call->name, name);
	call->column = kpctl_spec_column(a->ps, name.p);
	take_do(a, name.end);
	while (!ret && is_at(a, ',')) {
		take_do(a, a->rest.p + 1);
		ret = parse_do_call_value(a, call);
	}
	if (!ret && !is_at(a, ')'))
		ret = spec_refuse(a->ps, CALL_NOT_CLOSED, a->rest.p);
	if (ret)
		return ret;
	take_do(a, a->rest.p + 1);
	a->act->ncalls++;
	return 0;
}

static int refuse_action(struct act_parse *a)
{
	struct kpctl_span word = do_word_of(a->rest);
	unsigned int action = kpctl_action_find(word.p, span_len(word));
	const char *name;

	if (word.p == word.end)
		return spec_refuse(a->ps, DO_NO_ACTION, word.p);
	if (span_is(word, "start"))
		return spec_refuse(a->ps, START_NO_KEY, word.end);
	if (action != KPCTL_ACTION_NR) {
		name = kpctl_action_name(action);
		return spec_refuse(a->ps, DO_NO_BRACE, word.end, name, name, name);
	}
	return spec_refuse(a->ps, DO_BAD_ACTION, word.p, SPAN_QUOTE(word));
}

static int parse_act(struct act_parse *a)
{
	int ret = kpctl_act_parse(a->ps, a->act, &a->rest);

	take_do(a, a->rest.p);
	return ret;
}

static int parse_action(struct act_parse *a)
{
	if (!is_action(a->rest))
		return refuse_action(a);
	if (span_is(do_word_of(a->rest), "emit"))
		return parse_emit(a);
	if (is_stop(a->rest))
		return parse_stop(a);
	if (is_print(a->rest))
		return parse_print(a);
	if (is_start(a->rest))
		return parse_do_start(a);
	if (is_do_call(a->rest))
		return parse_do_call(a);
	if (kpctl_act_at(a->rest) != KPCTL_ACT_NR)
		return parse_act(a);
	return parse_aggr(a);
}

static int refuse_do_rest(struct act_parse *a)
{
	struct kpctl_span word = do_word_of(a->rest);

	if (span_is(word, "if"))
		return spec_refuse(a->ps, DO_IF, word.p);
	return spec_refuse(a->ps, DO_EXTRA, word.p, SPAN_QUOTE(word));
}

static int parse_actions(struct act_parse *a)
{
	int ret = parse_action(a);

	while (!ret && is_at(a, ',')) {
		take_do(a, a->rest.p + 1);
		ret = parse_action(a);
	}
	if (!ret && a->rest.p < a->rest.end)
		ret = refuse_do_rest(a);
	return ret;
}

static int keep_do_text(struct act_parse *a)
{
	unsigned int len = kpctl_spec_scan_fold(a->all, a->act->text,
						KPCTL_DO_MAX - 1);

	if (len >= KPCTL_DO_MAX)
		return spec_refuse(a->ps, DO_TOO_LONG, a->all.p, len,
				   KPCTL_DO_MAX - 1);
	a->act->text[len] = '\0';
	a->act->column = a->all.p - a->ps->line;
	return 0;
}

/* The actions of a line without `do`: emit. The tables are cleared as they are filled. */
void kpctl_do_init(struct kpctl_do *act)
{
	memset(act, 0, offsetof(struct kpctl_do, aggr));
	act->emit = 1;
}

int kpctl_do_compile(struct kpctl_parse *ps, struct kpctl_span clause,
		     struct kpctl_do *act)
{
	struct act_parse a = {
		.ps = ps, .act = act, .all = clause,
		.ops = { ps, act->operand, &act->noperands,
			 ARRAY_SIZE(act->operand), 1 },
	};
	int ret;

	span_skip_space(&a.all);
	if (a.all.p == a.all.end)
		return spec_refuse(ps, DO_EMPTY, clause.p);
	while (char_is_space(a.all.end[-1]))
		a.all.end--;
	a.rest = a.all;
	act->emit = 0;
	ret = keep_do_text(&a);
	if (!ret)
		ret = parse_actions(&a);
	return ret;
}
