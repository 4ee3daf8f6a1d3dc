// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* Signals of x86-64. The kernel has no names for signals of real time, from 32 on. */
#include "spec/symbolic.h"

static const struct kpctl_constant constants[] = {
	{ 1, "SIGHUP" }, { 2, "SIGINT" }, { 3, "SIGQUIT" }, { 4, "SIGILL" },
	{ 5, "SIGTRAP" }, { 6, "SIGABRT" }, { 7, "SIGBUS" }, { 8, "SIGFPE" },
	{ 9, "SIGKILL" }, { 10, "SIGUSR1" }, { 11, "SIGSEGV" }, { 12, "SIGUSR2" },
	{ 13, "SIGPIPE" }, { 14, "SIGALRM" }, { 15, "SIGTERM" }, { 16, "SIGSTKFLT" },
	{ 17, "SIGCHLD" }, { 18, "SIGCONT" }, { 19, "SIGSTOP" }, { 20, "SIGTSTP" },
	{ 21, "SIGTTIN" }, { 22, "SIGTTOU" }, { 23, "SIGURG" }, { 24, "SIGXCPU" },
	{ 25, "SIGXFSZ" }, { 26, "SIGVTALRM" }, { 27, "SIGPROF" }, { 28, "SIGWINCH" },
	{ 29, "SIGIO" }, { 30, "SIGPWR" }, { 31, "SIGSYS" },
};
static const struct kpctl_constants signals = KPCTL_CONSTANTS(constants);

static char *put_signal(char *to, long long v)
{
	return kpctl_constant_put(&signals, to, v);
}

static int parse_signal(const char *text, size_t len, long long *v)
{
	return kpctl_constant_parse(&signals, text, len, v);
}

const struct kpctl_symbolic kpctl_symbolic_SIGNAL = {
	.example = "SIGKILL", .prefix = "SIG", .put = put_signal, .parse = parse_signal,
	.table = &signals,
};
