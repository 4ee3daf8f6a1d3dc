// SPDX-License-Identifier: GPL-2.0
/*
 * Places that the kernel rewrites or traps at, so that no probe may stand there,
 * and one where it may; /sys/kernel/debug/kpt/places gives them as `NAME ADDRESS`
 * lines.
 */
#include <linux/bug.h>
#include <linux/jump_label.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/static_call.h>

#include "kpt.h"

static DEFINE_STATIC_KEY_FALSE(key);

static u64 plus_one(u64 v)
{
	return v + 1;
}

DEFINE_STATIC_CALL(kpt_sc, plus_one);

/* Has a jump label, a static call and a BUG in it, and nothing else has. */
noinline u64 kpt_reserved(u64 v)
{
	kpt_count(reserved);
	if (static_branch_unlikely(&key))
		v += 1000;
	BUG_ON(v == 0xdeadbeef);
	return static_call(kpt_sc)(v) + 1;
}

static unsigned long relative(const s32 *p)
{
	return (unsigned long)p + *p;
}

static int places_show(struct seq_file *m, void *unused)
{
	struct module *mod = THIS_MODULE;

	seq_printf(m, "jump_label 0x%lx\n", jump_entry_code(&mod->jump_entries[0]));
	seq_printf(m, "bug 0x%lx\n", relative(&mod->bug_table[0].bug_addr_disp));
	/* the low bits say whether it is a tail call */
	seq_printf(m, "static_call 0x%lx\n", relative(&mod->static_call_sites[0].addr));
	seq_printf(m, "steps_mov 0x%llx\n", (u64)kpt_steps + kpt_steps_mov);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(places);

const struct file_operations *kpt_places_fops = &places_fops;
