// SPDX-License-Identifier: GPL-2.0
/*
 * The notes are variables of the kernel's own, called __syscall_meta__NAME, which neither move
 * nor change. A symbol of that name could be something else, so each pointer is tried before
 * what it points at is believed.
 */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <trace/syscall.h>

#include "place/place.h"
#include "place/same_name.h"
#include "place/syscalls.h"
#include "spec/btf.h"
#include "spec/names.h"

#define TEXT_MAX	64	/* bytes with the NUL; a longer name or type is none */

/* Reads a text; false where none is, or a longer one. */
static bool read_note_text(char *to, const char *from)
{
	int i;

	for (i = 0; i < TEXT_MAX; i++) {
		if (copy_from_kernel_nofault(&to[i], &from[i], 1))
			return false;
		if (!to[i])
			return i > 0;
	}
	return false;
}

/* Reads pointers to texts. */
static bool read_texts(const char **to, const char **from, unsigned int n)
{
	char text[TEXT_MAX];
	unsigned int i;

	if (copy_from_kernel_nofault(to, from, n * sizeof(*to)))
		return false;
	for (i = 0; i < n; i++)
		if (!read_note_text(text, to[i]))
			return false;
	return true;
}

/* The note names the system call as "sys_NAME". */
static bool is_note_of(const struct syscall_metadata *note, const char *call)
{
	char name[TEXT_MAX];

	return read_note_text(name, note->name) && !strncmp(name, "sys_", 4) && !strcmp(name + 4, call);
}

static int read_note(unsigned long addr, struct kpctl_sys_call *call)
{
	struct syscall_metadata note;
	struct kpctl_sys_call found = *call;

	if (copy_from_kernel_nofault(&note, (void *)addr, sizeof(note)) ||
	    !is_note_of(&note, call->call) || (unsigned int)note.nb_args > KPCTL_SYS_ARGS_MAX)
		return -ENOENT;
	found.n = note.nb_args;
	if (found.n && (!read_texts(found.name, note.args, found.n) ||
			!read_texts(found.type, note.types, found.n)))
		return -ENOENT;
	*call = found;
	return 0;
}

int kpctl_syscall_read(struct kpctl_names *names, struct kpctl_sys_call *call)
{
	unsigned long addr;
	char *sym = kasprintf(GFP_KERNEL, "__syscall_meta__%s", call->call);
	int ret = -ENOMEM;

	if (sym)
		ret = kpctl_place_data(sym, &addr);
	kfree(sym);
	return ret ?: read_note(addr, call);
}

/* All system calls: their entries are in the kernel's text */

struct each_call {
	int (*vote)(void *arg, const char *call);
	void *arg;
};

static int take_each_call(void *arg, const char *sym, u32 hash, u32 at)
{
	const struct each_call *each = arg;
	const char *call = kpctl_sys_name(sym);

	return call ? each->vote(each->arg, call) : 0;
}

int kpctl_syscall_each(struct kpctl_names *names, int (*vote)(void *arg, const char *call),
		       void *arg)
{
	struct each_call each = { vote, arg };

	return kpctl_same_name_walk(take_each_call, &each);
}

/* Names that may have been meant */

struct near_call {
	const char *wrong;
	char *near;
};

static int take_near_call(void *arg, const char *call)
{
	const struct near_call *n = arg;

	if (!kpctl_btf_is_close(n->wrong, strlen(n->wrong), call))
		return 0;
	strscpy(n->near, call, KPCTL_SYS_NAME_MAX);
	return 1;
}

bool kpctl_syscall_find_near(const char *wrong, char *near)
{
	struct near_call n = { wrong, near };

	return kpctl_syscall_each(NULL, take_near_call, &n) == 1;
}
