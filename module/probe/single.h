/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callbacks for the struct kpctl_engine of kinds with a kprobe, at a single place.
 */
#ifndef KPCTL_PROBE_SINGLE_H
#define KPCTL_PROBE_SINGLE_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;

/*
 * Called after the kprobes of n events were unregistered. Without memory ftrace cannot let go
 * of a function; then the kernel warns, leaves the kprobe in the kernel's tables, and says so
 * only by kp.addr, NULL. That kprobe's handler is taken away, and the event is stuck.
 */
void kpctl_single_taken_out(struct kpctl_event **ev, int n);

int kpctl_single_find(struct kpctl_event *ev, struct kpctl_err *err);
int kpctl_single_may(const struct kpctl_event *ev, struct kpctl_err *err);
int kpctl_single_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err);
bool kpctl_single_waits(const struct kpctl_event *ev);
int kpctl_single_arm(struct kpctl_event *ev);
void kpctl_single_disarm(struct kpctl_event *ev);
u32 kpctl_single_functions(const struct kpctl_event *ev);
unsigned long kpctl_single_function(const struct kpctl_event *ev, u32 i);
unsigned long kpctl_single_addr(const struct kpctl_event *ev);
const char *kpctl_single_mode(const struct kpctl_event *ev);
u64 kpctl_single_nested(const struct kpctl_event *ev);
bool kpctl_single_is_gone(const struct kpctl_event *ev);

#define KPCTL_SINGLE_CALLBACKS		\
	KPCTL_SINGLE_PLACE,			\
	.arm = kpctl_single_arm,		\
	.disarm = kpctl_single_disarm,		\
	.mode = kpctl_single_mode

/* Those that no kind has in its own way. */
#define KPCTL_SINGLE_PLACE		\
	.find = kpctl_single_find,		\
	.may = kpctl_single_may,		\
	.explain = kpctl_single_explain,	\
	.waits = kpctl_single_waits,		\
	.functions = kpctl_single_functions,	\
	.function = kpctl_single_function,	\
	.addr = kpctl_single_addr,		\
	.nested = kpctl_single_nested,		\
	.is_gone = kpctl_single_is_gone

#endif /* KPCTL_PROBE_SINGLE_H */
