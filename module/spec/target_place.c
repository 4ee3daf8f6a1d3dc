// SPDX-License-Identifier: GPL-2.0
/*
 * TARGET := [MOD:]SYM[+OFFS][%return] | sys:NAME[+OFFS][%return] | ADDR
 *
 * A word that is a number is an address, as in tracefs; a module's name can
 * start with a digit (8021q), a symbol's cannot.
 */
#include "spec/parse.h"
#include "spec/regs.h"

#define OFFSET_MAX	0xffffffffu	/* struct kprobe has 32 bits for it */
#define PLACE_FORM	"[MOD:]SYM[+offs] or 0xADDR"

static int parse_return(struct kpctl_parse *ps, struct kpctl_span *word)
{
	const char *percent = span_find(*word, '%');

	if (!percent)
		return 0;
	if (!span_is(span_from(*word, percent), "%return"))
		return spec_refuse(ps, BAD_TARGET_SUFFIX, percent,
				   SPAN_QUOTE(span_from(*word, percent)));
	ps->out->kind = kpctl_kind_info(ps->out->kind)->on_return;
	word->end = percent;
	return 0;
}

static int parse_symbol_offset(struct kpctl_parse *ps, struct kpctl_span *word)
{
	const char *sign = kpctl_spec_scan_any(*word, "+-");
	struct kpctl_spec *spec = ps->out;
	struct kpctl_span off;
	int ret = -EINVAL;

	if (!sign)
		return 0;
	off = span_from(*word, sign + 1);
	if (char_is_digit(off.p < off.end ? *off.p : '\0'))
		ret = kpctl_spec_scan_u64(off, 0, &spec->off);
	if (ret == -EINVAL || (*sign == '-' && spec->off))
		return spec_refuse(ps, BAD_OFFSET, sign,
				   SPAN_QUOTE(span_from(*word, sign)));
	if (ret || spec->off > OFFSET_MAX)
		return spec_refuse(ps, OFFSET_TOO_BIG, sign, SPAN_QUOTE(off),
				   OFFSET_MAX);
	spec->off_column = sign - ps->line;
	word->end = sign;
	return 0;
}

static int parse_module(struct kpctl_parse *ps, struct kpctl_span *word)
{
	const char *colon = span_find(*word, ':');
	struct kpctl_span mod;
	const char *p;

	if (!colon)
		return 0;
	mod = span_until(*word, colon);
	if (span_is(mod, "sys")) {
		ps->out->is_sys = 1;
		word->p = colon + 1;
		return 0;
	}
	for (p = mod.p; p < mod.end; p++)
		if (!char_is_alpha(*p) && !char_is_digit(*p))
			return spec_refuse(ps, BAD_MODULE, p, SPAN_QUOTE(mod));
	if (span_len(mod) >= KPCTL_MOD_MAX)
		return spec_refuse(ps, MODULE_TOO_LONG, mod.p,
				   (unsigned int)span_len(mod),
				   KPCTL_MOD_MAX - 1);
	kpctl_spec_scan_copy(ps->out->mod, mod);
	word->p = colon + 1;
	return 0;
}

/* Of a system call the symbol is that of its entry. */
static int parse_symbol(struct kpctl_parse *ps, struct kpctl_span sym)
{
	const char *bad = kpctl_spec_scan_name(sym, SYMBOL_CHARS);
	const char *prefix = ps->spec->is_sys ? KPCTL_SYSCALL_PREFIX : "";
	size_t max = KPCTL_SYM_MAX - 1 - strlen(prefix);

	if (bad)
		return spec_refuse(ps, BAD_SYMBOL, bad, SPAN_QUOTE(sym));
	if (span_len(sym) > max)
		return spec_refuse(ps, SYMBOL_TOO_LONG, sym.p,
				   (unsigned int)span_len(sym), (unsigned int)max);
	strcpy(ps->out->sym, prefix);
	kpctl_spec_scan_copy(ps->out->sym + strlen(prefix), sym);
	return 0;
}

/* Targets of other kinds of probes get their own error, before parse_symbol() refuses them. */
static int refuse_foreign(struct kpctl_parse *ps, struct kpctl_span word)
{
	const char *glob = kpctl_spec_scan_any(word, GLOB_CHARS);

	if (span_find(word, '/'))
		return spec_refuse(ps, USER_TARGET, word.p, SPAN_QUOTE(word));
	if (glob)
		return spec_refuse(ps, GLOB_TARGET, glob, SPAN_QUOTE(word));
	return 0;
}

int kpctl_spec_target_place(struct kpctl_parse *ps, struct kpctl_span word)
{
	struct kpctl_spec *spec = ps->out;
	struct kpctl_span sym = word;
	int ret;

	if (word.p == word.end)
		return spec_refuse(ps, NO_TARGET, word.p, "place", PLACE_FORM);
	spec->target_column = word.p - ps->line;
	if (!kpctl_spec_scan_u64(word, 0, &spec->addr)) {
		spec->is_addr = 1;
		return 0;
	}
	spec->addr = 0;

	if (*word.p == '/')
		return kpctl_spec_target_user(ps, word);
	ret = refuse_foreign(ps, word);
	if (ret)
		return ret;
	ret = parse_return(ps, &sym);
	if (ret)
		return ret;
	if (sym.p < sym.end && char_is_digit(*sym.p) && !span_find(sym, ':')) {
		if (sym.end < word.end &&
		    !kpctl_spec_scan_u64(sym, 0, &spec->addr))
			return spec_refuse(ps, ADDR_RETURN, sym.end);
		return spec_refuse(ps, BAD_ADDR, word.p, SPAN_QUOTE(word));
	}
	ret = parse_module(ps, &sym);
	if (!ret)
		ret = parse_symbol_offset(ps, &sym);
	if (ret)
		return ret;
	if (sym.p == sym.end || *word.p == ':')
		return spec_refuse(ps, BAD_TARGET, word.p, SPAN_QUOTE(word), "place",
				   PLACE_FORM);
	return parse_symbol(ps, sym);
}
