// SPDX-License-Identifier: GPL-2.0
/*
 * t: tracepoints.
 *
 * A tracepoint calls its handlers as any function: alone there, a handler is called straight
 * from the traced code, by a static call. One prototype serves all tracepoints, as each
 * argument takes one register or one word of the stack. The handler puts the arguments that come
 * in registers where programs look for registers; nothing else of its struct pt_regs is filled
 * in on the fast path. Arguments on the stack are read from there, by programs of events whose
 * tracepoints all have as many: further up there may be no stack at all.
 *
 * The place of a hit is the handler's return address. With other handlers at the tracepoint
 * the kernel calls all of them from a function of the tracepoint, __traceiter_NAME, and the
 * place is in that one.
 *
 * Handlers are called in any context, NMI included; from 7.0 on with preemption on, and with
 * RCU watching or not. Hits inside of another handler's work are counted and refused, as f's.
 */
#include <linux/kprobes.h>
#include <linux/tracepoint.h>

#include "base/compat.h"
#include "hit/fast_span.h"
#include "hit/general.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "probe/function_set.h"
#include "probe/tracepoint_set.h"
#include "spec/errors.h"
#include "spec/regs.h"

struct tracepoint_event {
	struct kpctl_event ev;		/* first: the event is freed as a struct kpctl_event */
	struct kpctl_point_set set;	/* session->lock */
	void *handler;			/* as planted; ev.target.count is its pointer */
};
static_assert(!offsetof(struct tracepoint_event, ev));

static struct tracepoint_event *tracepoint_event_of(const struct kpctl_event *ev)
{
	return container_of((struct kpctl_event *)ev, struct tracepoint_event, ev);
}

/* Hits; all with preemption off: by the kernel, or by the handler where the kernel may not */

static __always_inline void preempt_off(void)
{
	if (KPCTL_POINT_LEVELS)
		preempt_disable_notrace();
}

static __always_inline void preempt_as_found(void)
{
	if (KPCTL_POINT_LEVELS)
		preempt_enable_notrace();
}

#define X(name)	offsetof(struct pt_regs, name) / 8,
static const u8 arg_words[] = { KPCTL_REGS_ARGS(X) };
#undef X

static __always_inline void put_args(struct pt_regs *regs, u64 a1, u64 a2, u64 a3, u64 a4, u64 a5)
{
	u64 *word = (u64 *)regs;

	word[arg_words[1]] = a1;
	word[arg_words[2]] = a2;
	word[arg_words[3]] = a3;
	word[arg_words[4]] = a4;
	word[arg_words[5]] = a5;
}

/* preempt_count() as the handler found it. */
static __always_inline unsigned int found_count(void)
{
	return preempt_count() - KPCTL_POINT_LEVELS;
}

static __always_inline bool is_only_handler(void)
{
	if (unlikely(!kpctl_recursion_is_task_level()))
		return !kpctl_recursion_is_held(kpctl_recursion_of(found_count()));
	return !kpctl_recursion_is_busy();
}

/* n: how many arguments; POINT_COUNTS and those below: the event makes no such record. */
#define POINT_COUNTS	(-1)
#define POINT_GENERAL	(-2)
#define POINT_SPANS	(-3)

static __always_inline enum kpctl_fast_outcome
point_fast_hit(struct kpctl_count *count, struct pt_regs *regs, const unsigned long *at, int n,
	       struct kpctl_span_claim *claim)
{
	if (n == POINT_GENERAL || unlikely(!is_only_handler()) ||
	    unlikely(!kpctl_rcu_is_watching()) || kpctl_throttle_due(count))
		return KPCTL_FAST_NOT_TAKEN;
	if (n == POINT_SPANS)
		return kpctl_fast_span_inline(count, regs, claim);
	return n == POINT_COUNTS ? kpctl_fast_count(count, regs) :
				   kpctl_fast_hit(count, regs, KPCTL_FAST_T, NULL, at, n < 0 ? 0 : n);
}

/*
 * kpctl_hit_context() takes off one level of preempt_count(), which other kinds' ways to a
 * handler add; `preempt` becomes as if tracepoints did the same.
 */
static notrace noinline enum kpctl_governor_says
point_general_hit(struct kpctl_target *target, struct pt_regs *regs, bool counted)
{
	unsigned int preempt = found_count();
	unsigned long at = instruction_pointer(regs);
	enum kpctl_governor_says says;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, target, regs);
	hit.preempt = preempt + 1 - KPCTL_TRACEPOINT_LEVELS;
	hit.called = true;
	says = kpctl_general_hit_guarded(&hit, &at, counted, kpctl_recursion_of(preempt),
					 kpctl_general_place);
	kpctl_hit_leave();
	return says;
}
NOKPROBE_SYMBOL(point_general_hit);

/* kpctl_general_span() for a tracepoint. */
static notrace noinline void point_span_rest(struct kpctl_target *target, struct pt_regs *regs,
					     const struct kpctl_span_claim *claim)
{
	unsigned int preempt = found_count();
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, target, regs);
	hit.preempt = preempt + 1 - KPCTL_TRACEPOINT_LEVELS;
	hit.called = true;
	hit.claim = claim;
	kpctl_general_span_guarded(&hit, instruction_pointer(regs), kpctl_recursion_of(preempt));
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(point_span_rest);

static int point_handler_nr(const struct kpctl_target *target)
{
	if (target->prog->spans)
		return POINT_SPANS;
	if (kpctl_fast_counts(target))
		return POINT_COUNTS;
	return kpctl_fast_fits(target) ? target->prog->fetch.nplain : POINT_GENERAL;
}

/* A hit that is timed, on the path that others take. */
static notrace noinline void point_timed_hit(struct kpctl_target *target, struct pt_regs *regs)
{
	enum kpctl_fast_outcome out = KPCTL_FAST_NOT_TAKEN;
	unsigned long at = instruction_pointer(regs);
	struct kpctl_count *count = this_cpu_ptr(target->count);
	/* the program may be freed meanwhile where RCU does not watch: it is not looked at there */
	int n = kpctl_rcu_is_watching() ? point_handler_nr(target) : POINT_GENERAL;
	struct kpctl_throttle_watch watch;
	struct kpctl_span_claim claim;

	kpctl_throttle_start(&watch, target, count);
	if (n != POINT_GENERAL)
		out = point_fast_hit(count, regs, &at, n, &claim);
	if (n == POINT_SPANS && out == KPCTL_FAST_COUNTED)
		point_span_rest(target, regs, &claim);
	else if (out != KPCTL_FAST_DONE)
		point_general_hit(target, regs, out == KPCTL_FAST_COUNTED);
	kpctl_throttle_end(&watch);
}
NOKPROBE_SYMBOL(point_timed_hit);

/* What the fast path leaves; frame: the handler's; claim: the span that a hit has taken. */
static notrace noinline void point_rest(struct kpctl_count *count, struct pt_regs *regs,
					const unsigned long *frame, bool counted,
					const struct kpctl_span_claim *claim)
{
	struct kpctl_target *target = count->target;

	kpctl_arch_caller_regs(regs, frame);
	if (counted && claim)
		point_span_rest(target, regs, claim);
	else if (unlikely(point_general_hit(target, regs, counted) == KPCTL_GOVERNOR_TIME))
		point_timed_hit(target, regs);
}
NOKPROBE_SYMBOL(point_rest);

/* Takes a copy of the claim, so that the handler can have it in registers. */
static __always_inline void point_rest_of(struct kpctl_count *count, struct pt_regs *regs,
					  const unsigned long *frame, bool counted, int n,
					  struct kpctl_span_claim claim)
{
	point_rest(count, regs, frame, counted, n == POINT_SPANS ? &claim : NULL);
}

#define POINT_HANDLER(name, n)								\
static notrace void name(void *counts, u64 a1, u64 a2, u64 a3, u64 a4, u64 a5)		\
{											\
	struct kpctl_span_claim claim;							\
	enum kpctl_fast_outcome out;							\
	struct kpctl_count *count;							\
	struct pt_regs regs;								\
											\
	preempt_off();									\
	put_args(&regs, a1, a2, a3, a4, a5);						\
	count = this_cpu_ptr((struct kpctl_count __percpu *)(unsigned long)counts);	\
	out = point_fast_hit(count, &regs, NULL, n, &claim);				\
	if (unlikely(out != KPCTL_FAST_DONE))						\
		point_rest_of(count, &regs, __builtin_frame_address(0),			\
			      out == KPCTL_FAST_COUNTED, n, claim);			\
	preempt_as_found();								\
}											\
NOKPROBE_SYMBOL(name);

POINT_HANDLER(point_handler, POINT_GENERAL)
POINT_HANDLER(point_fast_count, POINT_COUNTS)
POINT_HANDLER(point_span, POINT_SPANS)
#define HANDLER(n) POINT_HANDLER(point_fast_##n, n)
KPCTL_FAST_HANDLERS(HANDLER)

#define NAME(n) point_fast_##n,
static void *const point_fast_handlers[] = { KPCTL_FAST_HANDLERS(NAME) };

static void *point_handler_for(const struct kpctl_target *target)
{
	int n = point_handler_nr(target);

	if (n == POINT_COUNTS)
		return point_fast_count;
	if (n == POINT_SPANS)
		return point_span;
	return n == POINT_GENERAL ? point_handler : point_fast_handlers[n];
}

/* How many arguments an event takes */

static void note_arg(const struct kpctl_arg_spec *arg, u32 *need, u16 *column)
{
	if (arg->src != KPCTL_SRC_ARG || arg->num <= *need)
		return;
	*need = arg->num;
	*column = arg->column;
}

/* The last argument that the event names, and its column in the line. */
static u32 args_needed(const struct kpctl_event *ev, u16 *column)
{
	u32 i, need = 0;

	for (i = 0; i < ev->spec->nargs; i++)
		note_arg(&ev->spec->arg[i], &need, column);
	for (i = 0; ev->cond && i < ev->cond->noperands; i++)
		note_arg(&ev->cond->operand[i], &need, column);
	for (i = 0; ev->act && i < ev->act->noperands; i++)
		note_arg(&ev->act->operand[i], &need, column);
	return need;
}

/* Planting */

static int tracepoint_may(const struct kpctl_event *ev, struct kpctl_err *err)
{
	if (KPCTL_CALLS_ARE_CHECKED) {
		kpctl_err_fill(err, POINT_CFI, ev->spec->target_column);
		return kpctl_err_errno(KPCTL_E_POINT_CFI);
	}
	return kpctl_engine_may(ev, err);
}

static int tracepoint_find(struct kpctl_event *ev, struct kpctl_err *err)
{
	struct tracepoint_event *t = tracepoint_event_of(ev);
	u16 column = ev->spec->target_column;
	u32 need = args_needed(ev, &column);

	return tracepoint_may(ev, err) ?:
	       kpctl_point_set_find(&t->set, ev->spec, need, column, err);
}

static bool tracepoint_waits(const struct kpctl_event *ev)
{
	return kpctl_function_set_waits(ev->spec);
}

/* What the kernel hands to the handler: the counters, which each hit needs first. */
static void *counts_of(const struct tracepoint_event *t)
{
	return (void *)(__force unsigned long)t->ev.target.count;
}

static void unhook_point(struct tracepoint_event *t, struct kpctl_point *point)
{
	if (!point->is_hooked)
		return;
	tracepoint_probe_unregister(point->at.tp, t->handler, counts_of(t));
	point->is_hooked = false;
}

static void unhook_points(struct tracepoint_event *t)
{
	u32 i;

	for (i = 0; i < t->set.nr; i++)
		unhook_point(t, &t->set.point[i]);
}

/* Also after some have been hooked; what fails leaves the others as they are. */
static int hook_points(struct tracepoint_event *t)
{
	struct kpctl_point *point = t->set.point;
	u32 i;
	int ret = 0;

	for (i = 0; i < t->set.members && !ret; i++) {
		if (point[i].is_hooked)
			continue;
		ret = tracepoint_probe_register(point[i].at.tp, t->handler, counts_of(t));
		point[i].is_hooked = !ret;
	}
	return ret;
}

/* Running handlers end: the event is off already. */
static void tracepoint_disarm(struct kpctl_event *ev)
{
	unhook_points(tracepoint_event_of(ev));
	tracepoint_synchronize_unregister();
}

static int tracepoint_arm(struct kpctl_event *ev)
{
	int ret = hook_points(tracepoint_event_of(ev));

	if (ret)
		tracepoint_disarm(ev);
	return ret;
}

static int tracepoint_update(struct kpctl_event *ev)
{
	return ev->target.on ? hook_points(tracepoint_event_of(ev)) : 0;
}

/* -ERANGE: none of the table has as many arguments as the program takes by now. */
static int tracepoint_plant(struct kpctl_event *ev)
{
	struct tracepoint_event *t = tracepoint_event_of(ev);

	kpctl_point_set_settle(&t->set, ev->target.prog->point_args);
	if (!t->set.members)
		return -ERANGE;
	t->handler = point_handler_for(&ev->target);
	return ev->target.on ? tracepoint_arm(ev) : 0;
}

static int tracepoint_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	u16 column = ev->spec->target_column;
	u32 need = args_needed(ev, &column);

	if (ret == -ERANGE)
		return kpctl_point_set_refuse(&tracepoint_event_of(ev)->set, need, column, err);
	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	kpctl_err_fill(err, POINT_KERNEL, ev->spec->target_column, ret);
	return ret;
}

/*
 * The newest goes first: where the first of two handlers leaves a tracepoint, the kernel waits
 * for a grace period, each time; where the second leaves, it does not.
 */
static void tracepoint_unplant(struct kpctl_event **ev, int n)
{
	while (n--)
		unhook_points(tracepoint_event_of(ev[n]));
	tracepoint_synchronize_unregister();
}

static unsigned int tracepoint_takes(const struct kpctl_event *ev, const struct kpctl_prog *prog)
{
	const struct kpctl_point_set *set = &tracepoint_event_of(ev)->set;
	u32 i;

	for (i = 0; i < set->members && prog->point_args; i++)
		if (set->point[i].at.nargs < prog->point_args)
			return KPCTL_E_COND_ARGS;
	return KPCTL_E_NONE;
}

/* Modules */

static int tracepoint_join(struct kpctl_event *ev, const struct module *mod)
{
	struct tracepoint_event *t = tracepoint_event_of(ev);
	u16 column;
	int n = kpctl_point_set_join(&t->set, ev->spec, args_needed(ev, &column), mod);

	return n || ev->state != KPCTL_PARKED ? n : t->set.members;
}

/* A module's init has no tracepoints of its own. */
static u32 tracepoint_leave(struct kpctl_event *ev, const struct module *mod, bool init_only)
{
	struct tracepoint_event *t = tracepoint_event_of(ev);
	u32 i;

	if (init_only)
		return 0;
	for (i = 0; i < t->set.nr; i++)
		if (t->set.point[i].at.mod == mod)
			unhook_point(t, &t->set.point[i]);
	return kpctl_point_set_leave(&t->set, mod);
}

static void tracepoint_release(struct kpctl_event *ev)
{
	kpctl_point_set_free(&tracepoint_event_of(ev)->set);
}

/* Figures for the listings */

static u32 tracepoint_functions(const struct kpctl_event *ev)
{
	return ev->state == KPCTL_PARKED ? 0 : tracepoint_event_of(ev)->set.members;
}

static void tracepoint_list(const struct kpctl_event *ev, struct kpctl_text *text)
{
	if (ev->state != KPCTL_PARKED)
		kpctl_point_set_list(&tracepoint_event_of(ev)->set, text);
}

static void tracepoint_left_out(const struct kpctl_event *ev, struct kpctl_text *text)
{
	kpctl_point_set_left_out(&tracepoint_event_of(ev)->set, text);
}

static const char *tracepoint_mode(const struct kpctl_event *ev)
{
	return "tracepoint";
}

static u64 tracepoint_memory(const struct kpctl_event *ev)
{
	return (u64)tracepoint_event_of(ev)->set.room * sizeof(struct kpctl_point);
}

const struct kpctl_engine kpctl_engine_tracepoint = {
	.size = sizeof(struct tracepoint_event),
	.fields = kpctl_fields_of_place,
	.at_points = true,
	.find = tracepoint_find,
	.may = tracepoint_may,
	.waits = tracepoint_waits,
	.plant = tracepoint_plant,
	.explain = tracepoint_explain,
	.unplant = tracepoint_unplant,
	.arm = tracepoint_arm,
	.disarm = tracepoint_disarm,
	.takes = tracepoint_takes,
	.join = tracepoint_join,
	.leave = tracepoint_leave,
	.update = tracepoint_update,
	.release = tracepoint_release,
	.functions = tracepoint_functions,
	.list = tracepoint_list,
	.left_out = tracepoint_left_out,
	.mode = tracepoint_mode,
	.memory = tracepoint_memory,
};
