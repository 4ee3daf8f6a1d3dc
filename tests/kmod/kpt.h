/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kpt, the target of the tests: functions whose calls are counted exactly.
 *
 * kpt_funcs.c	the functions, in their own object so that no call to them
 *		from the driver is inlined, cloned or dropped
 * kpt_insns.S	functions whose instructions are known byte by byte
 * kpt_places.c	a function with places where no probe may stand
 * kpt_context.c	callers in other contexts: every CPU, hardirq, softirq, IPI
 * kpt_nmi.c	a caller in NMIs
 * kpt_ledger.c	calls of known duration, calls that move, calls that are skipped
 * kpt_lapse.c	times from one context and CPU to another
 * kpt_split.c	functions whose time goes where it is known, and their callers
 * kpt_watch.c	words that are written and read so often, from so many contexts
 * kpt_stale.c	breakpoints in kpt that an emulator has kept
 * kpt_run.c	the debugfs files kpt/run and kpt/counts
 */
#ifndef KPT_H
#define KPT_H

#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/wait.h>

#define KPT_FUNCS(F)							\
	F(add) F(seq) F(nine) F(mixed) F(str) F(ustr) F(deref) F(ret)	\
	F(ret32) F(a) F(b) F(c) F(recurse) F(sleep) F(spin) F(exit)	\
	F(hardirq) F(irqwork) F(ipi) F(softirq) F(insns) F(victim)	\
	F(reserved) F(types) F(path) F(steps) F(share) F(wait) F(inner)	\
	F(outer) F(descend) F(turn) F(timed) F(told) F(wander) F(busy)	\
	F(nap) F(nmi) F(nmi_leaf) F(point) F(wide) F(bare) F(sock)	\
	F(after)

enum kpt_func {
#define KPT_ENUM(name) KPT_##name,
	KPT_FUNCS(KPT_ENUM)
#undef KPT_ENUM
	KPT_NR
};

/* One instruction per call, so interrupts and migration cannot spoil it. */
DECLARE_PER_CPU(u64[KPT_NR], kpt_calls);
#define kpt_count(name) this_cpu_inc(kpt_calls[KPT_##name])

/* The cases know these offsets; kpt_funcs.c asserts them. */
struct kpt_inner {
	s32 a;			/* 0 */
	u16 b;			/* 4 */
	char name[10];		/* 6 */
	const char *text;	/* 16 */
};

struct kpt_outer {
	u64 magic;		/* 0 */
	struct kpt_outer *next;	/* 8 */
	struct kpt_inner *inner;	/* 16 */
	s64 neg;		/* 24 */
};

/* One of everything that an argument's type can stand for. */
struct kpt_types {
	u8 u8s[8];		/* 0 */
	s16 s16s[4];		/* 8 */
	u32 u32s[4];		/* 16 */
	s64 s64s[2];		/* 32 */
	char chars[8];		/* 48; no NUL among them */
	const char *strings[4];	/* 56 */
	u64 bits;		/* 88 */
	const void *symbols[4];	/* 96; of code and data, with and without an offset */
};

u64 kpt_add(u64 a, u64 b);
u64 kpt_seq(u64 cpu, u64 i);
u64 kpt_nine(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h, u64 i);
s64 kpt_mixed(u8 a, s8 b, u16 c, s16 d, u32 e, s32 f);
long kpt_str(const char *s);
long kpt_ustr(const char __user *s);
u64 kpt_deref(struct kpt_outer *o);
s64 kpt_ret(s64 v);
s32 kpt_ret32(s32 v);
u64 kpt_a(u64 v);
u64 kpt_b(u64 v);
u64 kpt_c(u64 v);
u64 kpt_recurse(u64 depth);
u64 kpt_sleep(u64 ms);
u64 kpt_spin(u64 us);
void kpt_exit(struct completion *done);
u64 kpt_hardirq(u64 n);
u64 kpt_irqwork(u64 n);
u64 kpt_ipi(u64 n);
u64 kpt_softirq(u64 n);
u64 kpt_nmi(u64 n);		/* calls kpt_nmi_leaf(n) */
u64 kpt_nmi_leaf(u64 n);
u64 kpt_victim(u64 v);
u64 kpt_reserved(u64 v);	/* kpt_places.c: v + 2 */
extern const struct file_operations *kpt_places_fops;
u64 kpt_types(const struct kpt_types *t);
u64 kpt_path(struct dentry *dentry, struct file *file);
struct sock;
u64 kpt_sock(struct sock *sk);
int kpt_names_call(const char *path);	/* kpt_names.c: kpt_path() with that file */
extern const struct file_operations *kpt_names_fops;
u64 kpt_steps(u64 v);		/* v + 0x1234; a mov of five bytes at +kpt_steps_mov */
extern const u64 kpt_steps_mov;
extern u64 kpt_data;
u64 kpt_a_name_that_is_longer_than_what_tracefs_leaves_of_one_for_an_event(u64 v);
u64 kpt_insns(u64 a, u64 b);	/* (a + 5) * b; not counted by itself */
u64 kpt_locked(u64 a);		/* a; not counted by itself */
/* *p + n + 5, once from q if p cannot be read; not counted by itself */
u64 kpt_after(const u64 *p, const u64 *q, u64 n);
extern u64 kpt_after_out;	/* its last result */
#define KPT_UNREADABLE	((u64 *)0xfffffffffffff000)	/* no fault there is ever served */

u64 kpt_point(u64 a, s32 b);	/* kpt_points.c: tracepoint kpt_point(a, b, a text) */
u64 kpt_wide(u64 a, u64 h);	/* kpt_point_wide(a, a + 1, ... a + 6, h) */
u64 kpt_bare(u64 a, u64 b);	/* kpt_point_bare(a, b), or kpt_point_bare_tp */
int kpt_points_run(u64 n);

struct kpt_wander;
u64 kpt_timed(u64 i, u64 us);
u64 kpt_told(u64 i, u64 inside, u64 around);
u64 kpt_wander(u64 ms, struct kpt_wander *w);
u64 kpt_busy(u64 n);
u64 kpt_nap(u64 ms);

/* kpt_stale.c */
int kpt_stale_init(void);
void kpt_stale_exit(void);

/* kpt_context.c; all in process context, 0 or -errno */
int kpt_crew(void (*call)(unsigned int cpu, u64 i, u64 arg), u64 n, u64 arg);
int kpt_flood(u64 n, bool nested);
int kpt_timer_start(u64 us);
int kpt_resched_run(unsigned int which);
void kpt_timer_stop(void);
int kpt_irqwork_run(u64 n);
int kpt_ipi_run(u64 n);
int kpt_softirq_run(u64 n);
int kpt_exit_run(u64 n);
int kpt_sleepers_start(u64 n, u64 ms, bool burst, bool held);
void kpt_sleepers_wait(void);
extern wait_queue_head_t kpt_gate;
extern bool kpt_gate_shut;
int kpt_burst_member(void *ms);

static inline void kpt_sleepers_stay(void)
{
	if (current->flags & PF_KTHREAD && kthread_func(current) == kpt_burst_member)
		wait_event(kpt_gate, !READ_ONCE(kpt_gate_shut));
}

/* kpt_nmi.c; the same */
int kpt_nmi_run(u64 n);
int kpt_nmi_call(unsigned int cpu, void (*fn)(void *arg), void *arg);	/* in an NMI of that CPU */

/* The clock of kprobectl's stamps, so that a ns more or less can be told. */
static inline u64 kpt_now(void)
{
	return ktime_get_mono_fast_ns();
}

/* kpt_lapse.c; the same */
int kpt_lapse_run(u64 n, u64 starts);

/* kpt_ledger.c; the same */
int kpt_timed_run(u64 n, u64 us);
int kpt_deep_run(u64 n, u64 depth);
int kpt_wander_run(u64 n, u64 ms);
int kpt_skip_run(u64 n, bool at_return);

/* kpt_watch.c */
extern u64 kpt_watched;
extern u8 kpt_watched_bytes[16];
extern void *kpt_watched_pointer;
int kpt_watch_run(const char *from, u64 n);
void kpt_watch_bytes(u64 at, u64 size, u64 v);
void kpt_watch_point(void *at);

/* kpt_split.c */
enum kpt_how {			/* it leaves its CPU to others, and never sleeps */
	KPT_SPINS, KPT_YIELDS, KPT_DOZES, KPT_SIGNALLED, KPT_WAYS
};

struct kpt_seat {
	wait_queue_head_t queue;
	bool told;
	struct completion busy;	/* somebody is to keep the CPU busy, */
	bool is_busy, over;	/* does, should no more */
};

u64 kpt_share(u64 ms, u64 how);
u64 kpt_wait(struct kpt_seat *seat);
u64 kpt_inner(u64 ms);
u64 kpt_outer(u64 ms);
u64 kpt_descend(u64 depth, u64 ms);
u64 kpt_turn(struct completion *tell, struct completion *hear, bool begins);
int kpt_split_run(const char *what, u64 a, u64 b);
extern const struct file_operations *kpt_hooks_fops;

#endif /* KPT_H */
