// SPDX-License-Identifier: GPL-2.0
/*
 * A function that says no: "FUNCTION VALUE [CALLER [AFTER [TIMES]]]" written to
 * /sys/kernel/debug/kpt_force has it return VALUE at once, without having done anything,
 * to whoever's name, as %pS prints it, has CALLER in it: "[kprobectl]", if none is given.
 * The first AFTER of these calls it still does, and those behind TIMES answers again. An
 * empty line ends it. What is read is how many calls have been answered so.
 *
 * A call that is answered while "hold" is in force sleeps until "go" is written, and only
 * then returns: a test can do things in the meantime.
 *
 * For what no test can bring a healthy kernel to refuse. FUNCTION is probed, so it is one
 * that may be, and is called: not one that the compiler has put into its caller.
 */
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>

static struct dentry *file;
static DEFINE_MUTEX(lock);		/* all but asked, answered */
static char function[64], caller[64];
static long value;
static int after, times;	/* times 0: ever */
static atomic_t asked, answered;
static struct kprobe kp;
static bool registered;
static DECLARE_COMPLETION(go);
static bool held;	/* answers wait for `go` */

/* Where the caller may not sleep, "hold" is not in force. It may be an NMI: no lock is taken. */
static noinline unsigned long answer(void)
{
	if (READ_ONCE(held))
		wait_for_completion(&go);
	return READ_ONCE(value);
}

/* At the entry: the word on top of the stack says who called. */
static int on_call(struct kprobe *p, struct pt_regs *regs)
{
	char name[KSYM_SYMBOL_LEN];
	int n;

	sprint_symbol(name, *(unsigned long *)kernel_stack_pointer(regs));
	if (!strstr(name, caller))
		return 0;
	n = atomic_inc_return(&asked);
	if (n <= after || (times && n > after + times))
		return 0;
	atomic_inc(&answered);
	instruction_pointer_set(regs, (unsigned long)answer);
	return 1;
}

/* With it the kernel knows that the probe may go elsewhere. */
static void post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
}

static void end(void)
{
	if (registered)
		unregister_kprobe(&kp);
	registered = false;
}

static int begin(void)
{
	int ret;

	memset(&kp, 0, sizeof(kp));
	kp.symbol_name = function;
	kp.pre_handler = on_call;
	kp.post_handler = post;
	atomic_set(&asked, 0);
	atomic_set(&answered, 0);
	ret = register_kprobe(&kp);
	registered = !ret;
	return ret;
}

/* "hold" and "go" change what answers wait for, and nothing else */
static bool is_order(const char *line)
{
	if (!strcmp(line, "hold")) {
		reinit_completion(&go);
		WRITE_ONCE(held, true);
	} else if (!strcmp(line, "go")) {
		WRITE_ONCE(held, false);
		complete_all(&go);
	} else {
		return false;
	}
	return true;
}

static ssize_t force_write(struct file *f, const char __user *buf, size_t count, loff_t *ppos)
{
	char line[160];
	int ret = 0;

	if (count >= sizeof(line))
		return -E2BIG;
	if (copy_from_user(line, buf, count))
		return -EFAULT;
	line[count] = 0;
	mutex_lock(&lock);
	if (is_order(strim(line)))
		goto out;
	end();
	strscpy(caller, "[kprobectl]", sizeof(caller));
	after = 0;
	times = 0;
	if (*line)
		ret = sscanf(line, "%63s %li %63s %i %i", function, &value, caller, &after,
			     &times) < 2 ? -EINVAL : begin();
out:
	mutex_unlock(&lock);
	return ret ?: count;
}

static ssize_t force_read(struct file *f, char __user *buf, size_t count, loff_t *ppos)
{
	char text[16];

	return simple_read_from_buffer(buf, count, ppos, text,
				       scnprintf(text, sizeof(text), "%d\n", atomic_read(&answered)));
}

static const struct file_operations force_fops = {
	.owner = THIS_MODULE,
	.write = force_write,
	.read = force_read,
	.llseek = noop_llseek,
};

static int __init kpt_force_init(void)
{
	file = debugfs_create_file("kpt_force", 0600, NULL, NULL, &force_fops);
	return PTR_ERR_OR_ZERO(file);
}

static void __exit kpt_force_exit(void)
{
	debugfs_remove(file);
	end();
}

module_init(kpt_force_init);
module_exit(kpt_force_exit);
MODULE_DESCRIPTION("kprobectl tests: a function that says no");
MODULE_LICENSE("GPL");
