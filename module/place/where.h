/* SPDX-License-Identifier: GPL-2.0 */
/* Address and symbol: all that sprint_symbol() says of an address. */
#ifndef KPCTL_PLACE_WHERE_H
#define KPCTL_PLACE_WHERE_H

#include <linux/kallsyms.h>
#include <linux/module.h>

struct kpctl_text;

/* An address, by the symbol that holds it. */
struct kpctl_where {
	unsigned long addr, base, size;
	char sym[KSYM_NAME_LEN];
	char mod[MODULE_NAME_LEN];	/* empty: the kernel itself */
	char buf[KSYM_SYMBOL_LEN];	/* as sprint_symbol() says it */
};

/*
 * The symbol that holds addr; false if none does. The function cannot fail for want of
 * memory: a caller that took the place for one without a symbol could end the machine.
 */
bool kpctl_where_is(unsigned long addr, struct kpctl_where *w);

/* The function at addr: NAME[+0xOFF], and [MODULE] behind it. */
void kpctl_where_name(unsigned long addr, struct kpctl_text *text);

#endif /* KPCTL_PLACE_WHERE_H */
