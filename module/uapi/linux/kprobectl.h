/* SPDX-License-Identifier: (GPL-2.0 WITH Linux-syscall-note) OR MIT */
/*
 * kprobectl: what /dev/kprobectl and its readers agree on.
 *
 * This file is the whole contract, and both sides include this one copy.
 *
 * A descriptor of /dev/kprobectl is a session: its own events, its own rings,
 * gone when the last descriptor and the last mapping of it are gone. After
 * KPCTL_IOC_ATTACH it stands for the main session instead, the one that
 * debugfs feeds, as its only consumer. After KPCTL_IOC_SESSION it stands for a
 * session that has a name, a directory of configfs.
 *
 * Text. A descriptor acts as one text file at a time, chosen with
 * KPCTL_IOC_VIEW; write() and read() mean what they mean on the debugfs file
 * of that name. At first it is KPCTL_VIEW_CONTROL. With KPCTL_VIEW_MAIN it is
 * the main session's file, be there a consumer or not.
 *
 * Data. There is one ring per possible CPU. Ring R starts at file offset
 * R * ring_stride and has two mappings, each to be asked for with exactly this
 * offset and this length, MAP_SHARED, or mmap() says EINVAL:
 *
 *   offset                    length                     access
 *   R * stride                page_size                  read and write
 *   R * stride + page_size    page_size + 2 * data_size  read only
 *
 *   +----------+   +--------+-----------------+-----------------+
 *   | consumer |   |  meta  |      data       |  data (again)   |
 *   +----------+   +--------+-----------------+-----------------+
 *
 * The data pages appear twice in a row, so a record that wraps around the end
 * is contiguous memory. Readers follow meta->data_offset, not this drawing.
 *
 * Positions count bytes, are multiples of 8 and never wrap; position P stands
 * at data[P & (data_size - 1)].
 * Unread records lie between consumer->tail and meta->head. Read meta->head
 * with acquire, read the records, then store consumer->tail with release. The
 * kernel never trusts tail: a value that is not a multiple of 8 or does not lie
 * between the last good one and meta->head is counted and otherwise ignored.
 *
 * poll() wakes soon after there is something to read; for what a CPU wrote while it
 * was being taken offline, when it is. An edge-triggered epoll reports an edge for
 * what comes after all was read. Attach before epoll learns of the descriptor.
 *
 * Rules for growth: fields are only appended, kpctl_meta and kpctl_info carry
 * their own size, unknown flags and non-zero reserved fields are refused, and
 * a reader skips records whose id it does not know by their size.
 */
#ifndef _LINUX_KPROBECTL_H
#define _LINUX_KPROBECTL_H

#include <linux/types.h>
#include <linux/ioctl.h>

#define KPCTL_ABI_VERSION	1u
#define KPCTL_MAGIC		0x4c54434bu	/* "KCTL" in memory */

/* Records */

/*
 * Every record starts with this, at a multiple of 8, and its size is a multiple
 * of 8. ctx_tid holds the thread id of the task in its low 22 bits, above them
 * the first ten bits of the context (KPCTL_CTX_*), of which size_ctx holds the
 * next ones in its low 3 bits.
 */
struct kpctl_rec {
	__u64 time;		/* a stamp, see kpctl_stamp_ns() */
	__u16 id;		/* KPCTL_REC_* or an event's id */
	__u16 size_ctx;		/* bytes, this header included */
	__u32 ctx_tid;
};

#define KPCTL_REC_SIZE(rec)	((rec)->size_ctx & ~7u)

#define KPCTL_TID_BITS		22
#define KPCTL_TID_MASK		((1u << KPCTL_TID_BITS) - 1)
#define KPCTL_REC_TID(ctx_tid)	((ctx_tid) & KPCTL_TID_MASK)
#define KPCTL_CTX_BITS		10	/* of the context, in ctx_tid */
#define KPCTL_REC_CTX(rec)							\
	((rec)->ctx_tid >> KPCTL_TID_BITS | ((rec)->size_ctx & 7u) << KPCTL_CTX_BITS)

#define KPCTL_CTX_IRQS_OFF	(1u << 0)	/* d */
#define KPCTL_CTX_NEED_RESCHED	(1u << 1)	/* n, and see below */
#define KPCTL_CTX_SOFTIRQ	(1u << 2)	/* s */
#define KPCTL_CTX_HARDIRQ	(1u << 3)	/* h */
#define KPCTL_CTX_NMI		(1u << 4)	/* z */
#define KPCTL_CTX_BH_OFF	(1u << 5)	/* b */
#define KPCTL_CTX_PREEMPT_SHIFT	6		/* depth, 15 is "15 or more" */
#define KPCTL_CTX_PREEMPT_MASK	(0xfu << KPCTL_CTX_PREEMPT_SHIFT)
#define KPCTL_CTX_LAZY_RESCHED	(1u << 10)	/* l */
#define KPCTL_CTX_FOLD_RESCHED	(1u << 11)	/* p: preempt_count() says so, too */
#define KPCTL_CTX_ACTED		(1u << 12)	/* the hit acted: return, skip, signal, dump, panic */

/*
 * Ids below KPCTL_REC_FIRST_EVENT belong to the stream itself, those from it on
 * to events; KPCTL_VIEW_EVENTS says which. Ids are given out in turn: one comes
 * back only after all the others, 65,520 events later.
 */
#define KPCTL_REC_LOST		1
#define KPCTL_REC_COMM		2
#define KPCTL_REC_MISSED	3
#define KPCTL_REC_CLOCK		4
#define KPCTL_REC_THROTTLED	5
#define KPCTL_REC_STOPPED	6
#define KPCTL_REC_FIRST_EVENT	16

/*
 * Records were dropped on this CPU between the record before this one and the
 * one after it. total counts all that this CPU dropped so far, so what fell
 * into this gap is total less the last total seen; a record that repeats it
 * (it can, when writers nest) adds nothing.
 */
struct kpctl_rec_lost {
	struct kpctl_rec hdr;
	__u64 total;
};

/*
 * Calls of an event that no instance was free for on this CPU, so that their
 * returns will not be seen: told when noticed, at most once a millisecond for an
 * event and CPU, and if there is room. meta->missed has them all.
 */
struct kpctl_rec_missed {
	struct kpctl_rec hdr;
	__u64 total;		/* of the event on this CPU, ever */
	__u32 count;		/* of them, not told before */
	__u32 event;		/* its id */
};

/*
 * Of an event's hits on this CPU 1 in one_in is taken from here on, since it took too
 * much of the CPU; the others are counted and nothing else. 1: all are taken again.
 * Told when it changes, if there is room, otherwise as soon as there is some.
 */
struct kpctl_rec_throttled {
	struct kpctl_rec hdr;
	__u64 total;		/* left out of the event on this CPU, ever */
	__u32 one_in;
	__u32 event;		/* its id */
};

/* A hit of the event has stopped the recording, after so many more events (`do stop`). */
struct kpctl_rec_stopped {
	struct kpctl_rec hdr;
	__u32 after;
	__u32 event;		/* its id */
};

/* From here on the task hdr.ctx_tid is called comm (16 bytes, NUL-padded). */
struct kpctl_rec_comm {
	struct kpctl_rec hdr;
	char comm[16];
};

/* Time */

/*
 * A stamp with this bit is CLOCK_MONOTONIC in ns, once the bit is taken away; one
 * without it is of a raw counter, which is quicker to read. Where the counter is no
 * good clock there are only the former; where it is, which of the two can change.
 */
#define KPCTL_TIME_MONO		(1ull << 63)

/*
 * What a raw stamp is in CLOCK_MONOTONIC: a point of a line, and its slope. mult 0:
 * unknown.
 */
struct kpctl_clock {
	__u64 raw;		/* at this stamp */
	__u64 ns;		/* it was this late */
	__u32 mult;		/* ns per unit of raw, << shift */
	__u32 shift;		/* at most KPCTL_CLOCK_SHIFT_MAX */
};

#define KPCTL_CLOCK_SHIFT_MAX	32

/*
 * From here on raw stamps of this ring mean this: conversion is by the last clock
 * record before an event, for the first ones by meta->first_clock; a lost record
 * that stands right before a clock record goes with that. There is one before each
 * event that comes half a second after the last one, or later. Times at the seam of
 * two may step back by some ns. With KPCTL_CLOCK_RAW, stamps are raw from now on but
 * for some that were on their way; without, they are CLOCK_MONOTONIC, and pair says
 * what it said before, or nothing.
 */
struct kpctl_rec_clock {
	struct kpctl_rec hdr;
	struct kpctl_clock pair;
	__u32 flags;		/* KPCTL_CLOCK_RAW */
	__u32 changes;		/* from one clock to the other, since the module is there */
};

#define KPCTL_CLOCK_RAW		(1u << 0)

/* ns of a stamp. Any values do no harm; nonsense gives nonsense. */
static __inline__ __u64 kpctl_stamp_ns(const struct kpctl_clock *c, __u64 time)
{
	__u64 back = time < c->raw, by = back ? c->raw - time : time - c->raw, ns;

	if (time & KPCTL_TIME_MONO)
		return time & ~KPCTL_TIME_MONO;
	if (c->shift > KPCTL_CLOCK_SHIFT_MAX)
		return 0;
	ns = ((by >> 32) * c->mult << (32 - c->shift)) +
	     ((by & 0xffffffffu) * c->mult >> c->shift);
	return back ? (ns < c->ns ? c->ns - ns : 0) : c->ns + ns;
}

/*
 * After an event's header come 8-byte slots, at the offsets that
 * KPCTL_VIEW_EVENTS gives. Integers stand in the slot's first bytes, in the
 * width of their type, zero- or sign-extended to all eight. A string's slot is
 * a tracefs __data_loc word (length << 16 | offset from the record's start; the
 * length counts the NUL, length 0 is a string that could not be read) and a
 * word of KPCTL_STR_* flags; its bytes stand behind the slots. A stack's slot
 * is the same, its bytes are __u64 return addresses, innermost first.
 *
 * So is the slot of an array TYPE[], of which the record says how long it is: its
 * bytes are the elements, in their width. Length 0 with an offset is an array
 * without elements, length 0 with offset 0 one that could not be read. The elements
 * of string[] and ustring[] are slots of strings; there is a space for each NUL but
 * that of the last string, and a second slot leads to all of them as one text.
 */
#define KPCTL_STR_CUT		(1u << 0)	/* there was more of it */

/* The mapped pages */

/* The ring keeps the newest records: there is no consumer, a reader takes snapshots. */
#define KPCTL_FEATURE_OVERWRITES	1

/* Read-only page before the data. All positions and counts are of this CPU. */
struct kpctl_meta {
	__u32 magic;		/* KPCTL_MAGIC */
	__u32 abi;		/* KPCTL_ABI_VERSION */
	__u32 size;		/* of this struct */
	__u32 cpu;
	__u32 clock;		/* KPCTL_CLOCK_* */
	__u32 reserved0;
	__u64 features;		/* KPCTL_FEATURE_* */
	__u64 data_size;	/* a power of two */
	__u64 data_offset;	/* from the start of this page to the data */
	__u64 reserved1[2];
	/* the kernel writes these while it traces */
	__u64 head;		/* everything before it is whole */
	__u64 lost;		/* records dropped, ever */
	__u64 lost_attach;	/* lost, when the present consumer came */
	__u64 lost_detach;	/* lost, when the consumer before it left */
	__u64 missed;		/* calls that got no return probe, ever */
	__u64 missed_attach;	/* missed, when the present consumer came */
	__u64 bad_tail;		/* values of tail that were refused */
	__u64 missed_detach;	/* missed, when the consumer before it left */
	/* for raw stamps before the first clock record that the present consumer finds */
	struct kpctl_clock first_clock;
	/*
	 * Where the oldest record begins that is kept: a position of the consumer's, which may
	 * have gone on since; of a ring that overwrites, what it has left.
	 */
	__u64 tail;
	__u64 overwritten;	/* events before tail that a ring has overwritten, ever */
};

/* Writable page: the reader's position and nothing else. */
struct kpctl_consumer {
	__u64 tail;
};

#define KPCTL_CLOCK_MONOTONIC	0	/* stamps are CLOCK_MONOTONIC in ns, without a mark */
#define KPCTL_CLOCK_MARKED	1	/* as with KPCTL_TIME_MONO */

/* ioctl */

struct kpctl_info {
	__u32 size;		/* in: of the caller's struct; out: the kernel's */
	__u32 abi;
	__u64 features;
	__u32 page_size;
	__u32 nr_rings;		/* possible CPUs, offline ones included */
	__u64 data_size;	/* per ring */
	__u64 ring_stride;	/* from one ring's file offset to the next's */
	__u32 clock;
	__u32 attached;		/* 1: this descriptor stands for the main session, 2: for one by name */
	__u64 reserved[2];
};

#define KPCTL_SESSION_NAME_MAX	64	/* with its NUL */

/* A session by its name, which is that of its directory in configfs. */
struct kpctl_name {
	__u32 flags;		/* KPCTL_NAME_LOOK */
	__u32 reserved;
	char name[KPCTL_SESSION_NAME_MAX];	/* NUL behind it; what stands behind that does not matter */
};

/* Look at it, as KPCTL_IOC_LOOK does; otherwise become its consumer. */
#define KPCTL_NAME_LOOK		(1u << 0)

/* Switch one event of the session on or off. */
struct kpctl_switch {
	__u32 id;
	__u32 on;
};

/*
 * What stands at an address, as the kernel prints it: "sym+0xoff/0xsize [mod]", the
 * brackets for modules only. EPERM where the records cannot be mapped either.
 */
struct kpctl_symbol {
	__u64 addr;		/* in */
	__u32 len;		/* out: of text; 0: no symbol is known for it */
	__u32 reserved;
	char text[688];		/* out: NULs behind it; what it is before does not matter */
};

/*
 * The ledger of an event: what became of its hits, X(name), in the order in which
 * the texts have them. When nothing runs
 *
 *   hits = emitted + aggregated + filtered + lost + missed + off + norcu + never +
 *          throttled + unmatched + inflight
 *
 * inflight, the calls that are inside now, is no count and stands beside these.
 */
#define KPCTL_LEDGER_FIRST(X)						\
	X(hits)		/* handler ran while the event was armed */	\
	X(emitted)	/* a record was written */			\
	X(aggregated)	/* it went into aggregates and no record was asked for */ \
	X(filtered)	/* its own condition refused it */		\
	X(lost)		/* no room in the ring */			\
	X(missed)	/* r: no instance free to wait for the return */	\
	X(nested)	/* came inside of a handler: no hit; at least so many */

#define KPCTL_LEDGER_MORE(X)						\
	X(off)		/* tracing_on was 0 */				\
	X(norcu)	/* RCU was not watching: nothing may be touched */	\
	X(never)	/* r: the task ended inside, or the probe left first; \
			   $after(): the instruction faulted */		\
	X(throttled)	/* the governor left it out */			\
	X(unmatched)	/* since, while: no span was open for its key */

#define KPCTL_LEDGER(X)	KPCTL_LEDGER_FIRST(X) KPCTL_LEDGER_MORE(X)

/*
 * The spans that an event has started (`do start`), in the same way. When nothing runs
 *
 *   starts = ended + open + replaced + stale + full + dropped
 */
#define KPCTL_SPAN_COUNTS(X)						\
	X(starts)	/* hits that were to open a span */		\
	X(ended)	/* a hit with `since` took it */		\
	X(replaced)	/* of two starts of a key, the one that did not stay */	\
	X(stale)	/* pushed out for another, as older than `within` */	\
	X(full)		/* no room, or a key that could not be read */

#define KPCTL_SPANS(X)							\
	KPCTL_SPAN_COUNTS(X)						\
	X(open)		/* open now */					\
	X(dropped)	/* open when the event was removed */

/* Of an event that acts on what it hits; counts beside the ledger. */
#define KPCTL_ACT_COUNTS(X)						\
	X(acted)	/* hits that did */				\
	X(suppressed)	/* hits that were picked for it, and did not */

enum kpctl_view {
	KPCTL_VIEW_CONTROL	= 0,	/* write spec lines, read the list */
	KPCTL_VIEW_ERRORS	= 1,	/* error_log; write clears it */
	KPCTL_VIEW_CHECK	= 2,	/* write a place, read the verdict */
	/*
	 * A line of column names, then one per event: its ledger, and how it
	 * stands. Find columns by name.
	 */
	KPCTL_VIEW_PROFILE	= 3,
	/*
	 * Each CPU's ring, then "total KEY=N ...", summed over all events the
	 * session ever had; keys: KPCTL_LEDGER and inflight. With a consumer,
	 * "attach KEY=N ..." follows: the same when that came, so the difference
	 * is what happened in its time.
	 */
	KPCTL_VIEW_STATS	= 4,
	/*
	 * How to decode the session's records, a line per event, also for
	 * events removed lately (their state is "gone"):
	 *
	 *   ID STATE KIND GRP/EVENT TARGET FIELD...
	 *
	 * STATE is armed, off, parked or gone. FIELD is NAME:TYPE@OFFSET for
	 * an argument; the fields that every event of its kind has come first,
	 * without a type: $ip@N (p, f), $func@N $retip@N $lat@N (r; $lat in ns).
	 * Where integers are read from memory there is $fault@N, a __u64 for
	 * each 64 arguments: bit I set means argument I could not be read.
	 * TYPE: u8…u64 s8…s64 x8…x64 be16…be64 (turned round, numbers of the
	 * host as the others are) char symbol ns (durations), numbers with
	 * names errno signal cap (as s32) dev oflags (as u32), string ustring
	 * symstr stack, and addresses as ip4 (their bytes as they lie in
	 * memory, padded to 8). TYPE[N] is an array: numbers and addresses
	 * packed in their width, padded to 8 bytes; strings with a slot each.
	 * TYPE[] is one as long as its slot says.
	 * Behind an argument that is an enum stands
	 * $names:VALUE=NAME,...@OFFSET, of the same offset: names of its
	 * values, ascending as numbers of 64 bits with a sign.
	 */
	KPCTL_VIEW_EVENTS	= 5,
	/* one per-event format block after another, in tracefs's syntax */
	KPCTL_VIEW_FORMATS	= 6,
	/*
	 * Conditions: read lines "GRP/EVENT EXPR" ("none": it has none), write
	 * such a line to change that of the event's probes.
	 */
	KPCTL_VIEW_FILTERS	= 7,
	/*
	 * Aggregates, a line for each of an event and behind it one for each
	 * of its keys, by COUNT, descending:
	 *
	 *   aggr ID GRP/EVENT INDEX KIND HITS OTHER UNREAD ENTRIES MAX_ENTRIES GENERATION TEXT
	 *   key COUNT SUM MAX NBUCKETS LOW:HIGH:COUNT ...<TAB>KEYTEXT
	 *
	 * ID is the event's, INDEX from 0 for each of its aggregates, KIND
	 * the action of `do`, with -signed or -ns behind it where its value is
	 * signed or a duration (count, hist, hist-signed, hist-ns, ...; there can
	 * be new ones: their keys have a COUNT), TEXT as it was written. Of HITS
	 * the keys have all but OTHER (no room for their key: there is room
	 * for MAX_ENTRIES) and UNREAD (value or key could not be read).
	 * GENERATION changes when the counts begin anew. SUM is modulo 2^64
	 * in a histogram; elsewhere a sum that 64 bits do not hold is the end
	 * of what they do, and an action without a sum, a MAX or buckets has 0.
	 * With top=N, N is MAX_ENTRIES, and there are lines for all keys that are
	 * kept, more than N: those with most hits, or largest SUM, are the N.
	 * The buckets are those that are not empty, ascending; LOW and HIGH
	 * are in them. KEYTEXT is empty where there is no key, frames of a
	 * stack are apart by ';'. Of stats there is one bucket, from the least
	 * value to the most.
	 *
	 * The text is made while it is read, from position 0 to the end: a
	 * position that has gone by gives ESPIPE. An event that is removed
	 * meanwhile, or whose aggregates begin anew, is read as it was.
	 *
	 * Write lines GRP/EVENT: the aggregates of these events begin anew.
	 */
	KPCTL_VIEW_HISTS	= 8,
	/*
	 * The functions at which events stand, as the files `functions` have them: a
	 * block for each event, its first line "ID GRP/EVENT", behind it an empty line.
	 */
	KPCTL_VIEW_FUNCTIONS	= 9,
	/* The same of the files `left_out`. */
	KPCTL_VIEW_LEFT_OUT	= 10,
	/* 1 or 0: tracing_on, which KPCTL_IOC_TRACING sets. */
	KPCTL_VIEW_TRACING	= 11,
	/*
	 * What is open, as the files `open` have it: a block for each event, its first
	 * line "ID GRP/EVENT", behind it an empty line. A line of a block is
	 *
	 *   AGE TID<TAB>COMM<TAB>FUNCTION[<TAB>NAME=VALUE]...
	 *
	 * AGE in ns, of a span or of a call in flight. FUNCTION: which of a set was called;
	 * empty for all others. Of a span the keys come first, then the arguments. Bytes
	 * that are not printed are escaped, tabs and newlines among them.
	 */
	KPCTL_VIEW_OPEN		= 12,
	/*
	 * Which hit stopped the recording (`do stop`), or is about to: a line
	 *
	 *   GRP/EVENT at SECONDS, COMM-TID, after N more events[, M to come]
	 *
	 * or "no". What is not printable in COMM is "?".
	 */
	KPCTL_VIEW_STOPPED	= 13,
	/*
	 * What the rings hold, not taken out, as tracefs's `trace` has it: lines that begin
	 * with '#', then one for each record, in order of time, and one for each frame of a
	 * stack. Made while it is read, from position 0 to the end, as KPCTL_VIEW_HISTS is.
	 */
	KPCTL_VIEW_TRACE	= 14,
	/*
	 * The same lines, taken out: who reads waits until there are some (or EAGAIN), and is
	 * the session's consumer from the first read on, until the descriptor is closed or
	 * shows another view. EBUSY: it has a consumer, or the descriptor's own session is
	 * mapped; EOPNOTSUPP: its rings overwrite.
	 */
	KPCTL_VIEW_TRACE_PIPE	= 15,
	KPCTL_VIEWS		= 16,
};

/* Or'ed into a view's number: of the main session, whatever the descriptor stands for. */
#define KPCTL_VIEW_MAIN		0x80000000u

#define KPCTL_IOC_INFO		_IOWR(0xbc, 0, struct kpctl_info)
/*
 * Become the main session's consumer. EBUSY: it has one already, or the descriptor has
 * events or mappings of its own. EOPNOTSUPP: its rings overwrite, see KPCTL_IOC_LOOK.
 */
#define KPCTL_IOC_ATTACH	_IO(0xbc, 1)
#define KPCTL_IOC_VIEW		_IOW(0xbc, 2, __u32)
/* Bytes per ring, a power of two; EBUSY while anything is mapped. */
#define KPCTL_IOC_BUFFER	_IOW(0xbc, 3, __u64)
/* The session's tracing_on. */
#define KPCTL_IOC_TRACING	_IOW(0xbc, 4, __u32)
#define KPCTL_IOC_SWITCH	_IOW(0xbc, 5, struct kpctl_switch)
#define KPCTL_IOC_SYMBOL	_IOWR(0xbc, 6, struct kpctl_symbol)
/*
 * Look at the main session's rings, without being its consumer: any number may. The consumer's
 * pages cannot be mapped. EBUSY: as KPCTL_IOC_ATTACH.
 */
#define KPCTL_IOC_LOOK		_IO(0xbc, 7)
/*
 * 1: the session's rings keep the newest records, 0: the oldest. What is in them is thrown away.
 * EBUSY: a consumer is attached, or the rings are mapped.
 */
#define KPCTL_IOC_OVERWRITE	_IOW(0xbc, 8, __u32)
/*
 * Stand for the session of this name, whose directory cannot be removed until the descriptor
 * and its mappings are gone. ENOENT: there is none; EACCES: its owner is another user, and opener
 * or caller have no CAP_SYS_ADMIN; EBUSY, EOPNOTSUPP: as KPCTL_IOC_ATTACH.
 */
#define KPCTL_IOC_SESSION	_IOW(0xbc, 9, struct kpctl_name)

#endif /* _LINUX_KPROBECTL_H */
