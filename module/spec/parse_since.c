// SPDX-License-Identifier: GPL-2.0
/*
 *	SINCE := ('since' | 'while') EVENT 'by' KEY [',' KEY]...
 *	EVENT := [GRP '/'] EVENT, an event that has `do start`; without GRP: of the line's group
 *	KEY   := OPERAND, see parse_operand.c; as many as the start has, and of the same sort
 *
 * The clauses stand among the arguments, in any order, before `if` and `do`. They are found
 * before the arguments are parsed, as the start's arguments are names there, and $lat is the
 * time since the first of them. Their keys are parsed behind the arguments, and may be some of
 * those, but know nothing of the start yet.
 *
 *	ARGUMENT := NAME of an argument of the start | EVENT '.' NAME
 */
#include "spec/parse.h"

static int is_since(struct kpctl_span word)
{
	return span_is(word, "since") || span_is(word, "while");
}

/* Finding */

static int copy_name(struct kpctl_parse *ps, struct kpctl_span name, char *to)
{
	if (name.p == name.end || span_len(name) >= KPCTL_NAME_MAX)
		return spec_refuse(ps, SINCE_NO_EVENT, name.p);
	kpctl_spec_scan_copy(to, name);
	return 0;
}

static int parse_since_event(struct kpctl_parse *ps, struct kpctl_span word,
			     struct kpctl_since *since)
{
	const char *slash = span_find(word, '/');
	struct kpctl_span event = word;
	int ret;

	since->column = word.p - ps->line;
	if (slash) {
		event.p = slash + 1;
		ret = copy_name(ps, span_until(word, slash), since->group);
		if (ret)
			return ret;
	} else {
		memcpy(since->group, ps->spec->group, sizeof(since->group));
	}
	return copy_name(ps, event, since->event);
}

static int find_start(struct kpctl_parse *ps, const struct kpctl_since *since,
		      struct kpctl_start *start)
{
	struct kpctl_names *events = ps->events;

	if (!events || !events->start)
		return -ENOENT;
	return events->start(events, since->group, since->event, start);
}

/* The end of the keys: behind a word that no comma follows. */
static const char *end_of_keys(struct kpctl_span rest)
{
	struct kpctl_span word;

	do {
		span_skip_space(&rest);
		word = kpctl_operand_word(rest, ",");
		rest.p = word.end;
		span_skip_space(&rest);
	} while (span_skip(&rest, ","));
	return word.end;
}

/* Takes a clause off *rest, which begins behind its first word. */
static int find_clause(struct kpctl_parse *ps, struct kpctl_span first, struct kpctl_span *rest,
		       struct kpctl_since_spans *at)
{
	struct kpctl_spec *spec = ps->out;
	struct kpctl_since *since = &spec->extra->since[spec->nsinces];
	struct kpctl_span event, by;
	int ret;

	if (spec->nsinces == KPCTL_SINCES_MAX)
		return spec_refuse(ps, SINCE_TOO_MANY, first.p, KPCTL_SINCES_MAX);
	memset(since, 0, sizeof(*since));
	since->takes = span_is(first, "since");
	if (!kpctl_spec_scan_word(rest, &event))
		return spec_refuse(ps, SINCE_NO_EVENT, first.end);
	ret = parse_since_event(ps, event, since);
	if (ret)
		return ret;
	if (find_start(ps, since, &ps->start[spec->nsinces]))
		return spec_refuse(ps, SINCE_NO_START, event.p, SPAN_QUOTE(event));
	if (!kpctl_spec_scan_word(rest, &by) || !span_is(by, "by"))
		return spec_refuse(ps, SINCE_NO_BY, event.end, SPAN_QUOTE(first), SPAN_QUOTE(event));
	at->keys[spec->nsinces] = *rest;
	rest->p = end_of_keys(*rest);
	at->keys[spec->nsinces].end = rest->p;
	at->clause[spec->nsinces] = (struct kpctl_span){ first.p, rest->p };
	ps->nstarts = ++spec->nsinces;
	return 0;
}

static int keep_since_text(struct kpctl_parse *ps, const struct kpctl_since_spans *at)
{
	struct kpctl_spec *spec = ps->out;
	unsigned int i, len = 0, room;

	for (i = 0; i < spec->nsinces; i++) {
		room = KPCTL_SINCES_TEXT - len;
		if (i && room > 1) {
			spec->extra->since_text[len++] = ' ';
			room--;
		}
		len += kpctl_spec_scan_fold(at->clause[i], spec->extra->since_text + len, room - 1);
		if (len >= KPCTL_SINCES_TEXT)
			return spec_refuse(ps, SINCE_TOO_LONG, at->clause[i].p, len,
					   KPCTL_SINCES_TEXT - 1);
		spec->extra->since_text[len] = '\0';
	}
	return 0;
}

int kpctl_since_find(struct kpctl_parse *ps, struct kpctl_span rest, struct kpctl_since_spans *at)
{
	struct kpctl_span word;
	int ret;

	while (kpctl_spec_scan_word(&rest, &word)) {
		if (span_is(word, "if") || span_is(word, "do"))
			break;
		if (!is_since(word))
			continue;
		ret = find_clause(ps, word, &rest, at);
		if (ret)
			return ret;
	}
	return keep_since_text(ps, at);
}

void kpctl_since_find_again(struct kpctl_parse *ps)
{
	u32 i;

	for (i = 0; i < ps->spec->nsinces; i++)
		if (find_start(ps, &ps->spec->extra->since[i], &ps->start[i]))
			return;
	ps->nstarts = i;
}

/* Keys */

static int sort_of(const struct kpctl_arg_spec *arg)
{
	if (kpctl_arg_is_number(arg))
		return 0;
	if (arg->walk == KPCTL_WALK_SOCK)
		return 1;
	return kpctl_type_is_string(arg->type) && !kpctl_type_is_stack(arg->type) ? 2 : 3 + arg->type;
}

int kpctl_since_same_key(const struct kpctl_arg_spec *a, const struct kpctl_arg_spec *b)
{
	return sort_of(a) == sort_of(b);
}

static const struct kpctl_arg_spec *start_key(const struct kpctl_start *start, u32 i)
{
	u8 nr = start->act->start.key[i];

	return nr < KPCTL_ARGS_MAX ? &start->spec->arg[nr] :
				     &start->act->operand[nr - KPCTL_ARGS_MAX];
}

static int parse_since_key(struct kpctl_parse *ps, const struct kpctl_operands *ops,
			   struct kpctl_since *since, const struct kpctl_start *start,
			   struct kpctl_span word)
{
	const struct kpctl_arg_spec *arg, *want;
	int ret;

	if (word.p == word.end)
		return spec_refuse(ps, SINCE_NO_KEY, word.p);
	if (since->nkeys == start->act->start.nkeys)
		return spec_refuse(ps, SINCE_KEYS, word.p, since->group, since->event,
				   start->act->start.nkeys);
	ret = kpctl_operand_parse(ops, word, &since->key[since->nkeys]);
	if (ret)
		return ret;
	arg = kpctl_operand_arg(ops, since->key[since->nkeys]);
	want = start_key(start, since->nkeys);
	if (arg->count)
		return spec_refuse(ps, DO_KEY_ARRAY, word.p, SPAN_QUOTE(word));
	if (!kpctl_since_same_key(arg, want))
		return spec_refuse(ps, SINCE_KEY_SORT, word.p, SPAN_QUOTE(word),
				   kpctl_type_name(arg->type), kpctl_type_name(want->type));
	since->nkeys++;
	return 0;
}

static int parse_since_keys(struct kpctl_parse *ps, const struct kpctl_operands *ops,
			    struct kpctl_since *since, const struct kpctl_start *start,
			    struct kpctl_span keys)
{
	struct kpctl_span word;
	int ret;

	do {
		span_skip_space(&keys);
		word = kpctl_operand_word(keys, ",");
		ret = parse_since_key(ps, ops, since, start, word);
		if (ret)
			return ret;
		keys.p = word.end;
		span_skip_space(&keys);
	} while (span_skip(&keys, ","));
	if (since->nkeys < start->act->start.nkeys)
		return spec_refuse(ps, SINCE_KEYS, word.end, since->group, since->event,
				   start->act->start.nkeys);
	return 0;
}

int kpctl_since_parse_keys(struct kpctl_parse *ps, const struct kpctl_since_spans *at,
			   struct kpctl_do *act)
{
	const struct kpctl_operands ops = { ps, act->operand, &act->noperands,
					    ARRAY_SIZE(act->operand), 1 };
	struct kpctl_spec *spec = ps->out;
	int ret = 0;
	u32 i;

	ps->in_keys = 1;
	for (i = 0; !ret && i < spec->nsinces; i++)
		ret = parse_since_keys(ps, &ops, &spec->extra->since[i], &ps->start[i], at->keys[i]);
	ps->in_keys = 0;
	return ret;
}

/* The start's arguments */

/* The name behind "EVENT.", if the word begins so; 0: it does not. */
static int skip_event(const struct kpctl_since *since, struct kpctl_span *name)
{
	return span_skip(name, since->event) && span_skip(name, ".");
}

/* Which start has the argument, and which of its arguments it is; nstarts: none has. */
static u32 find_started(const struct kpctl_parse *ps, struct kpctl_span s, u32 from, u32 *arg)
{
	struct kpctl_span name;
	u32 i;

	for (i = from; i < ps->nstarts; i++) {
		*arg = kpctl_operand_find_arg(ps->start[i].spec, s);
		if (*arg < ps->start[i].spec->nargs)
			break;
		name = s;
		if (!skip_event(&ps->spec->extra->since[i], &name))
			continue;
		*arg = kpctl_operand_find_arg(ps->start[i].spec, name);
		if (*arg < ps->start[i].spec->nargs)
			break;
	}
	return i;
}

/* Of a string nothing is left but its text. */
static u8 type_of_kept(const struct kpctl_arg_spec *kept)
{
	if (kept->type == KPCTL_TYPE_USTRING || kept->type == KPCTL_TYPE_SYMSTR)
		return KPCTL_TYPE_STRING;
	return kept->type;
}

static int take_started(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_value *v,
			struct kpctl_span s, const struct kpctl_arg_spec *kept)
{
	int is_number = kpctl_arg_is_number(kept);

	if (!kpctl_aside_has(kept))
		return spec_refuse(ps, SINCE_NOT_KEPT, s.p, SPAN_QUOTE(s));
	if (v->in_entry)
		return spec_refuse(ps, IN_ENTRY, s.p, SPAN_QUOTE(s));
	if (!is_number && (arg->nderef || v->typed))
		return spec_refuse(ps, SINCE_NOT_NUMBER, s.p, SPAN_QUOTE(s));
	arg->src = KPCTL_SRC_STARTED;
	arg->kept_fault = kpctl_arg_reads_memory(kept);
	v->steps = 1;
	if (arg->nderef || v->typed)
		return 0;
	arg->type = type_of_kept(kept);
	arg->count = kept->count;
	arg->names = kept->names;
	arg->kept_as_is = 1;
	v->named = 1;
	return 0;
}

int kpctl_since_parse_arg(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v, struct kpctl_span s)
{
	const struct kpctl_spec *spec;
	u32 since, nr, other;
	int ret;

	since = ps->in_keys ? ps->nstarts : find_started(ps, s, 0, &nr);
	if (since == ps->nstarts)
		return -ENOENT;
	if (find_started(ps, s, since + 1, &other) < ps->nstarts)
		return spec_refuse(ps, SINCE_TWO, s.p, SPAN_QUOTE(s),
				   ps->spec->extra->since[since].event, SPAN_QUOTE(s));
	spec = ps->start[since].spec;
	ret = take_started(ps, arg, v, s, &spec->arg[nr]);
	arg->since = since;
	arg->kept_bit = nr;
	arg->num = kpctl_aside_slot(spec, nr);
	return ret;
}
