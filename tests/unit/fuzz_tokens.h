/* SPDX-License-Identifier: GPL-2.0 */
/* What lines are made of: for a mutator, which would take long to guess it. */
#ifndef FUZZ_TOKENS_H
#define FUZZ_TOKENS_H

#include "spec/vars.h"

static const char * const fuzz_tokens[] = {
	"p ", "r ", "r16:", "p:g/e ", "i ", "t ", "t:g/e ", "w @x ", "w rw@m:f:8 ", "w w@0xffff888000010100:2 ", "sched_*,!m:b", "p sys:read ", "f sys:*,!sys:a ", "sys:", "100us", "1s", "99hz", "99hz cycles", "-:", "-:g/e ", "f", "f+4", "%return", "m:f", "0x1000",
	" a=", " b=", " ", "$arg1", "$arg2", "$arg7", "$arg12", "$retval", "$stack", "$stack3", "$comm",
#define X(id, name, type, moment) "$" name,
	KPCTL_VARS(X)
#undef X
	"$entry(", "$after(", "this_cpu_ptr(", "this_cpu_read(", "&data", "&data+8", "$current", ")", "%di", "%si", "%ax", "%sp", "@jiffies", "@absent", "@data+8",
	"@0xffff888000010000", "@0x401000", "\\1", "\\-1", "\\0xffff888000010010", "\\\"text\"",
	"+0(", "+0(+0(+0(+0(+0(+0(+0(+0(", "))))))))", "+8(", "-8(", "+u0(", "+u8(", "+0x10(", "+4088(", ":u8", ":u16", ":u32", ":u64",
	":s8", ":s16", ":s32", ":s64", ":x8", ":x32", ":be16", ":be32", ":be64", ":ip4", ":ip6", ":mac", "00:11:22:33:44:55", "2001:db8::/32", "::1", " in ", "192.0.2.1", "10.0.0.0/8", ":char", ":symbol", ":ns", ":errno", "-ENOENT", "EIO", ":signal", "SIGKILL", ":cap", "CAP_BPF", ":dev", "8:1", ":oflags", "O_CREAT", ":enum(", "color", "RED", ":symstr",
	":string", ":ustring", ":b4@3/8", ":b7@9/16", ":b1@31/32", ":b63@1/64", "[2]", "[3]",
	"[64]", "[]", "[a]", "[b]", ":ustring[]", ":x8[a]", ":s32[b]", ":%pd", ":%pD", ":%pd2", ":%pD4", ":%pd*", ":%pD*", ":path", ":sock", ":task", "$comm(", "$stacktrace(", "call:", "call:a(", "call(a", "$cgroup in \"/a b\"", "$cgroup in \"/\"", " if ", "==", "!=", "<", "<=", ">", ">=", "&", "~", "&&", "||",
	"!", "(", "-1", "0", "10ms", "1K", "0x7fffffffffffffff", "0x8000000000000000", "\"a*\"",
	"\"*b[a-c]?\"", "\"abc\"", "\"\"", "arg1", "`", "\\", "\"", "#",
	" do ", "return(-5)", "skip", "!", "signal(SIGHUP)", "dump", "panic", " 1 in ", " first ", " limit=", "/s", " for=",
	"emit", "count", "hist(", "stats(", "sum(", " by ", ",", " size=", "1048576", "0x10", "comm",
	"pid", "lat", "stacktrace", "func",
};

#endif /* FUZZ_TOKENS_H */
