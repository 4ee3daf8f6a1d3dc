// SPDX-License-Identifier: GPL-2.0
/*
 * MEMORY := ['w' | 'rw'] '@' (ADDR | [MOD ':'] SYM [('+' | '-') OFFS]) [':' LEN]
 *
 * As in tracefs's wprobes, accesses of both sorts and 4 bytes are watched unless the line says
 * otherwise. What stands behind the last ':' is a LEN if it begins with a digit, which no symbol
 * does. A target is listed with all its parts: equal targets are listed alike.
 *
 * Addresses of programs are refused here, as far as the word alone tells: each process has other
 * memory there. The rest is seen when the memory is found (probe/watch.c).
 */
#include "spec/parse.h"

#define MEMORY_WHAT	"memory to watch"
#define MEMORY_FORM	"[w|rw]@[MOD:]SYM[+OFFS][:LEN] or [w|rw]@0xADDR[:LEN]"

#define LEN_USUAL	4

static int parse_access(struct kpctl_parse *ps, struct kpctl_span access)
{
	ps->out->watch.reads = !span_is(access, "w");
	if (span_is(access, "r"))
		return spec_refuse(ps, WATCH_READ, access.p);
	if (access.p == access.end || span_is(access, "w") || span_is(access, "rw"))
		return 0;
	return spec_refuse(ps, WATCH_ACCESS, access.p, SPAN_QUOTE(access));
}

/* Takes a ':' and LEN off the end of *at. */
static int parse_len(struct kpctl_parse *ps, struct kpctl_span *at)
{
	const char *colon = at->end;
	struct kpctl_span text;
	u64 len = 0;

	ps->out->watch.len = LEN_USUAL;
	while (colon > at->p && *--colon != ':')
		;
	if (colon == at->p)
		return 0;
	text = span_from(*at, colon + 1);
	if (text.p < text.end && !char_is_digit(*text.p))
		return 0;	/* the symbol of a module */
	if (kpctl_spec_scan_u64(text, 0, &len) || (len != 1 && len != 2 && len != 4 && len != 8))
		return spec_refuse(ps, WATCH_LEN, text.p, SPAN_QUOTE(text));
	ps->out->watch.len = len;
	at->end = colon;
	return 0;
}

static int parse_watched_addr(struct kpctl_parse *ps, struct kpctl_span at)
{
	struct kpctl_spec *spec = ps->out;

	if (kpctl_spec_scan_u64(at, 0, &spec->addr))
		return spec_refuse(ps, BAD_ADDR, at.p, SPAN_QUOTE(at));
	if (!(spec->addr >> 63))
		return spec_refuse(ps, WATCH_USER, at.p, SPAN_QUOTE(at));
	if (spec->addr % spec->watch.len)
		return spec_refuse(ps, WATCH_UNALIGNED, at.p, SPAN_QUOTE(at), spec->watch.len);
	spec->is_addr = 1;
	return 0;
}

static int parse_watched_module(struct kpctl_parse *ps, struct kpctl_span *at)
{
	const char *colon = span_find(*at, ':');
	struct kpctl_span mod;
	const char *p;

	if (!colon)
		return 0;
	mod = span_until(*at, colon);
	for (p = mod.p; p < mod.end; p++)
		if (!char_is_alpha(*p) && !char_is_digit(*p))
			return spec_refuse(ps, BAD_MODULE, p, SPAN_QUOTE(mod));
	if (span_len(mod) >= KPCTL_MOD_MAX)
		return spec_refuse(ps, MODULE_TOO_LONG, mod.p, (unsigned int)span_len(mod),
				   KPCTL_MOD_MAX - 1);
	kpctl_spec_scan_copy(ps->out->mod, mod);
	at->p = colon + 1;
	return 0;
}

/* Leaves the symbol alone in *at. */
static int parse_watched_symbol(struct kpctl_parse *ps, struct kpctl_span *at)
{
	const char *sign = kpctl_spec_scan_any(*at, "+-"), *bad;
	struct kpctl_spec *spec = ps->out;

	if (sign) {
		if (kpctl_spec_scan_s64(span_from(*at, sign), &spec->watch.off))
			return spec_refuse(ps, BAD_DATA_OFFSET, sign,
					   SPAN_QUOTE(span_from(*at, sign)));
		spec->off_column = sign - ps->line;
		at->end = sign;
	}
	bad = kpctl_spec_scan_name(*at, SYMBOL_CHARS);
	if (bad)
		return spec_refuse(ps, BAD_SYMBOL, bad, SPAN_QUOTE(*at));
	return 0;
}

/* The target as it is listed. `sym` is empty with an address. */
static int put_memory(struct kpctl_parse *ps, struct kpctl_span sym)
{
	struct kpctl_spec *spec = ps->out;
	struct kpctl_watch_spec *watch = &spec->watch;
	struct kpctl_out out = { spec->sym, sizeof(spec->sym), 0 };

	kpctl_spec_put(&out, "%s@", watch->reads ? "rw" : "w");
	if (spec->is_addr)
		kpctl_spec_put(&out, "0x%llx", (unsigned long long)spec->addr);
	if (spec->mod[0])
		kpctl_spec_put(&out, "%s:", spec->mod);
	watch->sym = out.len;
	watch->sym_len = span_len(sym);
	kpctl_spec_put(&out, "%.*s", (int)span_len(sym), sym.p);
	if (watch->off)
		kpctl_spec_put(&out, "%s%llu", watch->off < 0 ? "-" : "+",
			       watch->off < 0 ? 0 - (unsigned long long)watch->off :
						(unsigned long long)watch->off);
	kpctl_spec_put(&out, ":%u", watch->len);
	if (out.len >= sizeof(spec->sym))
		return spec_refuse(ps, SYMBOL_TOO_LONG, sym.p, (unsigned int)span_len(sym),
				   (unsigned int)(sizeof(spec->sym) - 1 - (out.len - span_len(sym))));
	return 0;
}

int kpctl_spec_target_memory(struct kpctl_parse *ps, struct kpctl_span word)
{
	struct kpctl_span at = word;
	const char *sign = span_find(word, '@');
	int ret;

	if (word.p == word.end)
		return spec_refuse(ps, NO_TARGET, word.p, MEMORY_WHAT, MEMORY_FORM);
	ps->out->target_column = word.p - ps->line;
	if (!sign)
		return spec_refuse(ps, BAD_TARGET, word.p, SPAN_QUOTE(word), MEMORY_WHAT,
				   MEMORY_FORM);
	at.p = sign + 1;
	ps->out->watch.column = at.p - ps->line;
	ret = parse_access(ps, span_until(word, sign));
	if (!ret)
		ret = parse_len(ps, &at);
	if (ret)
		return ret;
	if (at.p == at.end || *at.p == ':')
		return spec_refuse(ps, BAD_TARGET, at.p, SPAN_QUOTE(word), MEMORY_WHAT,
				   MEMORY_FORM);
	if (char_is_digit(*at.p) && !span_find(at, ':'))
		ret = parse_watched_addr(ps, at);
	else
		ret = parse_watched_module(ps, &at);
	if (!ret && !ps->spec->is_addr)
		ret = parse_watched_symbol(ps, &at);
	if (ps->spec->is_addr)
		at.p = at.end;
	return ret ? ret : put_memory(ps, at);
}
