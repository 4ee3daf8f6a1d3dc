// SPDX-License-Identifier: GPL-2.0-only
/* What a kernel has for names in lines: prototypes of functions, members of structs. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kplint.h"
#include "spec/btf_show.h"
#include "spec/errors.h"

#define TEXT_MAX	4096	/* bytes of a prototype; what is longer is cut */

static const struct kpctl_btf *kernel_of(struct kpctl_names *names)
{
	struct kpctl_err err = { 0 };
	const struct kpctl_btf *b;

	return names->types(names, "", &b, &err) ? NULL : b;
}

static void print_function(const struct kpctl_btf *b, u32 proto, const char *name)
{
	static char text[TEXT_MAX];
	struct kpctl_out out = { text, sizeof(text), 0 };

	kpctl_btf_show_proto(b, proto, 0, name, &out);
	printf("%s%s\n", text, out.len < out.size ? "" : " ...");
}

struct function {
	const char *name;
	u32 proto;
};

static int by_name(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	int diff = strcmp(x->name, y->name);

	return diff ? diff : x->proto < y->proto ? -1 : x->proto > y->proto;
}

/* A function may be there several times: it is printed once for each prototype. */
static void print_functions(const struct kpctl_btf *b, struct function *f, size_t n)
{
	size_t i;

	qsort(f, n, sizeof(*f), by_name);
	for (i = 0; i < n; i++)
		if (!i || strcmp(f[i].name, f[i - 1].name) ||
		    !kpctl_btf_same_proto(b, f[i].proto, f[i - 1].proto))
			print_function(b, f[i].proto, f[i].name);
}

int list_functions(struct kpctl_names *names, const char *glob)
{
	const struct kpctl_btf *b = kernel_of(names);
	struct function *f = b ? malloc(b->end * sizeof(*f)) : NULL;
	const struct kpctl_btf_type *t;
	size_t n = 0;
	u32 id = 0;

	while (f && (id = kpctl_btf_next(b, id + 1, KPCTL_BTF_KIND(FUNC)))) {
		t = kpctl_btf_type(b, id);
		f[n] = (struct function){ kpctl_btf_name(b, t->name), t->ref };
		n += !fnmatch(glob, f[n].name, 0);
	}
	print_functions(b, f, n);
	free(f);
	if (!n)
		fprintf(stderr, "kplint: the types have no function %s\n", glob);
	return n != 0;
}

static void print_members(const struct kpctl_btf_cursor *c)
{
	static char text[TEXT_MAX];
	struct kpctl_btf_listing listing;
	struct kpctl_out out = { text, sizeof(text), 0 };
	s64 size = kpctl_btf_size(c->b, c->type);

	kpctl_btf_show_type(c->b, c->type, &out);
	if (c->bits)
		kpctl_spec_put(&out, ", %u bits", c->bits);
	else if (size >= 0)
		kpctl_spec_put(&out, ", %lld bytes", size);
	printf("%s\n", text);
	kpctl_btf_list(&listing, c);
	for (;;) {
		out = (struct kpctl_out){ text, sizeof(text), 0 };
		if (!kpctl_btf_list_next(&listing, &out))
			break;
		printf("\t%s\n", text);
	}
}

int list_struct(struct kpctl_names *names, const char *type)
{
	static struct kpctl_spec spec;
	struct kpctl_btf_cursor c;
	struct kpctl_err err;
	char *line;
	int len, ret;

	len = asprintf(&line, kpctl_spec_is_struct(type, strlen(type)) ? "%s" : "struct %s", type);
	if (len < 0)
		return 0;
	ret = kpctl_spec_parse_struct(line, len, names, &spec, &c, &err);
	if (ret)
		fprintf(stderr, "kplint: %s: %s\n", line, err.text);
	else
		print_members(&c);
	free(line);
	return !ret;
}
