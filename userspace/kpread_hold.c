// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread hold: what tasks do is held back, and shown if a call turns out to be of interest.
 *
 * The event of the first line is the gate: an event at a return, whose condition says which
 * calls are of interest. When its record comes, the records of the same task since the call
 * began are shown, and then the gate's own. All others go unseen.
 *
 * Records are held as the text that they will be printed as, in one ring: the oldest make room.
 * Those of tasks that share a slot of `last` are linked, the newest first.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread.h"

#define RING	(8ull << 20)
#define SLOTS	4096
#define NOBODY	UINT64_MAX

/* What stands in front of a text. Positions go up for ever; those before ring.tail are gone. */
struct held {
	uint64_t before;	/* the position behind the slot's record before this one; 0: none */
	uint64_t time;
	uint64_t task;		/* NOBODY: shown already, or the rest of the ring up to its end */
	uint32_t len, room;	/* of the text; of all, a multiple of 8 */
};

static struct {
	char *ring;
	uint64_t head, tail;
	uint64_t last[SLOTS];	/* as `before` */
	uint64_t *found;	/* positions, for one gate */
	size_t nr_found, cap_found;
	const struct kpr_stream *stream;	/* whose gate has the id */
	uint16_t gate;
	uint64_t unseen;	/* records that were held and not shown */
	uint64_t pushed_out;	/* ... of them for want of room */
} hold;

/* The idle tasks of all CPUs have one number. */
static uint64_t task_of_item(const struct kpr_item *item)
{
	uint32_t tid = KPCTL_REC_TID(item->rec->ctx_tid);

	return tid ? tid : (uint64_t)item->cpu << 32;
}

static unsigned int slot_of(uint64_t task)
{
	return (task ^ task >> 32) % SLOTS;
}

static struct held *held_at(uint64_t pos)
{
	return (struct held *)(hold.ring + pos % RING);
}

/* The ring */

static void push_out(void)
{
	struct held *h = held_at(hold.tail);

	hold.pushed_out += h->task != NOBODY;
	hold.tail += h->room;
}

/* Room in one piece: what is left before the ring's end is nobody's. */
static struct held *make_room(uint32_t room)
{
	uint64_t left = RING - hold.head % RING;
	struct held *h;

	while (hold.head + (left < room ? left : 0) + room - hold.tail > RING)
		push_out();
	if (left < room) {
		h = held_at(hold.head);
		*h = (struct held){ .task = NOBODY, .room = left };
		hold.head += left;
	}
	h = held_at(hold.head);
	h->room = room;
	return h;
}

static void keep(const struct kpr_item *item, const char *text, size_t len)
{
	uint64_t task = task_of_item(item);
	uint64_t *last = &hold.last[slot_of(task)];
	uint32_t room = (sizeof(struct held) + len + sizeof(struct held) - 1) /
			sizeof(struct held) * sizeof(struct held);
	struct held *h;

	hold.unseen++;
	if (room > RING / 2) {
		hold.pushed_out++;
		return;
	}
	h = make_room(room);
	h->before = *last;
	h->time = item->time;
	h->task = task;
	h->len = len;
	memcpy(h + 1, text, len);
	*last = hold.head + 1;
	hold.head += room;
}

/* The gate */

static bool note(uint64_t pos)
{
	uint64_t *found;

	if (hold.nr_found == hold.cap_found) {
		hold.cap_found = hold.cap_found ? hold.cap_found * 2 : 64;
		found = realloc(hold.found, hold.cap_found * sizeof(*found));
		if (!found)
			return false;
		hold.found = found;
	}
	hold.found[hold.nr_found++] = pos;
	return true;
}

/* Finds the task's records since a time, the newest first. */
static int find(uint64_t task, uint64_t since)
{
	uint64_t at = hold.last[slot_of(task)];
	struct held *h;

	hold.nr_found = 0;
	for (; at > hold.tail; at = h->before) {
		h = held_at(at - 1);
		if (h->task != task)
			continue;
		if (h->time < since)
			break;
		if (!note(at - 1))
			return -ENOMEM;
	}
	return 0;
}

static int show(struct output *out, struct held *h)
{
	int ret = buf_put(&out->buf, h + 1, h->len);

	if (ret)
		return ret;
	h->task = NOBODY;
	hold.unseen--;
	return out->buf.len >= OUTPUT_FLUSH_AT ? output_flush(out) : 0;
}

/* Returns the number of records shown, or -errno. */
static int open_gate(struct output *out, const struct kpr_item *item, uint64_t lat)
{
	int ret = find(task_of_item(item), item->time - lat), n = hold.nr_found;

	while (!ret && hold.nr_found)
		ret = show(out, held_at(hold.found[--hold.nr_found]));
	if (!ret)
		ret = output_item(out, item);
	return ret ? ret : n + 1;
}

/* Several recordings of one machine have a gate each. */
static bool is_gate(struct output *out, const struct kpr_item *item)
{
	const struct kpr_event *first;

	if (hold.stream != out->stream) {
		first = kpr_stream_event(out->stream, 0);
		hold.gate = first ? first->id : 0;
		hold.stream = out->stream;
	}
	return hold.gate == item->rec->id;
}

int hold_item(struct output *out, const struct kpr_item *item)
{
	size_t before = out->buf.len;
	uint64_t lat;
	int ret;

	if (item->kind != KPR_EVENT)
		return output_item(out, item);
	if (is_gate(out, item) && item_lat(item, &lat))
		return open_gate(out, item, lat);
	ret = out->format->event(out, item);
	if (!ret)
		keep(item, out->buf.data + before, out->buf.len - before);
	out->buf.len = before;
	return ret;
}

/* Beginning and end */

int hold_check(const struct output *out)
{
	if (!out->format->is_lines)
		return usage_error("hold prints lines: -f text or -f json", NULL);
	if (out->time == KPR_TIME_DELTA)
		return usage_error("hold prints records later than they came: not with --time=delta", NULL);
	return 0;
}

int hold_start(struct output *out)
{
	const struct kpr_event *first;
	int ret;

	if (out->mixed) {
		fprintf(stderr, "kpread: hold follows tasks of one machine from one boot on, and the recordings are of several: read one at a time.\n");
		return -EINVAL;
	}
	ret = out->clock ? 0 : kpr_stream_describe(out->stream);	/* clock: a recording has all */

	if (ret) {
		fprintf(stderr, "kpread: cannot read the events: %s.\n", strerror(-ret));
		return ret;
	}
	first = kpr_stream_event(out->stream, 0);
	if (!first || first->lat < 0) {
		fprintf(stderr, "kpread: hold wants an event at a return first, r or f with %%return: when its call ends, what the task did in the call is shown.\n");
		return -EINVAL;
	}
	hold.ring = malloc(RING);
	if (!hold.ring)
		fprintf(stderr, "kpread: no memory.\n");
	return hold.ring ? 0 : -ENOMEM;
}

void hold_end(void)
{
	fprintf(stderr, "held back and not shown: %llu events", (unsigned long long)hold.unseen);
	if (hold.pushed_out)
		fprintf(stderr, ", %llu of them only as long as there was room",
			(unsigned long long)hold.pushed_out);
	fputs("\n", stderr);
	free(hold.ring);
	free(hold.found);
}
