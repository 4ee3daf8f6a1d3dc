// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>

#include "control/check_parts.h"
#include "spec/btf_show.h"
#include "spec/errors.h"

static void say_text(struct kpctl_check *c, const char *before, const struct kpctl_out *out)
{
	kpctl_text_printf(&c->verdict, "%s%s%s\n", before, c->text,
			  out->len < out->size ? "" : " ...");
}

/* The name as the line has it: of a set of one pattern, without the module's. */
static const char *name_of_place(const struct kpctl_spec *spec)
{
	return strchr(spec->sym, ':') ? strchr(spec->sym, ':') + 1 : spec->sym;
}

/* Without types, with several functions of the name that differ, the place is all there is. */
void kpctl_check_proto(struct kpctl_check *c)
{
	struct kpctl_out out = { c->text, sizeof(c->text), 0 };
	struct kpctl_names *names = &c->types.names;
	struct kpctl_err err = {};
	int ret;

	if (c->spec.is_addr || c->spec.off)
		return;
	ret = kpctl_names_find_function(names, &c->spec, "", 0, &err);
	if (ret == -ENOMEM)
		c->verdict.err = ret;
	if (ret)
		return;
	kpctl_btf_show_proto(names->btf, names->proto, names->hidden, name_of_place(&c->spec), &out);
	say_text(c, "\t", &out);
}

void kpctl_check_syscall(struct kpctl_check *c, const char *name)
{
	struct kpctl_out out = { c->text, sizeof(c->text), 0 };

	if (kpctl_names_read_syscall(&c->types.names, name)) {
		c->verdict.err = -ENOMEM;
		return;
	}
	kpctl_names_show_syscall(&c->types.names.call, &out);
	say_text(c, "\t", &out);
}

/* "struct path, 16 bytes" */
static void say_type(struct kpctl_check *c, const struct kpctl_btf_cursor *at)
{
	struct kpctl_out out = { c->text, sizeof(c->text), 0 };
	s64 size = kpctl_btf_size(at->b, at->type);

	kpctl_btf_show_type(at->b, at->type, &out);
	if (at->bits)
		kpctl_spec_put(&out, ", %u bits", at->bits);
	else if (size >= 0)
		kpctl_spec_put(&out, ", %lld bytes", size);
	say_text(c, "ok: ", &out);
}

static void say_members(struct kpctl_check *c, const struct kpctl_btf_cursor *at)
{
	struct kpctl_btf_listing listing;
	struct kpctl_out out;

	kpctl_btf_list(&listing, at);
	for (;;) {
		out = (struct kpctl_out){ c->text, sizeof(c->text), 0 };
		if (!kpctl_btf_list_next(&listing, &out))
			break;
		say_text(c, "\t", &out);
	}
}

void kpctl_check_struct(struct kpctl_check *c, const char *line, size_t len)
{
	struct kpctl_btf_cursor at;
	struct kpctl_err err = {};
	int ret = kpctl_spec_parse_struct(line, len, &c->types.names, &c->spec, &at, &err);

	if (ret == -ENOMEM) {
		c->verdict.err = ret;
	} else if (ret) {
		kpctl_check_say_refused(&err, &c->verdict);
	} else {
		say_type(c, &at);
		say_members(c, &at);
	}
}
