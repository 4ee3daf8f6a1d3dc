// SPDX-License-Identifier: GPL-2.0
/*
 * Strings that are made: most of them of a dentry's name and the names of the dentries above
 * it.
 *
 *	%pd2 %pd3 %pd4	so many names, the last of a dentry by its address
 *	%pd*		all names, up to the root of the file system
 *	%pD2 %pD3 %pD4	the same of a struct file by its address
 *	%pD*		all names, up to the root of the mount
 *	path		the same of a struct path, which lies in memory as a string does,
 *			mostly inside of another struct
 *	sock		the ends and the state of a struct sock by its address
 *	task		the name and the number of a struct task_struct by its address
 *
 * A walk begins at the dentry, the struct path, the socket or the task that lies at the address
 * of the last step. All types but `path` put the derefs that lead there around the line's own
 * derefs. So do $comm(VALUE) and $stacktrace(VALUE), which are no types: see parse_task.c.
 */
#include "spec/parse.h"
#include "spec/dentry.h"

static const struct walk {
	const char *name;
	u8 walk;		/* enum kpctl_walk */
	u8 nderef;
	size_t off[2];		/* of the derefs, the outer deref first */
} walks[] = {
	{ "%pd2", KPCTL_WALK_2, 1, { 0 } },
	{ "%pd3", KPCTL_WALK_3, 1, { 0 } },
	{ "%pd4", KPCTL_WALK_4, 1, { 0 } },
	{ "%pd*", KPCTL_WALK_DENTRY, 1, { 0 } },
	{ "%pD2", KPCTL_WALK_2, 2, { 0, KPCTL_FILE_DENTRY } },
	{ "%pD3", KPCTL_WALK_3, 2, { 0, KPCTL_FILE_DENTRY } },
	{ "%pD4", KPCTL_WALK_4, 2, { 0, KPCTL_FILE_DENTRY } },
	{ "%pD*", KPCTL_WALK_PATH, 1, { KPCTL_FILE_PATH } },
	{ "path", KPCTL_WALK_PATH, 0, { 0 } },
	{ "sock", KPCTL_WALK_SOCK, 1, { 0 } },
	{ "task", KPCTL_WALK_TASK, 1, { 0 } },
};

static const struct walk *find_walk(struct kpctl_span type)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(walks); i++)
		if (span_is(type, walks[i].name))
			return &walks[i];
	return NULL;
}

int kpctl_walk_find_type(struct kpctl_span type, struct kpctl_arg_spec *arg)
{
	const struct walk *walk = find_walk(type);

	if (!walk)
		return 0;
	arg->type = KPCTL_TYPE_STRING;
	arg->walk = walk->walk;
	return 1;
}

/* The derefs are the first, as parse_fetch.c has derefs from the outside in. */
unsigned int kpctl_walk_put_derefs(struct kpctl_arg_spec *arg, const struct kpctl_value *v)
{
	const struct walk *walk = arg->walk ? find_walk(v->type) : NULL;
	unsigned int i, n = walk ? walk->nderef : 0;

	for (i = 0; i < n; i++)
		arg->deref[arg->nderef++] = (struct kpctl_deref){ .off = walk->off[i] };
	return n;
}

/*
 * $entry(VALUE):sock is a socket as it is at the entry, and so is $entry(VALUE):task; other walks
 * follow at the return.
 */
unsigned int kpctl_walk_outside(const struct kpctl_arg_spec *arg)
{
	int is_early = arg->walk == KPCTL_WALK_SOCK || arg->walk == KPCTL_WALK_TASK;

	return is_early && arg->nderef == 1 ? 0 : arg->nderef;
}

/* Is the type, seen through const and the like, the struct of that name? */
static int is_struct(const struct kpctl_path *path, const char *name)
{
	const struct kpctl_btf *b = path->cursor.b;
	const struct kpctl_btf_type *t = kpctl_btf_type(b, path->cursor.type);

	return kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT)) && t->name &&
	       !strcmp(kpctl_btf_name(b, t->name), name);
}

static int is_pointer(const struct kpctl_path *path)
{
	return kpctl_btf_is(kpctl_btf_type(path->cursor.b, path->cursor.type),
			    KPCTL_BTF_KIND(PTR));
}

/* A struct path by itself, by its address, or that of a struct file. */
int kpctl_walk_end_path(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span s)
{
	static const char member[] = "f_path";
	int ret = 0;

	if (is_pointer(path))
		ret = kpctl_path_follow(ps, path, s);
	if (!ret && is_struct(path, "file") && path->n &&
	    kpctl_btf_to_member(&path->cursor, member, strlen(member)))
		return spec_refuse(ps, NAME_NO_PATH, s.p, SPAN_QUOTE(s));
	if (!ret && (!path->n || !is_struct(path, "path")))
		return spec_refuse(ps, NAME_NO_PATH, s.p, SPAN_QUOTE(s));
	return ret;
}

/*
 * Is there a struct sock_common where the struct begins, however deep within? A type that the
 * types do not know may be one.
 */
static int begins_as_sock(struct kpctl_btf_cursor c)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(c.b, c.type);
	unsigned int depth;

	if (!t || kpctl_btf_is(t, KPCTL_BTF_KIND(FWD)))
		return 1;
	for (depth = 0; depth < 8 && kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT)); depth++) {
		if (t->name && !strcmp(kpctl_btf_name(c.b, t->name), "sock_common"))
			return 1;
		if (!kpctl_btf_vlen(t))
			return 0;
		c.type = ((const struct kpctl_btf_member *)kpctl_btf_parts(t))->type;
		t = kpctl_btf_bare(c.b, &c.type);
	}
	return 0;
}

int kpctl_walk_end_sock(struct kpctl_parse *ps, const struct kpctl_path *path,
			struct kpctl_span s)
{
	struct kpctl_btf_cursor c = path->cursor;

	if (!kpctl_btf_follow(&c) && begins_as_sock(c))
		return 0;
	return spec_refuse(ps, NAME_NO_SOCK, s.p, SPAN_QUOTE(s));
}

/* A string that is made is a single string, and its struct lies in the kernel's memory. */
int kpctl_walk_check(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
		     const struct kpctl_value *v, int is_mem)
{
	if (!arg->walk)
		return 0;
	if (arg->count)
		return spec_refuse(ps, WALK_ARRAY, v->type.p, SPAN_QUOTE(v->type));
	if (!is_mem)
		return spec_refuse(ps, BAD_PATH, v->type.p, SPAN_QUOTE(v->fetch));
	return 0;
}
