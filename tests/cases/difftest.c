// SPDX-License-Identifier: GPL-2.0
/*
 * difftest [-a] SEED ROWS EVERY: writes the same lines to the kernel's own kprobe_events
 * and to control, and compares
 *
 *	what is taken and what is refused
 *	the listing, with the names that were made up, after every line
 *	the caret of a refusal, where tracefs logs one
 *
 * The lines come from the tables of difftest_rows.h (of the products of sources and types
 * there, every EVERY-th) and, ROWS of them, from what was taken there, put together at
 * random. Prints a line per table, what differs (at most 20 lines of it per table, with -a
 * all), and how often a difference was one that is meant. Status 0: nothing else differs.
 *
 * The targets are functions of kpt: it has no BTF. For a function that has, Linux
 * 6.12 takes $argN for the parameter's name and type, and lists that instead.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "unit/ktap.h"

#define D "/sys/kernel/debug/kprobectl/"
#define T "/sys/kernel/tracing/"
#define PLACES "/sys/kernel/debug/kpt/places"

#define TEXT_MAX	65536
#define LINE_SIZE	8192
#define NEW		612	/* the kernel that has what 6.1 has not */
#define CASTS		703	/* ... what 6.12 has not, typecasts among it, and other limits */
#define COMMAND		"  Command: "

/* What a table says of a line; what is true is what tracefs says. */
enum expect { EITHER, TAKEN, REFUSED };

struct side {
	const char *list, *errors;
};

static const struct side tracefs = { T "kprobe_events", T "error_log" };
static const struct side ours = { D "control", D "error_log" };

struct verdict {
	int err;		/* 0: taken */
	int column;		/* of the caret; -1: nothing was logged */
	int word, offset;	/* the word it stands in, from 0, and where in it */
	char sentence[256];
};

static struct {
	const char *name;
	unsigned int rows, taken, carets, only_ours, wrong;
} table;

static unsigned int all_rows, all_carets;
static int kernel, show_all, something_there, was_taken;

/* The two sides */

static void die(const char *what)
{
	ktap_ok(false, "%s: %s", what, strerror(errno));
	exit(2);
}

static size_t slurp(const char *file, char *buf)
{
	int fd = open(file, O_RDONLY);
	size_t len = 0;
	ssize_t n = 0;

	if (fd < 0)
		die(file);
	while (len < TEXT_MAX - 1 && (n = read(fd, buf + len, TEXT_MAX - 1 - len)) > 0)
		len += n;
	close(fd);
	buf[len] = 0;
	return len;
}

/* 0 or -errno */
static int put(const char *file, int how, const char *text)
{
	int fd = open(file, O_WRONLY | how), ret;
	size_t len = strlen(text);

	if (fd < 0)
		die(file);
	ret = write(fd, text, len) == (ssize_t)len ? 0 : -errno;
	close(fd);
	return ret;
}

static void clear(void)
{
	if (something_there && (put(tracefs.list, O_TRUNC, "\n") || put(ours.list, O_TRUNC, "\n")))
		die("clearing");
	something_there = 0;
}

/*
 * Where in the command: tracefs shows it with one space between the words, and
 * with longer ones where it made something of them.
 */
static void locate(const char *command, struct verdict *v)
{
	int i, start = 0;

	v->word = 0;
	for (i = 0; i < v->column && command[i] && command[i] != '\n'; i++) {
		if (command[i] == ' ') {
			start = i + 1;
			v->word += i && command[i - 1] != ' ';
		}
	}
	v->offset = v->column - start;
}

/* The newest refusal: SENTENCE, the command, the caret under it. */
static void read_caret(const char *text, struct verdict *v)
{
	const char *command = NULL, *caret, *p;

	for (p = text; (p = strstr(p, "\n" COMMAND)); p++)
		command = p;
	if (!command || !(caret = strchr(command + 1, '\n')))
		return;
	for (p = command; p > text && p[-1] != '\n'; p--)
		;
	p = strstr(p, "error: ");
	if (p)
		snprintf(v->sentence, sizeof(v->sentence), "%.*s", (int)(command - p - 7), p + 7);
	v->column = strspn(caret + 1, " ") - strlen(COMMAND);
	locate(command + 1 + strlen(COMMAND), v);
}

static void ask(const struct side *side, const char *line, struct verdict *v)
{
	static char text[TEXT_MAX];

	*v = (struct verdict){ .column = -1, .word = -1 };
	snprintf(text, sizeof(text), "%s\n", line);
	v->err = put(side->list, O_APPEND, text);
	if (!v->err)
		return;
	slurp(side->errors, text);
	read_caret(text, v);
	put(side->errors, O_TRUNC, "\n");
}

/* What differs */

static void show_verdict(const char *who, const struct verdict *v)
{
	if (v->err)
		printf("    %s: %s, caret at %d (word %d, +%d), %s\n", who,
		       strerrorname_np(-v->err), v->column, v->word, v->offset, v->sentence);
	else
		printf("    %s: taken\n", who);
}

static void complain(const char *what, const char *line, const struct verdict *t,
		     const struct verdict *o)
{
	if (++table.wrong > 20 && !show_all)
		return;
	printf("  %s: %s: %.300s\n", table.name, what, line);
	if (t)
		show_verdict("tracefs", t);
	if (o)
		show_verdict("ours   ", o);
}

/* Carets that are meant to differ */

struct refusal {
	const char *line;
	char word[256];		/* the one that our caret stands in */
	const struct verdict *t, *o;
};

static int same_word(const struct refusal *r)
{
	return r->t->word == r->o->word;
}

/* Ours stands at the character. */
static int in_target(const struct refusal *r)
{
	return same_word(r) && r->o->word == 1;
}

/* Ours stands at the argument: tracefs looks the symbol up when it plants. */
static int at_planting(const struct refusal *r)
{
	return r->t->word == 1 && r->o->word > 1 && strchr(r->word, '@');
}

/* tracefs forgets the u when it counts. */
static int behind_user(const struct refusal *r)
{
	int n = 0, less = r->o->offset - r->t->offset, i;

	for (i = 0; r->word[i] && i < r->o->offset; i++)
		n += (r->word[i] == '+' || r->word[i] == '-') && r->word[i + 1] == 'u';
	return same_word(r) && less > 0 && less <= n;
}

/* What is wrong with the type is shown too far right, by the outermost +OFFS(. */
static int behind_deref(const struct refusal *r)
{
	const char *equals = strchr(r->word, '=');
	const char *body = equals ? equals + 1 : r->word;
	int shift = strcspn(body, "(") + 1;

	if (kernel < NEW || !same_word(r) || (*body != '+' && *body != '-'))
		return 0;
	return r->t->offset == r->o->offset + shift - (body[1] == 'u');
}

/* tracefs shows what it made of it. */
static int in_dentry(const struct refusal *r)
{
	return same_word(r) && strstr(r->word, ":%p");
}

/* A name, a field, $arg*, in a module without types: both refuse, each at its own character. */
static int in_btf(const struct refusal *r)
{
	const char *equals = strchr(r->word, '=');
	char first = equals ? equals[1] : *r->word;

	if (!strcmp(r->word, "$arg*"))
		return 1;
	return same_word(r) && (isalpha(first) || first == '_' || strstr(r->word, "->"));
}

/* From 7.3 on a value that starts with ( is a typecast. */
static int in_cast(const struct refusal *r)
{
	const char *equals = strchr(r->word, '=');

	return kernel >= CASTS && same_word(r) && (equals ? equals[1] : *r->word) == '(';
}

/* From 7.3 on, at the first of too many arguments; ours at the first that is too much. */
static int in_number(const struct refusal *r)
{
	return kernel >= CASTS && !strcmp(r->t->sentence, "Too many arguments are specified");
}

static struct excuse {
	const char *why;
	int (*holds)(const struct refusal *r);
	unsigned int times;
} excuses[] = {
	{ "ours is exact within the target", in_target, 0 },
	{ "ours names the symbol behind @, tracefs the target", at_planting, 0 },
	{ "tracefs is one to the left for each u of +uOFFS(", behind_user, 0 },
	{ "6.12 is to the right by the outermost +OFFS(", behind_deref, 0 },
	{ "6.12 counts in what it made of %pd and %pD", in_dentry, 0 },
	{ "BTF, which we have not", in_btf, 0 },
	{ "7.3 reads a typecast, which we have not", in_cast, 0 },
	{ "7.3 counts arguments first", in_number, 0 },
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* The blanks that tracefs does not show are no words here either. */
static void find_word(const char *line, int word, char *buf, size_t size)
{
	line += strspn(line, " \t");
	while (word--) {
		line += strcspn(line, " \t");
		line += strspn(line, " \t");
	}
	snprintf(buf, size, "%.*s", (int)strcspn(line, " \t"), line);
}

static int excused(struct refusal *r)
{
	size_t i;

	find_word(r->line, r->o->word, r->word, sizeof(r->word));
	for (i = 0; i < COUNT(excuses); i++) {
		if (excuses[i].holds(r)) {
			excuses[i].times++;
			return 1;
		}
	}
	return 0;
}

static int compare_carets(const char *line, const struct verdict *t, const struct verdict *o)
{
	struct refusal r = { .line = line, .t = t, .o = o };

	if (t->column < 0)
		return 1;
	table.carets++;
	return (same_word(&r) && t->offset == o->offset) || excused(&r);
}

/* Listings that are meant to differ */

/* tracefs hashes an address; a kernel that has no random numbers yet says so instead. */
static void blank_address(char *text)
{
	static const char later[] = "(____ptrval____)";
	char *p = strstr(text, " 0x");

	if (p && !strncmp(p + 3, later, strlen(later)))
		memmove(p + 3, p + 3 + strlen(later), strlen(p + 3 + strlen(later)) + 1);
	while (p && isxdigit(*(p + 3)))
		memmove(p + 3, p + 4, strlen(p + 4) + 1);
}

/* Without a MAXACTIVE it lists the one that kprobes chose, and we none. */
static char chosen[16];

static void learn_chosen(void)
{
	static char text[TEXT_MAX];

	put(tracefs.list, O_APPEND, "r:d/e kpt_add\n");
	slurp(tracefs.list, text);
	if (sscanf(text, "r%15[0-9]:", chosen) != 1)
		die("no r listed");
	put(tracefs.list, O_TRUNC, "\n");
}

static void blank_chosen(char *theirs, const char *mine)
{
	size_t len = strlen(chosen);

	while (theirs && mine) {
		if (*theirs == 'r' && !strncmp(mine, "r:", 2) &&
		    !strncmp(theirs + 1, chosen, len) && theirs[1 + len] == ':')
			memmove(theirs + 1, theirs + 1 + len, strlen(theirs + 1 + len) + 1);
		theirs = strchr(theirs, '\n');
		mine = strchr(mine, '\n');
		theirs += !!theirs;
		mine += !!mine;
	}
}

static int compare_listings(char *theirs, char *mine)
{
	slurp(tracefs.list, theirs);
	slurp(ours.list, mine);
	blank_chosen(theirs, mine);
	if (!strncmp(theirs, "p:d/address ", 12)) {
		blank_address(theirs);
		blank_address(mine);
	}
	return !strcmp(theirs, mine);
}

/* What is for ours alone: of the kernel's limits we have the wider ones. */

#define OLD_LENGTH	63	/* characters of an argument, before 7.3 */
#define NEW_LENGTH	255
#define NEW_NESTING	8	/* +OFFS( in each other, from 7.3 on */

static int is_longer(const char *line)
{
	const char *p = line + strcspn(line, " ");
	size_t len, name;
	int is = 0;

	p += strspn(p, " ");
	p += strcspn(p, " ");		/* the target */
	while (kernel < CASTS && *p) {
		p += strspn(p, " ");
		len = strcspn(p, " ");
		name = strcspn(p, "=");
		len -= name < len ? name + 1 : 0;
		if (len > NEW_LENGTH)
			return 0;
		is |= len > OLD_LENGTH;
		p += strcspn(p, " ");
	}
	return is;
}

static int is_deeper(const char *line)
{
	int depth = 0, most = 0;

	for (; kernel >= CASTS && *line; line++) {
		if (*line == ' ')
			depth = 0;
		else if (*line == '(' && ++depth > most)
			most = depth;
		else if (*line == ')')
			depth--;
	}
	return most > NEW_NESTING;
}

/* Forms that came later than 6.1; kind: only there */
static const struct {
	const char *form;
	char kind;
} news[] = {
	{ ":char", 0 }, { ":%pd", 0 }, { ":%pD", 0 }, { "$arg", 'r' },
};

static int is_new(const char *line)
{
	int r = *line == 'r' || strstr(line, "%return ");
	size_t i;

	for (i = 0; kernel < NEW && i < COUNT(news); i++)
		if (strstr(line, news[i].form) && (!news[i].kind || r))
			return 1;
	return 0;
}

/* Sentences of tracefs that must come up: its table of errors is gone through. */

static char *seen[128];
static unsigned int n_seen;

static void note_sentence(const char *sentence)
{
	unsigned int i;

	for (i = 0; i < n_seen; i++)
		if (!strcmp(seen[i], sentence))
			return;
	if (*sentence && n_seen < COUNT(seen))
		seen[n_seen++] = strdup(sentence);
}

/* The kernel does not know the form: what a table says must be true of ours alone. */
static void step_ours(enum expect expect, const char *line)
{
	struct verdict t, o;

	if (expect == EITHER && is_new(line))
		return;
	table.only_ours++;
	ask(&ours, line, &o);
	ask(&tracefs, line, &t);
	something_there |= !o.err || !t.err;
	note_sentence(t.sentence);
	if (!t.err)
		complain("tracefs knows this", line, &t, NULL);
	if (expect != EITHER && (expect == REFUSED) != !!o.err)
		complain("ours", line, NULL, &o);
}

static void step_both(enum expect expect, const char *line)
{
	static char theirs[TEXT_MAX], mine[TEXT_MAX];
	struct verdict t, o;

	ask(&tracefs, line, &t);
	ask(&ours, line, &o);
	table.rows++;
	table.taken += was_taken = !t.err;
	something_there |= !o.err || !t.err;
	note_sentence(t.sentence);
	if (expect != EITHER && (expect == REFUSED) != !!t.err)
		complain("the table is wrong", line, &t, NULL);
	if (!t.err != !o.err)
		complain("verdict", line, &t, &o);
	else if (t.err && !compare_carets(line, &t, &o))
		complain("caret", line, &t, &o);
	else if (!compare_listings(theirs, mine)) {
		complain("listing", line, NULL, NULL);
		if (table.wrong <= 20 || show_all)
			printf("    tracefs: %.300s    ours   : %.300s", theirs, mine);
	}
}

/* What the tables call: a line after those of the same script; then clear(). */
__attribute__((format(printf, 2, 3)))
static void step(enum expect expect, const char *fmt, ...)
{
	static char line[LINE_SIZE];
	va_list args;

	va_start(args, fmt);
	vsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	was_taken = 0;
	if (is_new(line) || is_longer(line) || is_deeper(line))
		step_ours(expect, line);
	else
		step_both(expect, line);
}

/* A script of one line */
#define row(expect, ...) (step(expect, __VA_ARGS__), clear())

static void begin(const char *name)
{
	memset(&table, 0, sizeof(table));
	table.name = name;
}

static void end(void)
{
	ktap_ok(!table.wrong, "%s: %u rows, %u taken, %u carets, %u for ours alone, %u wrong",
		table.name, table.rows, table.taken, table.carets, table.only_ours, table.wrong);
	all_rows += table.rows;
	all_carets += table.carets;
}

#include "difftest_rows.h"

static void summary(unsigned int rows, unsigned int carets)
{
	int few = all_rows < rows || all_carets < carets;
	size_t i;

	for (i = 0; i < COUNT(excuses); i++)
		printf("  %u carets: %s\n", excuses[i].times, excuses[i].why);
	ktap_ok(!few, "%u rows compared (at least %u), %u carets (at least %u)",
		all_rows, rows, all_carets, carets);
}

int main(int argc, char **argv)
{
	struct utsname un;
	int major, minor;

	show_all = argc > 1 && !strcmp(argv[1], "-a");
	if (argc - show_all != 4 || uname(&un) || sscanf(un.release, "%d.%d", &major, &minor) != 2)
		return 2;
	kernel = major * 100 + minor;
	every = atoi(argv[argc - 1]);
	if (!every)
		return 2;
	something_there = 1;
	clear();
	put(tracefs.errors, O_TRUNC, "\n");
	put(ours.errors, O_TRUNC, "\n");
	learn_chosen();
	all_tables();
	random_rows(atol(argv[argc - 3]), atol(argv[argc - 2]));
	sentences();
	summary(every == 1 ? 1700 : 1300, every == 1 ? 800 : 700);
	return ktap_done();
}
