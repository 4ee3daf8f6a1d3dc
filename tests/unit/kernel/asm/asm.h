/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_ASM_ASM_H
#define KERNEL_ASM_ASM_H

register unsigned long host_stack_pointer __asm__("rsp");
#define ASM_CALL_CONSTRAINT	"+r" (host_stack_pointer)

#endif /* KERNEL_ASM_ASM_H */
