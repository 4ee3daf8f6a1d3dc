// SPDX-License-Identifier: GPL-2.0-only
/* What formats say of items beside their values: how long, of which task, of what mark. */
#include <stdio.h>
#include <string.h>
#include "kpread.h"

#define CACHE	4096

bool item_lat(const struct kpr_item *item, uint64_t *lat)
{
	if (item->event && kpr_own(item, item->event->lat, lat) && *lat <= item->time)
		return true;
	*lat = 0;
	return false;
}

const char *mark_kind(const struct kpr_item *item)
{
	static const char * const kinds[] = {
		[KPR_EVENT] = "undescribed", [KPR_LOST] = "lost", [KPR_CORRUPT] = "corrupt",
		[KPR_MISSED] = "missed", [KPR_THROTTLED] = "throttled",
		[KPR_STOPPED] = "stopped",
	};

	return kinds[item->kind];
}

void mark_event(char *text, size_t size, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;

	*text = '\0';
	if (ev)
		snprintf(text, size, "%s/%s", ev->group, ev->name);
	else if (item->kind == KPR_EVENT)
		snprintf(text, size, "%u", item->rec->id);
}

int mark_name(char *text, size_t size, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	const char *slash = ev ? "/" : "";
	const char *group = ev ? ev->group : "", *name = ev ? ev->name : "?";
	unsigned long long n = item->count;

	if (item->kind == KPR_LOST && !n)
		return snprintf(text, size, "lost, nobody knows how many");
	if (item->kind == KPR_LOST)
		return snprintf(text, size, "lost %llu", n);
	if (item->kind == KPR_CORRUPT)
		return snprintf(text, size, "corrupt, %llu bytes", n);
	if (item->kind == KPR_MISSED)
		return snprintf(text, size, "missed %llu of %s%s%s", n, group, slash, name);
	if (item->kind == KPR_STOPPED)
		return snprintf(text, size, "%s%s%s stops recording after %llu more", group, slash,
				name, n);
	if (item->one_in > 1)
		return snprintf(text, size, "throttled %s%s%s, 1 in %u", group, slash, name,
				item->one_in);
	return snprintf(text, size, "not throttled any more %s%s%s", group, slash, name);
}

/*
 * The tasks that were named last; of two that share a place, each pushes the other out, and is
 * named once more. The idle tasks of all CPUs have one number, but are as many tasks.
 */
static struct named {
	bool is_used;
	unsigned int idle_cpu;
	struct task task;
} named[CACHE];

static struct named *place_of(uint32_t tid, unsigned int cpu)
{
	return &named[(tid ? tid : CACHE - 1 - cpu) % CACHE];
}

static bool is_same(const struct named *n, const struct task *t, unsigned int idle_cpu)
{
	return n->is_used && n->task.tid == t->tid && n->idle_cpu == idle_cpu &&
	       n->task.process == t->process && n->task.comm_len == t->comm_len &&
	       !memcmp(n->task.comm, t->comm, t->comm_len);
}

void task_of(struct output *out, const struct kpr_item *item, struct task *t)
{
	uint32_t tid = KPCTL_REC_TID(item->rec->ctx_tid);
	unsigned int cpu = tid ? 0 : item->cpu, len;
	const char *comm = kpr_stream_comm(out->stream, tid, &len);
	struct named *n = place_of(tid, cpu);

	*t = (struct task){ .tid = tid, .process = task_process(tid, item->time) };
	t->comm_len = len < sizeof(t->comm) ? len : sizeof(t->comm);
	memcpy(t->comm, comm, t->comm_len);
	/* a thread that has ended belongs to the process that it belonged to */
	if (!t->process && n->is_used && n->task.tid == tid)
		t->process = n->task.process;
	if (!t->process)
		t->process = tid;
	t->is_new = !is_same(n, t, cpu);
	*n = (struct named){ .is_used = true, .idle_cpu = cpu, .task = *t };
}

void tasks_forget(void)
{
	memset(named, 0, sizeof(named));
}
