/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lines that difftest.c writes to both sides. A table says TAKEN or REFUSED
 * where it is there for just that; tracefs must agree, else the table is wrong.
 * Products, where tracefs alone decides, say EITHER.
 *
 * Only targets in kpt whose text is known: what kprobes do with a wrong address
 * is not tried on tracefs, which has fewer checks than we have.
 */

static const char * const p_forms[] = {
	"%di", "%ip", "$stack", "$stack3", "$arg1", "$arg9", "$comm", "$COMM", "@kpt_data",
	"@kpt_data+4", "@0xffffffff81000000", "+0($arg1)", "-8(%sp)", "+u0($arg1)",
	"+0(+8($arg1))", "+0x10(-u8(%di))", "+0(@kpt_data)", "\\42", "\\-1", "\\\"text\"",
	"+0(\\4096)",
};

static const char * const r_forms[] = {
	"$retval", "+0($retval)", "%ax", "$arg2", "+u8($arg1)", "$comm", "\\7",
};

static const char * const types[] = {
	"", ":u8", ":s16", ":u32", ":s64", ":x8", ":x64", ":char", ":symbol", ":string",
	":ustring", ":symstr", ":b4@2/8", ":b8@0/64", ":u8[4]", ":x64[64]", ":char[8]",
	":symbol[2]", ":string[2]", ":ustring[3]", ":symstr[2]", ":b3@1/16[4]", ":%pd", ":%pD",
};

/* Arguments that tracefs took or refused at p and at r, for random_rows(). */
static struct pool {
	char *arg[1024];
	unsigned int n;
} good[2], bad[2];

static void remember(int r, const char *arg)
{
	struct pool *pool = was_taken ? &good[r] : &bad[r];

	if (pool->n < COUNT(pool->arg) && !is_new(arg))
		pool->arg[pool->n++] = strdup(arg);
}

/* Of the products every n-th, where all of them are on another kernel. */
static unsigned int every = 1;

static void product(int r, const char *form, const char *type)
{
	static unsigned int n;
	char arg[128];

	if (n++ % every)
		return;
	snprintf(arg, sizeof(arg), "%s%s", form, type);
	row(EITHER, "%c:d/e kpt_nine a=%s", r ? 'r' : 'p', arg);
	remember(r, arg);
}

static void products(void)
{
	size_t f, t;

	begin("p, sources and types");
	for (f = 0; f < COUNT(p_forms); f++)
		for (t = 0; t < COUNT(types); t++)
			product(0, p_forms[f], types[t]);
	end();
	begin("r, sources and types");
	for (f = 0; f < COUNT(r_forms); f++)
		for (t = 0; t < COUNT(types); t++)
			product(1, r_forms[f], types[t]);
	end();
}

/* What must be taken whatever else is */
static void legal(void)
{
	begin("sources and types that are taken");
	row(TAKEN, "p:d/e kpt_add %%di:u8 %%di:u16 %%di:u32 %%di:u64 %%di:s8 %%di:s16 %%di:s32 "
	    "%%di:s64 %%di:x8 %%di:x16 %%di:x32 %%di:x64 %%di");
	row(TAKEN, "p:d/e kpt_add %%r15 %%r14 %%r13 %%r12 %%bp %%bx %%r11 %%r10 %%r9 %%r8 %%ax "
	    "%%cx %%dx %%si %%di %%ip %%cs %%flags %%sp %%ss");
	row(TAKEN, "p:d/e kpt_add a=%%di:char b=+0(%%di):char[8] c=\\65:char");
	row(TAKEN, "p:d/e kpt_path a=$arg1:%%pd b=$arg2:%%pD $arg1:%%pd c=+8(%%di):%%pd");
	row(TAKEN, "r:d/e kpt_path a=$arg1:%%pd b=$arg2:%%pD");
	row(TAKEN, "r:d/e kpt_nine $arg1 $arg9 a=$arg2:u8 b=+0($arg3):string c=$retval");
	row(TAKEN, "r:d/e kpt_add%%return a=$arg1");
	row(TAKEN, "p:d/e kpt_add%%return a=$arg1 b=$retval");
	row(TAKEN, "p:d/e kpt_add a=$stack0 b=$stack1 c=$stack2048 d=$stack e=$comm:string");
	row(TAKEN, "p:d/e kpt_add a=\\\"\" b=\\\"a\" c=\\\"a=b\" d=\\\"%%s(\":string");
	row(TAKEN, "p:d/e kpt_add a=%%di:symbol b=%%di:symstr c=$stack0:symstr d=+0(%%di):symstr");
	row(TAKEN, "p:d/e kpt_add a=+0(%%di):string[64] b=+0(%%di):ustring[1]");
	row(TAKEN, "p:d/e kpt_add a=%%di:b1@0/8 b=%%di:b8@0/8 c=%%di:b64@0/64 d=%%di:b1@63/64");
	end();
}

/* One number after the other in every place that takes one; but see differences(). */

static int wraps(const char *place, const char *number)
{
	return strstr(place, "b1@%s") && !strncmp(number, "1844", 4);
}

static const char * const numbers[] = {
	"0", "1", "8", "010", "08", "0x10", "0X1f", "0x", "", "+1", "-1", "--1", "+-1", "63",
	"64", "65", "2048", "2049", "4294967295", "4294967296", "0x7fffffffffffffff",
	"0x8000000000000000", "-0x8000000000000000", "18446744073709551615",
	"18446744073709551616", "1x", "x",
};

static const char * const places[] = {
	"a=+%s($arg1)", "a=-%s($arg1)", "a=+u%s(%%di)", "a=@%s", "a=@kpt_data+%s",
	"a=@kpt_data-%s", "a=\\%s", "a=$stack%s", "a=$arg%s", "a=+0(%%di):u8[%s]",
	"a=%%di:b%s@0/32", "a=%%di:b1@%s/32", "a=%%di:b1@0/%s", "a=+0(+%s($arg1))",
};

static void try_numbers(void)
{
	char line[256];
	size_t p, n;

	begin("numbers");
	for (p = 0; p < COUNT(places); p++) {
		for (n = 0; n < COUNT(numbers); n++) {
			if (wraps(places[p], numbers[n]))
				continue;
			snprintf(line, sizeof(line), "p:d/e kpt_add ok=%%di ");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
			snprintf(line + strlen(line), 128, places[p], numbers[n]);
#pragma GCC diagnostic pop
			row(EITHER, "%s", line);
		}
	}
	end();
}

/* How deep +OFFS( can be nested, which depends on what else the argument does. */
static void depth_of(int depth, const char *source, const char *type)
{
	char arg[256] = "";
	int i;

	for (i = 0; i < depth; i++)
		strcat(arg, "+0(");
	strcat(arg, source);
	for (i = 0; i < depth; i++)
		strcat(arg, ")");
	row(EITHER, "p:d/e kpt_add a=%s%s", arg, type);
}

static void depths(void)
{
	static const char * const sources[] = { "%di", "@1", "\\1", "@a", "@kpt_data", "$comm" };
	static const char * const kinds[] = { "", ":u8", ":b1@0/8", ":u8[2]", ":string", ":symstr" };
	size_t s, t;
	int depth;

	begin("depth");
	for (depth = 11; depth <= 16; depth++)
		for (s = 0; s < COUNT(sources); s++)
			for (t = 0; t < (depth < 14 ? COUNT(kinds) : 3); t++)
				depth_of(depth, sources[s], kinds[t]);
	end();
}

/* Names: how long, of what, and those that are made up */

static const char *as(int n)
{
	static char text[2][256];
	static int which;

	which = !which;
	memset(text[which], 'a', n);
	text[which][n] = 0;
	return text[which];
}

static void lengths(void)
{
	int n;

	begin("lengths");
	for (n = 62; n <= 65; n++) {
		row(n < 64 ? TAKEN : REFUSED, "p:d/%s kpt_add", as(n));
		row(n < 64 ? TAKEN : REFUSED, "p:%s/e kpt_add", as(n));
		row(n < 64 ? TAKEN : REFUSED, "p:%s.%s kpt_add", as(n), as(n));
		row(TAKEN, "p:d/e kpt_add a=%%di b=+%0*d(%%di)", n - 6, 0);
		row(TAKEN, "p:d/e kpt_add +%0*d(%%di):x8", n - 9, 0);
	}
	for (n = 254; n <= 257; n++) {
		row(n < 256 ? TAKEN : REFUSED, "p:d/e kpt_add a=%%di b=+%0*d(%%di)", n - 6, 0);
		row(n < 256 ? TAKEN : REFUSED, "p:d/e kpt_add +%0*d(%%di):x8", n - 9, 0);
	}
	for (n = 31; n <= 33; n++)
		row(n < 33 ? TAKEN : REFUSED, "p:d/e kpt_add x=%%si %s=%%di", as(n));
	end();
}

static void characters(void)
{
	const char *c;

	begin("characters of names");
	for (c = "-._/:,$%a9=+(~"; *c; c++) {
		row(EITHER, "p:d/e%cf kpt_add", *c);
		row(EITHER, "p:d/%cf kpt_add", *c);
		row(EITHER, "p:d%ce/f kpt_add", *c);
		row(EITHER, "p:%cd/f kpt_add", *c);
		row(EITHER, "p:e%c kpt_add", *c);
		row(EITHER, "p:d/e kpt_add a%cb=%%di", *c);
		row(EITHER, "p:d/e kpt_add %cb=%%di", *c);
	}
	end();
}

static void names(void)
{
	static const char * const reserved[] = {
		"common_type", "common_flags", "common_preempt_count", "common_pid",
		"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
	};
	size_t i;

	begin("names");
	for (i = 0; i < COUNT(reserved); i++)
		row(REFUSED, "p:d/e kpt_add %s=%%di", reserved[i]);
	row(TAKEN, "p:d/e kpt_add %%di %%si x=%%dx %%cx");
	row(TAKEN, "p:d/e kpt_add common_pidx=%%di lat=%%si if_=%%di");
	row(TAKEN, "r:d/e kpt_add lat=$retval");
	row(REFUSED, "p:d/e kpt_add a=%%di a=%%si");
	row(REFUSED, "p:d/e kpt_add arg2=%%di %%si");
	row(REFUSED, "p:d/e kpt_add =%%di");
	row(REFUSED, "p:d/e kpt_add a=");
	row(REFUSED, "p:d/e kpt_add a=b=%%di");
	row(REFUSED, "p: kpt_add");
	row(REFUSED, "p:/e kpt_add");
	row(REFUSED, "p:.e kpt_add");
	row(REFUSED, "p:/ kpt_add");
	row(TAKEN, "p kpt_add");
	row(TAKEN, "r kpt_add");
	row(TAKEN, "p:d/ kpt_add");
	row(TAKEN, "p:d. kpt_add");
	row(TAKEN, "p:d-e/ kpt_add");
	row(TAKEN, "p:e kpt_add");
	row(TAKEN, "p kpt:kpt_add");
	row(TAKEN, "r kpt:kpt_add");
	row(TAKEN, "p kpt_add%%return");
	row(TAKEN, "p kpt:kpt_add+0%%return");
	row(TAKEN, "p kpt_a_name_that_is_longer_than_what_tracefs_leaves_of_one_for_an_event");
	row(TAKEN, "r kpt_a_name_that_is_longer_than_what_tracefs_leaves_of_one_for_an_event");
	row(TAKEN, "p:d/ kpt:kpt_a_name_that_is_longer_than_what_tracefs_leaves_of_one_for_an_event");
	end();
}

/* Targets. A mov of five bytes lies `mov` bytes behind kpt_steps. */

static unsigned long address_of(const char *file, const char *format)
{
	FILE *f = fopen(file, "r");
	unsigned long addr = 0;
	char line[512], end;

	while (f && fgets(line, sizeof(line), f)) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		if (sscanf(line, format, &addr, &end) == 2 && isspace(end))
			break;
#pragma GCC diagnostic pop
		addr = 0;
	}
	if (!f || !addr)
		die(format);
	fclose(f);
	return addr;
}

static unsigned long symbol(const char *name)
{
	char format[128];

	snprintf(format, sizeof(format), "%%lx %%*1[tTdDbBrR] %s%%c", name);
	return address_of("/proc/kallsyms", format);
}

static void try_targets(void)
{
	unsigned long steps = symbol("kpt_steps"), add = symbol("kpt_add");
	unsigned long mov = address_of(PLACES, "steps_mov 0x%lx%c") - steps;
	unsigned long jump = address_of(PLACES, "jump_label 0x%lx%c") - symbol("kpt_reserved");
	static const char * const wrong[] = {
		"no_such_function", "kpt:no_such_function", "kpt:", "kpt_add-4", "kpt_add+-4",
		"kpt_add+x", "kpt_add+", "kpt_add+0x", "kpt_add+4294967296", "kpt_add%foo",
		"kpt_add%", "kpt_add%returns", "kpt_add%return+0", "%return", "kpt_data",
		"kpt:kpt_add:x", "/bin/sh", "kpt_add/x", "kpt_add=x", "0xzz", "kpt_add++0",
	};
	size_t i;

	begin("targets");
	for (i = 0; i < COUNT(wrong); i++)
		row(REFUSED, "p:d/e %s", wrong[i]);
	row(TAKEN, "p:d/e kpt_add+0 a=$arg1");
	row(TAKEN, "p:d/e kpt_add+0x0");
	row(TAKEN, "p:d/e kpt_add-0");
	row(TAKEN, "p:d/e kpt_steps+%lu", mov);
	row(TAKEN, "p kpt_steps+%lu", mov);
	row(TAKEN, "p:d/ kpt:kpt_steps+0x%lx a=%%di", mov);
	row(TAKEN, "p:d/e kpt_steps+0%lo", mov);
	row(REFUSED, "p:d/e kpt_steps+%lu", mov + 1);
	row(REFUSED, "p:d/e kpt_steps+%lu a=$arg1", mov);
	row(REFUSED, "p:d/e kpt_steps+%lu $arg1", mov);
	row(REFUSED, "p:d/e kpt_steps+%lu a=$retval", mov);
	row(REFUSED, "r:d/e kpt_steps+%lu", mov);
	row(REFUSED, "p:d/e kpt_steps+%lu%%return", mov);
	row(TAKEN, "r:d/e kpt_add+0");
	row(REFUSED, "p:d/e kpt_reserved+%lu", jump);
	row(TAKEN, "p:d/address 0x%lx a=%%di", add);
	row(TAKEN, "p:d/address %lu", add);
	row(TAKEN, "p:d/address 0x%lx", steps + mov);
	row(REFUSED, "p:d/e 0x%lx", steps + mov + 1);
	row(REFUSED, "p:d/e 0x%lx a=$arg1", add);
	row(TAKEN, "p:d/e no_such_module:f a=%%di");
	row(TAKEN, "p no_such_module:f+3");
	row(TAKEN, "r:d/e no_such_module:f a=$retval");
	end();
}

/* The first word, MAXACTIVE, what is no probe at all */
static void heads(void)
{
	static const char * const numbers_there[] = {
		"0", "1", "16", "4096", "08", "010", "0x10", "0x", "4x", "70000", "4294967296",
		"99999999999999999999999999999999999999999999999999999999999999999",
		"-1", "+1", "x", "x16", "_", "robe", "eturn", "%return", ".", "=",
	};
	static const char * const nothing[] = {
		"x:d/e kpt_add", "P:d/e kpt_add", ":d/e kpt_add", "p", "p:d/e", "r16", "-", "-:",
		"-:no_such", "-:d/no_such", "-:no_such/", "-d/e", "-:/", "-x:d/e", "--:d/e",
		"-:d/no_such kpt_add", "1p:d/e kpt_add",
	};
	size_t i;

	begin("heads");
	for (i = 0; i < COUNT(numbers_there); i++) {
		row(EITHER, "r%s:d/e kpt_add", numbers_there[i]);
		row(EITHER, "p%s:d/e kpt_add", numbers_there[i]);
		row(EITHER, "r%s kpt_add", numbers_there[i]);
		row(EITHER, "p%s:d/e kpt_add%%return", numbers_there[i]);
	}
	for (i = 0; i < COUNT(nothing); i++)
		row(REFUSED, "%s", nothing[i]);
	end();
}

/* Space, comments: each is taken; lines that are nothing too. */
static void spaces(void)
{
	static const char * const lines[] = {
		"", " ", "\t", "#", "# p:d/e kpt_add", "p:d/e kpt_add # comment",
		"p:d/e kpt_add#comment", "p:d/e kpt_add a=%di#:u8", "  p:d/e  kpt_add   a=%di  ",
		"\tp:d/e\tkpt_add\ta=%di\t", "p:d/e kpt_add\va=%di\fb=%si\r",
		" p:d/e kpt_add a=%di", "p:d/e kpt_add a=%di ",
	};
	size_t i;

	begin("spaces");
	for (i = 0; i < COUNT(lines); i++)
		row(TAKEN, "%s", lines[i]);
	row(REFUSED, "p:d/e  kpt_add  a=%%dx:u9");
	row(REFUSED, "p:d/e kpt_add a=\\\"a#b\"");
	end();
}

/* Arguments that are wrong, at least one for each sentence that tracefs has. */
static void wrongs(void)
{
	static const char * const args[] = {
		"$nosuch", "$", "$retval", "$stackx", "$stack2049", "$argx", "$arg0", "$arg2049",
		"$arg", "$arg1x", "$comm2", "$Comm", "$STACK", "%nosuch", "%", "%rdi", "%DI",
		"@+0", "@0xzz", "@no_such_symbol", "@no_such_symbol+4", "@kpt_data+x", "@kpt_data-",
		"@", "\\", "\\x", "\\\"", "\\\"a", "\\\"a\"b", "\\\"a:b\"", "\\'a'", "+", "-", "+u",
		"+0", "+0$arg1", "+x($arg1)", "+($arg1)", "+0x($arg1)", "+u($arg1)", "+0(", "+0()",
		"+0($arg1", "+0(+0($arg1)", "+u0(+u0($arg1", "+0($arg1))", "+0($arg1)x",
		"+0($comm)", "+0(+0($comm))", "+0(\\\"a\")", "+0($nosuch)", "+0(+8($nosuch))",
		"-8(+u16(%nosuch))", "+u8(-u16(%nosuch))", "+0(+u8(%nosuch)):u8", "+0(@+0)",
		"+0(\\x)", "+0(x)", "u8", "name", "_name", "1", "(", ")", ":", ":u8", "%di:",
		"%di:u9", "%di:u8:u8", "%di:U8", "%di:u", "%di:x", "%di:string", "%di:ustring",
		"$arg1:string", "$stack:string", "$stack1:string", "$stack:symstr", "@kpt_data:symstr",
		"+u0(%di):symstr", "\\1:symstr", "$comm:u8", "$comm:ustring", "$comm:string[1]",
		"$comm:", "\\\"a\":u8", "\\\"a\":ustring", "\\\"a\":string[2]", "%di:u8[2]",
		"%di:string[2]", "$arg1:x64[1]", "\\1:u8[2]", "+0(%di):u8[", "+0(%di):u8[2",
		"+0(%di):u8[2]x", "+0(%di):u8[2][2]", "+0(%di):u8[]", "+0(%di):u8[0]",
		"+0(%di):u8[65]", "+0(%di):u8[x]", "+0(%di):u8]", "+0(%di):[2]", "+0(%di):u9[2]",
		"+0(%di):symstr[2]", "+0(%di):u8[-1]", "+0(+8(%di)):u9", "+u0(+u8(%di)):u9",
		"%di:b", "%di:b1", "%di:b1@0", "%di:b1@0/", "%di:b1@0/9", "%di:b1@0/32x", "%di:b0@0/8",
		"%di:b9@0/8", "%di:b8@1/8", "%di:b1@8/8", "%di:b@0/8", "%di:b1@/8", "%di:bx@0/8",
		"%di:b1/8", "%di:b65@0/64", "%di:b-1@0/8", "%di:b1@-1/8", "%di:b1@0x/8",
		"+0(%di):b9@0/8", "+0(+8(%di)):b9@0/8", "-u8(%di):b9@0/8", "+0(%di):b9@0/8[2]",
		"%di:bool", "%di:b1@0/8[2]", "$arg*", "task->pid", "task-pid", "task.pid",
	};
	size_t i;

	begin("wrong arguments");
	for (i = 0; i < COUNT(args); i++) {
		row(EITHER, "p:d/e kpt_add ok=%%di a=%s", args[i]);
		remember(0, args[i]);
		row(EITHER, "p:d/e kpt_add %s", args[i]);
	}
	row(REFUSED, "r:d/e kpt_add a=$nosuch");
	row(REFUSED, "r:d/e kpt_add a=$retval:string");
	row(REFUSED, "r:d/e kpt_add a=$arg0");
	row(REFUSED, "r:d/e kpt_add a=$retval->pid");
	row(REFUSED, "p:d/e kpt_add $arg* $arg*");
	row(REFUSED, "p:d/e kpt_add a=$arg1:%%pd[2]");
	row(REFUSED, "p:d/e kpt_add a=$arg1:%%px");
	row(REFUSED, "p:d/e kpt_add a=%%di b=+0($arg1:%%pd");
	row(REFUSED, "p:d/e kpt_add a=$nosuch:%%pd");
	row(REFUSED, "p:d/e kpt_add a=%%nosuch:%%pD b=%%di");
	row(REFUSED, "p:d/e kpt_add a=$comm:%%pd");
	row(REFUSED, "p:d/e kpt_add a=:%%pd");
	end();
}

/* 128 arguments, 3072 bytes, 63 characters */

static const char *arguments(int n, const char *arg)
{
	static char line[LINE_SIZE];
	char *p = line + sprintf(line, "p:d/e kpt_add");
	int i;

	for (i = 0; i < n; i++)
		p += sprintf(p, " a%d=%s", i, arg);
	return line;
}

static void many(enum expect expect, int n, const char *arg)
{
	row(expect, "%s", arguments(n, arg));
}

static void bigs(void)
{
	begin("how many and how much");
	many(TAKEN, 127, "%di");
	many(TAKEN, 128, "%di");
	if (kernel >= NEW)		/* for 6.1 see differences() */
		many(REFUSED, 129, "%di");
	many(TAKEN, 128, "%di:u8");
	many(TAKEN, 6, "+0(%di):u64[64]");
	many(REFUSED, 7, "+0(%di):u64[64]");
	many(TAKEN, 12, "+0(%di):string[64]");
	many(REFUSED, 13, "+0(%di):string[64]");
	many(TAKEN, 48, "+0(%di):u8[64]");
	row(REFUSED, "%s b=%%di:u8", arguments(48, "+0(%di):u8[64]"));
	many(TAKEN, 128, "+0(%di):u8[24]");
	many(REFUSED, 128, "+0(%di):u8[25]");
	end();
}

/* Several probes under one event, and what removes one of them */

static void same_event(void)
{
	begin("several probes: what goes together");
	step(TAKEN, "p:d/e kpt_add a=%%di");
	step(TAKEN, "p:d/e kpt_ret a=%%di");
	step(TAKEN, "p:d/e kpt_add a=%%si");
	step(TAKEN, "p:d/e kpt:kpt_add a=%%di");
	step(REFUSED, "p:d/e kpt_add a=%%di");
	step(REFUSED, "p:d/e kpt_add+0 a=%%di");
	step(REFUSED, "p:d/e kpt_ret a=%%di");
	step(REFUSED, "r:d/e kpt_ret a=%%di");
	step(REFUSED, "p:d/e kpt_ret%%return a=%%di");
	step(REFUSED, "p:d/e kpt_ret b=%%di");
	step(REFUSED, "p:d/e kpt_ret a=%%di:u8");
	step(REFUSED, "p:d/e kpt_ret a=%%di:u64");
	step(REFUSED, "p:d/e kpt_ret a=+0(%%di):x64[1]");
	step(REFUSED, "p:d/e kpt_ret a=%%di b=%%si");
	step(REFUSED, "p:d/e kpt_ret");
	step(REFUSED, "p:d/e no_such_function a=%%di");
	step(REFUSED, "p:d/e kpt_ret a=%%nosuch");
	step(TAKEN, "p:d/e kpt_ret a=%%di:x64");
	step(TAKEN, "p:d/e no_such_module:f a=%%di");
	step(TAKEN, "p:d/f kpt_add a=%%di");
	step(TAKEN, "p:e/e kpt_add b=%%di");
	step(TAKEN, "p:d/e kpt_ret32 a=@kpt_data");
	step(REFUSED, "p:d/e kpt_ret32 a=@no_such_symbol");
	clear();
	step(TAKEN, "p:d/e kpt_add a=%%di:b4@0/32 b=+0(%%di):string");
	step(TAKEN, "p:d/e kpt_ret a=%%di:u32 b=+0(%%di):string");
	step(TAKEN, "p:d/e kpt_ret32 a=%%di:b8@4/32 b=+u0(%%di):string");
	step(REFUSED, "p:d/e kpt_a a=%%di:u32 b=+0(%%di):ustring");
	step(REFUSED, "p:d/e kpt_a a=%%di:u32 c=+0(%%di):string");
	clear();
	step(TAKEN, "r4:d/e kpt_add a=$retval");
	step(TAKEN, "r8:d/e kpt_ret a=$retval");
	step(REFUSED, "r8:d/e kpt_add a=$retval");
	step(TAKEN, "p:d/e kpt_ret32%%return a=$retval");
	step(REFUSED, "p:d/e kpt_a a=%%ax");
	clear();
	step(TAKEN, "p:d/e kpt_add");
	step(TAKEN, "p:d/e kpt_ret");
	step(REFUSED, "p:d/e kpt_add");
	step(REFUSED, "p:d/e kpt_a %%di");
	clear();
	step(TAKEN, "p kpt_add");
	step(REFUSED, "p kpt_add");
	step(REFUSED, "p kpt_add+0 %%di");
	clear();
	end();
}

static void four_probes(void)
{
	clear();
	step(TAKEN, "p:d/e kpt_add a=%%di");
	step(TAKEN, "p:d/e kpt_add a=%%si");
	step(TAKEN, "p:d/e kpt_ret a=%%di");
	step(TAKEN, "p:c/e kpt_ret a=%%di");
}

static void removed(void)
{
	begin("several probes: which are removed");
	four_probes();
	step(REFUSED, "-:d/e no_such_function");
	step(REFUSED, "-:d/e kpt_add b=%%di");
	step(REFUSED, "-:d/e kpt_add a=%%dx");
	step(REFUSED, "-:d/e kpt_add a=%%di b=%%si");
	step(REFUSED, "-:d/e kpt:kpt_add");
	step(REFUSED, "-:d/e kpt_add+0");
	step(REFUSED, "-:d/e %%di");
	step(TAKEN, "-:d/e kpt_add a=%%di");
	step(TAKEN, "-:d/e kpt_add");
	step(REFUSED, "-:d/e kpt_add");
	step(TAKEN, "-:e kpt_ret");
	four_probes();
	step(TAKEN, "-:d/e kpt_add");
	step(TAKEN, "-:d/e");
	step(REFUSED, "-:d/e");
	four_probes();
	step(TAKEN, "-:e kpt_ret a=%%di");
	step(TAKEN, "-:d/");
	four_probes();
	step(TAKEN, "-:d/ kpt_ret");
	step(TAKEN, "-:e");
	four_probes();
	step(EITHER, "-:d.e");
	step(EITHER, "-:d/e/x");
	step(EITHER, "-:d/e kpt_add  a=%%si");
	step(EITHER, "-:d/e #kpt_ret");
	clear();
	step(TAKEN, "p:d/e kpt_nine a=%%di b=%%si %%dx");
	step(REFUSED, "-:d/e kpt_nine b=%%si");
	step(REFUSED, "-:d/e kpt_nine a=%%di %%si");
	step(REFUSED, "-:d/e kpt_nine a=%%di b=%%si %%dx");
	step(TAKEN, "-:d/e kpt_nine a=%%di b=%%si arg3=%%dx");
	step(TAKEN, "r4:d/e kpt_add%%return");
	step(TAKEN, "-:d/e kpt_add");
	clear();
	end();
}

/* Meant to differ: what each side says, by kernel */

static void differ(int old, int new, int casts, int mine, const char *why, const char *line)
{
	int theirs = kernel < NEW ? old : kernel < CASTS ? new : casts;
	struct verdict t, o;

	ask(&tracefs, line, &t);
	ask(&ours, line, &o);
	something_there = 1;
	table.rows++;
	table.taken += !t.err;
	note_sentence(t.sentence);
	if (theirs != !t.err || mine != !o.err)
		complain(why, line, &t, &o);
	clear();
}

static void differences(void)
{
	char line[64];

	begin("differences that are meant");
	differ(0, 0, 0, 1, "functions that are not traced", "p:d/e kpt_insns");
	differ(0, 0, 0, 1, "functions that are not traced", "p:d/e kpt_insns+7");
	differ(0, 0, 0, 0, "a name that is there twice: EADDRNOTAVAIL, in 6.12 EINVAL", "p:d/e kpt_twin");
	differ(1, 0, 0, 0, "6.1 takes the first of two in a module", "p:d/e kpt:kpt_twin");
	differ(0, 0, 0, 1, "MAXACTIVE goes to 65536", "r4097:d/e kpt_add");
	differ(0, 0, 0, 1, "MAXACTIVE goes to 65536", "r65536:d/e kpt_add");
	differ(0, 0, 0, 0, "MAXACTIVE goes to 65536", "r65537:d/e kpt_add");
	differ(0, 0, 0, 1, "$argN where the module is not there yet", "p:d/e no_module:f a=$arg1");
	differ(0, 0, 0, 1, "names of the kernel's events are free", "p:sched/sched_switch kpt_add");
	differ(1, 0, 0, 0, "6.1 drops what is over 128 arguments", arguments(129, "%di"));
	differ(1, 0, 0, 1, "6.12 looks at $argN without a name twice", "p:d/e kpt_add $arg+1");
	differ(0, 0, 1, 1, "$current", "p:d/e kpt_add a=$current");
	differ(0, 0, 1, 1, "per-CPU variables", "p:d/e kpt_add a=this_cpu_read(@this_cpu_off):u32");
	differ(0, 0, 1, 1, "typecasts", "p:d/e kpt_add a=(task_struct)$current->pid");
	differ(0, 0, 0, 1, "typecasts not at an entry", "p:d/e kpt_insns+7 a=(task_struct)%di->pid");
	differ(0, 0, 0, 1, "an element", "p:d/e kpt_add a=(task_struct)$current[0].pid");
	differ(0, 0, 0, 1, "a symbol's address", "p:d/e kpt_add a=&init_task");
	differ(0, 1, 1, 1, "names", "p:d/e vfs_read file->f_flags");
	differ(0, 0, 0, 1, "$argN->", "p:d/e vfs_read $arg1->f_flags");
	differ(0, 1, 1, 1, "all parameters", "p:d/e vfs_read $arg*");
	differ(0, 1, 1, 0, "all parameters have no type", "p:d/e vfs_read $arg*:u8");
	differ(0, 1, 1, 0, "a struct has no value", "p:d/e vfs_read file->f_path");
	differ(0, 0, 0, 0, "typecasts", "p:d/e kpt_add a=(task_struct)$current");
	differ(0, 0, 0, 1, "typecasts", "p:d/e kpt_add a=(task_struct)@init_task+8->pid");
	differ(0, 0, 0, 0, "typecasts", "p:d/e kpt_add a=(task_struct,tasks->next)$current->pid");
	differ(0, 0, 0, 0, "typecasts",
	       "p:d/e kpt_add a=(task_struct,sched_contributes_to_load)$current->pid");
	differ(1, 1, 1, 0, "nothing is parked for an address", "p:d/e 0x4");
	differ(1, 1, 1, 0, "nothing is parked for an address", "p:d/e +4");
	differ(1, 1, 1, 0, "bits of which the sum wraps", "p:d/e kpt_add a=%di:b1@18446744073709551615/8");
	differ(1, 1, 1, 0, "bits of which the sum wraps", "p:d/e kpt_add a=%di:b1@18446744073709551616/8");
	snprintf(line, sizeof(line), "r:d/address 0x%lx a=$retval", symbol("kpt_add"));
	differ(0, 0, 0, 1, "tracefs forgets that it is an r at an address", line);
	end();
}

/* At random */

static unsigned long long state;

static unsigned int rnd(unsigned int n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % n;
}

static const char *one_of(const struct pool *pool)
{
	return pool->arg[rnd(pool->n)];
}

static size_t random_line(char *line, int r, int broken)
{
	static const char * const targets[] = { "kpt_add", "kpt:kpt_nine", "kpt_str", "kpt_ret" };
	unsigned int n = 1 + rnd(8), wrong = broken ? rnd(n) : n, i;
	char *p = line;

	p += sprintf(p, r ? "r%.*s:" : "p:", (int)rnd(3), "16");
	p += sprintf(p, "%s%s", rnd(2) ? "d/" : "", rnd(4) ? "e" : "another_name");
	p += sprintf(p, " %s", targets[rnd(COUNT(targets))]);
	for (i = 0; i < n; i++) {
		if (rnd(2))
			p += sprintf(p, " n%u=%s", i, one_of(i == wrong ? &bad[r] : &good[r]));
		else
			p += sprintf(p, " %s", one_of(i == wrong ? &bad[r] : &good[r]));
	}
	return p - line;
}

/*
 * One byte among the arguments. No space, which makes two mistakes out of one; no
 * '#', which ends the line; nothing that could make an `if`, which is ours.
 */
static void mutate(char *line, size_t len)
{
	static const char bytes[] = "$%@+-(),:=\\_/0129xasbpu\"[]";
	size_t first = strchr(strchr(line, ' ') + 1, ' ') + 1 - line;
	size_t at = first + rnd(len - first);

	if (line[at] == ' ')
		return;
	switch (rnd(3)) {
	case 0:
		line[at] = bytes[rnd(sizeof(bytes) - 1)];
		break;
	case 1:
		memmove(line + at, line + at + 1, len - at);
		break;
	case 2:
		memmove(line + at + 1, line + at, len - at + 1);
		line[at] = bytes[rnd(sizeof(bytes) - 1)];
		break;
	}
}

static void random_rows(unsigned long seed, unsigned long rows)
{
	static char line[LINE_SIZE];
	size_t len;
	int broken;

	state = seed;
	begin("at random");
	while (rows--) {
		broken = rnd(3);
		len = random_line(line, !rnd(3), broken == 1);
		if (broken == 2)
			mutate(line, len);
		row(EITHER, "%s", line);
	}
	end();
}

static void all_tables(void)
{
	products();
	legal();
	try_numbers();
	depths();
	lengths();
	characters();
	names();
	try_targets();
	heads();
	spaces();
	wrongs();
	bigs();
	same_event();
	removed();
	differences();
}

/* Of the kernel's table of errors those that a kprobe can give; since: which kernel */
static const struct {
	const char *text;
	int since, until;
} errors[] = {
	{ "Maxactive is not for kprobe", 0, NEW },
	{ "Maxactive is only for function exit", NEW, 9999 },
	{ "Invalid maxactive number", 0, 9999 },
	{ "Maxactive is too big", 0, 9999 },
	{ "Invalid probed address or symbol", 0, 9999 },
	{ "The symbol is not unique", 0, 9999 },
	{ "Retprobe address must be an function entry", 0, 9999 },
	{ "Invalid probed address suffix", 0, 9999 },
	{ "Group name is not specified", 0, 9999 },
	{ "Group name is too long", 0, 9999 },
	{ "Group name must follow the same rules as C identifiers", 0, 9999 },
	{ "Event name is not specified", 0, 9999 },
	{ "Event name is too long", 0, 9999 },
	{ "Event name must follow the same rules as C identifiers", 0, 9999 },
	{ "Given group/event name is already used by another event", 0, 9999 },
	{ "$retval is not available on probe", 0, 9999 },
	{ "Invalid stack number", 0, 9999 },
	{ "Invalid argument number", 0, 9999 },
	{ "Invalid $-variable specified", 0, 9999 },
	{ "Invalid register name", 0, 9999 },
	{ "Invalid memory address", 0, 9999 },
	{ "Invalid immediate value", 0, 9999 },
	{ "String is not closed with '\"'", 0, 9999 },
	{ "File offset is not available with kprobe", 0, CASTS },
	{ "File offset is not available for kernel probes", CASTS, 9999 },
	{ "Dereference is too much nested", 0, CASTS },
	{ "Too many nested typecasts/dereferences", CASTS, 9999 },
	{ "Too many arguments are specified", CASTS, 9999 },
	{ "Typecast requires a field access", CASTS, 9999 },
	{ "Typecast field option does not support -> operator", CASTS, 9999 },
	{ "Typecast field option is not byte-aligned", CASTS, 9999 },
	{ "@SYM+/-OFFSET with typecast needs parentheses", CASTS, 9999 },
	{ "Dereference needs a brace", 0, 9999 },
	{ "Invalid dereference offset", 0, 9999 },
	{ "Dereference brace is not closed", 0, 9999 },
	{ "$comm can not be dereferenced", 0, 9999 },
	{ "Invalid fetch argument", 0, 9999 },
	{ "Array is not closed", 0, 9999 },
	{ "Array has wrong suffix", 0, 9999 },
	{ "Invalid array size", 0, 9999 },
	{ "Array number is too big", 0, 9999 },
	{ "Unknown type is specified", 0, 9999 },
	{ "String accepts only memory argument", 0, 9999 },
	{ "Symbol String doesn't accept data/userdata", 0, 9999 },
	{ "Invalid bitfield", 0, 9999 },
	{ "Argument name is too long", 0, 9999 },
	{ "Argument name is not specified", 0, 9999 },
	{ "Argument name must follow the same rules as C identifiers", 0, 9999 },
	{ "This argument name is already used", 0, 9999 },
	{ "Argument expression is too long", 0, 9999 },
	{ "No argument expression", 0, 9999 },
	{ "Probe point is not an instruction boundary", 0, 9999 },
	{ "Failed to register probe event", 0, 9999 },
	{ "Probe type is different from existing probe", 0, 9999 },
	{ "Argument type or name is different from existing probe", 0, 9999 },
	{ "There is already the exact same probe event", 0, 9999 },
	{ "Event too big (too many fields?)", 0, 9999 },
	{ "BTF is not available or not supported", NEW, 9999 },
	{ "No BTF entry for this probe point", NEW, 9999 },
	{ "$arg* can be used only on function entry or exit", NEW, 9999 },
	{ "$arg* can be used only once in the parameters", NEW, 9999 },
	{ "Non pointer structure/union argument is not supported.", NEW, 9999 },
	{ "Failed to parse single hyphen. Forgot '>'?", NEW, 9999 },
	{ "$comm and immediate-string only accepts string type", NEW, 9999 },
};

static void sentences(void)
{
	unsigned int missing = 0, wanted = 0, j;
	size_t i;

	for (i = 0; i < COUNT(errors); i++) {
		if (kernel < errors[i].since || kernel >= errors[i].until)
			continue;
		wanted++;
		for (j = 0; j < n_seen && strcmp(seen[j], errors[i].text); j++)
			;
		if (j < n_seen)
			continue;
		missing++;
		printf("  never came up: %s\n", errors[i].text);
	}
	ktap_ok(!missing, "%u errors of tracefs came up, of %u that a kprobe can give",
		wanted - missing, wanted);
}
