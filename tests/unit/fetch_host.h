/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What module/prog/compile.c, filter.c and fetch*.c meet on the host, behind kernel/.
 *
 * Memory is a handful of pages at addresses of the kernel's and of the user's
 * half; all else faults. They have two contents: what is there at a call's
 * entry and what is there at its return. State is in fetch_host.c.
 */
#ifndef FETCH_HOST_H
#define FETCH_HOST_H

#include <linux/kallsyms.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/uaccess.h>

/* What there is to read */

#define HOST_PAGES		6
#define HOST_KERNEL		0xffff888000010000ull	/* two, and one that is not there, */
#define HOST_KERNEL_MORE	0xffff888000013000ull	/* and another */
#define HOST_KERNEL_LAST	0xffffffffff600000ull	/* behind what a plain load takes */
#define HOST_USER		0x0000000000401000ull
#define HOST_USER_LAST		0x00007fffffffe000ull	/* the last of the user's half */
#define HOST_STACK		32
#define HOST_FRAMES		160

enum host_moment {
	HOST_ENTRY,
	HOST_RETURN,
};

struct host_page {
	u64 start;
	u8 data[2][PAGE_SIZE];	/* by enum host_moment */
};

struct host {
	enum host_moment now;
	struct host_page page[HOST_PAGES];
	u64 stack[HOST_STACK];
	u64 frame[HOST_FRAMES];
	u32 nframes;
	u64 return_address, caller;	/* from an entry; unwound */
	struct task_struct parent;
	struct signal_struct signal;
	struct pid pid;
	bool no_user;			/* nobody whose memory could be read */
	void (*inside)(void);		/* a handler on what reads the user's memory; once */
	/* allocations: the one that is to fail, counted from 1; 0: none */
	unsigned int fail, asked;
	long held;			/* not given back yet */
};

extern struct host host;

/* Any bytes and registers from a number, many of them addresses of pages. */
void host_fill(u64 seed);
void host_fill_regs(u64 seed, struct pt_regs *regs);
u64 host_random(u64 *state);

/* One byte as it is at a moment; false: it cannot be read that way. */
bool host_byte(enum host_moment when, u64 at, bool user, u8 *byte);
u8 *host_at(enum host_moment when, u64 at);

#define HOST_NO_SYMBOL	"absent"	/* names that start with it are not known */


#endif /* FETCH_HOST_H */
