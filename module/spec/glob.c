// SPDX-License-Identifier: GPL-2.0
/*
 * Globs:
 *
 *	*		any text
 *	?		any character
 *	[a-z] [!a-z]	a character of the set, or not of the set
 *	\c		the character c itself
 *	[ not closed	the character [ itself
 *
 * On a mismatch only the last '*' is made longer, so a match costs at most the
 * product of the two lengths, and no stack.
 */
#include "spec/parse.h"

/* The ']' that closes the set; set.p is the '['. NULL: the set is not closed. */
static const char *set_end(struct kpctl_span set)
{
	struct kpctl_span rest = span_from(set, set.p + 1);

	span_skip(&rest, "!");
	span_skip(&rest, "]");		/* a ']' at the start is an element of the set */
	return span_find(rest, ']');
}

/* Is c in the set between the brackets? */
static int set_has(struct kpctl_span set, unsigned char c)
{
	int inverted = span_skip(&set, "!");
	int found = 0;

	while (set.p < set.end) {
		unsigned char low = *set.p++, high = low;

		if (span_len(set) > 1 && *set.p == '-') {
			high = set.p[1];
			set.p += 2;
		}
		if (low <= c && c <= high)
			found = 1;
	}
	return found != inverted;
}

/* Does the glob's next element match c? Steps over the element. */
static int match_one(struct kpctl_span *glob, char c)
{
	const char *start = glob->p;
	const char *end;

	if (*start == '[') {
		end = set_end(*glob);
		if (end) {
			glob->p = end + 1;
			return set_has((struct kpctl_span){ start + 1, end }, c);
		}
	}
	if (*start == '\\' && span_len(*glob) > 1)
		start = ++glob->p;
	else if (*start == '?')
		c = '?';
	glob->p++;
	return *start == c;
}

int kpctl_glob_match(const char *glob, size_t glob_len, const char *text,
		     size_t len)
{
	struct kpctl_span g = { glob, glob + glob_len };
	const char *end = text + len;
	struct kpctl_span after_star;
	const char *star_text = NULL;

	for (;;) {
		if (span_skip(&g, "*")) {
			after_star = g;
			star_text = text;
			continue;
		}
		if (text == end)
			break;
		if (g.p < g.end && match_one(&g, *text)) {
			text++;
			continue;
		}
		if (!star_text)
			return 0;
		g = after_star;
		text = ++star_text;
	}
	return g.p == g.end;
}
