// SPDX-License-Identifier: GPL-2.0
/*
 * Times from a call in one context of one CPU to a call in another context of another CPU, of
 * which many overlap: kpt_seq(HOW, KEY) begins one and kpt_add(KEY, 0) ends it. What lay between
 * is told by kpt_told(): not counting the two calls, and counting both.
 *
 * The last one begun ends first. Each context begins what each context ends.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "kpt.h"
#include "kpt_timer.h"

#define STARTS_MAX	2

struct lapse {
	u64 key;
	u64 starts;		/* that there were so far */
	struct { u64 before, behind; } start[STARTS_MAX], end;	/* each call */
};

static void begin(void *arg)
{
	struct lapse *l = arg;
	u64 nr = l->starts++;

	l->start[nr].before = kpt_now();
	kpt_seq(nr, l->key);
	l->start[nr].behind = kpt_now();
}

static void end(void *arg)
{
	struct lapse *l = arg;

	l->end.before = kpt_now();
	kpt_add(l->key, 0);
	l->end.behind = kpt_now();
}

/* Of the start that is to count. */
static void tell(const struct lapse *l, u64 nr)
{
	kpt_told(l->key, l->end.before - l->start[nr].behind, l->end.behind - l->start[nr].before);
}

/* Contexts: fn(arg) is called in each of them, on that CPU */

struct job {
	void (*fn)(void *arg);
	void *arg;
	struct hrtimer timer;
	struct completion done;
};

static int run_job(void *arg)
{
	struct job *job = arg;

	job->fn(job->arg);
	return 0;
}

static int by_task(unsigned int cpu, struct job *job)
{
	return smp_call_on_cpu(cpu, run_job, job, false);
}

static int by_ipi(unsigned int cpu, struct job *job)
{
	return smp_call_function_single(cpu, job->fn, job->arg, 1);
}

static enum hrtimer_restart job_timer(struct hrtimer *timer)
{
	struct job *job = container_of(timer, struct job, timer);

	job->fn(job->arg);
	complete(&job->done);
	return HRTIMER_NORESTART;
}

static void arm_job(void *arg)
{
	struct job *job = arg;

	hrtimer_start(&job->timer, ns_to_ktime(100 * NSEC_PER_USEC), HRTIMER_MODE_REL_PINNED_HARD);
}

static int by_timer(unsigned int cpu, struct job *job)
{
	int ret;

	init_completion(&job->done);
	hrtimer_setup(&job->timer, job_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	ret = smp_call_function_single(cpu, arm_job, job, 1);
	if (!ret)
		wait_for_completion(&job->done);
	hrtimer_cancel(&job->timer);
	return ret;
}

static int by_nmi(unsigned int cpu, struct job *job)
{
	return kpt_nmi_call(cpu, job->fn, job->arg);
}

static int (*const contexts[])(unsigned int cpu, struct job *job) = {
	by_task, by_ipi, by_timer, by_nmi,
};

#define CONTEXTS	ARRAY_SIZE(contexts)
#define LAPSES		(CONTEXTS * CONTEXTS)

static int call_in(unsigned int context, unsigned int cpu, void (*fn)(void *arg), struct lapse *l)
{
	static struct job job;		/* under kpt_run.c's mutex; the timer's is no task's stack */

	job.fn = fn;
	job.arg = l;
	return contexts[context](cpu, &job);
}

/* All of them begin on the one CPU and end on the other. */
static int run_round(struct lapse *lapses, u64 first_key, u64 starts, const unsigned int *cpu)
{
	int ret = 0, i;
	u64 nr;

	memset(lapses, 0, LAPSES * sizeof(*lapses));
	for (nr = 0; nr < starts; nr++) {
		for (i = 0; i < LAPSES && !ret; i++) {
			lapses[i].key = first_key + i;
			ret = call_in(i % CONTEXTS, cpu[0], begin, &lapses[i]);
		}
		usleep_range(1000, 1100);	/* one start is not taken for another */
	}
	for (i = LAPSES - 1; i >= 0 && !ret; i--)
		ret = call_in(i / CONTEXTS, cpu[1], end, &lapses[i]);
	for (i = 0; i < LAPSES && !ret; i++)
		for (nr = 0; nr < starts; nr++)
			tell(&lapses[i], nr);
	return ret;
}

/* n rounds, in which each key is begun so often */
int kpt_lapse_run(u64 n, u64 starts)
{
	static struct lapse lapses[LAPSES];	/* under kpt_run.c's mutex */
	unsigned int cpu[2], swap;
	int ret = 0;
	u64 i;

	cpus_read_lock();
	cpu[0] = cpumask_first(cpu_online_mask);
	cpu[1] = cpumask_last(cpu_online_mask);
	for (i = 0; i < n && !ret; i++) {
		ret = run_round(lapses, i * LAPSES, min_t(u64, starts, STARTS_MAX), cpu);
		swap = cpu[0];
		cpu[0] = cpu[1];
		cpu[1] = swap;
	}
	cpus_read_unlock();
	return ret;
}
