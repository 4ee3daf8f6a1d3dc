// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/kernel/debug/kpt/run takes commands, one per line, and returns from
 * write() when they are done:
 *
 *   call FUNC [ARG]... [xN]	N calls in the caller's context (see calls[])
 *   call str|ustr NAME [xN]	with a string of strings_init(), user_string()
 *   call path [PATH]		with the dentry and file of PATH, or of /dev/null
 *   call sock FD		with the socket behind the writer's descriptor; NULL: none there
 *   flood N [nested]		on every online CPU at once, N times: kpt_seq(cpu, i),
 *				or kpt_a(i), which calls b and c
 *   points N			on every online CPU N times: kpt_point(cpu, i), kpt_wide(cpu, i)
 *   timer start US | stop	kpt_hardirq() from a timer on every CPU
 *   irqwork N | ipi N | softirq N	one call from there, N times
 *   nmi N			NMIs to all CPUs but one, N times: kpt_nmi() from each
 *   exit N			N threads that end inside kpt_exit()
 *   sleepers N MS [burst|held] | wait	N threads in kpt_sleep(MS), in the background; it is
 *				over when all have entered. A burst enters at once, sleeps
 *				when all are inside, and for MS to MS + 70; one that is held
 *				sleeps when `wait` is asked for, for MS
 *   timed N US			on every online CPU N times: kpt_timed(nr, 5), each 8th
 *				one kpt_timed(nr, US), and kpt_told(nr, ...) of each
 *   deep N DEPTH		on every online CPU N times: kpt_recurse(DEPTH)
 *   wander N MS		N threads asleep for MS in kpt_wander(), 0: busy there,
 *				until they are moved to another CPU
 *   lapses N STARTS		N times 16 times from one context and CPU to another, see kpt_lapse.c
 *   skip N [return]		kpt_irqwork() N times while a handler of another probe
 *				runs, a return probe's
 *   split share MS | wait MS1 MS2 | contend MS | sem MS HOW | turns N PAIRS	see kpt_split.c
 *   store FROM N		the next number into kpt_watched, N times, FROM: task, softirq, hardirq,
 *				ipi (each other CPU), crew (each CPU, one at a time); same: the
 *				number again; load: it is read
 *   bytes AT SIZE V		V into kpt_watched_bytes; point: kpt_watched_pointer to a chain
 *   reset			all counters to 0
 *
 * /sys/kernel/debug/kpt/counts: a line `FUNC CALLS` per function.
 */
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/mman.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/net.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <net/sock.h>

#include "kpt.h"

#define ARGS_MAX	9
#define LONG_STRING	5000

static DEFINE_MUTEX(run_lock);		/* timer, sleepers, reset, irqwork … */
static struct dentry *dir;
static char *edge_page;			/* one page, nothing mapped behind it */
static char *long_string;

/* A chain of 13 structs, magic 0x1000 … 0x100c, the last points to itself. */
static struct kpt_outer chain[13];
static struct kpt_inner inner = {
	.a = -7, .b = 0xbeef, .name = "inner", .text = "text in struct",
};

static struct kpt_types types = {
	.u8s = { 0, 1, 0x7f, 0x80, 0xfe, 0xff, 'k', '~' },
	.s16s = { -1, 300, -300, S16_MIN },
	.u32s = { 0, 0x80000000, 0xffffffff, 123456789 },
	.s64s = { -1, S64_MIN },
	.chars = { 'k', 'p', 't', '-', 'c', 'h', 'a', 'r' },
	.strings = { "one", "", NULL, "four of them" },
	.bits = 0xfedcba9876543210,
	.symbols = { kpt_add, NULL, &kpt_data, (void *)&kpt_data + 4 },
};

static void chain_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(chain); i++) {
		chain[i].magic = 0x1000 + i;
		chain[i].next = &chain[min_t(int, i + 1, ARRAY_SIZE(chain) - 1)];
		chain[i].inner = &inner;
		chain[i].neg = -1 - i;
	}
	/* not where it is defined: objtool takes that for a jump past the ENDBR */
	types.symbols[1] = types.symbols[0] + 4;
}

/* Kernel strings */

static int strings_init(void)
{
	int i;

	edge_page = vmalloc(PAGE_SIZE);
	long_string = kmalloc(LONG_STRING + 1, GFP_KERNEL);
	if (!edge_page || !long_string)
		return -ENOMEM;
	memset(edge_page, 'x', PAGE_SIZE);
	for (i = 0; i < LONG_STRING; i++)
		long_string[i] = 'a' + i % 26;
	long_string[LONG_STRING] = 0;
	return 0;
}

static void strings_exit(void)
{
	vfree(edge_page);
	kfree(long_string);
}

static int kernel_string(const char *name, const char **s)
{
	if (!strcmp(name, "hello"))
		*s = "hello, world";
	else if (!strcmp(name, "empty"))
		*s = "";
	else if (!strcmp(name, "long"))		/* abc… 5000 bytes */
		*s = long_string;
	else if (!strcmp(name, "edge"))		/* its NUL ends the page */
		*s = strcpy(edge_page + PAGE_SIZE - 5, "edge");
	else if (!strcmp(name, "over"))		/* no NUL before the hole */
		*s = memset(edge_page + PAGE_SIZE - 5, 'o', 5);
	else if (!strcmp(name, "hole"))
		*s = edge_page + PAGE_SIZE;
	else if (!strcmp(name, "null"))
		*s = NULL;
	else if (!strcmp(name, "wild"))		/* not canonical */
		*s = (const char *)0x8000dead00000000;
	else
		return -EINVAL;
	return 0;
}

/* User strings, in two fresh pages of the caller, the second one a hole */

static int user_string_at(const char *name, unsigned long map, unsigned long *s)
{
	const char *text = name;
	size_t len = strlen(name) + 1;

	if (!strcmp(name, "hello")) {
		text = "hello, user";
		len = 12;
		*s = map;
	} else if (!strcmp(name, "empty")) {
		text = "";
		len = 1;
		*s = map;
	} else if (!strcmp(name, "edge")) {
		*s = map + PAGE_SIZE - len;
	} else if (!strcmp(name, "over")) {	/* runs into the hole */
		len--;
		*s = map + PAGE_SIZE - len;
	} else if (!strcmp(name, "hole")) {
		*s = map + PAGE_SIZE;
		return 0;
	} else if (!strcmp(name, "array")) {	/* of pointers, the last to the hole */
		unsigned long array[5] = { map + 24, map + 32, map + PAGE_SIZE };

		memcpy(&array[3], "user1\0\0\0user2", 14);
		*s = map;
		return copy_to_user((void __user *)map, array, sizeof(array)) ? -EFAULT : 0;
	} else if (!strcmp(name, "kernel")) {	/* no user address at all */
		*s = (unsigned long)long_string;
		return 0;
	} else {
		return -EINVAL;
	}
	return copy_to_user((void __user *)*s, text, len) ? -EFAULT : 0;
}

static int call_ustr(const char *name, u64 times)
{
	unsigned long map, s;
	int ret;

	map = vm_mmap(NULL, 0, 2 * PAGE_SIZE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, 0);
	if (IS_ERR_VALUE(map))
		return map;
	vm_munmap(map + PAGE_SIZE, PAGE_SIZE);
	ret = user_string_at(name, map, &s);
	while (!ret && times--)
		kpt_ustr((const char __user *)s);
	vm_munmap(map, PAGE_SIZE);
	return ret;
}

static int call_str(const char *name, u64 times)
{
	const char *s;
	int ret = kernel_string(name, &s);

	while (!ret && times--)
		kpt_str(s);
	return ret;
}

/* call FUNC ARG...; i is the number of the call */

#define CALL(name, expr)						\
	static void call_##name(const u64 *a, u64 i) { expr; }

CALL(add, kpt_add(a[0], a[1]))
CALL(seq, kpt_seq(a[0], i))
CALL(nine, kpt_nine(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]))
CALL(mixed, kpt_mixed(a[0], a[1], a[2], a[3], a[4], a[5]))
CALL(deref, kpt_deref(&chain[0]))
CALL(ret, kpt_ret(a[0]))
CALL(ret32, kpt_ret32(a[0]))
CALL(a, kpt_a(a[0]))
CALL(recurse, kpt_recurse(a[0]))
CALL(sleep, kpt_sleep(a[0]))
CALL(spin, kpt_spin(a[0]))
CALL(victim, kpt_victim(a[0]))
CALL(reserved, kpt_reserved(a[0]))
CALL(types, kpt_types(&types))
CALL(steps, kpt_steps(a[0]))
CALL(nap, kpt_nap(a[0]))
CALL(outer, kpt_outer(a[0]))
CALL(descend, kpt_descend(a[0], a[1]))
CALL(insns, kpt_count(insns); kpt_insns(a[0], a[1]))
CALL(locked, kpt_locked(a[0]))
/* call after BAD GOOD N: the first pointer cannot be read, the second is there */
CALL(after, kpt_count(after);
     kpt_after(a[0] ? KPT_UNREADABLE : &chain[2].magic, a[1] ? &chain[3].magic : NULL, a[2]))
CALL(point, kpt_point(a[0], a[1]))
CALL(wide, kpt_wide(a[0], a[1]))
CALL(bare, kpt_bare(a[0], a[1]))

static const struct call {
	const char *name;
	void (*call)(const u64 *a, u64 i);
} calls[] = {
#define ROW(name) { #name, call_##name }
	ROW(add), ROW(seq), ROW(nine), ROW(mixed), ROW(deref), ROW(ret), ROW(ret32),
	ROW(a), ROW(recurse), ROW(sleep), ROW(spin), ROW(victim), ROW(reserved), ROW(insns),
	ROW(types), ROW(steps), ROW(nap), ROW(outer), ROW(descend), ROW(locked),
	ROW(point), ROW(wide), ROW(bare), ROW(after),
#undef ROW
};

static int number(const char *word, u64 *v)
{
	return word[0] == '-' ? kstrtos64(word, 0, (s64 *)v) : kstrtou64(word, 0, v);
}

static int call_sock(u64 fd)
{
	int err;
	struct socket *sock = sockfd_lookup(fd, &err);

	kpt_sock(sock ? sock->sk : NULL);
	if (sock)
		sockfd_put(sock);
	return 0;
}

static int run_call(char *rest)
{
	char *func = strsep(&rest, " "), *word, *name = NULL;
	u64 a[ARGS_MAX] = {}, times = 1, i;
	int n = 0, c;

	while ((word = strsep(&rest, " "))) {
		if (word[0] == 'x') {
			if (number(word + 1, &times))
				return -EINVAL;
		} else if (number(word, &a[n]) == 0) {
			if (++n > ARGS_MAX - 1)
				n = ARGS_MAX - 1;
		} else {
			name = word;
		}
	}
	if (!strcmp(func, "path"))
		return kpt_names_call(name ?: "/dev/null");
	if (!strcmp(func, "sock"))
		return call_sock(a[0]);
	if (name && !strcmp(func, "str"))
		return call_str(name, times);
	if (name && !strcmp(func, "ustr"))
		return call_ustr(name, times);
	for (c = 0; !name && c < ARRAY_SIZE(calls); c++) {
		if (strcmp(calls[c].name, func))
			continue;
		for (i = 0; i < times; i++) {
			calls[c].call(a, i);
			if (!(i & 63))
				cond_resched();
		}
		return 0;
	}
	return -EINVAL;
}

static void reset(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(kpt_calls, cpu), 0, sizeof(kpt_calls));
}

static int run_sleepers(u64 n, char *rest)
{
	char *word = strsep(&rest, " ");
	bool held = rest && !strcmp(rest, "held");
	u64 ms;

	if (!word || number(word, &ms))
		return -EINVAL;
	return kpt_sleepers_start(n, ms, held || (rest && !strcmp(rest, "burst")), held);
}

static int run_split(char *rest)
{
	char *what = strsep(&rest, " "), *word = rest ? strsep(&rest, " ") : NULL;
	u64 a, b = 0;

	if (!word || number(word, &a) || (rest && number(rest, &b)))
		return -EINVAL;
	return kpt_split_run(what, a, b);
}

static int run_locked(const char *cmd, char *rest)
{
	char *first = strsep(&rest, " ");
	u64 n = 0, m;

	if (!strcmp(cmd, "reset")) {
		reset();
		return 0;
	}
	if (!first)
		return -EINVAL;
	if (!strcmp(cmd, "timer") && !strcmp(first, "start"))
		return rest && !number(rest, &n) ? kpt_timer_start(n) : -EINVAL;
	if (!strcmp(cmd, "timer") && !strcmp(first, "stop")) {
		kpt_timer_stop();
		return 0;
	}
	if (!strcmp(cmd, "sleepers") && !strcmp(first, "wait")) {
		kpt_sleepers_wait();
		return 0;
	}
	if (number(first, &n))
		return -EINVAL;
	if (!strcmp(cmd, "sleepers"))
		return run_sleepers(n, rest);
	if (!strcmp(cmd, "irqwork"))
		return kpt_irqwork_run(n);
	if (!strcmp(cmd, "ipi"))
		return kpt_ipi_run(n);
	if (!strcmp(cmd, "softirq"))
		return kpt_softirq_run(n);
	if (!strcmp(cmd, "nmi"))
		return kpt_nmi_run(n);
	if (!strcmp(cmd, "resched"))
		return kpt_resched_run(n);
	if (!strcmp(cmd, "exit"))
		return kpt_exit_run(n);
	if (!strcmp(cmd, "skip"))
		return kpt_skip_run(n, rest && !strcmp(rest, "return"));
	if (!strcmp(cmd, "lapses"))
		return rest && !number(rest, &m) ? kpt_lapse_run(n, m) : -EINVAL;
	if (!strcmp(cmd, "wander"))
		return rest && !number(rest, &m) ? kpt_wander_run(n, m) : -EINVAL;
	return -EINVAL;
}

static int run_bytes(char *rest)
{
	u64 at, size, v;

	if (!rest || sscanf(rest, "%lli %lli %lli", (s64 *)&at, (s64 *)&size, (s64 *)&v) != 3)
		return -EINVAL;
	kpt_watch_bytes(at, size, v);
	return 0;
}

static int run_store(char *rest)
{
	char *from = strsep(&rest, " ");
	u64 n;

	return rest && !number(rest, &n) ? kpt_watch_run(from, n) : -EINVAL;
}

/* One thread per CPU: several of these can run at a time. */
static int run_crew(const char *cmd, char *rest)
{
	char *word = strsep(&rest, " ");
	u64 n, m;

	if (!word || number(word, &n))
		return -EINVAL;
	if (!strcmp(cmd, "flood"))
		return kpt_flood(n, rest && !strcmp(rest, "nested"));
	if (!strcmp(cmd, "points"))
		return kpt_points_run(n);
	if (!rest || number(rest, &m))
		return -EINVAL;
	return !strcmp(cmd, "deep") ? kpt_deep_run(n, m) : kpt_timed_run(n, m);
}

static int run_line(char *rest)
{
	const char *cmd = strsep(&rest, " ");
	int ret;

	if (!*cmd)
		return 0;
	if (!strcmp(cmd, "call"))
		return rest ? run_call(rest) : -EINVAL;
	if (!strcmp(cmd, "flood") || !strcmp(cmd, "points") || !strcmp(cmd, "deep") || !strcmp(cmd, "timed"))
		return run_crew(cmd, rest);
	if (!strcmp(cmd, "store"))
		return rest ? run_store(rest) : -EINVAL;
	if (!strcmp(cmd, "bytes"))
		return run_bytes(rest);
	if (!strcmp(cmd, "point")) {
		kpt_watch_point(&chain[2]);
		return 0;
	}
	if (!strcmp(cmd, "split"))
		return rest ? run_split(rest) : -EINVAL;
	mutex_lock(&run_lock);
	ret = run_locked(cmd, rest);
	mutex_unlock(&run_lock);
	return ret;
}

static ssize_t run_write(struct file *file, const char __user *buf, size_t len, loff_t *pos)
{
	char *text, *rest, *line;
	int ret = 0;

	if (len > PAGE_SIZE)
		return -E2BIG;
	text = memdup_user_nul(buf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	rest = text;
	while (!ret && (line = strsep(&rest, "\n")))
		ret = run_line(line);
	kfree(text);
	return ret ?: len;
}

static const struct file_operations run_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = run_write,
	.llseek = noop_llseek,
};

static const char * const names[] = {
#define NAME(name) #name,
	KPT_FUNCS(NAME)
#undef NAME
};

static int counts_show(struct seq_file *m, void *unused)
{
	unsigned int cpu;
	u64 sum;
	int f;

	for (f = 0; f < KPT_NR; f++) {
		sum = 0;
		for_each_possible_cpu(cpu)
			sum += per_cpu(kpt_calls, cpu)[f];
		seq_printf(m, "%s %llu\n", names[f], sum);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(counts);

static int __init kpt_init(void)
{
	int ret = strings_init() ?: kpt_stale_init();

	if (ret) {
		strings_exit();
		return ret;
	}
	chain_init();
	dir = debugfs_create_dir("kpt", NULL);
	debugfs_create_file("run", 0200, dir, NULL, &run_fops);
	debugfs_create_file("counts", 0400, dir, NULL, &counts_fops);
	debugfs_create_file("places", 0400, dir, NULL, kpt_places_fops);
	debugfs_create_file("names", 0400, dir, NULL, kpt_names_fops);
	debugfs_create_file("hooks", 0400, dir, NULL, kpt_hooks_fops);
	return 0;
}

static void kpt_end(void)
{
	debugfs_remove(dir);
	kpt_timer_stop();
	kpt_sleepers_wait();
	strings_exit();
	kpt_stale_exit();
}

/* Not __exit: code that may be probed stays in one section. */
module_init(kpt_init);
module_exit(kpt_end);
MODULE_DESCRIPTION("kprobectl tests: functions with known values and exact counters");
MODULE_LICENSE("GPL");
