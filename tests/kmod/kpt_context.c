// SPDX-License-Identifier: GPL-2.0
/* Calls from every CPU at once, from interrupts, and from threads that end or sleep. */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "kpt.h"
#include "kpt_timer.h"

/* The other one is in kpt_funcs.c. */
static noinline __used u64 kpt_twin(u64 v)
{
	return v + 2;
}

/* kpt_crew: one thread per online CPU, all let go at the same moment */

struct crew {
	void (*call)(unsigned int cpu, u64 i, u64 arg);
	u64 n;
	u64 arg;
	struct completion go;
	struct completion done;
};

struct member {
	struct crew *crew;
	unsigned int cpu;
};

static int member(void *arg)
{
	struct member *me = arg;
	struct crew *crew = me->crew;
	unsigned int cpu = me->cpu;
	u64 i;

	kfree(me);
	wait_for_completion(&crew->go);
	for (i = 0; i < crew->n; i++) {
		crew->call(cpu, i, crew->arg);
		if (!(i & 63))
			cond_resched();
	}
	kthread_complete_and_exit(&crew->done, 0);
}

static struct task_struct *member_start(struct crew *crew, unsigned int cpu)
{
	struct member *me = kmalloc(sizeof(*me), GFP_KERNEL);
	struct task_struct *task;

	if (!me)
		return ERR_PTR(-ENOMEM);
	me->crew = crew;
	me->cpu = cpu;
	task = kthread_create_on_node(member, me, NUMA_NO_NODE, "flood/%u", cpu);
	if (IS_ERR(task)) {
		kfree(me);
		return task;
	}
	kthread_bind(task, cpu);
	wake_up_process(task);
	return task;
}

/* Each calls n times. */
int kpt_crew(void (*call)(unsigned int cpu, u64 i, u64 arg), u64 n, u64 arg)
{
	struct crew crew = { .call = call, .n = n, .arg = arg };
	int started = 0, ret = 0;
	unsigned int cpu;

	init_completion(&crew.go);
	init_completion(&crew.done);
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		ret = PTR_ERR_OR_ZERO(member_start(&crew, cpu));
		if (ret)
			break;
		started++;
	}
	cpus_read_unlock();
	if (ret)
		crew.n = 0;
	complete_all(&crew.go);
	while (started--)
		wait_for_completion(&crew.done);
	return ret;
}

static void call_seq(unsigned int cpu, u64 i, u64 unused)
{
	kpt_seq(cpu, i);
}

static void call_nested(unsigned int cpu, u64 i, u64 unused)
{
	kpt_a(i);
}

int kpt_flood(u64 n, bool nested)
{
	return kpt_crew(nested ? call_nested : call_seq, n, 0);
}

/* kpt_timer: a hard-interrupt timer on every CPU */

struct tick {
	struct hrtimer timer;
	ktime_t period;
	u64 n;
};

static DEFINE_PER_CPU(struct tick, ticks);
static bool ticking;		/* under kpt_run.c's mutex */

static enum hrtimer_restart tick_fn(struct hrtimer *timer)
{
	struct tick *tick = container_of(timer, struct tick, timer);

	kpt_hardirq(tick->n++);
	hrtimer_forward_now(timer, tick->period);
	return HRTIMER_RESTART;
}

static void tick_start(void *unused)
{
	struct tick *tick = this_cpu_ptr(&ticks);

	hrtimer_start(&tick->timer, tick->period, HRTIMER_MODE_REL_PINNED_HARD);
}

int kpt_timer_start(u64 us)
{
	unsigned int cpu;

	if (!us)
		return -EINVAL;
	if (ticking)
		return -EBUSY;
	for_each_possible_cpu(cpu) {
		struct tick *tick = per_cpu_ptr(&ticks, cpu);

		hrtimer_setup(&tick->timer, tick_fn, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED_HARD);
		tick->period = ns_to_ktime(us * NSEC_PER_USEC);
	}
	on_each_cpu(tick_start, NULL, 1);
	ticking = true;
	return 0;
}

void kpt_timer_stop(void)
{
	unsigned int cpu;

	if (!ticking)
		return;
	for_each_possible_cpu(cpu)
		hrtimer_cancel(&per_cpu_ptr(&ticks, cpu)->timer);
	ticking = false;
}

/* One call at a time from irq_work, IPI and softirq, each waited for */

static void irqwork_fn(struct irq_work *work)
{
	kpt_irqwork(0);
}

int kpt_irqwork_run(u64 n)
{
	struct irq_work work = IRQ_WORK_INIT_HARD(irqwork_fn);

	while (n--) {
		irq_work_queue(&work);
		irq_work_sync(&work);
	}
	return 0;
}

static void ipi_fn(void *arg)
{
	kpt_ipi((unsigned long)arg);
}

/* n calls on each online CPU but the one it starts on */
int kpt_ipi_run(u64 n)
{
	while (n--)
		smp_call_function(ipi_fn, (void *)(unsigned long)n, 1);
	return 0;
}

static DECLARE_COMPLETION(softirq_done);

static void softirq_fn(struct tasklet_struct *unused)
{
	kpt_softirq(0);
	complete(&softirq_done);
}

static DECLARE_TASKLET(softirq_tasklet, softirq_fn);

int kpt_softirq_run(u64 n)
{
	while (n--) {
		tasklet_schedule(&softirq_tasklet);
		wait_for_completion(&softirq_done);
	}
	tasklet_kill(&softirq_tasklet);
	return 0;
}

/* Threads that end inside a call */

static int exiter(void *done)
{
	kpt_exit(done);
	return 0;
}

int kpt_exit_run(u64 n)
{
	DECLARE_COMPLETION_ONSTACK(done);
	struct task_struct *task;

	while (n--) {
		task = kthread_run(exiter, &done, "exiter");
		if (IS_ERR(task))
			return PTR_ERR(task);
		wait_for_completion(&done);
	}
	return 0;
}

/* Threads that sleep inside a call, in the background */

static atomic_t sleeping;
static struct completion sleeper_end;

static DECLARE_COMPLETION(sleepers_go);

/* Of a burst nobody sleeps, and so nobody comes back, before the gate is open. */
wait_queue_head_t kpt_gate = __WAIT_QUEUE_HEAD_INITIALIZER(kpt_gate);
bool kpt_gate_shut;

static void open_gate(void)
{
	WRITE_ONCE(kpt_gate_shut, false);
	wake_up_all(&kpt_gate);
}

static int sleeper(void *ms)
{
	wait_for_completion(&sleepers_go);
	kpt_sleep((unsigned long)ms);
	/* The last thing done in the module's text is to enter this. */
	kthread_complete_and_exit(&sleeper_end, 0);
}

/* A function of its own, which kpt_sleepers_stay() knows the threads of a burst by. */
int kpt_burst_member(void *ms)
{
	return sleeper(ms);
}

static int start(u64 n, u64 ms, bool burst, bool held)
{
	int (*member)(void *ms) = burst ? kpt_burst_member : sleeper;
	struct task_struct *task;
	u64 sleep = ms;

	while (n--) {
		if (burst && !held)	/* they come back in another order */
			sleep = ms + n % 8 * 10;
		task = kthread_run(member, (void *)(unsigned long)sleep, "sleeper");
		if (IS_ERR(task))
			return PTR_ERR(task);
		atomic_inc(&sleeping);
	}
	return 0;
}

static u64 slept(void)
{
	unsigned int cpu;
	u64 n = 0;

	for_each_possible_cpu(cpu)
		n += READ_ONCE(per_cpu(kpt_calls, cpu)[KPT_sleep]);
	return n;
}

/*
 * A burst enters at once, when all threads are there. Returns when each has entered:
 * a thread that was made need not have run.
 */
int kpt_sleepers_start(u64 n, u64 ms, bool burst, bool held)
{
	u64 before = slept();
	int ret;

	if (!atomic_read(&sleeping))
		init_completion(&sleeper_end);
	reinit_completion(&sleepers_go);
	if (burst)
		WRITE_ONCE(kpt_gate_shut, true);
	else
		complete_all(&sleepers_go);
	ret = start(n, ms, burst, held);
	complete_all(&sleepers_go);
	while (!ret && slept() - before < n)
		schedule_timeout_uninterruptible(1);
	if (burst && !held)
		open_gate();
	return ret;
}

void kpt_sleepers_wait(void)
{
	open_gate();
	while (atomic_read(&sleeping)) {
		wait_for_completion(&sleeper_end);
		atomic_dec(&sleeping);
	}
}

/* Calls while the task is to give up its CPU */

static bool resched_is_due(void)
{
#ifdef CONFIG_PREEMPT_LAZY
	if (test_thread_flag(TIF_NEED_RESCHED_LAZY))
		return true;
#endif
	return need_resched() || test_preempt_need_resched();
}

/*
 * which: 1 at once, 2 when there is time, 4 preempt_count() says so, too; 8: not that, but
 * interrupts are off by preempt_count()'s own counter of that, where it has one (7.3).
 */
int kpt_resched_run(unsigned int which)
{
	unsigned long flags;

	for (;;) {
		schedule();
		local_irq_save(flags);
		if (!resched_is_due())
			break;
		local_irq_restore(flags);
	}
	if (which & 1)
		set_thread_flag(TIF_NEED_RESCHED);
	if (which & 2)
#ifdef CONFIG_PREEMPT_LAZY
		set_thread_flag(TIF_NEED_RESCHED_LAZY);
#else
		set_thread_flag(TIF_NEED_RESCHED);
#endif
	if (which & 4)
		set_preempt_need_resched();
#ifdef HARDIRQ_DISABLE_OFFSET
	if (which & 8)
		hardirq_disable_enter();
#endif
	kpt_add(1, 2);
#ifdef HARDIRQ_DISABLE_OFFSET
	if (which & 8)
		hardirq_disable_exit();
#endif
	local_irq_restore(flags);
	schedule();
	return 0;
}
