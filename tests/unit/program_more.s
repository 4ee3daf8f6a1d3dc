# SPDX-License-Identifier: GPL-2.0
# What C does not say: functions of names that another file of the program has too.
	.text
	.type twice, @function
twice:	nop
	ret
	.size twice, .-twice
# A function of a name that the program also gives to what it chooses at start
	.type chosen, @function
chosen:	ret
	.size chosen, .-chosen
# An instruction that there is not, and more functions than a pattern may name
	.type odd, @function
odd:	nop
	.byte 0x0f, 0x04
	nop
	ret
	.size odd, .-odd
	.macro many n
	.type many_\n, @function
many_\n: ret
	.size many_\n, .-many_\n
	.endm
	.altmacro
	.set i, 0
	.rept 513
	many %i
	.set i, i + 1
	.endr
	.noaltmacro
	.data
# A function that is none
	.type not_code, @function
not_code: .byte 0xc3
	.size not_code, .-not_code
	.section .note.GNU-stack,"",@progbits
