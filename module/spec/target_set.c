// SPDX-License-Identifier: GPL-2.0
/*
 * SET  := ITEM [',' ITEM]... ['%return']
 * ITEM := [MOD ':'] ['!'] GLOB | ['!'] 'sys:' ['!'] GLOB
 *
 * A function is in the set if an item without ! matches and no item with ! matches; the
 * order of items does not matter. MOD: limits an item to that module's functions; %return
 * holds for all functions of the set, and makes the probe see calls. A GLOB behind sys: matches
 * names of system calls, which stand for the functions that enter them.
 */
#include "spec/parse.h"

/* The text up to the next comma; 0: no more items. */
static int next_item(struct kpctl_span *rest, struct kpctl_span *item)
{
	const char *comma;

	if (!rest->p)
		return 0;
	comma = span_find(*rest, ',');
	*item = comma ? span_until(*rest, comma) : *rest;
	rest->p = comma ? comma + 1 : NULL;
	return 1;
}

/* A ! may stand on either side of sys:, which is no module. */
static int split_sys(struct kpctl_span item, struct kpctl_glob *g)
{
	g->out = span_skip(&item, "!");
	g->sys = span_skip(&item, "sys:");
	if (!g->sys)
		return 0;
	g->out = g->out || span_skip(&item, "!");
	g->mod = item.p;
	g->mod_len = 0;
	g->text = item.p;
	g->len = span_len(item);
	return 1;
}

static void split_item(struct kpctl_span item, struct kpctl_glob *g)
{
	const char *colon = span_find(item, ':');

	if (split_sys(item, g))
		return;
	g->mod = item.p;
	g->mod_len = 0;
	if (colon) {
		g->mod_len = colon - item.p;
		item.p = colon + 1;
	}
	g->out = span_skip(&item, "!");
	g->text = item.p;
	g->len = span_len(item);
}

int kpctl_set_next(const char *list, u32 *pos, struct kpctl_glob *g)
{
	struct kpctl_span rest = { list + *pos, list + strlen(list) }, item;

	if (*pos == KPCTL_SET_END)
		return 0;
	next_item(&rest, &item);
	split_item(item, g);
	g->at = item.p - list;
	*pos = rest.p ? (u32)(rest.p - list) : KPCTL_SET_END;
	return 1;
}

int kpctl_set_in_mod(const struct kpctl_glob *g, const char *mod)
{
	if (g->sys)
		return !*mod;
	return !g->mod_len ||
	       (strlen(mod) == g->mod_len && !memcmp(mod, g->mod, g->mod_len));
}

int kpctl_set_glob_is(const struct kpctl_glob *g, const char *name)
{
	if (g->sys)
		name = kpctl_sys_name(name);
	return name && kpctl_glob_match(g->text, g->len, name, strlen(name));
}

int kpctl_set_has(const char *list, const char *mod, const char *name)
{
	struct kpctl_glob g;
	int has = 0;
	u32 pos = 0;

	while (kpctl_set_next(list, &pos, &g)) {
		if (!kpctl_set_in_mod(&g, mod) || !kpctl_set_glob_is(&g, name))
			continue;
		if (g.out)
			return 0;
		has = 1;
	}
	return has;
}

static int is_name_char(char c)
{
	return char_is_alpha(c) || char_is_digit(c) ||
	       (c && strchr(SYMBOL_CHARS, c));
}

/* The ']' of the set of characters whose '[' is set.p; NULL: not closed, or empty. */
static const char *brackets_end(struct kpctl_span set)
{
	const char *p = set.p + 1, *first;

	if (p < set.end && *p == '!')
		p++;
	first = p;
	while (p < set.end && (is_name_char(*p) || *p == '-'))
		p++;
	return p < set.end && *p == ']' && p > first ? p : NULL;
}

static int parse_glob(struct kpctl_parse *ps, struct kpctl_span item,
		      const struct kpctl_glob *g)
{
	struct kpctl_span glob = { g->text, g->text + g->len };
	const char *p, *end;

	if (!g->len)
		return spec_refuse(ps, SET_EMPTY, glob.p);
	if (g->len > KPCTL_GLOB_MAX)
		return spec_refuse(ps, SET_GLOB_TOO_LONG, glob.p, g->len,
				   KPCTL_GLOB_MAX);
	if (char_is_digit(*glob.p))
		return spec_refuse(ps, SET_BAD_CHAR, glob.p, SPAN_QUOTE(item));
	for (p = glob.p; p < glob.end; p++) {
		if (*p == '[') {
			end = brackets_end(span_from(glob, p));
			if (!end)
				return spec_refuse(ps, SET_BRACKET, p);
			p = end;
		} else if (*p == '+') {
			return spec_refuse(ps, SET_OFFSET, p,
					   SPAN_QUOTE(span_from(glob, p)));
		} else if (!is_name_char(*p) && *p != '*' && *p != '?') {
			return spec_refuse(ps, SET_BAD_CHAR, p, SPAN_QUOTE(item));
		}
	}
	return 0;
}

static int parse_set_module(struct kpctl_parse *ps, const struct kpctl_glob *g)
{
	struct kpctl_span mod = { g->mod, g->mod + g->mod_len };
	const char *p;

	if (g->sys && kpctl_kind_is_point(ps->spec->kind))
		return spec_refuse(ps, SYS_ON_T, g->text - strlen("sys:"));
	if (g->sys || mod.p == g->text - g->out)	/* no ':' */
		return 0;
	if (mod.p < mod.end && *mod.p == '!')
		return spec_refuse(ps, SET_NOT_MOD, mod.p,
				   KPCTL_QUOTE(mod.p + 1, g->mod_len - 1));
	if (mod.p == mod.end)
		return spec_refuse(ps, BAD_MODULE, mod.p, SPAN_QUOTE(mod));
	for (p = mod.p; p < mod.end; p++)
		if (!char_is_alpha(*p) && !char_is_digit(*p))
			return spec_refuse(ps, BAD_MODULE, p, SPAN_QUOTE(mod));
	if (span_len(mod) >= KPCTL_MOD_MAX)
		return spec_refuse(ps, MODULE_TOO_LONG, mod.p,
				   (unsigned int)span_len(mod),
				   KPCTL_MOD_MAX - 1);
	return 0;
}

static int parse_items(struct kpctl_parse *ps, struct kpctl_span word)
{
	struct kpctl_span rest = word, item;
	unsigned int n = 0, in = 0;
	struct kpctl_glob g;
	int ret;

	while (next_item(&rest, &item)) {
		if (++n > KPCTL_GLOBS_MAX)
			return spec_refuse(ps, SET_TOO_MANY, item.p,
					   KPCTL_GLOBS_MAX);
		split_item(item, &g);
		ret = parse_set_module(ps, &g);
		if (!ret)
			ret = parse_glob(ps, item, &g);
		if (ret)
			return ret;
		if (g.out)
			continue;
		if (in++ && g.sys != ps->out->is_sys)
			return spec_refuse(ps, SYS_MIXED, item.p);
		ps->out->is_sys = g.sys;
	}
	return in ? 0 : spec_refuse(ps, SET_ONLY_OUT, word.p);
}

/* The items of a set, without what the kind allows behind them. */
int kpctl_spec_target_items(struct kpctl_parse *ps, struct kpctl_span word)
{
	int ret = parse_items(ps, word);

	if (ret)
		return ret;
	if (span_len(word) >= KPCTL_SYM_MAX)
		return spec_refuse(ps, SET_TOO_LONG, word.p,
				   (unsigned int)span_len(word),
				   KPCTL_SYM_MAX - 1);
	kpctl_spec_scan_copy(ps->out->sym, word);
	return 0;
}

static int parse_set_return(struct kpctl_parse *ps, struct kpctl_span *word)
{
	const char *percent = span_find(*word, '%');
	struct kpctl_span suffix;

	if (!percent)
		return 0;
	suffix = span_from(*word, percent);
	if (!span_skip(&suffix, "%return"))
		return 0;	/* parse_items() refuses the '%' */
	if (suffix.p < suffix.end)
		return spec_refuse(ps, SET_RETURN, percent);
	ps->out->kind = kpctl_kind_info(ps->out->kind)->on_return;
	word->end = percent;
	return 0;
}

int kpctl_spec_target_set(struct kpctl_parse *ps, struct kpctl_span word)
{
	u64 addr;
	int ret;

	if (word.p == word.end)
		return spec_refuse(ps, SET_EMPTY, word.p);
	ps->out->target_column = word.p - ps->line;
	if (kpctl_spec_scan_u64(word, 0, &addr) != -EINVAL)
		return spec_refuse(ps, SET_ADDR, word.p, SPAN_QUOTE(word));
	if (span_find(word, '/'))
		return spec_refuse(ps, USER_TARGET, word.p, SPAN_QUOTE(word));
	ret = parse_set_return(ps, &word);
	return ret ? ret : kpctl_spec_target_items(ps, word);
}
