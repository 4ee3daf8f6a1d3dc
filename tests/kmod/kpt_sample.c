// SPDX-License-Identifier: GPL-2.0
/*
 * What samples are taken of, and a counter of cycles whose samples are counted.
 *
 * /sys/kernel/debug/kpt_sample/run takes a command and returns from write() when it is done:
 *
 *   weigh N	N rounds in which kpt_light() works for 1 unit, kpt_middle() for 2 and
 *		kpt_heavy() for 5, in an order that is drawn
 *   masked N	kpt_masked() N times: most of its work is done with interrupts off
 *   nmi N	NMIs to all CPUs but the writer's, N times: each is a sample of each counter there
 *   pause N	the same, and each counter is marked as paused by the kernel
 *
 * /sys/kernel/debug/kpt_sample/forgotten: NMIs' samples whose handler took back that they count
 * as samples since the CPU's last tick.
 *
 * With pmu=1 the module is the machine's PMU, where it has none: it counts "cycles" for who
 * asks the kernel for a counter of a CPU, and the samples are those NMIs. A CPU that is named by
 * `without` gets no counter.
 *
 * The PMU has a type of its own that the kernel takes for the CPU's; it does not say that it is
 * the CPU's (perf_hw_context), as the kernel warns of a second one. perf_event_overflow() is not
 * for modules, so the handler is called as that function does.
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/apic.h>
#include <asm/nmi.h>

#define UNIT		4000	/* turns of a loop */
#define SLOTS		8	/* counters of a CPU */
#define WAITS_MAX	300000	/* of 100 us at least: then an NMI is lost */
#define PAUSED		(~0ull)	/* MAX_INTERRUPTS of the kernel */

/* Named by the cases, as the places that samples are to have. */
void kpt_light(void);
void kpt_middle(void);
void kpt_heavy(void);
void kpt_masked_part(void);
void kpt_masked(void);
void kpt_weigh(u32 dice);

static bool has_pmu;
module_param_named(pmu, has_pmu, bool, 0400);
static int without = -1;
module_param(without, int, 0600);

static struct dentry *dir;

/* Work of known weight. The same instructions in each function, and nothing but these. */
static __always_inline void work(unsigned long units)
{
	unsigned long turns = units * UNIT;

	do
		asm volatile("" : "+r" (turns));
	while (--turns);
}

noinline void kpt_light(void)
{
	work(1);
}

noinline void kpt_middle(void)
{
	work(2);
}

noinline void kpt_heavy(void)
{
	work(5);
}

/* What is masked has a function of its own. */
noinline void kpt_masked_part(void)
{
	work(5);
}

noinline void kpt_masked(void)
{
	unsigned long flags;

	local_irq_save(flags);
	kpt_masked_part();
	local_irq_restore(flags);
	/* What interrupts then finds this function, and no jump out of it. */
	asm volatile("nop; nop");
}

noinline void kpt_weigh(u32 dice)
{
	static void (*const orders[6][3])(void) = {
		{ kpt_light, kpt_middle, kpt_heavy }, { kpt_light, kpt_heavy, kpt_middle },
		{ kpt_middle, kpt_light, kpt_heavy }, { kpt_middle, kpt_heavy, kpt_light },
		{ kpt_heavy, kpt_light, kpt_middle }, { kpt_heavy, kpt_middle, kpt_light },
	};
	int i;

	for (i = 0; i < 3; i++) {
		orders[dice % 6][i]();
		barrier();	/* behind the last one too: no call is a jump */
	}
}

/* The PMU */

static DEFINE_PER_CPU(struct perf_event *[SLOTS], active);
static DEFINE_PER_CPU(bool, awaited);
static bool pausing;
static atomic_t forgotten;

static int pmu_event_init(struct perf_event *event)
{
	if (event->attr.type != PERF_TYPE_HARDWARE ||
	    event->attr.config != PERF_COUNT_HW_CPU_CYCLES)
		return -ENOENT;
	if (event->cpu < 0)
		return -EINVAL;
	return event->cpu == READ_ONCE(without) ? -EOPNOTSUPP : 0;
}

/* add and del are called on the counter's CPU, with interrupts off. */
static int pmu_add(struct perf_event *event, int flags)
{
	struct perf_event **slot = this_cpu_ptr(active);
	int i;

	for (i = 0; i < SLOTS; i++) {
		if (slot[i])
			continue;
		event->hw.idx = i;
		event->hw.state = 0;
		WRITE_ONCE(slot[i], event);
		return 0;
	}
	return -ENOSPC;
}

static void pmu_del(struct perf_event *event, int flags)
{
	WRITE_ONCE(this_cpu_ptr(active)[event->hw.idx], NULL);
}

static void pmu_start(struct perf_event *event, int flags)
{
	event->hw.state = 0;
}

static void pmu_stop(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED;
}

static void pmu_read(struct perf_event *event)
{
}

static struct pmu pmu = {
	.module = THIS_MODULE,
	.task_ctx_nr = perf_invalid_context,
	.event_init = pmu_event_init,
	.add = pmu_add,
	.del = pmu_del,
	.start = pmu_start,
	.stop = pmu_stop,
	.read = pmu_read,
};

static void overflow(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_sample_data_init(&data, 0, 1000);
	if (READ_ONCE(pausing))
		event->hw.interrupts = PAUSED;
	else
		event->hw.interrupts = 1;
	READ_ONCE(event->overflow_handler)(event, &data, regs);
	if (!event->hw.interrupts)
		atomic_inc(&forgotten);
}

static int nmi_fn(unsigned int type, struct pt_regs *regs)
{
	struct perf_event *event;
	int i;

	if (!this_cpu_read(awaited))
		return NMI_DONE;
	for (i = 0; i < SLOTS; i++) {
		event = READ_ONCE(this_cpu_ptr(active)[i]);
		if (event)
			overflow(event, regs);
	}
	this_cpu_write(awaited, false);
	return NMI_HANDLED;
}

static void send(unsigned int cpu)
{
	unsigned long flags;

	WRITE_ONCE(per_cpu(awaited, cpu), true);
	local_irq_save(flags);
	apic->send_IPI_mask(cpumask_of(cpu), NMI_VECTOR);
	local_irq_restore(flags);
}

static int await_nmi(unsigned int cpu)
{
	unsigned int i;

	for (i = 0; READ_ONCE(per_cpu(awaited, cpu)); i++) {
		if (i == WAITS_MAX)
			return -EIO;
		usleep_range(100, 200);
	}
	return 0;
}

static int send_round(void)
{
	unsigned int here = get_cpu(), cpu;
	int ret = 0;

	for_each_online_cpu(cpu)
		if (cpu != here)
			send(cpu);
	put_cpu();
	for_each_online_cpu(cpu)
		ret = ret ?: await_nmi(cpu);
	return ret;
}

static int run_nmi(u64 n)
{
	int ret = register_nmi_handler(NMI_LOCAL, nmi_fn, 0, "kpt_sample");

	if (ret)
		return ret;
	cpus_read_lock();
	while (n-- && !ret) {
		ret = send_round();
		/* longer than from one tick to the next: these are no samples in a burst */
		usleep_range(100, 5000);
	}
	cpus_read_unlock();
	unregister_nmi_handler(NMI_LOCAL, "kpt_sample");
	return ret;
}

static int run_line(char *line)
{
	char *n = line;
	char *cmd = strsep(&n, " ");
	u64 times;

	if (!n || kstrtou64(n, 0, &times))
		return -EINVAL;
	WRITE_ONCE(pausing, !strcmp(cmd, "pause"));
	if (!strcmp(cmd, "nmi") || pausing)
		return run_nmi(times);
	for (; times; times--) {
		if (!strcmp(cmd, "weigh"))
			kpt_weigh(get_random_u32());
		else if (!strcmp(cmd, "masked"))
			kpt_masked();
		else
			return -EINVAL;
		cond_resched();
	}
	return 0;
}

static ssize_t run_write(struct file *file, const char __user *buf, size_t len, loff_t *pos)
{
	char *text = len > PAGE_SIZE ? ERR_PTR(-E2BIG) : memdup_user_nul(buf, len);
	int ret;

	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = run_line(strim(text));
	kfree(text);
	return ret ?: len;
}

static const struct file_operations run_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = run_write,
	.llseek = noop_llseek,
};

static int __init kpt_sample_init(void)
{
	int ret = has_pmu ? perf_pmu_register(&pmu, "kpt_cycles", PERF_TYPE_RAW) : 0;

	if (ret)
		return ret;
	dir = debugfs_create_dir("kpt_sample", NULL);
	debugfs_create_file("run", 0200, dir, NULL, &run_fops);
	debugfs_create_atomic_t("forgotten", 0400, dir, &forgotten);
	return 0;
}

static void kpt_sample_end(void)
{
	debugfs_remove(dir);
	if (has_pmu)
		perf_pmu_unregister(&pmu);
}

/* Not __exit: code that may be probed stays in one section. */
module_init(kpt_sample_init);
module_exit(kpt_sample_end);
MODULE_DESCRIPTION("kprobectl tests: work of known weight, and a PMU");
MODULE_LICENSE("GPL");
