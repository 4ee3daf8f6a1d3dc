// SPDX-License-Identifier: GPL-2.0
/*
 * Declarations and listings, as C writes them; and of damaged types, of which no answer may lie
 * outside of their bytes or go on for ever (the program runs under the address sanitizer).
 */
#include <unistd.h>
#include "btf_kernel.h"
#include "ktap.h"
#include "spec/btf_show.h"

static char got[512];

static const char *shown(const struct kpctl_btf *b, u32 type)
{
	struct kpctl_out out = { got, sizeof(got), 0 };

	kpctl_btf_show_type(b, type, &out);
	return got;
}

static void expect(const char *have, const char *want)
{
	if (strcmp(have, want))
		ktap_diag("got %s, wanted %s", have, want);
	KTAP_CHECK(!strcmp(have, want));
}

/* Types of no kernel, on those of made */
static struct btf_make more;
static struct kpctl_btf types;
static u32 types_index[64];

static void take_types(void)
{
	static void *bytes;
	size_t len;

	free(bytes);
	bytes = make_end(&more, &len);
	if (kpctl_btf_init(&types, NULL, bytes, len, types_index))
		abort();
}

static void test_declarations(void)
{
	u32 i, c, p, a, f, fp, g;

	make_begin(&more, NULL);
	i = make_int(&more, "int", 4, 1);
	c = make_ref(&more, KPCTL_BTF_CONST, i);
	p = make_ref(&more, KPCTL_BTF_PTR, c);
	a = make_array(&more, p, 3);
	f = make_type(&more, "", KPCTL_BTF_PROTO, 2, 0, i);
	make_param(&more, "x", p);
	make_param(&more, "", 0);
	fp = make_ref(&more, KPCTL_BTF_PTR, f);
	g = make_type(&more, "", KPCTL_BTF_PROTO, 1, 0, fp);
	make_param(&more, "handler", fp);
	make_type(&more, "pair", KPCTL_BTF_FWD, 0, 1, 0);
	make_type(&more, "", KPCTL_BTF_STRUCT, 0, 0, 0);
	make_ref(&more, KPCTL_BTF_VOLATILE, c);
	make_ref(&more, KPCTL_BTF_CONST, p);
	make_ref(&more, KPCTL_BTF_PTR, more.last);
	make_ref(&more, KPCTL_BTF_PTR, a);
	make_type(&more, "state", KPCTL_BTF_ENUM, 0, 0, 4);
	make_array(&more, c, 3);
	make_ref(&more, KPCTL_BTF_CONST, more.last);
	take_types();
	expect(shown(&types, i), "int");
	expect(shown(&types, 0), "void");
	expect(shown(&types, p), "const int *");
	expect(shown(&types, a), "const int *[3]");
	expect(shown(&types, fp), "int (*)(const int *x, ...)");
	expect(shown(&types, g), "int (*(int (*handler)(const int *x, ...)))(const int *x, ...)");
	expect(shown(&types, g + 1), "union pair");
	expect(shown(&types, g + 2), "struct { ... }");
	expect(shown(&types, g + 3), "volatile const int");
	expect(shown(&types, g + 5), "const int *const *");
	expect(shown(&types, g + 6), "const int *(*)[3]");
	expect(shown(&types, g + 7), "enum state");
	expect(shown(&types, g + 9), "const int [3]");
}

/* Names of 200 characters: a declaration that has no room for all of it says so. */
static void test_cut(void)
{
	char name[201];
	u32 s;

	memset(name, 'n', 200);
	name[200] = '\0';
	make_begin(&more, NULL);
	s = make_type(&more, name, KPCTL_BTF_STRUCT, 1, 0, 8);
	make_member(&more, name, s, 0);
	take_types();
	expect(shown(&types, s + 1), "void");
	KTAP_CHECK(strlen(shown(&types, s)) == strlen("struct ") + 200);
	{
		struct kpctl_out out = { got, sizeof(got), 0 };
		struct kpctl_btf_listing l;
		struct kpctl_btf_cursor cursor;

		kpctl_btf_start(&cursor, &types, s);
		kpctl_btf_list(&l, &cursor);
		KTAP_CHECK(kpctl_btf_list_next(&l, &out));
		KTAP_CHECK(strlen(got) < KPCTL_BTF_DECL_MAX + 20 && strstr(got, " ..."));
		KTAP_CHECK(!kpctl_btf_list_next(&l, &out));
	}
}

static void test_proto(void)
{
	struct kpctl_out out = { got, sizeof(got), 0 };

	kpctl_btf_show_proto(&kernel, p_point, 1, "hit", &out);
	expect(got, "hit(struct sock *sk, int len, long c, long d, long e, unsigned int f, "
	       "struct sock *g)");
	out = (struct kpctl_out){ got, 8, 0 };
	kpctl_btf_show_proto(&kernel, p_point, 1, "hit", &out);
	KTAP_CHECK(out.len > 8 && !strcmp(got, "hit(str"));
	out = (struct kpctl_out){ got, sizeof(got), 0 };
	got[0] = '\0';
	kpctl_btf_show_proto(&kernel, s_sock, 0, "hit", &out);
	expect(got, "");
}

static void list(u32 type, const char *want)
{
	struct kpctl_out out = { got, sizeof(got), 0 };
	struct kpctl_btf_listing l;
	struct kpctl_btf_cursor c;

	got[0] = '\0';
	kpctl_btf_start(&c, &kernel, type);
	kpctl_btf_list(&l, &c);
	while (kpctl_btf_list_next(&l, &out))
		kpctl_spec_put(&out, "\n");
	expect(got, want);
}

static void test_members(void)
{
	list(s_pair, "+0      long a\n+8      int b\n");
	list(s_sock, "+0      enum state state\n+8      int port\n+8      long cookie\n"
	     "+16     char name[16]\n+32     int flags[4]\n+48     struct sock *next\n"
	     "+56     struct pair pair\n+72     void *data\n+80     struct hidden *private\n");
	list(s_bits, "+0      int lead\n+4.0    unsigned int low:3\n+4.3    int neg:4\n"
	     "+7.5    unsigned int over:6\n+9      char tail\n+12     char odd\n");
	list(t_int, "");
	list(0, "");
}

/* A struct that contains itself without a name: the listing ends. */
static void test_endless(void)
{
	struct kpctl_btf_listing l;
	struct kpctl_btf_cursor c;
	struct kpctl_out out;
	u32 n = 0, s, k;

	make_begin(&more, NULL);
	make_int(&more, "int", 4, 1);
	s = make_type(&more, "", KPCTL_BTF_STRUCT, 100, 0, 8);
	for (k = 0; k < 100; k++)
		make_member(&more, "", s, 0);
	take_types();
	kpctl_btf_start(&c, &types, s);
	kpctl_btf_list(&l, &c);
	do {
		out = (struct kpctl_out){ got, sizeof(got), 0 };
		n++;
	} while (kpctl_btf_list_next(&l, &out));
	KTAP_CHECK(n > 100 && n <= 65537);
}

/*
 * A prototype whose parameters are pointers to itself: shown whole it would have as many words as
 * it has parameters, to the power of three.
 */
static void test_proto_in_itself(void)
{
	struct kpctl_out out = { got, sizeof(got), 0 };
	u32 k, n = 4000, proto, pointer;

	make_begin(&more, NULL);
	proto = make_type(&more, "", KPCTL_BTF_PROTO, n, 0, 0);
	pointer = proto + 1;
	for (k = 0; k < n; k++)
		make_param(&more, "p", pointer);
	make_ref(&more, KPCTL_BTF_PTR, proto);
	take_types();
	alarm(120);		/* it would take hours */
	kpctl_btf_show_proto(&types, proto, 0, "f", &out);
	KTAP_CHECK(strstr(got, "..."));
	KTAP_CHECK(*shown(&types, pointer));
	alarm(0);
}

static void show_all(const struct kpctl_btf *b)
{
	struct kpctl_btf_listing l;
	struct kpctl_btf_cursor c;
	struct kpctl_out out;
	u32 id;

	for (id = 0; id < b->end; id++) {
		shown(b, id);
		out = (struct kpctl_out){ got, sizeof(got), 0 };
		kpctl_btf_show_proto(b, id, 1, "f", &out);
		kpctl_btf_start(&c, b, id);
		kpctl_btf_list(&l, &c);
		do
			out = (struct kpctl_out){ got, sizeof(got), 0 };
		while (kpctl_btf_list_next(&l, &out));
	}
}

static void test_damaged_shown(void)
{
	u32 rounds = 4000, taken = 0, i, seed = 1;
	size_t len;

	while (rounds--) {
		u8 *bytes = make_end(&made, &len), *index;
		struct kpctl_btf b;

		for (i = 0; i < 1 + rounds % 4; i++) {
			seed = seed * 1664525 + 1013904223;
			bytes[(seed >> 8) % len] = seed >> 4 & 1 ? seed >> 24 : 1u << (seed >> 29);
		}
		index = malloc(kpctl_btf_room(bytes, len) + 1);
		if (kpctl_btf_room(bytes, len) && !kpctl_btf_init(&b, NULL, bytes, len, (u32 *)index)) {
			taken++;
			show_all(&b);
		}
		free(index);
		free(bytes);
	}
	ktap_diag("%u of 4000 were taken", taken);
	KTAP_CHECK(taken > 200);
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "declarations", test_declarations },
		{ "names without end are cut", test_cut },
		{ "prototypes", test_proto },
		{ "members, also of structs without a name, and bit fields", test_members },
		{ "a struct within itself", test_endless },
		{ "a prototype within itself", test_proto_in_itself },
		{ "4,000 damaged ones: no answer lies outside", test_damaged_shown },
	};

	make_kernel();
	return ktap_run(tests, sizeof(tests) / sizeof(*tests));
}
