// SPDX-License-Identifier: GPL-2.0
/* The functions that the cases put probes on. */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>

#include "kpt.h"

DEFINE_PER_CPU(u64[KPT_NR], kpt_calls);

/* For @SYM; global, so that no compiler drops or renames them. */
u64 kpt_data = 0x1122334455667788;
s32 kpt_data_neg = -42;
char kpt_text[] = "text of kpt";

static_assert(offsetof(struct kpt_inner, b) == 4);
static_assert(offsetof(struct kpt_inner, name) == 6);
static_assert(offsetof(struct kpt_inner, text) == 16);
static_assert(offsetof(struct kpt_outer, next) == 8);
static_assert(offsetof(struct kpt_outer, inner) == 16);
static_assert(offsetof(struct kpt_outer, neg) == 24);
static_assert(offsetof(struct kpt_types, s16s) == 8);
static_assert(offsetof(struct kpt_types, u32s) == 16);
static_assert(offsetof(struct kpt_types, s64s) == 32);
static_assert(offsetof(struct kpt_types, chars) == 48);
static_assert(offsetof(struct kpt_types, strings) == 56);
static_assert(offsetof(struct kpt_types, bits) == 88);
static_assert(offsetof(struct kpt_types, symbols) == 96);

noinline u64 kpt_add(u64 a, u64 b)
{
	kpt_count(add);
	return a + b;
}

noinline u64 kpt_seq(u64 cpu, u64 i)
{
	kpt_count(seq);
	return i;
}

noinline u64 kpt_nine(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h, u64 i)
{
	kpt_count(nine);
	return a + b + c + d + e + f + g + h + i;
}

noinline s64 kpt_mixed(u8 a, s8 b, u16 c, s16 d, u32 e, s32 f)
{
	kpt_count(mixed);
	return (s64)a + b + c + d + e + f;
}

/* Neither looks at what s points to: it may be nothing. */
noinline long kpt_str(const char *s)
{
	kpt_count(str);
	return (long)s;
}

noinline long kpt_ustr(const char __user *s)
{
	kpt_count(ustr);
	return (long)s;
}

noinline u64 kpt_deref(struct kpt_outer *o)
{
	kpt_count(deref);
	return o->magic;
}

noinline s64 kpt_ret(s64 v)
{
	kpt_count(ret);
	return v;
}

noinline s32 kpt_ret32(s32 v)
{
	kpt_count(ret32);
	return v;
}

/* a calls b calls c; the additions keep the calls from being jumps. */
noinline u64 kpt_c(u64 v)
{
	kpt_count(c);
	return v + 1;
}

noinline u64 kpt_b(u64 v)
{
	kpt_count(b);
	return kpt_c(v) + 10;
}

noinline u64 kpt_a(u64 v)
{
	kpt_count(a);
	return kpt_b(v) + 100;
}

noinline u64 kpt_recurse(u64 depth)
{
	u64 ret = 0;

	kpt_count(recurse);
	if (depth)
		ret = kpt_recurse(depth - 1) + 1;
	barrier();		/* or the compiler makes a loop of it */
	return ret;
}

/*
 * At least that long by the clock: jiffies may be behind when they are looked at
 * and catch up soon after, so that msleep() can be shorter.
 */
noinline u64 kpt_sleep(u64 ms)
{
	kpt_count(sleep);
	kpt_sleepers_stay();
	usleep_range(ms * USEC_PER_MSEC, ms * USEC_PER_MSEC + 100);
	return ms;
}

/* Returns the nanoseconds it spun for. */
noinline u64 kpt_spin(u64 us)
{
	u64 start = ktime_get_ns(), spun;

	kpt_count(spin);
	do {
		cpu_relax();
		spun = ktime_get_ns() - start;
	} while (spun < us * NSEC_PER_USEC);
	return spun;
}

/* Ends the calling kthread and never returns; the compiler cannot know. */
noinline void kpt_exit(struct completion *done)
{
	kpt_count(exit);
	if (done)
		kthread_complete_and_exit(done, 0);
}

noinline u64 kpt_hardirq(u64 n)
{
	kpt_count(hardirq);
	return n;
}

noinline u64 kpt_irqwork(u64 n)
{
	kpt_count(irqwork);
	return n;
}

noinline u64 kpt_ipi(u64 n)
{
	kpt_count(ipi);
	return n;
}

noinline u64 kpt_softirq(u64 n)
{
	kpt_count(softirq);
	return n;
}

/* Called by nothing but `call victim`: for probes that come and go. */
noinline u64 kpt_victim(u64 v)
{
	kpt_count(victim);
	return v ^ 1;
}

noinline u64 kpt_types(const struct kpt_types *t)
{
	kpt_count(types);
	return t->bits;
}

noinline u64 kpt_path(struct dentry *dentry, struct file *file)
{
	kpt_count(path);
	return (u64)dentry ^ (u64)file;
}

noinline u64 kpt_sock(struct sock *sk)
{
	kpt_count(sock);
	return (u64)sk;
}

/* An instruction whose place the cases can ask for, in a function that is traced. */
noinline u64 kpt_steps(u64 v)
{
	u32 more;

	kpt_count(steps);
	asm volatile("771:	movl	$0x1234, %0\n"
		     "	.pushsection .rodata\n"
		     "	.balign	8\n"
		     "	.globl	kpt_steps_mov\n"
		     "kpt_steps_mov:	.quad	771b - kpt_steps\n"
		     "	.popsection" : "=a" (more));
	return v + more;
}

noinline u64 kpt_a_name_that_is_longer_than_what_tracefs_leaves_of_one_for_an_event(u64 v)
{
	return v + 1;
}

/* A second one is in kpt_context.c: the name does not say which. */
static noinline __used u64 kpt_twin(u64 v)
{
	return v + 1;
}
