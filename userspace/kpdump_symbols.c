// SPDX-License-Identifier: GPL-2.0-only
/*
 * Symbols for a dump: System.map and vmlinux have the addresses that the kernel was linked for, a
 * copy of /proc/kallsyms those where it ran. One symbol, whose place is known, tells how far a
 * kernel was moved.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "elf_file.h"
#include "kpdump.h"

#define KNOWN		"vprintk"
#define KERNEL_START	0xffffffff80000000ull	/* below it are counts, and addresses per CPU */

struct table {
	uint64_t known;		/* where KNOWN stands in the dump */
	uint64_t moved;
	bool is_found;
	struct kpr_buf text;
	int err;
};

static int map_file(const char *path, struct bytes *b)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || !st.st_size) {
		close(fd);
		return -EPROTO;
	}
	p = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return -errno;
	*b = (struct bytes){ p, st.st_size };
	return 0;
}

static int put_symbol(struct table *t, uint64_t addr, char type, const char *name, size_t len)
{
	if (addr >= KERNEL_START)
		addr += t->moved;
	if (kpr_buf_room(&t->text, len + 32))
		return t->err = -ENOMEM;
	t->text.len += sprintf(t->text.data + t->text.len, "%016llx %c %.*s\n",
			       (unsigned long long)addr, type, (int)len, name);
	return 0;
}

static void meet(struct table *t, uint64_t addr, const char *name, size_t len)
{
	if (len != strlen(KNOWN) || memcmp(name, KNOWN, len))
		return;
	t->moved = t->known - addr;
	t->is_found = true;
}

/* ELF */

static int meet_elf(const struct kpr_symbol *s, void *arg)
{
	meet(arg, s->addr, s->name, strlen(s->name));
	return 0;
}

static int put_elf(const struct kpr_symbol *s, void *arg)
{
	if (s->type != STT_FUNC && s->type != STT_OBJECT && s->type != STT_NOTYPE)
		return 0;
	return put_symbol(arg, s->addr, s->type == STT_FUNC ? 't' : 'd', s->name, strlen(s->name));
}

static int read_elf(struct table *t, const struct bytes *file)
{
	kpr_elf_symbols(file, SHT_SYMTAB, meet_elf, t);
	if (!t->is_found)
		return -ENOENT;
	return kpr_elf_symbols(file, SHT_SYMTAB, put_elf, t);
}

/* Text */

/* "ADDR TYPE NAME", and in a kallsyms a tab and the module behind it. False: it is none. */
static bool take_line(const char *line, size_t len, uint64_t *addr, const char **name,
		      size_t *name_len)
{
	char copy[20] = "", *end;

	if (len < 20 || line[16] != ' ' || line[18] != ' ')
		return false;
	memcpy(copy, line, 16);
	*addr = strtoull(copy, &end, 16);
	*name = line + 19;
	*name_len = strcspn(*name, "\t\n");
	return end == copy + 16;
}

static int read_lines(struct table *t, const struct bytes *file, bool put)
{
	const char *line = (const char *)file->at, *end = line + file->len, *nl, *name;
	unsigned int lines = 0;
	uint64_t addr;
	size_t len;

	for (; (nl = memchr(line, '\n', end - line)); line = nl + 1) {
		if (!take_line(line, nl - line, &addr, &name, &len))
			continue;
		lines++;
		if (!put)
			meet(t, addr, name, len);
		/* with the module, as it is */
		else if (put_symbol(t, addr, line[17], name, nl - name))
			return t->err;
	}
	return lines ? 0 : -EPROTO;
}

static int read_text(struct table *t, const struct bytes *file)
{
	int ret = read_lines(t, file, false);

	if (ret)
		return ret;
	return t->is_found ? read_lines(t, file, true) : -ENOENT;
}

int symbols_read(const char *path, uint64_t known, char **text)
{
	struct table t = { .known = known };
	struct bytes file;
	int ret = map_file(path, &file);

	if (ret)
		return ret;
	ret = kpr_elf_is(&file) ? read_elf(&t, &file) : read_text(&t, &file);
	munmap((void *)file.at, file.len);
	if (!ret)
		ret = t.err ? t.err : kpr_buf_room(&t.text, 1);
	if (ret) {
		kpr_buf_free(&t.text);
		return ret;
	}
	t.text.data[t.text.len] = '\0';
	*text = t.text.data;
	return 0;
}
