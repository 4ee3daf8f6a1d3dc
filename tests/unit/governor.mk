# SPDX-License-Identifier: GPL-2.0
# What is left out of an event that is too much: module/hit/governor.c as it is.

unit-progs += governor_test

$(O)/governor_test: governor_test.c ../../module/hit/governor.c ../../module/hit/governor.h $(host-kernel) \
		    governor.mk
	$(call ring-build,$(ring-asan))
