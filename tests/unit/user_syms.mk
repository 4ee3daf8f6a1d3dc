# SPDX-License-Identifier: GPL-2.0
# Names of addresses in programs.

user_syms-objs	:= $(call user-objs,$(user-lib))

unit-progs	+= user_syms_test

$(O)/user_syms_tester: user_syms_test.c damage.h $(user_syms-objs) user_syms.mk
	$(Q)$(CC) $(CFLAGS) $(user-asan) user_syms_test.c $(user_syms-objs) -o $@ $(LDFLAGS)

$(O)/user_syms_test: $(O)/user_syms_tester $(O)/program_file user_syms.mk
	$(Q)printf '#!/bin/sh\nexec %s %s\n' $(abspath $(O))/user_syms_tester \
		$(abspath $(O))/program_file >$@ && chmod +x $@
