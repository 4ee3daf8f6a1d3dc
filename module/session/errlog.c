// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "session/errlog.h"
#include "base/text.h"

/* A byte that would garble a terminal or the layout is shown as a dot, a tab as a space. */
static void make_line_printable(char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (s[i] == '\t')
			s[i] = ' ';
		else if (s[i] < 0x20 || s[i] > 0x7e)
			s[i] = '.';
}

void kpctl_errlog_add(struct kpctl_errlog *log, const struct kpctl_err *err,
		      const char *command, size_t len, u32 line)
{
	struct kpctl_refusal *r = &log->entry[log->next % KPCTL_ERRLOG_MAX];

	kfree(r->command);
	r->time = ktime_get_ns();
	r->line = line;
	r->err = *err;
	r->command = kmemdup_nul(command, len, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (r->command)
		make_line_printable(r->command, len);
	log->next++;
}

static void show(const struct kpctl_refusal *r, struct kpctl_text *text)
{
	u64 sec = r->time;
	u32 usec = do_div(sec, NSEC_PER_SEC) / NSEC_PER_USEC;

	kpctl_text_printf(text, "[%5llu.%06u] kprobectl: error: ", sec, usec);
	if (r->line)
		kpctl_text_printf(text, "line %u: ", r->line);
	kpctl_text_printf(text, "%s\n", r->err.text);
	kpctl_text_printf(text, "  Command: %s\n", r->command ?: "");
	kpctl_text_printf(text, "%*s^\n", (int)strlen("  Command: ") + r->err.column, "");
}

void kpctl_errlog_show(const struct kpctl_errlog *log, struct kpctl_text *text)
{
	u32 i = log->next > KPCTL_ERRLOG_MAX ? log->next - KPCTL_ERRLOG_MAX : 0;

	for (; i < log->next; i++)
		show(&log->entry[i % KPCTL_ERRLOG_MAX], text);
}

void kpctl_errlog_clear(struct kpctl_errlog *log)
{
	int i;

	for (i = 0; i < KPCTL_ERRLOG_MAX; i++)
		kfree(log->entry[i].command);
	memset(log, 0, sizeof(*log));
}
