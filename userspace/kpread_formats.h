/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The formats of kpread -f: X(id, name, help). A new format is a line here, its file
 * kpread_ID.c, which defines the callbacks `format_ID` (struct format, kpread.h), and a
 * row of the manual's table. The option, its help and its refusal are made of this table.
 */
#ifndef KPREAD_FORMATS_H
#define KPREAD_FORMATS_H

#define KPREAD_FORMATS(X)						\
	X(text, text, "a line for each event, as in tracefs's trace")	\
	X(json, json, "an object for each event, one a line")		\
	X(csv, csv, "a table for each event, in a folder (-o)")	\
	X(folded, folded, "stacks and counts, for flame graphs; folded=lat: durations") \
	X(chrome, chrome, "trace events of JSON, for Perfetto and chrome://tracing")	\
	X(tree, tree, "calls in each other, as function_graph prints them")	\
	X(perfetto, perfetto, "a trace for ui.perfetto.dev and trace_processor")	\
	X(pprof, pprof, "a profile of stacks for pprof: how often, and for how long") \
	X(ctf, ctf, "a trace in the Common Trace Format, in a folder (-o)") \
	X(tracedat, trace.dat, "a trace for trace-cmd report and KernelShark")

/* " text ..." */
#define KPREAD_FORMAT_STR(id, name, help)	" " #name
#define KPREAD_FORMAT_NAMES		KPREAD_FORMATS(KPREAD_FORMAT_STR)

#endif /* KPREAD_FORMATS_H */
