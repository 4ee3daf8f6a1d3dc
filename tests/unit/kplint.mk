# SPDX-License-Identifier: GPL-2.0-only
# kplint's files and its lines without names, all of kplint but main().

kplint-user	:= ../../userspace
kplint-srcs	:= $(wildcard $(kplint-user)/kplint_*.c) $(kplint-user)/lib/elf_file.c $(kplint-user)/lib/file.c \
			$(wildcard ../../module/spec/*.c)
kplint-deps	:= $(kplint-srcs) $(wildcard $(kplint-user)/*.h $(kplint-user)/lib/*.h \
			../../module/spec/*.h) spec_names.h spec_dump.h btf_make.h btf_kernel.h kplint.mk

unit-progs	+= kplint_test

$(O)/kplint_test: kplint_test.c $(kplint-deps)
	@echo '  CC      kplint_test'
	$(Q)$(CC) -D_GNU_SOURCE $(CFLAGS) -Wno-unused-variable -Wno-unused-function \
		-fsanitize=address,undefined -fno-sanitize-recover=undefined \
		-I$(kplint-user) -I$(kplint-user)/lib -I../../module/uapi -I../../module \
		kplint_test.c $(kplint-srcs) -o $@ $(LDFLAGS)
