/* SPDX-License-Identifier: GPL-2.0 */
#define INT3_INSN_OPCODE	0xcc
#define CALL_INSN_OPCODE	0xe8
#define CALL_INSN_SIZE		5
#define JMP32_INSN_OPCODE	0xe9
