// SPDX-License-Identifier: GPL-2.0-only
/* The reader's library over rings made here, under the sanitizers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "reader_fake.h"

#define LATER	(1ull << 60)	/* a pass that holds nothing back */
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static const char all_types[] =
	"20 armed p g/types sym a:u8@16 b:u16@24 c:u32@32 d:u64@40 e:s8@48 f:s16@56 g:s32@64 "
	"h:s64@72 i:x8@80 j:x16@88 k:x32@96 l:x64@104\n";

/* Formatting */

static const char *values_of(const char *line)
{
	const char *p = strstr(line, ": g/") ? line : strstr(line, "types:");

	return p ? p : line;
}

static void test_types(void)
{
	uint64_t slots[12];
	struct kpr_stream *st;
	struct fake f;

	fake_events = all_types;
	fake_init(&f, 0, 4096, 0);
	st = fake_stream(&f, 1);
	memset(slots, 0, sizeof(slots));
	fake_event(&f, 20, 1, 1, slots, 12);
	CHECK_STR(values_of(fake_text(st, LATER)),
		  "types: a=0 b=0 c=0 d=0 e=0 f=0 g=0 h=0 i=0x0 j=0x0 k=0x0 l=0x0\n");
	memset(slots, 0xff, sizeof(slots));
	fake_event(&f, 20, 2, 1, slots, 12);
	CHECK_STR(values_of(fake_text(st, LATER)),
		  "types: a=255 b=65535 c=4294967295 d=18446744073709551615 e=-1 f=-1 g=-1 h=-1 "
		  "i=0xff j=0xffff k=0xffffffff l=0xffffffffffffffff\n");
	slots[4] = (uint64_t)INT8_MIN;
	slots[5] = (uint64_t)INT16_MIN;
	slots[6] = (uint64_t)INT32_MIN;
	slots[7] = (uint64_t)INT64_MIN;
	slots[8] = 0x10;
	slots[9] = 0x100;
	slots[10] = 0x80000000;
	slots[11] = 1ull << 63;
	fake_event(&f, 20, 3, 1, slots, 12);
	CHECK_STR(strstr(fake_text(st, LATER), "e="),
		  "e=-128 f=-32768 g=-2147483648 h=-9223372036854775808 "
		  "i=0x10 j=0x100 k=0x80000000 l=0x8000000000000000\n");
	slots[4] = INT8_MAX;
	slots[5] = INT16_MAX;
	slots[6] = INT32_MAX;
	slots[7] = INT64_MAX;
	fake_event(&f, 20, 4, 1, slots, 12);
	KTAP_CHECK(strstr(fake_text(st, LATER), "e=127 f=32767 g=2147483647 h=9223372036854775807 "));
	kpr_stream_close(st);
	fake_exit(&f);
}

/* Bits of the fault mask, which has as many words as the fields need. */
static void test_faults(void)
{
	static const uint64_t faults[3] = { 2, 7, 7 }, none[3] = { 0, 7, 7 };
	uint64_t slots[68] = { 1ull << 63, 1 };
	struct kpr_stream *st;
	char text[1200];
	struct fake f;
	unsigned int i, n;

	fake_events = "22 armed p g/f sym $fault@16 a:u8@24 b:x64@32\n";
	fake_init(&f, 0, 4096, 0);
	st = fake_stream(&f, 1);
	fake_event(&f, 22, 1, 1, faults, 3);
	CHECK_STR(strstr(fake_text(st, LATER), "f:"), "f: a=7 b=(fault)\n");
	fake_event(&f, 22, 2, 1, none, 3);
	CHECK_STR(strstr(fake_text(st, LATER), "f:"), "f: a=7 b=0x7\n");
	kpr_stream_close(st);
	n = sprintf(text, "23 armed p g/f sym $fault@16");
	for (i = 0; i < 66; i++)
		n += sprintf(text + n, " a%u:u8@%u", i, 32 + 8 * i);
	fake_events = text;
	st = fake_stream(&f, 1);
	fake_event(&f, 23, 3, 1, slots, 68);
	CHECK_STR(strstr(fake_text(st, LATER), "a62"), "a62=0 a63=(fault) a64=(fault) a65=0\n");
	kpr_stream_close(st);
	fake_exit(&f);
}

static void put_str(struct fake *f, uint64_t time, const void *s, unsigned int len,
		    uint32_t flags)
{
	uint64_t slots[64] = { 0 };
	unsigned int n = 1 + (len + 7) / 8;

	slots[0] = (uint64_t)flags << 32 | (uint64_t)len << 16 | (len ? 24 : 0);
	memcpy(&slots[1], s, len);
	fake_event(f, 21, time, 1, slots, n);
}

static void test_strings(void)
{
	static const struct {
		const char *s, *want;
		unsigned int len, flags;
	} t[] = {
		{ "/etc/hosts", "s=\"/etc/hosts\"\n", 11, 0 },
		{ "", "s=\"\"\n", 1, 0 },
		{ "", "s=(fault)\n", 0, 0 },
		{ "abcdef", "s=\"abcdef\"...\n", 7, KPCTL_STR_CUT },
		{ "no nul", "s=\"no nul\"\n", 6, 0 },
		{ "a\0b", "s=\"a\"\n", 4, 0 },
		{ "a\nb\t\x1b[31m\"\\\r\x7f", "s=\"a\\nb\\t\\x1b[31m\\\"\\\\\\r\\x7f\"\n", 14, 0 },
		{ "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\xa7",
		  "s=\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\xa7\"\n", 16, 0 },
		{ "\xc2\x9b" "31m", "s=\"\\xc2\\x9b31m\"\n", 6, 0 },
		{ "\xc3", "s=\"\\xc3\"\n", 2, 0 },
		{ "\xed\xa0\x80\xc0\xaf\xff", "s=\"\\xed\\xa0\\x80\\xc0\\xaf\\xff\"\n", 7, 0 },
	};
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;

	fake_events = "21 armed p g/str sym s:ustring@16\n";
	fake_init(&f, 0, 4096, 0);
	st = fake_stream(&f, 1);
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		put_str(&f, i, t[i].s, t[i].len, t[i].flags);
		CHECK_STR(strstr(fake_text(st, LATER), "s="), t[i].want);
	}
	kpr_stream_close(st);
	fake_exit(&f);
}

/* All of it escaped: four times the bytes of the longest record. */
static void test_long_string(void)
{
	static uint64_t slots[8000];
	struct kpr_buf b = { 0 };
	struct kpr_stream *st;
	struct kpr_item item;
	struct fake f;

	fake_events = "21 armed p g/str sym s:ustring@16\n";
	fake_init(&f, 0, 1 << 17, 0);
	st = fake_stream(&f, 1);
	memset(slots, 1, sizeof(slots));
	slots[0] = 63992ull << 16 | 24;
	fake_event(&f, 21, 1, 1, slots, 8000);
	kpr_stream_pass(st, LATER);
	KTAP_CHECK(kpr_stream_next(st, &item) == 1 && !kpr_stream_format(st, &item, &b));
	CHECK_U64(b.len, 51 + strlen("str: s=\"\"\n") + 4 * 63992);
	kpr_buf_free(&b);
	kpr_stream_close(st);
	fake_exit(&f);
}

/* What lines have in common is written once; each change of it is seen in the next line. */
static void test_common(void)
{
	static const uint64_t zero[2] = { 0, 5 };
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;

	fake_events = "22 armed p g/at sym $ip@16 v:u64@24\n23 armed p g/on sym $ip@16\n";
	fake_init(&f, 3, 4096, 0);
	st = fake_stream(&f, 1);
	for (i = 0; i < 3; i++) {
		fake_comm(&f, 10 * i + 1, 7, i < 2 ? "one" : "two");
		fake_event(&f, 22, 10 * i + 2, 7, zero, 2);
	}
	fake_event(&f, 23, 40, 7, zero, 1);
	fake_event(&f, 22, 41, 8 << KPCTL_TID_BITS | 7, zero, 0);
	fake_event(&f, 22, 1999999499, 7, zero, 1);
	fake_event(&f, 22, 1999999500, 7, zero, 2);
	CHECK_STR(fake_text(st, LATER),
		  "             one-7       [003] ....      0.000000: at: (0x0) v=5\n"
		  "             one-7       [003] ....      0.000000: at: (0x0) v=5\n"
		  "             two-7       [003] ....      0.000000: at: (0x0) v=5\n"
		  "             two-7       [003] ....      0.000000: on: (0x0)\n"
		  "             two-7       [003] ..h.      0.000000: at: ((corrupt)) v=(corrupt)\n"
		  "             two-7       [003] ....      1.999999: at: (0x0) v=(corrupt)\n"
		  "             two-7       [003] ....      2.000000: at: (0x0) v=5\n");
	kpr_stream_close(st);
	fake_exit(&f);
}

/* A slot or string outside of its record; the ring behind it is poisoned. */
static void test_bad_slots(void)
{
	static const uint64_t locs[] = {
		8ull << 16 | 24,	/* just behind */
		1ull << 16 | 24,
		8ull << 16 | 17,	/* one byte too long */
		8ull << 16 | 8,		/* in the header */
		8ull << 16 | 0,
		0xffffull << 16 | 0xffff,
		0xffffull << 16 | 16,
		1ull << 16 | 0xffff,
	};
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;

	fake_events = "21 armed p g/str sym s:string@16\n22 armed p g/far sym $ip@16 v:u64@24\n"
		      "23 armed r g/r sym $func@16 $retip@24 $lat@32 v:u64@20\n";
	fake_init(&f, 0, 4096, 4096 - 24);
	st = fake_stream(&f, 1);
	for (i = 0; i < ARRAY_SIZE(locs); i++) {
		fake_event(&f, 21, i, 1, &locs[i], 1);
		CHECK_STR(strstr(fake_text(st, LATER), "s="), "s=(corrupt)\n");
	}
	fake_event(&f, 22, 20, 1, NULL, 0);
	CHECK_STR(strstr(fake_text(st, LATER), "far"), "far: ((corrupt)) v=(corrupt)\n");
	fake_event(&f, 23, 21, 1, locs, 1);
	CHECK_STR(strstr(fake_text(st, LATER), "r:"),
		  "r: ((corrupt) <- 0x80018) v=(corrupt) lat=(corrupt)\n");
	kpr_stream_close(st);
	fake_exit(&f);
}

static uint32_t ctx(uint32_t flags, uint32_t depth, uint32_t tid)
{
	return (flags | depth << KPCTL_CTX_PREEMPT_SHIFT) << KPCTL_TID_BITS | tid;
}

static void test_prefix(void)
{
	static const struct {
		uint64_t time;
		uint32_t flags, depth, tid;
		const char *comm, *want, *end;
	} t[] = {
		{ 1499, 0, 0, 6017, "cat",
		  "             cat-6017    [003] ....      0.000001: ", NULL },
		{ 1500, KPCTL_CTX_IRQS_OFF, 1, 1, "123456789012345",
		  " 123456789012345-1       [003] d..1      0.000002: ", NULL },
		{ 667254356660000, KPCTL_CTX_BH_OFF | KPCTL_CTX_SOFTIRQ, 15, 4194303, "a\nb\x1b",
		  "            a?b?-4194303 [003] b.sf  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_IRQS_OFF | KPCTL_CTX_BH_OFF | KPCTL_CTX_NEED_RESCHED |
		  KPCTL_CTX_FOLD_RESCHED | KPCTL_CTX_HARDIRQ, 10, 0, "swapper/3",
		  "          <idle>-0       [003] DNha  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_NEED_RESCHED, 1, 5, "x",
		  "               x-5       [003] .n.1  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_LAZY_RESCHED, 1, 5, "x",
		  "               x-5       [003] .l.1  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_NEED_RESCHED | KPCTL_CTX_LAZY_RESCHED, 1, 5, "x",
		  "               x-5       [003] .b.1  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_FOLD_RESCHED, 1, 5, "x",
		  "               x-5       [003] .p.1  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_LAZY_RESCHED | KPCTL_CTX_FOLD_RESCHED, 1, 5, "x",
		  "               x-5       [003] .L.1  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_NEED_RESCHED | KPCTL_CTX_LAZY_RESCHED | KPCTL_CTX_FOLD_RESCHED,
		  1, 5, "x",
		  "               x-5       [003] .B.1  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_HARDIRQ | KPCTL_CTX_SOFTIRQ, 0, 5, "x",
		  "               x-5       [003] ..H.  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_NMI | KPCTL_CTX_SOFTIRQ, 0, 5, "x",
		  "               x-5       [003] ..z.  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_NMI | KPCTL_CTX_HARDIRQ, 0, 5, "x",
		  "               x-5       [003] ..Z.  667254.356660: ", NULL },
		{ 667254356660000, KPCTL_CTX_ACTED | KPCTL_CTX_LAZY_RESCHED, 0, 5, "x",
		  "               x-5       [003] .l..  667254.356660: ", " [ACTED]" },
		{ UINT64_MAX, 0, 0, 77, NULL,
		  "           <...>-77      [003] ....  18446744073.709552: ", NULL },
	};
	struct kpr_stream *st;
	char want[128];
	struct fake f;
	unsigned int i;

	fake_events = "16 armed p g/e sym\n";
	fake_init(&f, 3, 4096, 0);
	st = fake_stream(&f, 1);
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		if (t[i].comm)
			fake_comm(&f, t[i].time, t[i].tid, t[i].comm);
		fake_size_ctx = t[i].flags >> KPCTL_CTX_BITS;
		fake_event(&f, 16, t[i].time, ctx(t[i].flags, t[i].depth, t[i].tid), NULL, 0);
		fake_size_ctx = 0;
		snprintf(want, sizeof(want), "%se:%s\n", t[i].want, t[i].end ?: "");
		CHECK_STR(fake_text(st, LATER), want);
	}
	kpr_stream_close(st);
	fake_exit(&f);
}

static const char kallsyms[] =
	"0000000000000000 A fixed_percpu_data\n"
	"ffffffff81000000 T _stext\n"
	"ffffffff81000000 T _text\n"
	"ffffffff81000100 t vfs_read\n"
	"ffffffff81000100 W vfs_read_alias\n"
	"garbage\n"
	"\n"
	"ffffffff81000400 D data_here\n"
	"ffffffff81000400 A __absolute\n"
	"ffffffff81000800 A __number\n"
	"ffffffff81000200 T ksys_read\n"
	"ffffffff810002f0 d data_at_end\n"
	"ffffffffc0001000 t mod_fn\t[testmod]\n"
	"ffffffffc0001080 t mod_last\t[testmod]\n"
	"ffffffffc0003000 t other_fn\t[other]\n"
	"ffffffffc0003040 d other_data\t[other]";

static const char *sym(struct kpr_syms *s, uint64_t addr, bool offset)
{
	static char line[KPR_SYM_TEXT_MAX + 1];
	unsigned int len;
	const char *p = kpr_syms_get(s, addr, offset, &len);

	memcpy(line, p, len);
	line[len] = '\0';
	return line;
}

static void parse_syms(struct kpr_syms *s, const char *text)
{
	KTAP_CHECK(!kpr_syms_parse(s, strdup(text), strlen(text)));
}

static void test_syms(void)
{
	char line[1200];
	struct kpr_syms s;
	unsigned int i;

	KTAP_CHECK(!kpr_syms_init(&s, "/nowhere", "/nowhere"));
	parse_syms(&s, kallsyms);
	for (i = 0; i < 2; i++) {	/* the second time from the cache */
		CHECK_STR(sym(&s, 0xffffffff81000000, true), "_stext+0x0/0x100");
		CHECK_STR(sym(&s, 0xffffffff8100016b, true), "vfs_read+0x6b/0x100");
		CHECK_STR(sym(&s, 0xffffffff8100016b, false), "vfs_read");
		CHECK_STR(sym(&s, 0xffffffff81000200, true), "ksys_read+0x0/0xf0");
		CHECK_STR(sym(&s, 0xffffffff810002f0, true), "data_at_end+0x0/0x110");
		CHECK_STR(sym(&s, 0xffffffff81000800, true), "0xffffffff81000800");
		CHECK_STR(sym(&s, 0xffffffff80ffffff, true), "0xffffffff80ffffff");
		CHECK_STR(sym(&s, 0xffffffffc000107f, true), "mod_fn+0x7f/0x80 [testmod]");
		CHECK_STR(sym(&s, 0xffffffffc0001084, true), "mod_last+0x4/0xf80 [testmod]");
		CHECK_STR(sym(&s, 0xffffffffc0001084, false), "mod_last");
		CHECK_STR(sym(&s, 0xffffffffc0002000, true), "0xffffffffc0002000");
		CHECK_STR(sym(&s, 0xffffffffc0003004, true), "other_fn+0x4/0x40 [other]");
		CHECK_STR(sym(&s, 0, true), "0x0");
		CHECK_STR(sym(&s, UINT64_MAX, true), "0xffffffffffffffff");
	}
	/* what was a miss is known after the next load; what has gone keeps its name */
	parse_syms(&s, "ffffffffc0002000 t new\t[m]\nffffffffc0003000 t newer\t[m]\n");
	CHECK_STR(sym(&s, 0xffffffffc0002000, true), "new+0x0/0x1000 [m]");
	CHECK_STR(sym(&s, 0xffffffff8100016b, true), "vfs_read+0x6b/0x100");
	CHECK_STR(sym(&s, 0xffffffff8100016b, false), "vfs_read");
	CHECK_STR(sym(&s, 0xffffffff81000200 + 1, true), "0xffffffff81000201");
	CHECK_STR(sym(&s, 0xffffffffc0003004, true), "newer+0x4/0x1000 [m]");
	/* kptr_restrict */
	parse_syms(&s, "0000000000000000 T _text\n0000000000000000 t mod_fn\t[testmod]\n");
	KTAP_CHECK(s.hidden);
	CHECK_STR(sym(&s, 0xffffffff81000002, true), "0xffffffff81000002");
	/* longer than any name of the kernel's */
	memset(line, 'a', sizeof(line));
	memcpy(line, "ffffffff81000000 t ", 19);
	memcpy(line + 1000, "\t[m]\n", 6);
	parse_syms(&s, line);
	CHECK_U64(strlen(sym(&s, 0xffffffff81000001, true)), 512 + strlen("+0x1/0x1000 [m]"));
	CHECK_U64(strlen(sym(&s, 0xffffffff81000001, false)), 512);
	parse_syms(&s, "");
	parse_syms(&s, "ffff");
	parse_syms(&s, "ffffffff81000000 t");
	parse_syms(&s, "ffffffff81000000 t \n\n\t");
	CHECK_STR(sym(&s, 0xffffffff81000001, true), "0xffffffff81000001");
	kpr_syms_exit(&s);
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	KTAP_CHECK(f && fputs(text, f) >= 0 && !fclose(f));
}

/* Reloads: once a second at most, when a module came, or on a miss. */
static void test_syms_reload(void)
{
	char ks[] = "/tmp/reader_test_XXXXXX", ms[] = "/tmp/reader_test_XXXXXX";
	struct kpr_syms s;

	KTAP_CHECK(mkstemp(ks) >= 0 && mkstemp(ms) >= 0);
	write_file(ks, "ffffffffc0001000 t a\t[m]\n");
	write_file(ms, "m 4096 0 - Live 0xffffffffc0001000\n");
	KTAP_CHECK(!kpr_syms_init(&s, ks, ms));
	kpr_syms_tick(&s, 1000000000);
	CHECK_STR(sym(&s, 0xffffffffc0001000, false), "a");
	write_file(ks, "ffffffffc0001000 t b\t[n]\nffffffffc0005000 t c\t[o]\n");
	CHECK_STR(sym(&s, 0xffffffffc0005000, false), "0xffffffffc0005000");
	kpr_syms_tick(&s, 2500000000);
	CHECK_STR(sym(&s, 0xffffffffc0001000, false), "a");
	write_file(ms, "m 4096 7 - Live 0xffffffffc0001000\n");	/* only the count */
	kpr_syms_tick(&s, 4000000000);
	CHECK_STR(sym(&s, 0xffffffffc0001000, false), "a");
	CHECK_STR(sym(&s, 0xffffffffc0005010, false), "c");	/* a miss */
	write_file(ks, "ffffffffc0001000 t d\t[q]\n");
	write_file(ms, "q 4096 7 - Live 0xffffffffc0001000\n");
	kpr_syms_tick(&s, 4500000000);
	CHECK_STR(sym(&s, 0xffffffffc0001000, false), "b");
	kpr_syms_tick(&s, 5100000000);
	CHECK_STR(sym(&s, 0xffffffffc0001000, false), "d");
	kpr_syms_exit(&s);
	remove(ks);
	remove(ms);
}

/* A kernel that answers, or fails so. */
static struct {
	const char *says;
	int fails;
	unsigned int asked;
} kernel;

static int ask_kernel(void *arg, uint64_t addr, char *text)
{
	KTAP_CHECK(arg == &kernel);
	kernel.asked++;
	if (kernel.fails)
		return kernel.fails;
	if (!addr)
		return 0;
	memcpy(text, kernel.says, strlen(kernel.says));
	return strlen(kernel.says);
}

static void says(struct kpr_syms *s, const char *text)
{
	kernel.says = text;
	kernel.asked = 0;
	kpr_syms_tick(s, s->now + 1000000000);
}

static void test_syms_ask(void)
{
	char ks[] = "/tmp/reader_test_XXXXXX", line[KPR_SYM_TEXT_MAX + 1];
	struct kpr_syms s;

	KTAP_CHECK(mkstemp(ks) >= 0);
	write_file(ks, "ffffffffc0001000 d f\t[m]\nffffffffc0001050 d g\t[m]\n");
	kernel.fails = 0;
	KTAP_CHECK(!kpr_syms_init(&s, ks, "/nowhere"));
	kpr_syms_start(&s, ask_kernel, &kernel, 5000000000);
	says(&s, "k+0x0/0x170");
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), "k+0x0/0x170");
	CHECK_STR(sym(&s, 0xffffffffc0001000, false), "k");
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), "k+0x0/0x170");
	CHECK_U64(kernel.asked, 1);
	kernel.says = "";
	CHECK_STR(sym(&s, 0x1234, true), "0x1234");
	CHECK_STR(sym(&s, 0x1234, false), "0x1234");
	CHECK_U64(kernel.asked, 2);
	/* another one now, for who asks after a second; and then none at all */
	kernel.says = "n+0x0/0x10 [o]";
	kpr_syms_tick(&s, s.now + 999999999);
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), "k+0x0/0x170");
	says(&s, "n+0x0/0x10 [o]");
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), "n+0x0/0x10 [o]");
	CHECK_STR(sym(&s, 0x1234, true), "n+0x0/0x10 [o]");
	says(&s, "");
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), "n+0x0/0x10 [o]");
	CHECK_STR(sym(&s, 0xffffffffc0001000, false), "n");
	CHECK_U64(kernel.asked, 1);
	/* as long as they get */
	memset(line, 'a', sizeof(line));
	memcpy(line + KPR_SYM_TEXT_MAX - 8, "+0x1/0x2", 9);
	says(&s, line);
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), line);
	CHECK_U64(strlen(sym(&s, 0xffffffffc0001000, false)), KPR_SYM_TEXT_MAX - 8);
	KTAP_CHECK(!s.loaded);
	/* no answer, and one that makes no sense: the file's */
	says(&s, "v+0x0/0xfffffffffffffe50 [m]");
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), "f+0x0/0x50 [m]");
	KTAP_CHECK(s.loaded);
	says(&s, "v+0x0/0x7ffffffffffffe50 [m]");
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), "v+0x0/0x7ffffffffffffe50 [m]");
	kernel.fails = -EPERM;
	says(&s, "k+0x0/0x170");
	CHECK_STR(sym(&s, 0xffffffffc0001000, true), "f+0x0/0x50 [m]");
	kpr_syms_exit(&s);
	/* one that never heard of it */
	KTAP_CHECK(!kpr_syms_init(&s, ks, "/nowhere"));
	kernel.fails = -ENOTTY;
	kpr_syms_start(&s, ask_kernel, &kernel, 5000000000);
	KTAP_CHECK(s.loaded);
	kernel.asked = 0;
	CHECK_STR(sym(&s, 0xffffffffc0001001, true), "f+0x1/0x50 [m]");
	CHECK_U64(kernel.asked, 0);
	kpr_syms_exit(&s);
	remove(ks);
}

static void test_return(void)
{
	static const struct {
		uint64_t ns;
		const char *want;
	} t[] = {
		{ 0, "lat=0ns" }, { 999, "lat=999ns" }, { 1000, "lat=1.000us" },
		{ 999999, "lat=999.999us" }, { 1322000, "lat=1.322ms" },
		{ 999999999, "lat=999.999ms" }, { 1000000000, "lat=1.000s" },
		{ 61000500000, "lat=61.000s" },
	};
	static const char rd[2 + KPR_WIDE] = "rd";
	struct kpr_event ev = { .kind = 'r', .name = rd, .name_len = 2, .ip = -1, .fault = -1,
				.func = 16, .retip = 24, .lat = 32, .room = 2 };
	uint64_t slots[5] = { 0, 0, 0xffffffff81000100, 0xffffffff8100026b };
	struct kpr_item item = { .kind = KPR_EVENT, .event = &ev };
	struct kpctl_rec *rec = (void *)slots;
	struct kpr_times times = { 0 };
	struct kpr_buf b = { 0 };
	static struct kpr_comm comm;
	struct kpr_syms syms;
	char want[128];
	unsigned int i;

	kpr_comm_init(&comm, "/nowhere");
	KTAP_CHECK(!kpr_syms_init(&syms, "/nowhere", "/nowhere"));
	parse_syms(&syms, kallsyms);
	rec->size_ctx = sizeof(slots);
	item.rec = rec;
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		slots[4] = t[i].ns;
		b.len = 0;
		KTAP_CHECK(!kpr_format(&item, &comm, &syms, &times, &b) && !kpr_buf_room(&b, 1));
		b.data[b.len] = '\0';
		snprintf(want, sizeof(want), "rd: (ksys_read+0x6b/0xf0 <- vfs_read) %s\n",
			 t[i].want);
		CHECK_STR(strstr(b.data, "rd:"), want);
	}
	kpr_buf_free(&b);
	kpr_syms_exit(&syms);
	kpr_comm_exit(&comm);
}

/* Descriptions */

static void test_events(void)
{
	static const char text[] =
		"\n"
		"16 armed p kprobes/open do_sys_openat2 $ip@16 file:ustring@24\n"
		"garbage\n"
		"15 armed p g/reserved sym\n"
		"65536 armed p g/toobig sym\n"
		"-1 armed p g/negative sym\n"
		"17 armed p noslash sym\n"
		"18 armed p g/ sym\n"
		"19 armed p /e sym\n"
		"20 armed p g/notarget\n"
		"21 armed p g/e sym field\n"
		"22 armed p g/e sym a:u8@8\n"
		"23 armed p g/e sym :u8@16\n"
		"24 armed p g/e sym a:u8@99999\n"
		"25 armed p g/e sym a:u8@\n"
		"26  gone r  g/spaces  m:sym+0x10  $func@16 $retip@24 $lat@32 $new@40 a:x8<4>@48\n"
		"27 armed p g/names sym a:u8@16 A_1:u8@16 a:u16@16 a-b:u8@16 b:u8@16 b\xc3:u8@16\n"
		"65535 off p g/last sym a:u8@65528";
	struct kpr_event *ev;
	struct kpr_events e;
	unsigned int i;

	KTAP_CHECK(!kpr_events_init(&e));
	KTAP_CHECK(!kpr_events_parse(&e, text, strlen(text)));
	CHECK_U64(e.garbage, 13);
	for (i = 17; i < 26; i++)
		KTAP_CHECK(!kpr_events_get(&e, i));
	ev = kpr_events_get(&e, 16);
	KTAP_CHECK(ev && ev->ip == 16 && ev->lat == -1 && ev->nr_fields == 1 && ev->kind == 'p');
	KTAP_CHECK(ev && !strcmp(ev->group, "kprobes") && !strcmp(ev->name, "open") && !ev->gone);
	KTAP_CHECK(ev && ev->fields[0].form == KPCTL_FORM_TEXT && ev->fields[0].offset == 24);
	KTAP_CHECK(ev && ev->fields[0].name_len == 4 && !memcmp(ev->fields[0].name, "file", 4));
	ev = kpr_events_get(&e, 26);
	KTAP_CHECK(ev && ev->gone && ev->func == 16 && ev->retip == 24 && ev->lat == 32);
	KTAP_CHECK(ev && ev->nr_fields == 1 && ev->fields[0].form == KPCTL_FORM_OTHER);
	ev = kpr_events_get(&e, 27);
	KTAP_CHECK(ev && ev->nr_fields == 6);
	for (i = 0; ev && i < ev->nr_fields; i++)
		CHECK_U64(ev->fields[i].is_unique, i < 2 || i == 4);
	ev = kpr_events_get(&e, 65535);
	KTAP_CHECK(ev && ev->fields[0].offset == 65528);
	KTAP_CHECK(!kpr_events_parse(&e, "16 off p g/new sym\n", 19));
	ev = kpr_events_get(&e, 16);
	KTAP_CHECK(ev && !strcmp(ev->name, "new") && !ev->nr_fields);
	KTAP_CHECK(!kpr_events_parse(&e, "40 off p g/a\0b sym\n", 19) && !kpr_events_get(&e, 40));
	kpr_events_exit(&e);
}

static void test_undescribed(void)
{
	struct kpr_totals t;
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;

	fake_events = "16 armed p g/e sym\n";
	fake_init(&f, 0, 4096, 0);
	st = fake_stream(&f, 1);
	for (i = 0; i < 10; i++)
		fake_event(&f, 99, 1, 1, NULL, 0);
	KTAP_CHECK(strstr(fake_text(st, LATER), ": event 99: not described\n"));
	CHECK_U64(fake_asked, 1);
	fake_events = "99 armed p g/late sym\n";
	fake_event(&f, 99, 2, 1, NULL, 0);
	KTAP_CHECK(strstr(fake_text(st, LATER + 2000000000), ": late:\n"));
	CHECK_U64(fake_asked, 2);
	kpr_stream_totals(st, &t);
	CHECK_U64(t.undescribed, 10);
	kpr_stream_close(st);
	fake_exit(&f);
}

static void test_comm(void)
{
	static struct kpr_comm c;
	unsigned int len, i;
	char name[16];
	const char *p;

	kpr_comm_init(&c, "/proc");
	p = kpr_comm_get(&c, 1, &len);
	KTAP_CHECK(len && *p != '<');
	kpr_comm_set(&c, 1, "renamed");
	p = kpr_comm_get(&c, 1, &len);
	KTAP_CHECK(len == 7 && !memcmp(p, "renamed", 7));
	p = kpr_comm_get(&c, KPCTL_TID_MASK, &len);
	KTAP_CHECK(len == 5 && !memcmp(p, "<...>", 5));
	kpr_comm_set(&c, 2, "");
	kpr_comm_get(&c, 2, &len);
	CHECK_U64(len, 0);
	/* more tids than are kept: old ones are forgotten, new ones are right */
	c.proc = "/nowhere";
	for (i = 0; i < KPCTL_TID_MASK; i += 512) {
		snprintf(name, sizeof(name), "t%u", i);
		kpr_comm_set(&c, i + 3, name);
		p = kpr_comm_get(&c, i + 3, &len);
		KTAP_CHECK(len == strlen(name) && !memcmp(p, name, len));
		if (i % 1024 == 0) {	/* no name of the page's former tids */
			p = kpr_comm_get(&c, i + 515, &len);
			KTAP_CHECK(len == 5 && !memcmp(p, "<...>", 5));
		}
	}
	CHECK_U64(c.used, KPR_COMM_PAGES_MAX);
	kpr_comm_exit(&c);
}

/* Rings */

/* Records of all sizes through a small ring, many times around. */
static void test_wrap(void)
{
	uint64_t slots[200], n = 0, want = 0;
	struct kpr_stream *st;
	struct kpr_item item;
	struct fake f;
	unsigned int i, len;

	fake_events = "16 armed p g/e sym\n";
	fake_init(&f, 0, 4096, (1ull << 63) - 1024);
	st = fake_stream(&f, 1);
	while (want < 20000) {
		for (;;) {
			len = n % 200;
			if (!fake_room(&f, 16 + 8 * len))
				break;
			for (i = 0; i < len; i++)
				slots[i] = n + i;
			n++;
			fake_event(&f, 16, n, n & KPCTL_TID_MASK, slots, len);
		}
		kpr_stream_pass(st, LATER);
		while (kpr_stream_next(st, &item) > 0) {
			len = want % 200;
			CHECK_U64(KPCTL_REC_SIZE(item.rec), 16 + 8 * len);
			for (i = 0; i < len; i++)
				CHECK_U64(((uint64_t *)(item.rec + 1))[i], want + i);
			CHECK_U64(item.time, ++want);
			/* batches, but never more than a quarter behind, and no further */
			KTAP_CHECK(f.consumer.tail <= f.head - KPCTL_REC_SIZE(item.rec));
		}
		CHECK_U64(f.consumer.tail, f.head);
	}
	KTAP_CHECK(want == n);
	kpr_stream_close(st);
	fake_exit(&f);
}

static void test_batches(void)
{
	unsigned int i, stores = 0;
	struct kpr_stream *st;
	struct kpr_item item;
	uint64_t tail = 0;
	struct fake f;

	fake_init(&f, 0, 4096, 0);
	st = fake_stream(&f, 1);
	for (i = 0; i < 256; i++)
		fake_event(&f, 16, i, 1, NULL, 0);
	kpr_stream_pass(st, LATER);
	for (i = 0; i < 256; i++) {
		KTAP_CHECK(kpr_stream_next(st, &item) == 1);
		KTAP_CHECK(16 * i - f.consumer.tail < 1024);
		stores += f.consumer.tail != tail;
		tail = f.consumer.tail;
	}
	CHECK_U64(stores, 3);
	KTAP_CHECK(!kpr_stream_next(st, &item));
	CHECK_U64(f.consumer.tail, 4096);
	kpr_stream_close(st);
	fake_exit(&f);
}

/* -n: what was shown is given back, what was not stays. */
static void test_stop(void)
{
	struct fake f[2];
	struct kpr_stream *st;
	struct kpr_totals t;
	struct kpr_item item;
	unsigned int i;

	for (i = 0; i < 2; i++)
		fake_init(&f[i], i, 4096, 0);
	for (i = 0; i < 10; i++)
		fake_event(&f[i & 1], 16, i, 1, NULL, 0);
	fake_lost(&f[0], 11, 5);
	f[0].meta->lost = f[1].meta->lost = 7;
	st = fake_stream(f, 2);
	kpr_stream_pass(st, LATER);
	for (i = 0; i < 5; i++)
		KTAP_CHECK(kpr_stream_next(st, &item) == 1);
	kpr_stream_stop(st);
	CHECK_U64(f[0].consumer.tail, 3 * 16);
	CHECK_U64(f[1].consumer.tail, 2 * 16);
	kpr_stream_totals(st, &t);
	CHECK_U64(t.lost, 0);
	kpr_stream_close(st);
	st = fake_stream(f, 2);		/* the next reader */
	kpr_stream_pass(st, LATER);
	KTAP_CHECK(kpr_stream_next(st, &item) == 1 && item.time == 5 && item.cpu == 1);
	kpr_stream_close(st);
	for (i = 0; i < 2; i++)
		fake_exit(&f[i]);
}

/* Clocks */

static void put_clock(struct fake *f, uint64_t time, struct kpctl_clock clock, uint32_t flags)
{
	uint64_t slots[4];

	memcpy(slots, &clock, sizeof(clock));
	slots[3] = flags;
	fake_event(f, KPCTL_REC_CLOCK, time, 0, slots, 4);
}

/* 500 MHz: a unit is 2 ns. */
static const struct kpctl_clock slow = { .raw = 1000, .ns = 5000, .mult = 1u << 31, .shift = 30 };

static struct kpctl_clock slow_at(uint64_t raw, uint64_t ns)
{
	return (struct kpctl_clock){ raw, ns, slow.mult, slow.shift };
}

/* The times that a stream has, a word each; "lost" and what it gives besides. */
static const char *times(struct kpr_stream *st)
{
	static char text[512];
	struct kpr_item item;
	size_t at = 0;

	text[0] = '\0';
	kpr_stream_pass(st, LATER);
	while (kpr_stream_next(st, &item) > 0)
		at += snprintf(text + at, sizeof(text) - at, "%s%s%llu", at ? " " : "",
			       item.kind == KPR_LOST ? "lost" : "",
			       (unsigned long long)item.time);
	return text;
}

static void test_clock(void)
{
	struct kpr_stream *st;
	struct fake f;

	fake_events = "16 armed p g/e sym\n";
	fake_init(&f, 0, 4096, 0);
	f.meta->clock = KPCTL_CLOCK_MARKED;
	f.meta->first_clock = slow;
	st = fake_stream(&f, 1);
	fake_event(&f, 16, 900, 1, NULL, 0);		/* by the page */
	fake_event(&f, 16, 1001, 1, NULL, 0);
	put_clock(&f, 2000, slow_at(2000, 10000), KPCTL_CLOCK_RAW);
	fake_event(&f, 16, 2000, 1, NULL, 0);		/* by the record before it */
	fake_event(&f, 16, 2003, 1, NULL, 0);
	put_clock(&f, 2010, slow_at(2010, 10002), KPCTL_CLOCK_RAW);
	fake_event(&f, 16, 2010, 1, NULL, 0);		/* back at a seam: 10006 it was */
	fake_event(&f, 16, 2011, 1, NULL, 0);
	fake_event(&f, 16, 2013, 1, NULL, 0);
	CHECK_STR(times(st), "4800 5002 10000 10006 10006 10006 10008");
	/* to the other clock, with one of the first on its way, and back */
	put_clock(&f, 10020 | KPCTL_TIME_MONO, (struct kpctl_clock){ 0 }, 0);
	fake_event(&f, 16, 10030 | KPCTL_TIME_MONO, 1, NULL, 0);
	fake_event(&f, 16, 2030, 1, NULL, 0);
	fake_event(&f, 16, 10050 | KPCTL_TIME_MONO, 1, NULL, 0);
	/* the counter began anew; a loss stands in front */
	fake_lost(&f, 1ull << 61, 3);
	put_clock(&f, 1ull << 61, slow_at(1ull << 61, 20000), KPCTL_CLOCK_RAW);
	fake_event(&f, 16, (1ull << 61) + 1, 1, NULL, 0);
	CHECK_STR(times(st), "10030 10042 10050 lost20000 20002");
	fake_lost(&f, 5, 4);
	put_clock(&f, 5, slow_at(5, 30000), KPCTL_CLOCK_RAW);
	fake_event(&f, 16, 6, 1, NULL, 0);
	CHECK_STR(times(st), "lost30000 30002");
	kpr_stream_close(st);
	fake_exit(&f);
}

/* What says nothing changes nothing; where nothing is known time stands still. */
static void test_clock_bad(void)
{
	struct kpctl_clock steep = slow_at(1, 1);
	struct kpr_stream *st;
	struct kpctl_rec cut = { .time = 1005, .id = KPCTL_REC_CLOCK, .size_ctx = 48 };
	uint64_t slot = 1;
	struct fake f;

	fake_events = "16 armed p g/e sym\n";
	fake_init(&f, 0, 4096, 0);
	f.meta->clock = KPCTL_CLOCK_MARKED;
	st = fake_stream(&f, 1);
	fake_event(&f, 16, 70, 1, NULL, 0);
	fake_event(&f, 16, 7 | KPCTL_TIME_MONO, 1, NULL, 0);
	fake_event(&f, 16, 80, 1, NULL, 0);
	put_clock(&f, 1000, slow, KPCTL_CLOCK_RAW);
	fake_event(&f, 16, 1000, 1, NULL, 0);
	put_clock(&f, 1001, (struct kpctl_clock){ .raw = 1, .ns = 1, .shift = 32 }, 1);
	fake_event(&f, 16, 1001, 1, NULL, 0);
	steep.shift = 33;
	put_clock(&f, 1002, steep, 1);
	fake_event(&f, 16, 1002, 1, NULL, 0);
	steep.shift = ~0u;
	put_clock(&f, 1003, steep, 1);
	fake_event(&f, 16, 1003, 1, NULL, 0);
	fake_event(&f, KPCTL_REC_CLOCK, 1004, 0, &slot, 1);
	fake_event(&f, KPCTL_REC_CLOCK, 1004, 0, NULL, 0);
	fake_event(&f, 16, 1004, 1, NULL, 0);
	fake_lost(&f, 1005, 9);				/* and nothing behind it */
	CHECK_STR(times(st), "0 7 7 5000 5002 5004 5006 5008 lost5010");
	fake_lost(&f, 1005, 10);
	fake_put(&f, &cut, sizeof(cut));		/* more than there is */
	fake_publish(&f);
	CHECK_STR(times(st), "lost5010 5010");
	kpr_stream_close(st);
	fake_exit(&f);

	/* stamps without marks, whatever else is said */
	fake_init(&f, 0, 4096, 0);
	f.meta->first_clock = slow;
	st = fake_stream(&f, 1);
	fake_event(&f, 16, 70, 1, NULL, 0);
	CHECK_STR(times(st), "70");
	kpr_stream_close(st);
	f.meta->clock = KPCTL_CLOCK_MARKED + 1;
	KTAP_CHECK(kpr_ring_init(&(struct kpr_ring){ 0 }, f.meta, f.len, &f.consumer) == -EPROTO);
	fake_exit(&f);
}

/* Two CPUs whose streams are told the same line at different times. */
static void test_clock_merge(void)
{
	struct kpr_stream *st;
	struct fake f[2];
	unsigned int i;

	fake_events = "16 armed p g/e sym\n";
	for (i = 0; i < 2; i++) {
		fake_init(&f[i], i, 4096, 0);
		f[i].meta->clock = KPCTL_CLOCK_MARKED;
	}
	put_clock(&f[0], 1000, slow, KPCTL_CLOCK_RAW);
	for (i = 0; i < 4; i++)
		fake_event(&f[0], 16, 1000 + 100 * i, 1, NULL, 0);
	for (i = 0; i < 3; i++)		/* the other clock */
		fake_event(&f[1], 16, (5100 + 200 * i) | KPCTL_TIME_MONO, 1, NULL, 0);
	put_clock(&f[1], 1270, slow, KPCTL_CLOCK_RAW);
	fake_event(&f[1], 16, 1270, 1, NULL, 0);
	st = fake_stream(f, 2);
	CHECK_STR(times(st), "5000 5100 5200 5300 5400 5500 5540 5600");
	kpr_stream_close(st);
	for (i = 0; i < 2; i++)
		fake_exit(&f[i]);
}

/* Losses */

static void test_lost(void)
{
	struct kpr_totals t;
	struct kpr_stream *st;
	struct fake f;

	fake_init(&f, 2, 4096, 0);
	f.meta->lost_detach = 100;
	f.meta->lost_attach = 110;
	f.meta->missed = 50;
	f.meta->missed_attach = 45;
	f.meta->missed_detach = 38;
	st = fake_stream(&f, 1);
	fake_lost(&f, 1, 100);		/* told to the reader before us */
	CHECK_STR(fake_text(st, LATER), "");
	fake_lost(&f, 2, 104);		/* nobody there */
	CHECK_STR(fake_text(st, LATER), "CPU:2 [LOST 4 EVENTS]\n");
	fake_lost(&f, 3, 104);		/* the same again */
	CHECK_STR(fake_text(st, LATER), "");
	fake_lost(&f, 4, 113);		/* 6 before us, 3 are ours */
	fake_lost(&f, 4, 113);
	fake_lost(&f, 4, 112);		/* nested: an older one behind */
	CHECK_STR(fake_text(st, LATER), "CPU:2 [LOST 9 EVENTS]\n");
	fake_lost(&f, 5, 114);
	CHECK_STR(fake_text(st, LATER), "CPU:2 [LOST 1 EVENTS]\n");
	f.meta->lost = 120;
	kpr_stream_totals(st, &t);
	CHECK_U64(t.lost, 4);
	CHECK_STR(fake_rest(st), "");
	kpr_stream_totals(st, &t);
	CHECK_U64(t.before, 10);
	KTAP_CHECK(!t.before_more);
	CHECK_U64(t.lost, 10);
	CHECK_U64(t.missed, 5);
	CHECK_U64(t.missed_before, 7);
	kpr_stream_close(st);
	fake_exit(&f);
}

/* A gap that the reader before us left unread, and losses only before us. */
static void test_lost_before(void)
{
	struct kpr_totals t;
	struct kpr_stream *st;
	struct fake f;

	fake_init(&f, 0, 4096, 0);
	f.meta->lost_detach = 100;
	f.meta->lost_attach = f.meta->lost = 130;
	fake_lost(&f, 1, 60);
	fake_lost(&f, 2, 70);
	st = fake_stream(&f, 1);
	CHECK_STR(fake_text(st, LATER), "CPU:0 [LOST EVENTS]\nCPU:0 [LOST 10 EVENTS]\n");
	CHECK_STR(fake_rest(st), "");
	kpr_stream_totals(st, &t);
	CHECK_U64(t.before, 70);
	KTAP_CHECK(t.before_more);
	CHECK_U64(t.lost, 0);
	kpr_stream_close(st);
	fake_exit(&f);
}

/* The last pass ends where it began, whatever comes in meanwhile. */
static void test_finish(void)
{
	struct kpr_totals t;
	struct kpr_stream *st;
	struct kpr_item item;
	unsigned int n = 0;
	struct fake f;

	fake_init(&f, 0, 4096, 0);
	st = fake_stream(&f, 1);
	fake_event(&f, 16, 1, 1, NULL, 0);
	fake_event(&f, 16, 2, 1, NULL, 0);
	f.meta->lost = 3;
	kpr_stream_finish(st);
	while (kpr_stream_next(st, &item) > 0 && n < 100) {
		n++;
		f.meta->lost++;
		fake_event(&f, 16, 2 + n, 1, NULL, 0);
	}
	CHECK_U64(n, 2);
	CHECK_U64(f.consumer.tail, 32);
	kpr_stream_totals(st, &t);
	CHECK_U64(t.lost, 3);
	kpr_stream_close(st);
	/* stopped halfway: what was lost at the end is no matter of ours */
	f.meta->lost_detach = f.meta->lost_attach = 5;
	f.meta->lost = 9;
	st = fake_stream(&f, 1);
	kpr_stream_finish(st);
	KTAP_CHECK(kpr_stream_next(st, &item) == 1);
	kpr_stream_stop(st);
	kpr_stream_totals(st, &t);
	CHECK_U64(t.lost, 0);
	kpr_stream_close(st);
	fake_exit(&f);
}

/* Merging */

#define NR_CPUS	4
#define PER_CPU	20000

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

struct flood {
	struct fake f[NR_CPUS];
	uint64_t stamps[NR_CPUS * PER_CPU], next[NR_CPUS];
	unsigned int n, left[NR_CPUS];
};

/* Publish what was stamped up to now, as far as there is room. */
static void flood_until(struct flood *fl, uint64_t now)
{
	unsigned int c;

	for (c = 0; c < NR_CPUS; c++)
		while (fl->left[c] && fl->next[c] <= now && fake_room(&fl->f[c], 16)) {
			fake_event(&fl->f[c], 16, fl->next[c], c, NULL, 0);
			fl->stamps[fl->n++] = fl->next[c];
			fl->left[c]--;
			/* bursts and silences, longer than the grace too */
			fl->next[c] += fake_random() % (fake_random() % 50 ? 100000 : 30000000);
		}
}

/* Everything comes out, in order; nothing held back at the end is needed. */
static void test_merge(void)
{
	struct flood *fl = calloc(1, sizeof(*fl));
	uint64_t now = 0, last = 0, *got = calloc(NR_CPUS * PER_CPU, sizeof(*got));
	unsigned int c, n = 0, todo = 1;
	struct kpr_stream *st;
	struct kpr_totals t;
	struct kpr_item item;

	for (c = 0; c < NR_CPUS; c++) {
		fake_init(&fl->f[c], c, 65536, 0);
		fl->left[c] = PER_CPU;
		fl->next[c] = fake_random() % 1000;
	}
	st = fake_stream(fl->f, NR_CPUS);
	while (todo) {
		flood_until(fl, now);
		kpr_stream_pass(st, now);
		while (kpr_stream_next(st, &item) > 0) {
			KTAP_CHECK(item.time >= last);
			last = item.time;
			got[n++] = item.time;
		}
		now += fake_random() % 1000000;
		for (c = 0, todo = 0; c < NR_CPUS; c++)
			todo += fl->left[c];
	}
	kpr_stream_finish(st);
	while (kpr_stream_next(st, &item) > 0)
		got[n++] = item.time;
	CHECK_U64(n, NR_CPUS * PER_CPU);
	qsort(fl->stamps, fl->n, sizeof(*fl->stamps), by_value);
	KTAP_CHECK(!memcmp(got, fl->stamps, n * sizeof(*got)));
	kpr_stream_totals(st, &t);
	CHECK_U64(t.late, 0);
	kpr_stream_close(st);
	for (c = 0; c < NR_CPUS; c++)
		fake_exit(&fl->f[c]);
	free(got);
	free(fl);
}

/* An empty ring may still come up with something earlier, for a while. */
static void test_horizon(void)
{
	const uint64_t t0 = 1000000000;
	struct fake f[2];
	struct kpr_stream *st;
	struct kpr_totals t;
	unsigned int i;

	fake_events = "16 armed p g/a sym\n17 armed p g/b sym\n";
	for (i = 0; i < 2; i++)
		fake_init(&f[i], i, 4096, 0);
	st = fake_stream(f, 2);
	KTAP_CHECK(!*fake_text(st, t0) && kpr_stream_wait(st, t0) == KPR_WAIT_POLL);
	fake_event(&f[0], 16, t0 + 100, 1, NULL, 0);
	CHECK_STR(fake_text(st, t0 + 200), "");
	CHECK_U64(kpr_stream_wait(st, t0 + 200), KPR_HOLD_NS);
	CHECK_U64(kpr_stream_wait(st, t0 + KPR_GRACE_NS), 100);
	CHECK_STR(fake_text(st, t0 + 99 + KPR_GRACE_NS), "");
	/* published late: still in time */
	fake_event(&f[1], 17, t0 + 50, 1, NULL, 0);
	KTAP_CHECK(strstr(fake_text(st, t0 + 99 + KPR_GRACE_NS), "b:"));
	KTAP_CHECK(strstr(fake_text(st, t0 + 100 + KPR_GRACE_NS), "a:"));
	/* both have something: nobody waits for the clock */
	fake_event(&f[0], 16, t0 + KPR_GRACE_NS * 3, 1, NULL, 0);
	fake_event(&f[1], 17, t0 + KPR_GRACE_NS * 3 + 1, 1, NULL, 0);
	KTAP_CHECK(strstr(fake_text(st, t0 + KPR_GRACE_NS * 3 + 2), "a:"));
	/* too late: shown all the same, and counted */
	fake_event(&f[0], 16, t0 + KPR_GRACE_NS * 2, 1, NULL, 0);
	KTAP_CHECK(strstr(fake_text(st, t0 + KPR_GRACE_NS * 5), "b:"));
	kpr_stream_totals(st, &t);
	CHECK_U64(t.late, 0);		/* clamped: same CPU, as published */
	fake_event(&f[0], 16, t0 + KPR_GRACE_NS * 3, 1, NULL, 0);
	KTAP_CHECK(strstr(fake_text(st, t0 + KPR_GRACE_NS * 6), "a:"));
	kpr_stream_totals(st, &t);
	CHECK_U64(t.late, 1);
	/* over half full: order gives way */
	for (i = 0; i < 130; i++)
		fake_event(&f[0], 16, t0 + KPR_GRACE_NS * 7, 1, NULL, 0);
	CHECK_STR(fake_text(st, t0 + KPR_GRACE_NS * 7), "");
	KTAP_CHECK(*fake_text(st, t0 + KPR_GRACE_NS * 7 + KPR_GRACE_PRESSED_NS));
	kpr_stream_close(st);
	for (i = 0; i < 2; i++)
		fake_exit(&f[i]);
}

/* Corruption */

static void test_corrupt(void)
{
	static const uint16_t sizes[] = { 0, 1, 8, 12, 15, 36, 48, 4096, 65528, 65535 };
	struct kpr_stream *st;
	struct kpr_totals t;
	struct fake f;
	char want[64];
	unsigned int i;

	fake_events = "16 armed p g/e sym\n";
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct kpctl_rec rec = { .id = 16, .size_ctx = sizes[i], .time = 1 };

		/* 40 bytes: a good record, a bad one, and 8 bytes, at the end of data */
		fake_init(&f, 1, 4096, 4096 - 40);
		st = fake_stream(&f, 1);
		fake_event(&f, 16, 1, 1, NULL, 0);
		fake_put(&f, &rec, sizeof(rec));
		fake_put(&f, "12345678", 8);
		fake_publish(&f);
		snprintf(want, sizeof(want), "e:\nCPU:1 [CORRUPT 24 BYTES]\n");
		CHECK_STR(strstr(fake_text(st, LATER), "e:"), want);
		CHECK_U64(f.consumer.tail, f.head);
		fake_event(&f, 16, 2, 1, NULL, 0);	/* and goes on */
		KTAP_CHECK(strstr(fake_text(st, LATER), "e:"));
		kpr_stream_totals(st, &t);
		CHECK_U64(t.corrupt, 24);
		kpr_stream_close(st);
		fake_exit(&f);
	}
}

/* Records of the stream's own that are too short for what they are. */
static void test_short_records(void)
{
	struct kpr_stream *st;
	struct fake f;
	uint64_t x = 0;

	fake_init(&f, 0, 4096, 4096 - 40);
	st = fake_stream(&f, 1);
	fake_event(&f, KPCTL_REC_LOST, 1, 1, NULL, 0);
	fake_event(&f, KPCTL_REC_COMM, 1, 1, &x, 1);
	CHECK_STR(fake_text(st, LATER),
		  "CPU:0 [CORRUPT 16 BYTES]\nCPU:0 [CORRUPT 24 BYTES]\n");
	fake_event(&f, 9, 1, 1, NULL, 0);	/* not known: skipped */
	CHECK_STR(fake_text(st, LATER), "");
	kpr_stream_close(st);
	fake_exit(&f);
}

static void test_positions(void)
{
	static const uint64_t tails[] = { 3, 8192, ~0ull, ~7ull, 1ull << 63 };
	struct kpr_stream *st;
	struct kpr_ring r;
	struct fake f;
	unsigned int i;

	fake_events = "16 armed p g/e sym\n";
	for (i = 0; i < ARRAY_SIZE(tails); i++) {
		fake_init(&f, 0, 4096, 0);
		fake_event(&f, 16, 1, 1, NULL, 0);
		f.consumer.tail = tails[i];	/* left by a reader gone mad */
		st = fake_stream(&f, 1);
		KTAP_CHECK(!strncmp(fake_text(st, LATER), "CPU:0 [CORRUPT ", 15));
		CHECK_U64(f.consumer.tail, 16);
		fake_event(&f, 16, 1, 1, NULL, 0);
		KTAP_CHECK(strstr(fake_text(st, LATER), "e:"));
		f.meta->head = tails[i];	/* the kernel too */
		fake_text(st, LATER);
		KTAP_CHECK(!(f.consumer.tail & 7));
		kpr_stream_close(st);
		fake_exit(&f);
	}
	fake_init(&f, 0, 4096, 0);
	KTAP_CHECK(kpr_ring_init(&r, f.meta, f.len - 1, &f.consumer) < 0);
	KTAP_CHECK(kpr_ring_init(&r, f.meta, 16, &f.consumer) < 0);
	f.meta->data_size = 4097;
	KTAP_CHECK(kpr_ring_init(&r, f.meta, f.len, &f.consumer) < 0);
	f.meta->data_size = 1ull << 63;
	KTAP_CHECK(kpr_ring_init(&r, f.meta, f.len, &f.consumer) < 0);
	f.meta->data_size = 4096;
	f.meta->data_offset = ~7ull;
	KTAP_CHECK(kpr_ring_init(&r, f.meta, f.len, &f.consumer) < 0);
	f.meta->data_offset = PAGE;
	f.meta->abi++;
	KTAP_CHECK(kpr_ring_init(&r, f.meta, f.len, &f.consumer) < 0);
	fake_exit(&f);
}

static const char fuzz_events[] =
	"16 armed p g/e sym $ip@16 a:string@24 b:ustring@32 c:u8@40\n"
	"17 armed r g/r sym $func@16 $retip@24 $lat@32 $fault@64 a:s64@40 b:string@48\n"
	"18 armed p g/x sym a:x64@65528 b:string@16 c:string@16 d:string@16\n";

/* Mostly sound headers, else the first bad one would hide all others. */
static void fuzz_record(struct fake *f)
{
	struct kpctl_rec rec = { .id = fake_random() % 20, .time = fake_random() % 1000 };
	uint64_t slots[32], n = fake_random() % 32;
	unsigned int i;

	rec.size_ctx = fake_random() % 100 ? 16 + 8 * n : fake_random();
	rec.ctx_tid = fake_random();
	for (i = 0; i < n; i++)
		slots[i] = fake_random() & (fake_random() % 2 ? ~0ull : 0x1000300ff00ffull);
	if (!fake_room(f, 16 + 8 * n))
		return;
	fake_put(f, &rec, sizeof(rec));
	fake_put(f, slots, 8 * n);
	fake_publish(f);
}

static void test_fuzz(void)
{
	struct fake f[3];
	struct kpr_stream *st;
	struct kpr_totals t;
	unsigned int i, c, k;

	fake_events = fuzz_events;
	for (c = 0; c < 3; c++) {
		fake_init(&f[c], c, 4096, fake_random() & ~7ull);
		f[c].meta->clock = c ? KPCTL_CLOCK_MARKED : KPCTL_CLOCK_MONOTONIC;
	}
	st = fake_stream(f, 3);
	for (i = 0; i < 5000; i++) {
		for (c = 0; c < 3; c++)
			for (k = fake_random() % 20; k; k--)
				fuzz_record(&f[c]);
		fake_text(st, fake_random() % 2 ? LATER : 0);
	}
	fake_rest(st);
	for (c = 0; c < 3; c++)
		CHECK_U64(f[c].consumer.tail, f[c].head);
	kpr_stream_totals(st, &t);
	KTAP_CHECK(t.corrupt && t.undescribed && t.lost);
	kpr_stream_close(st);
	for (c = 0; c < 3; c++)
		fake_exit(&f[c]);
}

/* Lines with bytes changed, cut anywhere. */
static void test_fuzz_text(void)
{
	char text[sizeof(kallsyms) + sizeof(fuzz_events)];
	const char *from;
	struct kpr_events e;
	struct kpr_syms s;
	unsigned int i, k;
	size_t len;
	char *copy;

	KTAP_CHECK(!kpr_events_init(&e));
	KTAP_CHECK(!kpr_syms_init(&s, "/nowhere", "/nowhere"));
	for (i = 0; i < 20000; i++) {
		from = i & 1 ? kallsyms : fuzz_events;
		len = fake_random() % (strlen(from) + 1);
		memcpy(text, from, len);
		for (k = fake_random() % 8; k && len; k--)
			text[fake_random() % len] = "\n \t:@/$[0aT\xff"[fake_random() % 13];
		copy = malloc(len + 1);		/* the exact size */
		memcpy(copy, text, len);
		copy[len] = '\0';
		if (i & 1) {
			KTAP_CHECK(!kpr_syms_parse(&s, copy, len));
			sym(&s, 0xffffffff81000000 + fake_random() % 1024, true);
		} else {
			KTAP_CHECK(!kpr_events_parse(&e, copy, len));
			free(copy);
		}
	}
	kpr_syms_exit(&s);
	kpr_events_exit(&e);
}

static void test_value(void)
{
	static const char text[] = "cpu written lost\n0 1 2\ntotals nested=9\n"
				   "total hits=10  nested=18446744073709551615 xnested=2 norcu=3";
	uint64_t v = 0;

	KTAP_CHECK(!kpr_text_value(text, "total", "hits", &v) && v == 10);
	KTAP_CHECK(!kpr_text_value(text, "total", "nested", &v) && v == UINT64_MAX);
	KTAP_CHECK(!kpr_text_value(text, "total", "norcu", &v) && v == 3);
	KTAP_CHECK(kpr_text_value(text, "total", "est", &v) < 0);
	KTAP_CHECK(kpr_text_value(text, "tot", "hits", &v) < 0);
	KTAP_CHECK(kpr_text_value("", "total", "hits", &v) < 0);
	KTAP_CHECK(kpr_text_value("total ", "total", "hits", &v) < 0);
}

/* Not a test: lines a second, from ring to text. */
static int bench(void)
{
	uint64_t slots[8] = { 0xffffffff81000204, 0, 0x20000, 220 }, done = 0, start, bytes = 0;
	struct fake f[4];
	struct kpr_stream *st;
	struct kpr_item item;
	struct kpr_buf b = { 0 };
	char ks[] = "/tmp/reader_test_XXXXXX";
	unsigned int c;

	fake_events = "16 armed p g/open sym $ip@16 file:ustring@24 n:x64@32 ret:s64@40\n";
	slots[1] = 11ull << 16 | 48;
	memcpy(&slots[4], "/etc/hosts", 11);
	for (c = 0; c < 4; c++)
		fake_init(&f[c], c, 1 << 20, 0);
	st = fake_stream(f, 4);
	if (mkstemp(ks) < 0)
		return 1;
	write_file(ks, kallsyms);
	kpr_stream_paths(st, "/nowhere", ks, "/nowhere");
	for (c = 0; c < 4; c++)
		while (fake_room(&f[c], 64))
			fake_event(&f[c], 16, 667254356660000 + f[c].head * 7 + c, 6017, slots, 6);
	for (start = kpr_now(); kpr_now() - start < 2 * 1000000000ull;) {
		kpr_stream_pass(st, LATER);
		while (kpr_stream_next(st, &item) > 0) {
			if (b.len > 65536) {
				bytes += b.len;
				b.len = 0;
			}
			kpr_stream_format(st, &item, &b);
			done++;
		}
		for (c = 0; c < 4; c++)		/* the same records again */
			f[c].meta->head += f[c].size;
	}
	printf("%.0f lines/s, %.0f MB/s\n", done / ((kpr_now() - start) / 1e9),
	       bytes / ((kpr_now() - start) / 1e3));
	fwrite(b.data, 1, 120, stdout);
	kpr_stream_close(st);
	kpr_buf_free(&b);
	remove(ks);
	for (c = 0; c < 4; c++)
		fake_exit(&f[c]);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct ktap_test tests[] = {
		{ "integers of each type, smallest and largest", test_types },
		{ "integers that could not be read", test_faults },
		{ "strings: faults, cuts, escapes", test_strings },
		{ "the longest string", test_long_string },
		{ "slots and strings outside of their record", test_bad_slots },
		{ "task, cpu, flags and time", test_prefix },
		{ "symbols", test_syms },
		{ "symbols are read again when modules change", test_syms_reload },
		{ "symbols that the kernel is asked for", test_syms_ask },
		{ "return events and latencies", test_return },
		{ "event descriptions, good and bad", test_events },
		{ "events that nobody describes", test_undescribed },
		{ "names of tasks", test_comm },
		{ "records wrap around", test_wrap },
		{ "the tail is stored in batches", test_batches },
		{ "stopping leaves the rest unread", test_stop },
		{ "times of two clocks", test_clock },
		{ "clock records that say nothing", test_clock_bad },
		{ "two clocks of two CPUs merge", test_clock_merge },
		{ "losses: repeated, before us, ours, at the end", test_lost },
		{ "losses left by the reader before us", test_lost_before },
		{ "the last pass ends", test_finish },
		{ "four CPUs merge in order", test_merge },
		{ "what an idle CPU holds back", test_horizon },
		{ "what lines have in common", test_common },
		{ "corrupt records", test_corrupt },
		{ "records of the stream that are too short", test_short_records },
		{ "positions and headers that make no sense", test_positions },
		{ "totals out of a text", test_value },
		{ "random records", test_fuzz },
		{ "random texts", test_fuzz_text },
	};

	if (argc > 1 && !strcmp(argv[1], "--bench"))
		return bench();
	return ktap_run(tests, ARRAY_SIZE(tests));
}
