// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Places that a program's authors have named (USDT). A note in the file has the address, that of
 * a counter that the program looks at to see whether somebody watches, both names, and where
 * the arguments are:
 *
 *	8@%rdi -4@-20(%rbp) 1@$5
 *
 * a size, with a minus if the number has a sign, and an operand of the assembler.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "elf_file.h"
#include "program.h"

#define OWNER	"stapsdt"
#define TYPE	3

/* Of a note */
struct note {
	uint64_t addr, base, counter;
	const char *provider, *name, *args;
};

/* The string there, and *at behind it; NULL: it does not end. */
static const char *take_string(const struct bytes *b, uint64_t *at)
{
	const char *s = (const char *)b->at + *at;
	const char *end;

	if (*at >= b->len)
		return NULL;
	end = memchr(s, '\0', b->len - *at);
	if (!end)
		return NULL;
	*at += end + 1 - s;
	return s;
}

static bool read_note(const struct bytes *desc, struct note *n)
{
	uint64_t at = 3 * sizeof(uint64_t), numbers[3];

	if (desc->len < sizeof(numbers))
		return false;
	memcpy(numbers, desc->at, sizeof(numbers));
	n->addr = numbers[0];
	n->base = numbers[1];
	n->counter = numbers[2];
	n->provider = take_string(desc, &at);
	n->name = n->provider ? take_string(desc, &at) : NULL;
	n->args = n->name ? take_string(desc, &at) : NULL;
	return n->args;
}

/* Steps over a note: false, it does not lie in the section. *desc has no bytes if it is another's. */
static bool next_note(const struct bytes *notes, uint64_t *at, struct bytes *desc)
{
	uint64_t name, text;
	Elf64_Nhdr h;

	if (!bytes_have(notes, *at, sizeof(h)))
		return false;
	memcpy(&h, notes->at + *at, sizeof(h));
	name = *at + sizeof(h);
	text = name + ((h.n_namesz + 3ull) & ~3ull);
	if (!bytes_have(notes, name, h.n_namesz) || !bytes_have(notes, text, h.n_descsz))
		return false;
	*at = text + ((h.n_descsz + 3ull) & ~3ull);
	*desc = (struct bytes){ 0 };
	if (h.n_type == TYPE && h.n_namesz == sizeof(OWNER) &&
	    !memcmp(notes->at + name, OWNER, sizeof(OWNER)))
		*desc = (struct bytes){ notes->at + text, h.n_descsz };
	return true;
}

static int refuse(struct kpr_program_err *err, const char *path, const char *why)
{
	snprintf(err->text, sizeof(err->text), "%.100s: %.200s", path, why);
	return -EINVAL;
}

/* Whoever has moved the file's sections has moved this one too, and has left the notes alone. */
static int add_note(const struct kpr_program *p, const struct note *n,
		    struct kpr_user_places *found, struct kpr_program_err *err)
{
	uint64_t base = kpr_elf_section_addr(&p->file, ".stapsdt.base");
	uint64_t moved = base && n->base ? base - n->base : 0;
	struct kpr_user_place place = { .args = n->args };
	bool code;

	if (found->nr == KPR_PLACES_MAX)
		return refuse(err, p->path, "the name stands at too many places");
	if (!kpr_elf_offset(&p->file, n->addr + moved, &place.off, &code) || !code)
		return refuse(err, p->path, "the named place is in no code of the file");
	if (n->counter && (!kpr_elf_offset(&p->file, n->counter + moved, &place.ref, &code) || code))
		return refuse(err, p->path, "the counter of who watches is in no data of the file");
	found->place[found->nr++] = place;
	return 0;
}

static int find_in(const struct kpr_program *p, const struct bytes *notes, const char *provider,
		   const char *name, struct kpr_user_places *found, struct kpr_program_err *err)
{
	struct bytes desc;
	uint64_t at = 0;
	struct note n;
	int ret = 0;

	while (!ret && next_note(notes, &at, &desc))
		if (read_note(&desc, &n) && !strcmp(n.provider, provider) && !strcmp(n.name, name))
			ret = add_note(p, &n, found, err);
	return ret;
}

int kpr_program_find_notes(const struct kpr_program *p, const char *provider, const char *name,
			   struct kpr_user_places *found, struct kpr_program_err *err)
{
	struct bytes notes;
	unsigned int i = 0;
	Elf64_Shdr s;
	int ret = 0;

	found->nr = 0;
	while (!ret && kpr_elf_next(&p->file, &i, &s)) {
		notes = kpr_elf_content(&p->file, &s);
		if (s.sh_type == SHT_NOTE)
			ret = find_in(p, &notes, provider, name, found, err);
	}
	if (!ret && !found->nr)
		ret = refuse(err, p->path, "the file has no place of this name; readelf -n lists them");
	return ret;
}

/* Arguments */

/* Names of the parts of a register, from the whole to its lowest byte */
static const char * const registers[][5] = {
	{ "ax", "rax", "eax", "ax", "al" }, { "bx", "rbx", "ebx", "bx", "bl" },
	{ "cx", "rcx", "ecx", "cx", "cl" }, { "dx", "rdx", "edx", "dx", "dl" },
	{ "si", "rsi", "esi", "si", "sil" }, { "di", "rdi", "edi", "di", "dil" },
	{ "bp", "rbp", "ebp", "bp", "bpl" }, { "sp", "rsp", "esp", "sp", "spl" },
	{ "r8", "r8", "r8d", "r8w", "r8b" }, { "r9", "r9", "r9d", "r9w", "r9b" },
	{ "r10", "r10", "r10d", "r10w", "r10b" }, { "r11", "r11", "r11d", "r11w", "r11b" },
	{ "r12", "r12", "r12d", "r12w", "r12b" }, { "r13", "r13", "r13d", "r13w", "r13b" },
	{ "r14", "r14", "r14d", "r14w", "r14b" }, { "r15", "r15", "r15d", "r15w", "r15b" },
};

static const char *find_register(const char *name, size_t len)
{
	size_t i, part;

	for (i = 0; i < sizeof(registers) / sizeof(registers[0]); i++)
		for (part = 1; part < 5; part++)
			if (strlen(registers[i][part]) == len &&
			    !memcmp(registers[i][part], name, len))
				return registers[i][0];
	return NULL;
}

/* [OFFSET](%REGISTER) */
static int put_memory(const char *text, size_t len, struct kpr_note_arg *arg)
{
	const char *open = memchr(text, '(', len), *reg;
	long long off = 0;
	char *end;

	if (!open || text[len - 1] != ')' || open[1] != '%')
		return -EINVAL;
	if (open != text) {
		errno = 0;
		off = strtoll(text, &end, 0);
		if (end != open || errno)
			return -EINVAL;
	}
	reg = find_register(open + 2, text + len - 1 - (open + 2));
	if (!reg)
		return -EINVAL;
	snprintf(arg->source, sizeof(arg->source), "%+lld(%%%s)", off, reg);
	return 1;
}

static int put_operand(const char *text, size_t len, struct kpr_note_arg *arg)
{
	const char *reg;
	char *end;

	if (!len)
		return -EINVAL;
	if (*text == '$') {
		errno = 0;
		snprintf(arg->source, sizeof(arg->source), "\\%lld", strtoll(text + 1, &end, 0));
		return end == text + len && !errno ? 1 : -EINVAL;
	}
	if (*text != '%')
		return put_memory(text, len, arg);
	reg = find_register(text + 1, len - 1);
	if (!reg)
		return -EINVAL;
	snprintf(arg->source, sizeof(arg->source), "%%%s", reg);
	return 1;
}

/* SIZE@OPERAND; numbers with a point have no form. */
static int put_arg(const char *text, size_t len, struct kpr_note_arg *arg)
{
	const char *at = memchr(text, '@', len);
	bool negative = len && *text == '-';
	const char *digit = text + negative;

	if (!at || at != digit + 1 || !strchr("1248", *digit))
		return -EINVAL;
	arg->bytes = *digit - '0';
	snprintf(arg->type, sizeof(arg->type), "%c%d", negative ? 's' : 'u', 8 * arg->bytes);
	return put_operand(at + 1, text + len - (at + 1), arg);
}

int kpr_note_arg(const char *args, unsigned int n, struct kpr_note_arg *arg)
{
	size_t len;

	for (;; args += len) {
		args += strspn(args, " ");
		len = strcspn(args, " ");
		if (!len)
			return 0;
		if (!--n)
			return put_arg(args, len, arg);
	}
}
