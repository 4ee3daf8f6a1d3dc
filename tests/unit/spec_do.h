/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The actions behind `do`: a table of texts, limits, and random clauses that are
 * made of known parts, so that what must come out of them is known.
 */
#ifndef SPEC_DO_H
#define SPEC_DO_H

/* For the event of spec_cond.h. NULL: not compared, or refused. */
static const struct {
	const char *text;
	const char *dump;
	int ret;
	unsigned int code, column;
} actions[] = {
	{ "", NULL, -ENOENT, 0, 0 },
	{ " \t\n", NULL, -ENOENT, 0, 0 },
	{ "# emit", NULL, -ENOENT, 0, 0 },
	{ "emit\n", " do{emit} emit", 0, 0, 0 },
	{ " count\tby\n n # why",
	  " do{count by n} c1 count by n 4096 'count by n'", 0, 0, 0 },
	{ "stop", " do{stop} stop(0)", 0, 0, 0 },
	{ "emit,stop", " do{emit,stop} emit stop(0)", 0, 0, 0 },
	{ "stop(100) , emit", " do{stop(100) , emit} emit stop(100)", 0, 0, 0 },
	{ "count by n, stop(7)", " do{count by n, stop(7)} stop(7) count by n 4096 'count by n'", 0, 0, 0 },
	{ "stop(1000000000)", " do{stop(1000000000)} stop(1000000000)", 0, 0, 0 },
	{ "stop, stop(3)", NULL, -EINVAL, KPCTL_E_DO_STOP_TWICE, 6 },
	{ "stop()", NULL, -EINVAL, KPCTL_E_DO_BAD_STOP, 5 },
	{ "stop(0)", NULL, -EINVAL, KPCTL_E_DO_BAD_STOP, 5 },
	{ "stop(1000000001)", NULL, -EINVAL, KPCTL_E_DO_BAD_STOP, 5 },
	{ "stop(n)", NULL, -EINVAL, KPCTL_E_DO_BAD_STOP, 5 },
	{ "stop(5", NULL, -EINVAL, KPCTL_E_DO_BAD_STOP, 5 },
	{ "stop(5)x", NULL, -EINVAL, KPCTL_E_DO_BAD_STOP, 5 },
	{ "stop (5)", NULL, -EINVAL, KPCTL_E_DO_EXTRA, 5 },
	{ "stop by n", NULL, -EINVAL, KPCTL_E_DO_EXTRA, 5 },
	{ "stops", NULL, -EINVAL, KPCTL_E_DO_BAD_ACTION, 0 },
	{ "print", " do{print} print(10)", 0, 0, 0 },
	{ "print(1000), stop(5), emit", " do{print(1000), stop(5), emit} emit stop(5) print(1000)", 0, 0, 0 },
	{ "count by n, print", " do{count by n, print} print(10) count by n 4096 'count by n'", 0, 0, 0 },
	{ "print, print", NULL, -EINVAL, KPCTL_E_DO_PRINT_TWICE, 7 },
	{ "print(0)", NULL, -EINVAL, KPCTL_E_DO_BAD_PRINT, 6 },
	{ "print(1001)", NULL, -EINVAL, KPCTL_E_DO_BAD_PRINT, 6 },
	{ "print()", NULL, -EINVAL, KPCTL_E_DO_BAD_PRINT, 6 },
	{ "print(5)x", NULL, -EINVAL, KPCTL_E_DO_BAD_PRINT, 6 },
	{ "print by n", NULL, -EINVAL, KPCTL_E_DO_EXTRA, 6 },
	{ "prints", NULL, -EINVAL, KPCTL_E_DO_BAD_ACTION, 0 },
	{ "return(-5)", " do{return(-5)} return(-5) 100 10000000000", 0, 0, 0 },
	{ "return(-EIO)! , emit", " do{return(-EIO)! , emit} emit return(-5)! 100 10000000000", 0, 0, 0 },
	{ "return(0x10) limit=7 for=1500ms", " do{return(0x10) limit=7 for=1500ms} return(16) 7 1500000000", 0, 0, 0 },
	{ "skip", " do{skip} skip 100 10000000000", 0, 0, 0 },
	{ "skip! 1 in 10", " do{skip! 1 in 10} skip! 100 10000000000 1in10", 0, 0, 0 },
	{ "skip(1) for=1h first\t3 limit=20/s", NULL, -EINVAL, KPCTL_E_ACT_BAD_FOR, 12 },
	{ "skip(1) for=2s first\t3 limit=20/s",
	  " do{skip(1) for=2s first 3 limit=20/s} skip(1) 20/s 2000000000 first3", 0, 0, 0 },
	{ "signal(SIGUSR1)", " do{signal(SIGUSR1)} signal(10) 1 0", 0, 0, 0 },
	{ "signal(64) limit=1000000000", " do{signal(64) limit=1000000000} signal(64) 1000000000 0", 0, 0, 0 },
	{ "count by n, dump, panic", " do{count by n, dump, panic} dump 10 0 panic 1 0 count by n 4096 'count by n'", 0, 0, 0 },
	{ "dump limit=1000/s,emit", " do{dump limit=1000/s,emit} emit dump 1000/s 0", 0, 0, 0 },
	{ "dump for=1ms", " do{dump for=1ms} dump 10 1000000", 0, 0, 0 },
	{ "return(9223372036854775807)", " do{return(9223372036854775807)} return(9223372036854775807) 100 10000000000", 0, 0, 0 },
	{ "return(9223372036854775808)", NULL, -EINVAL, KPCTL_E_ACT_BAD_VALUE, 7 },
	{ "dump, dump", NULL, -EINVAL, KPCTL_E_ACT_TWICE, 6 },
	{ "return(1), emit, return(2)", NULL, -EINVAL, KPCTL_E_ACT_TWICE, 17 },
	{ "return", NULL, -EINVAL, KPCTL_E_ACT_BAD_VALUE, 6 },
	{ "return()", NULL, -EINVAL, KPCTL_E_ACT_BAD_VALUE, 7 },
	{ "return(x)", NULL, -EINVAL, KPCTL_E_ACT_BAD_VALUE, 7 },
	{ "return(EIO)", NULL, -EINVAL, KPCTL_E_ACT_NO_MINUS, 7 },
	{ "return(-5", NULL, -EINVAL, KPCTL_E_ACT_NOT_CLOSED, 9 },
	{ "return( -5)", NULL, -EINVAL, KPCTL_E_ACT_NOT_CLOSED, 7 },
	{ "return(-5)x", NULL, -EINVAL, KPCTL_E_ACT_EXTRA, 10 },
	{ "skip!!", NULL, -EINVAL, KPCTL_E_ACT_EXTRA, 5 },
	{ "dump(1)", NULL, -EINVAL, KPCTL_E_ACT_TAKES_NOTHING, 4 },
	{ "dump!", NULL, -EINVAL, KPCTL_E_ACT_SURE, 4 },
	{ "signal(SIGKILL)!", NULL, -EINVAL, KPCTL_E_ACT_SURE, 15 },
	{ "signal", NULL, -EINVAL, KPCTL_E_ACT_BAD_SIGNAL, 6 },
	{ "signal(0)", NULL, -EINVAL, KPCTL_E_ACT_BAD_SIGNAL, 7 },
	{ "signal(65)", NULL, -EINVAL, KPCTL_E_ACT_BAD_SIGNAL, 7 },
	{ "signal(USR1)", NULL, -EINVAL, KPCTL_E_ACT_BAD_SIGNAL, 7 },
	{ "panic limit=0", NULL, -EINVAL, KPCTL_E_ACT_BAD_LIMIT, 12 },
	{ "panic limit=1000000001", NULL, -EINVAL, KPCTL_E_ACT_BAD_LIMIT, 12 },
	{ "panic limit=1001/s", NULL, -EINVAL, KPCTL_E_ACT_BAD_LIMIT, 12 },
	{ "panic limit=/s", NULL, -EINVAL, KPCTL_E_ACT_BAD_LIMIT, 12 },
	{ "panic limit=5/m", NULL, -EINVAL, KPCTL_E_ACT_BAD_LIMIT, 12 },
	{ "panic for=10", NULL, -EINVAL, KPCTL_E_ACT_BAD_FOR, 10 },
	{ "panic for=999us", NULL, -EINVAL, KPCTL_E_ACT_BAD_FOR, 10 },
	{ "panic 1 in", NULL, -EINVAL, KPCTL_E_ACT_BAD_PICK, 10 },
	{ "panic 1 in 0", NULL, -EINVAL, KPCTL_E_ACT_BAD_PICK, 11 },
	{ "panic 1 of 3", NULL, -EINVAL, KPCTL_E_ACT_BAD_PICK, 8 },
	{ "panic first x", NULL, -EINVAL, KPCTL_E_ACT_BAD_PICK, 12 },
	{ "panic first 3 1 in 2", NULL, -EINVAL, KPCTL_E_ACT_OPTION_TWICE, 14 },
	{ "panic limit=3 limit=3", NULL, -EINVAL, KPCTL_E_ACT_OPTION_TWICE, 14 },
	{ "panic by n", NULL, -EINVAL, KPCTL_E_DO_EXTRA, 6 },
	{ "panics", NULL, -EINVAL, KPCTL_E_DO_BAD_ACTION, 0 },
	{ "none", NULL, -EINVAL, KPCTL_E_DO_BAD_ACTION, 0 },
	{ "do emit", NULL, -EINVAL, KPCTL_E_DO_BAD_ACTION, 0 },
	{ "if n == 1", NULL, -EINVAL, KPCTL_E_DO_BAD_ACTION, 0 },
	{ "hist(x) by s, b",
	  " do{hist(x) by s, b} hist(x) by s,b 4096 'hist(x) by s, b'", 0, 0, 0 },
	{ "hist(s)", NULL, -EINVAL, KPCTL_E_DO_BAD_VALUE, 5 },
	{ "hist(a)", NULL, -EINVAL, KPCTL_E_DO_BAD_VALUE, 5 },
	{ "hist( stacktrace )", NULL, -EINVAL, KPCTL_E_DO_BAD_VALUE, 6 },
	{ "count by a", NULL, -EINVAL, KPCTL_E_DO_KEY_ARRAY, 9 },
	/* the event has an argument of that name: these are two */
	{ "count by stacktrace, $stacktrace",
	  " do{count by stacktrace, $stacktrace}"
	  " [stacktrace=$stacktrace stacktrace:0 stack c21]"
	  " count by stacktrace,$stacktrace 4096 'count by stacktrace, $stacktrace'",
	  0, 0, 0 },
	{ "count by n\0", " do{count by n} count by n 4096 'count by n'", 0, 0, 0 },
};

static const char *check_dump(const struct kpctl_spec *spec, const char *text,
			      size_t len, const char *want)
{
	static struct spec_dump dump;
	static struct kpctl_do act;
	struct kpctl_err err;
	int fill;

	for (fill = 0; fill <= 0xff; fill += 0xff) {
		memset(&act, fill, sizeof(act));
		if (do_exact(text, len, spec, &act, &err))
			return say("refused at %u: %s", err.column, err.text);
		dump.len = 0;
		dump_do(&dump, spec, &act, 1);
		if (strcmp(dump.text, want))
			return say("got  %s\n# want %s", dump.text, want);
	}
	return NULL;
}

static void test_actions(void)
{
	const struct kpctl_spec *spec = filtered_spec();
	static struct kpctl_do act;
	struct kpctl_err err;
	const char *wrong;
	size_t i, len;
	int ret;

	for (i = 0; i < ARRAY_SIZE(actions); i++) {
		len = strlen(actions[i].text);
		wrong = check_actions(actions[i].text, len, spec, &ret);
		do_exact(actions[i].text, len, spec, &act, &err);
		if (!wrong && ret != actions[i].ret)
			wrong = say("got %d: %s", ret, err.text);
		if (!wrong && ret && ret != -ENOENT)
			wrong = check_code(ret, len, &err, actions[i].code,
					   actions[i].column);
		if (!wrong && actions[i].dump)
			wrong = check_dump(spec, actions[i].text, len,
					   actions[i].dump);
		ktap_unless(wrong, "actions: %s", actions[i].text);
	}
}

/* An event keeps no more of a spec than its arguments. */
static const char *check_do_untouched(void)
{
	size_t size = offsetof(struct kpctl_spec, arg) +
		      filtered_spec()->nargs * sizeof(struct kpctl_arg_spec);
	struct kpctl_spec *kept = malloc(size);
	static const char text[] = "emit, hist($lat) by comm, count by n, $arg2";
	static struct kpctl_do act;
	struct kpctl_err err;
	const char *wrong = NULL;

	if (!kept)
		abort();
	memcpy(kept, filtered_spec(), size);
	if (kpctl_do_parse(text, strlen(text), kept, &act, &err))
		wrong = say("refused: %s", err.text);
	else if (memcmp(kept, filtered_spec(), size))
		wrong = "the event was changed";
	else if (strcmp(act.text, text) || act.naggrs != 2 || !act.emit)
		wrong = "wrong actions";
	free(kept);
	return wrong;
}

/* The name of an operand: as written, without its $, cut where the field ends. */
static const char *check_names(void)
{
	static const struct {
		const char *key, *name;
	} names[] = {
		{ "$comm", "comm" }, { "comm", "comm" }, { "%di", "%di" },
		{ "$retval:s32", "retval:s32" }, { "$arg1", "arg1" },
		{ "+0($arg1):string", "+0($arg1):string" },
		{ "$arg1:%pd", "arg1:%pd" },
		{ "+0(+0(+0(+0(+0($arg1))))):ustring", "+0(+0(+0(+0(+0($arg1))))):ustrin" },
	};
	static struct kpctl_spec spec;
	struct kpctl_err err;
	char line[128];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(line, sizeof(line), "r f do count by %s", names[i].key);
		if (parse_exact(line, strlen(line), &spec, &err))
			return say("%s: %s", line, err.text);
		if (spec.act.noperands != 1 ||
		    strcmp(spec.act.operand[0].name, names[i].name))
			return say("%s: %s", line, spec.act.operand[0].name);
	}
	return NULL;
}

/* All the room that operands have is used: each table a value and as many keys as it may. */
static const char *check_all_operands(void)
{
	static char line[512];
	static struct kpctl_spec spec;
	struct kpctl_err err;
	int len = snprintf(line, sizeof(line), "p f do ");
	unsigned int i, k, n = 0;

	for (i = 0; i < KPCTL_AGGRS_MAX; i++) {
		len += snprintf(line + len, sizeof(line) - len, "%shist($stack%u)",
				i ? ", " : "", n++);
		for (k = 0; k < KPCTL_KEYS_MAX; k++)
			len += snprintf(line + len, sizeof(line) - len, "%s$stack%u",
					k ? "," : " by ", n++);
	}
	if (parse_exact(line, len, &spec, &err))
		return say("%s: %s", line, err.text);
	if (spec.act.noperands != n)
		return say("%u operands", spec.act.noperands);
	return check_listing(&spec);
}

/* The listing's length counts what is behind `do`, too. */
static size_t make_do_line(char *line, size_t symbol)
{
	size_t len = make_list_line(line, symbol);

	len = put_repeated(line, len, " do count size=", 1);
	len = put_repeated(line, len, "0", 200);
	return put_repeated(line, len, "1", 1);
}

static void test_do_list_limit(void)
{
	static char line[WORK_MAX], list[LIST_MAX];
	static struct kpctl_spec spec;
	struct kpctl_err err;
	size_t len, n;
	int base;

	len = make_do_line(line, 1);
	if (parse_exact(line, len, &spec, &err))
		abort();
	base = kpctl_spec_print(&spec, NULL, spec.act.text, list, sizeof(list)) - 1;
	for (n = KPCTL_LINE_MAX - 1; n <= KPCTL_LINE_MAX + 1; n++) {
		len = make_do_line(line, n - base);
		ktap_unless(check_limit(line, len, n > KPCTL_LINE_MAX,
			    KPCTL_E_LIST_TOO_LONG, 0),
		"limit: listing with actions, %zu", n);
	}
}

/*
 * Clauses of known parts. The event has arguments called as the words of the
 * grammar and as a variable are; a key that is a word stands first, for behind a
 * comma it would be an action.
 */
static const char do_event[] = "r f count=%di by=%dx size=%cx"
			       " emit=+0($arg1):string uid=$stack1";

static const struct {
	const char *text, *name;
	u8 arg;			/* KPCTL_ARGS_MAX: none of the event */
	u8 is_string;
	u8 is_word;
} parts[] = {
	{ "count", "count", 0, 0, 1 },
	{ "by", "by", 1, 0, 0 },
	{ "size", "size", 2, 0, 0 },
	{ "emit", "emit", 3, 1, 1 },
	{ "uid", "uid", 4, 0, 0 },
	{ "$uid", "uid", KPCTL_ARGS_MAX, 0, 0 },
	{ "comm", "comm", KPCTL_ARGS_MAX, 1, 0 },
	{ "$lat", "lat", KPCTL_ARGS_MAX, 0, 0 },
	{ "cpu", "cpu", KPCTL_ARGS_MAX, 0, 0 },
	{ "+0($arg1):string", "+0($arg1):string", KPCTL_ARGS_MAX, 1, 0 },
	{ "$retval", "retval", KPCTL_ARGS_MAX, 0, 0 },
	{ "stacktrace", "stacktrace", KPCTL_ARGS_MAX, 1, 0 },
	{ "%di:b4@2/8", "%di:b4@2/8", KPCTL_ARGS_MAX, 0, 0 },
};

#define CLAUSES		20000
#define PART		(rnd(ARRAY_SIZE(parts)))

struct want {
	unsigned int action, value, nkeys, key[KPCTL_KEYS_MAX], entries, top;
	size_t text, text_len;
};

struct clause {
	char text[2048], folded[2048];
	size_t len, folded_len;
	struct want want[KPCTL_AGGRS_MAX];
	unsigned int n, emit;
};

static void clause_put(struct clause *c, const char *text)
{
	c->len += snprintf(c->text + c->len, sizeof(c->text) - c->len, "%s", text);
	c->folded_len += snprintf(c->folded + c->folded_len,
				  sizeof(c->folded) - c->folded_len, "%s", text);
}

/* White space; where two words would run together there is some. */
static void clause_gap(struct clause *c, int needed)
{
	static const char * const gaps[] = { "", " ", "\t", " \n  " };
	const char *gap = gaps[needed ? 1 + rnd(3) : rnd(4)];

	c->len += snprintf(c->text + c->len, sizeof(c->text) - c->len, "%s", gap);
	if (*gap)
		c->folded[c->folded_len++] = ' ';
	c->folded[c->folded_len] = '\0';
}

/* A part that w does not have; behind a comma no word of the grammar. */
static unsigned int choose_key(const struct want *w)
{
	unsigned int part, i;

	do {
		part = PART;
		for (i = 0; i < w->nkeys && w->key[i] != part; i++)
			;
	} while (i < w->nkeys || (w->nkeys && parts[part].is_word));
	return part;
}

static int has_value(const struct want *w)
{
	return kpctl_action_has_value(w->action);
}

static int same_want(const struct want *a, const struct want *b)
{
	return a->action == b->action && a->value == b->value &&
	       a->nkeys == b->nkeys && !memcmp(a->key, b->key, sizeof(a->key));
}

static void choose_want(struct clause *c, struct want *w)
{
	unsigned int nkeys, i;

	do {
		memset(w, 0, sizeof(*w));
		w->action = rnd(KPCTL_ACTION_NR);
		do
			w->value = has_value(w) ? PART : 0;
		while (has_value(w) && parts[w->value].is_string);
		for (nkeys = rnd(KPCTL_KEYS_MAX + 1); w->nkeys < nkeys; w->nkeys++)
			w->key[w->nkeys] = choose_key(w);
		for (i = 0; i < c->n && !same_want(w, &c->want[i]); i++)
			;
	} while (i < c->n);
	w->entries = rnd(2) ? 1 + rnd(KPCTL_ENTRIES_MAX) : 0;
	w->top = w->nkeys && rnd(2) ? 1 + rnd(w->entries ?: KPCTL_ENTRIES_MAX) : 0;
}

static void write_value(struct clause *c, const struct want *w)
{
	clause_put(c, kpctl_action_name(w->action));
	if (!has_value(w))
		return;
	clause_gap(c, 0);
	clause_put(c, "(");
	clause_gap(c, 0);
	clause_put(c, parts[w->value].text);
	clause_gap(c, 0);
	clause_put(c, ")");
}

static void write_keys(struct clause *c, const struct want *w)
{
	unsigned int i;

	for (i = 0; i < w->nkeys; i++) {
		if (!i) {
			clause_gap(c, !has_value(w));
			clause_put(c, "by");
			clause_gap(c, 1);
		} else {
			clause_gap(c, 0);
			clause_put(c, ",");
			clause_gap(c, 0);
		}
		clause_put(c, parts[w->key[i]].text);
	}
}

static void write_top(struct clause *c, const struct want *w)
{
	char number[32];

	if (!w->top)
		return;
	clause_gap(c, 1);
	snprintf(number, sizeof(number), "top=%u", w->top);
	clause_put(c, number);
}

static void write_aggr(struct clause *c, struct want *w)
{
	char number[32];
	int is_first;

	w->text = c->folded_len;
	write_value(c, w);
	write_keys(c, w);
	w->text_len = c->folded_len - w->text;
	is_first = rnd(2);
	if (is_first)
		write_top(c, w);
	if (w->entries) {
		clause_gap(c, 1);
		snprintf(number, sizeof(number), rnd(2) ? "size=%u" : "size=0x%x",
			 w->entries);
		clause_put(c, number);
	}
	if (!is_first)
		write_top(c, w);
	if (w->top)
		w->text_len = c->folded_len - w->text;
}

static void write_clause(struct clause *c)
{
	unsigned int n = rnd(KPCTL_AGGRS_MAX + 1), i, emit;

	memset(c, 0, sizeof(*c));
	emit = n ? rnd(2 * n) : 0;	/* in front of that one; n and above: none */
	for (i = 0; i < n || !i; i++) {
		if (i) {
			clause_gap(c, 0);
			clause_put(c, ",");
			clause_gap(c, 0);
		}
		if (i == emit) {
			clause_put(c, "emit");
			c->emit = 1;
		}
		if (i == emit && n) {
			clause_gap(c, 0);
			clause_put(c, ",");
			clause_gap(c, 0);
		}
		if (n) {
			choose_want(c, &c->want[c->n]);
			write_aggr(c, &c->want[c->n++]);
		}
	}
}

static int is_part(const struct kpctl_do *act, u8 index, unsigned int part)
{
	if (parts[part].arg < KPCTL_ARGS_MAX)
		return index == parts[part].arg;
	return index >= KPCTL_ARGS_MAX &&
	       !strcmp(act->operand[index - KPCTL_ARGS_MAX].name, parts[part].name);
}

static const char *check_want(const struct kpctl_do *act,
			      const struct kpctl_aggr_spec *aggr, const struct want *w)
{
	unsigned int i;

	if (aggr->action != w->action || aggr->nkeys != w->nkeys ||
	    aggr->entries != (w->entries ?: w->top > KPCTL_ENTRIES_DEFAULT ? w->top : KPCTL_ENTRIES_DEFAULT) ||
	    aggr->top != w->top)
		return "kind, keys, size or top";
	if (has_value(w) && !is_part(act, aggr->value, w->value))
		return "value";
	for (i = 0; i < w->nkeys; i++)
		if (!is_part(act, aggr->key[i], w->key[i]))
			return "key";
	if (aggr->text != w->text || aggr->text_len != w->text_len)
		return "text";
	return NULL;
}

static const char *check_clause(const struct clause *c, const struct kpctl_spec *spec)
{
	static struct kpctl_do act;
	struct kpctl_err err;
	const char *wrong;
	unsigned int i;
	int ret;

	wrong = check_actions(c->text, c->len, spec, &ret);
	if (wrong)
		return wrong;
	if (do_exact(c->text, c->len, spec, &act, &err))
		return say("refused: %s", err.text);
	if (strcmp(act.text, c->folded))
		return "the text";
	if (act.naggrs != c->n || act.emit != c->emit)
		return "number of actions";
	for (i = 0; !wrong && i < c->n; i++)
		wrong = check_want(&act, &act.aggr[i], &c->want[i]);
	return wrong;
}

static const char *check_clauses(void)
{
	static struct kpctl_spec spec;
	static struct clause clause;
	struct kpctl_err err;
	const char *wrong;
	unsigned int i;

	if (parse_exact(do_event, strlen(do_event), &spec, &err))
		return say("refused: %s", err.text);
	for (i = 0; i < CLAUSES; i++) {
		do
			write_clause(&clause);
		while (clause.folded_len >= KPCTL_DO_MAX);
		wrong = check_clause(&clause, &spec);
		if (wrong)
			return say("%s: %s", clause.text, wrong);
	}
	return NULL;
}

static const char *check_do_changes(void)
{
	static char text[WORK_MAX];
	static struct clause clause;
	static struct kpctl_spec spec;
	struct kpctl_err err;
	unsigned int i, taken = 0, changes;
	const char *wrong;
	size_t len;
	int ret;

	if (parse_exact(do_event, strlen(do_event), &spec, &err))
		return say("refused: %s", err.text);
	for (i = 0; i < RANDOM_LINES; i++) {
		write_clause(&clause);
		len = clause.len;
		memcpy(text, clause.text, len);
		for (changes = 1 + rnd(4); changes; changes--)
			len = mutate(text, len);
		wrong = check_actions(text, len, &spec, &ret);
		if (wrong)
			return say("actions %u, %.*s: %s", i, (int)len, text, wrong);
		taken += !ret;
	}
	ktap_diag("%u of %u random actions were legal", taken, RANDOM_LINES);
	return taken && taken < RANDOM_LINES ? NULL : "all or none were legal";
}

#endif /* SPEC_DO_H */
