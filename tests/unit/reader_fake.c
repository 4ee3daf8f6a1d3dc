// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <sanitizer/asan_interface.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader_fake.h"

const char *fake_events = "";
unsigned int fake_asked;

static struct kpr_buf text;

/* Both copies of the bytes between two positions; all multiples of 8. */
static void hide(struct fake *f, uint64_t from, uint64_t to, bool hidden)
{
	uint64_t at = from & (f->size - 1), n = to - from;
	uint64_t first = n < f->size - at ? n : f->size - at;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		uint8_t *copy = f->data + i * f->size;

		if (hidden) {
			ASAN_POISON_MEMORY_REGION(copy + at, first);
			ASAN_POISON_MEMORY_REGION(copy, n - first);
		} else {
			ASAN_UNPOISON_MEMORY_REGION(copy + at, first);
			ASAN_UNPOISON_MEMORY_REGION(copy, n - first);
		}
	}
}

void fake_init(struct fake *f, unsigned int cpu, uint64_t size, uint64_t start)
{
	memset(f, 0, sizeof(*f));
	f->len = PAGE + 2 * size;
	f->meta = calloc(1, f->len);
	*f->meta = (struct kpctl_meta){
		.magic = KPCTL_MAGIC, .abi = KPCTL_ABI_VERSION, .size = sizeof(*f->meta),
		.cpu = cpu, .data_size = size, .data_offset = PAGE, .head = start,
	};
	f->data = (uint8_t *)f->meta + PAGE;
	f->size = size;
	f->head = f->consumer.tail = f->hidden = start;
	hide(f, start, start + size, true);
}

void fake_exit(struct fake *f)
{
	ASAN_UNPOISON_MEMORY_REGION(f->meta, f->len);
	free(f->meta);
}

bool fake_room(const struct fake *f, size_t n)
{
	return f->head + n - f->consumer.tail <= f->size;
}

void fake_put(struct fake *f, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	hide(f, f->head, f->head + n, false);
	while (n--) {
		f->data[f->head & (f->size - 1)] = *p;
		f->data[(f->head++ & (f->size - 1)) + f->size] = *p++;
	}
}

void fake_publish(struct fake *f)
{
	uint64_t tail = f->consumer.tail;

	f->meta->head = f->head;
	if (tail & 7 || tail < f->hidden || f->head - tail > f->size)
		return;		/* a hostile one */
	/* what was given back and not filled again */
	if (f->head - f->hidden <= f->size)
		hide(f, f->hidden, tail, true);
	else if (f->head - f->size < tail)
		hide(f, f->head - f->size, tail, true);
	f->hidden = tail;
}

unsigned int fake_size_ctx;

void fake_event(struct fake *f, uint16_t id, uint64_t time, uint32_t ctx_tid,
		const uint64_t *slots, unsigned int n)
{
	struct kpctl_rec rec = {
		.time = time, .id = id, .size_ctx = (sizeof(rec) + 8 * n) | fake_size_ctx,
		.ctx_tid = ctx_tid,
	};

	fake_put(f, &rec, sizeof(rec));
	fake_put(f, slots, 8 * n);
	fake_publish(f);
}

void fake_lost(struct fake *f, uint64_t time, uint64_t total)
{
	fake_event(f, KPCTL_REC_LOST, time, 0, &total, 1);
}

void fake_comm(struct fake *f, uint64_t time, uint32_t tid, const char *comm)
{
	uint64_t slots[2] = { 0 };

	memcpy(slots, comm, strnlen(comm, 15));
	fake_event(f, KPCTL_REC_COMM, time, tid, slots, 2);
}

static int events_text(void *arg, char **out, size_t *len)
{
	(void)arg;
	fake_asked++;
	*out = strdup(fake_events);
	*len = strlen(fake_events);
	return *out ? 0 : -ENOMEM;
}

struct kpr_stream *fake_stream(struct fake *f, unsigned int nr)
{
	struct kpr_ring *rings = calloc(nr, sizeof(*rings));
	struct kpr_stream *st = NULL;
	unsigned int i;

	for (i = 0; i < nr; i++)
		KTAP_CHECK(!kpr_ring_init(&rings[i], f[i].meta, f[i].len, &f[i].consumer));
	KTAP_CHECK(!kpr_stream_new(rings, nr, events_text, NULL, &st));
	kpr_stream_paths(st, "/nowhere", "/nowhere", "/nowhere");
	fake_asked = 0;
	return st;
}

struct kpr_stream *fake_start(struct fake *f, unsigned int cpu, const char *events,
			      const char *kallsyms)
{
	struct kpr_stream *st;

	fake_events = events;
	fake_init(f, cpu, 1 << 17, (1 << 17) - 64);
	st = fake_stream(f, 1);
	kpr_stream_paths(st, "/nowhere", kallsyms, "/nowhere");
	return st;
}

void fake_stop(struct fake *f, struct kpr_stream *st)
{
	kpr_stream_close(st);
	fake_exit(f);
}

static const char *read_all(struct kpr_stream *st)
{
	struct kpr_item item;

	text.len = 0;
	while (kpr_stream_next(st, &item) > 0)
		KTAP_CHECK(!kpr_stream_format(st, &item, &text));
	KTAP_CHECK(!kpr_buf_room(&text, 1));
	text.data[text.len] = '\0';
	return text.data;
}

const char *fake_text(struct kpr_stream *st, uint64_t now)
{
	kpr_stream_pass(st, now);
	return read_all(st);
}

const char *fake_rest(struct kpr_stream *st)
{
	kpr_stream_finish(st);
	return read_all(st);
}

uint64_t fake_random(void)
{
	static uint64_t x = 0x2545f4914f6cdd1dull;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x;
}

