# SPDX-License-Identifier: GPL-2.0
# libkprobectl as others use it: library_test by the functions of kprobectl.h, library by what is
# installed.

library-top	:= $(abspath ../..)
library-in	:= ../../userspace/lib
library-srcs	:= record_fake.c reader_fake.c $(wildcard $(library-in)/*.c $(library-in)/api/*.c \
			../../module/spec/address*.c ../../module/spec/symbolic*.c)
library-deps	:= $(library-srcs) record_fake.h reader_fake.h library.mk \
			$(wildcard $(library-in)/*.h $(library-in)/api/*.h ../../module/spec/*.h) \
			../../module/uapi/linux/kprobectl.h
library-wraps	:= kpr_open kpr_close kpr_attach kpr_fd kpr_switch kpr_set_buffer kpr_session_rings \
			kpr_session_symbol kpr_view_read kpr_view_write

unit-progs	+= library_test library

$(O)/library_test: library_test.c damage.h $(library-deps)
	$(Q)$(CC) -D_GNU_SOURCE -std=gnu11 -g $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -DKPROBECTL_VERSION='"1.2.3"' $(library-wraps:%=-Wl,--wrap=%) \
		-I$(library-in) -I$(library-in)/api -I../../module/uapi -I../../module \
		$< $(library-srcs) -o $@ $(LDFLAGS)

# The objects are those that completion has made.
$(O)/library: library.sh library.mk $(O)/library_test $(O)/completion $(wildcard ../../samples/*.c \
		../../samples/*.py $(library-in)/*.in $(library-in)/*.map $(library-in)/api/*.c)
	$(Q)$(MAKE) -s -C ../../userspace O=$(abspath $(O))/completion-user >/dev/null
	$(Q)printf '#!/bin/sh\nexec sh %s/tests/unit/library.sh %s %s %s %s\n' $(library-top) \
		$(library-top) $(abspath $(O)) $(abspath $(O))/completion-user $(CC) >$@ && chmod +x $@
