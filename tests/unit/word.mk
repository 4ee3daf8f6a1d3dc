# SPDX-License-Identifier: GPL-2.0
# Words changed by one instruction: module/base/word.h as it is, with that instruction where
# the host has it, and in plain C.

unit-progs	+= word_plain $(if $(filter x86_64,$(shell uname -m)),word_test)

word-deps	:= word_test.c $(host-kernel) $(wildcard ../../module/base/*.h) word.mk

$(O)/word_plain: $(word-deps)
	$(Q)$(CC) $(CFLAGS) $(prog-flags) -o $@ word_test.c

# As the kernel is built. The instructions have operands that only an optimizer makes constants.
$(O)/word_test: $(word-deps)
	$(Q)$(CC) $(CFLAGS) -O2 -mgeneral-regs-only -mno-red-zone $(prog-flags) -UKPCTL_ARCH_PLAIN -o $@ word_test.c
