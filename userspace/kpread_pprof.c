// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f pprof: a Profile, for `go tool pprof` and others, at the end. The numbers of fields are those
 * of pprof's profile.proto. The profile is not packed, as pprof takes it either way.
 *
 * A sample is a stack (kpread_stacks.h) with two values, how often it came and the sum of its
 * durations in ns; the task's name is its label "comm". Functions are known by their names alone:
 * a function has one location.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_pb.h"
#include "kpread_stacks.h"

/* Fields */
enum {
	PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE = 2, PROFILE_MAPPING = 3, PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5, PROFILE_STRING = 6, PROFILE_TIME = 9, PROFILE_DURATION = 10,
	PROFILE_COMMENT = 13, PROFILE_DEFAULT_TYPE = 14,
	TYPE_TYPE = 1, TYPE_UNIT = 2,
	SAMPLE_LOCATIONS = 1, SAMPLE_VALUES = 2, SAMPLE_LABEL = 3,
	LABEL_KEY = 1, LABEL_STRING = 2,
	MAPPING_ID = 1, MAPPING_FILE = 5, MAPPING_HAS_FUNCTIONS = 7,
	LOCATION_ID = 1, LOCATION_MAPPING = 2, LOCATION_LINE = 4, LINE_FUNCTION = 1,
	FUNCTION_ID = 1, FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3,
};

/* The strings that are always there, by number; the first must be empty. */
enum {
	S_EMPTY, S_EVENTS, S_COUNT, S_TIME, S_NS, S_COMM, S_KERNEL, S_COMPLETE, S_INCOMPLETE,
	NR_FIXED,
};

static const char * const fixed[NR_FIXED] = {
	"", "events", "count", "time", "nanoseconds", "comm", "[kernel.kallsyms]",
	"complete", "incomplete",
};

/* A frame's or a task's name: its string is NR_FIXED and its place among all, in order. */
struct name {
	const char *text;
	unsigned int len;
	bool is_frame;
};

static struct name *names;
static size_t nr_names;
static uint64_t began;

/* Names */

static int compare(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);

	return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* The frame, or the task's name, at *at, which moves behind it; false: there are no more. */
static bool take_name(const struct stack *s, unsigned int *at, struct name *n)
{
	const char *start = s->text + *at, *end;

	if (*at > s->len)
		return false;
	end = memchr(start, ';', s->len - *at);
	*n = (struct name){ .text = start, .len = end ? end - start : s->len - *at };
	*at += n->len + 1;
	return true;
}

/* Is the first name of the stack that of a task? */
static bool has_comm(const struct stack *s)
{
	static const char no_room[] = STACKS_NO_ROOM;

	return !s->is_missing && (s->len != sizeof(no_room) - 1 ||
				  memcmp(s->text, no_room, sizeof(no_room) - 1));
}

static size_t count_names(struct stack **all, unsigned int nr)
{
	size_t n = 0;
	unsigned int i, k;

	for (i = 0; i < nr; i++)
		for (k = 0, n++; k < all[i]->len; k++)
			n += all[i]->text[k] == ';';
	return n;
}

/* Names in order, each once; a name that is a frame anywhere is one. */
static void sort_names(void)
{
	size_t i, n = 0;

	qsort(names, nr_names, sizeof(*names), compare);
	for (i = 0; i < nr_names; i++) {
		if (n && !compare(&names[n - 1], &names[i]))
			names[n - 1].is_frame |= names[i].is_frame;
		else
			names[n++] = names[i];
	}
	nr_names = n;
}

static int collect_names(struct stack **all, unsigned int nr)
{
	unsigned int i, at;
	struct name n;

	nr_names = 0;
	names = malloc((count_names(all, nr) + 1) * sizeof(*names));
	if (!names)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		for (at = 0; take_name(all[i], &at, &n);) {
			n.is_frame = n.text != all[i]->text || !has_comm(all[i]);
			names[nr_names++] = n;
		}
	}
	sort_names();
	return 0;
}

static uint64_t place_of(const struct name *n)
{
	return (const struct name *)bsearch(n, names, nr_names, sizeof(*names), compare) - names;
}

/* Messages */

static void put_type(struct pb *pb, unsigned int type, unsigned int unit)
{
	size_t start = pb_begin(pb, PROFILE_SAMPLE_TYPE);

	pb_number(pb, TYPE_TYPE, type);
	pb_number(pb, TYPE_UNIT, unit);
	pb_end(pb, start);
}

/* The innermost frame comes first. */
static void put_locations(struct pb *pb, const struct stack *s)
{
	uint64_t *places = malloc(count_names((struct stack *[]){ (struct stack *)s }, 1) *
				  sizeof(*places));
	unsigned int n = 0, at = 0;
	struct name name;
	size_t start;

	if (!places) {
		pb->failed = true;
		return;
	}
	while (take_name(s, &at, &name))
		if (name.text != s->text || !has_comm(s))
			places[n++] = place_of(&name);
	start = pb_begin(pb, SAMPLE_LOCATIONS);
	while (n--)
		pb_varint(pb, places[n] + 1);
	pb_end(pb, start);
	free(places);
}

static void put_sample(struct pb *pb, const struct stack *s)
{
	size_t sample = pb_begin(pb, PROFILE_SAMPLE), start;
	unsigned int at = 0;
	struct name comm;

	put_locations(pb, s);
	start = pb_begin(pb, SAMPLE_VALUES);
	pb_varint(pb, s->count);
	pb_varint(pb, s->lat > INT64_MAX ? INT64_MAX : s->lat);
	pb_end(pb, start);
	if (has_comm(s) && take_name(s, &at, &comm)) {
		start = pb_begin(pb, SAMPLE_LABEL);
		pb_number(pb, LABEL_KEY, S_COMM);
		pb_number(pb, LABEL_STRING, NR_FIXED + place_of(&comm));
		pb_end(pb, start);
	}
	pb_end(pb, sample);
}

/* A location and its function have the same number. */
static void put_function(struct pb *pb, uint64_t place)
{
	size_t start = pb_begin(pb, PROFILE_LOCATION), line;

	pb_number(pb, LOCATION_ID, place + 1);
	pb_number(pb, LOCATION_MAPPING, 1);
	line = pb_begin(pb, LOCATION_LINE);
	pb_number(pb, LINE_FUNCTION, place + 1);
	pb_end(pb, line);
	pb_end(pb, start);
	start = pb_begin(pb, PROFILE_FUNCTION);
	pb_number(pb, FUNCTION_ID, place + 1);
	pb_number(pb, FUNCTION_NAME, NR_FIXED + place);
	pb_number(pb, FUNCTION_SYSTEM_NAME, NR_FIXED + place);
	pb_end(pb, start);
}

/* The mapping says that functions have their names, so that no reader looks for symbols. */
static void put_mapping(struct pb *pb)
{
	size_t start = pb_begin(pb, PROFILE_MAPPING);

	pb_number(pb, MAPPING_ID, 1);
	pb_number(pb, MAPPING_FILE, S_KERNEL);
	pb_number(pb, MAPPING_HAS_FUNCTIONS, 1);
	pb_end(pb, start);
}

static void put_profile(struct output *out, struct pb *pb, struct stack **all, unsigned int nr,
			const struct summary *s)
{
	size_t i;

	put_type(pb, S_EVENTS, S_COUNT);
	put_type(pb, S_TIME, S_NS);
	for (i = 0; i < nr; i++)
		put_sample(pb, all[i]);
	put_mapping(pb);
	for (i = 0; i < nr_names; i++)
		if (names[i].is_frame)
			put_function(pb, i);
	for (i = 0; i < NR_FIXED; i++)
		pb_string(pb, PROFILE_STRING, fixed[i]);
	for (i = 0; i < nr_names; i++)
		pb_bytes(pb, PROFILE_STRING, names[i].text, names[i].len);
	pb_number(pb, PROFILE_TIME, began + out->realtime);
	pb_number(pb, PROFILE_DURATION, output_now(out) - began);
	pb_number(pb, PROFILE_COMMENT, summary_is_complete(s) ? S_COMPLETE : S_INCOMPLETE);
	pb_number(pb, PROFILE_DEFAULT_TYPE, S_EVENTS);
}

/* The run */

static int put_begin(struct output *out)
{
	began = output_now(out);
	return 0;
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	return stacks_add(out, item, false);
}

static int put_mark(struct output *out, const struct kpr_item *item)
{
	(void)out;
	stacks_mark(item);
	return 0;
}

static int put_end(struct output *out, const struct summary *s)
{
	struct pb pb = { .to = &out->buf };
	unsigned int nr;
	struct stack **all = stacks_sorted(s, &nr);

	if (!all || collect_names(all, nr))
		pb.failed = true;
	else
		put_profile(out, &pb, all, nr, s);
	free(names);
	names = NULL;
	free(all);
	stacks_free();
	return pb.failed ? -ENOMEM : 0;
}

const struct format format_pprof = {
	.is_binary = true,
	.begin = put_begin,
	.event = put_event,
	.mark = put_mark,
	.end = put_end,
};
