// SPDX-License-Identifier: GPL-2.0
/*
 * Compiler and runner: values by hand where a person can tell them, by the model
 * where they are many; KTAP.
 */
#include <arpa/inet.h>
#include <linux/preempt.h>
#include <stdint.h>

#include "ktap.h"
#include "place/place.h"
#include "prog_run.h"
#include "prog/scratch.h"
#include "spec/dentry.h"
#include "spec/sock.h"

#define KNOWN		(HOST_KERNEL + 0x100)	/* %di; words, pointers */
#define KNOWN_STRING	(HOST_KERNEL + 0x200)
#define KNOWN_USER	(HOST_USER + 0x40)	/* %dx; a string */
#define LINE_MAX	4096

static struct world world;
static struct kpctl_spec spec;
static struct kpctl_err err;
/* A world that is known */

static void poke(enum host_moment when, u64 at, u64 word)
{
	memcpy(host_at(when, at), &word, 8);
}

static void poke_text(enum host_moment when, u64 at, const char *text)
{
	strcpy((char *)host_at(when, at), text);
}

static void poke_all(enum host_moment when)
{
	poke(when, KNOWN, when == HOST_ENTRY ? 0x8899aabbccddeeff : 0x0102030405060708);
	poke(when, KNOWN + 8, KNOWN + 0x40);
	poke(when, KNOWN + 16, KNOWN_STRING);
	poke(when, KNOWN + 24, KNOWN_USER);
	poke(when, KNOWN + 32, 0);
	poke(when, KNOWN + 0x40, 0x1122334455667788);
	poke_text(when, KNOWN_STRING, when == HOST_ENTRY ? "kernel text" : "changed");
	poke_text(when, KNOWN_USER, "user text");
	poke(when, HOST_USER + 0x80, KNOWN_USER);
	poke(when, HOST_USER + 0x88, KNOWN_STRING);
	poke(when, HOST_USER + 0x90, 0);
	poke(when, HOST_KERNEL + PAGE_SIZE * 2 - 8, 0x2a2a2a2a2a2a2a2a);
	memset(host_at(when, HOST_KERNEL_MORE), 'x', 1000);
	*host_at(when, HOST_KERNEL_MORE + 1000) = 0;
}

static void know(struct world *w)
{
	unsigned long data;

	make_world(2, w);
	host.no_user = false;
	host.nframes = 3;
	strcpy(host_task.comm, "tester");
	host_task.tgid = 100;
	host_task.pid = 101;
	host_task.cred.uid.val = 102;
	host_task.cgroup = 103;
	host_task.reaped = false;
	host_task.real_parent = &host.parent;
	host.parent.tgid = 104;
	host_task.signal = &host.signal;
	host.signal.pids[PIDTYPE_TGID] = &host.pid;
	host.pid = (struct pid){ .level = 1, .numbers = { { 105 }, { 106 } } };
	host_processor_id = 3;
	w->entry.di = KNOWN;
	w->entry.si = 0xfedcba9876543210;
	w->entry.dx = KNOWN_USER;
	w->entry.cx = 5;
	w->entry.r8 = HOST_KERNEL + PAGE_SIZE * 2 - 8;
	w->entry.r9 = HOST_KERNEL_MORE;
	w->entry.sp = 0x5050;
	w->ret = w->entry;
	w->ret.di = 1;
	w->ret.ax = -22;
	w->func = 0xf00;
	w->caller = 0xca11;
	w->lat = 1000;
	w->parts = (struct kpctl_parts){ .oncpu = 200, .blocked = 700, .runq = 100 };
	w->watched = (struct kpctl_watched){
		.value = 0x8877665544332211, .old = KNOWN, .addr = KNOWN,
	};
	host.return_address = 0x4e7;
	host.caller = 0xca2;
	host.stack[1] = 0x57ac1;
	host.stack[3] = 0x57ac3;
	poke_all(HOST_ENTRY);
	poke_all(HOST_RETURN);
	kpctl_place_data("data", &data);
	poke(HOST_ENTRY, data, KNOWN);
	poke(HOST_RETURN, data, KNOWN + 0x40);
}

/* What the programs below are made from. */
static bool parse(const char *line)
{
	int ret = kpctl_spec_parse(line, strlen(line), &spec, &err);

	ktap_check(!ret, "%s: refused: %s", line, err.text);
	return !ret;
}

static struct kpctl_prog *make(const char *line)
{
	struct kpctl_prog *prog;
	int ret;

	if (!parse(line))
		return NULL;
	ret = kpctl_prog_make(&spec, &spec.cond, NULL, MODEL_FIXED, &prog, &err);
	ktap_check(!ret, "%s: no program: %s", line, err.text);
	return ret ? NULL : prog;
}

static void check_model(const char *line, u32 str_max)
{
	const char *wrong;

	if (!parse(line))
		return;
	wrong = check_prog(&spec, &spec.cond, &world, str_max, &err);
	ktap_check(!wrong, "%s: %s", line, wrong);
}

/* Numbers */

#define FAULT	0xfa017fa017fa017full	/* not a value: it cannot be read */

static const struct {
	const char *line;
	u64 want[4];
} values[] = {
	{ "p f %si %si:u8 %si:u16 %si:u32", { 0xfedcba9876543210, 0x10, 0x3210, 0x76543210 } },
	{ "p f %si:s8 %si:s16 %si:s32 %si:s64", { 0x10, 0x3210, 0x76543210, 0xfedcba9876543210 } },
	{ "p f +0(%di):s8 +0(%di):s16 +0(%di):s32 +0(%di):s64",
	  { 0xffffffffffffffff, 0xffffffffffffeeff, 0xffffffffccddeeff, 0x8899aabbccddeeff } },
	{ "p f +0(%di):u8 +0(%di):x16 +0(%di):u32 +0(%di):x64",
	  { 0xff, 0xeeff, 0xccddeeff, 0x8899aabbccddeeff } },
	{ "p f %si:char %si:symbol %si:ns +1(%di):char", { 0x10, 0xfedcba9876543210,
	  0xfedcba9876543210, 0xee } },
	{ "p f %si:b8@4/32 %si:b4@60/64 %si:b32@0/32 %si:b1@4/8", { 0x21, 0xf, 0x76543210, 1 } },
	{ "p f +0(%di):b4@4/8 +0(%di):b63@1/64 +0(%di):b1@31/32 +4(%di):b12@4/16",
	  { 0xf, 0x444cd55de66ef77f, 1, 0xaab } },
	{ "p f +8(%di) +0(+8(%di)) +2(+8(%di)):u16 -0x40(+8(%di)):u8",
	  { KNOWN + 0x40, 0x1122334455667788, 0x5566, 0xff } },
	{ "p f +0(+8(-8(+8(%di)))) +0(+0(%cx)) +0(%cx):u8 +0(+32(%di))",
	  { FAULT, FAULT, FAULT, FAULT } },
	{ "p f +0(%r8) +1(%r8):u32 +7(%r8):u8 +4(%r8):u64",
	  { 0x2a2a2a2a2a2a2a2a, 0x2a2a2a2a, 0x2a, FAULT } },
	{ "p f @data @data+0:u16 +8(@data) @0xffff888000010100:u8",
	  { KNOWN, 0x0100, KNOWN + 0x40, 0xff } },
	{ "p f \\-1 \\5:u8 \\0x1ff:u8 +0(\\0xffff888000010100):s8", { ~0ull, 5, 0xff, ~0ull } },
	{ "p f+4 %di $after(%di) %si:u8 $after(%ax):u32", { KNOWN, 1, 0x10, 0xffffffea } },
	{ "p f+4 +0(%di) +0($after(%cx)) $after(+0(%di)) $after(@data)",
	  { 0x8899aabbccddeeff, FAULT, FAULT, KNOWN + 0x40 } },
	{ "p f+4 @data +0(@data) $after(+0(@data)) $after(@data):u8",
	  { KNOWN, 0x8899aabbccddeeff, 0x1122334455667788, 0x40 } },
	{ "p f+4 %si:b8@4/32 +0(%di):b4@4/8 $after(%si):b8@4/32 $after(+0(@data)):b4@4/8",
	  { 0x21, 0xf, 0x21, 8 } },
	{ "p f+4 $pid $func $caller $after(%di):u8", { 100, 0xf00, 0xca2, 1 } },
	{ "p f+4 +0(+32(%di)) $stack $current $after(%dx)", { FAULT, 0x5050, (u64)&host_task,
	  KNOWN_USER } },
	{ "p f $arg1 $arg2 $arg6 $arg7", { KNOWN, 0xfedcba9876543210, HOST_KERNEL_MORE, 0x57ac1 } },
	{ "p f $stack $stack1 $stack3 $stack2048", { 0x5050, 0x57ac1, 0x57ac3, 0 } },
	{ "p f $pid $tid $uid $cgroup", { 100, 101, 102, 103 } },
	{ "p f call:sum($pid):u8 a=call:sum($arg2:u8) b=call:sum() $tid", { 100, 0x10, 0, 101 } },
	{ "p f x=$tid a=call:sum($pid,x) b=call:sum($pid,x,x):u8 c=call:sum(\\13)",
	  { 101, 302, 605 & 0xff, FAULT } },
	{ "p f call:sum(+0(%di):u8) a=call:sum(+0(+0(%cx))) b=call:sum($arg2:s8):s32 $pid",
	  { 0xff, FAULT, 0x10, 100 } },
	{ "r f call:sum($arg1) a=call:sum($entry(+0($arg1)):u8) b=call:sum(+0($arg1):u8) c=call:sum($retval:u8)",
	  { KNOWN, 0xff, 8, 0xea } },
	{ "r f x=$entry(+0($arg1)):u8 call:sum($lat,x) b=call:sum($oncpu) $pid",
	  { 0xff, 1000 + 2 * 0xff, 200, 100 } },
	{ "p f $arg1:be16 $arg1:be32 $arg1:be64 \\1:be16",
	  { 0x0001, 0x00010100, 0x000101008088ffff, 0x100 } },
	{ "p f $tid:be32 $tid:be64 @0:be16", { 0x65000000, 0x6500000000000000, FAULT } },
	{ "p f +0(%di):be16 +0(%di):be32 +0(%di):be64 +u0(%dx):be16",
	  { 0xffee, 0xffeeddcc, 0xffeeddccbbaa9988, 0x7573 } },
	{ "r f +0($arg1):be16 $entry(+0($arg1)):be16 $entry($arg2):be32 +0($entry($arg1)):be64",
	  { 0x0807, 0xffee, 0x10325476, 0x0807060504030201 } },
	{ "p f $arg1:ip4 +0(%di):ip4 +u0(%dx):ip4 $arg2:ip4",
	  { 0x10100, 0xccddeeff, 0x72657375, 0x76543210 } },
	{ "r f +0($arg1):ip4 $entry(+0($arg1)):ip4 +0($entry($arg1)):ip4",
	  { 0x05060708, 0xccddeeff, 0x05060708 } },
	{ "p f $nspid $nspid:u64", { 106, 106 } },
	{ "w w@x:8 $value $old $addr $caller", { 0x8877665544332211, KNOWN, KNOWN, 0xca2 } },
	{ "w w@x:2 $value:u64 $value $value:s8 $value:b4@8/16", { 0x8877665544332211, 0x2211, 0x11, 2 } },
	{ "p f $ppid $ppid:u8 $ppid:s64", { 104, 104, 104 } },
	{ "p f $cpu $func $caller +u0(%dx):u8", { 3, 0xf00, 0x4e7, 'u' } },
	{ "p f+4 $caller +0(%dx):u8 +u0(%di) +u0(+24(%di)):u8", { 0xca2, 'u', FAULT, 'u' } },
	{ "p 0x1000 $caller", { 0xca2 } },
	{ "r f $retval $retval:s32 $retval:u8 %di", { -22, -22, 0xea, 1 } },
	{ "r f $lat $func $caller $entry($caller)", { 1000, 0xf00, 0xca11, 0x4e7 } },
	{ "r f $oncpu $blocked $runq $runq:u8", { 200, 700, 100, 100 } },
	{ "r f $arg1 $entry(%di) $arg7 $entry(\\7)", { KNOWN, KNOWN, 0x57ac1, 7 } },
	{ "r f +0($arg1) $entry(+0($arg1)) +0($entry($arg1)):u16 $entry(+0($arg1)):s16",
	  { 0x0102030405060708, 0x8899aabbccddeeff, 0x0708, 0xffffffffffffeeff } },
	{ "r f $entry(+0(+8($arg1))) +0($entry(+8($arg1))) +0(+8($entry($arg1))) +0(+8($arg1))",
	  { 0x1122334455667788, 0x1122334455667788, 0x1122334455667788, 0x1122334455667788 } },
	{ "r f $arg2:b8@4/32 $entry($arg2):s8 $entry(+0($arg1)):b4@4/8 +0($arg1):b4@4/8",
	  { 0x21, 0x10, 0xf, 0 } },
	{ "r f @data $entry(@data) +0($entry(@data)):u8 $entry(+8(@data))",
	  { KNOWN + 0x40, KNOWN, 0x08, KNOWN + 0x40 } },
	{ "r f $entry(+0($arg4)) +0($entry(+0($arg4))):u8 +0($arg4):u8 $entry($arg4):u8",
	  { FAULT, FAULT, FAULT, 5 } },
	{ "r f $entry(@0xffff888000010100):u8 @0xffff888000010100:u8 $entry($tid) $entry($func)",
	  { 0xff, 0x08, 101, 0xf00 } },
};

static void check_values(const char *line, const u64 *want)
{
	struct kpctl_prog *prog = make(line);
	struct record rec;
	const u64 *slot;
	bool fault;
	u32 i;

	if (!prog)
		return;
	rec = run_record(&spec, prog, &world, 0, 0x5a);
	slot = (u64 *)(rec.bytes + prog->fetch.slots);
	for (i = 0; i < spec.nargs; i++) {
		fault = prog->fetch.fault && rec.bytes[prog->fetch.fault] >> i & 1;
		ktap_check(fault == (want[i] == FAULT), "%s: fault bit %u is %u", line, i, fault);
		ktap_check(slot[i] == (want[i] == FAULT ? 0 : want[i]), "%s: value %u is %llx, not %llx",
			   line, i, slot[i], want[i]);
	}
	free(rec.bytes);
	kpctl_prog_free(prog);
	if (!strstr(line, "call:"))	/* what functions make the model does not know */
		check_model(line, 0);
}

static void test_values(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(values); i++)
		check_values(values[i].line, values[i].want);
}

/* What interrupts the idle task is work; a hit of an i is an interrupt itself. */
static void test_idle(void)
{
	static const struct {
		unsigned int count;
		u64 of_probe, of_interrupt;
	} counts[] = {
		{ 0, 1, 1 },
		{ 2, 1, 1 },
		{ 2 * SOFTIRQ_OFFSET, 1, 1 },			/* bottom halves off */
		{ SOFTIRQ_OFFSET, 0, 0 },
		{ HARDIRQ_OFFSET, 1, 1 },
		{ HARDIRQ_OFFSET + SOFTIRQ_OFFSET, 0, 0 },
		{ 2 * HARDIRQ_OFFSET, 1, 0 },
		{ NMI_OFFSET + HARDIRQ_OFFSET, 1, 1 },
		{ NMI_OFFSET + HARDIRQ_OFFSET + SOFTIRQ_OFFSET, 0, 0 },
		{ NMI_OFFSET + 2 * HARDIRQ_OFFSET, 1, 0 },
		{ 2 * (NMI_OFFSET + HARDIRQ_OFFSET), 1, 0 },
	};
	unsigned int before = host_preempt_count;
	bool was = host_task.idle;
	u64 want[4] = { 0 };
	size_t i;

	host_task.idle = true;
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		host_preempt_count = counts[i].count;
		want[0] = counts[i].of_probe;
		check_values("p f $idle", want);
		want[0] = counts[i].of_interrupt;
		check_values("i 1ms $idle", want);
		check_values("i 99hz $idle", want);
	}
	host_task.idle = false;
	host_preempt_count = HARDIRQ_OFFSET;
	want[0] = 0;
	check_values("p f $idle", want);
	check_values("i 99hz $idle", want);
	host_task.idle = was;
	host_preempt_count = before;
}

/* Registers 0..10 in a row have a list of their own; then others, then more of them. */
static void test_plain(void)
{
	static const char * const behind[] = { "", " %si:u8", " +0(%di) %si", " \\\"t\" %cx %dx" };
	static const char * const names[] = { "di", "si", "dx", "cx", "ax", "bx", "sp", "ip", "r8",
					      "r15" };
	struct kpctl_prog *prog;
	char line[LINE_MAX];
	u32 n, i, b, len;

	for (b = 0; b < ARRAY_SIZE(behind); b++) {
		for (n = 0; n <= ARRAY_SIZE(names); n++) {
			len = sprintf(line, "p f");
			for (i = 0; i < n; i++)
				len += sprintf(line + len, " %%%s", names[i]);
			strcpy(line + len, behind[b]);
			check_model(line, 64);
			prog = make(line);
			if (!prog)
				return;
			ktap_check(prog->fetch.nplain == n && prog->fetch.nargs == spec.nargs - n,
				   "%s: %u plain, %u others", line, prog->fetch.nplain,
				   prog->fetch.nargs);
			kpctl_prog_free(prog);
		}
	}
}

/* Argument i fails when it is one of those given. */
static void fault_line(char *line, u32 n, u32 a, u32 b)
{
	u32 i;

	line += sprintf(line, "p f");
	for (i = 0; i < n; i++)
		line += sprintf(line, i == a || i == b ? " +0(%%cx)" : " +0(%%di)");
}

static void test_faults(void)
{
	static const u32 count[] = { 1, 2, 63, 64, 65, 128 };
	struct kpctl_prog *prog;
	char line[LINE_MAX];
	struct record rec;
	u64 *mask, want;
	u32 i, j, k;

	for (i = 0; i < ARRAY_SIZE(count); i++) {
		for (j = 0; j < count[i]; j++) {
			fault_line(line, count[i], j, count[i] - 1);
			prog = make(line);
			if (!prog)
				return;
			rec = run_record(&spec, prog, &world, 0, 0xa5);
			mask = (u64 *)(rec.bytes + prog->fetch.fault);
			for (k = 0; k < prog->fetch.nfault / 8; k++) {
				want = j / 64 == k ? 1ull << j % 64 : 0;
				if ((count[i] - 1) / 64 == k)
					want |= 1ull << (count[i] - 1) % 64;
				ktap_check(mask[k] == want, "%u arguments, %u fails: word %u is %llx",
					   count[i], j, k, mask[k]);
			}
			free(rec.bytes);
			kpctl_prog_free(prog);
		}
	}
}

/* Strings */

#define ROOM	2000

static const struct {
	const char *line, *want;	/* NULL: it cannot be read */
	u32 room, flags;
} strings[] = {
	{ "p f +0(+16(%di)):string", "kernel text", ROOM, 0 },
	{ "p f +7(+16(%di)):string", "text", ROOM, 0 },
	{ "p f +0(%dx):ustring", "user text", ROOM, 0 },
	{ "p f +u0(%dx):string", "user text", ROOM, 0 },
	{ "p f +0(%dx):string", "user text", ROOM, 0 },		/* by its address */
	{ "p f +0(+16(%di)):ustring", NULL, ROOM, 0 },
	{ "p f +0(%cx):string", NULL, ROOM, 0 },
	{ "p f +0(+0(%cx)):string", NULL, ROOM, 0 },
	{ "p f @0xffff888000010200:string", "kernel text", ROOM, 0 },
	{ "p f \\0xffff888000010200:string", "kernel text", ROOM, 0 },
	{ "p f @0x401040:ustring", "user text", ROOM, 0 },
	{ "p f +0(%r8):string", "********", ROOM, KPCTL_STR_CUT },	/* up to the page's end */
	{ "p f +0(+16(%di)):string", "kernel text", 12, 0 },
	{ "p f +0(+16(%di)):string", "kernel tex", 11, KPCTL_STR_CUT },
	{ "p f +0(+16(%di)):string", "", 1, KPCTL_STR_CUT },
	{ "p f +0(+16(%di)):string", NULL, 0, KPCTL_STR_CUT },
	{ "p f +996(%r9):string", "xxxx", ROOM, 0 },
	{ "p f $comm", "tester", ROOM, 0 },
	{ "p f $comm", "tes", 4, KPCTL_STR_CUT },
	{ "p f $comm", NULL, 0, KPCTL_STR_CUT },
	{ "p f \\\"some_text\"", "some_text", ROOM, 0 },
	{ "p f \\\"some\"", "so", 3, KPCTL_STR_CUT },
	{ "p f %cx:symstr", "sym_0+0x5/0x1000 [mod]", ROOM, 0 },
	{ "p f %cx:symstr", "sym_0", 6, KPCTL_STR_CUT },
	{ "p f +8(%di):symstr", "sym_ffff888000010+0x140/0x1000 [mod]", ROOM, 0 },
	{ "p f +8(%cx):symstr", NULL, ROOM, 0 },
	{ "r f $entry($arg4):symstr", "sym_0+0x5/0x1000 [mod]", ROOM, 0 },
	{ "r f $entry(@data):symstr", "sym_ffff888000010+0x100/0x1000 [mod]", ROOM, 0 },
	{ "r f +0($entry(@data)):symstr", "sym_102030405060+0x708/0x1000 [mod]", ROOM, 0 },
	{ "r f +0(+16($arg1)):string", "changed", ROOM, 0 },
	{ "r f $entry(+0(+16($arg1))):string", "kernel text", ROOM, 0 },
	{ "r f +0($entry(+16($arg1))):string", "changed", ROOM, 0 },
	{ "r f $entry(+0(+16($arg1))):string", "kern", 5, KPCTL_STR_CUT },
	{ "r f $entry(+0(+16($arg1))):string", NULL, 0, KPCTL_STR_CUT },
	{ "r f $entry(+0($arg3)):ustring", "user text", ROOM, 0 },
	{ "r f $entry(+0($arg4)):string", NULL, ROOM, 0 },
	{ "r f +0($entry(+0($arg4))):string", NULL, ROOM, 0 },
	{ "r f $entry(@0xffff888000010200):string", "kernel text", ROOM, 0 },
	{ "r f $entry($comm)", "tester", ROOM, 0 },
};

#define KNOWN_DENTRY	(HOST_KERNEL + 0x400)
#define KNOWN_DEEP	40	/* dentries below the root */
#define KNOWN_STEP	0x40	/* bytes of each, its name behind it */
#define KNOWN_PATH	(HOST_KERNEL + 0x380)	/* at 0x10 another, in a mount of its own */

/*
 * A root and 40 dentries below each other. Dentry N has the name dN, the root has "/". The first
 * path is that of d3 in a mount whose root is d1, the second is that of d40 in a mount whose
 * root is not on the way up; mounts lie before them.
 */
static void poke_dentries(void)
{
	u64 at = KNOWN_DENTRY, i;
	char name[8];

	for (i = 0; i <= KNOWN_DEEP; i++, at += KNOWN_STEP) {
		sprintf(name, i ? "d%u" : "/", (unsigned int)i);
		poke(HOST_ENTRY, at + KPCTL_DENTRY_PARENT, i ? at - KNOWN_STEP : at);
		poke(HOST_ENTRY, at + KPCTL_DENTRY_NAME, at + 0x30);
		poke_text(HOST_ENTRY, at + 0x30, name);
	}
	poke(HOST_ENTRY, KNOWN_PATH - 0x20 + KPCTL_MOUNT_ROOT, KNOWN_DENTRY + KNOWN_STEP);
	poke(HOST_ENTRY, KNOWN_PATH - 0x10 + KPCTL_MOUNT_ROOT, KNOWN_DENTRY + 41 * KNOWN_STEP);
	poke(HOST_ENTRY, KNOWN_PATH + KPCTL_PATH_MOUNT, KNOWN_PATH - 0x20);
	poke(HOST_ENTRY, KNOWN_PATH + KPCTL_PATH_DENTRY, KNOWN_DENTRY + 3 * KNOWN_STEP);
	poke(HOST_ENTRY, KNOWN_PATH + 0x10 + KPCTL_PATH_MOUNT, KNOWN_PATH - 0x10);
	poke(HOST_ENTRY, KNOWN_PATH + 0x10 + KPCTL_PATH_DENTRY, KNOWN_DENTRY + 40 * KNOWN_STEP);
}

static const struct {
	u64 di;
	const char *line, *want;
	u32 room, flags;
} walks[] = {
#define D(n)	(KNOWN_DENTRY + (n) * KNOWN_STEP)
	{ D(0), "p f %di:%pd", "/", ROOM, 0 },
	{ D(0), "p f %di:%pd2", "/", ROOM, 0 },
	{ D(0), "p f %di:%pd*", "/", ROOM, 0 },
	{ D(1), "p f %di:%pd2", "/d1", ROOM, 0 },
	{ D(1), "p f %di:%pd*", "/d1", ROOM, 0 },
	{ D(2), "p f %di:%pd2", "d1/d2", ROOM, 0 },
	{ D(2), "p f %di:%pd3", "/d1/d2", ROOM, 0 },
	{ D(2), "p f %di:%pd4", "/d1/d2", ROOM, 0 },
	{ D(9), "p f %di:%pd4", "d6/d7/d8/d9", ROOM, 0 },
	{ D(9), "p f %di:%pd4", "d6/d7", 6, KPCTL_STR_CUT },
	{ D(9), "p f %di:%pd4", "d6/d", 5, KPCTL_STR_CUT },
	{ D(9), "p f %di:%pd4", "d6/", 4, KPCTL_STR_CUT },
	{ D(9), "p f %di:%pd4", "", 1, KPCTL_STR_CUT },
	{ D(9), "p f %di:%pd4", NULL, 0, KPCTL_STR_CUT },
	{ D(4), "p f %di:%pd*", "/d1/d2/d3/d4", ROOM, 0 },
	{ D(32), "p f %di:%pd*", "/d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12/d13/d14/d15/d16"
	  "/d17/d18/d19/d20/d21/d22/d23/d24/d25/d26/d27/d28/d29/d30/d31/d32", ROOM, 0 },
	{ D(33), "p f %di:%pd*", ".../d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12/d13/d14/d15/d16/d17"
	  "/d18/d19/d20/d21/d22/d23/d24/d25/d26/d27/d28/d29/d30/d31/d32/d33", ROOM, 0 },
	{ D(40), "p f %di:%pd*", ".../d9/d10", 11, KPCTL_STR_CUT },
	{ D(40), "p f %di:%pd*", "", 3, KPCTL_STR_CUT },
	{ KNOWN_PATH, "p f +0(%di):path", "/d2/d3", ROOM, 0 },
	{ KNOWN_PATH - 0x90, "p f %di:%pD*", "/d2/d3", ROOM, 0 },
	{ KNOWN_PATH - 0x90, "p f %di:%pD2", "d2/d3", ROOM, 0 },
	{ KNOWN_PATH - 0x90, "p f %di:%pD3", "d1/d2/d3", ROOM, 0 },
	{ KNOWN_PATH + 0x10, "p f +0(%di):path", ".../d9", 7, KPCTL_STR_CUT },
	{ KNOWN_PATH, "r f $entry(+0($arg1)):path", "/d2/d3", ROOM, 0 },
	{ KNOWN_PATH, "p f +8(%di):%pd*", "/d1/d2/d3", ROOM, 0 },
	{ D(1) + 8, "p f %di:%pd2", NULL, ROOM, 0 },
	{ 5, "p f %di:%pd2", NULL, ROOM, 0 },
	{ 5, "p f +0(%di):path", NULL, ROOM, 0 },
	{ 0, "p f %di:%pd*", NULL, ROOM, 0 },
#undef D
};

#define KNOWN_SOCKS	(HOST_KERNEL + 0x400)
#define KNOWN_SOCK	0x60	/* bytes of each */

static const struct {
	u16 family;
	u8 state;
	u16 here, there;	/* ports */
	u32 from, to;		/* IPv4, in the order of the host */
	u64 from6[2], to6[2];
	const char *want;
} socks[] = {
	{ 2, 1, 41234, 443, 0x0200000a, 0x04030201, { 0 }, { 0 },
	  "10.0.0.2:41234 > 1.2.3.4:443 ESTABLISHED" },
	{ 2, 10, 22, 0, 0, 0, { 0 }, { 0 }, "0.0.0.0:22 > 0.0.0.0:0 LISTEN" },
	{ 10, 6, 80, 65535, 1, 2, { 0xb80d0120, 1ull << 56 }, { 0, 1ull << 56 },
	  "[2001:db8::1]:80 > [::1]:65535 TIME_WAIT" },
	{ 10, 10, 80, 0, 1, 2, { 0 }, { 0 }, "[::]:80 > [::]:0 LISTEN" },
	{ 10, 2, 1, 10, 0, 0, { 0, 0x0100007fffff0000 }, { 0, 0x04030201ffff0000 },
	  "[::ffff:127.0.0.1]:1 > [::ffff:1.2.3.4]:10 SYN_SENT" },
	{ 10, 13, 65535, 65535, 0, 0, { 0x1111111111111111, 0x1111111111111111 },
	  { 0x1111111111111111, 0x1111111111111111 },
	  "[1111:1111:1111:1111:1111:1111:1111:1111]:65535 > "
	  "[1111:1111:1111:1111:1111:1111:1111:1111]:65535 BOUND_INACTIVE" },
	{ 2, 14, 9, 99, 0, 0, { 0 }, { 0 }, "0.0.0.0:9 > 0.0.0.0:99 state 14" },
	{ 2, 0, 999, 9999, 0, 0, { 0 }, { 0 }, "0.0.0.0:999 > 0.0.0.0:9999 state 0" },
	{ 1, 10, 0, 0, 0, 0, { 0 }, { 0 }, "unix LISTEN" },
	{ 16, 7, 0, 0, 0, 0, { 0 }, { 0 }, "netlink" },
	{ 40, 1, 0, 0, 0, 0, { 0 }, { 0 }, "vsock ESTABLISHED" },
	{ 45, 1, 0, 0, 0, 0, { 0 }, { 0 }, "mctp" },
	{ 0, 255, 0, 0, 0, 0, { 0 }, { 0 }, "family 0" },
	{ 46, 1, 0, 0, 0, 0, { 0 }, { 0 }, "family 46" },
	{ 258, 1, 0, 0, 0, 0, { 0 }, { 0 }, "family 258" },
	{ 65535, 1, 0, 0, 0, 0, { 0 }, { 0 }, "family 65535" },
};

/* Words of a socket, as far as there is memory for them. */
static void poke_sock(u64 at, size_t i)
{
	const struct { u32 off; u64 word; } words[] = {
		{ 0, socks[i].to | (u64)socks[i].from << 32 },
		{ 8, (u64)socks[i].here << 48 | (u64)htons(socks[i].there) << 32 },
		{ 16, socks[i].family | (u64)socks[i].state << 16 },
		{ KPCTL_SOCK_DADDR6, socks[i].to6[0] }, { KPCTL_SOCK_DADDR6 + 8, socks[i].to6[1] },
		{ KPCTL_SOCK_SADDR6, socks[i].from6[0] },
		{ KPCTL_SOCK_SADDR6 + 8, socks[i].from6[1] },
	};
	size_t n;

	for (n = 0; n < ARRAY_SIZE(words); n++)
		if (host_at(HOST_ENTRY, at + words[n].off))
			poke(HOST_ENTRY, at + words[n].off, words[n].word);
}

/* Slot i of a record says this of a string; want NULL: that it has none. */
static void check_string(const char *line, const struct record *rec, const u8 *slot,
			 const char *want, u32 flags)
{
	u32 word = *(u32 *)slot, len = word >> 16, at = word & 0xffff;

	ktap_check(*(u32 *)(slot + 4) == flags, "%s: flags %x", line, *(u32 *)(slot + 4));
	if (!want) {
		ktap_check(!word, "%s: there is a string", line);
		return;
	}
	ktap_check(len == strlen(want) + 1 && at + len <= rec->len, "%s: %u bytes", line, len);
	if (len == strlen(want) + 1)
		ktap_check(!memcmp(rec->bytes + at, want, len), "%s: '%s'", line, rec->bytes + at);
}

static void check_line(const char *line, const char *want, u32 room, u32 flags)
{
	struct kpctl_prog *prog = make(line);
	struct record rec;

	if (!prog)
		return;
	prog->fetch.str_cap = room;
	rec = run_record(&spec, prog, &world, ROOM, 0x5a);
	check_string(line, &rec, rec.bytes + prog->fetch.slots, want, flags);
	free(rec.bytes);
	kpctl_prog_free(prog);
	check_model(line, ROOM);
}

static void test_strings(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(strings); i++)
		check_line(strings[i].line, strings[i].want, strings[i].room, strings[i].flags);
}

static void test_walks(void)
{
	u32 room;
	size_t i;

	poke_dentries();
	for (i = 0; i < ARRAY_SIZE(walks); i++) {
		world.entry.di = walks[i].di;
		check_line(walks[i].line, walks[i].want, walks[i].room, walks[i].flags);
		for (room = 0; room < 320; room += 8)
			check_model(walks[i].line, room);
	}
	know(&world);
}

static void test_socks(void)
{
	static const char * const lines[] = {
		"p f %di:sock", "p f +0(%si):sock", "r f $entry($arg1):sock",
	};
	u64 at = KNOWN_SOCKS;
	size_t i, l;
	u32 room;

	for (i = 0; i < ARRAY_SIZE(socks); i++, at += KNOWN_SOCK) {
		poke_sock(at, i);
		poke(HOST_ENTRY, KNOWN, at);
		world.entry.di = at;
		world.entry.si = KNOWN;
		for (l = 0; l < ARRAY_SIZE(lines); l++)
			check_line(lines[l], socks[i].want, ROOM, 0);
		for (room = 0; room <= KPCTL_SOCK_TEXT; room += 8)
			check_model(lines[0], room);
	}
	world.entry.di = KNOWN_SOCKS;
	check_line(lines[0], "10.0.0.2:4", 11, KPCTL_STR_CUT);
	know(&world);
}

/* A socket of which so many bytes can be read; 24 are enough for IPv4, 88 for IPv6. */
static void test_cut_socks(void)
{
	static const u32 needs[] = { 24, 0, 88 };
	u64 end = HOST_KERNEL + 2 * PAGE_SIZE;
	u32 bytes;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(needs); i += 2) {
		for (bytes = 8; bytes <= 96; bytes += 8) {
			world.entry.di = end - bytes;
			poke_sock(world.entry.di, i);
			check_line("p f %di:sock", bytes < needs[i] ? NULL : socks[i].want, ROOM,
				   0);
		}
	}
	world.entry.di = 0;
	check_line("p f %di:sock", NULL, ROOM, 0);
	know(&world);
}

/* At every amount of room there can be: what is cut, what is left out altogether. */
static void test_room(void)
{
	static const char * const lines[] = {
		"p f +0(+16(%di)):string %si $comm +0(%dx):ustring +0(%r9):string",
		"p f $comm $stacktrace \\\"tail\"",
		"p f+4 +0(+16(%di)):string $after(+16(@data)):string $comm +0(%dx):ustring +16(%di):string[2]",
		"p f+4 s=+0(%di):string a=$after(%ax) n=%cx b=$after(+0(%dx)):u8[n]",
		"p f $stacktrace %si:symstr $stacktrace",
		"p f +16(%di):string[2] $comm",
		"r f $entry(+0($arg6)):string $entry($comm) $comm $entry(+16($arg1)):string[2]",
		"p f a=+16(%di):string[] b=+u0x40(%dx):ustring[] c=+32(%di):string[] d=@0:string[]",
		"p f $comm a=+0(%r9):string[] b=+16(%di):string[]",
		"p f n=%cx a=+0(%di):x8[n] $comm b=+0(%di):be32[n] c=+u0(%dx):char[n] d=@0:u8[n]",
		"p f n=\\-1 m=%cx a=+0(%di):ip6[m] b=+0(%r9):u16[n] c=+0(%di):u8[n]",
	};
	u32 i, room;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		for (room = 0; room < 1200; room += 8)
			check_model(lines[i], room);
}

/* What is kept has 256 bytes for a string and 1536 for all. */
static void test_kept_room(void)
{
	static const char line[] = "r f $entry(+0($arg6)):string $entry(+1($arg6)):string"
		" $entry(+2($arg6)):string $entry(+3($arg6)):string $entry(+4($arg6)):string"
		" $entry(+5($arg6)):string $entry(+6($arg6)):string $entry(+7($arg6)):string"
		" $entry(+8($arg6)):string $entry(+9($arg6)):string $entry(+10($arg6)):string"
		" $entry(+11($arg6)):string $entry(+990($arg6)):string";
	struct kpctl_prog *prog = make(line);
	char want[KPCTL_KEPT_STRING];
	struct record rec;
	u32 i;

	if (!prog)
		return;
	memset(want, 'x', sizeof(want));
	want[sizeof(want) - 1] = 0;
	rec = run_record(&spec, prog, &world, 4096, 0x5a);
	for (i = 0; i < 13; i++)
		check_string(line, &rec, rec.bytes + prog->fetch.slots + 8 * i, i < 12 ? want : NULL,
			     KPCTL_STR_CUT);
	ktap_check(prog->kept_size == prog->entry.size + KPCTL_KEPT_STRINGS, "kept_size %u",
		   prog->kept_size);
	free(rec.bytes);
	kpctl_prog_free(prog);
	check_model(line, 4096);
}

/* Arrays */

static const struct {
	const char *line;
	u32 len;
	const char *want;	/* NULL: it cannot be read */
} arrays[] = {
	{ "p f +0(%di):u8[3]", 8, "\xff\xee\xdd\0\0\0\0" },
	{ "p f +0(%di):s8[8]", 8, "\xff\xee\xdd\xcc\xbb\xaa\x99\x88" },
	{ "p f +0(%di):u16[1]", 8, "\xff\xee\0\0\0\0\0" },
	{ "p f +0(%di):x32[3]", 16, "\xff\xee\xdd\xcc\xbb\xaa\x99\x88\x40\x01\x01\0\0\0\0" },
	{ "p f +0(%di):b4@4/8[3]", 8, "\x0f\x0e\x0d\0\0\0\0" },
	{ "p f +0(%di):b12@4/16[2]", 8, "\xef\x0e\xcd\x0c\0\0\0" },
	{ "p f +0(%r8):u32[2]", 8, "********" },
	{ "p f +0(%r8):u32[3]", 16, NULL },
	{ "p f +0(%cx):u64[2]", 16, NULL },
	{ "p f +0(+0(%cx)):u8[9]", 16, NULL },
	{ "p f @0xffff888000010100:u8[2]", 8, "\xff\xee\0\0\0\0\0" },
	{ "r f +0($arg1):u8[2]", 8, "\x08\x07\0\0\0\0\0" },
	{ "r f $entry(+0($arg1)):u8[2]", 8, "\xff\xee\0\0\0\0\0" },
	{ "r f $entry(+0($arg1)):b4@4/8[3]", 8, "\x0f\x0e\x0d\0\0\0\0" },
	{ "r f +0($entry(+8($arg1))):u8[2]", 8, "\x88\x77\0\0\0\0\0" },
	{ "r f $entry(+0($arg4)):u8[2]", 8, NULL },
	{ "r f +0($entry(+0($arg4))):u8[2]", 8, NULL },
	{ "r f $entry(@0xffff888000010100):u8[2]", 8, "\xff\xee\0\0\0\0\0" },
};

static void test_arrays(void)
{
	static const char zeros[16];
	struct kpctl_prog *prog;
	struct record rec;
	const char *want;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(arrays); i++) {
		prog = make(arrays[i].line);
		if (!prog)
			continue;
		rec = run_record(&spec, prog, &world, 0, 0x5a);
		want = arrays[i].want ?: zeros;
		ktap_check(rec.len == prog->fetch.slots + arrays[i].len, "%s: length %u",
			   arrays[i].line, rec.len);
		ktap_check(!memcmp(rec.bytes + prog->fetch.slots, want, arrays[i].len), "%s: bytes",
			   arrays[i].line);
		ktap_check(rec.bytes[prog->fetch.fault] == !arrays[i].want, "%s: fault bit",
			   arrays[i].line);
		free(rec.bytes);
		kpctl_prog_free(prog);
		check_model(arrays[i].line, 0);
	}
}

static const struct {
	const char *line, *want[3];
} string_arrays[] = {
	{ "p f +16(%di):string[3]", { "kernel text", "user text", NULL } },
	{ "p f +u16(%di):string[3]", { NULL, NULL, NULL } },
	{ "p f +u0(\\0x401080):string[3]", { "user text", "kernel text", NULL } },
	{ "p f +16(%di):ustring[3]", { NULL, "user text", NULL } },
	{ "p f @0xffff888000010110:string[3]", { "kernel text", "user text", NULL } },
	{ "p f \\0xffff888000010200:string[3]", { "kernel text", NULL, NULL } },
	{ "p f +0(%cx):string[3]", { NULL, NULL, NULL } },
	{ "r f +16($arg1):string[3]", { "changed", "user text", NULL } },
	{ "r f $entry(+16($arg1)):string[3]", { "kernel text", "user text", NULL } },
	{ "r f $entry(+0($arg4)):string[3]", { NULL, NULL, NULL } },
};

static void test_string_arrays(void)
{
	struct kpctl_prog *prog;
	struct record rec;
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(string_arrays); i++) {
		prog = make(string_arrays[i].line);
		if (!prog)
			continue;
		rec = run_record(&spec, prog, &world, ROOM, 0x5a);
		for (j = 0; j < 3; j++)
			check_string(string_arrays[i].line, &rec,
				     rec.bytes + prog->fetch.slots + 8 * j,
				     string_arrays[i].want[j], 0);
		free(rec.bytes);
		kpctl_prog_free(prog);
		check_model(string_arrays[i].line, ROOM);
	}
}

static void test_stacks(void)
{
	static const char line[] = "p f \\\"abc\" $stacktrace";
	struct kpctl_prog *prog = make(line);
	struct record rec;
	u32 word, at;

	if (!prog)
		return;
	rec = run_record(&spec, prog, &world, ROOM, 0x5a);
	word = *(u32 *)(rec.bytes + prog->fetch.slots + 8);
	at = prog->fetch.size + 8;
	ktap_check(word == (3 * 8 << 16 | at), "slot %x", word);
	ktap_check(!memcmp(rec.bytes + at, host.frame, 24), "frames");
	ktap_check(!memcmp(rec.bytes + at - 8, "abc\0\0\0\0", 8), "what is before them");
	free(rec.bytes);
	kpctl_prog_free(prog);
	host.nframes = HOST_FRAMES;
	check_model(line, 8192);
}

/* Words that are kept are kept once. */
static void test_kept_once(void)
{
	struct kpctl_prog *prog = make("r f $arg1 +0($arg1) +8($arg1):u8 $arg1:u8 $arg2"
				       " if $arg1 != 0 && +0($arg1) > 0");

	if (!prog)
		return;
	ktap_check(prog->kept_size == 8 + 2 * 8, "%u bytes", prog->kept_size);
	ktap_check(prog->entry.nplain == 2 && !prog->entry.nargs, "%u plain", prog->entry.nplain);
	kpctl_prog_free(prog);
}

/* Conditions */

/* What a condition says to the known world; -1: the line is none. */
static int verdict(const char *line)
{
	struct kpctl_prog *prog = make(line);
	bool yes;

	if (!prog)
		return -1;
	yes = run_early(prog, &world) && run_late(&spec, prog, &world);
	kpctl_prog_free(prog);
	check_model(line, 0);
	return yes;
}

static const u64 edges[] = {
	0, 1, 2, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000, 0xffffffff,
	0x7ffffffffffffffe, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001,
	0xfffffffffffffffe, 0xffffffffffffffff,
};

static bool compare(const char *op, bool is_signed, u64 a, u64 b)
{
	bool less = is_signed ? (s64)a < (s64)b : a < b;

	if (!strcmp(op, "=="))
		return a == b;
	if (!strcmp(op, "!="))
		return a != b;
	if (!strcmp(op, "<"))
		return less;
	if (!strcmp(op, ">="))
		return !less;
	if (!strcmp(op, ">"))
		return !less && a != b;
	if (!strcmp(op, "<="))
		return less || a == b;
	return (a & b) != 0;
}

static void check_edges(const char *op, const char *type, bool negated)
{
	struct kpctl_prog *prog;
	char line[LINE_MAX];
	size_t i, j;
	bool want;

	sprintf(line, "p f a=%%di:%s b=%%si:%s if %s(a %s b)", type, type, negated ? "!" : "", op);
	prog = make(line);
	if (!prog)
		return;
	for (i = 0; i < ARRAY_SIZE(edges); i++) {
		for (j = 0; j < ARRAY_SIZE(edges); j++) {
			world.entry.di = edges[i];
			world.entry.si = edges[j];
			want = compare(op, *type == 's', edges[i], edges[j]) != negated;
			ktap_check(run_late(&spec, prog, &world) == want, "%s: %llx, %llx", line,
				   edges[i], edges[j]);
		}
	}
	kpctl_prog_free(prog);
}

static void test_compare(void)
{
	static const char * const ops[] = { "==", "!=", "<", "<=", ">", ">=", "&" };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(ops) * 2; i++) {
		check_edges(ops[i / 2], "u64", i & 1);
		check_edges(ops[i / 2], "s64", i & 1);
	}
}

static const struct {
	const char *expr;
	bool want;
} conditions[] = {
	{ "%cx == 5", 1 }, { "%cx != 5", 0 }, { "%cx < 5", 0 }, { "%cx <= 5", 1 },
	{ "%cx > 4", 1 }, { "%cx & 4", 1 }, { "%cx & 2", 0 }, { "!(%cx & 2)", 1 },
	{ "%si:s64 < 0", 1 }, { "%si:s64 < -1", 1 }, { "%si:s64 > -0x123456789abcdf0", 0 },
	{ "%si:s64 >= -0x123456789abcdf0", 1 }, { "%si > 0", 1 },
	{ "+0(%di):s8 == -1", 1 }, { "+0(%di):u8 == 255", 1 }, { "+0(%di):s16 < -4352", 1 },
	{ "%si:b8@4/32 == 0x21", 1 }, { "+0(%di):b4@4/8 > 14", 1 },
	{ "%cx == 5 && %cx == 6", 0 }, { "%cx == 5 || %cx == 6", 1 },
	{ "!(%cx == 5 && %cx == 6)", 1 }, { "!(%cx == 5 || %cx == 6)", 0 },
	{ "%cx == 6 || (%cx == 5 && %si > 1)", 1 }, { "%cx < %si", 1 }, { "%si < %cx", 0 },
	/* what cannot be read fails however it is asked */
	{ "+0(%cx) == 0", 0 }, { "+0(%cx) != 0", 0 }, { "!(+0(%cx) == 0)", 0 },
	{ "!(+0(%cx) & 1)", 0 }, { "+0(%cx):string == \"\"", 0 },
	{ "+0(%cx):string != \"\"", 0 }, { "!(+0(%cx):string ~ \"*\")", 0 },
	{ "+0(%cx):string ~ \"*\"", 0 }, { "%cx == +0(%cx)", 0 }, { "!(%cx == +0(%cx))", 0 },
	{ "%cx == 5 || +0(%cx) == 0", 1 }, { "+0(%cx) == 0 || %cx == 5", 1 },
	{ "+0(+16(%di)):string == \"kernel text\"", 1 },
	{ "+0(+16(%di)):string == \"kernel tex\"", 0 },
	{ "+0(+16(%di)):string == \"kernel text \"", 0 },
	{ "+0(+16(%di)):string == \"kernel_text\"", 0 },
	{ "+0(+16(%di)):string != \"kernel text\"", 0 },
	{ "+0(+16(%di)):string != \"kernel texts\"", 1 },
	{ "+0(+16(%di)):string != \"kernel_text\"", 1 },
	{ "+0(+16(%di)):string ~ \"kern*t\"", 1 }, { "+0(+16(%di)):string ~ \"kern\"", 0 },
	{ "!(+0(+16(%di)):string ~ \"kern*t\")", 0 },
	{ "!(+0(+16(%di)):string ~ \"kern\")", 1 },
	{ "+0(%dx):ustring ~ \"[r-v]ser*\"", 1 }, { "$comm == \"tester\"", 1 },
	{ "$comm ~ \"test\"", 0 }, { "+996(%r9):string == \"xxxx\"", 1 },
	{ "%cx:symstr ~ \"sym_0+0x5/*\"", 1 }, { "$pid == 100 && $tid == 101", 1 },
	{ "%si:errno < EPERM", 0 }, { "%si:errno > -ENOENT", 1 }, { "%si:errno == EIO", 0 },
	/* addresses: all bits, and each number of the first ones */
	{ "+0(%di):ip4 == 255.238.221.204", 1 }, { "+0(%di):ip4 != 255.238.221.204", 0 },
	{ "+0(%di):ip4 == 255.238.221.205", 0 }, { "+0(%di):ip4 != 255.238.221.205", 1 },
	{ "+0(%di):ip4 == 204.221.238.255", 0 }, { "%si:ip4 == 16.50.84.118", 1 },
	{ "%si:ip4 in 16.50.0.0/16", 1 }, { "%si:ip4 in 16.51.0.0/16", 0 },
	{ "%si:ip4 in 16.51.0.0/15", 1 }, { "%si:ip4 in 16.48.0.0/15", 0 },
	{ "%si:ip4 in 16.48.0.0/14", 1 }, { "!(%si:ip4 in 16.48.0.0/15)", 1 },
	{ "%si:ip4 in 144.50.84.118/1", 0 }, { "%si:ip4 in 144.50.84.118/0", 1 },
	{ "%si:ip4 in 16.50.84.119/31", 1 }, { "%si:ip4 in 16.50.84.119/32", 0 },
	{ "+0(%di):ip6 == ffee:ddcc:bbaa:9988:4001:100:8088:ffff", 1 },
	{ "+0(%di):ip6 == ffee:ddcc:bbaa:9988:4001:100:8088:fffe", 0 },
	{ "+0(%di):ip6 in ffee:ddcc:bbaa:9988::/64", 1 },
	{ "+0(%di):ip6 in ffee:ddcc:bbaa:9988::/66", 0 },
	{ "+0(%di):ip6 in ffee:ddcc:bbaa:9988::/65", 1 }, { "+0(%di):ip6 in ::/0", 1 },
	{ "+u0(%dx):ip4 == 117.115.101.114", 1 }, { "+u0(%dx):ip6 in 7573:6572::/32", 1 },
	{ "+0(%di):mac == ff:ee:dd:cc:bb:aa", 1 }, { "+0(%di):mac != ff:ee:dd:cc:bb:aa", 0 },
	{ "+0(%di):mac in ff:ee:dd:00:00:00/24", 1 }, { "+1(%di):mac == ff:ee:dd:cc:bb:aa", 0 },
	{ "+0(%cx):ip4 in 0.0.0.0/0", 0 }, { "+0(%cx):ip4 != 1.2.3.4", 0 },
	{ "+0(%cx):ip6 in ::/0", 0 }, { "!(+0(%cx):ip6 in ::/0)", 0 },
	{ "$uid == 101", 0 }, { "$cpu == 3", 1 }, { "$func == 0xf00", 1 },
};

static void test_conditions(void)
{
	char line[LINE_MAX];
	size_t i;
	int is;

	for (i = 0; i < ARRAY_SIZE(conditions); i++) {
		sprintf(line, "p f if %s", conditions[i].expr);
		is = verdict(line);
		ktap_check(is == conditions[i].want, "%s: %d", line, is);
	}
}

/* When a condition is asked, and what it needs for that. */
static const struct {
	const char *line;
	bool early, late, wants_lat, want;
} moments[] = {
	{ "p f if %cx == 5", 0, 1, 0, 1 },
	{ "r f if $retval < 0", 0, 1, 0, 1 },
	{ "r f if $arg4 == 5", 1, 0, 0, 1 },
	{ "r f if $arg4 == 6", 1, 0, 0, 0 },
	{ "r f if $arg4 == 5 && $retval < 0", 1, 1, 0, 1 },
	{ "r f if $arg4 == 6 && $retval < 0", 1, 1, 0, 0 },
	{ "r f if $arg4 == 6 || $retval < 0", 1, 1, 0, 1 },
	{ "r f if !($arg4 == 5 || $retval < 0)", 1, 1, 0, 0 },
	{ "r f if %cx == 5", 0, 1, 0, 1 },
	{ "r f if $entry(%cx) == 5", 1, 0, 0, 1 },
	{ "r f if +0($arg1):u8 == 8", 0, 1, 0, 1 },
	{ "r f if $entry(+0($arg1)):u8 == 0xff", 1, 0, 0, 1 },
	{ "r f if $entry(+0(+16($arg1))):string == \"kernel text\"", 1, 0, 0, 1 },
	{ "r f if $entry(+0(+16($arg1))):string == \"kernel text\" && $retval < 0", 1, 1, 0, 1 },
	{ "r f if +0(+16($arg1)):string == \"changed\"", 0, 1, 0, 1 },
	{ "r f if $comm == \"tester\"", 1, 0, 0, 1 },
	{ "r f if $entry($comm) == \"tester\"", 1, 0, 0, 1 },
	{ "r f if $pid == 100", 1, 0, 0, 1 }, { "r f if $cpu == 3", 0, 1, 0, 1 },
	{ "r f if $func == 0xf00", 1, 0, 0, 1 },
	{ "r f if $lat > 999", 0, 1, 1, 1 }, { "r f if $lat > 1us", 0, 1, 1, 0 },
	{ "r f if $func < $lat", 0, 1, 1, 0 }, { "r f if $lat < $func", 0, 1, 1, 1 },
	{ "r f $lat if $retval < 0", 0, 1, 0, 1 }, { "r f $lat if lat == 1000", 0, 1, 1, 1 },
	{ "r f if $oncpu == 200", 0, 1, 1, 1 }, { "r f if $blocked > 700", 0, 1, 1, 0 },
	{ "r f if $func < $runq", 0, 1, 1, 0 }, { "r f $runq if $retval < 0", 0, 1, 0, 1 },
	{ "r f $runq if runq == 100", 0, 1, 1, 1 },
	{ "r f if $pid == 100 || $blocked > 1s", 1, 1, 1, 1 },
	{ "r f if $entry(@data) == 0xffff888000010100 && $retval < 0", 1, 1, 0, 1 },
	{ "r f if $entry(+0($arg4)) == 0 && $retval < 0", 1, 1, 0, 0 },
	{ "r f if $entry(+0($arg4)) != 0 || $retval < 0", 1, 1, 0, 1 },
	/* before the instruction what is known then, all else behind it */
	{ "p f+4 a=$after(%di) if a == 1", 0, 1, 0, 1 },
	{ "p f+4 if $after(%ax):s64 == -22 && $after(%di) != 1", 0, 1, 0, 0 },
	{ "p f+4 a=$after(%di) if %si:u8 == 0x10", 1, 0, 0, 1 },
	{ "p f+4 a=$after(%di) if %si:u8 == 0x11", 1, 0, 0, 0 },
	{ "p f+4 if +0(%di):u8 == 0xff && $after(%di) == 1", 1, 1, 0, 1 },
	{ "p f+4 if +0(%di):u8 == 0xfe || $after(%di) == 1", 1, 1, 0, 1 },
	{ "p f+4 if $after(+0(@data)):u8 == %cx || %di < $after(%di)", 0, 1, 0, 0 },
	{ "p f+4 if %di > $after(%di)", 0, 1, 0, 1 },
	{ "p f+4 s=+0(+16(%di)):string if s == \"kernel text\" && $after(%di) == 1", 1, 1, 0, 1 },
	{ "p f+4 a=$after(%di) if $comm == \"tester\" && $cpu == 3 && $uid == 102", 1, 0, 0, 1 },
	{ "p f+4 a=$after(%di) if +0(%cx) == 0 || a == 1", 1, 1, 0, 1 },
	{ "p f+4 a=$after(%di) if @data:u16 == 0x100", 1, 0, 0, 1 },
	{ "p f+4 if $after(@data):u16 == 0x140", 0, 1, 0, 1 },
};

static void test_moments(void)
{
	struct kpctl_prog *prog;
	size_t i;
	int is;

	for (i = 0; i < ARRAY_SIZE(moments); i++) {
		prog = make(moments[i].line);
		if (!prog)
			continue;
		ktap_check(prog->filter.early == moments[i].early, "%s: early", moments[i].line);
		ktap_check(prog->filter.late == moments[i].late, "%s: late", moments[i].line);
		ktap_check(prog->filter.wants_lat == moments[i].wants_lat, "%s: lat", moments[i].line);
		kpctl_prog_free(prog);
		is = verdict(moments[i].line);
		ktap_check(is == moments[i].want, "%s: %d", moments[i].line, is);
	}
}

/* Which programs want calls to be looked after. */
static void test_wants_split(void)
{
	static const struct {
		const char *line;
		bool wants;
	} lines[] = {
		{ "r f", 0 }, { "r f $lat if $lat > 1ms", 0 }, { "r f $oncpu", 1 },
		{ "r f %di $lat x=$blocked:u8", 1 }, { "r f $runq $arg1", 1 },
		{ "r f if $oncpu > 1ms", 1 }, { "r f if $pid == 1 && $lat > $blocked", 1 },
		{ "r f if $runq > $lat", 1 }, { "r f b=$blocked if b > 1", 1 },
		{ "r /bin/sh:16 $lat", 0 }, { "r /bin/sh:16 if $runq > 3", 1 },
		{ "p f %di if %di == 1", 0 },
	};
	struct kpctl_prog *prog;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		prog = make(lines[i].line);
		if (!prog)
			continue;
		ktap_check(prog->wants_split == lines[i].wants, "%s: %d", lines[i].line,
			   prog->wants_split);
		kpctl_prog_free(prog);
	}
}

/* Of a program's call the parts of $lat are known, or they are a fault. */
static void test_task_parts(void)
{
	struct kpctl_parts *known = (void *)host_at(HOST_RETURN, HOST_KERNEL);
	struct kpctl_prog *prog = make("r /bin/sh:16 o=$oncpu b=$blocked q=$runq if $blocked > 5");
	u64 want[] = { 7000, 6, 5 }, v;
	struct kpctl_site site;
	u32 i;

	if (!prog)
		return;
	host.now = HOST_RETURN;
	kpctl_site_init(&site, NULL, NULL, 0, 0, 0);
	*known = (struct kpctl_parts){ 7000, 6, 5 };
	site.parts_known = (void *)HOST_KERNEL;
	ktap_check(prog->split_of_task && prog->fetch.fault, "of a task");
	ktap_check(kpctl_filter_run(&prog->filter, &site, false), "known: the condition");
	for (i = 0; i < prog->fetch.nargs; i++)
		ktap_check(kpctl_fetch_number(&prog->fetch.arg[i], &site, &v) && v == want[i],
			   "known: part %u: %llu", i, v);
	ktap_check(i == 3, "%u parts", i);
	site.parts_known = KPCTL_PARTS_UNKNOWN;
	ktap_check(!kpctl_filter_run(&prog->filter, &site, false), "unknown: the condition");
	for (i = 0; i < prog->fetch.nargs; i++)
		ktap_check(!kpctl_fetch_number(&prog->fetch.arg[i], &site, &v), "unknown: %u", i);
	kpctl_prog_free(prog);
}

/* Random conditions of return probes, and what entry and return make of them */

#define CONDITIONS	4000
#define TESTS_MAX	8

static u64 random_state = 1;

static u32 rnd(u32 n)
{
	return host_random(&random_state) % n;
}

static u32 put_test(char *to)
{
	static const char * const numbers[] = {
		"$arg1", "$arg2", "$entry(%cx)", "$entry(+0($arg1))", "$entry(+8(+8($arg3)))",
		"+0($arg1)", "%di", "+0(%si)", "$pid", "$cpu", "$func", "$lat", "$blocked",
		"$caller",
		"$entry($arg2):u8", "+0($entry(+8($arg1))):u16", "$entry(@data)", "+8($entry(@data))",
	};
	static const char * const signs[] = { "$retval", "$arg3:s8", "$entry(+0($arg2)):s32" };
	static const char * const texts[] = {
		"$comm", "$entry($comm)", "$entry(+0($arg1)):string", "+0($arg1):string",
		"$entry(+0($arg2)):ustring", "$entry($arg2):symstr",
	};
	static const char * const ops[] = { "==", "!=", "<", ">", "<=", ">=", "&" };
	static const char * const globs[] = { "*", "[ab]*", "*c", "?a*b*", "", "abc", "sym_*" };
	const char *op = ops[rnd(ARRAY_SIZE(ops))];

	switch (rnd(5)) {
	case 0:
		return sprintf(to, "%s %s -%u", signs[rnd(ARRAY_SIZE(signs))], op, rnd(100));
	case 1:
		return sprintf(to, "%s %s \"%s\"", texts[rnd(ARRAY_SIZE(texts))],
			       rnd(2) ? "~" : ops[rnd(2)], globs[rnd(ARRAY_SIZE(globs))]);
	case 2:
		return sprintf(to, "%s %s %s", numbers[rnd(13)], op, numbers[rnd(13)]);
	default:
		return sprintf(to, "%s %s %u", numbers[rnd(ARRAY_SIZE(numbers))], op,
			       1 + rnd(255));
	}
}

static u32 put_expr(char *to, u32 ntests)
{
	u32 left = ntests > 1 ? 1 + rnd(ntests - 1) : 0, len;

	len = sprintf(to, rnd(3) ? "(" : "!(");
	if (left) {
		len += put_expr(to + len, left);
		len += sprintf(to + len, rnd(2) ? " && " : " || ");
		len += put_expr(to + len, ntests - left);
	} else {
		len += put_test(to + len);
	}
	return len + sprintf(to + len, ")");
}

static void test_early(void)
{
	u32 i, refused = 0, passed = 0;
	char line[LINE_MAX];
	struct kpctl_prog *prog;
	const char *wrong;

	for (i = 0; i < CONDITIONS && !ktap.findings; i++) {
		make_world(host_random(&random_state), &world);
		put_expr(line + sprintf(line, "r f $entry(+0($arg6)):string if "),
			 1 + rnd(TESTS_MAX));
		if (!parse(line))
			continue;
		wrong = check_prog(&spec, &spec.cond, &world, 64, &err);
		ktap_check(!wrong, "%s: %s", line, wrong);
		prog = make(line);
		refused += prog->filter.late && !run_early(prog, &world);
		passed += prog->filter.late && prog->filter.early && run_early(prog, &world);
		kpctl_prog_free(prog);
	}
	ktap_diag("%u conditions, %u refused early, %u not", i, refused, passed);
	ktap_check(refused > CONDITIONS / 20 && passed > CONDITIONS / 20, "hardly any is decided early");
}

/* Another handler on what reads the first one's string, with a condition of its own */

#define TWO_CHUNKS "more than is read from the user's memory at once"

static struct kpctl_prog *inner;
static bool inner_passed;

static void inner_runs(void)
{
	inner_passed = run_late(&spec, inner, &world);
}

static void inner_runs_next_time(void)
{
	host.inside = inner_runs;
}

static void test_inside(void)
{
	struct kpctl_prog *outer = make("p f if +0(%di):ustring == \"" TWO_CHUNKS "\"");

	inner = make("p f if +0(%si):ustring == \"short\"");
	if (!outer || !inner)
		return;
	world.entry.di = HOST_USER + 64;
	world.entry.si = HOST_USER + 256;
	strcpy((char *)host_at(HOST_ENTRY, world.entry.di), TWO_CHUNKS);
	strcpy((char *)host_at(HOST_ENTRY, world.entry.si), "short");
	inner_passed = false;
	host.inside = inner_runs_next_time;
	ktap_check(run_late(&spec, outer, &world), "the outer one does not pass");
	ktap_check(inner_passed, "the inner one does not pass");
	strcpy((char *)host_at(HOST_ENTRY, world.entry.si), "other");
	host.inside = inner_runs_next_time;
	ktap_check(run_late(&spec, outer, &world), "the outer one does not pass again");
	ktap_check(!inner_passed, "the inner one passes");
	kpctl_prog_free(outer);
	kpctl_prog_free(inner);
}

/* Memory */

/* Each allocation fails once: nothing is left, and it is said why. */
static void check_no_memory(const char *line)
{
	struct kpctl_prog *prog;
	unsigned int n = 0;
	long held;
	int ret;

	if (!parse(line))
		return;
	do {
		kpctl_scratch_exit();
		held = host.held;
		host.asked = 0;
		host.fail = ++n;
		memset(&err, 0, sizeof(err));
		ret = kpctl_prog_make(&spec, &spec.cond, &spec.act, MODEL_FIXED, &prog, &err);
		host.fail = 0;
		if (!ret)
			break;
		ktap_check(ret == -ENOMEM && err.code == KPCTL_E_NO_MEMORY, "%s: allocation %u: %d, %s",
			   line, n, ret, err.text);
		ktap_check(host.held == held, "%s: allocation %u leaks", line, n);
	} while (n < 100);
	ktap_check(host.asked < n, "%s: allocation %u failed, and nobody noticed", line, n);
	ktap_check(n > 6 && n < 100, "%s: %u allocations", line, n - 1);
	if (!ret)
		kpctl_prog_free(prog);
	kpctl_scratch_exit();
	ktap_check(!host.held, "%s: %ld are held", line, host.held);
}

static void test_no_memory(void)
{
	check_no_memory("p f");
	check_no_memory("p f @data @data+8:string");
	check_no_memory("p f a=%di do hist(@data) by a, +0(@data):string, count by $comm");
	check_no_memory("p f %di +0(%di) \\\"text\" $comm if $comm ~ \"x*\"");
	check_no_memory("r f $arg1 $entry(+0($arg2)):string if $arg1 == 1 || $retval < 0");
}

static void test_no_symbol(void)
{
	static const char line[] = "r f a=%di b=$entry(@absent)";
	struct kpctl_prog *prog;
	int ret;

	kpctl_scratch_exit();
	if (!parse(line))
		return;
	ret = kpctl_prog_make(&spec, NULL, NULL, MODEL_FIXED, &prog, &err);
	ktap_check(ret == -ENOENT && err.code == KPCTL_E_NO_DATA_SYMBOL, "%d, %s", ret, err.text);
	ktap_check(err.column == strchr(line, 'b') - line, "column %u", err.column);
	ktap_check(!host.held, "%ld are held", host.held);
}

/* As many derefs as an argument can have. */
#define DEEP "$entry(+8(+8(+8(+8(+8(+8(+8(+8(+8(+8(+8(+8(%di)))))))))))))"

/* The most there can be of everything. */
static void test_most(void)
{
	char line[3 * LINE_MAX];
	u32 i, len;

	len = sprintf(line, "r f");
	for (i = 0; i < 6; i++)
		len += sprintf(line + len, " +0($arg%u):u64[64]", i + 1);
	check_model(line, 4096);
	len = sprintf(line, "r f");
	for (i = 0; i < 12; i++)
		len += sprintf(line + len, " $entry(+%u($arg1)):string[64]", i * 8);
	check_model(line, 32768);
	len = sprintf(line, "r f");
	for (i = 0; i < KPCTL_ARGS_MAX; i++)
		len += sprintf(line + len, " $entry(+%u($arg1))", i);
	len += sprintf(line + len, " if ");
	for (i = 0; i < KPCTL_TESTS_MAX / 2; i++)
		len += sprintf(line + len, "%s$entry(+%u($arg2)) != $entry(+%u($arg3))",
			       i ? " || " : "", i, i);
	check_model(line, 0);
	/* compiled three times: early, kept, and for the return */
	len = sprintf(line, "r f if $retval == 0");
	for (i = 0; i < 7; i++)
		len += sprintf(line + len, " || %s < %s", DEEP, DEEP);
	check_model(line, 0);
	len = sprintf(line, "r f");
	for (i = 0; i < KPCTL_ARGS_MAX; i++)
		len += sprintf(line + len, " \\\"%u\"", i);
	check_model(line, 2048);
}

static const struct {
	const char *name;
	void (*fn)(void);
} all[] = {
	{ "numbers of every kind", test_values },
	{ "the idle task, and what interrupts it", test_idle },
	{ "registers in a row, and mixed with others", test_plain },
	{ "fault bits, also above 64 arguments", test_faults },
	{ "strings of every kind, whole and cut", test_strings },
	{ "names of dentries, paths", test_walks },
	{ "sockets", test_socks },
	{ "sockets that are unreadable in part", test_cut_socks },
	{ "strings and stacks with any room behind the slots", test_room },
	{ "room for strings that are kept", test_kept_room },
	{ "arrays of numbers", test_arrays },
	{ "arrays of strings", test_string_arrays },
	{ "stack traces are aligned", test_stacks },
	{ "words are kept once", test_kept_once },
	{ "comparisons at the edges", test_compare },
	{ "conditions, unreadable operands among them", test_conditions },
	{ "when conditions are asked", test_moments },
	{ "which programs want calls to be looked after", test_wants_split },
	{ "a program's call: the parts of its time", test_task_parts },
	{ "refused at entry is refused at the return", test_early },
	{ "a condition asked while another is", test_inside },
	{ "each allocation that fails", test_no_memory },
	{ "a data symbol that is not there", test_no_symbol },
	{ "the most there can be", test_most },
};

int main(void)
{
	size_t i;

	ktap_plan(ARRAY_SIZE(all));
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		know(&world);
		all[i].fn();
		ktap_end("%s", all[i].name);
	}
	kpctl_scratch_exit();
	return ktap_done();
}
