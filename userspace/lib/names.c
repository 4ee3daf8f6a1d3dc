// SPDX-License-Identifier: LGPL-2.1-only
/* Names of values, as an event's description has them for a field that is an enum. */
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"

static bool is_name(const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!kpr_is_word(s[i]))
			return false;
	return len && len <= 4096;
}

/* VALUE=NAME at the start of *list; *list moves behind it and its comma. */
static bool take_name(const char **list, struct kpr_name *n)
{
	char *behind;

	n->value = strtoll(*list, &behind, 10);
	if (behind == *list || *behind != '=')
		return false;
	n->text = behind + 1;
	n->len = strcspn(n->text, ",");
	*list = n->text + n->len;
	if (**list)
		++*list;
	return is_name(n->text, n->len);
}

void kpr_names_parse(struct kpr_field *f, const char *list, struct kpr_name **spare)
{
	struct kpr_name *n = *spare;

	f->names = n;
	f->nr_names = 0;
	while (*list && take_name(&list, n) && (n == f->names || n->value > n[-1].value)) {
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

const char *kpr_name(const struct kpr_item *item, unsigned int i, const struct kpr_value *v,
		     unsigned int *len)
{
	if (v->kind != KPR_VALUE_SIGNED && v->kind != KPR_VALUE_UNSIGNED)
		return NULL;
	return kpr_name_of(&item->event->fields[i], v->s, len);
}
