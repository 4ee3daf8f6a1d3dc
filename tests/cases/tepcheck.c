// SPDX-License-Identifier: GPL-2.0
/*
 * tepcheck [N]: what libtraceevent makes of the main session's records by the
 * `format` of their events, next to what kpread's library makes of them. At most
 * N records, of those that are there when it starts; all of these without N.
 *
 * A line of each is followed argument by argument. The rules, where the two mean
 * the same and write it differently:
 *
 *   place	is a number there and a symbol here: compared from behind its ')'
 *   symbol	has no size and no module there; it is given /proc/kallsyms
 *   ns, lat	are plain numbers there: turned into what kpread makes of them
 *   strings	stand there as they are, here escaped, and with dots when cut;
 *   chars	a NUL is nothing there
 *   stacks	are lists of numbers in their place there, lines behind here
 *   TYPE[]	numbers are a list there, without a sign; strings one text, with spaces
 *   (fault)	is a 0 or "" there: such records are counted and left out
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <kpr.h>
#include <spec/types.h>
#include <traceevent/event-parse.h>
#include <traceevent/trace-seq.h>

#include "unit/ktap.h"

#define SHOWN_MAX 10

static struct tep_handle *tep;
static unsigned long n_compared, n_faults, n_unknown, n_different, n_formats, n_unread;

/* Symbols, the first of those at an address: kpread and the kernel take that one */

struct symbol {
	unsigned long long addr;
	size_t order;
	char *name;
};

static int by_address(const void *va, const void *vb)
{
	const struct symbol *a = va, *b = vb;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static size_t read_symbols(const char *path, struct symbol **out)
{
	struct symbol *all = NULL;
	unsigned long long addr;
	size_t n = 0, room = 0;
	char line[1024], name[513], type;
	FILE *f = fopen(path, "r");

	while (f && fgets(line, sizeof(line), f)) {
		/* per-CPU offsets and other numbers are no places */
		if (sscanf(line, "%llx %c %512s", &addr, &type, name) != 3 ||
		    type == 'A' || type == 'a' || !addr)
			continue;
		if (n == room)
			all = realloc(all, (room = 2 * room + 1024) * sizeof(*all));
		all[n] = (struct symbol){ addr, n, strdup(name) };
		n++;
	}
	if (f)
		fclose(f);
	*out = all;
	return n;
}

static void give_symbols(const char *path)
{
	struct symbol *all;
	size_t i, n = read_symbols(path, &all);

	qsort(all, n, sizeof(*all), by_address);
	for (i = 0; i < n; i++) {
		if (!i || all[i].addr != all[i - 1].addr)
			tep_register_function(tep, all[i].name, all[i].addr, NULL);
		free(all[i].name);
	}
	free(all);
}

/* Formats: blocks that start with "name: " */

static void parse_format(const char *block, size_t len)
{
	const char *id = strstr(block, "\nID: ");
	struct tep_event *ev;
	int ret = tep_parse_event(tep, block, len, "kprobectl");

	n_formats++;
	ev = id ? tep_find_event(tep, atoi(id + 5)) : NULL;
	if (!ret && ev && !(ev->flags & TEP_EVENT_FL_FAILED))
		return;
	n_unread++;
	printf("cannot be read: %.*s\n", (int)strcspn(block, "\n"), block);
	block = strstr(block, "print fmt: ");
	if (block)
		printf("  %.*s\n", (int)strcspn(block, "\n"), block);
}

static void parse_formats(const char *text)
{
	const char *next;

	for (; text && *text; text = next) {
		next = strstr(text, "\nname: ");
		if (next)
			next++;
		parse_format(text, next ? (size_t)(next - text) : strlen(text));
	}
}

/* The two texts, side by side. What is equal is stepped over. */

struct pair {
	const char *ours, *theirs;
	const char *stacks;	/* ours: the line behind */
	bool fault;
};

static bool both(struct pair *p, const char *text, size_t n)
{
	if (strncmp(p->ours, text, n) || strncmp(p->theirs, text, n))
		return false;
	p->ours += n;
	p->theirs += n;
	return true;
}

/* n bytes of ours, which theirs has too */
static bool same(struct pair *p, size_t n)
{
	return both(p, p->ours, n);
}

/* One byte that was escaped; *p stands at it and then behind it. */
static char unescape(const char **p)
{
	char hex[3] = { 0 };

	if (**p != '\\')
		return *(*p)++;
	*p += 2;
	switch ((*p)[-1]) {
	case 'n': return '\n';
	case 't': return '\t';
	case 'r': return '\r';
	case 'x':
		memcpy(hex, *p, 2);
		*p += 2;
		return strtoul(hex, NULL, 16);
	}
	return (*p)[-1];
}

/* Ours in quotes, escaped; theirs in the same quotes, as it is. */
static bool same_quoted(struct pair *p, char quote)
{
	char c;

	if (!both(p, &quote, 1))
		return false;
	while (*p->ours && *p->ours != quote) {
		c = unescape(&p->ours);
		if (!c)
			continue;
		if (*p->theirs++ != c)
			return false;
	}
	if (!both(p, &quote, 1))
		return false;
	if (quote == '"' && !strncmp(p->ours, "...", 3))
		p->ours += 3;
	return true;
}

/* "sym+0x1/0x2 [mod]" is "sym+0x1" there. */
static bool same_symbol(struct pair *p)
{
	if (!same(p, strcspn(p->ours, "/ ,}")))
		return false;
	if (*p->ours == '/')
		p->ours += strcspn(p->ours, " ,}");
	if (!strncmp(p->ours, " [", 2))
		p->ours += strcspn(p->ours, "]") + 1;
	return true;
}

/* As kpread cuts it. */
static void duration(char *to, size_t size, unsigned long long ns)
{
	if (ns < 1000)
		snprintf(to, size, "%lluns", ns);
	else if (ns < 1000000)
		snprintf(to, size, "%llu.%03lluus", ns / 1000, ns % 1000);
	else if (ns < 1000000000)
		snprintf(to, size, "%llu.%03llums", ns / 1000000, ns / 1000 % 1000);
	else
		snprintf(to, size, "%llu.%03llus", ns / 1000000000, ns / 1000000 % 1000);
}

static bool same_duration(struct pair *p)
{
	char want[64], *end;
	size_t n;

	duration(want, sizeof(want), strtoull(p->theirs, &end, 10));
	n = strlen(want);
	if (end == p->theirs || strncmp(p->ours, want, n))
		return false;
	p->ours += n;
	p->theirs = end;
	return true;
}

static bool same_value(struct pair *p, int form)
{
	if (!strncmp(p->ours, "(fault)", 7)) {
		p->fault = true;
		return false;
	}
	switch (form) {
	case KPCTL_FORM_CHAR:
		return same_quoted(p, '\'');
	case KPCTL_FORM_TEXT:
	case KPCTL_FORM_NAME:
		return same_quoted(p, '"');
	case KPCTL_FORM_SYMBOL:
		return same_symbol(p);
	case KPCTL_FORM_NS:
		return same_duration(p);
	}
	return same(p, strcspn(p->ours, " ,}"));
}

static bool same_array(struct pair *p, const struct kpr_field *f)
{
	unsigned int i;

	for (i = 0; i < f->count; i++)
		if (!both(p, i ? "," : "{", 1) || !same_value(p, f->form))
			return false;
	return both(p, "}", 1);
}

/* One frame of ours against a number of theirs. */
static bool same_frame(struct pair *p)
{
	struct pair text = { .ours = p->stacks + 4 };
	unsigned long long addr, start;
	char want[600], *end;
	const char *name;

	if (strncmp(p->stacks, " => ", 4))
		return false;
	addr = strtoull(p->theirs, &end, 0);
	name = tep_find_function(tep, addr);
	start = name ? tep_find_function_address(tep, addr) : 0;
	if (name)
		snprintf(want, sizeof(want), "%s+0x%llx", name, addr - start);
	else
		snprintf(want, sizeof(want), "0x%llx", addr);
	text.theirs = want;
	p->theirs = end;
	p->stacks += strcspn(p->stacks, "\n") + 1;
	return same(&text, strcspn(text.ours, "/ \n")) && !*text.theirs;
}

/* Libtraceevent 1.7 writes 1 2 3, and 1.8 {0x1,0x2,0x3}. */
static bool same_frames(struct pair *p)
{
	p->theirs += *p->theirs == '{';
	while (isdigit(*p->theirs)) {
		if (!same_frame(p))
			return false;
		if (strchr(" ,", *p->theirs) && *p->theirs && isdigit(p->theirs[1]))
			p->theirs++;
	}
	p->theirs += *p->theirs == '}';
	return true;
}

/* NAME=FRAMES there; here lines behind, with a name if need be. */
static bool same_stack(struct pair *p, const struct kpr_field *f)
{
	char there[256], here[256];

	snprintf(there, sizeof(there), " %.*s=", f->name_len, f->name);
	snprintf(here, sizeof(here), " %.*s:\n", f->name_len, f->name);
	if (strncmp(p->theirs, there, strlen(there)))
		return false;
	p->theirs += strlen(there);
	if (!strncmp(p->stacks, here, strlen(here)))
		p->stacks += strlen(here);
	p->fault = !strncmp(p->stacks, " => (fault)\n", 12);
	if (p->fault || !same_frames(p))
		return false;
	if (!strncmp(p->stacks, " => ...\n", 8))
		p->stacks += 8;
	return true;
}

/* {"a","b"} is "a b" there. */
static bool same_list(struct pair *p)
{
	bool first = true;

	if (*p->ours++ != '{' || *p->theirs++ != '"')
		return false;
	for (; *p->ours && *p->ours != '}'; first = false) {
		if (!first && (*p->ours++ != ',' || *p->theirs++ != ' '))
			return false;
		for (p->ours++; *p->ours && *p->ours != '"'; p->theirs++)
			if (unescape(&p->ours) != *p->theirs)
				return false;
		p->ours++;
	}
	return *p->ours++ == '}' && *p->theirs++ == '"';
}

/* As same_frames(): 1 2 3, or {0x1,0x2,0x3}, and in the width of the type. */
static bool same_counted(struct pair *p, const struct kpr_field *f)
{
	unsigned long long here, there;
	char *end;

	if (*p->ours++ != '{')
		return false;
	p->theirs += *p->theirs == '{';
	while (*p->ours && *p->ours != '}') {
		here = strtoull(p->ours, &end, 0);
		p->ours = end + (*end == ',');
		there = strtoull(p->theirs, &end, 0);
		p->theirs = end + (*end == ',' || (*end == ' ' && isdigit(end[1])));
		if ((here ^ there) << (64 - 8 * f->width))
			return false;
	}
	p->theirs += *p->theirs == '}';
	return *p->ours++ == '}';
}

static bool same_array_of(struct pair *p, const struct kpr_field *f)
{
	if (!strncmp(p->ours, "(fault)", 7)) {
		p->fault = true;
		return false;
	}
	if (f->form == KPCTL_FORM_TEXT ? !same_list(p) : !same_counted(p, f))
		return false;
	if (!strncmp(p->ours, "...", 3))
		p->ours += 3;
	return true;
}

static bool same_field(struct pair *p, const struct kpr_field *f)
{
	char label[256];

	if (f->form == KPCTL_FORM_STACK)
		return same_stack(p, f);
	snprintf(label, sizeof(label), " %.*s=", f->name_len, f->name);
	if (!both(p, label, strlen(label)))
		return false;
	if (f->is_counted)
		return same_array_of(p, f);
	if (f->count && *p->ours == '{')
		return same_array(p, f);
	return same_value(p, f->form);
}

static bool same_line(struct pair *p, const struct kpr_event *ev)
{
	unsigned int i;

	for (i = 0; i < ev->nr_fields; i++)
		if (!same_field(p, &ev->fields[i]))
			return false;
	if (ev->lat >= 0 && !ev->lat_named && (!both(p, " lat=", 5) || !same_duration(p)))
		return false;
	return !*p->ours && !*p->theirs && !*p->stacks;
}

/* Records */

/* Behind the place, which is the first thing in parentheses. */
static char *behind_place(char *text)
{
	char *end = strchr(text, ')');

	return end ? end + 1 : text;
}

/* The arguments in a line of trace; a task's name can hold anything, it has 16. */
static char *arguments(char *line, const struct kpr_event *ev)
{
	char *p = strlen(line) > 16 ? strstr(line + 16, ": ") : NULL;

	return p ? behind_place(p + 2 + ev->name_len + 1) : line;
}

static void compare(const struct kpr_item *item, char *line, char *theirs)
{
	char *end = line + strcspn(line, "\n");
	struct pair p = { .stacks = *end ? end + 1 : end };

	*end = '\0';
	p.ours = arguments(line, item->event);
	p.theirs = behind_place(theirs);
	if (same_line(&p, item->event)) {
		n_compared++;
	} else if (p.fault) {
		n_faults++;
	} else if (n_different++ < SHOWN_MAX) {
		printf("kpread:        %s\nlibtraceevent: %s\ndiffer from:   %s\n         and:  %s\n",
		       line, theirs, p.ours, p.theirs);
		if (*p.stacks)
			printf("and behind:    %.*s\n", (int)strcspn(p.stacks, "\n"), p.stacks);
	}
}

static void one(struct kpr_stream *st, const struct kpr_item *item)
{
	struct tep_record rec = { .data = (void *)item->rec, .size = KPCTL_REC_SIZE(item->rec) };
	struct kpr_buf b = { 0 };
	struct trace_seq s;

	if (!item->event || !tep_find_event(tep, item->rec->id)) {
		n_unknown++;
		return;
	}
	if (kpr_stream_format(st, item, &b) || kpr_buf_room(&b, 1))
		exit(2);
	b.data[b.len] = '\0';
	trace_seq_init(&s);
	tep_print_event(tep, &s, &rec, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&s);
	compare(item, b.data, s.buffer);
	trace_seq_destroy(&s);
	kpr_buf_free(&b);
}

static void follow(struct kpr_stream *st, unsigned long max)
{
	unsigned long n = 0;
	struct kpr_item item;

	kpr_stream_finish(st);
	while (kpr_stream_next(st, &item) > 0) {
		if (item.kind == KPR_CORRUPT)
			n_different++;
		if (item.kind != KPR_EVENT)
			continue;
		one(st, &item);
		if (++n == max) {
			kpr_stream_stop(st);
			return;
		}
	}
}

static int die(const char *what, int err)
{
	printf("%s: %s\n", what, strerror(-err));
	return 1;
}

int main(int argc, char **argv)
{
	struct kpr_session *s;
	struct kpr_stream *st;
	char *text;
	size_t len;
	int ret;

	ret = kpr_open(&s);
	if (!ret)
		ret = kpr_attach(s);
	if (!ret)
		ret = kpr_view_read(s, KPCTL_VIEW_FORMATS, &text, &len);
	if (!ret)
		ret = kpr_stream_open(s, &st);
	if (ret)
		return die("the main session", ret);
	tep = tep_alloc();
	tep_set_long_size(tep, 8);
	give_symbols("/proc/kallsyms");
	parse_formats(text);
	follow(st, argc > 1 ? strtoul(argv[1], NULL, 10) : 0);
	printf("%lu formats, %lu records compared, %lu left out for faults, %lu without a format\n",
	       n_formats, n_compared, n_faults, n_unknown);
	ktap_ok(n_formats && !n_unread, "libtraceevent understands each event's format");
	ktap_ok(n_compared, "there are records to compare");
	ktap_ok(!n_different, "libtraceevent and kpread print the same arguments");
	kpr_stream_close(st);
	kpr_close(s);
	tep_free(tep);
	free(text);
	return ktap_done();
}
