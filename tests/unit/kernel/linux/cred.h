/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_CRED_H
#define KERNEL_LINUX_CRED_H

#include <linux/types.h>

typedef struct {
	u32 val;
} kuid_t;

struct cred {
	kuid_t uid;
};

#define current_cred()		(&current->cred)
#define __kuid_val(uid)		((uid).val)

#endif /* KERNEL_LINUX_CRED_H */
