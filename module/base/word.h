/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Words of memory that interrupters change: one instruction compares or changes a word,
 * and the instruction's flags are the answer. A volatile access with a comparison, or
 * local_cmpxchg() with a comparison, compiles to one or two instructions more, on each hit.
 * Architectures without such an instruction use the plain C.
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
 * kpctl_keeps_registers marks a function that a fast path calls rarely: the function saves
 * each register that it uses. A hit that does without the call then need not spill
 * registers for the sake of the call.
 *
 * KPCTL_CALL_KEEPING() calls such a function, by an asm statement: in a plain call the
 * compiler would still take the caller-saved registers for lost. The callee's name is a
 * string in the asm, so cscope and the compiler do not see the call. Up to three arguments,
 * of up to 64 bits each.
 */
#ifdef kpctl_arch_call_keeping
#define kpctl_keeps_registers		kpctl_arch_keeps_registers
#define KPCTL_CALL_KEEPING(fn, ...)	kpctl_arch_call_keeping(fn, ##__VA_ARGS__, 0, 0, 0)
#else
#define kpctl_keeps_registers
#define KPCTL_CALL_KEEPING(fn, ...)	fn(__VA_ARGS__)
#endif

/*
 * Variables of this CPU: is a byte not 0? Has the first byte, or have the lower 32 bits, of a
 * variable any of these bits?
 */
#ifdef kpctl_arch_cpu_is_set8
#define kpctl_word_cpu_is_set8(var)	kpctl_arch_cpu_is_set8(var)
#define kpctl_word_cpu_has8(var, bits)	kpctl_arch_cpu_has8(var, bits)
#define kpctl_word_cpu_has32(var, bits)	kpctl_arch_cpu_has32(var, bits)
#else
#define kpctl_word_cpu_is_set8(var)	(this_cpu_read(var) != 0)
#define kpctl_word_cpu_has8(var, bits)	((this_cpu_read(var) & (bits)) != 0)
#define kpctl_word_cpu_has32(var, bits)	((this_cpu_read(var) & (bits)) != 0)
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

/* An acquire as well: the byte is read before everything that the code reads afterwards. */
static __always_inline bool kpctl_word_is8(const u8 *word, u8 is)
{
	return KPCTL_WORD(kpctl_arch_word_is8(word, is), smp_load_acquire(word) == is);
}

/* A signed comparison: both words are signed. */
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

/* local_cmpxchg(); true: the word was `from` and is `to` now. */
static __always_inline bool kpctl_word_move(local_t *word, long from, long to)
{
	return KPCTL_WORD(kpctl_arch_word_move(word, from, to),
			  local_cmpxchg(word, from, to) == from);
}

/* a * b >> shift; shift is a constant, and the result fits into 64 bits. */
static __always_inline u64 kpctl_word_mul_shr(u64 a, u64 b, unsigned int shift)
{
	return KPCTL_WORD(kpctl_arch_mul_shr(a, b, shift), mul_u64_u64_shr(a, b, shift));
}

#endif /* KPCTL_BASE_WORD_H */
