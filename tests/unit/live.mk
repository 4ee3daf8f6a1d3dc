# SPDX-License-Identifier: GPL-2.0-only
# kpread hist, stat, top, open and prom, all of kpread but the device: that, the clock and
# the waiting are live_test.c's.

live-objs	:= $(call user-objs,$(filter-out %/session.c %/lend.c %/borrow.c,$(user-kpread)))
live-deps	:= $(live-objs) live_texts.h live_maps.h open_texts.h prom_golden.h prom_texts.h prom_scrape.pl live.mk

unit-progs	+= live_test

$(O)/live_test: live_test.c $(live-deps)
	@echo '  CC      live_test'
	$(Q)$(CC) $(CFLAGS) $(user-asan) -DHERE='"$(CURDIR)"' \
		-Wl,--wrap=kpr_now,--wrap=poll_until,--wrap=time,--wrap=strcmp,--wrap=strncmp \
		live_test.c $(live-objs) -o $@ $(LDFLAGS)
