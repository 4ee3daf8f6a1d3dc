// SPDX-License-Identifier: GPL-2.0
/* libFuzzer's entry to the parser; `make fuzz` builds and runs it. */
#include <stdint.h>

#include "spec_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/*
 * An event for filters and actions, with arguments of each sort, some of them
 * called as a word or a variable.
 */
static const struct kpctl_spec *event(void)
{
	static const char line[] = "r f n=$arg3 s=+0($arg1):string x=%di:s32"
				   " a=+0($arg1):u8[4] b=$arg2:b3@1/8 $stacktrace"
				   " do=%si count=%di by=%dx pid=%cx";
	static struct kpctl_spec spec;
	struct kpctl_err err;

	if (!spec.nargs && kpctl_spec_parse(line, strlen(line), &spec, &err))
		abort();
	return &spec;
}

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
	if (!wrong)
		wrong = check_filter((const char *)data, size, event(), &ret);
	if (!wrong)
		wrong = check_actions((const char *)data, size, event(), &ret);
	if (!wrong && size)
		kpctl_glob_match((const char *)data + 1, data[0] % size,
				 (const char *)data, size);
	if (wrong) {
		fprintf(stderr, "%s\n", wrong);
		abort();
	}
	return 0;
}
