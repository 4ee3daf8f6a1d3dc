/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a spec means, said a second time and as plainly as can be: no program, no
 * list of plain registers, no quick way; each argument is worked out from the
 * spec alone. Slow, and for tests only.
 */
#ifndef PROG_MODEL_H
#define PROG_MODEL_H

#include "fetch_host.h"
#include "prog/prog.h"

/* A hit of a `p` (entry), or a call from its entry to its return. */
struct world {
	struct pt_regs entry, ret;
	u64 func, caller, lat;
	struct kpctl_parts parts;
	struct kpctl_watched watched;
};

#define MODEL_FIXED	24	/* where the record's fixed slots end here */
#define MODEL_RECORD	65535

/* The record from MODEL_FIXED on, with room bytes for strings; returns its length. */
u32 model_record(const struct kpctl_spec *spec, const struct world *w, u32 room, u32 kept_room,
		 u8 *rec);

/*
 * Does the hit pass: at its time, or early, at the call's entry? *kept_cut says
 * whether of a string that was kept at entry something is missing.
 */
bool model_filter(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
		  const struct world *w, u32 kept_room, bool early, bool *kept_cut);

#endif /* PROG_MODEL_H */
