# SPDX-License-Identifier: GPL-2.0
# What tests/vm/group makes of machines that end in the middle.

unit-progs	+= group

group-top	:= $(abspath ../..)

$(O)/group: group.sh group.mk
	$(Q)printf '#!/bin/sh\nexec bash %s/tests/unit/group.sh %s "$$@"\n' \
		$(group-top) $(group-top) >$@ && chmod +x $@
