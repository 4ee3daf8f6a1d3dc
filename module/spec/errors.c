// SPDX-License-Identifier: GPL-2.0
/* Error sentences by code. */
#include "spec/spec.h"
#ifdef __KERNEL__
#include <linux/kernel.h>
#endif
#include "spec/errors.h"

static const struct {
	const char *text;
	int no;
} errors[KPCTL_E_NR] = {
	[KPCTL_E_NONE] = { "", 0 },
#define X(name, number, sentence) [KPCTL_E_##name] = { sentence, number },
	KPCTL_ERRORS(X)
#undef X
};

int kpctl_err_errno(unsigned int code)
{
	return code < KPCTL_E_NR ? -errors[code].no : -EINVAL;
}

/*
 * A sentence quotes the line, and the line can hold any bytes. Unprintable bytes become
 * '?', so that no terminal executes an escape sequence.
 */
static void make_printable(char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~')
			*text = '?';
}

void kpctl_err_set(struct kpctl_err *err, unsigned int code, size_t column, ...)
{
	va_list args;

	if (code >= KPCTL_E_NR)
		code = KPCTL_E_NONE;
	err->code = code;
	err->column = column < 0xffff ? column : 0xffff;
	va_start(args, column);
	vsnprintf(err->text, sizeof(err->text), errors[code].text, args);
	va_end(args);
	make_printable(err->text);
}

int kpctl_err_no_memory(struct kpctl_err *err)
{
	kpctl_err_fill(err, NO_MEMORY, 0);
	return -ENOMEM;
}
