// SPDX-License-Identifier: GPL-2.0-only
/* -e, -p and -a. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kpread.h"

int filter_add_glob(struct filter *f, const char *glob)
{
	const char **p;

	if (!*glob)
		return usage_error("-e wants a glob", NULL);
	p = realloc(f->globs, (f->nr_globs + 1) * sizeof(*p));
	if (!p)
		return -ENOMEM;
	p[f->nr_globs++] = glob;
	f->globs = p;
	return 0;
}

/* The verdict on a description is kept in kpr_event.tag: each is matched once. */
enum {
	TAG_NEW,
	TAG_SHOW,
	TAG_HIDE,
};

/* A glob with a slash is matched with GRP/EVENT, a glob without with the event's name. */
bool filter_match_name(const struct filter *f, const char *full)
{
	const char *slash = strchr(full, '/'), *name = slash ? slash + 1 : full;
	unsigned int i;

	for (i = 0; i < f->nr_globs; i++)
		if (!fnmatch(f->globs[i], strchr(f->globs[i], '/') ? full : name, 0))
			return true;
	return !f->nr_globs;
}

bool filter_match_description(const struct filter *f, const struct kpr_event *ev)
{
	char full[8300];

	snprintf(full, sizeof(full), "%s/%s", ev->group, ev->name);
	return filter_match_name(f, full);
}

static bool match_event(struct filter *f, struct kpr_event *ev)
{
	if (!f->nr_globs)
		return true;
	if (!ev)
		return false;
	if (ev->tag == TAG_NEW)
		ev->tag = filter_match_description(f, ev) ? TAG_SHOW : TAG_HIDE;
	return ev->tag == TAG_SHOW;
}

/*
 * Does the thread belong to the process of -p? /proc is asked at most once a second per
 * thread, as a tid may be given to another thread. A thread that has ended keeps its answer.
 */
static bool match_thread(struct filter *f, uint32_t tid, uint64_t now)
{
	unsigned int i = tid % TID_CACHE;
	bool known = f->tids[i].tid == tid && f->tids[i].until;
	char path[64];

	if (known && now < f->tids[i].until)
		return f->tids[i].ours;
	snprintf(path, sizeof(path), "/proc/%u", tid);
	if (!known || !access(path, F_OK)) {
		snprintf(path, sizeof(path), "/proc/%u/task/%u", f->pid, tid);
		f->tids[i].ours = !access(path, F_OK);
	}
	f->tids[i].tid = tid;
	f->tids[i].until = now + NSEC_PER_SEC;
	return f->tids[i].ours;
}

/* The same of a recording. -p may have named any thread of the process, as /proc takes any. */
static bool match_recorded_thread(const struct filter *f, uint32_t tid, uint64_t now)
{
	uint32_t process = task_process(tid, now);

	return process && (process == f->pid || process == task_process(f->pid, now));
}

static bool match_pid(struct filter *f, uint32_t tid, uint64_t now)
{
	if (!f->pid || tid == f->pid)
		return true;
	return f->is_replay ? match_recorded_thread(f, tid, now) : match_thread(f, tid, now);
}

bool filter_match_item(struct filter *f, const struct kpr_item *item)
{
	uint32_t tid;

	/* that an event is throttled, or stops, concerns the hits of all tasks */
	if (item->kind == KPR_THROTTLED || item->kind == KPR_STOPPED)
		return match_event(f, item->event);
	if (item->kind != KPR_EVENT && item->kind != KPR_MISSED)
		return true;
	tid = KPCTL_REC_TID(item->rec->ctx_tid);
	if (!match_pid(f, tid, item->time))
		return false;
	if (!match_event(f, item->event))
		return false;
	/* with a probe on a path of write(), each line would cause another line */
	if (tid == f->self && tid) {
		f->own += item->kind == KPR_EVENT;
		return false;
	}
	return true;
}
