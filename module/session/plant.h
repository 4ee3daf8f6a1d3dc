/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event's probe is planted, switched on and off, and taken out of the kernel;
 * probe/event.h has the states of an event.
 */
#ifndef KPCTL_SESSION_PLANT_H
#define KPCTL_SESSION_PLANT_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct list_head;
struct module;

/* Plant an event, or park one whose module is not loaded. 0, or an errno with *err filled in. */
int kpctl_plant_or_park(struct kpctl_event *ev, struct kpctl_err *err);

/*
 * Plant a parked event. -ENOENT can mean that the event waits for a module; the caller
 * tells by the kind's waits(). kpctl_plant_found() plants an event whose places have been
 * found already.
 */
int kpctl_plant(struct kpctl_event *ev, struct kpctl_err *err);
int kpctl_plant_found(struct kpctl_event *ev, struct kpctl_err *err);
/* Take the probe of a planted event out; the event is parked afterwards. */
void kpctl_unplant(struct kpctl_event *ev);

/*
 * Take out the probes of a list of events, in one grace period per kind; all of the events
 * are silent before the first probe is taken out. `goes` picks the events, NULL: all.
 */
typedef bool (*kpctl_goes_t)(const struct kpctl_event *ev, const struct module *mod);
void kpctl_plant_take_out(struct list_head *list, kpctl_goes_t goes, const struct module *mod);

/* Add a refusal of an event that was there before to error_log, with its line as listed. */
void kpctl_plant_log(struct kpctl_event *ev, struct kpctl_err *err);

/* Switch an event on or off, as a write to the file `enable` does. 0 or an errno. */
int kpctl_plant_switch(struct kpctl_event *ev, bool on);

/* The column `mode` of the file `profile`. */
const char *kpctl_plant_mode(const struct kpctl_event *ev);

#endif /* KPCTL_SESSION_PLANT_H */
