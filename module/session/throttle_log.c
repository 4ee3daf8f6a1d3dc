// SPDX-License-Identifier: GPL-2.0
/*
 * The way from a handler to the kernel log, once for each event: the handler marks the event
 * and queues the irq_work; the irq_work queues a work item; the work item looks for marked
 * events in all sessions.
 */
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/workqueue.h>

#include "hit/throttle.h"
#include "session/event.h"
#include "session/redact.h"
#include "session/session.h"
#include "session/throttle_log.h"

static void log_throttled(struct kpctl_event *ev)
{
	char name[2 * KPCTL_NAME_MAX];

	if (!READ_ONCE(ev->target.was_throttled) || ev->throttle_logged)
		return;
	ev->throttle_logged = true;
	/* the default name of an event can have the address, and anybody may read the log */
	kpctl_redact_addresses(name, scnprintf(name, sizeof(name), "%s/%s", ev->spec->group,
					       ev->spec->event));
	pr_warn("kprobectl: %s takes more than %u %% of a CPU and is throttled, now and whenever it does again\n",
		name, kpctl_throttle_percent);
}

static void log_all_throttled(struct work_struct *work)
{
	struct kpctl_session *s;
	struct kpctl_event *ev;

	mutex_lock(&kpctl_sessions_lock);
	list_for_each_entry(s, &kpctl_sessions, node) {
		mutex_lock(&s->lock);
		list_for_each_entry(ev, &s->events, node)
			log_throttled(ev);
		mutex_unlock(&s->lock);
	}
	mutex_unlock(&kpctl_sessions_lock);
}

static DECLARE_WORK(log_work, log_all_throttled);

static void start_logging(struct irq_work *work)
{
	schedule_work(&log_work);
}

static DEFINE_IRQ_WORK(log_kick, start_logging);

void kpctl_throttle_log_init(void)
{
	kpctl_throttle_init(&log_kick);
}

void kpctl_throttle_log_exit(void)
{
	irq_work_sync(&log_kick);
	cancel_work_sync(&log_work);
}
