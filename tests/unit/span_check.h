/* SPDX-License-Identifier: GPL-2.0 */
/* A table of spans of a few sets, without the memory that span_mem.c would give it. */
#ifndef SPAN_CHECK_H
#define SPAN_CHECK_H

#include "span/span.h"

#define KEY_WORDS	2
#define KEPT_WORDS	3

/* What is kept of a start is made of its stamp and its key: nothing else is whole. */
static u64 kept_word(u64 stamp, u64 key, u32 i)
{
	return (stamp * 0x9e3779b97f4a7c15ull ^ key << 32) + i;
}

/* The words of a key; 16 keys differ in the second alone. */
#define KEY(key)	(key) / 16, (key) % 16

static inline bool is_of(const struct kpctl_span_entry *entry, u64 key)
{
	u64 word[KEY_WORDS] = { KEY(key) };

	return !memcmp(entry->word, word, sizeof(word));
}

static bool entry_is_whole(const struct kpctl_spans *s, const struct kpctl_span_entry *entry,
			   u64 key)
{
	const u64 *kept = (const u64 *)kpctl_span_kept(s, entry);
	u32 i;

	if (!is_of(entry, key))
		return false;
	for (i = 0; i < KEPT_WORDS; i++)
		if (kept[i] != kept_word(entry->stamp, key, i))
			return false;
	return true;
}

/* The same of a copy by kpctl_span_look(). */
static bool look_is_whole(const u64 *copy, u64 key)
{
	u32 i;

	for (i = 0; i < KEPT_WORDS; i++)
		if (copy[1 + i] != kept_word(copy[0], key, i))
			return false;
	return true;
}

static void keep_words(const struct kpctl_spans *s, const struct kpctl_span_claim *claim, u64 key)
{
	u64 *kept = (u64 *)kpctl_span_room(s, claim), i;

	for (i = 0; i < KEPT_WORDS; i++)
		WRITE_ONCE(kept[i], kept_word(claim->entry->stamp, key, i));
}

/* So is the mark of a start. */
#define MARK_WORDS	3

static inline void write_mark(const struct kpctl_spans *s, const struct kpctl_span_claim *claim,
			      u64 key)
{
	struct kpctl_span_mark *mark = kpctl_span_mark_of(s, claim);
	u32 i;

	for (i = 0; mark && i < MARK_WORDS; i++)
		WRITE_ONCE(mark->word[i], ~kept_word(claim->entry->stamp, key, i));
}

/* Zeroes are the mark of a start that came before there were marks. */
static inline bool mark_is_zero(const struct kpctl_span_mark *mark)
{
	return !mark->word[0] && !mark->word[1] && !mark->word[2];
}

static inline bool mark_is_whole(const struct kpctl_span_mark *mark, u64 stamp, u64 key)
{
	u32 i;

	for (i = 0; i < MARK_WORDS; i++)
		if (mark->word[i] != ~kept_word(stamp, key, i))
			return false;
	return true;
}

#define ENTRY_SIZE	(sizeof(struct kpctl_span_entry) + 8 * (KEY_WORDS + KEPT_WORDS))

static inline void lay_out(struct kpctl_spans *s, struct kpctl_span_set *set, void *entries, u32 sets,
		    struct kpctl_span_cpu *cpu)
{
	s->set = set;
	s->entries = entries;
	s->set_mask = sets - 1;
	s->entry_size = ENTRY_SIZE;
	s->kept_at = sizeof(struct kpctl_span_entry) + 8 * KEY_WORDS;
	s->kept_size = 8 * KEPT_WORDS;
	s->cpu = cpu;
}

#endif /* SPAN_CHECK_H */
