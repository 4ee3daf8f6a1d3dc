// SPDX-License-Identifier: GPL-2.0
/*
 * A line of the control file, in the grammar of the kernel's kprobe_events and
 * some more; a * marks the parts that tracefs does not have:
 *
 *	LINE     := [SPEC] ['#' anything]; a mark* (mark.c) for a kernel is in the comment
 *	SPEC     := 'p' [NAME] TARGET [ARG]... [CLAUSES]; SINCE*, see parse_since.c, among the ARGs
 *	          | 'r' [MAXACTIVE] [NAME] TARGET [ARG]... [CLAUSES]
 *	          | 'f'* [MAXACTIVE] [NAME] SET [ARG]... [CLAUSES]
 *	          | 't' [NAME] TRACEPOINTS [ARG]... [CLAUSES]
 *	          | 'i'* [NAME] PERIOD [ARG]... [CLAUSES], see target_period.c
 *	          | 'w' [NAME] MEMORY [ARG]... [CLAUSES]
 *	          | '-:' [GRP '/'] EVENT [PLACE [ARG]...] | '-:' GRP '/' ...
 *	NAME     := ':' [GRP SEP] EVENT | ':' GRP SEP
 *	SEP      := '/' | '.'
 *	TARGET   := [MOD ':'] SYM ['+' OFFS] ['%return'] | ADDR
 *	          | PATH ':' OFFSET ['(' REF ')'], of p, see target_user.c and parse_user.c
 *	          | 'sys:' CALL ['+' OFFS] ['%return']*, see parse_sys.c
 *	SET      := see target_set.c
 *	TRACEPOINTS := see target_tracepoint.c
 *	MEMORY   := see target_memory.c
 *	ARG      := [NAME '='] VALUE
 *	VALUE    := FETCHARG [':' TYPE] | FETCHARG ':%pd' | FETCHARG ':%pD'
 *	          | FETCHARG ':' one of the table in parse_walk.c*
 *	FETCHARG := '%' REG | '$arg' N | '$retval' | '$stack' [N] | '$comm'
 *	          | '@' ADDR | '@' SYM [('+' | '-') OFFS]
 *	          | ('+' | '-') ['u'] OFFS '(' FETCHARG ')'
 *	          | '\' NUMBER | '\"' TEXT '"'
 *	          | '$' one of the table in vars.h*
 *	          | '$entry(' FETCHARG ')'* | '$after(' FETCHARG ')'*
 *	          | NAMED, see parse_named.c
 *	TYPE     := ELEMENT ['[' N ']']
 *	ELEMENT  := the table in types.h | 'b' WIDTH '@' BIT '/' ('8'|'16'|'32'|'64')
 *	CLAUSES  := ['if' EXPR]* ['do' ACTIONS]*
 *	EXPR     := see parse_cond.c
 *	ACTIONS  := see parse_do.c
 *
 * White space separates the words of a SPEC. Numbers are C's: 10, 0xa, 012. Parts that
 * a line leaves out are made up as in tracefs:
 *
 *	group		kprobes; of a place in a program: uprobes; of watched memory: wprobes
 *	event		p_SYM_OFFS, r_SYM_0, p_0xADDR; f_SET, f_SET__exit; t_TRACEPOINTS;
 *			p_sys_CALL; p_FILE_0xOFFSET; w_SYM, w_SYM_OFFS, w_0xADDR
 *	argument	arg1, arg2, ...; of an own variable: the variable's name
 *	type		x64; of $comm and TEXT: string; of an own variable: as in vars.h, but of
 *			$value and $old: x8 to x64, as many bytes as are watched
 *
 * Of several mistakes in a line the parser names the mistake that tracefs would name:
 * first of the kind, then the target, the names, the arguments. The clauses follow.
 */
#include "spec/parse.h"

static unsigned int count_words(struct kpctl_span rest)
{
	struct kpctl_span word;
	unsigned int n = 0;

	while (kpctl_spec_scan_word(&rest, &word))
		n++;
	return n;
}

/* The texts behind the words `if` and `do`; p is NULL if the word is missing. */
struct clauses {
	struct kpctl_span cond;
	struct kpctl_span act;
};

static void find_clauses(const struct kpctl_spec *spec, struct kpctl_span rest,
			 struct clauses *clauses)
{
	const char *at = kpctl_cond_find_do(spec, rest);

	clauses->cond = rest;
	if (!at)
		return;
	clauses->cond.end = at;
	clauses->act = span_from(rest, at + strlen("do"));
}

/* Moves behind the since or while that begins at the word; 0: none does. */
static int skip_since(const struct kpctl_parse *ps, const struct kpctl_since_spans *sinces,
		      struct kpctl_span word, struct kpctl_span *rest)
{
	u32 i;

	for (i = 0; i < ps->spec->nsinces; i++) {
		if (sinces->clause[i].p != word.p)
			continue;
		rest->p = sinces->clause[i].end;
		return 1;
	}
	return 0;
}

/* Parses arguments up to the first clause. */
static int parse_args(struct kpctl_parse *ps, struct kpctl_span *rest,
		      const struct kpctl_since_spans *sinces, struct clauses *clauses)
{
	struct kpctl_span word;
	int ret;

	memset(clauses, 0, sizeof(*clauses));
	while (kpctl_spec_scan_word(rest, &word)) {
		if (skip_since(ps, sinces, word, rest))
			continue;
		if (span_is(word, "if")) {
			find_clauses(ps->spec, *rest, clauses);
			return 0;
		}
		if (span_is(word, "do")) {
			clauses->act = *rest;
			return 0;
		}
		if (ps->spec->nargs == KPCTL_ARGS_MAX)
			return spec_refuse(ps, TOO_MANY_ARGS, word.p,
					   KPCTL_ARGS_MAX + 1 + count_words(*rest),
					   KPCTL_ARGS_MAX);
		ret = kpctl_spec_parse_arg(ps, word);
		if (ret)
			return ret;
	}
	return 0;
}

static int parse_clauses(struct kpctl_parse *ps, const struct clauses *clauses)
{
	struct kpctl_spec *spec = ps->out;
	int ret = 0;

	if (clauses->cond.p)
		ret = kpctl_cond_compile(ps, clauses->cond, &spec->cond);
	if (!ret && clauses->act.p)
		ret = kpctl_do_compile(ps, clauses->act, &spec->act);
	if (!ret && spec->act.nacts)
		ret = kpctl_act_check(ps, &spec->act);
	return ret;
}

static int parse_event(struct kpctl_parse *ps, struct kpctl_span name)
{
	struct kpctl_spec *spec = ps->out;
	int ret;

	strcpy(spec->group, kpctl_kind_is_user(spec->kind) ? "uprobes" :
			    kpctl_kind_is_data(spec->kind) ? "wprobes" : "kprobes");
	if (name.p < name.end) {
		name.p++;
		ret = kpctl_spec_parse_name(ps, name);
		if (ret)
			return ret;
	}
	if (!spec->event[0]) {
		spec->event_column = spec->target_column;
		kpctl_spec_make_name(spec);
	}
	return 0;
}

/* A set's MAXACTIVE is refused only here: the target tells whether the set sees returns. */
static int parse_target(struct kpctl_parse *ps, struct kpctl_span target,
			struct kpctl_span head)
{
	static int (*const parse[])(struct kpctl_parse *ps, struct kpctl_span word) = {
#define X(id, letter, flags, target, ...) kpctl_spec_target_##target,
		KPCTL_KINDS(X)
#undef X
	};
	struct kpctl_spec *spec = ps->out;
	int ret = parse[spec->kind](ps, target);

	if (ret || kpctl_kind_is_call(spec->kind) || !spec->has_maxactive)
		return ret;
	head.p = ps->line + spec->maxactive_column;
	return spec_refuse(ps, MAXACTIVE_ON_F, head.p, SPAN_QUOTE(head));
}

static int parse_add(struct kpctl_parse *ps, struct kpctl_span head,
		     struct kpctl_span rest)
{
	struct kpctl_spec *spec = ps->out;
	struct kpctl_span name, target;
	struct kpctl_since_spans sinces;
	struct clauses clauses;
	size_t len;
	int ret;

	spec->verb = KPCTL_VERB_ADD;
	ret = kpctl_spec_parse_kind(ps, head, &name);
	if (ret)
		return ret;
	if (!kpctl_spec_scan_word(&rest, &target))
		target.p = target.end = head.end;
	ps->behind = &rest;
	ret = parse_target(ps, target, span_until(head, name.p));
	if (!ret)
		ret = parse_event(ps, name);
	if (!ret)
		ret = kpctl_since_find(ps, rest, &sinces);
	if (!ret)
		ret = parse_args(ps, &rest, &sinces, &clauses);
	if (!ret)
		ret = kpctl_since_parse_keys(ps, &sinces, &spec->act);
	if (!ret)
		ret = parse_clauses(ps, &clauses);
	if (ret)
		return ret;
	ret = kpctl_spec_finish_after(ps);
	if (ret)
		return ret;
	spec->entry_column = ps->entry_column;
	spec->of_module |= ps->names && ps->names->in_module;

	/* a listed line must be short enough to be written to control again */
	len = kpctl_spec_list_len(spec, spec->cond.text, spec->act.text);
	if (len > KPCTL_LINE_MAX)
		return spec_refuse(ps, LIST_TOO_LONG, head.p, (unsigned int)len,
				   KPCTL_LINE_MAX);
	return 0;
}

/* The text behind the name says which of the event's probes goes; its place is kept. */
static void keep_rest(struct kpctl_parse *ps, struct kpctl_span rest)
{
	struct kpctl_span word;

	if (!kpctl_spec_scan_word(&rest, &word))
		return;
	ps->out->del_column = word.p - ps->line;
	do
		ps->out->del_len = word.end - ps->line - ps->out->del_column;
	while (kpctl_spec_scan_word(&rest, &word));
}

static int parse_del(struct kpctl_parse *ps, struct kpctl_span head,
		     struct kpctl_span rest)
{
	struct kpctl_span name = span_from(head, head.p + 1);
	int ret;

	ps->out->verb = KPCTL_VERB_DEL;
	if (name.p == name.end || *name.p != ':')
		return spec_refuse(ps, BAD_DEL, name.p);
	name.p++;
	if (name.p == name.end)
		return spec_refuse(ps, BAD_DEL, name.p);
	ps->out->event_column = name.p - ps->line;
	ret = kpctl_spec_parse_name(ps, name);
	if (!ret)
		keep_rest(ps, rest);
	return ret;
}

/* The line up to its comment. A NUL is refused: it would end the texts kept of the line. */
static int parse_bytes(struct kpctl_parse *ps, size_t len, struct kpctl_span *all)
{
	const char *hash, *nul;

	all->p = ps->line;
	all->end = ps->line + len;
	hash = span_find(*all, '#');
	if (hash)
		all->end = hash;
	nul = span_find(*all, '\0');
	if (nul)
		return spec_refuse(ps, NUL_BYTE, nul,
				   (unsigned int)(nul - ps->line + 1));
	return 0;
}

/* The elements of all tables are cleared one by one, as they are filled in. */
void kpctl_spec_clear(struct kpctl_spec *spec)
{
	memset(spec, 0, offsetof(struct kpctl_spec, arg));
	spec->extra = &spec->extra_room;
	spec->extra->mark[0] = '\0';
	spec->extra->since_text[0] = '\0';
}

/* Clears the fields of the line. Leaves the first word in *word, the rest in *rest. */
static int parse_start(struct kpctl_parse *ps, size_t len,
		       struct kpctl_span *word, struct kpctl_span *rest)
{
	int ret;

	kpctl_spec_clear(ps->out);
	memset(&ps->out->cond, 0, offsetof(struct kpctl_cond, test));
	kpctl_do_init(&ps->out->act);
	memset(ps->err, 0, sizeof(*ps->err));
	if (len > KPCTL_LINE_MAX)
		return spec_refuse(ps, LINE_TOO_LONG, ps->line + KPCTL_LINE_MAX,
				   (unsigned int)len, KPCTL_LINE_MAX);
	ret = parse_bytes(ps, len, rest);
	if (ret)
		return ret;
	return kpctl_spec_scan_word(rest, word) ? 0 : -ENOENT;
}

static struct kpctl_names *types_of(struct kpctl_names *names)
{
	return names && names->types ? names : NULL;
}

int kpctl_spec_parse_named(const char *line, size_t len, struct kpctl_names *names,
			   struct kpctl_spec *spec, struct kpctl_err *err)
{
	struct kpctl_parse ps = { .line = line, .spec = spec, .out = spec, .err = err,
				  .names = types_of(names), .events = names };
	struct kpctl_span head, rest;
	int ret;

	if (names)
		names->in_module = 0;
	ret = parse_start(&ps, len, &head, &rest);
	if (ret)
		return ret;
	if (*head.p == '-')
		return parse_del(&ps, head, rest);
	if (!kpctl_spec_is_kind(head))
		return kpctl_spec_refuse_kind(&ps, head);
	ret = kpctl_spec_parse_mark(&ps, (struct kpctl_span){ rest.end, line + len });
	return ret ? ret : parse_add(&ps, head, rest);
}

int kpctl_spec_parse(const char *line, size_t len, struct kpctl_spec *spec,
		     struct kpctl_err *err)
{
	return kpctl_spec_parse_named(line, len, NULL, spec, err);
}

/* A place of its own kind: a tracepoint behind a "t", patterns, or one place. */
static int parse_place(struct kpctl_parse *ps, struct kpctl_span target,
		       struct kpctl_span *rest)
{
	struct kpctl_span more = *rest, word;

	if (span_is(target, "t") && kpctl_spec_scan_word(&more, &word)) {
		*rest = more;
		ps->out->kind = KPCTL_KIND_T;
		return kpctl_spec_target_tracepoint(ps, word);
	}
	if (*target.p == '/')
		return spec_refuse(ps, USER_CHECK, target.p);
	if (!kpctl_spec_scan_any(target, GLOB_CHARS))
		return kpctl_spec_target_place(ps, target);
	ps->out->kind = KPCTL_KIND_F;
	return kpctl_spec_target_set(ps, target);
}

int kpctl_spec_parse_place(const char *line, size_t len,
			   struct kpctl_spec *spec, struct kpctl_err *err)
{
	struct kpctl_parse ps = { .line = line, .spec = spec, .out = spec,
				  .err = err };
	struct kpctl_span target, rest, extra;
	int ret;

	ret = parse_start(&ps, len, &target, &rest);
	if (ret)
		return ret;
	ret = parse_place(&ps, target, &rest);
	if (ret)
		return ret;
	if (kpctl_spec_scan_word(&rest, &extra))
		return spec_refuse(&ps, PLACE_EXTRA, extra.p, SPAN_QUOTE(extra));
	return 0;
}

int kpctl_cond_parse_named(const char *text, size_t len, struct kpctl_names *names,
			   const struct kpctl_spec *spec, struct kpctl_cond *cond,
			   struct kpctl_err *err)
{
	struct kpctl_parse ps = { .line = text, .spec = spec, .err = err,
				  .names = types_of(names), .events = names };
	struct kpctl_span all, rest, word, more;
	const char *at;
	int ret;

	memset(err, 0, sizeof(*err));
	memset(cond, 0, offsetof(struct kpctl_cond, test));
	ret = parse_bytes(&ps, len, &all);
	if (ret)
		return ret;
	rest = all;
	if (!kpctl_spec_scan_word(&rest, &word))
		return -ENOENT;
	if (!kpctl_spec_scan_word(&rest, &more) &&
	    (span_is(word, "0") || span_is(word, "none")))
		return -ENOENT;
	at = kpctl_cond_find_do(spec, all);
	if (at)
		return spec_refuse(&ps, COND_DO, at);
	kpctl_since_find_again(&ps);
	return kpctl_cond_compile(&ps, all, cond);
}

int kpctl_cond_parse(const char *text, size_t len, const struct kpctl_spec *spec,
		     struct kpctl_cond *cond, struct kpctl_err *err)
{
	return kpctl_cond_parse_named(text, len, NULL, spec, cond, err);
}

int kpctl_do_parse(const char *text, size_t len, const struct kpctl_spec *spec,
		   struct kpctl_do *act, struct kpctl_err *err)
{
	struct kpctl_parse ps = { .line = text, .spec = spec, .err = err };
	struct kpctl_span all, rest;
	int ret;

	memset(err, 0, sizeof(*err));
	kpctl_do_init(act);
	ret = parse_bytes(&ps, len, &all);
	if (ret)
		return ret;
	rest = all;
	span_skip_space(&rest);
	return rest.p == rest.end ? -ENOENT : kpctl_do_compile(&ps, all, act);
}
