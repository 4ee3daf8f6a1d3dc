# SPDX-License-Identifier: GPL-2.0
# That manual pages and READMEs are whole: marks, maps, figures, widths.

unit-progs	+= docs

docs-top	:= $(abspath ../..)

$(O)/docs: docs.sh docs.mk
	$(Q)printf '#!/bin/sh\nexec sh %s/tests/unit/docs.sh %s "$$@"\n' \
		$(docs-top) $(docs-top) >$@ && chmod +x $@
