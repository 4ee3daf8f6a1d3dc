# SPDX-License-Identifier: GPL-2.0
# Which hits of `do return(V)` and its like act: module/hit/act_limit.h as it is.

unit-progs += act_limit_test

$(O)/act_limit_test: act_limit_test.c ../../module/hit/act_limit.h ../../module/spec/spec.h act_limit.mk
	$(Q)$(CC) $(CFLAGS) $(spec-flags) -o $@ $<
