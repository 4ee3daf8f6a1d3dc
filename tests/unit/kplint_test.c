// SPDX-License-Identifier: GPL-2.0-only
/*
 * kplint's files: packed by each program that is here, images and ELF files made by hand, and
 * the lines without names that it makes by them. KTAP.
 */
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "ktap.h"
#include "kplint.h"
#include "spec/errors.h"
#include "spec_dump.h"
#define NAMED_LINES_ALONE
#include "spec_names.h"

#define ID	"00112233445566778899aabbccddeeff00112233"

/* What kplint has read is never freed, as it ends soon. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

static char dir[] = "/tmp/kplint_test.XXXXXX";

static const char *path(const char *name)
{
	static char text[2][256];
	static int i;

	i = !i;
	snprintf(text[i], sizeof(text[i]), "%s/%s", dir, name);
	return text[i];
}

static void put_file(const char *name, const void *at, size_t len)
{
	int fd = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, at, len) != (ssize_t)len)
		abort();
	close(fd);
}

/* What kplint says goes nowhere: status and bytes tell. */
static struct bytes read_quietly(const char *name)
{
	int said = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
	struct bytes b;

	dup2(nowhere, STDERR_FILENO);
	b = unpacked_file(path(name));
	dup2(said, STDERR_FILENO);
	close(said);
	close(nowhere);
	return b;
}

static struct kpctl_names *open_quietly(const char *files)
{
	int said = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
	struct kpctl_names *names;

	dup2(nowhere, STDERR_FILENO);
	names = types_open(files);
	dup2(said, STDERR_FILENO);
	close(said);
	close(nowhere);
	return names;
}

static int is_text(struct bytes b, const void *at, size_t len)
{
	return b.at && b.len == len && !memcmp(b.at, at, len);
}

/* An ELF file of sections: types, notes, and their names */

struct elf {
	unsigned char at[1 << 17];
	size_t len;
	Elf64_Shdr sections[5];
	unsigned int n;
};

static size_t elf_put(struct elf *e, const void *at, size_t len)
{
	size_t start = e->len = (e->len + 7) & ~7ul;

	memcpy(e->at + start, at, len);
	e->len += len;
	return start;
}

static void elf_add(struct elf *e, const char *names, const char *name, unsigned int type,
		    const void *at, size_t len)
{
	Elf64_Shdr *s = &e->sections[e->n++];

	*s = (Elf64_Shdr){ .sh_name = name - names, .sh_type = type, .sh_addralign = 4,
			   .sh_size = len };
	s->sh_offset = elf_put(e, at, len);
}

static void elf_end(struct elf *e)
{
	Elf64_Ehdr h = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64 }, .e_shnum = e->n,
			 .e_shentsize = sizeof(Elf64_Shdr), .e_shstrndx = e->n - 1 };

	h.e_shoff = elf_put(e, e->sections, e->n * sizeof(e->sections[0]));
	memcpy(e->at, &h, sizeof(h));
}

static void make_elf(struct elf *e, const void *btf, size_t len, const char *base)
{
	static const char names[] = "\0.BTF\0.notes\0.shstrtab\0.BTF.base";
	/* two notes by others, one of GNU's that is no build-id, and the build-id */
	static const unsigned char notes[] = "\6\0\0\0\4\0\0\0\3\0\0\0Linux\0\0\0abcd"
		"\4\0\0\0\10\0\0\0\3\0\0\0Xen\0abcdefgh"
		"\4\0\0\0\1\0\0\0\5\0\0\0GNU\0x\0\0\0"
		"\4\0\0\0\24\0\0\0\3\0\0\0GNU\0"
		"\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff\x00\x11\x22\x33";

	memset(e, 0, sizeof(*e));
	e->len = sizeof(Elf64_Ehdr);
	elf_add(e, names, names, SHT_NULL, "", 0);
	elf_add(e, names, names + 1, SHT_PROGBITS, btf, len);
	if (base)
		elf_add(e, names, names + 23, SHT_PROGBITS, base, strlen(base));
	elf_add(e, names, names + 6, SHT_NOTE, notes, sizeof(notes) - 1);
	elf_add(e, names, names + 13, SHT_STRTAB, names, sizeof(names));
	elf_end(e);
}

/* Packers */

static const struct {
	const char *program, *command;
	int tail;		/* vmlinux's size stands behind */
} programs[] = {
	{ "gzip", "gzip -c", 0 },
	{ "xz", "xz --check=crc32 --x86 --lzma2=dict=1MiB -c", 4 },
	{ "zstd", "zstd -qc", 4 },
	{ "lz4", "lz4 -lc", 4 },
	{ "lz4", "lz4 -c", 4 },
	{ "bzip2", "bzip2 -c", 4 },
	{ "lzop", "lzop -c", 4 },
	{ "xz", "xz --format=lzma -c", 4 },
};

static int run(const char *fmt, ...)
{
	char command[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(command, sizeof(command), fmt, args);
	va_end(args);
	return system(command);
}

static int is_here(const char *program)
{
	return !run("command -v %s >/dev/null", program);
}

static size_t load(const char *name, unsigned char *to, size_t room)
{
	int fd = open(path(name), O_RDONLY);
	ssize_t n = read(fd, to, room);

	close(fd);
	return n < 0 ? 0 : n;
}

/* An image: setup of 5 sectors and what boots, with the payload somewhere in it */
static void put_image(const char *name, const unsigned char *payload, size_t len, int tail,
		      long at)
{
	static unsigned char image[1 << 18];
	uint32_t off = 0x333, packed = len + tail;

	memset(image, 0xcc, sizeof(image));
	image[0x1f1] = 4;
	memcpy(image + 0x202, "HdrS\x0f\x02", 6);
	memcpy(image + 0x248, &off, 4);
	memcpy(image + 0x24c, &packed, 4);
	memcpy(image + 5 * 512 + off, payload, len);
	put_file(name, image, at ? (size_t)at : 5 * 512 + off + packed + 99);
}

static void test_packed(const struct elf *vmlinux)
{
	static unsigned char packed[1 << 17];
	size_t i, len;

	put_file("plain", vmlinux->at, vmlinux->len);
	for (i = 0; i < ARRAY_SIZE(programs); i++) {
		if (!is_here(programs[i].program)) {
			ktap_skip("it is not installed", "a module by: %s", programs[i].command);
			ktap_skip("it is not installed", "an image by: %s", programs[i].command);
			continue;
		}
		if (run("%s <%s >%s", programs[i].command, path("plain"), path("packed")))
			abort();
		ktap_ok(is_text(read_quietly("packed"), vmlinux->at, vmlinux->len),
			"a module by: %s", programs[i].command);
		len = load("packed", packed, sizeof(packed));
		put_image("image", packed, len, programs[i].tail, 0);
		ktap_ok(is_text(read_quietly("image"), vmlinux->at, vmlinux->len),
			"an image by: %s", programs[i].command);
	}
}

static void test_odd_files(const struct elf *vmlinux)
{
	static char old[4096];

	put_image("image", vmlinux->at, vmlinux->len, 0, 0);
	ktap_ok(is_text(read_quietly("image"), vmlinux->at, vmlinux->len), "an image, not packed");
	put_image("image", vmlinux->at, vmlinux->len, 0, 5 * 512 + 0x333 + vmlinux->len - 1);
	ktap_ok(!read_quietly("image").at, "an image that is cut off");
	put_image("image", (const unsigned char *)"nothing", 7, 0, 0);
	ktap_ok(!read_quietly("image").at, "an image, packed by nobody knows what");
	put_file("packed", "\x1f\x8b nonsense", 11);
	ktap_ok(!read_quietly("packed").at, "a program that fails");
	if (run("gzip -c <%s | head -c 300 >%s", path("plain"), path("packed")))
		abort();
	ktap_ok(!read_quietly("packed").at, "a packed file that is cut off");
	snprintf(old, sizeof(old), "%s", getenv("PATH"));
	setenv("PATH", "/nowhere", 1);
	ktap_ok(!read_quietly("packed").at, "a program that is not there");
	setenv("PATH", old, 1);
	ktap_ok(!read_quietly("nosuch").at, "a file that is not there");
}

/* Types and build-ids */

static int has_id(struct kpctl_names *names, const char *mod, const char *id)
{
	char here[KPCTL_BUILD_ID_MAX] = "";

	return names->build_id(names, mod, here) ? !*id : !strcmp(here, id);
}

static int has_types(struct kpctl_names *names, const char *mod)
{
	struct kpctl_err err = { 0 };
	const struct kpctl_btf *b;

	return !names->types(names, mod, &b, &err);
}

/* Is the line so resolved? */
static void check_text(struct kpctl_names *names, const char *line, const char *want)
{
	static struct kpctl_spec spec;
	struct kpctl_err err = { 0 };
	const char *text = resolve_line(names, &spec, line, strlen(line), &err);

	if (!text || strcmp(text, want))
		ktap_diag("%s at %u: %s", text ? text : "refused", err.column, err.text);
	ktap_ok(text && !strcmp(text, want), "to the letter: %s", line);
}

/* Modules whose types a line takes are in its mark; `two` has no build-id. */
static void test_marks(struct kpctl_names *names)
{
	check_text(names, "p one:of_module len", "p one:of_module len=$arg2:s32 # for " ID " one=" ID);
	check_text(names, "p of_module len", "p of_module len=$arg2:s32 # for " ID " one=" ID);
	check_text(names, "p one:x $arg2", "p one:x $arg2 # for " ID);
	check_text(names, "p two:of_module len", "p two:of_module len=$arg2:s32 # for " ID);
	check_text(names, "p probe len (one:sock)sk->port", "p probe len=$arg2:s32 arg2=+8($arg1):s32 # for " ID " one=" ID);
}

/* A start of a line before, with names or without, is one for the lines after it. */
static void test_starts(struct kpctl_names *names)
{
	static const char line[] = "p:s/a probe n=len do start by sk", end[] = "p:s/b probe n since s/a by sk if n > 1";
	static struct kpctl_spec spec;
	struct kpctl_err err = { 0 };

	starts_forget();
	names->start = starts_find;
	ktap_ok(!resolve_line(names, &spec, end, strlen(end), &err), "since, before there is a start");
	ktap_ok(resolve_line(names, &spec, line, strlen(line), &err) != NULL, "a start");
	starts_add(&spec);
	check_text(names, end, "p:s/b probe n since s/a by $arg1:x64 if n > 1 # for " ID);
	starts_forget();
}

static void test_types(const struct elf *vmlinux, const void *btf, size_t len)
{
	struct kpctl_names *names;
	struct elf *odd = malloc(sizeof(*odd));
	char files[1024], mod[KPCTL_MOD_MAX] = "";
	struct btf_make *m = malloc(sizeof(*m));
	size_t mod_len, i;
	void *bytes;
	int wrong = 0;

	put_file("vm:linux", vmlinux->at, vmlinux->len);
	put_file("btf", btf, len);
	make_begin(m, &kernel);
	make_type(m, "of_module", KPCTL_BTF_FUNC, 1, 0, p_probe);
	bytes = make_end(m, &mod_len);
	put_file("a=b", bytes, mod_len);
	make_elf(odd, bytes, mod_len, NULL);
	put_file("mod.ko", odd->at, odd->len);

	names = open_quietly(path("vm:linux"));
	ktap_ok(names && has_types(names, "") && has_id(names, "", ID), "a vmlinux");
	names = open_quietly(path("btf"));
	ktap_ok(names && has_types(names, "") && has_id(names, "", ""), "types alone");
	ktap_ok(names && !types_set_build_id(names, "0123456789abcde") &&
		!types_set_build_id(names, "0123456789abcdex") && has_id(names, "", "") &&
		types_set_build_id(names, "0123456789abcdef") &&
		has_id(names, "", "0123456789abcdef"), "... and a build-id from elsewhere");

	snprintf(files, sizeof(files), "%s/vm:linux:one=%s/mod.ko:two=%s/a=b", dir, dir, dir);
	names = open_quietly(files);
	ktap_ok(names && has_id(names, "one", ID) && has_id(names, "two", "") &&
		has_types(names, "two") && !has_types(names, "three"), "modules");
	ktap_ok(names && !names->home(names, "of_module", mod, NULL) && !strcmp(mod, "one") &&
		!names->home(names, "probe", mod, NULL) && !*mod, "... and whose a function is");

	test_marks(names);
	test_starts(names);
	ktap_ok(!open_quietly(path("nosuch")), "no file");
	snprintf(files, sizeof(files), "%s/btf:one=%s/nosuch", dir, dir);
	ktap_ok(!open_quietly(files), "no file of a module");
	make_elf(odd, bytes, mod_len, "base");
	put_file("mod.ko", odd->at, odd->len);
	snprintf(files, sizeof(files), "%s/btf:one=%s/mod.ko", dir, dir);
	ktap_ok(!open_quietly(files), "a module of no certain kernel");
	for (i = 0; i < vmlinux->len; i += 7) {		/* for the sanitizers */
		put_file("cut", vmlinux->at, i);
		names = open_quietly(path("cut"));
		wrong += names && has_id(names, "", "0123");
	}
	ktap_ok(!wrong, "files that are cut off");
	free(odd);
	free(m);
	free(bytes);
}

/* Lines */

static const char *dump_alone(struct kpctl_arg_spec *arg)
{
	static struct spec_dump d[2];
	static int i;

	i = !i;
	memset(&d[i], 0, sizeof(d[i]));
	arg->text[0] = '\0';
	dump_arg(&d[i], arg, 0);
	return d[i].text;
}

/* What is resolved means what the line by hand means, and has the mark. */
static void check_line(struct kpctl_names *names, const char *line, const char *by_hand)
{
	static struct kpctl_spec spec, a, b;
	struct kpctl_err err;
	const char *text = resolve_line(names, &spec, line, strlen(line), &err);

	if (strpbrk(spec.sym, "*,") && spec.nparams) {
		ktap_ok(!text && err.column == spec.target_column, "no form: %s", line);
		return;
	}
	if (!text || kpctl_spec_parse(text, strlen(text), &a, &err) ||
	    kpctl_spec_parse(by_hand, strlen(by_hand), &b, &err)) {
		ktap_diag("%s", err.text);
		ktap_ok(0, "resolved: %s", line);
		return;
	}
	if (strcmp(a.extra->mark, ID) || strcmp(dump_alone(&a.arg[0]), dump_alone(&b.arg[0])))
		ktap_diag("got %s", text);
	ktap_ok(!strcmp(a.extra->mark, ID) && !strcmp(dump_alone(&a.arg[0]), dump_alone(&b.arg[0])),
		"resolved: %s", line);
}

/* To the letter; NULL: there is no form, and the column of the caret */
static const struct {
	const char *line, *text;
	unsigned int column;
} letters[] = {
	{ "", "", 0 },
	{ " # a comment", " # a comment", 0 },
	{ "-:x  probe", "-:x  probe", 0 },
	{ "p:a  probe   x=len  y=%di", "p:a  probe   x=$arg2:s32  y=%di # for " ID, 0 },
	{ "p probe len # why", "p probe len=$arg2:s32 # for " ID " # why", 0 },
	{ "p probe len # for " ID " why", "p probe len=$arg2:s32 # for " ID, 0 },
	{ "p probe len # for 0123456789abcdef", NULL, 18 },
	{ "p nosuch $arg1 ", "p nosuch $arg1 # for " ID, 0 },
	{ "p probe $arg* end=%ax",
	  "p probe sk=$arg1:x64 len=$arg2:s32 bf=$arg5:x64 end=%ax # for " ID, 0 },
	{ "p probe if sk->port>3&&(len<9||sk->name==\"a#b\"", NULL, 43 },
	{ "p probe if sk->port>3&&(len<9||sk->name==\"a b\") do count by len,comm",
	  "p probe if +8($arg1):s32>3&&($arg2:s32<9||+16($arg1):string==\"a b\") do count by $arg2:s32,comm # for " ID, 0 },
	{ "r number if $retval < 0 do hist(retval)", NULL, 32 },
	{ "r number if $retval < 0 do hist($retval) by lat",
	  "r number if $retval:s32 < 0 do hist($retval:s32) by lat # for " ID, 0 },
	{ "r probe a=$entry(sk->next->port)", "r probe a=$entry(+8(+48($arg1))):s32 # for " ID, 0 },
	{ "p probe+4 s=$after((sock)%di->port) t=(sock)$after(%di)->port u=+8($after((sock)@x->next))",
	  "p probe+4 s=$after(+8(%di)):s32 t=$after(+8(%di)):s32 u=$after(+8(+48(@x))):x64 # for " ID, 0 },
	{ "p probe s=(sock)&x+4->port", "p probe s=+8(&x+4):s32 # for " ID, 0 },
	{ "p probe s=(sock)@x-4->port t=(sock)(&x+4)->port",
	  "p probe s=+8(@x-4):s32 t=+8(&x+4):s32 # for " ID, 0 },
	{ "p probe n=len a=+0(sk->next):x8[n]", "p probe n=$arg2:s32 a=+0(+48($arg1)):x8[n] # for " ID, 0 },
	{ "p probe a=+0(sk->next):string[]", "p probe a=+0(+48($arg1)):string[] # for " ID, 0 },
	{ "p paint c o=$arg2:enum(color)", "p paint c=$arg1:u32 o=$arg2:u32 # for " ID, 0 },
	{ "p probe bf->neg", NULL, 8 },
	{ "p probe bf->neg:u32", "p probe arg1=+4($arg5):b4@3/32 # for " ID, 0 },
	{ "p probe sk:%pD n=sk->next:%pd e=+8(sk->next):%pD",
	  "p probe sk=$arg1:%pD n=+48($arg1):%pd e=+8(+48($arg1)):%pD # for " ID, 0 },
	{ "r probe e=$entry(sk->data):sock n=sk->data:sock o=+8(sk):sock",
	  "r probe e=$entry(+72($arg1)):sock n=+72($arg1):sock o=+8($arg1):sock # for " ID, 0 },
	{ "r probe e=$entry(sk->next):%pD", "r probe e=$entry(+48($arg1)):%pD # for " ID, 0 },
	{ "f sk_* len", NULL, 2 },
	{ "f sk_near,sk_probe sk->port", "f sk_near,sk_probe arg1=+8($arg1):s32 # for " ID, 0 },
	{ "f sk_near,sk_far sk->port", NULL, 2 },
	{ "f sk_near,nosuch sk->port", NULL, 2 },
	{ "f sk_near,m:sk_probe sk->port", NULL, 2 },
	{ "f sk_far sk", "f sk_far sk=$arg2:x64 # for " ID, 0 },
	{ "t hit g->port", "t hit arg1=+8($arg7):s32 # for " ID, 0 },
};

static void check_letters(struct kpctl_names *names, const char *line, const char *want,
			  unsigned int column)
{
	static struct kpctl_spec spec;
	struct kpctl_err err = { 0 };
	const char *text = resolve_line(names, &spec, line, strlen(line), &err);

	if (!text && !want && err.column == column) {
		ktap_ok(1, "no form: %s", line);
		return;
	}
	if (!text || !want || strcmp(text, want))
		ktap_diag("%s at %u: %s", text ? text : "refused", err.column, err.text);
	ktap_ok(text && want && !strcmp(text, want), "to the letter: %s", line);
}

/* System calls: what tracefs has of them, and of one nothing */

static void put_format(const char *call, const char *const *field)
{
	static const char front[] =
		"name: sys_enter\nID: 1\nformat:\n"
		"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
		"\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n";
	char name[64], text[1024];
	int len = snprintf(text, sizeof(text), "%s", front);

	for (; *field; field++)
		len += snprintf(text + len, sizeof(text) - len,
				"\tfield:%s;\toffset:16;\tsize:8;\tsigned:0;\n", *field);
	snprintf(name, sizeof(name), "calls/sys_enter_%s", call);
	if (run("mkdir -p %s", path(name)))
		abort();
	snprintf(name, sizeof(name), "calls/sys_enter_%s/format", call);
	put_file(name, text, len);
}

static const struct {
	const char *line, *text;
	unsigned int column;
} calls[] = {
	{ "p sys:bind addr->port len", "p sys:bind arg1=+u8($arg2):s32 len # for " ID, 0 },
	{ "p sys:bind $arg2->next->port", "p sys:bind arg1=+u8(+u48($arg2)):s32 # for " ID, 0 },
	{ "r sys:bind p=$arg2->port if addr->port > 3 do count by addr->port",
	  "r sys:bind p=+u8($arg2):s32 if +u8($arg2):s32 > 3 do count by +u8($arg2):s32 # for " ID, 0 },
	{ "r sys:bind p=$entry(addr->port) d=addr->data:ustring",
	  "r sys:bind p=$entry(+u8($arg2)):s32 d=+u0(+u72($arg2)):ustring # for " ID, 0 },
	{ "p sys:bind $arg* x=len:x8", "p sys:bind $arg* x=len:x8 # for " ID, 0 },
	{ "f sys:bind addr->port", "f sys:bind arg1=+u8($arg2):s32 # for " ID, 0 },
	{ "f sys:bind,sys:bound $arg2->port", "f sys:bind,sys:bound arg1=+u8($arg2):s32 # for " ID, 0 },
	{ "f sys:b* $arg*", "f sys:b* $arg* # for " ID, 0 },
	{ "f sys:b* $arg2->port", NULL, 2 },
	{ "f sys:bind,sys:close $arg2->port", NULL, 2 },
	{ "p sys:bind addr->nosuch", NULL, 17 },
	{ "p sys:unlike addr->port", NULL, 13 },
	{ "f sys:unlik* addr", NULL, 13 },
	{ "f sys:clos* addr", NULL, 12 },
};

/* Without types of functions that have the parameters, what is missing is said. */
static void test_not_known(struct kpctl_names *names)
{
	static struct kpctl_spec spec;
	struct kpctl_err one = { 0 }, set = { 0 };

	syscalls_dir = "/nowhere";
	kpctl_spec_parse_named("p sys:bind addr", 15, names, &spec, &one);
	kpctl_spec_parse_named("f sys:b* addr", 13, names, &spec, &set);
	if (one.code != KPCTL_E_SYS_NO_NAMES || set.code != KPCTL_E_SYS_NO_NAMES_IN_SET)
		ktap_diag("%s; %s", one.text, set.text);
	ktap_ok(one.code == KPCTL_E_SYS_NO_NAMES && set.code == KPCTL_E_SYS_NO_NAMES_IN_SET &&
		strstr(one.text, "--syscalls DIR") && strstr(set.text, "--syscalls DIR"),
		"parameters that are not known, of a call and of a set");
}

static void test_calls(struct kpctl_names *names)
{
	static const char *const bind[] = { "int fd", "struct sock * addr", "int len", NULL };
	static const char *const close[] = { "int fd", NULL };
	char text[256];
	size_t i;

	put_format("bind", bind);
	put_format("bound", bind);
	put_format("close", close);
	snprintf(text, sizeof(text), "%s", path("calls"));
	syscalls_dir = text;
	for (i = 0; i < ARRAY_SIZE(calls); i++)
		check_letters(names, calls[i].line, calls[i].text, calls[i].column);
	test_not_known(names);
}

/* perf probe, on symbols that are not of the running kernel */

#define PERF_LINES	"15 16 17 18 19 20 21 22 23 24 25"

/* The first line of a function that perf knows a local variable at, as it says it */
static int ask_perf(const char *vmlinux, char *line, size_t size)
{
	char command[1024];
	FILE *f;

	snprintf(command, sizeof(command), "for l in " PERF_LINES "; do perf probe -k '%s' "
		 "-D \"tcp_sendmsg_locked:$l size\" 2>/dev/null && break; done", vmlinux);
	f = popen(command, "r");
	if (!f || !fgets(line, size, f))
		*line = '\0';
	line[strcspn(line, "\n")] = '\0';
	return f && !pclose(f) && *line;
}

static void test_perf(void)
{
	static const char name[] = "perf probe prints lines that are taken, and resolved";
	const char *vmlinux = getenv("VMLINUX"), *text = NULL;
	static struct kpctl_spec spec;
	struct kpctl_names *names;
	struct kpctl_err err;
	char line[1024];

	if (!vmlinux || !is_here("perf")) {
		ktap_skip(vmlinux ? "perf is not installed" : "VMLINUX= names no debugging symbols",
			  "%s", name);
		return;
	}
	names = types_open(vmlinux);
	if (names && ask_perf(vmlinux, line, sizeof(line)))
		text = resolve_line(names, &spec, line, strlen(line), &err);
	ktap_ok(text && spec.nargs == 1 && !spec.mark_column && strstr(text, " # for ") &&
		!strncmp(text, line, strlen(line)), "%s", name);
}

int main(void)
{
	static struct elf vmlinux;
	struct kpctl_names *names;
	void *btf;
	size_t len, i;

	ktap_plan(2 * ARRAY_SIZE(programs) + 7 + 9 + 5 + 1 + 3 + ARRAY_SIZE(named) + ARRAY_SIZE(letters) +
		  ARRAY_SIZE(calls) + 1);
	if (!mkdtemp(dir))
		abort();
	make_kernel();
	btf = make_end(&made, &len);
	make_elf(&vmlinux, btf, len, NULL);
	test_packed(&vmlinux);
	test_odd_files(&vmlinux);
	test_types(&vmlinux, btf, len);
	names = types_open(path("plain"));
	for (i = 0; i < ARRAY_SIZE(named); i++)
		check_line(names, named[i].line, named[i].plain);
	for (i = 0; i < ARRAY_SIZE(letters); i++)
		check_letters(names, letters[i].line, letters[i].text, letters[i].column);
	test_calls(names);
	test_perf();
	run("rm -r %s", dir);
	free(btf);
	return ktap_done();
}
