/* SPDX-License-Identifier: GPL-2.0 */
/*
 * KTAP for tests in C. A program of tests/unit begins with ktap_plan() and returns
 * ktap_done(). A helper of tests/cases has its plan in the shell: `helper N` of
 * lib.sh takes its results over and gives them the case's own numbers.
 *
 *	ktap_plan(N)			so many results will follow
 *	ktap_ok(IS, NAME, ...)		a result
 *	ktap_unless(WRONG, NAME, ...)	a result; WRONG is NULL, or says what is wrong
 *	ktap_skip(REASON, NAME, ...)	a result that cannot be had here
 *	ktap_diag(TEXT, ...)		text for people
 *	ktap_wrong(TEXT, ...)		a finding within a test, shown behind its result
 *	ktap_check(IS, TEXT, ...)	ktap_wrong() unless IS
 *	KTAP_CHECK(IS)			the same with place and expression
 *	ktap_end(NAME, ...)		a result: were there findings since the last one?
 *	ktap_run(TABLE, N)		a program that is a table of tests
 *	ktap_done()			the program's exit status
 *
 * Each result goes out at once: a crash later on takes none of them along.
 */
#ifndef KTAP_H
#define KTAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KTAP_FINDINGS	10	/* so many of a test are shown */

struct ktap {
	unsigned int planned, results, failures;
	unsigned int findings;		/* of the test that runs */
	char found[1 << 16];
	size_t len;
};

/* One for all sources of a program: definitions that are weak become one. */
__attribute__((weak)) struct ktap ktap;

struct ktap_test {
	const char *name;
	void (*fn)(void);
};

static inline void ktap_plan(unsigned int n)
{
	ktap.planned = n;
	printf("KTAP version 1\n1..%u\n", n);
}

/* Each line of the text is a comment of its own. */
static inline void ktap_diag_text(const char *text)
{
	size_t n;

	do {
		n = strcspn(text, "\n");
		printf("# %.*s\n", (int)n, text);
		text += n + (text[n] == '\n');
	} while (*text);
	fflush(stdout);
}

__attribute__((format(printf, 1, 2)))
static inline void ktap_diag(const char *fmt, ...)
{
	char text[8192];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	ktap_diag_text(text);
}

static inline void ktap_find(const char *fmt, va_list args)
{
	size_t room = sizeof(ktap.found) - ktap.len;
	int n;

	if (ktap.findings++ >= KTAP_FINDINGS || room < 2)
		return;
	n = vsnprintf(ktap.found + ktap.len, room, fmt, args);
	ktap.len += n < 0 ? 0 : (size_t)n < room - 1 ? (size_t)n : room - 2;
	ktap.found[ktap.len++] = '\n';
}

__attribute__((format(printf, 1, 2)))
static inline void ktap_wrong(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	ktap_find(fmt, args);
	va_end(args);
}

__attribute__((format(printf, 2, 3)))
static inline void ktap_check(bool is, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	if (!is)
		ktap_find(fmt, args);
	va_end(args);
}

#define KTAP_CHECK(is) do {							\
	if (!(is))								\
		ktap_wrong("%s:%d: %s", __FILE__, __LINE__, #is);		\
} while (0)

/* One line. '#' would begin a directive. */
static inline void ktap_result(bool is, const char *skip, const char *fmt, va_list args)
{
	char name[256], *p;

	vsnprintf(name, sizeof(name), fmt, args);
	for (p = name; *p; p++)
		if (*p < ' ' || *p > '~' || *p == '#')
			*p = '?';
	printf("%s %u - %s%s%s\n", is ? "ok" : "not ok", ++ktap.results, name,
	       skip ? " # SKIP " : "", skip ? skip : "");
	ktap.failures += !is;
	fflush(stdout);
}

__attribute__((format(printf, 2, 3)))
static inline bool ktap_ok(bool is, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	ktap_result(is, NULL, fmt, args);
	va_end(args);
	return is;
}

__attribute__((format(printf, 2, 3)))
static inline void ktap_unless(const char *wrong, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	ktap_result(!wrong, NULL, fmt, args);
	va_end(args);
	if (wrong)
		ktap_diag_text(wrong);
}

__attribute__((format(printf, 2, 3)))
static inline void ktap_skip(const char *reason, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	ktap_result(true, reason, fmt, args);
	va_end(args);
}

__attribute__((format(printf, 1, 2)))
static inline void ktap_end(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	ktap_result(!ktap.findings, NULL, fmt, args);
	va_end(args);
	if (ktap.len) {
		ktap.found[ktap.len - 1] = '\0';
		ktap_diag_text(ktap.found);
	}
	if (ktap.findings > KTAP_FINDINGS)
		ktap_diag("and %u more", ktap.findings - KTAP_FINDINGS);
	ktap.findings = ktap.len = 0;
}

static inline int ktap_done(void)
{
	bool all = !ktap.planned || ktap.results == ktap.planned;

	if (!all)
		ktap_diag("%u results, %u were planned", ktap.results, ktap.planned);
	return ktap.failures || !all;
}

static inline int ktap_run(const struct ktap_test *tests, unsigned int n)
{
	unsigned int i;

	ktap_plan(n);
	for (i = 0; i < n; i++) {
		tests[i].fn();
		ktap_end("%s", tests[i].name);
	}
	return ktap_done();
}

#endif /* KTAP_H */
