// SPDX-License-Identifier: GPL-2.0
/* Calls from real NMIs, which come while the other CPUs are at anything. */
#include <linux/atomic.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <asm/apic.h>
#include <asm/nmi.h>

#include "kpt.h"

#define SPINS		500		/* then a wait sleeps in between */
#define SLEEPS_MAX	300000		/* of 100 us at least: then an NMI is lost */

static DEFINE_PER_CPU(bool, awaited);
static atomic64_t came;		/* in this run */
static void (*job)(void *arg);	/* what an NMI is for; NULL: kpt_nmi() */
static void *job_arg;

noinline u64 kpt_nmi_leaf(u64 n)
{
	kpt_count(nmi_leaf);
	return n + 1;
}

/* The addition keeps the call from being a jump. */
noinline u64 kpt_nmi(u64 n)
{
	kpt_count(nmi);
	return kpt_nmi_leaf(n) + 10;
}

static int nmi_fn(unsigned int type, struct pt_regs *regs)
{
	if (!this_cpu_read(awaited))
		return NMI_DONE;
	if (job)
		job(job_arg);
	else
		kpt_nmi(atomic64_inc_return(&came) - 1);
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

static int await(unsigned int cpu)
{
	unsigned int i;

	for (i = 0; READ_ONCE(per_cpu(awaited, cpu)); i++) {
		if (i < SPINS)
			cpu_relax();
		else if (i < SPINS + SLEEPS_MAX)
			usleep_range(100, 200);
		else
			return -EIO;
	}
	return 0;
}

/* To all others at once, and to ours if there is none. */
static int send_round(void)
{
	unsigned int here = get_cpu(), cpu;
	int ret = 0;

	for_each_online_cpu(cpu)
		if (cpu != here || num_online_cpus() == 1)
			send(cpu);
	put_cpu();
	for_each_online_cpu(cpu)
		ret = ret ?: await(cpu);
	return ret;
}

/* n calls on each online CPU but the one that the caller is on meanwhile, numbered from 0 */
int kpt_nmi_run(u64 n)
{
	int ret = register_nmi_handler(NMI_LOCAL, nmi_fn, 0, "kpt");

	if (ret)
		return ret;
	atomic64_set(&came, 0);
	cpus_read_lock();
	while (n-- && !ret) {
		ret = send_round();
		cond_resched();
	}
	cpus_read_unlock();
	unregister_nmi_handler(NMI_LOCAL, "kpt");
	return ret;
}

int kpt_nmi_call(unsigned int cpu, void (*fn)(void *arg), void *arg)
{
	int ret = register_nmi_handler(NMI_LOCAL, nmi_fn, 0, "kpt");

	if (ret)
		return ret;
	job = fn;
	job_arg = arg;
	send(cpu);
	ret = await(cpu);
	unregister_nmi_handler(NMI_LOCAL, "kpt");
	job = NULL;
	return ret;
}
