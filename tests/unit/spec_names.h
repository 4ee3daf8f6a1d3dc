/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines with names of parameters and members, on the kernel of btf_kernel.h: what is taken
 * means the same as a line by offsets; what is refused, with code and column of the caret.
 */
#include "btf_kernel.h"

static int types_made(struct kpctl_names *names, const char *mod, const struct kpctl_btf **b,
		      struct kpctl_err *err)
{
	(void)names;
	*b = &kernel;
	if (!*mod)
		return 0;
	kpctl_err_fill(err, NO_TYPES, err->column, KPCTL_QUOTE(mod, strlen(mod)));
	return kpctl_err_errno(KPCTL_E_NO_TYPES);
}

static int home_made(struct kpctl_names *names, const char *sym, char *mod, struct kpctl_err *err)
{
	(void)names, (void)sym, (void)mod, (void)err;
	return 0;
}

/* Tables that were made, for the leak detector: they stay. */
static struct { void *at[4096]; u32 n; } tables_made;

/* "wide" is too large for a table. */
static int values_made(struct kpctl_names *names, const struct kpctl_btf *b, u32 id,
		       const struct kpctl_enum **e, struct kpctl_err *err)
{
	u32 size = kpctl_enum_size(b, id);
	struct kpctl_enum *table = malloc(size);

	(void)names, (void)err;
	if (!table || tables_made.n == ARRAY_SIZE(tables_made.at))
		abort();
	tables_made.at[tables_made.n++] = table;
	kpctl_enum_fill(table, b, id);
	*e = strcmp(kpctl_enum_own(table), "wide") ? table : NULL;
	return 0;
}

static struct kpctl_names made_names = {
	.types = types_made, .home = home_made, .values = values_made,
};

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
	/* tracepoints */
	{ "t hit a=sk", "t hit a=$arg1:x64" },
	{ "t hit,bare a=sk", "t hit,bare a=$arg1:x64" },
	{ "t hit a=len", "t hit a=$arg2:s32" },
	{ "t hit a=e", "t hit a=$arg5:s64" },
	{ "t hit a=f", "t hit a=$arg6:u32" },
	{ "t hit a=g->port", "t hit a=+8($arg7):s32" },
	{ "t hit a=$arg1->port", "t hit a=+8($arg1):s32" },
	{ "t hit a=$arg7->next->port", "t hit a=+8(+48($arg7)):s32" },
	{ "t bare a=len", "t bare a=$arg2:s32" },
	{ "t bare_tp a=len", "t bare_tp a=$arg2:s32" },
	{ "t hit a=(sock)$arg1->port", "t hit a=+8($arg1):s32" },
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
	/* paths */
	{ "p look a=path:path", "p look a=+0($arg1):path" },
	{ "p look a=file:path", "p look a=+8($arg2):path" },
	{ "p look a=file->f_path:path", "p look a=+8($arg2):path" },
	{ "p look a=file->f_next:path", "p look a=+8(+32($arg2)):path" },
	{ "r look a=$entry(file->f_next):path", "r look a=$entry(+8(+32($arg2))):path" },
	{ "p look a=+16(file):path", "p look a=+16($arg2):path" },
	{ "p look a=file:%pD2", "p look a=$arg2:%pD2" },
	{ "p look a=file->f_next:%pD2", "p look a=+32($arg2):%pD2" },
	{ "p look a=file->f_path.dentry:%pd*", "p look a=+16($arg2):%pd*" },
	{ "p nosuch+4 a=(file)%di->f_path:path", "p nosuch+4 a=+8(%di):path" },
	/* sockets */
	{ "p talk a=sk:sock", "p talk a=$arg1:sock" },
	{ "p talk a=any:sock", "p talk a=$arg2:sock" },
	{ "p talk a=known:sock", "p talk a=$arg3:sock" },
	{ "r talk a=$entry(sk):sock", "r talk a=$entry($arg1):sock" },
	{ "r talk a=sk:sock", "r talk a=$arg1:sock" },
	{ "p probe a=sk->data:sock", "p probe a=+72($arg1):sock" },
	{ "p probe a=+72(sk):sock", "p probe a=+72($arg1):sock" },
	{ "r probe a=$entry(sk->data):sock", "r probe a=$entry(+72($arg1)):sock" },
	{ "p nosuch+4 a=(sock)%di->data:sock", "p nosuch+4 a=+72(%di):sock" },
	/* tasks */
	{ "p wake a=p:task", "p wake a=$arg1:task" },
	{ "p wake a=$comm(p)", "p wake a=$comm($arg1)" },
	{ "r wake a=$stacktrace(p)", "r wake a=$stacktrace($arg1)" },
	{ "r wake a=$stacktrace($retval)", "r wake a=$stacktrace($retval)" },
	{ "p wake a=$comm(p->parent)", "p wake a=$comm(+24($arg1))" },
	{ "p wake a=$stacktrace(p->parent->parent)", "p wake a=$stacktrace(+24(+24($arg1)))" },
	{ "r wake a=$entry($comm(p->parent))", "r wake a=$entry($comm(+24($arg1)))" },
	{ "r wake a=$entry(p->parent):task", "r wake a=$entry(+24($arg1)):task" },
	{ "p wake a=$comm((task_struct)any->parent)", "p wake a=$comm(+24($arg2))" },
	/* bit fields */
	{ "p probe a=bf->low", "p probe a=+4($arg5):b3@0/32" },
	{ "p probe a=bf->over", "p probe a=+7($arg5):b6@5/64" },
	/* casts */
	{ "p probe a=(sock)$arg1->port", "p probe a=+8($arg1):s32" },
	{ "p nosuch+4 a=(sock)%di->port", "p nosuch+4 a=+8(%di):s32" },
	{ "p 0xffffffff81000000 a=(sock)%di->port", "p 0xffffffff81000000 a=+8(%di):s32" },
	{ "i 1s a=(sock)@x->port", "i 1s a=+8(@x):s32" },
	{ "f vfs_* a=(sock)$arg1->port", "f vfs_* a=+8($arg1):s32" },
	{ "p probe a=(sock)@x-4->port", "p probe a=+8(@x-4):s32" },
	{ "p probe a=(sock)&x->port", "p probe a=+8(&x):s32" },
	{ "p probe a=(sock)(&x+4)->port", "p probe a=+8(&x+4):s32" },
	{ "p probe a=(sock)+8(%di)->port:x32", "p probe a=+8(+8(%di)):x32" },
	{ "p probe a=(sock)-8(%di)->port:x32", "p probe a=+8(-8(%di)):x32" },
	{ "p probe a=(sock)sk->next->port", "p probe a=+8(+48($arg1)):s32" },
	{ "p probe a=(sock)(sk->next)->port", "p probe a=+8(+48($arg1)):s32" },
	{ "p probe a=(sock)((sock)$arg1->next)->port", "p probe a=+8(+48($arg1)):s32" },
	{ "p probe a=(sock,pair)$arg1->port", "p probe a=-48($arg1):s32" },
	{ "p probe a=(sock,pair.b)%di->name", "p probe a=-48(%di):string" },
	{ "p probe a=(pair)$arg2[1].b", "p probe a=+24($arg2):s32" },
	{ "p probe a=(again)$arg2->x", "p probe a=+0($arg2):s64" },
	{ "p probe a=(pair)$arg2->b", "p probe a=+8($arg2):s32" },
	{ "p probe a=(duo)$arg2->b", "p probe a=+8($arg2):s32" },
	{ "p probe a=(irte)$arg2->cookie", "p probe a=+0($arg2):s64" },
	{ "p probe a=(bits)$arg2->low", "p probe a=+4($arg2):b3@0/32" },
	{ "p probe a=(sock)$arg1->data:string", "p probe a=+0(+72($arg1)):string" },
	{ "p probe a=+16((sock)$arg1->next):u32", "p probe a=+16(+48($arg1)):u32" },
	{ "r probe a=(sock)$retval->port", "r probe a=+8($retval):s32" },
	{ "r probe a=$entry((sock)$arg1->next->port)", "r probe a=$entry(+8(+48($arg1))):s32" },
	{ "r probe a=+16($entry((sock)$arg1->next)):u32", "r probe a=+16($entry(+48($arg1))):u32" },
	{ "p probe a=(sock)this_cpu_ptr(@x)->port", "p probe a=+8(this_cpu_ptr(@x)):s32" },
	{ "p probe a=(sock)this_cpu_read(@x)->port", "p probe a=+8(this_cpu_read(@x)):s32" },
	{ "p probe a=this_cpu_read(sk->data):u32", "p probe a=+0(this_cpu_ptr(+72($arg1))):u32" },
	{ "p probe a=$current->pid", "p probe a=+8($current):s32" },
	{ "i 1s a=$current->peer->port", "i 1s a=+8(+16($current)):s32" },
	/* what a function returns */
	{ "r number a=$retval", "r number a=$retval:s32" },
	{ "r number a=$retval:x64", "r number a=$retval:x64" },
	{ "r number a=+0($retval)", "r number a=+0($retval):x64" },
	{ "r none a=$retval", "r none a=$retval:x64" },
	{ "r probe a=$retval", "r probe a=$retval:x64" },
	{ "r nosuch a=$retval", "r nosuch a=$retval:x64" },
	{ "f number%return a=$retval", "f number%return a=$retval:s32" },
	{ "f number,none%return a=$retval", "f number,none%return a=$retval:x64" },
	/* sets: where most have it */
	{ "f sk_* a=sk->port", "f sk_* a=+8($arg1):s32" },
	{ "f sk_* a=len", "f sk_* a=$arg2:s32" },
	{ "f first_far,sk_near,sk_probe a=sk->port", "f first_far,sk_near,sk_probe a=+8($arg1):s32" },
	{ "f sk_far a=sk->port", "f sk_far a=+8($arg2):s32" },
	{ "f sk_far,none a=sk->port", "f sk_far,none a=+8($arg2):s32" },
	{ "f sk_*,!sk_near,!sk_probe a=sk:x64", "f sk_*,!sk_near,!sk_probe a=$arg2:x64" },
	{ "f sk_*%return a=sk->port", "f sk_*%return a=+8($arg1):s32" },
	{ "f sk_far a=$arg2->port", "f sk_far a=+8($arg2):s32" },
	/* by a type, what is a struct */
	{ "p probe a=sk->pair:x64", "p probe a=+56($arg1):x64" },
};

static const struct {
	const char *line;
	u16 code, column;
} named_wrong[] = {
	{ "p probe nosuch", KPCTL_E_NO_PARAM, 8 },
	{ "t hit nosuch", KPCTL_E_NO_PARAM, 6 },
	{ "t hit __data", KPCTL_E_NO_PARAM, 6 },
	{ "t hit $arg8->port", KPCTL_E_NO_PARAM_TYPE, 6 },
	{ "t hit,other sk", KPCTL_E_NAME_IN_SET, 12 },
	{ "t hit,nosuch sk", KPCTL_E_NAME_NO_FUNCTION, 13 },
	{ "t hit,ba* sk", KPCTL_E_NAME_IN_SET, 10 },
	{ "t hit,!bare sk", KPCTL_E_NAME_IN_SET, 12 },
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
	{ "p nosuch sk", KPCTL_E_NAME_NO_FUNCTION, 9 },
	{ "p probe.isra.0 sk", KPCTL_E_NAME_CLONE, 15 },
	{ "p twice sk", KPCTL_E_NAME_MANY, 8 },
	{ "p m:probe sk", KPCTL_E_NO_TYPES, 10 },
	{ "f sk_* $arg*", KPCTL_E_NAME_IN_SET, 7 },
	{ "f probe,none $arg1->port", KPCTL_E_NAME_IN_SET, 13 },
	{ "f sk_* nosuch", KPCTL_E_NO_PARAM_IN_SET, 7 },
	{ "f none d", KPCTL_E_NO_PARAM_IN_SET, 7 },
	{ "f many $arg*", KPCTL_E_TOO_MANY_PARAMS, 7 },
	{ "f m:sk_* sk", KPCTL_E_NO_TYPES, 9 },
	{ "f m:sk_*,sk_* nosuch", KPCTL_E_NO_PARAM_IN_SET, 14 },
	{ "p probe $arg* len $arg*", KPCTL_E_USED_ARG_NAME, 14 },
	{ "p probe $arg* $arg*", KPCTL_E_ARG_STAR, 14 },
	{ "p probe a=$arg*", KPCTL_E_ARG_STAR, 10 },
	{ "p probe $arg*:u8", KPCTL_E_ARG_STAR, 8 },
	{ "p nosuch $arg*", KPCTL_E_NAME_NO_FUNCTION, 9 },
	{ "p probe (nosuch)$arg1->x", KPCTL_E_NO_STRUCT, 9 },
	{ "p probe (slot)$arg1->x", KPCTL_E_MANY_STRUCTS, 9 },
	{ "p probe (m:sock)$arg1->x", KPCTL_E_NO_TYPES, 11 },
	{ "p probe (sock)$arg1->nosuch", KPCTL_E_NO_MEMBER, 21 },
	{ "p probe (sock)$arg1.port", KPCTL_E_CAST_NO_STEP, 24 },
	{ "p probe (sock)$arg1[1]->port", KPCTL_E_STEP_DOT, 24 },
	{ "p probe (sock)$arg1", KPCTL_E_CAST_NO_STEP, 19 },
	{ "p probe (sock)(sk)", KPCTL_E_CAST_NO_STEP, 18 },
	{ "p probe (sock)(sk->port", KPCTL_E_CAST_NOT_CLOSED, 23 },
	{ "p probe (sock", KPCTL_E_CAST_NOT_CLOSED, 13 },
	{ "p probe (sock*)$arg1->port", KPCTL_E_CAST_BAD, 9 },
	{ "p probe (sock,)$arg1->port", KPCTL_E_CAST_BAD, 9 },
	{ "p probe (sock,nosuch)$arg1->port", KPCTL_E_NO_MEMBER, 14 },
	{ "p probe (sock,pair.c)$arg1->port", KPCTL_E_NO_MEMBER, 19 },
	{ "p probe (bits,low)$arg1->tail", KPCTL_E_CAST_BITS, 14 },
	{ "p probe (sock,next->port)$arg1->port", KPCTL_E_CAST_BAD, 9 },
	{ "p probe (sock)$arg1->pair", KPCTL_E_NAME_NO_VALUE, 8 },
	{ "p probe (sock)nosuch->port", KPCTL_E_NO_PARAM, 14 },
	{ "p probe $arg2:enum(nosuch)", KPCTL_E_NO_ENUM, 19 },
	{ "p probe $arg2:enum(sock)", KPCTL_E_NO_ENUM, 19 },
	{ "p probe $arg2:enum(duo)", KPCTL_E_NO_ENUM, 19 },
	{ "p probe $arg2:enum(twin)", KPCTL_E_MANY_ENUMS, 19 },
	{ "p probe $arg2:enum(m:color)", KPCTL_E_NO_TYPES, 21 },
	{ "p probe $arg2:enum(wide)", KPCTL_E_ENUM_TOO_LARGE, 19 },
	{ "p probe $arg2:enum()", KPCTL_E_ENUM_BAD, 14 },
	{ "p probe $arg2:enum(", KPCTL_E_ENUM_BAD, 14 },
	{ "p probe $arg2:enum(color", KPCTL_E_ENUM_BAD, 14 },
	{ "p probe $arg2:enum(a:)", KPCTL_E_ENUM_BAD, 14 },
	{ "p probe $arg2:enum(:a)", KPCTL_E_ENUM_BAD, 14 },
	{ "p probe $arg2:enum(color)x", KPCTL_E_ENUM_BAD, 14 },
	{ "p probe $arg2:enum", KPCTL_E_BAD_TYPE, 14 },
	{ "p probe $comm:enum(color)", KPCTL_E_NEED_STRING_TYPE, 14 },
	{ "p probe $stacktrace:enum(color)", KPCTL_E_NEED_STACK_TYPE, 20 },
	{ "p probe $arg2:enum(color)[2]", KPCTL_E_ARRAY_NOT_MEM, 14 },
	{ "p paint l->low:enum(tiny)", KPCTL_E_BITS_TYPE, 8 },
	{ "p paint if c == BLUE", KPCTL_E_COND_NO_VALUE, 16 },
	{ "p paint if $arg2:u32 == RED", KPCTL_E_OPERAND_NO_NAME, 24 },
	{ "p paint if l->low == ALL", KPCTL_E_COND_NO_FIT, 21 },
	{ "p paint if c < RED && RED < c", KPCTL_E_OPERAND_NO_NAME, 22 },
	{ "p probe $current->nosuch", KPCTL_E_NO_MEMBER, 18 },
	{ "p probe $current.pid", KPCTL_E_STEP_ARROW, 17 },
	{ "p probe $arg6->x", KPCTL_E_NO_PARAM_TYPE, 8 },
	{ "p probe $comm->x", KPCTL_E_STEP_NO_STRUCT, 13 },
	{ "p none d", KPCTL_E_PARAM_NOT_SEEN, 7 },
	{ "r none $retval->x", KPCTL_E_RETURNS_NOTHING, 7 },
	{ "p 0xffffffff81000000 sk", KPCTL_E_NAME_AT_ADDR, 21 },
	{ "p probe len:string", KPCTL_E_NAME_NO_STRING, 8 },
	{ "p probe sk->port:string", KPCTL_E_NAME_NO_STRING, 8 },
	{ "p probe len:path", KPCTL_E_NAME_NO_PATH, 8 },
	{ "p probe sk:path", KPCTL_E_NAME_NO_PATH, 8 },
	{ "p probe sk->port:path", KPCTL_E_NAME_NO_PATH, 8 },
	{ "p probe by:path", KPCTL_E_NAME_NO_PATH, 8 },
	{ "p probe len:sock", KPCTL_E_NAME_NO_SOCK, 8 },
	{ "p wake any:task", KPCTL_E_NAME_NO_TASK, 7 },
	{ "p wake $stacktrace(word)", KPCTL_E_NAME_NO_TASK, 19 },
	{ "p wake $comm(len)", KPCTL_E_NAME_NO_TASK, 13 },
	{ "p wake $comm(known)", KPCTL_E_NAME_NO_TASK, 13 },
	{ "p wake $comm(p->pid)", KPCTL_E_NAME_NO_TASK, 13 },
	{ "p wake $comm($arg4)", KPCTL_E_NAME_NO_TASK, 7 },
	{ "p wake $comm($arg5)", KPCTL_E_NAME_NO_TASK, 7 },
	{ "p probe $stacktrace($arg1)", KPCTL_E_NAME_NO_TASK, 8 },
	{ "r probe $retval:task", KPCTL_E_NAME_NO_TASK, 8 },
	{ "p probe sk:sock", KPCTL_E_NAME_NO_SOCK, 8 },
	{ "p probe sk->pair:sock", KPCTL_E_NAME_NO_SOCK, 8 },
	{ "r look $entry(file->f_next):sock", KPCTL_E_NAME_NO_SOCK, 14 },
	{ "p nosuch+4 (inet_sock)%di->common:sock", KPCTL_E_NAME_NO_SOCK, 11 },
	{ "p probe bf->low:u8", KPCTL_E_BITS_TYPE, 8 },
	{ "p probe sk->next->next->next->next->next->next->next->next->next->next->next->next->next->next->port",
	  KPCTL_E_TOO_MANY_DEREFS, 96 },
};

#ifndef NAMED_LINES_ALONE
/* The argument as a dump, without its text. */
static const char *dump_named(struct spec_dump *d, struct kpctl_arg_spec *arg)
{
	memset(d, 0, sizeof(*d));
	arg->text[0] = '\0';
	arg->names = NULL;	/* no line by offsets has them: spec_enum.h */
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

static struct kpctl_err made_err;

static int parse_made(const char *line, struct kpctl_spec *spec)
{
	int ret;

	test_names = &made_names;
	ret = parse_exact(line, strlen(line), spec, &made_err);
	test_names = NULL;
	return ret;
}

static const char *refused_made(void)
{
	return say("refused at %u: %s", made_err.column, made_err.text);
}

/* Names in conditions and actions stand behind names of the event. */
static const char *check_named_clauses(void)
{
	static const char line[] = "p probe port=sk->port if sk->next->port == 1 && port < 9 && "
				   "len > 3 && sk->name == \"x\" do count by sk->state, comm, len, hist(sk->cookie)";
	static struct kpctl_spec a;

	if (parse_made(line, &a))
		return refused_made();
	return a.cond.noperands == 3 && a.cond.operand[0].nderef == 2 &&
	       a.cond.operand[1].src == KPCTL_SRC_ARG && a.cond.operand[1].num == 2 &&
	       a.act.noperands == 4 && a.act.operand[0].type == KPCTL_TYPE_S32 ? NULL :
		say("%u and %u operands", a.cond.noperands, a.act.noperands);
}

/* All parameters that have a value of their own; their names are what is listed. */
static const char *check_all_params(void)
{
	static const char line[] = "r probe $arg* ret=$retval", listed[] =
		"r:kprobes/r_probe_0 probe sk=sk len=len bf=bf ret=$retval";
	static char again[KPCTL_LINE_MAX];
	static struct kpctl_spec a;

	if (parse_made(line, &a))
		return refused_made();
	if (a.nargs != 4 || a.arg[1].num != 2 || a.arg[1].type != KPCTL_TYPE_S32 ||
	    a.arg[2].num != 5 || !a.arg[2].at_entry || a.arg[2].column != 8)
		return say("%u arguments", a.nargs);
	kpctl_spec_print(&a, NULL, NULL, again, sizeof(again));
	return strcmp(again, listed) ? say("listed: %s", again) : NULL;
}

/* A filter cannot change which functions are in the set. */
static const char *check_set_filter(void)
{
	static const char line[] = "f sk_* len", good[] = "len == 3 && (sock)$arg1->port > 2",
			  wrong[] = "len == 3 && sk->port > 2", bare[] = "sk == 3";
	static struct kpctl_cond cond;
	static struct kpctl_spec a;
	struct kpctl_err err;

	if (kpctl_spec_parse_named(line, strlen(line), &made_names, &a, &err) || a.nparams != 1 ||
	    strcmp(a.extra->param[0].name, "len") || a.extra->param[0].place.num != 2)
		return "the line";
	if (kpctl_cond_parse_named(good, strlen(good), &made_names, &a, &cond, &err))
		return say("refused at %u: %s", err.column, err.text);
	if (!kpctl_cond_parse_named(wrong, strlen(wrong), &made_names, &a, &cond, &err) ||
	    err.code != KPCTL_E_NAME_NOT_IN_LINE || err.column != 12)
		return say("code %u at %u: %s", err.code, err.column, err.text);
	seen[err.code] = 1;
	if (!kpctl_cond_parse_named(bare, strlen(bare), &made_names, &a, &cond, &err) ||
	    err.code != KPCTL_E_NAME_NOT_IN_LINE || err.column)
		return say("bare: code %u at %u: %s", err.code, err.column, err.text);
	return NULL;
}

/* A cast in a condition is no group; an address is no operator. */
static const char *check_cast_clauses(void)
{
	static const char line[] = "p probe if ((sock)$arg1->port == 1 && (sock,pair)%si->state < 9) || "
				   "(sock)&x->port & 3 || +0(&x+8):u32&1 || !(sock)sk->port == 4 "
				   "do count by (sock,pair)%si->state, &x, hist((sock)$arg1->cookie)";
	static struct kpctl_spec a;

	if (parse_made(line, &a))
		return refused_made();
	return a.cond.noperands == 5 && a.cond.operand[1].deref[0].off == -56 &&
	       a.cond.test[2].cmp == KPCTL_CMP_BITS && a.cond.test[3].cmp == KPCTL_CMP_BITS &&
	       a.act.noperands == 3 ? NULL :
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
	ktap_unless(check_all_params(), "named: all parameters");
	ktap_unless(check_set_filter(), "named: a filter of a set");
	ktap_unless(check_cast_clauses(), "named: casts and addresses in if and do");
	for (i = 0; i < ARRAY_SIZE(named_wrong); i++) {
		test_names = &made_names;
		wrong = check_illegal(named_wrong[i].line, strlen(named_wrong[i].line),
				      named_wrong[i].code, named_wrong[i].column);
		test_names = NULL;
		ktap_unless(wrong, "named, %s: %s", code_names[named_wrong[i].code],
			    named_wrong[i].line);
	}
}
#endif
