// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Keys of aggregates that the module has no names for, as it reads no files:
 *
 *	";[PROCESS];0xADDR;0xADDR"	a stack of a program; each address becomes what user_syms.c
 *					says of it
 *	": #ID"				a cgroup; it becomes its path in quotes, or the bare ID
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"

struct rewrite {
	struct kpr_syms *syms;
	struct kpr_buf out;
	bool failed;
};

static void put(struct rewrite *r, const char *text, size_t len)
{
	if (r->failed || kpr_buf_room(&r->out, len + 1)) {
		r->failed = true;
		return;
	}
	memcpy(r->out.data + r->out.len, text, len);
	r->out.len += len;
}

/* Puts the frames at p, each behind a ';', and returns what is behind them. */
static const char *put_frames(struct rewrite *r, const char *p, uint32_t pid)
{
	const char *name;
	unsigned int len;
	uint64_t addr;
	char *end;

	while (!strncmp(p, ";0x", 3)) {
		addr = strtoull(p + 3, &end, 16);
		if (end == p + 3)
			break;
		name = kpr_user_get(r->syms, pid, addr, true, &len);
		put(r, ";", 1);
		put(r, name, len);
		p = end;
	}
	return p;
}

/* "[PROCESS]" with a frame behind: the process, else 0 */
static uint32_t process_at(const char *p, const char **next)
{
	char *end;
	unsigned long pid;

	if (p[0] < '0' || p[0] > '9')
		return 0;
	pid = strtoul(p, &end, 10);
	*next = end + 1;
	return !strncmp(end, "];0x", 4) && pid <= UINT32_MAX ? pid : 0;
}

/* ": #ID" at p; what is behind it, or behind the ':' of something else. */
static const char *put_cgroup(struct rewrite *r, const char *p)
{
	unsigned long long id;
	unsigned int len = 0;
	const char *path;
	char *end;

	if (strncmp(p, ": #", 3) || p[3] < '0' || p[3] > '9') {
		put(r, p, 1);
		return p + 1;
	}
	id = strtoull(p + 3, &end, 10);
	path = kpr_cgroup_get(r->syms, id, &len);
	put(r, ": \"", path ? 3 : 2);
	put(r, path ? path : p + 3, path ? len : (size_t)(end - p - 3));
	put(r, "\"", path ? 1 : 0);
	return end;
}

/* ";[PROCESS]" and frames at p; what is behind them, or behind the ';' of something else. */
static const char *put_stack(struct rewrite *r, const char *p)
{
	const char *next;
	uint32_t pid = p[1] == '[' ? process_at(p + 2, &next) : 0;

	if (pid)
		return put_frames(r, next, pid);
	put(r, p, 1);
	return p + 1;
}

bool kpr_user_keys_in(const char *text)
{
	return strstr(text, ";[") || strstr(text, ": #");
}

int kpr_user_keys(struct kpr_syms *syms, char **text, size_t *len)
{
	struct rewrite r = { .syms = syms };
	const char *p = *text, *mark;

	while ((mark = strpbrk(p, ";:"))) {
		put(&r, p, mark - p);
		p = *mark == ';' ? put_stack(&r, mark) : put_cgroup(&r, mark);
	}
	put(&r, p, *text + *len - p);
	if (r.failed) {
		kpr_buf_free(&r.out);
		return -ENOMEM;
	}
	r.out.data[r.out.len] = '\0';
	free(*text);
	*text = r.out.data;
	*len = r.out.len;
	return 0;
}
