// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Names that a recording tells beside its records: symbols, tasks, processes. A name stands
 * in the file before the first record that needs it. The library asks here as it asks the
 * kernel when it reads live.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "recording.h"

#define PAGE_TIDS	64u
#define PAGES_MAX	8192u	/* in use at a time: 2 MB */

void kpr_told_exit(struct kpr_told *t)
{
	unsigned int i;

	free(t->sym);
	kpr_buf_free(&t->texts);
	kpr_buf_free(&t->all);
	for (i = 0; i < KPR_COMM_PAGES; i++)
		free(t->tgid[i]);
}

/* Tasks */

/* A page of zeros: once all are in use, one of those that are, in turn. */
static uint32_t *new_page(struct kpr_told *t)
{
	uint32_t *page;

	if (t->nr_pages < PAGES_MAX) {
		t->nr_pages++;
		return calloc(PAGE_TIDS, sizeof(*page));
	}
	do {
		t->victim = (t->victim + 1) % KPR_COMM_PAGES;
	} while (!t->tgid[t->victim]);
	page = t->tgid[t->victim];
	t->tgid[t->victim] = NULL;
	memset(page, 0, PAGE_TIDS * sizeof(*page));
	return page;
}

static int set_tgid(struct kpr_told *t, uint32_t tid, uint32_t tgid)
{
	uint32_t **page = &t->tgid[tid / PAGE_TIDS % KPR_COMM_PAGES];

	if (!*page)
		*page = new_page(t);
	if (!*page)
		return -ENOMEM;
	(*page)[tid % PAGE_TIDS] = tgid;
	return 0;
}

int kpr_told_tasks(struct kpr_told *t, struct kpr_comm *comm, const char *payload, size_t len)
{
	struct kpr_task_entry e;
	size_t at;

	for (at = 0; at + sizeof(e) <= len; at += sizeof(e)) {
		memcpy(&e, payload + at, sizeof(e));
		if (e.tid > KPCTL_TID_MASK)
			continue;
		if (e.name[0])
			kpr_comm_offer(comm, e.tid, e.name);
		if (e.tgid && set_tgid(t, e.tid, e.tgid))
			return -ENOMEM;
	}
	return 0;
}

uint32_t kpr_told_tgid(const struct kpr_told *t, uint32_t tid)
{
	const uint32_t *page = t->tgid[tid / PAGE_TIDS % KPR_COMM_PAGES];

	return page ? page[tid % PAGE_TIDS] : 0;
}

/* Symbols */

static struct kpr_told_sym *find(const struct kpr_told *t, uint64_t addr, uint32_t pid)
{
	uint64_t i = ((addr ^ pid) * 0x9e3779b97f4a7c15ull >> 32) & (t->cap_syms - 1);

	while (t->sym[i].addr && (t->sym[i].addr != addr || t->sym[i].pid != pid))
		i = (i + 1) & (t->cap_syms - 1);
	return &t->sym[i];
}

/* At most half of the slots are in use. */
static int make_room(struct kpr_told *t)
{
	struct kpr_told old = *t;
	unsigned int i;

	if (t->nr_syms < t->cap_syms / 2)
		return 0;
	t->cap_syms = old.cap_syms ? old.cap_syms * 2 : 1024;
	t->sym = calloc(t->cap_syms, sizeof(*t->sym));
	if (!t->sym) {
		*t = old;
		return -ENOMEM;
	}
	for (i = 0; i < old.cap_syms; i++)
		if (old.sym[i].addr)
			*find(t, old.sym[i].addr, old.sym[i].pid) = old.sym[i];
	free(old.sym);
	return 0;
}

static bool same_text(const struct kpr_told *t, const struct kpr_told_sym *s, const char *text,
		      uint32_t len)
{
	return s->addr && s->len == len && !memcmp(t->texts.data + s->text, text, len);
}

static int set_symbol(struct kpr_told *t, struct kpr_syms *syms, const struct kpr_sym_entry *e,
		      const char *text)
{
	const uint32_t len = e->len;
	struct kpr_told_sym *s;

	if (!e->addr || make_room(t))
		return e->addr ? -ENOMEM : 0;
	s = find(t, e->addr, e->pid);
	if (same_text(t, s, text, len))
		return 0;
	if (t->texts.len > UINT32_MAX - len || kpr_buf_room(&t->texts, len))
		return -ENOMEM;
	syms->age++;		/* what is cached may be the old name, or none */
	t->nr_syms += !s->addr;
	*s = (struct kpr_told_sym){
		.addr = e->addr, .pid = e->pid, .text = t->texts.len, .len = len,
	};
	memcpy(t->texts.data + t->texts.len, text, len);
	t->texts.len += len;
	return 0;
}

int kpr_told_syms(struct kpr_told *t, struct kpr_syms *syms, const char *payload, size_t len)
{
	struct kpr_sym_entry e;
	size_t at;
	int ret = 0;

	for (at = 0; len - at >= sizeof(e) && !ret; at += kpr_pad8(e.len)) {
		memcpy(&e, payload + at, sizeof(e));
		at += sizeof(e);
		if (e.len > KPR_SYM_TEXT_MAX || kpr_pad8(e.len) > len - at)
			break;
		if (e.len && !memchr(payload + at, '\0', e.len))
			ret = set_symbol(t, syms, &e, payload + at);
	}
	return ret;
}

/* A file that has more than there can be is not believed. */
int kpr_told_kallsyms(struct kpr_told *t, const char *piece, size_t len)
{
	if (len > KPR_BLOCK_MAX - t->all.len)
		return 0;
	if (kpr_buf_room(&t->all, len + 1))
		return -ENOMEM;
	memcpy(t->all.data + t->all.len, piece, len);
	t->all.len += len;
	return 0;
}

int kpr_told_all(struct kpr_told *t, struct kpr_syms *syms)
{
	char *text = t->all.data;
	size_t len = t->all.len;

	if (!len)
		return 0;
	t->all = (struct kpr_buf){ 0 };
	t->has_all = true;
	text[len] = '\0';
	return kpr_syms_parse(syms, text, len);
}

int kpr_told_symbol(void *arg, uint64_t addr, char *text)
{
	const struct kpr_told *t = arg;
	const struct kpr_told_sym *s;

	s = t->nr_syms && addr ? find(t, addr, 0) : NULL;
	if (!s || !s->addr)
		return addr && t->has_all && t->is_damaged ? -1 : 0;
	memcpy(text, t->texts.data + s->text, s->len);
	return s->len;
}

unsigned int kpr_told_frame(void *arg, uint32_t pid, uint64_t addr, char *text)
{
	const struct kpr_told *t = arg;
	const struct kpr_told_sym *s = t->nr_syms && addr ? find(t, addr, pid) : NULL;

	if (!s || !s->addr)
		return 0;
	memcpy(text, t->texts.data + s->text, s->len);
	return s->len;
}
