// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Items as lines of tracefs's `trace`. By hand and into a buffer: at a million
 * events a second there is a microsecond for a line, printf() takes most of it.
 *
 * Who writes makes sure of room first: kpr_buf_room() for a line without its
 * strings, put_string() for each string, then plain stores through p.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"

/* comm, tid, cpu, flags, time, two symbols, lat, and the words between them */
#define LINE_ROOM	(2 * KPR_SYM_TEXT_MAX + 256)

int kpr_buf_room(struct kpr_buf *b, size_t n)
{
	size_t want = b->len + n;
	char *p;

	if (want <= b->cap)
		return 0;
	want += want / 2;
	p = realloc(b->data, want);
	if (!p)
		return -ENOMEM;
	b->data = p;
	b->cap = want;
	return 0;
}

void kpr_buf_free(struct kpr_buf *b)
{
	free(b->data);
	*b = (struct kpr_buf){ 0 };
}

/* Numbers */

static const char pairs[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	"40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	"8081828384858687888990919293949596979899";

/* Backwards from end, two digits at a time; returns the first. */
static char *dec_back(char *end, uint64_t v)
{
	while (v >= 100) {
		end -= 2;
		memcpy(end, pairs + v % 100 * 2, 2);
		v /= 100;
	}
	if (v >= 10) {
		end -= 2;
		memcpy(end, pairs + v * 2, 2);
	} else {
		*--end = '0' + v;
	}
	return end;
}

char *kpr_put_dec(char *p, uint64_t v)
{
	char tmp[20], *s = dec_back(tmp + sizeof(tmp), v);
	size_t n = tmp + sizeof(tmp) - s;

	memcpy(p, s, n);
	return p + n;
}

char *kpr_put_hex(char *p, uint64_t v)
{
	int shift = v ? (63 - __builtin_clzll(v)) & ~3 : 0;

	*p++ = '0';
	*p++ = 'x';
	for (; shift >= 0; shift -= 4)
		*p++ = "0123456789abcdef"[v >> shift & 15];
	return p;
}

static char *put_signed(char *p, int64_t v)
{
	if (v >= 0)
		return kpr_put_dec(p, v);
	*p++ = '-';
	return kpr_put_dec(p, -(uint64_t)v);
}

/* Exactly n digits, the lowest ones of v. */
static char *put_digits(char *p, uint64_t v, unsigned int n)
{
	unsigned int i;

	for (i = n; i--; v /= 10)
		p[i] = '0' + v % 10;
	return p + n;
}

/* Like %*u: at least width columns. */
static char *put_padded(char *p, uint64_t v, unsigned int width, char pad)
{
	char tmp[20], *s = dec_back(tmp + sizeof(tmp), v);
	unsigned int n = tmp + sizeof(tmp) - s;

	for (; width > n; width--)
		*p++ = pad;
	memcpy(p, s, n);
	return p + n;
}

static char *put(char *p, const char *s, size_t n)
{
	memcpy(p, s, n);
	return p + n;
}

#define PUT(p, literal)	put(p, literal, sizeof(literal) - 1)

/* The columns before the event's name */

static char irqs_flag(unsigned int ctx)
{
	bool bh = ctx & KPCTL_CTX_BH_OFF;

	if (ctx & KPCTL_CTX_IRQS_OFF)
		return bh ? 'D' : 'd';
	return bh ? 'b' : '.';
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

static char *put_flags(char *p, unsigned int ctx)
{
	*p++ = irqs_flag(ctx);
	*p++ = ctx & KPCTL_CTX_NEED_RESCHED ? 'N' : '.';
	*p++ = irq_flag(ctx);
	*p++ = ".123456789abcdef"[(ctx & KPCTL_CTX_PREEMPT_MASK) >> KPCTL_CTX_PREEMPT_SHIFT];
	return p;
}

/* %16s-%-7d */
static char *put_task(char *p, struct kpr_comm *comm, uint32_t tid)
{
	unsigned int len;
	const char *name = kpr_comm_get(comm, tid, &len);
	char *end;

	memset(p, ' ', 16);
	p = put(p + 16 - len, name, len);
	*p++ = '-';
	end = kpr_put_dec(p, tid);
	while (end < p + 7)
		*end++ = ' ';
	return end;
}

/* Microseconds, rounded as the kernel rounds them. */
static char *put_time(char *p, uint64_t ns)
{
	uint64_t us = ns / 1000 + (ns % 1000 >= 500);

	p = put_padded(p, us / 1000000, 5, ' ');
	*p++ = '.';
	return put_digits(p, us % 1000000, 6);
}

static char *put_prefix(char *p, const struct kpr_item *it, struct kpr_comm *comm)
{
	uint32_t ctx_tid = it->rec->ctx_tid;

	p = put_task(p, comm, KPCTL_REC_TID(ctx_tid));
	p = PUT(p, " [");
	p = put_padded(p, it->cpu, 3, '0');
	p = PUT(p, "] ");
	p = put_flags(p, KPCTL_REC_CTX(ctx_tid));
	p = PUT(p, "  ");
	p = put_time(p, it->time);
	return PUT(p, ": ");
}

/* Values */

/* Never rounded up: 999,999 ns is 999.999us. */
static char *put_duration(char *p, uint64_t ns)
{
	static const struct {
		uint64_t div;
		char unit[3];
	} units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" } };
	unsigned int i;

	for (i = 0; i < 3; i++) {
		if (ns < units[i].div)
			continue;
		p = kpr_put_dec(p, ns / units[i].div);
		*p++ = '.';
		p = put_digits(p, ns % units[i].div / (units[i].div / 1000), 3);
		return put(p, units[i].unit, strlen(units[i].unit));
	}
	p = kpr_put_dec(p, ns);
	return PUT(p, "ns");
}

static bool slot(const struct kpctl_rec *rec, int offset, uint64_t *v)
{
	if (offset < (int)sizeof(*rec) || offset + 8 > rec->size)
		return false;
	memcpy(v, (const char *)rec + offset, 8);
	return true;
}

/* What stands where a value should and cannot be one. */
static char *put_corrupt(char *p)
{
	return PUT(p, "(corrupt)");
}

static char *put_integer(char *p, uint8_t type, uint64_t v)
{
	switch (type) {
	case KPR_U8:	return kpr_put_dec(p, (uint8_t)v);
	case KPR_U16:	return kpr_put_dec(p, (uint16_t)v);
	case KPR_U32:	return kpr_put_dec(p, (uint32_t)v);
	case KPR_U64:	return kpr_put_dec(p, v);
	case KPR_S8:	return put_signed(p, (int8_t)v);
	case KPR_S16:	return put_signed(p, (int16_t)v);
	case KPR_S32:	return put_signed(p, (int32_t)v);
	case KPR_S64:	return put_signed(p, (int64_t)v);
	case KPR_X8:	return kpr_put_hex(p, (uint8_t)v);
	case KPR_X16:	return kpr_put_hex(p, (uint16_t)v);
	case KPR_X32:	return kpr_put_hex(p, (uint32_t)v);
	case KPR_X64:	return kpr_put_hex(p, v);
	}
	*p++ = '?';
	return p;
}

/* Strings */

unsigned int kpr_utf8(const unsigned char *s, size_t n)
{
	unsigned int len, i;

	if (!n || s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	len = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (n < len)
		return 0;
	for (i = 1; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* U+0080..9F: control characters too */
	if (s[0] == 0xc2 && s[1] < 0xa0)
		return 0;
	/* longer than need be, surrogates, past the end */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return len;
}

static char *put_escape(char *p, unsigned char c)
{
	static const char from[] = "\n\t\r\"\\", to[] = "ntr\"\\";
	const char *hit = c ? strchr(from, c) : NULL;

	*p++ = '\\';
	if (hit) {
		*p++ = to[hit - from];
		return p;
	}
	*p++ = 'x';
	*p++ = "0123456789abcdef"[c >> 4];
	*p++ = "0123456789abcdef"[c & 15];
	return p;
}

/*
 * tracefs prints the bytes as they are. Whoever may name a file could then
 * write to the terminal of root, or forge a line: what is not printable, and
 * quote and backslash, are escaped. Up to four bytes for one.
 */
static char *put_escaped(char *p, const unsigned char *s, size_t n)
{
	const unsigned char *end = s + n;
	unsigned int len;

	while (s < end) {
		if (*s >= 0x20 && *s < 0x7f && *s != '"' && *s != '\\') {
			*p++ = *s++;
			continue;
		}
		len = kpr_utf8(s, end - s);
		if (len) {
			p = put(p, (const char *)s, len);
			s += len;
		} else {
			p = put_escape(p, *s++);
		}
	}
	return p;
}

/* May move the buffer: p in, p out. */
static int put_string(struct kpr_buf *b, char **p, size_t room, const struct kpctl_rec *rec,
		      uint64_t v)
{
	uint32_t loc = v, flags = v >> 32, len = loc >> 16, off = loc & 0xffff;
	const char *s = (const char *)rec + off;

	if (!len) {
		*p = PUT(*p, "(fault)");
		return 0;
	}
	if (off < sizeof(*rec) || off + len > rec->size) {
		*p = put_corrupt(*p);
		return 0;
	}
	len = strnlen(s, len);
	b->len = *p - b->data;
	if (kpr_buf_room(b, room + 4 * (size_t)len))
		return -ENOMEM;
	*p = b->data + b->len;
	*(*p)++ = '"';
	*p = put_escaped(*p, (const unsigned char *)s, len);
	*(*p)++ = '"';
	if (flags & KPCTL_STR_CUT)
		*p = PUT(*p, "...");
	return 0;
}

/* An integer has no value to spare for "could not be read": it has a bit. */
static bool faulted(const struct kpr_item *it, unsigned int field)
{
	uint64_t mask;

	return it->event->fault >= 0 &&
	       slot(it->rec, it->event->fault + field / 64 * 8, &mask) &&
	       mask >> field % 64 & 1;
}

static int put_fields(struct kpr_buf *b, char **p, size_t room, const struct kpr_item *it)
{
	const struct kpr_field *f = it->event->fields;
	unsigned int i;
	uint64_t v;
	int ret = 0;

	for (i = 0; i < it->event->nr_fields && !ret; i++, f++) {
		*p = put(*p, f->label, f->label_len);
		if (!slot(it->rec, f->offset, &v))
			*p = put_corrupt(*p);
		else if (f->type == KPR_STRING || f->type == KPR_USTRING)
			ret = put_string(b, p, room, it->rec, v);
		else if (faulted(it, i))
			*p = PUT(*p, "(fault)");
		else
			*p = put_integer(*p, f->type, v);
	}
	return ret;
}

/* Lines */

static char *put_sym(char *p, struct kpr_syms *syms, const struct kpctl_rec *rec, int at,
		     bool offset)
{
	const char *text;
	unsigned int len;
	uint64_t addr;

	if (!slot(rec, at, &addr))
		return put_corrupt(p);
	text = kpr_syms_get(syms, addr, offset, &len);
	return put(p, text, len);
}

/* (SYM+0x0/0x80), or (RETURNS_TO+0x6b/0xf0 <- FUNC) */
static char *put_place(char *p, const struct kpr_item *it, struct kpr_syms *syms)
{
	const struct kpr_event *ev = it->event;

	if (ev->retip < 0 && ev->ip < 0)
		return p;
	p = PUT(p, " (");
	p = put_sym(p, syms, it->rec, ev->retip >= 0 ? ev->retip : ev->ip, true);
	if (ev->retip >= 0 && ev->func >= 0) {
		p = PUT(p, " <- ");
		p = put_sym(p, syms, it->rec, ev->func, false);
	}
	*p++ = ')';
	return p;
}

static char *put_lat(char *p, const struct kpr_item *it)
{
	uint64_t v;

	if (it->event->lat < 0)
		return p;
	p = PUT(p, " lat=");
	if (!slot(it->rec, it->event->lat, &v))
		return put_corrupt(p);
	return put_duration(p, v);
}

static int format_event(const struct kpr_item *it, struct kpr_comm *comm, struct kpr_syms *syms,
			struct kpr_buf *b)
{
	const struct kpr_event *ev = it->event;
	size_t room = LINE_ROOM + (ev ? ev->room : 0);
	int ret = kpr_buf_room(b, room);
	size_t start = b->len;
	char *p;

	if (ret)
		return ret;
	p = put_prefix(b->data + b->len, it, comm);
	if (ev) {
		p = put(p, ev->name, ev->name_len);
		*p++ = ':';
		p = put_place(p, it, syms);
		ret = put_fields(b, &p, room, it);
		if (ret) {
			b->len = start;
			return ret;
		}
		p = put_lat(p, it);
	} else {
		p = PUT(p, "event ");
		p = kpr_put_dec(p, it->rec->id);
		p = PUT(p, ": not described");
	}
	*p++ = '\n';
	b->len = p - b->data;
	return 0;
}

/* As in the kernel's print_trace_line(). */
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
	       struct kpr_buf *b)
{
	if (item->kind == KPR_EVENT)
		return format_event(item, comm, syms, b);
	return format_mark(item, b);
}
