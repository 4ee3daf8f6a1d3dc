# SPDX-License-Identifier: GPL-2.0
# Types: what is made of BTF, of good ones and of damaged ones.

unit-progs	+= btf_test btf_show_test

btf-srcs	:= $(wildcard ../../module/spec/btf*.c) $(addprefix ../../module/spec/,types.c errors.c out.c)
btf-deps	:= btf_make.h btf_kernel.h $(btf-srcs) $(wildcard ../../module/spec/*.h) btf.mk

$(O)/btf_test $(O)/btf_show_test: $(O)/%: %.c $(btf-deps)
	$(Q)$(CC) $(CFLAGS) -D_GNU_SOURCE -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined $(host-flags) $< $(btf-srcs) -o $@ $(LDFLAGS)
