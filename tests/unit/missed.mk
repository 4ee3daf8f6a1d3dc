# SPDX-License-Identifier: GPL-2.0
# When the stream is told of missed calls: module/hit/missed_note.h as it is.

unit-progs += missed_test

$(O)/missed_test: missed_test.c ../../module/hit/missed_note.h $(host-kernel) choices.h missed.mk
	$(Q)$(CC) $(CFLAGS) $(host-flags) -o $@ $<
