# SPDX-License-Identifier: GPL-2.0-only
# module/line/copy.c, on a ring that changes while it is copied.

snapshot-user	:= ../../userspace
snapshot-srcs	:= $(addprefix ../../module/line/,ring.c lost.c)
snapshot-deps	:= ../../module/line/copy.c $(snapshot-srcs) $(wildcard ../../module/line/*.h) \
			$(wildcard $(snapshot-user)/lib/*.h ../../module/uapi/linux/*.h) snapshot.mk

unit-progs	+= snapshot_test

$(O)/snapshot_test: snapshot_test.c $(snapshot-deps)
	@echo '  CC      snapshot_test'
	$(Q)$(CC) -D_GNU_SOURCE $(CFLAGS) -ffunction-sections -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -I$(snapshot-user) -I$(snapshot-user)/lib \
		-I../../module/uapi -I../../module snapshot_test.c $(snapshot-srcs) -o $@ -Wl,--gc-sections
