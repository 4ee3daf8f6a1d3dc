# SPDX-License-Identifier: GPL-2.0
# What a raw stamp is in ns: the ABI's conversion and module/ring/clock_slope.h as they are.

unit-progs += clock_test

$(O)/clock_test: clock_test.c ../../module/ring/clock_slope.h $(host-kernel) clock.mk \
		 ../../module/uapi/linux/kprobectl.h
	$(call ring-build,$(ring-asan))
