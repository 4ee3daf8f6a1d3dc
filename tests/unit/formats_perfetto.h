/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f perfetto, and the messages that are made by hand. */

#include "kpread_pb.h"

/* Varints by the example of the encoding's description, and at their ends. */
static void test_pb(void)
{
	static const unsigned char want[] = {
		0x08, 0x96, 0x01,				/* 1: 150 */
		0x12, 0x07, 't', 'e', 's', 't', 'i', 'n', 'g',	/* 2: "testing" */
		0x1a, 0x03, 0x08, 0x96, 0x01,			/* 3: { 1: 150 } */
		0x80, 0x01, 0x00,				/* 16: 0 */
		0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,
		0x08, 0x7f, 0x08, 0x80, 0x01,
		0x22, 0x00,					/* 4: {} */
	};
	struct kpr_buf b = { 0 };
	struct pb pb = { .to = &b };
	size_t start;

	pb_number(&pb, 1, 150);
	pb_string(&pb, 2, "testing");
	start = pb_begin(&pb, 3);
	pb_number(&pb, 1, 150);
	pb_end(&pb, start);
	pb_number(&pb, 16, 0);
	pb_number(&pb, 1, UINT64_MAX);
	pb_number(&pb, 1, 127);
	pb_number(&pb, 1, 128);
	start = pb_begin(&pb, 4);
	pb_end(&pb, start);
	KTAP_CHECK(!pb.failed && b.len == sizeof(want) && !memcmp(b.data, want, b.len));
	b.len = 0;
	/* a message whose length takes two bytes */
	start = pb_begin(&pb, 5);
	pb_raw(&pb, "0123456789012345678901234567890123456789012345678901234567890123456789", 70);
	pb_raw(&pb, "0123456789012345678901234567890123456789012345678901234567890123456789", 70);
	pb_end(&pb, start);
	KTAP_CHECK(b.len == 143 && !memcmp(b.data, "\x2a\x8c\x01""0123", 7) && b.data[142] == '9');
	kpr_buf_free(&b);
}

static const char *perfetto_decode(void)
{
	return shell("protoc --proto_path=%s/.. --decode=Trace formats_perfetto.proto <out", GOLDEN);
}

static void test_perfetto_read(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	CHECK_STR(run_to("perfetto", "out", st, &incomplete), "");
	check_golden("perfetto", perfetto_decode());
	/* no field is unknown: those are printed by number */
	CHECK_STR(shell("protoc --proto_path=%s/.. --decode=Trace formats_perfetto.proto <out | grep -c '^ *[0-9]'", GOLDEN), "0\n");
	fake_stop(&f, st);
}

/* A program that sorts packets by time, and keeps those of one time in order, finds each end's call. */
static void test_perfetto_order(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = tree_stream(&f);
	put_tree(&f, 7, KSYS, 1000, 1000, 1);
	put_tree(&f, 7, DO_IT, 1000, 2000, 2);
	put_tree(&f, 7, MOD, 2000, 3000, 3);
	put_tree(&f, 7, VFS, 1000, 3000, 4);
	put_tree(&f, 0, VFS, 2000, 3000, 5);
	CHECK_STR(run_to("perfetto", "out", st, &incomplete), "");
	CHECK_STR(shell("protoc --proto_path=%s/.. --decode=Trace formats_perfetto.proto <out | awk '"
			"/timestamp:/ { t = $2 } /type: SLICE/ { s = $2 } /track_uuid/ { u = $2 } "
			"/ name: .[a-z_]*_/ && s ~ /B/ { n = $2 } "
			"/^}/ && s { print t, s, u, s ~ /B/ ? n : \"-\"; s = \"\" }' | sort -s -n -k 1,1", GOLDEN),
		  "1000 SLICE_BEGIN 4294967303 \"vfs_read\"\n1000 SLICE_BEGIN 4294967303 \"do_it\"\n"
		  "1000 SLICE_BEGIN 4294967303 \"ksys_read\"\n1000 SLICE_END 4294967303 -\n"
		  "2000 SLICE_END 4294967303 -\n2000 SLICE_BEGIN 4294967303 \"mod_fn\"\n"
		  "2000 SLICE_BEGIN 17179869184 \"vfs_read\"\n3000 SLICE_END 4294967303 -\n"
		  "3000 SLICE_END 4294967303 -\n3000 SLICE_END 17179869184 -\n");
	fake_stop(&f, st);
}

static void test_terminal(void)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);
	struct kpr_stream *st;
	struct fake f;

	st = begin_stream(&f);
	KTAP_CHECK(fd >= 0 && isatty(fd));
	stderr_away();
	KTAP_CHECK(!format_choose(&out, "perfetto"));
	out.fd = fd;
	out.stream = st;
	KTAP_CHECK(output_open(&out) == -EINVAL);
	CHECK_STR(stderr_back(), "kpread: -f: this format is no text: name a file by -o (see kpread -h)\n");
	end_run();
	KTAP_CHECK(!format_choose(&out, "chrome"));
	out.fd = fd;
	out.stream = st;
	KTAP_CHECK(!output_open(&out));
	close(fd);
	end_run();
	fake_stop(&f, st);
}
