// SPDX-License-Identifier: GPL-2.0
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/magic.h>
#include <linux/mm.h>
#include <linux/mmap_lock.h>
#include <linux/sched/signal.h>
#include <linux/uaccess.h>
#include <linux/userfaultfd_k.h>

#include "base/compat.h"
#include "prog/fetch_mem.h"
#include "prog/helper_of.h"
#include "prog/touch_user.h"

/* Places that cannot be brought in are tried once each. */
#define TURNS_MAX	256

/* Looks at a lock that a thread of the process holds: a second or so. */
#define LOCK_TRIES	4000

/* Bytes of a string that are looked at: a path's most. */
#define STRING_MAX	4096

/* Are all of the bytes there, at most 8? */
static __always_inline bool has(u64 at, void *to, u32 size)
{
	return !copy_from_user_nofault(to, (const void __user *)(unsigned long)at, size);
}

/* The first missing byte of a place, 0: none. The place spans two pages at most. */
static notrace u64 missing_bytes(u64 at, u32 size)
{
	u8 byte;

	if (!has(at, &byte, 1))
		return at;
	return has(at + size - 1, &byte, 1) ? 0 : at + size - 1;
}
NOKPROBE_SYMBOL(missing_bytes);

static notrace u64 missing_string(u64 at)
{
	const u64 ones = 0x0101010101010101ull;
	u64 end = at + STRING_MAX, word;
	u32 n;

	for (; at < end; at += n) {
		n = 8 - at % 8;		/* an aligned word is in one page */
		word = ~0ull;
		if (!has(at, &word, n))
			return at;
		if ((word - ones) & ~word & (ones << 7))	/* a byte is 0 */
			return 0;
	}
	return 0;
}
NOKPROBE_SYMBOL(missing_string);

/* The strings that n pointers lead to; of a list as many as there are up to a NULL. */
static notrace u64 missing_strings(u64 at, u32 n, bool is_list)
{
	u64 to, missing;

	for (; n; n--, at += 8) {
		if (!has(at, &to, 8))
			return at;
		if (!to && is_list)
			return 0;
		missing = to ? missing_string(to) : 0;
		if (missing)
			return missing;
	}
	return 0;
}
NOKPROBE_SYMBOL(missing_strings);

/* What the last deref of the argument reads. */
static notrace u64 missing_value(const struct kpctl_arg *arg, u64 at)
{
	switch (arg->make) {
	case KPCTL_MAKE_STRING:
		return missing_string(at);
	case KPCTL_MAKE_STRINGS:
		return missing_strings(at, arg->count, false);
	case KPCTL_MAKE_LIST:
		return missing_strings(at, KPCTL_LIST_MAX, true);
	case KPCTL_MAKE_ARRAY:
		return missing_bytes(at, arg->size * arg->count);
	case KPCTL_MAKE_COUNTED:	/* the rest of its page, and the next one */
		return missing_bytes(at, KPCTL_ARGS_SIZE_MAX);
	}
	return missing_bytes(at, arg->size);
}
NOKPROBE_SYMBOL(missing_value);

/* An address of the kernel's, which a constant can be, is never missing. */
static notrace u64 missing_word(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	u64 at, missing = 0;
	u32 i;

	for (i = 0; i < arg->nderef && !missing; i++) {
		if (!kpctl_fetch_address(arg, site, i, &at))
			return 0;
		at += arg->deref[i].off;
		if (at >= TASK_SIZE_MAX)
			return 0;
		missing = i + 1 < arg->nderef ? missing_bytes(at, 8) : missing_value(arg, at);
	}
	return missing;
}
NOKPROBE_SYMBOL(missing_word);

/* Of call:NAME(X...) what X are: the function itself is called by the hit alone. */
static notrace u64 missing_arg(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	const struct kpctl_helper_use *use;
	u64 missing = 0;
	u32 i;

	if (arg->load != KPCTL_LOAD_HELPER)
		return missing_word(arg, site);
	use = (const struct kpctl_helper_use *)arg->num;
	for (i = 0; i < use->nvalues && !missing; i++)
		missing = missing_word(&use->value[i], site);
	return missing;
}
NOKPROBE_SYMBOL(missing_arg);

/* The argument that a look comes to, NULL: it has seen all. */
static __always_inline const struct kpctl_arg *next_of_hit(const struct kpctl_touch *t,
							   const struct kpctl_prog *prog)
{
	return t->next < prog->nargs ? &prog->args[t->next] : NULL;
}

static __always_inline const struct kpctl_arg *next_of_entry(const struct kpctl_touch *t,
							     const struct kpctl_prog *prog)
{
	const struct kpctl_fetch *entry = &prog->entry;

	if (t->next < entry->nargs)
		return &entry->arg[t->next];
	return t->next - entry->nargs < prog->nargs ? &prog->args[t->next - entry->nargs] : NULL;
}

notrace bool kpctl_touch_look(struct kpctl_touch *t, const struct kpctl_prog *prog,
			      struct pt_regs *regs, const u8 *kept)
{
	const struct kpctl_arg *arg;
	struct kpctl_site site;

	kpctl_site_init(&site, regs, kept, 0, 0, 0);
	site.parts_known = KPCTL_PARTS_UNKNOWN;
	t->missing = 0;
	for (; !t->missing && (arg = next_of_hit(t, prog)); t->next++)
		if (!arg->early)
			t->missing = missing_arg(arg, &site);
	return t->missing;
}
NOKPROBE_SYMBOL(kpctl_touch_look);

notrace bool kpctl_touch_look_at_entry(struct kpctl_touch *t, const struct kpctl_prog *prog,
				       struct pt_regs *regs)
{
	const struct kpctl_arg *arg;
	struct kpctl_site site;

	kpctl_site_init(&site, regs, NULL, 0, 0, 0);
	t->missing = 0;
	for (; !t->missing && (arg = next_of_entry(t, prog)); t->next++)
		if (arg->early || t->next < prog->entry.nargs)
			t->missing = missing_arg(arg, &site);
	return t->missing;
}
NOKPROBE_SYMBOL(kpctl_touch_look_at_entry);

/*
 * Memory that the process itself, or any other user, can keep from ever coming. Whoever takes the
 * probe out waits for its handlers, with locks held, so no handler waits for such memory.
 */
static bool may_never_come(struct vm_area_struct *vma)
{
	return userfaultfd_armed(vma) ||
	       (vma->vm_file && file_inode(vma->vm_file)->i_sb->s_magic == FUSE_SUPER_MAGIC);
}

/*
 * A lock of the process's memory that a thread holds for as long as its own memory does not come
 * is not waited for, either.
 */
static bool lock_memory(struct mm_struct *mm)
{
	int n;

	for (n = 0; !mmap_read_trylock(mm); n++) {
		if (n == LOCK_TRIES || fatal_signal_pending(current))
			return false;
		usleep_range(50, 500);
	}
	return true;
}

/* What stands there, and how it comes, cannot change while the lock is held. */
static notrace bool bring_page(struct kpctl_touch *t, u64 at)
{
	struct mm_struct *mm = current->mm;
	struct vm_area_struct *vma;
	struct page *page;
	bool is_there;

	t->is_locked = !lock_memory(mm);
	if (t->is_locked)
		return false;
	vma = find_vma(mm, at);
	is_there = vma && vma->vm_start <= at && !may_never_come(vma) &&
		   kpctl_get_user_page(at, &page) == 1;
	mmap_read_unlock(mm);
	if (is_there)
		put_page(page);
	return is_there;
}
NOKPROBE_SYMBOL(bring_page);

/* A place that stays missing, or that is the same as before, is left to be (fault). */
notrace bool kpctl_touch_bring_in(struct kpctl_touch *t)
{
	if (!t->missing)
		return false;
	if (t->missing != t->last && bring_page(t, t->missing))
		t->next--;	/* the argument may go on in a page that is not there either */
	t->last = t->missing;
	return !t->is_locked && ++t->turns < TURNS_MAX;
}
NOKPROBE_SYMBOL(kpctl_touch_bring_in);
