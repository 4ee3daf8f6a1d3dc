/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_KALLSYMS_H
#define KERNEL_LINUX_KALLSYMS_H

#define KSYM_SYMBOL_LEN		560
int sprint_symbol(char *to, unsigned long addr);

#endif /* KERNEL_LINUX_KALLSYMS_H */
