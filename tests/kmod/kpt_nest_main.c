// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/kernel/debug/kpt_nest/run takes one line and returns when it is done:
 *
 *   chain ROUNDS SIZE	On every CPU, ROUNDS times: a task reserves; before it
 *			commits a softirq comes and reserves; before that commits
 *			a hard interrupt does (timer, irq_work or another CPU's
 *			IPI, in turn), and in it an NMI. Then all commit. On a
 *			PREEMPT_RT kernel the softirq level is left out.
 *   paced ROUNDS SIZE	As chain, and a round waits until the reader has read all but
 *			the last UNREAD_MAX records: a ring that holds these loses
 *			nothing, however late the reader gets its CPU.
 *   storm ROUNDS SIZE	On every CPU a task writes ROUNDS times, while a timer
 *			ticks, and every task sends IPIs and NMIs to the other
 *			CPUs, which come when they like.
 *
 * SIZE is the ring's, in bytes; a small one loses records. Reading the file
 * gives `NAME VALUE` lines of the last run.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <asm/apic.h>
#include <asm/nmi.h>

#include "kpt_nest.h"
#include "kpt_timer.h"

#define STORM_TICK_NS	(300 * NSEC_PER_USEC)
#define WAIT_NS		(5 * NSEC_PER_SEC)	/* then an interrupt is lost */
#define NEVER_CAME_MAX	20			/* then the run is given up */
#define UNREAD_MAX	256			/* records of at most 120 bytes */
#define RING_MIN	4096
#define RING_MAX	(4 << 20)

/* What each CPU's interrupts are to do, and that they did. */
struct context {
	struct hrtimer timer;
	struct irq_work irqwork;
	struct tasklet_struct tasklet;
	call_single_data_t csd;		/* for the CPU before this one to send */
	unsigned int turn;		/* chain: which hard interrupt comes next */
	bool ipi_wanted;		/* chain: by this CPU, from the helper */
	bool came[NEST_LEVELS];
	atomic_t nmi;			/* 1: sent to this CPU, still to come */
};

static DEFINE_MUTEX(nest_lock);		/* one run at a time; guards what follows */
static struct dentry *dir;
static DEFINE_PER_CPU(struct nest_cpu, nests);
static DEFINE_PER_CPU(struct context, contexts);
static u64 rounds;
static bool storm, paced;
static u64 never_came;
static struct completion writers_done;

/* The writer. inside() runs between reserve and commit. */
static void write_one(enum nest_level level, void (*inside)(void))
{
	struct nest_cpu *nest = this_cpu_ptr(&nests);
	struct kpctl_reservation res;
	struct nest_rec *rec;
	u64 seq = ++nest->tried[level];
	u32 words = nest_words(seq), len = sizeof(*rec) + words * 8;
	u32 extra = nest_extra(seq), got = len + extra, i;

	if (!kpctl_ring_reserve(&nest->ring, len + extra, &res)) {
		if (inside)
			inside();
		return;
	}
	nest->reserved[level]++;
	/* Half of the trims come before the nested writers, half behind. */
	if (extra && seq & 1)
		got = kpctl_ring_trim(&nest->ring, &res, len);
	if (inside)
		inside();
	if (extra && !(seq & 1))
		got = kpctl_ring_trim(&nest->ring, &res, len);
	rec = (struct nest_rec *)res.rec;
	rec->hdr.time = res.time;
	rec->hdr.id = NEST_ID(level);
	rec->hdr.size_ctx = got;
	rec->hdr.ctx_tid = level;
	rec->seq = seq;
	for (i = 0; i < words; i++)
		rec->word[i] = nest_word(seq, level, i);
	memset(&rec->word[words], 0, got - len);
	kpctl_ring_commit(&nest->ring);
}

static void await(bool *came)
{
	u64 end = ktime_get_mono_fast_ns() + WAIT_NS;

	while (!READ_ONCE(*came)) {
		if (ktime_get_mono_fast_ns() > end) {
			never_came++;
			return;
		}
		cpu_relax();
	}
}

/* NMI: at most one under way to each CPU, so none is taken for another's */

static int nmi_fn(unsigned int type, struct pt_regs *regs)
{
	struct context *ctx = this_cpu_ptr(&contexts);

	if (!atomic_read(&ctx->nmi))
		return NMI_DONE;
	write_one(NEST_NMI, NULL);
	WRITE_ONCE(ctx->came[NEST_NMI], true);
	atomic_set(&ctx->nmi, 0);
	return NMI_HANDLED;
}

static void nmi_send(unsigned int cpu)
{
	unsigned long flags;

	if (atomic_cmpxchg(&per_cpu(contexts, cpu).nmi, 0, 1))
		return;
	local_irq_save(flags);
	apic->send_IPI_mask(cpumask_of(cpu), NMI_VECTOR);
	local_irq_restore(flags);
}

/* storm: stay a while, so that somebody comes */
static void linger(void)
{
	int i;

	for (i = 0; i < 300; i++)
		cpu_relax();
}

static void inside_hardirq(void)
{
	struct context *ctx = this_cpu_ptr(&contexts);

	if (storm) {
		linger();
		return;
	}
	ctx->came[NEST_NMI] = false;
	nmi_send(smp_processor_id());
	await(&ctx->came[NEST_NMI]);
}

/* Hard interrupts: the timer is one level, irq_work and IPI are the other */

static void came_hardirq(enum nest_level level)
{
	write_one(level, inside_hardirq);
	WRITE_ONCE(this_cpu_ptr(&contexts)->came[level], true);
}

static enum hrtimer_restart timer_fn(struct hrtimer *timer)
{
	came_hardirq(NEST_HARDIRQ);
	if (!storm)
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(STORM_TICK_NS));
	return HRTIMER_RESTART;
}

static void irqwork_fn(struct irq_work *work)
{
	came_hardirq(NEST_IPI);
}

static void ipi_fn(void *unused)
{
	came_hardirq(NEST_IPI);
}

static void inside_softirq(void)
{
	struct context *ctx = this_cpu_ptr(&contexts);

	if (storm) {
		linger();
		return;
	}
	ctx->came[NEST_HARDIRQ] = false;
	ctx->came[NEST_IPI] = false;
	switch (ctx->turn++ % 3) {
	case 0:
		hrtimer_start(&ctx->timer, 0, HRTIMER_MODE_REL_PINNED_HARD);
		await(&ctx->came[NEST_HARDIRQ]);
		break;
	case 1:
		irq_work_queue(&ctx->irqwork);
		await(&ctx->came[NEST_IPI]);
		break;
	case 2:
		if (num_online_cpus() == 1)
			break;
		smp_store_release(&ctx->ipi_wanted, true);
		await(&ctx->came[NEST_IPI]);
		break;
	}
}

static void softirq_fn(struct tasklet_struct *unused)
{
	preempt_disable();	/* on RT this is a thread */
	write_one(NEST_SOFTIRQ, inside_softirq);
	WRITE_ONCE(this_cpu_ptr(&contexts)->came[NEST_SOFTIRQ], true);
	preempt_enable();
}

static void inside_task(void)
{
	struct context *ctx = this_cpu_ptr(&contexts);

	if (storm) {
		linger();
		return;
	}
	if (IS_ENABLED(CONFIG_PREEMPT_RT)) {
		inside_softirq();
		return;
	}
	ctx->came[NEST_SOFTIRQ] = false;
	local_bh_disable();
	tasklet_hi_schedule(&ctx->tasklet);
	local_bh_enable();	/* runs it */
	await(&ctx->came[NEST_SOFTIRQ]);
}

/* Threads */

static unsigned int next_cpu(unsigned int cpu)
{
	unsigned int next = cpumask_next(cpu, cpu_online_mask);

	return next < nr_cpu_ids ? next : cpumask_first(cpu_online_mask);
}

/* chain: sends the IPIs that the CPU before this one wants */
static int helper(void *arg)
{
	unsigned int cpu = (unsigned long)arg;
	struct context *ctx = per_cpu_ptr(&contexts, cpu);

	while (!kthread_should_stop()) {
		if (smp_load_acquire(&ctx->ipi_wanted)) {
			ctx->ipi_wanted = false;
			smp_call_function_single_async(cpu, &ctx->csd);
		}
		cond_resched();
	}
	return 0;
}

static void storm_others(unsigned int cpu, u64 round)
{
	unsigned int next = next_cpu(cpu);

	if (!(round & 15))
		tasklet_hi_schedule(&per_cpu(contexts, cpu).tasklet);
	if (next == cpu)
		return;
	if (!(round & 7))
		nmi_send(next);
	if (!(round & 3))
		smp_call_function_single_async(next, &per_cpu(contexts, next).csd);
}

/* The reader's count may be an older one: then the writer waits once more. */
static bool reader_is_behind(const struct nest_cpu *nest)
{
	u64 unread = local_read(&nest->ring.written);
	int i;

	for (i = 0; i < NEST_LEVELS; i++)
		unread -= READ_ONCE(nest->seen[i]);
	return unread > UNREAD_MAX;
}

static int writer(void *arg)
{
	unsigned int cpu = (unsigned long)arg;
	struct context *ctx = per_cpu_ptr(&contexts, cpu);
	u64 round;

	if (storm)
		hrtimer_start(&ctx->timer, ns_to_ktime(STORM_TICK_NS),
			      HRTIMER_MODE_REL_PINNED_HARD);
	for (round = 0; round < rounds && never_came < NEVER_CAME_MAX; round++) {
		preempt_disable();
		write_one(NEST_TASK, inside_task);
		if (storm)
			storm_others(cpu, round);
		preempt_enable();
		cond_resched();
		while (paced && reader_is_behind(per_cpu_ptr(&nests, cpu)))
			usleep_range(100, 200);
	}
	kthread_complete_and_exit(&writers_done, 0);
}

static int reader(void *unused)
{
	unsigned int cpu;
	bool any, stop;

	do {
		stop = kthread_should_stop();
		any = false;
		for_each_possible_cpu(cpu)
			any |= nest_read(per_cpu_ptr(&nests, cpu), 1000);
		if (!any)
			usleep_range(500, 1000);
		cond_resched();
	} while (any || !stop);
	return 0;
}

static struct task_struct *thread_on(int (*fn)(void *), unsigned int cpu, unsigned int arg)
{
	struct task_struct *task;

	task = kthread_create_on_node(fn, (void *)(unsigned long)arg, NUMA_NO_NODE, "nest");
	if (!IS_ERR(task)) {
		kthread_bind(task, cpu);
		wake_up_process(task);
	}
	return task;
}

/* One CPU after the other: while one waits for interrupts, the next one sends. */
static int run_chain(void)
{
	struct task_struct *task, *help;
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		help = thread_on(helper, next_cpu(cpu), cpu);
		if (IS_ERR(help))
			return PTR_ERR(help);
		task = thread_on(writer, cpu, cpu);
		if (!IS_ERR(task))
			wait_for_completion(&writers_done);
		kthread_stop(help);
		if (IS_ERR(task))
			return PTR_ERR(task);
	}
	return 0;
}

static int run_storm(void)
{
	struct task_struct *task;
	int started = 0, ret = 0;
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		task = thread_on(writer, cpu, cpu);
		ret = PTR_ERR_OR_ZERO(task);
		if (ret)
			break;
		started++;
	}
	while (started--)
		wait_for_completion(&writers_done);
	return ret;
}

static void do_nothing(void *unused)
{
}

/* All that can still write has written. */
static void settle(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct context *ctx = per_cpu_ptr(&contexts, cpu);

		hrtimer_cancel(&ctx->timer);
		irq_work_sync(&ctx->irqwork);
		tasklet_kill(&ctx->tasklet);
	}
	on_each_cpu(do_nothing, NULL, 1);	/* behind any IPI of ours */
	for_each_possible_cpu(cpu) {
		int ms = 1000;

		while (atomic_read(&per_cpu(contexts, cpu).nmi) && ms--)
			msleep(1);
	}
}

static void context_init(unsigned int cpu)
{
	struct context *ctx = per_cpu_ptr(&contexts, cpu);

	memset(ctx, 0, sizeof(*ctx));
	hrtimer_setup(&ctx->timer, timer_fn, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	ctx->irqwork = IRQ_WORK_INIT_HARD(irqwork_fn);
	tasklet_setup(&ctx->tasklet, softirq_fn);
	INIT_CSD(&ctx->csd, ipi_fn, NULL);
}

/* Memory: the data pages twice in a row, as the ring wants them */

static void nest_free(struct nest_cpu *nest)
{
	u64 i, n = nest->size / PAGE_SIZE;

	if (nest->data)
		vunmap(nest->data);
	for (i = 0; nest->pages && i < n; i++)
		if (nest->pages[i])
			__free_page(nest->pages[i]);
	kvfree(nest->pages);
	free_page((unsigned long)nest->meta);
	free_page((unsigned long)nest->consumer);
	memset(nest, 0, sizeof(*nest));
}

static int nest_alloc(struct nest_cpu *nest, unsigned int cpu, u64 size)
{
	u64 i, n = size / PAGE_SIZE;

	nest->size = size;
	nest->meta = (void *)get_zeroed_page(GFP_KERNEL);
	nest->consumer = (void *)get_zeroed_page(GFP_KERNEL);
	nest->pages = kvcalloc(2 * n, sizeof(*nest->pages), GFP_KERNEL);
	if (!nest->meta || !nest->consumer || !nest->pages)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		nest->pages[i] = nest->pages[n + i] = alloc_page(GFP_KERNEL | __GFP_ZERO);
		if (!nest->pages[i])
			return -ENOMEM;
	}
	nest->data = vmap(nest->pages, 2 * n, VM_MAP, PAGE_KERNEL);
	if (!nest->data)
		return -ENOMEM;
	kpctl_ring_init(&nest->ring, nest->data, size, nest->meta, nest->consumer, cpu);
	return 0;
}

/* Interrupts find the rings through per-CPU data: nothing may come any more. */
static void free_all(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		nest_free(per_cpu_ptr(&nests, cpu));
}

static int run(u64 size)
{
	struct task_struct *read;
	unsigned int cpu;
	int ret = 0;

	free_all();
	never_came = 0;
	init_completion(&writers_done);
	for_each_possible_cpu(cpu) {
		context_init(cpu);
		ret = nest_alloc(per_cpu_ptr(&nests, cpu), cpu, size);
		if (ret)
			goto fail;
	}
	read = kthread_run(reader, NULL, "nest-reader");
	ret = PTR_ERR_OR_ZERO(read);
	if (ret)
		goto fail;
	cpus_read_lock();
	ret = storm ? run_storm() : run_chain();
	settle();
	cpus_read_unlock();
	kthread_stop(read);
	return ret;
fail:
	free_all();
	return ret;
}

/* Files */

static ssize_t run_write(struct file *file, const char __user *buf, size_t len, loff_t *pos)
{
	char text[64], mode[16];
	u64 size;
	int ret;

	if (len >= sizeof(text) || copy_from_user(text, buf, len))
		return -EINVAL;
	text[len] = 0;
	mutex_lock(&nest_lock);
	ret = -EINVAL;
	if (sscanf(text, "%15s %llu %llu", mode, &rounds, &size) == 3 &&
	    is_power_of_2(size) && size >= RING_MIN && size <= RING_MAX) {
		storm = !strcmp(mode, "storm");
		paced = !strcmp(mode, "paced");
		ret = run(size);
	}
	mutex_unlock(&nest_lock);
	return ret ?: len;
}

static void show_sum(struct seq_file *m, const char *name, size_t offset)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu)
		sum += *(u64 *)((void *)per_cpu_ptr(&nests, cpu) + offset);
	seq_printf(m, "%s %llu\n", name, sum);
}

static void show_levels(struct seq_file *m, const char *name, size_t offset)
{
	static const char * const level[] = { "task", "softirq", "hardirq", "ipi", "nmi" };
	char text[32];
	int i;

	for (i = 0; i < NEST_LEVELS; i++) {
		snprintf(text, sizeof(text), "%s_%s", name, level[i]);
		show_sum(m, text, offset + i * sizeof(u64));
	}
}

static int run_show(struct seq_file *m, void *unused)
{
	u64 lost = 0, written = 0;
	unsigned int cpu;
	long nest = 0;

	mutex_lock(&nest_lock);
	show_levels(m, "tried", offsetof(struct nest_cpu, tried));
	show_levels(m, "reserved", offsetof(struct nest_cpu, reserved));
	show_levels(m, "seen", offsetof(struct nest_cpu, seen));
	show_sum(m, "told", offsetof(struct nest_cpu, told));
	show_sum(m, "torn", offsetof(struct nest_cpu, torn));
	show_sum(m, "disorder", offsetof(struct nest_cpu, disorder));
	show_sum(m, "time_back", offsetof(struct nest_cpu, time_back));
	show_sum(m, "nmi_back", offsetof(struct nest_cpu, nmi_back));
	show_sum(m, "most_back", offsetof(struct nest_cpu, most_back));
	show_sum(m, "late", offsetof(struct nest_cpu, late));
	for_each_possible_cpu(cpu) {
		struct nest_cpu *n = per_cpu_ptr(&nests, cpu);

		if (!n->meta)
			continue;
		lost += n->meta->lost;
		written += local_read(&n->ring.written);
		nest = max(nest, local_read(&n->ring.max_nest));
	}
	seq_printf(m, "lost %llu\nwritten %llu\nmax_nest %ld\nnever_came %llu\n",
		   lost, written, nest, never_came);
	mutex_unlock(&nest_lock);
	return 0;
}

static int run_open(struct inode *inode, struct file *file)
{
	return single_open(file, run_show, NULL);
}

static const struct file_operations run_fops = {
	.owner = THIS_MODULE,
	.open = run_open,
	.read = seq_read,
	.write = run_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int __init kpt_nest_init(void)
{
	int ret = register_nmi_handler(NMI_LOCAL, nmi_fn, 0, "kpt_nest");

	if (ret)
		return ret;
	dir = debugfs_create_dir("kpt_nest", NULL);
	debugfs_create_file("run", 0600, dir, NULL, &run_fops);
	return 0;
}

static void __exit kpt_nest_exit(void)
{
	debugfs_remove(dir);
	unregister_nmi_handler(NMI_LOCAL, "kpt_nest");
	free_all();
}

module_init(kpt_nest_init);
module_exit(kpt_nest_exit);
MODULE_DESCRIPTION("kprobectl tests: the ring core under nested writers, up to NMI");
MODULE_LICENSE("GPL");
