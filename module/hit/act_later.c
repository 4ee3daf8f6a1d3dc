// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/pid.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "hit/act_later.h"
#include "prog/fetch.h"
#include "spec/spec.h"

#define SIGNALS_MAX	32
#define DUMPS_MAX	8
#define DUMP_FRAMES	32

struct later_signal {
	int taken;
	int sig;
	struct pid *pid;	/* a reference */
	struct irq_work work;
};

struct later_dump {
	int taken;
	u32 n;
	u32 tid;
	int cpu;
	char comm[TASK_COMM_LEN];
	char name[2 * KPCTL_NAME_MAX];
	u64 frame[DUMP_FRAMES];
	struct irq_work work;
	struct work_struct print;
};

static struct later_signal signals[SIGNALS_MAX];
static struct later_dump dumps[DUMPS_MAX];

/* As for readers (hit/hit.c), no irq_work is queued on a CPU that goes offline. */
static __always_inline bool can_queue(void)
{
	return likely(cpu_active(raw_smp_processor_id()));
}

static __always_inline bool take_place(int *taken)
{
	return !READ_ONCE(*taken) && !cmpxchg(taken, 0, 1);
}

/* Pairs with the cmpxchg in take_place(): what the place held has been read. */
static void give_place(int *taken)
{
	smp_store_release(taken, 0);
}

static void send_signal(struct irq_work *work)
{
	struct later_signal *s = container_of(work, struct later_signal, work);
	struct task_struct *task;

	rcu_read_lock();
	task = pid_task(s->pid, PIDTYPE_PID);
	if (task)
		send_sig(s->sig, task, 1);
	rcu_read_unlock();
	put_pid(s->pid);
	give_place(&s->taken);
}

notrace bool kpctl_act_signal(int sig)
{
	struct later_signal *s;

	if (!can_queue())
		return false;
	for (s = signals; s < signals + SIGNALS_MAX; s++) {
		if (!take_place(&s->taken))
			continue;
		s->sig = sig;
		s->pid = get_pid(task_pid(current));
		irq_work_queue(&s->work);
		return true;
	}
	return false;
}
NOKPROBE_SYMBOL(kpctl_act_signal);

static void start_print(struct irq_work *work)
{
	schedule_work(&container_of(work, struct later_dump, work)->print);
}

static void print_dump(struct work_struct *work)
{
	struct later_dump *d = container_of(work, struct later_dump, print);
	u32 i;

	pr_info("kprobectl: %s: hit by %s-%u on CPU %d\n", d->name, d->comm, d->tid, d->cpu);
	if (d->n)
		pr_info("kprobectl: => %pS\n", (void *)(unsigned long)d->frame[0]);
	for (i = 1; i < d->n; i++)	/* return addresses */
		pr_info("kprobectl: => %pB\n", (void *)(unsigned long)d->frame[i]);
	give_place(&d->taken);
}

notrace bool kpctl_act_dump(const struct kpctl_site *site, const char *name)
{
	struct later_dump *d;
	u32 flags = 0;

	if (!can_queue())
		return false;
	for (d = dumps; d < dumps + DUMPS_MAX; d++) {
		if (!take_place(&d->taken))
			continue;
		d->n = kpctl_fetch_stack(site, d->frame, DUMP_FRAMES, &flags);
		d->tid = current->pid;
		d->cpu = raw_smp_processor_id();
		memcpy(d->comm, current->comm, TASK_COMM_LEN);
		d->comm[TASK_COMM_LEN - 1] = '\0';
		memcpy(d->name, name, sizeof(d->name));
		irq_work_queue(&d->work);
		return true;
	}
	return false;
}
NOKPROBE_SYMBOL(kpctl_act_dump);

void kpctl_act_later_init(void)
{
	int i;

	for (i = 0; i < SIGNALS_MAX; i++)
		init_irq_work(&signals[i].work, send_signal);
	for (i = 0; i < DUMPS_MAX; i++) {
		init_irq_work(&dumps[i].work, start_print);
		INIT_WORK(&dumps[i].print, print_dump);
	}
}

void kpctl_act_later_exit(void)
{
	int i;

	for (i = 0; i < SIGNALS_MAX; i++)
		irq_work_sync(&signals[i].work);
	for (i = 0; i < DUMPS_MAX; i++) {
		irq_work_sync(&dumps[i].work);
		flush_work(&dumps[i].print);
	}
}
