# SPDX-License-Identifier: GPL-2.0
# libkprobectl as others use it: library_test by the functions of kprobectl.h, library by what is
# installed.

library-top	:= $(abspath ../..)
library-in	:= ../../userspace/lib
library-objs	:= $(call user-objs,$(user-lib) $(wildcard $(library-in)/api/*.c))
library-deps	:= record_fake.c reader_fake.c $(library-objs) record_fake.h reader_fake.h library.mk
library-wraps	:= kpr_open kpr_close kpr_attach kpr_fd kpr_switch kpr_set_buffer kpr_session_rings \
			kpr_session_symbol kpr_view_read kpr_view_write

unit-progs	+= library_test library

$(O)/library_test: library_test.c damage.h $(library-deps)
	$(Q)$(CC) $(CFLAGS) $(user-asan) $(library-wraps:%=-Wl,--wrap=%) \
		$< record_fake.c reader_fake.c $(library-objs) -o $@ $(LDFLAGS)

# The objects are those that completion has made.
$(O)/library: library.sh library.mk $(O)/library_test $(O)/completion $(wildcard ../../samples/*.c \
		../../samples/*.py $(library-in)/*.in $(library-in)/*.map $(library-in)/api/*.c)
	$(Q)$(MAKE) -s -C ../../userspace O=$(abspath $(O))/completion-user >/dev/null
	$(Q)printf '#!/bin/sh\nexec sh %s/tests/unit/library.sh %s %s %s %s\n' $(library-top) \
		$(library-top) $(abspath $(O)) $(abspath $(O))/completion-user $(CC) >$@ && chmod +x $@
