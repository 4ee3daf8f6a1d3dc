/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kind of probe as a struct of callbacks. Adding a kind takes a file with a struct
 * kpctl_engine, and a line in spec/kinds.h. Every kind has plant, unplant, arm, disarm and
 * may; a kind leaves out each other callback that it has no use for.
 */
#ifndef KPCTL_PROBE_ENGINE_H
#define KPCTL_PROBE_ENGINE_H

#include <linux/types.h>

#include "spec/spec.h"

struct kpctl_err;
struct kpctl_event;
struct kpctl_field;
struct kpctl_open_calls;
struct kpctl_prog;
struct kpctl_text;
struct kprobe;
struct module;

struct kpctl_engine {
	size_t size;			/* of its events: struct kpctl_event, or begun by one */
	/* fixed slots of its records, in order, up to an empty name */
	const struct kpctl_field *fields;
	/* Probes stand at tracepoints: the tracepoints' notifier tells of modules, not the modules'. */
	bool at_points;

	/*
	 * What has to be looked up where a look may wait for other machines or for modules, so
	 * without session->lock: `look_up` makes it, or an ERR_PTR and the reason in *err;
	 * `hand` gives it to the event, before `plant`; `drop` frees what was not handed over.
	 * NULL: nothing.
	 */
	void *(*look_up)(const struct kpctl_spec *spec, struct kpctl_err *err);
	void (*hand)(struct kpctl_event *ev, void *found);
	void (*drop)(void *found);
	/*
	 * `find`, before `plant`: where would the probe stand, and may it? 0, or an errno and
	 * the reason in *err; -ENOENT also if the event is to wait for a module. `may` is the
	 * part of that check that can be done while the module is not there. NULL for `find`:
	 * the probe stands nowhere, or where `look_up` has found, and `may` is the whole check.
	 */
	int (*find)(struct kpctl_event *ev, struct kpctl_err *err);
	int (*may)(const struct kpctl_event *ev, struct kpctl_err *err);
	/*
	 * Must the event wait for a module that is not live? While a module is coming, the
	 * module notifier plants the module's parked events, after finding the module's unsafe
	 * places. NULL: never.
	 */
	bool (*waits)(const struct kpctl_event *ev);
	/*
	 * `plant` registers the probe, ready to fire if `on` is set. 0 or an errno, for which
	 * `explain` fills *err; NULL for `explain`: `plant` cannot fail. A failed `plant` whose
	 * probe cannot be taken out again sets `stuck`, as `unplant` does.
	 */
	int (*plant)(struct kpctl_event *ev);
	int (*explain)(struct kpctl_event *ev, int ret, struct kpctl_err *err);
	/*
	 * Takes n events' probes out in one grace period; the events are off already. An event
	 * whose probe the kernel cannot let go of becomes `stuck`: the event is never planted
	 * again, nor freed.
	 */
	void (*unplant)(struct kpctl_event **ev, int n);
	/* While planted: the probe may fire, or may not. */
	int (*arm)(struct kpctl_event *ev);
	void (*disarm)(struct kpctl_event *ev);
	/*
	 * While armed, after the condition was replaced: must the probe be disarmed and armed
	 * anew? NULL: never.
	 */
	bool (*is_elsewhere)(const struct kpctl_event *ev);
	/*
	 * While planted: has the probe what another program needs? KPCTL_E_NONE, or the code of a
	 * refusal whose sentence has no values. NULL: always.
	 */
	unsigned int (*takes)(const struct kpctl_event *ev, const struct kpctl_prog *prog);

	/*
	 * For kinds at a set of functions, NULL for others:
	 *
	 *	join    takes the module's functions into the table. Returns how many functions
	 *	        the probe should stand at but does not yet, or an errno
	 *	leave   drops the module's functions, or those in its init part alone, from the
	 *	        table. Returns how many
	 *	update  makes the planted probe follow the table
	 *
	 * join and leave do not touch the planted probe. At tracepoints leave does: they are gone
	 * when it returns.
	 */
	int (*join)(struct kpctl_event *ev, const struct module *mod);
	u32 (*leave)(struct kpctl_event *ev, const struct module *mod, bool init_only);
	int (*update)(struct kpctl_event *ev);
	/* Frees what the kind has allocated, at the event's end; NULL: nothing. */
	void (*release)(struct kpctl_event *ev);
	/*
	 * How many functions the probe stands at now, and the i-th, as hits have it in $func.
	 * NULL: at none.
	 */
	u32 (*functions)(const struct kpctl_event *ev);
	unsigned long (*function)(const struct kpctl_event *ev, u32 i);
	/* What the probe stands at, a line each, where `function` is NULL: it is no function. */
	void (*list)(const struct kpctl_event *ev, struct kpctl_text *text);
	/* Functions that matched but are excluded, with the reason, a line each; or NULL. */
	void (*left_out)(const struct kpctl_event *ev, struct kpctl_text *text);

	/* While planted: the probe's mode, a word for `profile`. NULL: there is one mode. */
	const char *(*mode)(const struct kpctl_event *ev);
	/* For kinds at a single place, NULL for others: the address; is the place gone? */
	unsigned long (*addr)(const struct kpctl_event *ev);
	bool (*is_gone)(const struct kpctl_event *ev);
	/*
	 * Hits that the kernel kept from the handler since planting, at least. NULL: the kernel
	 * keeps no hit from the handler, which counts all refused hits.
	 */
	u64 (*nested)(const struct kpctl_event *ev);
	/*
	 * Hits that have two handlers: `settle` counts those whose second will not come, before
	 * the ledger is read; `end_hits` also waits for those between their two handlers, before
	 * a program is freed. Both may sleep. NULL: a hit has one handler, or is a call.
	 */
	void (*settle)(struct kpctl_event *ev);
	void (*end_hits)(struct kpctl_event *ev);
	/* For probe/single.c: the event's kprobe. */
	struct kprobe *(*kprobe)(struct kpctl_event *ev);
	/* Calls that can be watched at once, NULL or 0: no limit; the kind's memory, NULL: none. */
	u32 (*maxactive)(const struct kpctl_event *ev);
	u64 (*memory)(const struct kpctl_event *ev);
	/*
	 * Copies the calls in flight into *calls, which is empty; the caller frees it. 0 or
	 * -ENOMEM. Under session->lock; may sleep. NULL: the kind watches no calls.
	 */
	int (*open_calls)(const struct kpctl_event *ev, struct kpctl_open_calls *calls);
};

/* A fixed slot: its names in the two descriptions of a record. */
struct kpctl_field {
	const char *name;		/* KPCTL_VIEW_EVENTS, behind a $ */
	const char *format_name;	/* tracefs */
};

/* A `may` that has nothing to forbid but what the kernel's lockdown does. */
int kpctl_engine_may(const struct kpctl_event *ev, struct kpctl_err *err);

/* For kinds whose hits are at a place, and for kinds that watch calls. */
extern const struct kpctl_field kpctl_fields_of_place[];
extern const struct kpctl_field kpctl_fields_of_call[];
/* For hits at a place that take spans, or look at them. */
extern const struct kpctl_field kpctl_fields_of_span[];

/* kind: an enum kpctl_kind; NULL behind the last. */
const struct kpctl_engine *kpctl_engine_of(unsigned int kind);

#define X(id, letter, flags, target, ret, suffix, end, engine, ...)	\
extern const struct kpctl_engine kpctl_engine_##engine;
KPCTL_KINDS(X)
#undef X

#endif /* KPCTL_PROBE_ENGINE_H */
