/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Spans: `do start`, and since and while that name events which have it. The session's events
 * are these.
 */
#ifndef SPEC_SINCE_H
#define SPEC_SINCE_H

static const char * const started_lines[] = {
	"p:io/start f rq=%di sector=+8(%si):u64 name=+0(%dx):string a=+0(%cx):u8[4] who=$comm "
		"list=+0(%r8):string[] st=$stacktrace do start by rq within=5s",
	"p:io/two f sector=%di:u32 n=%si do emit, start by %di, $comm size=7 once",
	"p:kprobes/text f do start by +0(%di):string",
	"p:io/none f rq=%di do count by rq",
	"p:io/stack f rq=%di st=$stacktrace do start by rq",
};

static struct kpctl_spec started_spec[ARRAY_SIZE(started_lines)];

static int find_made_start(struct kpctl_names *names, const char *group, const char *event,
			   struct kpctl_start *start)
{
	size_t i;

	(void)names;
	for (i = 0; i < ARRAY_SIZE(started_spec); i++) {
		if (strcmp(started_spec[i].group, group) || strcmp(started_spec[i].event, event) ||
		    !started_spec[i].act.starts)
			continue;
		start->spec = &started_spec[i];
		start->act = &started_spec[i].act;
		return 0;
	}
	return -ENOENT;
}

static struct kpctl_names events_alone = { .start = find_made_start };

static const struct {
	const char *line, *dump;
	unsigned int code, column;
} since_lines[] = {
	/* starts */
	{ "p f do start by %di",
	  "p kprobes/p_f_0 f+0 t2 e2 do{start by %di} c7 [%di=%di reg:112 x64 c16] start by %di 4096 within 10000000000", 0, 0 },
	{ "p f rq=%di do count, start by rq , $tid size=0x10 within=2ms once",
	  "p kprobes/p_f_0 f+0 t2 e2 [rq=%di reg:112 x64 c4] do{count, start by rq , $tid size=0x10 within=2ms once} c14 [tid=$tid tid:0 u32 c35] count 4096 'count' start by rq,$tid 16 within 2000000 once", 0, 0 },
	{ "p f start=%di do count by start, start by start",
	  "p kprobes/p_f_0 f+0 t2 e2 [start=%di reg:112 x64 c4] do{count by start, start by start} c17 count by start 4096 'count by start' start by start 4096 within 10000000000", 0, 0 },
	{ "p f do start", NULL, KPCTL_E_START_NO_KEY, 12 },
	{ "p f do start by", NULL, KPCTL_E_DO_NO_KEY, 15 },
	{ "p f do start by %di, start by %si", NULL, KPCTL_E_START_TWICE, 21 },
	{ "p f do start by %di within=5", NULL, KPCTL_E_START_BAD_WITHIN, 27 },
	{ "p f do start by %di within=0s", NULL, KPCTL_E_START_BAD_WITHIN, 27 },
	{ "p f do start by %di within=10G", NULL, KPCTL_E_START_BAD_WITHIN, 27 },
	{ "p f do start by %di within=99999999999s", NULL, KPCTL_E_START_BAD_WITHIN, 27 },
	{ "p f do start by %di twice", NULL, KPCTL_E_DO_EXTRA, 20 },
	{ "p f do start by %di size=0", NULL, KPCTL_E_DO_SIZE_RANGE, 25 },
	{ "p f a=+0(%di):u64[64] b=+0(%di):u64[64] do start by %di", NULL, KPCTL_E_START_TOO_BIG, 43 },
	/* clauses */
	{ "p:io/end g since io/start by %di",
	  "p io/end g+0 t9 e5 since{since io/start by %di} [=%di reg:112 x64 c29] emit 0:since io/start by %di", 0, 0 },
	{ "p:io/end g since start by rq rq=%si lat=$lat while two by rq , comm sec=start.sector if who == \"x\" do hist($lat) by name",
	  "p io/end g+0 t9 e5 [rq=%si reg:104 x64 c29] [lat=$lat lat:0 ns c36] [sec=start.sector started:16@0.1? u64 c68] if{who == \"x\"} c88 [=who started:40@0.4 string c88] 0:who SAME 'x' y n since{since start by rq while two by rq , comm} do{hist($lat) by name} c102 [=$comm comm:0 string c63] [lat=$lat lat:0 ns c107] [name=name started:24@0.2? string c116] hist($lat) by name 4096 'hist($lat) by name' 0:since io/start by rq 1:while io/two by rq,$comm", 0, 0 },
	{ "p g since io/start by %di s=name a:u32", NULL, KPCTL_E_SINCE_NOT_NUMBER, 33 },
	{ "p g since io/start by %di s=name a rq who:string", NULL, KPCTL_E_SINCE_NOT_NUMBER, 38 },
	{ "p g since io/start by %di x=+8(a)", NULL, KPCTL_E_SINCE_NOT_NUMBER, 31 },
	{ "p g since io/start by %di list", NULL, KPCTL_E_SINCE_NOT_KEPT, 26 },
	{ "p g since io/start by %di if list == 3", NULL, KPCTL_E_SINCE_NOT_KEPT, 29 },
	{ "p:io/end g since io/start by %di st do hist($lat) by start.st",
	  "p io/end g+0 t9 e5 [st=st started:48@0.6 stack c33] since{since io/start by %di} do{hist($lat) by start.st} c39 [=%di reg:112 x64 c29] [lat=$lat lat:0 ns c44] [start.st=start.st started:48@0.6 stack c53] hist($lat) by start.st 4096 'hist($lat) by start.st' 0:since io/start by %di", 0, 0 },
	{ "p g since io/start by %di if st == 3", NULL, KPCTL_E_COND_STACK, 29 },
	{ "p g since io/start by %di st:u64", NULL, KPCTL_E_SINCE_NOT_NUMBER, 26 },
	{ "p g since io/start by %di x=+8(st)", NULL, KPCTL_E_SINCE_NOT_NUMBER, 31 },
	{ "r g since io/start by %di $entry(rq)", NULL, KPCTL_E_IN_ENTRY, 33 },
	{ "p g since io/start by %di while io/two by %di,comm sector", NULL, KPCTL_E_SINCE_TWO, 51 },
	{ "p g since io/start by %di while io/two by %di,comm if sector == 1", NULL, KPCTL_E_SINCE_TWO, 54 },
	{ "p g since io/start by %di $oncpu", NULL, 0, 0 },
	{ "r g since io/start by $lat", NULL, KPCTL_E_SINCE_LAT_KEY, 22 },
	{ "r g since io/start by $oncpu", NULL, KPCTL_E_SINCE_LAT_KEY, 22 },
	{ "p g since", NULL, KPCTL_E_SINCE_NO_EVENT, 9 },
	{ "p g since io/ by %di", NULL, KPCTL_E_SINCE_NO_EVENT, 13 },
	{ "p g since /start by %di", NULL, KPCTL_E_SINCE_NO_EVENT, 10 },
	{ "p g while io/other by %di", NULL, KPCTL_E_SINCE_NO_START, 10 },
	{ "p g while io/none by %di", NULL, KPCTL_E_SINCE_NO_START, 10 },
	{ "p g while start by %di", NULL, KPCTL_E_SINCE_NO_START, 10 },
	{ "p g while io/start", NULL, KPCTL_E_SINCE_NO_BY, 18 },
	{ "p g while io/start rq", NULL, KPCTL_E_SINCE_NO_BY, 18 },
	{ "p g while io/start by", NULL, KPCTL_E_SINCE_NO_KEY, 21 },
	{ "p g while io/start by %di,", NULL, KPCTL_E_SINCE_NO_KEY, 26 },
	{ "p g while io/two by %di, comm,", NULL, KPCTL_E_SINCE_NO_KEY, 30 },
	{ "p g while io/start by %di,%si", NULL, KPCTL_E_SINCE_KEYS, 26 },
	{ "p g while io/two by %di", NULL, KPCTL_E_SINCE_KEYS, 23 },
	{ "p g while io/two by comm,%di", NULL, KPCTL_E_SINCE_KEY_SORT, 20 },
	{ "p g while text by %di", NULL, KPCTL_E_SINCE_KEY_SORT, 18 },
	{ "p g while text by +0(%di):u8[3]", NULL, KPCTL_E_DO_KEY_ARRAY, 18 },
	{ "p g while io/start by rq", NULL, KPCTL_E_OPERAND_NO_NAME, 22 },
	{ "p g $lat while io/start by %di x=rq", NULL, KPCTL_E_NONE, 0 },
	{ "p g while text by comm x=y", NULL, KPCTL_E_NO_TYPES, 25 },
	{ "p g since io/start by %di since io/start by %di since io/start by %di since io/start by %di since io/start by %di",
	  NULL, KPCTL_E_SINCE_TOO_MANY, 92 },
};

static const char *check_since(size_t i)
{
	static struct kpctl_spec spec;
	static struct spec_dump dump;
	const char *line = since_lines[i].line;
	struct kpctl_err err;
	int ret = parse_exact(line, strlen(line), &spec, &err);

	if (since_lines[i].code)
		return check_code(ret, strlen(line), &err, since_lines[i].code,
				  since_lines[i].column);
	if (ret)
		return say("refused at %u: %s", err.column, err.text);
	dump_spec(&dump, &spec, 1);
	if (since_lines[i].dump && strcmp(dump.text, since_lines[i].dump))
		return say("got  %s\nwant %s", dump.text, since_lines[i].dump);
	return check_listing(&spec);
}

/* A text of clauses that fills its room, and one character more. */
static const char *check_since_long(void)
{
	static struct kpctl_spec spec;
	char line[1200], key[200];
	struct kpctl_err err;
	unsigned int extra;
	int ret;

	for (extra = 0; extra < 2; extra++) {
		memset(key, '0', sizeof(key));
		key[150] = 0;
		snprintf(line, sizeof(line),
			 "p g since io/start by +0x%s8(%%di) while io/start by +0x%s8(%%di)", key, key);
		key[KPCTL_SINCES_TEXT - 1 - (strlen(line) - 4) - 28 + extra] = 0;
		snprintf(line + strlen(line), sizeof(line) - strlen(line),
			 " while  io/start by +0x%s8(%%di)", key);
		ret = parse_exact(line, strlen(line), &spec, &err);
		if (!extra && (ret || strlen(spec.extra->since_text) != KPCTL_SINCES_TEXT - 1))
			return say("%zu characters, refused at %u: %s",
				   strlen(spec.extra->since_text), err.column, err.text);
		if (extra && (!ret || err.code != KPCTL_E_SINCE_TOO_LONG))
			return say("one more: %s", err.text);
	}
	seen[err.code] = 1;
	return NULL;
}

/* A filter of an event knows the start's arguments, as long as the start is there. */
static const char *check_since_filter(void)
{
	static const char line[] = "p g since io/start by %di", text[] = "sector == 8 && $lat > 1ms";
	static struct kpctl_cond cond;
	static struct kpctl_spec spec;
	struct kpctl_err err;

	if (parse_exact(line, strlen(line), &spec, &err) ||
	    kpctl_cond_parse_named(text, strlen(text), &events_alone, &spec, &cond, &err))
		return say("refused at %u: %s", err.column, err.text);
	if (cond.noperands != 2 || cond.operand[0].src != KPCTL_SRC_STARTED ||
	    cond.operand[0].num != 16 || cond.operand[0].type != KPCTL_TYPE_U64)
		return say("%u operands", cond.noperands);
	if (!kpctl_cond_parse(text, strlen(text), &spec, &cond, &err) ||
	    err.code != KPCTL_E_OPERAND_NO_NAME)
		return say("without events: %s", err.text);
	return NULL;
}

/* Bytes of what is kept, and starts that can share an event. */
static const char *check_aside(void)
{
	static const struct { const char *a, *b; int same; } joins[] = {
		{ "p f x=%di do start by x", "p g x=%si do start by %si", 1 },
		{ "p f x=%di do start by x", "p g x=%si", 0 },
		{ "p f x=%di do start by x", "p g x=%si do start by x once", 0 },
		{ "p f x=%di do start by x", "p g x=%si do start by x size=1", 0 },
		{ "p f x=%di do start by x", "p g x=%si do start by x within=1s", 0 },
		{ "p f x=%di do start by x", "p g x=%si do start by x, comm", 0 },
		{ "p f x=%di do start by x", "p g x=%si do start by comm", 0 },
		{ "p f x=%di do start by %di", "p g x=+0(%si) do start by %di", 0 },
		{ "p f x=%di", "p g x=+0(%si)", 1 },
	};
	static struct kpctl_spec a, b;
	struct kpctl_err err;
	size_t i;

	if (kpctl_aside_slot(&started_spec[0], 2) != 24 || kpctl_aside_slot(&started_spec[0], 7) != 56 ||
	    kpctl_aside_size(&started_spec[0]) != KPCTL_ASIDE_MAX ||
	    kpctl_aside_size(&started_spec[1]) != 24 ||
	    kpctl_aside_size(&started_spec[4]) != 24 + 8 + 8 * KPCTL_ASIDE_FRAMES ||
	    kpctl_aside_size(&started_spec[2]) != 0)
		return say("%u %u %u", kpctl_aside_slot(&started_spec[0], 2),
			   kpctl_aside_slot(&started_spec[0], 7), kpctl_aside_size(&started_spec[0]));
	for (i = 0; i < ARRAY_SIZE(joins); i++) {
		if (parse_exact(joins[i].a, strlen(joins[i].a), &a, &err) ||
		    parse_exact(joins[i].b, strlen(joins[i].b), &b, &err))
			return say("%zu: %s", i, err.text);
		if (kpctl_aside_same(&a, &a.act, &b, &b.act) != joins[i].same)
			return say("%zu: %s and %s", i, joins[i].a, joins[i].b);
	}
	return NULL;
}

static void test_since(void)
{
	struct kpctl_err err;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(started_lines); i++)
		ktap_unless(parse_exact(started_lines[i], strlen(started_lines[i]), &started_spec[i],
					&err) ? err.text : NULL, "start: %s", started_lines[i]);
	test_names = &events_alone;
	for (i = 0; i < ARRAY_SIZE(since_lines); i++)
		ktap_unless(check_since(i), "%s: %s", since_lines[i].code ?
			    code_names[since_lines[i].code] : "legal", since_lines[i].line);
	ktap_unless(check_since_long(), "since and while of all lengths");
	ktap_unless(check_since_filter(), "a filter names what the start kept");
	ktap_unless(check_aside(), "what is kept of a start");
	test_names = NULL;
}

#define SINCE_TESTS	(ARRAY_SIZE(started_lines) + ARRAY_SIZE(since_lines) + 3)

#endif /* SPEC_SINCE_H */
