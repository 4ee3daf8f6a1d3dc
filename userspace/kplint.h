/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef KPLINT_H
#define KPLINT_H

#include <stdint.h>
#include "spec/names.h"

struct bytes {
	const unsigned char *at;
	size_t len;
};

static inline int bytes_have(const struct bytes *b, uint64_t at, uint64_t len)
{
	return at <= b->len && len <= b->len - at;
}

/*
 * kplint_unpack.c: a file, unpacked, and of a kernel's image (vmlinuz) the vmlinux in it.
 * Explains a failure, and returns one without bytes. What is returned is never freed.
 */
struct bytes unpacked_file(const char *file);

/* kplint_elf.c */

/* A section of an ELF file, no bytes: the file has none of the name, or is no ELF file. */
int elf_is(const struct bytes *file);
struct bytes elf_section(const struct bytes *file, const char *name);
/* The build-id in hex, from all notes of an ELF file, or from notes alone; 0: there is none. */
int elf_build_id(const struct bytes *file, char *id);
int notes_build_id(const struct bytes *notes, uint64_t align, char *id);

/* kplint_types.c */

/*
 * The types in files, FILE[:MOD=FILE]...: BTF as it is in /sys/kernel/btf, or an ELF file
 * (vmlinux, MODULE.ko) with a section .BTF, packed or not. Explains a failure, and returns
 * NULL. What is returned is never freed.
 */
struct kpctl_names *types_open(const char *files);

/* kplint_list.c: print to standard output, 1: something was there to print */
int list_functions(struct kpctl_names *names, const char *glob);
int list_struct(struct kpctl_names *names, const char *type);

#endif /* KPLINT_H */
