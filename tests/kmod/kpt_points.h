/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints with known arguments, and who is called when:
 *
 *	kpt_point	three arguments, one of each kind
 *	kpt_point_wide	eight: three of them come on the stack
 *	kpt_point_bare	two, and no event of tracefs; newer kernels call it kpt_point_bare_tp
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM kpt

#if !defined(KPT_POINTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define KPT_POINTS_H

#include <linux/tracepoint.h>

TRACE_EVENT(kpt_point,
	TP_PROTO(u64 a, s32 b, const char *text),
	TP_ARGS(a, b, text),
	TP_STRUCT__entry(__field(u64, a) __field(s32, b)),
	TP_fast_assign(__entry->a = a; __entry->b = b;),
	TP_printk("a=%llu b=%d", __entry->a, __entry->b)
);

TRACE_EVENT(kpt_point_wide,
	TP_PROTO(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u32 g, u64 h),
	TP_ARGS(a, b, c, d, e, f, g, h),
	TP_STRUCT__entry(__field(u64, a) __field(u64, h)),
	TP_fast_assign(__entry->a = a; __entry->h = h;),
	TP_printk("a=%llu h=%llu", __entry->a, __entry->h)
);

DECLARE_TRACE(kpt_point_bare,
	TP_PROTO(u64 a, u64 b),
	TP_ARGS(a, b)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE kpt_points
#include <trace/define_trace.h>
