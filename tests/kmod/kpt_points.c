// SPDX-License-Identifier: GPL-2.0
/* Functions with tracepoints in them: a hit for each call. */
#include <linux/module.h>
#include <linux/tracepoint.h>

#include "kpt.h"

/* From 6.16 on, a tracepoint without an event has a _tp at its end, in C as elsewhere. */
#ifdef DECLARE_TRACE_EVENT
#define trace_bare	trace_kpt_point_bare_tp
#else
#define trace_bare	trace_kpt_point_bare
#endif

#define CREATE_TRACE_POINTS
#include "kpt_points.h"

noinline u64 kpt_point(u64 a, s32 b)
{
	kpt_count(point);
	trace_kpt_point(a, b, "text of a point");
	return a;
}

noinline u64 kpt_wide(u64 a, u64 h)
{
	kpt_count(wide);
	trace_kpt_point_wide(a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, h);
	return a;
}

noinline u64 kpt_bare(u64 a, u64 b)
{
	kpt_count(bare);
	trace_bare(a, b);
	return a;
}

static void call_points(unsigned int cpu, u64 i, u64 arg)
{
	kpt_point(cpu, i);
	kpt_wide(cpu, i);
}

int kpt_points_run(u64 n)
{
	return kpt_crew(call_points, n, 0);
}
