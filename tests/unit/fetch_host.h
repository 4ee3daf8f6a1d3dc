/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What module/prog/compile.c, filter.c and fetch*.c need of a kernel, on the host.
 *
 * Memory is a handful of pages at addresses of the kernel's and of the user's
 * half; all else faults. They have two contents: what is there at a call's
 * entry and what is there at its return. State is in fetch_host.c.
 */
#ifndef FETCH_HOST_H
#define FETCH_HOST_H

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "spec/host.h"
#include "spec/regs_x86.h"

#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define noinline		__attribute__((noinline))
#undef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#define notrace
#define __ro_after_init
#define __user
#define __percpu
#define NOKPROBE_SYMBOL(fn)	_Static_assert(1, "")
#define WRITE_ONCE(x, v)	((x) = (v))
#define swab64(v)		__builtin_bswap64(v)
#define READ_ONCE(x)		(x)
#define U16_MAX			0xffff
#define PAGE_SIZE		4096
#define TASK_SIZE_MAX		0x7ffffffff000ull
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define round_up(x, y)		((((x) - 1) | ((__typeof__(x))((y) - 1))) + 1)
#define round_down(x, y)	((x) & ~((__typeof__(x))((y) - 1)))
#define min_t(type, a, b)	((type)(a) < (type)(b) ? (type)(a) : (type)(b))
#define __ffs(word)		((unsigned long)__builtin_ctzll(word))
#define get_unaligned(p)	(((const struct { __typeof__(*(p)) x; } \
				   __attribute__((packed)) *)(p))->x)
#define put_unaligned(v, p)	(((struct { __typeof__(*(p)) x; } \
				   __attribute__((packed)) *)(p))->x = (v))

/* The registers, in the order and at the offsets that the parser knows. */
struct pt_regs {
#define X(name, off) u64 name;
	KPCTL_REGS(X)
#undef X
};
#define X(name, off) _Static_assert(offsetof(struct pt_regs, name) == (off), #name);
KPCTL_REGS(X)
#undef X

/* Memory that is asked for */

#define GFP_KERNEL		0
#define GFP_KERNEL_ACCOUNT	0

void *host_alloc(size_t n, size_t size);
void host_free(const void *p);

#define kvzalloc(size, gfp)	host_alloc(1, size)
#define kvcalloc(n, size, gfp)	host_alloc(n, size)
#define kvfree(p)		host_free(p)

/* One CPU, and whatever interrupts it */

struct mutex {
	int held;
};

#define DEFINE_MUTEX(name)	struct mutex name
#define mutex_lock(m)		((void)++(m)->held)
#define mutex_unlock(m)		((void)--(m)->held)
#define alloc_percpu(type)	((type *)host_alloc(1, sizeof(type)))
#define free_percpu(p)		host_free(p)
#define this_cpu_ptr(p)		(p)

typedef struct {
	long v;
} local_t;

#define local_inc_return(l)	(++(l)->v)
#define local_dec(l)		((void)--(l)->v)

/* Who is there */

struct host_uid {
	u32 val;
};

struct host_cred {
	struct host_uid uid;
};

enum pid_type {
	PIDTYPE_TGID,
	PIDTYPE_MAX,
};

struct upid {
	int nr;
};

struct pid {
	unsigned int level;
	struct upid numbers[2];
};

struct signal_struct {
	struct pid *pids[PIDTYPE_MAX];
};

struct task_struct {
	u32 pid, tgid;
	u64 cgroup;
	struct task_struct *real_parent;
	struct signal_struct *signal;
	bool reaped;
	char comm[16];
	struct host_cred cred;
};

/* base/arch.h: four levels of page tables */
#define kpctl_arch_kernel_start()	(~0ull << 47)
#define KPCTL_ARCH_KERNEL_END		0xffffffffff600000ull
#define KPCTL_ARCH_STACK_ARGS		1

#define CONFIG_CGROUPS
#define current			(&host.task)
#define current_cred()		(&host.task.cred)
#define __kuid_val(uid)		((uid).val)
#define raw_smp_processor_id()	(host.cpu)
#define pid_alive(task)		(!(task)->reaped)
#define rcu_dereference_sched(p) (p)
#define task_dfl_cgroup(task)	(&(task)->cgroup)
#define cgroup_id(cgroup)	(*(cgroup))

static __always_inline void kpctl_comm_read(u64 comm[2]);

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
	struct task_struct task;
	struct task_struct parent;
	struct signal_struct signal;
	struct pid pid;
	u32 cpu;
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

long copy_from_kernel_nofault(void *to, const void *from, size_t size);
long copy_from_user_nofault(void *to, const void *from, size_t size);
bool host_plain_load(void *to, const void *from, size_t size);

#define __get_kernel_nofault(to, from, type, label) do {		\
	if (!host_plain_load(to, from, sizeof(type)))			\
		goto label;						\
} while (0)

#define HOST_NO_SYMBOL	"absent"	/* names that start with it are not known */
int kpctl_place_data(const char *sym, unsigned long *addr);

#define KSYM_SYMBOL_LEN	560
int sprint_symbol(char *to, unsigned long addr);

static inline u64 regs_get_kernel_stack_nth(const struct pt_regs *regs, unsigned int n)
{
	(void)regs;
	return n < HOST_STACK ? host.stack[n] : 0;
}

static __always_inline void kpctl_comm_read(u64 comm[2])
{
	memcpy(comm, host.task.comm, sizeof(host.task.comm));
}

#endif /* FETCH_HOST_H */
