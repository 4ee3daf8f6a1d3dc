// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* Names of values, as an event's description has them for a field that is an enum. */
#include "line/sys.h"
#include "line/line_int.h"

static bool is_value_name(const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!kpr_is_word(s[i]))
			return false;
	return len && len <= 4096;
}

/* A number of 64 bits at the start of *list, which moves behind it; false: there is none. */
static bool take_value(const char **list, int64_t *value)
{
	bool minus = **list == '-';
	const char *p = *list + minus;
	uint64_t v = 0;

	for (; *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v))
			return false;
	if (p == *list + minus || v > (uint64_t)INT64_MAX + minus)
		return false;
	*value = minus ? -v : v;
	*list = p;
	return true;
}

/* VALUE=NAME at the start of *list; *list moves behind it and its comma. */
static bool take_value_name(const char **list, struct kpr_name *n)
{
	if (!take_value(list, &n->value) || **list != '=')
		return false;
	n->text = *list + 1;
	n->len = strcspn(n->text, ",");
	*list = n->text + n->len;
	if (**list)
		++*list;
	return is_value_name(n->text, n->len);
}

void kpr_names_parse(struct kpr_field *f, const char *list, struct kpr_name **spare)
{
	struct kpr_name *n = *spare;

	f->names = n;
	f->nr_names = 0;
	while (*list && take_value_name(&list, n) && (n == f->names || n->value > n[-1].value)) {
		f->nr_names++;
		n++;
	}
	*spare = n;
}

const char *kpr_name_of(const struct kpr_field *f, int64_t value, unsigned int *len)
{
	unsigned int low = 0, high = f->nr_names, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (f->names[mid].value < value)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == f->nr_names || f->names[low].value != value)
		return NULL;
	*len = f->names[low].len;
	return f->names[low].text;
}
