// SPDX-License-Identifier: GPL-2.0
/*
 * Strings made of the names of dentries: %pd2 and its like, paths.
 *
 * A dentry can be renamed, moved or freed while its names are read, and a handler takes no
 * lock. So each pointer is one that may lead anywhere: all reads are those that a bad address
 * fails, and their number is bounded, by KPCTL_WALK_MOST and by the room for the string. What
 * a rename tears is a string of old and new names.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kprobectl.h>

#include "prog/fetch.h"
#include "prog/fetch_mem.h"
#include "spec/dentry.h"

/* Names on the way from a dentry to a root. */
struct names {
	u64 name[KPCTL_WALK_MOST];	/* addresses, the innermost first */
	u32 n;
	bool has_root;			/* a root stands above the last name */
};

static __always_inline bool read_word(u64 from, u64 *to)
{
	return kpctl_mem_word(from, 8, KPCTL_DEREF_KERNEL, to);
}

static __always_inline bool is_root(u64 dentry, const u64 *root)
{
	return root && dentry == *root;
}

/*
 * Up to `most` names from *dentry on, which is left at the first dentry without a name here.
 * The way ends at the dentry *root, NULL: at none, or at a dentry that is its own parent. If
 * *dentry is so from the start, its name is the only one, as printk has it.
 */
static __always_inline bool find_names(struct names *names, u64 *dentry, const u64 *root, u32 most)
{
	u64 parent;

	names->has_root = false;
	for (names->n = 0; names->n < most && !is_root(*dentry, root); *dentry = parent) {
		if (!read_word(*dentry + KPCTL_DENTRY_PARENT, &parent) ||
		    !read_word(*dentry + KPCTL_DENTRY_NAME, &names->name[names->n]))
			return false;
		if (parent == *dentry) {
			names->has_root = names->n != 0;
			names->n += !names->n;
			return true;
		}
		names->n++;
	}
	names->has_root = is_root(*dentry, root);
	return true;
}

/* Is the dentry its own parent? */
static __always_inline bool is_top(u64 dentry)
{
	u64 parent;

	return read_word(dentry + KPCTL_DENTRY_PARENT, &parent) && parent == dentry;
}

/* Room for n bytes and a NUL behind the first `len`? Without it the string ends there. */
static __always_inline bool has_room(u8 *to, u32 len, u32 n, u32 max, u32 *flags)
{
	if (likely(max - len > n))
		return true;
	to[len] = 0;
	*flags |= KPCTL_STR_CUT;
	return false;
}

/*
 * The names from the outermost on, behind `len` bytes. Returns the bytes with the NUL; 0: a
 * name is unreadable.
 */
static __always_inline u32 join_names(const struct names *names, u32 len, u8 *to, u32 max,
				     u32 *flags)
{
	u32 i = names->n, bytes;

	while (i-- && !(*flags & KPCTL_STR_CUT)) {
		if (i + 1 < names->n || names->has_root) {
			if (!has_room(to, len, 1, max, flags))
				break;
			to[len++] = '/';
		}
		bytes = kpctl_fetch_copy_string(to + len, names->name[i], max - len, false, flags);
		if (!bytes)
			return 0;
		len += bytes - 1;
	}
	return len + 1;
}

/* The dentry of the struct path at `at`, and its mount's root. */
static __always_inline bool read_path(u64 at, u64 *dentry, u64 *root)
{
	u64 mount;

	return read_word(at + KPCTL_PATH_DENTRY, dentry) &&
	       read_word(at + KPCTL_PATH_MOUNT, &mount) &&
	       read_word(mount + KPCTL_MOUNT_ROOT, root);
}

/* All names. What is left out in front is shown by "...", where a whole path has its "/". */
static __always_inline u32 put_all(struct names *names, u64 above, u8 *to, u32 max, u32 *flags)
{
	bool cut = !names->has_root && names->n == KPCTL_WALK_MOST && !is_top(above);
	u32 len = 0;

	if (names->n > 1)
		names->has_root = true;
	if ((cut || !names->n) && !has_room(to, 0, cut ? 3 : 1, max, flags))
		return 1;
	if (cut)
		for (; len < 3; len++)
			to[len] = '.';
	if (!names->n) {	/* the mount's root */
		to[0] = '/';
		to[1] = 0;
		return 2;
	}
	return join_names(names, len, to, max, flags);
}

notrace noinline u32 kpctl_fetch_path(u64 at, enum kpctl_walk walk, u8 *to, u32 max, u32 *flags)
{
	bool all = walk > KPCTL_WALK_4, is_path = walk == KPCTL_WALK_PATH;
	struct names names;
	u32 cut = 0, bytes;
	u64 root;

	if (is_path && !read_path(at, &at, &root))
		return 0;
	if (!find_names(&names, &at, is_path ? &root : NULL, all ? KPCTL_WALK_MOST : walk))
		return 0;
	bytes = all ? put_all(&names, at, to, max, &cut) : join_names(&names, 0, to, max, &cut);
	*flags |= cut;
	return bytes;
}
NOKPROBE_SYMBOL(kpctl_fetch_path);
