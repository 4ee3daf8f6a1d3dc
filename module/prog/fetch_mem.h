/* SPDX-License-Identifier: GPL-2.0 */
/* Reading memory in a handler, and the declarations that the files of fetch share. */
#ifndef KPCTL_PROG_FETCH_MEM_H
#define KPCTL_PROG_FETCH_MEM_H

#include <linux/percpu.h>
#include <linux/uaccess.h>

#include "base/arch.h"
#include "base/compat.h"
#include "prog/fetch.h"

/*
 * The first kernel address. From here to KPCTL_ARCH_KERNEL_END a load is an ordinary load
 * whose page fault is fixed up, in any context; all other addresses take the kernel's
 * functions. The start depends on the levels of page tables. Addresses between
 * TASK_SIZE_MAX and the start are not canonical: a load there is another kind of fault.
 */
extern u64 kpctl_kernel_start;

/*
 * An address below the kernel's half is a user address, whatever the spec says, as in
 * tracefs. copy_from_user_nofault() refuses in a context without user memory.
 */
static __always_inline bool kpctl_mem_read(void *to, u64 from, size_t size, bool user)
{
	if (from - TASK_SIZE_MAX < kpctl_kernel_start - TASK_SIZE_MAX)
		return false;	/* not canonical; not every kernel checks */
	if (user || from < TASK_SIZE_MAX)
		return !copy_from_user_nofault(to, (void __user *)(unsigned long)from, size);
	return !copy_from_kernel_nofault(to, (void *)(unsigned long)from, size);
}

#define KPCTL_LOAD(type, from, fault) ({				\
	type val_;							\
	__get_kernel_nofault(&val_, (type *)(unsigned long)(from), type, fault); \
	val_;								\
})

static __always_inline bool kpctl_mem_is_kernel(u64 from)
{
	return likely(from >= kpctl_kernel_start && from <= KPCTL_ARCH_KERNEL_END - 8);
}

/*
 * `size` bytes at `from`, as an unsigned number; false: not a kernel address, or
 * unreadable. No other byte is read: a device's register may stand next to the number.
 */
static __always_inline bool kpctl_mem_kernel_word(u64 from, u32 size, u64 *value)
{
	if (!kpctl_mem_is_kernel(from))
		return false;
	if (size == 8)
		*value = KPCTL_LOAD(u64, from, fault);
	else if (size == 4)
		*value = KPCTL_LOAD(u32, from, fault);
	else if (size == 1)
		*value = KPCTL_LOAD(u8, from, fault);
	else
		*value = KPCTL_LOAD(u16, from, fault);
	return true;
fault:
	return false;
}

static __always_inline bool kpctl_mem_word(u64 from, u32 size, bool user, u64 *value)
{
	u64 v = 0;	/* little endian: the low bytes */

	if (!user && likely(kpctl_mem_kernel_word(from, size, value)))
		return true;
	if (!kpctl_mem_read(&v, from, size, user))
		return false;
	*value = v;
	return true;
}

/* A deref that is not the last: the word there, or the address for this CPU. */
static __always_inline bool kpctl_mem_step(u64 from, u8 how, u64 *value)
{
	u64 v = 0;

	if (how == KPCTL_DEREF_KERNEL && likely(kpctl_mem_kernel_word(from, 8, value)))
		return true;
	if (how == KPCTL_DEREF_CPU) {
		*value = (u64)raw_cpu_ptr((void __percpu *)(unsigned long)from);
		return true;
	}
	if (!kpctl_mem_read(&v, from, 8, how))
		return false;
	*value = v;
	return true;
}

/* prog/vars.c: the number a value starts from, if it is no word of a base. */
u64 kpctl_fetch_load(const struct kpctl_arg *arg, const struct kpctl_site *site);

/* The value with its first nderef derefs done. */
bool kpctl_fetch_address(const struct kpctl_arg *arg, const struct kpctl_site *site, u32 nderef,
			 u64 *value);

/* The general path for a number of any kind; false: unreadable. */
bool kpctl_fetch_general(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *value);
/* An array's elements, read now or copied from the kept record. False: unreadable, all zeros. */
bool kpctl_fetch_array(const struct kpctl_arg *arg, const struct kpctl_site *site, u8 *to);
bool kpctl_fetch_kept_array(const struct kpctl_arg *arg, const struct kpctl_site *site, u8 *to);

/*
 * An argument whose bytes stand behind the slots, from offset `at` on: each slot says where,
 * how many, and KPCTL_STR_CUT. Returns the offset behind the bytes.
 */
u32 kpctl_fetch_strings(const struct kpctl_fetch *fetch, const struct kpctl_arg *arg,
			const struct kpctl_site *site, u8 *rec, u32 at, u32 limit);

/* The same of a list or a counted array, each with one slot or two. */
u32 kpctl_fetch_counted(const struct kpctl_fetch *fetch, const struct kpctl_arg *arg,
			const struct kpctl_site *site, u8 *rec, u32 at, u32 limit);

/*
 * A string: at most `max` bytes with the NUL, of which there must be one at least. Returns
 * their number, 0 for an address that cannot be read at all.
 */
u32 kpctl_fetch_copy_string(u8 *to, u64 from, u32 max, bool user, u32 *flags);

/*
 * fetch_path.c: a string made of names, from the dentry or the struct path at `at` on. Up to
 * `max` bytes, the NUL included; returns their number, 0: unreadable.
 */
u32 kpctl_fetch_path(u64 at, enum kpctl_walk walk, u8 *to, u32 max, u32 *flags);

/*
 * fetch_sock.c: the text of the socket at `sk`, without a NUL, for which there must be
 * KPCTL_SOCK_TEXT bytes. Returns its length, 0: unreadable.
 */
u32 kpctl_fetch_sock(u64 sk, char *text);

/*
 * fetch_task.c: the text of the task at `task`, for which there must be KPCTL_TASK_TEXT bytes.
 * Returns its length with the NUL, 0: unreadable.
 */
u32 kpctl_fetch_task(u64 task, enum kpctl_walk walk, char *text);

/* The return address on the stack; only for a probe at a function's first instruction. */
u64 kpctl_fetch_return_address(const struct kpctl_site *site);

#endif /* KPCTL_PROG_FETCH_MEM_H */
