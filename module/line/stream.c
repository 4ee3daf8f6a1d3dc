// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/*
 * Merged rings become items for the caller. Records of the stream about itself (names of
 * tasks, losses) are taken in here, in the order of the stream.
 */
#include "line/sys.h"
#include "line/barrier.h"
#include "line/line_int.h"
#include "line/put.h"

/* The time after which an id that the view does not describe is asked for again. */
#define RETRY_NS	1000000000ull

static int init_parts(struct kpr_stream *st)
{
	int ret;

	kpr_comm_init(&st->comm, "/proc");
	ret = kpr_merge_init(&st->merge, st->rings, st->nr);
	if (ret)
		return ret;
	ret = kpr_events_init(&st->events);
	if (ret)
		goto err_merge;
	ret = kpr_syms_begin(&st->syms);
	if (ret)
		goto err_events;
	return 0;

err_events:
	kpr_events_exit(&st->events);
err_merge:
	kpr_merge_exit(&st->merge);
	return ret;
}

int kpr_stream_new(struct kpr_ring *rings, unsigned int nr, kpr_events_text_fn fn, void *arg,
		   struct kpr_stream **out)
{
	struct kpr_stream *st = calloc(1, sizeof(*st));
	int ret = -ENOMEM;

	if (st) {
		st->rings = rings;
		st->nr = nr;
		st->events_text = fn;
		st->arg = arg;
		ret = init_parts(st);
	}
	if (ret) {
		free(rings);
		free(st);
		return ret;
	}
	*out = st;
	return 0;
}

void kpr_stream_close(struct kpr_stream *st)
{
	if (!st)
		return;
	kpr_syms_exit(&st->syms);
	kpr_comm_exit(&st->comm);
	kpr_events_exit(&st->events);
	kpr_merge_exit(&st->merge);
	free(st->rings);
	free(st);
}

void kpr_stream_pass(struct kpr_stream *st, uint64_t now)
{
	st->now = now;
	st->ticked = false;
	kpr_merge_pass(&st->merge, now);
}

void kpr_stream_horizon(struct kpr_stream *st, uint64_t horizon)
{
	st->ticked = false;
	kpr_merge_horizon(&st->merge, horizon);
}

uint64_t kpr_stream_wait(const struct kpr_stream *st, uint64_t now)
{
	return kpr_merge_wait(&st->merge, now);
}

void kpr_stream_finish(struct kpr_stream *st)
{
	kpr_merge_finish(&st->merge);
}

void kpr_stream_stop(struct kpr_stream *st)
{
	unsigned int i;

	kpr_merge_release(&st->merge);
	for (i = 0; i < st->nr; i++)
		kpr_ring_commit(&st->rings[i]);
}

int kpr_stream_describe(struct kpr_stream *st)
{
	char *text;
	size_t len;
	int ret = st->events_text(st->arg, &text, &len);

	if (ret)
		return ret;
	ret = kpr_events_parse(&st->events, text, len);
	free(text);
	return ret;
}

const struct kpr_event *kpr_stream_event(const struct kpr_stream *st, unsigned int from)
{
	const struct kpr_event *ev;

	for (; from < st->events.end; from++) {
		ev = kpr_events_get(&st->events, from);
		if (ev)
			return ev;
	}
	return NULL;
}

/* The description of an id; the view is read for an id without a description. */
static struct kpr_event *describe(struct kpr_stream *st, uint16_t id)
{
	struct kpr_event *ev = kpr_events_get(&st->events, id);

	if (ev || st->now < st->events.retry[id])
		return ev;
	st->events.retry[id] = st->now + RETRY_NS;
	kpr_stream_describe(st);
	return kpr_events_get(&st->events, id);
}

static bool take_event(struct kpr_stream *st, struct kpr_item *item)
{
	item->kind = KPR_EVENT;
	item->event = describe(st, item->rec->id);
	if (!item->event)
		st->undescribed++;
	return true;
}

static bool take_corrupt(struct kpr_stream *st, struct kpr_item *item, uint64_t bytes)
{
	item->kind = KPR_CORRUPT;
	item->count = bytes;
	/* a position out of range has no length, and counts as a byte */
	st->corrupt += bytes ? bytes : 1;
	return true;
}

static bool take_lost(struct kpr_stream *st, struct kpr_ring *r, struct kpr_item *item)
{
	const struct kpctl_rec_lost *rec = (const void *)item->rec;
	enum kpr_lost_mark mark;

	if (KPCTL_REC_SIZE(&rec->hdr) < sizeof(*rec))
		return take_corrupt(st, item, KPCTL_REC_SIZE(&rec->hdr));
	item->kind = KPR_LOST;
	mark = kpr_lost_see(&r->lost, rec->total, &item->count);
	return mark != KPR_LOST_NONE;
}

static bool take_missed(struct kpr_stream *st, struct kpr_item *item)
{
	const struct kpctl_rec_missed *rec = (const void *)item->rec;

	if (KPCTL_REC_SIZE(&rec->hdr) < sizeof(*rec))
		return take_corrupt(st, item, KPCTL_REC_SIZE(&rec->hdr));
	item->kind = KPR_MISSED;
	item->count = rec->count;
	if (rec->event >= KPCTL_REC_FIRST_EVENT && rec->event <= UINT16_MAX)
		item->event = describe(st, rec->event);
	return true;
}

static bool take_throttled(struct kpr_stream *st, struct kpr_item *item)
{
	const struct kpctl_rec_throttled *rec = (const void *)item->rec;

	if (KPCTL_REC_SIZE(&rec->hdr) < sizeof(*rec))
		return take_corrupt(st, item, KPCTL_REC_SIZE(&rec->hdr));
	item->kind = KPR_THROTTLED;
	item->count = rec->total;
	item->one_in = rec->one_in;
	if (rec->event >= KPCTL_REC_FIRST_EVENT && rec->event <= UINT16_MAX)
		item->event = describe(st, rec->event);
	return true;
}

static bool take_stopped(struct kpr_stream *st, struct kpr_item *item)
{
	const struct kpctl_rec_stopped *rec = (const void *)item->rec;

	if (KPCTL_REC_SIZE(&rec->hdr) < sizeof(*rec))
		return take_corrupt(st, item, KPCTL_REC_SIZE(&rec->hdr));
	item->kind = KPR_STOPPED;
	item->count = rec->after;
	if (rec->event >= KPCTL_REC_FIRST_EVENT && rec->event <= UINT16_MAX)
		item->event = describe(st, rec->event);
	return true;
}

static bool take_comm(struct kpr_stream *st, struct kpr_item *item)
{
	const struct kpctl_rec_comm *rec = (const void *)item->rec;

	if (KPCTL_REC_SIZE(&rec->hdr) < sizeof(*rec))
		return take_corrupt(st, item, KPCTL_REC_SIZE(&rec->hdr));
	kpr_comm_set(&st->comm, KPCTL_REC_TID(rec->hdr.ctx_tid), rec->comm);
	return false;
}

/* Takes in the ring's next record; true: the record is an item for the caller. */
static bool take_record(struct kpr_stream *st, struct kpr_ring *r, struct kpr_item *item)
{
	*item = (struct kpr_item){ .cpu = r->cpu, .time = r->time, .rec = r->cur };
	if (!r->cur)
		return take_corrupt(st, item, r->skipped);
	if (r->time < st->newest)
		st->late++;
	else
		st->newest = r->time;
	if (r->cur->id >= KPCTL_REC_FIRST_EVENT)
		return take_event(st, item);
	if (r->cur->id == KPCTL_REC_LOST)
		return take_lost(st, r, item);
	if (r->cur->id == KPCTL_REC_COMM)
		return take_comm(st, item);
	if (r->cur->id == KPCTL_REC_MISSED)
		return take_missed(st, item);
	if (r->cur->id == KPCTL_REC_THROTTLED)
		return take_throttled(st, item);
	if (r->cur->id == KPCTL_REC_STOPPED)
		return take_stopped(st, item);
	return false;		/* a record newer than this library, or a clock record */
}

int kpr_stream_next(struct kpr_stream *st, struct kpr_item *item)
{
	struct kpr_ring *r;

	while ((r = kpr_merge_next(&st->merge)))
		if (take_record(st, r, item))
			return 1;
	return 0;
}

KPR_RARE
static void tick(struct kpr_stream *st)
{
	st->ticked = true;
	kpr_syms_tick(&st->syms, st->now);
}

/* The symbols, which know the time of this pass. */
static inline struct kpr_syms *symbols(struct kpr_stream *st)
{
	if (!st->ticked)
		tick(st);
	return &st->syms;
}

int kpr_stream_format(struct kpr_stream *st, const struct kpr_item *item, struct kpr_buf *b)
{
	return kpr_format(item, &st->comm, symbols(st), &st->times, b);
}

void kpr_stream_set_time(struct kpr_stream *st, enum kpr_time how, uint64_t realtime)
{
	st->times = (struct kpr_times){ .how = how, .realtime = realtime };
}

unsigned int kpr_stream_time(struct kpr_stream *st, const struct kpr_item *item, char *text)
{
	return kpr_put_time(text, &st->times, item->time) - text;
}

int kpr_stream_value(struct kpr_stream *st, const struct kpr_item *item, unsigned int i,
		     struct kpr_buf *b)
{
	return kpr_format_value(item, i, symbols(st), b);
}

int kpr_stream_place(struct kpr_stream *st, const struct kpr_item *item, struct kpr_buf *b)
{
	return kpr_format_place(item, symbols(st), b);
}

const char *kpr_stream_comm(struct kpr_stream *st, uint32_t tid, unsigned int *len)
{
	return kpr_comm_get(&st->comm, tid, len);
}

uint64_t kpr_stream_comms(const struct kpr_stream *st)
{
	return st->comm.changes;
}

uint64_t kpr_stream_symbols(struct kpr_stream *st)
{
	return symbols(st)->age;
}

const char *kpr_stream_symbol(struct kpr_stream *st, uint64_t addr, bool offset,
			      unsigned int *len)
{
	return kpr_syms_get(symbols(st), addr, offset, len);
}

const char *kpr_stream_cgroup(struct kpr_stream *st, uint64_t id, unsigned int *len)
{
	return kpr_cgroup_get(symbols(st), id, len);
}

const char *kpr_stream_frame(struct kpr_stream *st, const struct kpr_value *stack, unsigned int n,
			     bool offset, unsigned int *len)
{
	return kpr_syms_frame(symbols(st), stack, n, offset, len);
}

/* A ring that was read to its end may have losses at the end without a lost record. */
static void add_lost(const struct kpr_stream *st, const struct kpr_ring *r, struct kpr_totals *t)
{
	struct kpr_lost lost = r->lost;

	if (st->merge.final && !r->queued)
		kpr_lost_end(&lost, r->lost_end);
	t->lost += lost.ours;
	t->before += lost.before;
	t->before_more |= lost.before_more;
}

void kpr_stream_totals(const struct kpr_stream *st, struct kpr_totals *t)
{
	const struct kpr_ring *r;
	unsigned int i;

	*t = (struct kpr_totals){
		.corrupt = st->corrupt, .undescribed = st->undescribed, .late = st->late,
	};
	for (i = 0; i < st->nr; i++) {
		r = &st->rings[i];
		add_lost(st, r, t);
		t->missed += kpr_load_once(&r->meta->missed) -
			     kpr_load_once(&r->meta->missed_attach);
		t->missed_before += kpr_load_once(&r->meta->missed_attach) -
				    kpr_load_once(&r->meta->missed_detach);
	}
}
