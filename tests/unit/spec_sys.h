/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System calls as targets: what is taken means the same as a line that goes by registers; what
 * is refused, with code and column of the caret. Of three calls the parameters are known.
 */
static const struct kpctl_sys_call made_calls[] = {
	{ .call = "openat", .n = 4, .name = { "dfd", "filename", "flags", "mode" },
	  .type = { "int", "const char *", "unsigned int", "umode_t" } },
	{ .call = "bind", .n = 3, .name = { "fd", "addr", "len" },
	  .type = { "long", "const struct sock *", "enum nosuch" } },
	{ .call = "poll", .n = 4, .name = { "list", "many", "size", "state" },
	  .type = { "struct sock **", "struct nosuch *", "size_t", "enum state" } },
	{ .call = "getppid", .n = 0 },
	/* calls that share a parameter, or have it in another place, or of another type */
	{ .call = "pwrite", .n = 3, .name = { "len", "buf", "fd" },
	  .type = { "size_t", "const char *", "long" } },
	{ .call = "read", .n = 2, .name = { "fd", "buf" }, .type = { "unsigned int", "struct sock *" } },
	{ .call = "readv", .n = 2, .name = { "fd", "vec" }, .type = { "int", "void *" } },
	{ .call = "pread", .n = 2, .name = { "fd", "buf" }, .type = { "unsigned int", "struct sock *" } },
};

static int syscall_made(struct kpctl_names *names, struct kpctl_sys_call *call)
{
	size_t i;

	(void)names;
	if (!strcmp(call->call, "memory"))
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(made_calls); i++) {
		if (strcmp(call->call, made_calls[i].call))
			continue;
		*call = made_calls[i];
		return 0;
	}
	return -ENOENT;
}

static int each_made(struct kpctl_names *names, int (*vote)(void *arg, const char *call), void *arg)
{
	static const char * const calls[] = {
		"openat", "bind", "poll", "getppid", "unknown", "pwrite", "read", "readv", "pread",
	};
	size_t i;
	int ret = 0;

	(void)names;
	for (i = 0; i < ARRAY_SIZE(calls) && !ret; i++)
		ret = vote(arg, calls[i]);
	return ret;
}

static const struct {
	const char *line, *plain;
} sys_lines[] = {
	{ "p sys:openat a=$arg1", "p x a=+112($arg1)" },
	{ "p sys:openat a=$arg2", "p x a=+104($arg1)" },
	{ "p sys:openat a=$arg3", "p x a=+96($arg1)" },
	{ "p sys:openat a=$arg4:u16", "p x a=+56($arg1):u16" },
	{ "p sys:unknown a=$arg5", "p x a=+72($arg1)" },
	{ "p sys:unknown a=$arg6:b4@2/8", "p x a=+64($arg1):b4@2/8" },
	{ "p sys:unknown a=%di", "p x a=%di" },
	{ "p sys:unknown a=$pid", "p x a=$pid" },
	/* names, and the types that they give */
	{ "p sys:openat a=dfd", "p x a=+112($arg1):s32" },
	{ "p sys:openat a=filename", "p x a=+104($arg1):x64" },
	{ "p sys:openat a=flags", "p x a=+96($arg1):u32" },
	{ "p sys:openat a=mode", "p x a=+56($arg1):u32" },
	{ "p sys:poll a=state", "p x a=+56($arg1):s32" },
	{ "p sys:openat a=flags:oflags", "p x a=+96($arg1):oflags" },
	{ "p sys:bind a=fd", "p x a=+112($arg1):s64" },
	{ "p sys:bind a=len", "p x a=+96($arg1):x64" },
	{ "p sys:poll a=size", "p x a=+96($arg1):u64" },
	/* names of what the compiler left */
	{ "p sys:old a=list", "p x a=+112($arg1):x64" },
	{ "p sys:old a=count", "p x a=+104($arg1):s32" },
	{ "p sys:old a=list->next->port", "p x a=+u8(+u48(+112($arg1))):s32" },
	{ "p sys:old a=$arg1->port", "p x a=+u8(+112($arg1)):s32" },
	{ "p sys:bare a=count", "p x a=+104($arg1):x64" },
	/* what they point at */
	{ "p sys:openat a=filename:ustring", "p x a=+u0(+104($arg1)):ustring" },
	{ "p sys:openat a=$arg2:ustring", "p x a=+u0(+104($arg1)):ustring" },
	{ "p sys:openat a=+0(filename):ustring", "p x a=+u0(+104($arg1)):ustring" },
	{ "p sys:openat a=+u4(filename):string", "p x a=+u4(+104($arg1)):ustring" },
	{ "p sys:execve a=$arg2:ustring[3]", "p x a=+u0(+104($arg1)):ustring[3]" },
	{ "p sys:execve a=+u8($arg2):ustring[3]", "p x a=+u8(+104($arg1)):ustring[3]" },
	{ "p sys:unknown a=+u8($arg1):u32", "p x a=+u8(+112($arg1)):u32" },
	{ "p sys:unknown a=+u8(+u4($arg1)):u32", "p x a=+u8(+u4(+112($arg1))):u32" },
	{ "p sys:bind a=addr->port", "p x a=+u8(+104($arg1)):s32" },
	{ "p sys:bind a=$arg2->port", "p x a=+u8(+104($arg1)):s32" },
	{ "p sys:bind a=addr->next->port", "p x a=+u8(+u48(+104($arg1))):s32" },
	{ "p sys:bind a=addr->data:ustring", "p x a=+u0(+u72(+104($arg1))):ustring" },
	{ "p sys:bind a=addr->data:string", "p x a=+u0(+u72(+104($arg1))):ustring" },
	{ "p sys:bind a=$arg2->data:ustring", "p x a=+u0(+u72(+104($arg1))):ustring" },
	{ "p sys:bind a=+u4(addr->next):u8", "p x a=+u4(+u48(+104($arg1))):u8" },
	/* calls keep the word, or what $entry() says */
	{ "r sys:openat a=dfd", "r x a=$entry(+112($arg1)):s32" },
	{ "r sys:openat a=$arg1:s32", "r x a=$entry(+112($arg1)):s32" },
	{ "r sys:openat a=$entry(dfd):s32", "r x a=$entry(+112($arg1)):s32" },
	{ "r sys:openat a=filename:ustring", "r x a=+u0($entry(+104($arg1))):ustring" },
	{ "r sys:openat a=$entry(filename):ustring", "r x a=$entry(+u0(+104($arg1))):ustring" },
	{ "r sys:openat a=$entry(+u0(filename)):u8", "r x a=$entry(+u0(+104($arg1))):u8" },
	{ "r sys:bind a=addr->port", "r x a=+u8($entry(+104($arg1))):s32" },
	{ "r sys:openat a=$retval", "r x a=$retval:s64" },
	{ "r sys:unknown a=$retval", "r x a=$retval:s64" },
	{ "r sys:openat a=$retval:errno", "r x a=$retval:errno" },
	{ "p sys:openat%return a=flags", "r x a=$entry(+96($arg1)):u32" },
	/* sets */
	{ "f sys:* a=$arg6", "f x a=+64($arg1)" },
	{ "f sys:open*,sys:!openat a=$arg1:u8", "f x a=+112($arg1):u8" },
	{ "f !sys:openat,sys:open* a=$arg1:u8", "f x a=+112($arg1):u8" },
	{ "f sys:openat a=flags", "f x a=+96($arg1):u32" },
	{ "f sys:*read* a=fd", "f x a=+112($arg1):u32" },
	{ "f sys:pread,sys:bind a=fd", "f x a=+112($arg1):s64" },	/* the first of equals */
	{ "f sys:*read*%return a=fd", "r x a=$entry(+112($arg1)):u32" },
	{ "f sys:*,!__x64_sys_read,sys:!pread a=buf", "f x a=+104($arg1)" },
	/* the struct that most point at: sock, of poll's nosuch no more is known */
	{ "f sys:*read* a=$arg2->port", "f x a=+u8(+104($arg1)):s32" },
	{ "f sys:p*,sys:b* a=$arg2->next->port", "f x a=+u8(+u48(+104($arg1))):s32" },
	{ "f sys:*%return a=$arg2->port", "r x a=+u8($entry(+104($arg1))):s32" },
	/* the parameters that most have, with what is named already */
	{ "f sys:*read $arg*", "f x fd=+112($arg1):u32 buf=+104($arg1)" },
	{ "f sys:*d $arg* a=fd", "f x fd=+112($arg1):u32 buf=+104($arg1) a=+112($arg1):u32" },
	{ "f sys:openat,sys:poll,sys:pread a=many $arg*", "f x a=+104($arg1):x64 list=+112($arg1) many=+104($arg1) size=+96($arg1):u64 state=+56($arg1):s32" },
	{ "f sys:* a=fd", "f x a=+112($arg1):u32" },
	{ "f sys:* a=buf->port", "f x a=+u8(+104($arg1)):s32" },
	{ "f sys:p* a=buf:ustring", "f x a=+u0(+104($arg1)):ustring" },
	{ "f sys:openat%return a=flags", "r x a=$entry(+96($arg1)):u32" },
	{ "f sys:*,!__x64_sys_openat%return a=$retval", "r x a=$retval:s64" },
	{ "p sys:openat+4 a=%di", "p x a=%di" },
};

static const struct {
	const char *line;
	u16 code, column;
} sys_wrong[] = {
	{ "p sys:openat nosuch", KPCTL_E_SYS_NO_PARAM, 13 },
	{ "p sys:getppid a=nosuch", KPCTL_E_SYS_NO_PARAM, 16 },
	{ "p sys:openat $arg5", KPCTL_E_SYS_FEW_ARGS, 13 },
	{ "p sys:getppid +u0($arg1)", KPCTL_E_SYS_FEW_ARGS, 18 },
	{ "p sys:unknown $arg7", KPCTL_E_BAD_ARG_NUM, 14 },
	{ "f sys:* $arg7", KPCTL_E_BAD_ARG_NUM, 8 },
	{ "p sys:unknown filename", KPCTL_E_SYS_NO_NAMES, 14 },
	{ "p sys:unknown a=$arg1->x", KPCTL_E_SYS_NO_NAMES, 16 },
	{ "p sys:unknown $arg*", KPCTL_E_SYS_NO_NAMES, 14 },
	{ "p sys:many sk", KPCTL_E_SYS_NO_NAMES, 11 },
	{ "p sys:none d", KPCTL_E_SYS_NO_NAMES, 11 },
	{ "p sys:bare list->port", KPCTL_E_STEP_NO_STRUCT, 15 },
	{ "p sys:old count->port", KPCTL_E_STEP_NO_STRUCT, 17 },
	{ "f sys:open* filename_", KPCTL_E_SYS_NO_PARAM_IN_SET, 12 },
	{ "f sys:g* fd", KPCTL_E_SYS_NO_PARAM_IN_SET, 9 },
	{ "f sys:unk* fd", KPCTL_E_SYS_NO_NAMES_IN_SET, 11 },
	{ "f sys:unk* $arg*", KPCTL_E_SYS_NO_NAMES_IN_SET, 11 },
	{ "f sys:unk* $arg1->x", KPCTL_E_SYS_NO_NAMES_IN_SET, 11 },
	{ "f sys:unk*,sys:open* fd", KPCTL_E_SYS_NO_PARAM_IN_SET, 21 },
	{ "f sys:open* $arg2->x", KPCTL_E_SYS_NO_STRUCT_IN_SET, 12 },
	{ "f sys:open* $arg6->x", KPCTL_E_SYS_NO_STRUCT_IN_SET, 12 },
	{ "f sys:pre* $arg2->nosuch", KPCTL_E_NO_MEMBER, 18 },
	{ "f sys:getpp* $arg*", KPCTL_E_SYS_NO_PARAM_IN_SET, 13 },
	{ "f sys:p*,sys:b* fd len buf many $arg*", KPCTL_E_SYS_NO_PARAM_IN_SET, 32 },
	{ "f sys:p*,sys:b* a=len $arg*", KPCTL_E_SYS_NO_LIST, 22 },
	{ "f sys:* $arg*", KPCTL_E_SYS_NO_LIST, 8 },
	{ "f sys:openat,sys:poll $arg* vec fd addr nosuch", KPCTL_E_SYS_NO_PARAM_IN_SET, 28 },
	{ "p sys:openat filename:string", KPCTL_E_SYS_MEMORY, 13 },
	{ "p sys:openat +0($arg2)", KPCTL_E_SYS_MEMORY, 16 },
	{ "p sys:openat +0(+u0($arg2)):u8", KPCTL_E_SYS_MEMORY, 20 },
	{ "p sys:bind +4(addr->next):u8", KPCTL_E_SYS_MEMORY, 14 },
	{ "p sys:execve +0($arg2):ustring[2]", KPCTL_E_SYS_MEMORY, 16 },
	{ "p sys:bind (sock)$arg2->port", KPCTL_E_SYS_MEMORY, 17 },
	{ "p sys:openat dfd->x", KPCTL_E_STEP_NO_STRUCT, 16 },
	{ "p sys:poll list->port", KPCTL_E_STEP_NO_STRUCT, 15 },
	{ "p sys:poll many->port", KPCTL_E_NO_STRUCT, 11 },
	{ "p sys:bind addr->nosuch", KPCTL_E_NO_MEMBER, 17 },
	{ "p sys:bind addr.port", KPCTL_E_STEP_ARROW, 16 },
	{ "p sys:openat $arg2:u8[4]", KPCTL_E_ARRAY_NOT_MEM, 19 },
	{ "p sys:openat $arg2:ip6", KPCTL_E_NOT_IN_MEMORY, 19 },
	{ "f sys:*,vfs_read", KPCTL_E_SYS_MIXED, 8 },
	{ "f vfs_read,sys:*", KPCTL_E_SYS_MIXED, 11 },
	{ "f !sys:open*", KPCTL_E_SET_ONLY_OUT, 2 },
	{ "f !sys:!openat,sys:*", KPCTL_E_SET_BAD_CHAR, 7 },
	{ "f sys:", KPCTL_E_SET_EMPTY, 6 },
	{ "t sys:openat", KPCTL_E_SYS_ON_T, 2 },
	{ "p sys:open*", KPCTL_E_GLOB_TARGET, 10 },
	{ "p sys:", KPCTL_E_BAD_TARGET, 2 },
	{ "p sys:a:b", KPCTL_E_BAD_SYMBOL, 7 },
	{ "p sys:unknown +u0(+u0(+u0(+u0(+u0(+u0(+u0(+u0(+u0(+u0(+u0(+u0(+u0(+u0($arg1))))))))))))))",
	  KPCTL_E_TOO_MANY_DEREFS, 18 },
};

static const char *check_sys_memory(void)
{
	static struct kpctl_spec a;
	struct kpctl_err err;
	int ret;

	test_names = &made_names;
	ret = parse_exact("p sys:memory a", 14, &a, &err);
	test_names = NULL;
	return ret == -ENOMEM && err.code == KPCTL_E_NO_MEMORY ? NULL :
		say("%d, at %u: %s", ret, err.column, err.text);
}

static const char *check_sys_listing(const char *line, const char *listed)
{
	static char again[KPCTL_LINE_MAX];
	static struct kpctl_spec a;

	if (parse_made(line, &a))
		return refused_made();
	kpctl_spec_print(&a, a.cond.text, a.act.text, again, sizeof(again));
	return strcmp(again, listed) ? say("listed: %s", again) : NULL;
}

static const struct {
	const char *line, *listed;
} sys_listed[] = {
	{ "p sys:openat filename:ustring flags",
	  "p:kprobes/p_sys_openat sys:openat filename=filename:ustring flags=flags" },
	{ "r sys:openat+0 if $arg1 == 3",
	  "r:kprobes/r_sys_openat sys:openat if $arg1 == 3" },
	{ "p sys:openat+4", "p:kprobes/p_sys_openat_4 sys:openat+4" },
	{ "f sys:open*,!sys:openat%return do hist($lat) by func",
	  "f:kprobes/f_sys_open___sys_openat__exit sys:open*,!sys:openat%return do hist($lat) by func" },
	{ "p:g/e sys:bind $arg*", "p:g/e sys:bind fd=fd addr=addr len=len" },
	{ "p:g/e sys:getppid $arg*", "p:g/e sys:getppid" },
};

/* An event's probe that goes is named as it is listed, and no other is. */
static const char *check_sys_removal(void)
{
	static const char line[] = "p:g/e sys:openat flags", same[] = "sys:openat flags=flags",
			  other[] = "__x64_sys_openat flags=flags";
	static struct kpctl_spec a, b;

	if (parse_made(line, &a) || parse_made("p:g/e __x64_sys_openat", &b))
		return refused_made();
	if (!kpctl_spec_is_probe(&a, same, strlen(same)))
		return "not its own text";
	if (kpctl_spec_is_probe(&a, other, strlen(other)))
		return "the text of another";
	a.nargs = 0;
	return kpctl_spec_same_probe(&a, &b) ? "the same as a probe of the function" : NULL;
}

static const char *check_sys_shown(void)
{
	static const char want[] = "sys:openat(int dfd, const char *filename, unsigned int flags, "
				   "umode_t mode) -> long|sys:getppid() -> long|sys:x(...) -> long|"
				   "sys:old(struct sock * list, int count) -> long|"
				   "sys:bare(list, count) -> long|";
	static const char * const calls[] = { "openat", "getppid", "x", "old", "bare" };
	static char text[400];
	struct kpctl_out out = { text, sizeof(text), 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(calls); i++) {
		if (kpctl_names_read_syscall(&made_names, calls[i]))
			return "no memory";
		kpctl_names_show_syscall(&made_names.call, &out);
		kpctl_spec_put(&out, "|");
	}
	return strcmp(text, want) ? say("shown: %s", text) : NULL;
}

#define SYS_TESTS	(ARRAY_SIZE(sys_lines) + ARRAY_SIZE(sys_wrong) + ARRAY_SIZE(sys_listed) + 4)

static void test_syscalls(void)
{
	static const char bare[] = "p sys:openat filename";
	const char *wrong;
	size_t i;

	made_names.syscall = syscall_made;
	made_names.each_syscall = each_made;
	for (i = 0; i < ARRAY_SIZE(sys_lines); i++) {
		wrong = check_named(sys_lines[i].line, sys_lines[i].plain);
		test_names = NULL;
		ktap_unless(wrong, "system calls: %s", sys_lines[i].line);
	}
	for (i = 0; i < ARRAY_SIZE(sys_wrong); i++) {
		test_names = &made_names;
		wrong = check_illegal(sys_wrong[i].line, strlen(sys_wrong[i].line),
				      sys_wrong[i].code, sys_wrong[i].column);
		test_names = NULL;
		ktap_unless(wrong, "system calls, %s: %s", code_names[sys_wrong[i].code],
			    sys_wrong[i].line);
	}
	for (i = 0; i < ARRAY_SIZE(sys_listed); i++)
		ktap_unless(check_sys_listing(sys_listed[i].line, sys_listed[i].listed),
			    "system calls, listed: %s", sys_listed[i].line);
	ktap_unless(check_illegal(bare, strlen(bare), KPCTL_E_NO_TYPES, 13),
		    "system calls: names without types");
	ktap_unless(check_sys_memory(), "system calls: without memory");
	ktap_unless(check_sys_removal(), "system calls: removal");
	ktap_unless(check_sys_shown(), "system calls: prototypes");
}
