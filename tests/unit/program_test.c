// SPDX-License-Identifier: GPL-2.0-only
/*
 * Places in programs by their names: program_file, which is made for this, beside what nm and
 * objdump say of it; the lengths of instructions beside objdump's, of all of this machine's
 * shell and libc; and files that are damaged. KTAP.
 *
 * program_test FILE
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "damage.h"
#include "ktap.h"
#include "program.h"
#include "x86.h"

static const char *file, *bare;
static char damaged[64];

/* What is made of a line, or the refusal: "COLUMN: SENTENCE" */
static const char *lines_of(const char *line)
{
	static char text[1 << 16];
	struct kpr_program_err err;
	char *lines;
	int ret = kpr_program_lines(line, strlen(line), &lines, &err);

	if (ret == -EINVAL)
		snprintf(text, sizeof(text), "%zu: %s", err.column, err.text);
	else
		snprintf(text, sizeof(text), "%s", ret ? "no memory" : lines ? lines : "none");
	free(lines);
	return text;
}

static void wants(const char *line, const char *wanted)
{
	const char *got = lines_of(line);

	if (strcmp(got, wanted))
		ktap_wrong("%s\nis     %s\nwanted %s", line, got, wanted);
}

/* A number that a command prints */
static unsigned long said(const char *fmt, const char *what)
{
	char command[512];
	unsigned long n = 0;
	FILE *f;

	snprintf(command, sizeof(command), fmt, file, what);
	f = popen(command, "r");
	if (!f || fscanf(f, "%lx", &n) != 1)
		n = 0;
	if (f)
		pclose(f);
	return n;
}

/* The file is linked so that addresses of functions are offsets. */
static unsigned long nm(const char *symbol)
{
	return said("nm %s | sed -n 's/ [a-zA-Z] %s$//p'", symbol);
}

/* ... of the file with symbols from which the one without was made */
static unsigned long nm_of(const char *suffix, const char *symbol)
{
	const char *of = file;
	char path[512];
	unsigned long n;

	snprintf(path, sizeof(path), "%s%s", bare, suffix);
	file = path;
	n = nm(symbol);
	file = of;
	return n;
}

/* The offset that a line's place has got */
static unsigned long offset_of(const char *line)
{
	const char *lines = lines_of(line), *at = strstr(lines, ":0x");

	return at ? strtoul(at + 3, NULL, 16) : 0;
}

static const char *fmt(const char *f, ...)
{
	static char text[4][2048];
	static int i;
	va_list args;

	i = (i + 1) % 4;
	va_start(args, f);
	vsnprintf(text[i], sizeof(text[i]), f, args);
	va_end(args);
	return text[i];
}

static void test_others(void)
{
	wants("p vfs_read", "none");
	wants("p:g/e /bin/sh:0x10 a=$arg1", "none");
	wants("# p /bin/sh:main", "none");
	wants("", "none");
	wants("p", "none");
	wants("p /bin/sh", "none");
	wants("p /bin/sh:", "none");
	wants("f /bin/sh:main", "none");
	wants("-:g/e /bin/sh:main", "none");
}

static void test_symbols(void)
{
	static const char * const names[] = { "known", "also_known", "set_one", "endless" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		KTAP_CHECK(nm(names[i]) &&
			   offset_of(fmt("p %s:%s", file, names[i])) == nm(names[i]));
	KTAP_CHECK(offset_of(fmt("p %s:marked", file)) == nm("marked") + 4);
	KTAP_CHECK(offset_of(fmt("p %s:marked+0", file)) == nm("marked"));
	wants(fmt("p:g/e \t%s:known+4 n=$arg1:u32 if $arg1 > 5 do count # :x", file),
	      fmt("p:g/e %s:0x%lx n=$arg1:u32 if $arg1 > 5 do count # :x", file, nm("known") + 4));
}

/* Symbols in the file that a package of debugging symbols has, found by the build-id; and none */
static void test_debug_file(void)
{
	unsigned long known = nm_of(".whole", "known"), marked = nm_of(".whole", "marked");
	size_t column = strlen("p ") + strlen(bare) + 1;

	KTAP_CHECK(known && offset_of(fmt("p %s:known", bare)) == known);
	KTAP_CHECK(offset_of(fmt("p %s:marked", bare)) == marked + 4);
	wants(fmt("p %s:other", bare),
	      fmt("%zu: other in %.90s: the file names no function like that; near: odd", column, bare));
	wants(fmt("p %s.id:known", bare),
	      fmt("%zu: known in %.90s: the file names no function like that: its symbols may be in another package, of debugging symbols",
		  column + 3, fmt("%s.id", bare)));
}

static void test_inside(void)
{
	static const int begins[] = { 0, 1, 4, 9 };
	int off, i, is;

	for (off = 0; off < 10; off++) {
		is = 0;
		for (i = 0; i < 4; i++)
			is |= off == begins[i];
		KTAP_CHECK((offset_of(fmt("p %s:known+%d", file, off)) == nm("known") + off) == is);
	}
	wants(fmt("p %s:known+6", file),
	      fmt("%zu: known in %.90s: instructions begin at +0x4 and +0x9, none in between",
		  strlen(file) + 3, file));
	wants(fmt("p %s:known+0xa", file),
	      fmt("%zu: known in %.90s: the function ends at +0xa", strlen(file) + 3, file));
	wants(fmt("p %s:known+x", file),
	      fmt("%zu: known+x in %.90s: behind the + stands how many bytes into the function",
		  strlen(file) + 3, file));
}

static void test_refusals(void)
{
	size_t at = strlen(file) + 3;

	wants(fmt("p %s:knwon", file),
	      fmt("%zu: knwon in %.90s: the file names no function like that; near: known", at, file));
	wants(fmt("p %s:some_data", file), fmt("%zu: some_data in %.90s: this is no function", at, file));
	wants(fmt("p %s:chosen", file),
	      fmt("%zu: chosen in %.90s: the program chooses one of several functions when it starts: name one of these, as its symbol table does", at, file));
	wants(fmt("p %s:not_code", file),
	      fmt("%zu: not_code in %.90s: its address is in no code of the file", at, file));
	KTAP_CHECK(strstr(lines_of(fmt("p %s:twice", file)),
			  "2 functions have this name: write the offset of one, as 0x"));
	wants(fmt("p %s:known*+1", file),
	      fmt("%zu: known* in %.90s: a pattern stands for functions, without an offset", at, file));
	wants(fmt("p %s:many_*", file),
	      fmt("%zu: many_* in %.90s: 513 functions match, at most 512 are taken", at, file));
	wants(fmt("p %s:odd+3", file),
	      fmt("%zu: odd in %.90s: what instruction is at +0x1 is not known here, so none behind it is: write the offset in the file",
		  at, file));
	wants("p /no/such:main", "2: /no/such: No such file or directory");
	wants("p /etc/passwd:main", "2: /etc/passwd: this is no program or library of this machine (64-bit ELF for x86-64)");
}

static void test_patterns(void)
{
	unsigned long one = nm("set_one"), two = nm("set_two");

	wants(fmt("p:g/e %s:set_* a=$arg1", file),
	      fmt("p:g/e %s:0x%lx a=$arg1\np:g/e %s:0x%lx a=$arg1", file,
		  one < two ? one : two, file, one < two ? two : one));
	/* one function, two names */
	wants(fmt("p:g/e %s:*known", file), fmt("p:g/e %s:0x%lx", file, nm("known")));
	KTAP_CHECK(strchr(lines_of(fmt("p:g/e %s:twice", file)), '\n') == NULL);
	KTAP_CHECK(strchr(lines_of(fmt("p:g/e %s:twic*", file)), '\n') != NULL);
}

static void test_names(void)
{
	const char *base = strrchr(file, '/') + 1;

	wants(fmt("p %s:known", file), fmt("p:p_%s_known %s:0x%lx", base, file, nm("known")));
	wants(fmt("p:gr/ %s:known", file), fmt("p:gr/p_%s_known %s:0x%lx", base, file, nm("known")));
	wants(fmt("p:ev %s:known+4", file), fmt("p:ev %s:0x%lx", file, nm("known") + 4));
	wants(fmt("p %s:known+4", file), fmt("p:p_%s_known_4 %s:0x%lx", base, file, nm("known") + 4));
	wants(fmt("r %s:known", file), fmt("r:r_%s_known %s:0x%lx", base, file, nm("known")));
	wants(fmt("p:a/b %s:known%%return if $lat > 1ms", file),
	      fmt("r:a/b %s:0x%lx if $lat > 1ms", file, nm("known")));
	wants(fmt("r16:a/b %s:marked%%return", file),
	      fmt("r16:a/b %s:0x%lx", file, nm("marked") + 4));
	wants(fmt("r %s:known+4", file),
	      fmt("%zu: known+4: a return is that of a function: name it without an offset",
		  strlen(file) + 3));
	wants(fmt("r %s:mine:one", file),
	      fmt("%zu: one: a return is that of a function: name it without an offset",
		  strlen(file) + 8));
}

/* The first note of the name stands at noted, behind its first instructions. */
static void test_notes(void)
{
	/* the segment of data begins a page further on in memory than in the file */
	unsigned long counter = nm("counter") - 0x1000, at = offset_of(fmt("p %s:mine:one", file));

	KTAP_CHECK(at >= nm("noted") && at < nm("noted_too"));
	wants(fmt("p:g/e %s:mine:one", file), fmt("p:g/e %s:0x%lx(0x%lx)", file, at, counter));
	wants(fmt("p:g/e %s:mine:one $arg1 b=$arg2 $arg3 $arg4 $arg5 $arg6", file),
	      fmt("p:g/e %s:0x%lx(0x%lx) %%di:u64 b=%%si:s32 -20(%%bp):u16 \\5:u8 +16(%%sp):u64 %%r10:s64",
		  file, at, counter));
	wants(fmt("p:g/e %s:mine:one a=$arg1:x8 b=+0($arg1):string c=+4(+8($arg5)):u8 if $arg2 == 5 && comm == \"$arg1\" do hist($arg3) by $arg1 # $arg1", file),
	      fmt("p:g/e %s:0x%lx(0x%lx) a=%%di:x8 b=+0(%%di):string c=+4(+8(+16(%%sp))):u8 if %%si:s32 == 5 && comm == \"$arg1\" do hist(-20(%%bp):u16) by %%di:u64 # $arg1",
		  file, at, counter));
	wants(fmt("p:g/e %s:mine:twice $arg*", file),
	      fmt("p:g/e %s:0x%lx(0x%lx) arg1=%%di:u64\np:g/e %s:0x%lx(0x%lx) arg1=%%si:u64", file,
		  offset_of(fmt("p %s:mine:twice", file)), counter, file,
		  offset_of(fmt("p %s:mine:twice", file)) + 1, counter));
	/* its base says that it is 16 bytes further on */
	KTAP_CHECK(offset_of(fmt("p %s:mine:moved", file)) ==
		   offset_of(fmt("p %s:mine:twice", file)) + 2 + 16);
}

static void test_note_refusals(void)
{
	size_t at = strlen(file) + 3;
	char *rest = "it is neither in a register, nor at an offset from one, nor a number; readelf -n shows it";

	wants(fmt("p %s:mine:no", file),
	      fmt("%zu: %.100s: the file has no place of this name; readelf -n lists them", at + 5, file));
	wants(fmt("p %s:mine:none $arg1", file),
	      fmt("%zu: $arg1: the place has fewer arguments; readelf -n shows them", at + 10));
	wants(fmt("p %s:mine:one +0($arg2):u8", file),
	      fmt("%zu: $arg2: it has fewer bytes than an address", at + 12));
	wants(fmt("p %s:mine:one $arg7", file), fmt("%zu: $arg7: %s", at + 9, rest));
	wants(fmt("p %s:mine:one $arg8", file), fmt("%zu: $arg8: %s", at + 9, rest));
	wants(fmt("p %s:mine:one $arg9", file), fmt("%zu: $arg9: %s", at + 9, rest));
	wants(fmt("p %s:mine:one $arg10", file),
	      fmt("%zu: $arg10: the place has fewer arguments; readelf -n shows them", at + 9));
}

/* Lengths of instructions */

/* ADDRESS:<tab>BYTES<tab>INSTRUCTION; 0: nothing to compare */
static size_t read_insn(char *line, unsigned char *bytes, char **name)
{
	char *at = strchr(line, '\t'), *end;
	size_t n = 0;

	*name = at ? strchr(at + 1, '\t') : NULL;
	if (!*name)
		return 0;
	*(*name)++ = '\0';
	for (at++; n < KPR_X86_MAX; at = end) {
		bytes[n] = strtoul(at, &end, 16);
		if (end == at)
			break;
		n++;
	}
	/* what is no instruction: objdump shows the bytes that it cannot read as if they were */
	return strstr(*name, "(bad)") || !strncmp(*name, "rex", 3) || !strncmp(*name, ".byte", 5) ? 0 : n;
}

static void compare_lengths(const char *of, unsigned long at_least)
{
	unsigned char bytes[KPR_X86_MAX];
	unsigned long nr = 0;
	char *line = NULL, *name;
	size_t size = 0, len;
	FILE *f = popen(fmt("objdump -d --insn-width=%d %s", KPR_X86_MAX, of), "r");

	while (f && getline(&line, &size, f) > 0) {
		len = read_insn(line, bytes, &name);
		nr += !!len;
		if (len && kpr_x86_length(bytes, len) != len)
			ktap_wrong("%zu instead of %zu: %s\t%s", kpr_x86_length(bytes, len), len, line, name);
		if (len > 1 && kpr_x86_length(bytes, len - 1))
			ktap_wrong("a cut one has a length: %s\t%s", line, name);
	}
	free(line);
	if (f)
		pclose(f);
	ktap_diag("%s: %lu instructions", of, nr);
	ktap_check(nr >= at_least, "%s: %lu instructions only", of, nr);
}

static void test_lengths(void)
{
	compare_lengths("/bin/bash", 100000);
	compare_lengths("$(ls /lib/x86_64-linux-gnu/libc.so.6 /lib64/libc.so.6 2>/dev/null | head -n 1)",
			100000);
}

/* Damaged files */

/* Each line gets an answer, whatever it is. */
static void ask_damaged(void)
{
	static const char * const names[] = {
		"known", "known+4", "set_*", "chosen", "twice", "mine:one $arg* +0($arg5)", "mine:twice",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		lines_of(fmt("p %s:%s", damaged, names[i]));
}

/* Where the headers are is where damage matters most: half of it goes there. */
static void test_damage(void)
{
	static unsigned char whole[1 << 17], bytes[1 << 17];
	int fd = open(file, O_RDONLY);
	ssize_t len = read(fd, whole, sizeof(whole));
	unsigned int round, n;
	size_t at;

	close(fd);
	KTAP_CHECK(len > 4096 && len < (ssize_t)sizeof(whole));
	snprintf(damaged, sizeof(damaged), "/tmp/program_test.%d", getpid());
	for (round = 0; round < 3000; round++) {
		memcpy(bytes, whole, len);
		for (n = next_random() % 4 + 1; n; n--) {
			at = next_random() % 2 ? next_random() % 1024 : next_random() % len;
			if (next_random() % 4 == 0)
				at = len - 1 - next_random() % 2600;	/* section headers */
			bytes[at] = next_random() % 3 ? next_random() : next_random() % 2 ? 0xff : 0;
		}
		write_file(damaged, bytes, next_random() % 8 ? (size_t)len : next_random() % len);
		ask_damaged();
	}
	for (at = 0; at < 1500; at += 7) {
		write_file(damaged, whole, at);
		ask_damaged();
	}
	unlink(damaged);
}

int main(int argc, char **argv)
{
	static const struct ktap_test tests[] = {
		{ "lines that are left alone", test_others },
		{ "functions", test_symbols },
		{ "symbols in a file of their own", test_debug_file },
		{ "inside of functions", test_inside },
		{ "refusals", test_refusals },
		{ "patterns", test_patterns },
		{ "names of events", test_names },
		{ "named places", test_notes },
		{ "refusals of named places", test_note_refusals },
		{ "lengths of instructions", test_lengths },
		{ "damaged files", test_damage },
	};

	if (argc != 3)
		return 2;
	file = argv[1];
	bare = argv[2];
	return ktap_run(tests, sizeof(tests) / sizeof(tests[0]));
}
