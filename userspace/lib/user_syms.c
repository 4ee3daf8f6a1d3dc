// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Addresses in programs to names: what file is mapped there, as /proc/PID/maps says, and which
 * of the file's functions has the place, by its symbol table or by the functions that other files
 * may call. Files are read piece by piece, as programs can be of any size, and nothing in
 * them is trusted.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kpr_int.h"
#include "line/put.h"

#define SECOND		1000000000ull
#define CACHED		4096u
#define MAPS		256u	/* processes whose mappings are kept at a time */
#define PATH_ROOM	1024
/* More is not believed: a file with holes may claim any size. */
#define SECTIONS_MAX	4096u
#define TABLE_MAX	(64u << 20)	/* bytes of symbols */

/* A piece of a file that a process may execute */
struct mapping {
	uint64_t begin, end, off;
	uint32_t path;		/* offset in maps.paths */
};

struct maps {
	uint32_t pid;		/* 0: free */
	uint64_t read_at;
	struct mapping *map;
	unsigned int nr;
	struct kpr_buf paths;
};

struct cached {
	uint64_t addr;
	uint32_t pid;
	uint32_t age;		/* kpr_syms.age at the lookup */
	uint16_t len;		/* 0: free */
	uint16_t name_len;	/* bytes of the name, without the offset */
	char text[KPR_SYM_CACHED];
};

struct kpr_procs {
	struct cached cached[CACHED];
	struct maps maps[MAPS];
};

static void forget_maps(struct maps *m)
{
	free(m->map);
	kpr_buf_free(&m->paths);
	*m = (struct maps){ 0 };
}

void kpr_user_exit(struct kpr_syms *s)
{
	unsigned int i;

	if (!s->procs)
		return;
	for (i = 0; i < MAPS; i++)
		forget_maps(&s->procs->maps[i]);
	free(s->procs);
	s->procs = NULL;
}

/* Mappings */

/* "BEGIN-END r-xp OFF DEV INODE   PATH", of what may be executed and is a file */
static bool parse_mapping(char *line, struct mapping *m, const char **path)
{
	int at = 0;
	char exec;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*c%*c%c%*c %" SCNx64 " %*s %*s %n", &m->begin,
		   &m->end, &exec, &m->off, &at) != 4 || !at || exec != 'x' || line[at] != '/')
		return false;
	*path = line + at;
	return true;
}

static bool add_mapping(struct maps *m, struct mapping *new, const char *path)
{
	size_t len = strlen(path) + 1;
	struct mapping *more;

	if (kpr_buf_room(&m->paths, len))
		return false;
	if (!(m->nr & (m->nr - 1))) {		/* full: 0, 1, 2, 4, ... */
		more = realloc(m->map, (m->nr ? 2 * m->nr : 1) * sizeof(*more));
		if (!more)
			return false;
		m->map = more;
	}
	new->path = m->paths.len;
	memcpy(m->paths.data + m->paths.len, path, len);
	m->paths.len += len;
	m->map[m->nr++] = *new;
	return true;
}

/* A process that has gone keeps the mappings that it had. */
static void read_maps(struct maps *m, const char *proc, uint32_t pid, uint64_t now)
{
	char path[64], line[PATH_ROOM + 128];
	struct maps new = { .pid = pid, .read_at = now };
	const char *file;
	struct mapping map;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%u/maps", proc, pid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		if (parse_mapping(line, &map, &file) && !add_mapping(&new, &map, file))
			break;
	}
	if (f)
		fclose(f);
	if (!new.nr && m->pid == pid) {
		m->read_at = now;
		forget_maps(&new);
		return;
	}
	forget_maps(m);
	*m = new;
}

static const struct mapping *find_mapping(const struct maps *m, uint64_t addr)
{
	unsigned int i;

	for (i = 0; i < m->nr; i++)
		if (addr >= m->map[i].begin && addr < m->map[i].end)
			return &m->map[i];
	return NULL;
}

/* Mappings are read again after a second: the process may be another program by then. */
static const struct maps *maps_of(struct kpr_syms *s, uint32_t pid)
{
	struct maps *m = &s->procs->maps[pid % MAPS];

	if (m->pid != pid || s->now - m->read_at >= SECOND)
		read_maps(m, s->proc, pid, s->now);
	return m;
}

/* Symbols */

struct best {
	Elf64_Sym sym;
	bool found;
};

static bool read_whole(int fd, uint64_t at, void *to, size_t size)
{
	return at <= INT64_MAX && pread(fd, to, size, at) == (ssize_t)size;
}

/* The address at which the file wants its byte `off` to be. */
static bool to_address(int fd, const Elf64_Ehdr *h, uint64_t off, uint64_t *addr)
{
	Elf64_Phdr p;
	unsigned int i;

	for (i = 0; i < h->e_phnum; i++) {
		if (!read_whole(fd, h->e_phoff + i * sizeof(p), &p, sizeof(p)))
			return false;
		if (p.p_type != PT_LOAD || off < p.p_offset || off - p.p_offset >= p.p_filesz)
			continue;
		*addr = off - p.p_offset + p.p_vaddr;
		return true;
	}
	return false;
}

static bool find_table(int fd, const Elf64_Ehdr *h, uint32_t type, Elf64_Shdr *table)
{
	unsigned int i;

	for (i = 0; i < h->e_shnum; i++)
		if (!read_whole(fd, h->e_shoff + i * sizeof(*table), table, sizeof(*table)))
			return false;
		else if (table->sh_type == type)
			return true;
	return false;
}

/* The function that begins nearest before the address; of several there, the first. */
static void look_at(const Elf64_Sym *sym, uint64_t addr, struct best *best)
{
	unsigned int type = ELF64_ST_TYPE(sym->st_info);

	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || !sym->st_shndx || sym->st_value > addr ||
	    (best->found && sym->st_value <= best->sym.st_value))
		return;
	best->sym = *sym;
	best->found = true;
}

static bool find_function(int fd, const Elf64_Shdr *table, uint64_t addr, struct best *best)
{
	Elf64_Sym sym[256];
	uint64_t at = table->sh_offset, end;
	ssize_t n, i;

	best->found = false;
	if (table->sh_size > TABLE_MAX || __builtin_add_overflow(at, table->sh_size, &end) ||
	    end > INT64_MAX)
		return false;
	while (at < end) {
		n = pread(fd, sym, end - at < sizeof(sym) ? end - at : sizeof(sym), at);
		if (n < (ssize_t)sizeof(*sym))
			break;
		n /= sizeof(*sym);
		for (i = 0; i < n; i++)
			look_at(&sym[i], addr, best);
		at += n * sizeof(*sym);
	}
	return best->found && (!best->sym.st_size || addr - best->sym.st_value < best->sym.st_size);
}

#define NAME_MAX_LEN	300

/* What is not printable, or would end a frame, becomes a '?'. */
static unsigned int read_name(int fd, const Elf64_Ehdr *h, const Elf64_Shdr *table,
			      const Elf64_Sym *sym, char *name)
{
	Elf64_Shdr strings;
	ssize_t n;
	unsigned int len;

	if (!read_whole(fd, h->e_shoff + (uint64_t)table->sh_link * sizeof(strings), &strings,
			sizeof(strings)) || strings.sh_offset > INT64_MAX - UINT32_MAX)
		return 0;
	n = pread(fd, name, NAME_MAX_LEN, strings.sh_offset + sym->st_name);
	for (len = 0; n > 0 && len < n && name[len]; len++)
		if (name[len] <= ' ' || name[len] > '~' || name[len] == ';')
			name[len] = '?';
	return len;
}

/* "NAME+0xOFF/0xSIZE" of what is at the offset in the file; the length, 0: nothing is known. */
static unsigned int name_of(int fd, uint64_t off, char *text)
{
	static const uint32_t types[] = { SHT_SYMTAB, SHT_DYNSYM };
	struct best best;
	Elf64_Shdr table;
	Elf64_Ehdr h;
	uint64_t addr;
	unsigned int i, len;

	if (!read_whole(fd, 0, &h, sizeof(h)) || memcmp(h.e_ident, ELFMAG, SELFMAG) ||
	    h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_shentsize != sizeof(Elf64_Shdr) ||
	    h.e_phentsize != sizeof(Elf64_Phdr) || h.e_shnum > SECTIONS_MAX ||
	    h.e_phnum > SECTIONS_MAX || !to_address(fd, &h, off, &addr))
		return 0;
	for (i = 0; i < 2; i++) {
		if (!find_table(fd, &h, types[i], &table) || !find_function(fd, &table, addr, &best))
			continue;
		len = read_name(fd, &h, &table, &best.sym, text);
		if (len)
			return len + sprintf(text + len, "+0x%" PRIx64 "/0x%" PRIx64,
					     addr - best.sym.st_value, best.sym.st_size);
	}
	return 0;
}

/* Opens a file and nothing else: what opening a device does is its own affair. */
static int open_regular(const char *path)
{
	int fd = -1, place = open(path, O_PATH | O_CLOEXEC);
	char text[64];
	struct stat st;

	if (place < 0)
		return -1;
	snprintf(text, sizeof(text), "/proc/self/fd/%d", place);
	if (!fstat(place, &st) && S_ISREG(st.st_mode))
		fd = open(text, O_RDONLY | O_CLOEXEC);
	close(place);
	return fd;
}

/*
 * The file as the process sees it, which may be in a container, or as we do. Whoever owns the
 * process may have put anything in its place.
 */
static int open_file(const struct kpr_syms *s, uint32_t pid, const char *path)
{
	char text[PATH_ROOM + 64];
	int fd;

	snprintf(text, sizeof(text), "%s/%u/root%s", s->proc, pid, path);
	fd = open_regular(text);
	return fd >= 0 ? fd : open_regular(path);
}

/* "NAME+0xOFF/0xSIZE [FILE]", or "PATH+0xOFF" */
static unsigned int print_mapped(const struct kpr_syms *s, uint32_t pid, const char *path,
				 uint64_t off, char *text)
{
	static const char deleted[] = " (deleted)";
	const char *file = strrchr(path, '/') + 1;
	size_t len = strlen(path);
	unsigned int n = 0;
	int fd;

	if (len > strlen(deleted) && !strcmp(path + len - strlen(deleted), deleted))
		len -= strlen(deleted);		/* another may be there by now */
	else if ((fd = open_file(s, pid, path)) >= 0) {
		n = name_of(fd, off, text);
		close(fd);
	}
	if (n)
		return n + snprintf(text + n, KPR_SYM_TEXT_MAX - n, " [%.*s]",
				    (int)(len - (file - path) < 200 ? len - (file - path) : 200),
				    file);
	return snprintf(text, KPR_SYM_TEXT_MAX, "%.*s+0x%" PRIx64, (int)(len < 600 ? len : 600), path,
			off);
}

static unsigned int print_live(struct kpr_syms *s, uint32_t pid, uint64_t addr)
{
	const struct maps *m = maps_of(s, pid);
	const struct mapping *map = find_mapping(m, addr);

	if (!map)
		return 0;
	return print_mapped(s, pid, m->paths.data + map->path, addr - map->begin + map->off,
			    s->line);
}

/* Names */

static struct cached *cached_at(struct kpr_procs *p, uint32_t pid, uint64_t addr)
{
	return &p->cached[((addr ^ pid) * 0x9e3779b97f4a7c15ull >> 32) % CACHED];
}

static bool is_cached(const struct cached *c, uint32_t pid, uint64_t addr)
{
	return c->len && c->pid == pid && c->addr == addr;
}

/*
 * The text into s->line and the cache. What has no name any more keeps the one that it had. A
 * text that is too long for the cache is in s->line alone: its length, else 0.
 */
static unsigned int look_up(struct kpr_syms *s, uint32_t pid, uint64_t addr, struct cached *c)
{
	unsigned int len = s->ask_user ? s->ask_user(s->ask_arg, pid, addr, s->line) :
					 print_live(s, pid, addr);

	if (!len && is_cached(c, pid, addr)) {
		c->age = s->age;
		return 0;
	}
	if (!len)
		len = kpr_put_hex(s->line, addr) - s->line;
	kpr_name_clean(s->line, len);		/* a path, or what a recording says */
	if (len > KPR_SYM_CACHED)
		return len;
	*c = (struct cached){
		.addr = addr, .pid = pid, .age = s->age, .len = len,
		.name_len = kpr_sym_name_len(s->line, len),
	};
	memcpy(c->text, s->line, len);
	return 0;
}

const char *kpr_user_get(struct kpr_syms *s, uint32_t pid, uint64_t addr, bool offset,
			 unsigned int *len)
{
	struct cached *c;
	unsigned int n;

	if (!s->procs)
		s->procs = calloc(1, sizeof(*s->procs));
	if (!s->procs) {
		*len = kpr_put_hex(s->line, addr) - s->line;
		return s->line;
	}
	c = cached_at(s->procs, pid, addr);
	if (!is_cached(c, pid, addr) || c->age != s->age) {
		n = look_up(s, pid, addr, c);
		if (n) {
			*len = offset ? n : kpr_sym_name_len(s->line, n);
			return s->line;
		}
	}
	*len = offset ? c->len : c->name_len;
	return c->text;
}
