/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a line is refused: X(code, errno, sentence).
 *
 * A sentence says what is wrong and what to write instead. Its values come from
 * the variable arguments of kpctl_err_set(); use kpctl_err_fill(), with which the
 * compiler checks them. Only these stand in a sentence:
 *
 *	%.*s	text of the line, by KPCTL_QUOTE(start, length)
 *	%s	a NUL-terminated name
 *	%u	unsigned int
 *	%d	int
 *
 * Names are cut by a precision (%.80s) where they could be long.
 */
#ifndef KPCTL_SPEC_ERRORS_H
#define KPCTL_SPEC_ERRORS_H

#include "spec.h"
#include "regs.h"
#include "types.h"

/* Found in the line itself, by the parser. */
#define KPCTL_PARSE_ERRORS(X)						\
	/* the line */							\
	X(LINE_TOO_LONG, E2BIG,						\
	  "the line has %u bytes, at most %u are taken")		\
	X(LIST_TOO_LONG, E2BIG,						\
	  "with its names filled in the line has %u bytes, at most %u can be listed: shorten names or split it") \
	X(BAD_KIND, EINVAL,						\
	  "a line starts with p (probe), r (return probe) or - (remove), not '%.*s'") \
	X(KIND_F, EINVAL,						\
	  "f, a set of functions, is not among the kinds p and r: write one line for each function") \
	X(KIND_E, EINVAL,						\
	  "e, a probe on an event, is not among the kinds p and r: probe the function that raises the event") \
	X(KIND_T, EINVAL,						\
	  "t, a tracepoint, is not among the kinds p and r: probe a function next to it") \
	X(KIND_U, EINVAL,						\
	  "u, a user-space probe, is not among the kinds p and r: these probe the kernel") \
	X(KIND_SUFFIX, EINVAL,						\
	  "after p comes :[GRP/][EVENT], after r [MAXACTIVE][:[GRP/][EVENT]], not '%.*s'") \
	X(MAXACTIVE_ON_P, EINVAL,					\
	  "MAXACTIVE is for return probes: write r%.*s, or leave the number out") \
	X(BAD_MAXACTIVE, EINVAL,					\
	  "MAXACTIVE '%.*s' is not a number from 1: leave it out and the event grows by itself") \
	X(MAXACTIVE_TOO_BIG, E2BIG,					\
	  "MAXACTIVE %.*s is more than %u: leave it out and the event grows by itself") \
	X(NO_TARGET, EINVAL,						\
	  "no place given: write [MOD:]SYM[+offs] or 0xADDR")		\
	/* names of groups and events */				\
	X(NO_GROUP_NAME, EINVAL,					\
	  "no group name before the '%.*s': write GRP/EVENT, or EVENT alone") \
	X(GROUP_TOO_LONG, E2BIG,					\
	  "the group name has %u characters, at most %u are taken")	\
	X(BAD_GROUP_NAME, EINVAL,					\
	  "group name '%.*s': letters, digits, '_' and '-' only, no digit first") \
	X(NO_EVENT_NAME, EINVAL,					\
	  "no event name after the ':': write one, or leave the ':' out") \
	X(EVENT_TOO_LONG, E2BIG,					\
	  "the event name has %u characters, at most %u are taken")	\
	X(BAD_EVENT_NAME, EINVAL,					\
	  "event name '%.*s': letters, digits and '_' only, no digit first") \
	/* removing */							\
	X(BAD_DEL, EINVAL,						\
	  "to remove an event write -:[GRP/]EVENT, to remove a whole group -:GRP/") \
	X(DEL_EXTRA, EINVAL,						\
	  "nothing follows the name in -:[GRP/]EVENT: leave '%.*s' out") \
	/* the place */							\
	X(BAD_TARGET, EINVAL,						\
	  "'%.*s' is not a place: write [MOD:]SYM[+offs] or 0xADDR")	\
	X(BAD_ADDR, EINVAL,						\
	  "'%.*s' is not an address: a number of at most 64 bits, alone, such as 0xffffffff81000000") \
	X(ADDR_RETURN, EINVAL,						\
	  "%%return follows a symbol: for an address start the line with r") \
	X(BAD_TARGET_SUFFIX, EINVAL,					\
	  "'%.*s': only %%return can follow a symbol")			\
	X(BAD_OFFSET, EINVAL,						\
	  "offset '%.*s': write + and a number, such as +0x10")		\
	X(OFFSET_TOO_BIG, E2BIG,					\
	  "offset %.*s is more than 0x%x")				\
	X(BAD_MODULE, EINVAL,						\
	  "module name '%.*s': letters, digits and '_' only (a '-' in the file's name is a '_' here)") \
	X(MODULE_TOO_LONG, E2BIG,					\
	  "the module name has %u characters, at most %u are taken")	\
	X(BAD_SYMBOL, EINVAL,						\
	  "symbol '%.*s': letters, digits, '_', '.' and '$' only, no digit first") \
	X(SYMBOL_TOO_LONG, E2BIG,					\
	  "the symbol has %u characters, at most %u are taken")		\
	X(GLOB_TARGET, EINVAL,						\
	  "'%.*s' is a pattern, a probe stands at one place: name the function") \
	X(USER_TARGET, EINVAL,						\
	  "'%.*s' is a place in a file, p and r probe the kernel: write [MOD:]SYM[+offs] or 0xADDR") \
	X(RETURN_OFFSET, EINVAL,					\
	  "a return probe stands at the entry: leave %.*s out")		\
	X(PLACE_EXTRA, EINVAL,						\
	  "one place at a time: leave '%.*s' out")			\
	/* filters and actions */					\
	X(IF_CLAUSE, EINVAL,						\
	  "'if EXPR' is not an argument: leave the filter out and select in the output") \
	X(DO_CLAUSE, EINVAL,						\
	  "'do ACTION' is not an argument: leave it out, every hit is emitted") \
	/* arguments: names */						\
	X(TOO_MANY_ARGS, E2BIG,						\
	  "%u arguments, at most %u are taken")				\
	X(ARG_NAME_TOO_LONG, E2BIG,					\
	  "the argument name has %u characters, at most %u are taken")	\
	X(NO_ARG_NAME, EINVAL,						\
	  "no name before the '=': write NAME=FETCHARG, or leave the '=' out") \
	X(BAD_ARG_NAME, EINVAL,						\
	  "argument name '%.*s': letters, digits and '_' only, no digit first") \
	X(USED_ARG_NAME, EINVAL,					\
	  "an argument before this one is called '%.*s' already")	\
	X(RESERVED_ARG_NAME, EINVAL,					\
	  "'%.*s' is a field that every event has: take another name")	\
	X(LAT_ARG_NAME, EINVAL,						\
	  "'lat' is a field that every r event has, the time from entry to return: take another name") \
	X(ARG_TOO_LONG, E2BIG,						\
	  "the argument has %u characters, at most %u are taken")	\
	X(NO_ARG_BODY, EINVAL,						\
	  "nothing after the '=': write NAME=FETCHARG")			\
	X(BAD_FETCH, EINVAL,						\
	  "'%.*s' is not a value: these start with %% (register), $ (variable), @ (memory), + or - (memory behind), \\ (constant)") \
	/* arguments: types */						\
	X(BAD_TYPE, EINVAL,						\
	  "no type '%.*s'; there are:" KPCTL_TYPE_NAMES)		\
	X(TYPE_CHAR, EINVAL,						\
	  "type char is not among the types: write u8 for the character's number") \
	X(TYPE_SYMBOL, EINVAL,						\
	  "type symbol is not among the types: write x64 and look the address up in /proc/kallsyms") \
	X(TYPE_SYMSTR, EINVAL,						\
	  "type symstr is not among the types: write x64 and look the address up in /proc/kallsyms") \
	X(TYPE_BITFIELD, EINVAL,					\
	  "bit fields are not among the types: write u8, u16, u32 or u64 for the whole container") \
	X(TYPE_ARRAY, EINVAL,						\
	  "arrays are not among the types: write one argument for each element") \
	X(TYPE_DENTRY, EINVAL,						\
	  "type %%%.*s is not among the types: write +0(+OFFS(POINTER)):string, OFFS that of the name in the struct") \
	X(BAD_STRING, EINVAL,						\
	  "a string lies in memory: write +0(%.*s):string, or ustring for user memory") \
	X(NEED_STRING_TYPE, EINVAL,					\
	  "$comm is a string: write $comm or $comm:string")		\
	/* arguments: where the value comes from */			\
	X(BAD_REG, EINVAL,						\
	  "no register '%.*s'; there are:" KPCTL_REG_NAMES)		\
	X(BAD_VAR, EINVAL,						\
	  "no variable '%.*s'; there are: $argN $retval $stack $stackN $comm") \
	X(RETVAL_ON_P, EINVAL,						\
	  "$retval is there only at return: use r instead of p")	\
	X(BAD_STACK_NUM, EINVAL,					\
	  "$stackN: N is %.*s, at most %u is taken")			\
	X(BAD_ARG_NUM, EINVAL,						\
	  "$argN: N is %.*s, it goes from 1 to %u")			\
	X(ARG_NOT_ENTRY, EINVAL,					\
	  "$argN holds only at a function's entry, SYM without an offset: here name a register, as in %%di (arguments come in " KPCTL_REGS_ARGS ")") \
	X(ARG_STAR, EINVAL,						\
	  "$arg* (all arguments) is not a value: write each one, $arg1 $arg2 ...") \
	X(BTF_VAR, EINVAL,						\
	  "'%.*s', a parameter by its name, is not a value: write $argN with its number, from 1") \
	X(BTF_FIELD, EINVAL,						\
	  "'->' (a field by its name) is not taken: write +OFFS(POINTER) with the field's offset") \
	X(VAR_LAT, EINVAL,						\
	  "$lat is not an argument: every r event carries it as lat")	\
	X(VAR_ENTRY, EINVAL,						\
	  "$entry(...) is not an argument: write $argN, which at r is the value as at entry") \
	X(VAR_PID, EINVAL,						\
	  "$pid is not an argument: every record carries the task's id") \
	X(VAR_TID, EINVAL,						\
	  "$tid is not an argument: every record carries it")		\
	X(VAR_UID, EINVAL,						\
	  "$uid is not an argument: find it in /proc/TID/status, every record carries the task's id") \
	X(VAR_CPU, EINVAL,						\
	  "$cpu is not an argument: every record comes with its CPU")	\
	X(VAR_CGROUP, EINVAL,						\
	  "$cgroup is not an argument: find it in /proc/TID/cgroup, every record carries the task's id") \
	X(VAR_FUNC, EINVAL,						\
	  "$func is not an argument: every event names its function")	\
	X(VAR_CALLER, EINVAL,						\
	  "$caller is not an argument: every r event carries it, at a function's entry it is $stack0") \
	X(VAR_STACKTRACE, EINVAL,					\
	  "$stacktrace is not an argument: write $stack0 $stack1 ... for single words of the stack") \
	X(BAD_MEM_ADDR, EINVAL,						\
	  "'%.*s': after @ comes a number of at most 64 bits or SYM[+|-offs]") \
	X(FILE_OFFSET, EINVAL,						\
	  "@+OFFS is a place in a file, for user-space probes: here write @ADDR or @SYM[+|-offs]") \
	X(BAD_DATA_OFFSET, EINVAL,					\
	  "'%.*s': an offset is + or - and a number of at most 63 bits")			\
	X(BAD_IMM, EINVAL,						\
	  "constant '%.*s': write \\ and a number of at most 64 bits, with a sign 63")	\
	X(IMM_STRING, EINVAL,						\
	  "a constant text is not a value: write a number, or put the word into the event's name") \
	X(DEREF_NO_BRACE, EINVAL,					\
	  "no '(' after the offset: write +OFFS(FETCHARG)")		\
	X(BAD_DEREF_OFFSET, EINVAL,					\
	  "offset '%.*s': write +OFFS(FETCHARG) or -OFFS(FETCHARG), OFFS a number of at most 63 bits") \
	X(DEREF_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing: write +OFFS(FETCHARG)")			\
	X(DEREF_EXTRA, EINVAL,						\
	  "'%.*s' after the ')': only :TYPE can follow")		\
	X(TOO_MANY_DEREFS, E2BIG,					\
	  "%u nested +OFFS(...), at most %u are taken")			\
	X(COMM_DEREF, EINVAL,						\
	  "$comm is a text and not an address: write it outside of +OFFS(...)")

/* Found when a line is carried out, by the module. */
#define KPCTL_PLANT_ERRORS(X)						\
	/* the place; %.80s: the place as written */			\
	X(NO_SYMBOL, ENOENT,						\
	  "no such symbol: %.80s; look it up in /proc/kallsyms, the compiler may have inlined it or added .isra.0 or .constprop.0") \
	X(NO_DATA_SYMBOL, ENOENT,					\
	  "no such symbol: %.80s; look it up in /proc/kallsyms")	\
	X(PARKED, 0,							\
	  "module %.60s is not loaded: the probe is parked and planted when it comes") \
	X(MODULE_GOING, ENOENT,						\
	  "module %.60s is being unloaded: try again when it is gone or loaded again") \
	X(BLACKLISTED, EINVAL,						\
	  "%.80s is blacklisted: kprobes and what they rely on run through it (NOKPROBE, noinstr); probe one of its callers") \
	X(NOT_CODE, EINVAL,						\
	  "%.80s is not code: name a function, listed as t or T in /proc/kallsyms") \
	X(INIT_CODE, EINVAL,						\
	  "%.80s is init code, its memory was freed when the boot or the module's load was over") \
	X(PADDING, EINVAL,						\
	  "%.80s is padding in front of a function: name the function itself") \
	X(NOT_BOUNDARY, EILSEQ,						\
	  "%.80s is in the middle of an instruction: take an offset from a disassembly") \
	X(NOT_STEPPABLE, EINVAL,					\
	  "the instruction at %.80s cannot be single-stepped out of line: take the one before or after it") \
	X(RESERVED_SPOT, EINVAL,					\
	  "the kernel itself rewrites the code at %.80s (jump label, static call, alternative or BUG): take an instruction next to it") \
	X(STATIC_CALL_TRAMP, EINVAL,					\
	  "%.80s is a static call's trampoline, the kernel rewrites it under a probe: name the function it calls") \
	X(TEXT_END, EINVAL,						\
	  "%.80s is in the last function of its module, the optimizer would read past the end of the text: probe its entry or a caller") \
	X(RETURN_NOT_ENTRY, EINVAL,					\
	  "%.80s is not a function's entry, a return probe stands at one: name the function, or use p here") \
	X(RETURN_EXCLUDED, EINVAL,					\
	  "%.80s does not return where it was called from, return probes leave it out: use p") \
	X(CANNOT_PLANT, EINVAL,						\
	  "the kernel refuses a probe at %.80s, error %d")		\
	/* who may */							\
	X(LOCKDOWN, EPERM,						\
	  "the kernel is locked down, probes are off: see /sys/kernel/security/lockdown") \
	/* events; %.64s: GRP/EVENT's parts */				\
	X(EVENT_EXISTS, EEXIST,						\
	  "there is an event %.64s/%.64s already: remove it first, or take another name") \
	X(NO_SUCH_EVENT, ENOENT,					\
	  "no event %.64s: the list is in control")			\
	X(NO_SUCH_GROUP, ENOENT,					\
	  "no event in group %.64s: the list is in control")		\
	X(NO_MEMORY, ENOMEM,						\
	  "out of memory: remove events, or make the buffers smaller")	\
	X(TOO_MANY_EVENTS, E2BIG,					\
	  "%u events are there, at most %u can be: remove some")	\
	X(EVENT_TOO_BIG, E2BIG,						\
	  "a record of this event would have %u bytes, at most %u are taken: leave arguments out")

#define KPCTL_ERRORS(X)		\
	KPCTL_PARSE_ERRORS(X)	\
	KPCTL_PLANT_ERRORS(X)

enum kpctl_err_code {
	KPCTL_E_NONE,
#define X(name, no, text) KPCTL_E_##name,
	KPCTL_ERRORS(X)
#undef X
	KPCTL_E_NR,
};

/* Text of the line in a sentence: enough to recognise it, never all of it. */
#define KPCTL_QUOTE_MAX	40
#define KPCTL_QUOTE(start, len)						\
	(int)((len) < KPCTL_QUOTE_MAX ? (len) : KPCTL_QUOTE_MAX), (start)

/* The sentences once more by name, for the compiler's eyes only. */
#define X(name, no, text)						\
	static const char kpctl_text_##name[] __attribute__((__unused__)) = text;
KPCTL_ERRORS(X)
#undef X
__printf(1, 2)
int kpctl_err_check(const char *fmt, ...);	/* never called, not there */

/* kpctl_err_set() by the code's name, checked: NO_SYMBOL, column, "foo" */
#define kpctl_err_fill(err, name, column, ...)				\
	((void)sizeof(kpctl_err_check(kpctl_text_##name, ##__VA_ARGS__)), \
	 kpctl_err_set(err, KPCTL_E_##name, column, ##__VA_ARGS__))

/* What a code is as an error number, negative; 0 for PARKED. */
int kpctl_err_errno(unsigned int code);

#endif /* KPCTL_SPEC_ERRORS_H */
