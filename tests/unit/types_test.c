// SPDX-License-Identifier: GPL-2.0
/*
 * Each parameter of each function in the types of real kernels, by its name in a line of its
 * own: what the parser makes of it must be what a second reader and a second, plain writing of
 * the calling convention say; and so must each refusal. How many there were is printed.
 *
 *	integers, enums, pointers	taken: place and type
 *	floating point			refused: no probe sees it
 *	structs, __int128		refused: a member is needed; the place, by a member
 *	functions that differ		refused: several have the name
 */
#include <stddef.h>
#include "btf_real.h"
#include "spec/errors.h"
#include "spec/names.h"

static struct real real;

/* An index of functions, as a search through 100,000 types for each line takes minutes */

struct fn {
	const char *name;
	u32 id;
};

static struct fn *fns;
static u32 nr_fns;

static int by_name_and_id(const void *a, const void *b)
{
	const struct fn *x = a, *y = b;
	int diff = strcmp(x->name, y->name);

	return diff ? diff : x->id < y->id ? -1 : x->id > y->id;
}

static void index_functions(void)
{
	u32 id;

	fns = realloc(fns, real.n * sizeof(*fns));
	nr_fns = 0;
	for (id = 1; id < real.n; id++)
		if (real_kind(&real, id) == KPCTL_BTF_FUNC)
			fns[nr_fns++] = (struct fn){ real_text(&real, real_name(&real, id)), id };
	qsort(fns, nr_fns, sizeof(*fns), by_name_and_id);
}

/* The first function of the name from id `from` on; nr_fns: none. */
static u32 find_fn(const char *text, size_t len, u32 from)
{
	u32 low = 0, high = nr_fns, mid;
	int diff;

	while (low < high) {
		mid = (low + high) / 2;
		diff = strncmp(fns[mid].name, text, len);
		if (!diff)
			diff = fns[mid].name[len] ? 1 : fns[mid].id < from ? -1 : 1;
		if (diff < 0)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == nr_fns || strncmp(fns[low].name, text, len) || fns[low].name[len])
		return nr_fns;
	return low;
}

u32 __real_kpctl_btf_find(const struct kpctl_btf *b, const char *text, size_t len, u32 kinds,
			  u32 *nr);
u32 __wrap_kpctl_btf_find(const struct kpctl_btf *b, const char *text, size_t len, u32 kinds,
			  u32 *nr);
u32 __wrap_kpctl_btf_find_from(const struct kpctl_btf *b, u32 from, const char *text, size_t len,
			       u32 kinds);

u32 __wrap_kpctl_btf_find_from(const struct kpctl_btf *b, u32 from, const char *text, size_t len,
			       u32 kinds)
{
	u32 i = find_fn(text, len, from);

	(void)b, (void)kinds;
	return i < nr_fns ? fns[i].id : 0;
}

u32 __wrap_kpctl_btf_find(const struct kpctl_btf *b, const char *text, size_t len, u32 kinds,
			  u32 *nr)
{
	u32 i = find_fn(text, len, 0), first = i;

	if (kinds != KPCTL_BTF_KIND(FUNC))
		return __real_kpctl_btf_find(b, text, len, kinds, nr);
	for (*nr = 0; i < nr_fns && !strcmp(fns[i].name, fns[first].name); i++)
		++*nr;
	return *nr ? fns[first].id : 0;
}

/* The index says what the search says. */
static void check_index(void)
{
	u32 i, nr, want_nr, want;

	for (i = 0; i < nr_fns; i += nr_fns / 100) {
		const char *name = fns[i].name;

		want = __real_kpctl_btf_find(&real.btf, name, strlen(name), KPCTL_BTF_KIND(FUNC),
					     &want_nr);
		KTAP_CHECK(kpctl_btf_find(&real.btf, name, strlen(name), KPCTL_BTF_KIND(FUNC),
					  &nr) == want && nr == want_nr);
	}
}

/* The calling convention of x86-64, once more: System V ABI, 3.2.3 */

enum passed { NOTHING, INTEGER, FLOATING, MIXED, MEMORY };

struct look {
	u64 size;
	u32 align;
	int floats, ints;	/* is any of these in it? */
	int odd;		/* a member is not at its alignment */
};

static void look_at(u32 id, struct look *l);

static void look_at_array(u32 id, struct look *l)
{
	u32 nr = real_part(&real, id, 2);

	look_at(real_part(&real, id, 0), l);
	l->size *= nr;
	if (!nr)
		l->floats = l->ints = 0;
}

static void look_at_struct(u32 id, struct look *l)
{
	u32 i, flag = real_info(&real, id) >> 31, bit, width;
	struct look m;

	for (i = 0; i < real_vlen(&real, id); i++) {
		look_at(real_part(&real, id, 3 * i + 1), &m);
		bit = real_part(&real, id, 3 * i + 2);
		width = flag ? bit >> 24 : 0;
		bit = flag ? bit & 0xffffff : bit;
		l->odd |= m.odd || (!width && m.align && bit % (8 * m.align));
		l->floats |= m.floats;
		l->ints |= m.ints;
		if (m.align > l->align)
			l->align = m.align;
	}
	l->size = real_ref(&real, id);
}

static void look_at(u32 id, struct look *l)
{
	memset(l, 0, sizeof(*l));
	id = real_bare(&real, id);
	switch (real_kind(&real, id)) {
	case KPCTL_BTF_VOID:
		return;
	case KPCTL_BTF_ARRAY:
		look_at_array(id, l);
		return;
	case KPCTL_BTF_STRUCT:
	case KPCTL_BTF_UNION:
		look_at_struct(id, l);
		return;
	case KPCTL_BTF_PTR:
		l->size = 8;
		l->ints = 1;
		break;
	default:
		l->size = real_ref(&real, id);
		l->floats = real_kind(&real, id) == KPCTL_BTF_FLOAT;
		l->ints = !l->floats;
	}
	l->align = l->size;
}

static enum passed how_passed(const struct look *l)
{
	if (!l->size)
		return NOTHING;
	if (l->size > 16 || l->odd)
		return MEMORY;
	return !l->floats ? INTEGER : l->ints ? MIXED : FLOATING;
}

/* N of $argN, of the first 8 bytes; 0: there is none. */
static u32 expected_place(u32 proto, u32 nth)
{
	u32 regs = 0, words = 0, i, place = 0, need;
	struct look l;
	enum passed how;

	look_at(real_ref(&real, proto), &l);
	if (how_passed(&l) == MEMORY)
		regs = 1;
	for (i = 0; i <= nth; i++) {
		look_at(real_part(&real, proto, 2 * i + 1), &l);
		how = how_passed(&l);
		need = (l.size + 7) / 8;
		place = 0;
		if (how == INTEGER && regs + need <= 6) {
			place = regs + 1;
			regs += need;
		} else if (how == INTEGER || how == MEMORY) {
			words += l.align > 8 && words % 2;
			place = 7 + words;
			words += need;
		} else if (how == MIXED) {
			return 0;	/* none in a kernel: nothing behind it is looked at */
		}
	}
	return place;
}

/* "": the value has no type of its own. */
static const char *expected_type(u32 id)
{
	static const char *const names[4][2] = {
		{ "u8", "s8" }, { "u16", "s16" }, { "u32", "s32" }, { "u64", "s64" },
	};
	u32 is_signed = 0;

	id = real_bare(&real, id);
	switch (real_kind(&real, id)) {
	case KPCTL_BTF_PTR:
		return "x64";
	case KPCTL_BTF_INT:
		is_signed = real_part(&real, id, 0) >> 24 & 1;
		break;
	case KPCTL_BTF_ENUM:
	case KPCTL_BTF_ENUM64:
		is_signed = real_info(&real, id) >> 31;
		break;
	default:
		return "";
	}
	return real_ref(&real, id) <= 8 ? names[__builtin_ctz(real_ref(&real, id))][is_signed] : "";
}

/* Lines */

static const char *const code_names[KPCTL_E_NR] = {
#define X(name, number, sentence) [KPCTL_E_##name] = #name,
	KPCTL_ERRORS(X)
#undef X
};

static int types_of_file(struct kpctl_names *names, const char *mod, const struct kpctl_btf **b,
			 struct kpctl_err *err)
{
	(void)names, (void)mod, (void)err;
	*b = &real.btf;
	return 0;
}

static int home_of_none(struct kpctl_names *names, const char *sym, char *mod,
			struct kpctl_err *err)
{
	(void)names, (void)sym, (void)mod, (void)err;
	return 0;
}

static struct kpctl_names names = { .types = types_of_file, .home = home_of_none };
static struct kpctl_spec spec;

/* Returns the code of the refusal, or 0. */
static unsigned int parse(const char *function, const char *value, struct kpctl_err *err)
{
	static char line[KPCTL_LINE_MAX];
	int len = snprintf(line, sizeof(line), "p:t/t %s v=%s", function, value);

	err->text[0] = '\0';
	if (!kpctl_spec_parse_named(line, len, &names, &spec, err))
		return 0;
	return err->code;
}

static struct {
	u32 functions, resolved, several;
	u32 params, taken, by_member, refused[KPCTL_E_NR];
	u32 shifted;		/* parameters that are not in the place of their number */
} count;

/* A member of a struct by value that has a place and a type of its own; 0: none */
static int find_member(u32 id, u32 *off, const char **name, const char **type)
{
	u32 i, flag;

	id = real_bare(&real, id);
	if (real_kind(&real, id) != KPCTL_BTF_STRUCT && real_kind(&real, id) != KPCTL_BTF_UNION)
		return 0;
	flag = real_info(&real, id) >> 31;
	for (i = real_vlen(&real, id); i--;) {
		*name = real_text(&real, real_part(&real, id, 3 * i));
		*type = expected_type(real_part(&real, id, 3 * i + 1));
		*off = real_part(&real, id, 3 * i + 2);
		if (**name && **type && !(flag && *off >> 24) && *off % 64 == 0) {
			*off /= 8;
			return 1;
		}
	}
	return 0;
}

static int is_argument(u32 num, const char *type)
{
	const struct kpctl_arg_spec *arg = &spec.arg[0];

	return arg->src == KPCTL_SRC_ARG && arg->num == num && !arg->nderef && !arg->bits &&
	       !strcmp(kpctl_type_name(arg->type), type);
}

static void check_member(const char *function, const char *param, u32 type, u32 place)
{
	const char *member, *member_type;
	struct kpctl_err err;
	char value[300];
	u32 off;

	if (!place || !find_member(type, &off, &member, &member_type))
		return;
	snprintf(value, sizeof(value), "%s.%s", param, member);
	if (parse(function, value, &err))
		ktap_wrong("%s %s: %s", function, value, err.text);
	else if (!is_argument(place + off / 8, member_type))
		ktap_wrong("%s %s: not $arg%u:%s", function, value, place + off / 8, member_type);
	else
		count.by_member++;
}

/* The code of the refusal that the second rule wants, or 0. */
static unsigned int expected_code(u32 place, const char *type, int several)
{
	if (several)
		return KPCTL_E_NAME_MANY;
	if (!place)
		return KPCTL_E_PARAM_NOT_SEEN;
	return *type ? 0 : KPCTL_E_NAME_NO_VALUE;
}

static int check_param(const char *function, u32 proto, u32 i, int several)
{
	const char *param = real_text(&real, real_part(&real, proto, 2 * i));
	u32 type = real_part(&real, proto, 2 * i + 1), place = expected_place(proto, i);
	unsigned int want = expected_code(place, expected_type(type), several), got;
	struct kpctl_err err;

	count.params++;
	got = parse(function, param, &err);
	if (got != want)
		ktap_wrong("%s %s: code %u, wanted %u: %s", function, param, got, want, err.text);
	if (got) {
		count.refused[got < KPCTL_E_NR ? got : 0]++;
		if (!several)
			check_member(function, param, type, place);
		return got == KPCTL_E_NAME_NO_VALUE;
	}
	if (!is_argument(place, expected_type(type)))
		ktap_wrong("%s %s: $arg%lld, not $arg%u:%s", function, param,
			   (long long)spec.arg[0].num, place, expected_type(type));
	count.taken++;
	count.shifted += place != i + 1;
	return 1;
}

static int same_words(u32 id, u32 other)
{
	u32 words = real_words(real_info(&real, id));

	return !memcmp(real.bytes + real.at[id], real.bytes + real.at[other], 12) &&
	       !memcmp(real.bytes + real.at[id] + 12, real.bytes + real.at[other] + 12, 4 * words);
}

/* All functions of a name, from fns[i] on; returns how many there are. */
static u32 check_function(u32 i)
{
	u32 proto = real_ref(&real, fns[i].id), k, n;
	int several = 0, resolved = 1;

	for (n = 1; i + n < nr_fns && !strcmp(fns[i].name, fns[i + n].name); n++)
		several |= !same_words(proto, real_ref(&real, fns[i + n].id));
	count.functions++;
	count.several += several;
	for (k = 0; k < real_vlen(&real, proto); k++)
		if (real_part(&real, proto, 2 * k + 1) && real_part(&real, proto, 2 * k))
			resolved &= check_param(fns[i].name, proto, k, several);
	count.resolved += resolved;
	return n;
}

static void print_counts(void)
{
	u32 i;

	ktap_diag("%s: %u functions, all parameters of %u; %u parameters, %u with a value, %u of these not in the place of their number, %u by a member",
		  real.kernel, count.functions, count.resolved, count.params, count.taken,
		  count.shifted, count.by_member);
	for (i = 0; i < KPCTL_E_NR; i++)
		if (count.refused[i])
			ktap_diag("%s: %u: %s", real.kernel, count.refused[i], code_names[i]);
}

static void test_kernel(const char *file)
{
	u32 i;

	if (!real_read(&real, file)) {
		ktap_skip("the kernel has no types", "%s", real.kernel);
		return;
	}
	memset(&count, 0, sizeof(count));
	index_functions();
	check_index();
	for (i = 0; i < nr_fns;)
		i += check_function(i);
	print_counts();
	KTAP_CHECK(count.functions > 40000);
	KTAP_CHECK(count.resolved > count.functions - count.functions / 50);
	ktap_end("%s: all parameters of all functions, by name", real.kernel);
	real_free(&real);
}

int main(void)
{
	return real_main(test_kernel);
}
