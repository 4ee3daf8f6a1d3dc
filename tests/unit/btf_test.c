// SPDX-License-Identifier: GPL-2.0
/*
 * BTF: records, places of parameters, paths through members; a module's BTF on a kernel's; and
 * thousands of BTFs that were damaged, of which each answer must lie within its bytes (the
 * program runs under the address sanitizer).
 */
#include "btf_kernel.h"
#include "spec/enum.h"
#include "ktap.h"

/* Records */

static void test_records(void)
{
	u32 nr, id = t_name;

	KTAP_CHECK(kernel.end == made.last + 1);
	KTAP_CHECK(kpctl_btf_kind(kpctl_btf_type(&kernel, s_bits)) == KPCTL_BTF_STRUCT);
	KTAP_CHECK(!kpctl_btf_type(&kernel, 0) && !kpctl_btf_type(&kernel, kernel.end));
	KTAP_CHECK(!strcmp(kpctl_btf_name(&kernel, kpctl_btf_type(&kernel, s_sock)->name), "sock"));
	KTAP_CHECK(!*kpctl_btf_name(&kernel, 1u << 30));
	KTAP_CHECK(kpctl_btf_bare(&kernel, &id) && id == t_int);
	KTAP_CHECK(kpctl_btf_find(&kernel, "sock", 4, KPCTL_BTF_KIND(STRUCT), &nr) == s_sock && nr == 1);
	KTAP_CHECK(!kpctl_btf_find(&kernel, "soc", 3, KPCTL_BTF_KIND(STRUCT), &nr) && !nr);
	KTAP_CHECK(kpctl_btf_find(&kernel, "probe", 5, KPCTL_BTF_KIND(FUNC), &nr) == f_probe);
	kpctl_btf_find(&kernel, "probe", 5, KPCTL_BTF_KIND(FUNC) | KPCTL_BTF_KIND(VAR), &nr);
	KTAP_CHECK(nr == 2);
	KTAP_CHECK(kpctl_btf_same_proto(&kernel, p_probe, p_probe));
	KTAP_CHECK(!kpctl_btf_same_proto(&kernel, p_probe, s_sock));
}

static void test_sizes(void)
{
	KTAP_CHECK(kpctl_btf_size(&kernel, t_name) == 4);
	KTAP_CHECK(kpctl_btf_size(&kernel, t_sock_p) == 8);
	KTAP_CHECK(kpctl_btf_size(&kernel, s_sock) == 96);
	KTAP_CHECK(kpctl_btf_size(&kernel, s_empty) == 0);
	KTAP_CHECK(kpctl_btf_size(&kernel, 0) == -1);
	KTAP_CHECK(kpctl_btf_size(&kernel, p_probe) == -1);
	KTAP_CHECK(kpctl_btf_size(&kernel, kernel.end) == -1);
}

/* Chains that are too long, or that bite their tail, end. */
static void test_chains(void)
{
	static struct btf_make m;
	struct kpctl_btf b;
	u32 index[64], i, id;
	size_t len;
	void *bytes;

	make_begin(&m, NULL);
	make_int(&m, "int", 4, 1);
	for (i = 0; i < 40; i++)
		make_ref(&m, KPCTL_BTF_CONST, m.last);
	make_ref(&m, KPCTL_BTF_CONST, m.last + 1);	/* itself */
	make_array(&m, m.last + 1, 2);			/* of itself */
	for (i = 0; i < 8; i++)
		make_array(&m, i ? m.last : 1, 1u << 31);
	bytes = make_end(&m, &len);
	if (kpctl_btf_init(&b, NULL, bytes, len, index))
		abort();
	id = 32;
	KTAP_CHECK(kpctl_btf_bare(&b, &id) && id == 1);
	id = 33;
	KTAP_CHECK(!kpctl_btf_bare(&b, &id));
	KTAP_CHECK(kpctl_btf_size(&b, 42) == -1);
	KTAP_CHECK(kpctl_btf_size(&b, 43) == -1);
	KTAP_CHECK(kpctl_btf_size(&b, 44) == 4ll << 31);
	KTAP_CHECK(kpctl_btf_size(&b, 45) == -1);
	free(bytes);
}

/* Places */

static u32 proto_of(u32 ret, u32 nr, const u32 *types)
{
	u32 id = make_type(&made, "", KPCTL_BTF_PROTO, nr, 0, ret), i;
	char name[4] = "p0";

	for (i = 0; i < nr; i++, name[1]++)
		make_param(&made, types[i] ? name : "", types[i]);
	return id;
}

/* The places of a prototype's parameters as words: r0, r1-2, s8, v, ?, - */
static void places(char *to, u32 ret, u32 nr, const u32 *types)
{
	struct kpctl_btf_place p;
	struct kpctl_btf b;
	u32 index[64], proto, i;
	size_t len;
	void *bytes;

	make_kernel();
	proto = proto_of(ret, nr, types);
	bytes = make_end(&made, &len);
	if (kpctl_btf_init(&b, NULL, bytes, len, index))
		abort();
	for (i = 0, *to = '\0'; i < nr; i++) {
		to += strlen(to);
		if (kpctl_btf_param_place(&b, proto, i, &p))
			abort();
		switch (p.where) {
		case KPCTL_BTF_NOWHERE:
			sprintf(to, "- ");
			break;
		case KPCTL_BTF_REG:
			sprintf(to, p.nregs == 2 ? "r%u-%u " : "r%u ", p.nr, p.nr + 1);
			break;
		case KPCTL_BTF_STACK:
			sprintf(to, "s%u ", p.nr);
			break;
		case KPCTL_BTF_VECTOR:
			sprintf(to, "v ");
			break;
		case KPCTL_BTF_UNKNOWN:
			sprintf(to, "? ");
		}
	}
	KTAP_CHECK(kpctl_btf_param_place(&b, proto, nr, &p) == -ENOENT);
	KTAP_CHECK(kpctl_btf_param_place(&b, s_sock, 0, &p) == -EINVAL);
	free(bytes);
}

static void expect(u32 ret, const u32 *types, u32 nr, const char *want)
{
	char got[200];

	places(got, ret, nr, types);
	ktap_check(!strcmp(got, want), "got %s, wanted %s", got, want);
}

#define EXPECT(ret, want, ...) \
	expect(ret, (u32[]){ __VA_ARGS__ }, sizeof((u32[]){ __VA_ARGS__ }) / sizeof(u32), want)

static void test_places(void)
{
	EXPECT(t_int, "r0 r1 r2 r3 r4 r5 s8 s16 ", t_int, t_sock_p, t_long, e_state, t_bool, t_char,
	       t_int, t_long);
	EXPECT(t_int, "r0-1 r2 ", s_pair, t_int);
	EXPECT(t_int, "r0 r1 r2 r3 r4 s8 r5 s24 ", t_int, t_int, t_int, t_int, t_int, s_pair, t_int,
	       t_int);
	EXPECT(t_int, "s8 r0 s32 r1 ", s_big, t_int, s_big, t_int);
	EXPECT(t_int, "r0 v r1 ", t_int, t_double, t_int);
	EXPECT(t_int, "? r1 ", s_mixed, t_int);
	EXPECT(t_int, "- r0 ", s_empty, t_int);
	EXPECT(t_int, "s8 r0 ", t_packed, t_int);
	EXPECT(s_big, "r1 r2 ", t_int, t_int);
	EXPECT(s_pair, "r0 ", t_int);
	EXPECT(0, "r0 ? ", t_int, 0);
}

static void test_params(void)
{
	struct kpctl_btf_place p;

	make_kernel();
	KTAP_CHECK(kpctl_btf_param_find(&kernel, p_probe, "len", 3) == 1);
	KTAP_CHECK(kpctl_btf_param_find(&kernel, p_probe, "le", 2) == -ENOENT);
	KTAP_CHECK(kpctl_btf_param_find(&kernel, s_sock, "len", 3) == -EINVAL);
	KTAP_CHECK(!kpctl_btf_return_place(&kernel, p_probe, &p) && p.where == KPCTL_BTF_REG);
}

/* So many parameters that the places of all would take for ever: those behind have none. */
static void test_many_params(void)
{
	static struct btf_make m;
	struct kpctl_btf_place p;
	struct kpctl_btf b;
	u32 index[64], i, proto;
	size_t len;
	void *bytes;

	make_begin(&m, NULL);
	make_int(&m, "int", 4, 1);
	proto = make_type(&m, "", KPCTL_BTF_PROTO, 70, 0, 0);
	for (i = 0; i < 70; i++)
		make_param(&m, i == 63 ? "last" : i == 64 ? "behind" : "a", 1);
	bytes = make_end(&m, &len);
	if (kpctl_btf_init(&b, NULL, bytes, len, index))
		abort();
	KTAP_CHECK(!kpctl_btf_param_place(&b, proto, 63, &p) && p.nr == 8 * 58);
	KTAP_CHECK(kpctl_btf_param_place(&b, proto, 64, &p) == -ENOENT);
	KTAP_CHECK(kpctl_btf_param_find(&b, proto, "last", 4) == 63);
	KTAP_CHECK(kpctl_btf_param_find(&b, proto, "behind", 6) == -ENOENT);
	free(bytes);
}

/* Arrays of arrays of nothing: 16 to the power of 9 elements are not looked at. */
static void test_bomb(void)
{
	static struct btf_make m;
	struct kpctl_btf_place p;
	struct kpctl_btf b;
	u32 index[64], i, s;
	size_t len;
	void *bytes;

	make_begin(&m, NULL);
	make_type(&m, "empty", KPCTL_BTF_STRUCT, 0, 0, 0);
	for (i = 0; i < 9; i++)
		make_array(&m, m.last, 16);
	s = make_type(&m, "bomb", KPCTL_BTF_STRUCT, 1, 0, 8);
	make_member(&m, "a", s - 1, 0);
	make_type(&m, "", KPCTL_BTF_PROTO, 1, 0, 0);
	make_param(&m, "a", s);
	bytes = make_end(&m, &len);
	if (kpctl_btf_init(&b, NULL, bytes, len, index))
		abort();
	KTAP_CHECK(!kpctl_btf_param_place(&b, s + 1, 0, &p) && p.where == KPCTL_BTF_UNKNOWN);
	free(bytes);
}

/* Paths: each step of the words is a member, [N], or * for a pointer followed */

static enum kpctl_btf_wrong go(struct kpctl_btf_cursor *c, u32 from, const char *words)
{
	enum kpctl_btf_wrong wrong = KPCTL_BTF_FINE;
	char copy[100], *word, *rest = copy;

	strcpy(copy, words);
	kpctl_btf_start(c, &kernel, from);
	while (!wrong && (word = strsep(&rest, " ")) && *word)
		wrong = *word == '*' ? kpctl_btf_follow(c) :
			*word == '[' ? kpctl_btf_to_element(c, strtoull(word + 1, NULL, 0)) :
				       kpctl_btf_to_member(c, word, strlen(word));
	return wrong;
}

static void arrives(u32 from, const char *words, s64 off, enum kpctl_type type, u32 count)
{
	struct kpctl_btf_cursor c;
	enum kpctl_btf_wrong wrong = go(&c, from, words);
	enum kpctl_type got = KPCTL_TYPE_NR;
	u32 n = 0;
	int ret = kpctl_btf_default_type(&c, &got, &n);

	ktap_check(!wrong && c.off == off, "%s: wrong %d, at %lld", words, wrong, c.off);
	ktap_check(ret ? type == KPCTL_TYPE_NR : got == type && n == count,
		   "%s: %d, type %d, %u elements", words, ret, got, n);
}

static void test_paths(void)
{
	struct kpctl_btf_cursor c;

	arrives(t_sock_p, "* state", 0, KPCTL_TYPE_S32, 0);
	arrives(t_sock_p, "* port", 8, KPCTL_TYPE_S32, 0);
	arrives(t_sock_p, "* cookie", 8, KPCTL_TYPE_S64, 0);
	arrives(t_sock_p, "* name", 16, KPCTL_TYPE_STRING, 0);
	arrives(t_sock_p, "* name [3", 19, KPCTL_TYPE_U8, 0);
	arrives(t_sock_p, "* flags", 32, KPCTL_TYPE_S32, 4);
	arrives(t_sock_p, "* flags [2", 40, KPCTL_TYPE_S32, 0);
	arrives(t_sock_p, "* next", 48, KPCTL_TYPE_X64, 0);
	arrives(t_sock_p, "* next * next * pair b", 64, KPCTL_TYPE_S32, 0);
	arrives(t_sock_p, "* pair", 56, KPCTL_TYPE_NR, 0);
	arrives(s_pair, "b", 8, KPCTL_TYPE_S32, 0);
	arrives(t_bool, "", 0, KPCTL_TYPE_U8, 0);
	KTAP_CHECK(!go(&c, s_bits, "low") && c.bits == 3 && c.off == 4 && c.bit == 0 && c.container == 4);
	KTAP_CHECK(!go(&c, s_bits, "over") && c.bits == 6 && c.off == 7 && c.bit == 5 && c.container == 8);
	arrives(s_bits, "tail", 9, KPCTL_TYPE_U8, 0);
}

static void fails(u32 from, const char *words, enum kpctl_btf_wrong want)
{
	struct kpctl_btf_cursor c;
	enum kpctl_btf_wrong got = go(&c, from, words);

	ktap_check(got == want, "%s: got %d, wanted %d", words, got, want);
}

static void test_wrong(void)
{
	fails(t_sock_p, "state", KPCTL_BTF_IS_POINTER);
	fails(t_sock_p, "* nosuch", KPCTL_BTF_NO_MEMBER);
	fails(t_sock_p, "* stat", KPCTL_BTF_NO_MEMBER);
	fails(t_sock_p, "* data *", KPCTL_BTF_FINE);
	fails(t_sock_p, "* data * x", KPCTL_BTF_IS_VOID);
	fails(t_sock_p, "* private * x", KPCTL_BTF_DECLARED);
	fails(t_sock_p, "* state x", KPCTL_BTF_NO_STRUCT);
	fails(t_sock_p, "* state *", KPCTL_BTF_NO_POINTER);
	fails(t_sock_p, "* state [0", KPCTL_BTF_NO_ARRAY);
	fails(t_sock_p, "* flags [4", KPCTL_BTF_BAD_INDEX);
	fails(t_sock_p, "* flags [0xffffffffffffffff", KPCTL_BTF_BAD_INDEX);
	fails(s_bits, "low x", KPCTL_BTF_BEHIND_BITS);
	fails(s_bits, "low *", KPCTL_BTF_BEHIND_BITS);
	fails(s_bits, "low [0", KPCTL_BTF_BEHIND_BITS);
	fails(fwd_p, "* x", KPCTL_BTF_DECLARED);
}

/* A module's BTF goes on where the kernel's ends. */
static void check_near(const char *text, const char *want)
{
	struct kpctl_btf_cursor c;
	char near[16];
	int any;

	kpctl_btf_start(&c, &kernel, s_sock);
	any = kpctl_btf_near(&c, text, strlen(text), near, sizeof(near));
	ktap_check(any == !!*want && !strcmp(near, want), "%s: got '%s', wanted '%s'", text, near,
		   want);
}

static void test_near(void)
{
	check_near("b", "pair.b");
	check_near("s_state", "state");
	check_near("p_b", "");		/* too short to mean anything */
	check_near("x_port", "port");
	check_near("flag", "flags");
	check_near("flagss", "flags");
	check_near("flogs", "flags");
	check_near("prt", "port");
	check_near("po", "");
	check_near("nothing", "");
	check_near("", "");
}

static void test_module(void)
{
	struct kpctl_btf_cursor c;
	static struct btf_make m;
	struct kpctl_btf b;
	u32 index[8], p, s, nr;
	size_t len;
	void *bytes;

	make_begin(&m, &kernel);
	s = make_type(&m, "own", KPCTL_BTF_STRUCT, 1, 0, 8);
	make_member(&m, "sk", t_sock_p, 0);
	p = make_ref(&m, KPCTL_BTF_PTR, s);
	bytes = make_end(&m, &len);
	KTAP_CHECK(!kpctl_btf_init(&b, &kernel, bytes, len, index));
	KTAP_CHECK(s == kernel.end && kpctl_btf_find(&b, "own", 3, KPCTL_BTF_KIND(STRUCT), &nr) == s);
	KTAP_CHECK(!kpctl_btf_find(&b, "sock", 4, KPCTL_BTF_KIND(STRUCT), &nr));
	kpctl_btf_start(&c, &b, p);
	KTAP_CHECK(!kpctl_btf_follow(&c) && !kpctl_btf_to_member(&c, "sk", 2) &&
		   !kpctl_btf_follow(&c) && !kpctl_btf_to_member(&c, "port", 4) && c.off == 8);
	free(bytes);
}

/* Tables of enums' names */

/* The table, in memory of exactly its size; NULL: there is none. */
static struct kpctl_enum *table(const struct kpctl_btf *b, u32 id)
{
	u32 size = kpctl_enum_size(b, id);
	struct kpctl_enum *e = size ? malloc(size) : NULL;

	if (!e)
		return NULL;
	kpctl_enum_fill(e, b, id);
	KTAP_CHECK(e->size == size);
	return e;
}

/* VALUE=NAME of each value of the table, as it is sorted; + in front: not the one shown */
static void check_table(u32 id, const char *own, const char *want)
{
	struct kpctl_enum *e = table(&kernel, id);
	char got[256] = "";
	s64 value;
	u32 i;

	KTAP_CHECK(e && !strcmp(kpctl_enum_own(e), own));
	for (i = 0; e && i < e->n; i++) {
		const char *name = kpctl_enum_text(e, i);

		sprintf(got + strlen(got), "%s%lld=%s ", kpctl_enum_is_shown(e, i) ? "" : "+",
			e->value[i].value, name);
		KTAP_CHECK(!kpctl_enum_find(e, name, strlen(name), &value) &&
			   value == e->value[i].value);
		KTAP_CHECK(kpctl_enum_find(e, name, strlen(name) - 1, &value) == -ENOENT);
		if (kpctl_enum_is_shown(e, i))
			KTAP_CHECK(kpctl_enum_name(e, value) == name);
		KTAP_CHECK(!kpctl_enum_name(e, value + 2));
	}
	ktap_check(!strcmp(got, want), "%s: %s", own, got);
	free(e);
}

static void test_enums(void)
{
	struct kpctl_enum *e = table(&kernel, e_color), *other = table(&kernel, e_color);

	check_table(e_color, "color", "1=RED +1=CRIMSON 5=GREEN 4294967295=ALL ");
	check_table(e_state, "state", "-1=DOWN ");
	check_table(e_wide, "wide", "-1099511627776=FAR_DOWN 0=NEAR 1099511627776=FAR_UP ");
	KTAP_CHECK(!kpctl_enum_size(&kernel, t_int) && !kpctl_enum_size(&kernel, 0));
	KTAP_CHECK(!strcmp(kpctl_enum_near(e, "IMSON", 5), "CRIMSON"));
	KTAP_CHECK(!strcmp(kpctl_enum_near(e, "CRIMSON", 7), "RED"));
	KTAP_CHECK(kpctl_enum_same(e, other) && kpctl_enum_same(NULL, NULL) &&
		   !kpctl_enum_same(e, NULL) && !kpctl_enum_same(NULL, e));
	other->value[1].value++;
	KTAP_CHECK(!kpctl_enum_same(e, other));
	free(e);
	free(other);
}

/* As many values as there may be, and one more; names of the longest text, and one more byte */
static u32 size_of_large(u32 values, u32 length)
{
	static struct btf_make m;
	static char name[KPCTL_ENUM_TEXT_MAX];
	u32 index[4], i, at, size;
	struct kpctl_btf b;
	size_t len;
	void *bytes;

	make_begin(&m, NULL);
	memset(name, 'x', length);
	name[length] = '\0';
	at = make_str(&m, name);
	make_type(&m, "", KPCTL_BTF_ENUM, values, 0, 4);
	for (i = 0; i < values; i++) {
		make_word(&m, at);
		make_word(&m, i);
	}
	bytes = make_end(&m, &len);
	if (kpctl_btf_init(&b, NULL, bytes, len, index))
		abort();
	size = kpctl_enum_size(&b, 1);
	free(table(&b, 1));
	free(bytes);
	return size;
}

static void test_large_enums(void)
{
	KTAP_CHECK(!size_of_large(0, 1));
	KTAP_CHECK(size_of_large(KPCTL_ENUM_VALUES_MAX, 1));
	KTAP_CHECK(!size_of_large(KPCTL_ENUM_VALUES_MAX + 1, 1));
	/* each name with its NUL, and the NUL of the enum's own name */
	KTAP_CHECK(size_of_large(7, KPCTL_ENUM_TEXT_MAX / 7 - 1));
	KTAP_CHECK(!size_of_large(8, KPCTL_ENUM_TEXT_MAX / 8 - 1));
}

/* Hostile bytes */

/* Asks everything of a BTF, whatever it is. */
static u64 ask_all(const struct kpctl_btf *b)
{
	static const char *const names[] = { "state", "port", "over", "a", "x" };
	struct kpctl_btf_cursor c;
	struct kpctl_btf_place p;
	enum kpctl_type type;
	u64 sum = 0;
	u32 id, i, n;

	for (id = 0; id <= b->end; id++) {
		sum += kpctl_btf_size(b, id);
		free(table(b, id));
		for (i = 0; i < 8; i++)
			if (!kpctl_btf_param_place(b, id, i, &p))
				sum += p.nr + kpctl_btf_name(b, p.name)[0];
		sum += kpctl_btf_param_find(b, id, "len", 3);
		for (i = 0; i < ARRAY_SIZE(names); i++) {
			kpctl_btf_start(&c, b, id);
			if (kpctl_btf_follow(&c) && kpctl_btf_to_element(&c, i))
				continue;
			if (!kpctl_btf_to_member(&c, names[i], strlen(names[i])))
				sum += c.off;
			if (!kpctl_btf_default_type(&c, &type, &n))
				sum += type + n;
			sum += kpctl_btf_enum_at(&c);
		}
	}
	return sum + kpctl_btf_find(b, "sock", 4, -1u, &n);
}

static void test_damaged(void)
{
	static struct btf_make m;
	u32 rounds = 20000, taken = 0, i, seed = 1;
	size_t len, room;

	make_kernel();
	m = made;
	while (rounds--) {
		u8 *bytes = make_end(&m, &len), *index;
		struct kpctl_btf b;

		for (i = 0; i < 1 + rounds % 4; i++) {
			seed = seed * 1664525 + 1013904223;
			bytes[(seed >> 8) % len] = seed >> 4 & 1 ? seed >> 24 : 1u << (seed >> 29);
		}
		if (rounds % 16 == 0)
			len = (seed >> 8) % len;
		room = kpctl_btf_room(bytes, len);
		index = malloc(room + 1);
		if (room && !kpctl_btf_init(&b, NULL, bytes, len, (u32 *)index)) {
			taken++;
			ask_all(&b);
		}
		free(index);
		free(bytes);
	}
	ktap_diag("%u of 20000 were taken", taken);
	KTAP_CHECK(taken > 1000);
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "records: by id, by name", test_records },
		{ "sizes", test_sizes },
		{ "chains that do not end", test_chains },
		{ "places of parameters", test_places },
		{ "parameters by name", test_params },
		{ "arrays that would take for ever", test_bomb },
		{ "parameters that would", test_many_params },
		{ "members, elements, bit fields", test_paths },
		{ "what is no step", test_wrong },
		{ "a member that was meant", test_near },
		{ "a module's types on the kernel's", test_module },
		{ "names of enums' values", test_enums },
		{ "enums that are too large", test_large_enums },
		{ "20,000 damaged ones: no answer lies outside", test_damaged },
	};

	make_kernel();
	return ktap_run(tests, sizeof(tests) / sizeof(*tests));
}
