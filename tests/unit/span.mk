# SPDX-License-Identifier: GPL-2.0
# module/span/ as it is, behind kernel/.

span-srcs := ../../module/span/span.c ../../module/span/span_mem.c
span-deps := $(span-srcs) ../../module/span/span.h ../../module/span/find.h ../../module/base/hash.h span_check.h choices.h \
	$(host-kernel) span.mk ../../module/uapi/linux/kprobectl.h
span-flags := -fno-strict-aliasing -Wno-sign-compare $(host-flags)

unit-progs += span_schedules
unit-once += span_schedules
span_schedules-once := span_schedules.c $(span-deps)

# jumps from stack to stack, as ring_waiting does
$(O)/span_schedules: span_schedules.c $(span-deps)
	@echo '  CC      span_schedules'
	$(Q)$(CC) $(CFLAGS) $(span-flags) -U_FORTIFY_SOURCE -o $@ $<

unit-progs += span_mutants
unit-once += span_mutants
span_mutants-once := span_mutants.sh span_schedules.c $(span-deps)

$(O)/span_mutants: span_mutants.sh span_schedules.c $(span-deps)
	@echo '  GEN     span_mutants'
	$(Q)sh span_mutants.sh build '$(abspath $(O))' '$(CC)' $(CFLAGS) $(span-flags) -O1 -U_FORTIFY_SOURCE
	$(Q)install -m 755 span_mutants.sh $@

span-build = $(Q)$(CC) $(CFLAGS) $(span-flags) -DHOST_STEPS $(1) -o $@ span_test.c $(span-srcs) -pthread

unit-progs += span_test span_threads
unit-once += span_threads
span_threads-once := span_test.c $(span-deps)

$(O)/span_test: span_test.c $(span-deps)
	@echo '  CC      span_test'
	$(call span-build,-fsanitize=address,undefined -fno-sanitize-recover=all)

# The same under the thread sanitizer.
$(O)/span_threads: span_test.c $(span-deps)
	@echo '  CC      span_threads'
	$(call span-build,-fsanitize=thread)
