// SPDX-License-Identifier: GPL-2.0
/*
 * r at a function of a program: the function's return, with values kept at its entry.
 *
 * Up to Linux 6.12 the kernel keeps nothing of ours from an entry to its return. So the calls
 * in flight are spans (span/span.h), under a key that both ends know: the task, and where on the
 * task's stack the return address lies. A return takes the span of its entry out.
 *
 * A return never finds another call's entry: the last entry with a key, before a return
 * with that key, is that of the same call. To keep that true, each entry either puts its call
 * in place of what is open for the key, or, if it is refused, throws that away. What is thrown
 * away has never returned: longjmp() has left the call, or the task ended in the call, or a tail
 * call of the function to itself has taken the call's place. Such a call is counted as `never`. A task is known by its
 * number and the moment it began, as numbers are used again. A child that fork() made inside of
 * a call returns from that call, too; nobody entered in the child, and nothing is counted.
 *
 * The kernel remembers 64 calls of a task, those that longjmp() has left among them. It asks for
 * no return of a call beyond those, which is counted as `missed` at its entry.
 */
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "base/arch.h"
#include "hit/call.h"
#include "hit/general.h"
#include "probe/call_path.h"
#include "probe/engine.h"
#include "probe/open_calls.h"
#include "probe/user_file.h"
#include "prog/touch_user.h"
#include "span/span.h"

/* Calls that find room for certain where the line does not say, by MAXACTIVE. */
#define CALLS_USUAL	128

/* A full set of the table gives up the oldest of its calls, if that is older. */
#define CALL_STALE_NS	(10 * NSEC_PER_SEC)

struct call_key {
	u64 word[3];
};

/* sp: of the function's first instruction */
static __always_inline void make_key(struct call_key *key, unsigned long sp)
{
	key->word[0] = current->pid;
	key->word[1] = current->start_time;
	key->word[2] = sp;
}

static __always_inline struct kpctl_user_probe *user_probe_of_hit(const struct kpctl_hit *hit)
{
	return container_of(hit->target, struct kpctl_user_probe, ev.target);
}

static __always_inline struct kpctl_call *call_in(const struct kpctl_spans *calls,
						  const struct kpctl_span_claim *claim)
{
	return (void *)kpctl_span_room(calls, claim);
}

/* Entries */

/* What was open for the key will not return. */
static notrace noinline void forget_call(struct kpctl_user_probe *u, struct kpctl_count *count,
					 unsigned long sp)
{
	struct kpctl_span_claim claim;
	struct call_key key;

	make_key(&key, sp);
	if (likely(!kpctl_span_take(u->calls, &(struct kpctl_span_key){ key.word, 3 }, &claim)))
		return;
	local_inc(&count->never);
	kpctl_span_end(u->calls, &claim);
}
NOKPROBE_SYMBOL(forget_call);

/* False: there is no room. */
static notrace noinline bool open_call(const struct kpctl_hit *hit, unsigned long func)
{
	struct kpctl_user_probe *u = user_probe_of_hit(hit);
	struct kpctl_span_claim claim;
	struct kpctl_span_key span;
	struct kpctl_call *call;
	struct call_key key;

	make_key(&key, user_stack_pointer(hit->regs));
	span = (struct kpctl_span_key){ key.word, 3 };
	if (unlikely(!kpctl_span_begin(u->calls, &span, kpctl_clock(), &claim)))
		return false;
	if (unlikely((claim.was & KPCTL_SPAN_STATE) == KPCTL_SPAN_OPEN))
		local_inc(&hit->count->never);
	call = call_in(u->calls, &claim);
	call->func = func;
	call->prog = hit->prog;
	kpctl_call_keep(hit->prog, func, hit->regs, call);
	if (unlikely(hit->prog->wants_split))
		kpctl_task_mark(&call->marked);
	call->since = kpctl_clock();
	local_inc(&hit->count->hooked);
	kpctl_span_publish(&claim);
	return true;
}
NOKPROBE_SYMBOL(open_call);

/* hit->timed: the call is in the table */
static __always_inline void user_entry(struct kpctl_hit *hit, unsigned long func)
{
	hit->prog = READ_ONCE(hit->target->prog);
	if (!kpctl_hit_allowed(hit) || !kpctl_hit_is_on(hit) ||
	    !kpctl_hit_passes_early(hit, func))
		return;
	hit->timed = !kpctl_uprobe_is_too_deep(current) && open_call(hit, func);
	if (unlikely(!hit->timed))
		kpctl_hit_missed(hit->target, hit->count);
}

/* The handler runs again, timed, if the governor says so. True: the return is waited for. */
static notrace noinline bool user_entry_hit(struct kpctl_target *target, struct pt_regs *regs)
{
	unsigned long at = instruction_pointer(regs);
	struct kpctl_throttle_watch watch;
	enum kpctl_governor_says says;
	struct kpctl_hit hit;
	bool waits;

	kpctl_hit_enter(&hit, target, regs);
	hit.timed = false;
	says = kpctl_general_hit_guarded(&hit, &at, false, kpctl_recursion_of(hit.preempt),
					 user_entry);
	waits = hit.timed;
	if (unlikely(says == KPCTL_GOVERNOR_TIME)) {
		kpctl_throttle_start(&watch, target, hit.count);
		waits = user_entry_hit(target, regs);
		kpctl_throttle_end(&watch);
	} else if (!waits) {
		forget_call(user_probe_of_hit(&hit), hit.count, user_stack_pointer(regs));
	}
	kpctl_hit_leave();
	return waits;
}
NOKPROBE_SYMBOL(user_entry_hit);

static notrace void touch_at_entry(struct kpctl_target *target, struct pt_regs *regs)
{
	const struct kpctl_prog *prog;
	struct kpctl_touch touch = {};

	do {
		preempt_disable_notrace();
		prog = READ_ONCE(target->prog);
		if (prog->reads_memory)
			kpctl_touch_look_at_entry(&touch, prog, regs);
		preempt_enable_notrace();
	} while (kpctl_touch_bring_in(&touch));
}
NOKPROBE_SYMBOL(touch_at_entry);

static notrace KPCTL_UPROBE_HANDLER(user_entry_handler, consumer, regs)
{
	struct kpctl_user_probe *u = container_of(consumer, struct kpctl_user_probe, consumer);

	/* Pairs with the store-release in kpctl_event_enable(). */
	if (unlikely(!smp_load_acquire(&u->ev.target.on)))
		return KPCTL_UPROBE_NO_RETURN;
	touch_at_entry(&u->ev.target, regs);
	return user_entry_hit(&u->ev.target, regs) ? 0 : KPCTL_UPROBE_NO_RETURN;
}
NOKPROBE_SYMBOL(user_entry_handler);

/* Returns */

static __always_inline void return_call(struct kpctl_hit *hit, struct kpctl_call *call)
{
	u8 *busy = kpctl_recursion_of(hit->preempt);
	u8 was = kpctl_recursion_hold(busy);

	kpctl_call_return(hit, call);
	kpctl_recursion_release(busy, was);
}

static __always_inline void run_return(struct kpctl_hit *hit, struct kpctl_call *call)
{
	struct kpctl_throttle_watch watch;

	if (likely(!kpctl_throttle_return_due(hit->count))) {
		return_call(hit, call);
		return;
	}
	kpctl_throttle_start_return(&watch, hit->target, hit->count);
	return_call(hit, call);
	kpctl_throttle_end_return(&watch);
}

/*
 * A turn: the return is done, or touch->missing is to be brought in first. The call is taken out
 * of its table meanwhile, as its values say what is read, and put back where it was.
 */
static notrace noinline void user_return_turn(struct kpctl_user_probe *u, struct pt_regs *regs,
					      const struct kpctl_span_key *key,
					      struct kpctl_touch *touch, bool last)
{
	struct kpctl_span_claim claim;
	struct kpctl_call *call;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, &u->ev.target, regs);
	touch->missing = 0;
	if (likely(kpctl_span_take(u->calls, key, &claim))) {
		call = call_in(u->calls, &claim);
		if (!last && call->prog->reads_memory &&
		    unlikely(kpctl_touch_look(touch, call->prog, regs, call->kept))) {
			kpctl_span_give_back(&claim);
		} else {
			run_return(&hit, call);
			kpctl_span_end(u->calls, &claim);
		}
	}
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(user_return_turn);

static notrace noinline void user_return_hit(struct kpctl_user_probe *u, struct pt_regs *regs)
{
	struct kpctl_touch touch = {};
	struct kpctl_span_key span;
	struct call_key key;
	bool again = true;

	/* the return has taken the return address off the stack; the last turn looks for nothing */
	make_key(&key, user_stack_pointer(regs) - 8 * KPCTL_ARCH_STACK_ARGS);
	span = (struct kpctl_span_key){ key.word, 3 };
	do {
		user_return_turn(u, regs, &span, &touch, !again);
		if (!touch.missing)
			break;
		again = kpctl_touch_bring_in(&touch);
	} while (true);
}
NOKPROBE_SYMBOL(user_return_hit);

static notrace KPCTL_UPROBE_RETURN(user_return_handler, consumer, regs)
{
	struct kpctl_user_probe *u = container_of(consumer, struct kpctl_user_probe, consumer);

	/* An entry that saw the event off has thrown nothing away: its return takes nothing. */
	if (likely(smp_load_acquire(&u->ev.target.on)))
		user_return_hit(u, regs);
	return 0;
}
NOKPROBE_SYMBOL(user_return_handler);

/* Planting */

static u32 calls_asked(const struct kpctl_event *ev)
{
	return ev->spec->has_maxactive ? ev->spec->maxactive : CALLS_USUAL;
}

static u32 call_size(const struct kpctl_event *ev)
{
	return struct_size((struct kpctl_call *)0, kept, ev->kept_room);
}

/* No handler runs: what is open will not be seen returning. */
static void drop_calls(struct kpctl_user_probe *u)
{
	u32 n = kpctl_spans_empty(u->calls);

	preempt_disable();
	local_add(n, &this_cpu_ptr(u->ev.target.count)->never);
	preempt_enable();
}

static void uretprobe_disarm(struct kpctl_event *ev)
{
	kpctl_user_file_disarm(ev);
	drop_calls(kpctl_user_probe_of(ev));
}

static void uretprobe_unplant(struct kpctl_event **ev, int n)
{
	struct kpctl_user_probe *u;
	int i;

	kpctl_user_file_unplant(ev, n);
	for (i = 0; i < n; i++) {
		u = kpctl_user_probe_of(ev[i]);
		drop_calls(u);
		kpctl_spans_put(u->calls);
		u->calls = NULL;
	}
}

static int uretprobe_plant(struct kpctl_event *ev)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);
	int ret;

	u->calls = kpctl_spans_alloc(calls_asked(ev), sizeof(struct call_key), call_size(ev),
				     CALL_STALE_NS, false);
	if (!u->calls)
		return -ENOMEM;
	u->consumer.handler = user_entry_handler;
	u->consumer.ret_handler = user_return_handler;
	ret = kpctl_user_file_plant(ev);
	if (!ret)
		return 0;
	kpctl_spans_put(u->calls);
	u->calls = NULL;
	return ret;
}

static u32 uretprobe_maxactive(const struct kpctl_event *ev)
{
	return ev->state == KPCTL_PARKED ? 0 : calls_asked(ev);
}

static u64 uretprobe_memory(const struct kpctl_event *ev)
{
	return ev->state == KPCTL_PARKED ? 0 :
	       kpctl_spans_planned(calls_asked(ev), sizeof(struct call_key), call_size(ev));
}

/* Looking at what is open: a way that is copied was open, and its call whole (span.h). */

static void take_copy(const struct kpctl_user_probe *u, const struct kpctl_span_entry *entry,
		      struct kpctl_open_calls *calls)
{
	struct kpctl_open_call *to = kpctl_open_call(calls, calls->n++);

	to->tid = entry->tid;
	memcpy(to->comm, entry->comm, sizeof(to->comm));
	to->at = NULL;
	memcpy((u8 *)to + offsetof(struct kpctl_open_call, call),
	       kpctl_span_kept(u->calls, entry), u->calls->kept_size);
}

static int uretprobe_open_calls(const struct kpctl_event *ev, struct kpctl_open_calls *calls)
{
	const struct kpctl_user_probe *u = kpctl_user_probe_of(ev);
	u64 *entry;
	u32 i;
	int ret;

	if (!u->calls)
		return 0;
	entry = kvmalloc(u->calls->entry_size, GFP_KERNEL_ACCOUNT);
	if (!entry)
		return -ENOMEM;
	ret = kpctl_open_calls_alloc(calls, ev, kpctl_span_ways(u->calls));
	for (i = 0; !ret && i < calls->room; i++)
		if (kpctl_span_copy(u->calls, i, entry))
			take_copy(u, (const void *)entry, calls);
	kvfree(entry);
	return ret;
}

const struct kpctl_engine kpctl_engine_uretprobe = {
	.size = sizeof(struct kpctl_user_probe),
	.fields = kpctl_fields_of_call,
	KPCTL_USER_FILE_CALLBACKS,
	.plant = uretprobe_plant,
	.unplant = uretprobe_unplant,
	.disarm = uretprobe_disarm,
	.maxactive = uretprobe_maxactive,
	.memory = uretprobe_memory,
	.open_calls = uretprobe_open_calls,
};
