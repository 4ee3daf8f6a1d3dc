// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Stacks of programs among the keys of aggregates. The module tells ";[PROCESS];0xADDR;0xADDR",
 * as it knows no files; here each address becomes what user_syms.c says of it.
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

int kpr_user_keys(struct kpr_syms *syms, char **text, size_t *len)
{
	struct rewrite r = { .syms = syms };
	const char *p = *text, *next, *mark;
	uint32_t pid;

	while ((mark = strstr(p, ";["))) {
		pid = process_at(mark + 2, &next);
		put(&r, p, mark + (pid ? 0 : 2) - p);
		p = pid ? put_frames(&r, next, pid) : mark + 2;
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
