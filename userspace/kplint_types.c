// SPDX-License-Identifier: GPL-2.0-only
/* The types of some kernel, from a file, for the names in lines. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kpr_int.h"
#include "kplint.h"
#include "spec/errors.h"

struct types {
	struct kpctl_names names;
	struct kpctl_btf btf;
};

struct bytes {
	const unsigned char *at;
	size_t len;
};

static int types_of(struct kpctl_names *names, const char *mod, const struct kpctl_btf **b,
		    struct kpctl_err *err)
{
	*b = &((struct types *)names)->btf;	/* names is its first member */
	if (!*mod)
		return 0;
	kpctl_err_fill(err, NO_BTF_OF_MODULE, err->column, mod);
	return kpctl_err_errno(KPCTL_E_NO_BTF_OF_MODULE);
}

/* Without a kernel, only the line says in which module the function is. */
static int home_of(struct kpctl_names *names, const char *sym, char *mod, struct kpctl_err *err)
{
	(void)names, (void)sym, (void)mod, (void)err;
	return 0;
}

static int within(const struct bytes *b, uint64_t at, uint64_t len)
{
	return at <= b->len && len <= b->len - at;
}

static int is_named(const struct bytes *file, const Elf64_Shdr *names, const Elf64_Shdr *s,
		    const char *name)
{
	return within(file, names->sh_offset, names->sh_size) && s->sh_name < names->sh_size &&
	       names->sh_size - s->sh_name > strlen(name) &&
	       !memcmp(file->at + names->sh_offset + s->sh_name, name, strlen(name) + 1);
}

/* The section .BTF of an ELF file; a file that is none is BTF itself. */
static struct bytes find_btf(struct bytes file)
{
	const struct bytes none = { 0 };
	Elf64_Shdr names, s;
	Elf64_Ehdr h;
	unsigned int i;

	if (file.len < sizeof(h) || memcmp(file.at, ELFMAG, SELFMAG))
		return file;
	memcpy(&h, file.at, sizeof(h));
	if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_shentsize != sizeof(s) ||
	    h.e_shstrndx >= h.e_shnum || !within(&file, h.e_shoff, h.e_shnum * sizeof(s)))
		return none;
	memcpy(&names, file.at + h.e_shoff + h.e_shstrndx * sizeof(s), sizeof(s));
	for (i = 0; i < h.e_shnum; i++) {
		memcpy(&s, file.at + h.e_shoff + i * sizeof(s), sizeof(s));
		if (s.sh_type == SHT_PROGBITS && is_named(&file, &names, &s, ".BTF") &&
		    within(&file, s.sh_offset, s.sh_size))
			return (struct bytes){ file.at + s.sh_offset, s.sh_size };
	}
	return none;
}

static struct kpctl_names *take(struct bytes file)
{
	struct bytes btf = find_btf(file);
	size_t room = kpctl_btf_room(btf.at, btf.len);
	struct types *t = room ? calloc(1, sizeof(*t) + room) : NULL;

	if (!t)
		return NULL;
	t->names.types = types_of;
	t->names.home = home_of;
	if (kpctl_btf_init(&t->btf, NULL, btf.at, btf.len, (u32 *)(t + 1))) {
		free(t);
		return NULL;
	}
	return &t->names;
}

struct kpctl_names *types_open(const char *file)
{
	struct kpctl_names *names;
	char *text;
	size_t len;
	int ret = kpr_read_file(file, &text, &len);

	if (ret) {
		fprintf(stderr, "kplint: %s: %s\n", file, strerror(-ret));
		return NULL;
	}
	names = take((struct bytes){ (unsigned char *)text, len });
	if (!names)
		fprintf(stderr, "kplint: %s: no types are in it: give /sys/kernel/btf/vmlinux of the kernel, or its vmlinux\n", file);
	return names;
}
