/* SPDX-License-Identifier: GPL-2.0 */
/* What holds for the parser whatever the line: shared by test and fuzzer. */
#ifndef SPEC_CHECK_H
#define SPEC_CHECK_H

#include <stdlib.h>

#include "spec/errors.h"
#include "spec/names.h"
#include "spec_dump.h"

#define LIST_MAX 32768

/* For lines with names; NULL: there are no types. */
static struct kpctl_names *test_names;

/* A copy without a byte to spare, so that the sanitizer sees the line's end. */
static int parse_exact(const char *line, size_t len, struct kpctl_spec *spec,
		       struct kpctl_err *err)
{
	char *copy = malloc(len ? len : 1);
	int ret;

	if (!copy)
		abort();
	memcpy(copy, line, len);
	ret = kpctl_spec_parse_named(copy, len, test_names, spec, err);
	free(copy);
	return ret;
}

/* The listing of a spec means the same spec and is short enough to be written. */
static const char *check_listing(const struct kpctl_spec *spec)
{
	static struct spec_dump before, after;
	static struct kpctl_spec again;
	static char list[LIST_MAX], list2[LIST_MAX];
	struct kpctl_err err;
	int len;

	len = kpctl_spec_print(spec, spec->cond.text, spec->act.text, list, sizeof(list));
	if (len < 0 || len != (int)strlen(list))
		return "print: wrong length";
	if (len > KPCTL_LINE_MAX)
		return "print: too long to be written again";
	if (parse_exact(list, len, &again, &err))
		return "listing is refused";
	dump_spec(&before, spec, 0);
	dump_spec(&after, &again, 0);
	if (strcmp(before.text, after.text))
		return "listing means something else";
	kpctl_spec_print(&again, again.cond.text, again.act.text, list2, sizeof(list2));
	if (strcmp(list, list2))
		return "listing of the listing differs";
	return NULL;
}

static const char *check_refusal(int ret, size_t len,
				 const struct kpctl_err *err)
{
	const char *p;

	if (err->code <= KPCTL_E_NONE || err->code >= KPCTL_E_NO_SYMBOL)
		return "not a code of the parser";
	if (ret != kpctl_err_errno(err->code) ||
	    (ret != -EINVAL && ret != -E2BIG))
		return "wrong error number";
	if (err->column > len)
		return "column outside of the line";
	if (!err->text[0] || strlen(err->text) >= KPCTL_ERR_TEXT_MAX - 1)
		return "sentence empty or cut";
	for (p = err->text; *p; p++)
		if (*p < ' ' || *p > '~')
			return "sentence with bytes that are no text";
	return NULL;
}

/* A copy without a byte to spare, again. */
static int cond_exact(const char *text, size_t len, const struct kpctl_spec *spec,
		      struct kpctl_cond *cond, struct kpctl_err *err)
{
	char *copy = malloc(len ? len : 1);
	int ret;

	if (!copy)
		abort();
	memcpy(copy, text, len);
	ret = kpctl_cond_parse(copy, len, spec, cond, err);
	free(copy);
	return ret;
}

static int is_exit(u8 to, unsigned int test, unsigned int ntests)
{
	return to == KPCTL_COND_YES || to == KPCTL_COND_NO ||
	       (to > test && to < ntests);
}

static int is_operand(u8 index, const struct kpctl_spec *spec,
		      int noperands)
{
	return index < KPCTL_ARGS_MAX ? index < spec->nargs :
					index - KPCTL_ARGS_MAX < noperands;
}

/* Whoever runs the tests relies on these. */
static const char *check_cond(const struct kpctl_spec *spec,
			      const struct kpctl_cond *cond)
{
	unsigned int i;

	if (strlen(cond->text) >= KPCTL_COND_MAX)
		return "filter: text";
	for (i = 0; i < cond->ntests; i++) {
		const struct kpctl_test *t = &cond->test[i];

		if (!is_exit(t->on_true, i, cond->ntests) ||
		    !is_exit(t->on_false, i, cond->ntests))
			return "filter: a jump to nowhere or back";
		if (!is_operand(t->left, spec, cond->noperands) ||
		    (t->right_is_operand &&
		     !is_operand(t->right, spec, cond->noperands)))
			return "filter: no such operand";
		if (t->text + t->text_len > cond->nstrings ||
		    cond->nstrings > sizeof(cond->strings))
			return "filter: no such string";
	}
	return NULL;
}

/* Any bytes as the filter of a spec; what is taken means the same when reread. */
static const char *check_filter(const char *text, size_t len,
				const struct kpctl_spec *spec, int *ret_out)
{
	static struct kpctl_cond cond, again;
	static struct spec_dump before, after;
	struct kpctl_err err;
	const char *wrong;
	int ret = cond_exact(text, len, spec, &cond, &err);

	*ret_out = ret;
	if (ret == -ENOENT)
		return err.code ? "nothing to do, but an error" : NULL;
	if (ret)
		return check_refusal(ret, len, &err);
	wrong = check_cond(spec, &cond);
	if (wrong)
		return wrong;
	if (cond_exact(cond.text, strlen(cond.text), spec, &again, &err))
		return "filter's listing is refused";
	before.len = after.len = 0;
	dump_cond(&before, spec, &cond, 0);
	dump_cond(&after, spec, &again, 0);
	if (strcmp(before.text, after.text))
		return "filter's listing means something else";
	return NULL;
}

static const struct kpctl_arg_spec *operand_of(const struct kpctl_spec *spec,
					       const struct kpctl_do *act, u8 index)
{
	return index < KPCTL_ARGS_MAX ? &spec->arg[index] :
					&act->operand[index - KPCTL_ARGS_MAX];
}

static const char *check_key(const struct kpctl_spec *spec, const struct kpctl_do *act,
			     const struct kpctl_aggr_spec *aggr, unsigned int key)
{
	unsigned int i;

	if (!is_operand(aggr->key[key], spec, act->noperands))
		return "actions: no such key";
	if (operand_of(spec, act, aggr->key[key])->count)
		return "actions: an array is a key";
	for (i = 0; i < key; i++)
		if (aggr->key[i] == aggr->key[key])
			return "actions: a key twice";
	return NULL;
}

static const char *check_aggr(const struct kpctl_spec *spec, const struct kpctl_do *act,
			      const struct kpctl_aggr_spec *aggr)
{
	const struct kpctl_arg_spec *value;
	const char *text = act->text + aggr->text, *wrong = NULL;
	unsigned int i;

	if (aggr->action >= KPCTL_ACTION_NR)
		return "actions: no such action";
	if (aggr->text + aggr->text_len > (int)strlen(act->text) ||
	    strncmp(text, kpctl_action_name(aggr->action), strlen(kpctl_action_name(aggr->action))) ||
	    text[aggr->text_len - 1] == ' ')
		return "actions: text of a table";
	if (!aggr->entries || aggr->entries > KPCTL_ENTRIES_MAX)
		return "actions: size";
	if (aggr->top > aggr->entries || (aggr->top && !aggr->nkeys))
		return "actions: top";
	if (aggr->nkeys > KPCTL_KEYS_MAX)
		return "actions: number of keys";
	for (i = 0; !wrong && i < aggr->nkeys; i++)
		wrong = check_key(spec, act, aggr, i);
	if (wrong || !kpctl_action_has_value(aggr->action))
		return wrong;
	if (!is_operand(aggr->value, spec, act->noperands))
		return "actions: no such value";
	value = operand_of(spec, act, aggr->value);
	return value->count || kpctl_type_is_string(value->type) ?
		"actions: a value that is no number" : NULL;
}

/* Whoever carries actions out relies on these. */
static const char *check_do(const struct kpctl_spec *spec, const struct kpctl_do *act)
{
	const char *wrong = NULL;
	unsigned int i;

	if (strlen(act->text) >= KPCTL_DO_MAX)
		return "actions: text";
	if (act->emit > 1 || act->naggrs > KPCTL_AGGRS_MAX || !(act->emit + act->naggrs + act->stops + act->prints + act->ncalls + act->nacts))
		return "actions: nothing or too much to do";
	if (act->noperands > ARRAY_SIZE(act->operand))
		return "actions: number of operands";
	for (i = 0; i < act->noperands; i++)
		if (!act->operand[i].name[0] || act->operand[i].name[0] == '$' ||
		    strlen(act->operand[i].name) >= KPCTL_ARG_NAME_MAX)
			return "actions: an operand's name";
	for (i = 0; !wrong && i < act->naggrs; i++)
		wrong = check_aggr(spec, act, &act->aggr[i]);
	return wrong;
}

/* A copy without a byte to spare, once more. */
static int do_exact(const char *text, size_t len, const struct kpctl_spec *spec,
		    struct kpctl_do *act, struct kpctl_err *err)
{
	char *copy = malloc(len ? len : 1);
	int ret;

	if (!copy)
		abort();
	memcpy(copy, text, len);
	ret = kpctl_do_parse(copy, len, spec, act, err);
	free(copy);
	return ret;
}

/* Any bytes as the actions of a spec; what is taken means the same when reread. */
static const char *check_actions(const char *text, size_t len,
				 const struct kpctl_spec *spec, int *ret_out)
{
	static struct kpctl_do act, again;
	static struct spec_dump before, after;
	struct kpctl_err err;
	const char *wrong;
	int ret = do_exact(text, len, spec, &act, &err);

	*ret_out = ret;
	if (ret == -ENOENT)
		return err.code || !act.emit || act.naggrs || act.text[0] ?
			"actions: none, but not emit alone" : NULL;
	if (ret)
		return check_refusal(ret, len, &err);
	wrong = check_do(spec, &act);
	if (wrong)
		return wrong;
	if (do_exact(act.text, strlen(act.text), spec, &again, &err))
		return "actions: listing is refused";
	before.len = after.len = 0;
	dump_do(&before, spec, &act, 0);
	dump_do(&after, spec, &again, 0);
	return strcmp(before.text, after.text) ?
		"actions: listing means something else" : NULL;
}

/* Any bytes: NULL, or what is wrong. *ret_out: what the parser said. */
static const char *check_line(const char *line, size_t len, int *ret_out)
{
	static struct kpctl_spec spec;
	struct kpctl_err err;
	int ret = parse_exact(line, len, &spec, &err);

	*ret_out = ret;
	if (!ret && spec.verb == KPCTL_VERB_ADD && spec.cond.ntests &&
	    check_cond(&spec, &spec.cond))
		return check_cond(&spec, &spec.cond);
	if (!ret && check_do(&spec, &spec.act))
		return check_do(&spec, &spec.act);
	if (!ret)
		return check_listing(&spec);
	if (ret == -ENOENT)
		return NULL;
	return check_refusal(ret, len, &err);
}

#endif /* SPEC_CHECK_H */
