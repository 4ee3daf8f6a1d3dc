# SPDX-License-Identifier: GPL-2.0-only
# kpread's formats, by all of kpread but the device.

formats-user	:= ../../userspace
formats-srcs	:= reader_fake.c $(wildcard $(formats-user)/kpread*.c $(formats-user)/lib/*.c \
			../../module/show/*.c ../../module/spec/address*.c \
			../../module/spec/symbolic*.c)
formats-deps	:= $(formats-srcs) reader_fake.h formats.mk $(wildcard formats_*.h formats/* \
			$(formats-user)/*.h $(formats-user)/lib/*.h ../../module/*/*.h)

unit-progs	+= formats_test

$(O)/formats_test: formats_test.c $(formats-deps)
	@echo '  CC      formats_test'
	$(Q)$(CC) -D_GNU_SOURCE $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -Dmain=kpread_main -DKPROBECTL_VERSION='"1.2.3"' \
		-DGOLDEN='"$(abspath formats)"' -I$(formats-user) -I$(formats-user)/lib \
		-I../../module/uapi -I../../module \
		-Wl,--wrap=clock_gettime,--wrap=task_process \
		formats_test.c $(formats-srcs) -o $@ $(LDFLAGS)
