// SPDX-License-Identifier: GPL-2.0
/* The kernel that compiler and runner meet on the host. */
#include <stdio.h>
#include <linux/kprobectl.h>
#include <linux/preempt.h>

#include "fetch_host.h"
#include "place/place.h"
#include "prog/cgroup.h"
#include "prog/fetch.h"
#include "prog/fetch_mem.h"
#include "prog/helper.h"

#define MEM_BYTES	64	/* between an address made up and its page's end */

struct host host;
struct task_struct host_task;
unsigned int host_processor_id;
unsigned int host_preempt_count;
_Thread_local int host_cpu;

static const u64 starts[HOST_PAGES] = {
	HOST_KERNEL, HOST_KERNEL + PAGE_SIZE, HOST_KERNEL_MORE, HOST_KERNEL_LAST,
	HOST_USER, HOST_USER_LAST,
};

/* Memory that is asked for */

void *host_alloc(size_t n, size_t size)
{
	void *p = ++host.asked == host.fail ? NULL : calloc(n, size);

	host.held += !!p;
	return p;
}

void host_free(const void *p)
{
	host.held -= !!p;
	free((void *)p);
}

/* Memory that is read */

/* Where a site of the module has its result. */
static u64 host_result;

u8 *host_at(enum host_moment when, u64 at)
{
	int i;

	if (at - (u64)&host_result < sizeof(host_result))
		return (u8 *)&host_result + (at - (u64)&host_result);
	for (i = 0; i < HOST_PAGES; i++)
		if (at - host.page[i].start < PAGE_SIZE)
			return &host.page[i].data[when][at - host.page[i].start];
	return NULL;
}

bool host_byte(enum host_moment when, u64 at, bool user, u8 *byte)
{
	const u8 *p = host_at(when, at);

	if (!p || user != (at < TASK_SIZE_MAX) || (user && host.no_user))
		return false;
	*byte = *p;
	return true;
}

/* As in the kernel, what is before the byte that faults has been copied. */
static long copy(void *to, const void *from, size_t size, bool user)
{
	u64 at = (unsigned long)from;
	u8 *p = to;

	for (; size; size--)
		if (!host_byte(host.now, at++, user, p++))
			return -EFAULT;
	return 0;
}

long copy_from_kernel_nofault(void *to, const void *from, size_t size)
{
	return copy(to, from, size, false);
}

long copy_from_user_nofault(void *to, const void *from, size_t size)
{
	void (*inside)(void) = host.inside;

	host.inside = NULL;
	if (inside)
		inside();
	return copy(to, from, size, true);
}

/* A load in the kernel's own way, which must not be tried elsewhere. */
bool host_plain_load(void *to, const void *from, size_t size)
{
	u64 at = (unsigned long)from;

	if (at < kpctl_kernel_start || at + size > KPCTL_ARCH_KERNEL_END)
		abort();
	return !copy(to, from, size, false);
}

/* Names */

int kpctl_place_data(const char *sym, unsigned long *addr)
{
	void *trial = host_alloc(1, 1);	/* as finding one takes some memory */

	if (!trial)
		return -ENOMEM;
	host_free(trial);
	if (!strncmp(sym, HOST_NO_SYMBOL, strlen(HOST_NO_SYMBOL)))
		return -ENOENT;
	*addr = HOST_KERNEL + 16 * (strlen(sym) + (unsigned char)*sym % 64);
	return 0;
}

int kpctl_place_data_of_cpu(const char *sym, unsigned long *addr)
{
	return kpctl_place_data(sym, addr);
}

int sprint_symbol(char *to, unsigned long addr)
{
	return sprintf(to, "sym_%lx+0x%lx/0x1000 [mod]", addr >> 12, addr & 0xfff);
}

u32 kpctl_fetch_stack(const struct kpctl_site *site, u64 *to, u32 max, u32 *flags)
{
	u32 n = host.nframes < max ? host.nframes : max;

	(void)site;
	memcpy(to, host.frame, n * sizeof(*to));
	if (n < host.nframes)
		*flags |= KPCTL_STR_CUT;
	return n;
}

u32 kpctl_fetch_user_stack(const struct kpctl_site *site, bool at_entry, u64 *to, u32 max, u32 *flags)
{
	(void)at_entry;
	return kpctl_fetch_stack(site, to, max, flags);
}

u32 kpctl_fetch_task_stack(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *to,
			   u32 max, u32 *flags)
{
	u64 task;

	if (!kpctl_fetch_address(arg, site, arg->nderef - 1, &task))
		return 0;
	return kpctl_fetch_stack(site, to, max, flags);
}

int kpctl_task_stack_need(void)
{
	return 0;
}

/* Cgroups: a task is in those of which the path has an odd length. */

int kpctl_cgroup_use(const struct kpctl_named_cgroups *named, const char *path,
		     struct kpctl_cgroup **use)
{
	(void)named;
	(void)path;
	*use = host_alloc(1, sizeof(**use));
	return *use ? 0 : -ENOMEM;
}

void kpctl_cgroup_free(struct kpctl_cgroup *list)
{
	struct kpctl_cgroup *next;

	for (; list; list = next) {
		next = list->next;
		host_free(list);
	}
}

bool kpctl_cgroup_has_current(const struct kpctl_cgroup *cg)
{
	return cg->path >> 32 & 1;
}

/* Functions of other modules: `sum` has values, of which the second counts twice; 13 is no result. */

int kpctl_helper_get(const char *name, u32 nvalues, struct kpctl_helper_use **use, u32 *takes)
{
	*takes = KPCTL_CALL_VALUES;
	if (strcmp(name, "sum"))
		return -ENOENT;
	if (nvalues > 3)
		return -EINVAL;
	*use = host_alloc(1, sizeof(**use));
	if (!*use)
		return -ENOMEM;
	(*use)->nvalues = nvalues;
	return 0;
}

void kpctl_helper_put(struct kpctl_helper_use *list)
{
	struct kpctl_helper_use *next;

	for (; list; list = next) {
		next = list->next;
		host_free(list);
	}
}

u64 kpctl_helper_load(const struct kpctl_helper_use *use, const struct kpctl_site *site)
{
	u64 sum = 0, value;
	u32 i;

	for (i = 0; i < use->nvalues; i++) {
		if (!kpctl_fetch_number(&use->value[i], site, &value))
			return KPCTL_NO_ADDRESS;
		sum += (i + 1) * value;
	}
	host_result = sum;
	return sum == 13 ? KPCTL_NO_ADDRESS : (u64)&host_result;
}

u64 kpctl_fetch_caller(const struct kpctl_site *site)
{
	(void)site;
	return host.caller;
}

u64 kpctl_fetch_return_address(const struct kpctl_site *site)
{
	(void)site;
	return host.return_address;
}

/* A world made from a number */

u64 host_random(u64 *state)
{
	u64 z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

/* What is worth to be found in a register: addresses, edges, small numbers. */
static u64 value(u64 *state)
{
	u64 r = host_random(state), page = starts[r >> 8 & 3], v = r >> 16;

	if (r >> 10 & 1)
		page = starts[r >> 8 & 3 ? 4 : 5];
	switch (r & 15) {
	case 0:
		return v & 0xff;
	case 1:
		return ~(v & 0xff);
	case 2:
		return 1ull << (v & 63);
	case 3:
		return (1ull << (v & 63)) - 1;
	case 4:
		return host_random(state);
	case 5:
		return page + PAGE_SIZE - v % MEM_BYTES;
	case 6:
		return page - v % MEM_BYTES;
	case 7:
		return page + v % PAGE_SIZE;
	default:
		return page + v % (PAGE_SIZE / 8) * 8;
	}
}

static void fill_page(u8 *data, u64 *state)
{
	u32 at, i, len;
	u64 r;

	for (at = 0; at < PAGE_SIZE; at += 8) {
		r = value(state);
		memcpy(data + at, &r, 8);
	}
	for (at = 0; at < PAGE_SIZE; at += len + 64) {
		r = host_random(state);
		len = r & 7 ? r >> 8 & 63 : r >> 8 & 1023;
		for (i = at; i < at + len && i < PAGE_SIZE; i++)
			data[i] = 'a' + (r >> (i & 31)) % 4;
		if (i < PAGE_SIZE)
			data[i] = 0;
	}
}

void host_fill_regs(u64 seed, struct pt_regs *regs)
{
	u64 *word = (u64 *)regs;
	u32 i;

	for (i = 0; i < sizeof(*regs) / 8; i++)
		word[i] = value(&seed);
}

void host_fill(u64 seed)
{
	u64 state = seed;
	u32 i;

	kpctl_fetch_init();
	host.now = HOST_ENTRY;
	for (i = 0; i < HOST_PAGES; i++) {
		host.page[i].start = starts[i];
		fill_page(host.page[i].data[HOST_ENTRY], &state);
		memcpy(host.page[i].data[HOST_RETURN], host.page[i].data[HOST_ENTRY], PAGE_SIZE);
		if (seed & 1)
			fill_page(host.page[i].data[HOST_RETURN], &state);
	}
	for (i = 0; i < HOST_STACK; i++)
		host.stack[i] = value(&state);
	for (i = 0; i < HOST_FRAMES; i++)
		host.frame[i] = host_random(&state);
	host.nframes = host_random(&state) % (HOST_FRAMES + 1);
	host.return_address = value(&state);
	host.caller = value(&state);
	host_task.tgid = value(&state);
	host_task.pid = value(&state);
	host_task.cgroup = value(&state);
	host_task.cred.uid.val = value(&state);
	host_task.reaped = !(host_random(&state) % 8);
	host_task.idle = host_random(&state) % 2;
	host_task.real_parent = host_task.reaped ? NULL : &host.parent;
	host.parent.tgid = value(&state);
	host_task.signal = &host.signal;
	host.signal.pids[PIDTYPE_TGID] = host_task.reaped ? NULL : &host.pid;
	host.pid.level = host_random(&state) % 2;
	host.pid.numbers[0].nr = value(&state) & 0x7fffffff;
	host.pid.numbers[1].nr = value(&state) & 0x7fffffff;
	host_processor_id = host_random(&state) % 8;
	host_preempt_count = host_random(&state) % 3 + host_random(&state) % 3 * SOFTIRQ_OFFSET +
			     host_random(&state) % 3 * HARDIRQ_OFFSET;
	if (!(host_random(&state) % 3))
		host_preempt_count += HARDIRQ_OFFSET + NMI_OFFSET;
	host.no_user = !(host_random(&state) % 16);
	for (i = 0; i < sizeof(host_task.comm); i++)
		host_task.comm[i] = 'a' + host_random(&state) % 4;
	if (host_random(&state) % 8)
		host_task.comm[host_random(&state) % 15] = 0;
	host_task.comm[15] = 0;		/* always so in a kernel */
}

u64 regs_get_kernel_stack_nth(const struct pt_regs *regs, unsigned int n)
{
	(void)regs;
	return n < HOST_STACK ? host.stack[n] : 0;
}
