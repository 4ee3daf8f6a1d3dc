// SPDX-License-Identifier: GPL-2.0
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/ftrace.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "base/compat.h"
#include "probe/ftrace_hash.h"

/* More buckets than any kernel makes. */
#define BITS_MAX	20

static bool works;

/* Reads may fault: pointers are garbage if the kernel's layout is not that of compat.h. */
#define COPY(to, from) copy_from_kernel_nofault(&(to), from, sizeof(to))

static int read_hash(const struct ftrace_ops *ops, struct kpctl_ftrace_hash *hash)
{
	const void *from = rcu_access_pointer(ops->func_hash->filter_hash);

	if (COPY(*hash, from) || hash->size_bits > BITS_MAX)
		return -EIO;
	return 0;
}

int kpctl_ftrace_hash_count(const struct ftrace_ops *ops, unsigned long *count)
{
	struct kpctl_ftrace_hash hash;
	int ret = read_hash(ops, &hash);

	*count = ret ? 0 : hash.count;
	return ret;
}

static int each_of_bucket(const struct kpctl_ftrace_hash *hash, unsigned long i,
			  unsigned long *n, int (*fn)(unsigned long ip, void *arg), void *arg)
{
	struct ftrace_func_entry entry;
	struct hlist_head head;
	struct hlist_node *node;
	int ret;

	if (COPY(head, &hash->buckets[i]))
		return -EIO;
	for (node = head.first; node; node = entry.hlist.next) {
		if (++*n > hash->count ||
		    COPY(entry, hlist_entry(node, struct ftrace_func_entry, hlist)))
			return -EIO;
		ret = fn(entry.ip, arg);
		if (ret)
			return ret;
	}
	return 0;
}

int kpctl_ftrace_hash_each(const struct ftrace_ops *ops,
			   int (*fn)(unsigned long ip, void *arg), void *arg)
{
	struct kpctl_ftrace_hash hash;
	unsigned long i, n = 0;
	int ret = read_hash(ops, &hash);

	for (i = 0; !ret && i < 1ul << hash.size_bits; i++) {
		ret = each_of_bucket(&hash, i, &n, fn, arg);
		cond_resched();
	}
	if (!ret && n != hash.count)
		ret = -EIO;
	return ret;
}

/* Functions that every kernel has and exports, to try the layout with. */
static const unsigned long known[] = {
	(unsigned long)msleep, (unsigned long)filp_close,
	(unsigned long)kthread_stop, (unsigned long)schedule_timeout,
};

static int note_known(unsigned long ip, void *arg)
{
	unsigned int *found = arg, i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (ip - known[i] < 16)
			*found |= 1u << i;
	return 0;
}

static bool tells_known(const struct ftrace_ops *ops)
{
	unsigned int found = 0;
	unsigned long count;

	if (kpctl_ftrace_hash_count(ops, &count) || count != ARRAY_SIZE(known))
		return false;
	return !kpctl_ftrace_hash_each(ops, note_known, &found) &&
	       found == (1u << ARRAY_SIZE(known)) - 1;
}

int kpctl_ftrace_hash_init(void)
{
	struct ftrace_ops *ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	unsigned long ips[ARRAY_SIZE(known)];
	int ret;

	if (!ops)
		return -ENOMEM;
	memcpy(ips, known, sizeof(ips));
	ret = ftrace_set_filter_ips(ops, ips, ARRAY_SIZE(ips), 0, 1);
	if (!ret)
		works = tells_known(ops);
	ftrace_free_filter(ops);
	kfree(ops);
	return ret == -ENOMEM ? ret : 0;
}

bool kpctl_ftrace_hash_works(void)
{
	return works;
}
