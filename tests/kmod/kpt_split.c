// SPDX-License-Identifier: GPL-2.0
/*
 * Calls whose time goes where it is known: on a CPU, asleep, waiting for a CPU;
 * and who is hooked to the tracepoints that tell.
 */
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/wait.h>

#include "kpt.h"

#define HANGS_NS	(10 * NSEC_PER_SEC)

/* As long as that by the clock, as kpt_sleep(). */
static void nap(u64 ms)
{
	usleep_range(ms * USEC_PER_MSEC, ms * USEC_PER_MSEC + 100);
}

/* The functions */

/* Never sleeps, and leaves its CPU to others in one way or another. */
noinline u64 kpt_share(u64 ms, u64 how)
{
	u64 end = ktime_get_ns() + ms * NSEC_PER_MSEC;

	kpt_count(share);
	do {
		switch (how) {
		case KPT_YIELDS:
			yield();
			break;
		case KPT_DOZES:		/* preempted when it is about to sleep, and does not */
			set_current_state(TASK_INTERRUPTIBLE);
			cond_resched();
			__set_current_state(TASK_RUNNING);
			break;
		case KPT_SIGNALLED:	/* a signal is pending: it cannot sleep */
			set_current_state(TASK_INTERRUPTIBLE);
			schedule();
			break;
		default:
			cond_resched();
		}
	} while (ktime_get_ns() < end);
	return how;
}

/* Asleep until it is told. */
noinline u64 kpt_wait(struct kpt_seat *seat)
{
	kpt_count(wait);
	wait_event(seat->queue, READ_ONCE(seat->told));
	return 0;
}

/* On a CPU for as long as it then sleeps. */
noinline u64 kpt_inner(u64 ms)
{
	u64 end = ktime_get_ns() + ms * NSEC_PER_MSEC;

	kpt_count(inner);
	while (ktime_get_ns() < end)
		cpu_relax();
	nap(ms);
	return ms;
}

/* Sleeps before it and behind it. */
noinline u64 kpt_outer(u64 ms)
{
	kpt_count(outer);
	nap(ms);
	kpt_inner(ms);
	nap(ms);
	return ms;
}

/* Sleeps on each level. */
noinline u64 kpt_descend(u64 depth, u64 ms)
{
	u64 ret = 0;

	kpt_count(descend);
	nap(ms);
	if (depth)
		ret = kpt_descend(depth - 1, ms) + 1;
	barrier();		/* or the compiler makes a loop of it */
	return ret;
}

/* A turn of two tasks that wake up each other. */
noinline u64 kpt_turn(struct completion *tell, struct completion *hear, bool begins)
{
	kpt_count(turn);
	if (begins)
		complete(tell);
	wait_for_completion(hear);
	if (!begins)
		complete(tell);
	return begins;
}

/* Threads that begin together, each with its work and its CPU */

struct crew {
	struct completion go, done;
	bool cancelled;
};

struct member {
	struct crew *crew;
	void (*work)(struct member *me);
	u64 n, how;
	struct completion *tell, *hear;
	struct kpt_seat *seat;
};

static int member(void *arg)
{
	struct member *me = arg;
	struct crew *crew = me->crew;

	wait_for_completion(&crew->go);
	if (!crew->cancelled)
		me->work(me);
	/* The last thing done in the module's text is to enter this. */
	kthread_complete_and_exit(&crew->done, 0);
}

/* cpu -1: any. */
static int hire(struct crew *crew, struct member *me, int cpu)
{
	struct task_struct *task = kthread_create(member, me, "member");

	if (IS_ERR(task))
		return PTR_ERR(task);
	me->crew = crew;
	if (cpu >= 0)
		kthread_bind(task, cpu);
	wake_up_process(task);
	return 0;
}

static int run_crew(struct member *members, const int *cpus, int n)
{
	struct crew crew = {};
	int i, ret = 0;

	init_completion(&crew.go);
	init_completion(&crew.done);
	for (i = 0; i < n && !ret; i++)
		ret = hire(&crew, &members[i], cpus[i]);
	if (ret) {
		crew.cancelled = true;
		i--;
	}
	complete_all(&crew.go);
	while (i--)
		wait_for_completion(&crew.done);
	return ret;
}

/* share MS: one of each way and four others on one CPU, all of which could run on */

#define RIVALS	4

static void share(struct member *me)
{
	if (me->how == KPT_SIGNALLED) {
		allow_signal(SIGUSR1);
		send_sig(SIGUSR1, current, 1);
	}
	kpt_share(me->n, me->how);
	flush_signals(current);
}

static void rival(struct member *me)
{
	u64 end = ktime_get_ns() + me->n * NSEC_PER_MSEC;

	while (ktime_get_ns() < end)
		cond_resched();
}

static int last_cpu(void)
{
	return cpumask_last(cpu_online_mask);
}

static int run_share(u64 ms)
{
	struct member members[KPT_WAYS + RIVALS] = {};
	int cpus[KPT_WAYS + RIVALS], i;

	for (i = 0; i < KPT_WAYS + RIVALS; i++) {
		members[i].work = i < KPT_WAYS ? share : rival;
		members[i].how = i;
		members[i].n = ms;
		cpus[i] = last_cpu();
	}
	return run_crew(members, cpus, KPT_WAYS + RIVALS);
}

/*
 * wait MS1 MS2: asleep for MS1 at least, then woken up from another CPU, while its
 * own is kept busy for MS2 more at least
 */

static void waiter(struct member *me)
{
	kpt_wait(me->seat);
}

static void hog(struct member *me)
{
	u64 end;

	wait_for_completion(&me->seat->busy);
	preempt_disable();
	WRITE_ONCE(me->seat->is_busy, true);
	end = ktime_get_ns() + HANGS_NS;
	while (!READ_ONCE(me->seat->over) && ktime_get_ns() < end)
		cpu_relax();
	preempt_enable();
}

static void director(struct member *me)
{
	struct kpt_seat *seat = me->seat;

	while (!waitqueue_active(&seat->queue))
		nap(1);
	nap(me->n);
	complete(&seat->busy);
	while (!READ_ONCE(seat->is_busy))
		nap(1);
	WRITE_ONCE(seat->told, true);
	wake_up(&seat->queue);
	nap(me->how);
	WRITE_ONCE(seat->over, true);
}

static int run_wait(u64 ms1, u64 ms2)
{
	struct kpt_seat seat = {};
	struct member members[] = {
		{ .work = waiter, .seat = &seat }, { .work = hog, .seat = &seat },
		{ .work = director, .seat = &seat, .n = ms1, .how = ms2 },
	};
	int cpus[] = { last_cpu(), last_cpu(), cpumask_first(cpu_online_mask) };

	if (cpus[0] == cpus[2])
		return -ENODEV;
	init_waitqueue_head(&seat.queue);
	init_completion(&seat.busy);
	return run_crew(members, cpus, ARRAY_SIZE(members));
}

/* contend MS: one waits for a mutex that another has had for MS at least */

static DEFINE_MUTEX(contended);
static struct task_struct *contends;	/* for the mutex, or is about to */

static bool is_asleep(const struct task_struct *task)
{
	return task && READ_ONCE(task->__state) & TASK_UNINTERRUPTIBLE;
}

static void holder(struct member *me)
{
	u64 end = ktime_get_ns() + HANGS_NS;

	mutex_lock(&contended);
	complete(&me->seat->busy);
	while (!is_asleep(READ_ONCE(contends)) && ktime_get_ns() < end)
		nap(1);
	nap(me->n);
	mutex_unlock(&contended);
}

static void contender(struct member *me)
{
	wait_for_completion(&me->seat->busy);
	WRITE_ONCE(contends, current);
	mutex_lock(&contended);
	mutex_unlock(&contended);
}

static int run_contend(u64 ms)
{
	struct kpt_seat seat = {};
	struct member members[] = {
		{ .work = holder, .seat = &seat, .n = ms }, { .work = contender, .seat = &seat },
	};
	int cpus[] = { -1, -1 };

	WRITE_ONCE(contends, NULL);
	init_completion(&seat.busy);
	return run_crew(members, cpus, ARRAY_SIZE(members));
}

/* sem MS HOW: a writer, or with 1 a reader, waits for a semaphore for MS at least */

static DECLARE_RWSEM(contended_sem);

static void sem_holder(struct member *me)
{
	down_write(&contended_sem);
	complete(&me->seat->busy);
	while (!rwsem_is_contended(&contended_sem))
		nap(1);
	nap(me->n);
	up_write(&contended_sem);
}

static void sem_writer(struct member *me)
{
	wait_for_completion(&me->seat->busy);
	down_write(&contended_sem);
	up_write(&contended_sem);
}

static void sem_reader(struct member *me)
{
	wait_for_completion(&me->seat->busy);
	down_read(&contended_sem);
	up_read(&contended_sem);
}

static int run_sem(u64 ms, u64 how)
{
	struct kpt_seat seat = {};
	struct member members[] = {
		{ .work = sem_holder, .seat = &seat, .n = ms },
		{ .work = how ? sem_reader : sem_writer, .seat = &seat },
	};
	int cpus[] = { -1, -1 };

	init_completion(&seat.busy);
	return run_crew(members, cpus, ARRAY_SIZE(members));
}

/* turns N PAIRS: pairs on one CPU, on another, across both, and anywhere */

static void take_turns(struct member *me)
{
	u64 i;

	for (i = 0; i < me->n; i++)
		kpt_turn(me->tell, me->hear, me->how);
}

struct pairs {
	struct member *members;
	struct completion *bells;	/* one for each member */
	int *cpus;
};

static int pair_cpu(int i)
{
	int first = cpumask_first(cpu_online_mask);

	switch (i / 2 % 4) {
	case 0:
		return i & 1 ? last_cpu() : first;
	case 1:
		return last_cpu();
	case 2:
		return -1;
	default:
		return first;
	}
}

static int run_pairs(struct pairs *p, u64 n, int nr)
{
	int i;

	for (i = 0; i < nr; i++) {
		init_completion(&p->bells[i]);
		p->cpus[i] = pair_cpu(i);
		p->members[i].work = take_turns;
		p->members[i].n = n;
		p->members[i].how = i & 1;
		p->members[i].hear = &p->bells[i];
		p->members[i].tell = &p->bells[i ^ 1];
	}
	return run_crew(p->members, p->cpus, nr);
}

static int run_turns(u64 n, u64 pairs)
{
	int nr = 2 * min_t(u64, pairs, 100), ret = -ENOMEM;
	struct pairs p = {
		.members = kcalloc(nr, sizeof(*p.members), GFP_KERNEL),
		.bells = kcalloc(nr, sizeof(*p.bells), GFP_KERNEL),
		.cpus = kcalloc(nr, sizeof(*p.cpus), GFP_KERNEL),
	};

	if (p.members && p.bells && p.cpus)
		ret = run_pairs(&p, n, nr);
	kfree(p.members);
	kfree(p.bells);
	kfree(p.cpus);
	return ret;
}

int kpt_split_run(const char *what, u64 a, u64 b)
{
	if (!strcmp(what, "share"))
		return run_share(a);
	if (!strcmp(what, "wait"))
		return run_wait(a, b);
	if (!strcmp(what, "contend"))
		return run_contend(a);
	if (!strcmp(what, "sem"))
		return run_sem(a, b);
	if (!strcmp(what, "turns"))
		return run_turns(a, b);
	return -EINVAL;
}

/* /sys/kernel/debug/kpt/hooks: `TRACEPOINT FUNCTION [MODULE]` for each that is hooked */

static void show_hooks(struct tracepoint *tp, void *m)
{
	const struct tracepoint_func *func;

	if (strcmp(tp->name, "sched_switch") && strcmp(tp->name, "sched_wakeup") &&
	    strcmp(tp->name, "sched_process_free"))
		return;
	rcu_read_lock();
	for (func = rcu_dereference_raw(tp->funcs); func && func->func; func++)
		seq_printf(m, "%s %ps\n", tp->name, func->func);
	rcu_read_unlock();
}

static int hooks_show(struct seq_file *m, void *unused)
{
	for_each_kernel_tracepoint(show_hooks, m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(hooks);

const struct file_operations *kpt_hooks_fops = &hooks_fops;
