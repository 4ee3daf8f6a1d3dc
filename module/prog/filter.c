// SPDX-License-Identifier: GPL-2.0
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "prog/filter.h"
#include "prog/scratch.h"

static_assert(KPCTL_FILTER_TEXT <= KPCTL_SCRATCH_SIZE);

/* spec/ knows no kernel. */
NOKPROBE_SYMBOL(kpctl_glob_match);

/* Do the first t->num bits of both addresses agree? */
static notrace bool in_net(const struct kpctl_filter_test *t, const u8 *address)
{
	u32 whole = t->num / 8, rest = t->num % 8;

	if (memcmp(address, t->text, whole))
		return false;
	return !rest || !((address[whole] ^ (u8)t->text[whole]) >> (8 - rest));
}
NOKPROBE_SYMBOL(in_net);

/* `len` does not count the NUL of a string. */
static notrace bool compare_text(const struct kpctl_filter_test *t, const u8 *text, u32 len)
{
	switch (t->cmp) {
	case KPCTL_CMP_SAME:
		return len == t->text_len && !memcmp(text, t->text, len);
	case KPCTL_CMP_OTHER:
		return len != t->text_len || memcmp(text, t->text, len);
	case KPCTL_CMP_NET:
		return in_net(t, text);
	case KPCTL_CMP_NONET:
		return !in_net(t, text);
	case KPCTL_CMP_GLOB:
		return kpctl_glob_match(t->text, t->text_len, (const char *)text, len);
	default:
		return !kpctl_glob_match(t->text, t->text_len, (const char *)text, len);
	}
}
NOKPROBE_SYMBOL(compare_text);

static notrace noinline bool text_holds(const struct kpctl_filter_test *t,
					const struct kpctl_arg *left,
					const struct kpctl_site *site, u32 max)
{
	u8 *text = (u8 *)kpctl_scratch_enter();
	u32 flags = 0, len = 0;
	bool yes;

	if (likely(text))
		len = kpctl_fetch_text(left, site, text, max, &flags);
	yes = len && compare_text(t, text, len - 1);
	kpctl_scratch_leave();
	return yes;
}
NOKPROBE_SYMBOL(text_holds);

static __always_inline bool compare(const struct kpctl_filter_test *t, u64 a, u64 b)
{
	/* flipping the top bit turns one order into the other */
	u64 flip = t->is_signed ? 1ull << 63 : 0;

	switch (t->cmp) {
	case KPCTL_CMP_EQ:
		return a == b;
	case KPCTL_CMP_NE:
		return a != b;
	case KPCTL_CMP_LT:
		return (a ^ flip) < (b ^ flip);
	case KPCTL_CMP_GE:
		return (a ^ flip) >= (b ^ flip);
	case KPCTL_CMP_GT:
		return (a ^ flip) > (b ^ flip);
	case KPCTL_CMP_LE:
		return (a ^ flip) <= (b ^ flip);
	case KPCTL_CMP_BITS:
		return a & b;
	default:
		return !(a & b);
	}
}

static __always_inline bool holds(const struct kpctl_filter_test *t, const struct kpctl_arg *left,
				  const struct kpctl_arg *right, const struct kpctl_site *site,
				  u32 max)
{
	u64 a, b = t->num;

	if (unlikely(t->cmp >= KPCTL_CMP_GLOB))
		return text_holds(t, left, site, max);
	if (!kpctl_fetch_number(left, site, &a))
		return false;
	if (unlikely(right) && !kpctl_fetch_number(right, site, &b))
		return false;
	return compare(t, a, b);
}

notrace noinline bool kpctl_filter_run(const struct kpctl_filter *filter,
				       const struct kpctl_site *site, bool early)
{
	/* a return that runs the condition again sees no more of a string than entry keeps */
	u32 max = early && filter->late ? KPCTL_KEPT_STRING : KPCTL_FILTER_TEXT;
	const struct kpctl_filter_test *t;
	u8 next = 0;
	bool yes;

	do {
		t = &filter->test[next];
		if (!early)
			yes = holds(t, t->left, t->right, site, max);
		else
			yes = !t->early_left ||
			      holds(t, t->early_left, t->early_right, site, max);
		next = yes ? t->on_true : t->on_false;
	} while (next < filter->ntests);
	return next == KPCTL_COND_YES;
}
NOKPROBE_SYMBOL(kpctl_filter_run);
