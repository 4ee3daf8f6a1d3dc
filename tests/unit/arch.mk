# SPDX-License-Identifier: GPL-2.0
# That what only one machine has lies in that machine's headers.

unit-progs	+= arch

arch-top	:= $(abspath ../..)

$(O)/arch: arch.pl arch.mk
	$(Q)printf '#!/bin/sh\nexec perl %s/tests/unit/arch.pl %s "$$@"\n' \
		$(arch-top) $(arch-top) >$@ && chmod +x $@
