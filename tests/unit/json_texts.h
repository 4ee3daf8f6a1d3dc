/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of json_test.c: records, and the lines they become. */

static void test_numbers(void)
{
	static const struct shown t[] = {
		{ "a:u8@16 b:u64@24 c:s8@32 d:s64@40", { 0x1ff, UINT64_MAX, 0x80, 1ull << 63 }, 4,
		  ",\"args\":{\"a\":255,\"b\":18446744073709551615,\"c\":-128,"
		  "\"d\":-9223372036854775808}" },
		{ "a:x64@16 b:ns@24 c:be16@32 d:s32@40",
		  { UINT64_MAX, 1322000, 0xffff, UINT32_MAX }, 4,
		  ",\"args\":{\"a\":18446744073709551615,\"b\":1322000,\"c\":65535,\"d\":-1}" },
		{ "a:errno@16", { -2 }, 1, ",\"args\":{\"a\":-2}" },
		{ "a:u32@16 $names:0=OFF,1=ON@16 b:s32[3]@24 $names:-1=DOWN,2=UP@24",
		  { 1, 0x3ffffffff, 2 }, 3,
		  ",\"args\":{\"a\":1,\"b\":[-1,3,2]},"
		  "\"names\":{\"a\":\"ON\",\"b[0]\":\"DOWN\",\"b[2]\":\"UP\"}" },
		{ "a:u32@16 $names:0=OFF,1=ON@16", { 2 }, 1, ",\"args\":{\"a\":2}" },
		{ "", { 0 }, 0, ",\"args\":{}" },
	};

	CHECK_SHOWN(t);
}

static void test_symbols(void)
{
	static const struct shown t[] = {
		{ "a:symbol@16 b:symbol@24 c:symbol@32 d:symbol@40", { VFS, MOD, NOBODY, DATA }, 4,
		  ",\"args\":{\"a\":\"vfs_read+0x12/0x100\",\"b\":\"mod_fn+0x4/0x80 [testmod]\","
		  "\"c\":\"0xffffffffa0000000\",\"d\":\"some_\\\"data+0x8/0xd10\"}" },
		{ "a:ip4@16 b:ip6@24 c:mac@40",
		  { 0x010200c0, 0xb80d0120, 0x0100000000000000, 0x554433221100 }, 4,
		  ",\"args\":{\"a\":\"192.0.2.1\",\"b\":\"2001:db8::1\","
		  "\"c\":\"00:11:22:33:44:55\"}" },
	};

	CHECK_SHOWN(t);
}

/* A string of len bytes, its NUL included, right behind its slot. */
#define S(len, ...)	{ STR(len, 24), __VA_ARGS__ }
#define ARG(s)	",\"args\":{\"s\":\"" s "\"}"
#define RAW(hex)	",\"raw\":{\"s\":\"" hex "\"}"

static void test_strings(void)
{
	static const struct shown t[] = {
		{ "s:string@16", S(4, 0x636261), 2, ARG("abc") },
		{ "s:string@16", S(1, 0), 2, ARG("") },
		{ "s:ustring@16", { STR(4, 24) | CUT, 0x636261 }, 2,
		  ARG("abc") ",\"cut\":[\"s\"]" },
		{ "s:symstr@16", S(9, 0x646165725f736676, 0), 3, ARG("vfs_read") },
		/* "\ and newline, 01, DEL, escape */
		{ "s:string@16", S(7, 0x1b7f010a5c22), 2,
		  ARG("\\\"\\\\\\u000a\\u0001\\u007f\\u001b") },
		/* e acute, the euro, an emoji */
		{ "s:string@16", S(3, 0xa9c3), 2, ARG("\xc3\xa9") },
		{ "s:string@16", S(4, 0xac82e2), 2, ARG("\xe2\x82\xac") },
		{ "s:string@16", S(5, 0x80989ff0), 2, ARG("\xf0\x9f\x98\x80") },
		/* U+0085, U+009b: UTF-8, and a terminal would obey */
		{ "s:string@16", S(5, 0x9bc285c2), 2, ARG("\\u0085\\u009b") },
		/* no UTF-8: a byte alone, half a character, an overlong '/', half a pair */
		{ "s:string@16", S(4, 0x62ff61), 2, ARG("a\\ufffdb") RAW("61ff62") },
		{ "s:string@16", S(3, 0xc361), 2, ARG("a\\ufffd") RAW("61c3") },
		{ "s:string@16", S(3, 0xafc0), 2, ARG("\\ufffd\\ufffd") RAW("c0af") },
		{ "s:string@16", S(4, 0x80a0ed), 2, ARG("\\ufffd\\ufffd\\ufffd") RAW("eda080") },
		/* U+FFFD itself is none */
		{ "s:string@16", S(4, 0xbdbfef), 2, ARG("\xef\xbf\xbd") },
		/* cut within a character */
		{ "s:string@16", { STR(3, 24) | CUT, 0xc361 }, 2,
		  ARG("a\\ufffd") ",\"cut\":[\"s\"]" RAW("61c3") },
	};

	CHECK_SHOWN(t);
}

static void test_chars(void)
{
	static const struct shown t[] = {
		{ "s:char@16", { 'a' }, 1, ARG("a") },
		{ "s:char@16", { 0 }, 1, ARG("\\u0000") },
		{ "s:char@16", { '"' }, 1, ARG("\\\"") },
		{ "s:char@16", { 0xff }, 1, ARG("\\ufffd") RAW("ff") },
	};

	CHECK_SHOWN(t);
}

static void test_arrays(void)
{
	static const struct shown t[] = {
		{ "a:u8[3]@16 b:s16[2]@24 c:u64[1]@32", { 0x0302ff, 0x7fffffff, UINT64_MAX }, 3,
		  ",\"args\":{\"a\":[255,2,3],\"b\":[-1,32767],\"c\":[18446744073709551615]}" },
		{ "a:symbol[2]@16 b:ip4[2]@32 c:char[2]@40",
		  { VFS, KSYS, 0x04030201010200c0, 0xff61 }, 4,
		  ",\"args\":{\"a\":[\"vfs_read+0x12/0x100\",\"ksys_read+0x0/0xf0\"],"
		  "\"b\":[\"192.0.2.1\",\"1.2.3.4\"],\"c\":[\"a\",\"\\ufffd\"]},"
		  "\"raw\":{\"c[1]\":\"ff\"}" },
		{ "a:string[4]@16 b:string@48",
		  { STR(2, 56), STR(3, 58) | CUT, 0, STR(9, 72), 0, 0xff006300620061 }, 6,
		  ",\"args\":{\"a\":[\"a\",\"b\",null,null],\"b\":null},"
		  "\"cut\":[\"a[1]\"],\"fault\":[\"a[2]\",\"b\"],\"corrupt\":[\"a[3]\"]" },
		{ "a:string[2]@16", { STR(2, 32), STR(2, 34), 0xfe00ff }, 3,
		  ",\"args\":{\"a\":[\"\\ufffd\",\"\\ufffd\"]},"
		  "\"raw\":{\"a[0]\":\"ff\",\"a[1]\":\"fe\"}" },
		{ "a:x8[]@16 b:s16[]@24 c:u8[]@32 d:u32[]@40",
		  { STR(2, 48), STR(4, 56) | CUT, STR(0, 48), 0, 0xff01, 0x7fffffff }, 6,
		  ",\"args\":{\"a\":[1,255],\"b\":[-1,32767],\"c\":[],\"d\":null},"
		  "\"cut\":[\"b\"],\"fault\":[\"d\"]" },
		{ "a:ustring[]@16", { STR(24, 32) | CUT, 0, STR(2, 56), 0, STR(3, 58) | CUT, 0x62622061 }, 6,
		  ",\"args\":{\"a\":[\"a\",null,\"bb\"]},\"cut\":[\"a\",\"a[2]\"],\"fault\":[\"a[1]\"]" },
	};

	CHECK_SHOWN(t);
}

static void test_stacks(void)
{
	static const struct shown t[] = {
		{ "stacktrace:stack@16 n:u8@24", { STR(24, 32), 5, VFS, MOD, NOBODY }, 5,
		  ",\"args\":{\"stacktrace\":[\"vfs_read+0x12/0x100\","
		  "\"mod_fn+0x4/0x80 [testmod]\",\"0xffffffffa0000000\"],\"n\":5}" },
		{ "a:stack@16 b:stack@24", { STR(8, 32) | CUT, CUT, KSYS }, 3,
		  ",\"args\":{\"a\":[\"ksys_read+0x0/0xf0\"],\"b\":null},"
		  "\"cut\":[\"a\"],\"fault\":[\"b\"]" },
		{ "a:stack@16 b:stack@24", { STR(7, 32) | CUT, STR(16, 32), KSYS }, 3,
		  ",\"args\":{\"a\":null,\"b\":null},\"corrupt\":[\"a\",\"b\"]" },
	};

	CHECK_SHOWN(t);
}

static void test_faults(void)
{
	static const struct shown t[] = {
		{ "$fault@16 a:u8[2]@24 b:u8@32 c:char@40 d:symbol@48 e:ip4@56",
		  { 0x1d, 1, 2, 'x', VFS, 5 }, 6,
		  ",\"args\":{\"a\":null,\"b\":2,\"c\":null,\"d\":null,\"e\":null},"
		  "\"fault\":[\"a\",\"c\",\"d\",\"e\"]" },
		{ "s:string@16 t:ustring@24", { 0, CUT }, 2,
		  ",\"args\":{\"s\":null,\"t\":null},\"fault\":[\"s\",\"t\"]" },
	};

	CHECK_SHOWN(t);
}

static void test_corrupt(void)
{
	static const struct shown t[] = {
		{ "a:u8@24 b:u8[9]@16 c:string@16 d:ip6@16", { STR(9, 17) }, 1,
		  ",\"args\":{\"a\":null,\"b\":null,\"c\":null,\"d\":null},"
		  "\"corrupt\":[\"a\",\"b\",\"c\",\"d\"]" },
		{ "$ip@24 $lat@32 a:u8@16 b:u8@40", { 1 }, 1,
		  ",\"ip\":null,\"lat\":null,\"args\":{\"a\":1,\"b\":null},"
		  "\"corrupt\":[\"$ip\",\"$lat\",\"b\"]" },
		{ "a:u128@16 b:stack[2]@16 c:u128@24", { 1 }, 1,
		  ",\"args\":{\"a\":null,\"b\":null,\"c\":null},"
		  "\"corrupt\":[\"c\"],\"unknown\":[\"a\",\"b\"]" },
	};

	CHECK_SHOWN(t);
}

static void test_names(void)
{
	static const struct shown t[] = {
		{ "a:u8@16 b:u8@24 a:u8@32 a:u8@40", { 1, 2, 3, 4 }, 4,
		  ",\"args\":{\"a\":1,\"b\":2,\"a#3\":3,\"a#4\":4}" },
		{ "a:string@16 a:string@24", { 0, 0 }, 2,
		  ",\"args\":{\"a\":null,\"a#2\":null},\"fault\":[\"a\",\"a#2\"]" },
		/* not what the module's parser takes, but JSON all the same */
		{ "a\"\\:u8@16 \xff:u8@24 \xfe:u8@32 a#2:u8@40 a:u8@48", { 1, 2, 3, 4, 5 }, 5,
		  ",\"args\":{\"a\\\"\\\\#1\":1,\"?#2\":2,\"?#3\":3,\"a#2#4\":4,"
		  "\"a\":5}" },
	};

	CHECK_SHOWN(t);
}

static void test_own(void)
{
	static const struct shown t[] = {
		{ "$ip@16 ip:u8@24", { VFS, 1 }, 2,
		  ",\"ip\":\"vfs_read+0x12/0x100\",\"args\":{\"ip\":1}" },
		{ "$func@16 $retip@24 $lat@32 lat:u64@40", { VFS, KSYS, 1322000, 7 }, 4,
		  ",\"func\":\"vfs_read\",\"retip\":\"ksys_read+0x0/0xf0\",\"lat\":1322000,"
		  "\"args\":{\"lat\":7}" },
		{ "$new@16 $ip@16", { NOBODY }, 1, ",\"ip\":\"0xffffffffa0000000\",\"args\":{}" },
	};

	CHECK_SHOWN(t);
}

static const char tasks_1[] =
"{\"type\":\"event\",\"time\":667254356660123,\"cpu\":3,\"tid\":0,\"comm\":\"<idle>\","
"\"flags\":[\"irqs_off\",\"hardirq\"],\"preempt\":15,\"event\":\"g/e\",\"args\":{}}\n"
"{\"type\":\"event\",\"time\":667254356660124,\"cpu\":3,\"tid\":4194303,\"comm\":\"a\\\"\\\\?\","
"\"flags\":[\"irqs_off\",\"bh_off\",\"need_resched\",\"need_resched_lazy\",\"preempt_need_resched\",\"softirq\",\"hardirq\",\"nmi\",\"acted\"],"
"\"preempt\":0,\"event\":\"g/e\",\"args\":{}}\n"
"{\"type\":\"undescribed\",\"time\":667254356660125,\"cpu\":3,\"tid\":7,\"comm\":\"<...>\","
"\"flags\":[],\"preempt\":1,\"id\":17}\n";

static void test_tasks(void)
{
	const uint64_t t = 667254356660123;
	struct kpr_stream *st;
	struct fake f;

	st = start(&f, "16 armed p g/e sym\n");
	fake_comm(&f, t, 4194303, "a\"\\\n");
	fake_event(&f, 16, t, (KPCTL_CTX_IRQS_OFF | KPCTL_CTX_HARDIRQ |
			       15 << KPCTL_CTX_PREEMPT_SHIFT) << KPCTL_TID_BITS, NULL, 0);
	fake_size_ctx = 7;
	fake_event(&f, 16, t + 1, 0x3fu << KPCTL_TID_BITS | KPCTL_TID_MASK, NULL, 0);
	fake_size_ctx = 0;
	fake_event(&f, 17, t + 2, 1u << KPCTL_CTX_PREEMPT_SHIFT << KPCTL_TID_BITS | 7, NULL, 0);
	CHECK_STR(put_all(st), tasks_1);
	parse_later("-");
	fake_stop(&f, st);
}

static void put_note(struct fake *f, uint16_t id, uint32_t event, uint32_t n)
{
	const uint64_t slots[2] = { 99, n | (uint64_t)event << 32 };

	fake_event(f, id, 1, 7, slots, 2);
}

static void put_stop(struct fake *f, uint32_t event, uint32_t after)
{
	uint64_t slot = (uint64_t)event << 32 | after;

	fake_event(f, KPCTL_REC_STOPPED, 1, 7, &slot, 1);
}

static const char marks_1[] =
"{\"type\":\"lost\",\"time\":1,\"cpu\":3,\"count\":null}\n"
"{\"type\":\"lost\",\"time\":1,\"cpu\":3,\"count\":1628}\n"
"{\"type\":\"missed\"," TASK ",\"event\":\"g/e\",\"count\":3}\n"
"{\"type\":\"missed\"," TASK ",\"event\":null,\"count\":1}\n"
"{\"type\":\"throttled\"," TASK ",\"event\":\"g/e\",\"one_in\":16,\"left_out\":99}\n"
"{\"type\":\"throttled\"," TASK ",\"event\":\"g/e\",\"one_in\":1,\"left_out\":99}\n"
"{\"type\":\"throttled\"," TASK ",\"event\":null,\"one_in\":1,\"left_out\":99}\n"
"{\"type\":\"stopped\"," TASK ",\"event\":\"g/e\",\"after\":0}\n"
"{\"type\":\"stopped\"," TASK ",\"event\":null,\"after\":16}\n"
"{\"type\":\"corrupt\",\"time\":1,\"cpu\":3,\"bytes\":24}\n";

static void test_marks(void)
{
	const struct kpctl_rec bad = { .id = 16, .size_ctx = 12, .time = 1 };
	struct kpr_stream *st;
	struct fake f;

	fake_events = "16 armed p g/e sym\n";
	fake_init(&f, 3, 1 << 17, 0);
	f.meta->lost_detach = f.meta->lost_attach = 1000;
	st = fake_stream(&f, 1);
	fake_lost(&f, 1, 700);
	fake_lost(&f, 1, 2328);
	put_note(&f, KPCTL_REC_MISSED, 16, 3);
	put_note(&f, KPCTL_REC_MISSED, 18, 1);
	put_note(&f, KPCTL_REC_THROTTLED, 16, 16);
	put_note(&f, KPCTL_REC_THROTTLED, 16, 1);
	put_note(&f, KPCTL_REC_THROTTLED, 18, 0);
	put_stop(&f, 16, 0);
	put_stop(&f, 18, 16);
	fake_put(&f, &bad, sizeof(bad));
	fake_put(&f, "12345678", 8);
	fake_publish(&f);
	CHECK_STR(put_all(st), marks_1);
	parse_later("-");
	fake_stop(&f, st);
}

static const char run_1[] =
"{\"type\":\"begin\",\"version\":1,\"time\":5000000007,\"realtime\":1000000000000000007}\n"
"{\"type\":\"end\",\"time\":5000000007,\"complete\":true,\"events\":2,\"lost\":0,\"missed\":0,"
"\"nested\":0,\"norcu\":0,\"throttled\":0,\"corrupt_bytes\":0}\n"
"{\"type\":\"end\",\"time\":5000000007,\"complete\":false,\"events\":0,\"lost\":1,\"missed\":2,"
"\"nested\":3,\"norcu\":4,\"throttled\":5,\"corrupt_bytes\":6}\n"
"{\"type\":\"end\",\"time\":5000000007,\"complete\":false,\"events\":0,\"lost\":0,\"missed\":0,"
"\"nested\":null,\"norcu\":null,\"throttled\":null,\"corrupt_bytes\":0}\n";

static void test_run(void)
{
	static const struct summary complete = { .events = 2, .counters.known = true };
	static const struct summary incomplete = {
		.totals = { .lost = 1, .missed = 2, .corrupt = 6 },
		.counters = { .known = true, .nested = 3, .norcu = 4, .throttled = 5 },
	};
	static const struct summary unknown = { .events = 0 };

	out.buf.len = 0;
	KTAP_CHECK(!format_json.begin(&out));
	KTAP_CHECK(!format_json.end(&out, &complete));
	KTAP_CHECK(!format_json.end(&out, &incomplete));
	KTAP_CHECK(!format_json.end(&out, &unknown));
	CHECK_STR(text(), run_1);
	parse_later("-");
}
