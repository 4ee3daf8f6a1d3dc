// SPDX-License-Identifier: GPL-2.0-only
/* The types of some kernel and of modules, from files, for the names in lines. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"
#include "kplint.h"
#include "spec/enum.h"
#include "spec/errors.h"
#include "spec/out.h"

/* The types of the kernel, or of one of its modules */
struct types {
	struct types *next;
	char mod[KPCTL_MOD_MAX];
	int used;			/* by the line */
	int explained;			/* that the build-id is not known */
	char build_id[KPCTL_BUILD_ID_MAX];	/* "": the file does not tell */
	struct kpctl_btf btf;
	u32 index[];
};

struct all_types {
	struct kpctl_names names;
	struct types *first;		/* the kernel's; modules' follow */
};

static struct types *find_types(struct kpctl_names *names, const char *mod)
{
	struct types *t = ((struct all_types *)names)->first;	/* names is its first member */

	while (t && strcmp(t->mod, mod))
		t = t->next;
	return t;
}

static int types_of(struct kpctl_names *names, const char *mod, const struct kpctl_btf **b,
		    struct kpctl_err *err)
{
	struct types *t = find_types(names, mod);

	if (t) {
		t->used = 1;
		*b = &t->btf;
		return 0;
	}
	kpctl_err_fill(err, NO_BTF_OF_MODULE, err->column, mod);
	return kpctl_err_errno(KPCTL_E_NO_BTF_OF_MODULE);
}

/* Without a kernel, the types alone say in which module the function is. */
static int home_of(struct kpctl_names *names, const char *sym, char *mod, struct kpctl_err *err)
{
	struct types *t = ((struct all_types *)names)->first;
	u32 nr;

	(void)err;
	while (t && !kpctl_btf_find(&t->btf, sym, strlen(sym), KPCTL_BTF_KIND(FUNC), &nr))
		t = t->next;
	strcpy(mod, t ? t->mod : "");
	return 0;
}

/* Tables stay: lines are few, and the program ends behind them. */
static int values_of(struct kpctl_names *names, const struct kpctl_btf *b, u32 id,
		     const struct kpctl_enum **e, struct kpctl_err *err)
{
	u32 size = kpctl_enum_size(b, id);
	struct kpctl_enum *table = size ? malloc(size) : NULL;

	(void)names;
	*e = table;
	if (size && !table)
		return kpctl_err_no_memory(err);
	if (table)
		kpctl_enum_fill(table, b, id);
	return 0;
}

static int build_id_of(struct kpctl_names *names, const char *mod, char *id)
{
	struct types *t = find_types(names, mod);

	if (!t || !t->build_id[0])
		return -ENOENT;
	strcpy(id, t->build_id);
	return 0;
}

/* Files */

#define SYS_BTF		"/sys/kernel/btf/"

/* Types alone have no build-id; of those of the running kernel it stands elsewhere in /sys. */
static void find_sys_build_id(const char *file, char *id)
{
	const char *mod = file + strlen(SYS_BTF);
	struct bytes notes;
	char *name, *text;

	if (strncmp(file, SYS_BTF, strlen(SYS_BTF)))
		return;
	if (asprintf(&name, strcmp(mod, "vmlinux") ? "/sys/module/%s/notes/.note.gnu.build-id" :
						     "/sys/kernel/notes", mod) < 0)
		return;
	if (!kpr_read_file(name, &text, &notes.len)) {
		notes.at = (unsigned char *)text;
		kpr_notes_build_id(&notes, 4, id);
		free(text);
	}
	free(name);
}

static struct types *make_types(const struct bytes *btf, const struct kpctl_btf *base)
{
	size_t room = kpctl_btf_room(btf->at, btf->len);
	struct types *t = room ? calloc(1, sizeof(*t) + room) : NULL;

	if (t && kpctl_btf_init(&t->btf, base, btf->at, btf->len, t->index)) {
		free(t);
		return NULL;
	}
	return t;
}

static struct types *refuse_file(const char *file, const char *why)
{
	fprintf(stderr, "kplint: %s: %s\n", file, why);
	return NULL;
}

/* A file that is not ELF is BTF itself. */
static struct types *read_types(const char *file, const struct kpctl_btf *base)
{
	struct bytes all = unpacked_file(file), btf = all;
	struct types *t;

	if (!all.at)
		return NULL;
	if (kpr_elf_is(&all))
		btf = kpr_elf_section(&all, ".BTF");
	if (kpr_elf_section(&all, ".BTF.base").at)
		return refuse_file(file, "its types are of no certain kernel (.BTF.base), as it was built outside of the kernel's tree: load it, and give " SYS_BTF "MODULE");
	t = make_types(&btf, base);
	if (!t)
		return refuse_file(file, base ? "no types are in it: give the module's file, or its " SYS_BTF "MODULE" :
						"no types are in it: give the kernel's vmlinuz or vmlinux, or its " SYS_BTF "vmlinux");
	if (!kpr_elf_build_id(&all, t->build_id))
		find_sys_build_id(file, t->build_id);
	return t;
}

/* The ':' in front of the next MOD=FILE, or NULL; a file's name may have a ':' too. */
static char *find_module(char *text)
{
	char *colon, *equals;

	for (colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':')) {
		equals = strpbrk(colon + 1, ":=/");
		if (equals && *equals == '=' && equals > colon + 1 &&
		    equals - colon - 1 < KPCTL_MOD_MAX)
			return colon;
	}
	return NULL;
}

/* Takes MOD= off the front of what is to be MOD=FILE. */
static char *take_name(char *text, char *mod)
{
	char *equals = strchr(text, '=');

	memcpy(mod, text, equals - text);
	mod[equals - text] = '\0';
	return equals + 1;
}

/* Appends the types of FILE, or of MOD=FILE behind a base. Returns the text of the next. */
static char *open_one(struct types ***tail, const struct kpctl_btf *base, char *text)
{
	char mod[KPCTL_MOD_MAX] = "", *next;

	if (base)
		text = take_name(text, mod);
	next = find_module(text);
	if (next)
		*next++ = '\0';
	**tail = read_types(text, base);
	if (!**tail)
		return NULL;
	strcpy((**tail)->mod, mod);
	*tail = &(**tail)->next;
	return next ? next : "";
}

struct kpctl_names *types_open(const char *files)
{
	struct all_types *all = calloc(1, sizeof(*all));
	char *text = strdup(files), *next = text;
	struct types **tail;

	if (!all || !text)
		return NULL;
	all->names.types = types_of;
	all->names.home = home_of;
	all->names.build_id = build_id_of;
	all->names.values = values_of;
	all->names.syscall = syscalls_read;
	tail = &all->first;
	do
		next = open_one(&tail, all->first ? &all->first->btf : NULL, next);
	while (next && *next);
	free(text);
	return next ? &all->names : NULL;
}

/* Marks */

int types_set_build_id(struct kpctl_names *names, const char *id)
{
	size_t len = strlen(id);

	if (len < KPCTL_BUILD_ID_MIN || len >= KPCTL_BUILD_ID_MAX || len % 2 ||
	    id[strspn(id, "0123456789abcdefABCDEF")])
		return 0;
	strcpy(((struct all_types *)names)->first->build_id, id);
	return 1;
}

void types_used_none(struct kpctl_names *names)
{
	struct types *t;

	for (t = ((struct all_types *)names)->first; t; t = t->next)
		t->used = 0;
}

static void explain_none(struct types *t)
{
	if (t->explained)
		return;
	t->explained = 1;
	if (*t->mod)
		fprintf(stderr, "kplint: the build-id of module %s is not in its file: lines say nothing of the module's build\n", t->mod);
	else
		fprintf(stderr, "kplint: the kernel's build-id is not in the file: lines do not say for which kernel they are; give it with --build-id\n");
}

void types_mark(struct kpctl_names *names, char *mark)
{
	struct kpctl_out out = { mark, KPCTL_MARK_MAX, 0 };
	struct types *t = ((struct all_types *)names)->first;

	*mark = '\0';
	if (!t->build_id[0]) {
		explain_none(t);
		return;
	}
	kpctl_spec_put(&out, "%s", t->build_id);
	while ((t = t->next)) {
		if (!t->used)
			continue;
		if (t->build_id[0])
			kpctl_spec_put(&out, " %s=%s", t->mod, t->build_id);
		else
			explain_none(t);
	}
}
