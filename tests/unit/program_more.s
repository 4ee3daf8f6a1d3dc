# SPDX-License-Identifier: GPL-2.0
# Another function of the name `twice`, as two files of a program may have.
	.text
	.type twice, @function
twice:	nop
	ret
	.size twice, .-twice
	.section .note.GNU-stack,"",@progbits
