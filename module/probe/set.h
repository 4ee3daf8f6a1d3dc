/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callbacks for the struct kpctl_engine of kinds at a set of functions, with an ftrace_ops:
 * finding functions, planting, modules. Such kinds differ only by handlers.
 */
#ifndef KPCTL_PROBE_SET_H
#define KPCTL_PROBE_SET_H

#include <linux/ftrace.h>
#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct kpctl_prog;
struct kpctl_text;
struct module;

/* Plants with this handler. Before: the event's set is found, its program compiled. */
int kpctl_set_plant(struct kpctl_event *ev, ftrace_func_t handler);
void kpctl_set_unplant(struct kpctl_event **ev, int n);

/* Called last at unloading. Does not return if ftrace still calls a handler. */
void kpctl_set_engine_exit(void);

int kpctl_set_find(struct kpctl_event *ev, struct kpctl_err *err);
bool kpctl_set_waits(const struct kpctl_event *ev);
int kpctl_set_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err);
int kpctl_set_arm(struct kpctl_event *ev);
void kpctl_set_disarm(struct kpctl_event *ev);
unsigned int kpctl_set_takes(const struct kpctl_event *ev, const struct kpctl_prog *prog);
int kpctl_set_join(struct kpctl_event *ev, const struct module *mod);
u32 kpctl_set_leave(struct kpctl_event *ev, const struct module *mod, bool init_only);
int kpctl_set_update(struct kpctl_event *ev);
void kpctl_set_release(struct kpctl_event *ev);
u32 kpctl_set_functions(const struct kpctl_event *ev);
unsigned long kpctl_set_function(const struct kpctl_event *ev, u32 i);
void kpctl_set_left_out(const struct kpctl_event *ev, struct kpctl_text *text);
const char *kpctl_set_mode(const struct kpctl_event *ev);
/* Bytes of the set's table. */
u64 kpctl_set_memory(const struct kpctl_event *ev);

#define KPCTL_SET_CALLBACKS			\
	.find = kpctl_set_find,			\
	.may = kpctl_engine_may,		\
	.waits = kpctl_set_waits,		\
	.explain = kpctl_set_explain,		\
	.arm = kpctl_set_arm,			\
	.disarm = kpctl_set_disarm,		\
	.takes = kpctl_set_takes,		\
	.join = kpctl_set_join,			\
	.leave = kpctl_set_leave,		\
	.update = kpctl_set_update,		\
	.release = kpctl_set_release,		\
	.functions = kpctl_set_functions,	\
	.function = kpctl_set_function,		\
	.left_out = kpctl_set_left_out,		\
	.mode = kpctl_set_mode

#endif /* KPCTL_PROBE_SET_H */
