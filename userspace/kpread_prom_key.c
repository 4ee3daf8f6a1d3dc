// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread prom: the text of a key, "comm: cat, file: \"a, b\"", taken apart into labels.
 *
 * The names are those of the aggregate's text, "count by $comm, file". Only the name of a task
 * may have ", file: " in it without quotes around it, so the last such place is where the next
 * part begins. Different texts give different labels.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "kpread_prom.h"

#define PARTS	16u

/* A piece of a text. */
struct piece {
	const char *text;
	size_t len;
};

/* The names of the keys, without $; their number, 0: none, or too many. */
static unsigned int names_of(const char *aggr, struct piece *names)
{
	const char *p = rows_key_names(aggr);
	unsigned int nr = 0;

	for (; *p; p += strcspn(p, ",")) {
		if (nr == PARTS)
			return 0;
		p += strspn(p, ", $");
		names[nr++] = (struct piece){ p, strcspn(p, ", ") };
	}
	return nr;
}

static bool begins_with(const char *text, const struct piece *name)
{
	return !strncmp(text, name->text, name->len) && text[name->len] == ':';
}

/* The last ", NAME:" that stands outside of quotes; NULL: there is none. */
static const char *find_next(const char *text, const struct piece *name)
{
	const char *found = NULL;
	bool quoted = false;

	for (; *text; text++) {
		if (*text == '\\' && text[1])
			text++;
		else if (*text == '"')
			quoted = !quoted;
		else if (!quoted && !strncmp(text, ", ", 2) && begins_with(text + 2, name))
			found = text;
	}
	return found;
}

/* The values of all names; false: the text is another. */
static bool take_apart(const char *key, const struct piece *names, unsigned int nr,
		       struct piece *values)
{
	const char *next;
	unsigned int i;

	for (i = 0; i < nr; i++, key = next + 2) {
		if (!begins_with(key, &names[i]))
			return false;
		key += names[i].len + 1;
		key += strspn(key, " \n");
		next = i + 1 < nr ? find_next(key, &names[i + 1]) : key + strlen(key);
		if (!next)
			return false;
		values[i] = (struct piece){ key, next - key };
	}
	return nr;
}

/* Label names are in lower case, and begin with a letter. */
static void put_name(char *to, size_t size, const struct piece *name)
{
	size_t i, n = 0;

	if (!isalpha((unsigned char)*name->text))
		n = snprintf(to, size, "key");
	for (i = 0; i < name->len && n + 1 < size; i++)
		to[n++] = isalnum((unsigned char)name->text[i]) ?
			  tolower((unsigned char)name->text[i]) : '_';
	to[n] = '\0';
}

static bool is_taken(const char *name, const char (*before)[64], unsigned int nr)
{
	static const char * const own[] = {
		"group", "event", "target", "aggregate", "le", "quantile", "job", "instance",
	};
	unsigned int i;

	for (i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (!strcmp(name, own[i]))
			return true;
	for (i = 0; i < nr; i++)
		if (!strcmp(name, before[i]))
			return true;
	return false;
}

/* A string without its quotes; "(fault)" keeps them, as it says something else without. */
static struct piece unquoted(struct piece v)
{
	static const char fault[] = "\"(fault)\"";

	if (v.len < 2 || v.text[0] != '"' || v.text[v.len - 1] != '"' ||
	    (v.len == sizeof(fault) - 1 && !memcmp(v.text, fault, v.len)))
		return v;
	return (struct piece){ v.text + 1, v.len - 2 };
}

/* A name that another label has gets the number of its part. */
static void put_part(struct prom *p, char (*labels)[64], unsigned int i, const struct piece *name,
		     struct piece value)
{
	size_t len;

	put_name(labels[i], sizeof(labels[i]) - 8, name);
	len = strlen(labels[i]);
	if (is_taken(labels[i], (const char (*)[64])labels, i))
		snprintf(labels[i] + len, 8, "_%u", i + 1);
	value = unquoted(value);
	prom_label(p, labels[i], value.text, value.len);
}

void prom_label_key(struct prom *p, const char *aggr, const char *key)
{
	struct piece names[PARTS], values[PARTS];
	unsigned int nr = names_of(aggr, names), i;
	char labels[PARTS][64];

	if (!*key)
		return;
	if (!take_apart(key, names, nr, values)) {
		prom_label_text(p, "key", key);
		return;
	}
	for (i = 0; i < nr; i++)
		put_part(p, labels, i, &names[i], values[i]);
}
