// SPDX-License-Identifier: LGPL-2.1-only
/* What the symbol tables of an ELF file define. */
#include <string.h>
#include "elf_file.h"

/* The name at the offset; NULL: it does not end in the table. */
static const char *name_at(const struct bytes *names, uint32_t at)
{
	if (at >= names->len || !memchr(names->at + at, '\0', names->len - at))
		return NULL;
	return (const char *)names->at + at;
}

static int tell(const struct bytes *names, const Elf64_Sym *sym, kpr_symbol_fn *fn, void *arg)
{
	struct kpr_symbol s = {
		.name = name_at(names, sym->st_name),
		.addr = sym->st_value,
		.size = sym->st_size,
		.type = ELF64_ST_TYPE(sym->st_info),
	};

	if (sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS || !s.name || !*s.name)
		return 0;
	return fn(&s, arg);
}

static int tell_all(const struct bytes *table, const struct bytes *names, kpr_symbol_fn *fn,
		    void *arg)
{
	Elf64_Sym sym;
	uint64_t at;
	int ret = 0;

	for (at = 0; !ret && bytes_have(table, at, sizeof(sym)); at += sizeof(sym)) {
		memcpy(&sym, table->at + at, sizeof(sym));
		ret = tell(names, &sym, fn, arg);
	}
	return ret;
}

int kpr_elf_symbols(const struct bytes *file, uint32_t table, kpr_symbol_fn *fn, void *arg)
{
	struct bytes symbols, names;
	unsigned int i = 0, link;
	Elf64_Shdr s, strings;
	int ret = 0;

	while (!ret && kpr_elf_next(file, &i, &s)) {
		link = s.sh_link;
		if (s.sh_type != table || s.sh_entsize != sizeof(Elf64_Sym) ||
		    !kpr_elf_next(file, &link, &strings))
			continue;
		symbols = kpr_elf_content(file, &s);
		names = kpr_elf_content(file, &strings);
		ret = tell_all(&symbols, &names, fn, arg);
	}
	return ret;
}
