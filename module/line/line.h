/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * Records as items, and items as lines of text: the same sources print what kpread prints and
 * what the module's `trace` does, so both print the same bytes.
 *
 * Errors are -errno. Nothing here is for two threads at a time.
 */
#ifndef KPCTL_LINE_LINE_H
#define KPCTL_LINE_LINE_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#endif
#include <linux/kprobectl.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Text */

/* A text that grows; a struct of zeros is empty. */
struct kpr_buf {
	char *data;
	size_t len, cap;
};

/* Makes room for n more bytes behind len. 0 or -ENOMEM. */
int kpr_buf_room(struct kpr_buf *b, size_t n);
void kpr_buf_free(struct kpr_buf *b);

/*
 * Makes text safe for a terminal: control characters other than newline and tab, and bytes
 * that are not UTF-8, become question marks.
 */
void kpr_text_clean(char *text, size_t len);
/* The same for a name in a stack: newlines, tabs, and ';', which ends a frame, do as well. */
void kpr_name_clean(char *text, size_t len);

/*
 * Copies n bytes to p in pieces of 16, which takes less than a call does, and returns the end.
 * Up to KPR_WIDE bytes behind both are read and written: there is room for that behind names of
 * events and fields, and behind texts of kpr_stream_symbol().
 */
#define KPR_WIDE	15

static inline char *kpr_put_wide(char *p, const char *s, size_t n)
{
	size_t i = 0;

	do {
		__builtin_memcpy(p + i, s + i, 16);
		i += 16;
	} while (i < n);
	return p + n;
}

/* Text by hand: these write at p, without a NUL, and return the end: at most 20 bytes on. */
char *kpr_put_dec(char *p, uint64_t v);
char *kpr_put_signed(char *p, int64_t v);
/* The n lowest digits of v, exactly n. */
char *kpr_put_digits(char *p, uint64_t v, unsigned int n);
/* 1.322ms; at most 21 bytes on. */
char *kpr_put_duration(char *p, uint64_t ns);
/* The inside of a quoted string, safe for a terminal: at most 4 * n bytes on. */
char *kpr_put_escaped(char *p, const unsigned char *s, size_t n);
/* The number of bytes of the printable character beyond ASCII at s; 0: no such character. */
unsigned int kpr_utf8(const unsigned char *s, size_t n);

/* Event descriptions */

#define KPR_ARRAY_MAX	64	/* elements */

/* A value of an enum. */
struct kpr_name {
	int64_t value;		/* unsigned ones as they lie in a word */
	const char *text;	/* not NUL-terminated */
	unsigned int len;
};

struct kpr_field {
	const char *name;	/* not NUL-terminated */
	uint16_t name_len;
	uint16_t offset;	/* of the slot, or the array */
	uint8_t form;		/* enum kpctl_form, module/spec/types.h */
	uint8_t width;		/* bytes of a number, of an element */
	uint8_t count;		/* elements of an array; 0: no array, or a counted one */
	bool is_counted;	/* an array: the record says how many elements there are */
	bool is_unique;		/* the name is an identifier that no earlier field has */
	bool is_integer;	/* a single number without names: its slot is all there is */
	unsigned int nr_names;	/* of an enum's values; 0: no enum */
	const struct kpr_name *names;	/* ascending by value */
};

struct kpr_event {
	uint16_t id;
	char kind;		/* 'p', 'r', ... */
	uint8_t tag;		/* for the caller's use; 0 in a new description */
	bool gone;
	const char *group, *name;
	uint16_t name_len;
	/* offsets of the kind's own fields, or -1 */
	int ip, func, retip, lat;
	int fault;		/* offset of the fault mask; bit N: field N could not be read */
	bool lat_named;		/* an argument is called lat, and shown instead of $lat */
	size_t room;		/* bytes of " NAME=" and a number or word for each field */
	unsigned int need;	/* bytes of a record that has the slots of numbers and places */
	uint64_t serial;	/* no other description has it; not 0 */
	unsigned int nr_fields, nr_stacks;
	const struct kpr_field *fields;
};

/* Items: what a stream of records has */

enum kpr_kind {
	KPR_EVENT,
	KPR_LOST,		/* `count` records were dropped here; 0: unknown how many */
	KPR_CORRUPT,		/* `count` bytes made no sense and were skipped */
	KPR_MISSED,		/* `count` calls have no return record: no free instance */
	KPR_THROTTLED,		/* 1 in `one_in` hits is taken, `count` left out so far */
	KPR_STOPPED,		/* a hit of the event stops the recording, `count` events later */
};

struct kpr_item {
	enum kpr_kind kind;
	unsigned int cpu;
	uint64_t time;		/* in ns; never falls from item to item of a CPU */
	uint64_t count;
	uint32_t one_in;
	/* valid until the next kpr_stream_ call */
	const struct kpctl_rec *rec;
	struct kpr_event *event;	/* NULL: no description */
};

struct kpr_totals {
	uint64_t lost;		/* records dropped since this reader attached. Without
				 * kpr_stream_finish(): up to the position read */
	uint64_t before;	/* records dropped before this reader attached */
	bool before_more;	/* `before` is a least: more were dropped, unknown how many */
	uint64_t missed;	/* calls without an instance since this reader attached */
	uint64_t missed_before;	/* such calls between the last reader's end and this reader */
	uint64_t corrupt;	/* bytes skipped */
	uint64_t undescribed;	/* events shown without a description */
	uint64_t late;		/* records that came after their turn */
};

/* Values: what an item holds */

enum kpr_value_kind {
	KPR_VALUE_UNSIGNED,	/* u */
	KPR_VALUE_SIGNED,	/* s */
	KPR_VALUE_ADDRESS,	/* data: nr bytes of an ip4, ip6 or mac, see kpr_address() */
	KPR_VALUE_STRING,	/* data: nr bytes, any but NUL; cut */
	KPR_VALUE_STACK,	/* nr frames, the innermost first, see kpr_frame(); cut */
	KPR_VALUE_ARRAY,	/* nr elements, see kpr_element() */
	KPR_VALUE_FAULT,	/* could not be read; of an array: no element could */
	KPR_VALUE_CORRUPT,	/* does not lie in the record */
	KPR_VALUE_UNKNOWN,	/* of a type newer than this library */
};

struct kpr_value {
	enum kpr_value_kind kind;
	uint8_t form;		/* as of the field: hexadecimal, a duration, a symbol, ... */
	bool cut;		/* there was more than the record has */
	unsigned int nr;
	uint32_t pid;		/* of a stack: the process that the program runs in; 0: the kernel's */
	union {
		uint64_t u;
		int64_t s;
		const unsigned char *data;	/* valid as long as the item */
	};
};

/* Frame n of a KPR_VALUE_STACK: the address. */
static inline uint64_t kpr_frame(const struct kpr_value *stack, unsigned int n)
{
	uint64_t addr;

	__builtin_memcpy(&addr, stack->data + 8 * n, 8);
	return addr;
}

/* The stream */

struct kpr_stream;

void kpr_stream_close(struct kpr_stream *st);

#define KPR_WAIT_POLL	(~0ull)

/*
 * Looks at all rings. `now` is kpr_now(), read before this call, and decides how far the
 * merge may go (merge.c).
 */
void kpr_stream_pass(struct kpr_stream *st, uint64_t now);

/*
 * The next item in order of time. Returns 1, or 0 when this pass has no more items.
 * Each call gives the previous item's room back to the kernel, in batches.
 */
int kpr_stream_next(struct kpr_stream *st, struct kpr_item *item);

/*
 * After kpr_stream_next() returned 0: the ns to sleep until the next pass can go on.
 * KPR_WAIT_POLL: all is read, wait with poll().
 */
uint64_t kpr_stream_wait(const struct kpr_stream *st, uint64_t now);

/*
 * The last pass takes the records that are published at this moment, and no later ones, so
 * the pass ends even under a flood. Call kpr_stream_next() until it returns 0.
 */
void kpr_stream_finish(struct kpr_stream *st);

/*
 * The caller wants no more items: gives back the room of all items up to the last item, and
 * no further. The next reader finds the rest.
 */
void kpr_stream_stop(struct kpr_stream *st);

void kpr_stream_totals(const struct kpr_stream *st, struct kpr_totals *totals);

/* Asks for the descriptions of all events now, and not at an event's first record. 0 or -errno. */
int kpr_stream_describe(struct kpr_stream *st);
/*
 * Of the descriptions that the stream has, the first whose id is `from` or more; NULL: there is
 * none. The pointer is valid until the next kpr_stream_ call.
 */
const struct kpr_event *kpr_stream_event(const struct kpr_stream *st, unsigned int from);

/* How the text of a time is made */
enum kpr_time {
	KPR_TIME_MONO,		/* 667254.356660: seconds of CLOCK_MONOTONIC */
	KPR_TIME_WALL,		/* 14:04:00.981326: the time of day here */
	KPR_TIME_ISO,		/* 2026-11-25T13:04:00.981326Z: UTC */
	KPR_TIME_DELTA,		/* +0.000012: seconds since the item before */
};

/*
 * The times of kpr_stream_format() and kpr_stream_time() from now on. `realtime` is what
 * CLOCK_REALTIME is ahead of CLOCK_MONOTONIC, in ns: a clock that is set changes no time.
 */
void kpr_stream_set_time(struct kpr_stream *st, enum kpr_time how, uint64_t realtime);

/*
 * One item as a line of tracefs's `trace`, newline included, and a line for each
 * frame of its stacks. 0 or -ENOMEM.
 */
int kpr_stream_format(struct kpr_stream *st, const struct kpr_item *item, struct kpr_buf *b);

/*
 * Parts of that line, for layouts of the caller's own: appended to b, 0 or -ENOMEM. The text of
 * a value is that of the line, without its name; the frames of a stack stand in one line, the
 * innermost first, with ';' between them.
 */
int kpr_stream_value(struct kpr_stream *st, const struct kpr_item *item, unsigned int i,
		     struct kpr_buf *b);
/* "sym+0xoff/0xsize", or "returns_to <- func"; nothing, if the event has no place. */
int kpr_stream_place(struct kpr_stream *st, const struct kpr_item *item, struct kpr_buf *b);
/* At most KPR_TIME_TEXT bytes at `text`, without a NUL; returns their number. */
#define KPR_TIME_TEXT	48
unsigned int kpr_stream_time(struct kpr_stream *st, const struct kpr_item *item, char *text);
/* The four letters of a record's context. */
void kpr_flags(const struct kpctl_rec *rec, char flags[4]);

/*
 * Texts of *len bytes, not NUL-terminated, valid until the next kpr_stream_ call: the
 * name of a task; "sym+0xoff/0xsize [mod]", without `offset` "sym", or "0xADDR" if no symbol
 * is known.
 */
const char *kpr_stream_comm(struct kpr_stream *st, uint32_t tid, unsigned int *len);
/* Numbers that change when a task, when an address may have another name than before. */
uint64_t kpr_stream_comms(const struct kpr_stream *st);
uint64_t kpr_stream_symbols(struct kpr_stream *st);
const char *kpr_stream_symbol(struct kpr_stream *st, uint64_t addr, bool offset,
			      unsigned int *len);
/* The path of a control group; NULL: it is not known, or no longer there. */
const char *kpr_stream_cgroup(struct kpr_stream *st, uint64_t id, unsigned int *len);
/* The text of frame n of a stack, as of an address; of a program's: "sym+0xoff/0xsize [file]". */
const char *kpr_stream_frame(struct kpr_stream *st, const struct kpr_value *stack, unsigned int n,
			     bool offset, unsigned int *len);

#ifdef __cplusplus
}
#endif

#endif /* KPCTL_LINE_LINE_H */
