// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Functions of a program by their names: of its symbol table, else of that in its debug file,
 * else of those that other files may call. The kernel takes any offset, also one that is no
 * text or the middle of an instruction, and the program then runs other code: what is no first
 * byte of an instruction of a function is refused here.
 */
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "elf_file.h"
#include "line/line.h"
#include "program.h"
#include "x86.h"

struct search {
	const char *name;
	bool pattern;
	uint64_t addr[KPR_PLACES_MAX];
	unsigned int nr;	/* may be more than KPR_PLACES_MAX */
	uint64_t size;		/* of the last one; 0: not known */
	bool is_chosen, is_data;	/* symbols of the name that are no functions */
	const char *near;	/* the symbol whose name begins most like it */
	size_t near_len;
};

static int refuse(struct kpr_program_err *err, const char *what, const char *path, const char *why)
{
	snprintf(err->text, sizeof(err->text), "%.60s in %.90s: %.150s", what, path, why);
	kpr_text_clean(err->text, strlen(err->text));	/* a file may call its functions anything */
	return -EINVAL;
}

static bool matches(const struct search *s, const char *name)
{
	return s->pattern ? !fnmatch(s->name, name, 0) : !strcmp(s->name, name);
}

static void keep_near(struct search *s, const char *name)
{
	size_t len = 0;

	while (s->name[len] && s->name[len] == name[len])
		len++;
	if (len < s->near_len || !len ||
	    (len == s->near_len && strlen(name) >= strlen(s->near)))
		return;
	s->near = name;
	s->near_len = len;
}

/* Several names may stand for one function. */
static void keep(struct search *s, const struct kpr_symbol *sym)
{
	unsigned int i;

	for (i = 0; i < s->nr && i < KPR_PLACES_MAX; i++)
		if (s->addr[i] == sym->addr)
			return;
	if (i < KPR_PLACES_MAX)
		s->addr[i] = sym->addr;
	s->nr++;
	s->size = sym->size;
}

static int look(const struct kpr_symbol *sym, void *arg)
{
	struct search *s = arg;
	bool is_function = sym->type == STT_FUNC || (sym->type == STT_NOTYPE && !s->pattern);

	if (is_function)
		keep_near(s, sym->name);
	if (!matches(s, sym->name))
		return 0;
	if (is_function)
		keep(s, sym);
	else if (sym->type == STT_GNU_IFUNC)
		s->is_chosen = true;
	else
		s->is_data = true;
	return 0;
}

static void search(const struct kpr_program *p, struct search *s)
{
	kpr_elf_symbols(&p->file, SHT_SYMTAB, look, s);
	if (!s->nr)
		kpr_elf_symbols(&p->debug, SHT_SYMTAB, look, s);
	if (!s->nr)
		kpr_elf_symbols(&p->file, SHT_DYNSYM, look, s);
}

static int refuse_none(const struct kpr_program *p, const struct search *s,
		       struct kpr_program_err *err)
{
	char why[200];

	if (s->is_chosen)
		return refuse(err, s->name, p->path,
			      "the program chooses one of several functions when it starts: name one of these, as its symbol table does");
	if (s->is_data)
		return refuse(err, s->name, p->path, "this is no function");
	if (!s->near)
		return refuse(err, s->name, p->path,
			      "the file names no function like that: its symbols may be in another package, of debugging symbols");
	snprintf(why, sizeof(why), "the file names no function like that; near: %.100s", s->near);
	return refuse(err, s->name, p->path, why);
}

static int refuse_several(const struct kpr_program *p, const struct search *s,
			  struct kpr_program_err *err)
{
	char why[200];
	uint64_t off = 0;
	bool code;

	if (s->nr > KPR_PLACES_MAX) {
		snprintf(why, sizeof(why), "%u functions match, at most %u are taken", s->nr,
			 KPR_PLACES_MAX);
		return refuse(err, s->name, p->path, why);
	}
	kpr_elf_offset(&p->file, s->addr[0], &off, &code);
	snprintf(why, sizeof(why),
		 "%u functions have this name: write the offset of one, as 0x%" PRIx64 ", or a pattern as %.40s* for all",
		 s->nr, off, s->name);
	return refuse(err, s->name, p->path, why);
}

/* Instructions */

/* Is there an instruction's first byte so far behind the function's start? */
static int check_inside(const struct kpr_program *p, const char *name, uint64_t start,
			uint64_t size, uint64_t inside, struct kpr_program_err *err)
{
	uint64_t at = 0, before = 0;
	char why[200];
	size_t len;

	if (size && inside >= size) {
		snprintf(why, sizeof(why), "the function ends at +0x%" PRIx64, size);
		return refuse(err, name, p->path, why);
	}
	while (at < inside) {
		len = bytes_have(&p->file, start + at, 1) ?
			kpr_x86_length(p->file.at + start + at, p->file.len - start - at) : 0;
		if (!len) {
			snprintf(why, sizeof(why),
				 "what instruction is at +0x%" PRIx64 " is not known here, so none behind it is: write the offset in the file",
				 at);
			return refuse(err, name, p->path, why);
		}
		before = at;
		at += len;
	}
	if (at == inside)
		return 0;
	snprintf(why, sizeof(why), "instructions begin at +0x%" PRIx64 " and +0x%" PRIx64 ", none in between",
		 before, at);
	return refuse(err, name, p->path, why);
}

/*
 * The kernel runs an endbr64 in a place of its own, which takes two traps, and most of what
 * follows it without that. Registers and stack are the same behind it.
 */
static uint64_t behind_endbr(const struct kpr_program *p, uint64_t off)
{
	static const unsigned char endbr[] = { 0xf3, 0x0f, 0x1e, 0xfa };

	if (bytes_have(&p->file, off, sizeof(endbr) + 1) &&
	    !memcmp(p->file.at + off, endbr, sizeof(endbr)))
		off += sizeof(endbr);
	return off;
}

/* Addresses to offsets */

static int add_place(const struct kpr_program *p, const char *name, uint64_t addr,
		     struct kpr_user_places *found, struct kpr_program_err *err)
{
	uint64_t off;
	bool code;

	if (!kpr_elf_offset(&p->file, addr, &off, &code) || !code)
		return refuse(err, name, p->path, "its address is in no code of the file");
	found->place[found->nr++] = (struct kpr_user_place){ .off = off };
	return 0;
}

/* SYMBOL+OFFSET: what stands behind the '+', which is cut off */
static int take_offset(const char *path, char *name, uint64_t *inside, bool *exact,
		       struct kpr_program_err *err)
{
	char *plus = strchr(name, '+'), *end;

	*exact = plus;
	*inside = 0;
	if (!plus)
		return 0;
	errno = 0;
	*inside = strtoull(plus + 1, &end, 0);
	if (plus[1] < '0' || plus[1] > '9' || *end || errno)
		return refuse(err, name, path, "behind the + stands how many bytes into the function");
	*plus = '\0';
	return 0;
}

static int find(const struct kpr_program *p, struct search *s, char *name,
		struct kpr_user_places *found, struct kpr_program_err *err)
{
	uint64_t inside;
	unsigned int i;
	bool exact;
	int ret = take_offset(p->path, name, &inside, &exact, err);

	if (ret)
		return ret;
	s->name = name;
	s->pattern = strpbrk(name, "*?[");
	if (s->pattern && exact)
		return refuse(err, name, p->path, "a pattern stands for functions, without an offset");
	search(p, s);
	if (!s->nr || (s->is_chosen && !s->pattern))
		return refuse_none(p, s, err);
	if (s->nr > (s->pattern ? KPR_PLACES_MAX : 1))
		return refuse_several(p, s, err);
	for (i = 0; i < s->nr && !ret; i++)
		ret = add_place(p, name, s->addr[i], found, err);
	if (ret || !exact) {
		for (i = 0; i < found->nr; i++)
			found->place[i].off = behind_endbr(p, found->place[i].off);
		return ret;
	}
	ret = check_inside(p, name, found->place[0].off, s->size, inside, err);
	found->place[0].off += inside;
	return ret;
}

int kpr_program_find(const struct kpr_program *p, const char *name, struct kpr_user_places *found,
		     struct kpr_program_err *err)
{
	struct search *s = calloc(1, sizeof(*s));
	char *copy = strdup(name);
	int ret = -ENOMEM;

	found->nr = 0;
	if (s && copy)
		ret = find(p, s, copy, found, err);
	free(copy);
	free(s);
	return ret;
}
