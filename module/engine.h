/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a kind of probe has to bring along. Adding a kind: a file with one of
 * these, and a line in plant.c's table.
 */
#ifndef KPCTL_ENGINE_H
#define KPCTL_ENGINE_H

#include <linux/types.h>

#include "spec/spec.h"

struct kpctl_event;
struct kpctl_field;

struct kpctl_engine {
	/* fixed slots of its records, in order, up to an empty name */
	const struct kpctl_field *fields;

	/* Register, ready to fire if `on` is set. 0 or an errno. */
	int (*plant)(struct kpctl_event *ev);
	/* Take n of them out in one grace period; they are silent already. */
	void (*unplant)(struct kpctl_event **ev, int n);
	/* While planted: let it fire or not. */
	int (*arm)(struct kpctl_event *ev);
	void (*disarm)(struct kpctl_event *ev);

	/* The kprobe it stands on, for its address, flags and missed hits. */
	struct kprobe *(*kprobe)(struct kpctl_event *ev);
	/* Calls it can watch at once, 0: not limited; and memory for that. */
	u32 (*maxactive)(const struct kpctl_event *ev);
	u64 (*memory)(const struct kpctl_event *ev);
};

/* A fixed slot, as the two descriptions of a record call it. */
struct kpctl_field {
	const char *name;		/* KPCTL_VIEW_EVENTS, behind a $ */
	const char *format_name;	/* tracefs */
};

const struct kpctl_engine *kpctl_engine_of(enum kpctl_kind kind);

extern const struct kpctl_engine kpctl_engine_kprobe;
extern const struct kpctl_engine kpctl_engine_kretprobe;

#endif /* KPCTL_ENGINE_H */
