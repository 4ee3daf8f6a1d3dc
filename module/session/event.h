/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Operations on one event. probe/event.h has the struct, event_list.h the operations on the
 * events of a session.
 */
#ifndef KPCTL_SESSION_EVENT_H
#define KPCTL_SESSION_EVENT_H

#include <linux/list.h>
#include <linux/types.h>

#include "probe/engine.h"
#include "probe/event.h"

struct kpctl_session;

/* A new event of this spec: parked, and on no list. NULL: no memory. */
struct kpctl_event *kpctl_event_alloc(struct kpctl_session *s, const struct kpctl_spec *spec);
/*
 * The end of an event that is parked and on no list. The id is free for another event; the
 * memory is freed too, unless a reference of kpctl_event_get() holds it.
 */
void kpctl_event_free(struct kpctl_event *ev);
/*
 * A reference keeps the memory. A reader of the event's tables puts its reference; that for a
 * stuck event, which the kernel cannot let go of, is never put.
 */
void kpctl_event_get(struct kpctl_event *ev);
void kpctl_event_put(struct kpctl_event *ev);

/*
 * Copy a parsed condition for an event to keep; *kept is NULL if the condition has no
 * tests. Columns stay those of the text that was parsed, a line or a write to the file
 * `filter`. 0 or -ENOMEM.
 */
int kpctl_event_keep_cond(const struct kpctl_cond *cond, struct kpctl_cond **kept);
void kpctl_event_free_cond(struct kpctl_cond *cond);	/* NULL: nothing */

/* Condition and actions as text, "" for none. */
static inline const char *kpctl_event_cond_text(const struct kpctl_event *ev)
{
	return ev->cond ? ev->cond->text : "";
}

static inline const char *kpctl_event_act_text(const struct kpctl_event *ev)
{
	return ev->act ? ev->act->text : "";
}

/*
 * Print the event as the file `control` lists events, into KPCTL_LINE_MAX + 1 bytes. Returns
 * the length, or a negative number.
 */
int kpctl_event_print(const struct kpctl_event *ev, char *line);

/* The offset in a record where the slots of the kind end and the slots of arguments begin. */
u16 kpctl_event_fixed_end(const struct kpctl_event *ev);
const struct kpctl_field *kpctl_event_fields(const struct kpctl_event *ev);

/* Optional callbacks of the kind, see struct kpctl_engine; 0 without the callback. */
static inline u64 kpctl_event_nested(const struct kpctl_event *ev)
{
	return ev->engine->nested ? ev->engine->nested(ev) : 0;
}

static inline u32 kpctl_event_functions(const struct kpctl_event *ev)
{
	return ev->engine->functions ? ev->engine->functions(ev) : 0;
}

static inline u32 kpctl_event_maxactive(const struct kpctl_event *ev)
{
	return ev->engine->maxactive ? ev->engine->maxactive(ev) : 0;
}

static inline u64 kpctl_event_memory(const struct kpctl_event *ev)
{
	return ev->engine->memory ? ev->engine->memory(ev) : 0;
}

/* The largest reservation that a hit of the event makes in a ring of this size. */
u32 kpctl_event_size(const struct kpctl_event *ev, u64 ring_size);

bool kpctl_event_is_called(const struct kpctl_event *ev, const char *group, const char *event);

/*
 * Can an event that was parked when its module went be planted again? Not by an address,
 * which means nothing in a module that is loaded anew.
 */
static inline bool kpctl_event_can_return(const struct kpctl_event *ev)
{
	return !ev->spec->is_addr;
}

/*
 * Hits of the event count from here on, or no longer. The switch works at once, while
 * registering or unregistering the probe takes long.
 */
void kpctl_event_enable(struct kpctl_event *ev);
void kpctl_event_disable(struct kpctl_event *ev);

/*
 * Add the hits that kprobes skipped since the last look to ev->nested. Callers do so before
 * they silence an event, so that no later skip is taken for a missed hit.
 */
void kpctl_event_note_nested(struct kpctl_event *ev);
void kpctl_event_sum(struct kpctl_event *ev, struct kpctl_sum *sum);

#endif /* KPCTL_SESSION_EVENT_H */
