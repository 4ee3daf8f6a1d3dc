/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_KPROBES_H
#define KERNEL_LINUX_KPROBES_H

#define NOKPROBE_SYMBOL(fn)	_Static_assert(1, "")

#endif /* KERNEL_LINUX_KPROBES_H */
