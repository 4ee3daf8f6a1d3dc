/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Getting an event's probe into the kernel and out of it again: see probe/event.h for
 * its states.
 */
#ifndef KPCTL_SESSION_PLANT_H
#define KPCTL_SESSION_PLANT_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct list_head;
struct module;

/* Plant it, or park it when its module is not there. 0, or refused and why. */
int kpctl_plant_or_park(struct kpctl_event *ev, struct kpctl_err *err);

/*
 * Plant one that is parked. -ENOENT may mean that it waits for a module: the caller
 * knows. The second is for one that has found its places already.
 */
int kpctl_plant(struct kpctl_event *ev, struct kpctl_err *err);
int kpctl_plant_found(struct kpctl_event *ev, struct kpctl_err *err);
/* Park one that is planted. */
void kpctl_unplant(struct kpctl_event *ev);

/*
 * Take out the probes of a list of events, or of those that `goes` says, in one grace
 * period per kind; all of them are silent before the first is taken out.
 */
typedef bool (*kpctl_goes_t)(const struct kpctl_event *ev, const struct module *mod);
void kpctl_plant_take_out(struct list_head *list, kpctl_goes_t goes, const struct module *mod);

/* What its file `enable` does. */
int kpctl_plant_switch(struct kpctl_event *ev, bool on);

/* The column `mode` of profile. */
const char *kpctl_plant_mode(const struct kpctl_event *ev);

#endif /* KPCTL_SESSION_PLANT_H */
