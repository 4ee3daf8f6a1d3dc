# SPDX-License-Identifier: GPL-2.0
# That module/base/kernel_has.sh asks what is used, and cannot be fooled.

unit-progs	+= kernel_has

kernel_has-top	:= $(abspath ../..)

$(O)/kernel_has: kernel_has.sh kernel_has.mk
	$(Q)printf '#!/bin/sh\nexec sh %s/tests/unit/kernel_has.sh %s %s "$$@"\n' \
		$(kernel_has-top) $(kernel_has-top) $(CC) >$@ && chmod +x $@
