/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The refusals of a line: X(code, errno, sentence).
 *
 * A sentence says what is wrong and what to write instead. The values of a sentence are
 * the variable arguments of kpctl_err_set(); use kpctl_err_fill(), with which the compiler
 * checks the arguments. A sentence may have these conversions only:
 *
 *	%.*s	text of the line, by KPCTL_QUOTE(start, length)
 *	%s	a NUL-terminated name
 *	%u	unsigned int
 *	%x	unsigned int, behind 0x
 *	%d	int
 *
 * Names are cut by a precision (%.80s) where they could be long.
 */
#ifndef KPCTL_SPEC_ERRORS_H
#define KPCTL_SPEC_ERRORS_H

#include "spec/spec.h"
#include "spec/regs.h"
#include "spec/types.h"
#include "spec/vars.h"

/* Mistakes in the line itself, found by the parser. */
#define KPCTL_PARSE_ERRORS(X)						\
	/* the line */							\
	X(NUL_BYTE, EINVAL,						\
	  "byte %u of the line is a NUL: write text only")		\
	X(LINE_TOO_LONG, E2BIG,						\
	  "the line has %u bytes, at most %u are taken")		\
	X(MARK_TOO_LONG, E2BIG,						\
	  "the build-ids have %u characters, at most %u are taken: leave modules out") \
	X(LIST_TOO_LONG, E2BIG,						\
	  "with its names filled in the line has %u bytes, at most %u can be listed: shorten names or split it") \
	X(BAD_KIND, EINVAL,						\
	  "a line starts with " KPCTL_KIND_STARTS "or - (remove), not '%.*s'") \
	X(KIND_E, EINVAL,						\
	  "e, a probe on an event, is none of the kinds" KPCTL_KIND_WORDS ": take t and its tracepoint") \
	X(KIND_U, EINVAL,						\
	  "u, a user-space probe, is none of the kinds" KPCTL_KIND_WORDS ": write p /PATH:0xOFFSET, or r for returns") \
	X(MAXACTIVE_ON_P, EINVAL,					\
	  "MAXACTIVE is for return probes: write r%.*s, or leave the number out") \
	X(MAXACTIVE_ON_F, EINVAL,					\
	  "MAXACTIVE is for returns: leave the %.*s out, or put %%return behind the patterns") \
	X(BAD_MAXACTIVE, EINVAL,					\
	  "MAXACTIVE '%.*s' is not a number from 1: leave it out and the event grows by itself") \
	X(MAXACTIVE_TOO_BIG, E2BIG,					\
	  "MAXACTIVE %.*s is more than %u: leave it out and the event grows by itself") \
	X(NO_TARGET, EINVAL,						\
	  "no %.60s given: write %.60s")				\
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
	/* the place */							\
	X(BAD_TARGET, EINVAL,						\
	  "'%.*s' is not a %.60s: write %.60s")				\
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
	  "'%.*s' is a pattern, p and r stand at one place: name the function, or use f, a set of functions") \
	X(USER_TARGET, EINVAL,						\
	  "'%.*s' is a place in a file: write p /PATH:0xOFFSET, or for the kernel [MOD:]SYM[+offs] or 0xADDR") \
	X(USER_REF, EINVAL,						\
	  "'%.*s': behind the offset stands (0xREF), the place in the file of the program's counter") \
	X(USER_OFFSET, EINVAL,						\
	  "'%.*s' is no offset in a file: write a number such as 0x1139, or give the line to kpread -x or kpload, which look names up") \
	X(USER_TOO_LONG, E2BIG,						\
	  "the place has %u characters, at most %u are taken: link to the file by a shorter path") \
	X(USER_CHECK, EINVAL,						\
	  "check looks at places in the kernel: write the line to control, its refusal says what is wrong") \
	X(PLACE_EXTRA, EINVAL,						\
	  "one place at a time: leave '%.*s' out")			\
	X(BAD_STRUCT, EINVAL,						\
	  "'%.*s' is no name of a struct: write struct NAME, (NAME) or (MOD:NAME), and .MEMBER behind it") \
	X(STRUCT_OPEN, EINVAL,						\
	  "a ) is missing: write (NAME) or (MOD:NAME)")			\
	/* a set of functions */					\
	X(SET_EMPTY, EINVAL,						\
	  "a pattern is missing here: write [MOD:][!]GLOB[,GLOB]..., such as vfs_* or ext4:*") \
	X(SET_ONLY_OUT, EINVAL,						\
	  "each pattern has a !, which leaves out: one must say what to take, such as *") \
	X(SET_BAD_CHAR, EINVAL,						\
	  "pattern '%.*s': letters, digits, '_', '.', '$', * ? [a-z] and [!a-z] only, no digit first") \
	X(SET_BRACKET, EINVAL,						\
	  "no set of characters: write [abc], [a-z] or [!a-z]")	\
	X(SET_GLOB_TOO_LONG, E2BIG,					\
	  "the pattern of names has %u characters, at most %u are taken") \
	X(SET_TOO_MANY, E2BIG,						\
	  "more than %u patterns: make them wider, or write a second line") \
	X(SET_TOO_LONG, E2BIG,						\
	  "the patterns have %u characters, at most %u are taken: write a second line") \
	X(SET_OFFSET, EINVAL,						\
	  "f stands at the entries of functions: leave '%.*s' out, or use p") \
	X(SET_RETURN, EINVAL,						\
	  "%%return stands once, behind the last pattern: it is for all of them") \
	X(SET_ADDR, EINVAL,						\
	  "'%.*s': f takes functions by their names: write patterns, or p and the address") \
	X(SET_NOT_MOD, EINVAL,						\
	  "the ! stands before the names: write %.*s:!GLOB")	\
	/* tracepoints */						\
	X(POINT_GROUP, EINVAL,						\
	  "'%.*s': a tracepoint is named without a group: write %.*s")	\
	X(POINT_SUFFIX, EINVAL,						\
	  "'%.*s': a tracepoint has no offset and does not return: leave it out, or use p or r and a function") \
	X(POINT_ARGS_ONLY, EINVAL,					\
	  "'%.*s': a tracepoint hands over its arguments, $arg1 to $arg%u, and no registers, stack or return value") \
	/* a timer, samples */						\
	X(CYCLES_OF_TIMER, EINVAL,					\
	  "cycles go with a rate on every CPU, such as 99hz: a timer of one CPU does not count them") \
	/* watched memory */						\
	X(WATCH_READ, EINVAL,						\
	  "this machine cannot watch reads alone: write rw@, which has writes as hits, too, or w@") \
	X(WATCH_ACCESS, EINVAL,						\
	  "'%.*s' in front of the @ is no access: write w@ for writes, rw@ for reads and writes") \
	X(WATCH_LEN, EINVAL,						\
	  "'%.*s' bytes cannot be watched: write :1, :2, :4 or :8 (or nothing, for 4); a longer object takes several lines") \
	X(WATCH_USER, EINVAL,						\
	  "'%.*s' is an address of programs, of which each has other memory there: write an address of the kernel") \
	X(WATCH_UNALIGNED, EINVAL,					\
	  "'%.*s' is no multiple of %u, the number of bytes to watch: write a smaller LEN, or two lines") \
	X(WATCH_VAR, EINVAL,						\
	  "%.*s is of watched memory, and no hit of %.*s has any: write w@SYM, or the memory itself as @SYM") \
	/* system calls; %.64s: the name of one */			\
	X(SYS_ON_T, EINVAL,						\
	  "system calls are targets of p, r and f; the tracepoints of all of them are sys_enter and sys_exit") \
	X(SYS_MIXED, EINVAL,						\
	  "system calls and other functions have no arguments in common: write a second line for one of them") \
	X(SYS_FEW_ARGS, EINVAL,						\
	  "%.64s has %u arguments, no $arg%u")				\
	X(SYS_NO_PARAM, EINVAL,						\
	  "%.64s has no parameter '%.*s': it has %.100s")		\
	X(SYS_NO_NAMES, EINVAL,						\
	  "'%.*s': the parameters of %.64s are not known here (CONFIG_FTRACE_SYSCALLS, CONFIG_KALLSYMS_ALL; kplint --syscalls DIR): write $argN, and +uOFFS($argN) for a member") \
	X(SYS_NO_NAMES_IN_SET, EINVAL,					\
	  "'%.*s': the parameters of these system calls are not known here (CONFIG_FTRACE_SYSCALLS, CONFIG_KALLSYMS_ALL; kplint --syscalls DIR): write $argN, and +uOFFS($argN) for a member") \
	X(SYS_NO_PARAM_IN_SET, EINVAL,					\
	  "no system call of the set has a parameter '%.*s'")		\
	X(SYS_NO_LIST, EINVAL,						\
	  "'%.*s': these system calls have too different parameters: name those that you want") \
	X(SYS_NO_STRUCT_IN_SET, EINVAL,					\
	  "no system call of the set has a struct where '%.*s' points") \
	X(SYS_MEMORY, EINVAL,						\
	  "'%.*s' points into the memory of the program: read it as ustring, or by +uOFFS(%.*s)") \
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
	X(ARGS_TOO_BIG, E2BIG,						\
	  "the values have %u bytes up to this one, at most %u are taken: leave arguments out or make arrays shorter") \
	X(ARG_TOO_LONG, E2BIG,						\
	  "the argument has %u characters, at most %u are taken")	\
	X(NO_ARG_BODY, EINVAL,						\
	  "nothing after the '=': write NAME=FETCHARG")			\
	X(BAD_FETCH, EINVAL,						\
	  "'%.*s' is not a value: these start with %% (register), $ (variable), @ (memory), + or - (memory behind), \\ (constant)") \
	/* arguments: types */						\
	X(ARRAY_NOT_CLOSED, EINVAL,					\
	  "a ']' is missing: write TYPE[N], N from 1 to %u")		\
	X(BAD_ARRAY_SUFFIX, EINVAL,					\
	  "'%.*s' after the ']': an array's type ends with it, as in u8[16]") \
	X(BAD_ARRAY_NUM, EINVAL,					\
	  "'%.*s' elements: write TYPE[N], N a number from 1 to %u; TYPE[NAME], NAME an argument; string[] or ustring[]") \
	X(COUNT_BY_ITSELF, EINVAL,					\
	  "'%.*s' is this array: its number of elements comes from another argument, in front of it") \
	X(COUNT_NO_NAME, EINVAL,					\
	  "no argument in front of this one is called '%.*s': write NAME=VALUE first, then TYPE[NAME]") \
	X(COUNT_NO_NUMBER, EINVAL,					\
	  "'%.*s' is no single number: what says how many elements there are is an integer") \
	X(STRINGS_BY_NAME, EINVAL,					\
	  "%.*s[NAME] is not taken: write [N], or [] for the strings up to a NULL pointer") \
	X(COUNTED_NOT_MEM, EINVAL,					\
	  "an array lies in memory: write +0(%.*s):TYPE[...], or +u0(%.*s):TYPE[...] for user memory") \
	X(COUNTED_AT_ENTRY, EINVAL,					\
	  "$entry() keeps values of a fixed size: write [N], keep the pointer alone, as +0($entry($argN)), or take a p") \
	X(ARRAY_TOO_BIG, E2BIG,						\
	  "an array of %.*s elements, at most %u are taken: take a second argument for the rest") \
	X(BAD_TYPE, EINVAL,						\
	  "no type '%.*s'; there are:" KPCTL_TYPE_NAMES " path %%pdN %%pDN (N: nothing, 2, 3, 4 or *), arrays TYPE[N], bit fields bWIDTH@BIT/N (N: 8 16 32 64)") \
	X(NEED_STRING_TYPE, EINVAL,					\
	  "$comm and a constant text are strings: write no type or :string (the first ':' starts the type, a text cannot hold one)") \
	X(NEED_STACK_TYPE, EINVAL,					\
	  "$stacktrace has the type stack, $ustacktrace the type ustack, and neither another: write no type") \
	X(BAD_STACK_TYPE, EINVAL,					\
	  "a stack is that of $stacktrace or $ustacktrace, '%.*s' is one value: write x64 or symbol") \
	X(BAD_STRING, EINVAL,						\
	  "a string lies in memory: write +0(%.*s):string, or ustring for user memory") \
	X(BAD_SYMSTR, EINVAL,						\
	  "symstr names an address that is read in the kernel, '%.*s' is none (at r: $entry($argN):symstr); type symbol is for any number") \
	X(BAD_PATH, EINVAL,						\
	  "a struct path lies in kernel memory: write +0(%.*s):path; of a struct file, %%pD* takes the address") \
	X(WALK_ARRAY, EINVAL,						\
	  "there are no arrays of %.*s: write an argument for each")	\
	X(ARRAY_NOT_MEM, EINVAL,					\
	  "an array lies in kernel memory: write +0(%.*s):TYPE[N] (from user memory: one argument for each element)") \
	X(NOT_IN_MEMORY, EINVAL,					\
	  "'%.*s' is a value of 8 bytes, and %s has %u: write +0(POINTER):%s, or @SYM") \
	X(BAD_BITFIELD, EINVAL,						\
	  "bit field '%.*s': write bWIDTH@BIT/N, N 8, 16, 32 or 64 and WIDTH + BIT at most N") \
	/* arguments: where the value comes from */			\
	X(BAD_REG, EINVAL,						\
	  "no register '%.*s'; there are:" KPCTL_REG_NAMES)		\
	X(BAD_VAR, EINVAL,						\
	  "no variable '%.*s'; there are: $argN $arg* $retval $stack $stackN $comm $current" KPCTL_VAR_NAMES " $entry(FETCHARG) $after(FETCHARG)") \
	X(ARG_AT_ADDR, EINVAL,						\
	  "$argN holds only at a function's entry: name the function, or write a register, as in %%di (arguments come in" KPCTL_REG_ARG_NAMES ")") \
	X(LAT_ON_P, EINVAL,						\
	  "%.*s, a time between entry and return, is there only at return: use r instead of %.*s, or since EVENT by KEY") \
	X(TEXT_NOT_CLOSED, EINVAL,					\
	  "a '\"' is missing at the text's end: write \\\"TEXT\" without blanks (a '#' starts a comment, also in quotes)") \
	X(RETVAL_ON_P, EINVAL,						\
	  "$retval is there only at return: use r instead of %.*s") \
	X(BAD_STACK_NUM, EINVAL,					\
	  "$stackN: N is %.*s, at most %u is taken")			\
	X(BAD_ARG_NUM, EINVAL,						\
	  "$argN: N is %.*s, it goes from 1 to %u")			\
	X(ARG_STAR, EINVAL,						\
	  "$arg*, all parameters by their names, is no value: it stands alone, without NAME= and :TYPE, once in a line") \
	X(THIS_CPU_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing at the end: write this_cpu_read(FETCHARG) or this_cpu_ptr(FETCHARG)") \
	X(THIS_CPU_EXTRA, EINVAL,					\
	  "'%.*s' behind the ')' of this_cpu_...(): for a member write (STRUCT)this_cpu_ptr(FETCHARG)->MEMBER") \
	X(CAST_BAD, EINVAL,						\
	  "'%.*s' is no struct to cast to: write (STRUCT)VALUE->MEMBER, or (STRUCT,FIELD)VALUE->MEMBER, without 'struct' and '*'") \
	X(CAST_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing: write (STRUCT)VALUE->MEMBER, or (STRUCT)(VALUE)->MEMBER") \
	X(CAST_NO_STEP, EINVAL,						\
	  "a ->MEMBER or an [N] is missing behind the value: a cast alone says nothing of what to read") \
	X(CAST_BITS, EINVAL,						\
	  "'%.*s' is a bit field, which has no address")		\
	/* arguments: names of parameters and members */		\
	X(NO_TYPES, EINVAL,						\
	  "'%.*s' is a name of the source: without a kernel's types (kplint --btf FILE) write $argN, and +OFFS(POINTER) for a member") \
	X(NAME_AT_ADDR, EINVAL,						\
	  "'%.*s': names of parameters are known at a function's entry: name the function, without an offset, or write registers") \
	X(NO_PARAM, EINVAL,						\
	  "the function has no parameter '%.*s': it has %.100s")	\
	X(NO_PARAM_TYPE, EINVAL,					\
	  "at '%.*s' no parameter begins: name the parameter itself")	\
	X(PARAM_NOT_SEEN, EINVAL,					\
	  "'%.*s' comes in a vector register, or behind something of unknown size: a probe does not see it") \
	X(NAME_NO_FUNCTION, EINVAL,					\
	  "the kernel's types do not have %.80s: write $argN, and +OFFS(POINTER) for a member") \
	X(NAME_CLONE, EINVAL,						\
	  "%.80s is a copy that the compiler changed: its arguments are not those of the source, write registers") \
	X(NAME_MANY, EINVAL,						\
	  "the types of %u functions called %.80s differ: write $argN, and +OFFS(POINTER) for a member") \
	X(NO_STRUCT, EINVAL,						\
	  "the types have no struct %.*s; the struct of a module is (MOD:STRUCT)") \
	X(MANY_STRUCTS, EINVAL,						\
	  "%u structs are called %.*s, and nothing says which of them is meant: write +OFFS(POINTER)") \
	X(ENUM_BAD, EINVAL,						\
	  "'%.*s': write enum(NAME), or enum(MOD:NAME) for one of a module") \
	X(ENUM_NO_TYPES, EINVAL,					\
	  "'%.*s' needs a kernel's types (kplint --btf FILE): write the number's own type, as :u32") \
	X(NO_ENUM, EINVAL,						\
	  "the types have no enum %.*s; the enum of a module is enum(MOD:NAME)") \
	X(MANY_ENUMS, EINVAL,						\
	  "%u enums are called %.*s, and nothing says which of them is meant: write the number's own type, as :u32") \
	X(ENUM_TOO_LARGE, E2BIG,					\
	  "enum %.*s has no names, or more than are kept: write the number's own type, as :u32") \
	X(NAME_IN_SET, EINVAL,						\
	  "'%.*s': the functions of a set have different parameters: name one, or write (STRUCT)$argN->MEMBER") \
	X(NO_PARAM_IN_SET, EINVAL,					\
	  "no function of the set has a parameter '%.*s'; for the functions of a module write MOD:PATTERN") \
	X(NAME_NOT_IN_LINE, EINVAL,					\
	  "'%.*s' decides which functions are in the set: it must be in the event's line, too") \
	X(TOO_MANY_PARAMS, E2BIG,					\
	  "'%.*s': the line of a set may name %u parameters at most")	\
	X(RETURNS_NOTHING, EINVAL,					\
	  "the function returns nothing: there is no '%.*s'")		\
	X(BAD_STEP, EINVAL,						\
	  "'%.*s': behind a name come ->MEMBER, .MEMBER or [N]")	\
	X(STEP_BITS, EINVAL,						\
	  "nothing is behind a bit field, so not '%.*s'")		\
	X(STEP_ARROW, EINVAL,						\
	  "this is a pointer: write -> instead of the . in '%.*s'")	\
	X(STEP_DOT, EINVAL,						\
	  "this is no pointer: write . instead of the -> in '%.*s'")	\
	X(STEP_VOID, EINVAL,						\
	  "this points at void, which has no '%.*s'")			\
	X(STEP_DECLARED, EINVAL,					\
	  "of that struct the types know the name alone, not '%.*s'")	\
	X(STEP_NO_STRUCT, EINVAL,					\
	  "this is no struct: it has no '%.*s'")			\
	X(NO_MEMBER, EINVAL,						\
	  "struct %.60s has no member '%.*s'%.100s")			\
	X(ODD_MEMBER, EINVAL,						\
	  "'%.*s' does not lie where a number can be read")		\
	X(NO_ELEMENTS, EINVAL,						\
	  "this is no array and no pointer to anything with a size: it has no '%.*s'") \
	X(BAD_INDEX, EINVAL,						\
	  "the array has no element '%.*s'")				\
	X(NAME_NO_VALUE, EINVAL,					\
	  "'%.*s' is a struct, a union or a long array: name a member, or give it a type") \
	X(BITS_TYPE, EINVAL,						\
	  "'%.*s' is a bit field in a number of %u bytes: give it a type of that size, or none") \
	X(NAME_NO_STRING, EINVAL,					\
	  "'%.*s' is neither a pointer nor an array: it is no string")	\
	X(NAME_NO_PATH, EINVAL,						\
	  "'%.*s' is no struct path and no struct file, nor the address of one: write FILE:path or FILE->f_path:path, for a dentry %%pd*") \
	X(NAME_NO_SOCK, EINVAL,						\
	  "'%.*s' is no pointer to a socket, which begins with a struct sock_common; of a struct socket write SOCKET->sk:sock") \
	X(NAME_NO_TASK, EINVAL,						\
	  "'%.*s' is no pointer to a struct task_struct: a name and a stack are those of a task") \
	X(OF_TASK_NOT_CLOSED, EINVAL,					\
	  "'%.*s': a ')' is missing at the end: write $stacktrace(TASK) or $comm(TASK)") \
	/* functions of other modules */				\
	X(CALL_BAD_NAME, EINVAL,					\
	  "'%.*s' is no name of a function: it has letters, digits and _, at most %u, as another module has registered it") \
	X(CALL_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing: write call:NAME(VALUE,ARGUMENT) for a value, call(NAME, VALUE, VALUE) for an action") \
	X(CALL_EXTRA, EINVAL,						\
	  "'%.*s' stands behind call:NAME(...), where nothing stands but a :TYPE") \
	X(CALL_TYPE, EINVAL,						\
	  "'%.*s': a function of another module gives one number: write the type of one, as u32") \
	X(CALL_NESTED, EINVAL,						\
	  "a call stands in a call: the function that is called last can do both") \
	X(CALL_NOT_NUMBER, EINVAL,					\
	  "'%.*s' is not one whole number, which is what functions of other modules are given: hand over an address") \
	X(CALL_TOO_MANY, E2BIG,						\
	  "more than %u values: a function of another module takes no more, but it sees the registers") \
	X(CALL_NO_ARG, EINVAL,						\
	  "'%.*s' is no argument in front of this one: behind the first value stand names of such arguments, write NAME=VALUE before it") \
	X(BAD_MEM_ADDR, EINVAL,						\
	  "'%.*s': after %.*s comes SYM[+|-offs], after @ also a number of at most 64 bits") \
	X(FILE_OFFSET, EINVAL,						\
	  "@+OFFS is a place in a file, which is not taken: write @ADDR, or in the kernel @SYM[+|-offs]") \
	X(USER_TYPE, EINVAL,						\
	  "'%.*s' is made of the kernel's own data, which no program has: write a number's type, string or an array") \
	X(USER_SOURCE, EINVAL,						\
	  "'%.*s' is the kernel's: in a program write registers, $arg1 to $arg%u, $stackN, @ADDR, +OFFS(...) or variables of the task") \
	X(BAD_DATA_OFFSET, EINVAL,					\
	  "'%.*s': an offset is + or - and a number of at most 63 bits")			\
	X(BAD_IMM, EINVAL,						\
	  "constant '%.*s': write \\ and a number of at most 64 bits, with a sign 63")	\
	X(DEREF_NO_BRACE, EINVAL,					\
	  "no '(' after the offset: write +OFFS(FETCHARG)")		\
	X(BAD_DEREF_OFFSET, EINVAL,					\
	  "offset '%.*s': write +OFFS(FETCHARG) or -OFFS(FETCHARG), OFFS a number of at most 63 bits") \
	X(DEREF_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing: write +OFFS(FETCHARG)")			\
	X(TOO_MANY_DEREFS, E2BIG,					\
	  "this takes %u steps, at most %u are taken (each +OFFS(...), array and bit field is one, @SYM is three): nest less") \
	X(TEXT_DEREF, EINVAL,						\
	  "%.*s is a text and not an address: write it outside of +OFFS(...)") \
	X(VAR_DEREF, EINVAL,						\
	  "%.*s is not an address, there is no memory behind it: write it outside of +OFFS(...)") \
	/* arguments: at a call's entry */				\
	X(ENTRY_ON_P, EINVAL,						\
	  "$entry(...) is for return probes, at %.*s there is no other moment: write the FETCHARG itself") \
	X(ENTRY_NO_BRACE, EINVAL,					\
	  "no '(' after %s: write %s(FETCHARG)")			\
	X(ENTRY_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing: write %s(FETCHARG), a type follows the last ')'") \
	X(ENTRY_EXTRA, EINVAL,						\
	  "'%.*s' after %s(...): only ')' and :TYPE can follow")	\
	X(IN_ENTRY, EINVAL,						\
	  "%.*s cannot stand in $entry(...): write it without, or take there what is known at entry, $argN, %%REG, $stackN, @SYM, $comm") \
	/* arguments: after the probed instruction */			\
	X(AFTER_NOT_P, EINVAL,						\
	  "$after(...) is for p at an instruction of the kernel, %.*s here has no instruction behind it: write p SYM+OFFS") \
	X(AFTER_LATE, EINVAL,						\
	  "the event was planted without $after(...), which a filter cannot add: remove the event and give the condition with the line") \
	X(IN_AFTER, EINVAL,						\
	  "%.*s cannot stand in $after(...): write it without, or take there what the instruction may change, %%REG, $stackN, @SYM, +OFFS(...)") \
	X(AFTER_COUNTED, EINVAL,					\
	  "beside $after() values of the moment before are of a fixed size: write [N], or take '%.*s' after the instruction, as $after(...)") \
	X(AFTER_STACK, EINVAL,						\
	  "beside $after() there is no %.*s: take it by a second p at the same place") \
	/* filters and actions: what they take */			\
	X(OPERAND_BAD, EINVAL,						\
	  "'%.*s' is not a value here: write an argument's NAME, a $VARIABLE, a %%REG, +OFFS(...) or @SYM") \
	X(OPERAND_NO_NAME, EINVAL,					\
	  "no argument '%.*s': there are %.100s; variables start with $, as $retval, registers with %%") \
	X(TOO_MANY_OPERANDS, E2BIG,					\
	  "more than %u values that are not arguments: make some of them arguments") \
	/* filters and actions */					\
	X(COND_EMPTY, EINVAL,						\
	  "nothing to test: write NAME OP VALUE, as in n > 4096 or $comm == \"sh\"") \
	X(COND_TOO_LONG, E2BIG,						\
	  "the filter has %u characters, at most %u are taken")		\
	X(COND_TOO_DEEP, E2BIG,						\
	  "more than %u nested parentheses: write the filter flatter")	\
	X(COND_TOO_MANY_TESTS, E2BIG,					\
	  "more than %u comparisons in the filter: split the event, or take a glob for several strings") \
	X(COND_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing at the end of the filter")			\
	X(COND_EXTRA, EINVAL,						\
	  "'%.*s' does not belong here: comparisons are joined with && and ||, grouped with ( and )") \
	X(COND_NO_OPERAND, EINVAL,					\
	  "a value is missing: left stands an argument's NAME, a $VARIABLE or a %%REG, right a number, a \"string\" or another of these") \
	X(COND_CONST_LEFT, EINVAL,					\
	  "a constant stands at the right: write NAME OP %.*s")		\
	X(COND_NO_OP, EINVAL,						\
	  "after %.*s comes a comparison: == != < <= > >= & for numbers, == != ~ for strings, == != in for addresses") \
	X(COND_STRING_OP, EINVAL,					\
	  "%.*s is a string: == != and ~ (a glob) go with it")		\
	X(COND_NUMBER_OP, EINVAL,					\
	  "%.*s is a number: == != < <= > >= and & (common bits) go with it") \
	X(COND_ADDRESS_OP, EINVAL,					\
	  "%.*s is an address: == != and in (a net, ADDRESS/BITS) go with it") \
	X(COND_CGROUP_PATH, EINVAL,					\
	  "behind '$cgroup in' stands the path of a cgroup, as \"/system.slice\", or of its directory") \
	X(COND_NEED_ADDRESS, EINVAL,					\
	  "%.*s is an address, %s: compare it with one, written as %s") \
	X(COND_BAD_NET, EINVAL,						\
	  "'%.*s' is no net: write in ADDRESS/BITS, as %s/%u, BITS (how many of the first bits are the same) in decimal") \
	X(COND_NEED_STRING, EINVAL,					\
	  "%.*s is a string: compare it with a text in quotes, as \"sh\"")	\
	X(COND_NO_SYMBOL, EINVAL,						\
	  "'%.*s' is no %s: write a name, as %s, or a number")		\
	X(COND_NO_VALUE, EINVAL,					\
	  "'%.*s' is neither an argument nor a value of enum %.60s: write a name, as %.60s, or a number") \
	X(COND_NEED_NUMBER, EINVAL,					\
	  "%.*s is a number: compare it with a number or with another value that is one") \
	X(COND_STRING_OPEN, EINVAL,					\
	  "a '\"' is missing at the string's end (a '#' starts a comment, also in quotes; write \\\" for a quote in a string)") \
	X(COND_GLOB_TOO_LONG, E2BIG,					\
	  "the pattern has %u characters, at most %u are taken: matching takes time with each")	\
	X(COND_BAD_ESCAPE, EINVAL,					\
	  "in a string \\ stands before \" and \\ only: write \\\\ for a backslash, as in \"a\\\\*\" for a glob with a plain *") \
	X(COND_ARRAY, EINVAL,						\
	  "%.*s is an array, a test takes one value: name an element by its own +OFFS(...)") \
	X(COND_STACK, EINVAL,						\
	  "%.*s is a stack trace, a test takes one value: test $caller or $func instead") \
	X(COND_BAD_NUMBER, EINVAL,					\
	  "'%.*s' is not a number: write 10, 0xa or 012, then ns us ms s for a time or K M G (1024) for a size") \
	X(COND_NUMBER_TOO_BIG, EINVAL,					\
	  "%.*s is more than 64 bits hold, or below 0 more than 63")	\
	X(COND_NO_FIT, EINVAL,						\
	  "%.*s does not fit %.*s, %s of %u bits: give that a wider type, such as u64") \
	X(COND_NEGATIVE, EINVAL,					\
	  "%.*s is unsigned (%s), it is never %.*s: give it a signed type, such as s64") \
	X(COND_UNSIGNED, EINVAL,					\
	  "%.*s is unsigned (%s), < 0 never and >= 0 always holds: give it a signed type, such as s64") \
	X(COND_SIGNS, EINVAL,						\
	  "%.*s is %s and %.*s is %s, one with a sign and one without: give both types of one kind, as :s64 or :u64") \
	X(COND_DO, EINVAL,						\
	  "a filter is a condition alone: 'do' stands in the line that makes the event") \
	X(DO_EMPTY, EINVAL,						\
	  "nothing behind 'do': write one of emit" KPCTL_ACTION_FORMS ", start by KEY, or several parted by ','") \
	X(DO_TOO_LONG, E2BIG,						\
	  "the actions have %u characters, at most %u are taken")	\
	X(DO_IF, EINVAL,						\
	  "the condition stands before the actions: write if EXPR do ACTION")	\
	X(DO_NO_ACTION, EINVAL,						\
	  "an action is missing here: write one of emit" KPCTL_ACTION_FORMS ", start by KEY, or leave the ',' out") \
	X(DO_BAD_ACTION, EINVAL,					\
	  "no action '%.*s'; there are: emit, stop, stop(N), print, print(N), call(NAME)" KPCTL_ACT_FORMS KPCTL_ACTION_FORMS ", start, the last with [by KEY,...] [size=N] [top=N]") \
	X(DO_TOO_MANY, E2BIG,						\
	  "more than %u actions beside emit: put the others into a second event on the same place") \
	X(DO_SAME, EINVAL,						\
	  "the same is counted before: leave one of the two out, or give them other keys") \
	X(DO_EMIT_TWICE, EINVAL,					\
	  "emit stands here a second time: a hit is emitted once, leave it out") \
	X(DO_STOP_TWICE, EINVAL,					\
	  "stop stands here a second time: recording stops once, leave it out") \
	X(DO_BAD_STOP, EINVAL,						\
	  "'%.*s': write stop, or stop(N) with the number of events, 1 to %u, that are to be recorded before it") \
	X(DO_PRINT_TWICE, EINVAL,					\
	  "print stands here a second time: a hit is printed once, leave it out") \
	X(DO_BAD_PRINT, EINVAL,						\
	  "'%.*s': write print, or print(N) with the number of lines, 1 to %u, that a second may have") \
	X(DO_CALL_NO_VALUE, EINVAL,					\
	  "a value is missing: write call(NAME, VALUE), or call(NAME) for a function that takes none") \
	X(DO_CALLS_MANY, E2BIG,						\
	  "more than %u functions are called: let one of them call the others, or write a second event on the same place") \
	/* actions that act on what was hit */				\
	X(ACT_TWICE, EINVAL,						\
	  "%s stands here a second time: leave one of the two out")	\
	X(ACT_BAD_VALUE, EINVAL,					\
	  "'%.*s' is nothing to return: write %s(V), V a number, or an error's name as in %s(-EIO)") \
	X(ACT_NO_MINUS, EINVAL,						\
	  "functions return errors as negative numbers: write %s(-%.*s)")	\
	X(ACT_BAD_SIGNAL, EINVAL,					\
	  "'%.*s' is no signal: write signal(SIGUSR1), a name or a number from 1 to %u") \
	X(ACT_TAKES_NOTHING, EINVAL,					\
	  "%s takes no value: write %s alone")				\
	X(ACT_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing behind the value of %s: no white space stands before it") \
	X(ACT_EXTRA, EINVAL,						\
	  "'%.*s' does not belong here: 1 in N, first N, limit=N and for=TIME follow, parted by white space") \
	X(ACT_SURE, EINVAL,						\
	  "a '!' goes with return and skip, whose functions are looked at: leave it out") \
	X(ACT_OPTION_TWICE, EINVAL,					\
	  "'%.*s': this action has one of that already, leave it out")	\
	X(ACT_BAD_PICK, EINVAL,						\
	  "'%.*s': write 1 in N for each N-th hit, or first N, N from 1 to %u") \
	X(ACT_BAD_LIMIT, EINVAL,					\
	  "'%.*s': write limit=N for at most N hits, to %u, or limit=N/s for N in a second, to %u") \
	X(ACT_BAD_FOR, EINVAL,						\
	  "'%.*s' is no time from 1ms on: write for=10s, or for=500ms")	\
	X(ACT_NOT_RETURN, EINVAL,					\
	  "return(V) changes what a function of the kernel returns: take r, or f with %%return, instead of %.*s") \
	X(ACT_NOT_ENTRY, EINVAL,					\
	  "skip leaves out the body of a function of the kernel: it goes with p SYM and f SYM, at the entry")	\
	X(ACT_NO_TASK, EINVAL,						\
	  "a signal goes to the task that hit, and a timer interrupts any task: take another kind of probe") \
	X(ACT_NO_COND, EINVAL,						\
	  "%s for every call can make the machine unusable: write a condition before do, as if $pid == 123") \
	X(ACT_ONE_FUNCTION, EINVAL,					\
	  "%s is for one function by its name: write a line for each, which may share an event's name")	\
	X(ACT_NO_TYPES, EINVAL,						\
	  "what %.80s returns is not known, there are no types of it: a '!' behind %s says that you know") \
	X(ACT_BAD_TYPE, EINVAL,						\
	  "%.80s returns something other than an integer, a pointer, a bool or an enum: that cannot be replaced") \
	X(ACT_VOID, EINVAL,						\
	  "%.80s returns nothing: no value can be given, 'skip' alone leaves its body out") \
	X(ACT_NOT_VOID, EINVAL,						\
	  "%.80s returns something: write skip(V), V what its caller is to get") \
	X(ACT_RISK, EINVAL,						\
	  "%.80s %.80s: a '!' behind skip says that you know")		\
	X(DO_EMIT_BY, EINVAL,						\
	  "emit hands out each hit by itself: 'by' and size= go with what adds up, as count") \
	X(DO_NO_BRACE, EINVAL,						\
	  "no '(' after %s: write %s(VALUE), as in %s($lat)")	\
	X(DO_NO_VALUE, EINVAL,						\
	  "%s() has no value: write an argument's NAME, a $VARIABLE or a %%REG in it, as in %s($lat)") \
	X(DO_BAD_VALUE, EINVAL,						\
	  "'%.*s' is not one number, as %s() needs: count by it instead") \
	X(DO_NOT_CLOSED, EINVAL,					\
	  "a ')' is missing: write %s(VALUE), with one value; keys follow it, as in %s($lat) by $comm") \
	X(DO_NO_KEY, EINVAL,						\
	  "a key is missing: write by KEY,KEY, each an argument's NAME, a $VARIABLE or a %%REG, then size=N") \
	X(DO_TOO_MANY_KEYS, E2BIG,					\
	  "more than %u keys: leave some out, or count them on their own") \
	X(DO_KEY_ARRAY, EINVAL,						\
	  "'%.*s' is an array, a key is one value: name an element by its own +OFFS(...)") \
	X(DO_KEY_TWICE, EINVAL,						\
	  "'%.*s' is a key of this action already: leave it out")	\
	X(DO_BAD_SIZE, EINVAL,						\
	  "'%.*s' is not a number: write size=N, for how many different keys there is to be room") \
	X(DO_SIZE_RANGE, EINVAL,					\
	  "size=%.*s: it goes from 1 to %u different keys")		\
	X(DO_BAD_TOP, EINVAL,						\
	  "'%.*s' is not a number: write top=N, for how many of the keys with most are to be kept") \
	X(DO_TOP_NO_KEY, EINVAL,					\
	  "top=N chooses among keys, and there is none: write by KEY before it") \
	X(DO_TOP_TIME, EINVAL,						\
	  "by time(...) keeps what is newest, top=N what is most: leave one of the two out") \
	X(DO_BAD_TIME, EINVAL,						\
	  "'%.*s' is no time: write time(1s), time(100ms), from 1us on")	\
	X(DO_TIME_FIRST, EINVAL,					\
	  "'%.*s' is the first key or none, as the oldest are pushed out by it: write it before the others") \
	X(DO_TOP_RANGE, EINVAL,						\
	  "top=%.*s: it goes from 1 to the table's size, here at most %u") \
	X(DO_EXTRA, EINVAL,						\
	  "'%.*s' does not belong here: an action goes ACTION [by KEY,KEY] [size=N] [top=N], a ',' parts it from the next") \
	/* spans */							\
	X(START_NO_KEY, EINVAL,						\
	  "no 'by' behind start: write start by KEY, by which the end finds it") \
	X(START_TWICE, EINVAL,						\
	  "start stands here a second time: a hit starts one span, put the other into a second event on the same place") \
	X(START_BAD_WITHIN, EINVAL,					\
	  "'%.*s' is not a time: write within=TIME, such as within=10s or within=500ms") \
	X(START_TOO_BIG, E2BIG,						\
	  "a start keeps %u bytes of arguments, at most %u can be: leave arguments out") \
	X(SINCE_NO_EVENT, EINVAL,					\
	  "an event is missing here: write since GRP/EVENT by KEY, EVENT one that has 'do start'") \
	X(SINCE_NO_START, EINVAL,					\
	  "'%.*s' is no event of this session that starts spans: make it first, with 'do start by KEY'") \
	X(SINCE_NO_BY, EINVAL,						\
	  "no 'by' here: write %.*s %.*s by KEY")			\
	X(SINCE_NO_KEY, EINVAL,						\
	  "a key is missing: write by KEY,KEY, each an argument's NAME, a $VARIABLE or a %%REG") \
	X(SINCE_KEYS, EINVAL,						\
	  "%.64s/%.64s starts by %u keys: write as many here, in the same order") \
	X(SINCE_KEY_SORT, EINVAL,					\
	  "'%.*s' is %s, and the start's key is %s: the two never compare") \
	X(SINCE_TOO_MANY, E2BIG,					\
	  "more than %u of since and while: leave some out")		\
	X(SINCE_TOO_LONG, E2BIG,					\
	  "since and while have %u characters, at most %u are taken")	\
	X(SINCE_TWO, EINVAL,						\
	  "'%.*s' is an argument of more than one start: write %.64s.%.*s, or the other event") \
	X(SINCE_NOT_KEPT, EINVAL,					\
	  "'%.*s' is as long as the hit says: of a start such a value is not kept") \
	X(SINCE_NOT_NUMBER, EINVAL,					\
	  "'%.*s' is not a number: name it alone, without a type and without +OFFS()") \
	X(SINCE_LAT_KEY, EINVAL,					\
	  "%.*s is known once a span was found by these keys: write it in front, in if or in do")

/* Refusals by the module when a line is carried out. */
#define KPCTL_PLANT_ERRORS(X)						\
	/* the place; %.80s: the place as written */			\
	X(NO_SYMBOL, ENOENT,						\
	  "no such symbol: %.80s; look it up in /proc/kallsyms, the compiler may have inlined it or added .isra.0 or .constprop.0") \
	X(NO_DATA_SYMBOL, ENOENT,					\
	  "no such symbol: %.80s; look it up in /proc/kallsyms")	\
	X(NO_CGROUP, ENOENT,						\
	  "no cgroup is called %.80s: write its path as it is in /proc/PID/cgroup behind 0::, or its directory") \
	X(NO_CALL, ENOENT,						\
	  "no module has registered a function %.40s: load the one that does; the file helpers lists those that are there") \
	X(CALL_VALUES, EINVAL,						\
	  "%.40s takes %u values, and the line gives %u: the file helpers lists how many each takes") \
	X(CGROUP_NO_WAY, EOPNOTSUPP,					\
	  "%.80s: this kernel keeps the tasks of the cgroup's hierarchy in a way that is not known") \
	X(SAME_NAME, EADDRNOTAVAIL,					\
	  "%u functions are called %.80s: take one by its address, or by MOD:SYM where a module has but one; check lists them") \
	X(OFFSET_BEYOND, EINVAL,					\
	  "%.80s is beyond the end of the function, which has 0x%x bytes: SYM+ written to check lists the places") \
	X(INSIDE_OF_ONE, EINVAL,					\
	  "the + at the end lists the places in one function: write [MOD:]SYM+") \
	X(INSIDE_NOT_TRIED, EINVAL,					\
	  "this is the last function of its module, at whose end trials are not safe: check places one by one") \
	/* types of the kernel and of modules */			\
	X(NO_BTF, EINVAL,						\
	  "this kernel has no types (CONFIG_DEBUG_INFO_BTF, CONFIG_KALLSYMS_ALL): write $argN, and +OFFS(POINTER) for a member") \
	X(NO_BTF_OF_MODULE, EINVAL,					\
	  "module %.60s has no types here: it is not loaded, or was built without them or for another kernel; write $argN, and +OFFS(POINTER) for a member") \
	X(OTHER_KERNEL, EINVAL,						\
	  "the line is for the kernel with build-id %.*s, this one has %.40s: resolve the line by this kernel's types (kplint --resolve)") \
	X(OTHER_MODULE, EINVAL,						\
	  "the line is for a module %.60s with build-id %.*s, it has %.40s: resolve the line by its types (kplint --resolve)") \
	X(TYPE_CHANGED, EINVAL,						\
	  "'%.80s' has another type in the module that came back: remove the event, and write its line again") \
	X(PARKED, 0,							\
	  "module %.60s is %.60s: the probe is parked and planted when it comes") \
	X(MODULE_GOING, ENOENT,						\
	  "module %.60s is being unloaded: try again when it is gone or loaded again") \
	X(BLACKLISTED, EINVAL,						\
	  "%.80s is blacklisted: kprobes and what they rely on run through it (NOKPROBE, noinstr); probe one of its callers") \
	X(DANGEROUS, EINVAL,						\
	  "%.80s must not be probed, though the kernel would let it: %s; probe one of its callers") \
	X(NOT_CODE, EINVAL,						\
	  "%.80s is not code: name a function, listed as t or T in /proc/kallsyms") \
	X(INIT_CODE, EINVAL,						\
	  "%.80s is init code, its memory was freed when the boot or the module's load was over") \
	X(PADDING, EINVAL,						\
	  "%.80s is padding in front of a function: name the function itself") \
	X(NOT_BOUNDARY, EILSEQ,						\
	  "%.80s is in the middle of an instruction: SYM+ written to check lists where instructions begin") \
	X(NOT_STEPPABLE, EINVAL,					\
	  "the instruction at %.80s cannot be single-stepped out of line: take the one before or after it") \
	X(RESERVED_SPOT, EINVAL,					\
	  "the kernel itself rewrites the code at %.80s (jump label, static call or BUG): take an instruction next to it") \
	X(STATIC_CALL_TRAMP, EINVAL,					\
	  "%.80s is a static call's trampoline, the kernel rewrites it under a probe: name the function it calls") \
	X(TEXT_END, EINVAL,						\
	  "%.80s is in the last function of its module, the optimizer would read past the end of the text: probe its entry or a caller") \
	X(ARG_NOT_ENTRY, EINVAL,					\
	  "$argN holds only at a function's entry, SYM without an offset: here name a register, as in %%di (arguments come in" KPCTL_REG_ARG_NAMES ")") \
	X(ACT_OFF, EPERM,						\
	  "%s is off: load the module with act=%s, or several parted by ',', if it may change how the kernel runs") \
	X(ACT_LOCKED, EPERM,						\
	  "%s changes how the kernel runs, and the kernel is locked down") \
	X(ACT_FILTER, EINVAL,						\
	  "a line with %s needs a condition: write another one here, or remove the line") \
	X(SKIP_NOT_FTRACE, EINVAL,					\
	  "ftrace has no call at the entry of %.80s, only there a body can be left out: take r and return(V)") \
	X(AFTER_ON_FTRACE, EINVAL,					\
	  "at %.80s the probe stands on ftrace's call, with no instruction behind it: take the next place, %.80s") \
	X(RETURN_NOT_ENTRY, EINVAL,					\
	  "%.80s is not a function's entry, a return probe stands at one: name the function, or use p here") \
	X(RETURN_EXCLUDED, EINVAL,					\
	  "%.80s does not return where it was called from, return probes leave it out: use p") \
	X(CANNOT_PLANT, EINVAL,						\
	  "the kernel refuses a probe at %.80s, error %d")		\
	X(NO_SPLIT, EOPNOTSUPP,						\
	  "$oncpu, $blocked and $runq need the kernel's tracepoints sched_switch, sched_wakeup and sched_process_free, which cannot be hooked, error %d: take $lat alone") \
	/* a set of functions */					\
	X(SET_NO_MATCH, ENOENT,						\
	  "no function that can be traced is called %.80s: they are listed in available_filter_functions of tracefs") \
	X(SYS_NO_MATCH, ENOENT,						\
	  "no system call of this kernel that can be probed is called %.80s: write sys:* to check for a list") \
	X(SYS_NEAR, ENOENT,						\
	  "no system call of this kernel that can be probed is called %.80s; near: %.64s") \
	X(SET_ALL_OUT, EINVAL,						\
	  "what these patterns take in their !patterns leave out again, nothing is left") \
	X(SET_LEFT_OUT, EINVAL,						\
	  "%.80s is left out of all %s (%.60s): nothing else matches") \
	X(SET_FTRACE_OFF, EBUSY,					\
	  "function tracing is off: write 1 to /proc/sys/kernel/ftrace_enabled, or use p") \
	X(SET_UNKNOWN, EIO,						\
	  "what this kernel keeps in its function filter is not what is known of it, sets would be wrong: use p") \
	X(SET_NO_LIST, EIO,						\
	  "where this kernel lets no probe stand cannot be found out, a set of returns could end in it: use r") \
	X(SET_KERNEL, EINVAL,						\
	  "the kernel refuses this set of functions, error %d")		\
	/* tracepoints; %.80s: the name */				\
	X(POINT_NO_MATCH, ENOENT,					\
	  "no tracepoint is called %.80s: write 't *' to check for a list of all") \
	X(POINT_FEW_ARGS, EINVAL,					\
	  "%.80s has %u arguments, no $arg%u")				\
	X(POINT_UNKNOWN, EINVAL,					\
	  "how many arguments %.80s has cannot be found out (CONFIG_BPF_EVENTS, CONFIG_KALLSYMS_ALL): take none of them") \
	X(POINT_CFI, EOPNOTSUPP,					\
	  "this kernel checks the types of the handlers that tracepoints call (CONFIG_CFI): probe a function next to it") \
	X(POINT_KERNEL, EINVAL,						\
	  "the kernel refuses a probe at these tracepoints, error %d")	\
	/* samples */							\
	X(SAMPLE_NO_CYCLES, EOPNOTSUPP,					\
	  "cycles cannot be counted here, error %d: there is no PMU, as in many virtual machines; without the word cycles a clock takes the samples") \
	X(SAMPLE_KERNEL, EINVAL,					\
	  "the kernel refuses counters that take these samples, error %d") \
	/* watched memory; %.80s: the target as listed */		\
	X(WATCH_PER_CPU, EINVAL,					\
	  "%.80s is a variable that each CPU has for itself: write the address of one of them") \
	X(WATCH_OFF, EINVAL,						\
	  "%.80s does not begin at a multiple of %u, the number of bytes to watch: write a smaller LEN, or two lines") \
	X(WATCH_NOT_KERNEL, EINVAL,					\
	  "%.80s is no address of the kernel's memory")			\
	X(WATCH_CODE, EINVAL,						\
	  "%.80s is code, which the kernel changes elsewhere and runs without reading: use p") \
	X(WATCH_INIT, EINVAL,						\
	  "%.80s was the boot's, its memory was freed when the boot was over") \
	X(WATCH_UNREADABLE, EFAULT,					\
	  "%.80s cannot be read: there is no memory")			\
	X(WATCH_IN_USE, ENOSPC,						\
	  "all %u watchpoints of a CPU are in use, by w, debuggers and perf: remove one of them") \
	X(WATCH_SILENT, EOPNOTSUPP,					\
	  "this machine takes watchpoints and reports no access, as a trial with a variable of ours has shown: its hypervisor does not have them") \
	X(WATCH_CAPABLE, EPERM,						\
	  "the kernel lets its memory be watched by CAP_SYS_ADMIN alone, and this process does not have it") \
	X(WATCH_KERNEL, EINVAL,						\
	  "the kernel refuses to watch %.80s, error %d: what each entry into the kernel uses cannot be watched") \
	/* places in programs; %.80s: the path */			\
	X(USER_PATH, ENOENT,						\
	  "'%.80s' cannot be opened, error %d: paths are looked up as the writer of the line sees them") \
	X(USER_NO_FILE, EINVAL,						\
	  "'%.80s' is not a file")					\
	X(USER_NO_ELF, ENOEXEC,						\
	  "'%.80s' is no program or library of this machine (64-bit ELF for x86-64)") \
	X(USER_BEYOND, EINVAL,						\
	  "'%.80s' has no such place: the file ends before it")	\
	X(USER_NO_UPROBES, EOPNOTSUPP,					\
	  "this kernel has no probes in programs (CONFIG_UPROBES)")	\
	X(USER_KERNEL, EINVAL,						\
	  "the kernel refuses a probe at this place in '%.80s', error %d: it must be the first byte of an instruction") \
	X(COND_ARGS, EINVAL,						\
	  "a tracepoint of this event has fewer arguments than the filter takes: remove it and give the filter with the line") \
	X(COND_REGS, EINVAL,						\
	  "the event sees only the registers of arguments, %%sp, %%bp, %%ax and %%ip: remove it and give the filter with the line") \
	/* permissions */						\
	X(LOCKDOWN, EPERM,						\
	  "the kernel is locked down, probes are off: see man 7 kprobectl-secureboot") \
	/* events; %.64s: GRP/EVENT's parts */				\
	X(DIFF_KIND, EEXIST,						\
	  "event %.64s/%.64s has probes of another kind (of the kinds" KPCTL_KIND_WORDS ", an event has one): take another name") \
	X(DIFF_ARGS, EEXIST,						\
	  "event %.64s/%.64s is there with other arguments: write the same names, types and number, or another event") \
	X(DIFF_SPANS, EEXIST,						\
	  "event %.64s/%.64s is there and starts, takes or looks at spans otherwise: write the same, or another event") \
	X(START_IN_USE, EBUSY,						\
	  "%.64s/%.64s names this start in its since or while: remove that event first, or both at once") \
	X(SAME_PROBE, EEXIST,						\
	  "event %.64s/%.64s has this very probe already: change place or arguments, or take another name") \
	X(NO_SUCH_PROBE, ENOENT,					\
	  "event %.64s has no such probe: write place and arguments as control lists them") \
	X(AGGR_MEMORY, ENOMEM,						\
	  "the tables would take %u MiB, and there is not so much left of an eighth of the memory: write size=N with a smaller N, or remove events") \
	X(COND_SLOTS, E2BIG,						\
	  "the filter needs %u values kept at entry, a filter set later has room for %u: remove the event and give it with the line") \
	X(KEPT_TOO_BIG, E2BIG,						\
	  "the event keeps %u bytes of each call's entry, or of each hit's moment before $after(), at most %u can be: take fewer strings and arrays there") \
	X(COND_LISTED, E2BIG,						\
	  "with this filter the event's line has more than %u bytes and could not be listed: shorten it") \
	X(COND_BUSY, EBUSY,						\
	  "calls are still inside under %u earlier filters: try again when they have returned") \
	X(NO_SUCH_EVENT, ENOENT,					\
	  "no event %.64s: the list is in control")			\
	X(NO_SUCH_GROUP, ENOENT,					\
	  "no event in group %.64s: the list is in control")		\
	X(NAME_OF_FILE, EEXIST,						\
	  "'enable' is a file beside the events and groups: take another name") \
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

/* A quotation of the line in a sentence: enough to recognise the place, never the whole line. */
#define KPCTL_QUOTE_MAX	40
#define KPCTL_QUOTE(start, len)						\
	(int)((len) < KPCTL_QUOTE_MAX ? (len) : KPCTL_QUOTE_MAX), (start)

/* The sentences once more by name, for the compiler's format check only. */
#define X(name, no, text)						\
	static const char kpctl_text_##name[] __attribute__((__unused__)) = text;
KPCTL_ERRORS(X)
#undef X
__printf(1, 2)
int kpctl_err_check(const char *fmt, ...);	/* declared only: never called, has no body */

/* kpctl_err_set() by the code's name, with a format check: NO_SYMBOL, column, "foo" */
#define kpctl_err_fill(err, name, column, ...)				\
	((void)sizeof(kpctl_err_check(kpctl_text_##name, ##__VA_ARGS__)), \
	 kpctl_err_set(err, KPCTL_E_##name, column, ##__VA_ARGS__))

/* Fills in NO_MEMORY, for which no character of the line is to blame. Returns -ENOMEM. */
int kpctl_err_no_memory(struct kpctl_err *err);

/* The negative error number of a code; 0 for PARKED. */
int kpctl_err_errno(unsigned int code);

#endif /* KPCTL_SPEC_ERRORS_H */
