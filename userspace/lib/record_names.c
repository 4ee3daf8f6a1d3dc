// SPDX-License-Identifier: LGPL-2.1-only
/*
 * What a recording needs beside the records, so that it can be read elsewhere: descriptions
 * of events, tasks and symbols, each written once, before the first record that needs it.
 * What the file has already is asked for each record, in a few instructions
 * (struct kpr_alike); all else is done here.
 *
 *	a description	again when its line in KPCTL_VIEW_EVENTS is another one
 *	a task		again when the stream names it, at most once a second
 *	a symbol	again when modules have come or gone; so is a cgroup's path
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "recording.h"

#define SECOND		1000000000ull
#define NR_IDS		65536u
#define NR_KNOWN	(1u << KPR_KNOWN_BITS)
#define NR_FRAMES	16384u

static void forget_alike(struct kpr_names *n)
{
	unsigned int i;

	for (i = 0; i < sizeof(n->alike) / sizeof(n->alike[0]); i++)
		n->alike[i] = (struct kpr_alike){ .size = UINT32_MAX };
}

int kpr_names_init(struct kpr_names *n, kpr_view_fn view, void *arg)
{
	memset(n, 0, sizeof(*n));
	n->view = view;
	n->arg = arg;
	n->proc = "/proc";
	kpr_comm_init(&n->comm, "/proc");
	n->plan = calloc(NR_IDS, sizeof(*n->plan));
	n->line = calloc(NR_IDS, sizeof(*n->line));
	n->seen = calloc(KPR_TIDS / 64, sizeof(*n->seen));
	n->fresh = calloc(KPR_TIDS / 64, sizeof(*n->fresh));
	n->told = calloc(KPR_TIDS / 64, sizeof(*n->told));
	n->known = calloc(NR_KNOWN, sizeof(*n->known));
	if (n->plan && n->line && n->seen && n->fresh && n->told && n->known &&
	    !kpr_events_init(&n->events) &&
	    !kpr_syms_init(&n->syms, "/proc/kallsyms", "/proc/modules")) {
		forget_alike(n);
		return 0;
	}
	kpr_names_exit(n);
	return -ENOMEM;
}

void kpr_names_of_dead(struct kpr_names *n)
{
	n->proc = "/dev/null";
	n->comm.proc = NULL;
	/* no file can have this name: an empty list of modules would be news, and take symbols away */
	n->syms.kallsyms = n->syms.modules = n->syms.proc = "/dev/null/none";
}

void kpr_names_exit(struct kpr_names *n)
{
	unsigned int i;

	for (i = 0; n->plan && i < NR_IDS; i++)
		free(n->plan[i]);
	free(n->plan);
	free(n->line);
	free(n->seen);
	free(n->fresh);
	free(n->told);
	free(n->known);
	free(n->frames);
	kpr_buf_free(&n->new_lines);
	kpr_buf_free(&n->new_tasks);
	kpr_buf_free(&n->new_syms);
	kpr_events_exit(&n->events);
	kpr_comm_exit(&n->comm);
	kpr_syms_exit(&n->syms);
}

static void append(struct kpr_names *n, struct kpr_buf *b, const void *bytes, size_t len)
{
	if (kpr_buf_room(b, len)) {
		n->failed = true;
		return;
	}
	memcpy(b->data + b->len, bytes, len);
	b->len += len;
}

/* Events */

static uint64_t hash(const char *p, size_t len)
{
	uint64_t h = 0xcbf29ce484222325ull;

	while (len--)
		h = (h ^ (unsigned char)*p++) * 0x100000001b3ull;
	return h;
}

static void plan_at(struct kpr_plan *plan, int offset)
{
	if (offset < 0)
		return;
	if (plan->nr == sizeof(plan->at) / sizeof(plan->at[0])) {
		plan->more = true;
		return;
	}
	plan->at[plan->nr++] = offset;
	if (kpr_pad8(offset + 8) > plan->need)
		plan->need = kpr_pad8(offset + 8) < UINT16_MAX ? kpr_pad8(offset + 8) : UINT16_MAX;
}

/* A value that the file must have a name for. */
static bool has_names(const struct kpr_field *f)
{
	return f->form == KPCTL_FORM_SYMBOL || f->form == KPCTL_FORM_CGROUP ||
	       kpctl_form_is_stack(f->form);
}

static void make_plan(struct kpr_names *n, const struct kpr_event *ev)
{
	struct kpr_plan *plan = calloc(1, sizeof(*plan));
	const struct kpr_field *f;

	if (!plan) {
		n->failed = true;
		return;
	}
	plan_at(plan, ev->ip);
	plan_at(plan, ev->func);
	plan_at(plan, ev->retip);
	for (f = ev->fields; f < ev->fields + ev->nr_fields; f++) {
		if (!has_names(f))
			continue;
		if (!kpctl_form_is_stack(f->form) && !f->count && !f->is_counted)
			plan_at(plan, f->offset);
		else
			plan->more = true;
	}
	free(n->plan[ev->id]);
	n->plan[ev->id] = plan;
	forget_alike(n);
}

/* A line that the file does not have, newline included. */
static void new_line(struct kpr_names *n, const char *line, size_t len)
{
	unsigned long id = strtoul(line, NULL, 10);
	uint64_t h = hash(line, len);
	struct kpr_event *ev;

	if (id < KPCTL_REC_FIRST_EVENT || id >= NR_IDS || n->line[id] == h)
		return;
	n->line[id] = h;
	append(n, &n->new_lines, line, len);
	if (kpr_events_parse(&n->events, line, len - 1))
		n->failed = true;
	ev = kpr_events_get(&n->events, id);
	if (ev)
		make_plan(n, ev);
}

static void read_lines(struct kpr_names *n)
{
	char *text, *line, *nl;
	size_t len;

	if (n->view(n->arg, KPCTL_VIEW_EVENTS, &text, &len))
		return;
	for (line = text; (nl = memchr(line, '\n', text + len - line)); line = nl + 1)
		new_line(n, line, nl + 1 - line);
	free(text);
}

static struct kpr_event *describe(struct kpr_names *n, uint16_t id)
{
	if (!n->plan[id] && n->now >= n->events.retry[id]) {
		n->events.retry[id] = n->now + SECOND;
		read_lines(n);
	}
	return kpr_events_get(&n->events, id);
}

/* Tasks */

static bool has_bit(const uint64_t *bits, uint32_t tid)
{
	return bits[tid / 64] >> tid % 64 & 1;
}

static void set_bit(uint64_t *bits, uint32_t tid)
{
	bits[tid / 64] |= 1ull << tid % 64;
}

/* A file of the thread in /proc, with a NUL at its end; empty: the thread is gone. */
static void read_proc(const struct kpr_names *n, uint32_t tid, const char *name, char *text,
		      size_t size)
{
	char path[64];
	ssize_t len = 0;
	int fd;

	snprintf(path, sizeof(path), "%s/%u/%s", n->proc, tid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		len = read(fd, text, size - 1);
		close(fd);
	}
	text[len > 0 ? len : 0] = '\0';
}

/* The process that the thread belongs to; 0: it is gone. */
static uint32_t ask_tgid(const struct kpr_names *n, uint32_t tid)
{
	char text[512];
	const char *p;

	read_proc(n, tid, "status", text, sizeof(text));
	p = strstr(text, "\nTgid:");
	return p ? strtoul(p + 6, NULL, 10) : 0;
}

/*
 * The name for those records of the task that stand before the stream names it in this file:
 * as an earlier file had it, else as /proc has it, whom a live reader asks too.
 */
static void ask_name(struct kpr_names *n, uint32_t tid, char name[16])
{
	char text[17];

	if (!has_bit(n->told, tid) && kpr_comm_has(&n->comm, tid, name))
		return;
	read_proc(n, tid, "comm", text, sizeof(text));
	text[strcspn(text, "\n")] = '\0';
	memcpy(name, text, strlen(text));
}

static void new_task(struct kpr_names *n, uint32_t tid)
{
	struct kpr_task_entry entry = { .tid = tid, .tgid = ask_tgid(n, tid) };

	ask_name(n, tid, entry.name);
	set_bit(n->seen, tid);
	set_bit(n->fresh, tid);
	n->any_fresh = true;
	append(n, &n->new_tasks, &entry, sizeof(entry));
}

/* Symbols */

static void forget_known(struct kpr_names *n)
{
	memset(n->known, 0, NR_KNOWN * sizeof(*n->known));
	n->nr_known = 0;
	if (n->frames)
		memset(n->frames, 0, NR_FRAMES * sizeof(*n->frames));
	n->nr_frames = 0;
	forget_alike(n);
}

/* The slot of an address that the file has, or the free one where it belongs. */
static uint64_t *find_known(struct kpr_names *n, uint64_t addr)
{
	uint32_t i = kpr_known_slot(addr);

	/* slot 0 is always free, and ends no search */
	while (!i || (n->known[i] && n->known[i] != addr))
		i = (i + 1) % NR_KNOWN;
	return &n->known[i];
}

static void append_symbol(struct kpr_names *n, struct kpr_sym_entry *entry, const char *text)
{
	static const char zeros[8];

	if (entry->len > 1 && text[0] == '0' && text[1] == 'x')
		return;			/* it is no symbol's */
	append(n, &n->new_syms, entry, sizeof(*entry));
	append(n, &n->new_syms, text, entry->len);
	append(n, &n->new_syms, zeros, kpr_pad8(entry->len) - entry->len);
}

static void new_symbol(struct kpr_names *n, uint64_t addr)
{
	struct kpr_sym_entry entry = { .addr = addr };
	const char *text = kpr_syms_get(&n->syms, addr, true, &entry.len);

	append_symbol(n, &entry, text);
}

static void new_cgroup(struct kpr_names *n, uint64_t id)
{
	struct kpr_sym_entry entry = { .addr = id, .pid = KPR_PID_CGROUP };
	const char *path = kpr_cgroup_get(&n->syms, id, &entry.len);

	if (path)
		append_symbol(n, &entry, path);
}

/* Of an address, or the id of a cgroup, which is none: has the file no name for it yet? */
static bool is_new(struct kpr_names *n, uint64_t addr)
{
	uint64_t *slot;

	if (!addr)
		return false;
	if (n->nr_known > NR_KNOWN / 4 * 3)
		forget_known(n);
	slot = find_known(n, addr);
	if (*slot)
		return false;
	*slot = addr;
	n->nr_known++;
	return true;
}

static void name_address(struct kpr_names *n, uint64_t addr)
{
	if (is_new(n, addr))
		new_symbol(n, addr);
}

static void name_number(struct kpr_names *n, unsigned int form, uint64_t number)
{
	if (form != KPCTL_FORM_CGROUP)
		name_address(n, number);
	else if (is_new(n, number))
		new_cgroup(n, number);
}

/* The slot of an address of a program that the file has, or the free one where it belongs. */
static struct kpr_known_frame *find_frame(struct kpr_names *n, uint32_t pid, uint64_t addr)
{
	uint64_t i = (addr ^ pid) * 0x9e3779b97f4a7c15ull >> 32;

	for (;; i++)
		if (!n->frames[i % NR_FRAMES].addr ||
		    (n->frames[i % NR_FRAMES].addr == addr && n->frames[i % NR_FRAMES].pid == pid))
			return &n->frames[i % NR_FRAMES];
}

static void name_frame(struct kpr_names *n, uint32_t pid, uint64_t addr)
{
	struct kpr_sym_entry entry = { .addr = addr, .pid = pid };
	struct kpr_known_frame *f;
	const char *text;

	if (!n->frames)
		n->frames = calloc(NR_FRAMES, sizeof(*n->frames));
	if (!n->frames || !addr) {
		n->failed |= !n->frames;
		return;
	}
	if (n->nr_frames > NR_FRAMES / 4 * 3)
		forget_known(n);
	f = find_frame(n, pid, addr);
	if (f->addr)
		return;
	*f = (struct kpr_known_frame){ .addr = addr, .pid = pid };
	n->nr_frames++;
	text = kpr_user_get(&n->syms, pid, addr, true, &entry.len);
	append_symbol(n, &entry, text);
}

static void name_stack(struct kpr_names *n, const struct kpr_value *v)
{
	unsigned int k;

	for (k = 0; k < v->nr; k++)
		if (v->pid)
			name_frame(n, v->pid, kpr_frame(v, k));
		else
			name_address(n, kpr_frame(v, k));
}

static void name_own(struct kpr_names *n, const struct kpr_item *it, int offset)
{
	uint64_t addr;

	if (kpr_own(it, offset, &addr))
		name_address(n, addr);
}

static void name_field(struct kpr_names *n, const struct kpr_item *it, unsigned int i)
{
	struct kpr_value v, e;
	unsigned int k;

	kpr_value(it, i, &v);
	if (v.kind == KPR_VALUE_UNSIGNED)
		name_number(n, v.form, v.u);
	if (v.kind == KPR_VALUE_STACK)
		name_stack(n, &v);
	for (k = 0; v.kind == KPR_VALUE_ARRAY && k < v.nr; k++) {
		kpr_element(it, i, k, &e);
		name_number(n, e.form, e.u);
	}
}

static void name_addresses(struct kpr_names *n, const struct kpr_item *it)
{
	const struct kpr_event *ev = it->event;
	unsigned int i;

	name_own(n, it, ev->ip);
	name_own(n, it, ev->func);
	name_own(n, it, ev->retip);
	for (i = 0; i < ev->nr_fields; i++)
		if (has_names(&ev->fields[i]))
			name_field(n, it, i);
}

/* Records */

/* The file has what the record needs: so it will have for those that are alike. */
static void learn_alike(struct kpr_names *n, const struct kpctl_rec *rec)
{
	const struct kpr_plan *plan = n->plan[rec->id];
	struct kpr_alike *a;
	unsigned int i;
	uint64_t word;

	if (!plan || plan->more || KPCTL_REC_SIZE(rec) < plan->need)
		return;
	memcpy(&word, (const char *)rec + offsetof(struct kpctl_rec, id), 8);
	a = kpr_alike_slot(n, word);
	*a = (struct kpr_alike){ .word = word, .size = KPCTL_REC_SIZE(rec), .nr = plan->nr };
	for (i = 0; i < plan->nr; i++) {
		a->at[i] = plan->at[i];
		memcpy(&a->addr[i], (const char *)rec + plan->at[i], 8);
	}
}

void kpr_names_event(struct kpr_names *n, const struct kpctl_rec *rec)
{
	struct kpr_item item = { .rec = rec, .event = describe(n, rec->id) };
	uint32_t tid = KPCTL_REC_TID(rec->ctx_tid);

	if (!has_bit(n->seen, tid))
		new_task(n, tid);
	if (item.event)
		name_addresses(n, &item);
	learn_alike(n, rec);
}

static void take_comm(struct kpr_names *n, const struct kpctl_rec_comm *rec)
{
	uint32_t tid = KPCTL_REC_TID(rec->hdr.ctx_tid);

	if (KPCTL_REC_SIZE(&rec->hdr) < sizeof(*rec))
		return;
	kpr_comm_set(&n->comm, tid, rec->comm);
	set_bit(n->told, tid);
	if (!has_bit(n->fresh, tid))
		new_task(n, tid);
}

/* A note names its event, and is printed with the name of the task. */
static void take_note(struct kpr_names *n, const struct kpctl_rec_missed *rec)
{
	uint32_t tid = KPCTL_REC_TID(rec->hdr.ctx_tid);

	_Static_assert(offsetof(struct kpctl_rec_missed, event) ==
		       offsetof(struct kpctl_rec_throttled, event), "one layout for both");
	if (KPCTL_REC_SIZE(&rec->hdr) < sizeof(*rec))
		return;
	if (rec->event >= KPCTL_REC_FIRST_EVENT && rec->event < NR_IDS)
		describe(n, rec->event);
	if (!has_bit(n->seen, tid))
		new_task(n, tid);
}

void kpr_names_other(struct kpr_names *n, const struct kpctl_rec *rec)
{
	if (rec->id == KPCTL_REC_COMM)
		take_comm(n, (const void *)rec);
	else if (rec->id == KPCTL_REC_MISSED || rec->id == KPCTL_REC_THROTTLED)
		take_note(n, (const void *)rec);
}

void kpr_names_begin(struct kpr_names *n)
{
	memset(n->line, 0, NR_IDS * sizeof(*n->line));
	memset(n->seen, 0, KPR_TIDS / 8);
	memset(n->fresh, 0, KPR_TIDS / 8);
	memset(n->told, 0, KPR_TIDS / 8);
	set_bit(n->seen, 0);		/* the idle task needs no name */
	set_bit(n->fresh, 0);
	n->any_fresh = false;
	forget_known(n);
	read_lines(n);
}

void kpr_names_tick(struct kpr_names *n, uint64_t now)
{
	uint64_t modules;

	n->now = now;
	kpr_syms_tick(&n->syms, now);
	if (now - n->second < SECOND)
		return;
	n->second = now;
	if (n->any_fresh)
		memset(n->fresh, 0, KPR_TIDS / 8);
	set_bit(n->fresh, 0);
	n->any_fresh = false;
	modules = kpr_syms_modules(&n->syms);
	if (modules != n->modules)
		forget_known(n);
	n->modules = modules;
}
