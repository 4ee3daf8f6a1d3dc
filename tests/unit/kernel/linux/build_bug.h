/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_BUILD_BUG_H
#define KERNEL_LINUX_BUILD_BUG_H

#include <assert.h>

#undef static_assert
#define static_assert(is, ...)	_Static_assert(is, #is)
#define BUILD_BUG_ON(is)	_Static_assert(!(is), #is)

#endif /* KERNEL_LINUX_BUILD_BUG_H */
