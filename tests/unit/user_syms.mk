# SPDX-License-Identifier: GPL-2.0
# Names of addresses in programs.

user_syms-srcs	:= $(wildcard ../../userspace/lib/*.c) $(wildcard ../../module/spec/address*.c) \
		   $(wildcard ../../module/spec/symbolic*.c)

unit-progs	+= user_syms_test

$(O)/user_syms_tester: user_syms_test.c damage.h $(user_syms-srcs) $(wildcard ../../userspace/lib/*.h) \
		       user_syms.mk
	$(Q)$(CC) -D_GNU_SOURCE -std=gnu11 -g $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -I../../userspace/lib -I../../module/uapi \
		-I../../module user_syms_test.c $(user_syms-srcs) -o $@ $(LDFLAGS)

$(O)/user_syms_test: $(O)/user_syms_tester $(O)/program_file user_syms.mk
	$(Q)printf '#!/bin/sh\nexec %s %s\n' $(abspath $(O))/user_syms_tester \
		$(abspath $(O))/program_file >$@ && chmod +x $@
