# SPDX-License-Identifier: GPL-2.0
# module/aggr/ as they are, behind kernel/.

aggr-srcs	:= $(wildcard ../../module/aggr/*.c) $(addprefix ../../module/,prog/scratch.c spec/types.c)
aggr-deps	:= aggr_test.c aggr_keep.h $(aggr-srcs) $(host-kernel) aggr.mk ../../module/prog/scratch.h \
		   $(wildcard ../../module/aggr/*.h ../../module/spec/*.h)
aggr-build	= $(Q)$(CC) $(CFLAGS) -fno-strict-aliasing -Wno-sign-compare $(host-flags) -DHOST_STEPS \
		  $(1) -o $@ aggr_test.c $(aggr-srcs) -pthread

unit-progs	+= aggr_test aggr_threads
unit-once	+= aggr_threads
aggr_threads-once := $(aggr-deps) $(wildcard ../../module/prog/*.h ../../module/base/*.h)

$(O)/aggr_test: $(aggr-deps)
	@echo '  CC      aggr_test'
	$(call aggr-build,-fsanitize=address,undefined -fno-sanitize-recover=all)

# The same under the thread sanitizer.
$(O)/aggr_threads: $(aggr-deps)
	@echo '  CC      aggr_threads'
	$(call aggr-build,-fsanitize=thread)
