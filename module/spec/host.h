/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parser needs of the kernel's headers, for builds outside of it: the
 * unit tests, the fuzzer, the userspace tools.
 */
#ifndef KPCTL_SPEC_HOST_H
#define KPCTL_SPEC_HOST_H

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;

#ifndef ARRAY_SIZE
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#endif
#ifndef __printf
#define __printf(f, a) __attribute__((__format__(__printf__, f, a)))
#endif
#define cond_resched()	((void)0)

#endif /* KPCTL_SPEC_HOST_H */
