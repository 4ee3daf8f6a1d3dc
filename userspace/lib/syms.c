// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Addresses to names, as the kernel's sprint_symbol() prints them. The kernel is asked
 * (KPCTL_IOC_SYMBOL) for each address that is not cached, or was cached a second ago or
 * longer. An address that has no symbol any more keeps its old name: its module has gone,
 * and hits in that module are still to be printed.
 *
 * If the kernel cannot be asked, or has no proper answer, names come from /proc/kallsyms,
 * read at the first need: a tenth of a second and some megabytes.
 *
 * All symbols of the file give names, data included: a kernel that does not name its data
 * (CONFIG_KALLSYMS_ALL) does not list them. A symbol reaches to the next symbol's
 * address, as in the kernel. For a module's last symbol the kernel knows the end of the
 * module's text, but the file does not: the symbol reaches to the end of its page.
 *
 * Modules come and go: while events come, /proc/modules is compared once a second. An
 * address that is not found may cause a reload too, at growing intervals while reloading
 * does not help.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"
#include "line/put.h"

#define SECOND		1000000000ull
#define BACKOFF_MAX	(64 * SECOND)
#define PAGE		4096ull

int kpr_syms_init(struct kpr_syms *s, const char *kallsyms, const char *modules)
{
	memset(s, 0, sizeof(*s));
	s->kallsyms = kallsyms;
	s->modules = modules;
	s->proc = "/proc";
	s->backoff = SECOND;
	s->cache = calloc(KPR_SYM_CACHE, sizeof(*s->cache));
	s->line = malloc(KPR_SYM_TEXT_MAX + KPR_WIDE);
	if (s->cache && s->line)
		return 0;
	kpr_syms_exit(s);
	return -ENOMEM;
}

int kpr_syms_begin(struct kpr_syms *s)
{
	return kpr_syms_init(s, "/proc/kallsyms", "/proc/modules");
}

void kpr_syms_exit(struct kpr_syms *s)
{
	kpr_user_exit(s);
	kpr_cgroups_exit(s);
	free(s->text);
	free(s->sym);
	free(s->cache);
	free(s->line);
	memset(s, 0, sizeof(*s));
}

/* Parsing */

static int by_address(const void *va, const void *vb)
{
	const struct kpr_sym *a = va, *b = vb;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static bool parse_hex(const char **p, uint64_t *v)
{
	const char *s = *p;
	int digits = 0;

	for (*v = 0; digits < 16; s++, digits++) {
		if (*s >= '0' && *s <= '9')
			*v = *v << 4 | (*s - '0');
		else if (*s >= 'a' && *s <= 'f')
			*v = *v << 4 | (*s - 'a' + 10);
		else
			break;
	}
	*p = s;
	return digits > 0;
}

/* "ADDR T NAME" or "ADDR T NAME\t[MOD]"; ends the names with NULs in place. */
static bool parse_sym(struct kpr_sym *sym, char *text, char *line, char *end)
{
	const char *p = line;
	char *tab;

	if (!parse_hex(&p, &sym->addr) || end - p < 4 || p[0] != ' ' || p[2] != ' ')
		return false;
	sym->absolute = p[1] == 'A' || p[1] == 'a';
	sym->name = p + 3 - text;
	sym->mod = 0;
	*end = '\0';
	tab = strchr(p + 3, '\t');
	if (tab) {
		*tab = '\0';
		if (tab[1] == '[')
			sym->mod = tab + 2 - text;
	}
	return true;
}

static size_t count_lines(const char *p, size_t len)
{
	const char *end = p + len;
	size_t n = 1;

	while ((p = memchr(p, '\n', end - p))) {
		n++;
		p++;
	}
	return n;
}

/* Symbols in the first page are left out: per-CPU offsets, which are no addresses. */
static size_t parse_all(struct kpr_syms *s, char *text, size_t len, struct kpr_sym *sym)
{
	char *line = text, *end = text + len, *nl;
	size_t n = 0;

	s->hidden = true;
	for (; line < end; line = nl + 1) {
		nl = memchr(line, '\n', end - line);
		if (!nl)
			nl = end;
		sym[n].order = n;
		if (!parse_sym(&sym[n], text, line, nl))
			continue;
		if (sym[n].addr)
			s->hidden = false;
		if (sym[n].addr >= PAGE)
			n++;
	}
	return n;
}

int kpr_syms_parse(struct kpr_syms *s, char *text, size_t len)
{
	struct kpr_sym *sym = NULL;

	if (len < UINT32_MAX)
		sym = malloc(count_lines(text, len) * sizeof(*sym));
	if (!sym) {
		free(text);
		return -ENOMEM;
	}
	free(s->text);
	free(s->sym);
	s->text = text;
	s->sym = sym;
	s->nr = parse_all(s, text, len, sym);
	qsort(sym, s->nr, sizeof(*sym), by_address);
	s->age++;
	s->loaded = true;
	return 0;
}

/* Loading */

/* A hash of names, sizes and addresses, without the reference counts and users of modules. */
static uint64_t hash_modules(const char *p)
{
	uint64_t h = 0xcbf29ce484222325ull;
	unsigned int column = 0;

	for (; *p; p++) {
		if (*p == '\n')
			column = 0;
		else if (*p == ' ')
			column++;
		if (column < 2 || column > 3)
			h = (h ^ (unsigned char)*p) * 0x100000001b3ull;
	}
	return h;
}

static bool modules_changed(struct kpr_syms *s)
{
	uint64_t hash;
	char *text;
	size_t len;

	s->checked = s->now;
	if (kpr_read_file(s->modules, &text, &len))
		return false;
	hash = hash_modules(text);
	free(text);
	if (hash == s->modules_hash)
		return false;
	s->modules_hash = hash;
	return true;
}

static void load(struct kpr_syms *s)
{
	char *text;
	size_t len;

	s->loaded = true;	/* even if reading fails: not to be tried for every address */
	s->loaded_at = s->now;
	if (!kpr_read_file(s->kallsyms, &text, &len))
		kpr_syms_parse(s, text, len);
}

static void load_first(struct kpr_syms *s)
{
	modules_changed(s);
	load(s);
}

void kpr_syms_start(struct kpr_syms *s, kpr_sym_ask_fn ask, void *arg, uint64_t now)
{
	s->now = s->aged = now;
	s->ask_arg = arg;
	if (ask(arg, 0, s->line) >= 0)
		s->ask = ask;
	else
		load_first(s);
}

void kpr_syms_tick(struct kpr_syms *s, uint64_t now)
{
	s->now = now;
	if (s->ask && now - s->aged >= SECOND) {
		s->aged = now;
		s->age++;
	}
	if (!s->loaded || now - s->checked < SECOND)
		return;
	if (modules_changed(s)) {
		s->backoff = SECOND;
		load(s);
	}
}

uint64_t kpr_syms_modules(struct kpr_syms *s)
{
	if (!s->loaded && (!s->modules_hash || s->now - s->checked >= SECOND))
		modules_changed(s);
	return s->modules_hash;
}

/* Lookup */

/* The number of the last symbol at or before addr; s->nr: no such symbol. */
static size_t find(const struct kpr_syms *s, uint64_t addr)
{
	size_t lo = 0, hi = s->nr, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (s->sym[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? lo - 1 : s->nr;
}

static bool same_module(const struct kpr_syms *s, const struct kpr_sym *a, const struct kpr_sym *b)
{
	return !strcmp(a->mod ? s->text + a->mod : "", b->mod ? s->text + b->mod : "");
}

static uint64_t end_of(const struct kpr_syms *s, const struct kpr_sym *sym, size_t next)
{
	uint64_t page = (sym->addr | (PAGE - 1)) + 1;

	if (next < s->nr && same_module(s, sym, &s->sym[next]))
		return s->sym[next].addr;
	return next < s->nr && s->sym[next].addr < page ? s->sym[next].addr : page;
}

/* The first alias, absolute symbols left out, at the address of symbol i, the last alias. */
static const struct kpr_sym *first_alias(const struct kpr_syms *s, size_t i)
{
	const struct kpr_sym *best = NULL;
	uint64_t addr = s->sym[i].addr;

	for (;; i--) {
		if (!s->sym[i].absolute)
			best = &s->sym[i];
		if (!i || s->sym[i - 1].addr != addr)
			return best;
	}
}

static const struct kpr_sym *lookup(const struct kpr_syms *s, uint64_t addr, uint64_t *size)
{
	size_t i = find(s, addr);
	const struct kpr_sym *sym;
	uint64_t end;

	if (i == s->nr)
		return NULL;
	sym = first_alias(s, i);
	if (!sym)
		return NULL;
	end = end_of(s, sym, i + 1);
	*size = end - sym->addr;
	return addr < end ? sym : NULL;
}

static const struct kpr_sym *lookup_loading(struct kpr_syms *s, uint64_t addr, uint64_t *size)
{
	const struct kpr_sym *sym;

	if (!s->loaded)
		load_first(s);
	sym = lookup(s, addr, size);
	if (sym || s->hidden || s->now - s->loaded_at < s->backoff)
		return sym;
	load(s);
	sym = lookup(s, addr, size);
	if (sym)
		s->backoff = SECOND;
	else if (s->backoff < BACKOFF_MAX)
		s->backoff *= 2;
	return sym;
}

static char *put_text(char *p, const char *text, size_t max)
{
	size_t n = strnlen(text, max);

	memcpy(p, text, n);
	return p + n;
}

unsigned int kpr_sym_name_len(const char *text, unsigned int len)
{
	const char *plus = memmem(text, len, "+0x", 3);

	return plus ? plus - text : len;
}

/* False for a negative size, which kernels before Linux 6.4 tell for data in a module. */
static bool is_proper(const char *text)
{
	const char *p = strstr(text, "/0x");
	uint64_t size;

	if (!p)
		return false;
	p += 3;
	return parse_hex(&p, &size) && size <= INT64_MAX;
}

/* The line from the file; the module follows an offset only, as in seq_print_ip_sym(). */
static unsigned int print_from_file(struct kpr_syms *s, uint64_t addr)
{
	const struct kpr_sym *sym;
	char *p = s->line;
	uint64_t size;

	sym = lookup_loading(s, addr, &size);
	if (!sym)
		return 0;
	p = put_text(p, s->text + sym->name, 512);
	*p++ = '+';
	p = kpr_put_hex(p, addr - sym->addr);
	*p++ = '/';
	p = kpr_put_hex(p, size);
	if (sym->mod) {
		p = put_text(p, " [", 2);
		p = put_text(p, s->text + sym->mod, 80);
	}
	return p - s->line;
}

/* Asks the kernel: text into s->line, and its length. 0: no symbol; below 0: no proper answer. */
static int print_asking(struct kpr_syms *s, uint64_t addr)
{
	int len = s->ask ? s->ask(s->ask_arg, addr, s->line) : -1;

	if (len <= 0)
		return len;
	s->line[len] = '\0';
	return is_proper(s->line) ? len : -1;
}

/*
 * Looks an address up and caches the text, also a number for a miss. Returns 0, or the length
 * of a text that is too long for the cache and stays in s->line.
 */
static unsigned int look_up(struct kpr_syms *s, uint64_t addr, struct kpr_sym_cached *c)
{
	int len = print_asking(s, addr);

	if (len < 0)
		len = print_from_file(s, addr);
	if (!len && c->len && c->addr == addr) {
		c->age = s->age;
		return 0;
	}
	if (!len)
		len = kpr_put_hex(s->line, addr) - s->line;
	kpr_name_clean(s->line, len);		/* a recording may say anything */
	if (len > KPR_SYM_CACHED)
		return len;
	*c = (struct kpr_sym_cached){
		.addr = addr, .age = s->age, .len = len, .name_len = kpr_sym_name_len(s->line, len),
	};
	memcpy(c->text, s->line, len);
	return 0;
}

const char *kpr_syms_look_up(struct kpr_syms *s, uint64_t addr, bool offset, unsigned int *len)
{
	struct kpr_sym_cached *c = kpr_sym_slot(s, addr);
	unsigned int n = look_up(s, addr, c);

	if (n) {
		*len = offset ? n : kpr_sym_name_len(s->line, n);
		return s->line;
	}
	*len = offset ? c->len : c->name_len;
	return c->text;
}
