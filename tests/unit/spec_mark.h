/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Marks, on a kernel and a module whose build-ids are known: a line is for them, or the code
 * of its refusal and the column of the caret. What is no mark holds nothing up.
 */

#define ID_KERNEL	"00112233445566778899aabbccddeeff00112233"
#define ID_MODULE	"0123456789abcdef"
#define ID_OTHER	"0123456789abcdee"

static const struct {
	const char *line;
	const char *mark;	/* as it is listed */
	int code;
	unsigned int column;
} marked[] = {
	{ "p f # for " ID_KERNEL, ID_KERNEL, 0, 0 },
	{ "p f#for\t00112233445566778899AABBCCDDEEFF00112233",
	  "00112233445566778899AABBCCDDEEFF00112233", 0, 0 },
	{ "p f # for " ID_KERNEL " m=" ID_MODULE, ID_KERNEL " m=" ID_MODULE, 0, 0 },
	{ "p f # for " ID_KERNEL " m=" ID_MODULE " for " ID_OTHER, ID_KERNEL " m=" ID_MODULE, 0, 0 },
	{ "p f # for " ID_KERNEL " # m=" ID_OTHER, ID_KERNEL, 0, 0 },
	{ "p f # for " ID_KERNEL " absent=" ID_OTHER, ID_KERNEL " absent=" ID_OTHER, 0, 0 },
	{ "p f # for " ID_OTHER, ID_OTHER, KPCTL_E_OTHER_KERNEL, 10 },
	{ "p f # for 0011223344556677", "0011223344556677", KPCTL_E_OTHER_KERNEL, 10 },
	{ "p f # for " ID_MODULE " m=" ID_MODULE, ID_MODULE " m=" ID_MODULE, KPCTL_E_OTHER_KERNEL, 10 },
	{ "p f # for " ID_KERNEL "44", "", 0, 0 },
	{ "p f # for " ID_KERNEL " m=" ID_OTHER, ID_KERNEL " m=" ID_OTHER, KPCTL_E_OTHER_MODULE, 53 },
	{ "p f # for  " ID_KERNEL "   m=" ID_OTHER, ID_KERNEL "   m=" ID_OTHER,
	  KPCTL_E_OTHER_MODULE, 56 },
	/* comments */
	{ "p f # for me", "", 0, 0 },
	{ "p f # for 0123456789abcd", "", 0, 0 },
	{ "p f # for 0123456789abcdeff", "", 0, 0 },
	{ "p f # for 0123456789abcdeg", "", 0, 0 },
	{ "p f # fortune " ID_OTHER, "", 0, 0 },
	{ "p f # see: for " ID_OTHER, "", 0, 0 },
	{ "p f #", "", 0, 0 },
	/* lines that make nothing are for any kernel */
	{ "-:f # for " ID_OTHER, "", 0, 0 },
};

static int id_made(struct kpctl_names *names, const char *mod, char *id)
{
	(void)names;
	if (!strcmp(mod, "absent"))
		return -ENOENT;
	strcpy(id, *mod ? ID_MODULE : ID_KERNEL);
	return 0;
}

static const char *check_mark(const char *line, const char *mark, int code, unsigned int column)
{
	struct kpctl_names names = { .types = types_made, .home = home_made, .build_id = id_made };
	static struct kpctl_spec spec;
	struct kpctl_err err = { 0 };

	if (parse_exact(line, strlen(line), &spec, &err))
		return say("refused at %u: %s", err.column, err.text);
	if (strcmp(spec.extra->mark, mark))
		return say("the mark is '%s'", spec.extra->mark);
	if (kpctl_names_check_mark(NULL, &spec, &err))
		return "refused where no kernel is known";
	if (kpctl_names_check_mark(&names, &spec, &err) != kpctl_err_errno(code))
		return say("code %u at %u: %s", err.code, err.column, err.text);
	if (err.code != code || err.column != column)
		return say("code %u at %u", err.code, err.column);
	return spec.verb == KPCTL_VERB_ADD ? check_listing(&spec) : NULL;
}

/* As many modules as there is room for, and one more */
static const char *check_mark_limit(void)
{
	static struct kpctl_spec spec;
	char line[KPCTL_MARK_MAX + 64];
	struct kpctl_err err;
	int len, i;

	len = sprintf(line, "p f # for " ID_MODULE);
	for (i = 0; i < 12; i++)
		len += sprintf(line + len, " %02d=" ID_MODULE, i);
	line[len] = '\0';
	if (strlen(line) != 10 + 16 + 12 * 20)
		return "the test";
	if (!parse_exact(line, len, &spec, &err) || err.code != KPCTL_E_MARK_TOO_LONG ||
	    err.column != 10)
		return say("code %u at %u", err.code, err.column);
	seen[err.code] = 1;
	return parse_exact(line, len - 1, &spec, &err) ? say("refused: %s", err.text) : NULL;
}

static void test_marks(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(marked); i++)
		ktap_unless(check_mark(marked[i].line, marked[i].mark, marked[i].code,
				       marked[i].column), "mark: %s", marked[i].line);
	ktap_unless(check_mark_limit(), "mark: too long");
}
