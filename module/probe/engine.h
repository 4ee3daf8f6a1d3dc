/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a kind of probe has to bring along. Adding a kind: a file with one of
 * these, and a line in spec/kinds.h.
 */
#ifndef KPCTL_PROBE_ENGINE_H
#define KPCTL_PROBE_ENGINE_H

#include <linux/types.h>

#include "spec/spec.h"

struct kpctl_err;
struct kpctl_event;
struct kpctl_field;
struct kpctl_prog;
struct kpctl_text;
struct kprobe;
struct module;

struct kpctl_engine {
	size_t size;			/* of its events */
	/* fixed slots of its records, in order, up to an empty name */
	const struct kpctl_field *fields;

	/*
	 * Before it is planted: find out where, and whether it may. 0, or refused
	 * and why; -ENOENT can also mean that it waits. The callback `may` is the part
	 * of this check that can be done while its module is not there.
	 */
	int (*find)(struct kpctl_event *ev, struct kpctl_err *err);
	int (*may)(const struct kpctl_event *ev, struct kpctl_err *err);
	/*
	 * Must it wait for a module that is not there? While one is coming, the
	 * notifier plants what is parked, once it is known what is unsafe in it.
	 */
	bool (*waits)(const struct kpctl_event *ev);
	/*
	 * Register, ready to fire if `on` is set. 0 or an errno, which explain explains. What
	 * was registered and cannot be taken out again sets `stuck`, as in unplant.
	 */
	int (*plant)(struct kpctl_event *ev);
	int (*explain)(struct kpctl_event *ev, int ret, struct kpctl_err *err);
	/*
	 * Take n of them out in one grace period; they are silent already. One that the
	 * kernel cannot let go of is `stuck`: it is never planted again, nor freed.
	 */
	void (*unplant)(struct kpctl_event **ev, int n);
	/* While planted: let it fire or not. */
	int (*arm)(struct kpctl_event *ev);
	void (*disarm)(struct kpctl_event *ev);
	/* While planted: can it do what another program asks? NULL: any. */
	bool (*takes)(const struct kpctl_event *ev, const struct kpctl_prog *prog);

	/*
	 * For a kind that stands at many places, NULL for others: take in which of a
	 * module's it would stand at, and say at how many places it should stand but does
	 * not yet, or an errno; that it no longer does, of all of them or of its init
	 * part. Nothing happens to what is planted before update.
	 */
	int (*join)(struct kpctl_event *ev, const struct module *mod);
	u32 (*leave)(struct kpctl_event *ev, const struct module *mod, bool init_only);
	int (*update)(struct kpctl_event *ev);
	/* At the event's end, planted or not, if there is something to free. */
	void (*release)(struct kpctl_event *ev);
	/* How many places it stands at now, and one of them, as its hits have it in $func. */
	u32 (*functions)(const struct kpctl_event *ev);
	unsigned long (*function)(const struct kpctl_event *ev, u32 i);
	/* What matched and stays out of it, and why, a line each. NULL: nothing does. */
	void (*left_out)(const struct kpctl_event *ev, struct kpctl_text *text);

	/* While planted: how it stands there. */
	const char *(*mode)(const struct kpctl_event *ev);
	/* For a kind that stands at one place, NULL for others: where; is that gone? */
	unsigned long (*addr)(const struct kpctl_event *ev);
	bool (*is_gone)(const struct kpctl_event *ev);
	/*
	 * Hits of this planting that the kernel kept from us, at least. NULL: none; each hit
	 * that is refused is counted by its handler.
	 */
	u64 (*nested)(const struct kpctl_event *ev);
	/* For probe/single.c: the kprobe it stands on. */
	struct kprobe *(*kprobe)(struct kpctl_event *ev);
	/* Calls it can watch at once, NULL or 0: not limited; memory of its own, NULL: none. */
	u32 (*maxactive)(const struct kpctl_event *ev);
	u64 (*memory)(const struct kpctl_event *ev);
};

/* A fixed slot, as the two descriptions of a record call it. */
struct kpctl_field {
	const char *name;		/* KPCTL_VIEW_EVENTS, behind a $ */
	const char *format_name;	/* tracefs */
};

/* Of kinds whose hits are at a place, and of those that watch calls. */
extern const struct kpctl_field kpctl_fields_of_place[];
extern const struct kpctl_field kpctl_fields_of_call[];

/* Of an enum kpctl_kind; NULL behind the last. */
const struct kpctl_engine *kpctl_engine_of(unsigned int kind);

#define X(id, letter, flags, ret, suffix, end, engine, ...)	\
extern const struct kpctl_engine kpctl_engine_##engine;
KPCTL_KINDS(X)
#undef X

#endif /* KPCTL_PROBE_ENGINE_H */
