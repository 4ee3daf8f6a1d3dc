# SPDX-License-Identifier: GPL-2.0-only
# Heat maps of kpread hist: what is in a cell, and the text.

heat-user	:= ../../userspace
heat-srcs	:= $(addprefix $(heat-user)/,kpread_heat.c kpread_heat_map.c kpread_rows.c \
			kpread_colour.c lib/hists.c lib/words.c lib/text.c) \
		   $(wildcard ../../module/show/*.c)
heat-deps	:= $(heat-srcs) $(wildcard $(heat-user)/*.h $(heat-user)/lib/*.h ../../module/*/*.h) \
		   heat_texts.h heat.mk

unit-progs	+= heat_test

$(O)/heat_test: heat_test.c $(heat-deps)
	@echo '  CC      heat_test'
	$(Q)$(CC) -D_GNU_SOURCE $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -I$(heat-user) -I$(heat-user)/lib \
		-I../../module/uapi -I../../module heat_test.c $(heat-srcs) -o $@ $(LDFLAGS)
