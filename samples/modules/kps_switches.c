// SPDX-License-Identifier: GPL-2.0
/*
 * Context switches for each CPU and task, counted at the tracepoint sched_switch.
 *
 *	insmod kps_switches.ko
 *	cat /sys/kernel/debug/kps_switches		lines of CPU TID COUNT
 *
 * The line of kprobectl that does the same, with names, in the order of the counts:
 *
 *	t:switches sched_switch do count by cpu, $arg3:task
 *
 * What the line does and this module does not: tables grow or say what found no room, and a table
 * is read while it is written, without a lock.
 */
#include <linux/debugfs.h>
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/vmalloc.h>

#define SLOTS	1024	/* of a CPU, a power of two */

struct slot {
	pid_t tid;	/* -1: free; 0 is the idle task, of which each CPU has one */
	u64 count;
};

/*
 * The hook runs with its CPU's run queue locked and interrupts off: no other hook of this kind runs
 * on the CPU meanwhile, so a table for each CPU needs no lock. A reader may see a count that is
 * one behind.
 */
struct table {
	u64 no_room;
	struct slot slot[SLOTS];
};

static struct table **tables;	/* by CPU */
static struct tracepoint *switched;
static struct dentry *file;

/*
 * The hook's arguments are those of TP_PROTO, behind a pointer of our own. It is called with
 * preemption off. It must not wake a task nor take a lock of the scheduler, which is at work.
 */
static void notrace on_switch(void *data, bool preempt, struct task_struct *prev,
			      struct task_struct *next, unsigned int prev_state)
{
	struct table *t = tables[raw_smp_processor_id()];
	u32 i, at = hash_32(next->pid, ilog2(SLOTS));

	for (i = 0; i < 16; i++, at = (at + 1) % SLOTS) {
		if (t->slot[at].tid == next->pid || t->slot[at].tid == -1) {
			WRITE_ONCE(t->slot[at].tid, next->pid);
			WRITE_ONCE(t->slot[at].count, t->slot[at].count + 1);
			return;
		}
	}
	WRITE_ONCE(t->no_room, t->no_room + 1);
}

static int switches_show(struct seq_file *m, void *unused)
{
	u64 count, no_room = 0;
	int cpu, i;

	for_each_possible_cpu(cpu) {
		for (i = 0; i < SLOTS; i++) {
			count = READ_ONCE(tables[cpu]->slot[i].count);
			if (count)
				seq_printf(m, "%d %d %llu\n", cpu, tables[cpu]->slot[i].tid, count);
		}
		no_room += READ_ONCE(tables[cpu]->no_room);
	}
	seq_printf(m, "no_room %llu\n", no_room);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(switches);

/*
 * register_trace_sched_switch() needs the tracepoint exported, which this one is not everywhere. All
 * tracepoints of the kernel can be gone through.
 */
static void find_switch(struct tracepoint *tp, void *unused)
{
	if (!strcmp(tp->name, "sched_switch"))
		switched = tp;
}

static void free_tables(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		vfree(tables[cpu]);
	kfree(tables);
}

static int alloc_tables(void)
{
	int cpu, i;

	tables = kcalloc(nr_cpu_ids, sizeof(*tables), GFP_KERNEL);
	if (!tables)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		tables[cpu] = vzalloc(sizeof(struct table));
		if (!tables[cpu]) {
			free_tables();
			return -ENOMEM;
		}
		for (i = 0; i < SLOTS; i++)
			tables[cpu]->slot[i].tid = -1;
	}
	return 0;
}

static int __init begin(void)
{
	int ret;

	for_each_kernel_tracepoint(find_switch, NULL);
	if (!switched)
		return -ENOENT;
	ret = alloc_tables();
	if (ret)
		return ret;
	ret = tracepoint_probe_register(switched, on_switch, NULL);
	if (ret) {
		free_tables();
		return ret;
	}
	file = debugfs_create_file("kps_switches", 0400, NULL, NULL, &switches_fops);
	return 0;
}

/* Unregistering does not wait for hooks that run: tracepoint_synchronize_unregister() does. */
static void __exit end(void)
{
	debugfs_remove(file);
	tracepoint_probe_unregister(switched, on_switch, NULL);
	tracepoint_synchronize_unregister();
	free_tables();
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Sample: context switches for each CPU and task, by a tracepoint");
