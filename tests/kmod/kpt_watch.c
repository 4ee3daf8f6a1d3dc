// SPDX-License-Identifier: GPL-2.0
/*
 * Words that are written and read so often, by functions whose names say from where. The words
 * written are 1, 2, 3 ... since the module's load, whoever writes; one at a time.
 */
#include <linux/completion.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "kpt.h"

u64 kpt_watched;
u8 kpt_watched_bytes[16] __aligned(16);
void *kpt_watched_pointer;

static DEFINE_RAW_SPINLOCK(order);	/* serial; from each write until its trap is over */
static u64 serial;

#define STORES(name)								\
static noinline __used void name(u64 v)						\
{										\
	WRITE_ONCE(kpt_watched, v);						\
	barrier();	/* no tail of another function */			\
}
STORES(kpt_store)
STORES(kpt_store_softirq)
STORES(kpt_store_hardirq)
STORES(kpt_store_ipi)

static noinline void store_next(void (*store)(u64 v))
{
	unsigned long flags;

	raw_spin_lock_irqsave(&order, flags);
	store(++serial);
	raw_spin_unlock_irqrestore(&order, flags);
}

static void by_ipi(void *unused)
{
	store_next(kpt_store_ipi);
}

static void by_irq_work(struct irq_work *work)
{
	store_next(kpt_store_hardirq);
}

static DECLARE_COMPLETION(stored);

static void by_softirq(struct tasklet_struct *unused)
{
	store_next(kpt_store_softirq);
	complete(&stored);
}

static DECLARE_TASKLET(storing, by_softirq);

static void by_crew(unsigned int cpu, u64 i, u64 unused)
{
	store_next(kpt_store);
}

static noinline __used u64 kpt_load(void)
{
	return READ_ONCE(kpt_watched);
}

static int store_once(const char *from)
{
	struct irq_work work = IRQ_WORK_INIT_HARD(by_irq_work);

	if (!strcmp(from, "task")) {
		kpt_store(++serial);		/* with interrupts on */
	} else if (!strcmp(from, "softirq")) {
		tasklet_schedule(&storing);
		wait_for_completion(&stored);
	} else if (!strcmp(from, "hardirq")) {
		irq_work_queue(&work);
		irq_work_sync(&work);
	} else if (!strcmp(from, "ipi")) {
		smp_call_function(by_ipi, NULL, 1);
	} else if (!strcmp(from, "same")) {
		kpt_store(serial);
	} else if (!strcmp(from, "load")) {
		kpt_load();
	} else {
		return -EINVAL;
	}
	return 0;
}

/* Into kpt_watched_bytes, by one instruction. */
static noinline __used void kpt_store_bytes(u64 at, u64 size, u64 v)
{
	void *to = &kpt_watched_bytes[at % sizeof(kpt_watched_bytes)];

	switch (size) {
	case 1:
		WRITE_ONCE(*(u8 *)to, v);
		break;
	case 2:
		WRITE_ONCE(*(u16 *)to, v);
		break;
	case 4:
		WRITE_ONCE(*(u32 *)to, v);
		break;
	case 8:
		WRITE_ONCE(*(u64 *)to, v);
		break;
	}
	barrier();
}

void kpt_watch_bytes(u64 at, u64 size, u64 v)
{
	kpt_store_bytes(at, size, v);
}

void kpt_watch_point(void *at)
{
	WRITE_ONCE(kpt_watched_pointer, at);
}

int kpt_watch_run(const char *from, u64 n)
{
	int ret = 0;

	if (!strcmp(from, "crew"))
		return kpt_crew(by_crew, n, 0);
	while (n-- && !ret)
		ret = store_once(from);
	tasklet_kill(&storing);
	return ret;
}
