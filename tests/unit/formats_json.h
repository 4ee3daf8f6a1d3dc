/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f json of the whole stream; json_test.c has what is special. */

static void test_json(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	check_golden("json", text_of("json", st));
	fake_stop(&f, st);
}

/* The values of the events with all types, as jq has them; jq may round numbers beyond 2^53. */
static void test_json_read(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	text_of("json", st);
	CHECK_STR(shell("jq -c 'select(.event == \"g/num\") | .args | del(.c) | del(.l) | [.[]]' out"),
		  "[65535,4294967295,-128,-32768,-2147483648,255,65535,4294967295,443,3221225985]\n"
		  "[null,null,null,null,null,null,null,null,null,null]\n");
	CHECK_STR(shell("jq -c 'select(.event == \"g/named\") | .args | [.i, .m, .s, .c, .d, .o, .n, .v, .w[1], .x[0]]' out"),
		  "[\"2001:db8::1\",\"00:11:22:33:44:55\",9,12,8388609,524865,\"vfs_read\",[1,9],\"00:01:02:03:04:05\",\"fe80::2\"]\n"
		  "[\"::\",\"00:00:00:00:00:00\",200,99,4294967295,2147483651,null,[200,0],\"00:00:00:00:00:00\",\"::\"]\n"
		  "[null,null,null,null,null,null,null,null,null,null]\n");
	CHECK_STR(shell("jq -c 'select(.args.us // .args.ustacktrace) | .args.us // .args.ustacktrace' out"),
		  "[\"/no/such/prog+0x1010\",\"0x10\"]\n[\"/no/such/prog+0x1020\"]\n");
	fake_stop(&f, st);
}
