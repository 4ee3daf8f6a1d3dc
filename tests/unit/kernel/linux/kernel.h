/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_KERNEL_H
#define KERNEL_LINUX_KERNEL_H

#include <stdlib.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/swab.h>
#include <asm/barrier.h>
#include <asm/page.h>

#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define DIV_ROUND_UP_ULL	DIV_ROUND_UP
#define round_up(x, y)		((((x) - 1) | ((__typeof__(x))((y) - 1))) + 1)
#define round_down(x, y)	((x) & ~((__typeof__(x))((y) - 1)))
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define min_t(type, a, b)	((type)(a) < (type)(b) ? (type)(a) : (type)(b))

#endif /* KERNEL_LINUX_KERNEL_H */
