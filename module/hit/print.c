// SPDX-License-Identifier: GPL-2.0
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/percpu.h>

#include "hit/hit.h"
#include "hit/print.h"

/* The longest record fits. */
#define PRINT_RING	(128u << 10)

struct kpctl_stream kpctl_print_stream;
struct task_struct *kpctl_print_task;

/* Instead of the event's: a hit that is printed has its fate without that. */
static DEFINE_PER_CPU(struct kpctl_count, print_count);

static DEFINE_MUTEX(print_lock);	/* of the rings' coming and going; inside of a session's lock */
static int (*start_printing)(void);

enum print_says { PRINT_IT, PRINT_NOT, PRINT_NOT_FIRST };

/* A word has the second and the number of its hits, so that no CPU counts into another second. */
static notrace enum print_says count_line(struct kpctl_print_limit *limit, u32 most)
{
	u32 second = kpctl_clock_ns() / NSEC_PER_SEC, n;
	u64 was = atomic64_read(&limit->hits), next;

	do {
		n = was >> 32 == second ? (u32)was : 0;
		if (n > most)
			return PRINT_NOT;
		next = (u64)second << 32 | (n + 1);
	} while (!atomic64_try_cmpxchg(&limit->hits, (s64 *)&was, next));
	return n < most ? PRINT_IT : PRINT_NOT_FIRST;
}
NOKPROBE_SYMBOL(count_line);

static notrace void tell_left_out(struct kpctl_target *target, struct kpctl_print_limit *limit)
{
	u64 n = atomic64_xchg(&limit->left_out, 0);

	if (n && !kpctl_hit_throttled(target, KPCTL_PRINT_LEFT_OUT, n))
		atomic64_add(n, &limit->left_out);
}
NOKPROBE_SYMBOL(tell_left_out);

notrace noinline void kpctl_hit_print(const struct kpctl_hit *hit, const struct kpctl_site *made,
				      u32 marks)
{
	struct kpctl_print_limit *limit = &hit->target->print;
	struct kpctl_target target = *hit->target;
	struct kpctl_hit copy = *hit;
	enum print_says says;

	if (current == READ_ONCE(kpctl_print_task))
		return;
	target.stream = &kpctl_print_stream;
	says = count_line(limit, hit->prog->print_most);
	if (says != PRINT_IT)
		atomic64_inc(&limit->left_out);
	if (says == PRINT_NOT_FIRST)
		kpctl_hit_throttled(&target, KPCTL_PRINT_FULL, 0);
	if (says != PRINT_IT)
		return;
	tell_left_out(&target, limit);
	copy.target = &target;
	copy.count = this_cpu_ptr(&print_count);
	kpctl_hit_record_marked(&copy, made, marks);
}
NOKPROBE_SYMBOL(kpctl_hit_print);

static int make_print_rings(void)
{
	struct kpctl_rings *rings = kpctl_rings_alloc(&kpctl_print_stream, PRINT_RING, false);

	if (IS_ERR(rings))
		return PTR_ERR(rings);
	kpctl_rings_attach(rings);
	/* No handler can use the stream before its event is planted, which comes later. */
	WRITE_ONCE(kpctl_print_stream.rings, rings);
	return 0;
}

int kpctl_print_need(void)
{
	int ret = 0;

	mutex_lock(&print_lock);
	if (!kpctl_print_stream.rings)
		ret = make_print_rings();
	if (!ret && !kpctl_print_task)
		ret = start_printing();
	mutex_unlock(&print_lock);
	return ret;
}

void kpctl_print_tell(void)
{
	mutex_lock(&print_lock);
	if (kpctl_print_stream.rings)
		kpctl_rings_tell(kpctl_print_stream.rings);
	mutex_unlock(&print_lock);
}

void kpctl_print_look(void)
{
	mutex_lock(&print_lock);
	if (kpctl_print_stream.rings)
		kpctl_stream_look(&kpctl_print_stream);
	mutex_unlock(&print_lock);
}

void kpctl_print_init(int (*start)(void))
{
	start_printing = start;
	kpctl_stream_init(&kpctl_print_stream);
}

void kpctl_print_exit(void)
{
	/* CPUs that go offline, and a new clock, still look for rings. */
	mutex_lock(&print_lock);
	kpctl_stream_free(&kpctl_print_stream);
	kpctl_print_stream.rings = NULL;
	mutex_unlock(&print_lock);
}
