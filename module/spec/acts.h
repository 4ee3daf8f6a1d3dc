/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The actions of `do` that act on what was hit: parser, sentences, listing of limits and the
 * hit path are made of this table.
 *
 *	X(ID, NAME, TAKES, LIMIT, FOR)
 *
 *	TAKES	what stands in braces behind NAME: VALUE, what the caller gets; MAYBE, the
 *		same, or no braces at all; SIGNAL, a signal's name; NOTHING, no braces
 *	LIMIT	hits that act at most, unless the line has limit=
 *	FOR	ns from the first hit that acts, unless the line has for=; 0: no end
 */
#ifndef KPCTL_SPEC_ACTS_H
#define KPCTL_SPEC_ACTS_H

#define KPCTL_ACTS(X)							\
	X(RETURN, return, VALUE, 100, 10000000000ull)			\
	X(SKIP, skip, MAYBE, 100, 10000000000ull)			\
	X(SIGNAL, signal, SIGNAL, 1, 0)					\
	X(DUMP, dump, NOTHING, 10, 0)					\
	X(PANIC, panic, NOTHING, 1, 0)

enum kpctl_act_id {
#define X(id, ...) KPCTL_ACT_##id,
	KPCTL_ACTS(X)
#undef X
	KPCTL_ACT_NR,
};

enum kpctl_act_takes {
	KPCTL_ACT_TAKES_NOTHING,
	KPCTL_ACT_TAKES_VALUE,
	KPCTL_ACT_TAKES_MAYBE,
	KPCTL_ACT_TAKES_SIGNAL,
};

/* All as ", return(V), skip, ...", for sentences. */
#define KPCTL_ACT_FORM_VALUE(name)	", " #name "(V)"
#define KPCTL_ACT_FORM_MAYBE(name)	", " #name ", " #name "(V)"
#define KPCTL_ACT_FORM_SIGNAL(name)	", " #name "(SIGNAL)"
#define KPCTL_ACT_FORM_NOTHING(name)	", " #name
#define KPCTL_ACT_FORM(id, name, takes, limit, ends)	KPCTL_ACT_FORM_##takes(name)
#define KPCTL_ACT_FORMS			KPCTL_ACTS(KPCTL_ACT_FORM)

struct kpctl_act_info {
	const char *name;
	unsigned char takes;		/* enum kpctl_act_takes */
	unsigned int limit;
	unsigned long long within;
};

static inline const struct kpctl_act_info *kpctl_act_info(unsigned int act)
{
	static const struct kpctl_act_info acts[] = {
#define X(id, name, takes, limit, ends) { #name, KPCTL_ACT_TAKES_##takes, limit, ends },
		KPCTL_ACTS(X)
#undef X
	};

	return &acts[act];
}

static inline const char *kpctl_act_name(unsigned int act)
{
	return kpctl_act_info(act)->name;
}

#endif /* KPCTL_SPEC_ACTS_H */
