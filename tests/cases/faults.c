// SPDX-License-Identifier: GPL-2.0
/*
 * faults FILE [STEP...]: what happens when memory runs out. Each step is done again and
 * again, on a session of its own (insmod: on none); the first time its first
 * allocation fails, then its second, and so on, until one run has none that fails.
 * After each run the session must list what it listed before, or, where the step came
 * off all the same, what it lists after a run without a failure.
 *
 * FILE is who counts them: /proc/thread-self/fail-nth fails a single one, copies from
 * and to user space among them; after one that kpt_exhaust fails there is no memory at
 * all, neither for a second way round nor for undoing things.
 *
 * PLACE in a step's text is what the variable PLACE says: a function of a program.
 *
 * Prints a line for each step: "# STEP refused N managed N", or "# STEP: WHAT IS WRONG".
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/kprobectl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TEXT_MAX	(1 << 16)
#define DEBUGFS		"/sys/kernel/debug/kprobectl/"
#define RUNS_MAX	20000

struct step {
	const char *name;
	const char *before;	/* lines that are there when it begins */
	long (*act)(const struct step *step);
	const char *text;
	unsigned long arg;
	const char *file;	/* below DEBUGFS: it is about the main session */
};

#define CONFIGFS_NAME	"/sys/kernel/config/kprobectl/faults"

static int dev = -1, nth;
static unsigned long kpt_add;	/* where it is */
static const struct step *running;
static bool wrong;

static void complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("# %s: ", running->name);
	vprintf(format, args);
	putchar('\n');
	va_end(args);
	wrong = true;
}

/* Steps; a negative result is -errno */

static long result(long ret) { return ret < 0 ? -errno : ret; }

static long act_open(const struct step *step)
{
	(void)step;
	dev = open("/dev/kprobectl", O_RDWR | O_CLOEXEC);
	return result(dev);
}

static long act_write(const struct step *step)
{
	return result(write(dev, step->text, strlen(step->text)));
}

static long view(__u32 n) { return result(ioctl(dev, KPCTL_IOC_VIEW, &n)); }

static ssize_t read_view(__u32 n, char *to, size_t room)
{
	ssize_t got, len = 0;
	long ret = view(n);

	if (!ret && lseek(dev, 0, SEEK_SET) < 0)
		ret = -errno;
	if (ret)
		return ret;
	while ((got = read(dev, to + len, room - 1 - len)) > 0)
		len += got;
	if (got < 0)
		return -errno;
	to[len] = '\0';
	return len;
}

static long act_read(const struct step *step)
{
	static char text[TEXT_MAX];

	return read_view(step->arg, text, sizeof(text));
}

/* One write to a view that is not the control file. */
static long act_tell(const struct step *step)
{
	long ret = view(step->arg);

	return ret ? ret : act_write(step);
}

static long act_buffer(const struct step *step)
{
	__u64 bytes = step->arg;

	return result(ioctl(dev, KPCTL_IOC_BUFFER, &bytes));
}

static long act_symbol(const struct step *step)
{
	struct kpctl_symbol symbol = { .addr = kpt_add };

	(void)step;
	return result(ioctl(dev, KPCTL_IOC_SYMBOL, &symbol));
}

static long act_attach(const struct step *step)
{
	(void)step;
	return result(ioctl(dev, KPCTL_IOC_ATTACH));
}

/* What act_enable() turns on: found while there was memory for that. */
static struct kpctl_switch its_event;

static long act_enable(const struct step *step)
{
	(void)step;
	its_event.on = 1;
	return result(ioctl(dev, KPCTL_IOC_SWITCH, &its_event));
}

/*
 * Where nothing else is: there must be memory for page tables, too. Undone by end(),
 * since without memory it could not be.
 */
#define FAR_AWAY	0x100000000000ul
#define FAR_SIZE	(1ul << 30)

static long map(unsigned long to, size_t size, int prot, off_t at)
{
	void *p = mmap((void *)to, size, prot, MAP_SHARED | MAP_FIXED_NOREPLACE, dev, at);

	return p == MAP_FAILED ? -errno : 0;
}

static long act_map(const struct step *step)
{
	struct kpctl_info info = { .size = sizeof(info) };
	long ret = result(ioctl(dev, KPCTL_IOC_INFO, &info));
	size_t page = info.page_size;

	(void)step;
	if (!ret)
		ret = map(FAR_AWAY, page, PROT_READ | PROT_WRITE, 0);
	return ret ? ret : map(FAR_AWAY + FAR_SIZE / 2, page + 2 * info.data_size, PROT_READ, page);
}

static int open_file(const struct step *step, int flags)
{
	char name[256];

	snprintf(name, sizeof(name), DEBUGFS "%s", step->file);
	return open(name, flags);
}

/* One write to the step's file; its open is part of it. */
static long act_file(const struct step *step)
{
	int fd = open_file(step, O_WRONLY | O_APPEND);
	long ret;

	if (fd < 0)
		return -errno;
	ret = result(write(fd, step->text, strlen(step->text)));
	close(fd);
	return ret;
}

static long act_read_file(const struct step *step)
{
	int fd = open_file(step, O_RDONLY);
	static char text[TEXT_MAX];
	ssize_t got;

	if (fd < 0)
		return -errno;
	while ((got = read(fd, text, sizeof(text))) > 0)
		;
	got = result(got);
	close(fd);
	return got;
}

/* All events of the main session go at once. */
static long act_clear(const struct step *step)
{
	int fd = open_file(step, O_WRONLY | O_TRUNC);

	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

static long insert(const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	long ret;

	if (fd < 0)
		return -errno;
	ret = result(syscall(SYS_finit_module, fd, "", 0));
	close(fd);
	return ret;
}

static long act_insmod(const struct step *step) { return insert(step->text); }

/* A session with a name. */
static long act_mkdir(const struct step *step) { return result(mkdir(step->text, 0700)); }

static long act_rmmod(const struct step *step)
{
	return result(syscall(SYS_delete_module, step->text, 0));
}

#define ALL_OF_IT "a=$arg1 s=+0($arg2):string k=$stacktrace c=$comm y=$arg1:symbol " \
	"if a > 3 && c ~ \"x*\" do hist(a) by $pid, count"

#define OF_A_SET "f:t/e kpt_a*,kretprobe_rethook_h*%return if $retval > 3 do count by $func\n"

#define SPAN "p:t/s kpt_add a=$arg1 who=$comm do start by $arg1 size=64 within=1s\n"

static struct step steps[] = {
	{ "open", NULL, act_open, .text = NULL },
	{ "p", "", act_write, .text = "p:t/e kpt_add\n" },
	{ "p-full", "", act_write, .text = "p:t/e kpt_add " ALL_OF_IT "\n" },
	{ "p-offset", "", act_write, .text = "p:t/e kpt_insns+12 a=$stack1\n" },
	{ "p-parked", "", act_write, .text = "p:t/e nowhere:nothing\n" },
	{ "p-another", "p:t/e kpt_add a=$arg1\n", act_write, .text = "p:t/e kpt_ret a=$arg1\n" },
	{ "p-refused", "", act_write, .text = "p:t/e kpt_insns+1\n" },
	{ "p-batch", "", act_write, .text = "p:t/a kpt_add\np:t/b kpt_ret\nr:t/c kpt_add\n" },
	{ "r", "", act_write, .text = "r:t/e kpt_add v=$retval l=$lat\n" },
	{ "r-full", "", act_write, .text = "r:t/e kpt_add v=$retval n=$entry($arg1) w=$oncpu "
		"if v > 0 do hist($lat) by $caller\n" },
	{ "r-max", "", act_write, .text = "r16:t/e kpt_add\n" },
	{ "f", "", act_write, .text = "f:t/e kpt_add a=$arg1\n" },
	{ "f-set", "", act_write, .text = "f:t/e kpt_a*,vfs_r*,!vfs_re* do count by $func\n" },
	{ "f-full", "", act_write, .text = "f:t/e kpt_a* " ALL_OF_IT "\n" },
	{ "f-left", "", act_write, .text = "f:t/e kpt_a*,kretprobe_rethook_h*%return\n" },
	{ "f-return", "", act_write, .text = "f:t/e kpt_a*%return do hist($lat) by $func\n" },
	{ "t", "", act_write, .text = "t:t/e kpt_point a=$arg1 if $arg2 > 3\n" },
	{ "t-set", "", act_write, .text = "t:t/e kpt_p*,sched_process_* a=$arg1 b=$arg2 do count by $func\n" },
	{ "start", "", act_write, .text = SPAN },
	{ "since", SPAN, act_write, .text = "r:t/e kpt_add since t/s by $arg1 l=$lat w=who do hist($lat) by who\n" },
	{ "while", SPAN, act_write, .text = "p:t/e kpt_ret while t/s by $arg1 x=a\n" },
	{ "top", "", act_write, .text = "p:t/e kpt_add do count by $arg1 top=4\n" },
	{ "time", "", act_write, .text = "p:t/e kpt_add do count by time(1s), $arg1\n" },
	{ "names", "", act_write, .text = "p:t/e vfs_read n=file->f_inode->i_ino if count > 3\n" },
	{ "group", "", act_write, .text = "p:t/e kpt_add if $cgroup in \"/\"\n" },
	{ "after", "", act_write, .text = "p:t/e kpt_insns+12 b=%ax a=$after(%ax)\n" },
	{ "u", "", act_write, .text = "p:t/e PLACE a=$arg1 s=$ustacktrace\n" },
	{ "u-return", "", act_write, .text = "r:t/e PLACE a=$arg1 do hist($lat) by $comm\n" },
	{ "i-rate", "", act_write, .text = "i:t/e 99hz f=$func s=$stacktrace do count by $func\n" },
	{ "i-timer", "", act_write, .text = "i:t/e 10s c=$cpu\n" },
	{ "w", "", act_write, .text = "w:t/e w@kpt:kpt_watched:8 o=$old v=$value s=$stacktrace\n" },
	{ "call", "", act_write, .text = "p:t/e kpt_add b=$arg2 s=call:kpt_sum($arg1,b,b):u64 do emit, call(kpt_tell)\n" },
	{ "return", "", act_write, .text = "r:t/e kpt_add if $arg1 == 3 do return(4)! limit=5\n" },
	{ "skip", "", act_write, .text = "p:t/e kpt_add if $arg1 == 3 do skip(4)! 1 in 2\n" },
	{ "stop-print", "", act_write, .text = "p:t/e kpt_add do emit, print, stop(10)\n" },
	{ "remove-u", "p:t/e PLACE\n", act_write, .text = "-:t/e\n" },
	{ "remove-i", "i:t/e 99hz\n", act_write, .text = "-:t/e\n" },
	{ "remove-w", "w:t/e w@kpt:kpt_watched:8\n", act_write, .text = "-:t/e\n" },
	{ "enable-u", "p:t/e PLACE\n", act_enable, .text = NULL },
	{ "enable-i", "i:t/e 99hz\n", act_enable, .text = NULL },
	{ "enable-w", "w:t/e w@kpt:kpt_watched:8\n", act_enable, .text = NULL },
	{ "read-trace", "p:t/e kpt_add " ALL_OF_IT "\n", act_read, .arg = KPCTL_VIEW_TRACE },
	{ "remove-p", "p:t/e kpt_add\n", act_write, .text = "-:t/e\n" },
	{ "remove-r", "r:t/e kpt_add\n", act_write, .text = "-:t/e\n" },
	{ "remove-f", "f:t/e kpt_a*\n", act_write, .text = "-:t/e\n" },
	{ "remove-t", "t:t/e kpt_point*,sched_process_*\n", act_write, .text = "-:t/e\n" },
	{ "remove-p-int3", "p:t/e kpt_insns+12\n", act_write, .text = "-:t/e\n" },
	{ "remove-r-int3", "r:t/e kpt_insns\n", act_write, .text = "-:t/e\n" },
	{ "enable-p", "p:t/e kpt_add\n", act_enable, .text = NULL },
	{ "enable-r", "r:t/e kpt_add\n", act_enable, .text = NULL },
	{ "enable-f", "f:t/e kpt_a*\n", act_enable, .text = NULL },
	{ "enable-t", "t:t/e kpt_point*\n", act_enable, .text = NULL },
	{ "check", "", act_tell, .text = "kpt_insns+1\n", .arg = KPCTL_VIEW_CHECK },
	{ "check-set", "", act_tell, .text = "kpt_a*\n", .arg = KPCTL_VIEW_CHECK },
	{ "check-t", "", act_tell, .text = "t kpt_*\n", .arg = KPCTL_VIEW_CHECK },
	{ "condition", "p:t/e kpt_add a=$arg1\n", act_tell, .text = "t/e a > 3\n",
		.arg = KPCTL_VIEW_FILTERS },
	{ "read-control", "f:t/e kpt_a* " ALL_OF_IT "\n", act_read, .arg = KPCTL_VIEW_CONTROL },
	{ "read-profile", "f:t/e kpt_a*\n", act_read, .arg = KPCTL_VIEW_PROFILE },
	{ "read-stats", "f:t/e kpt_a*\n", act_read, .arg = KPCTL_VIEW_STATS },
	{ "read-events", "f:t/e kpt_a* " ALL_OF_IT "\n", act_read, .arg = KPCTL_VIEW_EVENTS },
	{ "read-formats", "f:t/e kpt_a* " ALL_OF_IT "\n", act_read, .arg = KPCTL_VIEW_FORMATS },
	{ "read-filters", "f:t/e kpt_a* " ALL_OF_IT "\n", act_read, .arg = KPCTL_VIEW_FILTERS },
	{ "read-hists", "f:t/e kpt_a* " ALL_OF_IT "\n", act_read, .arg = KPCTL_VIEW_HISTS },
	{ "read-open", "r:t/e kpt_add a=$arg1\np:t/s kpt_ret s=$comm do start by $arg1\n", act_read,
		.arg = KPCTL_VIEW_OPEN },
	{ "read-functions", "f:t/e kpt_a*\n", act_read, .arg = KPCTL_VIEW_FUNCTIONS },
	{ "read-left_out", "f:t/e kpt_a*\n", act_read, .arg = KPCTL_VIEW_LEFT_OUT },
	{ "clear-hists", "f:t/e kpt_a* do count\n", act_tell, .text = "t/e\n",
		.arg = KPCTL_VIEW_HISTS },
	{ "buffer", "", act_buffer, .arg = 1 << 16 },
	{ "buffer-event", "p:t/e kpt_add\n", act_buffer, .arg = 1 << 16 },
	{ "mmap", "p:t/e kpt_add\n", act_map, .text = NULL },
	{ "symbol", "", act_symbol, .text = NULL },
	{ "attach", "", act_attach, .text = NULL },
	{ "read-functions-file", OF_A_SET, act_read_file, .file = "events/t/e/functions" },
	{ "read-left_out-file", OF_A_SET, act_read_file, .file = "events/t/e/left_out" },
	{ "read-filter-file", OF_A_SET, act_read_file, .file = "events/t/e/filter" },
	{ "read-format-file", OF_A_SET, act_read_file, .file = "events/t/e/format" },
	{ "read-hist-file", OF_A_SET, act_read_file, .file = "events/t/e/hist" },
	{ "read-enable-file", OF_A_SET, act_read_file, .file = "events/t/e/enable" },
	{ "read-enable-all", OF_A_SET, act_read_file, .file = "events/enable" },
	/* breakpoints: the kernel warns when it cannot take a probe out of ftrace */
	{ "enable-all", "p:t/e kpt_insns+12\n", act_file, .text = "0\n", .file = "events/enable" },
	{ "enable-group", "p:t/e kpt_insns+12\n", act_file, .text = "0\n", .file = "events/t/enable" },
	{ "filter-file", "p:t/e kpt_add a=$arg1\n", act_file, .text = "a > 3\n",
		.file = "events/t/e/filter" },
	{ "clear", "p:t/e kpt_insns+12\np:t/g kpt_insns+16\nr:t/r kpt_insns\n", act_clear,
		.file = "control" },
	{ "control", "", act_file, .text = "p:t/m kpt_add a=$arg1\nr:t/n kpt_ret\n",
		.file = "control" },
	{ "buffer_size_kb", "", act_file, .text = "64\n", .file = "buffer_size_kb" },
	{ "mkdir", NULL, act_mkdir, .text = CONFIGFS_NAME },
	{ "insmod-helper", NULL, act_insmod, .text = "/kmod/kpt_helper.ko" },
	{ "insmod", NULL, act_insmod, .text = "/kmod/kpt_last.ko" },
	{ "rmmod", NULL, act_rmmod, .text = "kpt_last" },
	{ "insmod-kprobectl", NULL, act_insmod, .text = "/kprobectl.ko" },
};

/* The kernel's counter */

static void fail(int n)
{
	char text[16];

	if (pwrite(nth, text, snprintf(text, sizeof(text), "%d", n), 0) < 0) {
		perror("to fail");
		exit(2);
	}
}

/* Did none fail? To ask and to stop copies, too, which may be what fails then. */
static bool stop(void)
{
	char text[16] = "";
	bool unused = pread(nth, text, sizeof(text) - 1, 0) <= 0 || atoi(text);

	while (pwrite(nth, "0", 1, 0) < 0)
		if (errno != EFAULT) {
			perror("to stop");
			exit(2);
		}
	return unused;
}

/* Runs */

static void put(const char *name, int mode, const char *text)
{
	int fd = open(name, O_WRONLY | mode);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		complain("%s: %s", name, strerror(errno));
	close(fd);
}

static size_t append_file(char *to, size_t len, const char *name)
{
	int fd = open(name, O_RDONLY);
	ssize_t n;

	while (fd >= 0 && (n = read(fd, to + len, TEXT_MAX - 1 - len)) > 0)
		len += n;
	to[len] = '\0';
	close(fd);
	return len;
}

/* EBUSY: 6.12's misc_register() says so when it has no memory for a number. */
static bool may_say(long ret)
{
	return ret == -ENOMEM || ret == -EFAULT ||
	       (ret == -EBUSY && !strcmp(running->name, "insmod-kprobectl"));
}

/* What the session has, and the main session has. */
static void list(char *to)
{
	struct kpctl_info info = { .size = sizeof(info) };
	ssize_t len = 0;

	if (dev >= 0 && !running->file)
		len = read_view(KPCTL_VIEW_CONTROL, to, TEXT_MAX / 2);
	if (len < 0) {
		complain("the list cannot be read: %s", strerror(-len));
		len = 0;
	}
	ioctl(dev, KPCTL_IOC_INFO, &info);
	len += sprintf(to + len, "buffer %llu\n", info.data_size);
	len = append_file(to, len, DEBUGFS "buffer_size_kb");
	append_file(to, len, DEBUGFS "control");
}

static unsigned int lines(const char *text, long len)
{
	unsigned int n = 0;

	for (; len-- && *text; text++)
		n += *text == '\n';
	return n;
}

/* Of several lines the first ones are done, as in tracefs, and not the one that failed. */
static bool cut_short(const struct step *step, long ret, const char *before, const char *after)
{
	unsigned int all, done;

	if ((step->act != act_write && step->act != act_file) || (ret < 0 && !may_say(ret)))
		return false;
	all = lines(step->text, TEXT_MAX);
	done = lines(after, TEXT_MAX) - lines(before, TEXT_MAX);
	if (ret >= 0 && done != lines(step->text, ret))
		return false;
	return done > 0 && done < all;
}

static void disable(void)
{
	static char text[TEXT_MAX];
	ssize_t len = read_view(KPCTL_VIEW_EVENTS, text, sizeof(text));

	its_event.id = len > 0 ? strtoul(text, NULL, 10) : 0;
	its_event.on = 0;
	if (ioctl(dev, KPCTL_IOC_SWITCH, &its_event))
		complain("off: %s", strerror(errno));
}

static void begin(const struct step *step)
{
	__u64 small = 8192;

	if (step->act == act_rmmod && insert("/kmod/kpt_last.ko") < 0)
		complain("insmod: %s", strerror(errno));
	if (!step->before)
		return;
	if (act_open(step) < 0 || (step->file && act_attach(step) < 0))
		complain("open: %s", strerror(errno));
	/* its pages are allocated with the first event, each by itself */
	if (ioctl(dev, KPCTL_IOC_BUFFER, &small))
		complain("buffer: %s", strerror(errno));
	if (*step->before && write(dev, step->before, strlen(step->before)) < 0)
		complain("what it begins with is refused: %s", strerror(errno));
	if (step->act == act_enable)
		disable();
}

static void end(const struct step *step)
{
	if (munmap((void *)FAR_AWAY, FAR_SIZE))
		complain("munmap: %s", strerror(errno));
	close(dev);
	dev = -1;
	if (step->act == act_insmod || step->act == act_rmmod) {
		syscall(SYS_delete_module, "kpt_last", 0);
		if (strstr(step->text, "helper"))
			syscall(SYS_delete_module, "kpt_helper", 0);
		if (strstr(step->text, "kprobectl"))
			syscall(SYS_delete_module, "kprobectl", 0);
	} else if (step->act == act_mkdir) {
		if (rmdir(step->text) && errno != ENOENT)
			complain("rmdir: %s", strerror(errno));
	} else if (step->file) {
		put(DEBUGFS "control", O_TRUNC, "");
		put(DEBUGFS "buffer_size_kb", 0, "32\n");
	}
}

static long once(const struct step *step, int n, char *before, char *after, bool *unused)
{
	long ret;

	begin(step);
	list(before);
	view(KPCTL_VIEW_CONTROL);
	fail(n);
	ret = step->act(step);
	*unused = stop();
	list(after);
	end(step);
	return ret;
}

static void go_through(const struct step *step)
{
	static char before[TEXT_MAX], good[TEXT_MAX], after[TEXT_MAX];
	int n, refused = 0, managed = 0;
	bool refuses, unused;
	long ret;

	running = step;
	wrong = false;
	ret = once(step, 0, before, good, &unused);
	refuses = ret < 0;
	for (n = 1; n < RUNS_MAX && !wrong; n++) {
		long got = once(step, n, before, after, &unused);

		if (unused)
			break;
		if (cut_short(step, got, before, after)) {
			refused++;
			continue;
		}
		if (got < 0 && strcmp(before, after))
			complain("%s at %d, and left: %s", strerror(-got), n, after);
		else if (got >= 0 && strcmp(good, after))
			complain("done at %d, and has: %s", n, after);
		else if (got < 0 && got != ret && !may_say(got))
			complain("%s at %d", strerror(-got), n);
		else if (got >= 0 && refuses)
			complain("done at %d, which is refused otherwise", n);
		refused += got < 0;
		managed += got >= 0;
	}
	if (!wrong && refuses != (step->act == act_write && strstr(step->name, "refused")))
		complain("without a failure: %s", ret < 0 ? strerror(-ret) : "done");
	if (!wrong)
		printf("# %s refused %d managed %d\n", step->name, refused, managed);
	fflush(stdout);
}

static void find_kpt_add(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	char line[512];

	while (f && fgets(line, sizeof(line), f))
		if (strstr(line, " kpt_add\t"))
			kpt_add = strtoul(line, NULL, 16);
	if (f)
		fclose(f);
}

/* What a step writes, or begins with. */
static const char *with_place(const char *text)
{
	const char *at = text ? strstr(text, "PLACE") : NULL;
	char *whole;

	if (!at)
		return text;
	if (asprintf(&whole, "%.*s%s%s", (int)(at - text), text, getenv("PLACE") ?: "/nowhere:0",
		     at + strlen("PLACE")) < 0) {
		perror("faults");
		exit(2);
	}
	return whole;
}

static bool wants(int argc, char **argv, const char *name)
{
	int i;

	for (i = 2; i < argc; i++)
		if (!strcmp(argv[i], name))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	unsigned int i;

	nth = argc > 1 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
	if (nth < 0) {
		perror("faults");
		return 2;
	}
	find_kpt_add();
	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		steps[i].before = with_place(steps[i].before);
		steps[i].text = with_place(steps[i].text);
	}
	/* a fault of ours could not be served, and would come again and again */
	if (mlockall(MCL_CURRENT)) {
		perror("faults");
		return 2;
	}
	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (wants(argc, argv, steps[i].name))
			go_through(&steps[i]);
	return 0;
}
