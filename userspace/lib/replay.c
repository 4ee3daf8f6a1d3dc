// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Recordings as streams: each has rings that are fed from its files, and the same merge as
 * when it was read live. A stream reads its file up to the next PASS block, which queues the
 * blocks of rings and takes names in, and gives what the horizon lets it.
 *
 *	files ──┬─ stream of session A: part 0, 1, 2 ──┬── by CLOCK_REALTIME ── items
 *	        └─ stream of session B: part 0 ────────┘
 *
 * Parts of a session that follow each other are one stream. Where one is missing a new stream
 * begins: each file begins with all that its records need.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "line/put.h"
#include "recording.h"

/* Blocks that are queued without a PASS block: a recorder writes less. */
#define QUEUED_MAX	(1u << 18)

struct part {
	struct kpr_file file;
	struct kpr_head head;
	char *name;
	bool ended, follows;
};

struct source {
	struct part *part;		/* nr_parts of them, in order */
	unsigned int nr_parts, at;
	struct kpr_stream *st;		/* NULL: not begun */
	struct kpr_feed *feed;
	unsigned int nr_rings, queued;
	struct kpr_told told;
	struct kpr_item item;
	bool has_item, ended;
	uint64_t end;
};

struct kpr_replay {
	struct part *part;
	unsigned int nr_parts;
	struct source *source;
	unsigned int nr_sources;
	struct source *last;		/* of the last item */
};

int kpr_replay_open(struct kpr_replay **out)
{
	*out = calloc(1, sizeof(**out));
	return *out ? 0 : -ENOMEM;
}

static void source_exit(struct source *s)
{
	unsigned int i;

	kpr_stream_close(s->st);
	for (i = 0; s->feed && i < s->nr_rings; i++)
		kpr_feed_exit(&s->feed[i]);
	free(s->feed);
	kpr_told_exit(&s->told);
}

static void part_exit(struct part *p)
{
	kpr_file_exit(&p->file);
	close(p->file.fd);
	free(p->name);
}

void kpr_replay_close(struct kpr_replay *rp)
{
	unsigned int i;

	if (!rp)
		return;
	for (i = 0; i < rp->nr_sources; i++)
		source_exit(&rp->source[i]);
	for (i = 0; i < rp->nr_parts; i++)
		part_exit(&rp->part[i]);
	free(rp->source);
	free(rp->part);
	free(rp);
}

/* Files */

/* Reads HEAD, which is the first block, from the first byte on. */
static int read_head(struct kpr_file *f, char **text)
{
	struct kpr_block b;
	uint64_t at;

	f->at = 0;
	if (!kpr_file_next(f, &b, &at) || at != sizeof(b) || b.type != KPR_BLOCK_HEAD)
		return -EPROTO;
	return kpr_file_text(f, &b, at, text) == -ENOMEM ? -ENOMEM : *text ? 0 : -EPROTO;
}

/* Does HEAD have all rings that it promises? */
static bool has_rings(const struct kpr_head *h, const char *text)
{
	struct kpctl_meta meta;
	uint64_t i;

	for (i = 0; i < h->rings; i++)
		if (!kpr_head_ring(&text, &meta))
			return false;
	return true;
}

static int init_part(struct part *p, int fd, const char *name)
{
	char *text = NULL;
	int ret;

	*p = (struct part){ .file.fd = fd, .name = strdup(name) };
	ret = p->name ? read_head(&p->file, &text) : -ENOMEM;
	if (!ret)
		ret = kpr_head_parse(&p->head, text);
	if (!ret && !has_rings(&p->head, text))
		ret = -EPROTO;
	free(text);
	return ret;
}

static bool is_twice(const struct kpr_replay *rp, const struct kpr_head *h)
{
	unsigned int i;

	for (i = 0; i < rp->nr_parts; i++)
		if (rp->part[i].head.session == h->session && rp->part[i].head.part == h->part)
			return true;
	return false;
}

int kpr_replay_add(struct kpr_replay *rp, int fd, const char *name)
{
	struct part p, *parts = NULL;
	int ret = init_part(&p, fd, name);

	if (!ret && is_twice(rp, &p.head))
		ret = -EEXIST;
	if (!ret) {
		parts = realloc(rp->part, (rp->nr_parts + 1) * sizeof(*parts));
		ret = parts ? 0 : -ENOMEM;
	}
	if (ret) {
		part_exit(&p);
		return ret;
	}
	kpr_file_exit(&p.file);		/* its buffer comes back when it is its turn */
	rp->part = parts;
	rp->part[rp->nr_parts++] = p;
	return 0;
}

/* For qsort(): sessions apart, the parts of each in order. */
static int by_part(const void *va, const void *vb)
{
	const struct kpr_head *a = &((const struct part *)va)->head;
	const struct kpr_head *b = &((const struct part *)vb)->head;

	if (a->session != b->session)
		return a->session < b->session ? -1 : 1;
	return a->part < b->part ? -1 : a->part > b->part;
}

static bool goes_on(const struct part *before, const struct part *p)
{
	return before->head.session == p->head.session &&
	       before->head.part + 1 == p->head.part && before->head.rings == p->head.rings;
}

int kpr_replay_start(struct kpr_replay *rp)
{
	struct source *s = NULL;
	unsigned int i;

	rp->source = calloc(rp->nr_parts ? rp->nr_parts : 1, sizeof(*rp->source));
	if (!rp->source)
		return -ENOMEM;
	if (rp->nr_parts)
		qsort(rp->part, rp->nr_parts, sizeof(*rp->part), by_part);
	for (i = 0; i < rp->nr_parts; i++) {
		if (!i || !goes_on(&rp->part[i - 1], &rp->part[i])) {
			s = &rp->source[rp->nr_sources++];
			s->part = &rp->part[i];
			rp->part[i].follows = i && rp->part[i - 1].head.session ==
						   rp->part[i].head.session;
		}
		s->nr_parts++;
	}
	return 0;
}

/* A stream */

/* All descriptions come from the file, in time. */
static int no_events(void *arg, char **text, size_t *len)
{
	(void)arg;
	*len = 0;
	*text = calloc(1, 1);
	return *text ? 0 : -ENOMEM;
}

static int make_rings(struct source *s, const char *head, struct kpr_ring **out)
{
	struct kpr_ring *rings = calloc(s->nr_rings, sizeof(*rings));
	unsigned int i;

	s->feed = calloc(s->nr_rings, sizeof(*s->feed));
	if (!rings || !s->feed) {
		free(rings);
		return -ENOMEM;
	}
	for (i = 0; i < s->nr_rings; i++) {
		if (!kpr_head_ring(&head, &s->feed[i].meta)) {
			free(rings);
			return -EPROTO;
		}
		kpr_ring_init_fed(&rings[i], &s->feed[i].meta, &s->feed[i].consumer,
				  kpr_feed_ring, &s->feed[i]);
	}
	*out = rings;
	return 0;
}

/* Names come from the file alone, nothing from the machine on which it is read. */
static void ask_nobody(struct source *s)
{
	kpr_stream_paths(s->st, NULL, "", "");
	s->st->syms.ask_user = kpr_told_frame;
	kpr_syms_start(&s->st->syms, kpr_told_symbol, &s->told, 0);
}

static int source_start(struct source *s)
{
	struct kpr_ring *rings;
	char *head = NULL;
	int ret = read_head(&s->part->file, &head);

	if (ret)
		return ret;
	s->nr_rings = s->part->head.rings;
	ret = make_rings(s, head, &rings);
	free(head);
	if (!ret)
		ret = kpr_stream_new(rings, s->nr_rings, no_events, NULL, &s->st);
	if (!ret)
		ask_nobody(s);
	return ret;
}

/* Blocks */

/* 1: so many are queued that they are read, as if a pass were whole. 0 or -ENOMEM */
static int take_records(struct source *s, struct part *p, const struct kpr_block *b, uint64_t at)
{
	int ret;

	if (b->ring >= s->nr_rings) {
		p->file.bad++;
		return 0;
	}
	ret = kpr_feed_queue(&s->feed[b->ring], &p->file, b, at);
	if (ret || ++s->queued <= QUEUED_MAX)
		return ret;
	kpr_stream_horizon(s->st, UINT64_MAX);
	s->queued = 0;
	return 1;
}

static void take_end(struct source *s, struct part *p, const char *text)
{
	unsigned int i;

	p->ended = true;
	kpr_text_value(text, "time", "monotonic", &s->end);
	for (i = 0; i < s->nr_rings && kpr_end_ring(&text, &s->feed[i].meta); i++)
		;
}

static int take_text(struct source *s, struct part *p, const struct kpr_block *b, uint64_t at)
{
	char *text;
	int ret = kpr_file_text(&p->file, b, at, &text);

	if (ret && b->type == KPR_BLOCK_SYMS)
		s->told.is_damaged = true;
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	switch (b->type) {
	case KPR_BLOCK_EVENTS:
		ret = kpr_events_parse(&s->st->events, text, b->size);
		break;
	case KPR_BLOCK_TASKS:
		ret = kpr_told_tasks(&s->told, &s->st->comm, text, b->size);
		break;
	case KPR_BLOCK_SYMS:
		ret = kpr_told_syms(&s->told, &s->st->syms, text, b->size);
		break;
	case KPR_BLOCK_KALLSYMS:
		ret = kpr_told_kallsyms(&s->told, text, b->size);
		break;
	case KPR_BLOCK_END:
		take_end(s, p, text);
		break;
	}
	free(text);
	return ret;
}

/* A text that is read by itself, if at all, counts as damaged where it is, too. 0 or -ENOMEM */
static int check_text(struct part *p, const struct kpr_block *b, uint64_t at)
{
	char *text;
	int ret = kpr_file_text(&p->file, b, at, &text);

	free(text);
	return ret == -ENOMEM ? ret : 0;
}

/* 1: a pass is whole. 0 or -ENOMEM */
static int take_block(struct source *s, struct part *p, const struct kpr_block *b, uint64_t at)
{
	switch (b->type) {
	case KPR_BLOCK_DATA:
	case KPR_BLOCK_CORRUPT:
		return take_records(s, p, b, at);
	case KPR_BLOCK_PASS:
		s->queued = 0;
		kpr_stream_horizon(s->st, b->value);
		return 1;
	case KPR_BLOCK_EVENTS:
	case KPR_BLOCK_TASKS:
	case KPR_BLOCK_SYMS:
	case KPR_BLOCK_KALLSYMS:
	case KPR_BLOCK_END:
		return take_text(s, p, b, at);
	case KPR_BLOCK_HEAD:
		return 0;
	case KPR_BLOCK_LINES:
	case KPR_BLOCK_STATS:
	case KPR_BLOCK_PROFILE:
	case KPR_BLOCK_HISTS:
		return check_text(p, b, at);
	}
	p->file.unknown++;
	return 0;
}

/* Reads on to the end of a pass, or to the end of all. 0 or -ENOMEM */
static int read_pass(struct source *s)
{
	struct kpr_block b;
	struct part *p;
	uint64_t at;
	int ret;

	while (s->at < s->nr_parts) {
		p = &s->part[s->at];
		while (kpr_file_next(&p->file, &b, &at)) {
			ret = b.type == KPR_BLOCK_KALLSYMS ? 0 :
			      kpr_told_all(&s->told, &s->st->syms);
			ret = ret ? ret : take_block(s, p, &b, at);
			if (ret)
				return ret < 0 ? ret : 0;
		}
		kpr_file_exit(&p->file);
		s->at++;
	}
	kpr_stream_finish(s->st);
	s->ended = true;
	return 0;
}

/* The stream's next item. 0 or -ENOMEM */
static int look_on(struct source *s)
{
	int ret = s->st ? 0 : source_start(s);

	while (!ret) {
		s->has_item = kpr_stream_next(s->st, &s->item) > 0;
		if (s->has_item || s->ended)
			break;
		ret = read_pass(s);
	}
	return ret;
}

/* All streams, by CLOCK_REALTIME */

static uint64_t real_time(const struct source *s)
{
	return s->item.time + s->part->head.realtime - s->part->head.monotonic;
}

KPR_RARE
static int next_of_all(struct kpr_replay *rp, struct kpr_item *item)
{
	struct source *s, *first = NULL;
	int ret;

	for (s = rp->source; s < rp->source + rp->nr_sources; s++) {
		if (s == rp->last)
			s->has_item = false;
		ret = s->has_item ? 0 : look_on(s);
		if (ret)
			return ret;
		if (s->has_item && (!first || real_time(s) < real_time(first)))
			first = s;
	}
	rp->last = first;
	if (!first)
		return 0;
	*item = first->item;
	return 1;
}

int kpr_replay_next(struct kpr_replay *rp, struct kpr_item *item)
{
	/* one stream alone: nothing is compared */
	if (rp->nr_sources == 1 && rp->last && kpr_stream_next(rp->source->st, item) > 0)
		return 1;
	return next_of_all(rp, item);
}

struct kpr_stream *kpr_replay_stream(const struct kpr_replay *rp)
{
	if (rp->last)
		return rp->last->st;
	return rp->nr_sources ? rp->source[0].st : NULL;
}

uint32_t kpr_replay_process(const struct kpr_replay *rp, uint32_t tid)
{
	return kpr_told_tgid(&rp->last->told, tid);
}

unsigned int kpr_replay_which(const struct kpr_replay *rp)
{
	return rp->last - rp->source;
}

void kpr_replay_totals(const struct kpr_replay *rp, struct kpr_totals *totals)
{
	struct kpr_totals t;
	unsigned int i;

	*totals = (struct kpr_totals){ 0 };
	for (i = 0; i < rp->nr_sources; i++) {
		if (!rp->source[i].st)
			continue;
		kpr_stream_totals(rp->source[i].st, &t);
		totals->lost += t.lost;
		totals->before += t.before;
		totals->before_more |= t.before_more;
		totals->missed += t.missed;
		totals->missed_before += t.missed_before;
		totals->corrupt += t.corrupt;
		totals->undescribed += t.undescribed;
		totals->late += t.late;
	}
}

void kpr_replay_progress(const struct kpr_replay *rp, uint64_t *bytes, uint64_t *all)
{
	struct stat st;
	unsigned int i;

	*bytes = *all = 0;
	for (i = 0; i < rp->nr_parts; i++) {
		*bytes += rp->part[i].file.at;
		if (!fstat(rp->part[i].file.fd, &st))
			*all += st.st_size;
	}
}

bool kpr_replay_machine(const struct kpr_replay *rp, unsigned int i, struct kpr_machine *m)
{
	const struct source *s = &rp->source[i];
	const struct kpr_head *h;

	if (i >= rp->nr_sources)
		return false;
	h = &s->part->head;
	*m = (struct kpr_machine){
		.host = h->host, .boot = h->boot, .monotonic = h->monotonic,
		.realtime = h->realtime, .boottime = h->boottime,
		.end = s->end, .reader = h->reader, .part = h->part, .own = h->own,
		.is_dump = h->dump,
	};
	return true;
}

bool kpr_replay_file(const struct kpr_replay *rp, unsigned int i, struct kpr_replay_state *s)
{
	const struct part *p = &rp->part[i];

	if (i >= rp->nr_parts)
		return false;
	*s = (struct kpr_replay_state){
		.name = p->name, .version = p->head.version,
		.newer = p->head.version > KPR_FORMAT_VERSION, .ended = p->ended,
		.follows = p->follows, .cut = p->file.cut, .skipped = p->file.skipped,
		.bad = p->file.bad, .unknown = p->file.unknown,
	};
	return true;
}

/* Views */

static enum kpr_block_type block_of(uint32_t view)
{
	switch (view & ~KPCTL_VIEW_MAIN) {
	case KPCTL_VIEW_CONTROL:	return KPR_BLOCK_LINES;
	case KPCTL_VIEW_EVENTS:		return KPR_BLOCK_EVENTS;
	case KPCTL_VIEW_STATS:		return KPR_BLOCK_STATS;
	case KPCTL_VIEW_PROFILE:	return KPR_BLOCK_PROFILE;
	case KPCTL_VIEW_HISTS:		return KPR_BLOCK_HISTS;
	}
	return KPR_BLOCK_PASS;
}

/* Is the text of such a view that of all its blocks, and not of the last one? */
static bool is_joined(enum kpr_block_type type)
{
	return type == KPR_BLOCK_EVENTS || type == KPR_BLOCK_KALLSYMS;
}

/* -ENOENT: the file has no such block; -EBADMSG: one of those that make up the text is damaged. */
static int read_view(struct part *p, enum kpr_block_type type, unsigned int flags, char **text,
		     size_t *len)
{
	struct kpr_file f = { .fd = p->file.fd };
	struct kpr_buf all = { 0 };
	struct kpr_block b;
	bool is_bad = false;
	uint64_t at;
	int ret = 0;

	while (!ret && kpr_file_next(&f, &b, &at)) {
		if (b.type != type || b.flags != flags)
			continue;
		if (!is_joined(type)) {
			all.len = 0;
			is_bad = false;
		}
		ret = kpr_buf_room(&all, (size_t)b.size + 1);
		if (!ret && !kpr_file_payload(&f, &b, at, all.data + all.len))
			all.len += b.size;
		else
			is_bad = true;
	}
	kpr_file_exit(&f);
	if (ret || is_bad || !all.data) {
		kpr_buf_free(&all);
		return ret ? ret : is_bad ? -EBADMSG : -ENOENT;
	}
	all.data[all.len] = '\0';
	*text = all.data;
	*len = all.len;
	return 0;
}

int kpr_replay_view(struct kpr_replay *rp, unsigned int i, bool end, uint32_t view, char **text,
		    size_t *len)
{
	enum kpr_block_type type = block_of(view);
	struct source *s = &rp->source[i];
	struct part *p;

	if (i >= rp->nr_sources || type == KPR_BLOCK_PASS)
		return -ENOENT;
	p = &s->part[end ? s->nr_parts - 1 : 0];
	if (type == KPR_BLOCK_EVENTS || type == KPR_BLOCK_LINES)
		end = false;
	return read_view(p, type, end ? KPR_BLOCK_AT_END : 0, text, len);
}

int kpr_replay_kallsyms(struct kpr_replay *rp, unsigned int i, char **text, size_t *len)
{
	return i < rp->nr_sources ?
	       read_view(rp->source[i].part, KPR_BLOCK_KALLSYMS, 0, text, len) : -ENOENT;
}
