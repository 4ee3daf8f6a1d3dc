// SPDX-License-Identifier: GPL-2.0
/*
 * The parameters of a system call. The kernel's own list for its tracepoints has names and
 * types (struct syscall_metadata). Without that list, BTF has what the compiler left of the
 * functions behind the entry:
 *
 *	__do_sys_NAME	names and types; mostly inlined, so that nothing is left of it
 *	__se_sys_NAME	names
 */
#include "spec/btf_show.h"
#include "spec/parse.h"
#include "spec/regs.h"

/* The one system call of the line; NULL: a set of several. */
static const char *the_call(const struct kpctl_spec *spec)
{
	struct kpctl_glob g;
	u32 pos = 0;

	if (!kpctl_kind_is_set(spec->kind))
		return kpctl_spec_target_sym(spec);
	if (!kpctl_set_next(spec->sym, &pos, &g) || pos != KPCTL_SET_END || g.out ||
	    strcspn(g.text, "*?[") < g.len)
		return NULL;
	return g.text;		/* the last pattern ends with the list's NUL */
}

static u32 proto_of(const struct kpctl_btf *b, const char *prefix, const char *name)
{
	char sym[KPCTL_SYS_NAME_MAX + 16];
	struct kpctl_out out = { sym, sizeof(sym), 0 };
	u32 id, nr;

	kpctl_spec_put(&out, "%s%s", prefix, name);
	id = kpctl_btf_find(b, sym, strlen(sym), KPCTL_BTF_KIND(FUNC), &nr);
	return id && nr == 1 ? kpctl_btf_type(b, id)->ref : 0;
}

/* Takes the parameters of a FUNC_PROTO, unless they are more than a system call can have. */
static int take_params(const struct kpctl_btf *b, u32 proto, int typed,
		       struct kpctl_sys_call *call)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(b, proto);
	const struct kpctl_btf_param *p;
	u32 i;

	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PROTO)) || kpctl_btf_vlen(t) > KPCTL_SYS_ARGS_MAX)
		return 0;
	p = kpctl_btf_parts(t);
	for (i = 0; i < kpctl_btf_vlen(t); i++) {
		call->name[i] = kpctl_btf_name(b, p[i].name);
		call->id[i] = typed ? p[i].type : 0;
	}
	call->b = b;
	call->n = kpctl_btf_vlen(t);
	return 1;
}

static int find_by_btf(struct kpctl_names *names, struct kpctl_sys_call *call)
{
	const struct kpctl_btf *b;
	struct kpctl_err none = {};
	int ret = names->types(names, "", &b, &none);

	if (ret)
		return ret == -ENOMEM ? ret : 0;
	/* a call without arguments has the registers' pointer there, as the entry has */
	if (!take_params(b, proto_of(b, "__se_sys_", call->call), 0, call))
		return 0;
	take_params(b, proto_of(b, "__do_sys_", call->call), 1, call);
	return 0;
}

int kpctl_names_read_syscall(struct kpctl_names *names, const char *name)
{
	struct kpctl_sys_call *call = &names->call;
	struct kpctl_out out = { call->call, sizeof(call->call), 0 };
	int ret = -ENOENT;

	memset(call, 0, sizeof(*call));
	call->n = KPCTL_SYS_UNKNOWN;
	kpctl_spec_put(&out, "%s", name);
	if (names->syscall)
		ret = names->syscall(names, call);
	if (ret == -ENOENT)
		ret = find_by_btf(names, call);
	return ret == -ENOMEM ? ret : 0;
}

int kpctl_names_find_syscall(struct kpctl_names *names, const struct kpctl_spec *spec,
			     struct kpctl_err *err)
{
	const char *name = the_call(spec);

	if (!name)
		return -ENOENT;
	return kpctl_names_read_syscall(names, name) ? kpctl_err_no_memory(err) : 0;
}

/* "const char *" and "filename", as C writes them together */
static void put_typed(struct kpctl_out *out, const char *type, const char *name)
{
	kpctl_spec_put(out, "%s%s%s", type, type[strlen(type) - 1] == '*' ? "" : " ", name);
}

void kpctl_names_show_syscall(const struct kpctl_sys_call *call, struct kpctl_out *out)
{
	int i;

	kpctl_spec_put(out, "sys:%s(", call->call);
	for (i = 0; i < call->n; i++) {
		if (i)
			kpctl_spec_put(out, ", ");
		if (call->type[i]) {
			put_typed(out, call->type[i], call->name[i]);
			continue;
		}
		if (call->id[i])
			kpctl_btf_show_type(call->b, call->id[i], out);
		kpctl_spec_put(out, "%s%s", call->id[i] ? " " : "", call->name[i]);
	}
	kpctl_spec_put(out, call->n == KPCTL_SYS_UNKNOWN ? "...) -> long" : ") -> long");
}
