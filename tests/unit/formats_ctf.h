/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f ctf. */

/* What babeltrace2 prints; its warnings of what was discarded come last. */
static const char *ctf_read(void)
{
	return shell("babeltrace2 --clock-date --clock-gmt ctf 2>warnings; sed 's/ in trace.*//' warnings");
}

static void test_ctf_read(void)
{
	struct kpr_stream *st;
	struct fake f;

	shell("rm -rf ctf");
	st = whole_stream(&f);
	CHECK_STR(run_to("ctf", "ctf", st, &incomplete), "");
	check_golden("ctf", ctf_read());
	fake_stop(&f, st);
}

/* CPUs have streams of their own, and a full packet is followed by another. */
static void test_ctf_packets(void)
{
	const uint64_t slots[] = { 1, 2, 3 };
	struct kpr_stream *st;
	struct fake f[2];
	unsigned int i;

	shell("rm -rf ctf");
	fake_events = "16 armed p g/int sym a:u8@16 a:u8@24 string:s8@32\n"
		      "17 armed r g/r sym $lat@16 lat:u64@24\n";
	fake_init(&f[0], 0, 1 << 20, 0);
	fake_init(&f[1], 5, 1 << 17, 0);
	st = fake_stream(f, 2);
	for (i = 0; i < 10000; i++)
		fake_event(&f[0], 16, T0 + i, 7, slots, 3);
	fake_event(&f[1], 17, T0 + 5, 7, slots, 2);
	fake_lost(&f[1], T0 + 6, 10);
	fake_lost(&f[1], T0 + 9, 15);
	CHECK_STR(run_to("ctf", "ctf", st, &(struct summary){ .counters.known = true }), "");
	CHECK_STR(shell("ls ctf; babeltrace2 ctf 2>/dev/null | grep -c g:int; babeltrace2 ctf 2>warnings | grep -v g:int | sed 's/^\\[.*) //'; sed 's/ between.*//' warnings"),
		  "cpu0\ncpu5\nmetadata\n10000\n"
		  "g:r: { cpu_id = 5 }, { tid = 7, flags = 0, preempt = 0, comm = \"<...>\" }, { lat_ns = 1, lat = 2, about = \"\" }\n"
		  "kprobectl:mark: { cpu_id = 5 }, { tid = 0, flags = 0, preempt = 0, comm = \"\" }, { mark = \"lost\", event = \"\", count = 10, one_in = 0 }\n"
		  "kprobectl:mark: { cpu_id = 5 }, { tid = 0, flags = 0, preempt = 0, comm = \"\" }, { mark = \"lost\", event = \"\", count = 5, one_in = 0 }\n"
		  "kprobectl:mark: { cpu_id = 0 }, { tid = 0, flags = 0, preempt = 0, comm = \"\" }, { mark = \"complete\", event = \"\", count = 0, one_in = 0 }\n"
		  "WARNING: Tracer discarded 10 events\nWARNING: Tracer discarded 5 events\n");
	kpr_stream_close(st);
	fake_exit(&f[0]);
	fake_exit(&f[1]);
}

/* The format is refused on standard output. */
static void check_refused_alone(const char *format)
{
	struct kpr_stream *st;
	struct fake f;

	st = begin_stream(&f);
	stderr_away();
	KTAP_CHECK(!format_choose(&out, format));
	out.stream = st;
	KTAP_CHECK(output_open(&out) == -EINVAL);
	CHECK_STR(stderr_back(), "kpread: -f ctf makes a folder: name it by -o (see kpread -h)\n");
	end_run();
	fake_stop(&f, st);
}

/*
 * Arguments that have one name, or a name of the kind's own fields or of a length, and words of
 * the language, are fields; standard output is refused.
 */
static void test_ctf_names(void)
{
	const uint64_t slots[] = { 1, 2, 3, 3, 4, 5, 6, 7 };
	struct kpr_stream *st;
	struct fake f;

	shell("rm -rf ctf");
	st = fake_start(&f, 3, "16 armed p g/int sym a:u8@16 a:u8@24 string:s8@32\n"
			"17 armed p g/own sym $ip@16 ip:u8@24 about:u8@32 lat_ns:u8@40 _x_length:u8@48 func_:u8@56\n",
			"/nowhere");
	fake_event(&f, 16, 1, 7, slots, 3);
	fake_event(&f, 17, 2, 7, slots + 2, 6);
	CHECK_STR(run_to("ctf", "ctf", st, &incomplete), "");
	CHECK_STR(shell("babeltrace2 ctf | sed -n 's/.*g:int.*}, //p; s/.*g:own.*}, { ip = \"[^\"]*\", //p'"),
		  "{ a = 1, a__2 = 2, string = 3, about = \"\" }\n"
		  "ip__1 = 3, about__2 = 4, lat_ns__3 = 5, _x_length__4 = 6, func_ = 7, about = \"\" }\n");
	fake_stop(&f, st);
	check_refused_alone("ctf");
}
