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
	.data
# A function that is none
	.type not_code, @function
not_code: .byte 0xc3
	.size not_code, .-not_code
	.section .note.GNU-stack,"",@progbits
