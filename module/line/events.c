// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/*
 * Event descriptions. A line of KPCTL_VIEW_EVENTS,
 *
 *	ID STATE KIND GRP/EVENT TARGET FIELD...
 *	FIELD := NAME:TYPE@OFFSET | NAME:TYPE[N]@OFFSET | NAME:TYPE[]@OFFSET | $NAME@OFFSET
 *	       | $names:VALUE=NAME,...@OFFSET	behind the field at this offset
 *
 * becomes one allocation: the description, its fields, names of their values, and a
 * copy of the line that the names point into. A line of another form is counted and skipped. A
 * field of an unknown type is kept, and its value is shown as '?'.
 */
#include "line/sys.h"
#include "line/line_int.h"
#include "line/put.h"

#define NR_IDS	65536

int kpr_events_init(struct kpr_events *e)
{
	e->garbage = e->end = 0;
	e->by_id = calloc(NR_IDS, sizeof(*e->by_id));
	e->retry = calloc(NR_IDS, sizeof(*e->retry));
	if (e->by_id && e->retry)
		return 0;
	free(e->by_id);
	free(e->retry);
	e->by_id = NULL;
	e->retry = NULL;
	return -ENOMEM;
}

void kpr_events_exit(struct kpr_events *e)
{
	unsigned int i;

	for (i = 0; i < e->end; i++)
		free(e->by_id[i]);
	free(e->by_id);
	free(e->retry);
}

/* The whole of s as a decimal number, at most max; -1: no such number. */
static long number(const char *s, long max)
{
	long v = 0;

	if (!*s)
		return -1;
	for (; *s; s++) {
		if (*s < '0' || *s > '9')
			return -1;
		v = v * 10 + (*s - '0');
		if (v > max)
			return -1;
	}
	return v;
}

/* Form and width of a type; an unknown type is a word of form KPCTL_FORM_OTHER. */
static void field_type(struct kpr_field *f, const char *name)
{
	static const struct {
		const char *name;
		uint8_t width, form;
	} types[] = {
#define X(id, name, bytes, order, form, ...) { name, bytes, KPCTL_FORM_##form },
		KPCTL_TYPES(X)
#undef X
	};
	unsigned int i;

	f->form = KPCTL_FORM_OTHER;
	f->width = 8;
	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (strcmp(name, types[i].name))
			continue;
		f->form = types[i].form;
		if (f->form < KPCTL_FORM_TEXT)
			f->width = types[i].width;
	}
}

/*
 * The N of "TYPE[N]", which is cut to TYPE; 0: the type is no array. An N that is out of
 * range becomes KPR_ARRAY_MAX + 1, a count that is never printed.
 */
static unsigned int cut_count(char *name)
{
	char *open = strchr(name, '[');
	size_t digits = open ? strspn(open + 1, "0123456789") : 0;
	long n;

	if (!digits || strcmp(open + 1 + digits, "]"))
		return 0;
	open[1 + digits] = '\0';
	n = number(open + 1, KPR_ARRAY_MAX);
	*open = '\0';
	return n > 0 ? n : KPR_ARRAY_MAX + 1;
}

/* "TYPE[]" is cut to TYPE. */
static bool cut_counted(char *name)
{
	char *open = strchr(name, '[');

	if (!open || strcmp(open, "[]"))
		return false;
	*open = '\0';
	return true;
}

/* An array of a type that has no arrays becomes a field of an unknown type. */
static void parse_type(struct kpr_field *f, char *name)
{
	f->count = cut_count(name);
	f->is_counted = cut_counted(name);
	field_type(f, name);
	if ((f->count || f->is_counted) && f->form > KPCTL_FORM_TEXT) {
		f->count = 0;
		f->is_counted = false;
		f->form = KPCTL_FORM_OTHER;
	}
}

static void needs(struct kpr_event *ev, unsigned int offset)
{
	if (offset + 8 > ev->need)
		ev->need = offset + 8;
}

/* $NAME@OFFSET; an unknown name belongs to a kind newer than this library, and is ignored. */
static bool parse_own_field(struct kpr_event *ev, const char *name, int offset)
{
	if (!strcmp(name, "$ip"))
		ev->ip = offset;
	else if (!strcmp(name, "$func"))
		ev->func = offset;
	else if (!strcmp(name, "$retip"))
		ev->retip = offset;
	else if (!strcmp(name, "$lat"))
		ev->lat = offset;
	else if (!strcmp(name, "$fault"))
		ev->fault = offset;
	else
		return true;
	needs(ev, offset);
	return true;
}

/* Is the name an identifier, and has no field before `f` the same name? */
static bool is_unique(const struct kpr_event *ev, const struct kpr_field *f)
{
	const struct kpr_field *g;
	unsigned int i;

	for (i = 0; i < f->name_len; i++)
		if (!kpr_is_word(f->name[i]))
			return false;
	for (g = ev->fields; g < f; g++)
		if (g->name_len == f->name_len && !memcmp(g->name, f->name, f->name_len))
			return false;
	return true;
}

/* $names:LIST, of the field before it */
static bool parse_names(struct kpr_event *ev, struct kpr_field *next, const char *list, int offset,
			struct kpr_name **spare)
{
	if (ev->nr_fields && next[-1].offset == offset) {
		kpr_names_parse(&next[-1], list, spare);
		next[-1].is_integer &= !next[-1].nr_names;
	}
	return true;
}

/*
 * " NAME=" is made in place, so that one copy prints the three: the separator before `word`,
 * a NUL since next_word(), is a space again, and the colon becomes '='.
 */
static bool parse_field(struct kpr_event *ev, struct kpr_field *f, char *word,
			struct kpr_name **spare)
{
	static const char names[] = "$names:";
	char *at = strrchr(word, '@'), *colon;
	long offset;

	if (!at)
		return false;
	offset = number(at + 1, UINT16_MAX);
	if (offset < (long)sizeof(struct kpctl_rec))
		return false;
	*at = '\0';
	if (!strncmp(word, names, strlen(names)))
		return parse_names(ev, f, word + strlen(names), offset, spare);
	if (*word == '$')
		return parse_own_field(ev, word, offset);
	colon = strchr(word, ':');
	if (!colon || colon == word || colon - word > 4096)
		return false;
	parse_type(f, colon + 1);
	*colon = '=';
	word[-1] = ' ';
	f->name = word;
	f->name_len = colon - word;
	f->is_unique = is_unique(ev, f);
	f->offset = offset;
	f->is_integer = f->form < KPCTL_FORM_CGROUP && !f->count && !f->is_counted;
	if (f->is_integer)
		needs(ev, offset);
	ev->nr_fields++;
	ev->nr_stacks += kpctl_form_is_stack(f->form);
	ev->lat_named |= f->name_len == 3 && !memcmp(f->name, "lat", 3);
	/* a decimal number of 64 bits, quotes and dots, or a word in parentheses */
	ev->room += f->name_len + 2 + 24;
	return true;
}

static bool parse_name(struct kpr_event *ev, char *word)
{
	char *slash = strchr(word, '/');

	if (!slash || slash == word || !slash[1] || strlen(word) > 4096)
		return false;
	*slash = '\0';
	ev->group = word;
	ev->name = slash + 1;
	ev->name_len = strlen(ev->name);
	return true;
}

/* The word at *at or behind, ended by a NUL, and *at moves behind it; NULL: there is none. */
static char *next_word(char **at)
{
	char *word = *at + strspn(*at, " "), *end = word + strcspn(word, " ");

	if (end == word)
		return NULL;
	*at = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

static bool parse_words(struct kpr_event *ev, char *line, struct kpr_field *fields,
			struct kpr_name *spare)
{
	char *word = next_word(&line);
	unsigned int i;
	long id;

	for (i = 0; word; i++, word = next_word(&line)) {
		if (i == 0) {
			id = number(word, UINT16_MAX);
			if (id < KPCTL_REC_FIRST_EVENT)
				return false;
			ev->id = id;
		} else if (i == 1) {
			ev->gone = !strcmp(word, "gone");
		} else if (i == 2) {
			ev->kind = word[0];
		} else if (i == 3) {
			if (!parse_name(ev, word))
				return false;
		} else if (i > 4 && !parse_field(ev, &fields[ev->nr_fields], word, &spare)) {
			return false;
		}
	}
	return i > 4;
}

static unsigned int count(const char *line, size_t len, char c)
{
	unsigned int n = 0;

	while (len--)
		n += *line++ == c;
	return n;
}

/* The description. NULL with *ret 0: the line is none; with -ENOMEM: no memory. */
static struct kpr_event *parse_line(const char *line, size_t len, int *ret)
{
	static uint64_t serial;
	unsigned int words = count(line, len, ' ') + 1, values = count(line, len, '=') + 1;
	struct kpr_field *fields;
	struct kpr_name *names;
	struct kpr_event *ev;
	char *copy;

	*ret = 0;
	if (memchr(line, '\0', len))
		return NULL;
	ev = calloc(1, sizeof(*ev) + words * sizeof(*fields) + values * sizeof(*names) + len + 1 +
		       KPR_WIDE);
	if (!ev) {
		*ret = -ENOMEM;
		return NULL;
	}
	fields = (struct kpr_field *)(ev + 1);
	names = (struct kpr_name *)(fields + words);
	copy = (char *)(names + values);
	memcpy(copy, line, len);
	kpr_text_clean(copy, len);		/* a recording may say anything */
	ev->fields = fields;
	ev->serial = __atomic_add_fetch(&serial, 1, __ATOMIC_RELAXED);
	ev->ip = ev->func = ev->retip = ev->lat = ev->fault = -1;
	if (parse_words(ev, copy, fields, names)) {
		ev->room += ev->name_len;
		return ev;
	}
	free(ev);
	return NULL;
}

int kpr_events_parse(struct kpr_events *e, const char *text, size_t len)
{
	const char *end = text + len, *nl;
	struct kpr_event *ev;
	int ret;

	for (; text < end; text = nl + 1) {
		nl = memchr(text, '\n', end - text);
		if (!nl)
			nl = end;
		if (nl == text)
			continue;
		ev = parse_line(text, nl - text, &ret);
		if (ret)
			return ret;
		if (!ev) {
			e->garbage++;
			continue;
		}
		free(e->by_id[ev->id]);
		e->by_id[ev->id] = ev;
		if (ev->id >= e->end)
			e->end = ev->id + 1u;
	}
	return 0;
}
