/* SPDX-License-Identifier: LGPL-2.1-only */
/* The library's internal header, one object per file; not for users of the library. */
#ifndef KPR_INT_H
#define KPR_INT_H

#include "kpr.h"
#include "line/line_int.h"

/* file.c */

/* Reads from fd's position to the end of the file; *text ends in a NUL that *len leaves out. */
int kpr_read_fd(int fd, char **text, size_t *len);
int kpr_read_file(const char *path, char **text, size_t *len);

/*
 * lend.c, borrow.c: what goes over the socket between a lender of descriptors and a borrower.
 * The borrower sends a struct kpr_ask; the answer is a struct kpr_lent_note, with a descriptor
 * for each view. With the ring, the first descriptor is attached to the main session.
 */

#define KPR_LEND_MAGIC		0x444c504bu	/* "KPLD" in memory */
#define KPR_LEND_VIEWS(X) X(EVENTS) X(STATS) X(PROFILE) X(HISTS) X(OPEN)
#define KPR_LENT_ONE(view)	+ 1
#define KPR_LENT_MAX		(0 KPR_LEND_VIEWS(KPR_LENT_ONE))

struct kpr_ask {
	uint32_t magic;
	uint32_t ring;		/* 1: be the main session's reader; 0: views alone */
};

struct kpr_lent_note {
	uint32_t magic;
	int32_t err;		/* -errno, with no descriptor */
	uint32_t nr;
	uint32_t view[KPR_LENT_MAX];	/* enum kpctl_view, KPCTL_VIEW_MAIN or'ed in */
};

struct kpr_lent {
	unsigned int nr;
	int fd[KPR_LENT_MAX];
	uint32_t view[KPR_LENT_MAX];
};

void kpr_lent_close(struct kpr_lent *lent);

/* session.c */

/* A session by descriptors that another process opened. On success they belong to it. */
int kpr_session_lent(struct kpr_session **out, const struct kpr_lent *lent);
/* Makes the descriptor stand for a view, before it is handed on. */
int kpr_view_choose(struct kpr_session *s, uint32_t view);

/* words.c: lines of numbers and words, cut up in place */

/*
 * The line at *at, ended by a NUL; *at moves behind the line. NULL: no more lines. *whole is
 * false for a line without a newline, which was cut off, and for a line with a NUL inside.
 */
char *kpr_take_line(char **at, char *end, bool *whole);
/* The word up to the next space or the end, ended by a NUL; NULL: no word. */
char *kpr_take_word(char **at);
/* A decimal number, a negative number with a minus; false: no number, or too large. */
bool kpr_take_u64(char **at, uint64_t *v);
/* Steps over the character c; false: *at points to another character. */
bool kpr_take_char(char **at, char c);
/* Room for one element more in an array of n elements, which doubles; NULL: no memory. */
void *kpr_grow(void *array, size_t n, size_t size);

/* hists.c */

/* Is v < w, for values of the aggregate? */
bool kpr_aggr_less(const struct kpr_aggr *a, uint64_t v, uint64_t w);
/* Are sums modulo 2^64? Else a sum stops at the end of 64 bits. */
bool kpr_aggr_sum_wraps(const struct kpr_aggr *a);
/* For qsort(): keys by count, descending; keys of equal count by text. */
int kpr_key_order(const void *a, const void *b);

/* Other paths than those in /proc, for tests. */
void kpr_stream_paths(struct kpr_stream *st, const char *proc, const char *kallsyms,
		      const char *modules);

/* The stream of a session's rings, as kpr_stream_new() has it. */
int kpr_stream_of(struct kpr_session *s, struct kpr_ring *rings, unsigned int nr,
		  struct kpr_stream **out);

/* session.c */

unsigned int kpr_session_nr_rings(const struct kpr_session *s);
/* Maps ring i for reading alone: its meta page and its data, *len bytes. NULL: see errno. */
void *kpr_session_map_look(const struct kpr_session *s, unsigned int i, size_t *len);
int kpr_session_rings(struct kpr_session *s, struct kpr_ring **rings, unsigned int *nr);
/* A kpr_sym_ask_fn whose `arg` is the session. */
int kpr_session_symbol(void *arg, uint64_t addr, char *text);

#endif /* KPR_INT_H */
