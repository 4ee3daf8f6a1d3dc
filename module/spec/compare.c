// SPDX-License-Identifier: GPL-2.0
/* Comparisons of specs, by tracefs's rules for joining and removing probes. */
#include "spec/enum.h"
#include "spec/parse.h"

/*
 * Types of strings are compared as written: the parser turns +u0(X):string into a
 * ustring, but tracefs takes the argument for a string.
 */
static int same_type(const struct kpctl_arg_spec *a,
		     const struct kpctl_arg_spec *b)
{
	int a_user = !!strstr(a->text, ":ustring");
	int b_user = !!strstr(b->text, ":ustring");

	if (!kpctl_enum_same(a->names, b->names))
		return 0;
	if (a->type == KPCTL_TYPE_USTRING || b->type == KPCTL_TYPE_USTRING)
		return kpctl_type_form(a->type) == KPCTL_FORM_TEXT &&
		       kpctl_type_form(b->type) == KPCTL_FORM_TEXT &&
		       a_user == b_user;
	return a->type == b->type;
}

u32 kpctl_spec_same_args(const struct kpctl_spec *a, const struct kpctl_spec *b)
{
	u32 i;

	if (a->nargs != b->nargs)
		return (a->nargs < b->nargs ? a->nargs : b->nargs) + 1;
	for (i = 0; i < a->nargs; i++)
		if (!same_type(&a->arg[i], &b->arg[i]) ||
		    !kpctl_arg_same_array(&a->arg[i], &b->arg[i]) ||
		    strcmp(a->arg[i].name, b->arg[i].name))
			return i + 1;
	return 0;
}

int kpctl_spec_same_probe(const struct kpctl_spec *a, const struct kpctl_spec *b)
{
	u32 i;

	if (a->kind != b->kind || a->is_addr != b->is_addr ||
	    a->addr != b->addr || a->off != b->off ||
	    a->is_sys != b->is_sys || !a->cycles_column != !b->cycles_column ||
	    strcmp(a->mod, b->mod) || strcmp(a->sym, b->sym) ||
	    a->nargs != b->nargs)
		return 0;
	for (i = 0; i < a->nargs; i++)
		if (strcmp(a->arg[i].name, b->arg[i].name) ||
		    strcmp(a->arg[i].text, b->arg[i].text))
			return 0;
	return 1;
}

static int is_arg(const struct kpctl_arg_spec *arg, struct kpctl_span word)
{
	return span_skip(&word, arg->name) && span_skip(&word, "=") &&
	       span_is(word, arg->text);
}

/* Is the word equal to the spec's place in the listing? */
static int is_place(const struct kpctl_spec *spec, struct kpctl_span word)
{
	const char *mod = kpctl_spec_target_mod(spec);
	char number[24];
	struct kpctl_out out = { number, sizeof(number), 0 };

	if (spec->is_addr && kpctl_kind_is_place(spec->kind)) {
		kpctl_spec_put(&out, "0x%llx", (unsigned long long)spec->addr);
		return span_is(word, number);
	}
	if (*mod && (!span_skip(&word, mod) || !span_skip(&word, ":")))
		return 0;
	if (!span_skip(&word, kpctl_spec_target_sym(spec)))
		return 0;
	if (!span_skip(&word, kpctl_kind_suffix(spec->kind)))
		return 0;
	number[0] = '\0';
	if (spec->off)
		kpctl_spec_put(&out, "+%llu", (unsigned long long)spec->off);
	return span_is(word, number);
}

int kpctl_spec_is_probe(const struct kpctl_spec *spec, const char *text,
			size_t len)
{
	struct kpctl_span rest = { text, text + len }, word;
	u32 i;

	if (!kpctl_spec_scan_word(&rest, &word))
		return 1;
	if (!is_place(spec, word))
		return 0;
	if (spec->cycles_column && (!kpctl_spec_scan_word(&rest, &word) || !span_is(word, "cycles")))
		return 0;
	for (i = 0; kpctl_spec_scan_word(&rest, &word); i++)
		if (i == spec->nargs || !is_arg(&spec->arg[i], word))
			return 0;
	return 1;
}
