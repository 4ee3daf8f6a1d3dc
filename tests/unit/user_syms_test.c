// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of addresses in programs: of this very process, of processes that the test makes up, and
 * of files that are damaged. KTAP.
 *
 * user_syms_test FILE
 */
#include <fcntl.h>
#include <search.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kpr_int.h"
#include "damage.h"
#include "ktap.h"

#define MADE_UP	7

static const char *file;
static char proc[64], damaged[96];

/* Is known by its name, as the file has a symbol table. */
__attribute__((noipa, used)) static void known_function(void)
{
	asm volatile("nop; nop; nop; nop");
}

static struct kpr_syms *new_syms(const char *at)
{
	struct kpr_syms *s = malloc(sizeof(*s));

	if (!s || kpr_syms_init(s, "", ""))
		abort();
	s->proc = at;
	s->now = 1;
	return s;
}

static void free_syms(struct kpr_syms *s)
{
	kpr_syms_exit(s);
	free(s);
}

static const char *name(struct kpr_syms *s, uint32_t pid, uint64_t addr)
{
	static char text[KPR_SYM_TEXT_MAX + 1];
	unsigned int len;
	const char *p = kpr_user_get(s, pid, addr, true, &len);

	snprintf(text, sizeof(text), "%.*s", (int)len, p);
	return text;
}

static void is(const char *what, const char *got, const char *wanted)
{
	ktap_check(!strcmp(got, wanted), "%s: %s, wanted %s", what, got, wanted);
}

static void begins(const char *what, const char *got, const char *wanted)
{
	ktap_check(!strncmp(got, wanted, strlen(wanted)), "%s: %s, wanted %s", what, got, wanted);
}

/* What a made-up process has mapped */
static void map(const char *path, unsigned long off)
{
	char at[128];
	FILE *f;

	snprintf(at, sizeof(at), "%s/%u", proc, MADE_UP);
	mkdir(at, 0700);
	snprintf(at, sizeof(at), "%s/%u/maps", proc, MADE_UP);
	f = fopen(at, "w");
	if (!f)
		abort();
	fprintf(f, "00400000-00410000 rw-p 00000000 08:01 1                /no/such/data\n"
		"00500000-00600000 r-xp %08lx 08:01 2                %s\n"
		"00700000-00701000 r-xp 00000000 00:00 0                [vdso]\n", off, path);
	fclose(f);
}

/* Names */

static void test_this_process(void)
{
	struct kpr_syms *s = new_syms("/proc");
	uint64_t at = (uint64_t)known_function;
	unsigned int len;
	const char *p;

	begins("this program", name(s, getpid(), at), "known_function+0x0/0x");
	begins("an instruction of it", name(s, getpid(), at + 3), "known_function+0x3/0x");
	ktap_check(strstr(name(s, getpid(), at), " [user_syms_tester]"), "%s",
		   name(s, getpid(), at));
	begins("a library", name(s, getpid(), (uint64_t)hcreate), "hcreate+0x0/0x");
	ktap_check(strstr(name(s, getpid(), (uint64_t)hcreate), " [libc.so.6]"), "%s",
		   name(s, getpid(), (uint64_t)hcreate));
	is("what is not mapped", name(s, getpid(), 0x10), "0x10");
	p = kpr_user_get(s, getpid(), at + 1, false, &len);
	ktap_check(len == 14 && !memcmp(p, "known_function", len), "%.*s", (int)len, p);
	free_syms(s);
}

static const char *damaged_plus(const char *offset)
{
	static char text[128];

	snprintf(text, sizeof(text), "%s%s", damaged, offset);
	return text;
}

static void test_made_up(void)
{
	struct kpr_syms *s = new_syms(proc);

	map("/no/such/lib++.so.1", 0x1000);
	is("a file that is not there", name(s, MADE_UP, 0x500010), "/no/such/lib++.so.1+0x1010");
	is("what is not to be executed", name(s, MADE_UP, 0x400010), "0x400010");
	is("what is no file", name(s, MADE_UP, 0x700010), "0x700010");
	snprintf(damaged, sizeof(damaged), "%s/fifo", proc);
	KTAP_CHECK(!mkfifo(damaged, 0600));
	s->now += 2000000000;
	map(damaged, 0);
	is("what is a pipe by now", name(s, MADE_UP, 0x500010 + 1), damaged_plus("+0x11"));
	unlink(damaged);
	s->now += 2000000000;
	map("/no/such/a;b \033[31m\xc3\xb6\xff", 0x1000);
	is("a path of any bytes", name(s, MADE_UP, 0x500013), "/no/such/a?b ?[31m\xc3\xb6?+0x1013");
	s->now += 2000000000;
	map("/no/such/lib++.so.1", 0x1000);
	is("another file", name(s, MADE_UP, 0x500012), "/no/such/lib++.so.1+0x1012");
	map("/bin/sh (deleted)", 0);
	is("mappings that are known are kept for a while", name(s, MADE_UP, 0x500020),
	   "/no/such/lib++.so.1+0x1020");
	s->now += 2000000000;
	is("and read again", name(s, MADE_UP, 0x500030), "/bin/sh+0x30");
	snprintf(damaged, sizeof(damaged), "%s/%u/maps", proc, MADE_UP);
	unlink(damaged);
	s->now += 2000000000;
	is("those of a process that has gone are kept", name(s, MADE_UP, 0x500040), "/bin/sh+0x40");
	free_syms(s);
}

/* A recording knows the names, as told. */

static unsigned int told(void *arg, uint32_t pid, uint64_t addr, char *text)
{
	const uint64_t *known = arg;

	return pid == MADE_UP && addr == *known ? sprintf(text, "told+0x1/0x2 [file]") : 0;
}

static void test_asked(void)
{
	struct kpr_syms *s = new_syms(proc);
	uint64_t known = 0x1234;

	s->ask_user = told;
	s->ask_arg = &known;
	is("told", name(s, MADE_UP, 0x1234), "told+0x1/0x2 [file]");
	is("of another process", name(s, MADE_UP + 1, 0x1234), "0x1234");
	is("another address", name(s, MADE_UP, 0x1235), "0x1235");
	known = 0x1235;
	is("is asked once in a while", name(s, MADE_UP, 0x1235), "0x1235");
	s->age++;
	is("and then again", name(s, MADE_UP, 0x1235), "told+0x1/0x2 [file]");
	is("what has no name any more keeps the one that it had", name(s, MADE_UP, 0x1234),
	   "told+0x1/0x2 [file]");
	free_syms(s);
}

static int told_odd(void *arg, uint64_t addr, char *text)
{
	(void)arg, (void)addr;
	return sprintf(text, "a;b\033\n+0x1/0x2");
}

static void test_odd(void)
{
	struct kpr_syms *s = new_syms(proc);
	char text[64];
	unsigned int len;
	const char *p;

	s->ask = told_odd;
	p = kpr_syms_get(s, 0x1000, true, &len);
	snprintf(text, sizeof(text), "%.*s", (int)len, p);
	is("the kernel's", text, "a?b??+0x1/0x2");
	free_syms(s);
}

/* Keys of aggregates */

static void named_by(kpr_name_keys *namer, const char *what, const char *in, const char *wanted)
{
	struct kpr_syms *s = new_syms(proc);
	char *text = strdup(in);
	size_t len = strlen(in);

	KTAP_CHECK(!namer(s, &text, &len) && len == strlen(text));
	is(what, text, wanted);
	free(text);
	free_syms(s);
}

static void keys(const char *what, const char *in, const char *wanted)
{
	named_by(kpr_user_keys, what, in, wanted);
}

static void open_keys(const char *what, const char *in, const char *wanted)
{
	named_by(kpr_open_keys, what, in, wanted);
}

static void test_keys(void)
{
	map("/no/lib.so", 0);
	keys("a stack", "key x 1 2 u: ;[7];0x500001;0x500002, comm: sh\nkey y\n",
	     "key x 1 2 u: ;/no/lib.so+0x1;/no/lib.so+0x2, comm: sh\nkey y\n");
	keys("two", "a ;[7];0x500001 b ;[8];0x500002", "a ;/no/lib.so+0x1 b ;0x500002");
	keys("no stacks", "a ;[7] ;[x];0x1 ;[;[7", "a ;[7] ;[x];0x1 ;[;[7");
	keys("nothing", "", "");
	keys("a cgroup that is not known", "a: #42, b: #x", "a: 42, b: #x");
	open_keys("nothing is open", "", "");
	open_keys("cgroups that are not known", "1 a/b\n2 3\tsh\t\tg=#42\th={#1,#2}\n\n",
		  "1 a/b\n2 3\tsh\t\tg=42\th={1,2}\n\n");
	open_keys("what is none", "1 a/b\n2 3\tx=#1\t=#2\ta=\"=#3\"\tb={\"#4\"}\tc=#x\td\n4 5\tx=#6",
		  "1 a/b\n2 3\tx=#1\t=#2\ta=\"=#3\"\tb={\"#4\"}\tc=#x\td\n4 5\tx=#6");
}

/* Control groups: directories of the test, whose inodes have their numbers */

static uint64_t inode_of(const char *dir)
{
	struct stat st;

	return stat(dir, &st) ? 0 : st.st_ino;
}

static void write_mountinfo(const char *dir)
{
	char path[96];
	FILE *f;

	snprintf(path, sizeof(path), "%s/self", proc);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/self/mountinfo", proc);
	f = fopen(path, "w");
	fprintf(f, "30 1 0:1 / /sys rw - sysfs sysfs rw\n31 1 0:2 /part /cut rw - cgroup2 cgroup2 rw\n"
		"32 1 0:2 / %s rw,nosuid shared:9 - cgroup2 cgroup2 rw\n", dir);
	fclose(f);
}

static const char *cgroup(struct kpr_syms *s, uint64_t id)
{
	static char text[KPR_SYM_TEXT_MAX + 1];
	unsigned int len = 0;
	const char *path = kpr_cgroup_get(s, id, &len);

	snprintf(text, sizeof(text), "%.*s", (int)len, path ? path : "");
	return path ? text : "none";
}

static void test_cgroups(void)
{
	char root[96], in[128], deep[160], late[128], text[128], wanted[64];
	struct kpr_syms *s = new_syms(proc);

	snprintf(root, sizeof(root), "%s/groups of mine", proc);
	snprintf(in, sizeof(in), "%s/web one", root);
	snprintf(deep, sizeof(deep), "%s/\x1b;deep", in);
	snprintf(late, sizeof(late), "%s/late", root);
	mkdir(root, 0700);
	mkdir(in, 0700);
	mkdir(deep, 0700);
	is("no mount", cgroup(s, inode_of(in)), "none");
	snprintf(text, sizeof(text), "%s/groups\\040of\\040mine", proc);
	write_mountinfo(text);
	is("not looked for again at once", cgroup(s, inode_of(in)), "none");
	s->now += 1000000000;
	is("one", cgroup(s, inode_of(in)), "/web one");
	is("below it", cgroup(s, inode_of(deep)), "/web one/??deep");
	is("the root", cgroup(s, inode_of(root)), "/");
	mkdir(late, 0700);
	is("one that comes", cgroup(s, inode_of(late)), "none");
	s->now += 1000000000;
	is("... a second later", cgroup(s, inode_of(late)), "/late");
	is("one that is none", cgroup(s, 1), "none");
	snprintf(text, sizeof(text), "k: #%llu, n: 1", (unsigned long long)inode_of(in));
	snprintf(wanted, sizeof(wanted), "k: \"/web one\", n: 1");
	keys("a key", text, wanted);
	snprintf(text, sizeof(text), "1 a/b\n2 3\tsh\t\tk=#%llu\ta={#1,#%llu}\n\n",
		 (unsigned long long)inode_of(in), (unsigned long long)inode_of(late));
	open_keys("what is open", text, "1 a/b\n2 3\tsh\t\tk=\"/web one\"\ta={1,\"/late\"}\n\n");
	free_syms(s);
	rmdir(late);
	rmdir(deep);
	rmdir(in);
	rmdir(root);
}

/* Damaged files */

/* Where the headers are is where damage matters most. */
static void damage(unsigned char *bytes, size_t len)
{
	unsigned int n;
	size_t at;

	for (n = next_random() % 4 + 1; n; n--) {
		at = next_random() % 2 ? next_random() % 1024 : next_random() % len;
		if (next_random() % 4 == 0)
			at = len - 1 - next_random() % 2600;	/* section headers */
		bytes[at] = next_random() % 3 ? next_random() : 0xff;
	}
}

static void test_damage(void)
{
	static unsigned char whole[1 << 17], bytes[1 << 17];
	int fd = open(file, O_RDONLY);
	ssize_t len = read(fd, whole, sizeof(whole));
	struct kpr_syms *s = new_syms(proc);
	unsigned int round, named = 0;

	close(fd);
	KTAP_CHECK(len > 4096 && len < (ssize_t)sizeof(whole));
	snprintf(damaged, sizeof(damaged), "%s/file", proc);
	map(damaged, 0);
	write_file(damaged, whole, len);
	for (round = 0; round < (unsigned int)len; round += 16)
		named += !strchr(name(s, MADE_UP, 0x500000 + round), '/') ||
			 name(s, MADE_UP, 0x500000 + round)[0] != '/';
	ktap_check(named > 10, "%u places have names in the sound file", named);
	for (round = 0; round < 3000; round++) {
		memcpy(bytes, whole, len);
		damage(bytes, len);
		write_file(damaged, bytes, round % 10 ? len : next_random() % len);
		s->age++;
		name(s, MADE_UP, 0x500000 + next_random() % len);
	}
	free_syms(s);
	unlink(damaged);
}

static void remove_all(void)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%u/maps", proc, MADE_UP);
	unlink(path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
	snprintf(path, sizeof(path), "%s/self/mountinfo", proc);
	unlink(path);
	snprintf(path, sizeof(path), "%s/self", proc);
	rmdir(path);
	rmdir(proc);
}

int main(int argc, char **argv)
{
	static const struct ktap_test tests[] = {
		{ "names that somebody else knows", test_asked },
		{ "names that are none", test_odd },
		{ "names in this process", test_this_process },
		{ "names in a process that is made up", test_made_up },
		{ "control groups", test_cgroups },
		{ "stacks among keys", test_keys },
		{ "damaged files", test_damage },
	};

	if (argc < 2)
		return 2;
	file = argv[1];
	snprintf(proc, sizeof(proc), "/tmp/user_syms_test.%d", getpid());
	mkdir(proc, 0700);
	atexit(remove_all);
	return ktap_run(tests, sizeof(tests) / sizeof(tests[0]));
}
