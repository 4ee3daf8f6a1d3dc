/* SPDX-License-Identifier: GPL-2.0 */
/* Values that are enums, on the kernel of btf_kernel.h: their types, their names, comparisons. */

static const struct {
	const char *line;
	enum kpctl_type type;
	u8 count, bits;
	const char *own;	/* of the enum; NULL: no names */
} enum_args[] = {
	{ "p paint c", KPCTL_TYPE_U32, 0, 0, "color" },
	{ "p paint c:u32", KPCTL_TYPE_U32, 0, 0, NULL },
	{ "p paint c:x32", KPCTL_TYPE_X32, 0, 0, NULL },
	{ "p paint $arg1", KPCTL_TYPE_X64, 0, 0, NULL },
	{ "p paint l->low", KPCTL_TYPE_U32, 0, 3, "color" },
	{ "p paint l->odd", KPCTL_TYPE_S32, 0, 4, "state" },
	{ "p paint l->list", KPCTL_TYPE_U32, 2, 0, "color" },
	{ "p paint l->list[1]", KPCTL_TYPE_U32, 0, 0, "color" },
	{ "p paint l->w", KPCTL_TYPE_S64, 0, 0, NULL },		/* too large for a table */
	{ "p paint (lamp)%si->low", KPCTL_TYPE_U32, 0, 3, "color" },
	{ "p paint +0(l->list)", KPCTL_TYPE_X64, 0, 0, NULL },
	{ "p paint $arg*", KPCTL_TYPE_U32, 0, 0, "color" },
	{ "r paint $retval", KPCTL_TYPE_U8, 0, 0, "tiny" },
	{ "r paint c", KPCTL_TYPE_U32, 0, 0, "color" },
	{ "r paint $retval:s32", KPCTL_TYPE_S32, 0, 0, NULL },
	{ "f paint c", KPCTL_TYPE_U32, 0, 0, "color" },
	{ "p probe sk->state", KPCTL_TYPE_S32, 0, 0, "state" },
	{ "p nosuch $arg2:enum(color)", KPCTL_TYPE_U32, 0, 0, "color" },
	{ "p nosuch $arg2:enum(hue)", KPCTL_TYPE_U32, 0, 0, "color" },
	{ "p nosuch $arg2:enum(tiny)", KPCTL_TYPE_U8, 0, 0, "tiny" },
	{ "p nosuch +8($arg2):enum(state)", KPCTL_TYPE_S32, 0, 0, "state" },
	{ "p nosuch +8($arg2):enum(color)[3]", KPCTL_TYPE_U32, 3, 0, "color" },
	{ "p paint l->low:enum(state)", KPCTL_TYPE_S32, 0, 3, "state" },
	{ "p paint \\1:enum(color)", KPCTL_TYPE_U32, 0, 0, "color" },
	{ "i 1s @x:enum(color)", KPCTL_TYPE_U32, 0, 0, "color" },
};

static const char *check_enum_arg(size_t i)
{
	static struct kpctl_spec a;
	const struct kpctl_arg_spec *arg = &a.arg[0];
	const char *own, *wrong;

	if (parse_made(enum_args[i].line, &a))
		return refused_made();
	test_names = &made_names;
	wrong = check_listing(&a);
	test_names = NULL;
	if (wrong)
		return wrong;
	own = arg->names ? kpctl_enum_own(arg->names) : "";
	return arg->type == enum_args[i].type && arg->count == enum_args[i].count &&
	       arg->bits == enum_args[i].bits &&
	       !strcmp(own, enum_args[i].own ? enum_args[i].own : "") ? NULL :
		say("%s[%u] b%u, enum %s", kpctl_type_name(arg->type), arg->count, arg->bits, own);
}

static const struct {
	const char *line;
	s64 num;
} enum_tests[] = {
	{ "p paint if c == RED", 1 },
	{ "p paint if c != CRIMSON", 1 },
	{ "p paint if c >= GREEN", 5 },
	{ "p paint if c == ALL", 0xffffffff },
	{ "p paint if c & GREEN", 5 },
	{ "p paint if c == 6", 6 },
	{ "p paint if l->odd == DOWN", -1 },
	{ "p paint if l->low == GREEN", 5 },
	{ "p paint x=c if x == GREEN", 5 },
	{ "r paint if $retval == ON", 1 },
	{ "p nosuch if $arg2:enum(color) == GREEN", 5 },
};

static const char *check_enum_test(size_t i)
{
	static struct kpctl_spec a;
	const struct kpctl_test *t = &a.cond.test[0];

	if (parse_made(enum_tests[i].line, &a))
		return refused_made();
	return !t->right_is_operand && (s64)t->num == enum_tests[i].num ? NULL :
		say("%lld", (s64)t->num);
}

/* An argument that is called as a value: the value is meant, as with other names of numbers. */
static const char *check_enum_or_arg(void)
{
	static struct kpctl_spec a;

	if (parse_made("p paint RED=$arg2:u32 c if c == RED && c == l->low", &a))
		return refused_made();
	return !a.cond.test[0].right_is_operand && a.cond.test[1].right_is_operand ? NULL :
		"not the value, or not the member";
}

/* The file `filter` has no types, but the arguments' tables. */
static const char *check_enum_filter(void)
{
	static const char good[] = "c == GREEN", wrong[] = "c == BLUE";
	static struct kpctl_cond cond;
	static struct kpctl_spec a;
	struct kpctl_err err;

	if (parse_made("p paint c", &a))
		return refused_made();
	if (kpctl_cond_parse(good, strlen(good), &a, &cond, &err) || cond.test[0].num != 5)
		return say("refused at %u: %s", err.column, err.text);
	if (!kpctl_cond_parse(wrong, strlen(wrong), &a, &cond, &err) || err.column != 5 ||
	    err.code != KPCTL_E_COND_NO_VALUE)
		return say("code %u at %u: %s", err.code, err.column, err.text);
	return NULL;
}

/* What may share an event's name */
static const char *check_enum_same(void)
{
	static const char * const lines[] = {
		"p:e paint x=c", "p:e nosuch x=$arg1:enum(color)", "p:e nosuch x=$arg1:u32",
		"p:e nosuch x=$arg1:enum(hue)", "p:e probe x=sk->state",
	};
	static const u32 want[] = { 0, 0, 1, 0, 1 };
	static struct kpctl_spec a, b;
	size_t i;

	if (parse_made(lines[0], &a))
		return refused_made();
	for (i = 0; i < ARRAY_SIZE(lines); i++)
		if (parse_made(lines[i], &b) || kpctl_spec_same_args(&a, &b) != want[i])
			return lines[i];
	return NULL;
}

/* The tables of a line together are limited; what is beyond the limit has no names. */
static int values_large(struct kpctl_names *names, const struct kpctl_btf *b, u32 id,
			const struct kpctl_enum **e, struct kpctl_err *err)
{
	static struct kpctl_enum large = { .size = KPCTL_ENUMS_SIZE_MAX / 3 };

	(void)names, (void)b, (void)id, (void)err;
	*e = &large;
	return 0;
}

static const char *check_enum_limit(void)
{
	static const char good[] = "p paint a=c b=c d=c e=c", wrong[] = "p paint a=c b=c d=c e=c:enum(hue)";
	struct kpctl_names large = made_names;
	static struct kpctl_spec a;
	struct kpctl_err err;

	large.values = values_large;
	if (kpctl_spec_parse_named(good, strlen(good), &large, &a, &err))
		return say("refused at %u: %s", err.column, err.text);
	if (!a.arg[2].names || a.arg[3].names || a.arg[3].type != KPCTL_TYPE_U32)
		return "not the first three of four";
	if (!kpctl_spec_parse_named(wrong, strlen(wrong), &large, &a, &err) ||
	    err.code != KPCTL_E_ENUM_TOO_LARGE)
		return "a type in the line is taken";
	return NULL;
}

static void test_enum_types(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(enum_args); i++)
		ktap_unless(check_enum_arg(i), "enum: %s", enum_args[i].line);
	for (i = 0; i < ARRAY_SIZE(enum_tests); i++)
		ktap_unless(check_enum_test(i), "enum: %s", enum_tests[i].line);
	ktap_unless(check_enum_or_arg(), "enum: an argument of a value's name");
	ktap_unless(check_enum_filter(), "enum: the file filter");
	ktap_unless(check_enum_same(), "enum: probes of one event");
	ktap_unless(check_enum_limit(), "enum: many of a line");
}
