// SPDX-License-Identifier: GPL-2.0
/*
 * oracle blacklist		every line of the kernel's own blacklist, asked of `check`
 * oracle sample N SEED		N text symbols of the kernel proper, asked of `check`,
 *				then really planted; and of tracefs, whose yes must
 *				not be our no
 *
 * Prints what is wrong, at most 20 lines, then a line of counts. Status 0: all as
 * it should be.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEBUGFS "/sys/kernel/debug/"
#define D DEBUGFS "kprobectl/"
#define T "/sys/kernel/tracing/"

#define TRACEFS_EACH 8

static int wrong;
static char verdict[4096];

static void complain(const char *what, const char *name, unsigned long addr)
{
	if (++wrong <= 20)
		printf("%s: %s at %#lx: %s\n", what, name, addr, verdict);
}

static void ask(const char *place)
{
	int fd = open(D "check", O_RDWR);
	ssize_t n = -1;

	if (fd >= 0 && write(fd, place, strlen(place)) > 0)
		n = read(fd, verdict, sizeof(verdict) - 1);
	verdict[n > 0 ? n - (verdict[n - 1] == '\n') : 0] = 0;
	close(fd);
}

static int put(const char *file, const char *text)
{
	int fd = open(file, O_WRONLY | O_APPEND), ret;

	ret = write(fd, text, strlen(text)) == (ssize_t)strlen(text) ? 0 : -errno;
	close(fd);
	return ret;
}

static int verdict_is(const char *word)
{
	return !strncmp(verdict, word, strlen(word));
}

static void blacklist(void)
{
	FILE *f = fopen(DEBUGFS "kprobes/blacklist", "r");
	unsigned long start, end, n = 0;
	char name[512], place[64];

	if (!f)
		exit(2);
	while (fscanf(f, "%lx-%lx %511s", &start, &end, name) == 3) {
		snprintf(place, sizeof(place), "0x%lx\n", start);
		ask(place);
		n++;
		/* The padding in front of a blacklisted function is listed too. */
		if (verdict_is("refused:") && !strncmp(name, "__pfx_", 6) &&
		    strstr(verdict, "padding"))
			continue;
		if (!verdict_is("refused:") || !strstr(verdict, "blacklisted"))
			complain("not refused as blacklisted", name, start);
	}
	printf("%lu entries, %d wrong\n", n, wrong);
	if (!n)
		wrong = 1;
}

struct symbol {
	unsigned long addr;
	char *name;
	int twice;		/* the name does not say which */
};

static struct symbol *symbols;
static size_t n_symbols;

static int by_name(const void *a, const void *b)
{
	return strcmp(((struct symbol *)a)->name, ((struct symbol *)b)->name);
}

static void read_symbols(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	char line[1024], name[512], type;
	unsigned long addr;
	size_t i;

	symbols = calloc(400000, sizeof(*symbols));
	while (f && fgets(line, sizeof(line), f) && n_symbols < 400000) {
		if (strchr(line, '[') || sscanf(line, "%lx %c %511s", &addr, &type, name) != 3)
			continue;
		if (type != 't' && type != 'T')
			continue;
		symbols[n_symbols].addr = addr;
		symbols[n_symbols++].name = strdup(name);
	}
	qsort(symbols, n_symbols, sizeof(*symbols), by_name);
	for (i = 1; i < n_symbols; i++)
		if (!strcmp(symbols[i].name, symbols[i - 1].name))
			symbols[i].twice = symbols[i - 1].twice = 1;
}

static unsigned long n_ok, n_refused, n_returns, n_tracefs;

static int plant(const char *kind, const char *place)
{
	char line[640];

	snprintf(line, sizeof(line), "%s:oracle/%s %s", kind, kind, place);
	return put(D "control", line);
}

static int tracefs_plants(const char *place)
{
	char line[640];

	snprintf(line, sizeof(line), "p:oracle/x %s", place);
	if (put(T "kprobe_events", line))
		return 0;
	put(T "kprobe_events", "-:oracle/x\n");
	return 1;
}

static void one(struct symbol *s, unsigned long nr)
{
	char place[600];
	int p, r, returns;

	/* A look-up by name is slow under emulation; a quarter of them will do. */
	if (s->twice || nr % 4)
		snprintf(place, sizeof(place), "0x%lx\n", s->addr);
	else
		snprintf(place, sizeof(place), "%s\n", s->name);
	ask(place);
	returns = strstr(verdict, "returns too") != NULL;
	if (!verdict_is("ok:") && !verdict_is("refused:"))
		complain("no verdict", s->name, s->addr);
	p = plant("p", place);
	r = plant("r", place);
	if (verdict_is("ok:") ? p : !p)
		complain("the plant says otherwise", s->name, s->addr);
	if (returns ? r : !r)
		complain("the return probe says otherwise", s->name, s->addr);
	if ((!p || !r) && put(D "control", "-:oracle/\n"))
		complain("cannot be removed", s->name, s->addr);
	if (nr % TRACEFS_EACH == 0 && tracefs_plants(place)) {
		n_tracefs++;
		if (!verdict_is("ok:") && strncmp(s->name, "__SCT__", 7))
			complain("tracefs takes it", s->name, s->addr);
	}
	n_ok += verdict_is("ok:");
	n_refused += verdict_is("refused:");
	n_returns += returns;
}

static void sample(unsigned long n, unsigned long long state)
{
	unsigned long i;

	read_symbols();
	if (!n_symbols)
		exit(2);
	for (i = 0; i < n; i++) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		one(&symbols[(state >> 20) % n_symbols], i);
	}
	printf("%lu ok (%lu returns too), %lu refused, tracefs took %lu of %lu, %d wrong\n", n_ok,
	       n_returns, n_refused, n_tracefs, n / TRACEFS_EACH, wrong);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "blacklist"))
		blacklist();
	else if (argc == 4 && !strcmp(argv[1], "sample"))
		sample(atol(argv[2]), atol(argv[3]));
	else
		return 2;
	return wrong != 0;
}
