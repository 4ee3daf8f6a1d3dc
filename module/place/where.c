// SPDX-License-Identifier: GPL-2.0
#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/text.h"
#include "place/where.h"

/* "name+0x12/0x34 [mod]", or "0x..." for an address without a symbol. */
bool kpctl_where_is(unsigned long addr, struct kpctl_where *w)
{
	char *plus, *mod;
	unsigned long off;

	memset(w, 0, sizeof(*w));
	sprint_symbol(w->buf, addr);
	plus = strrchr(w->buf, '+');
	if (!plus || sscanf(plus, "+%lx/%lx", &off, &w->size) != 2)
		return false;
	*plus = 0;
	strscpy(w->sym, w->buf, sizeof(w->sym));
	w->addr = addr;
	w->base = addr - off;
	mod = strchr(plus + 1, '[');
	if (mod)
		strscpy(w->mod, mod + 1,
			min_t(size_t, strcspn(mod + 1, " ]") + 1, sizeof(w->mod)));
	return true;
}

/* The offset of an entry behind an endbr64 is left out. */
void kpctl_where_name(unsigned long addr, struct kpctl_text *text)
{
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);

	if (!w) {
		text->err = -ENOMEM;
		return;
	}
	if (!kpctl_where_is(addr, w))
		kpctl_text_printf(text, "0x%lx", addr);
	else if (addr - w->base > FTRACE_MCOUNT_MAX_OFFSET)
		kpctl_text_printf(text, w->mod[0] ? "%s+0x%lx [%s]" : "%s+0x%lx", w->sym,
				  addr - w->base, w->mod);
	else
		kpctl_text_printf(text, w->mod[0] ? "%s [%s]" : "%s", w->sym, w->mod);
	kfree(w);
}
