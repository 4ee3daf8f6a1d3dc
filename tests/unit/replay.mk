# SPDX-License-Identifier: GPL-2.0-only
# kpread -w and -r, all of kpread but the device.

replay-user	:= ../../userspace
replay-srcs	:= record_fake.c reader_fake.c $(wildcard $(replay-user)/kpread*.c \
			$(replay-user)/lib/*.c ../../module/show/*.c ../../module/spec/address*.c \
			../../module/spec/symbolic*.c) $(line)
replay-deps	:= $(replay-srcs) record_fake.h reader_fake.h replay.mk $(wildcard replay_*.h) \
			$(user-headers)
replay-objs	:= $(call user-objs,$(user-kpread))
replay-wraps	:= kpr_open kpr_close kpr_attach kpr_session_rings kpr_view_read \
			kpr_session_symbol kpr_fd kpr_now poll_until reader_wait \
			task_process

unit-progs	+= replay_test

$(O)/replay_test: replay_test.c $(replay-deps) $(replay-objs)
	@echo '  CC      replay_test'
	$(Q)$(CC) $(CFLAGS) $(user-asan) $(replay-wraps:%=-Wl,--wrap=%) replay_test.c \
		record_fake.c reader_fake.c $(replay-objs) -o $@ $(LDFLAGS)

# libFuzzer on recordings. What it finds is left in $(O); a row of record_test.c keeps it. To add
# nothing to NULL is no mistake.

record-fuzz-flags	:= -D_GNU_SOURCE -Dmain=kpread_main -DKPROBECTL_VERSION='"1.2.3"' \
			-I$(replay-user) -I$(replay-user)/lib -I../../module/uapi -I../../module

$(O)/record_fuzz: record_fuzz.c $(replay-deps) | $(O)
	@echo '  CLANG   record_fuzz'
	$(Q)clang $(CFLAGS) $(fuzz-sanitize) -fno-sanitize=pointer-overflow $(record-fuzz-flags) \
		-DLIBFUZZER -o $@ record_fuzz.c \
		$(filter-out record_fake.c reader_fake.c,$(replay-srcs))

$(O)/record_seeds: record_fuzz.c $(replay-deps) | $(O)
	@echo '  CC      record_seeds'
	$(Q)$(CC) $(CFLAGS) $(record-fuzz-flags) -o $@ record_fuzz.c $(replay-srcs)

# kpread's own words go nowhere, and who allocates what is not asked: that takes half of the time.
.PHONY: fuzz-record
fuzz-record: $(O)/record_fuzz $(O)/record_seeds
	$(Q)rm -rf $(fuzz-seeds)-record
	$(Q)$(O)/record_seeds $(fuzz-seeds)-record
	ASAN_OPTIONS=malloc_context_size=0 $(O)/record_fuzz -max_total_time=$(FUZZ_SECONDS) \
		-max_len=16384 -print_final_stats=1 -close_fd_mask=2 -artifact_prefix=$(O)/ \
		$(fuzz-seeds)-record
