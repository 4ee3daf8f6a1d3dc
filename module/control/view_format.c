// SPDX-License-Identifier: GPL-2.0
/*
 * The format as tracefs writes it, except where libtraceevent (1.7 and 1.8 were tried) reads
 * something else:
 *
 *	in tracefs		libtraceevent				here
 *	%d for s8 and s16	prints unsigned numbers			a length modifier
 *	%c for a character	1.7 does not know %c, and shifts all	a string of one
 *				values behind it			character
 *	__get_str(NAME[0])	reports an error			a field per element
 *
 * Arrays of strings, characters and addresses have a field per element: NAME__0, NAME__1, ...
 * An address, for which tracefs has no type, is an array of bytes.
 *
 * An array as long as the hit says is a dynamic array, which libtraceevent prints as numbers
 * without a sign; a list of strings is one string there, with a space between two.
 */
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/kprobectl.h>

#include "probe/engine.h"
#include "session/event.h"
#include "session/session.h"
#include "control/view_format.h"
#include "spec/enum.h"
#include "spec/symbolic.h"
#include "base/text.h"

/* The name of a type in tracefs, and the conversion that prints the type. */
static const struct {
	const char *name, *print;
} types[KPCTL_TYPE_NR] = {
#define X(id, name, bytes, order, form, field, print) { field, print },
	KPCTL_TYPES(X)
#undef X
};

static void print_field(struct kpctl_text *text, const char *type, const char *name,
			unsigned int at, unsigned int size, bool is_signed)
{
	kpctl_text_printf(text, "\tfield:%s %s;\toffset:%u;\tsize:%u;\tsigned:%d;\n",
			  type, name, at, size, is_signed);
}

static void header(struct kpctl_text *text)
{
	print_field(text, "unsigned long long", "common_time", offsetof(struct kpctl_rec, time), 8,
		    false);
	print_field(text, "unsigned short", "common_type", offsetof(struct kpctl_rec, id), 2,
		    false);
	print_field(text, "unsigned short", "common_size_ctx",
		    offsetof(struct kpctl_rec, size_ctx), 2,
		    false);
	print_field(text, "unsigned int", "common_ctx_tid", offsetof(struct kpctl_rec, ctx_tid), 4,
		    false);
	kpctl_text_printf(text, "\n");
}

/* Is the argument an array whose elements are a field each? */
static bool is_split(const struct kpctl_arg_spec *as)
{
	return as->count && (kpctl_type_is_string(as->type) || as->type == KPCTL_TYPE_CHAR ||
			     kpctl_type_is_address(as->type));
}

/* A field of one type; an address is an array of bytes, with the number behind the name. */
static void typed_field(struct kpctl_text *text, enum kpctl_type type, const char *name,
			unsigned int at)
{
	unsigned int size = kpctl_type_size(type);
	char bytes[8] = "";
	char field[KPCTL_ARG_NAME_MAX + 16];

	if (kpctl_type_is_address(type))
		scnprintf(bytes, sizeof(bytes), "[%u]", size);
	scnprintf(field, sizeof(field), "%s%s", name, bytes);
	print_field(text, types[type].name, field, at, size,
		    kpctl_type_is_string(type) || kpctl_type_is_signed(type));
}

/* The second slot of a list leads to its text. */
static void counted_field(const struct kpctl_arg_spec *as, unsigned int at,
			  struct kpctl_text *text)
{
	const char *type = types[as->type].name;
	char name[48];

	if (as->counted == KPCTL_COUNTED_NULL) {
		typed_field(text, as->type, as->name, at + 8);
		return;
	}
	scnprintf(name, sizeof(name), "__data_loc %s[]", type);
	print_field(text, name, as->name, at, 4, kpctl_type_is_signed(as->type));
}

/* A dynamic array for libtraceevent, of elements of so many bytes. */
static void print_array(const struct kpctl_arg_spec *as, unsigned int size,
			struct kpctl_text *text)
{
	kpctl_text_printf(text, ", __print_array(__get_dynamic_array(%s), __get_dynamic_array_len(%s) / %u, %u)",
			  as->name, as->name, size, size);
}

static void argument_field(const struct kpctl_arg_spec *as, unsigned int at,
			   struct kpctl_text *text)
{
	bool is_string = kpctl_type_is_string(as->type);
	unsigned int size = kpctl_type_size(as->type), step = is_string ? 8 : size, i;
	char name[KPCTL_ARG_NAME_MAX + 8];

	if (as->counted) {
		counted_field(as, at, text);
	} else if (!as->count) {
		typed_field(text, as->type, as->name, at);
	} else if (!is_split(as)) {
		scnprintf(name, sizeof(name), "%s[%u]", as->name, as->count);
		print_field(text, types[as->type].name, name, at, size * as->count,
			    kpctl_type_is_signed(as->type));
	} else {
		for (i = 0; i < as->count; i++) {
			scnprintf(name, sizeof(name), "%s__%u", as->name, i);
			typed_field(text, as->type, name, at + step * i);
		}
	}
}

static void fields(struct kpctl_event *ev, struct kpctl_text *text)
{
	const struct kpctl_spec *spec = ev->spec;
	u32 i, at = sizeof(struct kpctl_rec);
	const struct kpctl_field *f;

	for (f = kpctl_event_fields(ev); f->name; f++, at += 8)
		print_field(text, "unsigned long", f->format_name, at, 8, false);
	for (at = ev->layout.fault, i = 0; at && at < ev->layout.slots; at += 8, i++)
		print_field(text, "u64", i ? "__probe_fault1" : "__probe_fault", at, 8, false);
	at = ev->layout.slots;
	for (i = 0; i < spec->nargs; at += kpctl_arg_slot_size(&spec->arg[i++]))
		argument_field(&spec->arg[i], at, text);
}

/* The names of a type's numbers; NULL: it has none that could be listed. */
static const struct kpctl_constants *constants_of(const struct kpctl_arg_spec *as)
{
	const struct kpctl_symbolic *type = kpctl_symbolic_of(kpctl_type_form(as->type));

	return type ? type->table : NULL;
}

/* Is the number printed by name? An array would have the names for each element. */
static bool is_by_name(const struct kpctl_arg_spec *as)
{
	return !as->count && (as->names || constants_of(as));
}

static void argument_text(const struct kpctl_arg_spec *as, struct kpctl_text *text)
{
	unsigned int i;

	if (as->counted) {
		kpctl_text_printf(text, " %s=%s", as->name,
				  as->counted == KPCTL_COUNTED_NULL ? types[as->type].print : "%s");
		return;
	}
	kpctl_text_printf(text, " %s=%s", as->name, as->count ? "{" : "");
	kpctl_text_printf(text, "%s", is_by_name(as) ? "%s" : types[as->type].print);
	for (i = 1; i < as->count; i++)
		kpctl_text_printf(text, ",%s", types[as->type].print);
	kpctl_text_printf(text, "%s", as->count ? "}" : "");
}

static void enum_names(const struct kpctl_enum *e, u64 all, struct kpctl_text *text)
{
	u32 i;

	for (i = 0; i < e->n; i++)
		if (kpctl_enum_is_shown(e, i))
			kpctl_text_printf(text, ", {%llu, \"%s\"}", e->value[i].value & all,
					  kpctl_enum_text(e, i));
}

/*
 * Readers compare with the field as an unsigned number of its size, so a negative value is
 * written as such.
 */
static void names_value(const struct kpctl_arg_spec *as, struct kpctl_text *text)
{
	const struct kpctl_constants *s = constants_of(as);
	u32 i;

	kpctl_text_printf(text, ", __print_symbolic(REC->%s", as->name);
	if (as->names)
		enum_names(as->names, ~0ULL >> (64 - 8 * kpctl_type_size(as->type)), text);
	for (i = 0; s && i < s->n; i++)
		kpctl_text_printf(text, ", {%u, \"%s\"}", s->constant[i].nr, s->constant[i].name);
	kpctl_text_printf(text, ")");
}

static void argument_value(const struct kpctl_arg_spec *as, struct kpctl_text *text)
{
	const char *open = kpctl_type_is_string(as->type) ? "__get_str(" : "REC->";
	const char *close = kpctl_type_is_string(as->type) ? ")" : "";
	unsigned int i;

	if (kpctl_type_is_stack(as->type)) {
		print_array(as, 8, text);
		return;
	}
	if (as->counted == KPCTL_COUNTED_ARG) {
		print_array(as, kpctl_type_is_address(as->type) ? 1 : kpctl_type_size(as->type), text);
		return;
	}
	if (is_by_name(as)) {
		names_value(as, text);
		return;
	}
	if (!as->count || as->counted)
		kpctl_text_printf(text, ", %s%s%s", open, as->name, close);
	for (i = 0; i < as->count; i++)
		kpctl_text_printf(text, is_split(as) ? ", %s%s__%u%s" : ", %s%s[%u]%s", open,
				  as->name, i, close);
}

/* The fixed field lat is not printed if an argument has the name lat. */
static bool shows_lat(const struct kpctl_spec *spec)
{
	u32 i;

	for (i = 0; i < spec->nargs; i++)
		if (!strcmp(spec->arg[i].name, "lat"))
			return false;
	return kpctl_kind_is_call(spec->kind) || spec->nsinces;
}

static void print_fmt(struct kpctl_event *ev, struct kpctl_text *text)
{
	const struct kpctl_spec *spec = ev->spec;
	bool ret = kpctl_kind_is_call(spec->kind), lat = shows_lat(spec);
	u32 i;

	kpctl_text_printf(text, "\nprint fmt: \"%s", ret ? "(%lx <- %lx)" : "(%lx)");
	for (i = 0; i < spec->nargs; i++)
		argument_text(&spec->arg[i], text);
	kpctl_text_printf(text, "%s\", %s", lat ? " lat=%lu" : "",
			  ret ? "REC->__probe_func, REC->__probe_ret_ip" : "REC->__probe_ip");
	for (i = 0; i < spec->nargs; i++)
		argument_value(&spec->arg[i], text);
	kpctl_text_printf(text, "%s\n", lat ? ", REC->__probe_lat" : "");
}

void kpctl_view_format(struct kpctl_event *ev, struct kpctl_text *text)
{
	lockdep_assert_held(&ev->session->lock);
	kpctl_text_printf(text, "name: %s\nID: %u\nformat:\n", ev->spec->event, ev->target.id);
	header(text);
	fields(ev, text);
	print_fmt(ev, text);
}
