# SPDX-License-Identifier: GPL-2.0
# That no folder of module/ includes what stands above it or beside it.

unit-progs	+= layers

layers-top	:= $(abspath ../..)

$(O)/layers: layers.sh layers.mk
	$(Q)printf '#!/bin/sh\nexec sh %s/tests/unit/layers.sh %s "$$@"\n' \
		$(layers-top) $(layers-top) >$@ && chmod +x $@
