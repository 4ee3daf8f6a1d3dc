// SPDX-License-Identifier: GPL-2.0
/*
 * Calls whose duration is known from inside and from around them, calls that go to
 * another CPU on the way, and calls that kprobes skips.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "kpt.h"

/* Short ones stay short of a long one even where the machine is slow. */
#define SHORT_US	5
#define LONG_EVERY	8

/* Busy for us; returns the ns from its first line to its last. */
noinline __noclone u64 kpt_timed(u64 i, u64 us)
{
	u64 start = kpt_now(), ns;

	kpt_count(timed);
	do {
		cpu_relax();
		ns = kpt_now() - start;
	} while (ns < us * NSEC_PER_USEC);
	return ns;
}

/* For a probe: what call i took, from inside and from around it. */
noinline __noclone u64 kpt_told(u64 i, u64 inside, u64 around)
{
	kpt_count(told);
	return i;
}

static void call_timed(unsigned int cpu, u64 i, u64 us)
{
	u64 nr = ((u64)cpu << 32) + i, start = kpt_now(), inside;

	inside = kpt_timed(nr, i % LONG_EVERY ? SHORT_US : us);
	kpt_told(nr, inside, kpt_now() - start);
}

int kpt_timed_run(u64 n, u64 us)
{
	return kpt_crew(call_timed, n, us);
}

static void call_deep(unsigned int cpu, u64 i, u64 depth)
{
	kpt_recurse(depth);
}

int kpt_deep_run(u64 n, u64 depth)
{
	return kpt_crew(call_deep, n, depth);
}

/* Not msleep(): that is short where a tick is late. Returns the ns from first to last. */
noinline __noclone u64 kpt_nap(u64 ms)
{
	u64 start = kpt_now();

	kpt_count(nap);
	usleep_range(ms * USEC_PER_MSEC, ms * USEC_PER_MSEC);
	return kpt_now() - start;
}

/* A call that begins on one CPU and ends on another */

struct kpt_wander {
	u64 ms;
	struct completion inside;
	struct completion moved;
	struct completion done;
};

/* Asleep for ms and until it was moved, or with 0 busy until it finds itself elsewhere. */
noinline __noclone u64 kpt_wander(u64 ms, struct kpt_wander *w)
{
	unsigned int cpu = raw_smp_processor_id();
	u64 start = kpt_now();

	kpt_count(wander);
	complete(&w->inside);
	if (ms) {
		usleep_range(ms * USEC_PER_MSEC, ms * USEC_PER_MSEC);
		wait_for_completion(&w->moved);
	} else {
		while (raw_smp_processor_id() == cpu)
			cond_resched();
	}
	return kpt_now() - start;
}

static int wanderer(void *arg)
{
	struct kpt_wander *w = arg;

	kpt_wander(w->ms, w);
	kthread_complete_and_exit(&w->done, 0);
}

static int wander(unsigned int from, unsigned int to, u64 ms)
{
	struct kpt_wander w = { .ms = ms };
	struct task_struct *task;
	int ret;

	init_completion(&w.inside);
	init_completion(&w.moved);
	init_completion(&w.done);
	task = kthread_create(wanderer, &w, "wanderer");
	if (IS_ERR(task))
		return PTR_ERR(task);
	set_cpus_allowed_ptr(task, cpumask_of(from));
	wake_up_process(task);
	wait_for_completion(&w.inside);
	ret = set_cpus_allowed_ptr(task, cpumask_of(to));
	complete(&w.moved);
	wait_for_completion(&w.done);
	return ret;
}

int kpt_wander_run(u64 n, u64 ms)
{
	unsigned int a, b;
	int ret = 0;

	cpus_read_lock();
	a = cpumask_first(cpu_online_mask);
	b = cpumask_next(a, cpu_online_mask);
	if (b >= nr_cpu_ids)
		ret = -ENODEV;
	while (!ret && n--)
		ret = n & 1 ? wander(a, b, ms) : wander(b, a, ms);
	cpus_read_unlock();
	return ret;
}

/*
 * A probe's handler that interrupts come into: what they call cannot be probed then.
 * The probe is ours, so that each interrupt surely comes there.
 */

static bool came;
static u64 came_in_handler;

static void interrupt_fn(struct irq_work *work)
{
	kpt_irqwork(1);
	WRITE_ONCE(came, true);
}

static struct irq_work interrupt = IRQ_WORK_INIT_HARD(interrupt_fn);

static void be_interrupted(u64 n)
{
	u64 until = kpt_now() + 10ull * NSEC_PER_SEC;

	while (n-- && !irqs_disabled()) {
		WRITE_ONCE(came, false);
		irq_work_queue(&interrupt);
		while (!READ_ONCE(came)) {
			if (kpt_now() > until)
				return;
			cpu_relax();
		}
		came_in_handler++;
	}
}

noinline __noclone u64 kpt_busy(u64 n)
{
	kpt_count(busy);
	return n;
}

static int busy_entry(struct kprobe *kp, struct pt_regs *regs)
{
	be_interrupted(regs_get_kernel_argument(regs, 0));
	return 0;
}

static int busy_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	be_interrupted(regs_return_value(regs));
	return 0;
}

static int skip_at_entry(u64 n)
{
	struct kprobe kp = { .symbol_name = "kpt:kpt_busy", .pre_handler = busy_entry };
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	kpt_busy(n);
	unregister_kprobe(&kp);
	return 0;
}

static int skip_at_return(u64 n)
{
	static struct kretprobe rp;	/* its instance may outlive the call */
	int ret;

	rp = (struct kretprobe){ .kp.symbol_name = "kpt:kpt_busy", .handler = busy_return };
	ret = register_kretprobe(&rp);
	if (ret)
		return ret;
	kpt_busy(n);
	unregister_kretprobe(&rp);
	return 0;
}

/* n calls of kpt_irqwork() from interrupts of another probe's handler; -EIO: fewer */
int kpt_skip_run(u64 n, bool at_return)
{
	int ret;

	came_in_handler = 0;
	ret = at_return ? skip_at_return(n) : skip_at_entry(n);
	irq_work_sync(&interrupt);
	if (ret)
		return ret;
	return came_in_handler == n ? 0 : -EIO;
}
