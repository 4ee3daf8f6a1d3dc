// SPDX-License-Identifier: GPL-2.0
/*
 *	ACT     := VERB [PICK] [LIMIT] [FOR], the last three in any order
 *	VERB    := 'return(' V ')' ['!'] | 'skip' ['(' V ')'] ['!'] | 'signal(' SIGNAL ')'
 *	         | 'dump' | 'panic', the table in acts.h
 *	V       := a number, or an error's name with a '-' in front
 *	SIGNAL  := a signal's name or number
 *	PICK    := '1 in' N | 'first' N
 *	LIMIT   := 'limit=' N ['/s']
 *	FOR     := 'for=' TIME
 *
 * What acts changes the kernel's course, so the parser takes no line of which anything is
 * unclear. After the whole line is parsed, kpctl_act_check() asks where each VERB may stand.
 */
#include "spec/parse.h"
#include "spec/skip_risk.h"
#include "spec/symbolic.h"

#define SIGNAL_MAX	64

/* The word up to white space or a comma. */
static struct kpctl_span act_word(struct kpctl_span rest)
{
	struct kpctl_span word = span_until(rest, rest.p);

	while (word.end < rest.end && *word.end != ',' && !char_is_space(*word.end))
		word.end++;
	return word;
}

/* The letters at the front of a word. */
static struct kpctl_span act_name(struct kpctl_span word)
{
	const char *p = word.p;

	while (p < word.end && char_is_alpha(*p))
		p++;
	return span_until(word, p);
}

unsigned int kpctl_act_at(struct kpctl_span rest)
{
	struct kpctl_span word = act_word(rest), name = act_name(word);
	unsigned int act;

	if (name.end < word.end && *name.end != '(' && *name.end != '!')
		return KPCTL_ACT_NR;
	for (act = 0; act < KPCTL_ACT_NR; act++)
		if (span_is(name, kpctl_act_name(act)))
			break;
	return act;
}

/* The VERB */

static int parse_signal_name(struct kpctl_parse *ps, struct kpctl_act_spec *as,
			     struct kpctl_span text)
{
	long long nr;
	u64 num;

	if (!kpctl_symbolic_SIGNAL.parse(text.p, span_len(text), &nr))
		num = nr;
	else if (kpctl_spec_scan_u64(text, 10, &num) || !num || num > SIGNAL_MAX)
		return spec_refuse(ps, ACT_BAD_SIGNAL, text.p, SPAN_QUOTE(text), SIGNAL_MAX);
	as->value = num;
	return 0;
}

static int parse_caller_value(struct kpctl_parse *ps, struct kpctl_act_spec *as,
			      struct kpctl_span text)
{
	const char *name = kpctl_act_name(as->act);
	long long nr;
	int ret;

	if (!kpctl_symbolic_ERRNO.parse(text.p, span_len(text), &nr)) {
		as->value = nr;
		return *text.p == '-' ? 0 :
		       spec_refuse(ps, ACT_NO_MINUS, text.p, name, SPAN_QUOTE(text));
	}
	ret = kpctl_spec_scan_s64(text, &as->value);
	return ret ? spec_refuse(ps, ACT_BAD_VALUE, text.p, SPAN_QUOTE(text), name, name) : 0;
}

/* What stands in the braces, which must be there or must not. */
static int parse_act_braces(struct kpctl_parse *ps, struct kpctl_act_spec *as, struct kpctl_span *word)
{
	unsigned int takes = kpctl_act_info(as->act)->takes;
	const char *name = kpctl_act_name(as->act), *close;
	struct kpctl_span text;

	if (word->p == word->end || *word->p != '(') {
		if (takes == KPCTL_ACT_TAKES_NOTHING || takes == KPCTL_ACT_TAKES_MAYBE)
			return 0;
		return takes == KPCTL_ACT_TAKES_SIGNAL ?
		       spec_refuse(ps, ACT_BAD_SIGNAL, word->p, SPAN_QUOTE(*word), SIGNAL_MAX) :
		       spec_refuse(ps, ACT_BAD_VALUE, word->p, SPAN_QUOTE(*word), name, name);
	}
	if (takes == KPCTL_ACT_TAKES_NOTHING)
		return spec_refuse(ps, ACT_TAKES_NOTHING, word->p, name, name);
	close = span_find(*word, ')');
	if (!close)
		return spec_refuse(ps, ACT_NOT_CLOSED, word->end, name);
	text = (struct kpctl_span){ word->p + 1, close };
	word->p = close + 1;
	as->has_value = 1;
	return takes == KPCTL_ACT_TAKES_SIGNAL ? parse_signal_name(ps, as, text) :
						 parse_caller_value(ps, as, text);
}

static int parse_verb(struct kpctl_parse *ps, struct kpctl_act_spec *as, struct kpctl_span *rest)
{
	struct kpctl_span word = act_word(*rest);
	int ret;

	rest->p = word.end;
	word.p = act_name(word).end;
	ret = parse_act_braces(ps, as, &word);
	if (ret)
		return ret;
	as->sure = span_skip(&word, "!");
	if (word.p < word.end)
		return spec_refuse(ps, ACT_EXTRA, word.p, SPAN_QUOTE(word));
	if (as->sure && as->act != KPCTL_ACT_RETURN && as->act != KPCTL_ACT_SKIP)
		return spec_refuse(ps, ACT_SURE, word.end - 1);
	return 0;
}

/* The options: each says in *given that it has been there. */

enum { GIVEN_PICK = 1, GIVEN_LIMIT = 2, GIVEN_FOR = 4 };

static int is_in_range(struct kpctl_span num, u64 max, u32 *n)
{
	u64 val;

	if (kpctl_spec_scan_u64(num, 10, &val) || !val || val > max)
		return 0;
	*n = val;
	return 1;
}

static int parse_limit(struct kpctl_parse *ps, struct kpctl_act_spec *as, struct kpctl_span text)
{
	struct kpctl_span num = text;

	as->per_second = span_len(num) > 2 && !memcmp(num.end - 2, "/s", 2);
	if (as->per_second)
		num.end -= 2;
	if (is_in_range(num, as->per_second ? KPCTL_ACT_RATE_MAX : KPCTL_ACT_LIMIT_MAX, &as->limit))
		return 0;
	return spec_refuse(ps, ACT_BAD_LIMIT, text.p, SPAN_QUOTE(text), KPCTL_ACT_LIMIT_MAX,
			   KPCTL_ACT_RATE_MAX);
}

static int parse_for(struct kpctl_parse *ps, struct kpctl_act_spec *as, struct kpctl_span text)
{
	if (kpctl_spec_scan_time(text, &as->within) || as->within < KPCTL_ACT_FOR_MIN)
		return spec_refuse(ps, ACT_BAD_FOR, text.p, SPAN_QUOTE(text));
	return 0;
}

/* Takes `1 in N` or `first N`, of which the first word is `word`. */
static int parse_pick(struct kpctl_parse *ps, struct kpctl_act_spec *as, struct kpctl_span word,
		      struct kpctl_span *rest)
{
	int is_first = span_is(word, "first");
	struct kpctl_span num;

	span_skip_space(rest);
	num = act_word(*rest);
	if (!is_first) {
		if (!span_is(num, "in"))
			return spec_refuse(ps, ACT_BAD_PICK, num.p, SPAN_QUOTE(num), KPCTL_ACT_LIMIT_MAX);
		rest->p = num.end;
		span_skip_space(rest);
		num = act_word(*rest);
	}
	rest->p = num.end;
	if (!is_in_range(num, KPCTL_ACT_LIMIT_MAX, is_first ? &as->first : &as->one_in))
		return spec_refuse(ps, ACT_BAD_PICK, num.p, SPAN_QUOTE(num), KPCTL_ACT_LIMIT_MAX);
	return 0;
}

/* 1: no option stands here. */
static int parse_option(struct kpctl_parse *ps, struct kpctl_act_spec *as, unsigned int *given,
			struct kpctl_span *rest)
{
	struct kpctl_span word = act_word(*rest), text = word;
	unsigned int option;

	if (span_is(word, "1") || span_is(word, "first"))
		option = GIVEN_PICK;
	else if (span_skip(&text, "limit="))
		option = GIVEN_LIMIT;
	else if (span_skip(&text, "for="))
		option = GIVEN_FOR;
	else
		return 1;
	if (*given & option)
		return spec_refuse(ps, ACT_OPTION_TWICE, word.p, SPAN_QUOTE(word));
	*given |= option;
	rest->p = word.end;
	if (option == GIVEN_PICK)
		return parse_pick(ps, as, word, rest);
	return option == GIVEN_LIMIT ? parse_limit(ps, as, text) : parse_for(ps, as, text);
}

int kpctl_act_parse(struct kpctl_parse *ps, struct kpctl_do *act, struct kpctl_span *rest)
{
	struct kpctl_act_spec *as = &act->acts[act->nacts];
	unsigned int given = 0, id = kpctl_act_at(*rest), i;
	const char *end;
	int ret;

	for (i = 0; i < act->nacts; i++)
		if (act->acts[i].act == id)
			return spec_refuse(ps, ACT_TWICE, rest->p, kpctl_act_name(id));
	memset(as, 0, sizeof(*as));
	as->act = id;
	as->column = kpctl_spec_column(ps, rest->p);
	as->limit = kpctl_act_info(id)->limit;
	as->within = kpctl_act_info(id)->within;
	ret = parse_verb(ps, as, rest);
	do {
		end = rest->p;
		span_skip_space(rest);
		if (!ret)
			ret = rest->p < rest->end ? parse_option(ps, as, &given, rest) : 1;
	} while (!ret);
	rest->p = end;
	if (ret < 0)
		return ret;
	act->nacts++;
	return 0;
}

/* Where a VERB may stand */

/* Refuses the line at the action. */
#define act_refuse(ps, as, name, ...)					\
	spec_refuse(ps, name, (ps)->line + (as)->column, ##__VA_ARGS__)

static int check_kind_of_act(struct kpctl_parse *ps, const struct kpctl_act_spec *as)
{
	const struct kpctl_spec *spec = ps->spec;
	int is_call = kpctl_kind_is_call(spec->kind);
	int is_function = kpctl_kind_has_entry(spec->kind) && !kpctl_kind_is_user(spec->kind);

	if (as->act == KPCTL_ACT_RETURN && !(is_function && is_call))
		return act_refuse(ps, as, ACT_NOT_RETURN, KIND_QUOTE(ps));
	if (as->act == KPCTL_ACT_SKIP && (!is_function || is_call || spec->is_addr || spec->off))
		return act_refuse(ps, as, ACT_NOT_ENTRY);
	if (as->act == KPCTL_ACT_SIGNAL &&
	    (spec->kind == KPCTL_KIND_I || spec->kind == KPCTL_KIND_S))
		return act_refuse(ps, as, ACT_NO_TASK);
	return 0;
}

/* The prototype of the line's function; -ENOENT, without a refusal: nobody knows it. */
static int find_act_types(struct kpctl_parse *ps)
{
	int ret = ps->names_wrong;

	if (!ps->names)
		return -ENOENT;
	if (!ps->names_found)
		ret = kpctl_names_find_function(ps->names, ps->spec, "", 0, ps->err);
	ps->names_found = 1;
	ps->names_wrong = ret;
	if (ret == -ENOMEM)
		return ret;
	memset(ps->err, 0, sizeof(*ps->err));
	return ret ? -ENOENT : 0;
}

/* Can one register say all that the function returns? */
static int fits_register(const struct kpctl_btf *b, const struct kpctl_btf_place *place)
{
	const u32 kinds = KPCTL_BTF_KIND(INT) | KPCTL_BTF_KIND(PTR) | KPCTL_BTF_KIND(ENUM) |
			  KPCTL_BTF_KIND(ENUM64);
	u32 id = place->type;

	return place->where == KPCTL_BTF_REG && place->nregs == 1 &&
	       kpctl_btf_is(kpctl_btf_bare(b, &id), kinds);
}

/* sym: the function's name, or the set's only pattern. */
static int check_prototype(struct kpctl_parse *ps, const struct kpctl_act_spec *as,
			   const char *sym)
{
	const char *name = kpctl_act_name(as->act);
	struct kpctl_btf_place place;
	int ret = find_act_types(ps);

	if (ret == -ENOENT && as->sure)
		return 0;
	if (ret)
		return ret == -ENOENT ? act_refuse(ps, as, ACT_NO_TYPES, sym, name) : ret;
	kpctl_btf_return_place(ps->names->btf, ps->names->proto, &place);
	if (!place.type && as->has_value)
		return act_refuse(ps, as, ACT_VOID, sym);
	if (place.type && !fits_register(ps->names->btf, &place))
		return act_refuse(ps, as, ACT_BAD_TYPE, sym);
	if (place.type && !as->has_value)
		return act_refuse(ps, as, ACT_NOT_VOID, sym);
	return 0;
}

/* A set of one name without wildcards, like a place, is about one function. */
static int is_one_function(const struct kpctl_spec *spec)
{
	struct kpctl_glob g;
	u32 pos = 0;

	if (!kpctl_kind_is_set(spec->kind))
		return 1;
	return kpctl_set_next(spec->sym, &pos, &g) && pos == KPCTL_SET_END && !g.out &&
	       strcspn(g.text, "*?[") >= g.len;
}

/* sym: as in check_prototype(); of a set of system calls it is a call's name. */
static const char *find_skip_risk(struct kpctl_parse *ps, const struct kpctl_act_spec *as,
				  const char *sym)
{
	if (as->act != KPCTL_ACT_SKIP || as->sure)
		return NULL;
	return ps->spec->is_sys && kpctl_kind_is_set(ps->spec->kind) ? kpctl_skip_call_risk(sym) :
								       kpctl_skip_risk(sym);
}

/* return and skip: what a caller is made to believe. */
static int check_caller(struct kpctl_parse *ps, const struct kpctl_act_spec *as)
{
	const char *name = kpctl_act_name(as->act), *risk, *sym = ps->spec->sym;

	if (!ps->spec->cond.ntests)
		return act_refuse(ps, as, ACT_NO_COND, name);
	if (!is_one_function(ps->spec))
		return act_refuse(ps, as, ACT_ONE_FUNCTION, name);
	if (ps->spec->is_addr)
		return as->sure ? 0 : act_refuse(ps, as, ACT_NO_TYPES, "an address", name);
	if (kpctl_kind_is_set(ps->spec->kind) && strchr(sym, ':'))
		sym = strchr(sym, ':') + 1;
	risk = find_skip_risk(ps, as, sym);
	if (risk)
		return act_refuse(ps, as, ACT_RISK, sym, risk);
	if (ps->spec->is_sys || kpctl_sys_name(sym))
		return as->has_value ? 0 : act_refuse(ps, as, ACT_NOT_VOID, sym);
	return check_prototype(ps, as, sym);
}

int kpctl_act_check(struct kpctl_parse *ps, const struct kpctl_do *act)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < act->nacts; i++) {
		const struct kpctl_act_spec *as = &act->acts[i];

		ret = check_kind_of_act(ps, as);
		if (!ret && (as->act == KPCTL_ACT_RETURN || as->act == KPCTL_ACT_SKIP))
			ret = check_caller(ps, as);
	}
	return ret;
}
