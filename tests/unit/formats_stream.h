/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: a stream with an item of each kind. */

static const char kallsyms[] =
	"ffffffff81000100 t vfs_read\n"
	"ffffffff81000200 T ksys_read\n"
	"ffffffff810002f0 T do_it\n"
	"ffffffffc0001000 t mod_fn\t[testmod]\n"
	"ffffffffc0001080 t mod_last\t[testmod]\n";

#define VFS	0xffffffff81000100ull
#define KSYS	0xffffffff81000200ull
#define DO_IT	0xffffffff810002f0ull
#define MOD	0xffffffffc0001000ull
#define NOBODY	0xffffffffa0000000ull

#define STR(len, off)	((uint64_t)(len) << 16 | (off))
#define CUT		((uint64_t)KPCTL_STR_CUT << 32)

static const char events[] =
	"16 armed p g/all sym $ip@16 $fault@24 a:u8@32 b:s64@40 c:x64@48 d:ns@56 e:errno@64 "
		"f:char@72 g:symbol@80 h:ip4@88 s:string@96 t:ustring@104 u:u128@112\n"
	"17 armed r g/rd sym $func@16 $retip@24 $lat@32 n:x64@40 ret:s64@48\n"
	"18 armed p g/stk sym $ip@16 stacktrace:stack@24\n"
	"19 armed p g/arr sym $ip@16 v:u16[3]@24 w:string[2]@32 comm:string@48 Time:u8@56\n"
	"20 armed r g/rs sym $func@16 $retip@24 $lat@32 stacktrace:stack@40\n"
	"21 armed p g/cnt sym $ip@16 v:s16[]@24 w:ustring[]@32 e:u32@48 $names:1=RED,5=GREEN@48\n";

#define T0	100000000000ull	/* of the first record, in ns */

static void put_all(struct fake *f)
{
	/* what the strings lead to: "a\"b,c" and "x\n" */
	uint64_t good[] = { VFS + 0x12, 0, 255, -3, UINT64_MAX, 1322000, -2, 'q', MOD + 4,
			    0x010200c0, STR(6, 120), STR(3, 126) | CUT, 0,
			    0x0a7800632c622261ull, 0 };
	/* all of the fault mask but b; strings that are none, or no UTF-8 */
	uint64_t bad[] = { NOBODY, 0xfd, 0, 7, 0, 0, 0, 0, 0, 0, STR(3, 120), STR(9, 4000), 0,
			   0xff61 };

	fake_event(f, 16, T0 + 2000, 7, good, ARRAY_SIZE(good));
	fake_event(f, 16, T0 + 3000, 8 | (KPCTL_CTX_IRQS_OFF | KPCTL_CTX_HARDIRQ |
					  2 << KPCTL_CTX_PREEMPT_SHIFT) << KPCTL_TID_BITS,
		   bad, ARRAY_SIZE(bad));
}

/* A call from start to end, in ns after T0. */
static void put_call(struct fake *f, uint32_t tid, uint64_t func, uint64_t start, uint64_t end)
{
	const uint64_t slots[] = { func, KSYS + 0x6b, end - start, 0x20000, -11 };

	fake_event(f, 17, T0 + end, tid, slots, ARRAY_SIZE(slots));
}

static void put_stack(struct fake *f, uint32_t tid, uint64_t at)
{
	const uint64_t slots[] = { VFS, STR(24, 32), VFS + 0x12, MOD + 4, KSYS + 0x6b };

	fake_event(f, 18, T0 + at, tid, slots, ARRAY_SIZE(slots));
}

static void put_arrays(struct fake *f, uint64_t at)
{
	const uint64_t slots[] = { VFS, 0x0003fffe0001, STR(2, 64), 0, STR(3, 66), 1, 0x7a790078 };

	fake_event(f, 19, T0 + at, 7, slots, ARRAY_SIZE(slots));
}

/* An array of two with more behind it, the strings "ls" and "-l", GREEN; and nothing to read. */
static void put_counted(struct fake *f, uint64_t at)
{
	const uint64_t slots[] = { VFS, STR(4, 56) | CUT, STR(16, 64), STR(6, 80), 5,
				   0x0003fffe, STR(3, 80), STR(3, 83), 0x00006c2d20736cull };
	const uint64_t fault[] = { VFS, 0, 0, 0, 6 };

	fake_event(f, 21, T0 + at, 7, slots, ARRAY_SIZE(slots));
	fake_event(f, 21, T0 + at + 100, 7, fault, ARRAY_SIZE(fault));
}

/* Stacks that are cut, that could not be read, that are none; with durations. */
static void put_odd_stacks(struct fake *f)
{
	const uint64_t cut[] = { DO_IT, KSYS, 500, STR(8, 48) | CUT, KSYS + 1 };
	const uint64_t fault[] = { DO_IT, KSYS, 600, CUT };
	const uint64_t corrupt[] = { DO_IT, KSYS, 700, STR(16, 48) };

	fake_event(f, 20, T0 + 31000, 7, cut, ARRAY_SIZE(cut));
	fake_event(f, 20, T0 + 32000, 7, fault, ARRAY_SIZE(fault));
	fake_event(f, 20, T0 + 33000, 7, corrupt, ARRAY_SIZE(corrupt));
}

static void put_note(struct fake *f, uint16_t id, uint64_t at, uint32_t event, uint32_t n)
{
	const uint64_t slots[2] = { 99, n | (uint64_t)event << 32 };

	fake_event(f, id, T0 + at, 7, slots, 2);
}

static void put_marks(struct fake *f)
{
	const struct kpctl_rec bad = { .id = 16, .size_ctx = 20, .time = 1 };

	fake_lost(f, T0 + 40000, 1628);
	put_note(f, KPCTL_REC_MISSED, 41000, 17, 3);
	put_note(f, KPCTL_REC_THROTTLED, 42000, 16, 16);
	put_note(f, KPCTL_REC_THROTTLED, 43000, 16, 1);
	fake_event(f, 40, T0 + 44000, 7, NULL, 0);
	fake_put(f, &bad, sizeof(bad));
	fake_put(f, "12345678", 8);
	fake_publish(f);
}

static struct kpr_stream *begin_stream(struct fake *f)
{
	struct kpr_stream *st = fake_start(f, 3, events, "");
	static char path[256];

	strcpy(path, path_of("kallsyms"));
	kpr_stream_paths(st, "/nowhere", path, "/nowhere");
	fake_comm(f, T0, 7, "cat");
	fake_comm(f, T0, 8, "a;b \"c\n");
	return st;
}

/* Thread 7 calls vfs_read, which calls ksys_read and mod_fn, which calls do_it. */
static struct kpr_stream *whole_stream(struct fake *f)
{
	struct kpr_stream *st = begin_stream(f);

	put_all(f);
	put_stack(f, 7, 11000);
	put_call(f, 7, KSYS, 12000, 13000);
	put_call(f, 7, DO_IT, 15000, 16000);
	put_call(f, 8, DO_IT, 14500, 17001);
	put_arrays(f, 17500);
	put_counted(f, 17600);
	put_call(f, 7, MOD, 14000, 19000);
	put_call(f, 7, VFS, 10000, 20000);
	put_odd_stacks(f);
	put_marks(f);
	return st;
}
