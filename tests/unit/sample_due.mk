# SPDX-License-Identifier: GPL-2.0
# Which samples a CPU has missed: module/probe/sample_due.h as it is.

unit-progs += sample_due_test

$(O)/sample_due_test: sample_due_test.c ../../module/probe/sample_due.h $(host-kernel) sample_due.mk
	@echo '  CC      sample_due_test'
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(prog-flags) -o $@ sample_due_test.c
