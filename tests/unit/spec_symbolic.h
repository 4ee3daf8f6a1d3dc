/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers by name: as the C library and the kernel's headers have them, and what is no name. */
#ifndef SPEC_SYMBOLIC_H
#define SPEC_SYMBOLIC_H

#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>

#include "spec/symbolic.h"

static const struct {
	unsigned int form;
	const char *text;
	long long v;
	const char *put;	/* as it is written again; NULL: it is no name */
} symbols[] = {
	{ KPCTL_FORM_ERRNO, "-ENOENT", -2, "-ENOENT" },
	{ KPCTL_FORM_ERRNO, "ENOENT", -2, "-ENOENT" },
	{ KPCTL_FORM_ERRNO, "EPROBE_DEFER", -517, "-EPROBE_DEFER" },
	{ KPCTL_FORM_ERRNO, "--ENOENT", 0, NULL },
	{ KPCTL_FORM_ERRNO, "ENOEN", 0, NULL },
	{ KPCTL_FORM_ERRNO, "ENOENTS", 0, NULL },
	{ KPCTL_FORM_ERRNO, "enoent", 0, NULL },
	{ KPCTL_FORM_ERRNO, "-", 0, NULL },
	{ KPCTL_FORM_ERRNO, "", 0, NULL },
	{ KPCTL_FORM_SIGNAL, "SIGKILL", 9, "SIGKILL" },
	{ KPCTL_FORM_SIGNAL, "KILL", 0, NULL },
	{ KPCTL_FORM_CAP, "CAP_CHOWN", 0, "CAP_CHOWN" },
	{ KPCTL_FORM_CAP, "CAP_CHECKPOINT_RESTORE", 40, "CAP_CHECKPOINT_RESTORE" },
	{ KPCTL_FORM_CAP, "CAP_", 0, NULL },
	{ KPCTL_FORM_DEV, "8:1", 0x800001, "8:1" },
	{ KPCTL_FORM_DEV, "0:0", 0, "0:0" },
	{ KPCTL_FORM_DEV, "4095:1048575", 0xffffffff, "4095:1048575" },
	{ KPCTL_FORM_DEV, "4096:1", 0, NULL },
	{ KPCTL_FORM_DEV, "1:1048576", 0, NULL },
	{ KPCTL_FORM_DEV, "99999999999999999999999:1", 0, NULL },
	{ KPCTL_FORM_DEV, "8:", 0, NULL },
	{ KPCTL_FORM_DEV, ":1", 0, NULL },
	{ KPCTL_FORM_DEV, "8", 0, NULL },
	{ KPCTL_FORM_DEV, "8:1 ", 0, NULL },
	{ KPCTL_FORM_DEV, "-8:1", 0, NULL },
	{ KPCTL_FORM_DEV, "", 0, NULL },
	{ KPCTL_FORM_OFLAGS, "O_RDONLY", 0, "O_RDONLY" },
	{ KPCTL_FORM_OFLAGS, "O_RDWR", 2, "O_RDWR" },
	{ KPCTL_FORM_OFLAGS, "O_CREAT", 0100, "O_RDONLY|O_CREAT" },
	{ KPCTL_FORM_OFLAGS, "O_SYNC", 04010000, "O_RDONLY|O_SYNC" },
	{ KPCTL_FORM_OFLAGS, "O_TMPFILE", 020200000, "O_RDONLY|O_TMPFILE" },
	{ KPCTL_FORM_OFLAGS, "O_", 0, NULL },
};

/* Numbers that are not what a name alone means. */
static const struct {
	unsigned int form;
	long long v;
	const char *put;
} unnamed[] = {
	{ KPCTL_FORM_ERRNO, 2, "2" },
	{ KPCTL_FORM_ERRNO, 0, "0" },
	{ KPCTL_FORM_ERRNO, -41, "-41" },
	{ KPCTL_FORM_ERRNO, -2147483648LL, "-2147483648" },
	{ KPCTL_FORM_SIGNAL, 0, "0" },
	{ KPCTL_FORM_SIGNAL, 34, "34" },
	{ KPCTL_FORM_SIGNAL, -9, "-9" },
	{ KPCTL_FORM_CAP, 41, "41" },
	{ KPCTL_FORM_CAP, -1, "-1" },
	{ KPCTL_FORM_OFLAGS, 3, "0x3" },
	{ KPCTL_FORM_OFLAGS, 0101, "O_WRONLY|O_CREAT" },
	{ KPCTL_FORM_OFLAGS, 0103, "O_CREAT|0x3" },
	{ KPCTL_FORM_OFLAGS, 04, "O_RDONLY|0x4" },
	{ KPCTL_FORM_OFLAGS, 04000000, "O_RDONLY|0x100000" },
	{ KPCTL_FORM_OFLAGS, 0xffffffff, "O_SYNC|O_TMPFILE|O_CREAT|O_EXCL|O_NOCTTY|O_TRUNC|"
		"O_APPEND|O_NONBLOCK|O_ASYNC|O_DIRECT|O_LARGEFILE|O_NOFOLLOW|O_NOATIME|O_CLOEXEC|"
		"O_PATH|0xff80003f" },
};

static const char *symbolic_text(unsigned int form, long long v)
{
	static char text[KPCTL_SYMBOLIC_TEXT + 1];

	*kpctl_symbolic_of(form)->put(text, v) = '\0';
	return text;
}

/* A copy without a byte to spare, so that the sanitizer sees its end. */
static int parse_symbolic(unsigned int form, const char *text, long long *v)
{
	size_t len = strlen(text);
	char *copy = malloc(len ? len : 1);
	int ret;

	if (!copy)
		abort();
	memcpy(copy, text, len);
	ret = kpctl_symbolic_of(form)->parse(copy, len, v);
	free(copy);
	return ret;
}

static const char *check_symbol(size_t i)
{
	const char *put = symbols[i].put;
	long long v = 0;

	if (parse_symbolic(symbols[i].form, symbols[i].text, &v))
		return put ? "not taken" : NULL;
	if (!put || v != symbols[i].v)
		return say("taken for %lld", v);
	return strcmp(symbolic_text(symbols[i].form, v), put) ?
		say("written as %s", symbolic_text(symbols[i].form, v)) : NULL;
}

static const char *check_errors(void)
{
	const char *have, *want;
	long long v, again;

	for (v = 1; v < 512; v++) {
		have = symbolic_text(KPCTL_FORM_ERRNO, -v);
		want = strerrorname_np(v);
		if (want ? have[0] != '-' || strcmp(have + 1, want) : have[1] == 'E')
			return say("%lld: %s", v, have);
		if (want && (parse_symbolic(KPCTL_FORM_ERRNO, have, &again) || again != -v))
			return say("%s is not what was written", have);
	}
	return NULL;
}

static const char *check_signals(void)
{
	const char *have, *want;
	long long v, again;

	for (v = 1; v < 100; v++) {
		have = symbolic_text(KPCTL_FORM_SIGNAL, v);
		want = v == SIGIO ? "IO" : v < 32 ? sigabbrev_np(v) : NULL;	/* there "POLL" */
		if (want ? strncmp(have, "SIG", 3) || strcmp(have + 3, want) : have[0] == 'S')
			return say("%lld: %s", v, have);
		if (want && (parse_symbolic(KPCTL_FORM_SIGNAL, have, &again) || again != v))
			return say("%s is not what was written", have);
	}
	return NULL;
}

static const char *check_constants(void)
{
	static const struct {
		unsigned int form;
		const char *name;
		long long v;
	} have[] = {
#define C(form, name)	{ KPCTL_FORM_##form, #name, name }
		C(CAP, CAP_CHOWN), C(CAP, CAP_DAC_OVERRIDE), C(CAP, CAP_DAC_READ_SEARCH),
		C(CAP, CAP_FOWNER), C(CAP, CAP_FSETID), C(CAP, CAP_KILL), C(CAP, CAP_SETGID),
		C(CAP, CAP_SETUID), C(CAP, CAP_SETPCAP), C(CAP, CAP_LINUX_IMMUTABLE),
		C(CAP, CAP_NET_BIND_SERVICE), C(CAP, CAP_NET_BROADCAST), C(CAP, CAP_NET_ADMIN),
		C(CAP, CAP_NET_RAW), C(CAP, CAP_IPC_LOCK), C(CAP, CAP_IPC_OWNER),
		C(CAP, CAP_SYS_MODULE), C(CAP, CAP_SYS_RAWIO), C(CAP, CAP_SYS_CHROOT),
		C(CAP, CAP_SYS_PTRACE), C(CAP, CAP_SYS_PACCT), C(CAP, CAP_SYS_ADMIN),
		C(CAP, CAP_SYS_BOOT), C(CAP, CAP_SYS_NICE), C(CAP, CAP_SYS_RESOURCE),
		C(CAP, CAP_SYS_TIME), C(CAP, CAP_SYS_TTY_CONFIG), C(CAP, CAP_MKNOD),
		C(CAP, CAP_LEASE), C(CAP, CAP_AUDIT_WRITE), C(CAP, CAP_AUDIT_CONTROL),
		C(CAP, CAP_SETFCAP), C(CAP, CAP_MAC_OVERRIDE), C(CAP, CAP_MAC_ADMIN),
		C(CAP, CAP_SYSLOG), C(CAP, CAP_WAKE_ALARM), C(CAP, CAP_BLOCK_SUSPEND),
		C(CAP, CAP_AUDIT_READ), C(CAP, CAP_PERFMON), C(CAP, CAP_BPF),
		C(CAP, CAP_CHECKPOINT_RESTORE),
		C(OFLAGS, O_RDONLY), C(OFLAGS, O_WRONLY), C(OFLAGS, O_RDWR), C(OFLAGS, O_CREAT),
		C(OFLAGS, O_EXCL), C(OFLAGS, O_NOCTTY), C(OFLAGS, O_TRUNC), C(OFLAGS, O_APPEND),
		C(OFLAGS, O_NONBLOCK), C(OFLAGS, O_DSYNC), C(OFLAGS, O_SYNC), C(OFLAGS, O_ASYNC),
		C(OFLAGS, O_DIRECT), C(OFLAGS, O_DIRECTORY), C(OFLAGS, O_NOFOLLOW),
		C(OFLAGS, O_NOATIME), C(OFLAGS, O_CLOEXEC), C(OFLAGS, O_PATH),
		C(OFLAGS, O_TMPFILE),
#undef C
	};
	long long v;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(have); i++)
		if (parse_symbolic(have[i].form, have[i].name, &v) || v != have[i].v)
			return say("%s", have[i].name);
	return NULL;
}

static void test_symbolics(void)
{
	long long v;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(symbols); i++)
		ktap_unless(check_symbol(i), "name of a number: '%s'", symbols[i].text);
	for (i = 0; i < ARRAY_SIZE(unnamed); i++)
		ktap_unless(strcmp(symbolic_text(unnamed[i].form, unnamed[i].v), unnamed[i].put) ?
				symbolic_text(unnamed[i].form, unnamed[i].v) : NULL,
			    "number: %s", unnamed[i].put);
	ktap_unless(check_errors(), "errors as the C library names them");
	ktap_unless(check_signals(), "signals as the C library names them");
	ktap_unless(check_constants(), "capabilities and flags as headers have them");
#define X(id, name, ...)							\
	ktap_unless(parse_symbolic(KPCTL_FORM_##id, kpctl_symbolic_##id.example, &v) ?	\
		    "refused" : NULL, "%s: its example", name);
	KPCTL_SYMBOLICS(X)
#undef X
}

#endif /* SPEC_SYMBOLIC_H */
