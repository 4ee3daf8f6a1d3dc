/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: a stream with an item of each kind, and a value of each type. */

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
	"21 armed p g/cnt sym $ip@16 v:s16[]@24 w:ustring[]@32 e:u32@48 $names:1=RED,5=GREEN@48\n"
	"22 armed p g/num sym $ip@16 $fault@24 a:u16@32 b:u32@40 c:u64@48 d:s8@56 e:s16@64 f:s32@72 "
		"g:x8@80 h:x16@88 i:x32@96 j:be16@104 k:be32@112 l:be64@120\n"
	"23 armed p g/named sym $ip@16 $fault@24 i:ip6@32 m:mac@48 s:signal@56 c:cap@64 d:dev@72 "
		"o:oflags@80 n:symstr@88 v:signal[2]@96 w:mac[2]@104 x:ip6[2]@120\n"
	"24 armed p g/usr sym $ip@16 stacktrace:stack@24 ustacktrace:ustack@32\n"
	"25 armed r g/ur sym $func@16 $retip@24 $lat@32 us:ustack@40\n"
	"26 armed p g/grp sym $ip@16 $fault@24 cg:cgroup@32\n";

/* A new type has a place in the stream. */
static void test_types(void)
{
	static const char * const types[] = {
#define X(id, name, ...) name,
		KPCTL_TYPES(X)
#undef X
	};
	char text[32];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		snprintf(text, sizeof(text), ":%s@", types[i]);
		ktap_check(!!strstr(events, text), "the stream has no %s", types[i]);
	}
}

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

/* Numbers at their ends; and none of them could be read. A bit field is a number, too. */
static void put_numbers(struct fake *f, uint64_t at)
{
	const uint64_t slots[] = { VFS, 0, UINT16_MAX, UINT32_MAX, UINT64_MAX, INT8_MIN, INT16_MIN,
				   INT32_MIN, UINT8_MAX, UINT16_MAX, UINT32_MAX, 443, 0xc0000201,
				   0x0102030405060708ull };
	const uint64_t fault[] = { VFS, 0xfff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };

	fake_event(f, 22, T0 + at, 7, slots, ARRAY_SIZE(slots));
	fake_event(f, 22, T0 + at + 100, 7, fault, ARRAY_SIZE(fault));
}

/* What has names: such names, numbers that have none, and nothing to read. */
static void put_named(struct fake *f, uint64_t at)
{
	/* 2001:db8::1, 00:11:22:33:44:55, SIGKILL, CAP_NET_ADMIN, 8:1; "vfs_read" */
	const uint64_t slots[] = { VFS, 0, 0xb80d0120, 0x0100000000000000, 0x554433221100, 9, 12,
				   8 << 20 | 1, 02001101, STR(9, 152), 9ull << 32 | 1,
				   0x0100fffefdfcfbfa, 0x05040302, 0x80fe, 0x0200000000000000, 0, 0,
				   0x646165725f736676, 0 };
	const uint64_t odd[] = { VFS, 0, 0, 0, 0, 200, 99, UINT32_MAX, 0x80000003, STR(9, 4000),
				 200, 0, 0, 0, 0, 0, 0 };
	const uint64_t fault[] = { VFS, 0x3ff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };

	fake_event(f, 23, T0 + at, 7, slots, ARRAY_SIZE(slots));
	fake_event(f, 23, T0 + at + 100, 7, odd, ARRAY_SIZE(odd));
	fake_event(f, 23, T0 + at + 200, 7, fault, ARRAY_SIZE(fault));
}

/* A cgroup that nobody knows, so that it is its number; and none could be read. */
static void put_cgroups(struct fake *f, uint64_t at)
{
	const uint64_t slots[] = { VFS, 0, 0x100001092 };
	const uint64_t fault[] = { VFS, 1, 0 };

	fake_event(f, 26, T0 + at, 7, slots, ARRAY_SIZE(slots));
	fake_event(f, 26, T0 + at + 100, 7, fault, ARRAY_SIZE(fault));
}

/* A program's file is mapped from this address on. */
#define PROGRAM	0x500000ull

/* Stacks of process 5: of two frames, of which one is not mapped; cut; that could not be read. */
static void put_user_stacks(struct fake *f, uint64_t at)
{
	const uint64_t both[] = { VFS, STR(16, 40), STR(24, 56), VFS + 0x12, KSYS + 0x6b, 5,
				  PROGRAM + 0x10, 0x10 };
	const uint64_t cut[] = { DO_IT, KSYS, 800, STR(16, 48) | CUT, 5, PROGRAM + 0x20 };
	const uint64_t fault[] = { DO_IT, KSYS, 900, CUT };

	fake_event(f, 24, T0 + at, 7, both, ARRAY_SIZE(both));
	fake_event(f, 25, T0 + at + 1000, 7, cut, ARRAY_SIZE(cut));
	fake_event(f, 25, T0 + at + 2000, 7, fault, ARRAY_SIZE(fault));
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
	const struct kpctl_rec bad = { .id = 16, .size_ctx = 12, .time = 1 };

	fake_lost(f, T0 + 40000, 1628);
	put_note(f, KPCTL_REC_MISSED, 41000, 17, 3);
	put_note(f, KPCTL_REC_THROTTLED, 42000, 16, 16);
	put_note(f, KPCTL_REC_THROTTLED, 43000, 16, 1);
	fake_event(f, 40, T0 + 44000, 7, NULL, 0);
	fake_put(f, &bad, sizeof(bad));
	fake_put(f, "12345678", 8);
	fake_publish(f);
}

/* Process 5 has a program mapped, whose file is not there. */
static void write_maps(void)
{
	shell("mkdir -p proc/5");
	write_file(path_of("proc/5"), "maps",
		   "00500000-00600000 r-xp 00001000 08:01 2                /no/such/prog\n");
}

static struct kpr_stream *begin_stream(struct fake *f)
{
	struct kpr_stream *st = fake_start(f, 3, events, "");
	static char path[256], proc[256];

	strcpy(path, path_of("kallsyms"));
	strcpy(proc, path_of("proc"));
	kpr_stream_paths(st, "/nowhere", path, "/nowhere");
	st->syms.proc = proc;
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
	put_numbers(f, 21000);
	put_named(f, 22000);
	put_cgroups(f, 22500);
	put_user_stacks(f, 23000);
	put_odd_stacks(f);
	put_marks(f);
	return st;
}
