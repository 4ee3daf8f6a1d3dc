/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Small BTFs for tests, record by record: each call returns the id of what it adds. A struct's
 * members, an enum's values and a prototype's parameters follow it.
 */
#ifndef BTF_MAKE_H
#define BTF_MAKE_H

#include <stdlib.h>
#include "spec/btf.h"

struct btf_make {
	u8 types[1 << 16];
	u32 types_len;
	char strs[1 << 14];
	u32 strs_len;
	u32 last;		/* the id that was given out last */
	u32 first_str;		/* of a module: where its strings begin */
};

static inline void make_begin(struct btf_make *m, const struct kpctl_btf *base)
{
	memset(m, 0, sizeof(*m));
	m->last = base ? base->end - 1 : 0;
	m->first_str = base ? base->first_str + base->strs_len : 0;
	m->strs_len = !base;	/* the empty string at 0 */
}

static inline void make_word(struct btf_make *m, u32 word)
{
	memcpy(m->types + m->types_len, &word, 4);
	m->types_len += 4;
}

static inline u32 make_str(struct btf_make *m, const char *s)
{
	u32 at = m->strs_len;

	if (!*s)
		return 0;
	strcpy(m->strs + at, s);
	m->strs_len += strlen(s) + 1;
	return m->first_str + at;
}

static inline u32 make_type(struct btf_make *m, const char *name, u32 kind, u32 vlen, u32 flag,
			    u32 ref)
{
	make_word(m, make_str(m, name));
	make_word(m, flag << 31 | kind << 24 | vlen);
	make_word(m, ref);
	return ++m->last;
}

static inline u32 make_int(struct btf_make *m, const char *name, u32 bytes, u32 encoding)
{
	u32 id = make_type(m, name, KPCTL_BTF_INT, 0, 0, bytes);

	make_word(m, encoding << 24 | 8 * bytes);
	return id;
}

static inline u32 make_array(struct btf_make *m, u32 type, u32 nr)
{
	u32 id = make_type(m, "", KPCTL_BTF_ARRAY, 0, 0, 0);

	make_word(m, type);
	make_word(m, 1);
	make_word(m, nr);
	return id;
}

static inline u32 make_ref(struct btf_make *m, u32 kind, u32 ref)
{
	return make_type(m, kind == KPCTL_BTF_TYPEDEF ? "alias" : "", kind, 0, 0, ref);
}

static inline void make_member(struct btf_make *m, const char *name, u32 type, u32 offset)
{
	make_word(m, make_str(m, name));
	make_word(m, type);
	make_word(m, offset);
}

static inline void make_param(struct btf_make *m, const char *name, u32 type)
{
	make_word(m, make_str(m, name));
	make_word(m, type);
}

/* The whole as bytes, in memory of exactly that size. */
static inline void *make_end(const struct btf_make *m, size_t *len)
{
	u32 header[6] = { 0x0001eb9f, 24, 0, m->types_len, m->types_len, m->strs_len };
	u8 *bytes = malloc(*len = sizeof(header) + m->types_len + m->strs_len);

	memcpy(bytes, header, sizeof(header));
	memcpy(bytes + sizeof(header), m->types, m->types_len);
	memcpy(bytes + sizeof(header) + m->types_len, m->strs, m->strs_len);
	return bytes;
}

#endif /* BTF_MAKE_H */
