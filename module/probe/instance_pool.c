// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "base/budget.h"
#include "hit/call.h"
#include "base/compat.h"
#include "probe/event.h"
#include "probe/instance_pool.h"
#include "probe/register_name.h"

/* Instances of a new event: two pools, half the instances each. */
#define FIRST_CAPACITY	max(128u, 4 * num_possible_cpus())
#define FIRST_CAPACITY_OF_SET	8192u

unsigned int kpctl_pool_max = 65536;

/*
 * Anchors: functions where pools stand that are not the event's probe. No anchor is the
 * last function of the module, as some kernels' kprobes would read past that function's end,
 * and no anchor is on the blacklist. There are 16, because kprobes, to add or remove a probe,
 * walks through all probes at the same address.
 */
#define ANCHORS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) \
	X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

#define X(n) static noinline __used void kpctl_pool_##n(void) { barrier(); }
ANCHORS(X)
#undef X

static void (*const anchors[])(void) = {
#define X(n) kpctl_pool_##n,
	ANCHORS(X)
#undef X
};

static u64 pool_memory(const struct kretprobe *rp)
{
	return kpctl_instances_memory(rp->maxactive,
				      sizeof(struct kretprobe_instance) + rp->data_size);
}

static unsigned long pool_pages(const struct kretprobe *rp)
{
	return DIV_ROUND_UP(pool_memory(rp), PAGE_SIZE);
}

u32 kpctl_pools_maxactive(const struct kpctl_event *ev)
{
	return ev->state == KPCTL_PARKED ? 0 : READ_ONCE(ev->pools.capacity);
}

u64 kpctl_pools_memory_of(const struct kpctl_event *ev)
{
	const struct kpctl_pools *pools = &ev->pools;
	unsigned int i, nr;
	u64 sum = 0;

	if (ev->state == KPCTL_PARKED)
		return 0;
	nr = READ_ONCE(pools->nr);
	for (i = 0; i < nr; i++)
		sum += pool_memory(&pools->pool[i]->rp);
	return sum;
}

/* nr does not count the pool yet, and the kretprobe is disabled: no handler runs. */
static int register_pool(struct kpctl_pools *pools, struct kpctl_pool *pool)
{
	struct kretprobe *rp = &pool->rp;
	int ret;

	if (!kpctl_budget_take(pool_pages(rp)))
		return -ENOMEM;
	ret = register_kretprobe(rp);
	if (ret) {
		kpctl_budget_give(pool_pages(rp));
		return ret;
	}
	pools->replaced = (rethook_handler_t)rcu_access_pointer(rp->rh->handler);
	/* a plain store: no instance has been handed out, so no return calls the handler yet */
	*(rethook_handler_t __force *)&rp->rh->handler = pools->rethook;
	pool->bare.rh = rp->rh;
	pool->bare.kp.flags = rp->kp.flags;
	return 0;
}

/* The anchor for an event's pools other than the probe. */
static void *anchor_of(const struct kpctl_event *ev)
{
	return (void *)anchors[ev->target.id % ARRAY_SIZE(anchors)];
}

/* A pool like the first but for size and place: it stands at the event's anchor. */
static struct kpctl_pool *make_another(struct kpctl_pools *pools, u32 size)
{
	const struct kpctl_pool *first = &pools->first;
	struct kpctl_pool *pool = kzalloc(sizeof(*pool), GFP_KERNEL_ACCOUNT);

	if (!pool)
		return NULL;
	pool->ev = first->ev;
	pool->rp.kp.addr = anchor_of(pool->ev);
	pool->rp.kp.flags = KPROBE_FLAG_DISABLED;
	pool->rp.handler = first->rp.handler;
	pool->rp.entry_handler = first->rp.entry_handler;
	pool->rp.data_size = first->rp.data_size;
	pool->rp.maxactive = size;
	if (!register_pool(pools, pool))
		return pool;
	kfree(pool);
	return NULL;
}

static bool add_pool(struct kpctl_pools *pools, u32 size)
{
	struct kpctl_pool *pool;

	if (!size || pools->nr == KPCTL_POOLS_MAX)
		return false;
	pool = make_another(pools, size);
	if (!pool)
		return false;
	pools->pool[pools->nr] = pool;
	WRITE_ONCE(pools->capacity, pools->capacity + size);
	/* Pairs with the load-acquire of handlers: the pool is ready before nr counts it. */
	smp_store_release(&pools->nr, pools->nr + 1);
	return true;
}

/*
 * Twice the number of calls in flight, counting calls missed since the last look as in flight;
 * after misses at least twice the capacity. How many missed calls would have been in flight at
 * one time is unknown, so one look grows to 16 times the capacity at most.
 */
static u32 wanted_instances(struct kpctl_pools *pools)
{
	u64 missed = pools->missed, n;
	struct kpctl_sum sum;

	kpctl_count_sum(pools->first.ev->target.count, &sum);
	pools->missed = sum.missed;
	n = 2 * (sum.inflight + sum.missed - missed);
	if (sum.missed != missed)
		n = max(n, 2ull * pools->capacity);
	return min3(n, 16ull * pools->capacity,
		    (u64)min_t(u32, READ_ONCE(kpctl_pool_max), KPCTL_MAXACTIVE_MAX));
}

/*
 * After a look with a new pool the next look may come a tick later; after other looks, only
 * HZ / 10 later: an event at the limit asks with each miss.
 */
static void grow_pool(struct work_struct *work)
{
	struct kpctl_pools *pools = container_of(work, struct kpctl_pools, work.work);
	u32 want, before = pools->capacity;

	WRITE_ONCE(pools->asked, false);
	/* `asked` is cleared before the figures are read: asking from here on gets another look */
	smp_mb();
	want = wanted_instances(pools);
	while (READ_ONCE(pools->grows) && pools->capacity < want)
		if (!add_pool(pools, min(pools->capacity, want - pools->capacity)))
			break;
	WRITE_ONCE(pools->not_before, jiffies + (pools->capacity > before ? 1 : HZ / 10));
}

static void kicked(struct irq_work *work)
{
	struct kpctl_pools *pools = container_of(work, struct kpctl_pools, kick);
	unsigned long not_before = READ_ONCE(pools->not_before), now = jiffies;

	schedule_delayed_work(&pools->work, time_after(not_before, now) ? not_before - now : 0);
}

notrace void kpctl_pools_kick(struct kpctl_pools *pools)
{
	/* on a CPU that goes offline no irq_work would run any more, see kpctl_hit_wake() */
	if (!READ_ONCE(pools->grows) || READ_ONCE(pools->asked) ||
	    !cpu_active(raw_smp_processor_id()))
		return;
	WRITE_ONCE(pools->asked, true);
	WRITE_ONCE(pools->kicked, true);
	irq_work_queue(&pools->kick);
}
NOKPROBE_SYMBOL(kpctl_pools_kick);

/*
 * Tasks sleep inside of calls, and some of these calls are nested deeply: the more functions
 * a set has, the more calls will be in flight before the first look.
 */
static u32 first_capacity(u32 places)
{
	u32 n = clamp(places, FIRST_CAPACITY, FIRST_CAPACITY_OF_SET);

	return min(n, max(READ_ONCE(kpctl_pool_max), 2u)) / 2;
}

static void fill_pool(struct kpctl_pools *pools, struct kpctl_event *ev, struct kretprobe *rp,
		      const struct kpctl_probe_name *name, u32 places)
{
	pools->grows = !ev->spec->has_maxactive;
	rp->kp.symbol_name = name->symbol;
	rp->kp.addr = name->addr;
	rp->kp.offset = name->offset;
	rp->kp.flags = KPROBE_FLAG_DISABLED;
	rp->maxactive = pools->grows ? first_capacity(places) : ev->spec->maxactive;
}

static int plant_first(struct kpctl_event *ev, struct kretprobe *rp, bool is_probe, u32 places)
{
	struct kpctl_pools *pools = &ev->pools;
	struct kpctl_probe_name name = { .addr = anchor_of(ev) };
	int ret;

	ret = is_probe ? kpctl_probe_name(ev->spec, &name) : 0;
	if (ret)
		return ret;
	fill_pool(pools, ev, rp, &name, places);
	ret = register_pool(pools, &pools->first);
	rp->kp.symbol_name = NULL;
	kpctl_probe_name_free(&name);
	if (ret)
		return ret;
	pools->capacity = rp->maxactive;
	pools->addr = (unsigned long)rp->kp.addr;
	pools->hook = rp->kp.pre_handler;
	pools->nr = 1;
	return 0;
}

/*
 * Our pre_handler takes the place of the kernel's, which calls the entry_handler without a first
 * half. Where other probes stand at the address, aggr_pre_handler() may have loaded the old
 * pointer before it looks whether this probe is enabled, and may be interrupted in between: so
 * nobody who was in there may be left when the probe is enabled. A probe that joins ours after
 * the look at the list finds the new pointer.
 */
static void replace_pre_handler(struct kprobe *kp, kprobe_pre_handler_t pre)
{
	WRITE_ONCE(kp->pre_handler, pre);
	smp_mb();	/* the pointer, then the list; the list's publication is the partner */
	if (!list_empty(&kp->list))
		synchronize_rcu();
}

int kpctl_pools_plant(struct kpctl_event *ev, const struct kpctl_pool_handlers *handlers,
		      u32 places)
{
	static atomic64_t serials = ATOMIC64_INIT(0x6b70637400000000);
	struct kpctl_pools *pools = &ev->pools;
	struct kpctl_pool *first = &pools->first;
	struct kpctl_sum sum;
	int ret;

	/* a new serial for each planting: freed instances in memory may bear the old one */
	ev->serial = atomic64_inc_return(&serials);
	BUILD_BUG_ON(sizeof(struct kpctl_call) + KPCTL_KEPT_MAX > KRETPROBE_MAX_DATA_SIZE);
	ev->kept_size = struct_size((struct kpctl_call *)0, kept, ev->kept_room);
	memset(pools, 0, sizeof(*pools));
	kpctl_count_sum(ev->target.count, &sum);
	pools->missed = sum.missed;
	pools->not_before = jiffies;
	init_irq_work(&pools->kick, kicked);
	INIT_DELAYED_WORK(&pools->work, grow_pool);
	first->ev = ev;
	first->rp.entry_handler = handlers->entry;
	first->rp.handler = handlers->ret;
	pools->rethook = handlers->rethook;
	first->rp.data_size = ev->kept_size;
	pools->pool[0] = first;
	pools->likely = &first->bare.kp;
	ret = plant_first(ev, &first->rp, handlers->pre, places);
	if (ret)
		return ret;
	if (pools->grows)	/* if this fails, the event has half the instances, and may grow */
		add_pool(pools, pools->capacity);
	if (handlers->pre)
		replace_pre_handler(&first->rp.kp, handlers->pre);
	return 0;
}

/*
 * After this no handler asks for a look, and no look adds a pool. `kicked` spares the wait for
 * an irq_work that was never queued: on RT irq_work_sync() takes a grace period regardless.
 */
static void stop_growing(struct kpctl_event **ev, int n)
{
	bool any = false;
	int i;

	for (i = 0; i < n; i++) {
		any |= ev[i]->pools.grows;
		WRITE_ONCE(ev[i]->pools.grows, false);
	}
	if (!any)
		return;
	synchronize_rcu();
	for (i = 0; i < n; i++) {
		if (READ_ONCE(ev[i]->pools.kicked))
			irq_work_sync(&ev[i]->pools.kick);
		cancel_delayed_work_sync(&ev[i]->pools.work);
	}
}

static void free_pools(struct kpctl_pools *pools)
{
	unsigned int i;

	for (i = 0; i < pools->nr; i++) {
		kpctl_budget_give(pool_pages(&pools->pool[i]->rp));
		if (i)		/* the first pool is part of *ev, whose figures are still read */
			kfree(pools->pool[i]);
	}
	pools->nr = 0;
}

static int count_pools(struct kpctl_event **ev, int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++)
		sum += ev[i]->pools.nr;
	return sum;
}

void kpctl_pools_unplant(struct kpctl_event **ev, int n)
{
	struct kretprobe **rps;
	int i, k = 0;
	u32 p;

	stop_growing(ev, n);
	rps = kvmalloc_array(count_pools(ev, n), sizeof(*rps), GFP_KERNEL | __GFP_NOWARN);
	for (i = 0; i < n; i++) {
		for (p = 0; p < ev[i]->pools.nr; p++) {
			if (rps)
				rps[k++] = &ev[i]->pools.pool[p]->rp;
			else	/* slower: a grace period for each */
				unregister_kretprobe(&ev[i]->pools.pool[p]->rp);
		}
	}
	if (rps)
		unregister_kretprobes(rps, k);
	kvfree(rps);
	for (i = 0; i < n; i++)
		free_pools(&ev[i]->pools);
}
