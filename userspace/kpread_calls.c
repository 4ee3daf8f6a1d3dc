// SPDX-License-Identifier: GPL-2.0-only
/* Items held until the calls around them have ended. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_calls.h"

/* A task that has items here. */
struct calls_of {
	struct calls_of *next;		/* of the bucket */
	uint32_t tid;
	unsigned int cpu;		/* of an idle task; else 0 */
	struct call *last;		/* the outermost item that ended last */
};

#define BUCKETS		4096u

static struct calls_of *tasks[BUCKETS];
static struct call *oldest, *newest;
static size_t used;		/* of CALLS_MEMORY */

/*
 * The end of the last outermost item that was given, of tasks that have none here now. Of two tasks
 * that share a place the later one stays, and the other's end goes to `given_of_others`.
 */
static struct given {
	uint32_t tid;
	unsigned int cpu;
	uint64_t end;
} given[1u << 16];
static uint64_t given_of_others;

static unsigned int idle_cpu(const struct call *c)
{
	return c->tid ? 0 : c->cpu;
}

static uint32_t hash(const struct call *c)
{
	return (c->tid + idle_cpu(c)) * 2654435761u >> 16;
}

/* What was given */

static void note_given(const struct call *c)
{
	struct given *g = &given[hash(c)];

	if ((g->tid != c->tid || g->cpu != idle_cpu(c)) && g->end > given_of_others)
		given_of_others = g->end;
	*g = (struct given){ .tid = c->tid, .cpu = idle_cpu(c), .end = c->end };
}

/* The time up to which something was given that may have happened in the call; 0: nothing. */
static uint64_t given_within(const struct call *c)
{
	const struct given *g = &given[hash(c)];
	uint64_t end = given_of_others;

	if (g->end && g->tid == c->tid && g->cpu == idle_cpu(c))
		end = g->end;
	return end > c->start ? end : 0;
}

/* Tasks */

static struct calls_of *task_of_call(const struct call *c)
{
	struct calls_of **bucket = &tasks[hash(c) % BUCKETS], *t;

	for (t = *bucket; t; t = t->next)
		if (t->tid == c->tid && t->cpu == idle_cpu(c))
			return t;
	t = calloc(1, sizeof(*t));
	if (!t)
		return NULL;
	used += sizeof(*t);
	t->tid = c->tid;
	t->cpu = idle_cpu(c);
	t->next = *bucket;
	*bucket = t;
	return t;
}

/* The task's last item has been given. */
static void free_task(struct calls_of *task, const struct call *c)
{
	struct calls_of **at = &tasks[hash(c) % BUCKETS];

	while (*at != task)
		at = &(*at)->next;
	*at = task->next;
	used -= sizeof(*task);
	free(task);
}

/* The list of the outermost */

static void append(struct call *c)
{
	c->older = newest;
	c->newer = NULL;
	if (newest)
		newest->newer = c;
	else
		oldest = c;
	newest = c;
}

static void unlink_call(struct call *c)
{
	if (c->older)
		c->older->newer = c->newer;
	else
		oldest = c->newer;
	if (c->newer)
		c->newer->older = c->older;
	else
		newest = c->older;
}

/* The last items of the task go into the call, if they began after the call. */
static void take_inner(struct call *c)
{
	struct call *last = c->task->last;

	while (last && c->is_call && last->start >= c->start) {
		c->task->last = last->before;
		unlink_call(last);
		last->outer = c;
		last->next = c->inner;
		c->inner = last;
		last = c->task->last;
	}
}

static int hold(struct call *c)
{
	c->task = c->is_mark ? NULL : task_of_call(c);
	if (!c->task && !c->is_mark) {
		free(c);
		return -ENOMEM;
	}
	used += sizeof(*c) + c->name_len + c->text_len;
	if (c->task) {
		take_inner(c);
		if (!c->task->last && c->is_call)
			c->given = given_within(c);
		c->before = c->task->last;
		if (c->before)
			c->before->after = c;
		c->task->last = c;
	}
	append(c);
	return 0;
}

/* Giving */

static void free_call(struct call *c)
{
	used -= sizeof(*c) + c->name_len + c->text_len;
	free(c);
}

/*
 * Frees the outermost call and all in it. Calls can lie very deep in each other, so that there is
 * no recursion here: the items in a call are put in front of those that follow the call.
 */
static void free_tree(struct call *c)
{
	struct call *next, *last;

	for (; c; c = next) {
		next = c->next;
		if (c->inner) {
			for (last = c->inner; last->next; last = last->next)
				;
			last->next = next;
			next = c->inner;
		}
		free_call(c);
	}
}

/* The oldest one is the first of its task, too. */
static int give_oldest(struct output *out,
		       int (*give)(struct output *out, const struct call *c))
{
	struct call *c = oldest;
	int ret = give ? give(out, c) : 0;

	unlink_call(c);
	if (c->task) {
		note_given(c);
		if (c->task->last == c)
			free_task(c->task, c);
		else
			c->after->before = NULL;
	}
	free_tree(c);
	return ret;
}

int calls_give(struct output *out, uint64_t now,
	       int (*give)(struct output *out, const struct call *c))
{
	int ret = 0;

	while (!ret && oldest && (used > CALLS_MEMORY || now == UINT64_MAX ||
				  (now > oldest->end && now - oldest->end > CALLS_HOLD_NS)))
		ret = give_oldest(out, give);
	return ret;
}

int calls_add(struct output *out, struct call *c,
	      int (*give)(struct output *out, const struct call *c))
{
	uint64_t now = c->end;
	int ret = hold(c);

	return ret ? ret : calls_give(out, now, give);
}

/* Calls can lie very deep in each other, so that there is no recursion here. */
int calls_walk(struct output *out, const struct call *outermost,
	       int (*put)(struct output *out, const struct call *c, unsigned int depth,
			  enum part part))
{
	const struct call *c = outermost;
	unsigned int depth = 0;
	int ret = 0;

	while (!ret) {
		ret = put(out, c, depth, c->inner ? CALL_BEGINS : CALL_WHOLE);
		if (c->inner) {
			c = c->inner;
			depth++;
			continue;
		}
		while (!ret && c != outermost && !c->next) {
			c = c->outer;
			ret = put(out, c, --depth, CALL_ENDS);
		}
		if (c == outermost)
			break;
		c = c->next;
	}
	return ret;
}

void calls_free(void)
{
	while (oldest)
		give_oldest(NULL, NULL);
	memset(given, 0, sizeof(given));
	given_of_others = 0;
}
