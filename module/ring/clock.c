// SPDX-License-Identifier: GPL-2.0
/*
 * Is the raw counter the clock, and what is it in ns?
 *
 * While there are users, a work item looks twice a second. The kernel tells the
 * time by the TSC if what it says it has just read lies between two readings of
 * ours, three times in three; flags of the CPU mislead. Such a reading comes with
 * the ns the kernel makes of it, exactly, so that two of them give a line. Each
 * look makes a new one, and all rings are told: they write it in front of their
 * next event (ring/preamble.h).
 *
 *	look:	new state -> rings are to tell it -> raw is turned on, if it was off
 *
 * Before it is turned on all handlers are awaited that may have looked at their
 * ring's duty before there was any: no raw stamp stands in front of the first line.
 * Turning it off needs no such care, and comes before its telling.
 *
 * A line is good for long: what it is off by, 2 ns over the distance of its two
 * readings, grows with time, and so does what ntpd does to CLOCK_MONOTONIC. That
 * the kernel has dropped the TSC is noticed within half a second; stamps until then
 * are as good as the counter.
 *
 * Suspend stops and may reset the counter, and the timekeeper must not be asked
 * then: from before it until after it, it is CLOCK_MONOTONIC.
 *
 * Locks: lock is inside of all others. The telling takes those of sessions, and so
 * is done without it.
 */
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/string.h>
#include <linux/suspend.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "ring/clock.h"
#include "base/text.h"

#define PERIOD		(HZ / 2)
#define FIRST_PERIOD	(HZ / 20)	/* after a line of two readings close together */
#define CLOSE_US	2000		/* that close */
#define CLOSE_NS	(CLOSE_US * 500ull)

static char *clock = "auto";
module_param(clock, charp, 0444);
MODULE_PARM_DESC(clock, "auto: the raw counter where the kernel tells the time by it (default); mono: never");

static void (*tell_rings)(void);	/* of a new state; the work item calls it, without lock */

DEFINE_STATIC_KEY_FALSE(kpctl_clock_raw);

/* One that kernel and counter agree on. */
struct reading {
	u64 raw, ns;
	u8 seq;				/* of the kernel's clock sources */
};

static DEFINE_MUTEX(lock);		/* all of these */
static struct reading last;		/* raw 0: none */
static struct kpctl_clock_state states[2];
static unsigned long unseen;		/* RCU's: who had seen the other state is gone */
static unsigned long looked;		/* jiffies, when the line was made */
static unsigned int users;
static bool suspended;

const struct kpctl_clock_state *kpctl_clock_state = &states[0];
u64 kpctl_clock_mult __read_mostly;

static void look_at_clock(struct work_struct *work);
static DECLARE_DELAYED_WORK(looking, look_at_clock);

kpctl_keeps_registers notrace noinline u64 kpctl_clock_mono(void)
{
	return kpctl_clock_read_mono();
}
NOKPROBE_SYMBOL(kpctl_clock_mono);

kpctl_keeps_registers notrace noinline u64 kpctl_clock_between_slow(u64 since, u64 now)
{
	/* Pairs with the store-release in publish(). */
	const struct kpctl_clock_state *state = smp_load_acquire(&kpctl_clock_state);
	u64 from = kpctl_stamp_ns(&state->pair, since), to = kpctl_stamp_ns(&state->pair, now);

	return to > from ? to - from : 0;
}
NOKPROBE_SYMBOL(kpctl_clock_between_slow);

/* The kernel's snapshot, and what is between it and CLOCK_MONOTONIC stands still. */
static bool snapshot(struct system_time_snapshot *snap, u64 *ns)
{
	ktime_t off = ktime_mono_to_any(0, TK_OFFS_REAL);

	ktime_get_snapshot(snap);
	*ns = ktime_to_ns(ktime_sub(snap->real, off));
	return off == ktime_mono_to_any(0, TK_OFFS_REAL);
}

static bool is_the_clock(struct reading *r)
{
	struct system_time_snapshot snap;
	u64 before, after;
	bool still;
	int i;

	for (i = 0; i < 3; i++) {
		preempt_disable();
		before = kpctl_arch_counter_fenced();
		still = snapshot(&snap, &r->ns);
		after = kpctl_arch_counter_fenced();
		preempt_enable();
		if (snap.cycles < before || snap.cycles > after)
			return false;
		i -= !still;	/* the clock on the wall was set: again */
	}
	r->raw = snap.cycles;
	r->seq = snap.cs_was_changed_seq;
	return !kpctl_arch_counter_is_bad() && after < KPCTL_PAIR_RAW_END;
}

/* The same clock, and far enough apart to lay a line through both? */
static bool far_apart(const struct reading *from, const struct reading *to)
{
	return from->raw && from->seq == to->seq && to->raw > from->raw &&
	       to->ns > from->ns && to->ns - from->ns >= CLOSE_NS;
}

/* A line that ends now; false: the counter is no clock. Sleeps when it has to. */
static bool make_line(struct kpctl_clock *pair, unsigned long *period)
{
	struct reading now;

	*period = PERIOD;
	if (!is_the_clock(&now))
		return false;
	if (!far_apart(&last, &now)) {
		last = now;
		usleep_range(CLOSE_US, 2 * CLOSE_US);
		if (!is_the_clock(&now) || !far_apart(&last, &now))
			return false;
	}
	if (now.ns - last.ns < NSEC_PER_SEC / 25)
		*period = FIRST_PERIOD;
	pair->raw = now.raw;
	pair->ns = now.ns;
	if (!kpctl_pair_slope(pair, now.raw - last.raw, now.ns - last.ns))
		return false;
	last = now;
	return true;
}

/* The other of the two states is filled in, once nobody looks at it. */
static void publish_clock(const struct kpctl_clock *pair, u32 flags)
{
	const struct kpctl_clock_state *old = kpctl_clock_state;
	struct kpctl_clock_state *next = &states[old == &states[0]];

	cond_synchronize_rcu(unseen);
	next->pair = *pair;
	next->flags = flags;
	next->changes = old->changes + (flags != old->flags);
	next->id = old->id + 1 ?: 1;
	WRITE_ONCE(kpctl_clock_mult, kpctl_pair_mult(pair));
	/* Pairs with the load-acquire of handlers: all of it, then the pointer. */
	smp_store_release(&kpctl_clock_state, next);
	unseen = get_state_synchronize_rcu();
}

static void turn_mono(void)
{
	last.raw = 0;
	if (!(kpctl_clock_state->flags & KPCTL_CLOCK_RAW))
		return;
	static_branch_disable(&kpctl_clock_raw);
	publish_clock(&kpctl_clock_state->pair, 0);
}

static bool may_be_raw(void)
{
	return !suspended && !strcmp(clock, "auto");
}

/* A new state, if there is anything new; how long it is good. */
static unsigned long renew(void)
{
	struct kpctl_clock pair = kpctl_clock_state->pair;
	unsigned long period = PERIOD;

	if (may_be_raw() && make_line(&pair, &period)) {
		looked = jiffies;
		publish_clock(&pair, KPCTL_CLOCK_RAW);
	} else {
		turn_mono();
	}
	return period;
}

/* All rings know of it; turn it on if it is off. */
static void turn_raw(void)
{
	if (kpctl_clock_is_raw() || !(READ_ONCE(kpctl_clock_state)->flags & KPCTL_CLOCK_RAW))
		return;
	synchronize_rcu();
	mutex_lock(&lock);
	if (kpctl_clock_state->flags & KPCTL_CLOCK_RAW)
		static_branch_enable(&kpctl_clock_raw);
	mutex_unlock(&lock);
}

static void look_at_clock(struct work_struct *work)
{
	unsigned long period;
	u32 before;

	mutex_lock(&lock);
	before = kpctl_clock_state->id;
	period = renew();
	mutex_unlock(&lock);
	if (READ_ONCE(kpctl_clock_state)->id != before)
		tell_rings();
	turn_raw();
	mutex_lock(&lock);
	if (users && !suspended)
		queue_delayed_work(system_power_efficient_wq, &looking, period);
	mutex_unlock(&lock);
}

/*
 * The first user comes after a time in which nobody looked: at once, if there is a
 * line to go on with, and it is not new. To make one can take a grace period, which
 * users that come and go would each wait for. That it is told to the user's rings is
 * up to the caller.
 */
void kpctl_clock_get(void)
{
	mutex_lock(&lock);
	if (!users++ && !suspended) {
		if (kpctl_clock_is_raw() && time_after(jiffies, looked + FIRST_PERIOD))
			renew();
		mod_delayed_work(system_power_efficient_wq, &looking, FIRST_PERIOD);
	}
	mutex_unlock(&lock);
}

void kpctl_clock_put(void)
{
	mutex_lock(&lock);
	if (!--users)
		cancel_delayed_work(&looking);
	mutex_unlock(&lock);
}

/* Under locks that ours must stay out of: as a handler does it. */
void kpctl_clock_latest(struct kpctl_clock *pair)
{
	preempt_disable();
	/* Pairs with the store-release in publish(). */
	*pair = smp_load_acquire(&kpctl_clock_state)->pair;
	preempt_enable();
}

void kpctl_clock_show(struct kpctl_text *text)
{
	mutex_lock(&lock);
	kpctl_text_printf(text, "clock %s changes=%u\n", kpctl_clock_is_raw() ? "raw" : "mono",
			  kpctl_clock_state->changes);
	mutex_unlock(&lock);
}

static int around_suspend(struct notifier_block *nb, unsigned long event, void *unused)
{
	bool begins = event == PM_SUSPEND_PREPARE || event == PM_HIBERNATION_PREPARE;

	if (!begins && event != PM_POST_SUSPEND && event != PM_POST_HIBERNATION)
		return NOTIFY_DONE;
	mutex_lock(&lock);
	suspended = begins;
	if (begins)
		turn_mono();
	else if (users)
		mod_delayed_work(system_power_efficient_wq, &looking, 0);
	mutex_unlock(&lock);
	if (begins)
		cancel_delayed_work_sync(&looking);
	return NOTIFY_DONE;
}

static struct notifier_block pm_notifier = {
	.notifier_call = around_suspend,
};

int kpctl_clock_init(void (*changed)(void))
{
	int ret;

	if (strcmp(clock, "auto") && strcmp(clock, "mono")) {
		pr_err("kprobectl: clock=%s is neither auto nor mono\n", clock);
		return -EINVAL;
	}
	tell_rings = changed;
	states[0].id = 1;
	ret = register_pm_notifier(&pm_notifier);
	if (ret)
		return ret;
	mutex_lock(&lock);
	renew();
	states[0].changes = states[1].changes = 0;	/* that was no change */
	if (kpctl_clock_state->flags & KPCTL_CLOCK_RAW)
		static_branch_enable(&kpctl_clock_raw);
	mutex_unlock(&lock);
	return 0;
}

/* Nobody stamps any more. */
void kpctl_clock_exit(void)
{
	unregister_pm_notifier(&pm_notifier);
	cancel_delayed_work_sync(&looking);
}
