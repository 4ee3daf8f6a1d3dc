// SPDX-License-Identifier: GPL-2.0
/*
 * Bugs, each of a kind that a kernel of make test-debug is built to report: written
 * to /sys/kernel/debug/kpt_bug, a name has it done. A kernel that stays silent then
 * would also be silent about ours.
 *
 * What is read behind an end or after its time is memory that is there, nothing is
 * written to it, and what is taken is given back: the machine goes on.
 */
#include <linux/compiler.h>
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

static struct dentry *file;
static unsigned int size = 64;		/* no constant for the compiler */
static u64 seen;

/* Memory */

static int use_after_free(void)
{
	u64 *p = kmalloc(size, GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	kfree(p);
	seen += READ_ONCE(*p);
	return 0;
}

static int out_of_bounds(void)
{
	char *p = kzalloc(size, GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	seen += READ_ONCE(p[size]);
	kfree(p);
	return 0;
}

static int vmalloc_out_of_bounds(void)
{
	char *p = vzalloc(PAGE_SIZE - size);

	if (!p)
		return -ENOMEM;
	seen += READ_ONCE(p[PAGE_SIZE - size]);
	vfree(p);
	return 0;
}

/* Allocators of late keep pointers to what they gave last, in memory that kmemleak looks at. */
static int forget_last(void)
{
	static void *others[2048];
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(others); i++) {
		others[i] = kmalloc(size, GFP_KERNEL);
		if (!others[i])
			ret = -ENOMEM;
	}
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		kfree(others[i]);
		others[i] = NULL;
	}
	return ret;
}

/* Many: a pointer that a stack, a register or a cache still holds hides one of them. */
static int leak(void)
{
	int i;

	for (i = 0; i < 64; i++)
		if (!kmalloc(size, GFP_KERNEL))
			return -ENOMEM;
	return forget_last();
}

static int array_index(void)
{
	static u8 bytes[64], behind[64];
	unsigned int i = READ_ONCE(size);

	OPTIMIZER_HIDE_VAR(i);
	seen += bytes[i] + behind[0];
	return 0;
}

static int shift(void)
{
	seen += 1u << READ_ONCE(size);
	return 0;
}

/* Contexts */

static int sleep_atomic(void)
{
	preempt_disable();
	might_sleep();
	preempt_enable();
	return 0;
}

static int processor_id(void)
{
	seen += smp_processor_id();
	return 0;
}

static int rcu_unlocked(void)
{
	static u64 __rcu *pointer;

	seen += rcu_dereference(pointer) ? 1 : 0;
	return 0;
}

/* Objects */

static int list_twice(void)
{
	static LIST_HEAD(head);
	static struct list_head entry;

	list_add(&entry, &head);
	list_add(&entry, &head);
	INIT_LIST_HEAD(&head);
	return 0;
}

static void never(struct timer_list *timer) { }

static int timer_again(void)
{
	static struct timer_list timer;

	timer_setup(&timer, never, 0);
	mod_timer(&timer, jiffies + 1000 * HZ);
	timer_setup(&timer, never, 0);
	timer_delete_sync(&timer);
	return 0;
}

/* Locks */

static int lock_order(void)
{
	static DEFINE_MUTEX(one);
	static DEFINE_MUTEX(other);

	mutex_lock(&one);
	mutex_lock(&other);
	mutex_unlock(&other);
	mutex_unlock(&one);
	mutex_lock(&other);
	mutex_lock(&one);
	mutex_unlock(&one);
	mutex_unlock(&other);
	return 0;
}

static int lock_nesting(void)
{
	static DEFINE_RAW_SPINLOCK(raw);
	static DEFINE_SPINLOCK(sleeps_on_rt);

	raw_spin_lock(&raw);
	spin_lock(&sleeps_on_rt);
	spin_unlock(&sleeps_on_rt);
	raw_spin_unlock(&raw);
	return 0;
}

/* Races */

static u64 shared;

static int racer(void *done)
{
	unsigned int i;

	for (i = 0; i < 2000000; i++) {
		shared++;
		barrier();	/* each of them, not their sum */
	}
	kthread_complete_and_exit(done, 0);
}

static int race(void)
{
	DECLARE_COMPLETION_ONSTACK(done);
	struct task_struct *t = kthread_run(racer, &done, "kpt_race");
	unsigned int i;

	if (IS_ERR(t))
		return PTR_ERR(t);
	for (i = 0; i < 2000000; i++) {
		shared++;
		barrier();	/* each of them, not their sum */
	}
	wait_for_completion(&done);
	return 0;
}

static const struct {
	const char *name;
	int (*run)(void);
} bugs[] = {
	{ "use-after-free", use_after_free },
	{ "out-of-bounds", out_of_bounds },
	{ "vmalloc-out-of-bounds", vmalloc_out_of_bounds },
	{ "leak", leak },
	{ "array-index", array_index },
	{ "shift", shift },
	{ "sleep-atomic", sleep_atomic },
	{ "processor-id", processor_id },
	{ "rcu-unlocked", rcu_unlocked },
	{ "list-twice", list_twice },
	{ "timer-again", timer_again },
	{ "lock-order", lock_order },
	{ "lock-nesting", lock_nesting },
	{ "race", race },
};

static ssize_t bug_write(struct file *f, const char __user *from, size_t len, loff_t *pos)
{
	char name[32] = "";
	unsigned int i;
	int ret;

	if (len >= sizeof(name))
		return -EINVAL;
	if (copy_from_user(name, from, len))
		return -EFAULT;
	for (i = 0; i < ARRAY_SIZE(bugs); i++) {
		if (strcmp(strim(name), bugs[i].name))
			continue;
		ret = bugs[i].run();
		return ret ?: len;
	}
	return -EINVAL;
}

static const struct file_operations fops = { .owner = THIS_MODULE, .write = bug_write };

static int __init kpt_bug_init(void)
{
	file = debugfs_create_file("kpt_bug", 0200, NULL, NULL, &fops);
	return PTR_ERR_OR_ZERO(file);
}

static void __exit kpt_bug_exit(void)
{
	debugfs_remove(file);
}

module_init(kpt_bug_init);
module_exit(kpt_bug_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("bugs that a debug kernel reports");
