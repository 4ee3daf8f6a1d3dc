# SPDX-License-Identifier: GPL-2.0-only
# What kpdump reads out of memory, with sanitizers; without libkdumpfile.

dump-srcs	:= $(user-lib)

unit-progs	+= dump_test

$(O)/dump_test: dump_test.c $(call user-objs,$(dump-srcs)) ktap.h dump.mk
	@echo '  CC      dump_test'
	$(Q)$(CC) $(CFLAGS) $(user-asan) dump_test.c $(call user-objs,$(dump-srcs)) -o $@
