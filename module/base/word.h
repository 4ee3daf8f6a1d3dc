/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Words of memory that interrupters change, looked at and moved by one instruction
 * and its flags. What the compiler makes of a volatile access and a comparison, or
 * of local_cmpxchg() and a comparison, takes one or two more, on each hit. Where the
 * architecture has no such instruction, that is what is done.
 */
#ifndef KPCTL_BASE_WORD_H
#define KPCTL_BASE_WORD_H

#include <linux/compiler.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/types.h>
#include <asm/barrier.h>
#include <asm/local.h>

#include "base/arch.h"

/*
 * For a function that is called where registers must live on: it saves all that it
 * uses, and so a hit that does not call it need not make room for the case that it
 * does. Of that the compiler has no idea when it calls it; hence by hand. Up to three
 * arguments, of up to 64 bits each.
 */
#ifdef kpctl_arch_call_keeping
#define kpctl_keeps_registers		kpctl_arch_keeps_registers
#define KPCTL_CALL_KEEPING(fn, ...)	kpctl_arch_call_keeping(fn, ##__VA_ARGS__, 0, 0, 0)
#else
#define kpctl_keeps_registers
#define KPCTL_CALL_KEEPING(fn, ...)	fn(__VA_ARGS__)
#endif

/* Variables of this CPU: is a byte set; has its first byte any of these bits? */
#ifdef kpctl_arch_cpu_is_set8
#define kpctl_word_cpu_is_set8(var)	kpctl_arch_cpu_is_set8(var)
#define kpctl_word_cpu_has8(var, bits)	kpctl_arch_cpu_has8(var, bits)
#else
#define kpctl_word_cpu_is_set8(var)	(this_cpu_read(var) != 0)
#define kpctl_word_cpu_has8(var, bits)	((this_cpu_read(var) & (bits)) != 0)
#endif

#ifdef KPCTL_ARCH_WORDS
#define KPCTL_WORD(arch, plain)		(arch)
#else
#define KPCTL_WORD(arch, plain)		(plain)
#endif

static __always_inline bool kpctl_word_is(const local_t *word, long is)
{
	return KPCTL_WORD(kpctl_arch_word_is(word, is), local_read(word) == is);
}

static __always_inline bool kpctl_word_is32(const u32 *word, u32 is)
{
	return KPCTL_WORD(kpctl_arch_word_is32(word, is), READ_ONCE(*word) == is);
}

/* Also what must come before all that is read behind it. */
static __always_inline bool kpctl_word_is8(const u8 *word, u8 is)
{
	return KPCTL_WORD(kpctl_arch_word_is8(word, is), smp_load_acquire(word) == is);
}

/* Signed, as they are. */
static __always_inline bool kpctl_word_is_below(const local_t *word, long other)
{
	return KPCTL_WORD(kpctl_arch_word_is_below(word, other), local_read(word) < other);
}

static __always_inline bool kpctl_word_is64(const u64 *word, u64 is)
{
	return KPCTL_WORD(kpctl_arch_word_is64(word, is), READ_ONCE(*word) == is);
}

static __always_inline bool kpctl_word_is_above64(const u64 *word, u64 other)
{
	return KPCTL_WORD(kpctl_arch_word_is_above64(word, other), READ_ONCE(*word) > other);
}

/* local_cmpxchg(): did it? */
static __always_inline bool kpctl_word_move(local_t *word, long from, long to)
{
	return KPCTL_WORD(kpctl_arch_word_move(word, from, to),
			  local_cmpxchg(word, from, to) == from);
}

/* a * b >> shift, which is known to the compiler, and fits. */
static __always_inline u64 kpctl_word_mul_shr(u64 a, u64 b, unsigned int shift)
{
	return KPCTL_WORD(kpctl_arch_mul_shr(a, b, shift), mul_u64_u64_shr(a, b, shift));
}

#endif /* KPCTL_BASE_WORD_H */
