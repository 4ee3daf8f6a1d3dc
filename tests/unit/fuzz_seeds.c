// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz_seeds DIR [CORPUS]: writes what fuzzing starts from: DIR/tokens, a
 * dictionary for libFuzzer, and as files in DIR/spec and DIR/prog the legal
 * lines of spec_lines.h and the inputs of the text file CORPUS.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz_tokens.h"
#include "spec_lines.h"

#define SEED_BYTES	4	/* as in prog_fuzz.c */

static const char *dir;
static unsigned int count;

static FILE *create(const char *fmt, const char *sub, unsigned int n)
{
	char name[4096];
	FILE *f;

	snprintf(name, sizeof(name), fmt, dir, sub, n);
	f = fopen(name, "w");
	if (!f) {
		perror(name);
		exit(1);
	}
	return f;
}

static void put(const char *sub, const char *front, const char *text, size_t len)
{
	FILE *f = create("%s/%s/%04u", sub, count++);

	fputs(front, f);
	fwrite(text, 1, len, f);
	fclose(f);
}

static void make_dir(const char *sub)
{
	char name[4096];

	snprintf(name, sizeof(name), "%s/%s", dir, sub);
	if (mkdir(name, 0777) && errno != EEXIST) {
		perror(name);
		exit(1);
	}
}

static void put_tokens(void)
{
	FILE *f = create("%s/%s", "tokens", 0);
	const char *p;
	size_t i;

	for (i = 0; i < sizeof(fuzz_tokens) / sizeof(*fuzz_tokens); i++) {
		fputc('"', f);
		for (p = fuzz_tokens[i]; *p; p++)
			fprintf(f, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
		fputs("\"\n", f);
	}
	fclose(f);
}

static void put_legal(void)
{
	char front[SEED_BYTES + 1];
	size_t i;

	for (i = 0; i < sizeof(legal) / sizeof(*legal); i++) {
		snprintf(front, sizeof(front), "%04u", (unsigned int)(i % 10000));
		put("spec", "", legal[i].line, legal[i].len);
		put("prog", front, legal[i].line, legal[i].len);
	}
}

static void put_corpus(const char *file)
{
	FILE *f = fopen(file, "r");
	char line[8192];
	size_t len;

	if (!f) {
		perror(file);
		exit(1);
	}
	while (fgets(line, sizeof(line), f)) {
		len = strcspn(line, "\n");
		if (len <= SEED_BYTES)
			continue;
		put("prog", "", line, len);
		put("spec", "", line + SEED_BYTES, strcspn(line + SEED_BYTES, "`\n"));
	}
	fclose(f);
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	dir = argv[1];
	make_dir("");
	make_dir("spec");
	make_dir("prog");
	put_tokens();
	put_legal();
	if (argc > 2)
		put_corpus(argv[2]);
	return 0;
}
