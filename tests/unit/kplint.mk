# SPDX-License-Identifier: GPL-2.0-only
# kplint's files and its lines without names, all of kplint but main().

kplint-user	:= ../../userspace
kplint-objs	:= $(call user-objs,$(wildcard $(kplint-user)/kplint_*.c) $(kplint-user)/lib/elf_file.c \
			$(kplint-user)/lib/file.c $(wildcard ../../module/spec/*.c))
kplint-deps	:= $(kplint-objs) spec_names.h spec_dump.h btf_make.h btf_kernel.h kplint.mk

unit-progs	+= kplint_test

$(O)/kplint_test: kplint_test.c $(kplint-deps)
	@echo '  CC      kplint_test'
	$(Q)$(CC) $(CFLAGS) $(user-asan) -Wno-unused-variable -Wno-unused-function \
		kplint_test.c $(kplint-objs) -o $@ $(LDFLAGS)
