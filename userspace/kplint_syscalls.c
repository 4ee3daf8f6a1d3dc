// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parameters of system calls as tracefs tells them. The kernel's types mostly lack the
 * functions that have these parameters; the kernel's own notes are in no file but
 * events/syscalls/sys_enter_NAME/format:
 *
 *	field:const char * filename;	offset:24;	size:8;	signed:0;
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"
#include "kplint.h"

#define TEXT_MAX	64

const char *syscalls_dir = "/sys/kernel/tracing/events/syscalls";

/* The texts of the call that was read last */
static char types_of_params[KPCTL_SYS_ARGS_MAX][TEXT_MAX];
static char names_of_params[KPCTL_SYS_ARGS_MAX][TEXT_MAX];

/* Fields of all events, the call's number, and what newer kernels read for a pointer. */
static int is_param(const char *name)
{
	return strncmp(name, "common_", 7) && strncmp(name, "__", 2);
}

/* "TYPE NAME" up to the semicolon; 0: a parameter that is none of a system call. */
static int take_field(const char *field, struct kpctl_sys_call *call)
{
	size_t len = strcspn(field, ";\n"), at = len;
	int n = call->n;

	while (at && field[at - 1] != ' ')
		at--;
	if (at < 2 || !is_param(field + at))
		return 1;
	if (n == KPCTL_SYS_ARGS_MAX || at > TEXT_MAX || len - at >= TEXT_MAX)
		return 0;
	snprintf(types_of_params[n], TEXT_MAX, "%.*s", (int)at - 1, field);
	snprintf(names_of_params[n], TEXT_MAX, "%.*s", (int)(len - at), field + at);
	call->type[n] = types_of_params[n];
	call->name[n] = names_of_params[n];
	call->n++;
	return 1;
}

static int take_format(const char *text, struct kpctl_sys_call *call)
{
	const char *at = text;

	call->n = 0;
	while ((at = strstr(at, "\tfield:"))) {
		at += strlen("\tfield:");
		if (!take_field(at, call))
			return -ENOENT;
	}
	return 0;
}

int syscalls_read(struct kpctl_names *names, struct kpctl_sys_call *call)
{
	struct kpctl_sys_call found = *call;
	char *path, *text;
	size_t len;
	int ret;

	(void)names;
	if (strchr(call->call, '/'))
		return -ENOENT;
	if (asprintf(&path, "%s/sys_enter_%s/format", syscalls_dir, call->call) < 0)
		return -ENOMEM;
	ret = kpr_read_file(path, &text, &len);
	free(path);
	if (ret)
		return -ENOENT;
	ret = take_format(text, &found);
	free(text);
	if (!ret)
		*call = found;
	return ret;
}
