/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * ELF files: kernels, modules, programs and libraries. Nothing in a file is trusted: what lies
 * outside of the file is not there.
 *
 *	elf_file.c		sections, segments, the build-id
 *	elf_symbols.c	functions by their names
 */
#ifndef KPR_ELF_FILE_H
#define KPR_ELF_FILE_H

#include <elf.h>
#include <stdbool.h>
#include "bytes.h"

/* elf_file.c */

int kpr_elf_is(const struct bytes *file);
/* The section number *i or the first one behind it, and *i behind that; false: there is none. */
bool kpr_elf_next(const struct bytes *file, unsigned int *i, Elf64_Shdr *s);
/* What a section of kpr_elf_next() has in the file; no bytes: nothing. */
struct bytes kpr_elf_content(const struct bytes *file, const Elf64_Shdr *s);
/* A section by its name, no bytes: the file has none of the name, or is no ELF file. */
struct bytes kpr_elf_section(const struct bytes *file, const char *name);
/* The address at which the section of the name is to be; 0: there is none. */
uint64_t kpr_elf_section_addr(const struct bytes *file, const char *name);
/*
 * Where in the file the byte is that is mapped at the address. *code: the segment is to be
 * executed. false: no segment has it.
 */
bool kpr_elf_offset(const struct bytes *file, uint64_t addr, uint64_t *off, bool *code);
/*
 * The build-id in hex, into KPR_BUILD_ID_MAX bytes, from all notes of an ELF file, or from notes
 * alone; 0: there is none.
 */
#define KPR_BUILD_ID_MAX	41
int kpr_elf_build_id(const struct bytes *file, char *id);
int kpr_notes_build_id(const struct bytes *notes, uint64_t align, char *id);

/* elf_symbols.c */

struct kpr_symbol {
	const char *name;
	uint64_t addr, size;	/* size 0: not known */
	unsigned char type;	/* STT_ */
};

/* Returns other than 0 to end the search. */
typedef int kpr_symbol_fn(const struct kpr_symbol *s, void *arg);

/*
 * All symbols of the table (SHT_SYMTAB or SHT_DYNSYM) that the file defines. 0, or what fn has
 * returned.
 */
int kpr_elf_symbols(const struct bytes *file, uint32_t table, kpr_symbol_fn *fn, void *arg);

#endif /* KPR_ELF_FILE_H */
