// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Keys of aggregates, and keys and arguments of what is open, that the module has no names for,
 * as it reads no files:
 *
 *	";[PROCESS];0xADDR;0xADDR"	a stack of a program, in a key of an aggregate; each address
 *					becomes what user_syms.c says of it
 *	": #ID"				a cgroup there; it becomes its path in quotes, or the bare ID
 *	"=#ID", "={#ID,#ID}"		the same of what is open, and an array of cgroups
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

static bool is_cgroup(const char *p)
{
	return p[0] == '#' && p[1] >= '0' && p[1] <= '9';
}

/* "#ID" at p; what is behind it. */
static const char *put_id(struct rewrite *r, const char *p)
{
	unsigned long long id;
	unsigned int len = 0;
	const char *path;
	char *end;

	id = strtoull(p + 1, &end, 10);
	path = kpr_cgroup_get(r->syms, id, &len);
	put(r, "\"", path ? 1 : 0);
	put(r, path ? path : p + 1, path ? len : (size_t)(end - p - 1));
	put(r, "\"", path ? 1 : 0);
	return end;
}

/* ": #ID" at p; what is behind it, or behind the ':' of something else. */
static const char *put_cgroup(struct rewrite *r, const char *p)
{
	if (!strncmp(p, ": ", 2) && is_cgroup(p + 2)) {
		put(r, p, 2);
		return put_id(r, p + 2);
	}
	put(r, p, 1);
	return p + 1;
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

/* What has been put takes the place of the text. */
static int replace(struct rewrite *r, char **text, size_t *len)
{
	if (r->failed) {
		kpr_buf_free(&r->out);
		return -ENOMEM;
	}
	r->out.data[r->out.len] = '\0';
	free(*text);
	*text = r->out.data;
	*len = r->out.len;
	return 0;
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
	return replace(&r, text, len);
}

/* What is open: each NAME=VALUE is a field of a line, behind AGE TID, the task, the function. */

static void put_value(struct rewrite *r, const char *p, const char *end)
{
	const char *value = memchr(p, '=', end - p);

	value = value ? value + 1 : end;
	if (*value == '{')
		value++;
	put(r, p, value - p);
	while (is_cgroup(value)) {
		value = put_id(r, value);
		if (value < end)	/* ',' or '}' */
			put(r, value++, 1);
	}
	put(r, value, end - value);
}

bool kpr_open_keys_in(const char *text)
{
	return strstr(text, "=#") || strstr(text, "={#");
}

int kpr_open_keys(struct kpr_syms *syms, char **text, size_t *len)
{
	struct rewrite r = { .syms = syms };
	const char *p = *text, *end;
	unsigned int field = 0;

	while (*p) {
		end = p + strcspn(p, "\t\n");
		if (field++ < 3)
			put(&r, p, end - p);
		else
			put_value(&r, p, end);
		if (*end == '\n')
			field = 0;
		p = *end ? end + 1 : end;
		put(&r, end, p - end);
	}
	put(&r, p, 0);		/* there is something to hand out of an empty text, too */
	return replace(&r, text, len);
}
