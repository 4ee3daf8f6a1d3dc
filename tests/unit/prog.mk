# SPDX-License-Identifier: GPL-2.0
# Compiler and runner as they are in the module, behind kernel/ and fetch_host.h, against
# prog_model.c; prog_replay is prog_fuzz.c without libFuzzer.

MODULE		:= ../../module
prog-module	:= $(addprefix $(MODULE)/prog/,compile.c compile_value.c compile_filter.c compile_helper.c \
		   filter.c scratch.c fetch.c fetch_record.c vars.c fetch_string.c \
		   fetch_counted.c fetch_path.c fetch_sock.c fetch_task.c)
prog-srcs	:= $(prog-module) fetch_host.c prog_model.c \
		   $(sort $(wildcard $(MODULE)/spec/*.c))
prog-deps	:= $(prog-srcs) $(wildcard prog_*.h fuzz_*.h $(MODULE)/spec/*.h) fetch_host.h $(host-kernel) \
		   $(wildcard $(MODULE)/prog/*.h) \
		   $(MODULE)/uapi/linux/kprobectl.h prog.mk
# as in the kernel
prog-flags	:= -fno-strict-aliasing -Wno-sign-compare $(host-flags)
prog-corpus	:= $(abspath corpus/prog.txt)

unit-progs	+= prog_test prog_replay

prog-objs	:= $(patsubst ../../%.c,$(O)/prog/%.o,$(filter ../../%,$(prog-srcs))) \
		   $(patsubst %.c,$(O)/prog/%.o,$(filter-out ../../%,$(prog-srcs)))

$(O)/prog/%.o: ../../%.c $(prog-deps)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(prog-flags) -c -o $@ $<
$(O)/prog/%.o: %.c $(prog-deps)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(prog-flags) -c -o $@ $<

$(O)/prog_test: prog_test.c $(prog-objs)
	@echo '  CC      prog_test'
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(prog-flags) -o $@ prog_test.c $(prog-objs)

$(O)/prog_replay: prog_fuzz.c $(prog-objs)
	@echo '  CC      prog_replay'
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(prog-flags) -DCORPUS='"$(prog-corpus)"' \
		-o $@ prog_fuzz.c $(prog-objs)

$(O)/prog_fuzz: prog_fuzz.c $(prog-deps) | $(O)
	@echo '  CLANG   prog_fuzz'
	$(Q)clang $(CFLAGS) $(fuzz-sanitize) $(prog-flags) -DLIBFUZZER \
		-o $@ prog_fuzz.c $(prog-srcs)
