/* SPDX-License-Identifier: GPL-2.0 */
#define X86_EFLAGS_IF_BIT	9
#define X86_EFLAGS_IF		0x200
