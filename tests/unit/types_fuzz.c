// SPDX-License-Identifier: GPL-2.0
/*
 * The types of real kernels, damaged: under the address sanitizer no answer may lie outside of
 * the bytes, nor take for ever. FUZZ_SECONDS: how long for each kernel, else 400 rounds; SEED:
 * other dice.
 */
#include <time.h>
#include "btf_real.h"
#include "spec/btf_show.h"
#include "spec/names.h"

#define ROUNDS		400
#define DAMAGES_MAX	8
#define ASKED		60	/* types in a round, beside those that were damaged */

static struct real real;
static struct kpctl_btf damaged;
static unsigned long long dice;

static u32 roll(u32 below)
{
	dice = dice * 6364136223846793005ull + 1442695040888963407ull;
	return below ? (dice >> 33) % below : 0;
}

/* Damage, with what was there before */

static struct damage {
	u32 at, was, id;
} damage[DAMAGES_MAX];
static u32 nr_damages;

static u32 new_word(u32 was)
{
	switch (roll(5)) {
	case 0:
		return was ^ 1u << roll(32);
	case 1:
		return was + roll(17) - 8;
	case 2:
		return roll(real.n);
	case 3:
		return roll(2) ? ~0u : 0x7fffffffu >> roll(31);
	default:
		return roll(~0u);
	}
}

/* Bytes of a record, its name, what it refers to, its parts; seldom of header and strings. */
static u32 a_place(u32 *id)
{
	u32 words;

	*id = 1 + roll(real.n - 1);
	if (roll(50) == 0)
		return 4 * roll(6);
	if (roll(50) == 0)
		return real.strs_at + roll(real.strs_len - 4);
	words = real_words(real_word(&real, real.at[*id] + 4));
	if (roll(8) == 0)
		return real.at[*id] + 4;
	return real.at[*id] + (words && roll(4) ? 12 + 4 * roll(words) : 8 * roll(2));
}

/* Records are looked up before the first is damaged. */
static void do_damage(void)
{
	u32 i;

	nr_damages = 1 + roll(DAMAGES_MAX);
	for (i = 0; i < nr_damages; i++)
		damage[i].at = a_place(&damage[i].id);
	for (i = 0; i < nr_damages; i++) {
		u32 word = damage[i].was = real_word(&real, damage[i].at);

		word = new_word(word);
		memcpy(real.bytes + damage[i].at, &word, sizeof(word));
	}
}

static void undo_damage(void)
{
	while (nr_damages--)
		memcpy(real.bytes + damage[nr_damages].at, &damage[nr_damages].was, 4);
}

/* Questions */

static void ask_members(u32 id)
{
	static char text[4096];
	struct kpctl_btf_listing listing;
	struct kpctl_btf_cursor c;
	enum kpctl_type type;
	struct kpctl_out out;
	u32 count, n;

	kpctl_btf_start(&c, &damaged, id);
	kpctl_btf_list(&listing, &c);
	for (n = 0; n < 300; n++) {
		out = (struct kpctl_out){ text, sizeof(text), 0 };
		if (!kpctl_btf_list_next(&listing, &out))
			break;
	}
	kpctl_btf_near(&c, "xyzzy_flags", 11, text, 100);
	while (!kpctl_btf_follow(&c) || !kpctl_btf_to_element(&c, roll(3)))
		if (++n > 310)
			break;
	if (kpctl_btf_to_member(&c, "next", 4) && kpctl_btf_to_member(&c, "flags", 5))
		kpctl_btf_to_member(&c, "list", 4);
	kpctl_btf_default_type(&c, &type, &count);
}

static void ask(u32 id)
{
	static char text[4096];
	struct kpctl_out out = { text, sizeof(text), 0 };
	const struct kpctl_btf_type *t = kpctl_btf_type(&damaged, id);
	struct kpctl_btf_place place;
	u32 i, proto = kpctl_btf_is(t, KPCTL_BTF_KIND(FUNC)) ? t->ref : id;

	kpctl_btf_size(&damaged, id);
	kpctl_btf_show_type(&damaged, id, &out);
	for (i = 0; !kpctl_btf_param_place(&damaged, proto, i, &place); i++)
		kpctl_btf_name(&damaged, place.name);
	kpctl_btf_param_find(&damaged, proto, "flags", 5);
	kpctl_btf_show_proto(&damaged, proto, 0, "f", &out);
	ask_members(id);
}

static int types_damaged(struct kpctl_names *names, const char *mod, const struct kpctl_btf **b,
			 struct kpctl_err *err)
{
	(void)names, (void)mod, (void)err;
	*b = &damaged;
	return 0;
}

static int home_nowhere(struct kpctl_names *names, const char *sym, char *mod,
			struct kpctl_err *err)
{
	(void)names, (void)sym, (void)mod, (void)err;
	return 0;
}

/* Lines on a function that is damaged, or on any; few, as each searches all types. */
static void ask_line(u32 id)
{
	static struct kpctl_names names = { .types = types_damaged, .home = home_nowhere };
	static struct kpctl_spec spec;
	struct kpctl_err err;
	char line[300];
	int len;

	id = kpctl_btf_next(&damaged, id, KPCTL_BTF_KIND(FUNC));
	if (!id)
		return;
	len = snprintf(line, sizeof(line), "p %.100s $arg* (file)$arg1->f_path.dentry->d_name.name",
		       kpctl_btf_name(&damaged, kpctl_btf_type(&damaged, id)->name));
	kpctl_spec_parse_named(line, len, &names, &spec, &err);
	len = snprintf(line, sizeof(line), "f vfs_* file file->f_flags");
	kpctl_spec_parse_named(line, len, &names, &spec, &err);
}

static int one_round(void)
{
	u32 *index = NULL, i;
	size_t room;
	int taken;

	do_damage();
	room = kpctl_btf_room(real.bytes, real.len);
	index = malloc(room + 1);
	taken = room && !kpctl_btf_init(&damaged, NULL, real.bytes, real.len, index);
	if (taken) {
		for (i = 0; i < nr_damages; i++)
			ask(damage[i].id);
		for (i = 0; i < ASKED; i++)
			ask(roll(damaged.end + 2));
		if (roll(8) == 0)
			ask_line(damage[0].id);
	}
	free(index);
	undo_damage();
	return taken;
}

static void fuzz_kernel(const char *file)
{
	const char *seconds = getenv("FUZZ_SECONDS"), *seed = getenv("SEED");
	time_t until = seconds ? time(NULL) + atol(seconds) : 0;
	u32 rounds, taken = 0;

	dice = seed ? strtoull(seed, NULL, 0) : 1;
	if (!real_read(&real, file)) {
		ktap_skip("the kernel has no types", "%s", real.kernel);
		return;
	}
	for (rounds = 0; until ? time(NULL) < until : rounds < ROUNDS; rounds++)
		taken += one_round();
	ktap_diag("%s: %u rounds, %u were taken", real.kernel, rounds, taken);
	KTAP_CHECK(taken > rounds / 4 && taken < rounds);
	ktap_end("%s: damaged types", real.kernel);
	real_free(&real);
}

int main(void)
{
	return real_main(fuzz_kernel);
}
