/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * Places in programs by their names. The kernel takes PATH:OFFSET alone: a parser of other
 * people's files has no place in a kernel. So names are looked up here, before a line goes there.
 *
 *	program.c	a line whose place is a name, and the lines that stand for it
 *	program_find.c	the places of a name in a file
 *	program_note.c	places that the program's authors have named (USDT), and their arguments
 */
#ifndef KPR_PROGRAM_H
#define KPR_PROGRAM_H

#include "bytes.h"

struct kpr_program_err {
	size_t column;		/* in the line, from 0 */
	char text[320];
};

/*
 * Finds the place of a line in its file. *lines is NULL if the line names no place in a program;
 * otherwise the lines that stand for it, without a newline at the end, to be freed: a pattern
 * has one for each function, and they share an event. -ENOMEM, or -EINVAL and *err.
 */
int kpr_program_lines(const char *line, size_t len, char **lines, struct kpr_program_err *err);

/* What follows is for these three files. */

#define KPR_PLACES_MAX	512	/* of a pattern */

struct kpr_user_place {
	uint64_t off, ref;		/* ref 0: there is no counter */
	const char *args;		/* of a note; NULL: it is none */
};

struct kpr_user_places {
	struct kpr_user_place place[KPR_PLACES_MAX];
	unsigned int nr;
};

/* A file that is open, and that with its symbols, which has no bytes where there is none. */
struct kpr_program {
	struct bytes file, debug;
	char *path;
};

/* program_find.c: SYMBOL, SYMBOL+OFFSET or PATTERN. 0 or -EINVAL and err->text. */
int kpr_program_find(const struct kpr_program *p, const char *name, struct kpr_user_places *found,
		     struct kpr_program_err *err);
/* program_note.c: the same of PROVIDER:NAME */
int kpr_program_find_notes(const struct kpr_program *p, const char *provider, const char *name,
			   struct kpr_user_places *found, struct kpr_program_err *err);

/* An argument of a note as lines write it */
struct kpr_note_arg {
	char source[64];		/* +8(%di) */
	char type[8];			/* s32 */
	int bytes;
};

/* Argument n, from 1 on. 1, 0: there are fewer; -EINVAL: lines have no form for it. */
int kpr_note_arg(const char *args, unsigned int n, struct kpr_note_arg *arg);

#endif /* KPR_PROGRAM_H */
