// SPDX-License-Identifier: GPL-2.0-only
/* ELF files of kernels and modules: sections by name, and the build-id. */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include "kplint.h"

int elf_is(const struct bytes *file)
{
	return file->len >= sizeof(Elf64_Ehdr) && !memcmp(file->at, ELFMAG, SELFMAG);
}

/* The header, if its table of sections lies in the file */
static int read_header(const struct bytes *file, Elf64_Ehdr *h)
{
	if (!elf_is(file))
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

struct bytes elf_section(const struct bytes *file, const char *name)
{
	Elf64_Shdr names, s;
	Elf64_Ehdr h;
	unsigned int i;

	if (!read_header(file, &h))
		return (struct bytes){ 0 };
	read_section(file, &h, h.e_shstrndx, &names);
	for (i = 0; i < h.e_shnum; i++) {
		read_section(file, &h, i, &s);
		if (s.sh_type == SHT_PROGBITS && is_named(file, &names, &s, name) &&
		    bytes_have(file, s.sh_offset, s.sh_size))
			return (struct bytes){ file->at + s.sh_offset, s.sh_size };
	}
	return (struct bytes){ 0 };
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

int notes_build_id(const struct bytes *notes, uint64_t align, char *id)
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
		if (!is_build_id(notes, at, &n) || n.n_descsz > KPCTL_BUILD_ID_MAX / 2)
			continue;
		put_hex(notes->at + desc, n.n_descsz, id);
		return 1;
	}
	return 0;
}

int elf_build_id(const struct bytes *file, char *id)
{
	struct bytes notes;
	unsigned int i;
	Elf64_Shdr s;
	Elf64_Ehdr h;

	if (!read_header(file, &h))
		return 0;
	for (i = 0; i < h.e_shnum; i++) {
		read_section(file, &h, i, &s);
		if (s.sh_type != SHT_NOTE || !bytes_have(file, s.sh_offset, s.sh_size))
			continue;
		notes = (struct bytes){ file->at + s.sh_offset, s.sh_size };
		if (notes_build_id(&notes, s.sh_addralign == 8 ? 8 : 4, id))
			return 1;
	}
	return 0;
}
