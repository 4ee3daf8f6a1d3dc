// SPDX-License-Identifier: GPL-2.0-only
/*
 * A line with names as a line without: what types have said of a value is written by numbers,
 * and all else stays as it is. Both lines are compared as the parser understands them.
 *
 *	p vfs_read file->f_path.dentry->d_name.name:string if count > 4K
 *	p vfs_read arg1=+0(+40(+72($arg1))):string if $arg3:u64 > 4K # for BUILD-ID
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kplint.h"
#include "spec/errors.h"
#include "spec/out.h"
#include "spec/regs.h"

#define VALUES_MAX	(KPCTL_ARGS_MAX + 2 * (KPCTL_TESTS_MAX + KPCTL_AGGRS_MAX * (KPCTL_KEYS_MAX + 1)))
/* Each value may become longer, by less than this */
#define TEXT_MAX	(KPCTL_LINE_MAX + VALUES_MAX * 512)

/* The values of a line, in their order, as the parser has told them */
static struct value {
	u32 column, len;
	const struct kpctl_arg_spec *arg;
} values[VALUES_MAX];
static unsigned int nvalues;

static void keep_value(struct kpctl_names *names, u32 column, u32 len,
		       const struct kpctl_arg_spec *arg)
{
	(void)names;
	if (nvalues < VALUES_MAX)
		values[nvalues++] = (struct value){ column, len, arg };
}

/* A value without names */

static const char *reg_name(s64 offset)
{
#define X(name, off) if (offset == (off)) return #name;
	KPCTL_REGS(X)
#undef X
	return "?";
}

static void put_symbol(struct kpctl_out *out, char sign, const struct kpctl_arg_spec *arg)
{
	kpctl_spec_put(out, "%c%s", sign, arg->sym);
	if (arg->num)
		kpctl_spec_put(out, "%+lld", (long long)arg->num);
}

/*
 * N of a $argN at sys:NAME, else 0. The parser has put the deref of the registers in, which the
 * line without names gets again.
 */
static unsigned int sys_number(const struct kpctl_spec *spec, const struct kpctl_arg_spec *arg)
{
#define X(reg) KPCTL_REG_AT_##reg,
	static const unsigned char at[] = { KPCTL_REGS_SYSCALL(X) };
#undef X
	unsigned int n;

	if (!spec->is_sys || arg->src != KPCTL_SRC_ARG || !arg->nderef)
		return 0;
	for (n = 0; n < sizeof(at); n++)
		if (at[n] == arg->deref[0].off)
			return n + 1;
	return 0;
}

static void put_source(struct kpctl_out *out, const struct kpctl_arg_spec *arg)
{
	static const char *const vars[] = {
#define X(id, name, type, moment) name,
		KPCTL_VARS(X)
#undef X
	};

	switch (arg->src) {
	case KPCTL_SRC_REG:
		kpctl_spec_put(out, "%%%s", reg_name(arg->num));
		break;
	case KPCTL_SRC_ARG:
		kpctl_spec_put(out, "$arg%lld", (long long)arg->num);
		break;
	case KPCTL_SRC_STACK:
		kpctl_spec_put(out, "$stack%lld", (long long)arg->num);
		break;
	case KPCTL_SRC_STACK_ADDR:
		kpctl_spec_put(out, "$stack");
		break;
	case KPCTL_SRC_RETVAL:
		kpctl_spec_put(out, "$retval");
		break;
	case KPCTL_SRC_COMM:
		kpctl_spec_put(out, "$comm");
		break;
	case KPCTL_SRC_ADDR:
		kpctl_spec_put(out, "@0x%llx", (unsigned long long)arg->num);
		break;
	case KPCTL_SRC_SYM:
		put_symbol(out, '@', arg);
		break;
	case KPCTL_SRC_SYM_ADDR:
		put_symbol(out, '&', arg);
		break;
	case KPCTL_SRC_CURRENT:
		kpctl_spec_put(out, "$current");
		break;
	case KPCTL_SRC_IMM:
		kpctl_spec_put(out, "\\%lld", (long long)arg->num);
		break;
	case KPCTL_SRC_TEXT:
		kpctl_spec_put(out, "\\\"%s\"", arg->sym);
		break;
	default:
		kpctl_spec_put(out, "$%s", vars[arg->src - KPCTL_SRC_VARS]);
	}
}

/* $argN is kept at a call's entry without $entry(), too, but there is no symstr of it. */
static int needs_entry(const struct kpctl_arg_spec *arg, unsigned int nentry)
{
	return arg->at_entry && (arg->src != KPCTL_SRC_ARG || nentry ||
				 arg->type == KPCTL_TYPE_SYMSTR);
}

static void put_deref(struct kpctl_out *out, const struct kpctl_deref *d)
{
	if (d->how == KPCTL_DEREF_CPU)
		kpctl_spec_put(out, "this_cpu_ptr(");
	else
		kpctl_spec_put(out, "%c%s%lld(", d->off < 0 ? '-' : '+',
			       d->how == KPCTL_DEREF_USER ? "u" : "",
			       (long long)(d->off < 0 ? -d->off : d->off));
}

static void put_count(struct kpctl_out *out, const struct kpctl_spec *spec,
		      const struct kpctl_arg_spec *arg)
{
	if (arg->counted == KPCTL_COUNTED_NULL)
		kpctl_spec_put(out, "[]");
	else if (arg->counted)
		kpctl_spec_put(out, "[%s]", spec->arg[arg->count_arg].name);
	else if (arg->count)
		kpctl_spec_put(out, "[%u]", arg->count);
}

static void put_type(struct kpctl_out *out, const struct kpctl_spec *spec,
		     const struct kpctl_arg_spec *arg)
{
	if (arg->bits)
		kpctl_spec_put(out, ":b%u@%u/%u", arg->bits, arg->bit,
			       8 * kpctl_type_size(arg->type));
	else if (arg->walk)
		kpctl_spec_put(out, ":path");	/* other walks have short forms */
	else
		kpctl_spec_put(out, ":%s", kpctl_type_name(arg->type));
	put_count(out, spec, arg);
}

/*
 * Short forms stay: the kernel at which the line arrives writes them out. The parser has
 * written them out as so many derefs outside of the value.
 */
static const struct short_form {
	const char *type;
	unsigned int nderef;
	const char *around;	/* what the value stands in, with its ( */
} short_forms[] = {
	{ ":%pd", 2, "" }, { ":%pd2", 1, "" }, { ":%pd3", 1, "" }, { ":%pd4", 1, "" },
	{ ":%pd*", 1, "" }, { ":%pD", 3, "" }, { ":%pD2", 2, "" }, { ":%pD3", 2, "" },
	{ ":%pD4", 2, "" }, { ":%pD*", 1, "" }, { ":sock", 1, "" }, { ":task", 1, "" },
};

static const struct short_form of_comm = { "", 1, "$comm(" }, of_stack = { "", 1, "$stacktrace(" };

static const struct short_form *find_short(const struct kpctl_arg_spec *arg, const char *text,
					   size_t len)
{
	size_t i, n;

	if (arg->walk == KPCTL_WALK_COMM)
		return &of_comm;
	if (arg->walk == KPCTL_WALK_STACK)
		return &of_stack;

	for (i = 0; i < ARRAY_SIZE(short_forms); i++) {
		n = strlen(short_forms[i].type);
		if (len > n && !memcmp(text + len - n, short_forms[i].type, n))
			return &short_forms[i];
	}
	return NULL;
}

/* Derefs are kept from the inside, and written from the outside. */
static void put_value(struct kpctl_out *out, const struct kpctl_spec *spec,
		      const struct kpctl_arg_spec *arg, const struct short_form *form)
{
	const unsigned int number = sys_number(spec, arg), hidden = !!number;
	const unsigned int nderef = arg->nderef - (form ? form->nderef : 0);
	const unsigned int nentry = arg->nentry - (hidden && arg->at_entry);
	const int entry = needs_entry(arg, nentry);
	const char *around = form ? form->around : "";
	unsigned int closing = nderef - hidden + !!*around, i;

	if (arg->after) {
		kpctl_spec_put(out, "$after(");
		closing++;
	}
	if (!entry || nentry <= nderef)		/* else it is kept whole: $entry() is outside */
		kpctl_spec_put(out, "%s", around);
	for (i = nderef; i > hidden + (entry ? nentry : 0); i--)
		put_deref(out, &arg->deref[i - 1]);
	if (entry) {
		kpctl_spec_put(out, "$entry(");
		if (nentry > nderef)
			kpctl_spec_put(out, "%s", around);
		closing++;
		for (; i > hidden; i--)
			put_deref(out, &arg->deref[i - 1]);
	}
	if (number)
		kpctl_spec_put(out, "$arg%u", number);
	else
		put_source(out, arg);
	for (; closing; closing--)
		kpctl_spec_put(out, ")");
	if (form)
		kpctl_spec_put(out, "%s", form->type);
	else
		put_type(out, spec, arg);
}

/* The line */

static int is_argument(const struct kpctl_spec *spec, const struct kpctl_arg_spec *arg)
{
	return arg >= spec->arg && arg < spec->arg + spec->nargs;
}

static void put_new_value(struct kpctl_out *out, const struct kpctl_spec *spec,
			  const char *line, const struct value *v)
{
	if (is_argument(spec, v->arg))
		kpctl_spec_put(out, "%s=", v->arg->name);
	put_value(out, spec, v->arg, find_short(v->arg, line + v->column, v->len));
}

/* The text of the line up to its comment, with blanks at the end left out */
static size_t spec_len(const char *line, size_t len)
{
	const char *hash = memchr(line, '#', len);

	if (hash)
		len = hash - line;
	while (len && strchr(" \t\r\v\f", line[len - 1]))
		len--;
	return len;
}

static void put_line(struct kpctl_out *out, const struct kpctl_spec *spec, const char *line,
		     size_t len)
{
	size_t done = 0;
	unsigned int i;

	for (i = 0; i < nvalues; i++) {
		if (!values[i].arg->of_types)
			continue;
		if (values[i].column < done)	/* another parameter of the same $arg* */
			kpctl_spec_put(out, " ");
		else
			kpctl_spec_put(out, "%.*s", (int)(values[i].column - done), line + done);
		put_new_value(out, spec, line, &values[i]);
		done = values[i].column + values[i].len;
	}
	kpctl_spec_put(out, "%.*s", (int)(len - done), line + done);
}

/* A comment stays, behind the mark; a mark is written anew. */
static void put_end(struct kpctl_out *out, struct kpctl_names *names,
		    const struct kpctl_spec *spec, const char *line, size_t len)
{
	const char *hash = memchr(line, '#', len);
	char mark[KPCTL_MARK_MAX] = "";

	/* Places in programs are the same on all kernels. */
	if (!kpctl_kind_is_user(spec->kind))
		types_mark(names, mark);
	if (*mark)
		kpctl_spec_put(out, " # for %s", mark);
	if (hash && !spec->mark_column)
		kpctl_spec_put(out, " %.*s", (int)(line + len - hash), hash);
}

/* Do both lines mean the same? */

static int is_same_value(const struct kpctl_arg_spec *a, const struct kpctl_arg_spec *b)
{
	u32 i;

	if (a->src != b->src || a->type != b->type || !kpctl_arg_same_array(a, b) ||
	    a->walk != b->walk || a->bits != b->bits || a->bit != b->bit || a->at_entry != b->at_entry ||
	    a->nentry != b->nentry || a->nderef != b->nderef || a->num != b->num ||
	    a->after != b->after ||
	    strcmp(a->name, b->name) || strcmp(a->sym, b->sym))
		return 0;
	for (i = 0; i < a->nderef; i++)
		if (a->deref[i].off != b->deref[i].off || a->deref[i].how != b->deref[i].how)
			return 0;
	return 1;
}

static const struct kpctl_arg_spec *find_other(const struct kpctl_arg_spec *a,
					       const struct kpctl_arg_spec *b, u32 n)
{
	for (; n; n--, a++, b++)
		if (!is_same_value(a, b))
			return a;
	return NULL;
}

static int is_same_cond(const struct kpctl_cond *a, const struct kpctl_cond *b)
{
	return a->ntests == b->ntests && a->noperands == b->noperands &&
	       !memcmp(a->test, b->test, a->ntests * sizeof(a->test[0]));
}

static int is_same_do(const struct kpctl_do *a, const struct kpctl_do *b)
{
	u32 i;

	if (a->emit != b->emit || a->naggrs != b->naggrs || a->noperands != b->noperands)
		return 0;
	for (i = 0; i < a->naggrs; i++)
		if (a->aggr[i].action != b->aggr[i].action ||
		    a->aggr[i].value != b->aggr[i].value ||
		    a->aggr[i].entries != b->aggr[i].entries ||
		    a->aggr[i].nkeys != b->aggr[i].nkeys ||
		    memcmp(a->aggr[i].key, b->aggr[i].key, a->aggr[i].nkeys))
			return 0;
	return 1;
}

/* The name of an action's operand is its text, which may differ. */
static const struct kpctl_arg_spec *find_other_key(struct kpctl_do *a, const struct kpctl_do *b)
{
	u32 i;

	for (i = 0; i < a->noperands; i++) {
		strcpy(a->operand[i].name, b->operand[i].name);
		if (!is_same_value(&a->operand[i], &b->operand[i]))
			return &a->operand[i];
	}
	return NULL;
}

enum { SAME, OTHER_VALUE, OTHER_LINE };

/* Leaves in *wrong a value of `a` that `b` does not have. */
static int compare(struct kpctl_spec *a, const struct kpctl_spec *b,
		   const struct kpctl_arg_spec **wrong)
{
	if (a->kind != b->kind || strcmp(a->group, b->group) || strcmp(a->event, b->event) ||
	    strcmp(a->sym, b->sym) || a->nargs != b->nargs || !is_same_cond(&a->cond, &b->cond) ||
	    !is_same_do(&a->act, &b->act))
		return OTHER_LINE;
	*wrong = find_other(a->arg, b->arg, a->nargs);
	if (!*wrong)
		*wrong = find_other(a->cond.operand, b->cond.operand, a->cond.noperands);
	if (!*wrong)
		*wrong = find_other_key(&a->act, &b->act);
	return *wrong ? OTHER_VALUE : SAME;
}

/* Sentences for what has no plain form */

static int refuse(struct kpctl_err *err, u32 column, const char *why)
{
	err->code = KPCTL_E_NR;		/* none of the parser's */
	err->column = column;
	snprintf(err->text, sizeof(err->text), "%s", why);
	return -1;
}

static int refuse_value(const struct kpctl_arg_spec *arg, struct kpctl_err *err)
{
	if (arg->bits && kpctl_type_is_signed(arg->type))
		return refuse(err, arg->column, "a bit field with a sign has no form without names: give it an unsigned type of the same size, as :u32");
	return refuse(err, arg->column, "this value has no form without names");
}

/* Has the one function of the name the parameter where the others of the set have it? */
static int has_param(const struct kpctl_btf *b, const struct kpctl_glob *g,
		     const struct kpctl_set_param *want)
{
	u32 nr, id = kpctl_btf_find(b, g->text, g->len, KPCTL_BTF_KIND(FUNC), &nr);

	return id && nr == 1 && kpctl_names_has_param(b, kpctl_btf_type(b, id)->ref, want);
}

/* Do all functions of the set have the parameter in one place? Patterns may match others. */
static int is_shared(struct kpctl_names *names, const struct kpctl_spec *spec, const char *name,
		     struct kpctl_err *err)
{
	struct kpctl_names_param found;
	struct kpctl_set_param want;
	struct kpctl_glob g;
	u32 pos = 0;

	if (kpctl_names_find_in_set(names, spec, name, strlen(name), &found, err))
		return 0;
	snprintf(want.name, sizeof(want.name), "%s", name);
	want.place = found.place;
	while (kpctl_set_next(spec->sym, &pos, &g))
		if (g.mod_len || g.out || strcspn(g.text, "*?[") < g.len ||
		    !has_param(found.b, &g, &want))
			return 0;
	return 1;
}

static int refuse_set(const struct kpctl_spec *spec, struct kpctl_err *err)
{
	return refuse(err, spec->target_column, "of a set only the functions with the parameter at the most common place take part, and a line without names has no form for that: name functions that all have it there, or write $argN");
}

static int check_set(struct kpctl_names *names, const struct kpctl_spec *spec,
		     struct kpctl_err *err)
{
	u32 i = 0;

	if (!strpbrk(spec->sym, "*?[!,") || spec->is_sys)
		return 0;	/* one function, or names that stay */
	while (i < spec->nparams && is_shared(names, spec, spec->extra->param[i].name, err))
		i++;
	return i == spec->nparams ? 0 : refuse_set(spec, err);
}

static int has_params(const struct kpctl_sys_call *call, const struct kpctl_spec *spec)
{
	u32 i;

	for (i = 0; i < spec->nparams; i++)
		if (!kpctl_names_call_has_param(call, &spec->extra->param[i]))
			return 0;
	return 1;
}

/* Is the set a list of system calls that all have what the line names where most have it? */
static int share_params(struct kpctl_names *names, const struct kpctl_spec *spec)
{
	char call[KPCTL_SYS_NAME_MAX];
	struct kpctl_glob g;
	u32 pos = 0;

	while (kpctl_set_next(spec->sym, &pos, &g)) {
		if (g.out || strcspn(g.text, "*?[") < g.len || g.len >= sizeof(call))
			return 0;
		memcpy(call, g.text, g.len);
		call[g.len] = '\0';
		if (kpctl_names_read_syscall(names, call) || !has_params(&names->call, spec))
			return 0;
	}
	return 1;
}

/*
 * Names of system calls' parameters stay, so what the line means is known with names alone. The
 * starts of spans are those of the lines before, with names or without.
 */
static int parse_again(struct kpctl_names *names, const struct kpctl_spec *spec,
		       const char *plain, size_t len, struct kpctl_spec *again,
		       struct kpctl_err *err)
{
	struct kpctl_names starts_alone = { .start = names->start };

	names->parsed = NULL;
	return kpctl_spec_parse_named(plain, len, spec->is_sys ? names : &starts_alone, again, err);
}

static int check(struct kpctl_names *names, struct kpctl_spec *spec, const char *plain, size_t len,
		 struct kpctl_err *err)
{
	static struct kpctl_spec again;		/* too large for a stack */
	const struct kpctl_arg_spec *wrong;

	if (len > KPCTL_LINE_MAX)
		return refuse(err, 0, "the line without names is longer than lines can be: split it");
	if (parse_again(names, spec, plain, len, &again, err))
		return refuse(err, 0, "this line has no form without names");
	if (spec->is_sys && again.nparams != spec->nparams && !share_params(names, spec))
		return refuse_set(spec, err);
	switch (compare(spec, &again, &wrong)) {
	case SAME:
		return 0;
	case OTHER_VALUE:
		return refuse_value(wrong, err);
	}
	return refuse(err, 0, "this line has no form without names");
}

/* An event's name that is made up stays the same, as it is made of the target. */
static int resolve_spec(struct kpctl_names *names, struct kpctl_spec *spec, const char *line,
			size_t len, struct kpctl_out *out, struct kpctl_err *err)
{
	if (check_set(names, spec, err))
		return -1;
	put_line(out, spec, line, spec_len(line, len));
	put_end(out, names, spec, line, len);
	return check(names, spec, out->buf, out->len, err);
}

/* Lines that make no event are passed on. */
const char *resolve_line(struct kpctl_names *names, struct kpctl_spec *spec, const char *line,
			 size_t len, struct kpctl_err *err)
{
	static char text[TEXT_MAX];
	struct kpctl_out out = { text, sizeof(text), 0 };
	int ret;

	nvalues = 0;
	names->parsed = keep_value;
	types_used_none(names);
	ret = kpctl_spec_parse_named(line, len, names, spec, err);
	if (ret && err->code)
		return NULL;
	if (ret || spec->verb == KPCTL_VERB_DEL) {
		kpctl_spec_put(&out, "%.*s", (int)len, line);
		return text;
	}
	if (kpctl_names_check_mark(names, spec, err) ||
	    resolve_spec(names, spec, line, len, &out, err))
		return NULL;
	return text;
}
