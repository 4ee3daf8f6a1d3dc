# SPDX-License-Identifier: GPL-2.0
# The parser, as it is in the module, under the address and UB sanitizers.

SPEC		:= ../../module/spec
spec-srcs	:= $(sort $(wildcard $(SPEC)/*.c))
spec-deps	:= $(spec-srcs) $(wildcard $(SPEC)/*.h) $(wildcard spec_*.h)
spec-flags	:= -D_GNU_SOURCE -I../../module -I../../module/uapi
spec-sanitize	:= -fsanitize=address,undefined -fno-sanitize-recover=undefined

spec-objs	:= $(call user-objs,$(spec-srcs))

unit-progs	+= spec_test

$(O)/spec_test: spec_test.c $(spec-deps) $(spec-objs)
	@echo '  CC      spec_test'
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(spec-flags) -o $@ spec_test.c $(spec-objs)

$(O)/spec_fuzz: spec_fuzz.c $(spec-deps) | $(O)
	@echo '  CLANG   spec_fuzz'
	$(Q)clang $(CFLAGS) $(fuzz-sanitize) $(spec-flags) -o $@ spec_fuzz.c $(spec-srcs)
