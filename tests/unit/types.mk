# SPDX-License-Identifier: GPL-2.0
# The parser on the types of real kernels, which tests/vm/btf takes out of their images.

unit-progs	+= types_test types_fuzz

types-deps	:= btf_real.h $(spec-deps) types.mk

# Functions are found by an index of the test's own.
types-wrap	:= -Wl,--wrap=kpctl_btf_find -Wl,--wrap=kpctl_btf_find_from

$(O)/types_test: types_test.c $(types-deps) $(spec-objs)
	@echo '  CC      types_test'
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(spec-flags) $(types-wrap) -o $@ types_test.c $(spec-objs)

$(O)/types_fuzz: types_fuzz.c $(types-deps) $(spec-objs)
	@echo '  CC      types_fuzz'
	$(Q)$(CC) $(CFLAGS) $(spec-sanitize) $(spec-flags) -o $@ types_fuzz.c $(spec-objs)

# For tests/vm/types
types-list-srcs	:= $(addprefix ../../userspace/,kplint_list.c kplint_types.c kplint_unpack.c \
		   kplint_syscalls.c lib/elf_file.c lib/file.c)
$(O)/types_list: types_list.c $(types-list-srcs) $(types-deps) | $(O)
	$(Q)$(CC) $(CFLAGS) $(spec-flags) -I../../userspace -I../../userspace/lib -o $@ types_list.c \
		$(types-list-srcs) $(spec-srcs)
