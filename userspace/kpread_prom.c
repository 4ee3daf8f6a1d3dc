// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread prom: the ledger and the aggregates for Prometheus, on standard output, or again and
 * again in a file of node_exporter's textfile collector.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kpread_prom.h"

#define INTERVAL	(15 * NSEC_PER_SEC)

/* The ledger, of each event and of the session */

static const struct {
	const char *name;
	size_t offset;
	struct prom_metric event, session;
} counts[] = {
#define COUNT(name, help) { #name, offsetof(struct kpr_ledger, name), \
	{ "kprobectl_event_" #name "_total", "counter", help "." }, \
	{ "kprobectl_session_" #name "_total", "counter", \
	  help ", of all events that the session ever had." } }
	COUNT(hits, "How often the probe was hit"),
	COUNT(emitted, "Hits that became a record"),
	COUNT(aggregated, "Hits that were added up and became no record"),
	COUNT(filtered, "Hits that the condition refused"),
	COUNT(lost, "Hits without room in a buffer"),
	COUNT(missed, "Calls without a return instance"),
	COUNT(nested, "Hits inside a handler of a probe, which are no hits of the ledger"),
	COUNT(off, "Hits while tracing was off"),
	COUNT(norcu, "Hits where RCU was not watching"),
	COUNT(never, "Calls that never returned"),
	COUNT(throttled, "Hits that the governor left out"),
	COUNT(unmatched, "Hits whose since or while found no open span"),
	COUNT(starts, "Hits that were to start a span"),
	COUNT(ended, "Spans that a hit with since took"),
	COUNT(replaced, "Spans that gave way to another start of their key, or the other start"),
	COUNT(stale, "Spans that were pushed out as too old"),
	COUNT(full, "Starts without room, or whose key was unreadable"),
	COUNT(dropped, "Spans that were open when their event was removed"),
#undef COUNT
};

#define ONE_MORE(name) + 1
_Static_assert(ARRAY_SIZE(counts) == 1 KPCTL_LEDGER(ONE_MORE) KPCTL_SPAN_COUNTS(ONE_MORE),
	       "a column has no metric");	/* 1: dropped */

static const struct {
	size_t offset;
	struct prom_metric event;
} of_events[] = {
#define STATE(member, name, help) \
	{ offsetof(struct kpr_ledger, member), { "kprobectl_event_" name, "gauge", help } }
#define COUNT(name, help) \
	{ offsetof(struct kpr_ledger, name), { "kprobectl_event_" #name "_total", "counter", help } }
	STATE(inflight, "inflight", "Calls that have not returned yet."),
	STATE(maxactive, "maxactive", "Return instances of the event."),
	STATE(memory, "memory_bytes", "Memory that instances and aggregates take."),
	STATE(functions, "functions", "Functions at which the event stands."),
	STATE(open, "open", "Spans that have not ended yet."),
	COUNT(acted, "Hits that acted on what they hit."),
	COUNT(suppressed, "Hits that were picked to act, and did not."),
#undef COUNT
#undef STATE
};

static const struct prom_metric info = {
	"kprobectl_event_info", "gauge", "Kind and mode of an event's probe.",
};

static const struct prom_metric build_info = {
	"kprobectl_build_info", "gauge", "The version of kpread, and of its interface to the module.",
};

static uint64_t number_at(const struct kpr_ledger *l, size_t offset)
{
	return *(const uint64_t *)((const char *)l + offset);
}

static int by_event(const void *va, const void *vb)
{
	const struct kpr_ledger *a = *(const struct kpr_ledger **)va;
	const struct kpr_ledger *b = *(const struct kpr_ledger **)vb;
	int ret = strcmp(a->event, b->event);

	return ret ? ret : a < b ? -1 : a > b;
}

/* The events of the ledgers, in the same order; NULL: the ledger is not shown. */
static const struct prom_event **find_events(const struct kpr_profile *p,
					     const struct prom_events *events)
{
	const struct prom_event **found = calloc(p->nr + 1, sizeof(*found));
	const struct kpr_ledger **sorted = calloc(p->nr + 1, sizeof(*sorted)), *l;
	unsigned int i, before = 0;

	for (i = 0; sorted && i < p->nr; i++)
		sorted[i] = &p->ledgers[i];
	if (sorted)
		qsort(sorted, p->nr, sizeof(*sorted), by_event);
	for (i = 0; found && sorted && i < p->nr; i++) {
		l = sorted[i];
		before = i && !strcmp(sorted[i - 1]->event, l->event) ? before + 1 : 0;
		found[l - p->ledgers] = l->id ? prom_event_of_id(events, l->id) :
					prom_event_of_name(events, l->event, before);
	}
	if (!sorted) {
		free(found);
		return NULL;
	}
	free(sorted);
	return found;
}

static void put_column(struct prom *p, const struct kpr_profile *profile,
		       const struct prom_event **events, const struct prom_metric *m,
		       size_t offset)
{
	unsigned int i;

	for (i = 0; i < profile->nr; i++) {
		if (!events[i])
			continue;
		prom_no_labels(p);
		prom_label_event(p, events[i]);
		prom_number(p, m, number_at(&profile->ledgers[i], offset));
	}
}

static void put_info(struct prom *p, const struct kpr_profile *profile,
		     const struct prom_event **events)
{
	unsigned int i;

	for (i = 0; i < profile->nr; i++) {
		if (!events[i])
			continue;
		prom_no_labels(p);
		prom_label_event(p, events[i]);
		prom_label(p, "kind", &events[i]->kind, 1);
		prom_label_text(p, "mode", profile->ledgers[i].mode);
		prom_number(p, &info, 1);
	}
}

static int put_ledger(struct prom *p, const struct kpr_profile *profile,
		      const struct prom_events *events)
{
	const struct prom_event **found = find_events(profile, events);
	unsigned int i;

	if (!found)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(counts); i++)
		put_column(p, profile, found, &counts[i].event, counts[i].offset);
	for (i = 0; i < ARRAY_SIZE(of_events); i++)
		put_column(p, profile, found, &of_events[i].event, of_events[i].offset);
	put_info(p, profile, found);
	free(found);
	return 0;
}

/* The view STATS: the session, and the buffer of each CPU */

static const struct {
	const char *column;
	struct prom_metric metric;
} rings[] = {
	{ "written", { "kprobectl_ring_written_total", "counter",
		       "Records written to the buffer of a CPU." } },
	{ "lost", { "kprobectl_ring_lost_total", "counter",
		    "Records without room in the buffer of a CPU." } },
	{ "bytes", { "kprobectl_ring_written_bytes_total", "counter",
		     "Bytes written to the buffer of a CPU." } },
	{ "fill", { "kprobectl_ring_fill_max_bytes", "gauge",
		    "The most that was unread in the buffer of a CPU." } },
	{ "nesting", { "kprobectl_ring_nesting_max", "gauge",
		       "How deep writers of a CPU interrupted each other, at most." } },
	{ "bad_tail", { "kprobectl_ring_bad_tail_total", "counter",
			"Positions of a reader that made no sense." } },
	{ "overwritten", { "kprobectl_ring_overwritten_total", "counter",
			   "Events that newer ones were written over." } },
};

static const struct prom_metric session_inflight = {
	"kprobectl_session_inflight", "gauge", "Calls that have not returned yet, of all events.",
};

static const struct prom_metric session_open = {
	"kprobectl_session_open", "gauge", "Spans that have not ended yet, of all events.",
};

static void put_session(struct prom *p, const char *stats)
{
	unsigned int i;
	uint64_t v;

	prom_no_labels(p);
	for (i = 0; i < ARRAY_SIZE(counts); i++)
		if (!kpr_text_value(stats, "total", counts[i].name, &v))
			prom_number(p, &counts[i].session, v);
	if (!kpr_text_value(stats, "total", "inflight", &v))
		prom_number(p, &session_inflight, v);
	if (!kpr_text_value(stats, "total", "open", &v))
		prom_number(p, &session_open, v);
}

/* The n-th word of a line, from 0, as a text of its own; false: it has none. */
static bool word_of(const char *line, unsigned int n, char *word, size_t size)
{
	size_t len;

	while (n-- && *line && *line != '\n') {
		line += strcspn(line, " \n");
		line += *line == ' ';
	}
	len = strcspn(line, " \n");
	if (!len || len >= size)
		return false;
	memcpy(word, line, len);
	word[len] = '\0';
	return true;
}

/* The column of this name in the heading, or 0, which is "cpu". */
static unsigned int find_column(const char *heading, const char *name)
{
	char word[32];
	unsigned int i;

	for (i = 1; word_of(heading, i, word, sizeof(word)); i++)
		if (!strcmp(word, name))
			return i;
	return 0;
}

static const char *next_line(const char *line)
{
	line += strcspn(line, "\n");
	return line + (*line == '\n');
}

static void put_rings(struct prom *p, const char *stats)
{
	char cpu[32], value[32];
	const char *line;
	unsigned int i, column;

	for (i = 0; i < ARRAY_SIZE(rings); i++) {
		column = find_column(stats, rings[i].column);
		for (line = next_line(stats); column && *line >= '0' && *line <= '9';
		     line = next_line(line)) {
			if (!word_of(line, 0, cpu, sizeof(cpu)) ||
			    !word_of(line, column, value, sizeof(value)))
				continue;
			prom_no_labels(p);
			prom_label_text(p, "cpu", cpu);
			prom_number(p, &rings[i].metric, strtoull(value, NULL, 10));
		}
	}
}

static int put_stats(struct prom *p, struct live *l)
{
	char *text;
	size_t len;
	int ret = live_view(l, KPCTL_VIEW_STATS, &text, &len);

	if (ret)
		return ret;
	put_session(p, text);
	put_rings(p, text);
	free(text);
	return 0;
}

/* The text */

static void put_build_info(struct prom *p)
{
	char abi[16];

	snprintf(abi, sizeof(abi), "%u", KPCTL_ABI_VERSION);
	prom_no_labels(p);
	prom_label_text(p, "version", KPROBECTL_VERSION);
	prom_label_text(p, "abi", abi);
	prom_number(p, &build_info, 1);
}

static int put_all(struct prom *p, struct live *l, const struct snapshot *now,
		   const struct prom_events *events)
{
	int ret;

	prom_begin(p, l->limit ? l->limit : PROM_LIMIT);
	put_build_info(p);
	ret = put_ledger(p, &now->profile, events);
	if (!ret)
		ret = put_stats(p, l);
	if (!ret)
		ret = prom_put_aggrs(p, &now->hists, events);
	prom_put_left_out(p);
	return p->page.failed ? -ENOMEM : ret;
}

static int make_text(struct prom *p, struct live *l)
{
	struct prom_events events;
	struct snapshot now;
	int ret = live_take(l, &now);

	if (ret)
		return ret;
	kpr_hists_cut(&now.hists);
	ret = prom_events_read(&events, l);
	if (!ret) {
		ret = put_all(p, l, &now, &events);
		prom_events_free(&events);
	}
	snapshot_free(&now);
	return ret;
}

/* The file */

/* A file that is there keeps its owner and mode: who reads metrics may be another user. */
static int take_over_mode(int fd, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return errno == ENOENT ? 0 : -errno;
	return fchown(fd, st.st_uid, st.st_gid) || fchmod(fd, st.st_mode & 07777) ? -errno : 0;
}

static int write_new(const char *path, const char *beside, const struct kpr_buf *text)
{
	int fd, ret;

	if (unlink(beside) && errno != ENOENT)
		return -errno;
	fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd < 0)
		return -errno;
	ret = take_over_mode(fd, path);
	if (!ret)
		ret = write_fully(fd, text->data, text->len);
	if (close(fd) && !ret)
		ret = -errno;
	return ret;
}

/* Whoever reads the file gets all of the text before, or all of this text. */
static int replace(const char *path, const struct kpr_buf *text)
{
	char *beside;
	int ret;

	if (asprintf(&beside, "%s.new", path) < 0)
		return -ENOMEM;
	ret = write_new(path, beside, text);
	if (!ret && rename(beside, path))
		ret = -errno;
	if (ret)
		unlink(beside);
	free(beside);
	return ret;
}

static int write_text(struct live *l, const struct kpr_buf *text)
{
	int ret = l->path ? replace(l->path, text) : live_write(l, text);

	l->unwritten = ret;
	return ret;
}

/* Again and again */

static int follow(struct prom *p, struct live *l)
{
	uint64_t next = kpr_now(), now, n = 0;
	int ret;

	while (!stop) {
		ret = make_text(p, l);
		if (!ret)
			ret = write_text(l, &p->page.buf);
		if (ret || !l->path || ++n == l->times)
			return ret;
		now = kpr_now();
		next = next + l->interval > now ? next + l->interval : now + l->interval;
		live_wait_until(l, next);
	}
	return 0;
}

static int run(struct live *l)
{
	static struct prom p;
	int ret;

	if (l->path)
		l->fd = -1;
	ret = follow(&p, l);
	kpr_buf_free(&p.page.buf);
	kpr_buf_free(&p.labels);
	return ret;
}

static int check(struct live *l)
{
	if (!l->path && (l->interval || l->times))
		return usage_error("-i and -n want a file, -o", NULL);
	if (!l->path && l->lines.nr)
		return usage_error("-x wants a file, -o: nothing has come yet", NULL);
	if (!l->interval)
		l->interval = INTERVAL;
	return 0;
}

const struct live_command command_prom = {
	.name = "kpread prom", .options = "x:e:i:n:s:o:l:Vh", .wants_profile = true,
	.check = check, .run = run,
};
