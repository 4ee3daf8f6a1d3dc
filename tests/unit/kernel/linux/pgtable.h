/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_PGTABLE_H
#define KERNEL_LINUX_PGTABLE_H

#define MODULES_VADDR		0xffffffffc0000000ul
#define MODULES_END		0xffffffffff000000ul

#endif /* KERNEL_LINUX_PGTABLE_H */
