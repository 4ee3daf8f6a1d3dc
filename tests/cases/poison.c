// SPDX-License-Identifier: GPL-2.0
/*
 * poison: fills memory with a pattern, gives it back, and looks for the pattern,
 * or anything else that nobody wrote, in all that a session maps. Prints
 * results for `helper` of lib.sh.
 */
#include "records.h"

#include <sched.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define POISON	0xa7		/* free memory */
#define BEHIND	0xb8		/* the bytes behind a string at its source */
#define DIRT	0xc9		/* what the ring held before */
#define SHARE	8 / 10		/* of the free memory */
#define PIPES	64
#define FILE_MB	32

static struct rec_session s;
static struct rec_event event;
static int run_fd;

/* Poisoning */

static size_t free_bytes(void)
{
	return (size_t)sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE);
}

static void poison_anonymous(size_t len)
{
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		die("mmap of memory to poison");
	madvise(p, len, MADV_HUGEPAGE);
	memset(p, POISON, len);
	munmap(p, len);
}

static void poison_file(void)
{
	static char mb[1 << 20];
	int fd = open("/tmp/poison", O_WRONLY | O_CREAT | O_TRUNC, 0600), i;

	memset(mb, POISON, sizeof(mb));
	for (i = 0; i < FILE_MB; i++)
		if (write(fd, mb, sizeof(mb)) != sizeof(mb))
			die("write of poison");
	close(fd);
	unlink("/tmp/poison");
}

static void poison_pipes(void)
{
	static char page[1 << 16];
	int fd[PIPES][2], i;

	memset(page, POISON, sizeof(page));
	for (i = 0; i < PIPES; i++)
		if (pipe2(fd[i], O_NONBLOCK) || write(fd[i][1], page, sizeof(page)) <= 0)
			die("write into a pipe");
	for (i = 0; i < PIPES; i++) {
		close(fd[i][0]);
		close(fd[i][1]);
	}
}

/* Objects of every size that the kernel's small allocator has. */
static void poison_slab(void)
{
	struct { long type; char text[4096]; } m = { .type = 1 };
	size_t size;
	int q, n;

	memset(m.text, POISON, sizeof(m.text));
	for (size = 16; size <= 4096; size *= 2) {
		q = msgget(IPC_PRIVATE, 0600);
		for (n = 0; q >= 0 && n < 200; n++)	/* 48 bytes of header */
			if (msgsnd(q, &m, size > 48 ? size - 48 : size, IPC_NOWAIT))
				break;
		msgctl(q, IPC_RMID, NULL);
	}
}

static void poison_cpu(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("affinity");
	poison_anonymous(free_bytes() * SHARE);
	poison_file();
	poison_pipes();
	poison_slab();
}

/* Looking */

static int all_zero(const char *p, size_t len)
{
	return !len || (!p[0] && !memcmp(p, p + 1, len - 1));
}

/* A run of four: addresses and stamps do not look like that. */
static int holds(const char *p, size_t len, unsigned char byte)
{
	char run[4];

	memset(run, byte, sizeof(run));
	return memmem(p, len, run, sizeof(run)) != NULL;
}

static int fresh_meta(const struct rec_ring *ring, unsigned int cpu)
{
	struct kpctl_meta want = {
		.magic = KPCTL_MAGIC, .abi = KPCTL_ABI_VERSION, .size = sizeof(want),
		.cpu = cpu, .clock = KPCTL_CLOCK_MARKED,
		.data_size = s.info.data_size, .data_offset = s.info.page_size,
		.first_clock = ring->meta->first_clock,
	};

	return !memcmp(ring->meta, &want, sizeof(want)) &&
	       all_zero((char *)ring->meta + sizeof(want), s.info.page_size - sizeof(want));
}

static void fresh(__u64 size)
{
	unsigned int r, zero = 0, meta = 0;

	session_open(&s, size);
	session_map(&s);
	for (r = 0; r < s.info.nr_rings; r++) {
		zero += all_zero((char *)s.ring[r].consumer, s.info.page_size) &&
			all_zero(s.ring[r].data, 2 * size);
		meta += fresh_meta(&s.ring[r], r);
	}
	ktap_ok(zero == s.info.nr_rings, "rings of %llu kB: position and data are zero", size >> 10);
	ktap_ok(meta == s.info.nr_rings, "rings of %llu kB: meta is what the ABI says", size >> 10);
	session_close(&s);
}

/* Texts: what was printed, not what else the kernel's buffer held */

static int is_text(const char *p, ssize_t len)
{
	while (len > 0 && ((*p >= ' ' && *p <= '~') || *p == '\n' || *p == '\t'))
		p++, len--;
	return !len;
}

static void texts(void)
{
	static char text[1 << 18];
	struct kpctl_symbol sym = {};
	struct kpctl_info info;
	unsigned int view, bad = 0, some = 0;
	ssize_t len;

	session_open(&s, 4096);
	command(s.fd, "p:t/t kpt_add a=$arg1 do emit, count, hist(a) by a\n");
	if (write(s.fd, "p:t/bad kpt_add a=$none\n", 24) >= 0)
		die("a bad line was taken");
	for (view = KPCTL_VIEW_CONTROL; view < KPCTL_VIEWS; view++) {
		if (view == KPCTL_VIEW_TRACE_PIPE)
			continue;	/* waits for the text that `trace` has */
		poison_slab();
		len = read_view(s.fd, view, text, sizeof(text));
		some += len > 0;
		if (!is_text(text, len)) {
			printf("view %u, %zd bytes\n", view, len);
			bad++;
		}
	}
	ktap_ok(some >= 11 && !bad, "%u texts: only what was printed", some);
	memset(&info, POISON, sizeof(info));
	memset(info.reserved, 0, sizeof(info.reserved));
	info.size = sizeof(info);
	ktap_ok(!ioctl(s.fd, KPCTL_IOC_INFO, &info) && !holds((char *)&info, sizeof(info), POISON) &&
		!info.features && all_zero((char *)info.reserved, sizeof(info.reserved)),
		"info: every field is written");
	sym.addr = (unsigned long)&sym;
	memset(sym.text, POISON, sizeof(sym.text));
	poison_slab();
	ktap_ok(!ioctl(s.fd, KPCTL_IOC_SYMBOL, &sym) && !sym.len && all_zero(sym.text, sizeof(sym.text)),
		"symbol: zeros where there is none");
	session_close(&s);
}

/* Records */

static unsigned int seen, bad;
static const char *why;
static int tid;
static const char *text;		/* what string arguments are expected to hold */
static const char *name;		/* what the task is called, NULL: any name */

static void wrong(const char *what)
{
	bad++;
	why = what;
}

static void ignore(const char *rec)
{
	(void)rec;
}

static void read_away(void)
{
	unsigned int r;

	for (r = 0; r < s.info.nr_rings; r++)
		ring_read(&s.ring[r], ignore);
}

static unsigned int dirty_rings(void)
{
	unsigned int r, n = 0;

	for (r = 0; r < s.info.nr_rings; r++)
		n += holds(s.ring[r].data, s.info.data_size, DIRT);
	return n;
}

/* What lies in the rings is not zero any more: padding must be made. */
static void dirty(void)
{
	static const char spec[] = "p:d/d kpt_nine a=$arg1 b=$arg1 c=$arg1 d=$arg1 e=$arg1 "
		"f=$arg1 g=$arg1 h=$arg1 i=$arg1 j=$arg1 k=$arg1\n";
	static const char calls[] = "call nine 0xc9c9c9c9c9c9c9c9 x20";
	__u64 bytes = 0;

	command(s.fd, spec);
	for (; bytes < 2 * s.info.data_size; bytes += 20 * 8 * 11) {
		command(run_fd, calls);
		read_away();
	}
	command(s.fd, "-:d/d\n");
	ktap_ok(dirty_rings() > 0, "rings of %llu kB: not zero any more", s.info.data_size >> 10);
}

static void check_comm(const char *rec)
{
	const char *what = comm_wrong(rec);
	const struct kpctl_rec_comm *c = (const void *)rec;

	if (what)
		wrong(what);
	else if (name && (int)KPCTL_REC_TID(c->hdr.ctx_tid) == tid && strcmp(c->comm, name))
		wrong("another name");
}

static int ours(const char *rec)
{
	const struct kpctl_rec *h = (const void *)rec;

	if (h->id == KPCTL_REC_COMM)
		check_comm(rec);
	return h->id == event.id && (int)KPCTL_REC_TID(h->ctx_tid) == tid;
}

/* The user's bytes, the copy of them that the kernel made, the task's name. */
static void check_strings(const char *rec)
{
	const char *what;
	unsigned int n;

	if (!ours(rec))
		return;
	seen++;
	what = rec_wrong(&event, rec);
	if (what)
		wrong(what);
	for (n = 0; !what && n < 3; n++) {
		const char *got = rec_string(&event, rec, n), *want = n == 1 ? name : text;

		if (!got || strcmp(got, want) || rec_slot(&event, rec, n) >> 32)
			wrong("another text");
	}
}

static void check_cut(const char *rec)
{
	const char *what, *got;
	unsigned int n;

	if (!ours(rec))
		return;
	seen++;
	what = rec_wrong(&event, rec);
	if (what)
		wrong(what);
	for (n = 0; !what && n < event.nargs; n++) {
		got = rec_string(&event, rec, n);
		if (!*text ? rec_slot(&event, rec, n) != 0 :
		    !got || strcmp(got, text) || rec_slot(&event, rec, n) >> 32 != KPCTL_STR_CUT)
			wrong("not what can be read, and a mark");
	}
}

/* u8 s8 u16 s16 u32 s32 of the buffer, then of \N; three that cannot be read. */
static void check_narrow(const char *rec)
{
	__u64 want[15] = {}, v;
	const char *what;
	unsigned int n;

	if (!ours(rec))
		return;
	seen++;
	memcpy(&v, text, sizeof(v));
	for (n = 0; n < 12; n++) {
		if (n == 6)
			v = 0xf1f2f3f4f5f6f7f8;
		switch (n % 6) {
		case 0: want[n] = (__u8)v; break;
		case 1: want[n] = (__s8)v; break;
		case 2: want[n] = (__u16)v; break;
		case 3: want[n] = (__s16)v; break;
		case 4: want[n] = (__u32)v; break;
		case 5: want[n] = (__s32)v; break;
		}
	}
	what = rec_wrong(&event, rec);
	if (what)
		wrong(what);
	for (n = 0; n < 15; n++)
		if (rec_slot(&event, rec, n) != want[n])
			wrong("a slot that is not its type's");
	if (*(const __u64 *)(rec + event.fault) != 3ull << 12)
		wrong("a fault mask that is not right");
}

static void look(void (*check)(const char *rec))
{
	unsigned int r;

	for (r = 0; r < s.info.nr_rings; r++)
		if (ring_read(&s.ring[r], check))
			wrong("a torn record");
}

static void use(const char *spec)
{
	command(s.fd, spec);
	event_find(&event, s.fd, "e/e");
	seen = bad = 0;
}

static void judge(const char *what, unsigned int want)
{
	command(s.fd, "-:e/e\n");
	if (bad || seen != want)
		printf("%u records, %u wrong: %s\n", seen, bad, bad ? why : "all right");
	ktap_ok(seen == want && !bad, "%s: %u records, each byte accounted for", what, want);
}

/* Fails, but not before it has looked at the path. */
static void call(const char *path)
{
	syscall(SYS_openat, -1, path, O_RDONLY);
}

/* What opens a file by the path in its second argument, as this kernel calls it. */
static const char *opener(void)
{
	static char sym[64];
	FILE *f = fopen("/proc/kallsyms", "re");

	while (f && fscanf(f, "%*s %*s %63s%*[^\n]", sym) == 1)
		if (!strcmp(sym, "do_filp_open") || !strcmp(sym, "do_file_open")) {
			fclose(f);
			return sym;
		}
	die("neither do_filp_open nor do_file_open");
	return NULL;
}

static void strings(void)
{
	static char names[16][16], buf[256];
	int len;

	snprintf(buf, sizeof(buf),
		 "p:e/e %s k=+0(+0($arg2)):string c=$comm k2=+0(+0($arg2)):string\n", opener());
	use(buf);
	for (len = 1; len <= 64; len++) {
		memset(buf, BEHIND, sizeof(buf));
		memset(buf, 'k', len);
		buf[len] = 0;
		text = buf;
		name = names[len % 16];
		memset(names[len % 16], 'n', len % 16);
		prctl(PR_SET_NAME, name);
		call(buf);
		look(check_strings);
	}
	judge("kernel strings of 1 to 64 bytes and names of 0 to 15", 64);

	use("p:e/e strncpy_from_user s=+0($arg2):ustring c=$comm s2=+0($arg2):ustring\n");
	for (len = 0; len <= 64; len++) {
		memset(buf, BEHIND, sizeof(buf));
		memset(buf + len % 9, 'u', len);	/* aligned in every way */
		buf[len % 9 + len] = 0;
		text = buf + len % 9;
		call(text);
		look(check_strings);
	}
	judge("user strings of 0 to 64 bytes", 65);
	name = NULL;
}

/* Two pages, the second one a hole; strings run into it. */
static void cut(void)
{
	size_t page = s.info.page_size;
	char *map = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char expect[65];
	int len;

	munmap(map + page, page);
	memset(map, BEHIND, page);
	use("p:e/e strncpy_from_user s=+0($arg2):ustring t=+0($arg2):ustring\n");
	for (len = 0; len <= 64; len++) {
		memset(map + page - len, 'c', len);
		memset(expect, 'c', len);
		expect[len] = 0;
		text = expect;
		call(map + page - len);
		look(check_cut);
	}
	judge("strings cut by a hole, and none before it", 65);
	munmap(map, page);
}

/* More than a record takes: the second one gets what the first one left. */
static void check_long(const char *rec)
{
	const char *what;

	if (!ours(rec))
		return;
	seen++;
	what = rec_wrong(&event, rec);
	if (what)
		wrong(what);
	else if (rec_slot(&event, rec, 0) >> 32 != KPCTL_STR_CUT ||
		 rec_slot(&event, rec, 1) != (__u64)KPCTL_STR_CUT << 32)
		wrong("no mark");
}

static void too_long(void)
{
	static char buf[1 << 16];

	memset(buf, 'l', sizeof(buf) - 1);
	use("p:e/e strncpy_from_user s=+0($arg2):ustring t=+0($arg2):ustring\n");
	call(buf);
	look(check_long);	/* the kernel takes it in two steps */
	judge("a string too long, and no room for the next", 2);
}

static void narrow(void)
{
	static char buf[16];
	unsigned int i;

	use("p:e/e strncpy_from_user a=+0($arg2):u8 b=+0($arg2):s8 c=+0($arg2):u16 d=+0($arg2):s16 "
	    "e=+0($arg2):u32 f=+0($arg2):s32 g=\\0xf1f2f3f4f5f6f7f8:u8 h=\\0xf1f2f3f4f5f6f7f8:s8 "
	    "i=\\0xf1f2f3f4f5f6f7f8:u16 j=\\0xf1f2f3f4f5f6f7f8:s16 k=\\0xf1f2f3f4f5f6f7f8:u32 "
	    "l=\\0xf1f2f3f4f5f6f7f8:s32 m=@0 n=+8(+0($arg2)):u8 o=@0:string\n");
	for (i = 0; i < 32; i++) {
		memset(buf, i & 1 ? 0x81 : 0x71, sizeof(buf));
		buf[8] = 0;
		text = buf;
		call(buf);
		look(check_narrow);
	}
	judge("narrow types and faults", 32);
}

static void clean(void)
{
	unsigned int r, found = 0;

	for (r = 0; r < s.info.nr_rings; r++) {
		struct rec_ring *ring = &s.ring[r];

		found += holds((char *)ring->consumer, s.info.page_size, POISON) ||
			 holds((char *)ring->meta, s.whole, POISON) ||
			 holds((char *)ring->meta, s.whole, BEHIND);
	}
	ktap_ok(!found, "rings of %llu kB: the pattern is nowhere", s.info.data_size >> 10);
}

static void records(__u64 size)
{
	session_open(&s, size);
	session_map(&s);
	dirty();
	strings();
	cut();
	too_long();
	narrow();
	clean();
	session_close(&s);
}

int main(void)
{
	static const __u64 sizes[] = { 4096, 65536, 1 << 20 };
	unsigned int i;

	tid = syscall(SYS_gettid);
	run_fd = open(RUN, O_WRONLY);
	for (i = 0; i < 3; i++) {
		poison_cpu(i % 2);
		fresh(sizes[i]);
	}
	texts();
	records(8192);
	records(262144);
	return ktap_done();
}
