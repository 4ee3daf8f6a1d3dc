/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kinds share that stand on one kprobe, at one place: callbacks of
 * their struct kpctl_engine.
 */
#ifndef KPCTL_ONE_KPROBE_H
#define KPCTL_ONE_KPROBE_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;

/*
 * To be called when n were unregistered. Without memory ftrace cannot let go of a
 * function; then the kernel warns, leaves the kprobe in its tables and says so by its
 * addr only. Nothing may call such a one any more, and its event stays in memory.
 */
void kpctl_one_kprobe_taken_out(struct kpctl_event **ev, int n);

int kpctl_one_kprobe_find(struct kpctl_event *ev, struct kpctl_err *err);
int kpctl_one_kprobe_may(const struct kpctl_event *ev, struct kpctl_err *err);
int kpctl_one_kprobe_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err);
bool kpctl_one_kprobe_waits(const struct kpctl_event *ev);
u32 kpctl_one_kprobe_functions(const struct kpctl_event *ev);
unsigned long kpctl_one_kprobe_function(const struct kpctl_event *ev, u32 i);
unsigned long kpctl_one_kprobe_addr(const struct kpctl_event *ev);
const char *kpctl_one_kprobe_mode(const struct kpctl_event *ev);
u64 kpctl_one_kprobe_nested(const struct kpctl_event *ev);
bool kpctl_one_kprobe_is_gone(const struct kpctl_event *ev);

#define KPCTL_ONE_KPROBE_CALLBACKS		\
	.find = kpctl_one_kprobe_find,		\
	.may = kpctl_one_kprobe_may,		\
	.explain = kpctl_one_kprobe_explain,	\
	.waits = kpctl_one_kprobe_waits,	\
	.functions = kpctl_one_kprobe_functions, \
	.function = kpctl_one_kprobe_function,	\
	.addr = kpctl_one_kprobe_addr,		\
	.mode = kpctl_one_kprobe_mode,		\
	.nested = kpctl_one_kprobe_nested,	\
	.is_gone = kpctl_one_kprobe_is_gone

#endif /* KPCTL_ONE_KPROBE_H */
