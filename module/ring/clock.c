// SPDX-License-Identifier: GPL-2.0
/*
 * Is the raw counter the clock, and how many ns is a unit of the counter?
 *
 * While the clock has users, a work item looks twice a second. The kernel tells the
 * time by the TSC if the count in the kernel's snapshot lies between two readings taken
 * here, three times in three; flags of the CPU mislead. The snapshot has the exact ns
 * that belong to the count, so two snapshots give a line from counts to ns. Each look
 * makes a new line, a new clock state, and all rings tell that state in front of their
 * next event (ring/preamble.h).
 *
 *	look:	new state -> rings are to tell it -> raw stamps on, if they were off
 *
 * Before raw stamps are turned on, a grace period awaits all handlers that may have asked
 * what is due before the first state existed: no raw stamp stands in front of the first
 * line. Turning raw stamps off needs no such care, and comes before the telling.
 *
 * A line stays good for long. Its error, 2 ns over the distance of its two readings,
 * grows with time, and so does the correction that ntpd applies to CLOCK_MONOTONIC. If the
 * kernel drops the TSC, a look notices within half a second; the stamps until then are as
 * good as the counter.
 *
 * Suspend stops the counter and may reset it, and the timekeeper must not be asked
 * during suspend: the clock is CLOCK_MONOTONIC from before suspend until after.
 *
 * Locks: `lock` is inside of all others. Telling takes the locks of sessions, and so
 * happens without `lock`.
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

#include "base/compat.h"
#include "ring/clock.h"
#include "base/text.h"

#define PERIOD		(HZ / 2)
#define FIRST_PERIOD	(HZ / 20)	/* after a line of two readings close together */
#define CLOSE_US	2000		/* close together */
#define CLOSE_NS	(CLOSE_US * 500ull)

static char *clock = "auto";
module_param(clock, charp, 0444);
MODULE_PARM_DESC(clock, "auto: the raw counter where the kernel tells the time by it (default); mono: never");

static void (*tell_rings)(void);	/* the work item calls it after a new state, without `lock` */

DEFINE_STATIC_KEY_FALSE(kpctl_clock_raw);

/* A count and its ns, as the kernel's own snapshot has them. */
struct reading {
	u64 raw, ns;
	u8 seq;				/* of the kernel's clock sources */
};

static DEFINE_MUTEX(lock);		/* the variables below */
static struct reading last;		/* raw 0: none */
static struct kpctl_clock_state states[2];
static unsigned long unseen;		/* RCU's cookie: no handler looks at the other state after it */
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

static bool is_the_clock(struct reading *r)
{
	struct system_time_snapshot snap;
	u64 before, after;
	bool still;
	int i;

	for (i = 0; i < 3; i++) {
		preempt_disable();
		before = kpctl_arch_counter_fenced();
		still = kpctl_clock_snapshot(&snap, &r->ns);
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

/* Are both readings of one clock, and far enough apart to lay a line through both? */
static bool far_apart(const struct reading *from, const struct reading *to)
{
	return from->raw && from->seq == to->seq && to->raw > from->raw &&
	       to->ns > from->ns && to->ns - from->ns >= CLOSE_NS;
}

/* A line that ends now; false: the counter is no clock. May sleep. */
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

/* Fills in the other one of the two states, once no handler looks at it, and publishes it. */
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
	/* Pairs with the load-acquire of handlers: the state, then the pointer. */
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

/* A new state, if there is anything new. Returns how long the state is good. */
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

/* All rings are to tell the state: raw stamps may be turned on, if they are off. */
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
 * The first user comes after a time without looks. An old line is renewed at once; a
 * first line is left to the work item, as making it can take a grace period, for which
 * users that come and go would wait each time. The caller has the user's rings tell the
 * state.
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

/* Reads as a handler does: `lock` must not be taken under the locks of the callers. */
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
	states[0].changes = states[1].changes = 0;	/* the first state is no change */
	if (kpctl_clock_state->flags & KPCTL_CLOCK_RAW)
		static_branch_enable(&kpctl_clock_raw);
	mutex_unlock(&lock);
	return 0;
}

/* No handler stamps any more. */
void kpctl_clock_exit(void)
{
	unregister_pm_notifier(&pm_notifier);
	cancel_delayed_work_sync(&looking);
}
