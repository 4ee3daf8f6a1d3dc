/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event: a spec, the probe planted for the spec, and the ledger of its hits.
 *
 * The session's list owns the event. A reference keeps the struct and its counters alive
 * for open files, but does not keep the event planted.
 *
 *	         plant                    enable 0
 *	PARKED ---------> ARMED <----------------------> OFF
 *	   ^                |           enable 1          |
 *	   +----------------+-----------------------------+
 *	        unplant: the module goes, or the event does
 *
 * The order of an event's life, as handlers see it: everything is filled in, then `on` is
 * set with release, then the probe is registered; handlers read `on` with acquire. At the
 * end `on` is cleared, which silences the event at once, then the probe is unregistered (a
 * grace period), then memory is freed.
 *
 * Several probes can share an event's name, as in tracefs, if the probes are of one kind and
 * their arguments have the same names and types. Each probe is a struct kpctl_event with its
 * own id and counters; a command that names the event applies to all its probes.
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

struct kpctl_after;
struct kpctl_event_dir;
struct kpctl_engine;
struct kpctl_notes;
struct kpctl_session;

enum kpctl_state {
	KPCTL_PARKED,
	KPCTL_ARMED,
	KPCTL_OFF,
};

struct kpctl_event {
	/* for commands; session->lock protects them */
	const struct kpctl_engine *engine;
	struct kpctl_session *session;
	struct kpctl_spec *spec;	/* its unused arguments are freed */
	struct kpctl_cond *cond;	/* its condition, or NULL; without unused operands */
	struct kpctl_do *act;		/* the actions behind `do`, or NULL; likewise */
	u32 aggrs_cleared;		/* how often the tables were cleared */
	struct kpctl_layout layout;
	u16 kept_room;			/* calls: bytes for kept values in an instance */
	struct list_head old_progs;	/* calls: programs that calls in flight may still use */
	unsigned int nr_old_progs;
	enum kpctl_state state;
	bool throttle_logged;
	bool want_on;			/* the value of `enable`, also while parked */
	bool probe_failed;		/* the probe could not follow a module that came or went */
	bool names_failed;		/* the line's names have no place in that module: parked (renew.h) */
	/* the kernel could not take the probe out, and refers to it for good: single.c, set.c */
	bool stuck;
	unsigned long addr;		/* where the probe stands, while planted */
	/* hits that kprobes skipped while the event was on, as of the last look */
	u64 nested;
	unsigned long nmissed_seen;	/* the highest value seen of the kprobe's nmissed */
	char mod[KPCTL_MOD_MAX];	/* the module of the probe's place, also while parked */

	struct kref ref;
	struct list_head node;		/* in session->events, or in a list of dying events */
	struct kpctl_event_dir *dir;	/* main session only; session->dirs */
	struct kpctl_notes *notes[3];	/* description, line and place, for who reads a dump */

	/*
	 * The target stands directly before the kind's part: handlers are given a pointer into
	 * the kind's part, and reach both by short displacements, in neighbouring cache lines.
	 */
	struct kpctl_target target;

	/* the kind's part; only the members of the event's kind exist, see kpctl_engine.size */
	union {
		struct {				/* p */
			struct kprobe kp;
			struct kpctl_after __percpu *after;	/* with $after(...): after.h */
		};
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
