// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/*
 * Items as lines of tracefs's `trace`. Lines are made by hand, in a buffer: a million
 * events a second leave a microsecond for a line, and printf() would take most of that
 * time.
 *
 * This file has the line and the parts common to all events; values.c has the arguments.
 */
#include "line/sys.h"
#include "line/decode.h"
#include "line/line_int.h"
#include "line/put.h"

/* comm, tid, cpu, flags, time, two symbols, lat, and the words in between */
#define LINE_ROOM	(2 * KPR_SYM_TEXT_MAX + 256)

/* The columns before the event's name */

static char irqs_flag(unsigned int ctx)
{
	bool bh = ctx & KPCTL_CTX_BH_OFF;

	if (ctx & KPCTL_CTX_IRQS_OFF)
		return bh ? 'D' : 'd';
	return bh ? 'b' : '.';
}

/* The letters of tracefs: a need to reschedule, one that can wait, and preempt_count()'s word. */
static char resched_flag(unsigned int ctx)
{
	unsigned int now = !!(ctx & KPCTL_CTX_NEED_RESCHED);
	unsigned int lazy = !!(ctx & KPCTL_CTX_LAZY_RESCHED);
	unsigned int fold = !!(ctx & KPCTL_CTX_FOLD_RESCHED);

	return ".nlbpNLB"[now | lazy << 1 | fold << 2];
}

static char irq_flag(unsigned int ctx)
{
	bool hard = ctx & KPCTL_CTX_HARDIRQ, soft = ctx & KPCTL_CTX_SOFTIRQ;

	if (ctx & KPCTL_CTX_NMI)
		return hard ? 'Z' : 'z';
	if (hard)
		return soft ? 'H' : 'h';
	return soft ? 's' : '.';
}

void kpr_flags(const struct kpctl_rec *rec, char flags[4])
{
	unsigned int ctx = KPCTL_REC_CTX(rec);

	flags[0] = irqs_flag(ctx);
	flags[1] = resched_flag(ctx);
	flags[2] = irq_flag(ctx);
	flags[3] = ".123456789abcdef"[(ctx & KPCTL_CTX_PREEMPT_MASK) >> KPCTL_CTX_PREEMPT_SHIFT];
}

/* %16s-%-7d */
static char *put_task(char *p, struct kpr_comm *comm, uint32_t tid)
{
	unsigned int len;
	const char *name = kpr_comm_get(comm, tid, &len);
	char *end;

	memset(p, ' ', 16);
	p = kpr_put(p + 16 - len, name, len);
	*p++ = '-';
	end = kpr_put_dec(p, tid);
	while (end < p + 7)
		*end++ = ' ';
	return end;
}

_Static_assert(sizeof(((struct kpr_prefix *)0)->text) >= 16 + 1 + 7 + 2 + 10 + 2 + 4 + 2 + 6,
	       "room for the columns, and for what is written behind them");

KPR_RARE
static void make_prefix(struct kpr_prefix *x, const struct kpr_item *it, struct kpr_comm *comm)
{
	char *p = put_task(x->text, comm, KPCTL_REC_TID(it->rec->ctx_tid));

	p = PUT(p, " [");
	p = kpr_put_padded(p, it->cpu, 3, '0');
	p = PUT(p, "] ");
	kpr_flags(it->rec, p);
	p = PUT(p + 4, "  ");
	x->len = p - x->text;
	x->ctx_tid = it->rec->ctx_tid;
	x->ctx = it->rec->size_ctx & 7;
	x->cpu = it->cpu;
	x->changes = comm->changes;
}

static char *put_prefix(char *p, const struct kpr_item *it, struct kpr_comm *comm,
			struct kpr_times *times)
{
	uint32_t ctx_tid = it->rec->ctx_tid, i = ctx_tid ^ ctx_tid >> 22 ^ it->cpu << 3;
	struct kpr_prefix *x = &comm->prefix[i % KPR_PREFIXES];

	if (x->ctx_tid != ctx_tid || x->cpu != it->cpu || x->changes != comm->changes ||
	    x->ctx != (it->rec->size_ctx & 7) || !x->len)
		make_prefix(x, it, comm);
	memcpy(p, x->text, 48);
	p = kpr_put_time(p + x->len, times, it->time);
	return PUT(p, ": ");
}

/* Lines */

static char *put_sym(char *p, struct kpr_syms *syms, const struct kpctl_rec *rec, int at,
		     bool offset)
{
	const char *text;
	unsigned int len;
	uint64_t addr;

	if (!kpr_slot(rec, at, &addr))
		return kpr_put_corrupt(p);
	text = kpr_syms_get(syms, addr, offset, &len);
	return kpr_put_wide(p, text, len);
}

static bool has_place(const struct kpr_event *ev)
{
	return ev->retip >= 0 || ev->ip >= 0;
}

/* SYM+0x0/0x80, or RETURNS_TO+0x6b/0xf0 <- FUNC */
static char *put_place(char *p, const struct kpr_item *it, struct kpr_syms *syms)
{
	const struct kpr_event *ev = it->event;

	p = put_sym(p, syms, it->rec, ev->retip >= 0 ? ev->retip : ev->ip, true);
	if (ev->retip >= 0 && ev->func >= 0) {
		p = PUT(p, " <- ");
		p = put_sym(p, syms, it->rec, ev->func, false);
	}
	return p;
}

static char *put_lat(char *p, const struct kpr_item *it)
{
	uint64_t v;

	p = PUT(p, " lat=");
	if (!kpr_slot(it->rec, it->event->lat, &v))
		return kpr_put_corrupt(p);
	return kpr_put_duration(p, v);
}

KPR_RARE
static char *make_name(char *to, struct kpr_place *x, const struct kpr_item *it,
		       struct kpr_syms *syms)
{
	const struct kpr_event *ev = it->event;
	char *p = kpr_put_wide(to, ev->name, ev->name_len);

	*p++ = ':';
	if (has_place(ev)) {
		p = PUT(p, " (");
		p = put_place(p, it, syms);
		*p++ = ')';
	}
	x->len = 0;
	if (p - to > (long)sizeof(x->text) || KPCTL_REC_SIZE(it->rec) < ev->need)
		return p;
	x->serial = ev->serial;
	x->len = p - to;
	x->age = syms->age;
	memcpy(x->text, to, x->len);
	return p;
}

/* The word at the offset; 0: the event has none, or the record is too short. */
static inline uint64_t word_at(const struct kpctl_rec *rec, int offset)
{
	uint64_t v = 0;

	kpr_slot(rec, offset, &v);
	return v;
}

/* NAME: (PLACE), which is the same again and again. */
static inline char *put_event_name(char *p, const struct kpr_item *it, struct kpr_syms *syms)
{
	const struct kpr_event *ev = it->event;
	uint64_t addr = word_at(it->rec, ev->retip >= 0 ? ev->retip : ev->ip);
	uint64_t func = word_at(it->rec, ev->func);
	struct kpr_place *x = &syms->place[(ev->serial ^ addr >> 2 ^ func >> 4) % KPR_PLACES];

	if (x->addr == addr && x->func == func && x->serial == ev->serial &&
	    x->age == syms->age && x->len && KPCTL_REC_SIZE(it->rec) >= ev->need)
		return kpr_put_wide(p, x->text, x->len);
	p = make_name(p, x, it, syms);
	x->addr = addr;
	x->func = func;
	return p;
}

static int put_event(struct kpr_line *l)
{
	const struct kpr_event *ev = l->item->event;
	char *p;

	l->p = put_event_name(l->p, l->item, l->syms);
	if (kpr_put_fields(l))
		return -ENOMEM;
	p = l->p;
	if (ev->lat >= 0 && !ev->lat_named)
		p = put_lat(p, l->item);
	if (KPCTL_REC_CTX(l->item->rec) & KPCTL_CTX_ACTED)
		p = PUT(p, " [ACTED]");
	*p++ = '\n';
	l->p = p;
	return ev->nr_stacks ? kpr_put_stacks(l) : 0;
}

KPR_RARE
static char *put_undescribed(char *p, uint16_t id)
{
	p = PUT(p, "event ");
	p = kpr_put_dec(p, id);
	return PUT(p, ": not described\n");
}

static int format_event(const struct kpr_item *it, struct kpr_comm *comm, struct kpr_syms *syms,
			struct kpr_times *times, struct kpr_buf *b)
{
	struct kpr_line l = { .b = b, .item = it, .syms = syms };
	size_t start = b->len;

	l.rest = LINE_ROOM + (it->event ? it->event->room : 0);
	if (kpr_buf_room(b, l.rest))
		return -ENOMEM;
	l.p = put_prefix(b->data + b->len, it, comm, times);
	if (!it->event) {
		l.p = put_undescribed(l.p, it->rec->id);
	} else if (put_event(&l)) {
		b->len = start;
		return -ENOMEM;
	}
	b->len = l.p - b->data;
	return 0;
}

static char *put_missed(char *p, const struct kpr_item *it)
{
	p = PUT(p, "[MISSED ");
	p = kpr_put_dec(p, it->count);
	return PUT(p, " CALLS]\n");
}

static char *put_throttled(char *p, const struct kpr_item *it)
{
	if (it->one_in > 1) {
		p = PUT(p, "[THROTTLED: 1 IN ");
		p = kpr_put_dec(p, it->one_in);
	} else {
		p = PUT(p, "[NOT THROTTLED ANY MORE");
	}
	p = PUT(p, ", LEFT OUT SO FAR ");
	p = kpr_put_dec(p, it->count);
	return PUT(p, "]\n");
}

static char *put_stopped(char *p, const struct kpr_item *it)
{
	if (!it->count)
		return PUT(p, "[STOPS RECORDING]\n");
	p = PUT(p, "[STOPS RECORDING AFTER ");
	p = kpr_put_dec(p, it->count);
	return PUT(p, " MORE EVENTS]\n");
}

/* A note in an event's layout, as the note's record has task and time. */
KPR_RARE
static int format_note(const struct kpr_item *it, struct kpr_comm *comm, struct kpr_times *times,
		       struct kpr_buf *b)
{
	const struct kpr_event *ev = it->event;
	char *p;

	if (kpr_buf_room(b, LINE_ROOM + (ev ? ev->name_len : 0)))
		return -ENOMEM;
	p = put_prefix(b->data + b->len, it, comm, times);
	p = ev ? kpr_put(p, ev->name, ev->name_len) : PUT(p, "?");
	p = PUT(p, ": ");
	p = it->kind == KPR_MISSED ? put_missed(p, it) :
	    it->kind == KPR_STOPPED ? put_stopped(p, it) : put_throttled(p, it);
	b->len = p - b->data;
	return 0;
}

/* A mark as the kernel's print_trace_line() prints lost events. */
KPR_RARE
static int format_mark(const struct kpr_item *it, struct kpr_buf *b)
{
	int ret = kpr_buf_room(b, LINE_ROOM);
	char *p;

	if (ret)
		return ret;
	p = PUT(b->data + b->len, "CPU:");
	p = kpr_put_dec(p, it->cpu);
	if (it->kind == KPR_CORRUPT) {
		p = PUT(p, " [CORRUPT ");
		p = kpr_put_dec(p, it->count);
		p = PUT(p, " BYTES]\n");
	} else {
		p = PUT(p, " [LOST ");
		if (it->count) {
			p = kpr_put_dec(p, it->count);
			*p++ = ' ';
		}
		p = PUT(p, "EVENTS]\n");
	}
	b->len = p - b->data;
	return 0;
}

int kpr_format(const struct kpr_item *item, struct kpr_comm *comm, struct kpr_syms *syms,
	       struct kpr_times *times, struct kpr_buf *b)
{
	if (item->kind == KPR_EVENT)
		return format_event(item, comm, syms, times, b);
	if (item->kind == KPR_MISSED || item->kind == KPR_THROTTLED || item->kind == KPR_STOPPED)
		return format_note(item, comm, times, b);
	return format_mark(item, b);
}

/* Parts of a line */

int kpr_format_value(const struct kpr_item *item, unsigned int i, struct kpr_syms *syms,
		     struct kpr_buf *b)
{
	struct kpr_line l = { .b = b, .item = item, .syms = syms, .rest = LINE_ROOM };
	int ret = kpr_buf_room(b, l.rest);

	if (ret)
		return ret;
	l.p = b->data + b->len;
	ret = kpr_put_value(&l, i);
	if (!ret)
		b->len = l.p - b->data;
	return ret;
}

int kpr_format_place(const struct kpr_item *item, struct kpr_syms *syms, struct kpr_buf *b)
{
	int ret = kpr_buf_room(b, LINE_ROOM);

	if (!ret && has_place(item->event))
		b->len = put_place(b->data + b->len, item, syms) - b->data;
	return ret;
}
