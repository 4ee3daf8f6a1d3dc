# SPDX-License-Identifier: GPL-2.0
# libFuzzer on spec_fuzz.c and prog_fuzz.c, from the lines of spec_lines.h and of
# corpus/prog.txt; what it finds is left in $(O). A new input worth keeping goes as
# a line to corpus/prog.txt, which `make check` replays without clang. record_fuzz.c
# is in replay.mk, dump_fuzz.c in dump.mk.

FUZZ_SECONDS	?= 60
fuzz-sanitize	:= -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
fuzz-module	:= ../../module
fuzz-seeds	= $(O)/fuzz-seeds

$(O)/fuzz_seeds: fuzz_seeds.c fuzz_tokens.h spec_lines.h $(fuzz-module)/spec/errors.h | $(O)
	@echo '  CC      fuzz_seeds'
	$(Q)$(CC) $(CFLAGS) -I$(fuzz-module) -o $@ fuzz_seeds.c

# What is found while it runs is kept beside the seeds and thrown away the next time.
.PHONY: fuzz-spec fuzz-prog
fuzz-spec fuzz-prog: fuzz-%: $(O)/%_fuzz $(O)/fuzz_seeds
	$(Q)rm -rf $(fuzz-seeds)-$*
	$(Q)$(O)/fuzz_seeds $(fuzz-seeds)-$* corpus/prog.txt
	$(O)/$*_fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=4200 -print_final_stats=1 \
		-dict=$(fuzz-seeds)-$*/tokens -artifact_prefix=$(O)/ $(fuzz-seeds)-$*/$*

# What `make check` does to every fifth byte of recordings, to each.
.PHONY: damage
damage: $(O)/record_test $(O)/library_test
	$(Q)DAMAGE=all $(O)/record_test
	$(Q)DAMAGE=all $(O)/library_test
