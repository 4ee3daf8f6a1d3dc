/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_ASM_PAGE_H
#define KERNEL_ASM_PAGE_H

#define PAGE_SHIFT		12
#define PAGE_SIZE		4096

#endif /* KERNEL_ASM_PAGE_H */
