/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What module/ring/ring.c needs of a kernel, on the host.
 *
 * A program may define RING_STEP() before it includes ring.c: it is called
 * before every access to memory that interrupters or the reader share, that is
 * between every two steps of a writer. RING_MOVED(local) is called when a
 * cmpxchg has succeeded, still in the same step.
 *
 * Operations are atomic builtins and not plain ones, which is more than local_t
 * promises towards other CPUs and just what it promises towards signals.
 */
#ifndef RING_HOST_H
#define RING_HOST_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/types.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s64 s64;

#define S64_MIN			INT64_MIN
#define U32_MAX			UINT32_MAX

#ifndef RING_STEP
#define RING_STEP()		do { } while (0)
#endif
#ifndef RING_MOVED
#define RING_MOVED(local)	do { } while (0)
#endif

#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define noinline		__attribute__((noinline))
#undef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#define notrace
#define NOKPROBE_SYMBOL(fn)	_Static_assert(1, "")
#define PAGE_SIZE		4096
#undef static_assert
#define static_assert(is)	_Static_assert(is, #is)

#define barrier()		__asm__ __volatile__("" : : : "memory")
#define READ_ONCE(x)		({ RING_STEP(); __atomic_load_n(&(x), __ATOMIC_RELAXED); })
#define WRITE_ONCE(x, v)	do { RING_STEP(); \
				__atomic_store_n(&(x), (v), __ATOMIC_RELAXED); } while (0)
#define smp_load_acquire(p)	({ RING_STEP(); __atomic_load_n((p), __ATOMIC_ACQUIRE); })
#define smp_store_release(p, v)	do { RING_STEP(); \
				__atomic_store_n((p), (v), __ATOMIC_RELEASE); } while (0)

#define cmpxchg(p, old, new)	({ __typeof__(*(p)) was_ = (old); RING_STEP(); \
				__atomic_compare_exchange_n((p), &was_, (new), false, \
					__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); was_; })

typedef struct {
	long v;
} local_t;

static inline long local_read(const local_t *l)
{
	RING_STEP();
	return __atomic_load_n(&l->v, __ATOMIC_RELAXED);
}

static inline void local_set(local_t *l, long v)
{
	RING_STEP();
	__atomic_store_n(&l->v, v, __ATOMIC_RELAXED);
}

static inline void local_inc(local_t *l)
{
	RING_STEP();
	__atomic_fetch_add(&l->v, 1, __ATOMIC_RELAXED);
}

static inline void local_dec(local_t *l)
{
	RING_STEP();
	__atomic_fetch_sub(&l->v, 1, __ATOMIC_RELAXED);
}

static inline long local_cmpxchg(local_t *l, long old, long new)
{
	RING_STEP();
	if (__atomic_compare_exchange_n(&l->v, &old, new, false, __ATOMIC_RELAXED,
					__ATOMIC_RELAXED))
		RING_MOVED(l);
	return old;
}

/* word.h */
#define kpctl_keeps_registers
#define KPCTL_CALL_KEEPING(fn, ...)	fn(__VA_ARGS__)

static inline bool kpctl_word_is(const local_t *word, long is)
{
	return local_read(word) == is;
}

static inline bool kpctl_word_is_below(const local_t *word, long other)
{
	return local_read(word) < other;
}

static inline bool kpctl_word_move(local_t *word, long from, long to)
{
	return local_cmpxchg(word, from, to) == from;
}

static inline bool kpctl_word_is32(const u32 *word, u32 is)
{
	return READ_ONCE(*word) == is;
}

static inline bool kpctl_word_is_above64(const u64 *word, u64 other)
{
	return READ_ONCE(*word) > other;
}

/* No two readings are alike, so that order can be checked strictly. */
static u64 ring_host_time;
static u64 ring_host_behind;	/* what it is behind of itself, for a while */

static bool ring_host_raw;	/* the clock is the one that never steps back */

static inline bool kpctl_clock_is_raw(void)
{
	return ring_host_raw;
}

static inline u64 kpctl_clock_read_raw(void)
{
	RING_STEP();
	return __atomic_add_fetch(&ring_host_time, 1, __ATOMIC_RELAXED);
}

static inline u64 kpctl_clock_read_mono(void)
{
	return kpctl_clock_read_raw() - ring_host_behind;
}

#endif /* RING_HOST_H */
