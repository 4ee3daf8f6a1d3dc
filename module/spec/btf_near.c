// SPDX-License-Identifier: GPL-2.0
/*
 * The member that somebody may have meant who wrote another name.
 *
 * Many members of the source are macros for members of a struct within (sk_daddr is
 * __sk_common.skc_daddr), and the types know no macros. So the structs within are searched as
 * well, by these rules, the first that finds a member:
 *
 *	the name itself				skc_daddr	__sk_common.skc_daddr
 *	the same behind the first underscore	sk_daddr	__sk_common.skc_daddr
 *						f_dentry	f_path.dentry
 *	one character more, less or other	f_flag		f_flags
 */
#include "spec/btf.h"

#define DEPTH_MAX	4	/* structs within structs */
#define LOOKS_MAX	4096

struct near_level {
	u32 type;
	u32 next;
	u32 name;	/* of the member that is this struct, in the one above; 0: none */
};

struct near_search {
	const struct kpctl_btf *b;
	const char *text;
	size_t len;
	struct near_level level[DEPTH_MAX];
	int top;
};

static size_t tail_of(const char *text, size_t len)
{
	const char *underscore = memchr(text, '_', len);

	return underscore ? (size_t)(underscore - text) : len;
}

static int is_name(const struct near_search *s, const char *name)
{
	return strlen(name) == s->len && !memcmp(name, s->text, s->len);
}

static int is_tail(const struct near_search *s, const char *name)
{
	size_t len = strlen(name), mine = tail_of(s->text, s->len), its = tail_of(name, len);

	if (mine + 2 >= s->len)
		return 0;
	if (len == s->len - mine - 1 && !memcmp(name, s->text + mine + 1, len))
		return 1;
	return len - its == s->len - mine && !memcmp(name + its, s->text + mine, len - its);
}

/* What is left behind the first difference is equal, with a character more, less or other. */
int kpctl_btf_is_close(const char *text, size_t mine, const char *name)
{
	size_t len = strlen(name), i = 0, more = len > mine, less = len < mine;

	if (mine < 3 || len > mine + 1 || len + 1 < mine)
		return 0;
	while (i < len && i < mine && name[i] == text[i])
		i++;
	if (i == mine && !more)
		return 0;
	return !strncmp(name + i + !less, text + i + !more, mine - i - !more) &&
	       len - i - !less == mine - i - !more;
}

static int is_close(const struct near_search *s, const char *name)
{
	return kpctl_btf_is_close(s->text, s->len, name);
}

static const struct kpctl_btf_member *next_near(struct near_search *s)
{
	struct near_level *l = &s->level[s->top];
	const struct kpctl_btf_type *t = kpctl_btf_type(s->b, l->type);

	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION)) ||
	    l->next >= kpctl_btf_vlen(t))
		return NULL;
	return (const struct kpctl_btf_member *)kpctl_btf_parts(t) + l->next++;
}

static void descend(struct near_search *s, const struct kpctl_btf_member *m)
{
	if (s->top + 1 == DEPTH_MAX)
		return;
	s->level[++s->top] = (struct near_level){ .type = m->type, .name = m->name };
	kpctl_btf_bare(s->b, &s->level[s->top].type);
}

/* The member's name, and its levels are those of *s; NULL: there is none. */
static const char *search_near(struct near_search *s, u32 type,
			       int (*is)(const struct near_search *s, const char *name))
{
	const struct kpctl_btf_member *m;
	const char *name;
	int looks;

	s->top = 0;
	s->level[0] = (struct near_level){ .type = type };
	for (looks = 0; s->top >= 0 && looks < LOOKS_MAX; looks++) {
		m = next_near(s);
		if (!m) {
			s->top--;
			continue;
		}
		name = kpctl_btf_name(s->b, m->name);
		if (*name && is(s, name))
			return name;
		descend(s, m);
	}
	return NULL;
}

static void put_name(char *to, size_t size, const char *name)
{
	size_t at = strlen(to), len = strlen(name);

	if (at + len >= size)
		len = size - at - 1;
	memcpy(to + at, name, len);
	to[at + len] = '\0';
}

int kpctl_btf_near(const struct kpctl_btf_cursor *c, const char *text, size_t len, char *to,
		   size_t size)
{
	static int (*const rules[])(const struct near_search *s, const char *name) = {
		is_name, is_tail, is_close,
	};
	struct near_search s = { .b = c->b, .text = text, .len = len };
	const char *name = NULL;
	unsigned int i;
	int level;

	for (i = 0; i < ARRAY_SIZE(rules) && !name; i++)
		name = search_near(&s, c->type, rules[i]);
	*to = '\0';
	if (!name)
		return 0;
	for (level = 1; level <= s.top; level++) {
		if (!s.level[level].name)
			continue;
		put_name(to, size, kpctl_btf_name(c->b, s.level[level].name));
		put_name(to, size, ".");
	}
	put_name(to, size, name);
	return 1;
}
