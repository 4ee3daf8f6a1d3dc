/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * Recordings: what is in a file, for its writer (record*.c) and its reader (replay*.c).
 *
 *	+------+--------+-------+------+------+------+-----+
 *	| HEAD | EVENTS | STATS | SYMS | DATA | PASS | ... |
 *	+------+--------+-------+------+------+------+-----+
 *
 * A file is a row of blocks, each a header and a payload, padded to 8 bytes. The header has a
 * checksum of its own: a reader trusts the size of a block whose payload it has not read.
 */
#ifndef KPR_RECORDING_H
#define KPR_RECORDING_H

#include <sys/uio.h>
#include "kpr_int.h"

#define KPR_FORMAT_VERSION	1u
#define KPR_BLOCK_MAGIC		0x4252504bu	/* "KPRB" in memory */

/* X(NAME, number): numbers are never given twice */
#define KPR_BLOCKS(X)							\
	X(HEAD,     1)	/* text: who, where, when; its rings */		\
	X(DATA,     2)	/* records of a ring, as they lie there */	\
	X(CORRUPT,  3)	/* `value` bytes of the ring made no sense */	\
	X(PASS,     4)	/* records before `value` ns stand before it */	\
	X(EVENTS,   5)	/* text: lines of KPCTL_VIEW_EVENTS, new or changed */ \
	X(LINES,    6)	/* text: KPCTL_VIEW_CONTROL */			\
	X(TASKS,    7)	/* struct kpr_task_entry */			\
	X(SYMS,     8)	/* struct kpr_sym_entry, each with its text */	\
	X(STATS,    9)	/* text: KPCTL_VIEW_STATS */			\
	X(PROFILE, 10)	/* text: KPCTL_VIEW_PROFILE */			\
	X(HISTS,   11)	/* text: KPCTL_VIEW_HISTS */			\
	X(END,     12)	/* text: why, when; its rings */		\
	X(KALLSYMS, 13)	/* text: /proc/kallsyms, a piece of it */

enum kpr_block_type {
#define X(name, number) KPR_BLOCK_##name = number,
	KPR_BLOCKS(X)
#undef X
};

#define KPR_BLOCK_AT_END	(1u << 0)	/* STATS, PROFILE, HISTS: as the file ends */

/* All numbers are little-endian. */
struct kpr_block {
	uint32_t magic;
	uint16_t type;
	uint16_t flags;
	uint32_t size;		/* of the payload, without its padding */
	uint32_t ring;		/* DATA, CORRUPT: the number of the ring */
	uint64_t value;		/* DATA: the position in the ring; CORRUPT, PASS */
	uint32_t payload_crc;	/* CRC32C of the payload, without its padding */
	uint32_t header_crc;	/* CRC32C of what stands before it */
};

_Static_assert(sizeof(struct kpr_block) == 32, "the layout is the format");

/* No payload is larger: a header that says so is none. */
#define KPR_BLOCK_MAX		(64u << 20)
/* A record fits behind the lost, clock and name records that go with it. */
#define KPR_DATA_CUT		(32u << 10)
#define KPR_DATA_MAX		(KPR_DATA_CUT + (128u << 10))

struct kpr_task_entry {
	uint32_t tid;
	uint32_t tgid;		/* of its process; 0: unknown */
	char name[16];		/* NULs behind it; empty: unknown */
};

struct kpr_sym_entry {
	uint64_t addr;
	uint32_t len;		/* of the text, behind which zeros fill up 8 bytes */
	uint32_t pid;		/* of an address of a program; 0: it is the kernel's */
};

static inline uint32_t kpr_pad8(uint32_t n)
{
	return (n + 7) & ~7u;
}

/* crc.c */

/* CRC32C of n more bytes; the first call has crc 0. */
uint32_t kpr_crc32c(uint32_t crc, const void *bytes, size_t n);
/* The same without the processor's instruction, for tests. */
uint32_t kpr_crc32c_plain(uint32_t crc, const void *bytes, size_t n);

static inline uint32_t kpr_header_crc(const struct kpr_block *b)
{
	return kpr_crc32c(0, b, offsetof(struct kpr_block, header_crc));
}

/* record_names.c: what the records of a file are to be read with */

#define KPR_KNOWN_BITS		17
#define KPR_TIDS		(KPCTL_TID_MASK + 1)

#define KPR_PLAN_MAX		5

/* Where the addresses of an event's records stand. */
struct kpr_plan {
	uint16_t need;		/* bytes: shorter records are looked at with care */
	uint8_t nr;
	bool more;		/* arrays and stacks too: with care */
	uint16_t at[KPR_PLAN_MAX];
};

/*
 * Records of one event by a task in one state begin with the same word behind their stamp: id,
 * size, context, tid. If the file has all that one of them needs, it has it for the others too,
 * but for their addresses. `addr` are those of the last one.
 */
struct kpr_alike {
	uint64_t word;
	uint32_t size;		/* of the record; free: larger than any */
	uint16_t nr, at[KPR_PLAN_MAX];
	uint64_t addr[KPR_PLAN_MAX];
};

#define KPR_ALIKE_BITS		8

typedef int (*kpr_view_fn)(void *arg, uint32_t view, char **text, size_t *len);

struct kpr_names {
	kpr_view_fn view;
	void *arg;
	const char *proc;	/* "/proc"; of a dead machine a path that has nothing */
	struct kpr_events events;
	struct kpr_comm comm;
	struct kpr_syms syms;
	struct kpr_plan **plan;	/* by id; NULL: no description yet */
	uint64_t *line;		/* by id: a hash of the description that the file has */
	uint64_t *seen;		/* a bit for each tid: the file has its task */
	uint64_t *fresh;	/* the same, less than a second ago */
	bool any_fresh;
	uint64_t *told;		/* the same: the stream has named it in this file */
	/* addresses that the file has; slot 0 stays 0, so that 0 is one of them */
	uint64_t *known;
	unsigned int nr_known;
	struct kpr_known_frame {
		uint64_t addr;		/* 0: free */
		uint32_t pid;
	} *frames;		/* the same of programs; NULL: none yet */
	unsigned int nr_frames;
	struct kpr_alike alike[1 << KPR_ALIKE_BITS];
	uint64_t now, second;
	uint64_t modules;	/* syms.modules_hash, when `known` was right */
	/* for the file: lines of EVENTS, struct kpr_task_entry, struct kpr_sym_entry */
	struct kpr_buf new_lines, new_tasks, new_syms;
	bool failed;		/* no memory: a name may be missing */
};

int kpr_names_init(struct kpr_names *n, kpr_view_fn view, void *arg);
void kpr_names_exit(struct kpr_names *n);
/* The machine is not this one: nothing here is asked. */
void kpr_names_of_dead(struct kpr_names *n);
/* A new file: all names are to be written again. */
void kpr_names_begin(struct kpr_names *n);
/* Once for each pass that has records. */
void kpr_names_tick(struct kpr_names *n, uint64_t now);
/* Looks for names in an event's record whose bytes are all there. */
void kpr_names_event(struct kpr_names *n, const struct kpctl_rec *rec);
/* The same of a record of the stream about itself. */
void kpr_names_other(struct kpr_names *n, const struct kpctl_rec *rec);

static inline uint32_t kpr_known_slot(uint64_t addr)
{
	return addr * 0x9e3779b97f4a7c15ull >> (64 - KPR_KNOWN_BITS);
}

static inline struct kpr_alike *kpr_alike_slot(struct kpr_names *n, uint64_t word)
{
	return &n->alike[word * 0x9e3779b97f4a7c15ull >> (64 - KPR_ALIKE_BITS)];
}

/* Does the file have the addresses of a record that has a's word? False: perhaps. */
static inline bool kpr_alike_has(const struct kpr_names *n, struct kpr_alike *a, const void *rec)
{
	unsigned int i;
	uint64_t addr;

	for (i = 0; i < a->nr; i++) {
		__builtin_memcpy(&addr, (const char *)rec + a->at[i], 8);
		if (__builtin_expect(a->addr[i] == addr, 1))
			continue;
		if (n->known[kpr_known_slot(addr)] != addr)
			return false;
		a->addr[i] = addr;
	}
	return true;
}

/* record.c */

#define KPR_RECORD_BLOCKS	64	/* of data, in one call of writev(); names come to them */

struct kpr_record {
	struct kpr_ring *rings;
	unsigned int nr;
	struct kpr_names names;
	const struct kpctl_anchor *dead;	/* the machine; NULL: this one */
	int fd;
	int err;			/* of writing: nothing more is written */
	uint64_t size;			/* of the file, whole blocks */
	uint64_t session;		/* the same in all parts */
	unsigned int part;		/* of the file, from 0 */
	/* blocks to be written */
	struct kpr_block block[KPR_RECORD_BLOCKS + 4];
	struct iovec iov[3 * (KPR_RECORD_BLOCKS + 4)];
	unsigned int nr_blocks, nr_iov;
	uint64_t events, corrupt;	/* in all files */
	uint64_t pending;		/* events of the blocks to be written */
};

/* `rings` belongs to the record, also on failure. */
int kpr_record_new(struct kpr_ring *rings, unsigned int nr, kpr_view_fn view, void *arg,
		   struct kpr_record **out);
struct kpr_names *kpr_record_names(struct kpr_record *w);
/*
 * Adds a block; the payload stays where it is until kpr_record_flush() has written it, or
 * failed to: 0 or -errno.
 */
void kpr_record_put(struct kpr_record *w, struct kpr_block b, const void *payload);
int kpr_record_flush(struct kpr_record *w);

/* record_kallsyms.c */
int kpr_record_kallsyms(struct kpr_record *w);

/* replay_file.c: the blocks of a file */

/* With a descriptor and zeros it is at its beginning. The descriptor stays the caller's. */
struct kpr_file {
	int fd;
	uint64_t at;		/* the next block */
	unsigned char *buf;	/* bytes of the file from buf_at on */
	uint64_t buf_at;
	size_t buf_len;
	/* findings */
	uint64_t skipped;	/* bytes that are no blocks */
	uint64_t cut;		/* bytes of a block whose end is missing */
	uint64_t unknown;	/* blocks of types newer than this library */
	uint64_t bad;		/* payloads whose checksum is wrong */
};

void kpr_file_exit(struct kpr_file *f);
/*
 * The next block's header, and where its payload stands. 1; 0: the end, or a block that is
 * not whole. What is no block is skipped and counted.
 */
int kpr_file_next(struct kpr_file *f, struct kpr_block *b, uint64_t *payload);
/* Reads the payload to `to`. 0; -EBADMSG: the checksum is wrong, which is counted. */
int kpr_file_payload(struct kpr_file *f, const struct kpr_block *b, uint64_t at, void *to);
/* The same, allocated, with a NUL behind it. */
int kpr_file_text(struct kpr_file *f, const struct kpr_block *b, uint64_t at, char **text);

/* replay_names.c: names of a recording, as they are read */

struct kpr_told {
	/* symbols: addresses by hash, and texts one behind the other */
	struct kpr_told_sym {
		uint64_t addr;		/* 0: free */
		uint32_t pid;		/* of an address of a program, else 0 */
		uint32_t text, len;	/* in texts */
	} *sym;
	unsigned int nr_syms, cap_syms;
	struct kpr_buf texts;
	struct kpr_buf all;	/* KALLSYMS, until its last piece has come */
	bool has_all;		/* struct kpr_syms has them */
	bool is_damaged;	/* SYMS could not be read: then all of them are asked */
	/* processes: pages of 64 tids, as in comm.c, of which so many are in use */
	uint32_t *tgid[KPR_COMM_PAGES];
	unsigned int nr_pages, victim;
};

void kpr_told_exit(struct kpr_told *t);
/* Take in the payload of a block: 0 or -ENOMEM. What makes no sense is skipped. */
int kpr_told_tasks(struct kpr_told *t, struct kpr_comm *comm, const char *payload, size_t len);
int kpr_told_syms(struct kpr_told *t, struct kpr_syms *syms, const char *payload, size_t len);
int kpr_told_kallsyms(struct kpr_told *t, const char *piece, size_t len);
/* Another block than a piece of KALLSYMS has come. */
int kpr_told_all(struct kpr_told *t, struct kpr_syms *syms);
/* 0: unknown. */
uint32_t kpr_told_tgid(const struct kpr_told *t, uint32_t tid);
/* A kpr_sym_ask_fn whose `arg` is the struct kpr_told. */
int kpr_told_symbol(void *arg, uint64_t addr, char *text);
unsigned int kpr_told_frame(void *arg, uint32_t pid, uint64_t addr, char *text);

/* replay_head.c: HEAD and END parsed */

struct kpr_head {
	uint64_t version, session, part, own, reader, dump;
	uint64_t monotonic, realtime, boottime;	/* one moment */
	uint64_t rings;
	char host[65];
	char boot[37];
};

#define KPR_RINGS_MAX	8192
/* As many as the kernel can have: formats have tables by CPU. */
#define KPR_CPUS_MAX	8192

/* -EPROTO: it has not what a reader needs. */
int kpr_head_parse(struct kpr_head *h, const char *text);
/*
 * Fills the meta page of the next ring that the text has; *at, at first the text, moves on.
 * False: the text has no more rings that can be. kpr_end_ring() changes what is another number at the end.
 */
bool kpr_head_ring(const char **at, struct kpctl_meta *meta);
bool kpr_end_ring(const char **at, struct kpctl_meta *meta);

/* replay_feed.c: the records of one CPU, from blocks that are queued */

struct kpr_queued {
	struct kpr_file *file;
	uint64_t at;			/* of the payload */
	struct kpr_block block;
};

struct kpr_feed {
	struct kpctl_meta meta;
	struct kpctl_consumer consumer;
	struct kpr_queued *queue;	/* from `first` on */
	size_t first, nr, cap;
	bool placed;			/* the position of the next block is known */
	uint64_t next;
	uint8_t *buf;			/* the block being read */
	size_t cap_buf;
};

/* 0 or -ENOMEM */
int kpr_feed_queue(struct kpr_feed *f, struct kpr_file *file, const struct kpr_block *b,
		   uint64_t at);
/* kpr_ring.feed, with a struct kpr_feed as feed_arg. */
int kpr_feed_ring(struct kpr_ring *r);
void kpr_feed_exit(struct kpr_feed *f);

#endif /* KPR_RECORDING_H */
