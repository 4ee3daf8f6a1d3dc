/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines with names of parameters and members, on the kernel of btf_kernel.h: what is taken
 * means the same as a line by offsets; what is refused, with code and column of the caret.
 */
#include "btf_kernel.h"

static int find_made(struct kpctl_names *names, const struct kpctl_spec *spec,
		     struct kpctl_err *err)
{
	u32 nr, id = kpctl_btf_find(&kernel, spec->sym, strlen(spec->sym),
				    KPCTL_BTF_KIND(FUNC), &nr);

	if (!id) {
		kpctl_err_fill(err, NO_TYPES, err->column, KPCTL_QUOTE(spec->sym, strlen(spec->sym)));
		return -EINVAL;
	}
	names->btf = &kernel;
	names->proto = kpctl_btf_type(&kernel, id)->ref;
	return 0;
}

static struct kpctl_names made_names = { .find = find_made };

static const struct {
	const char *line, *plain;
} named[] = {
	/* parameters */
	{ "p probe a=sk", "p probe a=$arg1:x64" },
	{ "p probe a=len", "p probe a=$arg2:s32" },
	{ "p probe a=len:u8", "p probe a=$arg2:u8" },
	{ "p probe a=sk:symbol", "p probe a=$arg1:symbol" },
	{ "p probe a=by.a", "p probe a=$arg3:s64" },
	{ "p probe a=by.b", "p probe a=$arg4:s32" },
	{ "p probe a=on.x", "p probe a=$arg7:s64" },
	{ "p probe a=on.z", "p probe a=$arg9:s64" },
	{ "r probe a=len", "r probe a=$arg2:s32" },
	/* members */
	{ "p probe a=sk->state", "p probe a=+0($arg1):s32" },
	{ "p probe a=sk->port", "p probe a=+8($arg1):s32" },
	{ "p probe a=sk->cookie:x64", "p probe a=+8($arg1):x64" },
	{ "p probe a=sk->pair.b", "p probe a=+64($arg1):s32" },
	{ "p probe a=sk->next->next->port", "p probe a=+8(+48(+48($arg1))):s32" },
	{ "p probe a=$arg1->port", "p probe a=+8($arg1):s32" },
	{ "r probe a=$retval->port", "r probe a=+8($retval):s32" },
	{ "r probe a=sk->port", "r probe a=+8($arg1):s32" },
	{ "r probe a=$entry(sk->next->port)", "r probe a=$entry(+8(+48($arg1))):s32" },
	{ "r probe a=+16($entry(sk->next)):u32", "r probe a=+16($entry(+48($arg1))):u32" },
	{ "p probe a=+16(sk->next):u32", "p probe a=+16(+48($arg1)):u32" },
	{ "p probe a=+16(sk->next)", "p probe a=+16(+48($arg1))" },
	/* arrays and strings */
	{ "p probe a=sk->flags", "p probe a=+32($arg1):s32[4]" },
	{ "p probe a=sk->flags[3]", "p probe a=+44($arg1):s32" },
	{ "p probe a=sk->flags:x32[2]", "p probe a=+32($arg1):x32[2]" },
	{ "p probe a=sk->name", "p probe a=+16($arg1):string" },
	{ "p probe a=sk->name:string", "p probe a=+16($arg1):string" },
	{ "p probe a=sk->name:ustring", "p probe a=+16($arg1):ustring" },
	{ "p probe a=sk->data:string", "p probe a=+0(+72($arg1)):string" },
	{ "p probe a=sk->data:ustring", "p probe a=+0(+72($arg1)):ustring" },
	{ "p probe a=sk:string", "p probe a=+0($arg1):string" },
	{ "p probe a=sk[2].port", "p probe a=+200($arg1):s32" },
	{ "p probe a=sk->next[1].next[1].port", "p probe a=+104(+144(+48($arg1))):s32" },
	/* bit fields */
	{ "p probe a=bf->low", "p probe a=+4($arg5):b3@0/32" },
	{ "p probe a=bf->over", "p probe a=+7($arg5):b6@5/64" },
	/* by a type, what is a struct */
	{ "p probe a=sk->pair:x64", "p probe a=+56($arg1):x64" },
};

static const struct {
	const char *line;
	u16 code, column;
} named_wrong[] = {
	{ "p probe nosuch", KPCTL_E_NO_PARAM, 8 },
	{ "p probe a=sk->port len->x", KPCTL_E_STEP_NO_STRUCT, 24 },
	{ "p probe by", KPCTL_E_NAME_NO_VALUE, 8 },
	{ "p probe sk->pair", KPCTL_E_NAME_NO_VALUE, 8 },
	{ "p probe sk->nosuch", KPCTL_E_NO_MEMBER, 12 },
	{ "p probe sk.port", KPCTL_E_STEP_ARROW, 11 },
	{ "p probe sk->pair->a", KPCTL_E_STEP_DOT, 18 },
	{ "p probe sk->data->x", KPCTL_E_STEP_VOID, 18 },
	{ "p probe sk->private->x", KPCTL_E_STEP_DECLARED, 21 },
	{ "p probe sk->state.x", KPCTL_E_STEP_NO_STRUCT, 18 },
	{ "p probe bf->low.x", KPCTL_E_STEP_BITS, 16 },
	{ "p probe sk->flags[4]", KPCTL_E_BAD_INDEX, 18 },
	{ "p probe sk->flags[x]", KPCTL_E_BAD_INDEX, 18 },
	{ "p probe sk->state[0]", KPCTL_E_NO_ELEMENTS, 18 },
	{ "p probe sk->data[0]", KPCTL_E_NO_ELEMENTS, 17 },
	{ "p probe sk->flags[1", KPCTL_E_BAD_STEP, 18 },
	{ "p probe sk->", KPCTL_E_BAD_STEP, 12 },
	{ "p probe sk->flags[1]x", KPCTL_E_BAD_STEP, 18 },
	{ "p probe sk-port", KPCTL_E_NO_PARAM, 8 },
	{ "p probe $arg8->x", KPCTL_E_NO_PARAM_TYPE, 8 },
	{ "p probe $arg2->x", KPCTL_E_STEP_NO_STRUCT, 15 },
	{ "p probe bf->odd", KPCTL_E_ODD_MEMBER, 12 },
	{ "p nosuch sk", KPCTL_E_NO_TYPES, 9 },
	{ "p probe $arg6->x", KPCTL_E_NO_PARAM_TYPE, 8 },
	{ "p probe $comm->x", KPCTL_E_STEP_NO_STRUCT, 13 },
	{ "p none d", KPCTL_E_PARAM_NOT_SEEN, 7 },
	{ "r none $retval->x", KPCTL_E_RETURNS_NOTHING, 7 },
	{ "p 0xffffffff81000000 sk", KPCTL_E_NAME_AT_ADDR, 21 },
	{ "p probe len:string", KPCTL_E_NAME_NO_STRING, 8 },
	{ "p probe sk->port:string", KPCTL_E_NAME_NO_STRING, 8 },
	{ "p probe bf->low:u8", KPCTL_E_BITS_TYPE, 8 },
	{ "p probe sk->next->next->next->next->next->next->next->next->next->next->next->next->next->next->port",
	  KPCTL_E_TOO_MANY_DEREFS, 96 },
};

/* The argument as a dump, without its text. */
static const char *dump_named(struct spec_dump *d, struct kpctl_arg_spec *arg)
{
	memset(d, 0, sizeof(*d));
	arg->text[0] = '\0';
	dump_arg(d, arg, 0);
	return d->text;
}

static const char *check_named(const char *line, const char *plain)
{
	static struct kpctl_spec a, b;
	static struct spec_dump da, db;
	struct kpctl_err err;
	const char *wrong;

	test_names = &made_names;
	if (parse_exact(line, strlen(line), &a, &err))
		return say("refused at %u: %s", err.column, err.text);
	wrong = check_listing(&a);
	test_names = NULL;
	if (wrong)
		return wrong;
	if (parse_exact(plain, strlen(plain), &b, &err))
		return say("%s refused at %u: %s", plain, err.column, err.text);
	if (!strcmp(dump_named(&da, &a.arg[0]), dump_named(&db, &b.arg[0])))
		return NULL;
	return say("got %s, wanted %s", da.text, db.text);
}

/* A bit field that is signed: no line by offsets says so. */
static const char *check_signed_bits(void)
{
	static struct kpctl_spec a;
	struct kpctl_err err;
	int ret;

	test_names = &made_names;
	ret = parse_exact("p probe bf->neg", 15, &a, &err);
	test_names = NULL;
	if (ret)
		return say("refused: %s", err.text);
	return a.arg[0].type == KPCTL_TYPE_S32 && a.arg[0].bits == 4 && a.arg[0].bit == 3 ?
		NULL : "not the field";
}

/* Names in conditions and actions stand behind names of the event. */
static const char *check_named_clauses(void)
{
	static const char line[] = "p probe port=sk->port if sk->next->port == 1 && port < 9 && "
				   "len > 3 && sk->name == \"x\" do count by sk->state, comm, len, hist(sk->cookie)";
	static struct kpctl_spec a;
	struct kpctl_err err;
	int ret;

	test_names = &made_names;
	ret = parse_exact(line, strlen(line), &a, &err);
	test_names = NULL;
	if (ret)
		return say("refused at %u: %s", err.column, err.text);
	return a.cond.noperands == 3 && a.cond.operand[0].nderef == 2 &&
	       a.cond.operand[1].src == KPCTL_SRC_ARG && a.cond.operand[1].num == 2 &&
	       a.act.noperands == 4 && a.act.operand[0].type == KPCTL_TYPE_S32 ? NULL :
		say("%u and %u operands", a.cond.noperands, a.act.noperands);
}

static void test_named(void)
{
	const char *wrong;
	size_t i;

	make_kernel();
	for (i = 0; i < ARRAY_SIZE(named); i++) {
		wrong = check_named(named[i].line, named[i].plain);
		test_names = NULL;
		ktap_unless(wrong, "named: %s", named[i].line);
	}
	ktap_unless(check_signed_bits(), "named: a bit field with a sign");
	ktap_unless(check_named_clauses(), "named: in if and do");
	for (i = 0; i < ARRAY_SIZE(named_wrong); i++) {
		test_names = &made_names;
		wrong = check_illegal(named_wrong[i].line, strlen(named_wrong[i].line),
				      named_wrong[i].code, named_wrong[i].column);
		test_names = NULL;
		ktap_unless(wrong, "named, %s: %s", code_names[named_wrong[i].code],
			    named_wrong[i].line);
	}
}
