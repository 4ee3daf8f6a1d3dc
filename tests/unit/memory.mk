# SPDX-License-Identifier: GPL-2.0-only
# kpread's memory. Without sanitizers, which need memory of their own.

memory-user	:= ../../userspace
memory-srcs	:= reader_fake.c $(wildcard $(memory-user)/kpread*.c $(memory-user)/lib/*.c \
			../../module/show/*.c ../../module/spec/address*.c \
			../../module/spec/symbolic*.c) $(line)
memory-deps	:= $(memory-srcs) reader_fake.h memory.mk $(wildcard $(memory-user)/*.h \
			$(memory-user)/lib/*.h ../../module/*/*.h)

unit-progs	+= memory_test

$(O)/memory_test: memory_test.c $(memory-deps)
	@echo '  CC      memory_test'
	$(Q)$(CC) -D_GNU_SOURCE $(CFLAGS) -Dmain=kpread_main -DKPROBECTL_VERSION='"1.2.3"' \
		-I$(memory-user) -I$(memory-user)/lib -I../../module/uapi -I../../module \
		memory_test.c $(memory-srcs) -o $@ $(LDFLAGS)
