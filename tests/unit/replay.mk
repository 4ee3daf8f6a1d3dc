# SPDX-License-Identifier: GPL-2.0-only
# kpread -w and -r, all of kpread but the device.

replay-user	:= ../../userspace
replay-srcs	:= record_fake.c reader_fake.c $(wildcard $(replay-user)/kpread*.c \
			$(replay-user)/lib/*.c ../../module/show/*.c ../../module/spec/address*.c \
			../../module/spec/symbolic*.c)
replay-deps	:= $(replay-srcs) record_fake.h reader_fake.h replay.mk $(wildcard replay_*.h \
			$(replay-user)/*.h $(replay-user)/lib/*.h ../../module/*/*.h)
replay-wraps	:= kpr_open kpr_close kpr_attach kpr_session_rings kpr_view_read \
			kpr_session_symbol kpr_fd kpr_now poll_until reader_wait \
			task_process

unit-progs	+= replay_test

$(O)/replay_test: replay_test.c $(replay-deps)
	@echo '  CC      replay_test'
	$(Q)$(CC) -D_GNU_SOURCE $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -Dmain=kpread_main -DKPROBECTL_VERSION='"1.2.3"' \
		-I$(replay-user) -I$(replay-user)/lib -I../../module/uapi -I../../module \
		$(replay-wraps:%=-Wl,--wrap=%) replay_test.c $(replay-srcs) -o $@ $(LDFLAGS)
