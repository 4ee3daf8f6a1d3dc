# SPDX-License-Identifier: GPL-2.0-only
# The reader's library. `reader_test --bench` instead says how many lines a
# second it makes (build it with -O2 and without sanitizers for that).

reader-lib  := ../../userspace/lib
reader-srcs := reader_fake.c $(wildcard $(reader-lib)/*.c ../../module/spec/address*.c \
	../../module/spec/symbolic*.c)
reader-deps := $(reader-srcs) reader_fake.h $(wildcard $(reader-lib)/*.h ../../module/spec/*.h) \
	       ../../module/uapi/linux/kprobectl.h ../../module/aggr/bucket.h
reader-progs := reader_test reader_values_test hists_test lend_test

unit-progs += $(reader-progs)

$(reader-progs:%=$(O)/%): $(O)/%: %.c $(reader-deps) reader.mk
	$(Q)$(CC) -D_GNU_SOURCE -std=gnu11 -g $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -I$(reader-lib) -I../../module/uapi -I../../module \
		$< $(reader-srcs) -o $@ $(LDFLAGS)

# Recordings

record-srcs := record_fake.c $(reader-srcs)

unit-progs += record_test

$(O)/record_test: record_test.c damage.h record_fake.h $(record-srcs) $(reader-deps) reader.mk
	$(Q)$(CC) -D_GNU_SOURCE -std=gnu11 -g $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -I$(reader-lib) -I../../module/uapi -I../../module \
		$< $(record-srcs) -o $@ $(LDFLAGS)

# kpread -f json: each line as it must be, and as JSON::PP reads it.

json-user := ../../userspace
json-srcs := $(json-user)/kpread_json.c $(json-user)/kpread_object.c \
	$(json-user)/kpread_print.c $(json-user)/kpread_colour.c $(reader-srcs)

unit-progs += json_test

$(O)/json_test: json_test.c json_texts.h json_check.pl $(json-srcs) $(reader-deps) \
		$(wildcard $(json-user)/*.h) reader.mk
	$(Q)$(CC) -D_GNU_SOURCE -std=gnu11 -g $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -Wl,--wrap=clock_gettime \
		-DJSON_CHECK='"$(abspath json_check.pl)"' -I$(json-user) -I$(reader-lib) \
		-I../../module/uapi -I../../module $< $(json-srcs) -o $@ $(LDFLAGS)
