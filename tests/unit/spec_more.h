/* SPDX-License-Identifier: GPL-2.0 */
/* Globs, comparing of specs, limits that take more than a repeated piece. */
#ifndef SPEC_MORE_H
#define SPEC_MORE_H

static const struct {
	const char *glob, *text;
	int match;
} globs[] = {
	{ "", "", 1 }, { "", "a", 0 }, { "a", "", 0 }, { "a", "a", 1 },
	{ "*", "", 1 }, { "*", "abc", 1 }, { "**", "abc", 1 },
	{ "a*", "abc", 1 }, { "*c", "abc", 1 }, { "a*c", "abc", 1 },
	{ "a*c", "abcd", 0 }, { "*b*", "abc", 1 }, { "*bb*", "abc", 0 },
	{ "a*b*c", "axbxbxc", 1 }, { "*aab", "aaaab", 1 },
	{ "?", "a", 1 }, { "?", "", 0 }, { "a?c", "abc", 1 }, { "??", "a", 0 },
	{ "[a-c]x", "bx", 1 }, { "[a-c]x", "dx", 0 }, { "[!a-c]x", "dx", 1 },
	{ "[!a-c]x", "bx", 0 }, { "[abc]", "c", 1 }, { "[abc]", "d", 0 },
	{ "[]]", "]", 1 }, { "[!]]", "]", 0 }, { "[a-]", "-", 1 },
	{ "[a", "[a", 1 }, { "[", "[", 1 }, { "[a", "a", 0 }, { "[]", "[]", 1 },
	{ "*[0-9]", "vfs9", 1 }, { "*[0-9]", "vfs9x", 0 },
	{ "\\*", "*", 1 }, { "\\*", "a", 0 }, { "a\\?", "a?", 1 },
	{ "a\\?", "ab", 0 }, { "\\[a]", "[a]", 1 }, { "\\\\", "\\", 1 },
	{ "\\", "\\", 1 }, { "\\a", "a", 1 }, { "*\\*", "ab*", 1 },
	{ "?", "\xff", 1 }, { "[\x80-\xff]", "\xc3", 1 }, { "[b-a]", "a", 0 },
	{ "a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0 },
};

static void test_globs(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(globs); i++) {
		size_t glen = strlen(globs[i].glob), len = strlen(globs[i].text);
		char *glob = malloc(glen + 1), *text = malloc(len + 1);
		int got;

		if (!glob || !text)
			abort();
		/* to the last byte, for the sanitizer */
		memcpy(glob + 1, globs[i].glob, glen);
		memcpy(text + 1, globs[i].text, len);
		got = kpctl_glob_match(glob + 1, glen, text + 1, len);
		ktap_unless(got == globs[i].match ? NULL : say("got %d", got),
			    "glob: %s, %s", globs[i].glob, globs[i].text);
		free(glob);
		free(text);
	}
}

/* Patterns, a function and its module: is it in the set? */
static const struct {
	const char *list, *mod, *name;
	int has;
} sets[] = {
	{ "vfs_read", "", "vfs_read", 1 }, { "vfs_read", "", "vfs_readv", 0 },
	{ "vfs_read", "ext4", "vfs_read", 1 }, { "*", "", "x", 1 },
	{ "*", "m", "x", 1 }, { "m:*", "", "x", 0 }, { "m:*", "m", "x", 1 },
	{ "m:*", "mm", "x", 0 }, { "mm:*", "m", "x", 0 },
	{ "a*,b*", "", "ax", 1 }, { "a*,b*", "", "bx", 1 }, { "a*,b*", "", "cx", 0 },
	{ "a*,!ab*", "", "ac", 1 }, { "a*,!ab*", "", "abc", 0 },
	{ "!ab*,a*", "", "abc", 0 }, { "!ab*,a*", "", "ac", 1 },
	{ "a*,!ab*,abc", "", "abc", 0 },
	{ "*,m:!ab*", "", "abc", 1 }, { "*,m:!ab*", "m", "abc", 0 },
	{ "*,m:!ab*", "m", "ac", 1 }, { "m:*,!ab*", "m", "abc", 0 },
	{ "m:a,n:b", "m", "b", 0 }, { "m:a,n:b", "n", "b", 1 },
	{ "[a-c]?,!?b", "", "ax", 1 }, { "[a-c]?,!?b", "", "cb", 0 },
	{ "sys:open*", "", "__x64_sys_openat", 1 }, { "sys:open*", "m", "__x64_sys_openat", 0 },
	{ "sys:open*", "", "openat", 0 }, { "sys:open*", "", "__ia32_sys_openat", 0 },
	{ "sys:*,!sys:read", "", "__x64_sys_read", 0 }, { "sys:*,sys:!read", "", "__x64_sys_read", 0 },
	{ "sys:*,!sys:read", "", "__x64_sys_readv", 1 }, { "sys:*,!*read", "", "__x64_sys_read", 0 },
	{ "[!a]x", "", "bx", 1 }, { "[!a]x", "", "ax", 0 },
};

static void test_sets(void)
{
	size_t i;
	int got;

	for (i = 0; i < ARRAY_SIZE(sets); i++) {
		got = kpctl_set_has(sets[i].list, sets[i].mod, sets[i].name);
		ktap_unless(got == sets[i].has ? NULL : say("got %d", got),
			    "set: %s, %s:%s", sets[i].list, sets[i].mod, sets[i].name);
	}
}

/* One pattern after the other, and where each stands. */
static const char *check_set_walk(void)
{
	static const char list[] = "a*,m:b,mod:!c?,!d";
	static const struct {
		unsigned int at, mod_len, len, out;
	} want[] = { { 0, 0, 2, 0 }, { 3, 1, 1, 0 }, { 7, 3, 2, 1 }, { 15, 0, 1, 1 } };
	struct kpctl_glob g;
	u32 pos = 0;
	size_t i;

	for (i = 0; kpctl_set_next(list, &pos, &g); i++)
		if (i == ARRAY_SIZE(want) || g.at != want[i].at || g.out != want[i].out ||
		    g.mod_len != want[i].mod_len || g.len != want[i].len)
			return say("pattern %zu: at %u, %u of its module, %u, %u", i,
				   g.at, g.mod_len, g.len, g.out);
	if (i != ARRAY_SIZE(want))
		return say("%zu patterns", i);
	return kpctl_set_next(list, &pos, &g) ? "one more behind the last" : NULL;
}

/* Two lines: what kpctl_spec_same_args() and _same_probe() say of them. */
static const struct {
	const char *a, *b;
	u32 args;
	int probe;
} pairs[] = {
	{ "p f", "p f", 0, 1 },
	{ "p:a f", "p:b f+0", 0, 1 },
	{ "p f", "p g", 0, 0 },
	{ "p f", "p f+4", 0, 0 },
	{ "p f", "r f", 0, 0 },
	{ "p f", "f f", 0, 0 },
	{ "f a*,b", "f a*,b", 0, 1 },
	{ "f a*,b", "f b,a*", 0, 0 },
	{ "p f", "p m:f", 0, 0 },
	{ "p 0x1000", "p 4096", 0, 1 },
	{ "p 0x1000", "p 0x1001", 0, 0 },
	{ "p f a=%di", "p f a=%di", 0, 1 },
	{ "p f a=%di", "p f a=%si", 0, 0 },
	{ "p f a=%di", "p f a=%di:x64", 0, 0 },
	{ "p f a=%di", "p f b=%di", 1, 0 },
	{ "p f a=%di b=%si", "p f a=%di", 2, 0 },
	{ "p f a=%di", "p f a=%di b=%si", 2, 0 },
	{ "p f", "p f %di", 1, 0 },
	{ "p f a=%di:u8", "p f a=%di:x8", 1, 0 },
	{ "p f %si b=%di:b1@0/8", "p f %si b=%di:u8", 0, 0 },
	{ "p f %si b=+0(%di):u8[2]", "p f %si b=+0(%di):u8[3]", 2, 0 },
	{ "p f %si b=+0(%di):u8[2]", "p f %si b=+0(%di):u8", 2, 0 },
	{ "p f b=+u0(%di):string", "p f b=+0(%di):string", 0, 0 },
	{ "p f b=+0(%di):ustring", "p f b=+0(%di):string", 1, 0 },
	{ "p f b=+u0(%di):string", "p f b=%di:symstr", 1, 0 },
	{ "p f b=+u0(%di):string", "p f b=$stacktrace", 1, 0 },
	{ "p f b=+u0(%di):string", "p f b=%di", 1, 0 },
	{ "p f if $pid == 1", "p f", 0, 1 },
	{ "i 1s", "i 1000ms", 0, 1 },
	{ "i 1s", "i 999ms", 0, 0 },
	{ "i 99hz", "i 99hz cycles", 0, 0 },
	{ "i 99hz cycles", "i 0x63hz cycles", 0, 1 },
	{ "i 100hz", "i 10ms", 0, 0 },
	{ "i 1s", "i 1s %ip", 1, 0 },
};

static struct kpctl_spec *parsed(const char *line, struct kpctl_spec *spec)
{
	struct kpctl_err err;

	if (parse_exact(line, strlen(line), spec, &err))
		abort();
	return spec;
}

static void test_pairs(void)
{
	static struct kpctl_spec a, b;
	size_t i;
	u32 args;
	int probe;

	for (i = 0; i < ARRAY_SIZE(pairs); i++) {
		parsed(pairs[i].a, &a);
		parsed(pairs[i].b, &b);
		args = kpctl_spec_same_args(&a, &b);
		probe = kpctl_spec_same_probe(&a, &b);
		ktap_unless(args == pairs[i].args && probe == pairs[i].probe &&
			    args == kpctl_spec_same_args(&b, &a) ? NULL :
			    say("args %u, probe %d", args, probe),
			    "same: %s, %s", pairs[i].a, pairs[i].b);
	}
}

/* What stands behind the name in -:EVENT: does it name the probe? */
static const struct {
	const char *line, *text;
	int is;
} selections[] = {
	{ "p f", "", 1 }, { "p f", "  ", 1 }, { "p f", "f", 1 },
	{ "p f", "g", 0 }, { "p f", "f+0", 0 }, { "p f+0x10", "f+16", 1 },
	{ "p f+0x10", "f+0x10", 0 }, { "p f+0x10", "f", 0 },
	{ "p m:f", "m:f", 1 }, { "p m:f", "f", 0 }, { "p f", "m:f", 0 },
	{ "p 4096", "0x1000", 1 }, { "p 4096", "4096", 0 },
	{ "r f", "f", 1 }, { "p f", "ff", 0 }, { "p ff", "f", 0 },
	{ "p f %di", "f", 1 }, { "p f %di", "f arg1=%di", 1 },
	{ "p f %di", "f %di", 0 }, { "p f %di", " f  arg1=%di ", 1 },
	{ "f a*,m:!b", "a*,m:!b", 1 }, { "f a*,m:!b", "a*", 0 },
	{ "f a*%return", "a*%return", 1 }, { "f a*%return", "a*", 0 },
	{ "p f %di", "f arg1=%dix", 0 }, { "p f %di", "f arg1=%di b=%si", 0 },
	{ "p f a=%di b=%si", "f a=%di", 1 }, { "p f a=%di b=%si", "f b=%si", 0 },
	{ "p f a=%di b=%si", "f a=%di b=%si", 1 },
	{ "p f $arg1:%pd", "f arg1=+0x0(+0x28($arg1)):string", 1 },
	{ "i 1000us", "1ms", 1 }, { "i 1000us", "1000us", 0 }, { "i 1s a=%ip", "1s a=%ip", 1 },
	{ "i 0x63hz", "99hz", 1 }, { "i 99hz", "99hz cycles", 0 }, { "i 99hz cycles", "99hz", 0 },
	{ "i 99hz cycles", "99hz cycles", 1 }, { "i 99hz cycles a=%ip", "99hz cycles a=%ip", 1 },
	{ "i 99hz cycles a=%ip", "99hz a=%ip", 0 }, { "i 99hz cycles", "99hz x", 0 },
};

static void test_selections(void)
{
	static struct kpctl_spec spec;
	size_t i;
	int is;

	for (i = 0; i < ARRAY_SIZE(selections); i++) {
		is = kpctl_spec_is_probe(parsed(selections[i].line, &spec),
					 selections[i].text,
					 strlen(selections[i].text));
		ktap_unless(is == selections[i].is ? NULL : say("got %d", is),
			    "select: %s, %s", selections[i].line, selections[i].text);
	}
}

static const char *check_slots(void)
{
	static const struct {
		const char *arg;
		u32 size;
	} slots[] = {
		{ "%di:u8", 8 }, { "$comm", 8 }, { "+0(%di):u8[1]", 8 },
		{ "+0(%di):u8[9]", 16 }, { "+0(%di):u16[64]", 128 },
		{ "+0(%di):u64[64]", 512 }, { "+0(%di):string[3]", 24 },
		{ "+0(%di):char[64]", 64 }, { "$stacktrace", 8 },
		{ "+0(%di):u32[3]", 16 },
	};
	static struct kpctl_spec spec;
	char line[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(slots); i++) {
		snprintf(line, sizeof(line), "p f %s", slots[i].arg);
		parsed(line, &spec);
		if (kpctl_arg_slot_size(&spec.arg[0]) != slots[i].size)
			return say("%s: %u", line,
				   kpctl_arg_slot_size(&spec.arg[0]));
	}
	return NULL;
}

/* 5 * 64 * 8, 56 * 8 and 4 bytes: 60 of what is taken are left. */
static void test_size_limit(void)
{
	char line[256];
	int d, len, body;

	for (d = -1; d <= 1; d++) {
		body = snprintf(line, sizeof(line),
				"p f @a:x64[64] @a:x64[64] @a:x64[64] @a:x64[64]"
				" @a:x64[64] @a:x64[56] @a:x32 b=");
		len = body + snprintf(line + body, sizeof(line) - body,
				      "@a:u8[%d]", 60 + d);
		ktap_unless(check_limit(line, len, d > 0, KPCTL_E_ARGS_TOO_BIG, body),
			    "limit: size of the arguments, %d", 3072 + d);
	}
}

/* Two values to a test, and one test with one: 31, 32 and 33 of them. */
static void test_operand_limit(void)
{
	static char line[2048];
	int n, i, len, last = 0;

	for (n = 31; n <= 33; n++) {
		len = snprintf(line, sizeof(line), "p f if ");
		for (i = 0; i < n; i++) {
			if (i)
				len += snprintf(line + len, sizeof(line) - len,
						i % 2 ? " == " : " && ");
			last = len;
			len += snprintf(line + len, sizeof(line) - len,
					"$stack%d", i);
		}
		if (n % 2)
			len += snprintf(line + len, sizeof(line) - len, " == 1");
		/* one that is there already takes no place */
		len += snprintf(line + len, sizeof(line) - len, " && $stack0 < 9");
		ktap_unless(check_limit(line, len, n > 32,
			    KPCTL_E_TOO_MANY_OPERANDS, last),
		"limit: values in a filter, %d", n);
	}
}

static void test_more_limits(void)
{
	test_size_limit();
	test_operand_limit();
}

#endif /* SPEC_MORE_H */
