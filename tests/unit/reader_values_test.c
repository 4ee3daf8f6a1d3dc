// SPDX-License-Identifier: GPL-2.0-only
/* Arguments as text: every type, arrays, stacks, and what is wrong with them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader_fake.h"

#define LATER	(1ull << 60)	/* a pass that holds nothing back */
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static const char kallsyms[] =
	"ffffffff81000100 t vfs_read\n"
	"ffffffff81000200 T ksys_read\n"
	"ffffffff810002f0 d some_data\n"
	"ffffffff81000330 T end_of_it\n"
	"ffffffffc0001000 t mod_fn\t[testmod]\n"
	"ffffffffc0001080 t mod_last\t[testmod]\n";

#define VFS	0xffffffff81000112ull	/* vfs_read+0x12/0x100 */
#define KSYS	0xffffffff81000200ull
#define DATA	0xffffffff810002f8ull
#define MOD	0xffffffffc0001004ull
#define NOBODY	0xffffffffa0000000ull

/* One CPU, one description, and symbols */

static char ks_path[] = "/tmp/reader_values_test_XXXXXX";

static void write_kallsyms(const char *text)
{
	FILE *file = fopen(ks_path, "w");

	KTAP_CHECK(file && fputs(text, file) >= 0 && !fclose(file));
}

static struct kpr_stream *start(struct fake *f, const char *events)
{
	return fake_start(f, 0, events, ks_path);
}

/* What stands behind "e:" of one record of these bytes; padded with zeros. */
static const char *shown(struct fake *f, struct kpr_stream *st, const void *bytes, size_t n)
{
	static uint64_t slots[8192];
	static uint64_t time;
	const char *text, *args;

	memset(slots, 0, sizeof(slots));
	memcpy(slots, bytes, n);
	fake_event(f, 16, ++time, 1, slots, (n + 7) / 8);
	text = fake_text(st, LATER);
	args = strstr(text, ": e:");
	return args ? args + 4 : text;
}

struct shown {
	const char *events;
	uint64_t slots[12];
	unsigned int nr;	/* slots */
	const char *want;
};

static void check_shown(const struct shown *t, unsigned int nr)
{
	struct kpr_stream *st;
	struct fake f;

	for (; nr--; t++) {
		st = start(&f, t->events);
		CHECK_STR(shown(&f, st, t->slots, 8 * t->nr), t->want);
		fake_stop(&f, st);
	}
}

#define STR(len, off)	((uint64_t)(len) << 16 | (off))
#define CUT		((uint64_t)KPCTL_STR_CUT << 32)

#define VFS_TEXT	0x646165725f736676ull	/* "vfs_read" */

/* Types */

static void test_chars(void)
{
	static const struct {
		unsigned char c;
		const char *want;
	} t[] = {
		{ 'a', " c='a'\n" }, { ' ', " c=' '\n" }, { '~', " c='~'\n" },
		{ '\n', " c='\\n'\n" }, { '\t', " c='\\t'\n" }, { '\r', " c='\\r'\n" },
		{ 0, " c='\\x00'\n" }, { 0x1b, " c='\\x1b'\n" }, { 0x7f, " c='\\x7f'\n" },
		{ 0x9b, " c='\\x9b'\n" }, { 0xc3, " c='\\xc3'\n" }, { 0xff, " c='\\xff'\n" },
		{ '\'', " c='\\''\n" }, { '"', " c='\"'\n" }, { '\\', " c='\\\\'\n" },
	};
	struct kpr_stream *st;
	struct fake f;
	uint64_t v;
	unsigned int i;

	st = start(&f, "16 armed p g/e sym c:char@16\n");
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		v = 0x2020202020202000 | t[i].c;
		CHECK_STR(shown(&f, st, &v, 8), t[i].want);
	}
	fake_stop(&f, st);
}

static void put_missed(struct fake *f, uint64_t time, uint32_t event, uint32_t count)
{
	uint64_t slots[2] = { 99, count | (uint64_t)event << 32 };

	fake_event(f, KPCTL_REC_MISSED, time, 7, slots, 2);
}

static void test_missed(void)
{
	struct fake f;
	struct kpr_stream *st;

	fake_events = "16 armed r g/rd sym $func@16 $retip@24 $lat@32\n";
	fake_init(&f, 0, PAGE, 0);
	fake_comm(&f, 1000, 7, "cat");
	put_missed(&f, 2000, 16, 3);
	put_missed(&f, 3000, 17, 1);
	put_missed(&f, 4000, 5, 1);
	put_missed(&f, 5000, 0x10010, 1);
	st = fake_stream(&f, 1);
	CHECK_STR(fake_text(st, 1000000000),
		  "             cat-7       [000] ....      0.000002: rd: [MISSED 3 CALLS]\n"
		  "             cat-7       [000] ....      0.000003: ?: [MISSED 1 CALLS]\n"
		  "             cat-7       [000] ....      0.000004: ?: [MISSED 1 CALLS]\n"
		  "             cat-7       [000] ....      0.000005: ?: [MISSED 1 CALLS]\n");
	kpr_stream_close(st);
	fake_exit(&f);
}

static void put_throttled(struct fake *f, uint64_t time, uint32_t event, uint32_t one_in)
{
	uint64_t slots[2] = { 99, one_in | (uint64_t)event << 32 };

	fake_event(f, KPCTL_REC_THROTTLED, time, 7, slots, 2);
}

static void test_throttled(void)
{
	struct fake f;
	struct kpr_stream *st;

	fake_events = "16 armed p g/hot sym $ip@16\n";
	fake_init(&f, 0, PAGE, 0);
	fake_comm(&f, 1000, 7, "cat");
	put_throttled(&f, 2000, 16, 16);
	put_throttled(&f, 3000, 16, 1);
	put_throttled(&f, 4000, 17, 2);
	put_throttled(&f, 5000, 0x10010, 0);
	st = fake_stream(&f, 1);
	CHECK_STR(fake_text(st, 1000000000),
		  "             cat-7       [000] ....      0.000002: hot: [THROTTLED: 1 IN 16, LEFT OUT SO FAR 99]\n"
		  "             cat-7       [000] ....      0.000003: hot: [NOT THROTTLED ANY MORE, LEFT OUT SO FAR 99]\n"
		  "             cat-7       [000] ....      0.000004: ?: [THROTTLED: 1 IN 2, LEFT OUT SO FAR 99]\n"
		  "             cat-7       [000] ....      0.000005: ?: [NOT THROTTLED ANY MORE, LEFT OUT SO FAR 99]\n");
	kpr_stream_close(st);
	fake_exit(&f);
}

static void test_stopped(void)
{
	struct kpr_stream *st;
	struct fake f;
	uint64_t slot;

	fake_events = "16 armed p g/bad sym $ip@16\n";
	fake_init(&f, 0, PAGE, 0);
	fake_comm(&f, 1000, 7, "cat");
	slot = 16ull << 32;
	fake_event(&f, KPCTL_REC_STOPPED, 2000, 7, &slot, 1);
	slot = 16ull << 32 | 100;
	fake_event(&f, KPCTL_REC_STOPPED, 3000, 7, &slot, 1);
	slot = 0x10010ull << 32 | UINT32_MAX;
	fake_event(&f, KPCTL_REC_STOPPED, 4000, 7, &slot, 1);
	st = fake_stream(&f, 1);
	CHECK_STR(fake_text(st, 1000000000),
		  "             cat-7       [000] ....      0.000002: bad: [STOPS RECORDING]\n"
		  "             cat-7       [000] ....      0.000003: bad: [STOPS RECORDING AFTER 100 MORE EVENTS]\n"
		  "             cat-7       [000] ....      0.000004: ?: [STOPS RECORDING AFTER 4294967295 MORE EVENTS]\n");
	kpr_stream_close(st);
	fake_exit(&f);
}

static void test_symbols(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:symbol@16 b:symbol@24 c:symbol@32 d:symbol@40 e:symbol@48\n",
		  { VFS, MOD, NOBODY, DATA, 0 }, 5,
		  " a=vfs_read+0x12/0x100 b=mod_fn+0x4/0x80 [testmod] c=0xffffffffa0000000 "
		  "d=some_data+0x8/0x40 e=0x0\n" },
		{ "16 armed p g/e sym a:symbol[3]@16\n", { VFS, MOD, NOBODY }, 3,
		  " a={vfs_read+0x12/0x100,mod_fn+0x4/0x80 [testmod],0xffffffffa0000000}\n" },
		{ "16 armed p g/e sym $ip@16\n", { MOD }, 1, " (mod_fn+0x4/0x80 [testmod])\n" },
		{ "16 armed r g/e sym $func@16 $retip@24\n", { MOD, MOD }, 2,
		  " (mod_fn+0x4/0x80 [testmod] <- mod_fn)\n" },
		{ "16 armed p g/e sym s:symstr@16\n", { STR(9, 24), VFS_TEXT }, 3,
		  " s=\"vfs_read\"\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

static void test_durations(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:ns@16 b:ns@24 c:ns@32\n", { 0, 1322000, UINT64_MAX }, 3,
		  " a=0ns b=1.322ms c=18446744073.709s\n" },
		{ "16 armed p g/e sym a:ns[3]@16\n", { 999, 1000, UINT64_MAX }, 3,
		  " a={999ns,1.000us,18446744073.709s}\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

/* The longest name, numbers that are none of an error, and the lower half of a slot alone. */
static void test_errors(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:errno@16 b:errno@24 c:errno@32 d:errno@40 e:errno@48\n",
		  { -2, 0xfffffffa, -516, 2, -41 }, 5,
		  " a=-ENOENT b=-ENXIO c=-ERESTART_RESTARTBLOCK d=2 e=-41\n" },
		{ "16 armed p g/e sym a:errno[3]@16\n", { 0xfffffffeffffffff, 0x80000000 }, 2,
		  " a={-EPERM,-ENOENT,-2147483648}\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

#define ENUM	" $names:-5=DOWN,0=OFF,7=UP@16\n"

static void test_enums(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:s32@16" ENUM, { 0xfffffffb }, 1, " a=DOWN\n" },
		{ "16 armed p g/e sym a:u32@16" ENUM, { 0xfffffffb }, 1, " a=4294967291\n" },
		{ "16 armed p g/e sym a:u32@16" ENUM, { 0 }, 1, " a=OFF\n" },
		{ "16 armed p g/e sym a:u8@16" ENUM, { 0x107 }, 1, " a=UP\n" },
		{ "16 armed p g/e sym a:s64@16" ENUM, { -5 }, 1, " a=DOWN\n" },
		{ "16 armed p g/e sym a:s32@16" ENUM, { 1 }, 1, " a=1\n" },
		{ "16 armed p g/e sym a:s32[3]@16" ENUM, { 0xfffffffb00000007, 8 }, 2,
		  " a={UP,DOWN,8}\n" },
		{ "16 armed p g/e sym $fault@24 a:s32@16" ENUM, { 0, 1 }, 2, " a=(fault)\n" },
		/* the largest of 64 bits is the last number with a sign, below 0 */
		{ "16 armed p g/e sym a:u64@16 $names:-1=ALL,1=ONE@16\n", { -1 }, 1, " a=ALL\n" },
		/* names of the field before; of none, where the offset is another's */
		{ "16 armed p g/e sym a:u8@16 b:u8@24 $names:1=ONE@24\n", { 1, 1 }, 2, " a=1 b=ONE\n" },
		{ "16 armed p g/e sym a:u8@16 b:u8@24 $names:1=ONE@16\n", { 1, 1 }, 2, " a=1 b=1\n" },
		{ "16 armed p g/e sym $names:1=ONE@16 a:u8@16\n", { 1 }, 1, " a=1\n" },
		/* up to what is no name, or out of order */
		{ "16 armed p g/e sym a:u8[3]@16 $names:1=ONE,2=T-O,3=TRE@16\n", { 0x30201 }, 1,
		  " a={ONE,2,3}\n" },
		{ "16 armed p g/e sym a:u8[3]@16 $names:2=TWO,1=ONE,3=TRE@16\n", { 0x30201 }, 1,
		  " a={1,TWO,3}\n" },
		{ "16 armed p g/e sym a:u8@16 $names:@16\n", { 1 }, 1, " a=1\n" },
		{ "16 armed p g/e sym a:u8@16 $names:1=@16\n", { 1 }, 1, " a=1\n" },
		{ "16 armed p g/e sym a:u8@16 $names:=,==@16\n", { 1 }, 1, " a=1\n" },
		/* names are of numbers */
		{ "16 armed p g/e sym a:ip4@16 $names:1=ONE@16\n", { 1 }, 1, " a=1.0.0.0\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

/* At r there is $lat, unless somebody asked for lat by name. */
static void test_lat(void)
{
	static const struct shown t[] = {
		{ "16 armed r g/e sym $lat@16 a:u8@24\n", { 1500, 3 }, 2, " a=3 lat=1.500us\n" },
		{ "16 armed r g/e sym $lat@16 lat:ns@24\n", { 1500, 1500 }, 2, " lat=1.500us\n" },
		{ "16 armed r g/e sym $lat@16 lat:u64@24 b:u8@32\n", { 1500, 7, 3 }, 3,
		  " lat=7 b=3\n" },
		{ "16 armed r g/e sym $lat@16 la:u64@24 latt:u8@32\n", { 1500, 7, 3 }, 3,
		  " la=7 latt=3 lat=1.500us\n" },
		{ "16 armed r g/e sym lat:u64@24 $lat@16\n", { 1500, 7 }, 2, " lat=7\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

static void test_other_types(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:u128@16 b:u8@24\n", { 1, 2 }, 2, " a=? b=2\n" },
		{ "16 armed p g/e sym a:u8[x]@16 b:u8@24\n", { 1, 2 }, 2, " a=? b=2\n" },
		{ "16 armed p g/e sym a:u8[@16 b:u8]@24\n", { 1, 2 }, 2, " a=? b=?\n" },
		{ "16 armed p g/e sym a:u8[]x@16 b:u8[2]x@24\n", { 1, 2 }, 2, " a=? b=?\n" },
		{ "16 armed p g/e sym a:stack[]@16 b:symstr[]@24\n", { 1, 2 }, 2, " a=? b=?\n" },
		{ "16 armed p g/e sym a:u8[-1]@16 b:[2]@24\n", { 1, 2 }, 2, " a=? b=?\n" },
		{ "16 armed p g/e sym a:u8[1][2]@16 b:@24\n", { 1, 2 }, 2, " a=? b=?\n" },
		{ "16 armed p g/e sym a:stack[2]@16 b:symstr[2]@24\n", { 1, 2 }, 2, " a=? b=?\n" },
		{ "16 armed p g/e sym a:u128[2]@16\n", { 1, 2 }, 2, " a=?\n" },
		{ "16 armed p g/e sym a:u128@24\n", { 1 }, 1, " a=(corrupt)\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

/* Arrays */

static void test_arrays(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:u8[3]@16 b:u8@24\n", { 0xee0302ff, 9 }, 2,
		  " a={255,2,3} b=9\n" },
		{ "16 armed p g/e sym a:s8[8]@16\n", { 0x8001020304057fff }, 1,
		  " a={-1,127,5,4,3,2,1,-128}\n" },
		{ "16 armed p g/e sym a:x8[2]@16\n", { 0xff00 }, 1, " a={0x0,0xff}\n" },
		{ "16 armed p g/e sym a:u16[4]@16\n", { 0xffff000200010000 }, 1,
		  " a={0,1,2,65535}\n" },
		{ "16 armed p g/e sym a:s16[5]@16\n", { 0x7fff8000fffe0001, 0xffff }, 2,
		  " a={1,-2,-32768,32767,-1}\n" },
		{ "16 armed p g/e sym a:be16[4]@16\n", { 0xffff000200010000 }, 1,
		  " a={0,1,2,65535}\n" },
		{ "16 armed p g/e sym a:x16[1]@16\n", { 0xabcd1234 }, 1, " a={0x1234}\n" },
		{ "16 armed p g/e sym a:u32[3]@16\n", { 0xffffffff00000001, 5 }, 2,
		  " a={1,4294967295,5}\n" },
		{ "16 armed p g/e sym a:s32[2]@16\n", { 0x80000000ffffffff }, 1,
		  " a={-1,-2147483648}\n" },
		{ "16 armed p g/e sym a:x32[2]@16\n", { 0x80000000ffffffff }, 1,
		  " a={0xffffffff,0x80000000}\n" },
		{ "16 armed p g/e sym a:u64[2]@16\n", { 1, UINT64_MAX }, 2,
		  " a={1,18446744073709551615}\n" },
		{ "16 armed p g/e sym a:s64[2]@16\n", { 1ull << 63, UINT64_MAX }, 2,
		  " a={-9223372036854775808,-1}\n" },
		{ "16 armed p g/e sym a:x64[1]@16\n", { 1ull << 63 }, 1,
		  " a={0x8000000000000000}\n" },
		{ "16 armed p g/e sym a:ip4@16 b:ip4[3]@24\n", { 0xffffffff010200c0, 0x04030201010200c0, 0x0a }, 3,
		  " a=192.0.2.1 b={192.0.2.1,1.2.3.4,10.0.0.0}\n" },
		{ "16 armed p g/e sym a:ip6@16 b:ip6[2]@32 c:u8@64\n",
		  { 0xb80d0120, 0x0100000000000000, 0, 0, 0, 0x100000000000000, 7 }, 7,
		  " a=2001:db8::1 b={::,::1} c=7\n" },
		{ "16 armed p g/e sym a:mac@16 b:mac[2]@24\n", { 0xffff554433221100, 0x0100fffefdfcfbfa, 0x0000000005040302 }, 3,
		  " a=00:11:22:33:44:55 b={fa:fb:fc:fd:fe:ff,00:01:02:03:04:05}\n" },
		{ "16 armed p g/e sym a:ip6@24 b:ip6[2]@16 c:ip4@16\n", { 1, 2 }, 2,
		  " a=(corrupt) b=(corrupt) c=1.0.0.0\n" },
		{ "16 armed p g/e sym a:char[4]@16\n", { 0x0a002741 }, 1,
		  " a={'A','\\'','\\x00','\\n'}\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

static void test_long_arrays(void)
{
	static const char * const types[] = { "u8", "s16", "x32", "s64", "char", "ns", "symbol" };
	char events[128], want[2048];
	uint64_t slots[64] = { 0 };
	struct kpr_stream *st;
	struct fake f;
	unsigned int i, k;
	size_t n;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		snprintf(events, sizeof(events), "16 armed p g/e sym a:%s[64]@16\n", types[i]);
		st = start(&f, events);
		n = sprintf(want, " a={");
		for (k = 0; k < 64; k++)
			n += sprintf(want + n, "%s%s", k ? "," : "",
				     i == 2 || i == 6 ? "0x0" : i == 4 ? "'\\x00'" :
				     i == 5 ? "0ns" : "0");
		sprintf(want + n, "}\n");
		CHECK_STR(shown(&f, st, slots, sizeof(slots)), want);
		fake_stop(&f, st);
	}
}

static void test_string_arrays(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:string[3]@16 b:u8@40\n",
		  { STR(2, 48), STR(3, 50) | CUT, 0, 7, 0x6300620061 /* a, b, c */ }, 5,
		  " a={\"a\",\"b\"...,(fault)} b=7\n" },
		{ "16 armed p g/e sym a:ustring[1]@16\n", { STR(3, 24), 0x220a }, 2,
		  " a={\"\\n\\\"\"}\n" },
		{ "16 armed p g/e sym a:string[2]@16\n", { STR(8, 32), STR(9, 32), 0x61 }, 3,
		  " a={\"a\",(corrupt)}\n" },
		{ "16 armed p g/e sym a:string[2]@16\n", { STR(1, 15), STR(1, 40) }, 3,
		  " a={(corrupt),(corrupt)}\n" },
		{ "16 armed p g/e sym a:string[2]@16\n", { STR(1, 0xffff), STR(0xffff, 16) }, 3,
		  " a={(corrupt),(corrupt)}\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

/* One bit stands for all of an array. */
static void test_array_faults(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym $fault@16 a:u8[2]@24 b:u16[2]@32 c:char@40 d:symbol@48 e:ns@56\n",
		  { 0x1d, 0x0201, 0x0201, 'x', VFS, 5 }, 6,
		  " a=(fault) b={513,0} c=(fault) d=(fault) e=(fault)\n" },
		{ "16 armed p g/e sym $fault@16 a:u8[2]@24 b:string[2]@32 c:u8@48\n",
		  { 2, 0x0201, 0, 0, 5 }, 5, " a={1,2} b=(fault) c=5\n" },
		/* a stack has its bit too, and it is in no one's way */
		{ "16 armed p g/e sym $fault@16 a:stack@24 b:u8@32\n", { 2, 0, 5 }, 3,
		  " b=(fault)\n a:\n => (fault)\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

/* The last byte that is the record's, and the first that is not. */
/* Arrays of which the record says how long they are */

#define SPACED	0x6220662d20736c61ull	/* "als -f b" */

static void test_counted_arrays(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:x8[]@16 b:u8@24\n", { STR(3, 32), 9, 0x03ff }, 3,
		  " a={0xff,0x3,0x0} b=9\n" },
		{ "16 armed p g/e sym a:s16[]@16\n", { STR(4, 24) | CUT, 0x7ffffffe }, 2,
		  " a={-2,32767}...\n" },
		{ "16 armed p g/e sym a:ip4[]@16 b:be64[]@24\n",
		  { STR(8, 32), STR(8, 40), 0x04030201010200c0, 5 }, 4,
		  " a={192.0.2.1,1.2.3.4} b={5}\n" },
		{ "16 armed p g/e sym a:symbol[]@16 b:char[]@24\n",
		  { STR(8, 32), STR(2, 40), VFS, 0x4241 }, 4, " a={vfs_read+0x12/0x100} b={'A','B'}\n" },
		{ "16 armed p g/e sym a:u64[]@16 b:u8[]@24 c:u8[]@32\n",
		  { STR(0, 40), STR(0, 40) | CUT, 0 }, 3, " a={} b={}... c=(fault)\n" },
		/* a length that is no number of elements, bytes outside of the record */
		{ "16 armed p g/e sym a:u32[]@16 b:u8[]@24 c:u8[]@32 d:u8[]@40\n",
		  { STR(6, 16), STR(33, 16), STR(1, 8), STR(0xffff, 0xffff) }, 4,
		  " a=(corrupt) b=(corrupt) c=(corrupt) d=(corrupt)\n" },
		{ "16 armed p g/e sym a:u8[]@24\n", { 1 }, 1, " a=(corrupt)\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

static void test_lists(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:ustring[]@16 b:u8@32\n",
		  { STR(24, 40), STR(8, 64), 7, STR(4, 64), STR(3, 68), STR(2, 71), SPACED, 0 }, 8,
		  " a={\"als\",\"-f\",\"b\"} b=7\n" },
		{ "16 armed p g/e sym a:string[]@16\n",
		  { STR(24, 32) | CUT, STR(2, 56), STR(1, 56), 0, STR(1, 57) | CUT, 0x20 }, 6,
		  " a={\"\",(fault),\"\"...}...\n" },
		{ "16 armed p g/e sym a:string[]@16 b:string[]@32\n",
		  { STR(0, 48), STR(1, 48), 0, 0, 0 }, 5, " a={} b=(fault)\n" },
		{ "16 armed p g/e sym a:string[]@16\n", { STR(16, 32), 0, STR(9, 40), STR(1, 8) }, 4,
		  " a={(corrupt),(corrupt)}\n" },
		{ "16 armed p g/e sym a:string[]@16\n", { STR(12, 32), 0, 0, 0 }, 4, " a=(corrupt)\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

static void test_array_bounds(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym a:u8[8]@16\n", { 1 }, 1, " a={1,0,0,0,0,0,0,0}\n" },
		{ "16 armed p g/e sym a:u8[9]@16\n", { 1 }, 1, " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:u8[8]@17\n", { 1 }, 1, " a=(corrupt)\n" },
		/* it takes 8, whatever is used of them */
		{ "16 armed p g/e sym a:u8[1]@17\n", { 1 }, 1, " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:u8[1]@24\n", { 1 }, 1, " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:u8[64]@65535\n", { 1 }, 1, " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:u16[4]@16 b:u16[5]@16\n", { 1 }, 1,
		  " a={1,0,0,0} b=(corrupt)\n" },
		{ "16 armed p g/e sym a:u32[2]@24 b:u32[3]@24\n", { 0, 1 }, 2,
		  " a={1,0} b=(corrupt)\n" },
		{ "16 armed p g/e sym a:u64[2]@16 b:u64[3]@16\n", { 1, 2 }, 2,
		  " a={1,2} b=(corrupt)\n" },
		{ "16 armed p g/e sym a:symbol[2]@16 b:ns[2]@16 c:string[2]@16\n", { 1 }, 1,
		  " a=(corrupt) b=(corrupt) c=(corrupt)\n" },
		{ "16 armed p g/e sym a:string[64]@16\n", { 1 }, 1, " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:u8[0]@16\n", { 1 }, 1, " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:u8[65]@16\n", { 1 }, 12, " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:u8[256]@16 b:u8[257]@16\n", { 1 }, 12,
		  " a=(corrupt) b=(corrupt)\n" },
		{ "16 armed p g/e sym a:u8[4294967297]@16\n", { 1 }, 1, " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:u64[99999999999999999999999999999]@16\n", { 1 }, 1,
		  " a=(corrupt)\n" },
		{ "16 armed p g/e sym a:symbol@17 b:ns@24 c:char@17 d:symstr@17\n", { 1 }, 1,
		  " a=(corrupt) b=(corrupt) c=(corrupt) d=(corrupt)\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

/* Stacks */

static void test_stacks(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym $ip@16 stacktrace:stack@24 n:u8@32\n",
		  { VFS, STR(24, 40), 5, VFS, MOD, NOBODY }, 6,
		  " (vfs_read+0x12/0x100) n=5\n => vfs_read+0x12/0x100\n"
		  " => mod_fn+0x4/0x80 [testmod]\n => 0xffffffffa0000000\n" },
		{ "16 armed r g/e sym $lat@16 stacktrace:stack@24\n",
		  { 1500, STR(8, 32) | CUT, KSYS }, 3,
		  " lat=1.500us\n => ksys_read+0x0/0xf0\n => ...\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { 0 }, 1, "\n => (fault)\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { CUT }, 1, "\n => (fault)\n" },
		{ "16 armed p g/e sym st:stack@16\n", { STR(8, 24), KSYS }, 2,
		  "\n st:\n => ksys_read+0x0/0xf0\n" },
		{ "16 armed p g/e sym stacktracee:stack@16\n", { STR(8, 24), KSYS }, 2,
		  "\n stacktracee:\n => ksys_read+0x0/0xf0\n" },
		{ "16 armed p g/e sym a:u8@16 stacktrace:stack@24 b:u8@32 s2:stack@40\n",
		  { 1, STR(8, 48), 2, STR(8, 56) | CUT, KSYS, VFS }, 6,
		  " a=1 b=2\n stacktrace:\n => ksys_read+0x0/0xf0\n s2:\n"
		  " => vfs_read+0x12/0x100\n => ...\n" },
		/* by another type the name means nothing */
		{ "16 armed p g/e sym stacktrace:u8@16\n", { 4 }, 1, " stacktrace=4\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

static void test_stack_bounds(void)
{
	static const struct shown t[] = {
		{ "16 armed p g/e sym stacktrace:stack@24\n", { 0 }, 1, "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@17\n", { 0 }, 1, "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@65535\n", { 0 }, 1, "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { STR(7, 24), 1 }, 2,
		  "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { STR(9, 24), 1, 2 }, 3,
		  "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { STR(8, 25), 1 }, 2,
		  "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { STR(8, 32), 1 }, 2,
		  "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { STR(16, 24), 1 }, 2,
		  "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { STR(8, 15), 1 }, 2,
		  "\n => (corrupt)\n" },
		{ "16 armed p g/e sym stacktrace:stack@16\n", { STR(0xfff8, 0xfff8), 1 }, 2,
		  "\n => (corrupt)\n" },
		/* not at a multiple of 8: odd, and all there */
		{ "16 armed p g/e sym stacktrace:stack@16\n", { STR(8, 25), KSYS << 8,
		  KSYS >> 56 }, 3, "\n => ksys_read+0x0/0xf0\n" },
	};

	check_shown(t, ARRAY_SIZE(t));
}

/* The longest record, all of it frames. */
static void test_long_stack(void)
{
	static const char frame[] = " => vfs_read+0x12/0x100\n";
	static uint64_t slots[8189];
	struct kpr_stream *st;
	const char *text;
	struct fake f;
	unsigned int i;

	st = start(&f, "16 armed p g/e sym stacktrace:stack@16\n");
	slots[0] = STR(8 * 8188, 24) | CUT;
	for (i = 1; i < 8189; i++)
		slots[i] = VFS;
	text = shown(&f, st, slots, sizeof(slots));
	CHECK_U64(strlen(text), 1 + 8188 * strlen(frame) + strlen(" => ...\n"));
	for (i = 0, text++; i < 8188; i++, text += strlen(frame))
		KTAP_CHECK(!strncmp(text, frame, strlen(frame)));
	fake_stop(&f, st);
}

/* Values, for formats other than text */

#define IS(v, k)	KTAP_CHECK((v).kind == KPR_VALUE_##k)

static void next_item(struct fake *f, struct kpr_stream *st, const uint64_t *slots, unsigned int n,
		      struct kpr_item *item)
{
	fake_event(f, 16, 1, 1, slots, n);
	kpr_stream_pass(st, LATER);
	KTAP_CHECK(kpr_stream_next(st, item) == 1);
}

static void test_values(void)
{
	static const uint64_t slots[] = {
		0x20, UINT64_MAX, 0x80, 0x010200c0, STR(3, 88) | CUT, STR(16, 96) | CUT, 0x80ff,
		0, 5, 0x6261, VFS, KSYS,
	};
	struct kpr_stream *st;
	struct kpr_value v, e;
	struct kpr_item item;
	struct fake f;
	uint64_t slot;

	st = start(&f, "16 armed p g/e sym $fault@16 a:u64@24 b:s8@32 c:ip4@40 d:string@48 "
		       "e:stack@56 f:s8[2]@64 g:u128@72 h:string@72 i:u8@200 j:u8@80 $ip@96\n");
	next_item(&f, st, slots, ARRAY_SIZE(slots), &item);
	kpr_value(&item, 0, &v);
	KTAP_CHECK(v.kind == KPR_VALUE_UNSIGNED && v.u == UINT64_MAX && v.form == KPCTL_FORM_DEC);
	kpr_value(&item, 1, &v);
	KTAP_CHECK(v.kind == KPR_VALUE_SIGNED && v.s == -128);
	kpr_value(&item, 2, &v);
	KTAP_CHECK(v.kind == KPR_VALUE_ADDRESS && v.nr == 4 && v.data[0] == 192);
	kpr_value(&item, 3, &v);
	KTAP_CHECK(v.kind == KPR_VALUE_STRING && v.cut && v.nr == 2 && !memcmp(v.data, "ab", 2));
	kpr_value(&item, 4, &v);
	KTAP_CHECK(v.kind == KPR_VALUE_STACK && v.cut && v.nr == 2 && kpr_frame(&v, 1) == KSYS);
	kpr_value(&item, 5, &v);
	IS(v, FAULT);
	kpr_value(&item, 6, &v);
	IS(v, UNKNOWN);
	kpr_value(&item, 7, &v);
	IS(v, FAULT);
	kpr_value(&item, 8, &v);
	IS(v, CORRUPT);
	KTAP_CHECK(kpr_own(&item, item.event->ip, &slot) && slot == VFS);
	KTAP_CHECK(!kpr_own(&item, item.event->lat, &slot) && !kpr_own(&item, 112, &slot));
	fake_stop(&f, st);
	st = start(&f, "16 armed p g/e sym a:s8[2]@64 b:string[2]@40 c:u8[9]@104\n");
	next_item(&f, st, slots, ARRAY_SIZE(slots), &item);
	kpr_value(&item, 0, &v);
	kpr_element(&item, 0, 1, &e);
	KTAP_CHECK(v.kind == KPR_VALUE_ARRAY && v.nr == 2);
	KTAP_CHECK(e.kind == KPR_VALUE_SIGNED && e.s == -128);
	kpr_value(&item, 1, &v);
	kpr_element(&item, 1, 1, &e);
	KTAP_CHECK(v.nr == 2 && e.kind == KPR_VALUE_STRING && e.cut && e.nr == 2);
	kpr_value(&item, 2, &v);
	IS(v, CORRUPT);
	fake_stop(&f, st);
}

/* Room */

/* Into a buffer of cap bytes and not one more, of which len are used. */
static size_t format_at(struct kpr_stream *st, const struct kpr_item *item, size_t len,
			size_t cap)
{
	struct kpr_buf b = { .data = malloc(cap), .len = len, .cap = cap };

	KTAP_CHECK(!kpr_stream_format(st, item, &b));
	KTAP_CHECK(b.len <= b.cap);
	cap = b.len - len;
	kpr_buf_free(&b);
	return cap;
}

/* All elements at their longest, and at each fill of the buffer. */
static void check_room(const char *events, const uint64_t *slots, unsigned int nr)
{
	struct kpr_stream *st;
	struct kpr_item item;
	struct fake f;
	size_t want, k;

	st = start(&f, events);
	fake_event(&f, 16, 1, 1, slots, nr);
	kpr_stream_pass(st, LATER);
	KTAP_CHECK(kpr_stream_next(st, &item) == 1);
	want = format_at(st, &item, 0, 1);
	for (k = 0; k < 1200; k++)
		CHECK_U64(format_at(st, &item, 40000 - 25 * k, 40000 + want / 2), want);
	fake_stop(&f, st);
}

static void test_room(void)
{
	char name[700];
	uint64_t slots[200];
	unsigned int i;

	/* symbols as long as the kernel's limit */
	memset(name, 'n', sizeof(name));
	memcpy(name, "ffffffff81000100 t ", 19);
	strcpy(name + 600, "\t[and_a_module]\nffffffff81000200 t end\n");
	write_kallsyms(name);
	for (i = 0; i < ARRAY_SIZE(slots); i++)
		slots[i] = VFS;
	check_room("16 armed p g/e sym $ip@16 a:symbol[64]@16 b:symbol@16\n", slots, 64);
	check_room("16 armed p g/e sym $ip@16 a:symbol@16 b:symbol@16 c:symbol@16 d:symbol@16\n",
		   slots, 1);
	slots[0] = STR(400, 24) | CUT;
	check_room("16 armed p g/e sym a_long_name:stack@16 another:stack@16 b:u8@24\n", slots,
		   51);
	write_kallsyms(kallsyms);
	/* words only, many of them */
	slots[0] = STR(1, 8);
	check_room("16 armed p g/e sym a:stack@16 b:stack@16 c:stack@8888 d:stack@16 e:stack@16 "
		   "f:stack@16 g:stack@16 h:stack@16 i:stack@16 j:stack@16 k:string@16 l:u8@999\n",
		   slots, 1);
	memset(slots, 0xff, sizeof(slots));
	check_room("16 armed p g/e sym a:s64[64]@16 b:ns[64]@16 c:char[64]@16 d:u64[64]@16\n",
		   slots, 64);
	for (i = 0; i < 8; i++)
		slots[i] = STR(64, 80) | CUT;
	check_room("16 armed p g/e sym a:string[8]@16 b:ustring[8]@16 c:symstr@16\n", slots, 16);
	for (i = 0; i < 4; i++)
		slots[i] = STR(1480, 80) | CUT;
	check_room("16 armed p g/e sym a:string@16 b:ustring@24 c:symstr@32 d:string[1]@40\n",
		   slots, 200);
	for (i = 0; i < 64; i++)
		slots[i] = STR(1, 8);
	check_room("16 armed p g/e sym a:string[64]@16 b:string[64]@16\n", slots, 64);
}

/* Numbers at every length */
static void test_numbers(void)
{
	char got[32], want[32];
	uint64_t v = 1;
	unsigned int i, k;

	for (i = 0; i < 20; i++, v *= 10) {
		for (k = 0; k < 3; k++) {
			*kpr_put_dec(got, v - 1 + k) = '\0';
			sprintf(want, "%llu", (unsigned long long)(v - 1 + k));
			CHECK_STR(got, want);
		}
	}
	for (i = 0; i < 64; i++) {
		*kpr_put_dec(got, (1ull << i) - 1) = '\0';
		sprintf(want, "%llu", (1ull << i) - 1);
		CHECK_STR(got, want);
	}
	*kpr_put_dec(got, UINT64_MAX) = '\0';
	CHECK_STR(got, "18446744073709551615");
}

/* Random descriptions, random records */

static size_t random_field(char *p, char name)
{
	static const char * const types[] = {
		"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "x8", "x16", "x32", "x64",
		"be16", "be32", "be64",
#define X(id, name, ...) name,
		KPCTL_ADDRESSES(X)
#undef X
		"char", "symbol", "ns", "errno", "signal", "cap", "dev", "oflags", "string", "ustring", "symstr", "stack", "ustack", "u128",
	};
	const char *type = types[fake_random() % ARRAY_SIZE(types)];
	unsigned int at = fake_random() % 50 ? 16 + fake_random() % 30 * 8 : fake_random() % 65536;

	if (fake_random() % 4 == 0)
		return sprintf(p, " %c:%s@%u $names:-1=ALL,0=NONE,1=ONE@%u", name, type, at, at);
	if (fake_random() % 2)
		return sprintf(p, " %c:%s@%u", name, type, at);
	if (fake_random() % 2)
		return sprintf(p, " %c:%s[]@%u", name, type, at);
	return sprintf(p, " %c:%s[%u]@%u", name, type, (unsigned int)fake_random() % 70, at);
}

static void fuzz_one(char *events)
{
	size_t n = sprintf(events, "16 armed r g/e sym $fault@16 $lat@24");
	uint64_t slots[64];
	struct kpr_stream *st;
	struct fake f;
	unsigned int i, k;

	for (i = fake_random() % 8; i--;)
		n += random_field(events + n, 'a' + i);
	strcpy(events + n, "\n");
	st = start(&f, events);
	for (k = 0; k < 20; k++) {
		for (i = 0; i < ARRAY_SIZE(slots); i++)
			slots[i] = fake_random() & (fake_random() % 2 ? ~0ull : 0x1003801ff);
		shown(&f, st, slots, 8 * (fake_random() % ARRAY_SIZE(slots)));
	}
	fake_stop(&f, st);
}

static void test_fuzz(void)
{
	char events[512];
	unsigned int i;

	for (i = 0; i < 500; i++)
		fuzz_one(events);
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "char, escaped", test_chars },
		{ "calls that were missed", test_missed },
		{ "hits that are left out", test_throttled },
	{ "recording that stops", test_stopped },
		{ "symbol, symstr, and places in modules", test_symbols },
		{ "ns", test_durations },
		{ "errno", test_errors },
		{ "enums", test_enums },
		{ "lat, when an argument is called that", test_lat },
		{ "types not known", test_other_types },
		{ "arrays of each type of integer", test_arrays },
		{ "the longest arrays", test_long_arrays },
		{ "arrays as long as the record says", test_counted_arrays },
		{ "lists of strings", test_lists },
		{ "arrays of strings", test_string_arrays },
		{ "arrays and others that could not be read", test_array_faults },
		{ "arrays outside of their record", test_array_bounds },
		{ "stacks", test_stacks },
		{ "stacks outside of their record", test_stack_bounds },
		{ "the longest stack", test_long_stack },
		{ "values without their text", test_values },
		{ "there is room for the longest of all", test_room },
		{ "decimal numbers of each length", test_numbers },
		{ "random descriptions and records", test_fuzz },
	};
	int ret;

	if (mkstemp(ks_path) < 0)
		return 1;
	write_kallsyms(kallsyms);
	ret = ktap_run(tests, ARRAY_SIZE(tests));
	remove(ks_path);
	return ret;
}
