/* SPDX-License-Identifier: GPL-2.0 */
/* Memory is what the program says, and all else faults. */
#ifndef KERNEL_LINUX_UACCESS_H
#define KERNEL_LINUX_UACCESS_H

#include <linux/compiler.h>

#define TASK_SIZE_MAX		0x7ffffffff000ull

long copy_from_kernel_nofault(void *to, const void *from, size_t size);
long copy_from_user_nofault(void *to, const void *from, size_t size);
bool host_plain_load(void *to, const void *from, size_t size);

#define __get_kernel_nofault(to, from, type, label) do {		\
	if (!host_plain_load(to, from, sizeof(type)))			\
		goto label;						\
} while (0)

#endif /* KERNEL_LINUX_UACCESS_H */
