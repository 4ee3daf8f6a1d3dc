# SPDX-License-Identifier: GPL-2.0
# That no two functions of module/ share a name.

unit-progs	+= names

names-top	:= $(abspath ../..)

$(O)/names: names.pl names.mk
	$(Q)printf '#!/bin/sh\nexec perl %s/tests/unit/names.pl %s "$$@"\n' \
		$(names-top) $(names-top) >$@ && chmod +x $@
