# SPDX-License-Identifier: GPL-2.0
# Places in programs by their names.

program-lib	:= ../../userspace/lib
program-srcs	:= $(addprefix $(program-lib)/,program.c program_find.c program_note.c elf_file.c \
			elf_symbols.c x86_length.c file.c) ../../module/line/text.c
program-deps	:= $(program-srcs) $(wildcard $(program-lib)/*.h) program.mk

unit-progs	+= $(if $(filter x86_64,$(shell uname -m)),program_test)

# Addresses of functions are their offsets in the file.
$(O)/program_file: program_file.c program_more.s program.mk
	$(Q)$(CC) -O1 -g0 -no-pie -Wl,-z,noseparate-code -Wl,--build-id=none \
		-Wl,-Ttext-segment=0 -o $@ program_file.c program_more.s

# The same without symbols, which are in a file of their own; and without what names that file.
$(O)/program_bare: program_file.c program_more.s program.mk
	$(Q)$(CC) -O1 -g0 -no-pie -Wl,-z,noseparate-code -Wl,--build-id=0x1122334455667788 \
		-Wl,-Ttext-segment=0 -o $@.whole program_file.c program_more.s
	$(Q)mkdir -p $(O)/debug/11
	$(Q)objcopy --only-keep-debug $@.whole $(O)/debug/11/22334455667788.debug
	$(Q)strip -s -o $@ $@.whole
	$(Q)strip -s -R .note.gnu.build-id -o $@.id $@.whole

$(O)/program_tester: program_test.c damage.h $(program-deps)
	$(Q)$(CC) -D_GNU_SOURCE -std=gnu11 $(CFLAGS) -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined \
		'-DDEBUG_FILES="$(abspath $(O))/debug"' \
		-I$(program-lib) -I../../module/uapi -I../../module \
		program_test.c $(program-srcs) -o $@ $(LDFLAGS)

$(O)/program_test: $(O)/program_tester $(O)/program_file $(O)/program_bare program.mk
	$(Q)printf '#!/bin/sh\nexec %s %s %s\n' $(abspath $(O))/program_tester \
		$(abspath $(O))/program_file $(abspath $(O))/program_bare >$@ && chmod +x $@
