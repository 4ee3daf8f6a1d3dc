// SPDX-License-Identifier: GPL-2.0
/*
 * i with a rate: samples on every CPU, by the kernel's performance counters.
 *
 * Each CPU that is online has a counter while the event is armed, and no other has: CPU hotplug
 * calls sample_up() and sample_down(), in the CPU's own thread, when the event is armed and
 * disarmed as well as when a CPU comes and goes. The two take no lock under which anybody waits
 * for CPU hotplug, as the holder of session->lock does.
 *
 *	counter		samples come			in
 *	cycles		after so many cycles that	an NMI
 *			their rate is about right
 *	cpu-clock	each period			the timer's hard interrupt
 *
 * The source is cycles where all CPUs can count them, else the clock. A line that asks for $idle
 * has the clock, unless the line says cycles: a halted CPU has no cycles.
 *
 * A counter's handler runs on the counter's CPU alone, with interrupts off, and never inside of
 * itself. It runs with whatever the CPU was at: a task, an interrupt, another handler, a reader;
 * an NMI also where interrupts are off. No handler runs once perf_event_release_kernel()
 * has returned: that takes the counter off its CPU, by an interrupt of that CPU.
 *
 * A CPU on which no counter can be made when it comes stays without. It must not fail to
 * come for that; its samples are counted as missed, by the clock.
 */
#include <linux/cpuhotplug.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>

#include "base/interrupted.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "probe/interrupt_hit.h"
#include "probe/sample.h"
#include "probe/sample_due.h"
#include "spec/errors.h"

struct sample_event;

struct sample_cpu {
	struct sample_event *of;
	struct kpctl_sample_due due;	/* the handler's, while there is a counter */
	struct perf_event *counter;	/* NULL: none; the CPU's hotplug thread writes it */
	u64 without;			/* absent_lock: since when a CPU has none that should, or 0 */
	u64 absent;			/* absent_lock: ns without, until then */
};

struct sample_event {
	struct kpctl_event ev;		/* first: the event is freed as a struct kpctl_event */
	struct sample_cpu __percpu *cpu;
	struct hlist_node node;		/* in the state of CPU hotplug, while armed */
	bool armed;			/* session->lock, as all below */
	bool cycles;			/* the source, while armed */
	bool starting;			/* all CPUs get a counter, or none will have one */
	int error;			/* of the first CPU that got no counter, when armed */
};
static_assert(!offsetof(struct sample_event, ev));

static DEFINE_SPINLOCK(absent_lock);
static enum cpuhp_state hotplug;

static struct sample_event *sample_event_of(const struct kpctl_event *ev)
{
	return container_of((struct kpctl_event *)ev, struct sample_event, ev);
}

/* Hits */

/* The kernel marks a counter that it has paused by this number of interrupts. */
#define PAUSED	(~0ull)

/*
 * The kernel takes each sample for one more since the CPU's last tick, and an idle CPU has no
 * ticks: after some seconds it would pause the counter, until the CPU is busy for a tick.
 */
static __always_inline void forget_samples(struct perf_event *counter)
{
	if (counter->hw.interrupts != PAUSED)
		counter->hw.interrupts = 0;
}

/* The idle task is at work where an interrupt or a softirq runs on top of it. */
static __always_inline bool is_idle(unsigned int interrupted)
{
	return is_idle_task(current) && !(interrupted & (NMI_MASK | HARDIRQ_MASK)) &&
	       !(softirq_count() & SOFTIRQ_OFFSET);
}

static notrace void sample_fires(struct perf_event *counter, struct perf_sample_data *data,
				 struct pt_regs *regs)
{
	struct sample_cpu *c = counter->overflow_handler_context;
	struct kpctl_target *target = &c->of->ev.target;

	kpctl_sample_came(&c->due, ktime_get_mono_fast_ns(), counter->hw.interrupts == PAUSED);
	if (is_idle(kpctl_interrupted_count(preempt_count()))) {
		forget_samples(counter);
		if (!READ_ONCE(target->prog)->wants_idle)
			return;
	}
	kpctl_interrupt_hit(target, regs);
}
NOKPROBE_SYMBOL(sample_fires);

/* Counters of a CPU */

static struct perf_event *make_counter(struct sample_cpu *c, unsigned int cpu)
{
	const struct sample_event *s = c->of;
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = s->cycles ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE,
		.config = s->cycles ? PERF_COUNT_HW_CPU_CYCLES : PERF_COUNT_SW_CPU_CLOCK,
		.freq = 1,
		.sample_freq = s->ev.spec->num,
	};

	c->due.period = NSEC_PER_SEC / s->ev.spec->num;
	c->due.pause = 2 * TICK_NSEC;
	c->due.due = 0;
	c->due.by_clock = !s->cycles;
	c->due.paused = false;
	return perf_event_create_kernel_counter(&attr, cpu, NULL, sample_fires, c);
}

static void set_without(struct sample_cpu *c, u64 since)
{
	spin_lock(&absent_lock);
	if (c->without)
		c->absent += ktime_get_mono_fast_ns() - c->without;
	c->without = since;
	spin_unlock(&absent_lock);
}

static int sample_up(unsigned int cpu, struct hlist_node *node)
{
	struct sample_event *s = hlist_entry(node, struct sample_event, node);
	struct sample_cpu *c = per_cpu_ptr(s->cpu, cpu);
	struct perf_event *counter;

	counter = make_counter(c, cpu);
	if (!IS_ERR(counter)) {
		c->counter = counter;
		return 0;
	}
	s->error = s->error ?: PTR_ERR(counter);
	if (!s->starting)
		set_without(c, ktime_get_mono_fast_ns());
	return 0;
}

static int sample_down(unsigned int cpu, struct hlist_node *node)
{
	struct sample_event *s = hlist_entry(node, struct sample_event, node);
	struct sample_cpu *c = per_cpu_ptr(s->cpu, cpu);

	if (c->counter)
		perf_event_release_kernel(c->counter);
	c->counter = NULL;
	set_without(c, 0);
	return 0;
}

/* All CPUs, or none: what failed on one is taken back on all. */
static int start_counters(struct sample_event *s, bool cycles)
{
	int ret;

	s->cycles = cycles;
	s->error = 0;
	s->starting = true;
	ret = cpuhp_state_add_instance(hotplug, &s->node);
	s->starting = false;
	if (ret || !s->error)
		return ret;
	cpuhp_state_remove_instance(hotplug, &s->node);
	return s->error;
}

/* For commands */

static bool prefers_cycles(const struct kpctl_event *ev)
{
	return ev->spec->cycles_column || !ev->target.prog->wants_idle;
}

static int sample_arm(struct kpctl_event *ev)
{
	struct sample_event *s = sample_event_of(ev);
	bool cycles = prefers_cycles(ev);
	int ret = start_counters(s, cycles);

	if (ret && cycles && !ev->spec->cycles_column)
		ret = start_counters(s, false);
	s->armed = !ret;
	return ret;
}

static void sample_disarm(struct kpctl_event *ev)
{
	struct sample_event *s = sample_event_of(ev);

	if (!s->armed)
		return;
	s->armed = false;
	cpuhp_state_remove_instance(hotplug, &s->node);
}

static int alloc_cpus(struct sample_event *s)
{
	int cpu;

	if (!s->cpu)
		s->cpu = alloc_percpu_gfp(struct sample_cpu, GFP_KERNEL_ACCOUNT);
	if (!s->cpu)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		*per_cpu_ptr(s->cpu, cpu) = (struct sample_cpu){ .of = s };
	return 0;
}

static int sample_plant(struct kpctl_event *ev)
{
	int ret = alloc_cpus(sample_event_of(ev));

	return ret || !ev->target.on ? ret : sample_arm(ev);
}

static int sample_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (ev->spec->cycles_column)
		kpctl_err_fill(err, SAMPLE_NO_CYCLES, ev->spec->cycles_column, ret);
	else
		kpctl_err_fill(err, SAMPLE_KERNEL, ev->spec->target_column, ret);
	return kpctl_err_errno(err->code);
}

static void sample_unplant(struct kpctl_event **ev, int n)
{
	int i;

	for (i = 0; i < n; i++)
		sample_disarm(ev[i]);
}

/* A new condition asks for $idle. With one that no longer does the event keeps the clock. */
static bool sample_is_elsewhere(const struct kpctl_event *ev)
{
	const struct sample_event *s = sample_event_of(ev);

	return s->armed && s->cycles && !prefers_cycles(ev);
}

static void sample_release(struct kpctl_event *ev)
{
	free_percpu(sample_event_of(ev)->cpu);
}

static const char *sample_mode(const struct kpctl_event *ev)
{
	return sample_event_of(ev)->cycles ? "cycles" : "cpu-clock";
}

static u64 absent_samples(const struct sample_cpu *c)
{
	u64 ns;

	spin_lock(&absent_lock);
	ns = c->absent + (c->without ? ktime_get_mono_fast_ns() - c->without : 0);
	spin_unlock(&absent_lock);
	return ns ? ns / c->due.period : 0;
}

static u64 sample_missed(const struct kpctl_event *ev)
{
	const struct sample_event *s = sample_event_of(ev);
	const struct sample_cpu *c;
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		c = per_cpu_ptr(s->cpu, cpu);
		sum += READ_ONCE(c->due.missed) + absent_samples(c);
	}
	return sum;
}

const struct kpctl_engine kpctl_engine_sample = {
	.size = sizeof(struct sample_event),
	.fields = kpctl_fields_of_place,
	.may = kpctl_engine_may,
	.plant = sample_plant,
	.explain = sample_explain,
	.unplant = sample_unplant,
	.arm = sample_arm,
	.disarm = sample_disarm,
	.is_elsewhere = sample_is_elsewhere,
	.release = sample_release,
	.mode = sample_mode,
	.nested = sample_missed,
};

int kpctl_sample_init(void)
{
	int ret = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "kprobectl:sample", sample_up,
					  sample_down);

	if (ret < 0)
		return ret;
	hotplug = ret;
	return 0;
}

void kpctl_sample_exit(void)
{
	cpuhp_remove_multi_state(hotplug);
}
