/* SPDX-License-Identifier: GPL-2.0-only */
/* Rings made by the test, and a stream over them; what a test compares. */
#ifndef READER_FAKE_H
#define READER_FAKE_H

#include "kpr_int.h"
#include "ktap.h"

#define PAGE	4096u

/*
 * One CPU. Laid out as the kernel maps it; malloc'ed, so that a step outside
 * is seen, and what is not published is poisoned, so that a look at it is too.
 */
struct fake {
	struct kpctl_meta *meta;
	struct kpctl_consumer consumer;
	uint8_t *data;
	uint64_t size, head;
	uint64_t hidden;	/* poisoned again up to here */
	size_t len;
};

void fake_init(struct fake *f, unsigned int cpu, uint64_t size, uint64_t start);
void fake_exit(struct fake *f);
/* Put bytes at the head, unpublished: positions as the ring's, mirrored. */
void fake_put(struct fake *f, const void *bytes, size_t n);
void fake_publish(struct fake *f);
bool fake_room(const struct fake *f, size_t n);

/* One record, published: n slots of 8 bytes after the header. */
extern unsigned int fake_size_ctx;	/* what the low bits of size_ctx hold */
void fake_event(struct fake *f, uint16_t id, uint64_t time, uint32_t ctx_tid,
		const uint64_t *slots, unsigned int n);
void fake_lost(struct fake *f, uint64_t time, uint64_t total);
void fake_comm(struct fake *f, uint64_t time, uint32_t tid, const char *comm);

struct kpr_stream *fake_stream(struct fake *f, unsigned int nr);

/* One CPU, one description of events, and symbols from a file. */
struct kpr_stream *fake_start(struct fake *f, unsigned int cpu, const char *events,
			      const char *kallsyms);
void fake_stop(struct fake *f, struct kpr_stream *st);

/* What the EVENTS view says; how often it was asked. */
extern const char *fake_events;
extern unsigned int fake_asked;

#define CHECK_U64(got, want) do {						\
	unsigned long long g_ = (got), w_ = (want);				\
	if (g_ != w_)								\
		ktap_wrong("%s:%d: %s is %llu, not %llu", __FILE__, __LINE__, #got, g_, w_); \
} while (0)

#define CHECK_STR(got, want) do {						\
	const char *g_ = (got), *w_ = (want);					\
	if (strcmp(g_, w_))							\
		ktap_wrong("%s:%d:\n  got:  %s\n  want: %s", __FILE__, __LINE__, g_, w_); \
} while (0)

/* Pass, read and format all; the text is good until the next call. */
const char *fake_text(struct kpr_stream *st, uint64_t now);
const char *fake_rest(struct kpr_stream *st);

uint64_t fake_random(void);

#endif /* READER_FAKE_H */
