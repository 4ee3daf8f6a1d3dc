// SPDX-License-Identifier: GPL-2.0
/*
 * Crashes, each of a kind: written to /sys/kernel/debug/kpt_crash, a name and a number of steps
 * have that many calls of kpt_step() made, on all CPUs in turn, and then the machine die so.
 *
 * The last call is told by the line "kpt_crash:
 * N steps" in front of the death.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/panic.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <asm/apic.h>
#include <asm/nmi.h>

#include "kpt.h"
#include "kpt_timer.h"

static struct dentry *file;
static u64 steps;
static u64 *nowhere;

/*
 * A probed function: its arguments are the values that a dead machine has to tell, and the address
 * of a function of the kernel, which a reader has to find the name of.
 */
u64 kpt_step(u64 i, u64 square, u64 function);
noinline u64 kpt_step(u64 i, u64 square, u64 function)
{
	barrier();
	return i + square + function;
}

static void step(void *unused)
{
	steps++;
	kpt_step(steps, steps * steps, (unsigned long)ktime_get);
}

static int step_all(u64 n)
{
	unsigned int cpu = 0;
	int ret = 0;

	cpus_read_lock();
	while (n-- && !ret) {
		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
		ret = smp_call_function_single(cpu, step, NULL, 1);
	}
	cpus_read_unlock();
	pr_err("kpt_crash: %llu steps\n", steps);
	return ret;
}

/* Deaths */

static void die_panic(void)
{
	panic("kpt: in a task");
}

/* In a function that has a probe, as a driver would do it. */
void kpt_oops(u64 v);
noinline void kpt_oops(u64 v)
{
	WRITE_ONCE(*nowhere, v);
}

static void die_null(void)
{
	kpt_oops(1);
}

static void in_tasklet(struct tasklet_struct *t)
{
	BUG();
}

static DECLARE_TASKLET(tasklet, in_tasklet);

static void die_softirq(void)
{
	tasklet_schedule(&tasklet);
	mdelay(10000);
}

static enum hrtimer_restart in_timer(struct hrtimer *t)
{
	BUG();
	return HRTIMER_NORESTART;
}

static struct hrtimer timer;

static void die_hardirq(void)
{
	hrtimer_setup(&timer, in_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	hrtimer_start(&timer, ms_to_ktime(1), HRTIMER_MODE_REL_HARD);
	mdelay(10000);
}

/* NMIs to the other CPU, until one has the wanted place below it. */
static bool wants_handler;	/* a place in the module under test; else any */

static int in_nmi_here(unsigned int type, struct pt_regs *regs)
{
	static char place[KSYM_SYMBOL_LEN];

	if (wants_handler) {
		sprint_symbol(place, instruction_pointer(regs));
		if (!strstr(place, "[kprobectl]"))
			return NMI_HANDLED;
	}
	panic("kpt: in an NMI");
}

static void send_nmi(void)
{
	unsigned long flags;

	local_irq_save(flags);
	apic->send_IPI_mask(cpumask_of(cpumask_any_but(cpu_online_mask, smp_processor_id())),
			    NMI_VECTOR);
	local_irq_restore(flags);
}

static void die_nmi(void)
{
	if (register_nmi_handler(NMI_LOCAL, in_nmi_here, 0, "kpt_crash"))
		return;
	for (;;) {
		preempt_disable();
		send_nmi();
		preempt_enable();
		mdelay(1);
	}
}

/* The other CPU does nothing but hit a probe that has no record: the steps stay the last. */
static bool hitting;

u64 kpt_busy(u64 v);
noinline u64 kpt_busy(u64 v)
{
	barrier();
	return v + 1;
}

static void hit_on(void *unused)
{
	u64 v = 0;

	WRITE_ONCE(hitting, true);
	for (;;)
		v = kpt_busy(v);
}

static void elsewhere(void (*fn)(void *arg))
{
	preempt_disable();
	smp_call_function_single(cpumask_any_but(cpu_online_mask, smp_processor_id()), fn, NULL, 0);
	preempt_enable();
}

static void die_handler(void)
{
	elsewhere(hit_on);
	while (!READ_ONCE(hitting))
		cpu_relax();
	wants_handler = true;
	die_nmi();
}

/* The other CPU makes steps, and dies in the middle of a record, or between two. */
static void step_on(void *unused)
{
	for (;;) {
		step(NULL);
		if (steps == 50000)
			WRITE_ONCE(hitting, true);
	}
}

static void die_half(void)
{
	elsewhere(step_on);
	while (!READ_ONCE(hitting))
		cpu_relax();
	wants_handler = true;
	die_nmi();
}

/* Inside of the module under test, in a function that runs under a session's lock. */
static int in_probe(struct kprobe *p, struct pt_regs *regs)
{
	panic("kpt: under a lock");
}

static struct kprobe locked = { .symbol_name = "kpctl_event_print", .pre_handler = in_probe };

/* Then whoever reads "control" kills the machine. */
static void die_locked(void)
{
	pr_err("kpt_crash: register_kprobe: %d\n", register_kprobe(&locked));
}

static DEFINE_RAW_SPINLOCK(never_given);

static void spin(void *unused)
{
	unsigned long flags;

	local_irq_save(flags);
	WRITE_ONCE(hitting, true);
	raw_spin_lock(&never_given);	/* for ever */
	local_irq_restore(flags);
}

static void die_stuck(void)
{
	raw_spin_lock(&never_given);
	elsewhere(spin);
	while (!READ_ONCE(hitting))
		cpu_relax();
	panic("kpt: the others are stuck");
}

/* No death: calls on all CPUs for ever, in tasks and in interrupts between them. */

u64 kpt_tick(u64 i, u64 square);
noinline u64 kpt_tick(u64 i, u64 square)
{
	barrier();
	return i - square;
}

static DEFINE_PER_CPU(u64, calls);
static DEFINE_PER_CPU(u64, ticks);
static DEFINE_PER_CPU(struct hrtimer, tick_timer);

static enum hrtimer_restart tick(struct hrtimer *t)
{
	u64 n = this_cpu_inc_return(ticks);

	kpt_tick(n, n * n);
	hrtimer_forward_now(t, ns_to_ktime(200 * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

static int flood(void *unused)
{
	struct hrtimer *t = this_cpu_ptr(&tick_timer);
	u64 n;

	hrtimer_setup(t, tick, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	hrtimer_start(t, ms_to_ktime(1), HRTIMER_MODE_REL_PINNED_HARD);
	for (;;) {
		n = this_cpu_inc_return(calls);
		kpt_step(n, n * n, (unsigned long)ktime_get);
		cond_resched();
	}
	return 0;
}

static void die_never(void)
{
	struct task_struct *task;
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		task = kthread_create_on_cpu(flood, NULL, cpu, "kpt_flood/%u");
		if (!IS_ERR(task))
			wake_up_process(task);
	}
}

/*
 * A hard lockup of all CPUs. Somebody outside sends the NMI, when each CPU has said that it is
 * there: by the emulator's debug port, as what was printed may still be in the log alone.
 */
#define DEBUG_PORT	0xe9

static void lock_up(void *unused)
{
	local_irq_disable();
	outb('L', DEBUG_PORT);
	for (;;)
		cpu_relax();
}

static void die_lockup(void)
{
	elsewhere(lock_up);
	lock_up(NULL);
}

/* The last step was the death, by a line of the module under test; or there is none. */
static void die_not(void) { }

static const struct {
	const char *name;
	void (*die)(void);
} deaths[] = {
	{ "panic", die_panic },
	{ "null", die_null },
	{ "softirq", die_softirq },
	{ "hardirq", die_hardirq },
	{ "nmi", die_nmi },
	{ "handler", die_handler },
	{ "half", die_half },
	{ "locked", die_locked },
	{ "stuck", die_stuck },
	{ "lockup", die_lockup },
	{ "flood", die_never },
	{ "act", die_not },
	{ "not", die_not },
};

static ssize_t crash_write(struct file *f, const char __user *from, size_t len, loff_t *pos)
{
	char text[48] = "", name[16];
	unsigned int i, n;
	int ret;

	if (len >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, len))
		return -EFAULT;
	if (sscanf(text, "%15s %u", name, &n) != 2)
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(deaths); i++) {
		if (strcmp(name, deaths[i].name))
			continue;
		ret = step_all(n);
		if (!ret)
			deaths[i].die();
		return ret ?: len;
	}
	return -EINVAL;
}

static const struct file_operations fops = { .owner = THIS_MODULE, .write = crash_write };

static int __init kpt_crash_init(void)
{
	file = debugfs_create_file("kpt_crash", 0200, NULL, NULL, &fops);
	return PTR_ERR_OR_ZERO(file);
}

static void __exit kpt_crash_exit(void)
{
	debugfs_remove(file);
}

module_init(kpt_crash_init);
module_exit(kpt_crash_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("crashes of each kind, behind calls that are numbered");
