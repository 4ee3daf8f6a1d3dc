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
#ifndef KPCTL_PROBE_EVENT_H
#define KPCTL_PROBE_EVENT_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/types.h>

#include "hit/count.h"
#include "hit/target.h"
#include "probe/function_set.h"
#include "probe/instance_pool.h"
#include "prog/prog.h"

struct kpctl_event_dir;
struct kpctl_engine;
struct kpctl_session;

enum kpctl_state {
	KPCTL_PARKED,
	KPCTL_ARMED,
	KPCTL_OFF,
};

struct kpctl_event {
	/* what a command needs; session->lock */
	const struct kpctl_engine *engine;
	struct kpctl_session *session;
	struct kpctl_spec *spec;	/* without the arguments it has no use for */
	struct kpctl_cond *cond;	/* its condition, or NULL; without unused operands */
	struct kpctl_do *act;		/* what stands behind `do`, or NULL; likewise */
	u32 aggrs_cleared;		/* so many times */
	struct kpctl_layout layout;
	u16 kept_room;			/* of calls: bytes an instance has for what is kept */
	struct list_head old_progs;	/* of calls: that calls in flight may be under */
	unsigned int nr_old_progs;
	enum kpctl_state state;
	bool throttle_logged;
	bool want_on;			/* what enable says, also while parked */
	bool probe_failed;		/* not where it should be: when a module came or went */
	/* the kernel could not take it out, and looks at it for good: probe/single.c, set.c */
	bool stuck;
	unsigned long addr;		/* where it stands, while planted */
	/* skipped by kprobes while it was on, as of the last look */
	u64 nested;
	unsigned long nmissed_seen;	/* the highest that kprobes' own count was */
	char mod[KPCTL_MOD_MAX];	/* that it stands in or waits for; empty: none */

	struct kref ref;
	struct list_head node;		/* session->events, or a list of the dying */
	struct kpctl_event_dir *dir;	/* main session only; session->dirs */

	/*
	 * What a hit needs stands in front of what its kind needs: handlers are given the
	 * latter, and have both by short displacements, in neighbouring cache lines.
	 */
	struct kpctl_target target;

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

#endif /* KPCTL_PROBE_EVENT_H */
