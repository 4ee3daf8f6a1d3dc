# SPDX-License-Identifier: GPL-2.0
# That what module/SECURITY.md promises is tested where it says so.

unit-progs	+= security_names

security-top	:= $(abspath ../..)

$(O)/security_names: security_names.sh security.mk
	$(Q)printf '#!/bin/sh\nexec sh %s/tests/unit/security_names.sh %s "$$@"\n' \
		$(security-top) $(security-top) >$@ && chmod +x $@
