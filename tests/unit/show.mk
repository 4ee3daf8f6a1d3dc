# SPDX-License-Identifier: GPL-2.0
# Buckets of aggregates and the text made of them, as they are in the module.

show-module	:= ../../module/show
show-srcs	:= $(sort $(wildcard $(show-module)/*.c))
show-deps	:= $(show-srcs) $(show-module)/show.h ../../module/spec/actions.h ../../module/aggr/bucket.h show_texts.h show.mk

unit-progs	+= show_test

$(O)/show_test: show_test.c $(show-deps)
	@echo '  CC      show_test'
	$(Q)$(CC) $(CFLAGS) -fsanitize=address,undefined -fno-sanitize-recover=undefined \
		-I../../module -o $@ show_test.c $(show-srcs)
