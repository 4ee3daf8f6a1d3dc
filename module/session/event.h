/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event: a spec, the probe planted for it, and what became of its hits.
 *
 * Owned by its session's list. A reference keeps the struct and its counters
 * alive for files that are open; it does not keep it planted.
 *
 *	         plant                    enable 0
 *	PARKED ---------> ARMED <----------------------> OFF
 *	   ^                |           enable 1          |
 *	   +----------------+-----------------------------+
 *	        unplant: the module goes, or the event does
 *
 * Life of the probe's view of it: everything is filled in, then `on` is set
 * with release, then the probe is registered; handlers read `on` with acquire.
 * At the end `on` is cleared, which silences it at once, then the probe is
 * unregistered (a grace period), then memory is freed.
 *
 * Several probes can share an event's name, as in tracefs, if they are of one
 * kind and their arguments have the same names and types. Each is a struct of
 * its own, with its own id and counters; what is done to the event by its name
 * is done to all of them.
 */
#ifndef KPCTL_SESSION_EVENT_H
#define KPCTL_SESSION_EVENT_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/types.h>

#include "hit/count.h"
#include "probe/function_set.h"
#include "probe/instance_pool.h"
#include "prog/prog.h"

struct kpctl_aggrs;
struct kpctl_event_dir;
struct kpctl_engine;
struct kpctl_session;
struct kpctl_text;

enum kpctl_state {
	KPCTL_PARKED,
	KPCTL_ARMED,
	KPCTL_OFF,
};

struct kpctl_event {
	/* what a command needs; session->lock */
	const struct kpctl_engine *engine;
	struct kpctl_spec *spec;	/* without the arguments it has no use for */
	struct kpctl_cond *cond;	/* its condition, or NULL; without unused operands */
	struct kpctl_do *act;		/* what stands behind `do`, or NULL; likewise */
	u32 aggrs_cleared;		/* so many times */
	struct kpctl_layout layout;
	u16 kept_room;			/* of calls: bytes an instance has for what is kept */
	struct list_head old_progs;	/* of calls: that calls in flight may be under */
	unsigned int nr_old_progs;
	enum kpctl_state state;
	bool was_throttled;		/* written by handlers, once */
	bool throttle_logged;
	bool want_on;			/* what enable says, also while parked */
	bool probe_failed;		/* not where it should be: when a module came or went */
	bool stuck;			/* the kernel could not take it out: probe/single.c, probe/set.c */
	unsigned long addr;		/* where it stands, while planted */
	u64 nested;			/* skipped by kprobes while it was on, as of the last look */
	unsigned long nmissed_seen;	/* the highest that kprobes' own count was */
	char mod[KPCTL_MOD_MAX];	/* that it stands in or waits for; empty: none */

	struct kref ref;
	struct list_head node;		/* session->events, or a list of the dying */
	struct kpctl_event_dir *dir;	/* main session only; session->dirs */

	/* what a hit needs */
	bool on;
	u16 id;
	struct kpctl_session *session;
	struct kpctl_count __percpu *count;
	struct kpctl_prog *prog;	/* while planted */
	struct kpctl_aggrs *aggrs;	/* NULL: nothing is aggregated */

	/* what its kind needs: no more than that is there, see kpctl_engine.size */
	union {
		struct kprobe kp;			/* p */
		struct {				/* f, f %return */
			struct ftrace_ops ops;
			struct kpctl_function_set set;		/* session->lock */
		};
	};
	struct {					/* r, f %return */
		u64 serial;				/* marks this event's calls */
		u32 kept_size;				/* of an instance's private data */
		struct kpctl_pools pools;
	};
};

/* For good: of what the kernel cannot let go, see kpctl_single_taken_out(). */
struct kpctl_event *kpctl_event_get(struct kpctl_event *ev);

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

/*
 * Make the event a spec asks for; plant it and put it on the session's list, or discard
 * it. Under session->dirs and session->lock. 0 or an errno with *err filled in; then
 * there is none, or it is as it was.
 */
int kpctl_event_make(struct kpctl_session *s, const struct kpctl_spec *spec,
		     struct kpctl_event **made, struct kpctl_err *err);
int kpctl_event_add(struct kpctl_event *ev, struct kpctl_err *err);
void kpctl_event_undo(struct kpctl_event *ev);

/* Where the slots of its kind end and those of arguments begin. */
u16 kpctl_event_fixed_end(const struct kpctl_engine *engine);

/* The most room a hit asks for in a ring of this size. */
u32 kpctl_event_size(const struct kpctl_event *ev, u64 ring_size);

/* The first probe of that name. */
struct kpctl_event *kpctl_event_find(struct kpctl_session *s, const char *group,
				     const char *event);
bool kpctl_event_is_called(const struct kpctl_event *ev, const char *group, const char *event);
struct kpctl_event *kpctl_event_find_id(struct kpctl_session *s, u32 id);

/*
 * Its hits count from here on, or no longer; at once, long before its probe is in
 * or out. Under session->lock.
 */
void kpctl_event_enable(struct kpctl_event *ev);
void kpctl_event_disable(struct kpctl_event *ev);

/*
 * Removal in two steps, so that many share one grace period: kill silences an
 * event and moves it from the session to a list; bury takes all of the list's
 * probes out and drops the list's references. kill under session->lock; bury
 * under session->lock or when nobody else can reach the events.
 */
void kpctl_event_unlink(struct kpctl_event *ev, struct list_head *dying);
void kpctl_event_destroy(struct kpctl_session *s, struct list_head *dying);

/*
 * Look at what kprobes skipped of it: to be done before it is silenced, so that
 * nothing of later is taken for a miss. Under session->lock, as is the sum.
 */
void kpctl_event_note_nested(struct kpctl_event *ev);
void kpctl_event_sum(struct kpctl_event *ev, struct kpctl_sum *sum);

#endif /* KPCTL_SESSION_EVENT_H */
