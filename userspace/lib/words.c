// SPDX-License-Identifier: LGPL-2.1-only
/* Lines of words and numbers, as the module writes them. */
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"

char *kpr_take_line(char **at, char *end, bool *whole)
{
	char *line = *at, *nl;

	if (line >= end)
		return NULL;
	nl = memchr(line, '\n', end - line);
	*whole = nl && !memchr(line, '\0', nl - line);
	if (!nl)
		nl = end;	/* the text's own NUL */
	*nl = '\0';
	*at = nl + 1;
	return line;
}

char *kpr_take_word(char **at)
{
	char *word = *at, *end = word + strcspn(word, " ");

	if (end == word)
		return NULL;
	*at = end;
	if (*end) {
		*end = '\0';
		*at = end + 1;
	}
	return word;
}

bool kpr_take_char(char **at, char c)
{
	if (**at != c)
		return false;
	++*at;
	return true;
}

bool kpr_take_u64(char **at, uint64_t *v)
{
	bool minus = kpr_take_char(at, '-');
	const char *start = *at;
	uint64_t n = 0;

	for (; **at >= '0' && **at <= '9'; ++*at)
		if (__builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, (uint64_t)(**at - '0'), &n))
			return false;
	if (minus && n > 1ull << 63)
		return false;
	*v = minus ? -n : n;
	return *at > start;
}

/* An array is full at 0 elements and at each power of two. */
void *kpr_grow(void *array, size_t n, size_t size)
{
	if (n & (n - 1))
		return array;
	if (n > SIZE_MAX / 2 / size)
		return NULL;
	return realloc(array, (n ? 2 * n : 1) * size);
}
