// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz N SEED FILE: writes N bad lines, each in one write() to one descriptor of
 * FILE: random bytes, and good lines broken at random with an argument at their
 * end that no grammar allows. Prints the lines that were accepted (which may
 * only happen by mistake) and at last `N written, M accepted, ERRNO COUNT...`.
 *
 * fuzz any N SEED FILE RUN: good lines broken at random, of which many are still
 * accepted, and random bytes. What is there every ROUND lines is hit by calls
 * through RUN and removed all at once, or else written once more from its
 * listing and removed one by one. Prints three results for `helper` of lib.sh. The target
 * stays as it is, so that nothing but the test module is probed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/ktap.h"

static unsigned long long state;

static const char * const good[] = {
	"p:fuzz/a kpt_add a=$arg1 b=$arg2:u32",
	"r16:fuzz/b kpt:kpt_ret v=$arg1:s64 ret=$retval:x64",
	"p:c kpt_insns+3 ax=%ax:u64 s=$stack0 t=$stack",
	"p kpt_str s=+0($arg1):string c=$comm",
	"p:fuzz/d kpt_deref m=+0($arg1):x64 i=+0(+16($arg1)):s32 t=+0(+16(+16($arg1))):string",
	"p:e kpt_ustr%return d=@kpt_data:x64 i=\\42",
	"p:f 0xffffffff81000000 u=+u0($arg1):ustring",
	"-:fuzz/a",
	"r:g kpt_sleep lat=$lat e=$arg1",
	"p:h kpt_add+0x4 %di %si %ip",
};

static unsigned int rnd(unsigned int n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % n;
}

/* No newline (it ends the line) and no '#' (it begins a comment). */
static char byte(void)
{
	static const char common[] = "$%@+-(),:=\\ _/0129xaspr\"'~!*.\t";
	char c;

	do {
		c = rnd(3) ? common[rnd(sizeof(common) - 1)] : (char)rnd(256);
	} while (c == '\n' || c == '#');
	return c;
}

static size_t random_line(char *buf)
{
	size_t i, len = 1 + rnd(rnd(20) ? 100 : 4000);

	for (i = 0; i < len; i++)
		buf[i] = byte();
	buf[rnd(len)] = '\x7f';		/* never blank */
	return len;
}

static size_t broken_line(char *buf)
{
	static const char bad[] = " bad=$nosuchvariable(";
	size_t len = strlen(strcpy(buf, good[rnd(sizeof(good) / sizeof(*good))]));
	int times = rnd(4);

	while (times--) {
		size_t at = rnd(len), n = 1 + rnd(8);

		switch (rnd(4)) {
		case 0:
			buf[at] = byte();
			break;
		case 1:
			memmove(buf + at + 1, buf + at, len - at);
			buf[at] = byte();
			len++;
			break;
		case 2:
			if (at + n < len) {
				memmove(buf + at, buf + at + n, len - at - n);
				len -= n;
			}
			break;
		case 3:
			if (at + n <= len) {
				memmove(buf + at + n, buf + at, len - at);
				len += n;
			}
			break;
		}
	}
	memcpy(buf + len, bad, sizeof(bad) - 1);
	return len + sizeof(bad) - 1;
}

static unsigned long by_errno[256];

static void print_errors(void)
{
	int i;

	for (i = 0; i < 256; i++)
		if (by_errno[i])
			printf(", %s %lu", strerrorname_np(i), by_errno[i]);
	putchar('\n');
}

/* A line of len bytes; there is room for its end. */
static int put(int fd, char *buf, size_t len)
{
	buf[len] = '\n';
	if (write(fd, buf, len + 1) >= 0)
		return 1;
	by_errno[errno & 255]++;
	return 0;
}

static int bad_lines(unsigned long n, const char *file)
{
	int fd = open(file, O_WRONLY | O_APPEND);
	unsigned long i, accepted = 0;
	static char buf[8192];
	size_t len;

	if (fd < 0)
		return 1;
	for (i = 0; i < n; i++) {
		len = rnd(2) ? random_line(buf) : broken_line(buf);
		if (!put(fd, buf, len))
			continue;
		accepted++;
		buf[len] = 0;
		printf("accepted: %s\n", buf);
	}
	printf("%lu written, %lu accepted", n, accepted);
	print_errors();
	return accepted != 0;
}

/* Lines that may be accepted */

#define ROUND		250
#define LIST_MAX	(1 << 20)

/* Some names are used again and again, by events that go together and that do not. */
static const char * const heads[] = {
	"p", "r", "p:f%u", "p:f%u", "r:f%u", "r:f%u", "p:grp/f%u", "r16:grp/f%u", "r0x20:f5",
	"p:grp/", "r:other.f%u", "-:f1", "-:grp/f%u", "-:other/", "-:f%u",
};

/* In the test module, or in one that never comes. */
static const char * const targets[] = {
	"absent:a", "absent:b", "absent:c%return", "absent:d+4", "absent:e", "absent:f%return",
	"kpt_add", "kpt_ret", "kpt:kpt_str", "kpt_deref", "kpt_nine", "kpt_mixed%return",
	"kpt:kpt_ret32", "kpt_c",
};

/* Inside of functions, where a kernel takes five times as long to plant a probe. */
static const char * const slow_targets[] = {
	"kpt_insns+3", "kpt_insns+7", "kpt_insns+1", "kpt_add+0x4",
};

static const char * const tails[] = {
	"", "a=$arg1 b=$arg2:u32", "v=$arg1:s64 ret=$retval:x64", "ax=%ax:u64 s=$stack0 t=$stack",
	"s=+0($arg1):string c=$comm", "m=+0($arg1):x64 i=+0(+16($arg1)):s32",
	"t=+0(+16(+16($arg1))):string", "d=@kpt_data:x64 i=\\42", "u=+u0($arg1):ustring",
	"lat=$lat e=$entry($arg1)", "%di %si %ip", "a=+0($arg1):u8[16] b=+8(%di):x32[3]",
	"s=+0($arg1):string[4] u=+u0($arg1):ustring[2]", "f=$arg1:b4@3/32 g=+0(%di):b12@4/16[2]",
	"x=\\\"text\" y=%ax:symstr z=$arg1:symbol", "n=$arg1:%pd", "n=$arg1:%pD", "c=%di:char",
	"$pid $tid $nspid $ppid $uid $cpu $idle $cgroup $func $caller", "$stacktrace $comm", "$entry(+0($arg1)):string",
	"k=$entry(+8($arg1)):u16 l=+8($entry($arg1)) m=$entry(+0($arg1)):u32[2]",
	"b=%ax a=$after(%ax)", "s=+0(%di):string a=$after(+0(%di)):string if $after(%ax) > 1 && %di != 3",
	"if $arg1 == 1", "a=$arg1 if a > 0 && a < 100 || $pid != 1",
	"if $retval < 0 || $lat > 10ms", "s=+0($arg1):string if s ~ \"he*[a-o]\" && $comm != \"x\"",
	"if !($entry(+0($arg1)):u8 & 0x10) && $retval != 0", "a=$arg1:s32 if !(a >= -1)",
	"kpt_add a=$arg1", "kpt_ret v=$arg1:s64",
};

static const char * const calls[] = { "call add 1 2", "call ret 5", "call str hello",
	"call deref", "call nine", "call insns 1 2", "call mixed", "call ret32 -1", "call a 1" };

#define PICK(table)	((table)[rnd(sizeof(table) / sizeof(*(table)))])

/* Break buf in a few places; no white space where it would make other words. */
static size_t mutate(char *buf, size_t len, int times, int spaces)
{
	size_t at, n;
	char c;

	while (times-- && len) {
		at = rnd(len);
		n = 1 + rnd(6);
		if (n > len - at)
			n = len - at;
		do
			c = byte();
		while (!spaces && (c == ' ' || (c >= '\t' && c <= '\r')));
		switch (rnd(4)) {
		case 0:
			buf[at] = c;
			break;
		case 1:
			memmove(buf + at + 1, buf + at, len++ - at);
			buf[at] = c;
			break;
		case 2:
			memmove(buf + at, buf + at + n, len - at - n);
			len -= n;
			break;
		case 3:
			memmove(buf + at + n, buf + at, len - at);
			len += n;
			break;
		}
	}
	return len;
}

static size_t any_line(char *buf)
{
	const char *tail = PICK(tails);
	size_t len, n;

	if (!rnd(8))
		return random_line(buf);
	len = sprintf(buf, PICK(heads), rnd(100));
	len = mutate(buf, len, rnd(8) ? 0 : 1 + rnd(2), 0);
	len += sprintf(buf + len, " %s ", rnd(32) ? PICK(targets) : PICK(slow_targets));
	n = rnd(16) ? 1 : 2 + rnd(4);
	while (n--) {
		strcpy(buf + len, tail);
		len += mutate(buf + len, strlen(tail), rnd(2) ? 0 : rnd(4), 1);
		buf[len++] = ' ';
		tail = PICK(tails);
	}
	return len;
}

static size_t read_list(const char *file, char *list)
{
	size_t len = 0;
	ssize_t n;
	int fd = open(file, O_RDONLY);

	while ((n = read(fd, list + len, LIST_MAX - 1 - len)) > 0)
		len += n;
	close(fd);
	list[len] = 0;
	return len;
}

static void remove_all(const char *file)
{
	close(open(file, O_WRONLY | O_TRUNC));
}

/* Every line of the listing, as it is or as what removes it; returns how many were refused. */
static unsigned long put_list(int fd, char *list, int removal)
{
	static char buf[8192];
	unsigned long refused = 0;
	char *line, *next, *cond;

	for (line = list; *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = 0;
		if (removal) {
			cond = strstr(line, " if ");
			sprintf(buf, "-%.*s", (int)(cond ? cond - strchr(line, ':') :
				(long)strlen(strchr(line, ':'))), strchr(line, ':'));
		} else {
			strcpy(buf, line);
		}
		refused += !put(fd, buf, strlen(buf));
		if (!removal && refused)
			printf("# refused from its listing: %s\n", line);
	}
	return refused;
}

static unsigned long unlike, left;	/* rounds in which that is so */

/* What the listing says can be written again, and is then the same listing. */
static void renew(int fd, const char *file)
{
	static char list[LIST_MAX], copy[LIST_MAX], again[LIST_MAX];

	read_list(file, list);
	remove_all(file);
	strcpy(copy, list);
	if (put_list(fd, copy, 0) || (read_list(file, again), strcmp(list, again)))
		unlike++;
	/* one line can take several with it, which are then not there */
	put_list(fd, list, 1);
}

static void check_empty(const char *file)
{
	static char list[LIST_MAX];

	if (read_list(file, list)) {
		printf("# left: %.*s\n", (int)strcspn(list, "\n"), list);
		left++;
		remove_all(file);
	}
}

static void call_all(const char *run)
{
	int fd = open(run, O_WRONLY);
	size_t i;

	for (i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		if (write(fd, calls[i], strlen(calls[i])) < 0)
			by_errno[errno & 255]++;
	close(fd);
}

static int any_lines(unsigned long n, const char *file, const char *run)
{
	int fd = open(file, O_WRONLY | O_APPEND);
	unsigned long i, accepted = 0;
	static char buf[16384];

	if (fd < 0)
		return 1;
	for (i = 1; i <= n; i++) {
		accepted += put(fd, buf, any_line(buf));
		if (i % ROUND && i < n)
			continue;
		call_all(run);
		if (rnd(4))	/* the other way takes a grace period for each */
			remove_all(file);
		else
			renew(fd, file);
		check_empty(file);
	}
	printf("# %lu written, %lu accepted", n, accepted);
	print_errors();
	ktap_ok(accepted > n / 20 && accepted < n - n / 20,
		"of %lu lines some are accepted and many are not", n);
	ktap_ok(!unlike, "listings can be written again (%lu)", unlike);
	ktap_ok(!left, "all that was accepted can be removed (%lu)", left);
	return ktap_done();
}

int main(int argc, char **argv)
{
	if (argc == 4) {
		state = atol(argv[2]);
		return bad_lines(atol(argv[1]), argv[3]);
	}
	if (argc == 6 && !strcmp(argv[1], "any")) {
		state = atol(argv[3]);
		return any_lines(atol(argv[2]), argv[4], argv[5]);
	}
	return 2;
}
