# SPDX-License-Identifier: GPL-2.0
# Types: what is made of BTF, of good ones and of damaged ones.

unit-progs	+= btf_test

btf-srcs	:= $(wildcard ../../module/spec/btf*.c)

$(O)/btf_test: btf_test.c btf_make.h btf_kernel.h $(btf-srcs) $(wildcard ../../module/spec/*.h) btf.mk
	$(Q)$(CC) $(CFLAGS) -D_GNU_SOURCE -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -I../../module $< $(btf-srcs) ../../module/spec/types.c ../../module/spec/errors.c -o $@ $(LDFLAGS)
