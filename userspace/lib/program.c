// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Lines with names of places in programs, and what the kernel takes for them:
 *
 *	p /bin/bash:readline		p:p_bash_readline /bin/bash:0xc6c20
 *	p:m/a /lib/libc.so.6:mall*	p:m/a /lib/libc.so.6:0x98860
 *					p:m/a /lib/libc.so.6:0x9a1b0	...
 *	p:s/x /opt/app:mine:begin $arg1	p:s/x /opt/app:0x1b10(0xd1110) %di:s32
 *	r /bin/bash:readline		r:r_bash_readline /bin/bash:0xc6c20
 *	p /bin/bash:readline%return	the same
 *
 * A path is looked up as whoever calls sees it, as the kernel does.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "elf_file.h"
#include "kpr_int.h"
#include "program.h"

/* A piece of the line */
struct piece {
	const char *p;
	size_t len;
};

/*
 * A line: its first word, PATH, what is behind the ':' without %return, and the rest with the
 * blank before it.
 */
struct parts {
	const char *line;
	struct piece head, path, name, rest;
	bool is_return;
};

static int refuse(struct kpr_program_err *err, const struct parts *l, const char *at,
		  const char *what, const char *why)
{
	err->column = at - l->line;
	snprintf(err->text, sizeof(err->text), "%.100s: %.200s", what, why);
	return -EINVAL;
}

/* Cutting a line up */

static struct piece take_word(struct piece *text)
{
	static const char blanks[] = " \t\r\v\f";
	struct piece word;

	while (text->len && strchr(blanks, *text->p)) {
		text->p++;
		text->len--;
	}
	word = (struct piece){ text->p, 0 };
	while (text->len && !strchr(blanks, *text->p)) {
		text->p++;
		text->len--;
		word.len++;
	}
	return word;
}

static const char *last_colon(const char *p, size_t len)
{
	while (len--)
		if (p[len] == ':')
			return p + len;
	return NULL;
}

static void cut_return(struct parts *l)
{
	static const char word[] = "%return";
	size_t len = strlen(word);

	l->is_return = *l->head.p == 'r';
	if (l->name.len <= len || memcmp(l->name.p + l->name.len - len, word, len))
		return;
	l->is_return = true;
	l->name.len -= len;
}

/* Is it a line of p or r whose place is in a file, and a name? */
static bool cut(const char *line, size_t len, struct parts *l)
{
	struct piece text = { line, len }, place;
	const char *colon;

	l->line = line;
	l->head = take_word(&text);
	place = take_word(&text);
	l->rest = text;
	if (!l->head.len || !strchr("pr", *l->head.p) || !place.len || *place.p != '/')
		return false;
	colon = last_colon(place.p, place.len);
	if (!colon || colon + 1 == place.p + place.len || isdigit((unsigned char)colon[1]))
		return false;
	l->path = (struct piece){ place.p, colon - place.p };
	l->name = (struct piece){ colon + 1, place.p + place.len - colon - 1 };
	cut_return(l);
	return true;
}

/* PATH:PROVIDER:NAME, if PATH:PROVIDER is no file. *provider: to be freed; NULL: it is a symbol. */
static int cut_provider(struct parts *l, char **path, char **provider)
{
	const char *colon = last_colon(l->path.p, l->path.len);

	*provider = NULL;
	*path = strndup(l->path.p, l->path.len);
	if (!*path)
		return -ENOMEM;
	if (!colon || !access(*path, F_OK))
		return 0;
	*provider = strndup(colon + 1, l->path.p + l->path.len - colon - 1);
	if (!*provider)
		return -ENOMEM;
	(*path)[colon - l->path.p] = '\0';
	l->path.len = colon - l->path.p;
	return 0;
}

/* Files */

static int read_bytes(const char *path, struct bytes *b)
{
	char *text;
	int ret = kpr_read_file(path, &text, &b->len);

	b->at = ret ? NULL : (unsigned char *)text;
	return ret;
}

static bool is_program(const struct bytes *b)
{
	Elf64_Ehdr h;

	if (!kpr_elf_is(b))
		return false;
	memcpy(&h, b->at, sizeof(h));
	return h.e_ident[EI_CLASS] == ELFCLASS64 && h.e_machine == EM_X86_64;
}

#ifndef DEBUG_FILES			/* the test has its own */
#define DEBUG_FILES	"/usr/lib/debug/.build-id"
#endif

/* Debugging symbols may be in a package of their own. */
static void read_debug_file(struct kpr_program *p)
{
	char id[KPR_BUILD_ID_MAX], path[sizeof(DEBUG_FILES) + KPR_BUILD_ID_MAX + 16];

	if (!kpr_elf_build_id(&p->file, id))
		return;
	snprintf(path, sizeof(path), DEBUG_FILES "/%.2s/%s.debug", id, id + 2);
	if (read_bytes(path, &p->debug))
		p->debug = (struct bytes){ 0 };
}

static int read_program(const struct parts *l, struct kpr_program *p, struct kpr_program_err *err)
{
	int ret = read_bytes(p->path, &p->file);

	if (ret)
		return ret == -ENOMEM ? ret :
			refuse(err, l, l->path.p, p->path, strerror(-ret));
	if (!is_program(&p->file))
		return refuse(err, l, l->path.p, p->path,
			      "this is no program or library of this machine (64-bit ELF for x86-64)");
	read_debug_file(p);
	return 0;
}

/* Writing lines */

struct out {
	struct kpr_buf buf;
	int err;		/* -ENOMEM: something is missing */
};

__attribute__((format(printf, 2, 3)))
static void put(struct out *o, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	if (len < 0 || kpr_buf_room(&o->buf, len + 1u)) {
		o->err = -ENOMEM;
		return;
	}
	va_start(args, fmt);
	vsnprintf(o->buf.data + o->buf.len, len + 1u, fmt, args);
	va_end(args);
	o->buf.len += len;
}

#define EVENT_MAX	64	/* what the module takes, with the NUL */

static char kind_letter(const struct parts *l)
{
	return l->is_return ? 'r' : 'p';
}

/* The event's name, where the line gives none: p_FILE_NAME, of letters that names have. */
static void put_head(struct out *o, const struct parts *l, const char *path)
{
	const struct piece *h = &l->head;
	const char *colon = memchr(h->p, ':', h->len), *file = strrchr(path, '/') + 1;
	char name[EVENT_MAX];
	char *c;

	put(o, "%c%.*s", kind_letter(l), (int)h->len - 1, h->p + 1);
	if (colon && h->p[h->len - 1] != '/' && colon != h->p + h->len - 1)
		return;
	snprintf(name, sizeof(name), "%c_%.24s_%.*s", kind_letter(l), file, (int)l->name.len,
		 l->name.p);
	for (c = name; *c; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
	put(o, "%s%s", colon ? "" : ":", name);
}

/* Is it inside of a deref, +8(...), where a value is an address and has no type? */
static bool is_address(const char *from, const char *at)
{
	unsigned int closed = 0;

	while (at > from) {
		at--;
		if (*at == ')')
			closed++;
		else if (*at == '(' && !closed--)
			return at > from && isdigit((unsigned char)at[-1]);
	}
	return false;
}

static int put_note_arg(struct out *o, const struct parts *l, const char *args, const char *at,
			unsigned int n, const char *behind, struct kpr_program_err *err)
{
	char what[32];
	struct kpr_note_arg arg;
	int ret = kpr_note_arg(args, n, &arg);

	snprintf(what, sizeof(what), "$arg%u", n);
	if (!ret)
		return refuse(err, l, at, what, "the place has fewer arguments; readelf -n shows them");
	if (ret < 0)
		return refuse(err, l, at, what,
			      "it is neither in a register, nor at an offset from one, nor a number; readelf -n shows it");
	if (is_address(l->rest.p, at)) {
		if (arg.bytes != 8)
			return refuse(err, l, at, what, "it has fewer bytes than an address");
		put(o, "%s", arg.source);
	} else {
		put(o, "%s%s%s", arg.source, *behind == ':' ? "" : ":",
			*behind == ':' ? "" : arg.type);
	}
	return 0;
}

/* $arg* is a word of its own. */
static void put_all_args(struct out *o, const char *args)
{
	struct kpr_note_arg arg;
	unsigned int n;

	for (n = 1; kpr_note_arg(args, n, &arg) > 0; n++)
		put(o, "%sarg%u=%s:%s", n > 1 ? " " : "", n, arg.source, arg.type);
}

#define ARG	"$arg"

/* One $arg at p, and *next behind it */
static int put_arg(struct out *o, const struct parts *l, const char *args, const char *p,
		   const char **next, struct kpr_program_err *err)
{
	char *end;
	unsigned long n;

	if (p[strlen(ARG)] == '*') {
		put_all_args(o, args);
		*next = p + strlen(ARG) + 1;
		return 0;
	}
	n = strtoul(p + strlen(ARG), &end, 10);
	*next = end;
	return put_note_arg(o, l, args, p, n, end, err);
}

static bool is_arg(const char *p, const char *end)
{
	size_t len = strlen(ARG);

	return (size_t)(end - p) > len && !memcmp(p, ARG, len) &&
	       (isdigit((unsigned char)p[len]) || p[len] == '*');
}

/* The rest of the line; $argN of a note are written out, but not in strings and comments. */
static int put_rest(struct out *o, const struct parts *l, const char *args, struct kpr_program_err *err)
{
	const char *p = l->rest.p, *end = p + l->rest.len, *next;
	bool string = false;
	int ret = 0;

	for (; p < end && !ret; p = next) {
		next = p + 1;
		if (*p == '#' && !string)
			break;
		if (*p == '"')
			string = !string;
		if (args && !string && is_arg(p, end))
			ret = put_arg(o, l, args, p, &next, err);
		else
			put(o, "%c", *p);
	}
	put(o, "%.*s", (int)(end - p), p);
	return ret;
}

static int put_line(struct out *o, const struct parts *l, const struct kpr_program *p,
		    const struct kpr_user_place *place, struct kpr_program_err *err)
{
	put_head(o, l, p->path);
	put(o, " %s:0x%" PRIx64, p->path, place->off);
	if (place->ref)
		put(o, "(0x%" PRIx64 ")", place->ref);
	return put_rest(o, l, place->args, err);
}

static int put_lines(const struct parts *l, const struct kpr_program *p,
		     const struct kpr_user_places *found, char **lines, struct kpr_program_err *err)
{
	struct out o = { 0 };
	unsigned int i;
	int ret = 0;

	for (i = 0; i < found->nr && !ret; i++) {
		if (i)
			put(&o, "\n");
		ret = put_line(&o, l, p, &found->place[i], err);
	}
	if (!ret)
		ret = o.err;
	if (ret)
		kpr_buf_free(&o.buf);
	*lines = o.buf.data;
	return ret;
}

/* Looking up */

static int find(const struct parts *l, const struct kpr_program *p, const char *provider,
		const char *name, struct kpr_user_places *found, struct kpr_program_err *err)
{
	err->column = l->name.p - l->line;
	if (l->is_return && (provider || memchr(l->name.p, '+', l->name.len)))
		return refuse(err, l, l->name.p, name,
			      "a return is that of a function: name it without an offset");
	if (provider)
		return kpr_program_find_notes(p, provider, name, found, err);
	return kpr_program_find(p, name, found, err);
}

static int look_up(struct parts *l, struct kpr_program *p, const char *provider, char **lines,
		   struct kpr_program_err *err)
{
	struct kpr_user_places *found = calloc(1, sizeof(*found));
	char *name = strndup(l->name.p, l->name.len);
	int ret = found && name ? read_program(l, p, err) : -ENOMEM;

	if (!ret)
		ret = find(l, p, provider, name, found, err);
	if (!ret)
		ret = put_lines(l, p, found, lines, err);
	free(name);
	free(found);
	return ret;
}

int kpr_program_lines(const char *line, size_t len, char **lines, struct kpr_program_err *err)
{
	struct kpr_program p = { 0 };
	struct parts l;
	char *provider, *copy;
	int ret;

	*lines = NULL;
	/* Numbers are read up to a NUL. */
	copy = strndup(line, len);
	if (!copy)
		return -ENOMEM;
	if (strlen(copy) != len || !cut(copy, len, &l)) {
		free(copy);
		return 0;
	}
	ret = cut_provider(&l, &p.path, &provider);
	if (!ret)
		ret = look_up(&l, &p, provider, lines, err);
	free((void *)p.file.at);
	free((void *)p.debug.at);
	free(provider);
	free(p.path);
	free(copy);
	return ret;
}
