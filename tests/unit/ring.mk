# SPDX-License-Identifier: GPL-2.0
# The ring's proofs: module/ring/ring.c as it is, behind kernel/.

ring-src := ../../module/ring/ring.c ../../module/ring/ring.h $(host-kernel) ring_check.h \
	choices.h \
	../../module/uapi/linux/kprobectl.h
# as in the kernel; local_t is signed there too
ring-flags := -fno-strict-aliasing -Wno-sign-compare $(host-flags)
ring-build = $(Q)$(CC) $(CFLAGS) $(ring-flags) $(1) -o $@ $< -pthread

ring-asan := -fsanitize=address,undefined -fno-sanitize-recover=all

unit-progs += ring_schedules ring_waiting ring_signals ring_threads ring_hostile ring_edges ring_mutants ring_model ring_litmus

unit-once += ring_mutants ring_model ring_schedules ring_waiting ring_signals
ring-all := $(ring-src) $(wildcard ../../module/ring/*.[ch] ../../module/base/*.h)
ring_mutants-once := ring_mutants.sh ring_schedules.c ring_waiting.c $(ring-all)
ring_schedules-once := ring_schedules.c $(ring-all)
ring_waiting-once := ring_waiting.c $(ring-all)
ring_signals-once := ring_signals.c $(ring-all)
ring_model-once := ring_model.sh $(wildcard ../../module/ring/model/*.pml)

$(O)/ring_schedules: ring_schedules.c $(ring-src)
	$(call ring-build,-O2)

# jumps from stack to stack, which the fortified longjmp() takes for a mistake
$(O)/ring_waiting: ring_waiting.c $(ring-src)
	$(call ring-build,-O2 -U_FORTIFY_SOURCE)

$(O)/ring_signals: ring_signals.c $(ring-src)
	$(call ring-build,$(ring-asan))

$(O)/ring_threads: ring_threads.c $(ring-src)
	$(call ring-build,-fsanitize=thread)

$(O)/ring_hostile: ring_hostile.c $(ring-src)
	$(call ring-build,$(ring-asan))

$(O)/ring_edges: ring_edges.c $(ring-src)
	$(call ring-build,$(ring-asan))

$(O)/ring_mutants: ring_mutants.sh ring_schedules.c ring_waiting.c $(ring-src)
	$(Q)sh ring_mutants.sh build '$(abspath $(O))' '$(CC)' $(CFLAGS) $(ring-flags) -O1 -U_FORTIFY_SOURCE
	$(Q)install -m 755 ring_mutants.sh $@

# spin, and the models that stand beside the ring
$(O)/ring_model: ring_model.sh $(wildcard ../../module/ring/model/*.pml)
	$(Q)sh ring_model.sh build '$(abspath $(O))' '$(CC)'
	$(Q)install -m 755 ring_model.sh $@

$(O)/ring_litmus: ring_litmus.sh $(wildcard ../../module/ring/litmus/*.litmus)
	$(Q)sh ring_litmus.sh build '$(abspath $(O))'
	$(Q)install -m 755 ring_litmus.sh $@
