/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Words of memory that interrupters change, looked at and moved by one instruction
 * and its flags. What the compiler makes of a volatile access and a comparison, or
 * of local_cmpxchg() and a comparison, takes one or two more, on each hit.
 */
#ifndef KPCTL_BASE_WORD_H
#define KPCTL_BASE_WORD_H

#include <linux/types.h>
#include <asm/asm.h>
#include <asm/local.h>

/*
 * For a function that is called where registers must live on: it saves all that it
 * uses, and so a hit that does not call it need not make room for the case that it
 * does. Of that the compiler has no idea when it calls it; hence by hand.
 */
#define kpctl_keeps_registers	__attribute__((no_caller_saved_registers))

#define KPCTL_CALL_KEEPING(fn, arg1, arg2, arg3)				\
({										\
	u64 result;								\
										\
	asm volatile("call " #fn						\
		     : "=a" (result), ASM_CALL_CONSTRAINT			\
		     : "D" ((u64)(arg1)), "S" ((u64)(arg2)), "d" ((u64)(arg3))	\
		     : "memory", "cc");						\
	result;									\
})

static __always_inline bool kpctl_word_is(const local_t *word, long is)
{
	bool yes;

	asm volatile("cmpq %[is], %[word]"
		     : "=@cce" (yes) : [word] "m" (*word), [is] "er" (is));
	return yes;
}

static __always_inline bool kpctl_word_is32(const u32 *word, u32 is)
{
	bool yes;

	asm volatile("cmpl %[is], %[word]"
		     : "=@cce" (yes) : [word] "m" (*word), [is] "ir" (is));
	return yes;
}

/* Also what must come before all that is read behind it. */
static __always_inline bool kpctl_word_is8(const u8 *word, u8 is)
{
	bool yes;

	asm volatile("cmpb %[is], %[word]"
		     : "=@cce" (yes) : [word] "m" (*word), [is] "iq" (is) : "memory");
	return yes;
}

/* Signed, as they are. */
static __always_inline bool kpctl_word_is_below(const local_t *word, long other)
{
	bool yes;

	asm volatile("cmpq %[other], %[word]"
		     : "=@ccl" (yes) : [word] "m" (*word), [other] "er" (other));
	return yes;
}

static __always_inline bool kpctl_word_is64(const u64 *word, u64 is)
{
	bool yes;

	asm volatile("cmpq %[is], %[word]"
		     : "=@cce" (yes) : [word] "m" (*word), [is] "er" (is));
	return yes;
}

static __always_inline bool kpctl_word_is_above64(const u64 *word, u64 other)
{
	bool yes;

	asm volatile("cmpq %[other], %[word]"
		     : "=@cca" (yes) : [word] "m" (*word), [other] "er" (other));
	return yes;
}

/* local_cmpxchg(): did it? */
static __always_inline bool kpctl_word_move(local_t *word, long from, long to)
{
	bool yes;

	asm volatile("cmpxchgq %[to], %[word]"
		     : "=@ccz" (yes), [word] "+m" (*word), "+a" (from)
		     : [to] "r" (to) : "memory");
	return yes;
}

/*
 * mul_u64_u64_shr(). That goes by an __int128, for whose sake the compiler aligns the
 * stack of a function that has none.
 */
static __always_inline u64 kpctl_word_mul_shr(u64 a, u64 b, unsigned int shift)
{
	u64 high;

	asm("mulq %[b]\n\tshrdq %[shift], %[high], %[a]"
	    : [a] "+a" (a), [high] "=&d" (high) : [b] "r" (b), [shift] "i" (shift) : "cc");
	return a;
}

#endif /* KPCTL_BASE_WORD_H */
