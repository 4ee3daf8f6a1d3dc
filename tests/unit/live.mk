# SPDX-License-Identifier: GPL-2.0-only
# kpread hist, stat, top, open and prom, all of kpread but the device: that, the clock and
# the waiting are live_test.c's.

live-user	:= ../../userspace
live-lib	:= $(filter-out %/session.c %/lend.c %/borrow.c,$(wildcard $(live-user)/lib/*.c))
live-srcs	:= $(live-lib) $(wildcard $(live-user)/kpread*.c ../../module/show/*.c \
			../../module/spec/address*.c ../../module/spec/symbolic*.c)
live-deps	:= $(live-srcs) $(wildcard $(live-user)/*.h $(live-user)/lib/*.h ../../module/*/*.h) \
		   live_texts.h live_maps.h open_texts.h prom_golden.h prom_texts.h prom_scrape.pl live.mk

unit-progs	+= live_test

$(O)/live_test: live_test.c $(live-deps)
	@echo '  CC      live_test'
	$(Q)$(CC) -D_GNU_SOURCE $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -Dmain=kpread_main -DKPROBECTL_VERSION='"1.2.3"' -DHERE='"$(CURDIR)"' \
		-I$(live-user) -I$(live-user)/lib -I../../module/uapi \
		-I../../module -Wl,--wrap=kpr_now,--wrap=poll_until,--wrap=time,--wrap=strcmp,--wrap=strncmp \
		live_test.c $(live-srcs) -o $@ $(LDFLAGS)
