// SPDX-License-Identifier: GPL-2.0-only
/*
 * Colours: of what is missing, of the caret of a refusal, of titles on a screen, and of cells of
 * heat maps. They are for terminals alone, and not for those whose user sets NO_COLOR
 * (no-color.org).
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kpread.h"

bool colour_is_wanted(int fd)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fd) && !(no && *no) && term && strcmp(term, "dumb");
}

const char *colour(int fd, enum colour c)
{
	static const char * const codes[] = {
		[COLOUR_NONE] = "\033[m", [COLOUR_WRONG] = "\033[31m", [COLOUR_TITLE] = "\033[1m",
		[COLOUR_FEW] = "\033[36m", [COLOUR_SOME] = "\033[32m",
		[COLOUR_MANY] = "\033[33m", [COLOUR_MOST] = "\033[31m",
	};

	return colour_is_wanted(fd) ? codes[c] : "";
}

size_t colour_visible(const char *line, size_t len, unsigned int width)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (line[i] == '\033')		/* a colour's code, up to its m */
			while (i + 1 < len && line[i] != 'm')
				i++;
		else if ((line[i] & 0xc0) != 0x80 && !width--)
			break;
	}
	return i;
}
