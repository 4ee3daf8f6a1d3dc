// SPDX-License-Identifier: GPL-2.0-only
/* Tasks by their names, for formats that name a task once, before its first event. */
#include <string.h>
#include "kpread.h"

#define CACHE	4096

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
