/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types of real kernels, for tests: the files that tests/vm/btf has left in the cache, and
 * a reader of them that owes the module nothing. The reader believes what is there, and keeps the
 * place of each record.
 */
#ifndef BTF_REAL_H
#define BTF_REAL_H

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ktap.h"
#include "spec/btf.h"

struct real {
	const char *file;
	char kernel[32];	/* its name in tests/vm/lib.sh */
	u8 *bytes;
	size_t len;
	u32 types_at, types_len, strs_at, strs_len;
	u32 *at;		/* where the record of an id begins */
	u32 n;			/* the id behind the last */
	struct kpctl_btf btf;	/* the same bytes, as the module reads them */
};

static inline u32 real_word(const struct real *r, u32 at)
{
	u32 word;

	memcpy(&word, r->bytes + at, sizeof(word));
	return word;
}

#define real_name(r, id)	real_word(r, (r)->at[id])
#define real_info(r, id)	real_word(r, (r)->at[id] + 4)
#define real_ref(r, id)		real_word(r, (r)->at[id] + 8)
#define real_part(r, id, i)	real_word(r, (r)->at[id] + 12 + 4 * (i))
#define real_kind(r, id)	((id) ? real_info(r, id) >> 24 & 0x1f : KPCTL_BTF_VOID)
#define real_vlen(r, id)	(real_info(r, id) & 0xffff)
#define real_text(r, name)	((const char *)(r)->bytes + (r)->strs_at + (name))

/* Words behind a record, by the kernel's Documentation/bpf/btf.rst */
static inline u32 real_words(u32 info)
{
	static const u8 each[32] = {
		[KPCTL_BTF_STRUCT] = 3, [KPCTL_BTF_UNION] = 3, [KPCTL_BTF_ENUM] = 2,
		[KPCTL_BTF_PROTO] = 2, [KPCTL_BTF_DATASEC] = 3, [KPCTL_BTF_ENUM64] = 3,
	};
	static const u8 once[32] = {
		[KPCTL_BTF_INT] = 1, [KPCTL_BTF_ARRAY] = 3, [KPCTL_BTF_VAR] = 1,
		[KPCTL_BTF_DECL_TAG] = 1,
	};
	u32 kind = info >> 24 & 0x1f;

	return each[kind] * (info & 0xffff) + once[kind];
}

static inline u32 real_bare(const struct real *r, u32 id)
{
	for (;;) {
		switch (real_kind(r, id)) {
		case KPCTL_BTF_TYPEDEF:
		case KPCTL_BTF_CONST:
		case KPCTL_BTF_VOLATILE:
		case KPCTL_BTF_RESTRICT:
		case KPCTL_BTF_TYPE_TAG:
			id = real_ref(r, id);
			continue;
		default:
			return id;
		}
	}
}

static inline void real_index(struct real *r)
{
	u32 at = r->types_at, end = at + r->types_len;

	r->at = malloc((r->types_len / 12 + 2) * sizeof(*r->at));
	for (r->n = 1; at < end; r->n++) {
		r->at[r->n] = at;
		at += 12 + 4 * real_words(real_word(r, at + 4));
	}
}

/* The memory is exactly as long as the bytes: a sanitizer sees what is read behind. */
static inline int real_read(struct real *r, const char *file)
{
	const char *name = strstr(file, "/kernels/") + strlen("/kernels/");
	FILE *f = fopen(file, "r");
	long len;

	memset(r, 0, sizeof(*r));
	r->file = file;
	snprintf(r->kernel, sizeof(r->kernel), "%.*s", (int)strcspn(name, "/"), name);
	if (!f || fseek(f, 0, SEEK_END) || (len = ftell(f)) < 24)
		return 0;
	rewind(f);
	r->len = len;
	r->bytes = malloc(len);
	if (fread(r->bytes, 1, len, f) != r->len)
		abort();
	fclose(f);
	r->types_at = real_word(r, 4) + real_word(r, 8);
	r->types_len = real_word(r, 12);
	r->strs_at = real_word(r, 4) + real_word(r, 16);
	r->strs_len = real_word(r, 20);
	real_index(r);
	if (kpctl_btf_init(&r->btf, NULL, r->bytes, r->len,
			   malloc(kpctl_btf_room(r->bytes, r->len))))
		abort();
	return 1;
}

static inline void real_free(struct real *r)
{
	free(r->btf.index);
	free(r->at);
	free(r->bytes);
}

/* Files with the types of Debian's kernels; kernels built here have none. */
static inline size_t real_files(glob_t *files)
{
	const char *cache = getenv("KPCTL_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME") ?: "/root";
	char pattern[4096];

	snprintf(pattern, sizeof(pattern), "%s%s/kernels/*/btf", cache ?: xdg ?: home,
		 cache ? "" : xdg ? "/kprobectl" : "/.cache/kprobectl");
	return glob(pattern, 0, NULL, files) ? 0 : files->gl_pathc;
}

/* A test of each file; returns the exit status. */
static inline int real_main(void (*test)(const char *file))
{
	glob_t files;
	size_t n = real_files(&files), i;

	if (!n) {
		printf("1..0 # SKIP no types of kernels: tests/vm/btf K\n");
		return 0;
	}
	ktap_plan(n);
	for (i = 0; i < n; i++)
		test(files.gl_pathv[i]);
	globfree(&files);
	return ktap_done();
}

#endif /* BTF_REAL_H */
