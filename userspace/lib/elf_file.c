// SPDX-License-Identifier: LGPL-2.1-only
/* ELF files: sections by name, addresses in the file, and the build-id. */
#include <stdio.h>
#include <string.h>
#include "elf_file.h"

int kpr_elf_is(const struct bytes *file)
{
	return file->len >= sizeof(Elf64_Ehdr) && !memcmp(file->at, ELFMAG, SELFMAG);
}

/* The header, if its table of sections lies in the file */
static int read_header(const struct bytes *file, Elf64_Ehdr *h)
{
	if (!kpr_elf_is(file))
		return 0;
	memcpy(h, file->at, sizeof(*h));
	return h->e_ident[EI_CLASS] == ELFCLASS64 && h->e_shentsize == sizeof(Elf64_Shdr) &&
	       h->e_shstrndx < h->e_shnum &&
	       bytes_have(file, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr));
}

static void read_section(const struct bytes *file, const Elf64_Ehdr *h, unsigned int i,
			 Elf64_Shdr *s)
{
	memcpy(s, file->at + h->e_shoff + i * sizeof(*s), sizeof(*s));
}

static int is_named(const struct bytes *file, const Elf64_Shdr *names, const Elf64_Shdr *s,
		    const char *name)
{
	return bytes_have(file, names->sh_offset, names->sh_size) && s->sh_name < names->sh_size &&
	       names->sh_size - s->sh_name > strlen(name) &&
	       !memcmp(file->at + names->sh_offset + s->sh_name, name, strlen(name) + 1);
}

bool kpr_elf_next(const struct bytes *file, unsigned int *i, Elf64_Shdr *s)
{
	Elf64_Ehdr h;

	if (!read_header(file, &h) || *i >= h.e_shnum)
		return false;
	read_section(file, &h, (*i)++, s);
	return true;
}

struct bytes kpr_elf_content(const struct bytes *file, const Elf64_Shdr *s)
{
	if (s->sh_type == SHT_NOBITS || !bytes_have(file, s->sh_offset, s->sh_size))
		return (struct bytes){ 0 };
	return (struct bytes){ file->at + s->sh_offset, s->sh_size };
}

static bool find_section(const struct bytes *file, const char *name, Elf64_Shdr *s)
{
	Elf64_Shdr names;
	unsigned int i = 0;
	Elf64_Ehdr h;

	if (!read_header(file, &h))
		return false;
	read_section(file, &h, h.e_shstrndx, &names);
	while (kpr_elf_next(file, &i, s))
		if (s->sh_type == SHT_PROGBITS && is_named(file, &names, s, name))
			return true;
	return false;
}

struct bytes kpr_elf_section(const struct bytes *file, const char *name)
{
	Elf64_Shdr s;

	if (!find_section(file, name, &s))
		return (struct bytes){ 0 };
	return kpr_elf_content(file, &s);
}

uint64_t kpr_elf_section_addr(const struct bytes *file, const char *name)
{
	Elf64_Shdr s;

	return find_section(file, name, &s) ? s.sh_addr : 0;
}

/* Segments */

bool kpr_elf_offset(const struct bytes *file, uint64_t addr, uint64_t *off, bool *code)
{
	unsigned int i;
	Elf64_Ehdr h;
	Elf64_Phdr p;

	if (!kpr_elf_is(file))
		return false;
	memcpy(&h, file->at, sizeof(h));
	if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_phentsize != sizeof(p) ||
	    !bytes_have(file, h.e_phoff, (uint64_t)h.e_phnum * sizeof(p)))
		return false;
	for (i = 0; i < h.e_phnum; i++) {
		memcpy(&p, file->at + h.e_phoff + i * sizeof(p), sizeof(p));
		if (p.p_type != PT_LOAD || addr < p.p_vaddr || addr - p.p_vaddr >= p.p_filesz ||
		    !bytes_have(file, p.p_offset, p.p_filesz))
			continue;
		*off = p.p_offset + (addr - p.p_vaddr);
		*code = p.p_flags & PF_X;
		return true;
	}
	return false;
}

/* Notes */

static uint64_t aligned(uint64_t len, uint64_t align)
{
	return (len + align - 1) / align * align;
}

static int is_build_id(const struct bytes *notes, uint64_t at, const Elf64_Nhdr *n)
{
	return n->n_type == NT_GNU_BUILD_ID && n->n_namesz == sizeof(ELF_NOTE_GNU) &&
	       !memcmp(notes->at + at, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU));
}

static void put_hex(const unsigned char *at, size_t len, char *id)
{
	for (; len; len--, id += 2)
		sprintf(id, "%02x", *at++);
}

int kpr_notes_build_id(const struct bytes *notes, uint64_t align, char *id)
{
	uint64_t at, desc, next;
	Elf64_Nhdr n;

	for (at = 0; bytes_have(notes, at, sizeof(n)); at = next) {
		memcpy(&n, notes->at + at, sizeof(n));
		at += sizeof(n);
		desc = at + aligned(n.n_namesz, align);
		next = desc + aligned(n.n_descsz, align);
		if (!bytes_have(notes, at, n.n_namesz) || !bytes_have(notes, desc, n.n_descsz))
			break;
		if (!is_build_id(notes, at, &n) || !n.n_descsz ||
		    n.n_descsz > KPR_BUILD_ID_MAX / 2)
			continue;
		put_hex(notes->at + desc, n.n_descsz, id);
		return 1;
	}
	return 0;
}

int kpr_elf_build_id(const struct bytes *file, char *id)
{
	struct bytes notes;
	unsigned int i = 0;
	Elf64_Shdr s;

	while (kpr_elf_next(file, &i, &s)) {
		if (s.sh_type != SHT_NOTE)
			continue;
		notes = kpr_elf_content(file, &s);
		if (kpr_notes_build_id(&notes, s.sh_addralign == 8 ? 8 : 4, id))
			return 1;
	}
	return 0;
}
