/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A spec as one line of text that shows every field, for tests to compare:
 *
 *	p kprobes/p_foo_4 foo+4 t2 o5 e2 [arg1=%di reg:112 x64 c8]
 *
 * t, o, m, e, c: columns of target, offset, MAXACTIVE, event and argument, left
 * out where they are 0 or without columns. An argument shows its derefs in the
 * order they are carried out, u in front for user memory.
 */
#ifndef SPEC_DUMP_H
#define SPEC_DUMP_H

#include <stdio.h>

#include "spec.h"

#define SPEC_DUMP_MAX 65536

struct spec_dump {
	char text[SPEC_DUMP_MAX];
	size_t len;
};

#define dump_put(d, ...)						\
	((d)->len += snprintf((d)->text + (d)->len,			\
			      sizeof((d)->text) - (d)->len, __VA_ARGS__))

static void dump_column(struct spec_dump *d, char what, unsigned int column,
			int columns)
{
	if (columns && column)
		dump_put(d, " %c%u", what, column);
}

static void dump_arg(struct spec_dump *d, const struct kpctl_arg_spec *arg,
		     int columns)
{
	static const char * const src[] = {
		[KPCTL_SRC_REG] = "reg", [KPCTL_SRC_ARG] = "arg",
		[KPCTL_SRC_STACK] = "stack",
		[KPCTL_SRC_STACK_ADDR] = "stackaddr",
		[KPCTL_SRC_RETVAL] = "retval", [KPCTL_SRC_COMM] = "comm",
		[KPCTL_SRC_ADDR] = "addr", [KPCTL_SRC_SYM] = "sym",
		[KPCTL_SRC_IMM] = "imm",
	};
	unsigned int i;

	dump_put(d, " [%s=%s %s:%s", arg->name, arg->text, src[arg->src],
		 arg->sym);
	if (arg->num || !arg->sym[0])
		dump_put(d, "%s%lld", arg->sym[0] && arg->num > 0 ? "+" : "",
			 arg->num);
	for (i = 0; i < arg->nderef; i++)
		dump_put(d, " %s%+lld", arg->deref[i].user ? "u" : "",
			 arg->deref[i].off);
	dump_put(d, " %s", kpctl_type_name(arg->type));
	dump_column(d, 'c', arg->column, columns);
	dump_put(d, "]");
}

static void dump_spec(struct spec_dump *d, const struct kpctl_spec *spec,
		      int columns)
{
	unsigned int i;

	d->len = 0;
	d->text[0] = '\0';
	dump_put(d, "%s", spec->verb == KPCTL_VERB_DEL ? "del" :
		 spec->kind == KPCTL_KIND_R ? "r" : "p");
	if (spec->has_maxactive)
		dump_put(d, "%u", spec->maxactive);
	dump_put(d, " %s/%s", spec->group, spec->event);
	if (spec->is_addr)
		dump_put(d, " 0x%llx", spec->addr);
	else if (spec->sym[0])
		dump_put(d, " %s%s%s+%llu", spec->mod, spec->mod[0] ? ":" : "",
			 spec->sym, spec->off);
	dump_column(d, 't', spec->target_column, columns);
	dump_column(d, 'o', spec->off_column, columns);
	dump_column(d, 'm', spec->maxactive_column, columns);
	dump_column(d, 'e', spec->event_column, columns);
	for (i = 0; i < spec->nargs; i++)
		dump_arg(d, &spec->arg[i], columns);
}

#endif /* SPEC_DUMP_H */
