/* SPDX-License-Identifier: GPL-2.0 */
/* What is done to one event, which probe/event.h describes; those of a session: event_list.h. */
#ifndef KPCTL_SESSION_EVENT_H
#define KPCTL_SESSION_EVENT_H

#include <linux/list.h>
#include <linux/types.h>

#include "probe/engine.h"
#include "probe/event.h"

struct kpctl_session;

/* Of a spec, on no list, parked. NULL: no memory. */
struct kpctl_event *kpctl_event_alloc(struct kpctl_session *s, const struct kpctl_spec *spec);
/*
 * The end of an event that is parked and on no list: another may have its id. Its memory
 * goes too, unless the event is stuck.
 */
void kpctl_event_free(struct kpctl_event *ev);
/* Memory stays for good: that of an event which the kernel cannot let go of. */
void kpctl_event_get(struct kpctl_event *ev);

/*
 * The condition in memory of its own, for an event; NULL for one without tests. Columns
 * are those of the line, or of the file `filter`, it was parsed from. 0 or -ENOMEM.
 */
int kpctl_event_keep_cond(const struct kpctl_cond *cond, struct kpctl_cond **kept);

/* Condition and actions as text, "" for none. */
static inline const char *kpctl_event_cond_text(const struct kpctl_event *ev)
{
	return ev->cond ? ev->cond->text : "";
}

static inline const char *kpctl_event_act_text(const struct kpctl_event *ev)
{
	return ev->act ? ev->act->text : "";
}

/* The event as control lists it, in KPCTL_LINE_MAX + 1 bytes. Its length, or negative. */
int kpctl_event_print(const struct kpctl_event *ev, char *line);

/* Where the slots of its kind end and those of arguments begin. */
u16 kpctl_event_fixed_end(const struct kpctl_engine *engine);

/* What its kind may have to say of it, see struct kpctl_engine. */
static inline u64 kpctl_event_nested(const struct kpctl_event *ev)
{
	return ev->engine->nested ? ev->engine->nested(ev) : 0;
}

static inline u32 kpctl_event_maxactive(const struct kpctl_event *ev)
{
	return ev->engine->maxactive ? ev->engine->maxactive(ev) : 0;
}

static inline u64 kpctl_event_memory(const struct kpctl_event *ev)
{
	return ev->engine->memory ? ev->engine->memory(ev) : 0;
}

/* The most room a hit asks for in a ring of this size. */
u32 kpctl_event_size(const struct kpctl_event *ev, u64 ring_size);

bool kpctl_event_is_called(const struct kpctl_event *ev, const char *group, const char *event);

/* Parked when its module went: an address means nothing any more. */
static inline bool kpctl_event_can_return(const struct kpctl_event *ev)
{
	return !ev->spec->is_addr;
}

/*
 * Its hits count from here on, or no longer; at once, long before its probe is in
 * or out.
 */
void kpctl_event_enable(struct kpctl_event *ev);
void kpctl_event_disable(struct kpctl_event *ev);

/*
 * Look at what kprobes skipped of it: to be done before it is silenced, so that
 * nothing of later is taken for a miss.
 */
void kpctl_event_note_nested(struct kpctl_event *ev);
void kpctl_event_sum(struct kpctl_event *ev, struct kpctl_sum *sum);

#endif /* KPCTL_SESSION_EVENT_H */
