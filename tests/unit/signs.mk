# SPDX-License-Identifier: GPL-2.0
# That a machine which the emulator broke is told from one that failed.

unit-progs	+= signs

signs-top	:= $(abspath ../..)

$(O)/signs: signs.pl signs.mk
	$(Q)printf '#!/bin/sh\nexec perl %s/tests/unit/signs.pl %s "$$@"\n' \
		$(signs-top) $(signs-top) >$@ && chmod +x $@
