// SPDX-License-Identifier: GPL-2.0
/*
 * abi32: a reader of /dev/kprobectl that is a 32-bit program: the same numbers,
 * layouts and mappings. No library, int $0x80 only. Prints `ok TEXT` and
 * `not ok TEXT` lines: ktap.h wants a library.
 */
#include <asm-generic/errno-base.h>
#include <linux/kprobectl.h>

#define SYS_READ	3
#define SYS_WRITE	4
#define SYS_OPEN	5
#define SYS_EXIT	1
#define SYS_IOCTL	54
#define SYS_MUNMAP	91
#define SYS_POLL	168
#define SYS_MMAP2	192
#define SYS_GETTID	224
#define O_WRONLY	1
#define O_RDWR		2
#define PROT_READ	1
#define PROT_WRITE	2
#define MAP_SHARED	1
#define POLLIN		1

#define RINGS_MAX	64
#define RUN		"/sys/kernel/debug/kpt/run"

_Static_assert(sizeof(void *) == 4, "a 32-bit program");
_Static_assert(sizeof(struct kpctl_meta) == 168, "meta has the same layout");

static int fd;
static struct kpctl_info info;
static unsigned int page_shift, whole;	/* length of the second mapping */
static struct {
	volatile struct kpctl_consumer *consumer;
	const struct kpctl_meta *meta;
	const char *data;
} rings[RINGS_MAX];

static long call6(long nr, long a, long b, long c, long d, long e, long f)
{
	long args[2] = { a, f }, ret;

	asm volatile("pushl %%ebx\n\tpushl %%ebp\n\t"
		     "movl 4(%%ebx), %%ebp\n\tmovl (%%ebx), %%ebx\n\t"
		     "int $0x80\n\tpopl %%ebp\n\tpopl %%ebx"
		     : "=a"(ret)
		     : "a"(nr), "b"(args), "c"(b), "d"(c), "S"(d), "D"(e)
		     : "memory");
	return ret;
}

static long call3(long nr, long a, long b, long c)
{
	return call6(nr, a, b, c, 0, 0, 0);
}

static long failed(long ret)
{
	return ret < 0 && ret > -4096;
}

static unsigned int length(const char *s)
{
	unsigned int n = 0;

	while (s[n])
		n++;
	return n;
}

static void print(const char *s)
{
	call3(SYS_WRITE, 1, (long)s, length(s));
}

static void say(int good, const char *text)
{
	print(good ? "ok " : "not ok ");
	print(text);
	print("\n");
}

__attribute__((noreturn)) static void leave(int status)
{
	for (;;)
		call3(SYS_EXIT, status, 0, 0);
}

static long put(const char *file, const char *text)
{
	long out = call3(SYS_OPEN, (long)file, O_WRONLY, 0);

	return failed(out) ? out : call3(SYS_WRITE, out, (long)text, length(text));
}

static long ioctl(unsigned int cmd, const void *arg)
{
	return call3(SYS_IOCTL, fd, cmd, (long)arg);
}

/* at: in pages, all that mmap2 takes */
static long map(unsigned long at, unsigned int len, int prot)
{
	return call6(SYS_MMAP2, 0, len, prot, MAP_SHARED, fd, at);
}

static unsigned long first_page(unsigned int r)
{
	return r * (unsigned long)(info.ring_stride >> page_shift);
}

static void ask(void)
{
	unsigned int v;

	info.size = sizeof(info) - 4;
	say(ioctl(KPCTL_IOC_INFO, &info) == -EINVAL, "info, too short: EINVAL");
	info.size = sizeof(info);
	say(!ioctl(KPCTL_IOC_INFO, &info), "info");
	say(info.size == sizeof(info) && info.abi == KPCTL_ABI_VERSION, "its size and version");
	say(info.page_size >= 4096 && info.nr_rings && info.nr_rings <= RINGS_MAX &&
	    info.data_size >= 4096 && info.ring_stride > 2 * info.data_size && !info.attached &&
	    !info.reserved[0] && !info.reserved[1], "what it says makes sense");
	for (v = info.page_size; v > 1; v >>= 1)
		page_shift++;
}

static void sizes(void)
{
	__u64 bytes = 1ull << 32, good = 16384;

	say(ioctl(KPCTL_IOC_BUFFER, &bytes) == -EINVAL, "a ring of 2^32 bytes: EINVAL");
	bytes += good;
	say(ioctl(KPCTL_IOC_BUFFER, &bytes) == -EINVAL, "all 64 bits count");
	say(!ioctl(KPCTL_IOC_BUFFER, &good), "a ring of 16384 bytes");
	say(!ioctl(KPCTL_IOC_INFO, &info) && info.data_size == good, "info says so");
	whole = info.page_size + 2 * (unsigned int)info.data_size;
}

static void refused(const char *text, unsigned long at, unsigned int len)
{
	long p = map(at, len, PROT_READ);

	say(p == -EINVAL, text);
	if (!failed(p))
		call3(SYS_MUNMAP, p, len, 0);
}

static void refusals(void)
{
	const unsigned int page = info.page_size;

	refused("data, a page less: EINVAL", 1, whole - page);
	refused("data, a page more: EINVAL", 1, whole + page);
	refused("data, a page too far: EINVAL", 2, whole);
	refused("the ring behind the last: EINVAL", first_page(info.nr_rings) + 1, whole);
	refused("a position behind the last: EINVAL", first_page(info.nr_rings), page);
	refused("offset 0xfffff000: EINVAL", 0xfffff000u >> page_shift, page);
	refused("offset 2^31 pages: EINVAL", 0x80000000u, page);
	refused("the last offset there is: EINVAL", 0xffffffffu, page);
	refused("data there: EINVAL", 0xfffffff1u, whole);
}

static int map_ring(unsigned int r)
{
	long c = map(first_page(r), info.page_size, PROT_READ | PROT_WRITE);
	long m = map(first_page(r) + 1, whole, PROT_READ);

	if (failed(c) || failed(m))
		return 0;
	rings[r].consumer = (void *)c;
	rings[r].meta = (void *)m;
	rings[r].data = (char *)m + (unsigned int)rings[r].meta->data_offset;
	return 1;
}

static void map_all(void)
{
	unsigned int r, mapped = 0, good = 0;

	for (r = 0; r < info.nr_rings; r++)
		mapped += map_ring(r);
	say(mapped == info.nr_rings, "each ring's two mappings");
	if (mapped != info.nr_rings)
		leave(1);
	for (r = 0; r < info.nr_rings; r++) {
		const struct kpctl_meta *meta = rings[r].meta;

		good += meta->magic == KPCTL_MAGIC && meta->abi == KPCTL_ABI_VERSION &&
			meta->size == sizeof(*meta) && meta->cpu == r &&
			meta->data_size == info.data_size && !meta->head;
	}
	say(good == info.nr_rings, "magic, version, sizes, no record");
	say(ioctl(KPCTL_IOC_BUFFER, &info.data_size) == -EBUSY, "mapped: another size is EBUSY");
}

static unsigned int event_id(void)
{
	static char text[4096];
	__u32 view = KPCTL_VIEW_EVENTS;
	const char *c = text;
	unsigned int id = 0;

	if (ioctl(KPCTL_IOC_VIEW, &view) ||
	    failed(call3(SYS_READ, fd, (long)text, sizeof(text) - 1)))
		return 0;
	while (*c >= '0' && *c <= '9')
		id = id * 10 + *c++ - '0';
	return id;
}

static int same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

/* The event's record, p kpt_ustr s=+0($arg1):ustring v=\N a=$arg1:x32 */
static int right(const struct kpctl_rec *rec, unsigned int tid)
{
	const char *at = (const char *)rec;
	const __u64 *slot = (const void *)(at + 24);
	const __u32 *string = (const void *)slot;

	return KPCTL_REC_SIZE(rec) == 24 + 3 * 8 + 16 &&
	       KPCTL_REC_TID(rec->ctx_tid) == tid && rec->time &&
	       string[0] == (12u << 16 | 48) && !string[1] && same(at + 48, "hello, user") &&
	       slot[1] == 0x123456789abcdef0ull && slot[2] && slot[2] <= 0xffffffffu;
}

static unsigned int read_ring(unsigned int r, unsigned int id, unsigned int tid,
			      unsigned int *good)
{
	__u64 head = __atomic_load_n((const __u64 *)&rings[r].meta->head, __ATOMIC_ACQUIRE);
	unsigned int at = 0, end = head, n = 0;

	while (at < end) {
		const struct kpctl_rec *rec = (const void *)(rings[r].data + at);

		if (KPCTL_REC_SIZE(rec) < sizeof(*rec) || rec->size_ctx & 4)
			return 0;
		n += rec->id == id;
		*good += rec->id == id && right(rec, tid);
		at += KPCTL_REC_SIZE(rec);
	}
	rings[r].consumer->tail = head;
	return n;
}

static int polled(void)
{
	struct { int fd; short events, revents; } p = { fd, POLLIN, 0 };

	return call3(SYS_POLL, (long)&p, 1, 0) < 0 ? -1 : p.revents;
}

static void trace(void)
{
	static const char spec[] = "p:c/s kpt_ustr s=+0($arg1):ustring "
		"v=\\0x123456789abcdef0 a=$arg1:x32\n";
	unsigned int r, n = 0, good = 0, id, tid = call3(SYS_GETTID, 0, 0, 0);
	struct kpctl_switch off = { 0, 0 };

	say(call3(SYS_WRITE, fd, (long)spec, sizeof(spec) - 1) == sizeof(spec) - 1, "a spec");
	id = event_id();
	say(id >= KPCTL_REC_FIRST_EVENT, "its id");
	say(polled() == 0, "nothing to read yet");
	say(!failed(put(RUN, "call ustr hello x5")), "five calls");
	say(polled() & POLLIN, "something to read");
	for (r = 0; r < info.nr_rings; r++)
		n += read_ring(r, id, tid, &good);
	say(n == 5, "five records of its id");
	say(good == 5, "each with its values");
	say(polled() == 0, "read, as the 64-bit position says");
	off.id = id;
	say(!ioctl(KPCTL_IOC_SWITCH, &off) && !failed(put(RUN, "call ustr hello x5")) &&
	    polled() == 0, "switched off");
}

__attribute__((used, noreturn)) static void begin(void)
{
	print("32-bit\n");
	fd = call3(SYS_OPEN, (long)"/dev/kprobectl", O_RDWR, 0);
	if (failed(fd)) {
		print("no /dev/kprobectl\n");
		leave(1);
	}
	ask();
	sizes();
	refusals();
	map_all();
	trace();
	leave(0);
}

asm(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tandl $-16, %esp\n\tcall begin\n");
