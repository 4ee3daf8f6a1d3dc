# SPDX-License-Identifier: GPL-2.0-only
# The reader's library. `reader_test --bench` instead says how many lines a
# second it makes (build it with -O2 and without sanitizers for that).

reader-objs := $(call user-objs,$(user-lib))
reader-deps := reader_fake.c $(reader-objs) reader_fake.h $(user-headers)
reader-progs := reader_test reader_values_test hists_test lend_test

unit-progs += $(reader-progs)

$(reader-progs:%=$(O)/%): $(O)/%: %.c $(reader-deps) reader.mk
	$(Q)$(CC) $(CFLAGS) $(user-asan) $< reader_fake.c $(reader-objs) -o $@ $(LDFLAGS)

# Recordings

unit-progs += record_test

$(O)/record_test: record_test.c damage.h record_fake.h record_fake.c $(reader-deps) reader.mk
	$(Q)$(CC) $(CFLAGS) $(user-asan) $< record_fake.c reader_fake.c $(reader-objs) -o $@ $(LDFLAGS)

# kpread -f json: each line as it must be, and as JSON::PP reads it.

json-objs := $(call user-objs,$(addprefix $(user)/,kpread_json.c kpread_object.c kpread_print.c \
	kpread_colour.c)) $(reader-objs)

unit-progs += json_test

$(O)/json_test: json_test.c json_texts.h json_check.pl $(json-objs) $(reader-deps) reader.mk
	$(Q)$(CC) $(CFLAGS) $(user-asan) -Wl,--wrap=clock_gettime \
		-DJSON_CHECK='"$(abspath json_check.pl)"' $< reader_fake.c $(json-objs) -o $@ $(LDFLAGS)
