// SPDX-License-Identifier: GPL-2.0
/* libFuzzer's entry to the parser; `make fuzz` builds and runs it. */
#include <stdint.h>

#include "spec_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct kpctl_spec place;
	struct kpctl_err err;
	const char *wrong;
	int ret;

	wrong = check_line((const char *)data, size, &ret);
	if (!wrong) {
		ret = kpctl_spec_parse_place((const char *)data, size, &place,
					     &err);
		if (ret && ret != -ENOENT)
			wrong = check_refusal(ret, size, &err);
	}
	if (wrong) {
		fprintf(stderr, "%s\n", wrong);
		abort();
	}
	return 0;
}
