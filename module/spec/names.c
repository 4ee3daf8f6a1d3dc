// SPDX-License-Identifier: GPL-2.0
#include "spec/errors.h"
#include "spec/names.h"

/* All functions of the name must agree, as nothing says which of them is at the place. */
static u32 find_proto(const struct kpctl_btf *b, const char *sym, u32 *nr)
{
	const size_t len = strlen(sym);
	u32 id = kpctl_btf_find(b, sym, len, KPCTL_BTF_KIND(FUNC), nr), proto, n;

	if (!id)
		return 0;
	proto = kpctl_btf_type(b, id)->ref;
	for (n = 1; n < *nr; n++) {
		id = kpctl_btf_find_from(b, id + 1, sym, len, KPCTL_BTF_KIND(FUNC));
		if (!id || !kpctl_btf_same_proto(b, proto, kpctl_btf_type(b, id)->ref))
			return 0;
	}
	return proto;
}

#define refuse_name(err, code, column, ...)					\
	(kpctl_err_fill(err, code, column, ##__VA_ARGS__), kpctl_err_errno(KPCTL_E_##code))

int kpctl_names_find_function(struct kpctl_names *names, const struct kpctl_spec *spec,
			      struct kpctl_err *err)
{
	const u16 column = err->column;
	u32 nr;

	if (kpctl_kind_is_set(spec->kind))
		return refuse_name(err, NAME_IN_SET, column);
	if (spec->mod[0])
		return refuse_name(err, NAME_IN_MODULE, column, spec->mod);
	if (strchr(spec->sym, '.'))
		return refuse_name(err, NAME_CLONE, column, spec->sym);
	names->proto = find_proto(names->btf, spec->sym, &nr);
	if (names->proto)
		return 0;
	if (nr > 1)
		return refuse_name(err, NAME_MANY, column, nr, spec->sym);
	return refuse_name(err, NAME_NO_FUNCTION, column, spec->sym);
}
