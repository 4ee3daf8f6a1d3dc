/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_TYPES_H
#define KERNEL_LINUX_TYPES_H

#include_next <linux/types.h>
#include <stdbool.h>
#include <stdint.h>

#include "spec/host.h"

#define S64_MIN		INT64_MIN
#define U16_MAX		0xffff
#define U32_MAX		UINT32_MAX

struct list_head {
	struct list_head *next, *prev;
};

typedef struct {
	int counter;
} atomic_t;

#endif /* KERNEL_LINUX_TYPES_H */
