/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kinds of probes: X(ID, LETTER, FLAGS, TARGET, RETURN, SUFFIX, END, ENGINE, START,
 * WORD). The parser, the error sentences, the listing and the table of engines are made of
 * this table. A new kind is a line here and a file, probe/NAME.c.
 *
 *	LETTER	the letter at the start of a line. If two kinds share a letter, a line is of
 *		the first kind until the target makes it one of the other: by %return, by a
 *		path, or by a rate
 *	FLAGS	KPCTL_KIND_*
 *	TARGET	the form of the target, which spec/target_TARGET.c parses
 *	RETURN	the kind that a line becomes by %return behind the target
 *	SUFFIX	the text behind the target in a listing
 *	END	the end of a made-up event name
 *	ENGINE	kpctl_engine_ENGINE, in probe/ENGINE.c
 *	START	the kind's name in error sentences
 *	WORD	the kind's letter in error sentences; like START, "" if an earlier kind has
 *		the letter
 */
#ifndef KPCTL_SPEC_KINDS_H
#define KPCTL_SPEC_KINDS_H

#define KPCTL_KIND_PLACE	1	/* probes stand at one place */
#define KPCTL_KIND_SET		2	/* probes stand at a set of functions, or of tracepoints */
#define KPCTL_KIND_CALL		4	/* probes see calls, from entry to return */
#define KPCTL_KIND_LONG		8	/* the letter may begin a word, as in tracefs: probe:ev */
#define KPCTL_KIND_POINT	16	/* probes stand at tracepoints: hits have arguments alone */
#define KPCTL_KIND_USER		32	/* probes stand in programs: memory is a process's */
#define KPCTL_KIND_DATA		64	/* hits are accesses to the kernel's memory */

#define KPCTL_KINDS(X)								\
	X(P,	'p', KPCTL_KIND_PLACE | KPCTL_KIND_LONG, place, R, "", "",	\
		kprobe, "p (probe), ", " p")					\
	X(R,	'r', KPCTL_KIND_PLACE | KPCTL_KIND_CALL | KPCTL_KIND_LONG, place, R, "", "", \
		kretprobe, "r (return probe), ", " r")				\
	X(F,	'f', KPCTL_KIND_SET, set, FRET, "", "",				\
		fentry, "f (set of functions), ", " f")				\
	X(FRET,	'f', KPCTL_KIND_SET | KPCTL_KIND_CALL, set, FRET, "%return", "__exit", \
		fexit, "", "")							\
	X(I,	'i', 0, period, I, "", "", timer, "i (timer, samples), ", " i")	\
	X(S,	'i', 0, period, S, "", "", sample, "", "")			\
	X(T,	't', KPCTL_KIND_SET | KPCTL_KIND_POINT, tracepoint, T, "", "",	\
		tracepoint, "t (tracepoint), ", " t")				\
	X(W,	'w', KPCTL_KIND_DATA, memory, W, "", "", watch, "w (watched memory), ", " w")	\
	X(U,	'p', KPCTL_KIND_USER, user, UR, "", "", uprobe, "", "")		\
	X(UR,	'r', KPCTL_KIND_USER | KPCTL_KIND_CALL, user, UR, "", "", uretprobe, "", "")

enum kpctl_kind {
#define X(id, ...) KPCTL_KIND_##id,
	KPCTL_KINDS(X)
#undef X
	KPCTL_KIND_NR,
};

/* "p (probe), r (return probe), ...", and " p r f" */
#define KPCTL_KIND_START(id, letter, flags, target, ret, suffix, end, engine, start, word)	start
#define KPCTL_KIND_STARTS	KPCTL_KINDS(KPCTL_KIND_START)
#define KPCTL_KIND_WORD(id, letter, flags, target, ret, suffix, end, engine, start, word)	word
#define KPCTL_KIND_WORDS	KPCTL_KINDS(KPCTL_KIND_WORD)

/* Kinds that have a flag, as a constant mask of bits, which is cheap enough for handlers. */
#define KPCTL_KIND_IF_PLACE(id, letter, flags, ...)				\
	((flags) & KPCTL_KIND_PLACE ? 1u << KPCTL_KIND_##id : 0) |
#define KPCTL_KIND_IF_SET(id, letter, flags, ...)				\
	((flags) & KPCTL_KIND_SET ? 1u << KPCTL_KIND_##id : 0) |
#define KPCTL_KIND_IF_CALL(id, letter, flags, ...)				\
	((flags) & KPCTL_KIND_CALL ? 1u << KPCTL_KIND_##id : 0) |
#define KPCTL_KIND_IF_POINT(id, letter, flags, ...)				\
	((flags) & KPCTL_KIND_POINT ? 1u << KPCTL_KIND_##id : 0) |
#define KPCTL_KIND_IF_USER(id, letter, flags, ...)				\
	((flags) & KPCTL_KIND_USER ? 1u << KPCTL_KIND_##id : 0) |
#define KPCTL_KIND_IF_DATA(id, letter, flags, ...)				\
	((flags) & KPCTL_KIND_DATA ? 1u << KPCTL_KIND_##id : 0) |

static inline int kpctl_kind_is_place(unsigned int kind)
{
	return (KPCTL_KINDS(KPCTL_KIND_IF_PLACE) 0u) >> kind & 1;
}

static inline int kpctl_kind_is_set(unsigned int kind)
{
	return (KPCTL_KINDS(KPCTL_KIND_IF_SET) 0u) >> kind & 1;
}

static inline int kpctl_kind_is_call(unsigned int kind)
{
	return (KPCTL_KINDS(KPCTL_KIND_IF_CALL) 0u) >> kind & 1;
}

static inline int kpctl_kind_is_point(unsigned int kind)
{
	return (KPCTL_KINDS(KPCTL_KIND_IF_POINT) 0u) >> kind & 1;
}

static inline int kpctl_kind_is_user(unsigned int kind)
{
	return (KPCTL_KINDS(KPCTL_KIND_IF_USER) 0u) >> kind & 1;
}

static inline int kpctl_kind_is_data(unsigned int kind)
{
	return (KPCTL_KINDS(KPCTL_KIND_IF_DATA) 0u) >> kind & 1;
}

/* Can hits be at the entries of functions? Other kinds hit in the middle of functions. */
static inline int kpctl_kind_has_entry(unsigned int kind)
{
	return (kpctl_kind_is_place(kind) || kpctl_kind_is_set(kind)) &&
	       !kpctl_kind_is_point(kind);
}

/* The rest of the table, by kind. */
struct kpctl_kind_info {
	const char *suffix, *end;
	char letter;
	unsigned char flags;
	unsigned char on_return;	/* enum kpctl_kind */
};

static inline const struct kpctl_kind_info *kpctl_kind_info(unsigned int kind)
{
	static const struct kpctl_kind_info kinds[] = {
#define X(id, letter, flags, target, ret, suffix, end, engine, start, word)	\
		{ suffix, end, letter, flags, KPCTL_KIND_##ret },
		KPCTL_KINDS(X)
#undef X
	};

	return &kinds[kind];
}

/* The letter that a line of the kind starts with. */
static inline char kpctl_kind_letter(unsigned int kind)
{
	return kpctl_kind_info(kind)->letter;
}

/* The text behind the target in a listing. */
static inline const char *kpctl_kind_suffix(unsigned int kind)
{
	return kpctl_kind_info(kind)->suffix;
}

/* The first kind of a letter; KPCTL_KIND_NR: no kind has the letter. */
static inline unsigned int kpctl_kind_find(char letter)
{
	unsigned int kind;

	for (kind = 0; kind < KPCTL_KIND_NR && kpctl_kind_letter(kind) != letter; kind++)
		;
	return kind;
}

#endif /* KPCTL_SPEC_KINDS_H */
