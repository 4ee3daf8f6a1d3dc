# SPDX-License-Identifier: GPL-2.0-only
# kpread's formats, by all of kpread but the device.

formats-objs	:= $(call user-objs,$(user-kpread))
formats-deps	:= reader_fake.c $(formats-objs) reader_fake.h formats.mk $(wildcard formats_*.h formats/*)

unit-progs	+= formats_test

$(O)/formats_test: formats_test.c $(formats-deps)
	@echo '  CC      formats_test'
	$(Q)$(CC) $(CFLAGS) $(user-asan) -DGOLDEN='"$(abspath formats)"' \
		-Wl,--wrap=clock_gettime,--wrap=task_process \
		formats_test.c reader_fake.c $(formats-objs) -o $@ $(LDFLAGS)
