# SPDX-License-Identifier: GPL-2.0
# What a call's stamps add up to: module/hit/offcpu.h as it is.

unit-progs += split_test

$(O)/split_test: split_test.c ../../module/hit/offcpu.h $(host-kernel) split.mk
	@echo '  CC      split_test'
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(prog-flags) -o $@ split_test.c
