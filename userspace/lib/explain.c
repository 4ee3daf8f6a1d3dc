// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Errors as sentences that say what to do, for all programs: without a program's name in front
 * and without a newline. The module's own word on a line is found in KPCTL_VIEW_ERRORS.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "kpr.h"

#define COMMAND		"\n  Command: "
#define ERROR		"error: "
#define SECURE_BOOT	"man 7 kprobectl-secureboot"

__attribute__((format(printf, 2, 3)))
static const char *put(char *text, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, KPR_SENTENCE, fmt, ap);
	va_end(ap);
	return text;
}

const char *kpr_explain_open(int err, char *text)
{
	if (err == ENOENT || err == ENODEV || err == ENXIO)
		return put(text, "there is no " KPR_DEVICE ": load the module (modprobe kprobectl, or insmod kprobectl.ko; refused? " SECURE_BOOT ").");
	if ((err == EACCES || err == EPERM) && geteuid())
		return put(text, "no permission to open " KPR_DEVICE ": run this as root (sudo).");
	if (err == EACCES || err == EPERM)
		return put(text, KPR_DEVICE " is refused even to root: give this process CAP_SYS_ADMIN and CAP_SYSLOG, and see that the kernel is not locked down (" SECURE_BOOT ") and kernel.kptr_restrict is not 2.");
	if (err == EPROTO)
		return put(text, "the loaded module speaks another ABI than %u: use what was built with it.", KPCTL_ABI_VERSION);
	return put(text, "cannot use " KPR_DEVICE ": %s.", strerror(err));
}

const char *kpr_explain_lender(int err, const char *path, char *text)
{
	if (err == EBUSY)
		return put(text, "another reader has the main session: stop it first.");
	if (err == ENOENT || err == ECONNREFUSED)
		return put(text, "nobody lends at %s: start kprobectl.socket.", path);
	if (err == EACCES)
		return put(text, "no permission to use %s: be a member of its group (ls -l %s).", path, path);
	if (err == EPROTO)
		return put(text, "what answers at %s is no kplend of this version.", path);
	return put(text, "the lender at %s cannot open " KPR_DEVICE ": %s.", path, strerror(err));
}

const char *kpr_explain_name(int err, const char *name, char *text)
{
	if (err == ENOENT)
		return put(text, "no session is called %s: mkdir /sys/kernel/config/kprobectl/%s makes one (modprobe kprobectl_configfs).", name, name);
	if (err == EACCES)
		return put(text, "the session %s is another user's: root writes your uid to its file owner.", name);
	if (err == EBUSY)
		return put(text, "another reader has the session %s: stop it first.", name);
	if (err == EOPNOTSUPP)
		return put(text, "the session %s keeps the newest events (overwrite is 1): print them with kpread --snapshot.", name);
	if (err == ENOTTY)
		return put(text, "the loaded module knows no sessions with names: use what was built with it.");
	return put(text, "cannot use the session %s: %s.", name, strerror(err));
}

const char *kpr_explain_add(int err, const char *name, char *text)
{
	if (err == EPROTO)
		return put(text, "%s is no recording of kpread, or has no beginning: it is left out.", name);
	if (err == EEXIST)
		return put(text, "%s has been named before: it is read once.", name);
	if (err == ENOEXEC)
		return put(text, "%s is compressed, and there is no zstd to read it: install zstd.", name);
	return put(text, "cannot read %s: %s.", name, strerror(err));
}

/* Recordings that are not whole */

#define N(n)	(unsigned long long)(n)

static bool is_damaged(const struct kpr_replay_state *s)
{
	return s->skipped || s->bad;
}

bool kpr_replay_is_broken(const struct kpr_replay_state *s)
{
	return s->follows || is_damaged(s) || s->cut || !s->ended || s->unknown;
}

static const char *put_end(const struct kpr_replay_state *s, char *text)
{
	if (s->cut && s->ended)
		return put(text, "the last %llu bytes of %s are no whole block: they are left out.",
			   N(s->cut), s->name);
	if (s->cut)
		return put(text, "%s ends in the middle of a block, of which it has %llu bytes: all before it is here.",
			   s->name, N(s->cut));
	return put(text, "%s has no end: its writer was killed, found the disk full, or still writes; all before is here.",
		   s->name);
}

static const char *put_newer(const struct kpr_replay_state *s, char *text)
{
	if (s->unknown)
		return put(text, "%s has %llu blocks that a newer kprobectl wrote (format %u): they are left out.",
			   s->name, N(s->unknown), s->version);
	return put(text, "%s was written by a newer kprobectl (format %u): what it says that is new is left out.",
		   s->name, s->version);
}

const char *kpr_explain_state(const struct kpr_replay_state *s, unsigned int n, char *text)
{
	if (s->follows && !n--)
		return put(text, "the part before %s is missing: what it had is not here.", s->name);
	if (is_damaged(s) && !n--)
		return put(text, "%s is damaged: %llu blocks are not as they were written, and %llu bytes are none; the rest is here.",
			   s->name, N(s->bad), N(s->skipped));
	if ((s->cut || !s->ended) && !n--)
		return put_end(s, text);
	if ((s->unknown || s->newer) && !n--)
		return put_newer(s, text);
	return NULL;
}

/* The module's word on a line */

/* Is the text at p the line as the view shows lines: with dots for what is not printable? */
static bool shows(const char *p, const char *line, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!p[i] || (p[i] != line[i] && line[i] >= ' ' && line[i] <= '~'))
			return false;
	return p[len] == '\n';
}

bool kpr_refusal_find(char *log, const char *line, size_t len, struct kpr_refusal *r)
{
	char *p, *entry = NULL, *caret, *start;

	for (p = log; (p = strstr(p, COMMAND)); p++)
		if (shows(p + strlen(COMMAND), line, len))
			entry = p;
	if (!entry)
		return false;
	for (start = entry; start > log && start[-1] != '\n'; start--)
		;
	*entry = '\0';
	caret = entry + strlen(COMMAND) + len + 1;
	r->column = strspn(caret, " ");
	r->column -= r->column < strlen(COMMAND) - 1 ? r->column : strlen(COMMAND) - 1;
	r->text = strstr(start, ERROR);
	r->text = r->text ? r->text + strlen(ERROR) : start;
	return true;
}
