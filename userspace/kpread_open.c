// SPDX-License-Identifier: GPL-2.0-only
/* kpread open: the spans and the calls in flight of each event, as a list or summed by a key. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread.h"

static const char *by;		/* NULL: the list */

static int open_operands(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[0], "by")) {
		by = argv[1];
		return 0;
	}
	return usage_error(argc == 1 && !strcmp(argv[0], "by") ? "by which key" :
			   "what is this for", argv[0]);
}

static void age_text(uint64_t age, char *text)
{
	static const struct kpctl_show_aggr ns = { .is_ns = true };

	kpctl_show_number(&ns, age, text);
}

/* Those of the events that are asked for */

static unsigned int choose(const struct live *l, const struct kpr_opens *opens,
			   const struct kpr_open **list)
{
	unsigned int i, n = 0;

	for (i = 0; i < opens->nr; i++)
		if (filter_match_name(&l->filter, opens->open[i].event))
			list[n++] = &opens->open[i];
	return n;
}

/* Ends the line that begins at `start` of the page: a terminal gets what it has room for. */
static void end_line(struct page *page, size_t start, unsigned int room)
{
	size_t n = page->buf.len - start;
	const char *line = page->buf.data + start;
	bool is_cut;

	if (page->failed)
		return;
	while (n && line[n - 1] == ' ')
		n--;
	is_cut = room > 3 && colour_visible(line, n, room) < n;
	if (is_cut)
		n = colour_visible(line, n, room - 3);
	page->buf.len = start + n;
	page->out.put(&page->out, "%s\n", is_cut ? "..." : "");
}

static void widen(int *width, int n)
{
	if (n > *width)
		*width = n;
}

/* The list */

static int older_first(const void *a, const void *b)
{
	const struct kpr_open *x = *(const struct kpr_open *const *)a;
	const struct kpr_open *y = *(const struct kpr_open *const *)b;

	if (x->age != y->age)
		return x->age > y->age ? -1 : 1;
	return x < y ? -1 : x > y;
}

struct widths {
	int age, task, event;
};

static int task_width(const struct kpr_open *open)
{
	return strlen(open->comm) + 1 + strlen(open->tid);
}

static struct widths measure(const struct kpr_open **list, unsigned int n)
{
	struct widths w = { strlen("age"), strlen("task"), strlen("event") };
	char age[KPCTL_SHOW_NUMBER];
	unsigned int i;

	for (i = 0; i < n; i++) {
		age_text(list[i]->age, age);
		widen(&w.age, strlen(age));
		widen(&w.task, task_width(list[i]));
		widen(&w.event, strlen(list[i]->event));
	}
	return w;
}

static void put_open(struct page *page, const struct kpr_open *open, const struct widths *w,
		     unsigned int room)
{
	size_t start = page->buf.len;
	char age[KPCTL_SHOW_NUMBER];
	unsigned int i;

	age_text(open->age, age);
	page->out.put(&page->out, "%*s  %s-%s%*s  %-*s ", w->age, age, open->comm, open->tid,
		      w->task - task_width(open), "", w->event, open->event);
	if (*open->func)
		page->out.put(&page->out, " %s", open->func);
	for (i = 0; i < open->nr_fields; i++)
		page->out.put(&page->out, " %s=%s", open->fields[i].name, open->fields[i].value);
	end_line(page, start, room);
}

static void put_list(const struct live *l, struct page *page, const struct kpr_open **list,
		     unsigned int n)
{
	struct widths w = measure(list, n);
	unsigned int i;

	qsort(list, n, sizeof(*list), older_first);
	page->out.put(&page->out, "%u open\n", n);
	if (n)
		page->out.put(&page->out, "\n%*s  %-*s  event\n", w.age, "age", w.task, "task");
	for (i = 0; i < n; i++)
		put_open(page, list[i], &w, live_columns(l));
}

/* The sum */

/* What a line of the sum has joined. */
struct group {
	const char *value;	/* of the key */
	uint64_t count;
	uint64_t oldest;
};

/* NULL: it has no such key. */
static const char *value_of(const struct kpr_open *open, const char *key)
{
	if (!strcmp(key, "event"))
		return open->event;
	if (!strcmp(key, "comm"))
		return open->comm;
	if (!strcmp(key, "tid"))
		return open->tid;
	if (!strcmp(key, "func") && *open->func)
		return open->func;
	return kpr_open_field(open, key);
}

static int by_value(const void *a, const void *b)
{
	return strcmp(((const struct group *)a)->value, ((const struct group *)b)->value);
}

static int most_first(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	if (x->oldest != y->oldest)
		return x->oldest > y->oldest ? -1 : 1;
	return by_value(a, b);
}

/* One group for each value; those without the key are left out. Returns how many groups. */
static unsigned int sum_up(const struct kpr_open **list, unsigned int n, struct group *group)
{
	unsigned int i, k = 0, nr = 0;
	const char *value;

	for (i = 0; i < n; i++) {
		value = value_of(list[i], by);
		if (value)
			group[k++] = (struct group){ value, 1, list[i]->age };
	}
	qsort(group, k, sizeof(*group), by_value);
	for (i = 0; i < k; i++) {
		if (!nr || strcmp(group[nr - 1].value, group[i].value)) {
			group[nr++] = group[i];
			continue;
		}
		group[nr - 1].count++;
		if (group[i].oldest > group[nr - 1].oldest)
			group[nr - 1].oldest = group[i].oldest;
	}
	qsort(group, nr, sizeof(*group), most_first);
	return nr;
}

static void put_groups(const struct live *l, struct page *page, const struct group *group,
		       unsigned int nr)
{
	int width = strlen("count"), age_width = strlen("oldest");
	char age[KPCTL_SHOW_NUMBER];
	unsigned int i;
	size_t start;

	for (i = 0; i < nr; i++) {
		age_text(group[i].oldest, age);
		widen(&age_width, strlen(age));
	}
	page->out.put(&page->out, "\n%*s  %*s  %s\n", width, "count", age_width, "oldest", by);
	for (i = 0; i < nr; i++) {
		age_text(group[i].oldest, age);
		start = page->buf.len;
		page->out.put(&page->out, "%*llu  %*s  %s", width,
			      (unsigned long long)group[i].count, age_width, age, group[i].value);
		end_line(page, start, live_columns(l));
	}
}

static int put_sum(const struct live *l, struct page *page, const struct kpr_open **list,
		   unsigned int n)
{
	struct group *group = calloc(n + 1, sizeof(*group));
	unsigned int nr, i;
	uint64_t sum = 0;

	if (!group)
		return -ENOMEM;
	nr = sum_up(list, n, group);
	for (i = 0; i < nr; i++)
		sum += group[i].count;
	page->out.put(&page->out, "%u open", n);
	if (sum < n)
		page->out.put(&page->out, ", %llu without %s", (unsigned long long)(n - sum), by);
	page->out.put(&page->out, "\n");
	if (nr)
		put_groups(l, page, group, nr);
	free(group);
	return 0;
}

static int print_open(struct live *l, struct page *page, const struct snapshot *now,
		      const struct snapshot *ever, uint64_t interval)
{
	const struct kpr_open **list = calloc(ever->opens.nr + 1, sizeof(*list));
	unsigned int n;
	int ret = 0;

	(void)now;
	if (!list)
		return -ENOMEM;
	n = choose(l, &ever->opens, list);
	if (by)
		ret = put_sum(l, page, list, n);
	else
		put_list(l, page, list, n);
	if (interval)
		page->out.put(&page->out, "\n");
	free(list);
	return ret;
}

const struct live_command command_open = {
	.name = "kpread open", .options = "x:e:i:n:s:Vh", .wants_open = true,
	.operands = open_operands, .print = print_open,
};
