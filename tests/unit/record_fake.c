// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "record_fake.h"

const char *fake_stats = "total hits=0 emitted=0 inflight=0\n", *fake_hists = "";
const char *fake_profile;

/* Tasks */

static char proc[64];

const char *fake_proc(void)
{
	if (!proc[0]) {
		strcpy(proc, "/tmp/record_proc_XXXXXX");
		KTAP_CHECK(mkdtemp(proc));
	}
	return proc;
}

static void put_file(uint32_t tid, const char *name, const char *text)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%u/%s", fake_proc(), tid, name);
	f = fopen(path, "w");
	KTAP_CHECK(f && fputs(text, f) >= 0 && !fclose(f));
}

void fake_task(uint32_t tid, uint32_t tgid, const char *comm)
{
	char text[128];

	snprintf(text, sizeof(text), "%s/%u", fake_proc(), tid);
	mkdir(text, 0700);
	put_file(tid, "comm", comm);
	snprintf(text, sizeof(text), "Name:\t%s\nUmask:\t0022\nTgid:\t%u\nPid:\t%u\n", comm, tgid,
		 tid);
	put_file(tid, "status", text);
}

void fake_proc_remove(void)
{
	char command[128];

	if (!proc[0])
		return;
	snprintf(command, sizeof(command), "rm -r %s", proc);
	KTAP_CHECK(!system(command));
	proc[0] = '\0';
}

/* Views and symbols */

static const char *view_text(uint32_t view)
{
	switch (view) {
	case KPCTL_VIEW_EVENTS:
		return fake_events;
	case KPCTL_VIEW_CONTROL:
		return "p:g/e sym\n";
	case KPCTL_VIEW_STATS:
		return fake_stats;
	case KPCTL_VIEW_HISTS:
		return fake_hists;
	case KPCTL_VIEW_PROFILE:
		return fake_profile;
	}
	return NULL;
}

static int read_view(void *arg, uint32_t view, char **text, size_t *len)
{
	(void)arg;
	if (!view_text(view))
		return -EINVAL;
	*text = strdup(view_text(view));
	*len = strlen(*text);
	return 0;
}

/* Three of four addresses have a name. */
static int ask_symbol(void *arg, uint64_t addr, char *text)
{
	(void)arg;
	if (!addr || addr % 4 == 3)
		return 0;
	return sprintf(text, "fn_%llx+0x%llx/0x100%s", (unsigned long long)addr / 256,
		       (unsigned long long)addr % 256, addr & 1024 ? " [mod]" : "");
}

/* Twins */

int fake_file(void)
{
	int fd = memfd_create("recording", MFD_CLOEXEC);

	KTAP_CHECK(fd >= 0);
	return fd;
}

static const struct kpctl_clock slow = { .raw = 1000, .ns = 5000, .mult = 1u << 31, .shift = 30 };

static uint64_t stamp(const struct twins *t, uint64_t time)
{
	return t->live[0].meta->clock == KPCTL_CLOCK_MARKED ? (time - slow.ns) / 2 + slow.raw : time;
}

static void init_ring(struct fake *f, unsigned int cpu, bool marked)
{
	fake_init(f, cpu, 1 << 16, 4096 * cpu);
	if (marked) {
		f->meta->clock = KPCTL_CLOCK_MARKED;
		f->meta->first_clock = slow;
	}
	f->meta->lost = f->meta->lost_attach = f->meta->lost_detach = 7;
	f->meta->missed = f->meta->missed_attach = 9;
	f->meta->missed_detach = 8;
}

struct kpr_ring *twins_rings(struct twins *t)
{
	struct kpr_ring *rings = calloc(NR_RINGS, sizeof(*rings));
	unsigned int i;

	for (i = 0; i < NR_RINGS; i++)
		KTAP_CHECK(!kpr_ring_init(&rings[i], t->rec[i].meta, t->rec[i].len,
					  &t->rec[i].consumer));
	return rings;
}

static void start_record(struct twins *t)
{
	struct kpr_ring *rings = twins_rings(t);

	KTAP_CHECK(!kpr_record_new(rings, NR_RINGS, read_view, NULL, &t->w));
	kpr_record_names(t->w)->proc = kpr_record_names(t->w)->comm.proc = fake_proc();
	kpr_syms_start(&kpr_record_names(t->w)->syms, ask_symbol, NULL, t->now);
	t->fd = fake_file();
	KTAP_CHECK(!kpr_record_begin(t->w, t->fd, 0));
}

void twins_start(struct twins *t, bool marked, const char *events)
{
	unsigned int i;

	fake_events = events;
	*t = (struct twins){ .now = 1000000000 };
	for (i = 0; i < NR_RINGS; i++) {
		init_ring(&t->live[i], i + 1, marked);
		init_ring(&t->rec[i], i + 1, marked);
	}
	t->st = fake_stream(t->live, NR_RINGS);
	kpr_stream_paths(t->st, fake_proc(), "/nowhere", "/nowhere");
	kpr_syms_start(&t->st->syms, ask_symbol, NULL, t->now);
	start_record(t);
}

void twins_stop(struct twins *t)
{
	unsigned int i;

	kpr_stream_close(t->st);
	kpr_record_close(t->w);
	kpr_buf_free(&t->text);
	close(t->fd);
	for (i = 0; i < NR_RINGS; i++) {
		fake_exit(&t->live[i]);
		fake_exit(&t->rec[i]);
	}
}

void twins_event(struct twins *t, unsigned int ring, uint16_t id, uint64_t time, uint32_t ctx_tid,
		 const uint64_t *slots, unsigned int n)
{
	fake_event(&t->live[ring], id, stamp(t, time), ctx_tid, slots, n);
	fake_event(&t->rec[ring], id, stamp(t, time), ctx_tid, slots, n);
}

void twins_garbage(struct twins *t, unsigned int ring)
{
	struct kpctl_rec rec = { .time = 1, .id = 16, .size_ctx = 8 };

	fake_put(&t->live[ring], &rec, sizeof(rec));
	fake_put(&t->rec[ring], &rec, sizeof(rec));
	fake_publish(&t->live[ring]);
	fake_publish(&t->rec[ring]);
}

static void add_text(struct twins *t, const char *text)
{
	size_t len = strlen(text);

	KTAP_CHECK(!kpr_buf_room(&t->text, len + 1));
	memcpy(t->text.data + t->text.len, text, len + 1);
	t->text.len += len;
}

static void each_item(struct twins *t)
{
	struct kpr_item item;

	while (kpr_stream_next(t->st, &item) > 0)
		t->each(t, &item);
}

void twins_pass(struct twins *t)
{
	if (t->each) {
		kpr_stream_pass(t->st, t->now);
		each_item(t);
	} else {
		add_text(t, fake_text(t->st, t->now));
	}
	KTAP_CHECK(kpr_record_pass(t->w, t->now) >= 0);
}

void twins_finish(struct twins *t)
{
	if (t->each) {
		kpr_stream_finish(t->st);
		each_item(t);
	} else {
		add_text(t, fake_rest(t->st));
	}
	KTAP_CHECK(!kpr_record_last(t->w, t->now));
	KTAP_CHECK(!kpr_record_finish(t->w, "stopped"));
}

/* Random records */

const char fake_all[] =
	"16 armed p g/ints sym $ip@16 a:u64@24 b:x64@32 c:s32@40\n"
	"17 armed r g/ret sym $func@16 $retip@24 $lat@32 ret:s64@40\n"
	"18 armed p g/str sym $ip@16 s:string@24 t:ustring@32\n"
	"19 armed f g/stack sym $ip@16 stacktrace:stack@24\n"
	"20 armed p g/more sym $fault@16 a:u8@24 b:symbol@32 c:u16[4]@40 d:symbol[2]@48\n"
	"21 armed t g/names e:errno@16 i:ip4@24 f:oflags@32 x:nosuch@40\n"
	"22 gone p g/six sym a:symbol@16 b:symbol@24 c:symbol@32 d:symbol@40 e:symbol@48 f:symbol@56\n"
	"23 armed p g/counted sym $ip@16 d:symbol[]@24 w:string[]@32\n";

static unsigned int dice(unsigned int n)
{
	return fake_random() % n;
}

/* A string or a stack of n bytes at an offset; now and then it is none. */
static uint64_t data_word(unsigned int offset, unsigned int n)
{
	if (!dice(20))
		return fake_random();
	return (uint64_t)!dice(4) * KPCTL_STR_CUT << 32 | (uint64_t)n << 16 | offset;
}

static unsigned int make_slots(uint16_t id, uint64_t *slots)
{
	unsigned int i;

	for (i = 0; i < 12; i++)
		slots[i] = dice(3) ? 0x81000000 + dice(3000) : dice(3) ? fake_random() : 0;
	if (id == 18) {
		slots[1] = data_word(40, 9);
		slots[2] = data_word(48, dice(16));
	}
	if (id == 19)
		slots[1] = data_word(32, 8 * dice(5));
	if (id == 23)
		slots[1] = data_word(48, 8 * dice(5));
	return id == 16 || id == 17 ? 4 : 6 + dice(4);
}

static void put_lost(struct twins *t, unsigned int c, uint64_t time)
{
	uint64_t total = t->live[c].meta->lost += 1 + dice(3);

	t->rec[c].meta->lost = total;
	twins_event(t, c, KPCTL_REC_LOST, time, 0, &total, 1);
}

static void put_note(struct twins *t, unsigned int c, uint64_t time)
{
	uint64_t slots[2] = { dice(100), 1 + dice(3) + ((uint64_t)(16 + dice(8)) << 32) };

	t->live[c].meta->missed += 2;
	t->rec[c].meta->missed += 2;
	twins_event(t, c, dice(2) ? KPCTL_REC_MISSED : KPCTL_REC_THROTTLED, time, dice(20), slots, 2);
}

static void put_comm(struct twins *t, unsigned int c, uint64_t time)
{
	uint64_t slots[2] = { 0 };

	snprintf((char *)slots, sizeof(slots), "task%u\n", dice(50));
	twins_event(t, c, KPCTL_REC_COMM, time, dice(20), slots, 2);
}

/* The line as it is, told again: time goes on as before. */
static void put_clock(struct twins *t, unsigned int c, uint64_t time)
{
	struct kpctl_clock clock = slow;
	uint64_t slots[4];

	clock.raw = stamp(t, time);
	clock.ns = slow.ns + (clock.raw - slow.raw) * 2;
	memcpy(slots, &clock, sizeof(clock));
	slots[3] = KPCTL_CLOCK_RAW;
	twins_event(t, c, KPCTL_REC_CLOCK, time, 0, slots, 4);
}

static void put_random(struct twins *t, unsigned int c, uint64_t time)
{
	uint16_t id = 16 + dice(dice(10) ? 8 : 9);
	uint64_t slots[12];
	unsigned int n;

	switch (dice(40)) {
	case 0:	put_lost(t, c, time); break;
	case 1:	put_note(t, c, time); break;
	case 2:	put_comm(t, c, time); break;
	case 3:	put_clock(t, c, time); break;
	}
	n = make_slots(id, slots);
	twins_event(t, c, id, time, dice(20) | dice(1024) << KPCTL_TID_BITS, slots, n);
}

void twins_random(struct twins *t, unsigned int passes, unsigned int most)
{
	uint64_t time[NR_RINGS];
	unsigned int c, n;

	for (c = 3; c < 10; c++)
		fake_task(c, c / 2, "of_proc");
	for (c = 0; c < NR_RINGS; c++)
		time[c] = t->now;
	while (passes--) {
		t->now += dice(4) ? dice(3000000) : dice(30000000);
		for (c = 0; c < NR_RINGS; c++) {
			for (n = dice(3) ? dice(most) : 0; n && time[c] + 2000 < t->now; n--) {
				time[c] += 2 * dice((t->now - time[c]) / 2 / n + 1);
				put_random(t, c, time[c]);
			}
			/* what is put later is not late */
			if (t->now - time[c] > 3000000)
				time[c] = t->now - 3000000;
		}
		twins_pass(t);
	}
}

/* Replay */

const char *replay_text(const int *fd, unsigned int nr, struct kpr_totals *totals,
			struct kpr_replay_state *state)
{
	static struct kpr_buf text;
	struct kpr_replay *rp;
	struct kpr_item item;
	unsigned int i;
	int ret = 0;

	text.len = 0;
	KTAP_CHECK(!kpr_replay_open(&rp));
	for (i = 0; i < nr && !ret; i++)
		ret = kpr_replay_add(rp, dup(fd[i]), "file");
	if (!ret)
		ret = kpr_replay_start(rp);
	while (!ret && (ret = kpr_replay_next(rp, &item)) > 0)
		ret = kpr_stream_format(kpr_replay_stream(rp), &item, &text);
	if (totals)
		kpr_replay_totals(rp, totals);
	if (state && !kpr_replay_file(rp, 0, state))
		*state = (struct kpr_replay_state){ .bad = ret ? -ret : 1 };
	kpr_replay_close(rp);
	KTAP_CHECK(!kpr_buf_room(&text, 1));
	text.data[text.len] = '\0';
	return text.data;
}
