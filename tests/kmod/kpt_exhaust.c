// SPDX-License-Identifier: GPL-2.0
/*
 * Memory that runs out and stays out: "N" written to /sys/kernel/debug/kpt_exhaust has
 * the writer's Nth allocation from now fail, and each one after it; 0 ends it. What is
 * read is how many are still to go, 0 once they fail. (fail-nth fails a single one, and
 * what is tried in its place comes off.)
 *
 * The kernel asks two functions whether an allocation may be: they are made to say no.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

static struct dentry *file;

/* The victim writes and asks these itself. */
static struct task_struct *victim;
static long left;

static noinline unsigned long no_object(void) { return -ENOMEM; }
static noinline unsigned long no_pages(void) { return true; }

static bool runs_out(gfp_t flags)
{
	if (!in_task() || current != READ_ONCE(victim) || (flags & __GFP_NOFAIL))
		return false;
	if (left > 0)
		left--;
	return !left;
}

/* In place of the function: its caller gets what the other one returns. */
static int say_instead(struct pt_regs *regs, unsigned long (*fn)(void))
{
	instruction_pointer_set(regs, (unsigned long)fn);
	return 1;
}

static int on_object(struct kprobe *kp, struct pt_regs *regs)
{
	return runs_out(regs_get_kernel_argument(regs, 1)) ? say_instead(regs, no_object) : 0;
}

static int on_pages(struct kprobe *kp, struct pt_regs *regs)
{
	return runs_out(regs_get_kernel_argument(regs, 0)) ? say_instead(regs, no_pages) : 0;
}

/* With it the kernel knows that the probe may go elsewhere. */
static void post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe objects = {
	.symbol_name = "should_failslab", .pre_handler = on_object, .post_handler = post,
};
static struct kprobe pages = {
	.symbol_name = "should_fail_alloc_page", .pre_handler = on_pages, .post_handler = post,
};
static struct kprobe *const kps[] = { &objects, &pages };

static ssize_t exhaust_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	int ret = kstrtol_from_user(buf, count, 0, &left);

	if (ret)
		return ret;
	WRITE_ONCE(victim, left > 0 ? current : NULL);
	return count;
}

static ssize_t exhaust_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	char text[32];

	return simple_read_from_buffer(buf, count, ppos, text,
				       scnprintf(text, sizeof(text), "%ld\n", left));
}

static const struct file_operations exhaust_fops = {
	.owner = THIS_MODULE,
	.write = exhaust_write,
	.read = exhaust_read,
	.llseek = noop_llseek,
};

static int __init kpt_exhaust_init(void)
{
	int ret = register_kprobes((struct kprobe **)kps, ARRAY_SIZE(kps));

	if (ret)
		return ret;
	file = debugfs_create_file("kpt_exhaust", 0600, NULL, NULL, &exhaust_fops);
	if (!IS_ERR(file))
		return 0;
	unregister_kprobes((struct kprobe **)kps, ARRAY_SIZE(kps));
	return PTR_ERR(file);
}

static void __exit kpt_exhaust_exit(void)
{
	debugfs_remove(file);
	unregister_kprobes((struct kprobe **)kps, ARRAY_SIZE(kps));
}

module_init(kpt_exhaust_init);
module_exit(kpt_exhaust_exit);
MODULE_DESCRIPTION("kprobectl tests: memory that runs out");
MODULE_LICENSE("GPL");
