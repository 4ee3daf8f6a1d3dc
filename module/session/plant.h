/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Getting an event's probe into the kernel and out of it again: see event.h for
 * its states. All of it under session->lock.
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

/* Take the probes of a list of events out, in one grace period per kind. */
void kpctl_plant_take_out(struct list_head *dying);

/* What its file `enable` does. */
int kpctl_plant_switch(struct kpctl_event *ev, bool on);

/*
 * A module comes, got past its init, or goes: what that means for a list of events.
 * Those that lose their place are silent first, then one grace period takes them out.
 */
void kpctl_plant_module_coming(struct list_head *events, const struct module *mod);
void kpctl_plant_module_live(struct list_head *events, const struct module *mod);
void kpctl_plant_module_going(struct list_head *events, const struct module *mod);

/* The column `mode` of profile. */
const char *kpctl_plant_mode(const struct kpctl_event *ev);

#endif /* KPCTL_SESSION_PLANT_H */
