/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Our own variables: X(id, name, type, moment). A new variable is a line here, its
 * value in prog/vars.c, and a row of the manual's table.
 *
 *	moment	value at a call's return	a condition of a call is tested
 *	HIT	as at the return		at the return
 *	WHO	as at the return		at the entry: who calls
 *	TASK	the same at both		at the entry: who calls
 *	PLACE	the same at both		at the entry
 *	SPAN	the time between the two	at the return; kinds without calls have none
 *	DATA	of kinds that watch memory alone
 *
 * A call in which a thread other than the process's leader does an exec is an exception:
 * exec changes tid, and the return has the new tid.
 */
#ifndef KPCTL_SPEC_VARS_H
#define KPCTL_SPEC_VARS_H

#define KPCTL_VARS(X)							\
	X(LAT,		"lat",		NS,	SPAN)	/* from entry to return */ \
	X(ONCPU,	"oncpu",	NS,	SPAN)	/* of $lat: on a CPU */ \
	X(BLOCKED,	"blocked",	NS,	SPAN)	/* of $lat: asleep */	\
	X(RUNQ,		"runq",		NS,	SPAN)	/* of $lat: waiting for a CPU */ \
	X(PID,		"pid",		U32,	TASK)			\
	X(TID,		"tid",		U32,	TASK)			\
	X(NSPID,	"nspid",	U32,	TASK)	/* pid in the task's own pid namespace */ \
	X(PPID,		"ppid",		U32,	WHO)			\
	X(UID,		"uid",		U32,	WHO)			\
	X(CPU,		"cpu",		U32,	HIT)			\
	X(IDLE,		"idle",		U8,	WHO)	/* is nothing to do on the CPU? */ \
	X(CGROUP,	"cgroup",	CGROUP,	WHO)			\
	X(FUNC,		"func",		SYMBOL,	PLACE)	/* where the probe stands */ \
	X(CALLER,	"caller",	SYMBOL,	PLACE)	/* where the function returns to */ \
	X(STACKTRACE,	"stacktrace",	STACK,	HIT)			\
	X(USTACKTRACE,	"ustacktrace",	USTACK,	HIT)	/* of the task's program */ \
	X(VALUE,	"value",	X64,	DATA)	/* in the watched memory, after the access */ \
	X(OLD,		"old",		X64,	DATA)	/* there at the hit before */ \
	X(ADDR_OF,	"addr",		X64,	DATA)	/* of the watched memory */

/* " $lat $oncpu ..." */
#define KPCTL_VAR_STR(id, name, type, moment)	" $" name
#define KPCTL_VAR_NAMES				KPCTL_VARS(KPCTL_VAR_STR)

#endif /* KPCTL_SPEC_VARS_H */
