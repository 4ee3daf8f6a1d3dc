# SPDX-License-Identifier: GPL-2.0
# Completion of command lines, asked of the shells.

completion-top	:= $(abspath ../..)
unit-progs	+= completion

$(O)/completion: completion.sh completion.mk $(wildcard ../../userspace/kpread*.[ch] ../../userspace/lib/*.[ch])
	$(Q)$(MAKE) -s -C ../../userspace O=$(abspath $(O))/completion-user $(abspath $(O))/completion-user/kpread >/dev/null
	$(Q)printf '#!/bin/sh\nexec bash %s/tests/unit/completion.sh %s %s\n' \
		$(completion-top) $(completion-top) $(abspath $(O))/completion-user/kpread >$@ && chmod +x $@
