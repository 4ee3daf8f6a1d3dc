# SPDX-License-Identifier: GPL-2.0-only
# Heat maps of kpread hist: what is in a cell, and the text.

heat-objs	:= $(call user-objs,$(addprefix $(user)/,kpread_heat.c kpread_heat_map.c kpread_rows.c \
			kpread_colour.c lib/hists.c lib/words.c) ../../module/line/text.c \
		   $(wildcard ../../module/show/*.c))
heat-deps	:= $(heat-objs) heat_texts.h heat.mk

unit-progs	+= heat_test

$(O)/heat_test: heat_test.c $(heat-deps)
	@echo '  CC      heat_test'
	$(Q)$(CC) $(CFLAGS) $(user-asan) heat_test.c $(heat-objs) -o $@ $(LDFLAGS)
