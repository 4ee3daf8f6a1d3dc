# SPDX-License-Identifier: GPL-2.0-only
# What kpdump reads out of memory, with sanitizers; without libkdumpfile.

dump-srcs	:= $(user-lib)

unit-progs	+= dump_test

$(O)/dump_test: dump_test.c dump_machine.h $(call user-objs,$(dump-srcs)) ktap.h dump.mk
	@echo '  CC      dump_test'
	$(Q)$(CC) $(CFLAGS) $(user-asan) dump_test.c $(call user-objs,$(dump-srcs)) -o $@

$(O)/dump_fuzz: dump_fuzz.c dump_machine.h $(dump-srcs) dump.mk | $(O)
	@echo '  CLANG   dump_fuzz'
	$(Q)clang $(CFLAGS) $(fuzz-sanitize) -fno-sanitize=pointer-overflow $(record-fuzz-flags) \
		-o $@ dump_fuzz.c $(dump-srcs)

# The memory is whole at the beginning, so no inputs are needed to begin with.
.PHONY: fuzz-dump
fuzz-dump: $(O)/dump_fuzz
	ASAN_OPTIONS=malloc_context_size=0 $(O)/dump_fuzz -max_total_time=$(FUZZ_SECONDS) \
		-max_len=512 -len_control=0 -print_final_stats=1 -artifact_prefix=$(O)/
